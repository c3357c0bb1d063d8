"""A match that has ended: its result, stored once; and rebuilt from the moves."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from .. import metrics, replay
from ..models import Deal, Result, ResultRow, Table
from ..rules.match import Match
from ..signals import match_finished

TALLY_LATE_SECONDS = 5


def tally(table_id: int) -> None:
    """Store the confirmed result of a finished live match and tell of it.  Safe to run twice."""
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(pk=table_id, state=Table.State.FINISHED).first()
        if table is None or table.tallied_at is not None:
            return
        result = table.results.filter(state=Result.State.CONFIRMED).first() or _store(table)
        match_finished.send(Table, table=table, result=result)
        table.tallied_at = timezone.now()
        table.save(update_fields=["tallied_at"])
    if table.ended_at:
        metrics.TALLY_SECONDS.observe((table.tallied_at - table.ended_at).total_seconds())


def _store(table: Table) -> Result:
    match = replay.fold_match(table, table.seats.all(), table.deals.all())
    result = Result.objects.create(
        table=table, source=Result.Source.MOVES, state=Result.State.CONFIRMED, sheet=sheet(match), at=timezone.now()
    )
    ResultRow.objects.bulk_create(ResultRow(result=result, **row) for row in rows(table, match))
    return result


def sheet(match: Match) -> list[dict[str, Any]]:
    return [row.as_json() for row in match.sheet]


def rows(table: Table, match: Match) -> list[dict[str, Any]]:
    """A line a seat, as `ResultRow` fields."""
    left = {seat.number for seat in table.seats.all() if seat.left_at}
    return [
        {
            "seat": seat,
            "place": match.places[seat],
            "points": match.totals[seat],
            "count": match.counts[seat],
            "deals": sum(row.points[seat] is not None for row in match.sheet),
            "out_deal": match.out.get(seat),
            "left": seat in left,
        }
        for seat in range(len(match.totals))
    ]


def untallied() -> list[int]:
    """Finished matches whose tally was lost."""
    late = timezone.now() - timedelta(seconds=TALLY_LATE_SECONDS)
    found = Table.objects.filter(state=Table.State.FINISHED, tallied_at=None, ended_at__lte=late)
    return list(found.values_list("pk", flat=True)[:1000])


def rebuild(tables: Iterable[Table]) -> Iterable[tuple[Table, list[str]]]:
    """Play every stored move again; for each table what differs from what is stored, in words."""
    for table in tables:
        yield table, list(_differences(table))


def _differences(table: Table) -> Iterable[str]:
    deals = list(table.deals.all())
    for deal in deals:
        if deal.seed:
            yield from _deal_differences(table, deal)
    stored = table.results.filter(state=Result.State.CONFIRMED, source=Result.Source.MOVES).first()
    if stored is None:
        return
    match = replay.fold_match(table, table.seats.all(), deals)
    if stored.sheet != sheet(match):
        yield "the score sheet differs"
    fields = ("seat", "place", "points", "count", "deals", "out_deal", "left")
    if list(stored.rows.values(*fields)) != rows(table, match):
        yield "the rows of the result differ"


def _deal_differences(table: Table, deal: Deal) -> Iterable[str]:
    *_earlier, (last, _step) = replay.states(table, deal)
    outcome = last.outcome()
    rebuilt = outcome.as_json() if outcome else None
    if rebuilt != deal.outcome and not (deal.outcome is None and deal.ended_at):
        yield f"deal {deal.number}: the outcome differs"
