"""Pages of people."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse


def become_guest(request: HttpRequest) -> HttpResponse:
    raise NotImplementedError


settings_page = become_guest
