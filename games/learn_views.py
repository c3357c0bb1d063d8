"""Learning to play: the rules of each game, one screen of them for the table, and practice deals."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import select_template
from django.utils.html import strip_tags
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from . import catalogue
from .rules import GAMES
from .rules.game import Game, Option
from .rules.match import FORMATS, default_format
from .wording import value_in_words

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
