"""What a player's page shows, read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from games import catalogue
from games.models import Seat
from games.rules import GAMES
from tournaments.models import Entry

from . import boards, graphs
from .models import Played, Player, Pool, Standing, Together, User
from .services import counts, periods

LAST = 10  # matches, tournaments
OPPONENTS = 5
GRAPHED = 100  # matches


def find(pk: int) -> User:
    return get_object_or_404(User, pk=pk, deleted_at=None, is_active=True)


def kept_from(viewer: Any, person: User) -> bool:
    """Does the person keep page, record and ratings from this viewer?"""
    return person.private and person.pk != viewer.pk and not viewer.is_staff


@dataclass(frozen=True)
class Record:
    """A player's record in one pool."""

    standing: Standing

    @property
    def pool(self) -> Pool:
        return self.standing.pool

    @property
    def name(self) -> str:
        return catalogue.entry(self.pool.game).name

    @property
    def values(self) -> dict[str, str]:
        """Measure -> what the standing shows by it."""
        return {measure: boards.value_of(measure, self.standing) for measure in boards.measures(self.pool.game)}

    @property
    def rank(self) -> int | None:
        """On the leaderboard of ratings; None for who is not on it, or provisional."""
        if not self.standing.listed or not self.standing.rating.settled:
            return None
        return 1 + counts.ahead(self.pool.pk, periods.ALL, "rating", self.standing.by_rating or 0)


def records(user: User) -> list[Record]:
    """One a game, live or by hand; the most played first."""
    found = Standing.objects.filter(player__user=user, period=periods.ALL, pool__game__in=GAMES)
    return [Record(standing) for standing in found.select_related("pool").order_by("-matches", "pool")]


@dataclass(frozen=True)
class Match:
    """A match that the player has played.  `others`: names."""

    played: Played
    others: list[str]


def last_matches(player: Player, pool: Pool, *, all_of_them: bool) -> list[Match]:
    """The latest, those at tables that are not public only if `all_of_them`."""
    lines = _played(player, pool).select_related("table")
    lines = lines if all_of_them else lines.filter(table__public=True)
    lines = lines.prefetch_related(Prefetch("table__seats", Seat.objects.all()))[:LAST]
    return [
        Match(line, [seat.shown_name for seat in line.table.seats.all() if seat.number != line.seat]) for line in lines
    ]


def match_ratings(table: Any, viewer: Any) -> list[tuple[Played, str, bool]]:
    """What a match did to the ratings of those who sat at it, the best place first; nothing until it is counted.

    A line, the name at the table, and whether the player keeps it from this viewer.
    """
    names = {seat.number: seat.shown_name for seat in table.seats.all()}
    lines = Played.objects.filter(table=table).select_related("player__user").order_by("place", "seat")
    kept = (bool(line.player.user and kept_from(viewer, line.player.user)) for line in lines)
    return [(line, names.get(line.seat, ""), hidden) for line, hidden in zip(lines, kept, strict=True)]


def graphed(player: Player, pool: Pool) -> list[Played]:
    """The lines of the last matches, the oldest first."""
    return list(_played(player, pool)[:GRAPHED])[::-1]


def opponents(player: Player, pool: Pool) -> list[Together]:
    """Whom the player has played with most."""
    found = Together.objects.filter(player=player, pool=pool).select_related("other__user")
    return list(found.order_by("-matches", "other")[:OPPONENTS])


def drawn(player: Player, pool: Pool) -> dict[str, Any] | None:
    """Graphs of the last matches, and their lines, the oldest first; None before the first match."""
    lines = graphed(player, pool)
    if not lines:
        return None
    shown = [
        ("rating", _("Rating"), graphs.rating(lines)),
        ("places", _("Places"), graphs.places(lines)),
        ("points", _("Penalty points a deal"), graphs.points(lines)),
    ]
    return {"graphs": [{"slug": slug, "name": name, "graph": graph} for slug, name, graph in shown], "lines": lines}


def tournaments(user: User, *, all_of_them: bool) -> QuerySet[Entry]:
    """The latest that the player has entered, those that are not public only if `all_of_them`."""
    found = Entry.objects.filter(user=user).exclude(state__in=[Entry.State.REQUESTED, Entry.State.WAITING])
    found = found if all_of_them else found.filter(tournament__public=True)
    return found.select_related("tournament").order_by("-pk")[:LAST]


def _played(player: Player, pool: Pool) -> QuerySet[Played]:
    return Played.objects.filter(player=player, pool=pool).order_by("-ended_at", "-table")
