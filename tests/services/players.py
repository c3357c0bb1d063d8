"""Players and watchers on sockets, in threads: they reconnect for ever and note what they were told."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from random import Random
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

PING_SECONDS = 2.0


class Watcher(threading.Thread):
    """Looks at a table through web processes in turn: `events` shown, the newest `state`, `views` by version."""

    def __init__(self, urls: Sequence[str], slug: str, session: str = "", seed: int = 0) -> None:
        super().__init__(daemon=True)
        self.urls, self.slug, self.session = list(urls), slug, session
        self.random = Random(f"{slug}/{session}/{seed}")
        self.state: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.versions: dict[int, Any] = {}  # version -> the deal as it was shown
        self.connects = 0
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            url = self.urls[self.connects % len(self.urls)]
            self.connects += 1
            try:
                with self._connect(url) as socket:
                    self._watch(socket)
            except (OSError, WebSocketException):
                time.sleep(0.1)

    def _connect(self, url: str) -> ClientConnection:
        headers = {"Cookie": f"sessionid={self.session}", "Origin": url}
        return connect(
            f"{url.replace('http', 'ws')}/ws/tables/{self.slug}/?since={self.state.get('v', 0)}",
            additional_headers=headers, proxy=None, compression=None, max_size=None, open_timeout=20,
        )  # fmt: skip

    def _watch(self, socket: ClientConnection) -> None:
        while not self.over.is_set():
            try:
                message = json.loads(socket.recv(timeout=PING_SECONDS))
            except TimeoutError:
                socket.send(json.dumps({"type": "ping", "id": 0}))
                continue
            if message["type"] == "state":
                self._see(message)
            self.hear(socket, message)

    def _see(self, state: dict[str, Any]) -> None:
        if state["v"] < self.state.get("v", 0):
            return
        self.state = state
        self.events += state["events"]
        self.versions[state["v"]] = state["deal"]
        if state["table"]["state"] == "finished":
            self.over.set()

    def hear(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        """What a player does about a message; a watcher does nothing."""


class Player(Watcher):
    """Plays random legal moves.  `acknowledged`: (deal, ply) -> [the move, the version]."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.acknowledged: dict[tuple[int, int], tuple[str, int]] = {}
        self.refused: list[str] = []
        self._asked: dict[int, tuple[tuple[int, int], str]] = {}

    def hear(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        for answer in message.get("answers", [message]):
            if answer["type"] == "answer" and answer["id"] in self._asked:
                self._note(socket, answer)
        if message["type"] == "state":
            if "ready" in message["you"]["may"]:
                socket.send(json.dumps({"type": "ready", "id": 0}))
            elif message["deal"] and message["deal"]["view"] and message["deal"]["view"]["legal"]:
                self._move(socket, message["deal"])

    def _note(self, socket: ClientConnection, answer: dict[str, Any]) -> None:
        place, move = self._asked.pop(answer["id"])
        if answer["ok"]:
            self.acknowledged[place] = move, answer.get("v", 0)
        else:
            self.refused.append(answer["code"])
            if answer["code"] == "try_again":
                time.sleep(0.2)
                self._move(socket, self.state["deal"])

    def _move(self, socket: ClientConnection, deal: dict[str, Any]) -> None:
        place, move = (deal["number"], deal["view"]["ply"]), self.random.choice(deal["view"]["legal"])
        number = self.random.randrange(1, 1_000_000)
        self._asked[number] = place, move
        message = {"type": "move", "id": number, "deal": place[0], "ply": place[1], "move": move}
        socket.send(json.dumps(message))
