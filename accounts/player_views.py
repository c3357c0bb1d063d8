"""Leaderboards, players' pages, and who may see what of them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import catalogue
from games.models import Table
from games.rules import GAMES

from . import boards, export, player_page, services
from .models import Block, Player, User
from .services import periods

# -- leaderboards ------------------------------------------------------------------------------------------------


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    return redirect("accounts:leaderboard", catalogue.FIRST_GAME)


@require_safe
def leaderboard(request: HttpRequest, game: str) -> HttpResponse:
    """A board of a game.  What is wrong in the query is as if it were not there."""
    if game not in GAMES:
        raise Http404
    asked = _asked(request, game)
    pool = boards.pool(game, asked["kind"])
    own = Player.objects.filter(user=request.user.pk).first() if request.user.is_authenticated else None
    circle = own if asked["who"] == "played" else None
    board = boards.Board(pool, asked["period"], asked["by"], circle) if pool else None
    context = asked | {
        "game": catalogue.entry(game),
        "entries": list(catalogue.entries()),
        "page": _page(request, board, own) if board else None,
        "around": "around" in request.GET and own is not None,
        "own": own,
        "bots": boards.bots(pool) if pool and asked["by"] == "rating" else [],
    }
    return render(request, "accounts/_board.html" if request.htmx else "accounts/leaderboard.html", context)


def _asked(request: HttpRequest, game: str) -> dict[str, Any]:
    """What the board is of: `by`, `kind`, `period` and `who`, with all that may be chosen."""
    query, measures = request.GET, boards.measures(game)
    by = query.get("by") if query.get("by") in measures else measures[0]
    name, about = boards.MEASURES[by]
    kind = query.get("kind") if query.get("kind") in Table.Kind.values else boards.best_kind(game)
    period = periods.read(query.get("period", ""), timezone.now())
    return {
        "by": by,
        "name": name,
        "about": about % {"least": boards.LEAST.get(by, 0)},
        "measures": [(each, boards.MEASURES[each][0]) for each in measures],
        "kind": kind,
        "kinds": Table.Kind.choices,
        "who": "played" if query.get("who") == "played" and request.user.is_authenticated else "all",
        **_period_in_words(period),
    }


def _period_in_words(period: str) -> dict[str, Any]:
    kind = periods.kind(period)
    words = {"all": _("All time"), "year": _("Year"), "month": _("Month"), "week": _("Week")}
    found = {"period": period, "period_kind": kind, "period_kinds": list(words.items()), "period_name": words["all"]}
    if kind == "all":
        return found
    first = periods.first_day(period)
    last = first + timedelta(days=6)
    names = {
        "year": f"{first.year}",
        "month": date_format(first, "YEAR_MONTH_FORMAT"),
        "week": f"{date_format(first, 'DATE_FORMAT')} – {date_format(last, 'DATE_FORMAT')}",
    }
    return found | {"period_name": names[kind], "earlier": _earlier(period) if first.year > 2000 else None}


def _earlier(period: str) -> str:
    """The period before that one."""
    before = periods.first_day(period) - timedelta(days=1)
    moment = timezone.now().replace(year=before.year, month=before.month, day=before.day)
    return periods.of(moment)[periods.KINDS.index(periods.kind(period))]


def _page(request: HttpRequest, board: boards.Board, own: Player | None) -> boards.Page:
    if "around" in request.GET and own and (page := board.around(own)):
        return page
    after, before = (boards.Place.read(request.GET.get(name, "")) for name in ("after", "before"))
    return board.page(after, before)


# -- a player's page -----------------------------------------------------------------------------------------------


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """The record, graphs, last matches and opponents of one player, in one game."""
    person = player_page.find(pk)
    own = request.user.pk == person.pk
    if player_page.kept_from(request.user, person):
        return render(request, "accounts/player_private.html", {"person": person}, status=403)
    records = player_page.records(person)
    chosen = _chosen(request, records)
    context = {
        "person": person,
        "own": own,
        "records": records,
        "record": chosen,
        "blocked": request.user.is_authenticated and Block.objects.filter(user=request.user, blocked=person).exists(),
        "entries": player_page.tournaments(person, all_of_them=own),
    }
    if chosen:
        of = chosen.standing.player, chosen.pool
        context |= {
            "drawn": player_page.drawn(*of),
            "matches": player_page.last_matches(*of, all_of_them=own),
            "opponents": player_page.opponents(*of),
        }
    return render(request, "accounts/player.html", context)


def _chosen(request: HttpRequest, records: list[player_page.Record]) -> player_page.Record | None:
    asked = request.GET.get("game"), request.GET.get("kind")
    named = [record for record in records if (record.pool.game, record.pool.kind) == asked]
    return next(iter(named or records), None)


@require_safe
@login_required
def my_page(request: HttpRequest) -> HttpResponse:
    return redirect(request.user)


# -- privacy ---------------------------------------------------------------------------------------------------------


@login_required
@require_POST
def block(request: HttpRequest, pk: int) -> HttpResponse:
    person = player_page.find(pk)
    services.block(request.user, person)
    messages.success(request, _("%(name)s can no longer sit down at your tables.") % {"name": person.shown_name})
    return redirect(person)


@login_required
@require_POST
def unblock(request: HttpRequest, pk: int) -> HttpResponse:
    person = get_object_or_404(User, pk=pk)
    services.unblock(request.user, person)
    messages.success(request, _("%(name)s may sit down at your tables again.") % {"name": person.shown_name})
    return redirect("accounts:privacy")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def privacy(request: HttpRequest) -> HttpResponse:
    """What others see, the own data, and who is blocked."""
    if request.method == "POST":
        services.save_settings(request.user, {"private": request.POST.get("private") == "on"})
        return redirect("accounts:privacy")
    blocks = Block.objects.filter(user=request.user).select_related("blocked")
    return render(request, "accounts/privacy.html", {"blocks": blocks})


@require_safe
@login_required
def my_data(request: HttpRequest) -> HttpResponse:
    """All that is kept of a person, as one file."""
    name = f"lastcard-{timezone.localdate().isoformat()}.zip"
    headers = {"Content-Disposition": content_disposition_header(True, name)}
    return HttpResponse(export.archive(request.user), content_type="application/zip", headers=headers)
