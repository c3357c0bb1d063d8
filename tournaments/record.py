"""Reads: rows -> the `History` of an event, and its standings by the one ranking function (T13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from games.models import Result, ResultRow

from . import formats
from .formats import History, Sizes, Standing, TableResult
from .models import Entry, Round, RoundTable, Tournament

PLAYING = [
    Entry.State.REGISTERED,
    Entry.State.CHECKED_IN,
    Entry.State.ASIDE,
    Entry.State.WITHDRAWN,
    Entry.State.DISQUALIFIED,
]
THOUSANDTHS = 1000


def format_of(tournament: Tournament) -> formats.Format:
    sizes = Sizes(tournament.preferred, tournament.least, tournament.most)
    return formats.FORMATS[tournament.format].create(sizes, tournament.settings)


def history(tournament: Tournament) -> History:
    """What has happened, from confirmed results and rulings only (T10)."""
    tables, results = _tables(tournament), _results(tournament)
    rounds = tournament.rounds.filter(state=Round.State.PUBLISHED)
    return History(
        entries=tuple(entry_of(row) for row in tournament.entries.filter(state__in=PLAYING)),
        rounds=tuple(_round(row, tables.get(row.pk, []), results) for row in rounds),
        penalties=tuple(_penalty(row) for row in tournament.penalties.all()),
    )


def entry_of(row: Entry) -> formats.Entry:
    return formats.Entry(
        id=row.pk,
        seed=row.seed_number or row.pk,
        club=row.club,
        joined=row.joined,
        away=tuple((start, end) for start, end in row.away),
        withdrawn=row.withdrawn_round,
        disqualified=row.disqualified_round,
        restored=tuple(row.restored),
    )


def _penalty(row: Any) -> formats.Penalty:
    score = Fraction(row.score, THOUSANDTHS)
    return formats.Penalty(row.entry_id, row.round, score, row.points, row.reason, row.cancelled)


class Line(NamedTuple):
    """A seat's line of a confirmed result."""

    place: int
    points: int
    deals: int


def _tables(tournament: Tournament) -> dict[int, list[RoundTable]]:
    """Round id -> its tables.  Asked for by the event: a list of a thousand ids is more than SQLite takes."""
    found: dict[int, list[RoundTable]] = {}
    for row in RoundTable.objects.filter(round__tournament=tournament, round__state=Round.State.PUBLISHED):
        found.setdefault(row.round_id, []).append(row)
    return found


def _results(tournament: Tournament) -> dict[int, list[Line]]:
    """Table id -> the lines of its confirmed result, by seat."""
    found: dict[int, list[Line]] = {}
    rows = ResultRow.objects.filter(
        result__table__round_table__round__tournament=tournament, result__state=Result.State.CONFIRMED
    )
    for table, *line in rows.order_by("seat").values_list("result__table", "place", "points", "deals"):
        found.setdefault(table, []).append(Line(*line))
    return found


def _round(row: Round, rows: Sequence[RoundTable], results: dict[int, list[Line]]) -> formats.Round:
    found = {table.pk: result_of(row, table, results.get(table.table_id or 0)) for table in rows}
    deciders = {table.play_off_of_id: table for table in rows if table.play_off_of_id}  # the newest of a table counts
    tables = tuple(
        formats.Table(table.number, tuple(table.seats), _played_off(table, deciders.get(table.pk), found))
        for table in rows
        if not table.play_off_of_id
    )
    return formats.Round(row.number, tables, tuple(row.byes))


def _played_off(
    table: RoundTable, decider: RoundTable | None, results: dict[int, TableResult | None]
) -> TableResult | None:
    """The table's result, with the places of its play-off (T7); who did not appear there is last."""
    result, decided = results[table.pk], results[decider.pk] if decider else None
    if result is None or decided is None or decider is None:
        return result
    places = {
        entry: len(decider.seats) if seat in decided.absent else decided.places[seat]
        for seat, entry in enumerate(decider.seats)
    }
    return replace(result, play_off=tuple(places.get(entry) for entry in table.seats))


def result_of(round: Round, table: RoundTable, lines: Sequence[Line] | None) -> TableResult | None:
    """A ruling where there is one, else the confirmed result; penalties without what was carried along (T8)."""
    absent = frozenset(table.absent)
    if table.ruling:
        ruling = table.ruling
        return TableResult(tuple(ruling["places"]), tuple(ruling["penalties"]), ruling["deals"], absent)
    if lines is None:
        return None
    carried = (round.terms or {}).get("carried", {})
    penalties = tuple(line.points - carried.get(str(entry), 0) for line, entry in zip(lines, table.seats, strict=True))
    deals = max((line.deals for line in lines), default=0)
    return TableResult(tuple(line.place for line in lines), penalties, deals, absent)


def standings(tournament: Tournament, as_of: int | None = None) -> tuple[Standing, ...]:
    return formats.rank(format_of(tournament), history(tournament), as_of)


def public_round(tournament: Tournament) -> int | None:
    """The round whose standings the public sees: the frozen one (T14), else None for now."""
    return tournament.frozen_at


def note_json(note: formats.Note) -> list[Any]:
    """A note as it is stored: its English text and its values."""
    return [note.text, {key: _plain(value) for key, value in note.params.items()}]


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return list(value) if isinstance(value, (tuple, set, frozenset)) else value
