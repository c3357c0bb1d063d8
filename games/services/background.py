"""Starting background work.

What must happen is a column (`due_at`, `tallied_at is null`); a task that is lost is swept up.
"""

from __future__ import annotations

import structlog
from celery import current_app
from django.db import transaction
from django.utils import timezone

from ..models import Table

log = structlog.get_logger(__name__)


def schedule(table: Table) -> None:
    """Look at the table when it is due.  A turn's clock is left to the sweep, which is exact to a second."""
    if table.state == Table.State.FINISHED and table.tallied_at is None:
        _send("games.tasks.tally", table.pk)
    elif table.state == Table.State.PLAYING and table.due_at and table.due_at != table.clock_at:
        _send("games.tasks.tick", table.pk, max(0.0, (table.due_at - timezone.now()).total_seconds()))


def schedule_on_commit(table: Table) -> None:
    transaction.on_commit(lambda: schedule(table), robust=True)


def _send(task: str, table_id: int, countdown: float = 0) -> None:
    try:
        current_app.send_task(task, (table_id,), countdown=countdown or None, retry=False)
    except Exception as error:  # a broker that is down must not fail a committed move
        log.warning("task_not_sent", task=task, table=table_id, error=type(error).__name__)
