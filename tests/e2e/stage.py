"""A table in the middle of things: a deal known beforehand, played to a certain moment, and its people's cookies.

`staged(site, ...)` runs this file in a process of its own on the site's data, because the settings of this one belong
to the tests' database; whatever is stored goes through the services that the site itself uses.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from games.rules import GAMES, fair
from games.rules.game import Game
from tests.site import ROOT, Site

SECRETS = 3_000  # tried until a deal comes to the wanted moment


class Moment(NamedTuple):
    """A deal that came to the wanted moment: what its cards were made from, the moves, and how it stands."""

    secret: str
    moves: list[str]
    state: Game


class Staged(NamedTuple):
    """The table's path, and a cookie that signs each of its people in."""

    path: str
    cookies: list[dict[str, str]]


def start(game: str, seats: int, number: int, options: dict[str, Any]) -> Moment:
    """Deal `number` of those that the tests know, before its first move.  Seat 0 deals."""
    secret = f"{number:064x}"
    return Moment(secret, [], GAMES[game].deal(seats, 0, seed=fair.seed(secret, [""] * seats), options=options))


def moments(game: str, options: dict[str, Any], seats: int) -> Iterator[Moment]:
    """Moments of deals that people who play anything play, in an order that is always the same."""
    for number in range(SECRETS):
        random = Random(number)
        secret, moves, state = start(game, seats, number, options)
        while state.outcome() is None:
            yield Moment(secret, list(moves), state)
            moves.append(random.choice(list(state.legal_moves())))
            state, _ = state.play(moves[-1])


def moment(game: str, wanted: Callable[[Game], object], seats: int = 2, **options: Any) -> Moment:
    """The first moment in which seat 0 is to act and `wanted` holds."""
    return next(each for each in moments(game, options, seats) if each.state.to_act == 0 and wanted(each.state))


def staged(
    site: Site, game: str, at: Moment | None = None, people: int = 2, bots: int = 0, deals: int = 1, **options: Any
) -> Staged:
    """A table of that game where "Ann" and others sit; `at` a moment of its first deal, or (None) after its last one."""
    given = {"game": game, "people": people, "bots": bots, "deals": deals, "options": options}
    given |= {"secret": at and at.secret, "moves": at and at.moves}
    env = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    env |= {"LASTCARD_DATA": str(site.data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.e2e.stage"],
        cwd=ROOT,
        env=env,
        input=json.dumps(given),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    return Staged(told["path"], [{"name": "sessionid", "value": key, "url": site.url} for key in told["sessions"]])


# -- in the other process -------------------------------------------------------------------------------


def main() -> None:
    import django

    django.setup()
    given = json.load(sys.stdin)
    from django.contrib.auth import get_user_model
    from django.test import Client

    number = get_user_model().objects.count()  # names are taken once
    names = [f"{name}{number or ''}" for name in ("Ann", "Ben", "Cleo", "Dan")[: given["people"]]]
    from tests.games.support import person

    people = [person(name) for name in names]
    table = _table(given, people)
    sessions = []
    for user in people:
        client = Client()
        client.force_login(user)
        sessions.append(client.cookies["sessionid"].value)
    print(json.dumps({"path": table.get_absolute_url(), "sessions": sessions}))


def _table(given: dict[str, Any], people: list[Any]) -> Any:
    from games import services
    from games.models import Table
    from tests.games.support import open_table, play, play_on

    table = open_table(
        people[0], len(people) + given["bots"], game=given["game"], options=given["options"],
        format="deals", params={"count": given["deals"]}, first_dealer=0,
    )  # fmt: skip
    for user in people[1:]:
        services.take_seat(table.slug, user)
    if given["bots"]:
        services.fill(table.slug, people[0])
    table.refresh_from_db()
    if given["secret"] is None:
        return play_on(table)
    _deal_out(table, people, given["secret"])
    for move in given["moves"]:
        answer = play(table, move)
        assert answer.status == "ok", (move, answer)
    assert table.state == Table.State.PLAYING
    return table


def _deal_out(table: Any, people: list[Any], secret: str) -> None:
    """The first deal, from that secret and no texts."""
    from games import services

    table.deals.update(secret=secret, commitment=fair.commitment(secret))
    for user in people:
        services.actions.act(table.slug, user, {"type": "text", "deal": 1, "text": ""})


if __name__ == "__main__":
    main()
