"""Lots that anyone can check: the smallest SHA-256 of `SEED/lot/NUMBER` comes first (N4).  No `random`."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256


def lot_key(seed: str, number: int) -> bytes:
    """What a lot is decided by; the recipe of `games.rules.cards.lot`, with entry ids in place of seats."""
    return sha256(f"{seed}/lot/{number}".encode()).digest()


def draw_order(numbers: Iterable[int], seed: str) -> list[int]:
    """`numbers` in the order in which they are drawn."""
    return sorted(numbers, key=lambda number: lot_key(seed, number))


class Dice:
    """A stream of numbers fixed by a seed text, for searches that shake a seating (xorshift, 64 bits)."""

    def __init__(self, seed: str) -> None:
        self._state = int.from_bytes(sha256(seed.encode()).digest()[:8], "big") | 1

    def below(self, bound: int) -> int:
        """A number in `0..bound-1`."""
        x = self._state
        x ^= (x << 13) & 0xFFFFFFFFFFFFFFFF
        x ^= x >> 7
        x ^= (x << 17) & 0xFFFFFFFFFFFFFFFF
        self._state = x
        return x % bound
