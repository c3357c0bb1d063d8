"""One way to change a table: its row locked, its version up by one, everybody told after the commit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from .. import live, replay
from ..models import Table
from . import background
from .refused import Refused


@contextmanager
def locked(slug_or_id: str | int) -> Iterator[Table]:
    """The table's row, locked until the end of the block; the version goes up by one and everybody is told."""
    key = {"pk": slug_or_id} if isinstance(slug_or_id, int) else {"slug": slug_or_id}
    with transaction.atomic():
        try:
            table = Table.objects.select_for_update().get(**key)
        except Table.DoesNotExist:
            raise Refused("gone", _("This table does not exist.")) from None
        due_at = table.due_at
        yield table
        table.version += 1
        table.save()
        transaction.on_commit(partial(replay.rows.put, table.pk, table), robust=True)
        live.announce_on_commit(table)
        if table.due_at != due_at or table.state == Table.State.FINISHED:  # else its task has been sent
            background.schedule_on_commit(table)
