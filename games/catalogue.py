"""How each game is shown to people who choose one: a line about it and three cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from .rules import GAMES
from .rules.game import Game

FIRST_GAME = "last-player"  # what "Play now" means

_LINES = {
    "last-player": (
        gettext_noop("Follow rank or suit, mind the fours, and call your last card. Who gathers 100 points is out."),
        ("4h", "5h", "Xr"),
    ),
    "follow-the-leader": (
        gettext_noop("Same rank or one higher, round and round. Do not be the last with cards in hand."),
        ("7d", "8s", "8h"),
    ),
    "king-george-iii": (
        gettext_noop("One up or one down, as many as fit. Three aces sweep the pile away."),
        ("Qd", "Kc", "Ah"),
    ),
    "chukchi-durak": (
        gettext_noop("Durak without a stock: six cards, trumps, attack and defence, throwing in and passing on."),
        ("9c", "Jc", "6d"),
    ),
    "arithmetic-durak": (
        gettext_noop("Durak that begins with one card each and grows by one with every bout."),
        ("6s", "7s", "8s"),
    ),
}


@dataclass(frozen=True)
class Entry:
    """One game as it is offered.  `faces` are cards in the notation."""

    game: type[Game]
    faces: tuple[str, ...]
    line: str = ""

    @property
    def slug(self) -> str:
        return self.game.slug

    @property
    def name(self) -> str:
        return gettext(self.game.name)

    @property
    def least(self) -> int:
        return min(self.game.seats)

    @property
    def most(self) -> int:
        return max(self.game.seats)

    @property
    def summary(self) -> str:
        return gettext(self.line) if self.line else ""


def entry(slug: str) -> Entry:
    """The game's entry; KeyError for an unknown game."""
    line, faces = _LINES.get(slug, ("", ("As", "Kh", "Qd")))
    return Entry(GAMES[slug], faces, line)


def entries() -> Iterator[Entry]:
    """All games, in the order of GAMES."""
    return map(entry, GAMES)
