"""Bots.  PURE: a bot sees what a player sees, and nothing else: its view and worlds that look the same to it.

Each game has one file here with one function, `weigh`: how good each legal move looks from a view, by rules of thumb.
`easy` plays the best of them; `strong` (`search`) plays the best few out in many worlds.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from games.rules.game import Game

from . import durak, follow_the_leader, king_george_iii, last_player
from .search import Weigh, shuffled, strong

WEIGHS: dict[str, Weigh] = {
    "last-player": last_player.weigh,
    "follow-the-leader": follow_the_leader.weigh,
    "king-george-iii": king_george_iii.weigh,
    "chukchi-durak": durak.weigh,
    "arithmetic-durak": durak.weigh,
}
LEVELS = ("easy", "strong")
WORLDS = 40  # that `strong` deals when nobody watches a clock


def choose(level: str, state: Game, seat: int, rng: Random, more: Callable[[], bool] | None = None) -> str:
    """A legal move for `seat`, which is to act, with `last` where that is to be called.

    `strong` thinks while `more()` is true, by default through `WORLDS` worlds.  The same view and the same `rng` give
    the same move, as long as `more` does.
    """
    weigh = WEIGHS[state.slug]
    if level != "strong":
        return easy(weigh, state.view(seat))
    return strong(weigh, state.sample(seat, shuffled(rng)), seat, rng, more or counted(WORLDS))


def easy(weigh: Weigh, view: dict[str, Any]) -> str:
    """The move that looks best; of equal ones the first."""
    weights = weigh(view)
    return max(weights, key=weights.__getitem__)


def counted(worlds: int) -> Callable[[], bool]:
    """True so many times."""
    left = iter(range(worlds))
    return lambda: next(left, None) is not None
