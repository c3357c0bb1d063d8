"""Events in all their stages in the data folder of a site: `LASTCARD_DATA=… python -m tests.events` fills it.

It prints one JSON object: `session`, the cookie of who organises them and plays in them, `events`, stage -> path, and
`season`, the path of the season that the finished one counts for.
"""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

NAMES = ("Анна", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Захар", "Ирина")
CLUBS = ("Спартак", "", "Зенит")
DUELS = {
    "format": "knockout", "settings": {"advance": 1}, "preferred": 2, "least": 2, "most": 2, "match_format": "deals",
    "match_params": {"count": 1},
}  # fmt: skip


def open_event(olga: Any, name: str, people: int = len(NAMES), **fields: Any) -> Any:
    """With walk-ins, and `olga` among the players."""
    from tests.tournaments.support import SWISS
    from tournaments.services import registration

    tournament = registration.create(olga, name, **{**SWISS, "kind": "typed", "automatic": False, **fields})
    who = [(other, CLUBS[number % len(CLUBS)]) for number, other in enumerate(NAMES[1:people])]
    registration.add_walk_ins(tournament.slug, olga, who)
    registration.register(tournament.slug, olga, "Спартак")
    return tournament


def open_stage(olga: Any) -> Any:
    """Registration: somebody has asked, somebody waits, some are here."""
    from django.utils import timezone

    from tests.games.support import person
    from tournaments.services import registration

    tournament = open_event(
        olga, "Кубок осени", check_in=True, entry_limit=9, place="Клуб на Садовой", round_minutes=40,
        starts_at=timezone.now() + timedelta(days=3), text="Играем до ужина.\n\nКолоды и чай есть.",
    )  # fmt: skip
    registration.add_walk_ins(tournament.slug, olga, [("Кирилл", "")])
    for entry in tournament.entries.all()[:5]:
        registration.check_in(tournament.slug, olga, entry.pk)
    registration.change(tournament.slug, olga, approval=True)
    registration.register(tournament.slug, person("Лада"), "Зенит")
    return tournament


def next_round(tournament: Any, olga: Any) -> Any:
    from tournaments.services import rounds

    number = rounds.draft(tournament.slug, olga).number
    return rounds.publish(tournament.slug, olga, number)


def play_round(tournament: Any, row: Any) -> None:
    """Every table, who sits first a bit better each time."""
    from tests.tournaments.support import type_in
    from tournaments.services import rounds

    for table in row.tables.select_related("table"):
        points = [(seat * 17 + table.number * 5 + row.number) % 48 for seat in range(len(table.seats))]
        points[(row.number + table.number) % len(points)] = 0
        type_in(tournament, table.table, points)
    rounds.go_on(tournament.pk)


def round_stage(olga: Any) -> Any:
    """The second round is being played: a result is in, one waits, a table calls, the clock runs."""
    from games.services import typed
    from games.services.typed import Actor
    from tests.tournaments.support import type_in
    from tournaments.services import rounds, rulings

    tournament = open_event(olga, "Клубный вечер", round_minutes=40, settings={"rounds": 3}, preferred=3)
    rounds.start(tournament.slug, olga)
    play_round(tournament, next_round(tournament, olga))
    row = next_round(tournament, olga)
    first, second, _third = row.tables.select_related("table")
    type_in(tournament, first.table, [0, 12, 31])
    plain = second.table.seats.filter(user=None).first()  # who sits where is drawn by lot
    typed.claim(second.table.slug, Actor(None, "a phone"), plain.number)
    typed.enter_deal(second.table.slug, Actor(None, "a phone"), 1, {"points": [4, 0, 25]})
    rulings.call(tournament.slug, row.number, second.number, True, None)
    return tournament


def draft_stage(olga: Any) -> Any:
    """The first round is drafted: live, though some have no account."""
    from tournaments.services import rounds

    tournament = open_event(olga, "Живой вечер", kind="live", settings={"rounds": 3, "clubs": True})
    rounds.start(tournament.slug, olga)
    rounds.draft(tournament.slug, olga)
    return tournament


def bracket_stage(olga: Any) -> Any:
    """A knockout in its second round: a tie is being played off."""
    from tests.tournaments.support import type_in
    from tournaments.services import rounds

    tournament = open_event(olga, "Один на один", people=7, **DUELS)
    rounds.start(tournament.slug, olga)
    play_round(tournament, next_round(tournament, olga))
    first, _second = next_round(tournament, olga).tables.select_related("table")
    type_in(tournament, first.table, [7, 7])
    rounds.go_on(tournament.pk)
    return tournament


def finished_stage(olga: Any) -> Any:
    from tournaments.services import rounds, seasons

    tournament = open_event(olga, "Летний турнир", settings={"rounds": 2}, preferred=3)
    rounds.start(tournament.slug, olga)
    for _ in range(2):
        play_round(tournament, next_round(tournament, olga))
    seasons.put_in(tournament.slug, olga, seasons.create(olga, "Сезон", 4).slug)
    return tournament


def final_stage(olga: Any) -> Any:
    """The final table of a live elimination, with bots, waits for its only person."""
    from tests.games.support import person
    from tests.tournaments.support import ELIMINATION
    from tournaments.services import registration, rounds

    fields = {**ELIMINATION, "preferred": 4, "most": 5}
    tournament = registration.create(olga, "Последний игрок", **{**fields, "kind": "live", "automatic": True})
    registration.add_walk_ins(tournament.slug, olga, [(name, "") for name in NAMES[1:4]])
    registration.register(tournament.slug, person("Ольга"))
    rounds.start(tournament.slug, olga)
    rounds.go_on(tournament.pk)
    return tournament


STAGES = {
    "open": open_stage, "round": round_stage, "draft": draft_stage, "bracket": bracket_stage,
    "finished": finished_stage, "final": final_stage,
}  # fmt: skip


def main() -> None:
    import django

    django.setup()
    from django.test import Client

    from tests.games.support import person
    from tournaments.models import Season

    olga = person("Анна")
    events = {stage: make(olga).get_absolute_url() for stage, make in STAGES.items()}
    client = Client()
    client.force_login(olga)
    session = client.cookies["sessionid"].value
    print(json.dumps({"session": session, "events": events, "season": Season.objects.latest("pk").get_absolute_url()}))


if __name__ == "__main__":
    main()
