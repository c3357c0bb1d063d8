"""Count all confirmed results anew: ratings, records, leaderboards."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.models import Played
from accounts.services import counting


class Command(BaseCommand):
    help = "Forgets ratings, records and leaderboards, and makes them again from the confirmed results, in their order."

    def handle(self, **_options: Any) -> None:
        for pool in counting.pools():
            counting.forget(pool.pk)
            counting.count_all(pool.pk)
            matches = Played.objects.filter(pool=pool).values("table").distinct().count()
            self.stdout.write(f"{pool}: {matches} matches")
