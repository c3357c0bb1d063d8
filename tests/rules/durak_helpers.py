"""Moments of Chukchi Durak for the tests of both durak games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.rules.chukchi_durak import ChukchiDurak
from games.rules.durak_cards import BIT, mask_of
from games.rules.durak_family import Durak
from games.rules.game import IllegalMove, gate

from .helpers import stacked

THREE = ["7c 8c 9c Tc Jc 7d", "Qc Kc Ac 8d 7h 7s", "8h 9h Th Jh Qh 9d"]
"""Spades are trumps with `stock="6s"`; seat 1 holds the only one."""


def three(fool: int | None = 1, **options: Any) -> ChukchiDurak:
    """Seat 0 attacks seat 1, the fool of the deal before."""
    return stacked(ChukchiDurak, THREE, "6s", fool=fool, **options)


def late(hands: list[str], **options: Any) -> ChukchiDurak:
    """A late moment, spades trumps: seat 0 attacks; who has no cards is out, all other cards are beaten away."""
    seats = len(hands)
    state = ChukchiDurak.deal(seats, seats - 1, seed="late", options=options, fool=1)
    masks = tuple(mask_of(hand.split()) for hand in hands)
    state = replace(
        state,
        setup=replace(state.setup, trump="s", trump_card="6s"),
        hands=masks,
        stock=("6s",),
        seen=BIT["6s"],
        beaten=35 - sum(hand.bit_count() for hand in masks),
        out=tuple(seat for seat in range(seats) if not masks[seat]),
        attacker=0,
    )
    defender = state._still_in(1)
    return replace(state, defender=defender, limit=state._limit(defender))


def refused(state: Durak, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        gate(state, text)
    return str(caught.value)


def result(state: Durak) -> dict[str, Any]:
    outcome = state.outcome()
    assert outcome is not None
    return outcome.as_json()
