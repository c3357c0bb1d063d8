"""Background work: thin shells over services; each may run twice."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.services import Refused

from .models import Tournament
from .services import rounds


@shared_task
def go_on(tournament_id: int) -> None:
    rounds.go_on(tournament_id)


@shared_task
def sweep() -> None:
    """Events whose time to start has come, and rounds that are over though the news was lost."""
    due = Tournament.objects.filter(state=Tournament.State.OPEN, automatic=True, starts_at__lte=timezone.now())
    for slug in due.values_list("slug", flat=True):
        begin.delay(slug)
    for pk in Tournament.objects.filter(state=Tournament.State.RUNNING).values_list("pk", flat=True):
        go_on.delay(pk)


@shared_task
def begin(slug: str) -> None:
    """Start an event at its time; too few players are left to the organiser."""
    try:
        tournament = rounds.start(slug, None)
    except Refused:
        return
    rounds.go_on(tournament.pk)
