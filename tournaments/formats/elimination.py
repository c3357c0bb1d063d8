"""`elimination`: Last Player as a whole tournament.  Penalty points are carried on; at the limit one is out (T8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.game import Option, gettext_noop

from .book import Book
from .elimination_course import Course
from .elimination_ranking import EliminationBook, exit_order, final_place
from .format import CLUBS, LATE_UNTIL, Format
from .history import CannotSeat, History, Note, Table
from .lots import draw_order
from .proposal import Draft, MatchTerms, Seating
from .reasons import Notes, reasons
from .standings import State
from .stay import Floor
from .table_sizes import Split, table_sizes
from .tie_breaks import Criterion


@dataclass(frozen=True)
class Elimination(Format):
    """Rounds of `deals` deals until at most a table is left, which plays on to the last player."""

    slug = "elimination"
    name = gettext_noop("Elimination")
    options = (
        Option("limit", 100, gettext_noop("Out at penalty points"), low=1, high=10_000),
        Option("deals", 1, gettext_noop("Deals a round"), low=1, high=20),
        Option(
            "seating",
            "redraw",
            gettext_noop("Seating"),
            gettext_noop("Anew every round, or tables stay together and are levelled."),
            choices=("redraw", "stay"),
            labels=(gettext_noop("new tables every round"), gettext_noop("tables stay together")),
        ),
        LATE_UNTIL,
        CLUBS,
    )

    def course(self, history: History) -> Course:
        limit, most = int(self.settings["limit"]), self.sizes.preferred
        return history.derive((Course, limit, most), lambda: Course(history, limit, most))

    def rounds(self, history: History) -> int | None:
        return len(history.rounds) if self.finished(history) else None

    def in_play(self, history: History) -> tuple[int, ...]:
        return self.course(history).still_in()

    def finished(self, history: History) -> bool:
        if not history.rounds or history.rounds[-1].missing():
            return False
        return len(self.in_play(history)) <= 1

    def match_terms(self, history: History) -> MatchTerms:
        """`deals` deals; the final table plays to the last player; a tie with nobody left, one deal (LP18)."""
        course = self.course(history)
        if course.is_final():
            carried = {entry: course.totals[entry] for entry in course.still_in()}
            return MatchTerms("elimination", {"limit": course.limit}, carried)
        play_off = all(course.totals[entry] >= course.limit for entry in course.still_in())
        return MatchTerms("deals", {"count": 1 if play_off else int(self.settings["deals"])})

    # -- seating -------------------------------------------------------------------------------
    def _seat(self, history: History, seed: str, draft: Draft | None) -> Seating:
        course = self.course(history)
        entries = course.still_in()
        if len(entries) < 2:
            raise CannotSeat(gettext_noop("One player alone cannot be seated."))
        split = self._split(len(entries))
        byes = tuple(sorted(draw_order(entries, seed), key=history.byes.__getitem__)[: split.byes])
        seated = [entry for entry in entries if entry not in byes]
        tables, notes = self._tables(history, seated, split, seed, draft)
        if course.is_final():
            final = Note(gettext_noop("The final table: it plays to the last player, with the points carried."))
            notes = {**notes, 0: (*notes.get(0, ()), final)}
        return Seating(history.next_round, tables, byes, notes, self.cost(history, tables))

    def _split(self, entries: int) -> Split:
        """T2; at most a table of the preferred size is left: that is one table, however few (T8)."""
        return Split((entries,)) if entries <= self.sizes.preferred else table_sizes(entries, self.sizes)

    def _tables(
        self, history: History, entries: Sequence[int], split: Split, seed: str, draft: Draft | None
    ) -> tuple[tuple[Table, ...], Notes]:
        if self.settings["seating"] == "stay" and history.rounds:
            floor = Floor(history, entries, self.sizes, seed, int(self.settings["deals"]))
            return floor.settle(), floor.notes
        objective = self.objective(history, seed)
        tables = self.seat_by_objective(objective, entries, split.tables, draft)
        return tables, reasons(objective, tables)

    # -- ranking -------------------------------------------------------------------------------
    def book(self, history: History) -> Book:
        course = self.course(history)
        return history.derive((EliminationBook, course.limit, course.most_at_final), lambda: EliminationBook(course))

    def criteria(self, history: History) -> tuple[Criterion, ...]:
        return exit_order(self.course(history))

    def ranked(self, history: History) -> tuple[int, ...]:
        joined = self.course(history).totals
        return tuple(entry for entry in super().ranked(history) if entry in joined)

    def states(self, history: History) -> dict[int, State]:
        course, states = self.course(history), super().states(history)
        out = set(course.exits) | {entry for entry in course.finalists if final_place(course, entry) != 1}
        return {entry: "out" if entry in out and state != "disqualified" else state for entry, state in states.items()}
