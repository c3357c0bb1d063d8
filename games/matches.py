"""Matches that are over, as people look back at them: lists, the score sheet, every deal move by move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from . import replay, wording
from .models import Deal, Result, ResultRow, Seat, Table
from .rules import GAMES
from .rules.cards import hand_order
from .rules.game import Game

PAGE = 30
STEPS_AT_ONCE = 200


@dataclass(frozen=True)
class Line:
    """A match as a list shows it, from one seat's side (or nobody's)."""

    table: Table
    seats: list[Seat]
    rows: list[ResultRow]
    own: int | None = None

    @property
    def game(self) -> str:
        return _(GAMES[self.table.game].name)

    @property
    def players(self) -> list[tuple[Seat, ResultRow]]:
        """Seats with their result, best place first."""
        return sorted(zip(self.seats, self.rows, strict=True), key=lambda pair: (pair[1].place, pair[1].seat))

    @property
    def mine(self) -> ResultRow | None:
        return None if self.own is None else self.rows[self.own]

    @property
    def match(self) -> str:
        return wording.match_in_words(self.table.game, self.table.format, self.table.params)


def of_user(user: Any, before: int | None = None) -> tuple[list[Line], int | None]:
    """A page of a player's finished matches, the newest first, and where the next page begins."""
    seats = Seat.objects.filter(user=user, table__state=Table.State.FINISHED, table__tallied_at__isnull=False)
    seats = seats.filter(table__game__in=GAMES, **({"table_id__lt": before} if before else {}))
    own = dict(seats.order_by("-table_id").values_list("table_id", "number")[: PAGE + 1])
    lines = _lines(list(own)[:PAGE], own)
    return lines, (lines[-1].table.pk if len(own) > PAGE else None)


def public(before: int | None = None) -> tuple[list[Line], int | None]:
    """A page of everybody's public finished matches, the newest first."""
    tables = Table.objects.filter(state=Table.State.FINISHED, public=True, tallied_at__isnull=False, game__in=GAMES)
    tables = tables.filter(pk__lt=before) if before else tables
    ids = list(tables.order_by("-pk").values_list("pk", flat=True)[: PAGE + 1])
    lines = _lines(ids[:PAGE], {})
    return lines, (lines[-1].table.pk if len(ids) > PAGE else None)


def _lines(ids: list[int], own: dict[int, int]) -> list[Line]:
    confirmed = Result.objects.filter(table__in=ids, state=Result.State.CONFIRMED).prefetch_related("rows")
    results = {result.table_id: list(result.rows.all()) for result in confirmed}
    tables = Table.objects.filter(pk__in=results).prefetch_related("seats__user").order_by("-pk")
    return [Line(table, list(table.seats.all()), results[table.pk], own.get(table.pk)) for table in tables]


# -- one match --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SheetLine:
    """One deal of the score sheet: a cell a table seat."""

    deal: Deal
    kind: str
    playoff: bool
    cells: list[Cell]


@dataclass(frozen=True)
class Cell:
    points: int | None  # None: not dealt in
    total: int
    won: bool
    lost: bool
    out: bool  # went out with this deal


def sheet(table: Table, seats: list[Seat], deals: list[Deal]) -> list[SheetLine]:
    """The score sheet, deal by deal with running totals."""
    match = replay.fold_match(table, seats, deals)
    played = [deal for deal in deals if deal.outcome is not None]
    totals = [0] * len(seats)
    lines = []
    for row, deal in zip(match.sheet, played, strict=False):
        totals = [total + (points or 0) for total, points in zip(totals, row.points, strict=True)]
        cells = [
            Cell(points, total, seat in row.winners, seat in row.losers, match.out.get(seat) == row.deal)
            for seat, (points, total) in enumerate(zip(row.points, totals, strict=True))
        ]
        lines.append(SheetLine(deal, row.kind, row.playoff, cells))
    return lines


def names(seats: Iterable[Seat]) -> list[str]:
    return [seat.name or _("deleted player") for seat in seats]


# -- one deal, move by move ---------------------------------------------------------------------------


def open_steps(table: Table, deal: Deal, start: int = 0, count: int = STEPS_AT_ONCE) -> Iterator[dict[str, Any]]:
    """The states `start`, `start` + 1, ... of a deal that is over, all hands open, each with the move that led to it."""
    for ply, (state, step) in islice(enumerate(replay.states(table, deal)), start, start + count):
        yield {
            "view": open_view(state),
            "move": f"{step.seat} {step.text}" if step else None,
            "by": step.by if step else None,
            "events": replay.step_events(deal, ply - 1, step) if step else [],
        }


def open_view(state: Game) -> dict[str, Any]:
    """What a spectator sees, and all hands."""
    hands = [sorted(state.view(seat)["hand"], key=hand_order) for seat in range(len(state.view(None)["counts"]))]
    return {**state.view(None), "hands": hands}
