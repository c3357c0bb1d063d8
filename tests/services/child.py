"""What runs in a process of its own with a fleet's database: `python -m tests.services.child FUNCTION JSON`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from tests.services.races import race

MATCH = {"format": "deals", "params": {"count": 2}}


def seat_bots(tables: int, seats: int = 3, game: str = "last-player") -> list[int]:
    """Tables of easy bots that begin at once; their ids."""
    from games.services.tables import BOT_NAMES, seat_table

    players = [(None, "easy", name) for name in BOT_NAMES[:seats]]
    return [
        seat_table(players, game, {}, **MATCH, turn_seconds=None, public=True, first_dealer=0).pk
        for _ in range(tables)
    ]  # fmt: skip


def seat_people(tables: int, seats: int = 2, bots: int = 0, game: str = "last-player", count: int = 2) -> list[Any]:
    """Tables of people (and bots) that begin at once: [id, slug, session keys by seat] each."""
    from games.services.tables import BOT_NAMES, seat_table
    from tests.visitors import visitor

    made = []
    for number in range(tables):
        people = [visitor(f"{game}-{number}-{seat}") for seat in range(seats)]
        players = [(user, "", user.shown_name) for user, _ in people] + [
            (None, "easy", name) for name in BOT_NAMES[:bots]
        ]
        table = seat_table(
            players, game, {}, "deals", {"count": count}, turn_seconds=None, public=True, first_dealer=0
        )  # fmt: skip
        made.append([table.pk, table.slug, [key for _, key in people]])
    return made


def differences() -> list[str]:
    """What differs between the stored results and the moves played again, over all tables."""
    from games.models import Table
    from games.services.results import rebuild

    return [f"{table}: {words}" for table, found in rebuild(Table.objects.all()) for words in found]


def told_otherwise(path: str) -> list[str]:
    """Events in a file ([slug, event] a line) that are not those of the stored moves."""
    from games.models import Table
    from games.replay import fold_deal
    from games.snapshots import step_events

    stored: dict[str, set[str]] = {}
    wrong = []
    with open(path) as file:
        for line in file:
            slug, event = json.loads(line)
            if slug not in stored:
                table = Table.objects.get(slug=slug)
                folds = [fold_deal(table, deal) for deal in table.deals.exclude(seed="")]
                stored[slug] = {
                    json.dumps(event, sort_keys=True)
                    for fold in folds for ply, step in enumerate(fold.steps)
                    for event in step_events(fold.deal, ply, step)
                }  # fmt: skip
            if json.dumps(event, sort_keys=True) not in stored[slug]:
                wrong.append(line)
    return wrong


def run_tasks(names: list[str], times: int = 1) -> None:
    """Tasks of beat's table, here and now."""
    from config.celery import app

    app.loader.import_default_modules()
    for _ in range(times):
        for name in names:
            app.tasks[name]()


FUNCTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        seat_bots,
        seat_people,
        differences,
        told_otherwise,
        race,
        run_tasks,
    )
}


def main(name: str, arguments: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    print(json.dumps(FUNCTIONS[name](**json.loads(arguments))))


if __name__ == "__main__":
    main(*sys.argv[1:])
