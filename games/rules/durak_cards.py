"""Hands of the durak games as bit masks, and what beats what (DK5).  Standard library only.

Bit i is `CARDS[i]`, so rising bits are moves in the order of strings (N7).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_

from .cards import RANKS, SUITS, standing_order

CARDS = tuple(sorted(standing_order()))
BIT = {card: 1 << place for place, card in enumerate(CARDS)}
CARD = {bit: card for card, bit in BIT.items()}
STRENGTH = {rank: place for place, rank in enumerate(RANKS)}


def mask_of(cards: Iterable[str]) -> int:
    return reduce(or_, (BIT[card] for card in cards), 0)


def pick(texts: Mapping[int, str], mask: int) -> list[str]:
    """The texts of the bits in `mask`, lowest first; with `CARD` the cards themselves."""
    found = []
    while mask:
        low = mask & -mask
        found.append(texts[low])
        mask ^= low
    return found


def lowest_rank(mask: int) -> int:
    """The place in `RANKS` of the lowest card, past its end for no card."""
    return min((STRENGTH[card[0]] for card in pick(CARD, mask)), default=len(RANKS))


def _beats(card: str, attack: str, trump: str) -> bool:
    """Whether `card` beats `attack` (DK5)."""
    if card[1] == attack[1]:
        return STRENGTH[card[0]] > STRENGTH[attack[0]]
    return card[1] == trump


SUIT = {suit: mask_of(card for card in CARDS if card[1] == suit) for suit in SUITS}
SAME_RANK = {card: mask_of(other for other in CARDS if other[0] == card[0]) for card in CARDS}
BEATERS = {
    trump: {attack: mask_of(card for card in CARDS if _beats(card, attack, trump)) for attack in CARDS}
    for trump in SUITS
}
ATTACKS, THROWS, TRANSFERS = (
    {bit: f"{verb} {card}" for bit, card in CARD.items()} for verb in ("attack", "throw", "transfer")
)
BEATS = {attack: {bit: f"beat {attack} {card}" for bit, card in CARD.items()} for attack in CARDS}
