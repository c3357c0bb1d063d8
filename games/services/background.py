"""Starting background work.

What must happen is a column (`due_at`, `tallied_at is null`); a task that is lost is swept up.  So a thread of its own
sends the tasks: a broker that is slow or away holds no move up, and what it cannot take is dropped.
"""

from __future__ import annotations

import threading
from queue import Full, Queue

import structlog
from celery import current_app
from django.db import transaction
from django.utils import timezone

from ..models import Table

log = structlog.get_logger(__name__)
WAITING_AT_MOST = 1_000  # tasks to be sent


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
        _sender.waiting.put_nowait((task, table_id, countdown))
    except Full:
        log.info("task_not_sent", task=task, table=table_id, error="Full")
    _sender.start()


class _Sender:
    """A thread that publishes tasks in their order."""

    def __init__(self) -> None:
        self.waiting: Queue[tuple[str, int, float]] = Queue(WAITING_AT_MOST)
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """Begin, once in a process; a forked worker has no thread of its parent."""
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="tasks", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            task, table_id, countdown = self.waiting.get()
            try:
                current_app.send_task(task, (table_id,), countdown=countdown or None, retry=False)
            except Exception as error:  # a broker that is down must not fail a committed move
                log.warning("task_not_sent", task=task, table=table_id, error=type(error).__name__)


_sender = _Sender()
