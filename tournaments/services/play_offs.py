"""Play-offs of a knockout: those level over the last place that advances play one deal more, at once (T7)."""

from __future__ import annotations

from typing import Any

from games.models import Result, Table
from games.rules.game import gettext_noop
from games.services.tables import call_off

from .. import record
from ..formats import FORMATS, Note, PlayOff
from ..models import Round, RoundTable, Tournament
from .log import note
from .tables import open_at

ONE_DEAL: dict[str, Any] = {"format": "deals", "settings": {"count": 1}}
WHY = gettext_noop("Play-off of table {table}: one deal decides who goes on.")


def has_play_offs(tournament: Tournament) -> bool:
    return FORMATS[tournament.format].has_play_offs


def settle(tournament: Tournament, row: Round) -> bool:
    """Open the play-offs that the round needs, drop those that a correction has made needless -> whether none waits.

    Expects the locked event and its last published round.
    """
    if not has_play_offs(tournament):
        return True
    needed = {off.table: off for off in record.format_of(tournament).play_offs(record.history(tournament))}
    tables = {table.number: table for table in row.tables.select_related("table", "play_off_of")}
    opened = set()
    for table in tables.values():
        if table.play_off_of and not _is_over(table):
            off = needed.get(table.play_off_of.number)
            if off is not None and set(off.entries) == set(table.seats):
                opened.add(off.table)
            else:
                _drop(tournament, table)
    for number in needed.keys() - opened:
        _open(tournament, row, tables[number], needed[number])
    return not needed


def _is_over(table: RoundTable) -> bool:
    return bool(table.ruling) or Result.objects.filter(table=table.table, state=Result.State.CONFIRMED).exists()


def _open(tournament: Tournament, row: Round, of: RoundTable, off: PlayOff) -> None:
    """Where and as the table played; those who play it off sit in the order in which they sat."""
    people = tournament.entries.select_related("user").in_bulk(off.entries)
    who = [people[entry] for entry in of.seats if entry in people]
    number = max(row.tables.values_list("number", flat=True)) + 1
    why = [record.note_json(Note(WHY, {"table": of.number}))]
    open_at(row, number, who, of.table.kind if of.table else row.kind, ONE_DEAL, play_off_of=of, notes=why)
    if row.closed_at is not None:
        row.closed_at = None
        row.save(update_fields=["closed_at"])
    note(tournament, None, "play-off", what=f"{row.number}/{of.number}")


def _drop(tournament: Tournament, table: RoundTable) -> None:
    if table.table is not None and table.table.state == Table.State.PLAYING:
        call_off(table.table.pk)
    table.delete()
    note(tournament, None, "play-off dropped", what=f"{table.round.number}/{table.play_off_of.number}")
