"""Cards, decks and the verifiable shuffle (N1, N3, N4).  Standard library only.

A card is its notation: rank then suit, `Td`, `Ac`; jokers are `Xb` and `Xr` (N1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKERS = ("Xb", "Xr")


def standing_order(ranks: str = RANKS, *, jokers: bool = False, decks: int = 1) -> tuple[str, ...]:
    """The cards before any shuffle, deck after deck: suits c d h s, ranks upwards, then jokers (N4)."""
    deck = tuple(rank + suit for suit in SUITS for rank in ranks) + (JOKERS if jokers else ())
    return deck * decks


def shuffle(cards: Sequence[str], seed: str, recycling: int = 0) -> tuple[str, ...]:
    """`cards` sorted by the hexadecimal SHA-256 of `SEED/K/I/CARD` (N4).

    `recycling` is K: 0 for the deck, 1, 2, ... for each later recycling of the discard.
    """
    prefix = f"{seed}/{recycling}/"
    keyed = [(sha256(f"{prefix}{i}/{card}".encode()).digest(), card) for i, card in enumerate(cards)]
    keyed.sort(key=lambda pair: pair[0])
    return tuple(card for _, card in keyed)


def lot(seats: Iterable[int], seed: str) -> int:
    """The seat with the smallest SHA-256 of `SEED/lot/SEAT` (N4)."""
    return min(seats, key=lambda seat: sha256(f"{seed}/lot/{seat}".encode()).digest())


_HAND_ORDER = {card: place for place, card in enumerate(standing_order(jokers=True))}


def hand_order(card: str) -> int:
    """Sort key of a shown hand: suit c d h s, then rank 2..A, jokers last, `Xb` first (N7 `hands`)."""
    return _HAND_ORDER[card]
