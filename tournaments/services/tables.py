"""Opening the games' tables of a round, live or scored by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings

from games.models import Table
from games.services.tables import seat_table
from games.services.typed import open_typed

from ..models import Entry, Round, RoundTable, Tournament


def open_at(row: Round, number: int, who: Sequence[Entry], kind: str, terms: dict[str, Any], **more: Any) -> RoundTable:
    """A table of the round, in play at once.  `who`: by seat, the first leads; `more`: fields of the `RoundTable`."""
    table = (_live if kind == Table.Kind.LIVE else _typed)(row.tournament, who, terms)
    seats = [entry.pk for entry in who]
    return RoundTable.objects.create(round=row, number=number, seats=seats, table=table, **more)


def _how(who: Sequence[Entry], terms: dict[str, Any]) -> dict[str, Any]:
    """M8: the last seat deals first, so seat 0 leads."""
    carried = [terms["carried"].get(str(entry.pk), 0) for entry in who] if terms.get("carried") else []
    return {"first_dealer": len(who) - 1, "carried": carried}


def _live(tournament: Tournament, who: Sequence[Entry], terms: dict[str, Any]) -> Table:
    """Somebody without an account is played by a bot."""
    players = [(entry.user, "" if entry.user_id else entry.bot or "easy", entry.name) for entry in who]
    return seat_table(
        players, tournament.game, tournament.options, terms["format"], terms["settings"], tournament.turn_seconds,
        tournament.public, gather=settings.GATHER_SECONDS, **_how(who, terms),
    )  # fmt: skip


def _typed(tournament: Tournament, who: Sequence[Entry], terms: dict[str, Any]) -> Table:
    return open_typed(
        tournament.organiser, tournament.game, tournament.options, [entry.user or entry.name for entry in who],
        terms["format"], terms["settings"], tournament.public, accounts_only=not tournament.open_pads,
        **_how(who, terms),
    )  # fmt: skip
