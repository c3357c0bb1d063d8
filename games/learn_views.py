"""Learning to play: the rules of each game, one screen of them for the table, and practice deals."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import select_template
from django.utils.html import strip_tags
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from . import catalogue, learn
from .names import refusal
from .rules import GAMES
from .rules.game import Game, IllegalMove, Option
from .rules.match import FORMATS, default_format
from .wording import value_in_words

LARGEST_BODY = 16_384  # bytes
LONGEST_MOVE = 40
SECTION = re.compile(r'<section id="([\w-]+)">\s*<h2>(.*?)</h2>')


class OptionRow(NamedTuple):
    """An option as the page of rules shows it."""

    label: str
    help: str
    values: str
    usual: str
    offered: str  # what the form of a new table suggests, where that differs


class FormatRow(NamedTuple):
    name: str
    help: str
    number: str
    usual: bool


class Part(NamedTuple):
    """A section of the page, for its table of contents."""

    anchor: str
    title: str


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """All games, to learn one."""
    return render(request, "games/learn/index.html", {"entries": list(catalogue.entries())})


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Everything about a game, for somebody who has never played it."""
    context = {"entry": _entry(game), "options": option_rows(GAMES[game]), "formats": format_rows(GAMES[game])}
    text = select_template(texts(game, "rules")).render(context, request)
    short = select_template(texts(game, "short")).render({}, request)
    return render(request, "games/learn/rules.html", {**context, "text": text, "short": short, "parts": parts(text)})


@require_safe
def rules_short(request: HttpRequest, game: str) -> HttpResponse:
    """One screen of rules: a part of a page, for the table's help."""
    entry = _entry(game)
    short = select_template(texts(game, "short")).render({}, request)
    return render(request, "games/learn/short.html", {"entry": entry, "short": short})


def _entry(game: str) -> catalogue.Entry:
    if game not in GAMES:
        raise Http404
    return catalogue.entry(game)


def texts(game: str, part: str) -> list[str]:
    """The templates of a text, the reader's language first.  Prose is written in each language, not translated."""
    return [f"games/learn/{game}/{part}.{language}.html" for language in (get_language(), "en")]


def parts(text: str) -> list[Part]:
    return [Part(anchor, strip_tags(title)) for anchor, title in SECTION.findall(text)]


def option_rows(game: type[Game]) -> list[OptionRow]:
    """Every option with what it changes."""
    return [
        OptionRow(
            _(option.label),
            _(option.help) if option.help else "",
            _values(option),
            value_in_words(option, option.default),
            "" if option.preselect is None else value_in_words(option, option.preselect),
        )
        for option in game.options
    ]


def _values(option: Option) -> str:
    if option.choices:
        return " · ".join(value_in_words(option, value) for value in option.choices)
    bounds = f"{option.low}–{option.high}"
    return f"{bounds} · {value_in_words(option, None)}" if option.nullable else bounds


def format_rows(game: type[Game]) -> list[FormatRow]:
    """The ways to make a match of deals; the usual one first."""
    usual = default_format(game)
    rows = []
    for slug, format in sorted(FORMATS.items(), key=lambda item: item[0] != usual):
        number = format.option(game)
        rows.append(
            FormatRow(_(format.name), _(format.help), f"{capfirst(_(number.label))}: {number.default}", slug == usual)
        )
    return rows


# -- the practice deal -----------------------------------------------------------------------------


@require_safe
def practice(request: HttpRequest, game: str) -> HttpResponse:
    """A deal against bots with a coach; `?deal=2` another one.  Signed in or not; nothing is stored."""
    entry = _entry(game)
    lessons = learn.LESSONS[game]
    wanted = request.GET.get("deal", "1")
    number = int(wanted) if wanted in map(str, range(1, len(lessons) + 1)) else 1
    context = {"entry": entry, "game": entry, "deal": number, "next_deal": number % len(lessons) + 1}
    return render(request, "games/learn/practice.html", context)


@require_POST
def practice_play(request: HttpRequest, game: str) -> JsonResponse:
    """The deal after all of the learner's moves, and after one more.

    Takes `{"deal": 1, "moves": ["play 7h", ...], "move": null | "play 8h"}`; answers like the table's socket, with
    `steps` to show where it is ok (`learn.steps`).
    """
    lessons = learn.LESSONS[_entry(game).slug]
    wanted = _wanted(request.body, len(lessons))
    if wanted is None:
        return _refused("bad_message", _("That was not understood."), status=400)
    deal, moves, move = wanted
    lesson, name = lessons[deal - 1], _learner(request)
    try:
        steps = learn.steps(lesson, moves, name, anew=True)
    except IllegalMove:
        return _refused("stale", _("This deal has changed since you began it. It begins anew."))
    try:
        steps = steps if move is None else learn.steps(lesson, [*moves, move], name, anew=False)
    except IllegalMove as reason:
        return _refused("illegal", refusal(reason.message, reason.params))
    return JsonResponse({"ok": True, "steps": steps})


def _learner(request: HttpRequest) -> str:
    return request.user.shown_name if request.user.is_authenticated else _("You")


def _refused(code: str, message: str, status: int = 200) -> JsonResponse:
    return JsonResponse({"ok": False, "code": code, "message": message}, status=status)


def _wanted(body: bytes, lessons: int) -> tuple[int, list[str], str | None] | None:
    """Deal, moves so far and the new one; None for anything else."""
    try:
        data: Any = json.loads(body) if len(body) <= LARGEST_BODY else None
    except ValueError:
        return None
    if not isinstance(data, dict):
        return None
    deal, moves, move = (data.get(name) for name in ("deal", "moves", "move"))
    if type(deal) is not int or not 1 <= deal <= lessons:
        return None
    if not isinstance(moves, list) or len(moves) > learn.MOST_MOVES:
        return None
    if any(not isinstance(text, str) or len(text) > LONGEST_MOVE for text in [*moves, "" if move is None else move]):
        return None
    return deal, moves, move
