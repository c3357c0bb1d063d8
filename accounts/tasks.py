"""Background work on accounts; thin, and safe to run twice."""

from __future__ import annotations

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from . import services


@shared_task
def clean_guests() -> None:
    services.clean_guests(timezone.now())


@shared_task
def clean_sessions() -> None:
    call_command("clearsessions")
