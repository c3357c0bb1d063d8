"""Rules of thumb for both durak games.

Attack with the lowest plain card, best with one held twice; beat with the lowest card that does it; keep trumps while
there is a stock; throw in low cards, and anything plain once the defender takes.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.rules.cards import RANKS

PLACE = {rank: place for place, rank in enumerate(RANKS)}
TRUMP = len(RANKS)
TAKE = -(TRUMP + 6.0)  # dear trumps are kept while there is a stock
TAKE_LATE = -100.0  # then beaten cards leave the game, and taken ones go round for ever


def weigh(view: dict[str, Any]) -> dict[str, float]:
    """A weight for each legal move (`search.Weigh`)."""
    trump = view["trump"]
    ranks = Counter(card[0] for card in view["hand"])
    return {move: _worth(move.split(), trump, ranks, view) for move in view["legal"]}


def strength(card: str, trump: str) -> int:
    """From 0 to 12 for a plain card, more for a trump."""
    return PLACE[card[0]] + (TRUMP if card[1] == trump else 0)


def _to_come(view: dict[str, Any]) -> bool:
    """Whether cards will be drawn; in Chukchi Durak the rest takes no part."""
    return view["game"] != "chukchi-durak" and bool(view["stock"])


def _worth(words: list[str], trump: str, ranks: Counter[str], view: dict[str, Any]) -> float:
    verb = words[0]
    if verb == "attack":
        return 2.0 * (ranks[words[1][0]] - 1) - strength(words[1], trump)
    if verb == "beat":
        return -strength(words[2], trump)
    if verb == "transfer":
        return 3.0 - strength(words[1], trump)
    if verb == "throw":
        return 8.0 - strength(words[1], trump)
    if verb == "take":
        return TAKE if _to_come(view) else TAKE_LATE
    return 0.0
