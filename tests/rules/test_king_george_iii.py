"""King George III: KG1-KG9, N4, N7-N9."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.cards import shuffle
from games.rules.discard import cards_of, hand_of
from games.rules.game import BadDeal, IllegalMove, gate
from games.rules.king_george_iii import KingGeorgeIII

from .helpers import played, stacked, with_events


def moment(hands: list[str], stock: str = "", **options: Any) -> KingGeorgeIII:
    """Seat 0 starts a pile; the seats hold `hands`, of any size."""
    state = KingGeorgeIII.deal(len(hands), len(hands) - 1, seed="unused", options=options)
    held = tuple(hand_of(hand.split()) for hand in hands)
    return replace(state, seed=None, hands=held, stock=tuple(stock.split()))


def hands(state: KingGeorgeIII) -> list[str]:
    return state.record()["hands"]


def types(events: list[dict[str, Any]]) -> list[str]:
    return [event["type"] for event in events]


# -- KG1, KG2: the deal and the start --------------------------------------------------------------
@pytest.mark.parametrize(("seats", "size"), [(2, 13), (3, 9), (4, 7), (5, 6)])
def test_kg1_cards_and_hands(seats: int, size: int) -> None:
    state = KingGeorgeIII.deal(seats, 0, seed="x")
    assert [hand.bit_count() for hand in state.hands] == [size] * seats
    assert len(state.stock) == 52 - size * seats


@pytest.mark.parametrize("seats", [1, 6])
def test_kg1_refuses_other_numbers_of_players(seats: int) -> None:
    with pytest.raises(BadDeal):
        KingGeorgeIII.deal(seats, 0, seed="x")


def test_kg1_options_left_out_are_as_the_source_has_it() -> None:
    assert KingGeorgeIII.deal(2, 0, seed="x").rules == {"corner": False, "recycles": None, "max_moves": 2000}


@pytest.mark.parametrize("options", [{"recycles": 0}, {"recycles": 21}, {"recycles": True}, {"corner": None}])
def test_kg1_refuses_other_options(options: dict[str, Any]) -> None:
    with pytest.raises(BadDeal):
        KingGeorgeIII.deal(2, 0, seed="x", options=options)


def test_kg2_left_of_the_dealer_starts_with_exactly_one_card() -> None:
    state = stacked(
        KingGeorgeIII, ["2c 3c 4c 5c 6c 7c 8c 9c Tc", "2d 3d 4d 5d 6d 7d 8d 9d Td", "2h 3h 4h 5h 6h 7h 8h 9h Th"]
    )
    assert state.legal_moves() == [f"play {rank}c" for rank in "23456789T"]
    assert played(state, "0 play 5c").to_act == 1
    assert (state.view(0)["starting"], state.view(0)["chain"], state.view(0)["aces"]) == (True, 0, 0)
    with pytest.raises(IllegalMove, match="start a new pile"):
        gate(state, "stop")


# -- KG3: chains -----------------------------------------------------------------------------------
def test_kg3_same_rank_or_a_neighbour_must_be_played() -> None:
    after = played(moment(["5c 2c", "4d 5d 6d 7d 3d"]), "0 play 5c")
    assert after.legal_moves() == ["play 4d", "play 5d", "play 6d"]
    for text in ("draw", "stop", "pass"):
        with pytest.raises(IllegalMove, match="must play"):
            gate(after, text)
    with pytest.raises(IllegalMove, match="7d does not fit 5c"):
        gate(after, "play 7d")


def test_kg3_the_source_s_own_chain() -> None:
    state = moment(["5h 2c", "5s 4c 3d 3c Kd", "9s"])
    after = played(state, "0 play 5h, 1 play 5s, 1 play 4c, 1 play 3d, 1 play 3c, 1 stop")
    assert (hands(after)[1], after.to_act, after.chain) == ("Kd", 2, 0)


def test_kg3_each_card_fits_the_one_just_played() -> None:
    after = played(moment(["5h 2c", "5s 4c 6c 7d 3d"]), "0 play 5h, 1 play 4c")
    assert after.legal_moves() == ["play 3d", "play 5s", "stop"]
    assert after.view(1)["chain"] == 1


def test_kg3_stop_is_said_even_when_nothing_more_fits() -> None:
    after = played(moment(["5h 2c", "5s Kc"]), "0 play 5h, 1 play 5s")
    assert (after.to_act, after.legal_moves()) == (1, ["stop"])
    with pytest.raises(IllegalMove, match="go on or stop"):
        gate(after, "draw")


@pytest.mark.parametrize(
    ("corner", "legal"), [(False, ["play Ad", "play Kd"]), (True, ["play 2d", "play Ad", "play Kd"])]
)
def test_kg3_corner_of_the_ace(corner: bool, legal: list[str]) -> None:
    state = replace(moment(["Ac 9c", "2d Kd Ad Qd 3d"], corner=corner), aces=3)
    assert played(state, "0 play Ac").legal_moves() == legal


@pytest.mark.parametrize(
    ("corner", "legal"), [(False, ["play 2d", "play 3d"]), (True, ["play 2d", "play 3d", "play Ad"])]
)
def test_kg3_corner_of_the_two(corner: bool, legal: list[str]) -> None:
    assert played(moment(["2c 9c", "2d Kd Ad 4d 3d"], corner=corner), "0 play 2c").legal_moves() == legal


# -- KG4: drawing ----------------------------------------------------------------------------------
def test_kg4_draws_in_one_move_until_a_card_fits_and_must_then_play() -> None:
    state = moment(["5h 2c", "Ks", "9s"], "Qd Jd 6d 4d 3d")
    after, events = with_events(state, "0 play 5h, 1 draw")
    assert events[-1] == {"type": "draw", "seat": 1, "count": 3, "why": "stuck"}
    assert (after.to_act, after.legal_moves(), len(after.stock)) == (1, ["play 6d"], 2)
    assert played(after, "1 play 6d").legal_moves() == ["stop"]


def test_kg4_may_go_on_after_the_drawn_card() -> None:
    after = played(moment(["5h 2c", "7s", "9s"], "6d"), "0 play 5h, 1 draw, 1 play 6d")
    assert after.legal_moves() == ["play 7s", "stop"]


def test_m10_a_chain_and_a_draw_that_fits_go_on_with_the_turn() -> None:
    state = played(moment(["5s 2h", "4c 3d 9h 9c"], "Kc"), "0 play 5s")
    assert not state.mid_turn
    assert played(state, "1 play 4c").mid_turn
    assert not played(state, "1 play 4c, 1 stop").mid_turn
    drawn = played(moment(["5s 2h", "9h 9c"], "Kc 6d Qd"), "0 play 5s, 1 draw")
    assert (drawn.to_act, drawn.mid_turn) == (1, True)


def test_kg4_none_fits_the_turn_passes() -> None:
    after, events = with_events(moment(["5h 2c", "Ks", "9s"], "Qd Jd"), "0 play 5h, 1 draw")
    assert events[-2:] == [
        {"type": "draw", "seat": 1, "count": 2, "why": "stuck"},
        {"type": "pass", "seat": 1},
    ]
    assert (hands(after)[1], after.to_act, after.idle) == ("Jd Qd Ks", 2, 1)


# -- KG5: aces -------------------------------------------------------------------------------------
def test_kg5_an_ace_in_a_chain_sets_the_pile_aside_and_ends_the_turn() -> None:
    state = moment(["Qh 2c", "Ks Ac Kd", "9s 8s"])
    after, events = with_events(state, "0 play Qh, 1 play Ks, 1 play Ac")
    assert events[-1] == {"type": "set_aside", "count": 3, "aces": 1}
    assert (after.pile, after.aside, after.to_act) == ((), ("Qh", "Ks", "Ac"), 2)
    assert after.legal_moves() == ["play 8s", "play 9s"]
    assert (after.view(2)["starting"], after.view(2)["aside"], after.view(2)["discard"]) == (True, 3, None)
    assert played(after, "2 play 8s").to_act == 0


def test_kg5_an_ace_that_starts_a_pile_sets_it_aside_at_once() -> None:
    after = played(moment(["Ah 2c", "Ks Ac", "9s"]), "0 play Ah")
    assert (after.record()["aces"], after.record()["discard"], after.record()["discard_count"]) == (1, None, 0)
    assert after.legal_moves() == ["play Ac", "play Ks"]


def test_kg5_the_fourth_ace_is_an_ordinary_card() -> None:
    state = moment(["Ah 2c", "Ac Kc", "Ad Kd", "Ks As Kh"])
    after = played(state, "0 play Ah, 1 play Ac, 2 play Ad")
    assert after.aces == 3
    fourth, events = with_events(after, "3 play As")
    assert types(events) == ["play"]
    assert (fourth.pile, fourth.to_act, fourth.aces) == (("As",), 0, 3)


def test_kg5_the_fourth_ace_in_a_chain_does_not_end_the_turn() -> None:
    state = replace(moment(["Qh 2c", "Ks Ac Kd", "9s 8s"]), aces=3)
    after = played(state, "0 play Qh, 1 play Ks, 1 play Ac")
    assert (after.to_act, after.legal_moves()) == (1, ["play Kd", "stop"])
    assert len(after.pile) == 3


def test_kg5_an_ace_as_the_last_card_sets_aside_and_starts_the_last_turns() -> None:
    state = moment(["Kh 2c", "Ac", "9s 8s"])
    after, events = with_events(state, "0 play Kh, 1 play Ac")
    assert types(events) == ["play", "play", "set_aside", "out", "last_turns"]
    assert (after.to_act, after.legal_moves(), after.view(2)["last_turns"]) == (2, ["play 8s", "play 9s"], True)


# -- KG6, N4: recycling ----------------------------------------------------------------------------
def test_kg6_the_stock_is_recycled_in_the_middle_of_a_draw() -> None:
    state = moment(["5h 2c", "6s 7s 9d", "Kd"], "Qd Jd")
    after, events = with_events(state, "0 play 5h, 1 play 6s, 1 play 7s, 1 stop, 2 draw")
    assert events[-2:] == [
        {"type": "recycle", "count": 2},
        {"type": "draw", "seat": 2, "count": 4, "why": "stuck"},
    ]
    assert (after.pile, after.stock, after.recyclings) == (("7s",), (), 1)
    assert hands(after)[2] == "Jd Qd Kd 5h 6s"
    assert (after.to_act, after.legal_moves()) == (2, ["play 6s"])


def test_kg6_not_before_a_card_must_be_drawn() -> None:
    state = moment(["5h 2c", "6s 7s 9d", "Kd"], "Qd 8d")
    after = played(state, "0 play 5h, 1 play 6s, 1 play 7s, 1 stop, 2 draw")
    assert (after.recyclings, after.stock, len(after.pile)) == (0, (), 3)


def test_kg6_each_recycling_is_shuffled_with_its_own_number() -> None:
    line = "0 play 5h, 1 play 6s, 1 play 7s, 1 play 8s, 1 stop"
    state = played(replace(moment(["5h 2c", "6s 7s 8s 9d", "7d Kd Qd"]), seed="abc"), line)
    after = played(state, "2 play 7d, 2 stop, 0 draw")
    order = shuffle(("5h", "6s", "7s", "8s"), "abc", 1)
    fits = next(place for place, card in enumerate(order) if card[0] in "678")
    assert after.stock == order[fits + 1 :]
    again = replace(after, stock=(), pile=("3c", "3d", "3h", "Jd"), turn=1)
    assert played(again, "1 draw").hands[1] == hand_of(["9d", *shuffle(("3c", "3d", "3h"), "abc", 2)])


def test_kg6_cards_set_aside_never_come_back() -> None:
    state = replace(moment(["9h 2c", "Kd Qd", "3d"]), aside=("5h", "8s"))
    after = played(state, "0 play 9h")
    assert after.legal_moves() == ["pass"]


def test_kg6_recycling_stops_at_the_option() -> None:
    ready = replace(moment(["9h 2c", "Kd Qd", "3d"], recycles=2), recyclings=1)
    state = replace(played(ready, "0 play 9h"), pile=("3c", "9h"))
    assert (state.legal_moves(), state.view(None)["recycles_left"]) == (["draw"], 1)
    after = played(state, "1 draw")
    assert (after.recyclings, after.view(None)["recycles_left"]) == (2, 0)
    spent = replace(after, pile=("3c", "4c", "9h"))
    assert spent.legal_moves() == ["pass"]
    assert moment(["9h", "2c"]).view(None)["recycles_left"] is None


def test_kg6_the_form_preselects_five() -> None:
    option = next(option for option in KingGeorgeIII.options if option.name == "recycles")
    assert (option.default, option.preselect, option.nullable) == (None, 5, True)
    assert "without end" in option.help


def test_kg6_nothing_to_draw_and_nothing_that_fits_is_a_pass() -> None:
    state = played(moment(["9h 2c", "Kd Qd", "3d"]), "0 play 9h")
    assert state.legal_moves() == ["pass"]
    with pytest.raises(IllegalMove, match="nothing to draw"):
        gate(state, "draw")
    with pytest.raises(IllegalMove, match="draw"):
        gate(replace(state, stock=("3c",)), "pass")


# -- KG7: going out --------------------------------------------------------------------------------
def test_kg7_everyone_else_has_one_more_turn_and_the_first_out_wins_alone() -> None:
    state = moment(["5h", "6s Kc 2d", "7d Qc"], "9d 9c")
    after, events = with_events(state, "0 play 5h, 1 play 6s, 1 stop, 2 play 7d, 2 stop")
    assert types(events) == ["play", "out", "last_turns", "play", "stop", "play", "stop", "over"]
    assert after.record()["result"] == {"kind": "won", "winners": [0], "losers": [], "penalties": [0, 2, 1]}
    assert (after.out, after.to_act, after.legal_moves()) == ((0,), None, [])


def test_kg7_others_out_as_well_are_a_tie_and_start_no_new_last_turns() -> None:
    state = replace(moment(["9c Kd", "5h", "6s 7s", "8d", "2c"]), turn=1)
    after, events = with_events(state, "1 play 5h, 2 play 6s, 2 play 7s, 3 play 8d")
    assert (after.out, after.turns_left) == ((1, 2, 3), 2)
    assert types(events).count("last_turns") == 1
    after = played(after, "4 draw, 4 play 7s, 4 stop, 0 draw, 0 play 8d, 0 play 9c, 0 stop")
    assert after.record()["result"]["kind"] == "tie"
    assert (after.record()["result"]["winners"], after.to_act) == ([1, 2, 3], None)


def test_kg7_a_tie_lists_its_winners_ascending_and_out_in_order() -> None:
    state = replace(moment(["6c", "5h Kd", "5s"], "9d"), turn=2)
    after = played(state, "2 play 5s, 0 play 6c, 1 play 5h, 1 stop")
    assert (after.out, after.record()["result"]["winners"]) == ((2, 0), [0, 2])
    assert after.record()["result"]["kind"] == "tie"
    assert after.record()["result"]["penalties"] == [0, 1, 0]


def test_kg7_a_last_turn_may_be_a_draw_with_its_play_or_a_new_pile() -> None:
    state = moment(["Ah", "6s", "Kc 2d"], "9d 5d")
    after = played(state, "0 play Ah, 1 play 6s")
    assert (after.out, after.to_act) == ((0, 1), 2)
    after = played(after, "2 draw")
    assert (after.outcome(), after.legal_moves()) == (None, ["play 5d"])
    after = played(after, "2 play 5d, 2 stop")
    assert after.record()["result"]["winners"] == [0, 1]


def test_kg7_a_last_turn_may_pass() -> None:
    after = played(moment(["5h", "Kd", "Qs"]), "0 play 5h, 1 pass, 2 pass")
    assert after.record()["result"] == {"kind": "won", "winners": [0], "losers": [], "penalties": [0, 1, 1]}


# -- KG8, N8: blocked ------------------------------------------------------------------------------
def test_kg8_as_many_turns_without_a_card_as_players_block_the_deal() -> None:
    state = moment(["5h Kc", "Kd", "Qs Js"])
    after = played(state, "0 play 5h, 1 pass, 2 pass, 0 pass")
    assert after.record()["result"] == {"kind": "blocked", "winners": [0, 1], "losers": [], "penalties": [1, 1, 2]}


def test_kg8_fewest_cards_wins() -> None:
    state = moment(["5h Kc Kh", "Kd", "Qs Js"])
    assert played(state, "0 play 5h, 1 pass, 2 pass, 0 pass").record()["result"]["winners"] == [1]


def test_kg8_a_draw_that_fits_nothing_counts_as_a_turn_without_a_card() -> None:
    state = moment(["5h Kc", "Kd", "Qs Js"], "9d 9h")
    after = played(state, "0 play 5h, 1 draw, 2 pass")
    assert (after.idle, after.outcome()) == (2, None)
    assert played(after, "0 pass").record()["result"]["kind"] == "blocked"


def test_kg8_a_card_in_between_begins_the_count_anew() -> None:
    state = replace(moment(["5h Kc Qd", "Kd Qh", "6s Js Jh"], recycles=1), recyclings=1)
    after = played(state, "0 play 5h, 1 pass, 2 play 6s, 2 stop, 0 pass, 1 pass")
    assert (after.idle, after.outcome()) == (2, None)


def test_kg8_the_same_at_max_moves_even_within_a_chain() -> None:
    after = played(moment(["5h Kc Qd", "6d 7h Qh", "6s Js"], max_moves=3), "0 play 5h, 1 play 6d, 1 play 7h")
    assert after.record()["result"] == {"kind": "blocked", "winners": [1], "losers": [], "penalties": [2, 1, 2]}


def test_kg8_max_moves_within_the_last_turns_counts_the_cards() -> None:
    after = played(moment(["5h", "6d 7h Qh", "6s Js"], max_moves=2), "0 play 5h, 1 play 6d")
    assert after.record()["result"] == {"kind": "blocked", "winners": [0], "losers": [], "penalties": [0, 2, 2]}
    assert after.out == (0,)


def test_n8_a_deal_that_ends_by_its_last_allowed_move_keeps_its_result() -> None:
    after = played(moment(["5h", "Kd"], max_moves=2), "0 play 5h, 1 pass")
    assert after.record()["result"]["kind"] == "won"


def test_kg9_a_win_is_what_first_to_counts() -> None:
    assert KingGeorgeIII.counts == "wins"


# -- N9 --------------------------------------------------------------------------------------------
def test_n9_pass_stop_and_draw_where_legal() -> None:
    assert played(moment(["9h 2c", "Kd Qd"]), "0 play 9h").default_move() == "pass"
    assert played(moment(["9h 2c", "Kd Qd"], "2d"), "0 play 9h").default_move() == "draw"
    assert played(moment(["9h 2c", "9d 8c"]), "0 play 9h, 1 play 9d").default_move() == "stop"


def test_n9_else_the_first_card_of_the_hand() -> None:
    assert moment(["Ks 2h Tc", "Kd"]).default_move() == "play Tc"
    assert played(moment(["9h 2c", "8s Td 9d"]), "0 play 9h").default_move() == "play 9d"


# -- seeing ----------------------------------------------------------------------------------------
def test_view_shows_the_viewer_its_own_hand_alone() -> None:
    state = played(moment(["5h 2c", "6s 7s"], "9d"), "0 play 5h")
    view = state.view(1)
    assert (view["hand"], view["counts"], view["stock"]) == (["6s", "7s"], [1, 2], 1)
    assert (view["legal"], view["starting"], view["last_turns"], view["chain"]) == (["play 6s"], False, False, 0)
    assert (state.view(0)["legal"], state.view(None)["hand"], state.view(None)["hands"]) == ([], None, None)


def test_refusals_speak_to_the_person() -> None:
    state = played(moment(["5h 2c", "6s"]), "0 play 5h")
    with pytest.raises(IllegalMove, match="You do not hold Kd"):
        gate(state, "play Kd")
    with pytest.raises(IllegalMove, match="no such move"):
        gate(state, "take")
    over = played(state, "1 play 6s, 0 draw, 0 play 5h, 0 stop")
    with pytest.raises(IllegalMove, match="over"):
        gate(over, "draw")


# -- whole deals -----------------------------------------------------------------------------------
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "corner": st.booleans(),
        "recycles": st.none() | st.integers(1, 20),
        "max_moves": st.integers(1, 600),
    },
)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 5), st.randoms(use_true_random=False), OPTIONS)
def test_every_deal_ends_and_keeps_its_cards(seats: int, rng: random.Random, options: dict[str, Any]) -> None:
    state = KingGeorgeIII.deal(seats, rng.randrange(seats), seed=str(rng.random()), options=options)
    cards = sorted(KingGeorgeIII.deck(state.rules))
    while moves := state.legal_moves():
        assert moves == sorted(set(moves))
        assert state.default_move() in moves
        held = [card for hand in state.hands for card in cards_of(hand)]
        assert sorted([*held, *state.stock, *state.pile, *state.aside]) == cards
        json.dumps([state.view(None), state.record()])
        state, events = state.play(rng.choice(moves))
    assert state.ply <= state.rules["max_moves"]
    assert state.recyclings <= (state.rules["recycles"] or state.recyclings)
    assert events[-1] == {"type": "over", "outcome": state.record()["result"]}


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.randoms(use_true_random=False), OPTIONS)
def test_a_sampled_world_looks_the_same_and_plays_on(seats: int, rng: random.Random, options: dict[str, Any]) -> None:
    state = KingGeorgeIII.deal(seats, 0, seed=str(rng.random()), options=options)
    for _ in range(rng.randrange(200)):
        if not state.legal_moves():
            break
        state, _ = state.play(rng.choice(state.legal_moves()))
    for seat in [None, *range(seats)]:
        other = state.sample(seat, lambda cards: rng.sample(cards, len(cards)))
        assert other.view(seat) == state.view(seat)
        while moves := other.legal_moves():
            other, _ = other.play(rng.choice(moves))
