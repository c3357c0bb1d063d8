"""Rules of thumb for Follow the Leader.

Lay the card after which the rest of the hand can follow best, whether the others go on or skip; keep jokers.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.rules.cards import RANKS

NEXT = {rank: RANKS[(place + 1) % len(RANKS)] for place, rank in enumerate(RANKS)}
JOKER_KEPT = 3.0


def weigh(view: dict[str, Any]) -> dict[str, float]:
    """A weight for each legal move (`search.Weigh`)."""
    held = Counter(card[0] for card in view["hand"])
    return {move: _worth(move, held) for move in view["legal"]}


def _worth(move: str, held: Counter[str]) -> float:
    if move == "draw":
        return -JOKER_KEPT - 1
    rank = move[5]
    if rank == "X":
        return -JOKER_KEPT
    after, later = NEXT[rank], NEXT[NEXT[rank]]
    same = held[rank] - 1
    return (same > 0) + 1.0 * (held[after] > 0) + 0.7 * (held[later] > 0) + 0.1 * same
