"""What happened in an event: entries, rounds, results, penalties.  Frozen values; ids are the caller's numbers.

Scores and penalty points are exact (`int` or `Fraction`): a mean of 10 and 15 points is 25/2, never rounded here.
Only confirmed results are given to these types; a correction is another `History` (T10, T13).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TypeVar, cast

Derived = TypeVar("Derived")
Number = int | Fraction
Span = tuple[int, int | None]
"""Rounds missed: from the first (inclusive) up to the one of the return (exclusive; None: has not come back)."""


@dataclass(frozen=True)
class Entry:
    """Somebody who plays.  `seed` 1 is the best (rating at closing, or a published lot; T7).

    `joined` is the first round that this entry may be seated in; `away` the rounds missed by leaving for a while or by
    being set aside (T1, T9); `withdrawn` and `disqualified` the round from which it is gone for good; `restored` the
    rounds from which the organiser put a wrong exit right (T11).
    """

    id: int
    seed: int
    club: str = ""
    joined: int = 1
    away: tuple[Span, ...] = ()
    withdrawn: int | None = None
    disqualified: int | None = None
    restored: tuple[int, ...] = ()

    def present(self, round: int) -> bool:
        """Whether this entry may be seated in `round`."""
        return self.joined <= round and not self.gone(round) and not self.absent(round)

    def gone(self, round: int) -> bool:
        """Withdrawn or disqualified."""
        return any(since is not None and round >= since for since in (self.withdrawn, self.disqualified))

    def absent(self, round: int) -> bool:
        """Away for now."""
        return any(start <= round and (end is None or round < end) for start, end in self.away)

    def has_left(self, before: int) -> bool:
        """Whether some round before round `before` was missed after joining."""
        return any(start < before and (end is None or end > self.joined) for start, end in self.away)

    def as_of(self, round: int) -> Entry:
        """What was known of this entry when `round` had been played."""
        away = tuple((start, _unless_later(end, round)) for start, end in self.away if start <= round)
        return replace(
            self,
            away=away,
            withdrawn=_unless_later(self.withdrawn, round),
            disqualified=_unless_later(self.disqualified, round),
            restored=tuple(r for r in self.restored if r <= round),
        )


def _unless_later(when: int | None, round: int) -> int | None:
    return when if when is not None and when <= round else None


@dataclass(frozen=True)
class TableResult:
    """A confirmed result, a value a seat: `places` 1 is best and ties share (M1), `penalties` taken in this round.

    `absent` seats did not appear (T9): whatever their places say, they come last.  `play_off`: places in the
    deal that decided who advances (T7), None for seats not in it.
    """

    places: tuple[int, ...]
    penalties: tuple[Number, ...]
    deals: int = 1
    absent: frozenset[int] = frozenset()
    play_off: tuple[int | None, ...] = ()

    def __post_init__(self) -> None:
        lengths = {len(self.places), len(self.penalties), len(self.play_off or self.places)}
        if lengths != {len(self.places)} or not self.absent <= set(range(len(self.places))):
            raise ValueError("a table result needs one place and one penalty for each seat")


@dataclass(frozen=True)
class Table:
    """A table of a round: entry ids in seat order, and the confirmed result once there is one."""

    number: int
    seats: tuple[int, ...]
    result: TableResult | None = None

    def __post_init__(self) -> None:
        if self.result is not None and len(self.result.places) != len(self.seats):
            raise ValueError(f"table {self.number}: the result has another number of seats")

    def played(self) -> tuple[int, ...]:
        """The entries that sat down, in seat order; empty while there is no result."""
        if self.result is None:
            return ()
        return tuple(entry for seat, entry in enumerate(self.seats) if seat not in self.result.absent)


@dataclass(frozen=True)
class Round:
    """A published round."""

    number: int
    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()

    def seated(self) -> frozenset[int]:
        return frozenset(entry for table in self.tables for entry in table.seats) | frozenset(self.byes)

    def missing(self) -> tuple[int, ...]:
        """Numbers of the tables without a confirmed result."""
        return tuple(table.number for table in self.tables if table.result is None)


@dataclass(frozen=True)
class Penalty:
    """Signed amounts added by the organiser in a round (T15): `score` to the score, `points` to the penalty points."""

    entry: int
    round: int
    score: Number = 0
    points: Number = 0
    reason: str = ""
    cancelled: bool = False


@dataclass(frozen=True)
class History:
    """All that rankings and seatings are made from.  Rounds are numbered 1, 2, ... without a gap."""

    entries: tuple[Entry, ...]
    rounds: tuple[Round, ...] = ()
    penalties: tuple[Penalty, ...] = ()

    def __post_init__(self) -> None:
        if [round.number for round in self.rounds] != list(range(1, len(self.rounds) + 1)):
            raise ValueError("rounds must be numbered 1, 2, ... in order")
        if len(self.by_id) != len(self.entries):
            raise ValueError("two entries have the same id")
        for round in self.rounds:
            self._check(round)

    def _check(self, round: Round) -> None:
        seated = [entry for table in round.tables for entry in table.seats] + list(round.byes)
        if len(set(seated)) != len(seated):
            raise ValueError(f"round {round.number}: somebody is seated twice")
        if not self.by_id.keys() >= set(seated):
            raise ValueError(f"round {round.number}: somebody is not entered")

    def derive(self, key: Hashable, make: Callable[[], Derived]) -> Derived:
        """What `make` gives, computed once for this history; `key` names it."""
        if key not in self._derived:
            self._derived[key] = make()
        return cast(Derived, self._derived[key])

    @cached_property
    def _derived(self) -> dict[Hashable, object]:
        return {}

    @cached_property
    def by_id(self) -> dict[int, Entry]:
        return {entry.id: entry for entry in self.entries}

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    def tables(self) -> Iterator[tuple[Round, Table]]:
        for round in self.rounds:
            for table in round.tables:
                yield round, table

    def present(self) -> tuple[int, ...]:
        """Who may be seated in the next round, for the event as such."""
        return tuple(entry.id for entry in self.entries if entry.present(self.next_round))

    def last_seated(self) -> dict[int, int]:
        """Entry -> the last round in which it was seated (0: none yet)."""
        last = {entry.id: 0 for entry in self.entries}
        for round in self.rounds:
            last.update(dict.fromkeys(round.seated(), round.number))
        return last

    def as_of(self, round: int) -> History:
        """The public history when `round` had been played (T13)."""
        return History(
            tuple(entry.as_of(round) for entry in self.entries if entry.joined <= max(round, 1)),
            self.rounds[:round],
            tuple(penalty for penalty in self.penalties if penalty.round <= round),
        )

    @cached_property
    def meetings(self) -> dict[int, dict[int, tuple[int, ...]]]:
        """Entry -> opponent -> the rounds in which both sat down at one table.  An unplayed table counts as met."""
        met: dict[int, dict[int, tuple[int, ...]]] = {entry.id: {} for entry in self.entries}
        for round, table in self.tables():
            together = table.played() if table.result is not None else table.seats
            for one in together:
                row = met[one]
                for other in together:
                    if other != one:
                        row[other] = (*row.get(other, ()), round.number)
        return met

    @cached_property
    def led(self) -> dict[int, int]:
        """Entry -> how often it sat on seat 0, which leads (M8)."""
        led = {entry.id: 0 for entry in self.entries}
        for _, table in self.tables():
            led[table.seats[0]] += 1
        return led

    @cached_property
    def byes(self) -> dict[int, int]:
        """Entry -> byes so far."""
        byes = {entry.id: 0 for entry in self.entries}
        for round in self.rounds:
            for entry in round.byes:
                byes[entry] += 1
        return byes


@dataclass(frozen=True)
class Note:
    """A sentence for people: an English template (marked for translation) and its values.

    Values named `entry`, `other` or `others` are entry ids: the shell puts the names in.  `criterion` is itself a
    text marked for translation.
    """

    text: str
    params: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.params)


class CannotSeat(ValueError):
    """The next round cannot be seated now; `note` says why."""

    def __init__(self, text: str, **params: object) -> None:
        self.note = Note(text, params)
        super().__init__(str(self.note))
