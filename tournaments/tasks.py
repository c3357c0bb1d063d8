"""Background work: thin shells over services; each may run twice."""

from __future__ import annotations

from celery import shared_task

from games.services import Refused

from .services import rounds, sweeping


@shared_task
def go_on(tournament_id: int) -> None:
    rounds.go_on(tournament_id)


@shared_task
def sweep() -> None:
    """Events whose time to start has come, rounds that are over though the news was lost, players who do not come."""
    for slug in sweeping.due():
        begin.delay(slug)
    sweeping.stop_late_tables()
    sweeping.no_shows()
    sweeping.rule_on_abandoned()
    for pk in sweeping.going():
        go_on.delay(pk)


@shared_task
def remind() -> None:
    sweeping.remind()


@shared_task
def remove_abandoned() -> int:
    return sweeping.remove_abandoned()


@shared_task
def begin(slug: str) -> None:
    """Start an event at its time; too few players are left to the organiser."""
    try:
        tournament = rounds.start(slug, None)
    except Refused:
        return
    rounds.go_on(tournament.pk)
