"""Leaderboards with a million rated players in PostgreSQL: `python -m tests.bench.leaderboards [PLAYERS]`.

On a database of its own, made in the PostgreSQL of DATABASE_URL.  First what counting a match of four takes with few
players stored and with all; then, for several boards, a page of 50 and "around me": time in PostgreSQL (planning and
running all queries of the page, as it tells itself) and the time until the rows are there, Django included.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import psycopg

from tests.bench.tables import DATABASE_URL, fresh_database

NAME = "lastcard_bench_leaderboards"
LOOKS = 40
MATCHES = 40
CIRCLE = 300
MEASURES = ("rating", "won", "share", "points")
PEOPLE = """
insert into accounts_user (id, username, password, first_name, last_name, email, is_superuser, is_staff, is_active,
    date_joined, display_name, is_guest, language, deck, scheme, sound, motion, auto_draw, confirm_moves, auto_pass,
    private)
  select n, 'player' || n, '', '', '', '', false, false, true, now(), '', false, '', '2color', 'system', true, true,
    true, false, false, false from generate_series({low}, {high}) n;
insert into accounts_player (id, user_id, bot) select n, n, '' from generate_series({low}, {high}) n;
select setval('accounts_user_id_seq', {high}), setval('accounts_player_id_seq', {high});
"""
STANDINGS = """
insert into accounts_standing (pool_id, player_id, period, listed, matches, won, points, deals, fools, streak, longest,
    mu, sigma, by_rating, by_won, by_share, by_points, by_streak, by_fools)
  select {pool}, n, period, true, m, w, 20 * m, 2 * m, 0, 0, least(w, 5), mu, 2.0,
    524288 + round(100 * (1500 + 30 * (mu - 25)))::int, nullif(w, 0), case when m >= 10 then 1000000 * w / m end,
    case when m >= 5 then 1048575 - 1000 * (10 + n % 9) end, nullif(least(w, 5), 0), null
  from (
    select n, period, m, (n * 104729::bigint % 100) * m / 100 as w,
      25 + 6 * sqrt(-2 * ln(1 - (n * 611953::bigint % 999983) / 999983.0)) * cos(n) as mu
    from generate_series({low}, {high}) n, lateral (select 1 + n * 7919::bigint % 200) as one (m),
      (values ('all'), ('2026')) as p (period)
  ) made;
"""
COUNTS = """
insert into accounts_scorecount (pool_id, period, measure, node, players)
  select pool_id, period, '{measure}', {node}, count(*) from accounts_standing
  where listed and by_{measure} is not null group by 1, 2, 3, 4;
"""


def fill(low: int, high: int, pool: Any) -> None:
    """Players `low` to `high`, with all that is kept up for them."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute((PEOPLE + STANDINGS).format(low=low, high=high, pool=pool.pk))
        cursor.execute("delete from accounts_scorecount")
        for measure in (*MEASURES, "streak"):
            for node in (f"by_{measure}", f"-1 - (by_{measure} >> 10)"):
                cursor.execute(COUNTS.format(measure=measure, node=node))
        cursor.execute("vacuum analyze accounts_standing, accounts_scorecount, accounts_player, accounts_user")


# -- looking -----------------------------------------------------------------------------------------------------


def look(players: int, pool: Any) -> None:
    from accounts.boards import Board
    from accounts.models import Player, Standing

    me = befriend(players, pool)
    for measure in MEASURES:
        board = Board(pool, "all", measure)
        field = f"by_{measure}"
        rows = Standing.objects.filter(pool=pool, period="all", player__in=Random(2).sample(range(players), 4 * LOOKS))
        chosen = list(rows.filter(**{f"{field}__isnull": False}).select_related("player")[:LOOKS])
        report(measure, "first page", board.page, [()] * LOOKS)
        report("", "page anywhere", board.page, [(board._place(row),) for row in chosen])
        report("", "around me", board.around, [(row.player,) for row in chosen])
        report("", f"my {CIRCLE} people", lambda: Board(pool, "all", measure, me).page(), [()] * LOOKS)  # noqa: B023
        check(board, chosen[0].player)
        check(Board(pool, "all", measure, me), me)
    assert Player.objects.count() == players


