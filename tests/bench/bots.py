"""How often each bot wins: `python -m tests.bench.bots [--deals N] [GAME…]`.

Two-player deals from seeds, each played twice, the seats exchanged.  Printed is the share of deals won (of a tie, half)
with its 95% confidence interval.  `strong` deals the bots' own number of worlds a move, whatever the clock says.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from games import bots
from games.rules import GAMES
from games.rules.game import Game, Outcome

QUICK_DEALS = 2_000  # where nobody searches
STRONG_DEALS = 40  # a look; the record is over 1,000
LEVELS = ("random", *bots.LEVELS)  # weakest first


@dataclass(frozen=True)
class Tally:
    """Deals of one player against another: what each deck brought the first, and the penalty points of both."""

    shares: tuple[float, ...]
    points: tuple[int, int]

    @property
    def share(self) -> float:
        return fmean(self.shares)

    @property
    def margin(self) -> float:
        """Half the width of the 95% interval."""
        return 1.96 * stdev(self.shares) / sqrt(len(self.shares))

    def __str__(self) -> str:
        deals, (mine, theirs) = 2 * len(self.shares), self.points
        return f"{self.share:6.1%} ± {self.margin:.1%} of {deals:,} deals, points {mine:,} : {theirs:,}"


def preselected(game: type[Game]) -> dict[str, Any]:
    """The options that a table form suggests where they differ from the default (KG6)."""
    return {option.name: option.preselect for option in game.options if option.preselect is not None}


def move_of(level: str, state: Game, rng: Random, memory: bots.Memory | None) -> str:
    """What a player of this level plays; `random`: any legal move, and the last card is always called."""
    assert state.to_act is not None
    if level != "random":
        return bots.choose(level, state, state.to_act, rng, memory=memory)
    move = rng.choice(state.legal_moves())
    last = f"{move} last"
    return last if state.normalise(last) == (move, " last") else move


def play_deal(state: Game, levels: tuple[str, ...], seed: str, options: dict[str, Any]) -> Outcome:
    """Play to the end; each seat has its own source of chance."""
    rngs = [Random(f"{seed}/{seat}") for seat in range(len(levels))]
    memory = bots.remember(type(state), options, state.view(None)) if "strong" in levels else None
    while (seat := state.to_act) is not None:
        before = state
        state, events = state.play(move_of(levels[seat], state, rngs[seat], memory))
        if memory:
            memory.watch(before.view(None), events)
    outcome = state.outcome()
    assert outcome is not None
    return outcome


def won(outcome: Outcome, seat: int) -> float:
    """The share of a two-player deal: 1, 0 or a half; where nobody won or lost it, fewer points do."""
    if outcome.winners:
        return (seat in outcome.winners) / len(outcome.winners)
    if outcome.losers:
        return float(seat not in outcome.losers)
    mine, theirs = outcome.penalties[seat], outcome.penalties[1 - seat]
    return (mine < theirs) + (mine == theirs) / 2


def compare(game: type[Game], better: str, worse: str, deals: int) -> Tally:
    """`better` against `worse` over `deals` deals, two from each seed."""
    options, shares, points = preselected(game), [], [0, 0]
    for number in range(deals // 2):
        seed, share = f"bots {number}", 0.0
        for seat in (0, 1):
            state = game.deal(2, number % 2, seed=seed, options=options)
            levels = (better, worse) if seat == 0 else (worse, better)
            outcome = play_deal(state, levels, seed, options)
            share += won(outcome, seat) / 2
            points[0] += outcome.penalties[seat]
            points[1] += outcome.penalties[1 - seat]
        shares.append(share)
    return Tally(tuple(shares), (points[0], points[1]))


def lines(slugs: list[str], deals: int) -> Iterator[str]:
    """What there is to print."""
    for slug in slugs:
        for worse, better in pairwise(LEVELS):
            tally = compare(GAMES[slug], better, worse, deals if better == "strong" else QUICK_DEALS)
            yield f"{slug:20} {better:>6} beats {worse:6} {tally}"


def main(show: Callable[[str], None]) -> None:
    parser = ArgumentParser(description="How often each bot wins.")
    parser.add_argument("--deals", type=int, default=STRONG_DEALS, help="in which `strong` plays `easy`")
    parser.add_argument("game", nargs="*", choices=[*GAMES, []], help="all by default")
    arguments = parser.parse_args()
    for line in lines(arguments.game or list(GAMES), arguments.deals):
        show(line)


if __name__ == "__main__":
    main(lambda line: print(line, flush=True))
