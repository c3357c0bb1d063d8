"""What every page shows of tournaments: where the signed-in player sits now."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from .seatings import Whereabouts, whereabouts


def your_seat(request: HttpRequest) -> dict[str, Any]:
    """Asked for only where a page shows it."""
    return {"your_seat": SimpleLazyObject(lambda: _seat(request))}


def _seat(request: HttpRequest) -> Whereabouts | None:
    user = getattr(request, "user", None)
    return whereabouts(user) if user and user.is_authenticated else None
