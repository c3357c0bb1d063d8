"""Lists of matches with a million of them in PostgreSQL: `python -m tests.bench.history [MATCHES]`.

On a database of its own, made in the PostgreSQL of DATABASE_URL.  Games, formats, names and players are as uneven as
they are in life: a few are in most matches, most in few.  Each line is a page as the view makes it up to the rows (all
queries, models made), beside the aim for the first page (50 ms), and what of it PostgreSQL took by its own account.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from typing import Any

from tests.bench.leaderboards import in_postgresql, milliseconds
from tests.bench.tables import fresh_database

NAME = "lastcard_bench_history"
AIM = 50  # milliseconds
LOOKS = 40
PLAYERS = 50_000  # the first of them plays in every 50th match
STORE = """
set session_replication_role = replica;  -- no look at foreign keys: all rows are made here
insert into accounts_user (id, username, password, first_name, last_name, email, is_superuser, is_staff, is_active,
    date_joined, display_name, is_guest, language, deck, scheme, sound, motion, auto_draw, confirm_moves, auto_pass,
    private)
  select n, 'player' || n, '', '', '', '', false, false, true, now(), '', false, '', '2color', 'system', true, true,
    true, false, false, false from generate_series(1, {players}) n;
insert into games_table (id, slug, kind, state, game, options, format, params, public, accounts_only, created_at,
    ended_at, tallied_at, version, phase, deal_number, ply, held, modes, timeouts, carried)
  select n, 't' || n, case when n % 10 = 3 then 'typed' else 'live' end, 'finished',
    (array['last-player', 'last-player', 'last-player', 'last-player', 'last-player', 'follow-the-leader',
      'follow-the-leader', 'king-george-iii', 'king-george-iii', 'chukchi-durak'])[1 + n * 7919::bigint % 10],
    '{{}}', case when n % 1000 = 7 then 'deals' when n % 3 = 0 then 'first_to' else 'elimination' end,
    '{{"limit": 100}}', n % 4 > 0, false, at, at + interval '20 minutes', at, 100, '', 3, 0, false, 'ppp', '000', '[]'
  from generate_series(1, {matches}) n, lateral (select now() - ({matches} - n) * interval '2 minutes') as made (at);
insert into games_seat (table_id, number, user_id, bot, name, folded, ready)
  select n, seat, who, '', 'Player ' || who, 'player ' || who, false
  from generate_series(1, {matches}) n, generate_series(0, 2) seat,
    lateral (select case when seat = n % 3 and n % 50 = 0 then 1
      else 2 + ((n * 104729::bigint + seat * 611953) % {players} * ((n * 7919::bigint + seat) % {players}) / {players}
        + seat * 7) % ({players} - 1) end) as one (who)
  on conflict do nothing;
insert into games_result (id, table_id, version, source, state, sheet, device, reason, at)
  select n, n, 1, 'moves', 'confirmed', '[]', '', '', now() from generate_series(1, {matches}) n;
insert into games_resultrow (result_id, seat, place, points, count, deals, "left")
  select table_id, number, 1 + (number + table_id) % 3, 20 * number, 0, 3, false from games_seat;
select setval('games_table_id_seq', {matches}), setval('games_result_id_seq', {matches});
set session_replication_role = default;
"""


def fill(matches: int) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(STORE.format(matches=matches, players=PLAYERS))
        cursor.execute("vacuum analyze games_table, games_seat, games_result, games_resultrow, accounts_user")


def asked() -> Iterator[tuple[str, list[dict[str, Any]], list[Any]]]:
    """What is looked at: a name, queries, and whose list (ids of users, or nobody's)."""
    yield "public: first page", [{}], [None]
    for game in ("last-player", "chukchi-durak", "other"):
        yield f"  of a game: {game}", [{"game": game}], [None]
    yield "  by hand", [{"kind": "typed"}], [None]
    yield "  of a rare format", [{"format": "deals"}], [None]
    yield "  all of these", [{"game": "chukchi-durak", "kind": "typed", "format": "deals"}], [None]
    yield "  of a day", [{"since": day, "until": day} for day in days()], [None]
    yield "  of a game, until a day", [{"game": "king-george-iii", "until": day} for day in days()], [None]
    yield "  of a name: Player 1", [{"player": "player 1"}], [None]
    yield "  of a rarer name", [{"player": f"Player {number}"} for number in range(40_000, 40_040)], [None]
    yield "  of nobody's name", [{"player": "nobody"}], [None]
    yield "  of a name and a day", [{"player": "player 2", "since": day, "until": day} for day in days()], [None]
    yield "  of a player", [{"account": number} for number in range(100, 140)], [None]
    yield "  of one who plays much", [{"account": 1}], [None]
    yield "  of a player, place 1", [{"account": number, "place": 1} for number in range(100, 140)], [None]
    yield "mine: first page", [{}], list(range(100, 140))
    yield "  who plays much", [{}], [1]
    yield "  who plays much: place, day", [{"place": 2, "since": day, "until": day} for day in days()], [1]
    yield "  a game and an opponent", [{"game": "last-player", "player": "player 7"}], list(range(100, 140))
    yield "  against an account", [{"account": 3}], list(range(100, 140))


def days() -> list[str]:
    from django.utils import timezone

    now = timezone.now()
    return [str((now - timezone.timedelta(days=ago)).date()) for ago in range(5, 1205, 30)]


def look() -> None:
    from accounts.models import User
    from games import match_list

    people = User.objects.in_bulk([1, *range(100, 140)])
    for name, queries, whose in asked():
        users = [people.get(each) for each in whose]
        wanted = list(islice(zip(cycle(queries), cycle(users)), LOOKS))
        report(name, wanted, match_list)
    before = {"before": 500_000}
    report("public: a page far back", [(before, None)] * LOOKS, match_list)
    report("  of a game", [(before | {"game": "chukchi-durak"}, None)] * LOOKS, match_list)
    report("mine: who plays much, far back", [(before, people[1])] * LOOKS, match_list)
    tell(
        "head to head, who plays much",
        [partial(match_list.head_to_head, people[1], other) for other in range(100, 100 + LOOKS)],
    )


def report(name: str, wanted: list[tuple[dict[str, Any], Any]], match_list: Any) -> None:
    def page(query: dict[str, Any], user: Any) -> Callable[[], Any]:
        return lambda: match_list.page(match_list.Filter(query, user))

    tell(name, [page(*each) for each in wanted])


def tell(name: str, work: list[Callable[[], Any]]) -> None:
    taken, inside = (sorted(map(measure, work)) for measure in (milliseconds, in_postgresql))
    (half, most), (half_inside, most_inside) = (
        (each[len(each) // 2], each[int(len(each) * 0.95) - 1]) for each in (taken, inside)
    )
    print(
        f"{name:32} p50 {half:6.1f} ms  p95 {most:6.1f} ms   in PostgreSQL {half_inside:6.1f}, {most_inside:6.1f}"
        f"{'   above the aim' if most > AIM else ''}",
        flush=True,
    )


def main(matches: int) -> None:
    os.environ |= {"DATABASE_URL": fresh_database(NAME), "DJANGO_SETTINGS_MODULE": "config.settings"}
    import django

    django.setup()
    from django.core.management import call_command

    from tests.bench.leaderboards import drop_database

    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    fill(matches)
    print(
        f"{matches:,} matches stored in {time.perf_counter() - began:.0f} s; load {os.getloadavg()[0]:.1f}", flush=True
    )
    look()
    drop_database(NAME)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
