"""A table's settings in a few words of the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .models import Table
from .rules.game import Option
from .scoring import rules_of


def match_in_words(game: str, format: str, params: Mapping[str, Any]) -> str:
    """How the match ends: "until one is left, out at 100 points"."""
    if format == "elimination":
        return _("until one is left, out at %(limit)d points") % params
    if format == "deals":
        return ngettext("%(count)d deal", "%(count)d deals", params["count"]) % params
    if rules_of(game).counts == "wins":
        return ngettext("to %(count)d win", "to %(count)d wins", params["count"]) % params
    return ngettext("to %(count)d lost deal", "to %(count)d lost deals", params["count"]) % params


def clock_in_words(seconds: int | None) -> str:
    """The time for a turn; whole minutes are told as minutes."""
    if seconds is None:
        return _("no clock")
    if seconds % 60:
        return ngettext("%d second a turn", "%d seconds a turn", seconds) % seconds
    return ngettext("%d minute a turn", "%d minutes a turn", seconds // 60) % (seconds // 60)


def options_in_words(table: Table) -> list[tuple[str, str]]:
    """What differs from the game's defaults: label and value of each option."""
    declared = {option.name: option for option in rules_of(table.game).options}
    return [(_(declared[name].label), value_in_words(declared[name], value)) for name, value in table.options.items()]


def value_in_words(option: Option, value: Any) -> str:
    """One value of an option as its form shows it."""
    if option.labels:
        return _(option.labels[option.choices.index(value)])
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return _("no limit") if value is None else str(value)
