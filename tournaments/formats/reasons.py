"""Why people sit where they sit, in sentences for the organiser and the players (T3)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from games.rules.game import gettext_noop

from .history import Note, Number, Table
from .seating import Objective

Notes = Mapping[int, tuple[Note, ...]]


def reasons(objective: Objective, tables: Sequence[Table]) -> dict[int, tuple[Note, ...]]:
    """Table number -> notes on whatever is not ideal there; a table without a note is."""
    equals = _tables_by_score(objective, tables)
    notes = {
        table.number: (
            *_meetings(objective, table),
            *_strangers(objective, table, equals),
            *_clubmates(objective, table),
        )
        for table in tables
    }
    return {number: told for number, told in notes.items() if told}


def _meetings(objective: Objective, table: Table) -> Iterator[Note]:
    for entry, other in combinations(table.seats, 2):
        rounds = objective.history.meetings[entry].get(other, ())
        if rounds:
            params = {"entry": entry, "other": other, "rounds": ", ".join(map(str, rounds))}
            text = gettext_noop("{entry} and {other} met in round {rounds}; no seating with fewer repeats was found.")
            yield Note(text, params)


def _clubmates(objective: Objective, table: Table) -> Iterator[Note]:
    if not objective.clubs:
        return
    by_id = objective.history.by_id
    for entry, other in combinations(table.seats, 2):
        if by_id[entry].club and by_id[entry].club == by_id[other].club:
            text = gettext_noop("{entry} and {other} are of one club; keeping them apart would cost more.")
            yield Note(text, {"entry": entry, "other": other})


def _tables_by_score(objective: Objective, tables: Iterable[Table]) -> dict[Number, list[Table]]:
    """Score -> the tables where most have it."""
    equals: dict[Number, list[Table]] = defaultdict(list)
    for table in tables:
        equals[table_score(objective, table)].append(table)
    return equals


def table_score(objective: Objective, table: Table) -> Number:
    """The score that most have at a table; of several the highest."""
    counts = Counter(objective.scores.get(entry, 0) for entry in table.seats)
    return max(counts, key=lambda score: (counts[score], score))


def _strangers(objective: Objective, table: Table, equals: Mapping[Number, list[Table]]) -> Iterator[Note]:
    """Those whose score is not that of their table, and why no table of their own score takes them."""
    theirs = table_score(objective, table)
    for entry in table.seats:
        score = objective.scores.get(entry, 0)
        if score != theirs:
            yield _why_not_home(objective, entry, theirs, equals.get(score, []))


def _why_not_home(objective: Objective, entry: int, theirs: Number, homes: Sequence[Table]) -> Note:
    params: dict[str, object] = {
        "entry": entry,
        "score": objective.scores.get(entry, 0),
        "table_score": theirs,
    }
    if not homes:
        return Note(gettext_noop("{entry} ({score}) sits with {table_score}: no other table of equal score."), params)
    met = [_met_at(objective, entry, home) for home in homes]
    if None in met:
        text = gettext_noop("{entry} ({score}) sits with {table_score}: those of equal score do not fill whole tables.")
        return Note(text, params)
    params["others"] = tuple(sorted({found[0] for found in met if found}))
    params["rounds"] = ", ".join(map(str, sorted({found[1] for found in met if found})))
    text = gettext_noop(
        "{entry} ({score}) sits with {table_score}: met {others} in round {rounds}; no other table of equal score."
    )
    return Note(text, params)


def _met_at(objective: Objective, entry: int, home: Table) -> tuple[int, int] | None:
    """(somebody at that table whom the entry has met, in which round)."""
    met = objective.history.meetings[entry]
    return next(((other, met[other][-1]) for other in home.seats if other in met), None)
