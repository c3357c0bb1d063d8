"""Chukchi Durak (Дурак чукотский): durak with six cards each and nothing to draw.

The rules are those of `durak_family` (DK, DK-T) and:

- CD1  Six cards each; the next card is shown for trumps and put back, the rest takes no part.  With 36 cards and six
  players nothing is left: the dealer's last card is shown and stays in that hand.
- CD2  Option `style`: throw in; simple, where a bout is one card; transfer (DK-T).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .durak_family import Durak
from .durak_setup import SHARED_OPTIONS
from .game import Option, gettext_noop

STYLE = Option(
    "style",
    "throw_in",
    gettext_noop("Style"),
    gettext_noop("Simple: a bout is one card. Transfer: the defender may pass the attack on with a card of its rank."),
    choices=("throw_in", "simple", "transfer"),
    labels=(gettext_noop("throwing in"), gettext_noop("simple"), gettext_noop("throwing in and transfer")),
)


@dataclass(frozen=True)
class ChukchiDurak(Durak):
    """One moment of a deal of Chukchi Durak; `stock` is what takes no part, the shown card on top."""

    slug = "chukchi-durak"
    name = gettext_noop("Chukchi Durak")
    options = (STYLE, *SHARED_OPTIONS)
    hand_size = 6

    def public(self) -> dict[str, Any]:
        return {**super().public(), "aside": len(self.stock)}
