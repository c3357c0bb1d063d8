"""A bot that plays one match of Last Player on a Lastcard site, with the API and the table's socket.

    pip install websockets
    python play_a_match.py http://localhost:8000 lc_...

The token is made in the settings of an account; it needs the scopes `read` and `play`.
What may be asked for stands at /api/v1/docs, the socket's messages in docs/PROTOCOL.md.
"""

from __future__ import annotations

import json
import random
import sys
import urllib.error
import urllib.request
from typing import Any

from websockets.sync.client import connect


class Site:
    """The API of one site, for one token."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}"}

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = self.headers | {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.url}/api/v1{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            raise SystemExit(f"{method} {path}: {problem['detail']} ({problem['code']})") from None

    def socket(self, path: str) -> Any:
        return connect(self.url.replace("http", "ws", 1) + path, additional_headers=self.headers)


def play(site: Site) -> str:
    """Open a table, put bots on its other seats, play until the match is over; the table's slug."""
    match = {"format": "deals", "params": {"count": 1}, "options": {"hand_size": 4, "max_moves": 200}}
    table = site.ask("POST", "/tables", {"game": "last-player", "seats": 3, "public": False, **match})
    site.ask("POST", f"/tables/{table['slug']}/fill", {"bot": "easy"})  # the table is full: the match begins
    with site.socket(table["socket"]) as socket:
        done = ""  # the last message sent, so that each is sent once
        for text in socket:
            state = json.loads(text)
            for answer in state.get("answers", [state]):
                if answer["type"] == "answer" and not answer["ok"]:
                    print("refused:", answer["message"])
            if state["type"] != "state":
                continue
            if state["table"]["state"] == "finished":
                return table["slug"]
            message = what_to_do(state)
            if message and json.dumps(message) != done:
                done = json.dumps(message)
                socket.send(done)
    raise SystemExit("The site has closed the socket.")


def what_to_do(state: dict[str, Any]) -> dict[str, Any] | None:
    """The message to send for a state of the table; None: wait."""
    deal, may = state["deal"], state["you"]["may"]
    if deal is None:
        return None
    if "text" in may:  # our part of the shuffle, so that the site alone cannot choose the cards
        return {"type": "text", "id": 1, "deal": deal["number"], "text": "any text of our own"}
    if "ready" in may:
        return {"type": "ready", "id": 2}
    view = deal["view"]
    if not view or not view["legal"]:
        return None
    move = choose(view)
    return {"type": "move", "id": 3, "deal": deal["number"], "ply": view["ply"], "move": move}


def choose(view: dict[str, Any]) -> str:
    """Here a better bot would think.  `last` calls the last card, which is a duty in Last Player."""
    plays = [move for move in view["legal"] if move.startswith("play")]
    move = random.choice(plays or view["legal"])
    return f"{move} last" if move in plays and len(view["hand"]) == 2 else move


def main(url: str, token: str) -> None:
    site = Site(url, token)
    slug = play(site)
    for seat in site.ask("GET", f"/matches/{slug}")["seats"]:
        print(f"{seat['place']}. {seat['name']}: {seat['points']} points")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
