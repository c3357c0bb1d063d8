"""One way to change a table: its row locked, its version up by one, everybody told after the commit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from .. import live, replay, snapshots
from ..models import Table
from . import background, rows
from .refused import Refused


@contextmanager
def locked(slug_or_id: str | int, *, known: bool = False) -> Iterator[Table]:
    """The table's row, locked until the end of the block; the version goes up by one and everybody is told.

    `known`: with `table.known`, its seats and deals, for a block that changes them there too: nothing is read back.
    """
    with transaction.atomic():
        table = _lock(slug_or_id)
        if known:
            table.known = replay.parts_of(table)
        before, due_at = rows.values(table), table.due_at
        yield table
        table.version += 1
        rows.save(table, *rows.changed(table, before))
        _tell_on_commit(table)
        if table.due_at != due_at or table.state == Table.State.FINISHED:  # else its task has been sent
            background.schedule_on_commit(table)


def _lock(slug_or_id: str | int) -> Table:
    """The row; as this process knows it, where that is the newest.

    Not while a deal is played: a pass that is held changes the row and not its version.
    """
    if (found := rows.lock(slug_or_id)) is None:
        raise Refused("gone", _("This table does not exist."))
    table_id, version = found
    row = replay.rows.get(table_id)
    if row and row.version == version and row.phase in replay.BETWEEN:
        return replay.copy_of(row)
    return Table.objects.get(pk=table_id)


def _tell_on_commit(table: Table) -> None:
    known, table.known = table.known, None
    transaction.on_commit(partial(replay.rows.put, table.pk, table), robust=True)
    if known is None or table.rematch_id:
        live.announce_on_commit(table)
        return
    now = replace(known, version=table.version)
    transaction.on_commit(partial(replay.parts.put, table.pk, now), robust=True)
    if live.hub.shows(table.pk):
        transaction.on_commit(partial(live.announce_snapshot, snapshots.view_of(table, now)), robust=True)
    else:
        live.announce_on_commit(table)
