"""Two worlds that differ in cards hidden from a viewer: every page that viewer can open, and every line of the log
meanwhile, are the same.  The sockets' messages: tests/games/test_leaks.py; the API: tests/api/test_leaks.py.
"""

from __future__ import annotations

import logging
import re
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import DataError
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, reverse

from games import replay, services, snapshots
from games.models import Deal, Move, Table
from games.rules import GAMES
from games.services.deals import current_deal
from games.services.writer import Writer
from tournaments.services import registration

from .accounts.test_walk import PAGES, path_of
from .games.support import next_moment, open_table, person, play
from .games.test_leaks import other_world
from .games.test_socket import Viewer, cookie_of
from .tournaments.support import begin, current, event

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = re.compile(rb'"[A-Za-z0-9]{64}"')  # of a form (CSRF): another one each time
NO_STATE = ("metrics", "ready", "games:table_qr", "games:pad", "accounts:", "tournaments:", "api:")
SEATS = 4


def table_of(game: str) -> tuple[Table, list[Any]]:
    """A deal of four people after some moves, one of them out where the game has that."""
    return next(filter(None, (in_midst_of_a_deal(game, attempt) for attempt in range(20))))


def in_midst_of_a_deal(game: str, attempt: int) -> tuple[Table, list[Any]] | None:
    """None: the deal ended before anybody was out."""
    people = [person(f"Player {attempt} {number}") for number in range(SEATS)]
    table = open_table(people[0], seats=SEATS, game=game, format="deals", params={"count": 50})
    for user in people[1:]:
        services.take_seat(table.slug, user)
    next_moment(table)
    random = Random(f"{game} {attempt}")
    for _ in range(400):
        state = snapshots.load(table).fold.state
        if state.view(None)["out"]:
            break
        before = table.ply
        play(table, random.choice(list(state.legal_moves())))
        table.refresh_from_db()
        if table.phase != Table.Phase.PLAYING or table.deal_number > 1:
            return None
        if game == "last-player" and before > 20:  # the first who is out ends it
            break
    return table, people


def pages(table: Table) -> list[str]:
    """Every page that tells of tables, filled in for this one; of the admin, its lists and its rows."""
    people = {"player": table.seats.first().user}
    places = dict.fromkeys(("live", "pad", "event"), table.slug)
    found = [path_of(name, pattern, places, people) for name, pattern in PAGES.items() if not name.startswith(NO_STATE)]
    for name, row in (("table", table), ("deal", current_deal(table)), ("seat", table.seats.first())):
        for page, args in (("changelist", []), ("change", [row.pk]), ("history", [row.pk]), ("delete", [row.pk])):
            try:
                found.append(reverse(f"admin:games_{name}_{page}", args=args))
            except NoReverseMatch:
                continue
    assert len(found) > 20
    return found


def seen(client: Client, paths: list[str]) -> list[tuple[str, int, bytes]]:
    return [(path, answer.status_code, _plain(answer)) for path in paths for answer in [client.get(path)]]


def _plain(answer: HttpResponse) -> bytes:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return TOKEN.sub(b"TOKEN", content)


@pytest.mark.parametrize("game", GAMES)
def test_pages_are_the_same_in_two_worlds(game):
    table, people = table_of(game)
    deal, random = current_deal(table), Random(game)
    staff = get_user_model().objects.create_superuser("Staff", password="x")
    viewers = [(None, None), *((user, user.pk) for user in people), (staff, None), (person("Watcher"), None)]
    paths, compared = pages(table), 0
    for viewer, user in viewers:
        client = Client()
        if viewer:
            client.force_login(viewer)
        snapshot = snapshots.load(table)
        seat = snapshot.seat_of(user)
        twin = other_world(snapshot, snapshot.deal.seats.index(seat.number) if seat else None, random)
        with time_machine.travel(table.turn_started_at, tick=False):
            seen(client, paths)  # what a first visit leaves behind
            here = seen(client, paths)
            Deal.objects.filter(pk=deal.pk).update(secret=twin.deal.secret, seed=twin.deal.seed)
            with patch("games.replay.fold_deal", lambda table, deal, twin=twin: twin.fold):
                there = seen(client, paths)
        Deal.objects.filter(pk=deal.pk).update(secret=deal.secret, seed=deal.seed)
        for one, other in zip(here, there, strict=True):
            assert one == other, one[0]
            assert not any(hidden.encode() in one[2] for hidden in (deal.secret, deal.seed)), one[0]
            compared += one[1] == 200
    assert compared > 100
    assert Move.objects.count() == table.ply


