"""What every coach does, and the words that all of them use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from ..rules.game import Event

LEARNER = 0  # the learner's seat
View = dict[str, Any]


@dataclass(frozen=True)
class Choice:
    """Cards that may be played now, all for the same reason."""

    cards: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class Told:
    """Something that happened and is worth a word.

    Of each topic the learner is told once a deal; what has no topic is told every time.
    """

    text: str
    topic: str = ""


@dataclass(frozen=True)
class Happening:
    """One move as the learner saw it."""

    before: View
    seat: int
    move: str
    events: Sequence[Event]
    after: View


def card(name: str) -> str:
    return f"[{name}]"


def cards(names: Iterable[str]) -> str:
    return " ".join(map(card, names))


def played(move: str) -> str | None:
    """The card that a move takes from the hand: the last one named."""
    words = [word for word in move.split() if word[-1] in "cdhsbr" and len(word) == 2]
    return words[-1] if words else None


class Coach(ABC):
    """`names`: who sits where; the learner is `names[LEARNER]` and called "you"."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    # -- the learner's turn ------------------------------------------------------------------------
    @abstractmethod
    def asks(self, view: View) -> list[str]:
        """What is demanded of the learner, who is to act, and whether it is a duty."""

    @abstractmethod
    def why(self, name: str, view: View) -> str:
        """Why this card may be played, and what it would do."""

    @abstractmethod
    def advice(self, move: str, view: View) -> str:
        """Why `move` is a good one."""

    def advised(self, move: str, view: View) -> str:
        """What to advise where an easy bot would make `move`."""
        return move

    def choices(self, view: View) -> list[Choice]:
        """The cards that may be played, those with the same reason together."""
        reasons: dict[str, list[str]] = {}
        for name in view["hand"]:
            if any(played(move) == name for move in view["legal"]):
                reasons.setdefault(self.why(name, view), []).append(name)
        return [Choice(tuple(names), why) for why, names in reasons.items()]

    # -- what happened -----------------------------------------------------------------------------
    @abstractmethod
    def told(self, happening: Happening) -> Iterator[Told]:
        """What there is to say about a move, the learner's own included."""

    @abstractmethod
    def ending(self, view: View) -> list[str]:
        """How the deal ended, and what it would mean in a match."""

    # -- words -------------------------------------------------------------------------------------
    def who(self, seat: int, you: str, other: str, **values: Any) -> str:
        """One of two sentences: about the learner, or about somebody with a `%(name)s`."""
        return (you if seat == LEARNER else other) % {"name": self.names[seat], **values}

    def lost_by(self, view: View) -> str:
        """The first sentence about a deal that somebody loses."""
        losers = view["outcome"]["losers"]
        if not losers:
            return _("The deal is drawn: nobody loses it.")
        return self.who(
            losers[0],
            _("You are the last with cards: you lose this deal."),
            _("%(name)s is the last with cards and loses the deal."),
        )
