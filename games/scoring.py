"""Deals whose scores are typed in: what was entered -> the deal's outcome, for any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from .rules import GAMES
from .rules.cards import hand_order, standing_order
from .rules.game import Outcome, gettext_noop

OTHER = "other"
MOST_POINTS = 10_000
_PENALTY = {**{rank: int(rank) for rank in "2345679"}, "8": 25, **dict.fromkeys("TJQK", 10), "A": 15, "X": 40}  # LP17


class OtherGame:
    """Another game, of which only plain points are known: fewest points win a deal.  Only for matches and forms."""

    slug = OTHER
    name = gettext_noop("Another game")
    seats = range(2, 7)
    counts = "wins"
    fool_matters = False
    options = ()

    @staticmethod
    def full_options(options: Mapping[str, Any]) -> dict[str, Any]:
        return {}


def rules_of(game: str) -> Any:
    """The game's class; for "another game" one that knows what a match needs.  KeyError for an unknown game."""
    return OtherGame if game == OTHER else GAMES[game]


class BadEntry(ValueError):
    """What was typed cannot be the score of a deal; the text is a translated sentence."""


@dataclass(frozen=True)
class Entry:
    """One deal as typed in; lists are by deal seat.  Points win over cards; winners and losers are tapped."""

    points: Sequence[int] | None = None
    cards: Sequence[Sequence[str]] | None = None  # left in each hand
    winners: Sequence[int] = ()
    losers: Sequence[int] = ()

    @classmethod
    def read(cls, data: Mapping[str, Any], seats: int) -> Entry:
        """From JSON values, checked for shape and range; raises BadEntry."""
        points, cards = data.get("points"), data.get("cards")
        if points is not None and not (_is_list(points, int, seats) and all(0 <= p <= MOST_POINTS for p in points)):
            raise BadEntry(_("Points are whole numbers from 0 to 10,000, one for each player."))
        if cards is not None:
            if not _is_list(cards, list, seats):
                raise BadEntry(_("The cards left are listed for each player."))
            _check_cards(cards)
        winners, losers = (_seats(data.get(name), seats) for name in ("winners", "losers"))
        return cls(points, cards, winners, losers)

    def as_json(self) -> dict[str, Any]:
        return {"points": self.points, "cards": self.cards, "winners": self.winners, "losers": self.losers}


def _is_list(value: Any, kind: type, length: int) -> bool:
    return isinstance(value, list) and len(value) == length and all(type(item) is kind for item in value)


def _seats(value: Any, seats: int) -> tuple[int, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(type(seat) is int and 0 <= seat < seats for seat in value):
        raise BadEntry(_("That is not a player of this deal."))
    return tuple(sorted(set(value)))


def _check_cards(cards: Sequence[Sequence[str]]) -> None:
    held = [card for hand in cards for card in hand]
    known = standing_order(jokers=True, decks=2)
    if any(not isinstance(card, str) or held.count(card) > known.count(card) for card in held):
        raise BadEntry(_("These cards cannot all be left: one is unknown or listed too often."))


def card_points(game: str, cards: Sequence[str]) -> int:
    """What the cards left in a hand cost: by LP17 in Last Player, one point a card elsewhere."""
    return sum(_PENALTY[card[0]] for card in cards) if game == "last-player" else len(cards)


def sorted_hand(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=hand_order)


# -- the outcome ------------------------------------------------------------------------------------------


def outcome_of(game: str, options: Mapping[str, Any], entry: Entry, seats: int) -> Outcome:
    """The deal's outcome as the game counts it; raises BadEntry where the entry leaves it open."""
    if rules_of(game).counts == "losses":
        return _lost(game, options, entry, seats)
    points = _points(game, entry, seats)
    if points is None:
        raise BadEntry(_("Enter the points, or tap the cards left in each hand."))
    return _won(game, points, entry)


def _points(game: str, entry: Entry, seats: int) -> tuple[int, ...] | None:
    if entry.points is not None:
        return tuple(entry.points)
    if entry.cards is not None:
        return tuple(card_points(game, hand) for hand in entry.cards)
    if entry.winners and game == "king-george-iii":  # KG9: a win counts by itself; the cards left were not noted
        return (0,) * seats
    return None


def _won(game: str, points: tuple[int, ...], entry: Entry) -> Outcome:
    """Whoever was tapped as winner, else who has no points left, else (blocked, or another game) the fewest."""
    fewest = min(points)
    winners = entry.winners or tuple(seat for seat, count in enumerate(points) if count == fewest)
    if game == OTHER:
        return Outcome("won", points, winners=winners)
    if game == "last-player":
        if entry.winners and len(entry.winners) > 1:
            raise BadEntry(_("Only one player can have played the last card."))
        if fewest and not entry.winners:
            return Outcome("blocked", points)  # LP20: everyone counts the hand
        if len(winners) > 1 or points[winners[0]]:
            raise BadEntry(_("Who went out has no points; everybody else holds at least one card."))
        return Outcome("won", points, winners=winners)
    return Outcome("tie" if len(winners) > 1 and not fewest else "won" if not fewest else "blocked", points, winners)


def _lost(game: str, options: Mapping[str, Any], entry: Entry, seats: int) -> Outcome:
    """Games with a loser: tapped, or who alone holds cards or points; nobody: a draw."""
    counted = _points(game, entry, seats)
    losers = entry.losers or tuple(seat for seat, count in enumerate(counted or ()) if count)
    if not losers:
        return Outcome("draw", (0,) * seats)
    if len(losers) > 1:
        raise BadEntry(_("Only one player loses a deal of this game."))
    worth = 1
    if options.get("scoring") == "cards":  # FL6
        if not counted:
            raise BadEntry(_("Tap the cards left in the loser's hand, or type how many there are."))
        worth = max(1, counted[losers[0]])
    penalties = tuple(worth if seat == losers[0] else 0 for seat in range(seats))
    return Outcome("fool", penalties, losers=losers)
