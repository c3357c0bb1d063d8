"""What both durak games share, played as Chukchi Durak: DK1-DK10, N5-N9 as they bear on them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.rules.arithmetic_durak import ArithmeticDurak
from games.rules.cards import lot
from games.rules.chukchi_durak import ChukchiDurak
from games.rules.durak_cards import mask_of
from games.rules.durak_family import Phase
from games.rules.game import BadDeal

from .durak_helpers import late, refused, result, three
from .helpers import played, stacked, with_events

# -- DK1-DK3: the deal and the first attack --------------------------------------------------------


@pytest.mark.parametrize(("size", "low"), [(36, "6"), (52, "2")])
def test_dk1_36_cards_begin_at_the_six_52_at_the_two(size: int, low: str) -> None:
    deck = ChukchiDurak.deck(ChukchiDurak.full_options({"deck_size": size}))
    assert len(set(deck)) == size
    assert deck[0] == low + "c"


def test_dk1_two_to_six_players() -> None:
    for seats in range(2, 7):
        assert len(ChukchiDurak.deal(seats, 0, seed="s").view(None)["counts"]) == seats
    for seats in (1, 7):
        with pytest.raises(BadDeal):
            ChukchiDurak.deal(seats, 0, seed="s")


@pytest.mark.parametrize("fool", [-1, 3, True, "1"])
def test_dk1_a_fool_out_of_range_is_refused(fool: Any) -> None:
    with pytest.raises(BadDeal):
        ChukchiDurak.deal(3, 0, seed="s", fool=fool)


def test_dk2_the_lowest_trump_attacks_first() -> None:
    hands = ["8s 6c 7c 8c 9c Tc", "6d 7d 8d 9d Td 7s", "6h 7h 8h 9h Th Ts"]
    for dealer in range(3):
        state = stacked(ChukchiDurak, hands, "6s", dealer=dealer)
        assert (state.to_act, state.defender) == (1, 2)


def test_dk2_nobody_has_a_trump_the_lowest_card_attacks_equal_ones_from_the_dealers_left() -> None:
    hands = ["6c 7c 8c 9c Tc Jc", "7d 8d 9d Td Jd Qd", "6h 7h 8h 9h Th Jh"]
    first = [stacked(ChukchiDurak, hands, "6s", dealer=dealer).to_act for dealer in range(3)]
    assert first == [2, 2, 0]


def test_dk2_by_lot_a_listed_deck_has_the_dealers_left_attack() -> None:
    hands = ["6c 7c 8c 9c Tc Jc", "7d 8d 9d Td Jd Qd", "6h 7h 8h 9h Th Jh"]
    assert stacked(ChukchiDurak, hands, "6s", dealer=0, no_trump="lot").to_act == 1


def test_dk2_by_lot_from_the_seed_where_nobody_has_a_trump() -> None:
    drawn = set()
    for number in range(200):
        seed = str(number)
        state = ArithmeticDurak.deal(2, 0, seed=seed, options={"no_trump": "lot"})
        if not any(hand & mask_of(rank + state.setup.trump for rank in "6789TJQKA") for hand in state.hands):
            assert state.to_act == lot(range(2), seed)
            drawn.add(state.to_act)
    assert drawn == {0, 1}


@pytest.mark.parametrize(("lead", "attacker"), [("under", 0), ("from_under", 2)])
def test_dk3_later_deals_the_fools_neighbour_attacks_whoever_holds_trumps(lead: str, attacker: int) -> None:
    state = three(fool=1, lead=lead)
    assert state.to_act == attacker
    assert state.defender == (attacker + 1) % 3
    assert state.view(None)["fool"] == 1


def test_dk3_the_lead_goes_round_the_table() -> None:
    assert three(fool=0).to_act == 2
    assert three(fool=2, lead="from_under").to_act == 0


# -- DK4-DK6: attack, beat, throw in ---------------------------------------------------------------


def test_dk4_the_attack_is_any_one_card_at_the_left() -> None:
    state = three()
    assert state.legal_moves() == [f"attack {card}" for card in ("7c", "7d", "8c", "9c", "Jc", "Tc")]
    state, events = with_events(state, "0 attack 7c")
    assert events == [{"type": "attack", "seat": 0, "card": "7c"}]
    assert state.view(1)["bout"] == {
        "attacker": 0,
        "defender": 1,
        "table": [["7c", None]],
        "taking": False,
        "room": 5,
    }


def test_dk4_who_is_out_is_not_attacked() -> None:
    assert late(["7c 8c", "", "9h"]).defender == 2


def test_dk5_a_higher_card_of_the_suit_or_a_trump() -> None:
    state = played(three(), "0 attack 7d")
    assert state.legal_moves() == ["beat 7d 7s", "beat 7d 8d", "take"]


def test_dk5_a_trump_only_by_a_higher_trump() -> None:
    state = played(late(["9s", "8s Ts As Ah"]), "0 attack 9s")
    assert state.legal_moves() == ["beat 9s As", "beat 9s Ts", "take"]


def test_dk5_refusals_say_why() -> None:
    state = played(three(), "0 attack 9c")
    assert refused(state, "beat 9c 8d") == (
        "8d is of another suit: 9c is beaten by a higher card of its suit, or by a trump."
    )
    assert refused(state, "beat 9c As") == "You do not hold As."
    assert refused(state, "beat 7c Qc") == "7c is not waiting to be beaten."
    assert refused(state, "throw 7s") == "You defend: beat the attack, or take."
    state = played(late(["9s", "8s Ah"]), "0 attack 9s")
    assert refused(state, "beat 9s 8s") == "8s is lower than 9s."
    assert refused(state, "beat 9s Ah") == "9s is a trump: only a higher trump beats it."


def test_dk6_asked_are_the_attacker_then_clockwise_and_a_throw_starts_again_at_the_attacker() -> None:
    state = played(three(), "0 attack 7c, 1 beat 7c Qc")
    assert state.view(None)["asked"] == 0
    assert state.legal_moves() == ["pass", "throw 7d"]
    state = played(state, "0 throw 7d, 1 beat 7d 8d, 0 pass")
    assert state.legal_moves() == ["pass", "throw 8h", "throw Qh"]
    state = played(state, "2 throw 8h, 1 beat 8h 7s")
    assert state.legal_moves() == ["pass", "throw 8c"]
    state, events = with_events(state, "0 pass, 2 pass")
    assert events[-1] == {"type": "beaten", "count": 6}
    assert state.view(None)["beaten"] == 6


def test_dk6_a_seat_with_nothing_that_fits_is_asked_all_the_same() -> None:
    state = played(three(), "0 attack 9c, 1 beat 9c Ac")
    assert (state.to_act, state.legal_moves()) == (0, ["pass"])


def test_dk6_only_ranks_on_the_table() -> None:
    state = played(three(), "0 attack 9c, 1 beat 9c Ac")
    assert refused(state, "throw 8c") == "No card on the table has the rank of 8c."
    assert refused(state, "take") == "You may throw in a card, or pass."


def test_dk6_an_empty_hand_is_not_asked() -> None:
    state = played(late(["7c", "Qc Kc", "7d 8h"]), "0 attack 7c, 1 beat 7c Qc")
    assert state.to_act == 2


def test_dk6_nobody_can_be_asked_the_bout_is_beaten() -> None:
    state, events = with_events(late(["7c", "Qc Kc"]), "0 attack 7c, 1 beat 7c Qc")
    assert [event["type"] for event in events] == ["attack", "beat", "beaten", "out", "over"]
    assert result(state)["losers"] == [1]


def test_dk6_who_throws_the_last_card_stays_in_until_the_bout_ends() -> None:
    state = played(late(["7c", "Qc Kc Ac", "7d 8h"]), "0 attack 7c, 1 beat 7c Qc, 2 throw 7d, 1 take")
    assert state.out == (0,)
    assert (state.to_act, state.defender) == (2, 1)


# -- DK7: the limit --------------------------------------------------------------------------------


def test_dk7_no_more_attacking_cards_than_the_defender_had() -> None:
    state = played(late(["7c 7d 7h", "Qc Qd"]), "0 attack 7c, 1 beat 7c Qc")
    assert state.view(None)["bout"]["room"] == 1
    state, events = with_events(state, "0 throw 7d, 1 beat 7d Qd")
    assert {"type": "beaten", "count": 4} in events
    assert state.out == (1,)


def test_dk7_bout_limit_caps_it_further() -> None:
    state = played(three(bout_limit=2), "0 attack 7c, 1 beat 7c Qc, 0 throw 7d")
    assert state.view(None)["bout"]["room"] == 0
    state = played(state, "1 beat 7d 8d")
    assert (state.to_act, state.view(None)["bout"]["table"]) == (1, [])


def test_dk7_bout_limit_of_one_asks_nobody() -> None:
    assert played(three(bout_limit=1), "0 attack 7c, 1 beat 7c Qc").view(None)["beaten"] == 2


# -- DK8: taking -----------------------------------------------------------------------------------


def test_dk8_the_defender_takes_everything_on_the_table() -> None:
    state, events = with_events(three(), "0 attack 7c, 1 beat 7c Qc, 0 throw 7d, 1 take")
    assert events[-2:] == [
        {"type": "take", "seat": 1},
        {"type": "taken", "seat": 1, "cards": ["7c", "Qc", "7d"]},
    ]
    assert state.record()["hands"][1] == "7c Qc Kc Ac 7d 8d 7h 7s"
    assert state.record()["discard_count"] == 0


def test_dk8_throw_after_take_once_round_from_the_attacker_as_many_as_wanted() -> None:
    state = played(three(throw_after_take=True), "0 attack 8c, 1 take")
    assert state.view(None)["bout"]["taking"] is True
    assert (state.to_act, state.legal_moves()) == (0, ["pass"])
    state = played(state, "0 pass")
    assert (state.to_act, state.legal_moves()) == (2, ["pass", "throw 8h"])
    state = played(state, "2 throw 8h")
    assert (state.to_act, state.legal_moves()) == (2, ["pass"])
    state = played(state, "2 pass")
    assert state.view(None)["counts"] == [5, 8, 5]
    assert state.to_act == 2


def test_dk8_who_passed_before_the_take_is_asked_again_after_it() -> None:
    state = played(three(throw_after_take=True), "0 attack 7c, 1 beat 7c Qc, 0 pass, 2 throw Qh, 1 take")
    assert (state.to_act, state.legal_moves()) == (0, ["pass", "throw 7d"])


def test_dk8_one_player_adds_several() -> None:
    state = played(late(["7c 7d 7h 9h", "Qh Kh Ah"], throw_after_take=True), "0 attack 7c, 1 take, 0 throw 7d")
    assert state.legal_moves() == ["pass", "throw 7h"]
    state, events = with_events(state, "0 throw 7h")
    assert events[-1] == {"type": "taken", "seat": 1, "cards": ["7c", "7d", "7h"]}


def test_dk8_at_the_limit_nobody_is_asked() -> None:
    state = played(three(throw_after_take=True, bout_limit=1), "0 attack 7c, 1 take")
    assert (state.to_act, state.phase) == (2, Phase.ATTACK)


def test_dk8_who_adds_the_last_card_is_not_asked_on() -> None:
    state = played(late(["7c 7d", "Qh Kh Ah", "9c 9d"], throw_after_take=True), "0 attack 7c, 1 take, 0 throw 7d")
    assert state.to_act == 2
    assert state.out == ()
    assert played(state, "2 pass").out == (0,)


def test_dk8_an_attacker_without_cards_is_not_asked_after_the_take() -> None:
    state = played(late(["7c", "Qh Kh Ah", "9c 9d"], throw_after_take=True), "0 attack 7c, 1 take")
    assert state.to_act == 2
    state = played(late(["7c", "Qh Kh Ah"], throw_after_take=True), "0 attack 7c, 1 take")
    assert result(state)["losers"] == [1]


def test_dk8_without_the_option_taking_ends_the_bout() -> None:
    assert played(three(), "0 attack 8c, 1 take").phase is Phase.ATTACK


# -- DK9, DK10: the next attack, who is out, the fool ----------------------------------------------


def test_dk9_beaten_the_defender_attacks() -> None:
    assert played(three(), "0 attack 9c, 1 beat 9c Ac, 0 pass, 2 pass").to_act == 1


def test_dk9_taken_the_player_left_of_the_defender_attacks() -> None:
    assert played(three(), "0 attack 9c, 1 take").to_act == 2


def test_dk9_seats_that_are_out_are_skipped() -> None:
    beaten = played(late(["7c 8c", "Qc", "9h 9d"]), "0 attack 7c, 1 beat 7c Qc")
    assert (beaten.out, beaten.to_act, beaten.defender) == ((1,), 2, 0)
    taken = played(late(["7c 8c", "Qd", "", "9h 9d"]), "0 attack 7c, 1 take")
    assert (taken.to_act, taken.defender) == (3, 0)


def test_dk10_several_go_out_clockwise_from_the_attacker() -> None:
    state = late(["9c 9d", "Qc", "7c", "8h 8d"])
    state = replace(state, attacker=2, defender=3, limit=2)
    state = played(state, "2 attack 7c, 3 take, 0 attack 9c, 1 beat 9c Qc")
    assert state.out == (2, 1)
    both = replace(late(["8c", "Qd 9d", "Kc", "7c"]), attacker=3, defender=0, limit=1)
    assert played(both, "3 attack 7c, 0 beat 7c 8c").out == (3, 0)


def test_dk10_the_last_one_left_is_the_fool() -> None:
    state, events = with_events(late(["7c", "8d"]), "0 attack 7c, 1 take")
    assert result(state) == {"kind": "fool", "winners": [], "losers": [1], "penalties": [0, 1]}
    assert events[-1] == {"type": "over", "outcome": result(state)}
    assert (state.to_act, state.legal_moves()) == (None, [])


def test_dk10_nobody_left_is_a_draw() -> None:
    state, events = with_events(late(["7c", "8c"]), "0 attack 7c, 1 beat 7c 8c")
    assert [event for event in events if event["type"] == "out"] == [
        {"type": "out", "seat": 0},
        {"type": "out", "seat": 1},
    ]
    assert result(state) == {"kind": "draw", "winners": [], "losers": [], "penalties": [0, 0]}


def test_dk10_at_max_moves_it_is_a_draw_in_the_middle_of_a_bout() -> None:
    state, events = with_events(three(max_moves=2), "0 attack 7c, 1 beat 7c Qc")
    assert result(state) == {"kind": "draw", "winners": [], "losers": [], "penalties": [0, 0, 0]}
    assert events[-1]["type"] == "over"
    assert (state.to_act, state.legal_moves(), state.record()["bout"]) == (None, [], None)
    assert state.view(0)["asked"] is None


def test_n8_the_last_allowed_move_keeps_its_own_result() -> None:
    state = played(late(["7c", "8d"], max_moves=2), "0 attack 7c, 1 take")
    assert result(state)["kind"] == "fool"


def test_n8_after_the_end_nothing_is_legal() -> None:
    assert refused(played(late(["7c", "8d"]), "0 attack 7c, 1 take"), "take") == "The deal is over."


# -- N5, N7, N9 ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["attack 7c last", "attack  7c", "attack", "attack 7c 8c", "", "play 7c", "attack 1c"])
def test_n5_what_is_not_a_move_of_the_game_is_refused(text: str) -> None:
    assert refused(three(), text) == f"“{text}” is not a move of this game."


def test_n5_an_attacker_cannot_take_or_pass() -> None:
    for text in ("take", "pass", "throw 7c"):
        assert refused(three(), text) == "You attack: play one card."


def test_m10_who_adds_several_cards_goes_on_with_the_turn() -> None:
    state = late(["7c 7d 7h 9h", "Qh Kh Ah", "9c"], throw_after_take=True)
    state = played(state, "0 attack 7c, 1 take")
    assert not state.mid_turn
    assert played(state, "0 throw 7d").mid_turn
    assert not played(state, "0 throw 7d, 0 pass").mid_turn


def test_m10_a_thrown_card_and_a_new_bout_begin_a_turn() -> None:
    state = played(three(throw_after_take=True), "0 attack 7c, 1 beat 7c Qc, 0 throw 7d")
    assert not state.mid_turn
    assert not played(state, "1 take").mid_turn
    assert not played(late(["7c 8d", "8c 9c"], bout_limit=1), "0 attack 7c, 1 beat 7c 8c").mid_turn


def test_n9_default_moves() -> None:
    state = three()
    assert state.default_move() == "attack 7c"
    state = played(state, "0 attack 7c")
    assert state.default_move() == "take"
    assert played(state, "1 beat 7c Qc").default_move() == "pass"
    assert late(["6s Ah Ad", "7c"]).default_move() == "attack Ad"
    assert late(["9s 7s", "7c"]).default_move() == "attack 7s"


def test_n7_the_record_has_its_keys_in_order() -> None:
    record = played(three(), "0 attack 7c").record()
    keys = "ply to_move legal hands stock discard discard_count as suit demand direction aces trump bout out result"
    assert " ".join(record) == keys
    assert record["bout"] == {"attacker": 0, "defender": 1, "table": [["7c", None]], "taking": False}
