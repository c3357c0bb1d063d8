"""Seasons: events that count together."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.services import Refused

from ..models import Season, Tournament
from .log import locked, must_organise, note


def create(organiser: Any, name: str, best: int) -> Season:
    if not name.strip() or not 1 <= best <= 100:
        raise Refused("bad_message", _("A season has a name, and 1 to 100 events count."))
    return Season.objects.create(organiser=organiser, name=name.strip()[:80], best=best)


def put_in(slug: str, by: Any, season_slug: str) -> Tournament:
    """Let an event count for one of the organiser's seasons; an empty slug takes it out."""
    with locked(slug) as tournament:
        must_organise(tournament, by)
        season = Season.objects.filter(slug=season_slug, organiser=by).first() if season_slug else None
        if season_slug and season is None:
            raise Refused("gone", _("There is no such season."))
        Tournament.objects.filter(pk=tournament.pk).update(season=season)
        note(tournament, by, "season", after=season.name if season else None)
    return tournament
