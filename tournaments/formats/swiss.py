"""`swiss`: a stated number of rounds, entries of like score sit together (T3, T4, T5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.game import Option, gettext_noop

from .byes import bye_notes, bye_order
from .format import CLUBS, LATE_UNTIL, TIE_BREAK_OPTIONS, Format, tie_break_order
from .history import History, Note, Table
from .proposal import Draft, Seating
from .reasons import reasons
from .seating import Scores, cost_of, seat_order
from .standings import rank
from .table_sizes import Split, table_sizes
from .tie_breaks import SCORE, Criterion


@dataclass(frozen=True)
class Swiss(Format):
    """Score a table by T4, a bye gives 1; tie-breaks in the organiser's order."""

    slug = "swiss"
    name = gettext_noop("Swiss")
    options = (
        Option("rounds", 5, gettext_noop("Rounds"), low=1, high=30),
        LATE_UNTIL,
        CLUBS,
        Option(
            "last_by_rank",
            False,
            gettext_noop("Last round by rank"),
            gettext_noop("The leaders meet at one table, even if they have met before."),
            choices=(False, True),
            labels=(gettext_noop("no"), gettext_noop("yes")),
        ),
        *TIE_BREAK_OPTIONS,
    )

    def rounds(self, history: History) -> int:
        return int(self.settings["rounds"])

    def in_play(self, history: History) -> tuple[int, ...]:
        return history.present()

    def finished(self, history: History) -> bool:
        return len(history.rounds) >= self.rounds(history) and not history.rounds[-1].missing()

    def criteria(self, history: History) -> tuple[Criterion, ...]:
        return (SCORE, *tie_break_order(self.settings))

    def seating_scores(self, history: History) -> Scores:
        return self.book(history).scores

    def _seat(self, history: History, seed: str, draft: Draft | None) -> Seating:
        present = set(self.in_play(history))
        order = [standing.entry for standing in rank(self, history) if standing.entry in present]
        forced = [entry for entry in (draft.byes if draft and draft.byes else ()) if entry in present]
        split = table_sizes(len(order) - len(forced), self.sizes)
        held = {*forced, *(draft.locked if draft else ())}
        byes = (*forced, *bye_order(history, [entry for entry in order if entry not in held])[: split.byes])
        seated = [entry for entry in order if entry not in byes]
        if self.settings["last_by_rank"] and history.next_round == self.rounds(history):
            return self._by_rank(history, seated, split, byes, seed)
        objective = self.objective(history, seed)
        tables = self.seat_by_objective(objective, seated, split.tables, draft)
        notes = reasons(objective, tables) | bye_notes(history, byes)
        return Seating(history.next_round, tables, byes, notes, cost_of(objective, tables))

    def _by_rank(
        self, history: History, seated: Sequence[int], split: Split, byes: tuple[int, ...], seed: str
    ) -> Seating:
        """Tables by rank from the leaders down (T3)."""
        objective = self.objective(history, seed)
        rest, tables = list(seated), []
        for number, size in enumerate(split.tables, start=1):
            tables.append(Table(number, seat_order(objective, rest[:size])))
            rest = rest[size:]
        text = gettext_noop("Last round: tables by rank, whoever has met.")
        notes = {0: (Note(text), *bye_notes(history, byes).get(0, ()))}
        return Seating(history.next_round, tuple(tables), byes, notes, cost_of(objective, tables))
