"""Which tables a person is offered: the own one, those with a free seat, those to watch."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from . import wording
from .models import Seat, Table
from .rules import GAMES

SHOWN, FEW = 60, 6  # tables of a kind on one page, and beside other things
PAD_TIME = timedelta(days=1)


@dataclass(frozen=True)
class Row:
    """A table as the list shows it."""

    table: Table
    players: list[Seat]
    size: int

    @property
    def game(self) -> str:
        return _(GAMES[self.table.game].name)

    @property
    def free(self) -> int:
        return self.size - len(self.players)

    @property
    def settings(self) -> list[str]:
        """How the match ends, the clock, and what differs from the game's defaults."""
        table = self.table
        options = [f"{label}: {value}" for label, value in wording.options_in_words(table)]
        match = wording.match_in_words(table.game, table.format, table.params)
        return [match, wording.clock_in_words(table.turn_seconds), *options]


def current_table(user: Any) -> Table | None:
    """Where `user` sits in a match that runs, else at a table that waits, else whose scores it writes; the newest.

    A score pad is left without a word when the evening is over: it is come back to for a day.
    """
    written = Q(table__kind=Table.Kind.TYPED, table__created_at__gte=timezone.now() - PAD_TIME)
    seats = Seat.objects.filter(Q(table__kind=Table.Kind.LIVE) | written, user=user, left_at=None)
    seats = seats.filter(table__state__in=[Table.State.PLAYING, Table.State.OPEN]).select_related("table")
    seat = seats.order_by("table__kind", "-table__state", "-table").first()  # "live" first, "playing" before "open"
    return seat.table if seat else _pad_of_host(user)


def _pad_of_host(user: Any) -> Table | None:
    pads = Table.objects.filter(host=user, kind=Table.Kind.TYPED, state=Table.State.PLAYING, round_table=None)
    return pads.filter(created_at__gte=timezone.now() - PAD_TIME).order_by("-pk").first()


def open_tables(limit: int = SHOWN) -> list[Row]:
    """Public tables with a free seat, newest first."""
    return [row for row in _rows(Table.State.OPEN, limit) if row.free]


def running_tables(limit: int = SHOWN) -> list[Row]:
    """Public matches being played, newest first."""
    return _rows(Table.State.PLAYING, limit)


def _rows(state: str, limit: int) -> list[Row]:
    tables: QuerySet[Table] = Table.objects.filter(state=state, public=True, kind=Table.Kind.LIVE, game__in=GAMES)
    newest = tables.order_by("-created_at").prefetch_related("seats")[:limit]
    return [_row(table) for table in newest]


def _row(table: Table) -> Row:
    seats = list(table.seats.all())
    return Row(table, [seat for seat in seats if seat.taken], len(seats))
