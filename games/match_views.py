"""Pages of matches that are over: lists, the score sheet, the replay and the check of each deal, and its record."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from . import match_list, matches, replay, wording
from .models import Table
from .rules import GAMES
from .scoring import rules_of

IN_MEMORY = 5_000_000  # bytes
RUNNING = (Table.State.OPEN, Table.State.PLAYING)


# -- lists -----------------------------------------------------------------------------------------------


@require_safe
@login_required
def my_matches(request: HttpRequest) -> HttpResponse:
    """The viewer's matches; narrowed to one opponent: head to head too."""
    narrowed = match_list.Filter(request.GET, request.user)
    context = _listed(narrowed) | {"mine": True}
    context["recorded"] |= bool(context["older"])  # the file is of the whole list
    if opponent := narrowed.opponent():
        context["opponent"] = match_list.name_of(opponent, context["lines"])
        context["scores"] = match_list.head_to_head(request.user, opponent)
    return render(request, "games/matches.html", context)


@require_safe
def public_matches(request: HttpRequest) -> HttpResponse:
    return render(request, "games/matches.html", _listed(match_list.Filter(request.GET)) | {"mine": False})


def _listed(narrowed: match_list.Filter) -> dict[str, Any]:
    """A page of a list; `whose`: the name of the account that it is narrowed to; `recorded`: deals have records."""
    lines, older = match_list.page(narrowed)
    account = narrowed.value("account")
    named = match_list.name_of(account, lines) if account else ""
    recorded = any(line.table.kind == Table.Kind.LIVE for line in lines)
    return {"form": narrowed, "lines": lines, "older": older, "whose": named, "recorded": recorded}


@require_safe
@login_required
def my_deals(request: HttpRequest) -> FileResponse:
    """The records of all matches of the list."""
    return _records(match_list.Filter(request.GET, request.user).tables().prefetch_related("seats").iterator(100))


@require_safe
def public_deals(request: HttpRequest) -> FileResponse:
    """The records of the matches of one page of the list: what anybody may ask for has an end."""
    lines, _older = match_list.page(match_list.Filter(request.GET))
    return _records(line.table for line in lines)


def _records(tables: Iterable[Table]) -> FileResponse:
    """One a line; a long file is put on the disk while it is made."""
    file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  # the answer closes it
    file.writelines(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in matches.records_of(tables))
    file.seek(0)
    return FileResponse(
        file, as_attachment=True, filename="deals.jsonl", content_type="application/jsonl; charset=utf-8"
    )


# -- one match -------------------------------------------------------------------------------------------


@require_safe
def match(request: HttpRequest, slug: str) -> HttpResponse:
    """Places, the score sheet and the deals; a match that goes on is at its table."""
    table = get_object_or_404(Table, slug=slug, game__in=match_list.KNOWN)
    if table.state in RUNNING:
        return redirect(table)
    context = {
        "table": table,
        "game": _(rules_of(table.game).name),
        "match": wording.match_in_words(table.game, table.format, table.params),
        "clock": wording.clock_in_words(table.turn_seconds),
        "options": wording.options_in_words(table),
        "report": matches.report(table),
    }
    return render(request, "games/match.html", context)


@require_safe
def records(request: HttpRequest, slug: str) -> HttpResponse:
    """All records of a match, one a line."""
    table = get_object_or_404(Table, slug=slug, game__in=GAMES)
    lines = [json.dumps(record, ensure_ascii=False) for _number, record in matches.records(table)]
    answer = HttpResponse("".join(f"{line}\n" for line in lines), content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{table.slug}.jsonl"'
    return answer


# -- one deal --------------------------------------------------------------------------------------------


@require_safe
def replay_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A deal move by move, all hands open; once the match is over."""
    table, deal = matches.find_deal(slug, number, whole_match=True)
    numbers = list(table.deals.exclude(seed="").values_list("number", flat=True))
    context = {
        "table": table,
        "game": _(GAMES[table.game].name),
        "deal": deal,
        "before": number - 1 if number - 1 in numbers else None,
        "after": number + 1 if number + 1 in numbers else None,
        "deals": len(numbers),
        "moves": deal.moves.count(),
    }
    return render(request, "games/replay.html", context)


@require_safe
def steps(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The states of a deal from `?from=` on, as the replay draws them; with the first ones the frame they stand in."""
    table, deal = matches.find_deal(slug, number, whole_match=True)
    start = _start(request)
    answer: dict[str, Any] = {"steps": list(matches.open_steps(table, deal, start))}
    return JsonResponse(answer if start else answer | {"frame": matches.frame(table, deal)})


def _start(request: HttpRequest) -> int:
    """A whole number of the query, 0 for anything else."""
    value = request.GET.get("from", "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 9 else 0


@require_safe
def record(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The deal's record, for `replay_deal`, `check_deal` and other people's programs."""
    table, deal = matches.find_deal(slug, number)
    told = replay.deal_record(table, deal, matches.names(table.seats.all()))
    answer = JsonResponse(told, json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{table.slug}-{number}.json"'
    return answer


@require_safe
def check(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Where the cards of a deal that is over came from, worked out anew in the browser."""
    table, deal = matches.find_deal(slug, number)
    context = {
        "table": table,
        "game": _(GAMES[table.game].name),
        "deal": deal,
        "hands": "|".join(matches.dealt_hands(table, deal)),
        "running": table.state in RUNNING,
    }
    return render(request, "games/check.html", context)