def befriend(players: int, pool: Any) -> Any:
    """A player who has played with CIRCLE others."""
    from accounts.models import Player, Together

    me, others = players // 2, Random(1).sample(range(players // 2 + 1, players), CIRCLE)
    Together.objects.bulk_create(
        Together(pool=pool, player_id=me, other_id=other, matches=1, ahead=1, behind=0) for other in others
    )
    return Player.objects.get(pk=me)


def check(board: Any, player: Any) -> None:
    """The ranks are what counting row by row gives."""
    field = f"by_{board.measure}"
    page = board.around(player)
    for row in page.rows[::10] if page else []:
        assert row.rank == 1 + board._rows.filter(**{f"{field}__gt": getattr(row.standing, field)}).count()


def report(board: str, what: str, work: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> None:
    whole = [milliseconds(lambda each=each: work(*each)) for each in arguments]
    inside = [in_postgresql(lambda each=each: work(*each)) for each in arguments]
    print(f"{board:8} {what:14} in PostgreSQL {spread(inside)}   with Django {spread(whole)}", flush=True)


def milliseconds(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


def in_postgresql(work: Callable[[], Any]) -> float:
    """Milliseconds to plan and to run its queries."""
    from django.db import connection

    asked: list[tuple[str, Any]] = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        work()
    taken = 0.0
    for sql, params in asked:
        with connection.cursor() as cursor:
            cursor.execute(f"explain (analyze, format json) {sql}", params)
            [[told]] = cursor.fetchall()
        [plan] = json.loads(told) if isinstance(told, str) else told
        taken += plan["Planning Time"] + plan["Execution Time"]
    return taken


def spread(taken: list[float]) -> str:
    return f"median {statistics.median(taken):6.2f} ms, 95% < {statistics.quantiles(taken, n=20)[-1]:6.2f} ms"


# -- counting ----------------------------------------------------------------------------------------------------


def count_matches(pool: Any, players: int, day: int) -> str:
    """The time to count a match of four, one by one as they come."""
    from accounts.services import counting

    random = Random(day)
    for number in range(MATCHES):
        ended = datetime(2026, 6, day, tzinfo=UTC) + timedelta(minutes=number)
        counting.note(finish([user + 1 for user in random.sample(range(players), 4)], ended))
    return spread([milliseconds(lambda: counting.count(pool.pk, 1)) for _ in range(MATCHES)][1:])


def finish(users: list[int], ended: datetime) -> Any:
    from games.models import Result, ResultRow, Seat, Table

    table = Table.objects.create(
        game="last-player", state="finished", format="deals", params={"count": 2}, created_at=ended, ended_at=ended
    )
    Seat.objects.bulk_create(Seat(table=table, number=seat, user_id=user) for seat, user in enumerate(users))
    result = Result.objects.create(table=table, source="moves", state="confirmed", at=ended)
    ResultRow.objects.bulk_create(
        ResultRow(result=result, seat=seat, place=seat + 1, points=10 * seat, deals=2) for seat in range(len(users))
    )
    return table


def main(players: int) -> None:
    os.environ |= {"DATABASE_URL": fresh_database(NAME), "DJANGO_SETTINGS_MODULE": "config.settings"}
    import django

    django.setup()
    from django.core.management import call_command

    from accounts.models import Pool

    call_command("migrate", verbosity=0)
    pool = Pool.objects.create(game="last-player", kind="live")
    few = min(1_000, players // 2)
    fill(1, few, pool)
    print(f"{few:>9,} players: counting a match {count_matches(pool, few, 1)}", flush=True)
    fill(few + 1, players, pool)
    print(f"{players:>9,} players: counting a match {count_matches(pool, players, 2)}", flush=True)
    look(players, pool)
    drop_database(NAME)


def drop_database(name: str) -> None:
    """A million players take a gigabyte."""
    from django.db import connection

    connection.close_pool()
    with psycopg.connect(DATABASE_URL, autocommit=True) as admin:
        admin.execute(f"drop database {name} with (force)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
