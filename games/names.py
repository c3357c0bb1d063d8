"""Cards in words and signs, in the reader's language."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RANKS = {
    "2": gettext_noop("two"),
    "3": gettext_noop("three"),
    "4": gettext_noop("four"),
    "5": gettext_noop("five"),
    "6": gettext_noop("six"),
    "7": gettext_noop("seven"),
    "8": gettext_noop("eight"),
    "9": gettext_noop("nine"),
    "T": gettext_noop("ten"),
    "J": gettext_noop("jack"),
    "Q": gettext_noop("queen"),
    "K": gettext_noop("king"),
    "A": gettext_noop("ace"),
}
CARD = re.compile(r"[2-9TJQKA][cdhs]|X[br]")


def suit_of(card: str, /) -> str:
    """ "hearts" as in "seven of hearts"."""
    return {
        "c": pgettext("of a suit", "clubs"),
        "d": pgettext("of a suit", "diamonds"),
        "h": pgettext("of a suit", "hearts"),
        "s": pgettext("of a suit", "spades"),
    }[card[1]]


def spoken(card: str) -> str:
    """ "seven of hearts", "red joker"."""
    if card[0] == "X":
        return _("black joker") if card == "Xb" else _("red joker")
    return _("%(rank)s of %(suit)s") % {"rank": _(RANKS[card[0]]), "suit": suit_of(card)}


def short(card: str) -> str:
    """ "10♥", "Joker"."""
    if card[0] == "X":
        return _("Joker")
    return ("10" if card[0] == "T" else card[0]) + SIGNS[card[1]]


def refusal(message: str, params: dict[str, Any]) -> str:
    """Why a move is not legal (`IllegalMove.message` and `params`), with cards and suits as signs."""
    return _(message).format(**{name: _shown(value) for name, value in params.items()})


def _shown(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if CARD.fullmatch(value):
        return short(value)
    return SIGNS.get(value, value)
