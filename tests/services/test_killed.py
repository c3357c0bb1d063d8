"""Each process killed at random moments while tables are played: nothing acknowledged is lost, and play goes on."""

from __future__ import annotations

import json
import os
import time
from random import Random

import pytest

from .fleet import Fleet
from .players import Player, Watcher
from .servers import until

pytestmark = pytest.mark.services
SLOW = os.environ.get("LASTCARD_SLOW") == "1"
BOT_TABLES, PEOPLE_TABLES, ROUNDS = (300, 20, 4) if SLOW else (12, 2, 1)
VICTIMS = ("web0", "worker0", "beat0", "redis", "web1", "worker1", "postgresql")
GOES_ON = 60.0  # seconds until play must have gone on, on a busy machine
ENDS = 1_800.0 if SLOW else 180.0


def moves(fleet: Fleet) -> int:
    return fleet.ask("select count(*) from games_move")[0][0]


def left(fleet: Fleet) -> int:
    """Matches without a stored result."""
    return fleet.ask("select count(*) from games_table where tallied_at is null")[0][0]


def kill(fleet: Fleet, name: str, random: Random) -> float:
    """Kill, wait a moment, start again; the seconds from the start until a move was stored."""
    time.sleep(random.uniform(0.2, 1.0))
    part = fleet[name]
    part.kill()
    time.sleep(random.uniform(0.1, 1.0))
    began = time.monotonic()
    part.start()
    before = moves(fleet)
    until(lambda: moves(fleet) > before or not left(fleet), GOES_ON)
    return time.monotonic() - began


def test_nothing_acknowledged_is_lost_and_every_match_ends(fleet: Fleet, capsys: pytest.CaptureFixture[str]) -> None:
    random = Random(1)
    fleet.child("seat_bots", tables=BOT_TABLES)
    tables = fleet.child("seat_people", tables=PEOPLE_TABLES, seats=2, bots=1)
    urls = [fleet["web0"].url, fleet["web1"].url]
    players = [
        Player(urls[::-1] if seat % 2 else urls, slug, key)
        for _, slug, keys in tables for seat, key in enumerate(keys)
    ]  # fmt: skip
    watchers = [Watcher(urls[turn:] + urls[:turn], slug) for _, slug, _ in tables for turn in (0, 1)]
    for thread in [*players, *watchers]:
        thread.start()
    for _ in range(ROUNDS):
        for name in random.sample(VICTIMS, len(VICTIMS)):
            took = kill(fleet, name, random)
            with capsys.disabled():
                print(f"\n  {name} killed: {took:.1f} s from its start until a move was stored", end="", flush=True)
    took = until(lambda: not left(fleet), ENDS, every=0.5)
    with capsys.disabled():
        print(f"\n  all {BOT_TABLES + PEOPLE_TABLES} matches ended {took:.0f} s after the last kill", flush=True)
    for thread in [*players, *watchers]:
        assert thread.over.wait(GOES_ON), (thread, thread.state.get("v"))
    check_acknowledged(fleet, tables, players)
    check_shown(fleet, [*players, *watchers])
    check_stored(fleet)


def check_acknowledged(fleet: Fleet, tables: list, players: list[Player]) -> None:
    """Every move that a player was told of is stored as told."""
    stored = {
        (slug, deal, ply): (text, version)
        for slug, deal, ply, text, version in fleet.ask(
            "select t.slug, d.number, m.ply, m.text, m.version from games_move m"
            " join games_deal d on d.id = m.deal_id join games_table t on t.id = d.table_id"
        )
    }
    for player in players:
        assert player.acknowledged
        for (deal, ply), told in player.acknowledged.items():
            assert stored[player.slug, deal, ply] == told


def check_shown(fleet: Fleet, viewers: list[Watcher]) -> None:
    """Nothing was shown that is not stored."""
    path = fleet.folder / "shown"
    path.write_text("".join(json.dumps([v.slug, event]) + "\n" for v in viewers for event in v.events))
    assert fleet.child("told_otherwise", path=str(path)) == []
    assert all(viewer.events for viewer in viewers)


def check_stored(fleet: Fleet) -> None:
    """Plies have no gap, every match has one result, and that is what the moves say."""
    assert fleet.ask("select deal_id from games_move group by deal_id having count(*) <> max(ply) + 1") == []
    assert fleet.ask("select count(*) from games_table where state <> 'finished'") == [(0,)]
    tables, results = fleet.ask("select (select count(*) from games_table), count(*) from games_result")[0]
    assert tables == results
    assert fleet.child("differences") == []
