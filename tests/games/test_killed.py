"""The process killed with -9 in mid-match, many times: no acknowledged move is lost, and play goes on by itself."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from random import Random

import pytest
from websockets.exceptions import WebSocketException

from tests.site import Site, Visitor

KILLS = 6


class Player(threading.Thread):
    """A guest at a table with bots: plays random legal moves, reconnects for ever, notes what was acknowledged."""

    def __init__(self, visitor: Visitor, path: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.visitor, self.path, self.random = visitor, path, Random(seed)
        self.acknowledged: dict[tuple[int, int], str] = {}
        self.finished = threading.Event()
        self.plies_seen: set[tuple[int, int]] = set()

    def run(self) -> None:
        while not self.finished.is_set():
            try:
                with self.visitor.socket(self.path) as socket:
                    self._play(socket)
            except (OSError, WebSocketException):
                time.sleep(0.1)

    def _play(self, socket) -> None:
        asked: dict[int, tuple[tuple[int, int], str]] = {}
        while not self.finished.is_set():
            message = json.loads(socket.recv(timeout=10))
            for answer in message.get("answers", [message]):
                if answer["type"] == "answer" and answer["ok"] and answer["id"] in asked:
                    place, move = asked[answer["id"]]
                    self.acknowledged[place] = move
            if message["type"] == "state":
                self._answer(socket, message, asked)

    def _answer(self, socket, state, asked) -> None:
        deal = state["deal"]
        if state["table"]["state"] == "finished":
            self.finished.set()
        elif "ready" in state["you"]["may"]:
            socket.send(json.dumps({"type": "ready", "id": 1}))
        elif deal and deal["view"]:
            place = (deal["number"], deal["view"]["ply"])
            self.plies_seen.add(place)
            if deal["view"]["legal"]:
                move = self.random.choice(deal["view"]["legal"])
                number = 10 + len(asked)
                asked[number] = (place, move)
                message = {"type": "move", "id": number, "deal": place[0], "ply": place[1], "move": move}
                socket.send(json.dumps(message))


def stored_moves(site: Site) -> dict[tuple[int, int], str]:
    with sqlite3.connect(site.data / "lastcard.sqlite3") as database:
        rows = database.execute(
            "select d.number, m.ply, m.text from games_move m join games_deal d on d.id = m.deal_id order by 1, 2"
        ).fetchall()
    return {(deal, ply): text for deal, ply, text in rows}


@pytest.mark.parametrize("seed", [1])
def test_no_acknowledged_move_is_lost_and_play_goes_on(site: Site, seed):
    site.env |= {"BOT_DELAY": "0.02"}
    site.start()
    visitor = Visitor(site)
    player = Player(visitor, visitor.play_now(), seed)
    player.start()
    moments = Random(seed)
    for _ in range(KILLS):
        time.sleep(moments.uniform(0.2, 1.0))
        site.kill()
        site.start()
    assert player.finished.wait(300), f"play did not go on: {len(player.plies_seen)} plies seen"
    stored = stored_moves(site)
    assert player.acknowledged.items() <= stored.items()
    assert len(player.acknowledged) > 5
    for deal in {deal for deal, _ in stored}:
        plies = [ply for number, ply in stored if number == deal]
        assert plies == list(range(len(plies)))
    assert "Traceback" not in site.log
