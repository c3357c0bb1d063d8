"""What leaves the site: CSV, JSON, calendar files, QR codes, printed slips, the projector."""

from __future__ import annotations

import csv
from dataclasses import asdict
from datetime import timedelta
from io import BytesIO
from typing import Any

import segno
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from games.models import Table

from .. import boards, season_table, seatings, wording
from ..final_table import final, last_table
from ..models import Round, Season, Tournament
from ..services.log import role
from ..venue import venue_path
from .common import context, find, show

LASTS = timedelta(hours=3)  # what a calendar notes where nobody knows
SCREEN = 20  # lines of a list on the projector


def qr(text: str) -> HttpResponse:
    """A QR code as SVG, dark on light whatever the page's scheme, so that every camera reads it."""
    image = BytesIO()
    segno.make(text, error="m", micro=False).save(image, kind="svg", scale=8, border=3, dark="#000", light="#fff")
    return HttpResponse(image.getvalue(), content_type="image/svg+xml")


@require_safe
def event_qr(request: HttpRequest, slug: str) -> HttpResponse:
    return qr(request.build_absolute_uri(find(slug).get_absolute_url()))


@require_safe
def door_qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The check-in at the door, for organisers and helpers to hang up."""
    event = find(slug)
    if not role(event, request.user):
        raise PermissionDenied
    return qr(request.build_absolute_uri(venue_path(event)))


@require_safe
@cache_control(max_age=3600)
def table_qr(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Where a table of a round is scored or played."""
    event = find(slug)
    row = event.rounds.filter(state=Round.State.PUBLISHED, number=number).first()
    found = row.tables.filter(number=table).select_related("table").first() if row else None
    if found is None or found.table is None:
        raise Http404
    return qr(request.build_absolute_uri(seatings.table_link(found.table)))


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The event as an iCalendar file."""
    tournament = find(slug)
    if tournament.starts_at is None:
        raise Http404
    event = Event()
    event.add("uid", f"{tournament.slug}@{request.get_host()}")
    event.add("dtstamp", tournament.created_at)
    event.add("sequence", tournament.version)  # a calendar takes a later one for news
    event.add("dtstart", tournament.starts_at)
    event.add("dtend", tournament.ends_at or tournament.starts_at + LASTS)
    event.add("summary", tournament.name)
    event.add("description", tournament.text or wording.in_a_line(tournament))
    event.add("url", request.build_absolute_uri(tournament.get_absolute_url()))
    if tournament.place:
        event.add("location", tournament.place)
    whole = Calendar()
    whole.add("prodid", "-//Lastcard//Tournaments//EN")
    whole.add("version", "2.0")
    whole.add_component(event)
    return _file(whole.to_ical(), "text/calendar; charset=utf-8", f"{tournament.slug}.ics")


def _file(content: bytes | str, kind: str, name: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


# -- results for others -------------------------------------------------------------------------------------------


def _board(request: HttpRequest, tournament: Tournament) -> boards.Board:
    asked = request.GET.get("round", "")
    as_of = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else None
    return boards.board(tournament, as_of, boards.frozen_for(tournament, request.user))


@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings, as of `?round=`; names that a spreadsheet would take for a formula are quoted."""
    tournament = find(slug)
    board = _board(request, tournament)
    labels = list(dict.fromkeys(label for line in board.lines for label, _value in line.values if label != board.main))
    response = _file("\ufeff", "text/csv; charset=utf-8", f"{slug}-standings.csv")
    writer = csv.writer(response)
    writer.writerow([_("Place"), _("Name"), _("Club"), board.main, *labels, *map(str, range(1, board.round + 1))])
    for line in board.lines:
        values, rounds = dict(line.values), dict(line.rounds)
        told = [values.get(label, "") for label in labels]
        each = [rounds.get(number, "") for number in range(1, board.round + 1)]
        writer.writerow([line.place or line.state, *map(_safe, [line.name, line.club]), line.main, *told, *each])
    return response


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text


@require_safe
def event_json(request: HttpRequest, slug: str) -> JsonResponse:
    """Everything that may be known of the event: settings, entries, rounds with results, standings."""
    tournament = find(slug)
    frozen = boards.frozen_for(tournament, request.user)
    board = _board(request, tournament)
    fields = ("slug", "name", "state", "game", "options", "format", "settings", "match_format", "match_params", "seed")
    return JsonResponse(
        {field: getattr(tournament, field) for field in fields}
        | {name: getattr(tournament, name) for name in ("starts_at", "ends_at", "ended_at")}
        | {"frozen_at": frozen}
        | {
            "standings": {"round": board.round, "lines": [line_json(line) for line in board.lines]},
            "rounds": [round_json(seatings.round_view(tournament, r, frozen)) for r in seatings.published(tournament)],
        }
    )


