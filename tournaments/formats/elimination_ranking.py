"""Places in an `elimination` event: later out is better, then totals (T8); the final table by its match (M2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.rules.game import gettext_noop

from .book import Book, Line
from .elimination_course import Course, Exit, round_points
from .history import Number, Round
from .tie_breaks import Criterion, Values, negated

STILL_IN = 1 << 30


class EliminationBook(Book):
    """The ledger with the points of T9, and carried totals in place of plain sums."""

    def __init__(self, course: Course) -> None:
        super().__init__(course.history)
        self.points = {entry: course.totals.get(entry, 0) for entry in self.lines}

    def _enter(self, round: Round) -> None:
        super()._enter(round)
        for entry, points in round_points(round).items():
            self.lines[entry][-1] = _with_points(self.lines[entry][-1], points)


def _with_points(line: Line, points: Number) -> Line:
    return line if line.points == points else replace(line, points=points)


def exit_order(course: Course) -> tuple[Criterion, ...]:
    """The criteria of T8 over a course."""
    exits = course.exits | course.gone()

    def out(book: Book, group: Sequence[int]) -> Values:
        return {entry: _when(course, exits, entry) for entry in group}

    def final(book: Book, group: Sequence[int]) -> Values | None:
        return {entry: -final_place(course, entry) for entry in group} if course.finalists >= set(group) else None

    def total(book: Book, group: Sequence[int]) -> Values | None:
        if course.finalists >= set(group):
            return None
        return {entry: -(exits[entry].total if entry in exits else course.totals[entry]) for entry in group}

    def before(book: Book, group: Sequence[int]) -> Values | None:
        return {entry: -exits[entry].before for entry in group} if exits.keys() >= set(group) else None

    return (
        Criterion("out", gettext_noop("Out in round"), out, _shown_round),
        Criterion("final", gettext_noop("Place at the final table"), final, negated),
        Criterion("total", gettext_noop("Penalty points"), total, negated),
        Criterion("before", gettext_noop("Penalty points before that round"), before, negated),
    )


def _when(course: Course, exits: dict[int, Exit], entry: int) -> int:
    """Twice the round, and one less for who left in it: behind all who played it (M9)."""
    if entry in course.finalists:
        assert course.final is not None
        return 2 * course.final
    return 2 * exits[entry].round - exits[entry].left if entry in exits else STILL_IN


def _shown_round(value: Number) -> Number | None:
    return (value + 1) // 2 if 0 < value < STILL_IN else None


def final_place(course: Course, entry: int) -> int:
    """The place at the final table; who did not appear comes last (T9)."""
    assert course.final is not None
    for table in course.history.rounds[course.final - 1].tables:
        if entry in table.played():
            assert table.result is not None
            return table.result.places[table.seats.index(entry)]
    return len(course.finalists) + 1
