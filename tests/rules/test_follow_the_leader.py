"""Follow the Leader: FL1-FL8, N4, N7-N9."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.cards import hand_order, shuffle
from games.rules.discard import cards_of, hand_of
from games.rules.follow_the_leader import FollowTheLeader
from games.rules.game import BadDeal, IllegalMove, gate

from .helpers import played, stacked, with_events

TENS = ["2c 3c 4c 5c 6c 7c 8c 9c Tc Jc", "2d 3d 4d 5d 6d 7d 8d 9d Td Jd"]


def moment(hands: list[str], stock: str = "", pile: str = "", **options: Any) -> FollowTheLeader:
    """Seat 0 leads; the seats hold `hands`, of any size."""
    state = FollowTheLeader.deal(len(hands), len(hands) - 1, seed="unused", options=options)
    return replace(
        state,
        seed=None,
        hands=tuple(hand_of(hand.split()) for hand in hands),
        stock=tuple(stock.split()),
        pile=tuple(pile.split()),
    )


def hands(state: FollowTheLeader) -> list[str]:
    return state.record()["hands"]


# -- FL1, FL2: the deal and the lead ---------------------------------------------------------------
@pytest.mark.parametrize(("seats", "size"), [(2, 10), (3, 8), (4, 7), (5, 6)])
@pytest.mark.parametrize(("options", "cards"), [({}, 52), ({"jokers": True}, 54), ({"decks": 2, "jokers": True}, 108)])
def test_fl1_cards_and_hands(seats: int, size: int, options: dict[str, Any], cards: int) -> None:
    state = FollowTheLeader.deal(seats, 0, seed="x", options=options)
    assert [hand.bit_count() for hand in state.hands] == [size] * seats
    assert len(state.stock) == cards - size * seats


def test_fl1_options_left_out() -> None:
    state = FollowTheLeader.deal(2, 0, seed="x")
    assert state.rules == {"decks": 1, "jokers": False, "lower": False, "scoring": "mark", "max_moves": 2000}


@pytest.mark.parametrize("seats", [1, 6, True])
def test_fl1_refuses_other_numbers_of_players(seats: int) -> None:
    with pytest.raises(BadDeal):
        FollowTheLeader.deal(seats, 0, seed="x")


@pytest.mark.parametrize(
    "options", [{"decks": 3}, {"decks": True}, {"jokers": 1}, {"scoring": "points"}, {"max_moves": 0}, {"nope": 1}]
)
def test_fl1_refuses_other_options(options: dict[str, Any]) -> None:
    with pytest.raises(BadDeal):
        FollowTheLeader.deal(2, 0, seed="x", options=options)


def test_fl2_left_of_the_dealer_leads_any_card_and_must() -> None:
    state = stacked(FollowTheLeader, TENS, dealer=0)
    assert state.to_act == 1
    assert state.legal_moves() == sorted(f"play {card}" for card in TENS[1].split())
    view = state.view(1)
    assert (view["free"], view["skips"], view["discard"], view["pile"]) == (True, 0, None, [])


@pytest.mark.parametrize(("top", "higher"), [("K", "A"), ("A", "2"), ("Q", "K"), ("9", "T")])
def test_fl2_ranks_go_round(top: str, higher: str) -> None:
    after = played(moment([f"{top}c 7c", f"{top}d {higher}d 5d 6d"]), f"0 play {top}c")
    assert after.legal_moves() == sorted([f"play {top}d", f"play {higher}d"])


# -- FL3: duty and permission ----------------------------------------------------------------------
def test_fl3_who_holds_the_rank_or_one_higher_must_play() -> None:
    after = played(moment(["5c 2c", "5d 6d 4d 7d"]), "0 play 5c")
    assert after.legal_moves() == ["play 5d", "play 6d"]
    with pytest.raises(IllegalMove, match="must play"):
        gate(after, "draw")
    with pytest.raises(IllegalMove, match=r"4d does not fit\. Ranks that fit: 5 6"):
        gate(after, "play 4d")


def test_fl3_draw_one_and_the_turn_passes_with_the_drawn_card_unplayed() -> None:
    state = played(moment(["5c 5h 2c", "9d 9h"], "6d 7d"), "0 play 5c")
    assert state.legal_moves() == ["draw"]
    after, events = with_events(state, "1 draw")
    assert events == [{"type": "draw", "seat": 1, "count": 1, "why": "stuck"}]
    assert hands(after) == ["2c 5h", "6d 9d 9h"]
    assert after.to_act == 0


def test_fl3_a_joker_is_a_permission() -> None:
    after = played(moment(["5c 2c", "9d Xb"], "6d", jokers=True), "0 play 5c")
    assert after.legal_moves() == ["draw", "play Xb"]


def test_fl3_who_must_play_may_play_a_joker_instead() -> None:
    after = played(moment(["5c 2c", "6d Xb"], "6d", jokers=True), "0 play 5c")
    assert after.legal_moves() == ["play 6d", "play Xb"]


def test_fl3_lower_is_a_permission() -> None:
    lower = played(moment(["5c 2c", "4d 9d"], "6d", lower=True), "0 play 5c")
    assert lower.legal_moves() == ["draw", "play 4d"]
    assert lower.view(1)["ranks"] == "456"
    both = played(moment(["5c 2c", "4d 5d"], "6d", lower=True), "0 play 5c")
    assert both.legal_moves() == ["play 4d", "play 5d"]


@pytest.mark.parametrize(("top", "under"), [("A", "K"), ("2", "A")])
def test_fl3_lower_goes_round_too(top: str, under: str) -> None:
    after = played(moment([f"{top}c 7c", f"{under}d 8d"], lower=True), f"0 play {top}c")
    assert after.legal_moves() == ["draw", f"play {under}d"]


# -- FL4: the free lead ----------------------------------------------------------------------------
def test_fl4_who_skipped_first_leads_freely_and_must() -> None:
    state = moment(["5c Kc", "9d Td", "9h Jh"], "2c 2d 2h 2s")
    after, events = with_events(state, "0 play 5c, 1 draw, 2 draw, 0 draw")
    assert events[-1] == {"type": "free_lead", "seat": 1}
    assert after.to_act == 1
    assert after.legal_moves() == ["play 2c", "play 9d", "play Td"]
    assert (after.view(1)["free"], after.view(1)["ranks"]) == (True, "23456789TJQKA")
    with pytest.raises(IllegalMove, match="You lead"):
        gate(after, "draw")


def test_fl4_a_card_in_between_begins_the_count_anew() -> None:
    state = moment(["5c 7c", "9d Td", "6h Jh 8h", "Kc"], "2c 2d 2h 2s 3c")
    after = played(state, "0 play 5c, 1 draw, 2 play 6h, 3 draw, 0 play 7c, 1 draw")
    assert after.out == (0,)
    assert (after.skips, after.leads) == (1, False)


def test_fl4_who_went_out_is_not_waited_for() -> None:
    """Seat 0 goes out; seats 1 and 2 skip: all still in have skipped, and seat 1 leads."""
    state = moment(["5c", "9d Td", "9h Jh"], "2c 2d 2h")
    after, events = with_events(state, "0 play 5c, 1 draw, 2 draw")
    assert [event["type"] for event in events] == ["play", "out", "draw", "draw", "free_lead"]
    assert (after.to_act, after.legal_moves()) == (1, ["play 2c", "play 9d", "play Td"])


def test_fl4_the_count_begins_after_the_last_card_even_over_a_seat_that_is_out() -> None:
    state = moment(["5c Kc", "6d", "9h Jh", "9s Js"], "2c 2d 2h")
    after = played(state, "0 play 5c, 1 play 6d, 2 draw, 3 draw, 0 draw")
    assert (after.to_act, after.leads) == (2, True)


def test_fl4_the_free_lead_is_followed_like_any_lead() -> None:
    state = moment(["5c Kc", "9d Td"], "2c 2d 2h 2s")
    after = played(state, "0 play 5c, 1 draw, 0 draw, 1 play 9d")
    assert after.legal_moves() == ["draw"]
    assert (after.view(0)["ranks"], after.pile) == ("9T", ("5c", "9d"))


# -- FL5, N4: the stock runs out -------------------------------------------------------------------
def test_fl5_the_pile_is_recycled_when_a_card_must_be_drawn_and_not_before() -> None:
    state = played(moment(["5c Kc", "9d Td"], "", pile="2c 3h 4s"), "0 play 5c")
    assert (len(state.stock), len(state.pile)) == (0, 4)
    after, events = with_events(state, "1 draw")
    assert events[0] == {"type": "recycle", "count": 3}
    assert (after.pile, after.stock) == (("5c",), ("3h", "4s"))
    assert hands(after)[1] == "2c 9d Td"


def test_fl5_nothing_to_draw_is_a_skip_all_the_same() -> None:
    state = moment(["5c Kc", "9d Td"])
    after, events = with_events(state, "0 play 5c, 1 draw, 0 draw")
    assert [event.get("count") for event in events if event["type"] == "draw"] == [0, 0]
    assert events[-1] == {"type": "free_lead", "seat": 1}
    assert (after.to_act, after.recyclings) == (1, 0)
    assert hands(after) == ["Kc", "9d Td"]


def test_n4_each_recycling_is_shuffled_with_its_own_number() -> None:
    state = replace(moment(["5c Kc", "9d Td"], "", pile="2c 3h 4s 7h"), seed="abc")
    first = played(state, "0 play 5c, 1 draw")
    assert (first.pile, first.stock) == (("5c",), shuffle(("2c", "3h", "4s", "7h"), "abc", 1)[1:])
    again = replace(first, stock=(), pile=("2c", "3h", "4s", "7h", "5c"))
    second = played(again, "0 draw")
    assert second.stock == shuffle(("2c", "3h", "4s", "7h"), "abc", 2)[1:]


def test_n4_nothing_under_the_top_card_uses_up_no_number() -> None:
    state = played(moment(["5c Kc", "9d Td"]), "0 play 5c, 1 draw, 0 draw, 1 play 9d")
    assert state.recyclings == 0
    assert played(state, "0 draw").recyclings == 1


# -- FL6: out and loser ----------------------------------------------------------------------------
def test_fl6_the_last_with_cards_loses() -> None:
    state = moment(["5c", "5d", "6h 7h"])
    after, events = with_events(state, "0 play 5c, 1 play 5d")
    assert after.record()["result"] == {"kind": "fool", "winners": [], "losers": [2], "penalties": [0, 0, 1]}
    assert (after.out, after.to_act, after.legal_moves()) == ((0, 1), None, [])
    assert [event["type"] for event in events] == ["play", "out", "play", "out", "over"]
    with pytest.raises(IllegalMove, match="over"):
        gate(after, "draw")


def test_fl6_play_goes_on_past_a_seat_that_is_out() -> None:
    after = played(moment(["5c Kc", "5d", "6h 7h"]), "0 play 5c, 1 play 5d, 2 play 6h")
    assert (after.out, after.to_act) == ((1,), 0)


def test_fl6_scoring_by_cards_left() -> None:
    after = played(moment(["5c", "6h 7h 8h"], scoring="cards"), "0 play 5c")
    assert after.record()["result"]["penalties"] == [0, 3]


def test_fl6_a_joker_may_be_the_last_card() -> None:
    after = played(moment(["5c", "Xb", "6h 7h"], jokers=True), "0 play 5c, 1 play Xb")
    assert after.record()["result"]["losers"] == [2]


# -- FL7: jokers -----------------------------------------------------------------------------------
def test_fl7_after_a_joker_on_a_five_come_five_six_or_seven() -> None:
    state = moment(["5c 2c", "Xb 2d", "4h 5h 6h 7h 8h"], jokers=True)
    after = played(state, "0 play 5c, 1 play Xb")
    assert after.legal_moves() == ["play 5h", "play 6h", "play 7h"]
    assert after.view(2)["ranks"] == "567"


def test_fl7_jokers_stack() -> None:
    state = moment(["5c 2c", "Xb 2d", "Xr 2h", "4s 5s 6s 7s 8s 9s"], jokers=True)
    after = played(state, "0 play 5c, 1 play Xb, 2 play Xr")
    assert after.legal_moves() == ["play 5s", "play 6s", "play 7s", "play 8s"]


def test_fl7_a_card_on_a_joker_is_its_own_rank_again() -> None:
    state = moment(["5c 2c", "Xb 2d", "7h 2h", "5s 6s 7s 8s 9s"], jokers=True)
    after = played(state, "0 play 5c, 1 play Xb, 2 play 7h")
    assert after.legal_moves() == ["play 7s", "play 8s"]


def test_fl7_a_joker_goes_round_the_ace() -> None:
    state = moment(["Kc 2c", "Xb 2d", "Qh Kh Ah 2h 3h"], jokers=True)
    after = played(state, "0 play Kc, 1 play Xb")
    assert after.legal_moves() == ["play 2h", "play Ah", "play Kh"]
    assert after.view(2)["ranks"] == "KA2"


def test_fl7_a_joker_with_lower_could_be_one_lower() -> None:
    """On a 5 it is a 4, 5 or 6; so 4 to 7 are a duty and 3, one lower still, a permission."""
    state = moment(["5c 2c", "Xb 2d", "2h 3h 8h"], jokers=True, lower=True)
    after = played(state, "0 play 5c, 1 play Xb")
    assert after.legal_moves() == ["draw", "play 3h"]
    assert after.view(2)["ranks"] == "34567"
    dutiful = played(moment(["5c 2c", "Xb 2d", "3h 4h"], jokers=True, lower=True), "0 play 5c, 1 play Xb")
    assert dutiful.legal_moves() == ["play 3h", "play 4h"]


@pytest.mark.parametrize("lower", [False, True])
def test_fl7_after_a_led_joker_who_holds_any_natural_card_must_play(lower: bool) -> None:
    state = moment(["Xb 2c", "9d Xr", "Kc"], "3d", jokers=True, lower=lower)
    after = played(state, "0 play Xb")
    assert after.legal_moves() == ["play 9d", "play Xr"]
    assert after.view(1)["free"] is False


def test_fl7_after_a_led_joker_who_holds_only_jokers_may_draw() -> None:
    after = played(moment(["Xb 2c", "Xr", "Kc"], "3d", jokers=True), "0 play Xb")
    assert after.legal_moves() == ["draw", "play Xr"]


def test_fl7_a_free_lead_forgets_what_lay_under_the_joker() -> None:
    state = moment(["5c Kc", "9d Xb", "9h Th Jh"], "Qc Qd Qh Qs", jokers=True)
    after = played(state, "0 play 5c, 1 draw, 2 draw, 0 draw, 1 play Xb")
    assert after.legal_moves() == ["play 9h", "play Jh", "play Qd", "play Th"]


def test_fl7_recycling_keeps_the_joker_on_top_and_its_ranks() -> None:
    state = moment(["5c 2c", "Xb 2d", "9h Jh", "7s 9s"], jokers=True)
    after = played(state, "0 play 5c, 1 play Xb, 2 draw")
    assert (after.pile, hands(after)[2]) == (("Xb",), "5c 9h Jh")
    assert after.legal_moves() == ["play 7s"]


# -- FL8, N8: the end by moves ---------------------------------------------------------------------
def test_fl8_most_cards_lose_at_max_moves() -> None:
    after = played(moment(["5c 6c", "9d Td", "9h"], "2c", max_moves=2), "0 play 5c, 1 draw")
    assert after.record()["result"] == {"kind": "fool", "winners": [], "losers": [1], "penalties": [0, 1, 0]}


def test_fl8_most_cards_lose_their_number_with_scoring_by_cards() -> None:
    after = played(moment(["5c 6c", "9d Td", "9h"], "2c", max_moves=2, scoring="cards"), "0 play 5c, 1 draw")
    assert after.record()["result"]["penalties"] == [0, 3, 0]


def test_fl8_equal_most_cards_are_a_draw() -> None:
    after = played(moment(["5c 6c", "Td", "9h"], "2c 3c", max_moves=3, scoring="cards"), "0 play 5c, 1 draw, 2 draw")
    assert after.record()["result"] == {"kind": "draw", "winners": [], "losers": [], "penalties": [0, 0, 0]}
    assert (after.view(0)["free"], after.view(0)["ranks"], after.to_act) == (False, "", None)


def test_n8_a_deal_that_ends_by_its_last_allowed_move_keeps_its_result() -> None:
    after = played(moment(["5c", "9d", "5h"], "2c", max_moves=3), "0 play 5c, 1 draw, 2 play 5h")
    assert after.record()["result"]["losers"] == [1]


# -- two decks -------------------------------------------------------------------------------------
def test_n1_equal_cards_are_one_move_and_two_cards() -> None:
    state = moment(["5c 5c Kc", "5c 6d"], decks=2)
    assert hands(state)[0] == "5c 5c Kc"
    assert state.legal_moves() == ["play 5c", "play Kc"]
    after = played(state, "0 play 5c, 1 play 5c")
    assert (hands(after), after.legal_moves()) == (["5c Kc", "6d"], ["play 5c"])
    assert hands(played(after, "0 play 5c")) == ["Kc", "6d"]


def test_n1_a_second_equal_card_can_be_drawn() -> None:
    after = played(moment(["5c Kc", "9d Xb"], "9d Xb", decks=2, jokers=True), "0 play 5c, 1 draw, 0 draw")
    assert hands(after) == ["Kc Xb", "9d 9d Xb"]


# -- N9 --------------------------------------------------------------------------------------------
def test_n9_draws_where_it_may() -> None:
    assert played(moment(["5c 2c", "Xb 9d"], jokers=True), "0 play 5c").default_move() == "draw"


def test_n9_else_the_first_card_of_the_hand_and_a_joker_last() -> None:
    state = moment(["Xb 2s Kh 3c", "Tc"], jokers=True)
    assert state.default_move() == "play 3c"
    assert moment(["Xr Xb", "Tc"], jokers=True).default_move() == "play Xb"


# -- seeing ----------------------------------------------------------------------------------------
def test_view_shows_the_viewer_its_own_hand_alone() -> None:
    state = played(moment(["5c 6c", "5d 9d", "2h"], "2c"), "0 play 5c")
    view = state.view(1)
    assert (view["hand"], view["counts"], view["legal"]) == (["5d", "9d"], [1, 2, 1], ["play 5d"])
    assert (view["pile"], view["discard"], view["discard_count"], view["hands"]) == ([["5c", None]], "5c", 1, None)
    assert (state.view(0)["legal"], state.view(None)["hand"], state.view(None)["legal"]) == ([], None, [])


def test_view_lists_the_last_five_cards_of_the_pile() -> None:
    state = moment(["5c 6c", "5d 9d"], pile="2c 3c 4c Tc Jc")
    assert [card for card, _ in played(state, "0 play 5c").view(None)["pile"]] == ["3c", "4c", "Tc", "Jc", "5c"]


def test_view_shows_all_hands_after_the_end() -> None:
    assert played(moment(["5c", "6h 7h"]), "0 play 5c").view(None)["hands"] == [[], ["6h", "7h"]]


def test_refusals_speak_to_the_person() -> None:
    state = played(moment(["5c 2c", "5d"]), "0 play 5c")
    for text, sentence in [
        ("play Kd", "You do not hold Kd."),
        ("take", "This game has no such move."),
        ("play 5d last", "This game has no such move."),
    ]:
        with pytest.raises(IllegalMove) as refused:
            gate(state, text)
        assert str(refused.value) == sentence


# -- whole deals -----------------------------------------------------------------------------------
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "decks": st.sampled_from([1, 2]),
        "jokers": st.booleans(),
        "lower": st.booleans(),
        "scoring": st.sampled_from(["mark", "cards"]),
        "max_moves": st.integers(1, 400),
    },
)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 5), st.randoms(use_true_random=False), OPTIONS)
def test_every_deal_ends_and_keeps_its_cards(seats: int, rng: random.Random, options: dict[str, Any]) -> None:
    state = FollowTheLeader.deal(seats, rng.randrange(seats), seed=str(rng.random()), options=options)
    cards = sorted(FollowTheLeader.deck(state.rules))
    while moves := state.legal_moves():
        assert moves == sorted(set(moves))
        assert state.default_move() in moves
        held = [card for hand in state.hands for card in cards_of(hand)]
        assert sorted([*held, *state.stock, *state.pile]) == cards
        json.dumps([state.view(None), state.record()])
        state, events = state.play(rng.choice(moves))
        assert {event["card"] for event in events if "card" in event} <= {state.pile[-1]}
    assert state.ply <= state.rules["max_moves"]
    assert events[-1] == {"type": "over", "outcome": state.record()["result"]}
    assert state.to_act is None


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.randoms(use_true_random=False), OPTIONS)
def test_a_sampled_world_looks_the_same(seats: int, rng: random.Random, options: dict[str, Any]) -> None:
    state = FollowTheLeader.deal(seats, 0, seed=str(rng.random()), options=options)
    for _ in range(rng.randrange(200)):
        if not state.legal_moves():
            break
        state, _ = state.play(rng.choice(state.legal_moves()))
    for seat in [None, *range(seats)]:
        other = state.sample(seat, lambda cards: rng.sample(cards, len(cards)))
        assert other.view(seat) == state.view(seat)
        assert other.seed is None


def test_a_sampled_world_tells_nothing_of_the_true_one() -> None:
    """The order of the hidden cards is the caller's alone: two worlds alike to a seat are sampled alike."""
    state = stacked(FollowTheLeader, TENS, dealer=0)
    offered: list[list[str]] = []
    for world in (state, state.sample(1, lambda cards: cards[::-1])):
        world.sample(1, lambda cards: offered.append(list(cards)) or cards)  # type: ignore[func-returns-value]
    assert offered[0] == offered[1] == sorted(offered[0], key=hand_order)