def line_json(line: boards.Line) -> dict[str, Any]:
    return {
        "entry": line.entry, "place": line.place, "name": line.name, "club": line.club, "state": line.state,
        "main": line.main, "values": dict(line.values),
    }  # fmt: skip


@require_safe
def season_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The table of a season; points that do not count stand in brackets."""
    season = get_object_or_404(Season, slug=slug)
    response = _file("\ufeff", "text/csv; charset=utf-8", f"{slug}-season.csv")
    writer = csv.writer(response)
    events = season_table.events_of(season)
    writer.writerow([_("Place"), _("Name"), _("Total"), *(_safe(event.name) for event in events)])
    for row in season_table.table(season):
        each = ["" if one is None else one[0] if one[1] else f"({one[0]})" for one in row.points]
        writer.writerow([row.place, _safe(row.name), row.total, *each])
    return response


@require_safe
def season_as_json(request: HttpRequest, slug: str) -> JsonResponse:
    return JsonResponse(season_json(get_object_or_404(Season, slug=slug)))


def season_json(season: Season) -> dict[str, Any]:
    return {name: getattr(season, name) for name in ("slug", "name", "best")} | {
        "events": [event.slug for event in season_table.events_of(season)],
        "items": [asdict(row) for row in season_table.table(season)],
    }


def round_json(view: seatings.RoundView) -> dict[str, Any]:
    tables = [
        {
            "table": table.number,
            "kind": table.kind,
            "play_off_of": table.play_off_of or None,
            "seats": [
                {
                    "entry": p.entry.pk,
                    "name": p.entry.shown_name,
                    "place": p.place,
                    "points": p.points,
                    "absent": p.absent,
                }
                for p in table.places
            ],
        }
        for table in view.tables
    ]
    return {"round": view.row.number, "tables": tables, "byes": [entry.pk for entry in view.byes]}


# -- paper and projector ------------------------------------------------------------------------------------------


@require_safe
def slips(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Score slips of a round, to print: a table each, with the way to its score pad."""
    event = find(slug)
    values = context(request, event, "rounds")
    row = next((row for row in values["rounds"] if row.number == number), None)
    if row is None:
        raise Http404
    view = seatings.round_view(event, row, frozen=row.number - 1)
    blank = range(1, 1 + (event.match_params.get("count", 8) if event.match_format == "deals" else 8))
    return show(request, "slips", values | {"row": row, "view": view, "blank": blank})


@require_safe
def projector(request: HttpRequest, slug: str) -> HttpResponse:
    """Big, dark, and turned by itself: seating, clock, standings.  Shows what the public may see."""
    event = find(slug)
    rounds, frozen = seatings.published(event), event.frozen_at
    table = last_table(event, rounds[-1], frozen) if rounds else None
    fresh = f"{event.version}.{table.version}" if table and table.kind == Table.Kind.TYPED else str(event.version)
    if request.htmx and request.GET.get("have") == fresh:
        return HttpResponse(status=204)
    view = seatings.round_view(event, rounds[-1], frozen) if rounds else None
    values = {
        "tournament": event, "view": view, "now": timezone.now(), "pages": list(_pages(event, view, frozen)),
        "final": final(event, rounds[-1], table) if table else None, "fresh": fresh,
    }  # fmt: skip
    return show(request, "_projector" if request.htmx else "projector", values)


def _pages(event: Tournament, view: seatings.RoundView | None, frozen: int | None) -> Any:
    """What the projector turns: (kind, heading, lines)."""
    if view is None:
        names = [entry.shown_name for entry in event.entries.filter(state__in=["registered", "checked_in"])]
        yield from (("names", _("Players"), part) for part in _parts(sorted(names, key=str.casefold), SCREEN * 2))
        return
    if event.state == Tournament.State.RUNNING and view.missing:
        heading = _("Round %d") % view.row.number
        yield from (("tables", heading, part) for part in _parts(list(view.tables), 12))
        yield from (("seats", heading, part) for part in _parts(view.by_name, SCREEN * 2))
    board = boards.board(event, None, frozen)
    heading = _("Standings after round %d") % board.round
    yield from (("standings", heading, part) for part in _parts(list(board.lines), SCREEN))


def _parts(rows: list[Any], size: int) -> list[list[Any]]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]
