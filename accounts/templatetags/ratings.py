"""Ratings on pages of the games."""

from __future__ import annotations

from typing import Any

from django import template

from .. import player_page

register = template.Library()


@register.inclusion_tag("accounts/match_ratings.html", takes_context=True)
def match_ratings(context: dict[str, Any], table: Any) -> dict[str, Any]:
    """What a match did to the ratings."""
    viewer = context["user"]
    return {"lines": player_page.match_ratings(table, viewer), "user": viewer}


@register.filter
def signed(number: int) -> str:
    """ "+24", "−7", "±0"."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"
