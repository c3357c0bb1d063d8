"""Reads: rows -> the `History` of an event, and its standings by the one ranking function (T13)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from games.models import Result

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
    rounds = list(tournament.rounds.filter(state=Round.State.PUBLISHED).prefetch_related("tables__table"))
    results = _results(rounds)
    return History(
        entries=tuple(entry_of(row) for row in tournament.entries.filter(state__in=PLAYING)),
        rounds=tuple(_round(row, results) for row in rounds),
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


def _results(rounds: list[Round]) -> dict[int, Result]:
    """Table id -> its confirmed result with rows."""
    tables = [row.table_id for round in rounds for row in round.tables.all() if row.table_id]
    found = Result.objects.filter(table__in=tables, state=Result.State.CONFIRMED).prefetch_related("rows")
    return {result.table_id: result for result in found}


def _round(row: Round, results: dict[int, Result]) -> formats.Round:
    rows = list(row.tables.all())
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


def result_of(round: Round, table: RoundTable, result: Result | None) -> TableResult | None:
    """A ruling where there is one, else the confirmed result; penalties without what was carried along (T8)."""
    absent = frozenset(table.absent)
    if table.ruling:
        ruling = table.ruling
        return TableResult(tuple(ruling["places"]), tuple(ruling["penalties"]), ruling["deals"], absent)
    if result is None:
        return None
    rows = list(result.rows.all())
    carried = (round.terms or {}).get("carried", {})
    penalties = tuple(row.points - carried.get(str(entry), 0) for row, entry in zip(rows, table.seats, strict=True))
    deals = max((row.deals for row in rows), default=0)
    return TableResult(tuple(row.place for row in rows), penalties, deals, absent)


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
