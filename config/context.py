"""What every page of the site needs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games import lobby

from . import services
from .models import Notice

CLOSED_COOKIE, CLOSED_AT_MOST = "closed_notices", 20


def site(request: HttpRequest) -> dict[str, Any]:
    """The site's own address, and the table where the person sits (asked for only where a page shows it)."""
    return {
        "site_url": f"{request.scheme}://{request.get_host()}",
        "your_table": SimpleLazyObject(lambda: _your_table(request)),
        "notices": SimpleLazyObject(lambda: _notices(request)),
    }


def _your_table(request: HttpRequest) -> Any:
    user = getattr(request, "user", None)
    return lobby.current_table(user) if user and user.is_authenticated else None


def closed_notices(request: HttpRequest) -> list[str]:
    """Keys of the notices that this browser has closed, the latest last."""
    return request.COOKIES.get(CLOSED_COOKIE, "").split(".")[-CLOSED_AT_MOST:]


def _notices(request: HttpRequest) -> list[Notice]:
    closed = closed_notices(request)
    return [notice for notice in services.notices() if notice.key not in closed]
