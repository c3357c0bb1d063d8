"""Bots.  PURE: a bot sees what a player sees, and nothing else: its view, worlds that look the same to it, and what
everybody saw of the deal so far (`Memory`).

Each game has one file here with its rules of thumb: how good each legal move looks from a view (`Weigh`).  `easy` plays
the move that looks best; `strong` (`search`) plays the best few out in many worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from games.rules.game import Game

from . import durak, follow_the_leader, king_george_iii, last_player
from .memory import Duty, Memory
from .search import Weigh, best_of, shuffled, strong

__all__ = ["LEVELS", "Memory", "choose", "counted", "remember", "shuffled"]

LEVELS = ("easy", "strong")
ALWAYS = 1_000  # more cards than there are


class Skill(NamedTuple):
    """What the bots know of a game."""

    easy: Weigh
    strong: Weigh  # for the candidates and everybody's play in the playouts
    plies: int  # of a playout: few where chance rules what comes later
    worlds: int  # to deal when nobody watches a clock
    near: int = ALWAYS  # `strong` searches once a hand is as small as this: before that the rules of thumb know more
    duty: Duty | None = None  # what `Memory` is to note, where that helps


SKILLS = {
    "last-player": Skill(last_player.weigh, last_player.weigh, 20, 100, ALWAYS, last_player.duty),
    "follow-the-leader": Skill(follow_the_leader.plain, follow_the_leader.careful, 40, 30, 4, follow_the_leader.duty),
    "king-george-iii": Skill(king_george_iii.plain, king_george_iii.careful, 30, 20, 3, king_george_iii.duty),
    "chukchi-durak": Skill(durak.weigh, durak.weigh, 200, 50),
    "arithmetic-durak": Skill(durak.weigh, durak.weigh, 40, 8),
}


def choose(
    level: str,
    state: Game,
    seat: int,
    rng: Random,
    more: Callable[[], bool] | None = None,
    memory: Memory | None = None,
) -> str:
    """A legal move for `seat`, which is to act, with `last` where that is to be called.

    `strong` thinks while `more()` is true, by default through a fixed number of worlds, and deals them by `memory` if
    it has watched the deal.  The same view, memory, `rng` and `more` give the same move.
    """
    skill, view = SKILLS[state.slug], state.view(seat)
    if level != "strong":
        return best_of(skill.easy(view))
    if min(filter(None, view["counts"])) > skill.near:
        return best_of(skill.strong(view))
    order = memory.order(seat, rng) if memory else shuffled(rng)
    return strong(skill.strong, skill.plies, state.sample(seat, order), seat, order, more or counted(skill.worlds))


def remember(game: type[Game], options: Mapping[str, Any], first: Mapping[str, Any]) -> Memory | None:
    """A memory for a deal with these options that begins as in the view `first`; None where it would not help."""
    duty = SKILLS[game.slug].duty
    return duty and Memory(game, options, first, duty)


def counted(worlds: int) -> Callable[[], bool]:
    """True so many times."""
    left = iter(range(worlds))
    return lambda: next(left, None) is not None
