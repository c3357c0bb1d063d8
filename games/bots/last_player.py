"""Rules of thumb for Last Player.

Plain cards go first, what the rest of the hand can follow best.  Jokers, eights, threes and jacks are kept: they go
where nothing else fits, or together, as a chain that leaves nobody else a turn.  A four or an answer to a run is worth
what the next player will have to draw.  When somebody is down to one card nothing is kept and the dear cards go first.
"Last card" is said in time.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, NamedTuple

from games.rules.cards import RANKS
from games.rules.last_player_spots import FOLLOW_ON, LAYS, POINTS, cards_of

OUT = 1000.0  # the hand is gone
KEPT = {"X": 12.0, "8": 3.0, "3": 3.0, "J": 1.0}  # what holding such a card back is worth
TWO = 2.5  # with two players, half of it with more
DEAR = 0.03  # a penalty point got rid of
DEAR_LATE = 0.2  # likewise when somebody has one card
FOLLOWS = (0.0, 0.3, 0.36, 0.42)  # so many cards left could follow
NO_CARD = -7.5  # a draw, a pass or a stop
DRAWN = -4.0  # a card to be drawn in a run
THEY_DRAW = 1.0  # a card that the next player has to draw
CHAIN_ENDS = 6.0  # a chain that empties the hand
CHAIN_AT_MOST = 4


class Laid(NamedTuple):
    """A card as a move lays it."""

    card: str
    rank: str
    suit: str  # to be followed


class Sight(NamedTuple):
    """What of a view counts here."""

    hand: list[str]
    demand: str | None
    late: bool  # somebody has one card
    two: bool  # players: who skips the other moves again
    answered: float  # how likely the next player holds a card that one does not see


def weigh(view: dict[str, Any]) -> dict[str, float]:
    """A weight for each legal move (`search.Weigh`)."""
    sight = _sight(view)
    weights = {}
    for move in view["legal"]:
        laid = _laid(move)
        if laid is None:
            weights[_called(move, len(sight.hand))] = _without(sight)
        else:
            left = [card for card in sight.hand if card != laid.card]
            goes_on = laid.rank == "3" and not sight.demand
            weights[move if goes_on else _called(move, len(left))] = _worth(laid, left, sight)
    return weights


def duty(view: Mapping[str, Any], options: Mapping[str, Any]) -> Collection[str]:
    """LP5, LP9 (`memory.Duty`)."""
    if view["demand"]:
        return (view["demand"],)
    if options["voluntary_draw"] or not view["discard"]:
        return ()
    top = view["as"] or view["discard"]
    return cards_of(FOLLOW_ON[top[0] + view["suit"]].compelling)


def _sight(view: dict[str, Any]) -> Sight:
    counts, seat = view["counts"], view["to_act"]
    others = sum(counts) - counts[seat]
    answered = counts[(seat + view["direction"]) % len(counts)] / max(1, view["stock"] + others)
    late = any(count == 1 for place, count in enumerate(counts) if place != seat)
    return Sight(view["hand"], view["demand"], late, len(counts) == 2, min(1.0, answered))


@cache
def _laid(move: str) -> Laid | None:
    lay = LAYS.get(move)
    return Laid(lay.card, lay.rank, lay.suit) if lay else None


def _called(move: str, left: int) -> str:
    """LP15: said by who keeps one card."""
    return f"{move} last" if left == 1 and move not in ("draw", "pass") else move


def _without(sight: Sight) -> float:
    return DRAWN * _value(sight.demand) if sight.demand else NO_CARD


def _value(card: str) -> int:
    """Cards to draw for not laying `card` in a run (LP9)."""
    return RANKS.index(card[0]) + 1


def _worth(laid: Laid, left: list[str], sight: Sight) -> float:
    points = POINTS[laid.card]
    if not left:
        return OUT + points
    worth = points * DEAR_LATE if sight.late else points * DEAR - _kept(laid)
    if laid.rank == "4" or sight.demand:
        worth += _run(laid, left, sight)
    elif laid.rank == "2":
        worth += TWO if sight.two else TWO / 2
    if sight.two and not sight.demand:
        worth += _chain(laid.rank, laid.suit, left, CHAIN_AT_MOST)
    return worth + FOLLOWS[min(3, sum(card[1] == laid.suit or card[0] in (laid.rank, "8", "X") for card in left))]


def _kept(laid: Laid) -> float:
    return KEPT.get(laid.card[0], 0.0)


def _run(laid: Laid, left: list[str], sight: Sight) -> float:
    """What the next player draws, less what comes back if that player answers."""
    if laid.rank == "A":
        return 0.0
    demand = RANKS[RANKS.index(laid.rank) + 1]
    if demand + laid.suit in left:
        return THEY_DRAW * _value(demand)
    answer = RANKS[min(RANKS.index(demand) + 1, len(RANKS) - 1)]
    comes_back = sight.two and demand != "A" and answer + laid.suit not in left
    back = _value(answer) if comes_back else 0
    return THEY_DRAW * (_value(demand) * (1 - sight.answered) - back * sight.answered)


def _chain(rank: str, suit: str, left: list[str], at_most: int) -> float:
    """The cards that go before the other of two players has a turn again (LP7, LP8, LP12)."""
    if not left:
        return CHAIN_ENDS
    if rank not in "23J" or not at_most:
        return 0.0
    best = 0.0
    for card in left:
        if rank == "3" or card[1] == suit or card[0] in (rank, "8"):
            best = max(best, 1 + _chain(card[0], card[1], [each for each in left if each != card], at_most - 1))
    return best
