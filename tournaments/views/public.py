"""Pages for everybody."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.models import Table
from games.services import Refused
from games.views import ensure_player

from .. import boards, bracket, season_table, seatings, wording
from ..models import Entry, Season, Tournament
from ..services import registration, rulings
from .common import attempt, back, context, entry_of, find, number, show

State = Tournament.State
LISTED = 40  # events of a kind on the list
PAGE = 100  # lines of the standings on one page
HERE = (Entry.State.REGISTERED, Entry.State.CHECKED_IN, Entry.State.ASIDE)


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Events that are open, run, or are over; and the own ones."""
    events = Tournament.objects.annotate(players=Count("entries", filter=Q(entries__state__in=HERE)))
    shown = events.filter(public=True)
    mine = Tournament.objects.none()
    if request.user.is_authenticated:
        who = Q(organiser=request.user) | Q(helpers__user=request.user) | Q(entries__user=request.user)
        mine = Tournament.objects.filter(who).exclude(state__in=[State.FINISHED, State.CANCELLED])
    others = shown.exclude(pk__in=mine.values("pk"))
    values = {
        "mine": _lines(events.filter(pk__in=mine.values("pk")).order_by("starts_at", "pk")),
        "running": _lines(others.filter(state=State.RUNNING).order_by("-started_at")),
        "open": _lines(others.filter(state=State.OPEN).order_by("starts_at", "pk")),
        "finished": _lines(shown.filter(state=State.FINISHED).order_by("-ended_at")),
        "seasons": Season.objects.filter(tournaments__public=True).distinct()[:LISTED],
    }
    return show(request, "list", values)


def _lines(events: Any) -> list[tuple[Tournament, str]]:
    return [(event, wording.in_a_line(event)) for event in events[:LISTED]]


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """The event: text, settings, entering, who plays."""
    event = find(slug)
    entries = list(event.entries.select_related("user"))
    values = {
        "settings": list(wording.settings_in_words(event)),
        "players": [entry for entry in entries if entry.state in HERE],
        "waiting": [entry for entry in entries if entry.state == Entry.State.WAITING],
        "requested": [entry for entry in entries if entry.state == Entry.State.REQUESTED],
        "gone": [entry for entry in entries if entry.state in (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED)],
        "winners": _winners(request, event),
        "takes_entries": registration.takes_entries(event),
    }
    return show(request, "overview", context(request, event, "overview", **values))


def _winners(request: HttpRequest, event: Tournament) -> list[boards.Line]:
    """The first three of an event that is over, unless its end is kept for the ceremony."""
    frozen = boards.frozen_for(event, request.user)
    if event.state != State.FINISHED or frozen is not None:
        return []
    return [line for line in boards.board(event).lines if line.place and line.place <= 3]


@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter, withdraw, check in, or call an organiser: the player's own buttons."""
    event = find(slug)
    act = {"register": _register, "withdraw": _withdraw, "check-in": _check_in, "call": _call}
    action = act.get(request.POST.get("do", ""))
    if action is None:
        raise Http404
    try:
        attempt(request, lambda: action(request, event))
    except ValidationError as wrong:
        messages.error(request, wrong.messages[0])
    return back(request, event.get_absolute_url())


def _register(request: HttpRequest, event: Tournament) -> str:
    user = ensure_player(request, request.POST.get("name", ""))
    entry = registration.register(event.slug, user, " ".join(request.POST.get("club", "").split()))
    if entry.state == Entry.State.REQUESTED:
        return _("Your request has gone to the organisers.")
    if entry.state == Entry.State.WAITING:
        return _("All places are taken: you are on the waiting list.")
    return _("You are entered.")


def _own(request: HttpRequest, event: Tournament) -> Entry:
    entry = entry_of(event, request.user)
    if entry is None:
        raise Refused("not_now", _("You are not entered."))
    return entry


def _withdraw(request: HttpRequest, event: Tournament) -> str:
    registration.withdraw(event.slug, request.user, _own(request, event).pk)
    return _("You have withdrawn.")


def _check_in(request: HttpRequest, event: Tournament) -> str:
    registration.check_in(event.slug, request.user, _own(request, event).pk)
    return _("You are checked in.")


