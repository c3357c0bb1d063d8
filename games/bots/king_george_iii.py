"""Rules of thumb for King George III.

Lay the longest chain that the hand has: a walk over neighbouring ranks.  Start a pile with the card that has the
fewest neighbours in the hand.
"""

from __future__ import annotations

from typing import Any

from games.rules.cards import RANKS

PLACE = {rank: place for place, rank in enumerate(RANKS)}
ACE = len(RANKS) - 1


def weigh(view: dict[str, Any]) -> dict[str, float]:
    """A weight for each legal move (`search.Weigh`)."""
    held = [0] * len(RANKS)
    for card in view["hand"]:
        held[PLACE[card[0]]] += 1
    worth = _start if view["starting"] else _go_on
    return {move: worth(PLACE[move[5]], held, view["aces"] < 3) if move[:4] == "play" else 0.0 for move in view["legal"]}


def _start(place: int, held: list[int], aces_end: bool) -> float:
    around = held[max(place - 1, 0) : place + 2]
    return 10.0 - sum(around)


def _go_on(place: int, held: list[int], aces_end: bool) -> float:
    """How many cards the chain has from this one on."""
    if place == ACE and aces_end:
        return 1.5 if sum(held) > 1 else 100
    rest = held.copy()
    rest[place] -= 1
    return 1 + longest(place, rest)


def longest(place: int, held: list[int]) -> int:
    """The most cards of `held`, by rank, that a chain can lay after one of rank `place`.

    It turns round at most once: it goes to one side as far as there is a card to come back with, then to the other.
    """
    return max(_walk(place, held, -1), _walk(place, held, 1))


def _walk(place: int, held: list[int], side: int) -> int:
    """First to `side` and back, then to the other side until the end."""
    total = held[place]
    if held[place]:
        total += _there_and_back(place + side, held, side)
    return total + _one_way(place - side, held, -side)


def _there_and_back(place: int, held: list[int], side: int) -> int:
    total = 0
    while 0 <= place <= ACE and held[place]:
        total += held[place]
        if held[place] == 1:
            break
        place += side
    return total


def _one_way(place: int, held: list[int], side: int) -> int:
    total = 0
    while 0 <= place <= ACE and held[place]:
        total += held[place]
        place += side
    return total
