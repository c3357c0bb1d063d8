"""Last Player: what may be played and what a card does, LP1-LP11.

LP12-LP20 are in test_last_player_turns; LP2 and LP18 belong to the match.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.game import BadDeal, gate
from games.rules.last_player import LastPlayer

from .helpers import played, stacked, with_events
from .last_player_moments import ANY_NATURAL, SPARE, hands, in_run, legal, moment, refuses, run, types


# -- LP1, LP3: the deal and the opening ------------------------------------------------------------
@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("seats", range(2, 7))
def test_lp1_54_cards_and_hands_of_the_chosen_size(seats: int, size: int) -> None:
    state = LastPlayer.deal(seats, 0, seed="x", options={"hand_size": size})
    assert state.view(None)["counts"] == [size] * seats
    assert len(state.stock) == 54 - size * seats


@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, {}), (7, {}), (True, {}), (2, {"hand_size": 3}), (2, {"hand_size": 9}), (2, {"two_draws": 3}), (2, {"x": 1})],
)
def test_lp1_refuses_other_deals(seats: int, options: dict[str, Any]) -> None:
    with pytest.raises(BadDeal):
        LastPlayer.deal(seats, 0, seed="x", options=options)


def test_lp1_the_hand_is_six_unless_said_otherwise() -> None:
    assert LastPlayer.deal(2, 0, seed="x").view(None)["counts"] == [6, 6]


def test_lp3_left_of_the_dealer_opens_with_any_card() -> None:
    state = stacked(LastPlayer, ["2c 5d 9h Ks", "3c 5h 9s Kc"], dealer=1, hand_size=4)
    assert state.to_act == 0
    assert legal(state) == "2c, 5d, 9h, Ks"
    assert state.record()["suit"] is None


@pytest.mark.parametrize("options", [{}, {"voluntary_draw": True}, {"draw_when_stuck": False}])
def test_lp3_opening_is_compulsory(options: dict[str, Any]) -> None:
    state = moment(["2c 9h", SPARE], **options)
    assert legal(state) == "2c, 9h"
    for word in ("draw", "pass", "stop"):
        assert refuses(state, word) == "You open the deal: play any card."


def test_lp3_the_opening_card_has_all_its_effects() -> None:
    after = played(moment(["2c 9h Tc", SPARE, SPARE], stock="Jc"), "0 play 2c")
    assert (after.to_act, hands(after)[1]) == (2, "Jc 2s Ks")


def test_lp3_a_joker_may_open_as_any_card() -> None:
    state = moment(["Xr 9h", SPARE])
    assert [move for move in state.legal_moves() if "8" not in move[3:]] == [
        "play 9h",
        *(f"play Xr as={card}" for card in ANY_NATURAL if card[0] != "8"),
    ]
    assert len(state.legal_moves()) == 1 + 48 + 16


# -- LP4, LP5: following ---------------------------------------------------------------------------
def test_lp4_same_rank_or_same_suit() -> None:
    assert legal(moment(["9c 9d Th 2h Kc As", SPARE], top="9h")) == "2h, 9c, 9d, Th"


def test_lp4_a_joker_is_followed_as_the_card_that_it_stands_for() -> None:
    assert legal(moment(["9c Td 2h", SPARE], top="Xr as=Th")) == "2h, Td"


def test_lp4_after_an_eight_the_declared_suit() -> None:
    state = moment(["9h Ts 8c 8d", SPARE], top="8h suit=s")
    assert legal(state) == "8c suit=c, 8c suit=d, 8c suit=h, 8c suit=s, " + (
        "8d suit=c, 8d suit=d, 8d suit=h, 8d suit=s, Ts"
    )
    assert "the suit is s" in refuses(state, "play 9h")


@pytest.mark.parametrize(
    ("hand", "compelled"), [("9c Kc", True), ("2h", True), ("8c", False), ("Xr", False), ("Kc", False)]
)
def test_lp5_who_holds_a_natural_card_of_rank_or_suit_must_play(hand: str, compelled: bool) -> None:
    state = moment([f"{hand} As", SPARE], top="9h")
    assert ("draw" in state.legal_moves()) != compelled


def test_lp5_who_must_play_may_play_any_legal_card() -> None:
    assert legal(moment(["2h 8c 4c Xr Kc", SPARE], top="7h")).split(", ")[:6] == [
        "2h",
        "4c",
        "8c suit=c",
        "8c suit=d",
        "8c suit=h",
        "8c suit=s",
    ]


def test_lp5_an_eight_on_an_eight_is_of_its_rank() -> None:
    state = moment(["8c Kd", SPARE], top="8h suit=s")
    assert "draw" not in state.legal_moves()
    assert refuses(state, "draw") == "You hold 8c, which follows: you must play."


def test_lp5_an_off_suit_four_on_a_seven_is_a_permission() -> None:
    assert legal(moment(["4c Ks", SPARE], top="7h")) == "draw, 4c"
    assert legal(moment(["4h Ks", SPARE], top="7s", voluntary_draw=True)) == "draw, 4h, Ks"


def test_lp5_voluntary_draw() -> None:
    state = moment(["9c Ks", SPARE], top="9h", stock="2d", voluntary_draw=True)
    assert legal(state) == "draw, 9c"
    assert hands(played(state, "0 draw"))[0] == "9c 2d Ks"


# -- LP6: nothing to play --------------------------------------------------------------------------
def test_lp6_a_drawn_card_waits_for_a_later_turn() -> None:
    after, events = with_events(moment(["Kc As", SPARE], top="9h", stock="2h 3h"), "0 draw")
    assert (after.to_act, hands(after)[0], len(after.stock)) == (1, "Kc 2h As", 1)
    assert events == [{"type": "draw", "seat": 0, "count": 1, "why": "stuck"}]


def test_lp6_without_drawing_the_move_is_pass() -> None:
    state = moment(["Kc As", SPARE], top="9h", stock="2h", draw_when_stuck=False)
    assert legal(state) == "pass"
    after = played(state, "0 pass")
    assert (after.to_act, hands(after)[0], len(after.stock)) == (1, "Kc As", 1)
    assert refuses(state, "draw") == "Nobody draws for want of a card at this table: pass."


def test_lp6_voluntary_draw_makes_it_draw_again() -> None:
    state = moment(["Kc As", SPARE], top="9h", stock="2h", draw_when_stuck=False, voluntary_draw=True)
    assert legal(state) == "draw"
    assert hands(played(state, "0 draw"))[0] == "Kc 2h As"


def test_lp6_draws_by_lp7_lp9_lp15_always_happen() -> None:
    options = {"draw_when_stuck": False}
    assert hands(played(moment(["2h 3h Kc", SPARE], "9h", "Tc", **options), "0 play 2h"))[1] == "Tc 2s Ks"
    run = played(moment(["4h 3h Kc", SPARE], "9h", "Tc Jc Qc Ac", **options), "0 play 4h")
    assert legal(run) == "draw"
    assert hands(played(run, "1 draw"))[1] == "Tc Jc Qc Ac 2s Ks"
    assert hands(played(moment(["9c Kc", SPARE], "9h", "Tc", **options), "0 play 9c"))[0] == "Tc Kc"


# -- LP7: two --------------------------------------------------------------------------------------
@pytest.mark.parametrize(("two_draws", "hand"), [(1, "Tc 2s Ks"), (2, "Tc Jc 2s Ks")])
def test_lp7_the_next_player_draws_and_loses_the_turn(two_draws: int, hand: str) -> None:
    state = moment(["2h 3h Kc", SPARE, SPARE], "9h", "Tc Jc Qc", two_draws=two_draws)
    after, events = with_events(state, "0 play 2h")
    assert (after.to_act, hands(after)[1]) == (2, hand)
    assert events[1:] == [
        {"type": "draw", "seat": 1, "count": two_draws, "why": "two"},
        {"type": "skip", "seat": 1, "why": "two"},
    ]


def test_lp7_with_two_players_its_player_moves_again() -> None:
    assert played(moment(["2h 3h Kc", SPARE], "9h", "Tc"), "0 play 2h").to_act == 0


def test_lp7_a_joker_as_a_two_has_its_effect() -> None:
    after = played(moment(["Xr 3h Kc", SPARE, SPARE], "9h", "Tc"), "0 play Xr as=2h")
    assert (after.to_act, hands(after)[1]) == (2, "Tc 2s Ks")


# -- LP8: three ------------------------------------------------------------------------------------
def test_lp8_any_one_card_may_cover_a_three() -> None:
    state = played(moment(["3h Kc 9s 8d", SPARE], "9h"), "0 play 3h")
    assert state.to_act == 0
    assert legal(state) == "8d suit=c, 8d suit=d, 8d suit=h, 8d suit=s, 9s, Kc, stop"
    assert [state.view(seat)["cover"] for seat in (0, 1, None)] == [True] * 3
    for word in ("draw", "pass"):
        assert refuses(state, word) == "Cover the three with any card, or stop."


def test_m10_covering_a_three_goes_on_with_the_turn_and_a_jack_begins_another() -> None:
    state = moment(["3h Kc 9s 8d", SPARE], "9h")
    assert not state.mid_turn
    assert played(state, "0 play 3h").mid_turn
    jack = played(moment(["Jh Kc 9s 8d", SPARE], "9h"), "0 play Jh")
    assert (jack.to_act, jack.mid_turn) == (0, False)


def test_lp8_voluntary_draw_is_no_answer_to_the_own_three() -> None:
    state = played(moment(["3h Kc 9s", SPARE], "9h", voluntary_draw=True), "0 play 3h")
    assert legal(state) == "9s, Kc, stop"


def test_lp8_stop_passes_the_turn_and_the_three_is_followed() -> None:
    after, events = with_events(moment(["3h Kc 9s", "3c 2h Kd"], "9h"), "0 play 3h, 0 stop")
    assert (after.to_act, legal(after), after.view(None)["cover"]) == (1, "2h, 3c", False)
    assert events[-1] == {"type": "stop", "seat": 0}


@pytest.mark.parametrize(
    ("cover", "to_act", "extra"),
    [
        ("2s", 2, {}),
        ("Js", 2, {}),
        ("As", 2, {"direction": -1}),
        ("4s", 1, {"demand": "5s"}),
        ("8s suit=d", 1, {"suit": "d"}),
        ("Ks", 1, {"suit": "s"}),
    ],
)
def test_lp8_the_cover_has_its_own_effects(cover: str, to_act: int, extra: dict[str, Any]) -> None:
    state = moment([f"3h {cover[:2]} 9c 9d", "Kc Kd", "Qc Qd"], "9h", "Tc")
    after = played(state, f"0 play 3h, 0 play {cover}")
    assert after.to_act == to_act
    assert {key: after.record()[key] for key in extra} == extra


def test_lp8_a_three_may_be_covered_again_and_a_joker_covers_as_anything() -> None:
    state = played(moment(["3h 3c Xr Kd", SPARE], "9h"), "0 play 3h, 0 play 3c")
    assert state.to_act == 0
    assert len(state.legal_moves()) == 1 + 48 + 16 + 1
    assert played(state, "0 play Xr as=3s").view(0)["cover"]


# -- LP9: the run ----------------------------------------------------------------------------------
def test_lp9_the_next_card_of_the_suit_is_demanded_one_after_another() -> None:
    state = run("5h Kc Kd", "6h Qc Qd")
    assert (legal(state), state.record()["demand"], state.record()["suit"]) == ("5h", "5h", "h")
    state = played(state, "1 play 5h")
    assert (legal(state), state.record()["demand"]) == ("6h", "6h")


def test_lp9_who_holds_the_demanded_card_may_not_draw() -> None:
    state = run("5h Kc", voluntary_draw=True)
    assert legal(state) == "5h"
    assert refuses(state, "draw") == "You hold 5h, which the run demands: you must answer."


def test_lp9_a_joker_may_stand_for_the_demanded_card() -> None:
    state = run("Xb Kc Kd")
    assert legal(state) == "draw, Xb as=5h"
    state = played(state, "1 play Xb as=5h")
    assert (state.record()["demand"], state.record()["as"]) == ("6h", "5h")


@pytest.mark.parametrize(("top", "count"), [("4", 4), ("5", 5), ("9", 9), ("T", 10), ("J", 11), ("Q", 12), ("K", 13)])
def test_lp9_who_cannot_answer_draws_the_value_of_the_top_card(top: str, count: int) -> None:
    stock = " ".join(rank + "s" for rank in "23456789TJQKA")
    after, events = with_events(in_run(f"{top}h", "2c 2d", "3c 3d", "Kc Kd", stock=stock), "0 draw")
    assert after.view(None)["counts"] == [2 + count, 2, 2]
    assert events == [
        {"type": "draw", "seat": 0, "count": count, "why": "run"},
        {"type": "skip", "seat": 0, "why": "run"},
        {"type": "run_over"},
    ]


def test_lp9_a_draw_ends_the_run_and_the_next_follows_the_top_card() -> None:
    state = played(run("Kc Kd", "4c 2h 7d", stock="Ac Ad As Qs Qd"), "1 draw")
    assert (state.to_act, legal(state), state.record()["demand"]) == (2, "2h, 4c", None)


def test_lp9_from_the_four_to_the_ace_which_ends_it_with_nobody_drawing() -> None:
    state = moment(["4h 6h 8h Th Qh Ah 2c", "5h 7h 9h Jh Kh 2d 3d"], "2h")
    state = played(state, ", ".join(f"{place % 2} play {rank}h" for place, rank in enumerate("456789TJQK")))
    assert state.record()["demand"] == "Ah"
    after, events = with_events(state, "0 play Ah last")
    assert types(events) == ["play", "run_over"]
    assert (after.record()["demand"], after.to_act, hands(after)) == (None, 1, ["2c", "2d 3d"])


@pytest.mark.parametrize(("below", "rank"), [("7h", "8"), ("8h", "9"), ("Th", "J"), ("Qh", "K")])
def test_lp9_cards_that_answer_a_run_have_no_effect_of_their_own(below: str, rank: str) -> None:
    after, events = with_events(in_run(below, f"{rank}h 2c 2d", SPARE, SPARE), f"0 play {rank}h")
    assert types(events) == ["play", "run"]
    assert (after.to_act, after.record()["suit"], after.record()["direction"]) == (1, "h", 1)


def test_lp9_an_ace_that_answers_turns_nothing() -> None:
    after, events = with_events(in_run("Kh", "Ah 2c 2d", SPARE, SPARE), "0 play Ah")
    assert types(events) == ["play", "run_over"]
    assert (after.to_act, after.record()["direction"], after.record()["demand"]) == (1, 1, None)


def test_lp9_a_joker_as_the_ace_ends_the_run_too() -> None:
    state = in_run("Kh", "Xr 2c 2d", "Ac 9h 9c")
    assert legal(state) == "draw, Xr as=Ah"
    after = played(state, "0 play Xr as=Ah")
    assert (after.record()["demand"], legal(after)) == (None, "9h, Ac")


def test_lp9_after_the_run_an_eight_that_answered_is_of_its_own_suit() -> None:
    state = played(in_run("7h", "8h 2c 2d", "Kc Kd", "8s 3h 3d"), "0 play 8h")
    state = played(state, "1 draw")
    assert legal(state) == "3h, 8s suit=c, 8s suit=d, 8s suit=h, 8s suit=s"


# -- LP10: fours on five, six, seven ---------------------------------------------------------------
@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_lp10_a_four_of_any_suit_goes_on_five_six_and_seven(rank: str) -> None:
    on_it = "4c" in legal(moment(["4c Ks", SPARE], top=f"{rank}h"))
    assert on_it == (rank in "4567")


def test_lp10_it_starts_a_run() -> None:
    after = played(moment(["4c Ks Kd", SPARE], top="7h"), "0 play 4c")
    assert after.record()["demand"] == "5c"


def test_lp10_in_a_run_a_four_answers_and_starts_a_new_run_in_its_suit() -> None:
    state = in_run("5h", "4c 4h Xr Kd Kc", SPARE)
    assert legal(state) == "draw, 4c, 4h, Xr as=4c, Xr as=4d, Xr as=4h, Xr as=4s, Xr as=6h"
    assert played(state, "0 play 4c").record()["demand"] == "5c"
    assert played(state, "0 play Xr as=4s").record()["demand"] == "5s"


def test_lp10_who_holds_the_demanded_card_may_answer_with_a_four() -> None:
    assert legal(in_run("7h", "8h 4c Kd", SPARE)) == "4c, 8h"


def test_lp10_no_four_on_the_four_of_a_run_nor_from_nine_on() -> None:
    assert legal(run("4c Kc Kd")) == "draw"
    assert legal(in_run("8h", "4c Kc Kd", SPARE)) == "draw"


def test_lp10_counts_for_a_joker_that_stands_for_a_five() -> None:
    assert legal(moment(["4c Ks", SPARE], top="Xr as=5h")) == "draw, 4c"
    state = played(run("Xb Kc Kd", "4s Qc Qd"), "1 play Xb as=5h")
    assert legal(state) == "draw, 4s"


# -- LP11: eight -----------------------------------------------------------------------------------
def test_lp11_an_eight_goes_on_any_card_and_names_the_suit() -> None:
    state = moment(["8c Kd 3d", "9s 9h Kc", SPARE], top="9h")
    assert legal(state) == "draw, 8c suit=c, 8c suit=d, 8c suit=h, 8c suit=s"
    after, events = with_events(state, "0 play 8c suit=s")
    assert events == [{"type": "play", "seat": 0, "card": "8c", "suit": "s"}]
    assert (legal(after), after.record()["suit"]) == ("9s", "s")


@pytest.mark.parametrize("text", ["play 8c", "play 8c suit=c"])
def test_lp11_without_a_suit_its_own(text: str) -> None:
    state = moment(["8c Kd 3d", SPARE], top="9h")
    assert gate(state, text) == "play 8c suit=c"
    assert gate(state, text + " last") == "play 8c suit=c last"


def test_lp11_a_joker_for_an_eight_names_a_suit_too() -> None:
    state = moment(["Xr Kd 3d", "9s 9h Kc"], top="9h")
    assert gate(state, "play Xr as=8d") == "play Xr as=8d suit=d"
    after = played(state, "0 play Xr as=8d suit=s")
    assert (after.record()["as"], after.record()["suit"], legal(after)) == ("8d", "s", "9s")


def test_lp11_after_an_eight_a_joker_stands_for_the_suit_or_an_eight() -> None:
    moves = moment(["Xr Kd", SPARE], top="8h suit=s").legal_moves()
    faces = {move[11:13] for move in moves if move != "draw"}
    assert faces == {card for card in ANY_NATURAL if card[0] == "8" or card[1] == "s"}


def test_lp11_in_a_run_an_eight_is_only_the_demanded_card_and_plain() -> None:
    assert legal(in_run("6h", "8c 8h Kd", SPARE)) == "draw"
    state = in_run("7h", "8c 8h Xr", SPARE)
    assert legal(state) == "8h, Xr as=4c, Xr as=4d, Xr as=4h, Xr as=4s, Xr as=8h"
    assert refuses(state, "play 8h suit=h") == "A card that answers a run names no suit."
    assert refuses(state, "play Xr as=8h suit=h") == "A card that answers a run names no suit."
    assert gate(state, "play 8h last") == "play 8h last"
