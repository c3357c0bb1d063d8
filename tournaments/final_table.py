"""The last table of an event while it is being played, for the projector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import snapshots
from games.models import Table

from .models import Round, RoundTable, Tournament

FINALS = {"elimination", "knockout"}


@dataclass(frozen=True)
class Player:
    """A seat of a table scored by hand."""

    name: str
    points: int
    out: bool


@dataclass(frozen=True)
class Final:
    """A live table draws itself, as whoever watches sees it."""

    heading: str
    table: Table
    players: Sequence[Player]


def last_table(tournament: Tournament, row: Round, frozen: int | None) -> Table | None:
    """The games' table where a round has only one, in play, and its result is nobody's secret (T14)."""
    if tournament.state != Tournament.State.RUNNING or row.byes or (frozen is not None and row.number > frozen):
        return None
    tables = list(RoundTable.objects.filter(round=row).select_related("table")[:2])
    table = tables[0].table if len(tables) == 1 else None
    return table if table and table.state == Table.State.PLAYING else None


def final(tournament: Tournament, row: Round, table: Table) -> Final:
    heading = _("The final table") if tournament.format in FINALS else _("Round %d") % row.number
    return Final(heading, table, [] if table.kind == Table.Kind.LIVE else _players(table))


def _players(table: Table) -> list[Player]:
    seen = snapshots.load(table)
    match = seen.match
    return [
        Player(
            seat.shown_name, match.totals[seat.number] if match else 0,
            bool(match and seat.number not in match.still_in),
        )
        for seat in seen.seats
    ]  # fmt: skip
