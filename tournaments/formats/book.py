"""The ledger of an event: what each round gave each entry (T4, T9, T15).  Every ranking reads it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal

from .history import History, Number, Round, Table, TableResult

Kind = Literal["played", "absent", "bye", "missed", "open"]


@lru_cache(maxsize=4096)
def table_scores(places: tuple[int, ...], absent: frozenset[int] = frozenset()) -> tuple[Fraction, ...]:
    """Scores a seat (T4).  Absent seats have 0 and everybody else is above them (T9); alone at a table: 1."""
    return tuple(Fraction(0) if seat in absent else _seat_score(seat, places, absent) for seat in range(len(places)))


def _seat_score(seat: int, places: tuple[int, ...], absent: frozenset[int]) -> Fraction:
    if len(places) == 1:
        return Fraction(1)
    others = [other for other in range(len(places)) if other != seat]
    below = sum(other in absent or places[other] > places[seat] for other in others)
    tied = sum(other not in absent and places[other] == places[seat] for other in others)
    return Fraction(2 * below + tied, 2 * len(others))


@dataclass(frozen=True, slots=True)
class Line:
    """What one round gave one entry.  `open`: the result is not there yet.  `place` is None unless played."""

    round: int
    kind: Kind
    table: int | None = None
    place: int | None = None
    score: Fraction = Fraction(0)
    points: Number = 0
    deals: int = 0
    opponents: tuple[int, ...] = ()


class Book:
    """All lines of a history, entry by entry, round by round.  `removed` entries are struck out, meetings and all."""

    def __init__(self, history: History, removed: Iterable[int] = ()) -> None:
        self.history = history
        self.removed = frozenset(removed)
        self.lines: dict[int, list[Line]] = {entry.id: [] for entry in history.entries}
        for round in history.rounds:
            self._enter(round)

    def _enter(self, round: Round) -> None:
        for table in round.tables:
            self._enter_table(round.number, table)
        for entry in round.byes:
            self.lines[entry].append(self._bye(entry, round.number))
        for lines in self.lines.values():
            if len(lines) < round.number:
                lines.append(Line(round.number, "missed"))

    def _bye(self, entry: int, round: int) -> Line:
        """A bye gives 1, and does so once (T4)."""
        had_one = any(line.kind == "bye" for line in self.lines[entry])
        return Line(round, "bye", score=Fraction(0 if had_one else 1))

    def _enter_table(self, round: int, table: Table) -> None:
        if table.result is None:
            for entry in table.seats:
                self.lines[entry].append(Line(round, "open", table.number))
            return
        seats, result = self._without_removed(table.seats, table.result)
        if len(seats) == 1 < len(table.seats):
            return  # everybody else is struck out, so nothing was played
        together = tuple(entry for seat, entry in enumerate(seats) if seat not in result.absent)
        scores = table_scores(result.places, result.absent)
        for seat, entry in enumerate(seats):
            if seat in result.absent:
                self.lines[entry].append(Line(round, "absent", table.number))
                continue
            opponents = tuple(other for other in together if other != entry)
            line = Line(
                round,
                "played",
                table.number,
                result.places[seat],
                scores[seat],
                result.penalties[seat],
                result.deals,
                opponents,
            )
            self.lines[entry].append(line)

    def _without_removed(self, seats: tuple[int, ...], result: TableResult) -> tuple[tuple[int, ...], TableResult]:
        """The table as if the removed had never sat there."""
        if self.removed.isdisjoint(seats):
            return seats, result
        stay = [seat for seat, entry in enumerate(seats) if entry not in self.removed]
        places = [result.places[seat] for seat in stay]
        closed = TableResult(
            tuple(1 + sum(other < place for other in places) for place in places),
            tuple(result.penalties[seat] for seat in stay),
            result.deals,
            frozenset(new for new, seat in enumerate(stay) if seat in result.absent),
        )
        return tuple(seats[seat] for seat in stay), closed

    @cached_property
    def scores(self) -> dict[int, Fraction]:
        """Entry -> score: tables, byes and the organiser's penalties (T4, T15)."""
        totals = {entry: sum((line.score for line in lines), Fraction(0)) for entry, lines in self.lines.items()}
        for penalty in self.history.penalties:
            if not penalty.cancelled:
                totals[penalty.entry] += penalty.score
        return totals

    @cached_property
    def adjusted(self) -> dict[int, Fraction]:
        """Entry -> score as an opponent's in Buchholz: every round not played counts a half (T5)."""
        return {entry: self._adjusted(entry) for entry in self.lines}

    def _adjusted(self, entry: int) -> Fraction:
        unplayed = [line.score for line in self.lines[entry] if line.kind not in ("played", "open")]
        return self.scores[entry] - sum(unplayed) + Fraction(len(unplayed), 2)

    @cached_property
    def points(self) -> dict[int, Number]:
        """Entry -> penalty points, the organiser's included."""
        totals: dict[int, Number] = {entry: sum(line.points for line in lines) for entry, lines in self.lines.items()}
        for penalty in self.history.penalties:
            if not penalty.cancelled:
                totals[penalty.entry] += penalty.points
        return totals

    @cached_property
    def deals(self) -> dict[int, int]:
        """Entry -> deals played."""
        return {entry: sum(line.deals for line in lines) for entry, lines in self.lines.items()}

    @cached_property
    def opponents(self) -> dict[int, frozenset[int]]:
        """Entry -> everybody met."""
        return {
            entry: frozenset(other for line in lines for other in line.opponents) for entry, lines in self.lines.items()
        }
