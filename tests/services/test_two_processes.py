"""Seats and watchers of one table on two web processes."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from .fleet import Fleet
from .players import Player, Watcher
from .servers import until

pytestmark = pytest.mark.services
PLIES = 80
DEAF = 5
MANY = 50  # deals: a match that does not end


def urls(fleet: Fleet) -> list[str]:
    return [fleet["web0"].url, fleet["web1"].url]


class Seat(Watcher):
    """A seat's connection to one process, driven by the test."""

    def open(self, stack: ExitStack) -> Seat:
        self.socket: ClientConnection = stack.enter_context(self._connect(self.urls[0]))
        return self

    def read(self, wanted: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=30))
            if message["type"] == "state":
                self._see(message)
            for each in (message, *message.get("answers", ())):
                if each["type"] == wanted:
                    return each

    def at(self, version: int) -> dict[str, Any]:
        while self.state.get("v", 0) < version:
            self.read("state")
        return self.state

    def move(self, deal: dict[str, Any], move: str) -> dict[str, Any]:
        place = {"deal": deal["number"], "ply": deal["view"]["ply"]}
        self.socket.send(json.dumps({"type": "move", "id": 1, "move": move, **place}))
        return self.read("answer")


def test_both_given_a_move_for_the_same_ply_one_commits_and_the_other_is_told(fleet: Fleet) -> None:
    [[_, slug, keys]] = fleet.child("seat_people", tables=1, seats=2, count=MANY)
    version, refused = 1, 0
    with ThreadPoolExecutor(4) as threads, ExitStack() as stack:
        seats = [[Seat([url], slug, key).open(stack) for url in urls(fleet)] for key in keys]
        for _ in range(PLIES):
            version, stale = one_ply(threads, seats, version)
            refused += stale
    assert refused > PLIES / 10
    gaps = fleet.ask("select deal_id from games_move group by deal_id having count(*) <> max(ply) + 1")
    assert gaps == []


def one_ply(threads: ThreadPoolExecutor, seats: list[list[Seat]], version: int) -> tuple[int, int]:
    """The seat to act plays at once through both processes -> (the version after, 1 if one of them was refused)."""
    states = [[line.at(version) for line in lines] for lines in seats]
    for lines, shown in zip(seats, states, strict=True):
        for line, state in zip(lines, shown, strict=True):
            if "ready" in state["you"]["may"]:
                line.socket.send(json.dumps({"type": "ready", "id": 0}))
    turns = [
        (lines, lines[0].state["deal"]) for lines in seats
        if lines[0].state["deal"]["view"] and lines[0].state["deal"]["view"]["legal"]
    ]  # fmt: skip
    if not turns:
        return max(line.read("state")["v"] for lines in seats[:1] for line in lines), 0
    [(lines, deal)] = turns
    legal = deal["view"]["legal"]
    wanted = [legal[0], legal[-1]]
    answers = list(threads.map(lambda line, move: line.move(deal, move), lines, wanted))
    stored = [answer["v"] for answer in answers if answer["ok"]]
    assert stored, answers
    assert len(set(stored)) == 1
    if len(stored) == 2:
        assert wanted[0].removesuffix(" last") == wanted[1].removesuffix(" last")
    else:
        assert [answer["code"] for answer in answers if not answer["ok"]] == ["stale"]
    return stored[0], 2 - len(stored)


def test_watchers_on_two_processes_see_the_same(fleet: Fleet) -> None:
    [[table, slug, keys]] = fleet.child("seat_people", tables=1, seats=2, bots=1, count=1, game="king-george-iii")
    players = [Player([url], slug, key) for url, key in zip(urls(fleet), keys, strict=True)]
    watchers = [Watcher([url], slug) for url in urls(fleet)]
    for thread in [*watchers, *players]:
        thread.start()
    assert all(thread.over.wait(120) for thread in [*watchers, *players])
    first, second = (watcher.versions for watcher in watchers)
    [[version]] = fleet.ask("select version from games_table where id = %s", table)
    assert max(first) == max(second) == version
    common = first.keys() & second.keys()
    assert len(common) > 10
    differ = [number for number in common if first[number] != second[number]]
    assert not differ, (first[differ[0]], second[differ[0]])
    events = [{(e["deal"], e["ply"], json.dumps(e)) for e in watcher.events} for watcher in watchers]
    assert events[0] == events[1]


def test_who_never_reads_holds_nobody_up(fleet: Fleet) -> None:
    [[_, slug, keys]] = fleet.child("seat_people", tables=1, seats=2, count=MANY, game="chukchi-durak")
    players = [Player([url], slug, key) for url, key in zip(urls(fleet), keys, strict=True)]
    with ExitStack() as stack:
        for url in urls(fleet) * DEAF:
            stack.enter_context(Watcher([url], slug)._connect(url))  # its library reads a few messages, then no more
        for player in players:
            player.start()
        until(lambda: all(len(player.acknowledged) >= 40 for player in players), 120)
        for player in players:
            player.over.set()


def test_people_play_on_while_redis_is_away(fleet: Fleet, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither moves nor who comes to the table needs it."""
    [[_, slug, keys]] = fleet.child("seat_people", tables=1, seats=2, count=MANY, game="follow-the-leader")
    players = [Player([url], slug, key) for url, key in zip(urls(fleet), keys, strict=True)]
    for player in players:
        player.start()
    until(lambda: all(player.acknowledged for player in players))
    fleet.redis.kill()
    known = [len(player.acknowledged) for player in players]
    late = Watcher(urls(fleet)[:1], slug)
    late.start()
    took = until(lambda: all(len(p.acknowledged) > known[n] + 2 for n, p in enumerate(players)), 60)
    assert until(lambda: late.state.get("v", 0), 30) < 30
    fleet.redis.start()
    began = time.monotonic()
    until(lambda: is_quick(players))
    with capsys.disabled():
        print(
            f"\n  without Redis: 3 moves each in {took:.1f} s; quick again after {time.monotonic() - began:.1f} s",
            end="",
        )
    for thread in [*players, late]:
        thread.over.set()


def is_quick(players: list[Player]) -> bool:
    """Ten more moves within two seconds: hints go between the processes again."""
    before = sum(len(player.acknowledged) for player in players)
    time.sleep(2)
    return sum(len(player.acknowledged) for player in players) >= before + 10
