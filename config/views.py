"""The front page, the strings for scripts, and notices that are closed."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import JavaScriptCatalog

from accounts.views import safe_next
from games import catalogue, lobby
from games.forms import NAME_LENGTH

from .context import CLOSED_AT_MOST, CLOSED_COOKIE, closed_notices

CLOSED_SECONDS = 60 * 60 * 24 * 400
NOTICE_KEY = re.compile(r"[0-9]{1,19}-[0-9]{1,10}")

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


@require_POST
def close_notice(request: HttpRequest) -> HttpResponse:
    """This browser does not show it any more, until its text changes."""
    answer = redirect(safe_next(request))
    key = request.POST.get("notice", "")
    if NOTICE_KEY.fullmatch(key):
        closed = [one for one in closed_notices(request) if NOTICE_KEY.fullmatch(one) and one != key]
        value = ".".join([*closed, key][-CLOSED_AT_MOST:])
        answer.set_cookie(CLOSED_COOKIE, value, max_age=CLOSED_SECONDS, httponly=True, samesite="Lax")
    return answer
