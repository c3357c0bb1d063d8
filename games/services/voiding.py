"""Matches that count for nothing: declared void with a reason by staff, and put back where that was wrong."""

from __future__ import annotations

from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import Result, Table
from ..signals import match_voided
from . import deals
from .locking import locked
from .refused import Refused


def void(slug: str, by: Any, reason: str) -> Table:
    """End a match that is being played, or take one back that is over: no result counts, whoever follows it is told."""
    reason = " ".join(reason.split())[:300]
    with locked(slug) as table:
        if table.state not in (Table.State.PLAYING, Table.State.FINISHED):
            raise Refused("not_now", _("Only a match that is being played or finished can be declared void."))
        if not reason:
            raise Refused("bad_message", _("Say why the match is void."))
        if table.state == Table.State.PLAYING:
            deals.finish(table)
        table.state = Table.State.VOID
        table.results.filter(state=Result.State.ENTERED).update(state=Result.State.VOID)
        table.results.filter(state=Result.State.CONFIRMED).update(state=Result.State.SUPERSEDED)
        version = (table.results.aggregate(last=Max("version"))["last"] or 0) + 1
        Result.objects.create(
            table=table, version=version, source=Result.Source.RULING, state=Result.State.VOID, by=by, reason=reason,
            at=timezone.now(),
        )  # fmt: skip
        match_voided.send(Table, table=table, reason=reason)
    return table


def restore(slug: str) -> Table:
    """The result that a void match had counts again; a live match that was over before it had one gets it now."""
    with locked(slug) as table:
        if table.state != Table.State.VOID:
            raise Refused("not_now", _("This match is not void."))
        last = table.results.filter(state=Result.State.SUPERSEDED).last()  # only what was confirmed is superseded
        if last is not None:
            last.state = Result.State.CONFIRMED
            last.save(update_fields=["state"])
        elif table.kind != Table.Kind.LIVE or not table.deal_number or not deals.match_of(table).over:
            raise Refused("not_now", _("This match was not over: it has no result to put back."))
        table.state, table.tallied_at = Table.State.FINISHED, None
    return table
