"""Moments of Last Player for its scenario tests, and short ways to say what is true of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.rules.cards import standing_order
from games.rules.game import IllegalMove, gate
from games.rules.last_player import LastPlayer
from games.rules.last_player_spots import FOLLOW_ON, LAYS, RUN_ON, SPOT_OPEN, mask

from .helpers import played


def moment(hands: list[str], top: str = "", stock: str = "", under: str = "", **options: Any) -> LastPlayer:
    """Seat 0 is to act on the card `top` (`"8h suit=s"` too; none: it opens), which lies on `under` (`"5c, Xr as=2h"`).

    The seats hold `hands`, of any size; no seed, so recycling turns the pile over.
    """
    state = LastPlayer.deal(len(hands), len(hands) - 1, seed="unused", options=options)
    pile = tuple(LAYS[f"play {card}"] for card in [*filter(None, under.split(", ")), *filter(None, [top])])
    return replace(
        state,
        seed=None,
        hands=tuple(mask(hand.split()) for hand in hands),
        stock=tuple(stock.split()),
        pile=pile,
        spot=FOLLOW_ON[pile[-1].top] if pile else SPOT_OPEN,
    )


def in_run(top: str, *hands: str, stock: str = "") -> LastPlayer:
    """Seat 0 is to answer a run that has come to the card `top`."""
    return replace(moment(list(hands), top, stock), spot=RUN_ON[top])


def legal(state: LastPlayer) -> str:
    """The legal moves, `play` left out: `"4c 9h draw"`."""
    return ", ".join(move.removeprefix("play ") for move in state.legal_moves())


def hands(state: LastPlayer) -> list[str]:
    return list(state.record()["hands"])


def refuses(state: LastPlayer, text: str) -> str:
    """What the player is told who tries `text`."""
    before = dict(vars(state))
    with pytest.raises(IllegalMove) as refused:
        gate(state, text)
    assert vars(state) == before
    return str(refused.value)


def types(events: list[dict[str, Any]]) -> list[str]:
    return [event["type"] for event in events]


SPARE = "2s Ks"  # a hand for a seat that does not matter

ANY_NATURAL = sorted(standing_order())


def run(*hands: str, stock: str = "", **options: Any) -> LastPlayer:
    """Seat 0 has just played the four of hearts; seat 1 is to answer."""
    return played(moment(["4h 9c 9d", *hands], "9h", stock, **options), "0 play 4h")
