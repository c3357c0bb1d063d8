"""The front page and the strings for scripts."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

from games import catalogue, lobby
from games.forms import NAME_LENGTH

catalog = JavaScriptCatalog.as_view(packages=["config"])


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What this is, a button a game, and who waits for players."""
    entries = list(catalogue.entries())
    context = {
        "entries": entries,
        "first": next(entry for entry in entries if entry.slug == catalogue.FIRST_GAME),
        "open_tables": lobby.open_tables(lobby.FEW),
        "name_length": NAME_LENGTH,
    }
    return render(request, "front.html", context)
