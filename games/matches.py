"""One match that is over, as people look back at it: places, the score sheet, every deal move by move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from . import replay, snapshots
from .match_list import CONFIRMED, counted, placed
from .models import Deal, Result, ResultRow, Seat, Table
from .rules import GAMES
from .rules.cards import hand_order
from .rules.game import Game
from .services import results

STEPS_AT_ONCE = 400
MOST_DEALS = 2**15 - 1  # a deal's number in the database


@dataclass(frozen=True)
class Cell:
    """What a deal brought a seat.  `points` is None for a seat not dealt in, or gone before the end (M9)."""

    points: int | None
    total: int
    won: bool
    lost: bool
    out: bool  # of the match, with this deal


@dataclass(frozen=True)
class SheetLine:
    """One deal of the score sheet: a cell a table seat.  `deal` is None where it was typed in."""

    number: int
    deal: Deal | None
    kind: str
    playoff: bool
    cells: list[Cell]

    @property
    def note(self) -> str:
        """How the deal ended, where that is not plain from who won or lost."""
        return {"draw": _("draw"), "blocked": _("blocked"), "tie": _("tie")}.get(self.kind, "")


@dataclass(frozen=True)
class Report:
    """A match that is over: its confirmed result, or what its moves say where there is none (yet)."""

    table: Table
    seats: list[Seat]
    rows: list[ResultRow]  # by seat
    lines: list[SheetLine]
    unfinished: list[Deal]  # dealt, but over before their end
    reason: str = ""  # why it was corrected or declared void

    @property
    def counts(self) -> str:
        return counted(self.table)

    @property
    def players(self) -> list[tuple[Seat, ResultRow]]:
        """Seats with their result, best place first; empty for a match that has none."""
        return placed(self.seats, self.rows) if self.table.state == Table.State.FINISHED else []


def report(table: Table) -> Report:
    """Reads the match in five queries, whatever its length."""
    seats, deals = list(table.seats.all()), list(table.deals.all())
    result = table.results.filter(state=CONFIRMED).first()
    if result:
        sheet, rows = result.sheet, list(result.rows.all())
    else:
        match = replay.fold_match(table, seats, deals)
        sheet, rows = results.sheet(match), [ResultRow(**row) for row in results.rows(table, match)]
    unfinished = [deal for deal in deals if deal.seed and deal.outcome is None]
    if table.state == Table.State.VOID:
        result = table.results.filter(source=Result.Source.RULING, state=Result.State.VOID).last()
    return Report(table, seats, rows, _lines(sheet, rows, deals), unfinished, result.reason if result else "")


def _lines(sheet: list[dict[str, Any]], rows: list[ResultRow], deals: list[Deal]) -> list[SheetLine]:
    """The score sheet as stored in `Result.sheet`, with running totals; points brought along (T8) come first."""
    by_number = {deal.number: deal for deal in deals if deal.seed}
    totals = [row.points - sum(line["points"][row.seat] or 0 for line in sheet) for row in rows]
    lines = []
    for row in sheet:
        totals = [total + (points or 0) for total, points in zip(totals, row["points"], strict=True)]
        number = row["deal"]
        cells = [
            Cell(points, total, seat in row["winners"], seat in row["losers"], rows[seat].out_deal == number)
            for seat, (points, total) in enumerate(zip(row["points"], totals, strict=True))
        ]
        lines.append(SheetLine(number, by_number.get(number), row["kind"], row["playoff"], cells))
    return lines


# -- deals that are over ---------------------------------------------------------------------------------


def deals_over(table: Table) -> QuerySet[Deal]:
    """Those whose cards and secret may be told."""
    return table.deals.exclude(seed="").exclude(ended_at=None)


def find_deal(slug: str, number: int, *, whole_match: bool = False) -> tuple[Table, Deal]:
    """A deal that is over (in a match that is over); 404 otherwise, as if it were not there."""
    table = get_object_or_404(Table, slug=slug, game__in=GAMES)
    if number > MOST_DEALS or (whole_match and table.state in (Table.State.OPEN, Table.State.PLAYING)):
        raise Http404
    return table, get_object_or_404(deals_over(table), number=number)


def records(table: Table) -> Iterator[tuple[int, dict[str, Any]]]:
    """(number, record) of all deals that are over, in their order."""
    told = names(table.seats.all())
    for deal in deals_over(table).prefetch_related("moves"):
        yield deal.number, replay.deal_record(table, deal, told)


def records_of(tables: Iterable[Table]) -> Iterator[dict[str, Any]]:
    """The records of all deals of these matches that are over, each with its table and number."""
    for table in tables:
        if table.game in GAMES:
            for number, record in records(table):
                yield {"table": table.slug, "deal": number, **record}


# -- one deal, move by move ------------------------------------------------------------------------------


def frame(table: Table, deal: Deal) -> dict[str, Any]:
    """What stays the same while a deal is replayed, in the words of docs/PROTOCOL.md; the match before and after it."""
    seats, deals = tuple(table.seats.select_related("user")), list(table.deals.all())

    def match(upto: int) -> replay.Match:
        return replay.fold_match(table, seats, [each for each in deals if each.number <= upto])

    shown = snapshots.Snapshot(table, seats, match(deal.number - 1), None, None).message(None, 0, snapshots.now_ms())
    return {
        "table": shown["table"],
        "before": shown["match"],
        "after": match(deal.number).as_json(),
        "deal": {"number": deal.number, "seats": deal.seats, "playoff": deal.playoff},
    }


def open_steps(table: Table, deal: Deal, start: int = 0, count: int = STEPS_AT_ONCE) -> Iterator[dict[str, Any]]:
    """The states from `start` on of a deal that is over, all hands open, each with the move that led to it."""
    for ply, (state, step) in islice(enumerate(replay.states(table, deal)), start, start + count):
        yield {
            "view": open_view(state),
            "move": f"{step.seat} {step.text}" if step else None,
            "by": step.by if step else None,
            "events": snapshots.step_events(deal, ply - 1, step) if step else [],
        }


def open_view(state: Game) -> dict[str, Any]:
    """What the seat to act sees (a spectator after the end), and all hands."""
    view = state.view(state.to_act)
    hands = [sorted(state.view(seat)["hand"], key=hand_order) for seat in range(len(view["counts"]))]
    return {**view, "hand": None, "hands": hands}


def dealt_hands(table: Table, deal: Deal) -> list[str]:
    """The hands as they were dealt, by deal seat, each as `replay_deal` prints it.  Only for a deal that is over."""
    hands: list[str] = replay.first_state(table.game, table.options, deal).record()["hands"]
    return hands


def names(seats: Iterable[Seat]) -> list[str]:
    return [seat.shown_name for seat in seats]
