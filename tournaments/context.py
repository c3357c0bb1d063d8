"""What every page shows of tournaments: where the signed-in player sits now, and whose table a page shows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from .models import RoundTable
from .seatings import Whereabouts, whereabouts

AT_A_TABLE = {"games:pad", "games:table"}


def your_seat(request: HttpRequest) -> dict[str, Any]:
    """Asked for only where a page shows it."""
    return {
        "your_seat": SimpleLazyObject(lambda: _seat(request)),
        "event_table": SimpleLazyObject(lambda: _event_table(request)),
    }


def _seat(request: HttpRequest) -> Whereabouts | None:
    user = getattr(request, "user", None)
    return whereabouts(user) if user and user.is_authenticated else None


def _event_table(request: HttpRequest) -> RoundTable | None:
    """The table of a round that this page is of."""
    at = request.resolver_match
    if at is None or at.view_name not in AT_A_TABLE:
        return None
    found = RoundTable.objects.filter(table__slug=at.kwargs["slug"])
    return found.select_related("round__tournament", "play_off_of").first()
