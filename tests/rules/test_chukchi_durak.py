"""Chukchi Durak: six cards each (CD1), its styles (CD2), transfer (DK-T)."""

from __future__ import annotations

from typing import Any

from games.rules.chukchi_durak import ChukchiDurak

from .durak_helpers import late, refused, three
from .helpers import played, stacked, with_events

# -- DK-T: transfer --------------------------------------------------------------------------------

FOUR = ["7c 8c 9c Tc Jc Ah", "7d 8d 9d Td Jd Ac", "7h 8h 9h Th Jh Ad", "Qc Qd Qh Kc Kd Kh"]


def four(**options: Any) -> ChukchiDurak:
    return stacked(ChukchiDurak, FOUR, "6s", fool=1, style="transfer", **options)


def test_dkt_the_attack_falls_on_the_next_player_on_the_left() -> None:
    state, events = with_events(four(), "0 attack 7c, 1 transfer 7d")
    assert events[-1] == {"type": "transfer", "seat": 1, "card": "7d", "to": 2}
    assert (state.to_act, state.view(None)["bout"]["attacker"]) == (2, 1)
    assert state.record()["bout"]["table"] == [["7c", None], ["7d", None]]


def test_dkt_it_may_be_transferred_on() -> None:
    state = played(four(), "0 attack 7c, 1 transfer 7d, 2 transfer 7h")
    assert (state.to_act, state.attacker) == (3, 2)
    assert state.legal_moves() == [
        "beat 7c Kc",
        "beat 7c Qc",
        "beat 7d Kd",
        "beat 7d Qd",
        "beat 7h Kh",
        "beat 7h Qh",
        "take",
    ]


def test_dk6_several_attacking_cards_are_beaten_in_any_order_and_who_transferred_is_asked_first() -> None:
    state = played(four(), "0 attack 7c, 1 transfer 7d, 2 transfer 7h, 3 beat 7h Qh, 3 beat 7c Kc")
    assert state.legal_moves() == ["beat 7d Kd", "beat 7d Qd", "take"]
    state = played(state, "3 beat 7d Qd")
    assert state.to_act == 2
    state = played(state, "2 pass, 0 pass, 1 pass")
    assert (state.to_act, state.view(None)["beaten"]) == (3, 6)


def test_m10_a_defender_with_more_to_beat_goes_on_with_the_turn() -> None:
    state = played(four(), "0 attack 7c, 1 transfer 7d, 2 transfer 7h")
    assert not state.mid_turn
    assert played(state, "3 beat 7h Qh").mid_turn
    assert not played(state, "3 beat 7h Qh, 3 take").mid_turn


def test_dkt_not_after_a_card_is_beaten() -> None:
    state = played(late(["7c 7h", "9c 7d Kd", "Ah Ad 6h"], style="transfer"), "0 attack 7c")
    assert state.legal_moves() == ["beat 7c 9c", "take", "transfer 7d"]
    state = played(state, "1 beat 7c 9c, 0 throw 7h")
    assert state.legal_moves() == ["take"]
    assert refused(state, "transfer 7d") == "You have beaten a card: the attack can no longer be transferred."


def test_dkt_only_the_attacking_rank() -> None:
    state = played(four(), "0 attack 7c")
    assert refused(state, "transfer 8d") == "Only a card of the attacking rank transfers: 8d is not."
    assert refused(state, "transfer 7h") == "You do not hold 7h."


def test_dkt_the_next_player_must_hold_as_many_cards_as_then_attack() -> None:
    state = played(late(["7c 8c", "7d Kd Qd", "Ah"], style="transfer"), "0 attack 7c")
    assert state.legal_moves() == ["take"]
    assert refused(state, "transfer 7d") == "The next player holds too few cards to be given this attack."
    enough = played(late(["7c 8c", "7d Kd Qd", "Ah Ad"], style="transfer"), "0 attack 7c")
    assert enough.legal_moves() == ["take", "transfer 7d"]


def test_dkt_a_hand_that_ran_empty_in_this_bout_blocks_the_transfer_and_is_not_skipped() -> None:
    two = played(late(["7c", "7d Kd Qd"], style="transfer"), "0 attack 7c")
    assert two.legal_moves() == ["take"]
    state = late(["7c", "7d Kd Qd Ad", "7h Kh Qh"], style="transfer")
    state = played(state, "0 attack 7c, 1 transfer 7d")
    assert (state.to_act, state.legal_moves()) == (2, ["take"])


