"""Durak with arithmetic progression: AD1-AD4; what it shares with Chukchi Durak is tested in test_durak_family."""

from __future__ import annotations

import pytest

from games.rules.arithmetic_durak import ArithmeticDurak
from games.rules.cards import RANKS, SUITS
from games.rules.durak_cards import BIT, mask_of
from games.rules.game import BadDeal

from .helpers import played, stacked, with_events


def three() -> ArithmeticDurak:
    """Hearts are trumps, nobody holds one; seat 0 has the lowest card."""
    return stacked(ArithmeticDurak, ["6c", "9c", "8d"], "Ah Kc Kd 6d 7s Ks As 8s 9s Ts Js")


# -- AD1: the deal ------------------------------------------------------------------------------------


def test_ad1_one_card_each_and_the_trump_card_under_the_stock() -> None:
    state = three()
    view = state.view(1)
    assert (view["counts"], view["hand"]) == ([1, 1, 1], ["9c"])
    assert (view["trump"], view["trump_card"], view["stock"]) == ("h", "Ah", 33)
    assert state.stock[0] == "Kc"
    assert state.stock[-1] == "Ah"


def test_ad1_the_trump_card_is_drawn_last_and_then_no_longer_shown() -> None:
    state = three()
    holder = None
    while state.stock:
        assert state.stock[-1] == "Ah"
        assert state.view(None)["trump_card"] == "Ah"
        before = state
        state, _ = state.play(state.default_move())
        holder = next((seat for seat, hand in enumerate(state.hands) if hand & BIT["Ah"]), None)
        assert holder is None or not state.stock
    assert holder is not None
    assert before.stock
    view = state.view(None)
    assert (view["trump"], view["trump_card"], view["fill_to"]) == ("h", None, None)


def test_ad1_sampling_leaves_the_trump_card_where_all_saw_it_drawn() -> None:
    state = three()
    assert state.sample(0, lambda cards: cards[::-1]).stock[-1] == "Ah"
    while state.stock:
        state, _ = state.play(state.default_move())
    holder = next(seat for seat, hand in enumerate(state.hands) if hand & BIT["Ah"])
    for viewer in {0, 1, 2} - {holder}:
        assert state.sample(viewer, lambda cards: cards[::-1]).hands[holder] & BIT["Ah"]


def test_ad1_it_has_no_style() -> None:
    with pytest.raises(BadDeal):
        ArithmeticDurak.deal(2, 0, seed="s", options={"style": "simple"})


# -- AD2: filling up ----------------------------------------------------------------------------------


def test_ad2_after_the_first_bout_to_two_the_attacker_first_then_clockwise() -> None:
    state, events = with_events(three(), "0 attack 6c, 1 beat 6c 9c")
    assert events[-3:] == [
        {"type": "draw", "seat": 0, "count": 2, "why": "fill"},
        {"type": "draw", "seat": 1, "count": 2, "why": "fill"},
        {"type": "draw", "seat": 2, "count": 1, "why": "fill"},
    ]
    assert state.record()["hands"] == ["Kc Kd", "6d 7s", "8d Ks"]


def test_ad2_each_fills_up_before_the_next_from_whoever_attacked() -> None:
    state = played(three(), "0 attack 6c, 1 beat 6c 9c, 1 attack 6d, 2 beat 6d 8d, 1 pass")
    assert state.view(None)["fill_to"] == 3
    state, events = with_events(state, "0 pass")
    assert [(event["seat"], event["count"]) for event in events if event["type"] == "draw"] == [(1, 2), (2, 2), (0, 1)]
    assert state.record()["hands"] == ["Kc Kd Js", "7s 8s As", "9s Ts Ks"]


def test_ad2_who_holds_as_many_or_more_draws_none() -> None:
    state, events = with_events(three(), "0 attack 6c, 1 take")
    assert [(event["seat"], event["count"]) for event in events if event["type"] == "draw"] == [(0, 2), (2, 1)]
    assert state.view(None)["counts"] == [2, 2, 2]


def test_ad2_the_stock_runs_out_while_filling_up() -> None:
    state = stacked(ArithmeticDurak, ["6c", "9c", "8d", "8c", "Tc", "Jc"], "Ah")
    while len(state.stock) > 0:
        before, (state, events) = state, state.play(state.default_move())
    drawn = [event["count"] for event in events if event["type"] == "draw"]
    assert sum(drawn) == len(before.stock)
    assert state.view(None)["fill_to"] is None
    assert sum(state.view(None)["counts"]) == 36 - state.beaten


def test_dk10_an_empty_hand_that_can_draw_is_not_out() -> None:
    state = played(three(), "0 attack 6c, 1 beat 6c 9c")
    assert state.out == ()


# -- AD3, AD4 -----------------------------------------------------------------------------------------


def test_ad3_no_throwing_in_during_the_first_bout() -> None:
    state, events = with_events(stacked(ArithmeticDurak, ["7c", "9c", "7d"], "6h"), "0 attack 7c, 1 beat 7c 9c")
    assert "pass" not in {event["type"] for event in events}
    assert (state.bouts, state.beaten) == (1, 2)


def test_ad3_nor_after_a_take() -> None:
    state = stacked(ArithmeticDurak, ["7c", "8c", "7d"], "6h", throw_after_take=True)
    state = played(state, "0 attack 7c, 1 take")
    assert state.bouts == 1


def test_ad4_two_players_one_always_taking_fill_up_to_18() -> None:
    state = ArithmeticDurak.deal(2, 0, seed="one always takes")
    taker, reached = state.defender, 0
    while state.stock:
        reached = state.view(None)["fill_to"]
        assert state.attacker != taker
        state, _ = state.play("take" if state.to_act == taker else state.legal_moves()[0])
    assert reached == 18
    assert state.view(None)["counts"] == [18, 18]
    assert mask_of(rank + suit for suit in SUITS for rank in RANKS[4:]) == state.hands[0] | state.hands[1]
