"""Pages of matches that are over: lists, the score sheet, the replay, and each deal's record."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from . import catalogue, matches, replay, wording
from .models import Deal, Table
from .rules import GAMES

LARGEST = 2**31


@require_safe
@login_required
def my_matches(request: HttpRequest) -> HttpResponse:
    lines, before = matches.of_user(request.user, _number(request, "before"))
    return render(request, "games/matches.html", {"lines": lines, "before": before, "mine": True})


@require_safe
def public_matches(request: HttpRequest) -> HttpResponse:
    lines, before = matches.public(_number(request, "before"))
    return render(request, "games/matches.html", {"lines": lines, "before": before, "mine": False})


@require_safe
def match(request: HttpRequest, slug: str) -> HttpResponse:
    """The score sheet and the deals; a match that goes on is at its table."""
    table = get_object_or_404(Table, slug=slug, game__in=GAMES)
    if table.state in (Table.State.OPEN, Table.State.PLAYING):
        return redirect(table)
    seats, deals = list(table.seats.select_related("user")), list(table.deals.all())
    result = table.results.filter(state="confirmed").first()
    context = {
        "table": table,
        "game": catalogue.entry(table.game),
        "match": wording.match_in_words(table.game, table.format, table.params),
        "clock": wording.clock_in_words(table.turn_seconds),
        "options": wording.options_in_words(table),
        "seats": seats,
        "names": matches.names(seats),
        "sheet": matches.sheet(table, seats, deals),
        "unfinished": [deal for deal in deals if deal.outcome is None and deal.seed],
        "line": matches.Line(table, seats, list(result.rows.all())) if result else None,
    }
    return render(request, "games/match.html", context)


@require_safe
def replay_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A deal move by move, all hands open; once the match is over."""
    table, deal = _deal(slug, number, whole_match=True)
    numbers = list(table.deals.exclude(seed="").values_list("number", flat=True))
    seats = list(table.seats.select_related("user"))
    context = {
        "table": table,
        "deal": deal,
        "numbers": numbers,
        "game": catalogue.entry(table.game),
        "seats": [seats[seat] for seat in deal.seats],
        "moves": deal.moves.count(),
    }
    return render(request, "games/replay.html", context)


@require_safe
def steps(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """States of the deal from `?from=` on, as the replay draws them."""
    table, deal = _deal(slug, number, whole_match=True)
    return JsonResponse({"steps": list(matches.open_steps(table, deal, _number(request, "from") or 0))})


@require_safe
def record(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The deal's record, for `replay_deal` and for other people's programs."""
    table, deal = _deal(slug, number)
    answer = JsonResponse(_record(table, deal), json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{table.slug}-{number}.json"'
    return answer


@require_safe
def records(request: HttpRequest, slug: str) -> HttpResponse:
    """All records of a match, one a line."""
    table = get_object_or_404(Table, slug=slug, game__in=GAMES)
    deals = table.deals.exclude(seed="").exclude(ended_at=None)
    lines = [json.dumps(_record(table, deal), ensure_ascii=False) for deal in deals]
    answer = HttpResponse("".join(f"{line}\n" for line in lines), content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{table.slug}.jsonl"'
    return answer


def _record(table: Table, deal: Deal) -> dict[str, Any]:
    return replay.deal_record(table, deal, matches.names(table.seats.all()))


def _deal(slug: str, number: int, *, whole_match: bool = False) -> tuple[Table, Deal]:
    """A deal that is over (in a match that is over); 404 otherwise, as if it were not there."""
    table = get_object_or_404(Table, slug=slug, game__in=GAMES)
    if whole_match and table.state in (Table.State.OPEN, Table.State.PLAYING):
        raise Http404
    if number > LARGEST:
        raise Http404
    deal = table.deals.filter(number=number, ended_at__isnull=False).exclude(seed="").first()
    if deal is None:
        raise Http404
    return table, deal


def _number(request: HttpRequest, name: str) -> int | None:
    """A whole number of the query, or None for anything else."""
    value = request.GET.get(name, "")
    return min(int(value), LARGEST) if value.isascii() and value.isdigit() and len(value) < 12 else None