@pytest.mark.parametrize("game", GAMES)
def test_the_log_is_the_same_in_two_worlds(game, caplog):
    """Whatever a page or a move that fails writes into the log, with its traceback, tells nothing of hidden cards."""
    table, people = table_of(game)
    deal, lines = current_deal(table), []
    snapshot = snapshots.load(table)
    for world in (snapshot, other_world(snapshot, None, Random(game))):
        Deal.objects.filter(pk=deal.pk).update(secret=world.deal.secret, seed=world.deal.seed)
        caplog.clear()
        with (
            caplog.at_level(logging.DEBUG),
            patch("games.replay.fold_deal", lambda table, deal, world=world: world.fold),
            patch.object(replay.folds, "get", lambda key, world=world: world.fold),
            time_machine.travel(table.turn_started_at, tick=False),
        ):
            client = Client()
            client.force_login(people[0])
            seen(client, pages(table))
            trouble(table)
        lines.append([_line(record) for record in caplog.records if _ours(record)])
    assert lines[0] == lines[1]
    assert any("commit_failed" in line for line in lines[0])
    assert not any(hidden in line for line in lines[0] for hidden in (deal.secret, deal.seed))


def trouble(table: Table) -> None:
    """A move that is refused, and the writer's words when the database fails."""
    wanted = services.MoveRequest(table.pk, table.deal_number, table.ply, table.to_act, "play Zz")
    services.commit_moves([wanted])
    with patch("games.services.writer.commit_moves", side_effect=DataError("the database is away")):
        writer = Writer()
        assert writer.submit(wanted).result(10).code == "try_again"


def _ours(record: logging.LogRecord) -> bool:
    """Not the queries of the database's own log, which hold whatever is stored."""
    return record.name.split(".")[0] in {app.name.split(".")[0] for app in apps.get_app_configs()} - {"django"}


def _line(record: logging.LogRecord) -> str:
    return logging.Formatter("%(name)s %(levelname)s %(message)s").format(record)


@pytest.mark.parametrize("game", GAMES)
def test_the_projector_is_the_same_in_two_worlds(game):
    """The final table of an event, for its organiser, who plays at it, as for everybody."""
    people = [person(f"Player {number}") for number in range(SEATS)]
    tournament = event(people[0], 0, game=game)
    for user in people:
        registration.register(tournament.slug, user)
    table = current(begin(tournament)).tables.get().table
    next_moment(table)
    for _ in range(5):
        play(table)
    table.refresh_from_db()
    snapshot = snapshots.load(table)
    twin = other_world(snapshot, None, Random(game))
    page = reverse("tournaments:projector", args=[tournament.slug])
    assert snapshot.fold.state.view(None) == twin.fold.state.view(None)
    for user in (None, *people):
        client = Client()
        if user:
            client.force_login(user)
        with time_machine.travel(table.turn_started_at, tick=False):
            seen(client, [page])
            here = seen(client, [page])
            with patch("games.replay.fold_deal", lambda table, deal: twin.fold):
                assert here == seen(client, [page])
        assert f"/ws/tables/{table.slug}/watch/".encode() in here[0][2]


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_who_watches_for_a_room_sees_nobodys_hand(game):
    """The socket of the projector takes a player of the table for a spectator."""
    table, people = await sync_to_async(table_of)(game)
    told = []
    for cookie in ("", *[await sync_to_async(cookie_of)(user) for user in people]):
        viewer = Viewer(table, cookie, path="watch/")
        await viewer.connect()
        state = await viewer.state()
        told.append({name: value for name, value in state.items() if name != "now"})
        assert (await viewer.ask(type="move", deal=1, ply=table.ply, move="pass"))["code"] == "not_seated"
        await viewer.disconnect()
    assert told[0]["you"]["seat"] is None
    assert not told[0]["deal"]["view"]["hand"]
    assert told.count(told[0]) == 1 + SEATS
