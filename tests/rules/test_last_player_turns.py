"""Last Player: jack, ace and joker, the last card, the end, the default move: LP12-LP20, N4, N7-N9."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules.cards import shuffle
from games.rules.last_player_spots import LAYS

from .helpers import played, with_events
from .last_player_moments import ANY_NATURAL, SPARE, hands, in_run, legal, moment, refuses, run, types


# -- LP12, LP13: jack and ace ----------------------------------------------------------------------
def test_lp12_the_next_player_loses_the_turn() -> None:
    after, events = with_events(moment(["Jh 3h Kc", SPARE, SPARE], top="9h"), "0 play Jh")
    assert after.to_act == 2
    assert events[1:] == [{"type": "skip", "seat": 1, "why": "jack"}]


def test_lp12_with_two_players_its_player_moves_again() -> None:
    assert played(moment(["Jh 3h Kc", SPARE], top="9h"), "0 play Jh").to_act == 0


def test_lp12_that_is_another_turn() -> None:
    """Who keeps one card after the jack has to say so, though the turn comes back (LP15)."""
    after = played(moment(["Jh 3h", SPARE], "9h", "Tc"), "0 play Jh")
    assert hands(after)[0] == "Tc 3h"
    assert hands(played(moment(["Jh 3h", SPARE], "9h", "Tc"), "0 play Jh last"))[0] == "3h"


def test_lp13_the_direction_reverses() -> None:
    after, events = with_events(moment(["Ah 3h Kc", "Ac Ad 9d", SPARE, "As Qs 9c"], top="9h"), "0 play Ah")
    assert (after.to_act, after.record()["direction"]) == (3, -1)
    assert events[1:] == [{"type": "turn_round", "direction": -1}]
    assert played(after, "3 play As").record()["direction"] == 1


def test_lp13_next_is_in_the_present_direction() -> None:
    state = played(moment(["Ah 3h Kc", SPARE, "2c 9c", "Ac Jh 9s 9c"], "9h", "Td"), "0 play Ah")
    assert played(state, "3 play Jh").to_act == 1


def test_lp13_with_two_players_it_does_not() -> None:
    after, events = with_events(moment(["Ah 3h Kc", SPARE], top="9h"), "0 play Ah")
    assert (after.to_act, after.record()["direction"], types(events)) == (1, 1, ["play"])


# -- LP14: joker -----------------------------------------------------------------------------------
def test_lp14_stands_for_any_card_that_would_be_legal() -> None:
    moves = moment(["Xb Kc", SPARE], top="7h").legal_moves()
    faces = {move[11:13] for move in moves if move != "draw"}
    assert faces == {card for card in ANY_NATURAL if card[1] == "h" or card[0] in "478"}


@pytest.mark.parametrize("text", ["play Xb", "play Xb as=9c", "play Xb as=Xr", "play Xb as=7h suit=h", "play Xr as=7c"])
def test_lp14_but_for_no_other(text: str) -> None:
    assert refuses(moment(["Xb Kc", SPARE], top="7h"), text)


def test_lp14_a_joker_as_a_three_may_be_covered_and_as_a_four_starts_a_run() -> None:
    state = moment(["Xb Kc 9s", SPARE], top="7h")
    assert legal(played(state, "0 play Xb as=3h")) == "9s, Kc, stop"
    assert played(state, "0 play Xb as=4c").record()["demand"] == "5c"


# -- LP15: "last card" -----------------------------------------------------------------------------
def test_lp15_who_keeps_one_card_and_does_not_say_so_draws_one_at_once() -> None:
    after, events = with_events(moment(["9c Kc", SPARE], "9h", "Tc"), "0 play 9c")
    assert hands(after)[0] == "Tc Kc"
    assert events[1:] == [{"type": "draw", "seat": 0, "count": 1, "why": "last_card"}]


def test_lp15_who_says_so_does_not() -> None:
    after, events = with_events(moment(["9c Kc", SPARE], "9h", "Tc"), "0 play 9c last")
    assert hands(after)[0] == "Kc"
    assert events == [{"type": "play", "seat": 0, "card": "9c", "last": True}]


@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ("0 play 3h, 0 stop", "Tc Kc"),
        ("0 play 3h last, 0 stop", "Kc"),
        ("0 play 3h, 0 stop last", "Kc"),
    ],
)
def test_lp15_a_stop_too(moves: str, left: str) -> None:
    assert hands(played(moment(["3h Kc", SPARE], "9h", "Tc"), moves))[0] == left


@pytest.mark.parametrize(
    ("moves", "left"),
    [("0 play 3h, 0 play 9c", "Tc Kc"), ("0 play 3h last, 0 play 9c", "Kc"), ("0 play 3h, 0 play 9c last", "Kc")],
)
def test_lp15_after_any_move_of_the_turn(moves: str, left: str) -> None:
    assert hands(played(moment(["3h 9c Kc", SPARE], "9h", "Tc"), moves))[0] == left


def test_lp15_before_the_draw_of_lp7() -> None:
    after, events = with_events(moment(["2h Kc", SPARE, SPARE], "9h", "Tc Jc"), "0 play 2h")
    assert hands(after)[:2] == ["Tc Kc", "Jc 2s Ks"]
    assert [event.get("why") for event in events] == [None, "last_card", "two", "two"]


def test_lp15_in_a_run_too() -> None:
    assert hands(played(moment(["4h Kc", SPARE], "9h", "Tc"), "0 play 4h"))[0] == "Tc Kc"


def test_lp15_not_in_a_turn_without_a_card_played() -> None:
    passed = played(moment(["Kc", SPARE], "9h", "Tc", draw_when_stuck=False), "0 pass")
    assert hands(passed)[0] == "Kc"


def test_lp15_a_call_counts_for_its_turn_only() -> None:
    state = played(moment(["9c 9s Kc", "9d Ks Kd"], "9h", "Tc"), "0 play 9c last, 1 play 9d")
    assert hands(played(state, "0 play 9s"))[0] == "Tc Kc"


@pytest.mark.parametrize("move", ["play 9c last", "draw last"])
def test_lp15_saying_it_otherwise_is_allowed_and_has_no_effect(move: str) -> None:
    state = moment(["9c Kc 2d 5d", SPARE], "9h", "Tc", voluntary_draw=True)
    with_call, without = played(state, f"0 {move}"), played(state, f"0 {move.removesuffix(' last')}")
    assert with_call == without


@pytest.mark.parametrize("text", ["last", "play 9c last last", "play 9c  last", "play 9c Last", "last play 9c"])
def test_lp15_is_written_once_after_the_move(text: str) -> None:
    assert refuses(moment(["9c Kc 2d", SPARE], top="9h"), text)


# -- LP16, LP17: the end ---------------------------------------------------------------------------
def test_lp16_the_deal_ends_as_soon_as_a_player_has_no_cards() -> None:
    after, events = with_events(moment(["9c", "8c Ks 2d", "Xb Ad Ts"], top="9h"), "0 play 9c")
    assert (after.to_act, after.legal_moves(), after.record()["out"]) == (None, [], [0])
    assert after.record()["result"] == {"kind": "won", "winners": [0], "losers": [], "penalties": [0, 37, 65]}
    assert types(events) == ["play", "out", "over"]
    assert refuses(after, "draw") == "The deal is over."


@pytest.mark.parametrize("card", ["2h", "3h", "4h", "Jh", "Ah"])
def test_lp16_the_last_card_has_no_effect(card: str) -> None:
    after, events = with_events(moment([card, SPARE, SPARE], "9h", "Tc"), f"0 play {card}")
    record = after.record()
    assert (hands(after)[1], record["direction"], record["demand"]) == ("2s Ks", 1, None)
    assert types(events) == ["play", "out", "over"]
    assert not after.view(0)["cover"]


@pytest.mark.parametrize(("hand", "move", "suit"), [("8c", "8c suit=s", "c"), ("Xr", "Xr as=8d suit=s", "d")])
def test_lp16_the_last_eight_names_no_suit(hand: str, move: str, suit: str) -> None:
    after, events = with_events(moment([hand, SPARE], top="9h"), f"0 play {move}")
    assert after.record()["suit"] == suit
    assert "suit" not in events[0]


def test_lp16_a_cover_may_be_the_last_card() -> None:
    after = played(moment(["3h Kc", SPARE], "9h", "Tc"), "0 play 3h, 0 play Kc")
    assert after.record()["out"] == [0]


def test_lp16_an_answer_to_a_run_may_be_the_last_card() -> None:
    after = played(in_run("9h", "Th", SPARE), "0 play Th")
    assert (after.record()["out"], after.record()["demand"]) == ([0], None)


@pytest.mark.parametrize(
    ("hand", "points"),
    [("2c 3c 4c 5c 6c 7c 9c", 36), ("Tc Jc Qc Kc", 40), ("Ac", 15), ("8c", 25), ("Xb", 40), ("Xb Xr", 80)],
)
def test_lp17_penalty_points(hand: str, points: int) -> None:
    after = played(moment(["9d", hand], top="9h"), "0 play 9d")
    assert after.record()["result"]["penalties"] == [0, points]


# -- LP19, N4: stock out ---------------------------------------------------------------------------
def test_lp19_the_pile_is_recycled_when_a_card_must_be_drawn_and_not_before() -> None:
    state = moment(["Kc As", "Qc Ts", SPARE], top="9h", stock="2d", under="5c, Xr as=2h, 7d")
    after, events = with_events(state, "0 draw")
    assert (len(after.stock), after.record()["discard_count"], types(events)) == (0, 4, ["draw"])
    after, events = with_events(after, "1 draw")
    assert events[0] == {"type": "recycle", "count": 3}
    assert (hands(after)[1], after.stock) == ("5c Qc Ts", ("Xr", "7d"))
    assert (after.record()["discard"], after.record()["discard_count"]) == ("9h", 1)


def test_n4_with_a_seed_the_recycled_cards_are_shuffled_by_its_number() -> None:
    state = replace(moment(["Kc As", "Qc Ts"], top="9h", under="5c, 6c, 7d"), seed="x")
    first = played(state, "0 draw")
    assert first.recycled == 1
    assert first.stock == shuffle(("5c", "6c", "7d"), "x", 1)[1:]


def test_lp19_nothing_under_the_top_card_is_no_recycling() -> None:
    after, events = with_events(moment(["Kc As", "Qc Ts"], top="9h"), "0 draw")
    assert (after.recycled, hands(after)[0]) == (0, "Kc As")
    assert events == [{"type": "draw", "seat": 0, "count": 0, "why": "stuck"}]


def test_lp19_a_draw_of_several_goes_on_after_recycling_and_may_fall_short() -> None:
    state = in_run("Jh", "Kc As", SPARE, SPARE, stock="2d")
    state = replace(state, pile=(*(LAYS[f"play {card}"] for card in ("5c", "6c")), *state.pile))
    after, events = with_events(state, "0 draw")
    assert hands(after)[0] == "5c 6c Kc 2d As"
    assert types(events) == ["recycle", "draw", "skip", "run_over"]
    assert events[1]["count"] == 3


def test_lp19_the_draw_of_lp15_recycles_before_that_of_lp7() -> None:
    state = moment(["2h Kc", SPARE, SPARE], "9h", under="5c")
    after, events = with_events(state, "0 play 2h")
    assert types(events) == ["play", "recycle", "draw", "draw", "skip"]
    assert hands(after)[:2] == ["5c Kc", "9h 2s Ks"]


# -- LP20, N8: blocked and max_moves ---------------------------------------------------------------
def test_lp20_blocked_when_everybody_passes_in_a_row() -> None:
    state = moment(["Kc As", "Qc Ts", "Tc 8h"], top="9d", stock="2h", draw_when_stuck=False)
    after = played(state, "0 pass, 1 pass")
    assert after.to_act == 2
    after, events = with_events(after, "2 pass")
    assert after.record()["result"] == {"kind": "blocked", "winners": [], "losers": [], "penalties": [25, 20, 35]}
    assert (after.record()["out"], types(events)) == ([], ["pass", "over"])


def test_lp20_a_draw_that_drew_nothing_counts_and_one_that_drew_does_not() -> None:
    state = moment(["Kc As", "Qc Ts"], top="9d", stock="Jc")
    after = played(state, "0 draw, 1 draw")
    assert after.to_act == 0
    assert played(after, "0 draw").record()["result"]["kind"] == "blocked"


def test_lp20_a_card_between_breaks_the_row() -> None:
    state = moment(["Kc As 2s", "Qc Td", "Tc 8h"], top="9d", draw_when_stuck=False)
    assert played(state, "0 pass, 1 play Td last, 2 play Tc last, 0 play Kc, 1 play Qc").record()["out"] == [1]
    assert played(state, "0 pass, 1 play Td last, 2 play Tc last").idle == 0


def test_lp20_a_run_nobody_can_draw_for_counts() -> None:
    state = played(run("Kc Kd", "Qc Qd"), "1 draw")
    assert (state.idle, state.to_act) == (0, 2)
    assert played(in_run("Jh", "Kc As", "2c 3c"), "0 draw").idle == 1


def test_n8_at_max_moves_the_deal_is_blocked() -> None:
    state = moment(["9c Kc As", "9s Qc Ts"], top="9h", max_moves=2)
    after = played(state, "0 play 9c, 1 play 9s")
    assert after.record()["result"] == {"kind": "blocked", "winners": [], "losers": [], "penalties": [25, 20]}


def test_n8_the_last_allowed_move_keeps_its_own_result_and_its_effects() -> None:
    assert played(moment(["9c", SPARE], top="9h", max_moves=1), "0 play 9c").record()["result"]["kind"] == "won"
    after = played(moment(["2h Kc", SPARE], "9h", "Tc Jc", max_moves=1), "0 play 2h")
    assert hands(after) == ["Tc Kc", "Jc 2s Ks"]
    assert (after.to_act, after.record()["demand"]) == (None, None)


def test_n8_a_run_or_a_three_at_max_moves_leaves_nothing_open() -> None:
    for card in ("4h", "3h"):
        after = played(moment([f"{card} Kc Kd", SPARE], "9h", max_moves=1), f"0 play {card}")
        assert (after.record()["demand"], after.view(0)["cover"], after.legal_moves()) == (None, False, [])


# -- N9: the default move --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("hand", "top", "move"),
    [
        ("Kc As 9c", "9h", "play 9c"),  # the only one
        ("2h 9c Ah Kd", "9h", "play Ah"),  # the dearest
        ("8c 2h Ah", "9h", "play 8c suit=c"),  # an eight names its own suit
        ("Kh Th Qh 2c", "9h", "play Th"),  # equals by the order of a shown hand
        ("Jd Jc 2c", "Jh", "play Jc"),
        ("Xr 9c 2c", "9h", "play 9c"),  # no joker
        ("Xr Kc 2c", "9h", "draw"),
        ("9c Kc", "9h", "play 9c last"),  # the call is made
        ("9c", "9h", "play 9c"),
        ("Kc", "9h", "draw"),
    ],
)
def test_n9_default_move(hand: str, top: str, move: str) -> None:
    assert moment([hand, SPARE], top=top).default_move() == move


def test_n9_pass_stop_draw() -> None:
    assert moment(["Kc As", SPARE], top="9h", draw_when_stuck=False).default_move() == "pass"
    assert moment(["9c As Kc", SPARE], top="9h", voluntary_draw=True).default_move() == "draw"
    assert played(moment(["3h As Kc", SPARE], top="9h"), "0 play 3h").default_move() == "stop"
    assert played(moment(["3h As", SPARE], top="9h"), "0 play 3h").default_move() == "stop last"
    assert run("Kc Kd").default_move() == "draw"


def test_n9_a_joker_only_if_nothing_else_is_legal_by_the_first_of_its_moves() -> None:
    assert moment(["Xb Xr", SPARE]).default_move() == "play Xb as=2c last"
    assert moment(["Xb Xr Kc", SPARE]).default_move() == "play Kc"


def test_n9_in_a_run_the_eight_is_plain() -> None:
    assert in_run("7h", "8h Kc Kd", SPARE).default_move() == "play 8h"


# -- N7: what is shown -----------------------------------------------------------------------------
def test_n7_the_view_shows_the_last_five_cards_of_the_pile() -> None:
    view = moment(["Kc As", SPARE], top="Xr as=9h", under="2c, 3c, 4c, 5c, 6c").view(1)
    assert view["pile"] == [["3c", None], ["4c", None], ["5c", None], ["6c", None], ["Xr", "9h"]]
    assert (view["discard"], view["as"], view["suit"], view["discard_count"]) == ("Xr", "9h", "h", 6)
    assert (view["hand"], view["legal"]) == (["2s", "Ks"], [])


def test_refusals_say_why() -> None:
    state = moment(["Kc As 9c Xr", SPARE], top="9h")
    assert refuses(state, "play Kd") == "You do not hold Kd."
    assert refuses(state, "play Kc") == "Kc does not follow: play the rank or the suit of 9h."
    assert refuses(state, "play 9c suit=c") == "Only an eight names a suit, and only clubs, diamonds, hearts or spades."
    assert refuses(state, "play Xr") == "Say which card the joker stands for."
    assert refuses(state, "stop") == "Only who may cover a three can stop."
    assert refuses(state, "take") == "“take” is not a move of this game."
    assert refuses(run("Kc Kd"), "play Kc") == "The run demands 5h."
    assert refuses(in_run("5h", "Kc Kd", SPARE), "play Kc") == "The run demands 6h; a four may answer too."
