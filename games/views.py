"""Pages of tables."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.module_loading import import_string
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from . import catalogue, lobby, services, wording
from .forms import NewTableForm, PlayNowForm, suggested_options
from .models import Seat, Table
from .rules import GAMES
from .rules.match import default_format, full_params

PLAY_NOW_SEATS = 3
REFUSALS = (services.Refused, ValidationError)


def sentence(refusal: services.Refused | ValidationError) -> str:
    """What to tell the person."""
    return refusal.messages[0] if isinstance(refusal, ValidationError) else refusal.message


def ensure_player(request: HttpRequest, name: str = "") -> Any:
    """Who sends the request; a visitor becomes a guest.  Raises ValidationError for a name that will not do.

    `games` knows users by AUTH_USER_MODEL alone, so who makes guests is a setting.
    """
    if request.user.is_authenticated:
        return request.user
    return import_string(settings.MAKE_GUEST)(request, name=name)


def play_now(request: HttpRequest) -> HttpResponse:
    """To a running table with bots, by one button; back to the own table where such a match runs already."""
    if request.method != "POST":
        return redirect("front")
    form = PlayNowForm(request.POST)
    if form.is_valid():
        try:
            user = ensure_player(request, form.cleaned_data["name"])
            return redirect(_table_with_bots(user, form.cleaned_data["game"]))
        except REFUSALS as refusal:
            form.add_error(None, sentence(refusal))
    for errors in form.errors.values():
        messages.error(request, errors[0])
    return redirect("front")


def _table_with_bots(user: Any, game: str) -> Table:
    current = lobby.current_table(user)
    if current and current.state == Table.State.PLAYING and current.game == game:
        return current
    rules, format = GAMES[game], default_format(GAMES[game])
    table = services.open_table(
        user, game, suggested_options(rules), PLAY_NOW_SEATS, format, full_params(rules, format, {}), None, public=False
    )
    return services.fill(table.slug, user, Seat.Bot.EASY)


@require_safe
def table_list(request: HttpRequest) -> HttpResponse:
    """Tables to join and to watch.  htmx asks again every few seconds and gets the lists alone (`?open`: the first)."""
    if request.htmx and "open" in request.GET:
        return render(request, "games/_open_tables.html", {"open_tables": lobby.open_tables(lobby.FEW)})
    context = {"open_tables": lobby.open_tables(), "running_tables": lobby.running_tables()}
    template = "games/_table_lists.html" if request.htmx else "games/tables.html"
    return render(request, template, context)


@require_safe
def choose_game(request: HttpRequest) -> HttpResponse:
    """Which game the new table plays."""
    return render(request, "games/choose_game.html", {"entries": list(catalogue.entries())})


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest, game: str) -> HttpResponse:
    """The form of a new table; a visitor who sends it becomes a guest."""
    if game not in GAMES:
        raise Http404
    data = request.POST if request.method == "POST" else None
    form = NewTableForm(GAMES[game], data, ask_name=not request.user.is_authenticated)
    if form.is_valid():
        try:
            return redirect(_open_table(request, form))
        except REFUSALS as refusal:
            form.add_error(None, sentence(refusal))
    return render(request, "games/new_table.html", {"form": form, "entry": catalogue.entry(game)})


def _open_table(request: HttpRequest, form: NewTableForm) -> Table:
    user = ensure_player(request, form.cleaned_data.get("name", ""))
    table = services.open_table(user, **form.settings())
    bot = form.cleaned_data["bots"]
    return services.fill(table.slug, user, bot) if bot else table


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table itself, to play at or to watch; what happens there comes through the socket.  By hand: its pad."""
    found = get_object_or_404(Table, slug=slug)
    if found.kind == Table.Kind.TYPED:
        return redirect(found)
    context = {
        "table": found,
        "game": catalogue.entry(found.game),
        "match": wording.match_in_words(found.game, found.format, found.params),
        "clock": wording.clock_in_words(found.turn_seconds),
        "options": wording.options_in_words(found),
        "table_link": request.build_absolute_uri(found.get_absolute_url()),
        "socket_url": f"/ws/tables/{found.slug}/",
    }
    return render(request, "games/table.html", context)


@require_safe
@cache_control(max_age=3600)
def table_qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The table's link as a QR code: SVG, dark on light whatever the page's scheme, so that every camera reads it."""
    found = get_object_or_404(Table, slug=slug)
    image = BytesIO()
    code = segno.make(request.build_absolute_uri(found.get_absolute_url()), error="m", micro=False)
    code.save(image, kind="svg", scale=8, border=3, dark="#000", light="#fff")
    return HttpResponse(image.getvalue(), content_type="image/svg+xml")
