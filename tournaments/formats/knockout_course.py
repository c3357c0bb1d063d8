"""The course of a `knockout` event: who advances, who is out when and how (T7, T9, T11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from games.rules.game import gettext_noop

from .book import Book
from .history import History, Number, Round, Table, TableResult
from .proposal import PlayOff
from .tie_breaks import Criterion, Values, negated

STILL_IN = 1 << 30


@dataclass(frozen=True)
class Course:
    """What the published rounds mean when the first `advance` of a table go on."""

    history: History
    advance: int

    # -- one table -----------------------------------------------------------------------------
    def order(self, table: Table) -> list[tuple[tuple[Number, ...], int]]:
        """(what counts, entry) of those who appeared, best first: place, penalty points, the play-off deal."""
        result = table.result
        if result is None:
            return []
        there = [seat for seat in range(len(table.seats)) if seat not in result.absent]
        return sorted((_merit(result, seat), table.seats[seat]) for seat in there)

    def level(self, table: Table) -> tuple[tuple[int, ...], int]:
        """(those level over the last place that advances, places open to them); nobody where all is clear."""
        order = self.order(table)
        if len(order) <= self.advance:
            return (), 0
        edge = order[self.advance - 1][0]
        level = tuple(entry for merit, entry in order if merit == edge)
        places = self.advance - sum(merit < edge for merit, _ in order)
        return (level, places) if len(level) > places else ((), 0)

    def advancing(self, table: Table) -> list[int]:
        """Who goes on; of those still level after a play-off deal the higher seeds, before it nobody."""
        level, places = self.level(table)
        clear = [entry for _, entry in self.order(table)[: self.advance] if entry not in level]
        if not level or not _played_off(table, level):
            return clear
        by_seed = sorted(level, key=lambda entry: (self.history.by_id[entry].seed, entry))
        return clear + by_seed[:places]

    def play_offs(self) -> tuple[PlayOff, ...]:
        """The last round's ties that nothing has decided yet."""
        if self.final is not None:
            return ()
        return tuple(
            PlayOff(round.number, table.number, *self.level(table))
            for round in self.history.rounds[-1:]
            for table in round.tables
            if (level := self.level(table)[0]) and not _played_off(table, level)
        )

    # -- the event -----------------------------------------------------------------------------
    @cached_property
    def final(self) -> int | None:
        """The round of the last table, once it is played: everybody who was left sat at it."""
        last = self.history.rounds[-1] if self.history.rounds else None
        if last is None or last.missing() or len(last.tables) != 1 or last.byes:
            return None
        return last.number

    @cached_property
    def finalists(self) -> frozenset[int]:
        return self.history.rounds[-1].seated() if self.final is not None else frozenset()

    @cached_property
    def _went_on(self) -> dict[int, frozenset[int]]:
        """Round -> who was to be seated in the next, by results and byes."""
        return {round.number: self._survivors(round) for round in self.history.rounds}

    def _survivors(self, round: Round) -> frozenset[int]:
        return frozenset(round.byes).union(*(self.advancing(table) for table in round.tables))

    def still_in(self) -> tuple[int, ...]:
        """Who is to be seated in the next round; after the final nobody."""
        if self.final is not None:
            return ()
        return tuple(entry for entry in self.history.present() if not self.is_out(entry))

    @cached_property
    def _last_seated(self) -> dict[int, int]:
        return self.history.last_seated()

    def is_out(self, entry: int) -> bool:
        """Not to be seated again, unless the organiser puts it back (T11)."""
        played, last = len(self.history.rounds), self._last_seated[entry]
        if entry in self.finalists:
            return self.place(entry) != 1
        restored = self.history.next_round in self.history.by_id[entry].restored
        return bool(played) and not restored and (last < played or entry not in self._went_on[last])

    @cached_property
    def _undecided(self) -> frozenset[int]:
        """Those of the last round whose table, or play-off, has no result yet."""
        tables = self.history.rounds[-1].tables if self.history.rounds else ()
        playing = (table.seats for table in tables if table.result is None)
        return frozenset().union(*playing, *(play_off.entries for play_off in self.play_offs()))

    def has_lost(self, entry: int) -> bool:
        """Out for good; not so while the own table is being played."""
        return self.is_out(entry) and entry not in self._undecided

    # -- places --------------------------------------------------------------------------------
    def when(self, entry: int) -> int:
        """Twice the round of the exit, one less for who went on and did not come: behind all who played it."""
        if entry in self.finalists:
            return 2 * self._last_seated[entry]
        if not self.has_lost(entry):
            return STILL_IN
        last = self._last_seated[entry]
        return 2 * last + 1 if last and entry in self._went_on[last] else 2 * last

    def _exit_table(self, entry: int) -> Table | None:
        last = self._last_seated[entry]
        tables = self.history.rounds[last - 1].tables if last else ()
        return next((table for table in tables if entry in table.seats), None)

    def place(self, entry: int) -> int:
        """The place at its last table; who did not appear comes last."""
        table = self._exit_table(entry)
        if table is None or table.result is None:
            return 0
        seat = table.seats.index(entry)
        return len(table.seats) if seat in table.result.absent else table.result.places[seat]

    def points(self, entry: int) -> Number:
        """The penalty points at its last table, the organiser's of that round included."""
        table = self._exit_table(entry)
        taken = table.result.penalties[table.seats.index(entry)] if table and table.result else 0
        return taken + sum(
            penalty.points
            for penalty in self.history.penalties
            if penalty.entry == entry and not penalty.cancelled and penalty.round == self._last_seated[entry]
        )


def _played_off(table: Table, entries: Sequence[int]) -> bool:
    """Whether all of these have played a play-off deal."""
    places = dict(zip(table.seats, table.result.play_off, strict=False)) if table.result else {}
    return all(places.get(entry) is not None for entry in entries)


def _merit(result: TableResult, seat: int) -> tuple[Number, ...]:
    """Place, penalty points in the match, place in the play-off deal (T7)."""
    play_off = result.play_off[seat] if result.play_off else None
    return result.places[seat], result.penalties[seat], play_off or 0


def exit_order(course: Course) -> tuple[Criterion, ...]:
    """The last table first, then by round, place at the table, penalty points (T7)."""

    def out(book: Book, group: Sequence[int]) -> Values:
        return {entry: course.when(entry) for entry in group}

    def place(book: Book, group: Sequence[int]) -> Values | None:
        return None if _in(course, group) else {entry: -course.place(entry) for entry in group}

    def points(book: Book, group: Sequence[int]) -> Values | None:
        if _in(course, group) or course.finalists >= set(group):
            return None
        return {entry: -course.points(entry) for entry in group}

    return (
        Criterion("out", gettext_noop("Out in round"), out, _shown_round),
        Criterion("place", gettext_noop("Place at the table"), place, negated),
        Criterion("points", gettext_noop("Penalty points"), points, negated),
    )


def _in(course: Course, group: Sequence[int]) -> bool:
    """Whether these are still in the event: nothing tells them apart yet."""
    return not course.finalists >= set(group) and not any(course.has_lost(entry) for entry in group)


def _shown_round(value: Number) -> Number | None:
    return (value + 1) // 2 if 0 < value < STILL_IN else None
