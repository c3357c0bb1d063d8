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

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
PASSWORD = "nine quiet herons"
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


def staged(site: Site, game: str, at: Moment | None = None, **wanted: Any) -> Staged:
    """One table; see `spec`."""
    return staged_all(site, [spec(game, at, **wanted)])[0]


def spec(
    game: str, at: Moment | None = None, people: int = 2, bots: int = 0, deals: int = 1, end: str = "", **options: Any
) -> dict[str, Any]:
    """A table of Ann and others: at a moment of its first deal, or where `end` says ("open", "over", "finished")."""
    wanted = {"game": game, "people": people, "bots": bots, "deals": deals, "end": end, "options": options}
    return wanted | {"secret": at and at.secret, "moves": at and at.moves}


def staged_all(site: Site, specs: list[dict[str, Any]]) -> list[Staged]:
    """Tables as the `specs` want them; the same people sit at all."""
    env = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    env |= {**site.env, "LASTCARD_DATA": str(site.data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-m", "tests.e2e.stage"]
    done = subprocess.run(command, cwd=ROOT, env=env, input=json.dumps(specs), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    cookies = [{"name": "sessionid", "value": key, "url": site.url} for key in told["sessions"]]
    return [Staged(path, cookies) for path in told["paths"]]


# -- in the other process -------------------------------------------------------------------------------


def main() -> None:
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.test import Client

    from tests.games.support import person

    specs = json.load(sys.stdin)
    number = get_user_model().objects.count()  # nobody has these names yet
    people = [person(f"{name}{number or ''}") for name in NAMES[: max(wanted["people"] for wanted in specs)]]
    people[0].set_password(PASSWORD)
    people[0].save()
    clients = [Client() for _ in people]
    for client, user in zip(clients, people, strict=True):
        client.force_login(user)
    paths = [_table(wanted, people[: wanted["people"]]).get_absolute_url() for wanted in specs]
    print(json.dumps({"paths": paths, "sessions": [client.cookies["sessionid"].value for client in clients]}))


def _table(wanted: dict[str, Any], people: list[Any]) -> Any:
    from games import services
    from tests.games.support import open_table

    seats = len(people) + wanted["bots"] + (wanted["end"] == "open")
    table = open_table(
        people[0], seats, game=wanted["game"], options=wanted["options"],
        format="deals", params={"count": wanted["deals"]}, first_dealer=0,
    )  # fmt: skip
    for user in people[1:]:
        services.take_seat(table.slug, user)
    if wanted["bots"]:
        services.fill(table.slug, people[0])
    table.refresh_from_db()
    if wanted["secret"]:
        _play_to(table, people, wanted["secret"], wanted["moves"])
    elif wanted["end"] != "open":
        _play_out(table, wanted["end"])
    return table


def _play_to(table: Any, people: list[Any], secret: str, moves: list[str]) -> None:
    """The first deal, from that secret and no texts, to after those moves."""
    from games import services
    from tests.games.support import play

    table.deals.update(secret=secret, commitment=fair.commitment(secret))
    for user in people:
        services.act(table.slug, user, {"type": "text", "deal": 1, "text": ""})
    for move in moves:
        answer = play(table, move)
        assert answer.status == "ok", (move, answer)


def _play_out(table: Any, end: str) -> None:
    """Everybody plays what the rules would do, until the first deal is over or the match finished."""
    from tests.games.support import next_moment, play

    while end not in (table.phase, table.state):
        play(table) if table.phase == "playing" and table.to_act is not None else next_moment(table)
        table.refresh_from_db()


if __name__ == "__main__":
    main()