def test_dkt_who_is_out_is_skipped() -> None:
    state = played(late(["7c 8c", "7d Kd", "", "Ah Ad"], style="transfer"), "0 attack 7c, 1 transfer 7d")
    assert state.to_act == 3


def test_dkt_between_two_players_it_comes_back_to_the_attacker() -> None:
    state = played(late(["7c 8c 9d", "7d Kd Qd"], style="transfer"), "0 attack 7c, 1 transfer 7d")
    assert (state.to_act, state.attacker, state.defender) == (0, 1, 0)
    state = played(state, "0 take")
    assert state.to_act == 1
    assert state.record()["hands"][0] == "7c 8c 7d 9d"


def test_dkt_dk7_counts_the_new_defenders_hand() -> None:
    state = played(late(["7c 7s", "7d Kd Qd", "Ac Ad"], style="transfer"), "0 attack 7c, 1 transfer 7d")
    assert state.view(None)["bout"]["room"] == 0
    state = played(state, "2 beat 7c Ac, 2 beat 7d Ad")
    assert state.view(None)["beaten"] == 35 - 7 + 4
    assert state.out == (2,)
    roomy = played(late(["7c 7s", "7d", "Ac Ad Kc Kd Ks"], style="transfer"), "0 attack 7c, 1 transfer 7d")
    assert roomy.view(None)["bout"]["room"] == 3


def test_dkt_bout_limit_counts_transfers() -> None:
    state = played(four(bout_limit=2), "0 attack 7c, 1 transfer 7d")
    assert refused(state, "transfer 7h") == "A bout has at most 2 attacking cards here: no transfer."


def test_dkt_who_transfers_the_last_card_is_not_asked_and_goes_out_after_the_bout() -> None:
    state = played(late(["7c 8c", "7d", "Ac Ad Kc"], style="transfer"), "0 attack 7c, 1 transfer 7d")
    assert state.out == ()
    state = played(state, "2 beat 7c Ac, 2 beat 7d Ad")
    assert state.to_act == 0
    state = played(state, "0 pass")
    assert (state.out, state.to_act) == ((1,), 2)


def test_dkt_after_a_take_those_asked_begin_with_who_transferred() -> None:
    state = played(four(throw_after_take=True), "0 attack 7c, 1 transfer 7d, 2 take")
    assert state.to_act == 1
    state = played(state, "1 pass, 3 pass")
    assert (state.to_act, state.legal_moves()) == (0, ["pass"])
    assert played(state, "0 pass").to_act == 3


def test_dkt_not_in_the_other_styles() -> None:
    for style in ("throw_in", "simple"):
        state = played(stacked(ChukchiDurak, FOUR, "6s", fool=1, style=style), "0 attack 7c")
        assert refused(state, "transfer 7d") == "An attack cannot be transferred in this game."


# -- CD: six cards each, styles --------------------------------------------------------------------


def test_cd1_six_cards_each_the_next_is_shown_and_the_rest_takes_no_part() -> None:
    view = three().view(0)
    assert view["counts"] == [6, 6, 6]
    assert (view["trump"], view["trump_card"], view["aside"], view["stock"]) == ("s", "6s", 18, 18)
    assert three().record()["stock"] == 18


def test_cd1_six_players_36_cards_the_dealers_last_card_is_shown_and_stays_in_hand() -> None:
    deck = ChukchiDurak.deck(ChukchiDurak.full_options({}))
    for dealer in range(6):
        state = ChukchiDurak.deal(6, dealer, deck=deck)
        view = state.view(dealer)
        assert view["trump_card"] == deck[-1] == "As"
        assert "As" in view["hand"]
        assert view["aside"] == 0
        assert state.record()["trump"] == "s"


def test_cd2_simple_a_bout_is_one_card_beaten_or_taken() -> None:
    state = three(style="simple", throw_after_take=True)
    assert state.view(None)["bout"]["room"] == 1
    beaten = played(state, "0 attack 7c, 1 beat 7c Qc")
    assert (beaten.to_act, beaten.view(None)["beaten"]) == (1, 2)
    taken = played(state, "0 attack 8c, 1 take")
    assert (taken.to_act, taken.view(None)["counts"]) == (2, [5, 7, 6])
