"""The last table of an event while it is being played, for the projector: points, cards left, whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import replay
from games.models import Table

from .models import Round, RoundTable, Tournament

FINALS = {"elimination", "knockout"}


@dataclass(frozen=True)
class Player:
    """A seat of the table.  `cards`: how many are left in the hand; None where nobody can know, or not dealt in."""

    name: str
    points: int
    cards: int | None
    out: bool
    turn: bool


@dataclass(frozen=True)
class Final:
    heading: str
    version: int  # of the games' table
    players: Sequence[Player]


def last_table(tournament: Tournament, row: Round, frozen: int | None) -> Table | None:
    """The games' table where a round has only one, in play, and its result is nobody's secret (T14)."""
    if tournament.state != Tournament.State.RUNNING or row.byes or (frozen is not None and row.number > frozen):
        return None
    tables = list(RoundTable.objects.filter(round=row).select_related("table")[:2])
    table = tables[0].table if len(tables) == 1 else None
    return table if table and table.state == Table.State.PLAYING else None


def final(tournament: Tournament, row: Round, table: Table) -> Final:
    """How the table stands now, as everybody may know it."""
    seen = replay.load(table)
    cards: dict[int, int] = {}
    if seen.fold is not None and seen.deal is not None:
        cards = dict(zip(seen.deal.seats, seen.fold.state.view(None)["counts"], strict=True))
    match = seen.match
    players = [
        Player(
            seat.shown_name, match.totals[seat.number] if match else 0, cards.get(seat.number),
            bool(match and seat.number not in match.still_in), table.to_act == seat.number,
        )
        for seat in seen.seats
    ]  # fmt: skip
    heading = _("The final table") if tournament.format in FINALS else _("Round %d") % row.number
    return Final(heading, table.version, players)
