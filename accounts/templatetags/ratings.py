"""Ratings on pages of the games."""

from __future__ import annotations

from collections import Counter
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


@register.filter
def together(lines: list[Any]) -> set[int]:
    """Ids of players with several seats of a match: the bots of a level have one rating between them."""
    return {player for player, seats in Counter(line.player_id for line, *_ in lines).items() if seats > 1}
