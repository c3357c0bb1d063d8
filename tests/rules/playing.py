"""Deals at random for the tests of every game: which options, which moves, what to remember of them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from games.rules import GAMES
from games.rules.game import Event, Game, Option, gate
from games.rules.notation import DealRecord

SLOW = os.environ.get("LASTCARD_SLOW") == "1"
FACE_UP = ("pile", "aside", "table")
"""Fields of a state that hold cards which everybody has seen; `stock` and `hands` hold the others."""

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def random_value(option: Option, random: Random) -> Any:
    """A value in the option's range; small ones more often, so that limits are met."""
    if option.choices:
        return random.choice(option.choices)
    if option.nullable and random.random() < 0.3:
        return None
    assert option.low is not None
    assert option.high is not None
    return random.randint(option.low, min(option.high, random.choice((option.low + 4, 100, 1000))))


def random_options(game: type[Game], random: Random) -> dict[str, Any]:
    """Some of the options, each in its range."""
    return {option.name: random_value(option, random) for option in game.options if random.random() < 0.5}


@dataclass
class Line:
    """A deal and the moves made in it so far."""

    game: type[Game]
    seats: int
    dealer: int
    options: dict[str, Any]
    seed: str | None = None
    deck: tuple[str, ...] | None = None
    fool: int | None = None
    moves: list[str] = field(default_factory=list)

    @property
    def record(self) -> DealRecord:
        names = tuple(f"P{seat}" for seat in range(self.seats))
        return DealRecord(
            self.game, self.options, names, self.dealer, self.seed, self.deck, self.fool, tuple(self.moves)
        )

    @property
    def cards(self) -> Counter[str]:
        return Counter(self.game.deck(self.game.full_options(self.options, self.seats)))

    def play(self, state: Game, move: str) -> tuple[Game, list[Event]]:
        self.moves.append(f"{state.to_act} {move}")
        return state.play(gate(state, move))


def random_line(game: type[Game], random: Random) -> Line:
    """A deal of `game` with any options, seats and dealer, from a seed or from a listed deck."""
    options = random_options(game, random)
    seats = random.choice(game.seats)
    line = Line(game, seats, random.randrange(seats), options)
    if game.fool_matters and random.random() < 0.5:
        line.fool = random.randrange(seats)
    if random.random() < 0.5:
        line.seed = f"{random.getrandbits(128):032x}"
    else:
        deck = list(line.cards.elements())
        random.shuffle(deck)
        line.deck = tuple(deck)
    return line


def random_lines(game: type[Game], count: int, salt: str) -> Iterator[tuple[Line, Random]]:
    """`count` deals, always the same ones for a `salt`, each with its own source of randomness."""
    for number in range(count):
        random = Random(f"{game.slug}/{salt}/{number}")
        yield random_line(game, random), random


def random_move(state: Game, random: Random) -> str:
    """One of the legal moves, `last` added now and then where the game knows it."""
    move = random.choice(state.legal_moves())
    last = f"{move} last"
    return last if state.normalise(last) == (move, " last") and random.random() < 0.3 else move


def faces(state: Game) -> list[str]:
    """The cards that lie face up, as far as the state still knows which they are."""
    return [card for name in FACE_UP for card in _cards(getattr(state, name, ()))]


def _cards(value: Any) -> Iterator[str]:
    if isinstance(value, tuple):
        for each in value:
            yield from _cards(each)
    elif value is not None:
        yield getattr(value, "card", value)


def hands(state: Game) -> list[list[str]]:
    return [hand.split() for hand in state.record()["hands"]]
