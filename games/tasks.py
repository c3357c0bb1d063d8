"""Background work: thin shells over services; each may run twice."""

from __future__ import annotations

from celery import shared_task

from . import metrics, services
from .services import results, ticking


@shared_task
def tick(table_id: int) -> None:
    services.tick(table_id)


@shared_task
def sweep() -> None:
    """Each second: turns that ran out, and tables whose task was lost."""
    for table_id in ticking.due_tables():
        metrics.SWEPT.labels("table").inc()
        tick.delay(table_id)


@shared_task
def tally(table_id: int) -> None:
    results.tally(table_id)


@shared_task
def sweep_tallies() -> None:
    for table_id in results.untallied():
        metrics.SWEPT.labels("tally").inc()
        tally.delay(table_id)


@shared_task
def close_stale() -> int:
    return services.close_stale()
