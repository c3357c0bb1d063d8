"""`knockout`: tables of k, the first m advance, until one table is left (T7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.game import Option, gettext_noop

from .bracket import bracket_tables, pots
from .format import CLUBS, BadFormat, Format
from .history import CannotSeat, History, Note, Table
from .knockout_course import Course, exit_order
from .proposal import Draft, PlayOff, Seating
from .seating import seat_order
from .standings import State
from .table_sizes import Sizes, Split, table_sizes
from .tie_breaks import Criterion


@dataclass(frozen=True)
class Knockout(Format):
    """Two seats: a bracket, byes to the best seeds.  More: the seeds are spread over the tables anew every round."""

    slug = "knockout"
    name = gettext_noop("Knockout")
    has_play_offs = True
    options = (
        Option("advance", 1, gettext_noop("How many of a table advance"), low=1, high=5),
        CLUBS,
    )

    def validate(self) -> None:
        if self.settings["advance"] >= self.sizes.preferred:
            raise BadFormat(gettext_noop("Fewer must advance than sit at a table."))

    def course(self, history: History) -> Course:
        advance = int(self.settings["advance"])
        return history.derive((Course, advance), lambda: Course(history, advance))

    def play_offs(self, history: History) -> tuple[PlayOff, ...]:
        """The ties of the last round that one more deal must decide (T7)."""
        return self.course(history).play_offs()

    def rounds(self, history: History) -> int:
        """As many as it takes with everybody who is still in."""
        count, rounds = len(self.in_play(history)), len(history.rounds)
        if self.finished(history):
            return rounds
        while not (split := self._split(count)).is_one_table:
            count, rounds = len(split.tables) * int(self.settings["advance"]) + split.byes, rounds + 1
        return rounds + 1

    def in_play(self, history: History) -> tuple[int, ...]:
        return self.course(history).still_in()

    def finished(self, history: History) -> bool:
        if not history.rounds or history.rounds[-1].missing():
            return False
        course = self.course(history)
        return course.final is not None or (len(course.still_in()) <= 1 and not course.play_offs())

    def may_join(self, history: History) -> bool:
        """Only before the first round."""
        return not history.rounds

    # -- seating -------------------------------------------------------------------------------
    def _seat(self, history: History, seed: str, draft: Draft | None) -> Seating:
        entries = self._seeded(history)
        pending = ", ".join(str(play_off.table) for play_off in self.play_offs(history))
        if pending:
            raise CannotSeat(
                gettext_noop("A play-off deal must decide who advances at tables {tables}."), tables=pending
            )
        if len(entries) < 2:
            raise CannotSeat(gettext_noop("One player alone cannot be seated."))
        groups, byes = self._groups(history, entries, seed)
        objective = self.objective(history, seed)
        tables = tuple(Table(number, seat_order(objective, group)) for number, group in enumerate(groups, start=1))
        notes = {0: self._notes(history, entries, byes)}
        return Seating(history.next_round, tables, byes, notes, self.cost(history, tables))

    def _seeded(self, history: History) -> list[int]:
        by_id = history.by_id
        return sorted(self.in_play(history), key=lambda entry: (by_id[entry].seed, entry))

    def _groups(self, history: History, entries: Sequence[int], seed: str) -> tuple[list[list[int]], tuple[int, ...]]:
        """Who sits together, and who has a bye; entries best seed first."""
        if self.sizes.preferred == 2:
            return bracket_tables(history, entries)
        split = self._split(len(entries))
        byes, seated = tuple(entries[: split.byes]), entries[split.byes :]
        return pots(self.objective(history, seed), seated, split.tables), byes

    def _split(self, entries: int) -> Split:
        """T2, every table larger than the number that advances; the last table as it comes."""
        if entries <= self.sizes.preferred:
            return Split((entries,))
        if self.sizes.preferred == 2:
            size = 1 << (entries - 1).bit_length()
            return Split((2,) * (entries - size // 2), size - entries)
        least = max(self.sizes.least, int(self.settings["advance"]) + 1)
        return table_sizes(entries, Sizes(self.sizes.preferred, least, self.sizes.most))

    def _notes(self, history: History, entries: Sequence[int], byes: Sequence[int]) -> tuple[Note, ...]:
        free = gettext_noop("{entry} goes on to the next round without an opponent.")
        notes = tuple(Note(free, {"entry": entry}) for entry in byes)
        if self._split(len(entries)).is_one_table:
            return (*notes, Note(gettext_noop("The last table: it decides the first places.")))
        return notes

    # -- ranking -------------------------------------------------------------------------------
    def criteria(self, history: History) -> tuple[Criterion, ...]:
        return exit_order(self.course(history))

    def states(self, history: History) -> dict[int, State]:
        course, states = self.course(history), super().states(history)
        return {entry: "out" if state == "in" and course.has_lost(entry) else state for entry, state in states.items()}
