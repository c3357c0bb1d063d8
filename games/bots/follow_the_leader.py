"""Rules of thumb for Follow the Leader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any

from games.rules.cards import RANKS, SUITS

DRAW = -20.0
JOKER = -10.0  # kept for when nothing else fits


def plain(view: dict[str, Any]) -> dict[str, float]:
    """The rank held most often first (`search.Weigh`)."""
    return _weigh(view, lambda place, held: held[place])


def careful(view: dict[str, Any]) -> dict[str, float]:
    """The card after which the hand can follow best, whether the others go on or skip (`search.Weigh`)."""
    return _weigh(view, _followed)


def duty(view: Mapping[str, Any], options: Mapping[str, Any]) -> Collection[str]:
    """FL3: one lower is a permission (`memory.Duty`)."""
    ranks = view["ranks"][1:] if options["lower"] else view["ranks"]
    return [rank + suit for rank in ranks for suit in SUITS]


def _weigh(view: dict[str, Any], worth: Callable[[int, list[int]], float]) -> dict[str, float]:
    """`worth` is of a rank's place, from how often each rank is held."""
    count = Counter(card[0] for card in view["hand"])
    held = [count[rank] for rank in RANKS]
    return {move: _of(move, held, worth) for move in view["legal"]}


def _of(move: str, held: list[int], worth: Callable[[int, list[int]], float]) -> float:
    if move == "draw":
        return DRAW
    return JOKER if move[5] == "X" else worth(RANKS.index(move[5]), held)


_NEAR = ((-2, -0.3), (-1, -1.0), (1, 1.0), (2, 0.8), (3, 0.4))
"""What a rank held so many steps away is worth: those above can follow, those below are left behind."""


def _followed(place: int, held: list[int]) -> float:
    more = held[place] - 1
    near = sum(worth for step, worth in _NEAR if held[(place + step) % len(RANKS)])
    return near + 0.1 * more + (more > 0)
