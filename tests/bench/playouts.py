"""Random playouts of every game, in moves a second of CPU time on one core: `python -m tests.bench.playouts [GAME…]`.

A move is `legal_moves()`, a random choice and `play()`; the deals go over the numbers of seats.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time

from games.rules import GAMES
from games.rules.game import Game

SECONDS = 2.0


def playout(state: Game, random: Random) -> int:
    """Play to the end; the number of moves."""
    choice = random.choice
    while moves := state.legal_moves():
        state, _ = state.play(choice(moves))
    return state.ply


def moves_a_second(game: type[Game], seconds: float = SECONDS) -> float:
    """Random moves a second over deals of every number of seats; dealing is not timed."""
    random, moves, spent = Random(1), 0, 0.0
    while spent < seconds:
        deals = [game.deal(seats, 0, seed=str(random.random())) for seats in game.seats]
        start = process_time()
        moves += sum(playout(state, random) for state in deals)
        spent += process_time() - start
    return moves / spent


def main(slugs: list[str]) -> None:
    for slug in slugs or GAMES:
        print(f"{slug:20} {moves_a_second(GAMES[slug]):10,.0f} moves a second")


if __name__ == "__main__":
    main(sys.argv[1:])
