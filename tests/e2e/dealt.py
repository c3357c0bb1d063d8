"""A table whose cards the test has chosen: the page against the real rules, the test at the socket's other end."""

from __future__ import annotations

import json
import time
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from games.rules.game import Game, IllegalMove, gate
from tests.shots import open_table

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


class DealtTable:
    """Seat 0 is the page's; the others move by `reply`.  `moves` are what the page sent, `told` all its messages.

    `shuffling`: it waits for the page's text first, and fails to store it once.
    """

    def __init__(self, page: Page, state: Game, *, legal_after: float = 0, shuffling: bool = False) -> None:
        self.page, self.state = page, state
        self.version = 1
        self.moves: list[str] = []
        self.told: list[dict[str, Any]] = []
        self.socket: WebSocketRoute | None = None
        self.shuffling = shuffling
        page.route_web_socket("**/ws/tables/**", self._connected)
        open_table(page, state.slug)
        page.wait_for_selector("#table[data-stage=playing]")
        page.wait_for_timeout(legal_after)

    def reply(self, move: str) -> None:
        """A move of whoever is to act."""
        self._play(gate(self.state, move), "bot")

    def _connected(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(lambda text: self._heard(json.loads(text)))
        self._show([])

    def _heard(self, message: dict[str, Any]) -> None:
        self.told.append(message)
        if message["type"] == "move":
            self._answer(message)
        elif message["type"] == "text":
            self._take_text(message)

    def _take_text(self, message: dict[str, Any]) -> None:
        if len([each for each in self.told if each["type"] == "text"]) == 1:
            return self._tell(message, {"ok": False, "code": "try_again", "message": "Try again, please."})
        self.shuffling = False
        self.version += 1
        self._show([])
        self._tell(message, {"ok": True, "v": self.version})

    def _answer(self, message: dict[str, Any]) -> None:
        self.moves.append(message["move"])
        try:
            self._play(gate(self.state, message["move"]), "player")
            answer = {"ok": True, "v": self.version}
        except IllegalMove as refusal:
            answer = {"ok": False, "code": "illegal", "message": str(refusal)}
        self._tell(message, answer)

    def _tell(self, message: dict[str, Any], answer: dict[str, Any]) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps({"type": "answer", "id": message["id"], **answer}))

    def _play(self, move: str, by: str) -> None:
        ply = self.state.ply
        self.state, events = self.state.play(move)
        self.version += 1
        head = {"v": self.version, "deal": 1, "ply": ply, "by": by}
        self._show([head | event for event in events])

    def _show(self, events: list[dict[str, Any]]) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps(self._message(events)))

    def _message(self, events: list[dict[str, Any]]) -> dict[str, Any]:
        view = self.state.view(0)
        seats = len(view["counts"])
        phase = "shuffling" if self.shuffling else "playing" if view["outcome"] is None else "over"
        may = ["leave", "text"] if self.shuffling else ["leave"]
        return {
            "type": "state", "v": self.version, "now": round(time.time() * 1000), "events": events,
            "table": {
                "slug": "dealt", "game": self.state.slug, "options": {}, "kind": "live", "state": "playing",
                "format": "deals", "params": {"count": 3}, "turn_seconds": None, "public": False, "host": 0,
                "next": None, "seats": [_seat(number) for number in range(seats)],
            },
            "you": {"seat": 0, "user": 1, "host": True, "may": may, "auto_pass": False},
            "deal": {
                "number": 1, "seats": list(range(seats)), "playoff": False, "phase": phase,
                "view": None if self.shuffling else view, "turn": None, "next_at": None,
                "fair": {"commitment": "0" * 64, "texts": [], "seed": None, "secret": None},
            },
            "match": {
                "sheet": [], "totals": [0] * seats, "counts": [0] * seats, "out": {}, "over": False, "places": None,
            },
        }  # fmt: skip


def _seat(number: int) -> dict[str, Any]:
    return {
        "number": number, "name": NAMES[number], "user": None if number else 1, "bot": "easy" if number else None,
        "guest": False, "here": True, "away": False, "left": False, "ready": False,
    }  # fmt: skip
