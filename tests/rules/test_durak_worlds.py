"""What holds at every moment of every durak deal."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

import pytest

from games.rules.arithmetic_durak import ArithmeticDurak
from games.rules.chukchi_durak import ChukchiDurak
from games.rules.durak_cards import BIT, CARD, mask_of, pick
from games.rules.durak_family import Durak, Phase

from .durak_helpers import three
from .helpers import played

# -- what holds in every deal ----------------------------------------------------------------------

LIMITS = [
    {"deck_size": size, "throw_after_take": adding, "bout_limit": limit}
    for size, adding, limit in product((36, 52), (False, True), (None, 3))
]
EVERY: list[tuple[type[Durak], dict[str, Any]]] = [
    *((ArithmeticDurak, options) for options in LIMITS),
    *(
        (ChukchiDurak, {**options, "style": style})
        for options in LIMITS
        for style in ("throw_in", "simple", "transfer")
    ),
]


def moments(game: type[Durak], options: dict[str, Any], seats: int, seed: str) -> list[Durak]:
    """The moments of one deal played at random."""
    choose = random.Random(seed).choice
    state: Durak = game.deal(seats, 0, seed=seed, options=options, fool=None)
    line = [state]
    while moves := state.legal_moves():
        state, _ = state.play(choose(moves))
        line.append(state)
    return line


def cards_in(state: Durak) -> int:
    on_table = sum(2 if beater else 1 for _, beater in state.table)
    return sum(hand.bit_count() for hand in state.hands) + len(state.stock) + state.beaten + on_table


@pytest.mark.parametrize(("game", "options"), EVERY, ids=str)
def test_every_deal_keeps_its_cards_its_limits_and_its_seats(game: type[Durak], options: dict[str, Any]) -> None:
    for seats in range(2, 7):
        for before, state in pairwise(moments(game, options, seats, f"limits {seats}")):
            assert state.ply == before.ply + 1
            assert cards_in(state) == options["deck_size"]
            assert len(state.table) <= min(state.limit, options["bout_limit"] or 52)
            if state.phase is Phase.ATTACK:
                assert set(state.out) == {seat for seat in range(seats) if not state.hands[seat]}
            moves = state.legal_moves()
            assert moves == sorted(set(moves))
            assert state.to_act is None or state.default_move() in moves
            assert (state.outcome() is None) == bool(moves)


@pytest.mark.parametrize("game", [ChukchiDurak, ArithmeticDurak])
def test_every_move_that_is_not_legal_is_refused_in_a_sentence(game: type[Durak]) -> None:
    options = {"style": "transfer"} if game is ChukchiDurak else {}
    texts = {move for state in moments(game, options, 4, "words") for move in state.legal_moves()}
    for state in moments(game, options, 4, "words"):
        for text in texts - set(state.legal_moves()):
            assert str(state.refusal(text)).endswith(".")


@pytest.mark.parametrize("game", [ChukchiDurak, ArithmeticDurak])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_sampled_world_looks_the_same(game: type[Durak], seats: int) -> None:
    rng = random.Random(seats)

    def order(cards: Sequence[str]) -> Sequence[str]:
        return rng.sample(cards, len(cards))

    for state in moments(game, {}, seats, f"worlds {seats}")[::5]:
        for viewer in (None, *range(seats)):
            other = state.sample(viewer, order)
            assert other.view(viewer) == state.view(viewer)
            assert cards_in(other) == cards_in(state)
            assert sorted(all_cards(other)) == sorted(all_cards(state))


def all_cards(state: Durak) -> list[str]:
    return [*state.stock, *(card for hand in state.hands for card in pick(CARD, hand))]


def test_a_sampled_world_does_not_depend_on_what_is_hidden() -> None:
    state = played(three(), "0 attack 7c, 1 beat 7c Qc")
    other = state.sample(0, lambda cards: cards[::-1])
    assert other.hands != state.hands
    assert other.sample(0, sorted) == state.sample(0, sorted)


def test_sampling_leaves_cards_that_everybody_saw_in_their_place() -> None:
    state = played(three(), "0 attack 7c, 1 beat 7c Qc, 0 throw 7d, 1 take")
    for shift in range(1, 12):
        world = state.sample(0, lambda cards, shift=shift: [*cards[shift:], *cards[:shift]])
        assert world.hands[1] & mask_of(("7c", "Qc", "7d")) == mask_of(("7c", "Qc", "7d"))
        assert world.stock[0] == "6s"


def test_cd1_sampling_leaves_the_dealers_shown_trump_in_that_hand() -> None:
    state = ChukchiDurak.deal(6, 3, deck=ChukchiDurak.deck(ChukchiDurak.full_options({})))
    assert state.sample(0, lambda cards: cards[::-1]).hands[3] & BIT["As"]


def test_after_the_end_all_hands_are_shown() -> None:
    state = played(three(max_moves=1), "0 attack 7c")
    assert state.view(None)["hands"][0] == ["8c", "9c", "Tc", "Jc", "7d"]
    assert state.sample(None, lambda cards: cards[::-1]).view(None) == state.view(None)
