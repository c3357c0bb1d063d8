"""News from the games: a table of a round has a confirmed result."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from games.models import Table
from games.signals import match_finished

from .models import Tournament
from .services.log import changed


@receiver(match_finished)
def result_came(table: Table, **kwargs: Any) -> None:
    """The standings have moved and the round may be over; looked at in the background, swept up if that is lost."""
    tournament = Tournament.objects.filter(rounds__tables__table=table).first()
    if tournament is not None:
        transaction.on_commit(lambda: _news(tournament), robust=True)


def _news(tournament: Tournament) -> None:
    """After the commit: a row of the event locked within the tally could wait for one who waits for the table."""
    from .tasks import go_on

    changed(tournament)
    go_on.delay(tournament.pk)
