"""Events for tests, run by the services that the site uses."""

from __future__ import annotations

from typing import Any

from games import services as games_services
from games.models import Table
from games.services import typed
from games.services.typed import Actor
from tests.games.support import play_on
from tournaments.models import Round, Tournament
from tournaments.services import registration, rounds

SWISS: dict[str, Any] = {
    "game": "last-player", "match_format": "deals", "match_params": {"count": 1}, "format": "swiss",
    "settings": {"rounds": 2}, "preferred": 4, "least": 3, "most": 4,
}  # fmt: skip
ELIMINATION: dict[str, Any] = {
    "game": "last-player", "match_format": "elimination", "match_params": {"limit": 100}, "format": "elimination",
    "settings": {}, "preferred": 3, "least": 2, "most": 4,
}  # fmt: skip


def event(organiser: Any, entries: int, bot: str = "", **fields: Any) -> Tournament:
    """An event open for registration with walk-ins, or bots."""
    tournament = registration.create(organiser, "Event", **{**SWISS, **fields})
    names = [(f"P{number:02}", "") for number in range(1, entries + 1)]
    registration.add_walk_ins(tournament.slug, organiser, names, bot=bot)
    return tournament


def begin(tournament: Tournament) -> Tournament:
    """Started, and its first round published where it runs by itself."""
    rounds.start(tournament.slug, tournament.organiser)
    rounds.go_on(tournament.pk)
    tournament.refresh_from_db()
    return tournament


def current(tournament: Tournament) -> Round:
    return tournament.rounds.filter(state=Round.State.PUBLISHED).last()


def play_round(tournament: Tournament) -> None:
    """Every live table of the round to its end, tallied; then what follows."""
    for row in current(tournament).tables.all():
        play_on(row.table)
        games_services.tally(row.table_id)
    rounds.go_on(tournament.pk)
    tournament.refresh_from_db()


def type_in(tournament: Tournament, table: Table, *deals: list[int]) -> None:
    """Each deal's points, entered by the organiser and confirmed as one."""
    organiser = Actor(tournament.organiser, "organiser")
    for points in deals:
        table.refresh_from_db()
        typed.enter_deal(table.slug, organiser, table.deal_number + 1, {"points": points})
    if typed.waiting(table) is None:
        typed.finish(table.slug, organiser)
    typed.confirm(table.slug, organiser, typed.waiting(table).version, organiser=True)
    games_services.tally(table.pk)
