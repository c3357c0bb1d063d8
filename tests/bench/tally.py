"""From the last move of a match to its stored result: `python -m tests.bench.tally [MATCHES]`.

A worker and a beat are started on a database of their own (made in the PostgreSQL of DATABASE_URL) and the Redis of
REDIS_URL.  This process plays matches of two people, one deal each, as a web process would: moves in batches, the end
of a deal told to the workers.  A match's time is from its last move until its result, ratings and leaderboards stand.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from random import Random

from tests.bench.tables import REDIS_URL, fresh_database, machine
from tests.site import ROOT

NAME = "lastcard_bench_tally"
MATCHES = 300
PLAYED_AT_ONCE = 20
AT_MOST = 60.0  # seconds to wait for the last result


def begin(count: int) -> list[int]:
    """Matches of two people, their deal dealt."""
    from games import services
    from games.services import deals
    from tests.visitors import visitor

    made = []
    for number in range(count):
        (host, _), (other, _) = (visitor(f"tally{number}_{seat}") for seat in (0, 1))
        table = services.open_table(host, "last-player", {"hand_size": 4}, 2, "deals", {"count": 1}, None, True)
        services.take_seat(table.slug, other)
        deals.settle(table.pk)
        made.append(table.pk)
    return made


def play(tables: list[int]) -> None:
    """All to their end, a move each at a time."""
    from games import services, snapshots
    from games.models import Table

    random = Random(0)
    while rows := list(Table.objects.filter(pk__in=tables, state=Table.State.PLAYING)):
        wanted = []
        for row in rows:
            state = snapshots.load(row).fold.state
            if state.to_act is not None:
                move = random.choice(state.legal_moves())
                wanted.append(services.MoveRequest(row.pk, row.deal_number, row.ply, row.to_act, move))
        services.commit_moves(wanted)


def seconds_to_the_result(tables: list[int]) -> list[float]:
    from django.db.models import Max

    from games.models import Table

    until = time.monotonic() + AT_MOST
    while Table.objects.filter(pk__in=tables, tallied_at=None).exists() and time.monotonic() < until:
        time.sleep(0.2)
    rows = Table.objects.filter(pk__in=tables, tallied_at__isnull=False).annotate(last=Max("deals__moves__at"))
    return [(row.tallied_at - row.last).total_seconds() for row in rows]


def workers(url: str) -> list[subprocess.Popen[bytes]]:
    """A worker and a beat.  What waits in the Redis of REDIS_URL is dropped: a bench without workers leaves tasks."""
    from celery import current_app

    current_app.control.purge()
    env = os.environ | {"DATABASE_URL": url, "REDIS_URL": REDIS_URL}
    words = ["worker", "--loglevel", "ERROR", "--concurrency", "2"], ["beat", "--loglevel", "ERROR"]
    return [subprocess.Popen([sys.executable, "-m", "celery", "--quiet", "--app", "config", *each], cwd=ROOT, env=env)
            for each in words]  # fmt: skip


def main(matches: int) -> None:
    facts = machine()
    url = fresh_database(NAME)
    os.environ |= {"DATABASE_URL": url, "REDIS_URL": REDIS_URL, "DJANGO_SETTINGS_MODULE": "config.settings"}
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    started = workers(url)
    try:
        tables = begin(matches)
        began = time.monotonic()
        for place in range(0, matches, PLAYED_AT_ONCE):
            play(tables[place : place + PLAYED_AT_ONCE])
        pace = matches / (time.monotonic() - began)
        times = seconds_to_the_result(tables)
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait()
    cuts = statistics.quantiles(times, n=100)
    p50, p95, p99 = (f"{1000 * cuts[n - 1]:.0f}" for n in (50, 95, 99))
    print(facts)
    print(f"from the last move to the stored result: p50 {p50} ms, p95 {p95} ms, p99 {p99} ms   (aim: p95 under 1 s)")
    print(f"     {len(times)} of {matches} matches, {pace:.1f} ended a second")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES)