def _call(request: HttpRequest, event: Tournament) -> str:
    """Anybody at the table may: on paper tables nobody has an account.  Of a live event its players."""
    round, table = number(request.POST, "round"), number(request.POST, "table")
    live = event.rounds.filter(number=round, tables__number=table, tables__table__kind=Table.Kind.LIVE)
    if live.exists() and entry_of(event, request.user) is None:
        raise Refused("not_allowed", _("You are not entered."))
    rulings.call(event.slug, round, table, True, request.user)
    return _("An organiser is called to table %d.") % table


# -- rounds and standings -------------------------------------------------------------------------------------


@require_safe
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A round: who sits where, by table or by name, and its results."""
    event = find(slug)
    if request.htmx and _is_fresh(request, event):
        return HttpResponse(status=204)
    values = context(request, event, "rounds")
    row = next((row for row in values["rounds"] if row.number == number), None)
    if row is None:
        raise Http404
    view = seatings.round_view(event, row, boards.frozen_for(event, request.user))
    entry = values["entry"]
    values |= {"view": view, "row": row, "by": "name" if request.GET.get("by") == "name" else "table"}
    values["mine"] = next((t for t in view.tables for p in t.places if entry and p.entry.pk == entry.pk), None)
    values["fresh"] = f"{event.version}"
    return show(request, "_round" if request.htmx else "round", values)


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Standings as of a round (`?round=`), a hundred lines a page; htmx asks every few seconds whether they moved."""
    event = find(slug)
    if request.htmx and _is_fresh(request, event):
        return HttpResponse(status=204)
    frozen = boards.frozen_for(event, request.user)
    board = boards.board(event, _round_asked(request), frozen)
    page = Paginator(board.lines, PAGE).get_page(request.GET.get("page"))
    entry = entry_of(event, request.user)
    rows = _rows(event.pk, event.version, _round_asked(request), frozen, page.number, get_language() or "en")
    values = {
        "rows": _with_own(rows, entry),
        "tournament": event, "board": board, "page": page, "fresh": str(event.version), "now": _round_asked(request),
        "you": board.line(entry.pk if entry else None), "has_clubs": any(line.club for line in page.object_list),
    }  # fmt: skip
    if request.htmx:
        return show(request, "_standings", values)
    return show(request, "standings", context(request, event, "standings") | values)


@lru_cache(boards.KEPT)
def _rows(pk: int, version: int, as_of: int | None, frozen: int | None, page: int, language: str) -> str:
    """A page's lines as HTML: when a result comes in, a hall of phones asks for the same."""
    board = boards.board(Tournament.objects.get(pk=pk), as_of, frozen)
    lines = board.lines[(page - 1) * PAGE : page * PAGE]
    values = {"lines": lines, "has_clubs": any(line.club for line in lines)}
    return render_to_string("tournaments/_standing_rows.html", values)


def _with_own(rows: str, entry: Entry | None) -> SafeString:
    """The reader's own line stands out."""
    line = f'data-entry="{entry.pk if entry else 0}" class="'
    return mark_safe(rows.replace(line, f"{line}you "))


def _round_asked(request: HttpRequest) -> int | None:
    text = request.GET.get("round", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def _is_fresh(request: HttpRequest, event: Tournament) -> bool:
    return request.GET.get("have") == str(event.version)


@require_safe
def bracket_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The bracket of a knockout, as a picture."""
    event = find(slug)
    if event.format != "knockout":
        raise Http404
    frozen = boards.frozen_for(event, request.user)
    picture = bracket.picture(event, frozen)
    return show(request, "bracket", context(request, event, "bracket", picture=picture))


@require_safe
def season(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Season, slug=slug)
    values = {"season": found, "events": season_table.events_of(found), "rows": season_table.table(found)}
    return show(request, "season", values)


@require_safe
def your_seat(request: HttpRequest) -> HttpResponse:
    """The strip that says where the signed-in player sits now; empty for who plays nowhere."""
    found = seatings.whereabouts(request.user) if request.user.is_authenticated else None
    return show(request, "_your_seat", {"your_seat": found}) if found else HttpResponse()
