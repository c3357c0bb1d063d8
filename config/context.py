"""What every page of the site needs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games import lobby


def site(request: HttpRequest) -> dict[str, Any]:
    """The site's own address, and the table where the person sits (asked for only where a page shows it)."""
    return {
        "site_url": f"{request.scheme}://{request.get_host()}",
        "your_table": SimpleLazyObject(lambda: _your_table(request)),
    }


def _your_table(request: HttpRequest) -> Any:
    user = getattr(request, "user", None)
    return lobby.current_table(user) if user and user.is_authenticated else None
