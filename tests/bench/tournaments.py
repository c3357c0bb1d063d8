"""Whole events and their pages under load.

    python -m tests.bench.tournaments                      both of these, a process each
    python -m tests.bench.tournaments elimination [ENTRIES]
    python -m tests.bench.tournaments standings [ENTRIES]

On a database of its own, made in the PostgreSQL of DATABASE_URL.  `elimination`: an event of bots from registration to
the winner, as the site runs it: a worker and a beat on the Redis of REDIS_URL deal, tally, count, close rounds and seat
the next ones.  This process plays the deals with the easy bots' rules of thumb, in code and in processes of its own,
and hands each in by its last move, which is committed as any other.  `standings`: the standings page of a swiss event,
requests a second of one process without a web server, when nothing has moved, when the page asks whether something has,
and while results arrive.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from random import Random
from typing import Any

from tests.bench.tables import REDIS_URL, fresh_database, machine, percentiles
from tests.bench.tally import workers

NAME = "lastcard_bench_tournaments"
LOOKS = 200
RANDOM = Random(7)
A_SECOND = 5  # deals handed in, at most: ten times what a hall of 500 does
PLAYERS = 2  # processes that play
AT_MOST = 900.0  # seconds for the event
PLAYED_HERE = {
    "BOT_DELAY": "3000",
    "READY_SECONDS": "0",
    "TEXT_SECONDS": "0",
    "GATHER_SECONDS": "0",
}  # the workers move no bot


def set_up(**environment: str) -> None:
    os.environ |= {"DATABASE_URL": fresh_database(NAME), "DJANGO_SETTINGS_MODULE": "config.settings", **environment}
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    settings.ALLOWED_HOSTS = ["testserver"]
    setup_test_environment()
    call_command("migrate", verbosity=0)


# -- an event from registration to the winner ----------------------------------------------------------------------


def moves_of(state: Any, seed: str) -> list[tuple[int, str]]:
    """A deal played by easy bots: who (deal seat) and what, in order."""
    from games import bots

    random, moves = Random(seed), []
    while (seat := state.to_act) is not None:
        moves.append((seat, bots.choose("easy", state, seat, random)))
        state, _events = state.play(moves[-1][1])
    return moves


class Hall:
    """The tables of the event: their deals are played and handed in; when the standings know of it is noted."""

    def __init__(self, tournament: Any, pool: ProcessPoolExecutor) -> None:
        self.tournament, self.pool = tournament, pool
        self.playing: dict[tuple[int, int], Future[list[tuple[int, str]]]] = {}  # by table and deal number
        self.deals, self.moves = 0, 0
        self.handed: dict[int, float] = {}  # table -> when its last deal was handed in
        self.tallied: dict[int, int] = {}  # table -> the event's version before its result
        self.version = 0
        self.times: list[float] = []  # from a result handed in until the standings know it

    def look(self) -> None:
        """Begin the deals that are dealt; note the results that the standings know of."""
        from games import replay
        from games.models import Table

        self._note()
        dealt = Table.objects.filter(
            round_table__round__tournament=self.tournament, state=Table.State.PLAYING, phase=Table.Phase.PLAYING, ply=0
        )
        for table in dealt:
            key = table.pk, table.deal_number
            if key not in self.playing:
                state = replay.first_state(table.game, table.options, table.deals.get(number=table.deal_number))
                self.playing[key] = self.pool.submit(moves_of, state, str(key))

    def _note(self) -> None:
        """The pages ask for the event's version, and draw the standings anew where it has moved."""
        from games.models import Table

        version = type(self.tournament).objects.values_list("version", flat=True).get(pk=self.tournament.pk)
        for pk in [pk for pk, before in self.tallied.items() if version > before]:
            del self.tallied[pk]
            self.times.append(time.perf_counter() - self.handed.pop(pk))
        waiting = [pk for pk in self.handed if pk not in self.tallied]
        found = Table.objects.filter(pk__in=waiting, tallied_at__isnull=False).values_list("pk", flat=True)
        self.tallied |= dict.fromkeys(found, self.version)  # its news may be in the version just read
        self.version = version

    def hand_in(self) -> bool:
        """One deal that has been played; whether there was one."""
        key = next((key for key, moves in self.playing.items() if moves and moves.done()), None)
        if key is None:
            return False
        played, self.playing[key] = self.playing[key].result(), None
        commit(*key, played)
        self.handed[key[0]] = time.perf_counter()
        self.deals, self.moves = self.deals + 1, self.moves + len(played)
        return True


