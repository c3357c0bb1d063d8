"""A day's worth of tables opened and left: a clear answer to who opens too many, and nothing stays behind."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import replay, services
from games.models import Table
from games.services.tables import OPENED_A_MINUTE
from tests.games.support import next_moment, open_table, person
from tests.tournaments.support import begin, event
from tournaments.services import sweeping

pytestmark = pytest.mark.django_db(transaction=True)
HOURS = 24
TABLES_AN_HOUR = 20


def test_who_opens_too_many_tables_is_told_so() -> None:
    ann = person("Ann")
    for _ in range(OPENED_A_MINUTE):
        open_table(ann)
    with pytest.raises(services.Refused) as refused:
        open_table(ann)
    assert (refused.value.code, refused.value.message) == (
        "too_fast", "Too many new tables at once. Wait a minute, please.",
    )  # fmt: skip
    open_table(person("Bob"))
    Table.objects.filter(host=ann).update(created_at=timezone.now() - timedelta(minutes=1))
    open_table(ann)


def test_a_day_of_tables_leaves_none_open(settings: pytest.FixtureRequest) -> None:
    """Opened and never begun, or begun and left: each hour is an hour later."""
    settings.STATE_CACHE_SIZE = 50
    for hour in range(HOURS):
        people = [person(f"{hour}-{number}") for number in range(TABLES_AN_HOUR)]
        for number, host in enumerate(people):
            table = open_table(host)
            if number % 2:
                services.fill(table.slug, host)
                next_moment(table)
                services.leave(table.slug, host)
        Table.objects.filter(due_at__isnull=False, state=Table.State.OPEN).update(
            due_at=timezone.now() - timedelta(seconds=1)
        )
        services.close_stale()
    states = set(Table.objects.values_list("state", flat=True))
    assert states == {Table.State.ABANDONED}
    assert not Table.objects.filter(due_at__isnull=False).exists()
    assert len(replay.folds._values) <= settings.STATE_CACHE_SIZE
    assert not sweeping.remove_abandoned(), "kept for a month"
    long_ago = timezone.now() - timedelta(days=sweeping.ABANDONED_DAYS)
    Table.objects.update(ended_at=long_ago)
    of_an_event = Table.objects.get(round_table=begin(event(person("Olga"), 4, bot="easy")).rounds.get().tables.get())
    Table.objects.filter(pk=of_an_event.pk).update(state=Table.State.ABANDONED, phase="", ended_at=long_ago)
    assert sweeping.remove_abandoned() == HOURS * TABLES_AN_HOUR
    assert list(Table.objects.all()) == [of_an_event]
