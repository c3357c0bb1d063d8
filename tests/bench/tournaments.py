"""Whole events and their pages under load: `python -m tests.bench.tournaments [ENTRIES] [ENTRIES ON THE PAGE]`.

On a database of its own, made in the PostgreSQL of DATABASE_URL.  First an elimination event from registration to the
winner, every result by the services (scores drawn as deals end: one hand is empty): seating, publishing, results a
second.  Then the standings page of a swiss event: requests a second of one process without a web server, when nothing
has moved, when the page asks whether something has, and while results arrive.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from tests.bench.tables import fresh_database

NAME = "lastcard_bench_tournaments"
LOOKS = 200
RANDOM = Random(7)


def main(entries: int, shown: int) -> None:
    os.environ |= {"DATABASE_URL": fresh_database(NAME), "DJANGO_SETTINGS_MODULE": "config.settings"}
    os.environ.pop("REDIS_URL", None)  # no worker takes what the background would do: this process does it itself
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    settings.ALLOWED_HOSTS = ["testserver"]
    setup_test_environment()
    call_command("migrate", verbosity=0)
    elimination(entries)
    page(shown)


def draw(seats: int) -> list[int]:
    """Points as a deal of Last Player ends: one hand is empty."""
    points = [RANDOM.choice((2, 5, 9, 14, 20, 31, 45)) for _ in range(seats)]
    points[RANDOM.randrange(seats)] = 0
    return points


def play_round(tournament: Any) -> int:
    """Every table of the round, deal by deal, confirmed -> how many."""
    from games.services import tally, typed
    from games.services.typed import Actor
    from tests.tournaments.support import current

    organiser = Actor(tournament.organiser, "organiser")
    rows = current(tournament).tables.select_related("table")
    for row in rows:
        while (following := typed.next_deal(row.table)) is not None:
            typed.enter_deal(
                row.table.slug, organiser, row.table.deal_number + 1, {"points": draw(len(following.seats))}
            )
            row.table.refresh_from_db()
        typed.confirm(row.table.slug, organiser, typed.waiting(row.table).version, organiser=True)
        tally(row.table_id)
    return len(rows)


def elimination(entries: int) -> None:
    from tests.games.support import person
    from tests.tournaments.support import ELIMINATION, event
    from tournaments.services import rounds

    began = time.perf_counter()
    sizes = {"preferred": 4, "least": 2, "most": 5}
    tournament = event(person("Bench"), entries, kind="typed", automatic=False, **{**ELIMINATION, **sizes})
    rounds.start(tournament.slug, tournament.organiser)
    seating, publishing, playing, tables = [], [], 0.0, 0
    while True:
        tournament.refresh_from_db()
        if tournament.state == "finished":
            break
        seating.append(timed(lambda: rounds.draft(tournament.slug, tournament.organiser)))
        number = len(seating)
        publishing.append(timed(lambda number=number: rounds.publish(tournament.slug, tournament.organiser, number)))
        since = time.perf_counter()
        tables += play_round(tournament)
        playing += time.perf_counter() - since
        rounds.go_on(tournament.pk)
    print(
        f"elimination of {entries}: {len(seating)} rounds, {tables} tables, {time.perf_counter() - began:.1f} s in all"
    )
    print(f"  a round seated in {max(seating):.2f} s at most, published in {max(publishing):.2f} s at most")
    print(f"  {tables / playing:.0f} tables a second entered, confirmed and counted")


def timed(action: Callable[[], Any]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def page(entries: int) -> None:
    """The standings page of an event of 5 rounds, the last one being played."""
    from django.test import Client

    from tests.tournaments.support import SWISS, event
    from tournaments.models import Tournament
    from tournaments.services import rounds

    organiser = Tournament.objects.latest("pk").organiser
    tournament = event(organiser, entries, kind="typed", automatic=False, **{**SWISS, "settings": {"rounds": 5}})
    rounds.start(tournament.slug, organiser)
    for number in range(1, 6):
        seating = timed(lambda: rounds.draft(tournament.slug, organiser))
        rounds.publish(tournament.slug, organiser, number)
        if number < 5:
            play_round(tournament)
            rounds.go_on(tournament.pk)
    tournament.refresh_from_db()
    client, path = Client(), f"/tournaments/{tournament.slug}/standings/"
    cold = timed(lambda: client.get(path))
    ask = {"headers": {"hx-request": "true"}}
    print(f"standings of {entries}, 5 rounds: the last round seated in {seating:.2f} s; the first look {cold:.2f} s")
    show("looks", [timed(lambda: client.get(path)) for _ in range(LOOKS)])
    unmoved = f"{path}?have={tournament.version}"
    show("asking whether something moved", [timed(lambda: client.get(unmoved, **ask)) for _ in range(LOOKS)])
    while_results_arrive(tournament, client, path)


def show(what: str, times: list[float]) -> None:
    times.sort()
    print(f"  {what}: {len(times) / sum(times):.0f} a second, {1000 * statistics.median(times):.1f} ms, "
          f"p99 {1000 * times[int(0.99 * len(times)) - 1]:.0f} ms")  # fmt: skip


def while_results_arrive(tournament: Any, client: Any, path: str) -> None:
    """A result after every twentieth look."""
    from tests.tournaments.support import current, type_in
    from tournaments.services.log import changed

    waiting = list(current(tournament).tables.select_related("table"))[: LOOKS // 20]
    times = []
    for number in range(LOOKS):
        if number % 20 == 0:
            row = waiting[number // 20]
            type_in(tournament, row.table, draw(len(row.seats)))
            changed(tournament)
        times.append(timed(lambda: client.get(path)))
    show("looks, a result between each twenty", times)


if __name__ == "__main__":
    main(*(int(argument) for argument in (sys.argv[1:] + ["500", "1000"][len(sys.argv) - 1 :])))
