"""What every page of the site needs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    """Shared by all templates; grows with `base.html`."""
    return {"site_name": "Lastcard"}