def commit(table_id: int, number: int, played: list[tuple[int, str]]) -> None:
    """All but the last move are stored as they are; the last goes the way of every move, and the rest follows."""
    from django.utils import timezone

    from games import services
    from games.models import Move
    from games.services.locking import locked

    *before, (seat, text) = played
    with locked(table_id) as table:
        deal = table.deals.get(number=number)
        how = {"deal": deal, "by": Move.By.BOT, "at": timezone.now(), "version": table.version}
        Move.objects.bulk_create(Move(ply=ply, seat=seat, text=text, **how) for ply, (seat, text) in enumerate(before))
        table.ply, table.to_act, table.due_at = len(before), deal.seats[seat], None
    last = services.MoveRequest(table_id, number, len(before), deal.seats[seat], text, Move.By.BOT)
    (answer,) = services.commit_moves([last])
    assert answer.status == "ok", answer


def elimination(entries: int) -> None:
    facts = machine()
    set_up(REDIS_URL=REDIS_URL, **PLAYED_HERE)
    from celery import current_app

    from tests.games.support import person
    from tests.tournaments.support import ELIMINATION, event
    from tournaments.services import rounds
    from tournaments.tasks import go_on

    started = workers(os.environ["DATABASE_URL"])
    try:
        while not current_app.control.ping():
            assert all(process.poll() is None for process in started)
        began = time.perf_counter()
        sizes = {"preferred": 4, "least": 2, "most": 5}
        tournament = event(person("Bench"), entries, bot="easy", **{**ELIMINATION, **sizes})
        rounds.start(tournament.slug, tournament.organiser)
        go_on.delay(tournament.pk)
        with ProcessPoolExecutor(PLAYERS) as pool:
            hall = Hall(tournament, pool)
            run(hall)
        seconds = time.perf_counter() - began
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait()
    print(facts)
    report(hall, seconds)


def run(hall: Hall) -> None:
    """Until the event is over and every result is in the standings."""
    until, turn = time.monotonic() + AT_MOST, time.monotonic()
    while hall.tournament.state != "finished" or hall.handed:
        assert time.monotonic() < until, f"not over: {len(hall.handed)} results wait"
        hall.look()
        if time.monotonic() >= turn and hall.hand_in():
            turn = max(turn + 1 / A_SECOND, time.monotonic() - 1 / A_SECOND)
        else:
            time.sleep(0.01)
            hall.tournament.refresh_from_db()


def report(hall: Hall, seconds: float) -> None:
    from tournaments.models import RoundTable

    played = list(hall.tournament.rounds.order_by("number"))
    tables = RoundTable.objects.filter(round__tournament=hall.tournament).count()
    closed = [hall.tournament.started_at, *(row.closed_at for row in played)]
    seating = [(row.created_at - before).total_seconds() for row, before in zip(played, closed, strict=False)]
    publishing = [(row.published_at - row.created_at).total_seconds() for row in played]
    cuts = percentiles(hall.times)
    print(
        f"elimination of {len(hall.tournament.entries.all())}: {seconds:.0f} s in all, {len(played)} rounds, "
        f"{tables} tables, {hall.deals} deals, {hall.moves:,} moves"
    )
    for what, times in (("seated", seating), ("published", publishing)):
        print(f"  a round {what} in {statistics.median(times):.2f} s, {max(times):.2f} s at most")
    print(
        f"  from a result handed in until the standings know it: p50 {1000 * cuts[49]:.0f} ms, "
        f"p95 {1000 * cuts[94]:.0f} ms of {len(hall.times)}, at most {A_SECOND} handed in a second"
    )


# -- the standings page ----------------------------------------------------------------------------------------------


def draw(seats: int) -> list[int]:
    """Points as a deal of Last Player ends: one hand is empty."""
    points = [RANDOM.choice((2, 5, 9, 14, 20, 31, 45)) for _ in range(seats)]
    points[RANDOM.randrange(seats)] = 0
    return points


def play_round(tournament: Any) -> None:
    """Every table of the round typed in, confirmed and tallied."""
    from tests.tournaments.support import current, type_in

    for row in current(tournament).tables.select_related("table"):
        type_in(tournament, row.table, draw(len(row.seats)))


def timed(action: Callable[[], Any]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def page(entries: int) -> None:
    """The standings page of an event of 5 rounds, the last one being played."""
    os.environ.pop("REDIS_URL", None)  # no worker takes what the background would do: this process does it itself
    set_up()
    from django.test import Client

    from tests.games.support import person
    from tests.tournaments.support import SWISS, event
    from tournaments.services import rounds

    organiser = person("Bench")
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


BENCHES = {"elimination": (elimination, 500), "standings": (page, 1000)}


def main(arguments: list[str]) -> None:
    if arguments:
        bench, entries = BENCHES[arguments[0]]
        bench(int(arguments[1]) if arguments[1:] else entries)
        return
    for name in BENCHES:  # a process each: Django is set up once in one
        subprocess.run([sys.executable, "-m", "tests.bench.tournaments", name], check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
