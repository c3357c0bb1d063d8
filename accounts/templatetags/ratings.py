"""Ratings on pages of the games."""

from __future__ import annotations

from typing import Any

from django import template

from ..models import Played

register = template.Library()


@register.inclusion_tag("accounts/match_ratings.html", takes_context=True)
def match_ratings(context: dict[str, Any], table: Any) -> dict[str, Any]:
    """What a match did to the ratings of those who sat at it, the best place first; nothing until it is counted."""
    viewer = context["user"]
    names = {seat.number: seat.shown_name for seat in table.seats.all()}
    lines = Played.objects.filter(table=table).select_related("player__user").order_by("place", "seat")
    return {"lines": [(line, names.get(line.seat, ""), _kept(line, viewer)) for line in lines], "user": viewer}


def _kept(line: Played, viewer: Any) -> bool:
    """Does the player keep it from this viewer?"""
    user = line.player.user
    return bool(user and user.private and user.pk != viewer.pk and not viewer.is_staff)


@register.filter
def signed(number: int) -> str:
    """ "+24", "−7", "±0"."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"
