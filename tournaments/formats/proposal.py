"""What a format says about the next round: its tables with reasons, and the match that they play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from .history import Note, Number, Table


@dataclass(frozen=True)
class Cost:
    """How far a seating is from ideal, in the order of T3: smaller is better.

    `meetings`: times that pairs at one table had met; `spread`: highest minus lowest score, summed over tables;
    `clubs`: pairs of one club; `lead`: how often those who lead now have led before.
    """

    meetings: int = 0
    spread: Fraction = Fraction(0)
    clubs: int = 0
    lead: int = 0

    def key(self) -> tuple[int, Fraction, int, int]:
        return self.meetings, self.spread, self.clubs, self.lead


@dataclass(frozen=True)
class Draft:
    """A preview that the organiser has touched: `locked` entries keep table and seat, the rest is sought anew.

    `byes`: who is to have the bye, where the organiser chose.  A round that follows a plan, a bracket or tables that
    stay together has nothing to seek, so a draft changes nothing there.
    """

    tables: tuple[Table, ...]
    locked: frozenset[int] = frozenset()
    byes: tuple[int, ...] | None = None


@dataclass(frozen=True)
class MatchTerms:
    """What is played at a table where the tournament decides it: a match format (M1), its settings, points brought."""

    format: str
    settings: Mapping[str, int]
    carried: Mapping[int, Number] = field(default_factory=dict)


@dataclass(frozen=True)
class PlayOff:
    """Entries level for the last `places` that advance, after penalty points: one deal decides."""

    round: int
    table: int
    entries: tuple[int, ...]
    places: int


@dataclass(frozen=True)
class Seating:
    """The next round, whole, to be looked at (T3).  `notes`: table number -> reasons; 0: the round itself."""

    number: int
    tables: tuple[Table, ...]
    byes: tuple[int, ...]
    notes: Mapping[int, tuple[Note, ...]]
    cost: Cost = Cost()
