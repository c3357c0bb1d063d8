"""Background work on accounts; thin, and safe to run twice."""

from __future__ import annotations

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from . import services
from .services import counting


@shared_task
def clean_guests() -> None:
    services.clean_guests(timezone.now())


@shared_task
def clean_sessions() -> None:
    call_command("clearsessions")


@shared_task
def count_matches(pool_id: int) -> None:
    counting.count_all(pool_id)


@shared_task
def sweep_counts() -> None:
    """Every few seconds: what a lost task left uncounted."""
    for pool_id in counting.waiting():
        count_matches.delay(pool_id)
