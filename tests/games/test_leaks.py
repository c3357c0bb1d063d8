"""Nothing hidden leaks: two worlds that differ only in what a viewer may not see give that viewer the same bytes."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from random import Random

import pytest

from games import replay, services, snapshots
from games.models import Table
from games.rules import GAMES

from .support import next_moment, open_table, person, play

pytestmark = pytest.mark.django_db(transaction=True)
NOW = snapshots.now_ms()


def begun(game: str, seats: int) -> Table:
    people = [person(f"Player {number}") for number in range(seats)]
    table = open_table(people[0], seats=seats, game=game, format="deals", params={"count": 50})
    for user in people[1:]:
        services.take_seat(table.slug, user)
    next_moment(table)
    return table


def other_world(snapshot: snapshots.Snapshot, seat: int | None, random: Random) -> snapshots.Snapshot:
    """The same for the deal seat `seat` (None: a spectator); other hidden cards, another secret, another seed."""
    deal = copy.copy(snapshot.deal)
    deal.secret, deal.seed = "0" * 64, "another seed"
    state = snapshot.fold.state.sample(seat, lambda cards: random.sample(list(cards), len(cards)))
    return replace(snapshot, deal=deal, fold=replay.Fold(deal, state, snapshot.fold.steps))


def viewers(snapshot: snapshots.Snapshot):
    """Each viewer as (user id, deal seat); a spectator has neither."""
    yield None, None
    yield 10**6, None  # signed in, not seated
    for seat in snapshot.seats:
        yield seat.user_id, snapshot.deal.seats.index(seat.number) if seat.number in snapshot.deal.seats else None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_messages_are_the_same_in_two_worlds(game, seats):
    random = Random(f"{game}/{seats}")
    table = begun(game, seats)
    compared = 0
    for _ in range(80):
        if table.phase != Table.Phase.PLAYING:
            break
        snapshot = snapshots.load(table)
        for user_id, seat in viewers(snapshot):
            twin = other_world(snapshot, seat, random)
            seen = [json.dumps(world.message(user_id, 0, NOW)) for world in (snapshot, twin)]
            assert seen[0] == seen[1]
            compared += 1
        play(table, random.choice(list(snapshot.fold.state.legal_moves())))
        table.refresh_from_db()
    assert compared > 20


def test_the_secret_and_the_seed_are_shown_only_after_the_deal():
    table = begun("last-player", 2)
    deal = table.deals.get()
    while table.phase == Table.Phase.PLAYING:
        if table.ply < 30 or table.ply % 100 == 0:  # each message tells the whole deal so far
            for user_id in (None, *table.seats.values_list("user_id", flat=True)):
                told = json.dumps(snapshots.load(table).message(user_id, 0, NOW))
                assert deal.secret not in told
                assert deal.seed not in told
        play(table)
        table.refresh_from_db()
    fair = snapshots.load(table).message(None, 0, NOW)["deal"]["fair"]
    assert (fair["secret"], fair["seed"]) == (deal.secret, deal.seed)
