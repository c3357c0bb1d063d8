"""Rules of thumb for King George III."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from games.rules.cards import RANKS, SUITS

PLACE = {rank: place for place, rank in enumerate(RANKS)}
ACE = len(RANKS) - 1
ACE_WORTH = 1.5  # an ace that ends the turn; 1 is a card played
LAST_CARD = 100.0


class Sight:
    """How many cards of each rank the hand has, and whether an ace ends the turn (KG5)."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.held = [0] * len(RANKS)
        for card in view["hand"]:
            self.held[PLACE[card[0]]] += 1
        self.aces_end = view["aces"] < 3


Worth = Callable[[int, Sight], float]


def plain(view: dict[str, Any]) -> dict[str, float]:
    """Any card rather than none; a pile is started with the card that has the fewest neighbours (`search.Weigh`)."""
    return _weigh(view, _lonely, lambda place, sight: 1.0)


def careful(view: dict[str, Any]) -> dict[str, float]:
    """The longest chain that the hand has; a pile is started with an ace, if any (`search.Weigh`)."""
    return _weigh(view, _start, _chain)


def duty(view: Mapping[str, Any], options: Mapping[str, Any]) -> Collection[str]:
    """KG3, without the corner (`memory.Duty`)."""
    if not view["discard"]:
        return ()
    place = PLACE[view["discard"][0]]
    return [rank + suit for rank in RANKS[max(place - 1, 0) : place + 2] for suit in SUITS]


def _weigh(view: dict[str, Any], start: Worth, go_on: Worth) -> dict[str, float]:
    """Who has to draw, pass or stop gets 0 for it."""
    sight = Sight(view)
    worth = start if view["starting"] else go_on
    return {move: worth(PLACE[move[5]], sight) if move[:4] == "play" else 0.0 for move in view["legal"]}


def _lonely(place: int, sight: Sight) -> float:
    return 10.0 - sum(sight.held[max(place - 1, 0) : place + 2])


def _start(place: int, sight: Sight) -> float:
    return LAST_CARD if place == ACE and sight.aces_end else _lonely(place, sight)


def _chain(place: int, sight: Sight) -> float:
    """How many cards the chain has from this one on."""
    if place == ACE and sight.aces_end:
        return ACE_WORTH if sum(sight.held) > 1 else LAST_CARD
    rest = sight.held.copy()
    rest[place] -= 1
    return 1 + longest(place, rest)


def longest(place: int, held: list[int]) -> int:
    """The most cards of `held`, by rank, that a chain can lay after a card of rank `place`.

    It turns round at most once: to one side as far as there is a card to come back with, then to the other.
    """
    return max(_walk(place, held, side) for side in (-1, 1))


def _walk(place: int, held: list[int], side: int) -> int:
    """First to `side` and back, if a card of this rank is left to come back with; then to the other side."""
    there_and_back = held[place] and held[place] + _reach(place + side, held, side, 2)
    return there_and_back + _reach(place - side, held, -side, 1)


def _reach(place: int, held: list[int], side: int, passing: int) -> int:
    """The cards on the way to `side` that has `passing` cards of each rank but the last."""
    total = 0
    while 0 <= place <= ACE and held[place]:
        total += held[place]
        if held[place] < passing:
            break
        place += side
    return total
