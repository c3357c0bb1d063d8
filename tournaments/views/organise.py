"""Pages for organisers and helpers, and everything that they do (`do/<action>/`)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.services import typed

from .. import seatings, wording
from ..models import Entry, Round, Season, Tournament
from ..services import clock, scores
from ..services.log import role
from ..services.registration import COUNTED
from ..venue import venue_path
from .actions import ACTIONS
from .common import attempt, back, context, find, show

LOG_PAGE = 50
DESKS = 60  # tables on one page of the organisers'


def _must_see(request: HttpRequest, tournament: Tournament) -> None:
    if not role(tournament, request.user):
        raise PermissionDenied


@require_POST
def do(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """One action of an organiser, by the services; refused or done, back to the page."""
    event = find(slug)
    function = ACTIONS.get(action)
    if function is None:
        raise Http404
    attempt(request, lambda: function(event.slug, request.user, request.POST))
    return back(request, reverse("tournaments:manage", args=[slug]))


@require_safe
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    """Entries: who asked, who waits, who is here; walk-ins."""
    event = find(slug)
    _must_see(request, event)
    entries = list(event.entries.select_related("user"))
    values = {
        "entries": entries,
        "asked": [entry for entry in entries if entry.state == Entry.State.REQUESTED],
        "counts": {state: sum(entry.state == state for entry in entries) for state in Entry.State.values},
        "stand_ins": sum(e.needs_a_bot for e in entries if e.state in COUNTED) if event.kind == "live" else 0,
        "door": request.build_absolute_uri(venue_path(event)),
        "next_round": len(seatings.published(event)) + 1,
        "penalties": [
            (one, wording.penalty(one.score, one.points))
            for one in event.penalties.select_related("entry").order_by("-at")
        ],
    }
    return show(request, "manage_entries", context(request, event, "manage", sub="entries", **values))


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """The draft with its reasons, and the round being played: missing results first."""
    event = find(slug)
    _must_see(request, event)
    values = context(request, event, "manage", sub="rounds")
    row = values["rounds"][-1] if values["rounds"] else None
    draft = event.rounds.filter(state=Round.State.DRAFT).first()
    tables = seatings.round_view(event, row).missing_first if row else []
    page = Paginator(tables, DESKS).get_page(request.GET.get("page"))
    values |= {
        "row": row,
        "page": page,
        "missing": sum(not table.done for table in tables),
        "draft": seatings.draft_view(event, draft) if draft else None,
        "desks": [_desk(table) for table in page.object_list],
        "now": timezone.now(),
        "calls": row.tables.filter(called_at__isnull=False).count() if row else 0,
        "last_word": event.actions.first(),
    }
    if request.htmx:
        return show(request, "_desks", values)
    return show(request, "manage_rounds", values)


def _desk(view: seatings.TableView) -> dict[str, Any]:
    """A table as the organiser works with it: what is missing, what may be typed."""
    table = view.table
    ends: datetime | None = clock.ends_at(view.row) if view.row else None
    is_typed = table is not None and table.kind == "typed"
    playing = table is not None and table.state == "playing"
    return {
        "view": view,
        "table": table,
        "ends": ends,
        "late": ends is not None and ends < timezone.now() and not view.done,
        "typed": is_typed,
        "rows": _next_row(view) if is_typed and playing else [],
        "deals": list(table.deals.all()) if is_typed and table else [],
    }


def _next_row(view: seatings.TableView) -> list[seatings.Place]:
    """The places that are dealt in next; empty when the match waits to be confirmed."""
    assert view.table is not None
    following = typed.next_deal(view.table)
    return [view.places[seat] for seat in following.seats] if following else []


@require_safe
def table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """One table of a round: ruling, corrections, no-shows, clock."""
    event = find(slug)
    _must_see(request, event)
    row = event.rounds.filter(state=Round.State.PUBLISHED, number=number).first()
    view = next((v for v in seatings.round_view(event, row).tables if v.number == table), None) if row else None
    if view is None:
        raise Http404
    desk = _desk(view)
    deals = [(deal, _points(deal, view)) for deal in desk["deals"]]
    values = {"row": row, "desk": desk, "deals": deals, "later": scores.told_of_later(event, number)}
    return show(request, "manage_table", context(request, event, "manage", sub="rounds", **values))


def _points(deal: Any, view: seatings.TableView) -> list[tuple[seatings.Place, int]]:
    return [(view.places[seat], deal.outcome["penalties"][index]) for index, seat in enumerate(deal.seats)]


@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Co-organisers, helpers, the season."""
    event = find(slug)
    _must_see(request, event)
    values = {
        "helpers": event.helpers.select_related("user"),
        "seasons": Season.objects.filter(organiser=request.user),
    }
    return show(request, "manage_people", context(request, event, "manage", sub="people", **values))


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    event = find(slug)
    _must_see(request, event)
    page = Paginator(event.actions.select_related("by"), LOG_PAGE).get_page(request.GET.get("page"))
    lines = [(action, wording.verb(action.verb), _change(action)) for action in page.object_list]
    return show(request, "manage_log", context(request, event, "manage", sub="log", page=page, lines=lines))


def _change(action: Any) -> list[tuple[str, str]]:
    """Before and after, value by value where they are many; what did not change is left out."""
    before, after = action.before, action.after
    if isinstance(before, dict) or isinstance(after, dict):
        old, new = before or {}, after or {}
        if not (isinstance(old, dict) and isinstance(new, dict)):
            return [(_plain(old), _plain(new))]
        keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
        return [(_plain(old[key]) if key in old else "", f"{wording.key(key)}: {_plain(new.get(key))}") for key in keys]
    return [(_plain(before), _plain(after))] if before or after else []


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_plain, value[:20]))
    if isinstance(value, dict):
        return ", ".join(f"{wording.key(key)} {_plain(one)}" for key, one in value.items())
    return "" if value is None else wording.logged(value)
