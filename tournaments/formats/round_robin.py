"""`round_robin`: everyone meets everyone, by a plan that is known before the first round (T6)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from games.rules.game import gettext_noop

from .book import Book, Line
from .byes import bye_notes, bye_order
from .designs import Plan, plan
from .format import LATE_UNTIL, TIE_BREAK_OPTIONS, Format, tie_break_order
from .history import History, Note, Round, Table
from .proposal import Draft, Seating
from .reasons import reasons
from .seating import seat_order
from .standings import rank
from .table_sizes import Sizes, table_sizes
from .tie_breaks import SCORE, Criterion


@dataclass(frozen=True)
class Course:
    """The plan with entries for slots, by seed; a late entry takes the slot that an odd number left empty.

    `kept`: the published rounds follow the plan, and it has room for everybody.  Otherwise rounds are sought one by
    one until all who are here have met.
    """

    history: History
    sizes: Sizes

    @cached_property
    def plan(self) -> Plan:
        return plan(sum(self.history.by_id[entry].joined == 1 for entry in self.slots), self.sizes)

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """Entry ids by slot: who was there at the start, then late entries; not who was gone before."""
        came = [entry for entry in self.history.entries if not entry.gone(entry.joined)]
        return tuple(entry.id for entry in sorted(came, key=lambda entry: (entry.joined, entry.seed, entry.id)))

    def tables(self, round: int) -> tuple[frozenset[int], ...]:
        """The planned tables of a round, whoever is here; the empty slot of an odd number is taken if it can be."""
        slots = self.slots
        planned = self.plan.rounds[round - 1]
        idle = set(range(self.plan.slots)) - {slot for table in planned for slot in table}
        if self.sizes.preferred == 2 and len(slots) > self.plan.slots and len(idle) == 1:
            planned = (*planned, (idle.pop(), self.plan.slots))
        return tuple(frozenset(slots[slot] for slot in table) for table in planned)

    @cached_property
    def kept(self) -> bool:
        spare = self.sizes.preferred == 2 and self.plan.slots % 2
        if len(self.slots) > self.plan.slots + spare or len(self.history.rounds) > len(self.plan.rounds):
            return False
        return all(self._follows(round) for round in self.history.rounds)

    def _follows(self, round: Round) -> bool:
        planned = self.tables(round.number)
        return all(any(table >= set(seated.seats) for table in planned) for seated in round.tables)

    def strangers(self) -> bool:
        """Whether some of those who are here have not met."""
        met = self.history.meetings
        return any(other not in met[one] for one, other in combinations(self.history.present(), 2))


class RoundRobinBook(Book):
    """The ledger without those who left early, and with byes by the plan."""

    def __init__(self, course: Course, removed: frozenset[int]) -> None:
        self.course, self.kept = course, course.kept
        super().__init__(course.history, removed)

    def _bye(self, entry: int, round: int) -> Line:
        """Without an opponent the round is won; an opponent who was removed takes the round away (T6, T9)."""
        if not self.kept:
            return super()._bye(entry, round)
        mates = next((table - {entry} for table in self.course.tables(round) if entry in table), frozenset[int]())
        if mates and mates <= self.removed:
            return Line(round, "missed")
        return Line(round, "bye", score=Fraction(1))


@dataclass(frozen=True)
class RoundRobin(Format):
    """Score and tie-breaks as in `swiss`."""

    slug = "round_robin"
    name = gettext_noop("Round robin")
    options = (LATE_UNTIL, *TIE_BREAK_OPTIONS)

    def course(self, history: History) -> Course:
        return history.derive((Course, self.sizes), lambda: Course(history, self.sizes))

    def rounds(self, history: History) -> int | None:
        """The rounds of the plan; None once it cannot be kept."""
        course = self.course(history)
        return len(course.plan.rounds) if course.kept else None

    def in_play(self, history: History) -> tuple[int, ...]:
        return history.present()

    def finished(self, history: History) -> bool:
        if not history.rounds or history.rounds[-1].missing():
            return False
        course, played = self.course(history), len(history.rounds)
        planned = len(course.plan.rounds)
        return played >= planned if course.kept else not course.strangers() or played >= 2 * planned

    # -- seating -------------------------------------------------------------------------------
    def _seat(self, history: History, seed: str, draft: Draft | None) -> Seating:
        course = self.course(history)
        present = frozenset(self.in_play(history))
        if course.kept:
            tables = [table & present for table in course.tables(history.next_round)]
            least = min(self.sizes.least, *map(len, course.tables(history.next_round)))
            if all(len(table) >= least or len(table) < 2 for table in tables):
                return self._planned(history, seed, [table for table in tables if len(table) > 1], present)
        return self._sought(history, seed, draft)

    def _planned(self, history: History, seed: str, groups: list[frozenset[int]], present: frozenset[int]) -> Seating:
        objective = self.objective(history, seed)
        tables = tuple(Table(number, seat_order(objective, group)) for number, group in enumerate(groups, start=1))
        byes = tuple(sorted(present.difference(*groups)))
        text = gettext_noop("Round {round} of {rounds} of the plan.")
        notes = (Note(text, {"round": history.next_round, "rounds": self.rounds(history)}), *self._free(byes))
        return Seating(history.next_round, tables, byes, {0: notes}, self.cost(history, tables))

    def _free(self, byes: tuple[int, ...]) -> tuple[Note, ...]:
        return tuple(Note(gettext_noop("{entry} has nobody to play in this round."), {"entry": e}) for e in byes)

    def _sought(self, history: History, seed: str, draft: Draft | None) -> Seating:
        """Off the plan: the tables with the fewest repeats."""
        present = set(self.in_play(history))
        order = [standing.entry for standing in rank(self, history) if standing.entry in present]
        split = table_sizes(len(order), self.sizes)
        byes = tuple(bye_order(history, order)[: split.byes])
        seated = [entry for entry in order if entry not in byes]
        objective = self.objective(history, seed)
        tables = self.seat_by_objective(objective, seated, split.tables, draft)
        notes = reasons(objective, tables) | bye_notes(history, byes)
        return Seating(history.next_round, tables, byes, notes, self.cost(history, tables))

    # -- ranking -------------------------------------------------------------------------------
    def removed(self, history: History) -> frozenset[int]:
        """Who withdrew or was disqualified before half of the rounds: out of the standings, meetings and all (T6)."""
        last, planned = history.last_seated(), len(self.course(history).plan.rounds)
        return frozenset(
            entry.id for entry in history.entries if entry.gone(history.next_round) and 2 * last[entry.id] < planned
        )

    def book(self, history: History) -> Book:
        return history.derive(
            (RoundRobinBook, self.sizes), lambda: RoundRobinBook(self.course(history), self.removed(history))
        )

    def criteria(self, history: History) -> tuple[Criterion, ...]:
        return (SCORE, *tie_break_order(self.settings))

    def ranked(self, history: History) -> tuple[int, ...]:
        removed = self.removed(history)
        return tuple(entry for entry in super().ranked(history) if entry not in removed)
