"""Durak with arithmetic progression (Дурак с арифметической прогрессией): each bout fills the hands one card higher.

The rules are those of `durak_family` (DK) and:

- AD1  One card each; the next card is shown for trumps and put under the stock, to be drawn last.
- AD2  After the first bout all fill up to two cards, after the second to three, and so on while the stock lasts.
- AD3  No throwing in during the first bout: the defender has one card, so DK7 says so.
- AD4  Two players, 36 cards, one always taking: the number to fill up to reaches 18.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from .durak_cards import mask_of
from .durak_family import Durak, Phase
from .durak_setup import SHARED_OPTIONS
from .game import Event, gettext_noop


@dataclass(frozen=True)
class ArithmeticDurak(Durak):
    """One moment of a deal of Durak with arithmetic progression; the trump card is the last of `stock`."""

    slug = "arithmetic-durak"
    name = gettext_noop("Durak with arithmetic progression")
    options = SHARED_OPTIONS
    hand_size = 1

    @staticmethod
    def _stock(rest: Sequence[str]) -> tuple[str, ...]:
        return (*rest[1:], rest[0])

    @property
    def fill_to(self) -> int:
        """The number of cards to fill up to after this bout (AD2)."""
        return self.bouts + 2

    def _fill_up(self, events: list[Event]) -> Self:
        """AD2: the bout's attacker first, then clockwise, each filling up before the next."""
        if not self.stock:
            return self
        hands, stock = list(self.hands), self.stock
        for seat in self._clockwise():
            need = max(0, self.fill_to - hands[seat].bit_count())
            drawn, stock = stock[:need], stock[need:]
            if drawn:
                hands[seat] |= mask_of(drawn)
                events.append({"type": "draw", "seat": seat, "count": len(drawn), "why": "fill"})
        return self._with(hands=tuple(hands), stock=stock)

    def public(self) -> dict[str, Any]:
        fills = bool(self.stock) and self.phase is not Phase.OVER
        return {
            **super().public(),
            "trump_card": self.setup.trump_card if self.stock else None,
            "fill_to": self.fill_to if fills else None,
        }
