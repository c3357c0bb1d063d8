"""News from the games: a table of a round has a confirmed result."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from games.models import Table
from games.signals import match_finished

from .models import RoundTable


@receiver(match_finished)
def result_came(table: Table, **kwargs: Any) -> None:
    """The round may be over now; looked at in the background, and swept up if that is lost."""
    from .tasks import go_on

    tournament = RoundTable.objects.filter(table=table).values_list("round__tournament", flat=True).first()
    if tournament is not None:
        transaction.on_commit(lambda: go_on.delay(tournament), robust=True)
