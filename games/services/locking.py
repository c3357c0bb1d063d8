"""One way to change a table: its row locked, its version up by one, everybody told after the commit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from .. import live, replay
from ..models import Table
from . import background
from .refused import Refused


@contextmanager
def locked(slug_or_id: str | int, *, known: bool = False) -> Iterator[Table]:
    """The table's row, locked until the end of the block; the version goes up by one and everybody is told.

    `known`: with `table.known`, its seats and deals, for a block that changes them there too: nothing is read back.
    """
    key = {"pk": slug_or_id} if isinstance(slug_or_id, int) else {"slug": slug_or_id}
    with transaction.atomic():
        try:
            table = Table.objects.select_for_update().get(**key)
        except Table.DoesNotExist:
            raise Refused("gone", _("This table does not exist.")) from None
        due_at = table.due_at
        if known:
            table.known = replay.parts_of(table)
        yield table
        table.version += 1
        table.save()
        _tell_on_commit(table)
        if table.due_at != due_at or table.state == Table.State.FINISHED:  # else its task has been sent
            background.schedule_on_commit(table)


def _tell_on_commit(table: Table) -> None:
    known, table.known = table.known, None
    transaction.on_commit(partial(replay.rows.put, table.pk, table), robust=True)
    if known is None or table.rematch_id:
        live.announce_on_commit(table)
        return
    now = replace(known, version=table.version)
    transaction.on_commit(partial(replay.parts.put, table.pk, now), robust=True)
    if live.hub.shows(table.pk):
        transaction.on_commit(partial(live.announce_snapshot, replay.view_of(table, now)), robust=True)
    else:
        live.announce_on_commit(table)
