"""News from the games: a table of a round has a confirmed result, or none any more."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from games.models import Table
from games.signals import match_finished, match_voided

from .models import RoundTable, Tournament
from .services.log import changed, locked, note


@receiver(match_finished)
def result_came(table: Table, **kwargs: Any) -> None:
    """The standings have moved and the round may be over; looked at in the background, swept up if that is lost."""
    tournament = Tournament.objects.filter(rounds__tables__table=table).first()
    if tournament is not None:
        transaction.on_commit(lambda: _news(tournament), robust=True)


@receiver(match_voided)
def result_went(table: Table, reason: str, **kwargs: Any) -> None:
    """The standings are without it; the organisers rule on the table, or have it put back (T12)."""
    row = RoundTable.objects.filter(table=table).select_related("round").first()
    if row is not None:
        transaction.on_commit(lambda: _note_void(row, reason), robust=True)


def _note_void(row: RoundTable, reason: str) -> None:
    """After the commit, as `_news`."""
    with locked(row.round.tournament_id) as tournament:
        note(tournament, None, "match void", what=f"{row.round.number}/{row.number}", after={"reason": reason})


def _news(tournament: Tournament) -> None:
    """After the commit: a row of the event locked within the tally could wait for one who waits for the table."""
    from .tasks import go_on

    changed(tournament)
    go_on.delay(tournament.pk)
