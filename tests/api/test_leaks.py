"""Nothing hidden leaks from the API: two worlds that differ in what a viewer may not see give the same bytes."""

from __future__ import annotations

from random import Random
from unittest.mock import patch

import pytest
import time_machine
from django.test import Client
from django.urls import get_resolver

from games import services, snapshots
from games.models import Deal, Table
from games.rules import GAMES
from games.services.deals import current_deal
from tests.games.support import next_moment, open_table, person, play
from tests.games.test_leaks import other_world

from .support import token_of

pytestmark = pytest.mark.django_db(transaction=True)
MOVES = 8


def addresses(table: Table) -> list[str]:
    """Every address of the API that tells of tables and matches, filled in for this one."""
    values = {"<slug:slug>": table.slug, "<int:number>": "1"}
    found = set()
    for pattern in next(one for one in get_resolver().url_patterns if str(one.pattern) == "api/v1/").url_patterns:
        path = f"/api/v1/{pattern.pattern}"
        for place, value in values.items():
            path = path.replace(place, value)
        if path.startswith(("/api/v1/tables", "/api/v1/matches")):
            found.add(path)
    assert len(found) > 15
    assert not [path for path in found if "<" in path]
    return [*sorted(found), f"/api/v1/tables/{table.slug}?since=1"]


CLIENT = Client()  # each loads the middleware anew


def told(path: str, token: str | None) -> bytes:
    return CLIENT.get(path, headers={"authorization": f"Bearer {token}"} if token else {}).content


@pytest.mark.parametrize("game", GAMES)
def test_two_worlds_look_the_same(game, settings):
    settings.API_RATES = dict.fromkeys(settings.API_RATES, 10**6)
    random = Random(game)
    people = [person(f"Player {number}") for number in range(3)]
    table = open_table(people[0], seats=3, game=game, format="deals", params={"count": 50})
    for user in people[1:]:
        services.take_seat(table.slug, user)
    next_moment(table)
    tokens = {user.pk: token_of(user) for user in people}
    watchers = [(None, None), (token_of(person("Watcher")), None), *((tokens[user.pk], user.pk) for user in people)]
    compared = 0
    for ply in range(MOVES):
        table.refresh_from_db()
        if table.phase != Table.Phase.PLAYING:
            break
        if ply % 6 == 0:
            compared += sum(compare(table, token, user, random) for token, user in watchers)
        play(table, random.choice(list(snapshots.load(table).fold.state.legal_moves())))
    assert compared > 50


def compare(table: Table, token: str | None, user: int | None, random: Random) -> int:
    """All that the API tells one viewer now, in this world and in another one; how many answers were compared."""
    snapshot, deal = snapshots.load(table), current_deal(table)
    seat = snapshot.seat_of(user)
    twin = other_world(snapshot, snapshot.deal.seats.index(seat.number) if seat else None, random)
    paths = addresses(table)
    with time_machine.travel(table.turn_started_at, tick=False):
        here = [told(path, token) for path in paths]
        secret = {"secret": twin.deal.secret, "seed": twin.deal.seed}
        Deal.objects.filter(pk=deal.pk).update(**secret)
        with patch("games.replay.fold_deal", lambda table, deal: twin.fold):
            there = [told(path, token) for path in paths]
    Deal.objects.filter(pk=deal.pk).update(secret=deal.secret, seed=deal.seed)
    for path, one, other in zip(paths, here, there, strict=True):
        assert one == other, path
        assert deal.secret.encode() not in one, path
        assert deal.seed.encode() not in one, path
    return len(paths)


def test_a_spectators_token_never_sees_a_hand_until_the_deal_is_over():
    people = [person("Ann"), person("Bob")]
    table = open_table(people[0], options={"hand_size": 4, "max_moves": 30}, format="deals", params={"count": 2})
    services.take_seat(table.slug, people[1])
    next_moment(table)
    watcher, path = token_of(person("Watcher")), f"/api/v1/tables/{table.slug}"
    headers = {"authorization": f"Bearer {watcher}"}
    while table.phase == Table.Phase.PLAYING:
        view = CLIENT.get(path, headers=headers).json()["deal"]["view"]
        assert (view["hand"], view["hands"], view["legal"]) == (None, None, [])
        for late in (f"/api/v1/matches/{table.slug}/deals/1", f"/api/v1/matches/{table.slug}/deals/1/steps"):
            assert CLIENT.get(late, headers=headers).status_code == 404
        play(table)
        table.refresh_from_db()
    assert CLIENT.get(path, headers=headers).json()["deal"]["view"]["hands"]
    assert CLIENT.get(f"/api/v1/matches/{table.slug}/deals/1", headers=headers).status_code == 200
    assert CLIENT.get(f"/api/v1/matches/{table.slug}/deals/1/steps", headers=headers).status_code == 404
