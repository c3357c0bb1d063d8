"""Games and what they declare."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from ninja import Path, Router

from .. import catalogue, wording
from ..forms import suggested_options
from ..rules import GAMES
from ..rules.game import Game, Option
from ..rules.match import FORMATS, default_format
from . import schemas
from .access import READ, Needs
from .fields import Game as GameSlug

router = Router(tags=["Games"], auth=Needs(READ))


@router.get("", response=list[schemas.GameOut], summary="All games")
def list_games(request: HttpRequest) -> Any:
    return [told(slug) for slug in GAMES]


@router.get("/{slug:game}", response=schemas.GameOut, summary="A game, its options and match formats")
def show_game(request: HttpRequest, game: Path[GameSlug]) -> Any:
    return told(game)


def told(slug: str) -> dict[str, Any]:
    """A game as the API tells of it, in the reader's language."""
    game, entry = GAMES[slug], catalogue.entry(slug)
    suggested = suggested_options(game)
    return {
        "slug": slug,
        "name": entry.name,
        "summary": entry.summary,
        "seats": list(game.seats),
        "counts": game.counts,
        "options": [_option(option, suggested[option.name]) for option in game.options],
        "formats": [_format(game, format) for format in FORMATS],
        "rules": reverse("games:rules", args=[slug]),
    }


def _option(option: Option, suggested: Any) -> dict[str, Any]:
    return {
        "name": option.name,
        "label": _(option.label),
        "help": _(option.help) if option.help else "",
        "default": option.default,
        "suggested": suggested,
        "choices": [{"value": value, "label": wording.value_in_words(option, value)} for value in option.choices],
        "low": option.low,
        "high": option.high,
        "nullable": option.nullable,
    }


def _format(game: type[Game], slug: str) -> dict[str, Any]:
    declared = FORMATS[slug]
    option = declared.option(game)
    return {
        "slug": slug,
        "name": _(declared.name),
        "help": _(declared.help),
        "param": _option(option, option.default),
        "usual": slug == default_format(game),
    }
