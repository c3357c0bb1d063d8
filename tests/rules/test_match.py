"""Matches: M1-M7, M9, and what LP2, LP18, KG1, KG7, KG8, DK1 and T8 say of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import GAMES
from games.rules.game import BadDeal, Game, Outcome
from games.rules.match import FORMATS, DealResult, Match, NextDeal, default_format, full_params

LP, FL, KG = GAMES["last-player"], GAMES["follow-the-leader"], GAMES["king-george-iii"]
DURAK = GAMES["chukchi-durak"]


def begun(game: type[Game], format: str, seats: int, dealer: int = 0, **params: int) -> Match:
    return Match.start(game, format, params, seats, dealer)


def dealt(match: Match, outcome: Outcome) -> Match:
    """The match after the deal that is next ended in `outcome` (deal seats)."""
    following = match.next_deal()
    assert following is not None
    seats = following.seats
    return match.add(DealResult(seats, seats.index(following.dealer), outcome, following.playoff))


def points(match: Match, *deals: list[int]) -> Match:
    """Deals of Last Player: the penalty points of those dealt in; the least of them has won."""
    for penalties in deals:
        winner = penalties.index(min(penalties))
        match = dealt(match, Outcome("won", tuple(penalties), winners=(winner,)))
    return match


def lost(match: Match, loser: int) -> Match:
    """A deal lost by the table seat `loser`."""
    following = match.next_deal()
    assert following is not None
    penalties = tuple(int(seat == loser) for seat in following.seats)
    return dealt(match, Outcome("fool", penalties, losers=(following.seats.index(loser),)))


def won(match: Match, *winners: int, left: int = 2) -> Match:
    """A deal of King George won by the table seats `winners`, the others with `left` cards."""
    following = match.next_deal()
    assert following is not None
    deal_seats = tuple(following.seats.index(winner) for winner in winners)
    penalties = tuple(0 if seat in winners else left for seat in following.seats)
    return dealt(match, Outcome("won" if len(winners) == 1 else "tie", penalties, winners=deal_seats))


# -- M1, M5: formats and their settings ------------------------------------------------------------
@pytest.mark.parametrize(
    ("slug", "format", "params"),
    [
        ("last-player", "elimination", {"limit": 100}),
        ("king-george-iii", "first_to", {"count": 3}),
        ("chukchi-durak", "first_to", {"count": 3}),
        ("arithmetic-durak", "first_to", {"count": 3}),
        ("follow-the-leader", "first_to", {"count": 1}),
    ],
)
def test_m5_defaults(slug: str, format: str, params: dict[str, int]) -> None:
    assert default_format(GAMES[slug]) == format
    assert full_params(GAMES[slug], format, {}) == params


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("format", FORMATS)
def test_m5_any_game_may_be_played_under_any_format(slug: str, format: str) -> None:
    match = Match.start(GAMES[slug], format, {}, 4, 3)
    assert match.next_deal() == NextDeal((0, 1, 2, 3), 3, None, False)
    assert (match.over, match.totals, match.places) == (False, (0,) * 4, [1] * 4)


@pytest.mark.parametrize(
    ("format", "params"),
    [
        ("elimination", {"count": 3}),
        ("elimination", {"limit": 0}),
        ("first_to", {"count": True}),
        ("deals", {"count": "4"}),
        ("ladder", {}),
    ],
)
def test_m5_refuses_other_settings(format: str, params: dict[str, Any]) -> None:
    with pytest.raises(BadDeal):
        Match.start(LP, format, params, 3, 0)


@pytest.mark.parametrize(
    ("seats", "dealer", "carried"), [(1, 0, ()), (7, 0, ()), (3, 3, ()), (3, -1, ()), (3, 0, (1,))]
)
def test_m1_refuses_other_tables(seats: int, dealer: int, carried: tuple[int, ...]) -> None:
    with pytest.raises(BadDeal):
        Match.start(LP, "deals", {}, seats, dealer, carried)


def test_m1_ties_share_a_place_and_the_next_is_skipped() -> None:
    assert points(begun(LP, "deals", 4, count=1), [30, 0, 30, 40]).places == [2, 1, 2, 4]


# -- M2, LP18: elimination -------------------------------------------------------------------------
def test_m2_who_reaches_the_limit_is_out_and_the_last_one_left_wins() -> None:
    match = points(begun(LP, "elimination", 3, limit=50), [0, 50, 20])
    assert (match.out, match.still_in, match.over) == ({1: 1}, (0, 2), False)
    assert match.next_deal() == NextDeal((0, 2), 2, None, False)
    match = points(match, [0, 30])
    assert (match.over, match.next_deal(), match.out) == (True, None, {1: 1, 2: 2})
    assert (match.totals, match.places) == ((0, 50, 50), [1, 3, 2])


def test_m2_later_out_is_better_whatever_the_totals() -> None:
    match = points(begun(LP, "elimination", 3, limit=50), [50, 0, 40], [0, 90])
    assert (match.totals, match.places) == ((50, 0, 130), [3, 1, 2])


def test_m2_out_in_the_same_deal_the_lower_total_is_better() -> None:
    match = points(begun(LP, "elimination", 3, limit=50), [0, 60, 55])
    assert match.places == [1, 3, 2]


def test_m2_equal_totals_the_lower_total_before_that_deal() -> None:
    match = points(begun(LP, "elimination", 3, limit=50), [0, 20, 10], [0, 40, 50])
    assert (match.totals, match.places) == ((0, 60, 60), [1, 3, 2])


def test_m2_equal_in_all_share_the_place() -> None:
    assert points(begun(LP, "elimination", 3, limit=50), [0, 60, 60]).places == [1, 2, 2]


def test_m2_standings_of_a_running_match_go_by_total() -> None:
    match = points(begun(LP, "elimination", 4, limit=50), [0, 50, 20, 10])
    assert (match.places, match.over) == ([1, 4, 3, 2], False)


def test_lp18_nobody_left_under_the_limit_the_lowest_total_wins() -> None:
    match = points(begun(LP, "elimination", 3, limit=50), [40, 45, 30])
    match = dealt(match, Outcome("blocked", (20, 10, 25)))
    assert (match.totals, match.out, match.over) == ((60, 55, 55), {0: 2}, False)
    assert match.still_in == (1, 2)


def test_lp18_a_tie_plays_on_among_the_tied_until_one_is_lower() -> None:
    match = dealt(begun(LP, "elimination", 4, limit=50), Outcome("blocked", (60, 55, 55, 55)))
    assert (match.out, match.next_deal()) == ({0: 1}, NextDeal((1, 2, 3), 1, None, False))
    match = points(match, [5, 5, 9])
    assert (match.out, match.still_in, match.over) == ({0: 1, 3: 2}, (1, 2), False)
    match = points(match, [7, 0])
    assert (match.over, match.places, match.totals) == (True, [4, 2, 1, 3], (60, 67, 60, 64))


def test_lp18_the_lowest_of_them_wins_at_once() -> None:
    match = dealt(begun(LP, "elimination", 2, limit=50), Outcome("blocked", (60, 55)))
    assert (match.over, match.places) == (True, [2, 1])


def test_lp18_the_limit_itself_is_not_under_the_limit_and_one_point_decides() -> None:
    match = dealt(begun(LP, "elimination", 3, limit=50), Outcome("blocked", (51, 50, 52)))
    assert (match.over, match.out, match.places) == (True, {0: 1, 2: 1}, [2, 1, 3])


def test_m2_other_games_are_eliminated_too() -> None:
    match = begun(FL, "elimination", 3, limit=1)
    match = lost(lost(match, 2), 0)
    assert (match.over, match.places, match.counts) == (True, [2, 1, 3], (1, 0, 1))


def test_t8_points_carried_count_from_the_start() -> None:
    match = Match.start(LP, "elimination", {"limit": 100}, 3, 2, carried=(90, 95, 10))
    assert match.places == [2, 3, 1]
    match = points(match, [10, 0, 20])
    assert (match.totals, match.out) == ((100, 95, 30), {0: 1})


# -- M3: first to ----------------------------------------------------------------------------------
def test_m3_ends_when_somebody_has_the_wins() -> None:
    match = begun(LP, "first_to", 3, count=2)
    match = points(match, [0, 10, 20], [30, 0, 5])
    assert (match.counts, match.over) == ((1, 1, 0), False)
    match = points(match, [9, 0, 8])
    assert (match.counts, match.over, match.places) == ((1, 2, 0), True, [2, 1, 3])


def test_m3_a_blocked_deal_of_last_player_is_nobody_s_win() -> None:
    match = dealt(begun(LP, "first_to", 2, count=1), Outcome("blocked", (5, 9)))
    assert (match.counts, match.over, match.totals) == ((0, 0), False, (5, 9))


def test_m3_counts_losses_elsewhere_and_fewest_is_best() -> None:
    match = begun(DURAK, "first_to", 3, count=2)
    match = lost(lost(match, 1), 2)
    match = dealt(match, Outcome("draw", (0, 0, 0)))
    assert (match.counts, match.over) == ((0, 1, 1), False)
    match = lost(match, 2)
    assert (match.counts, match.over, match.places) == ((0, 1, 2), True, [1, 2, 3])


def test_m3_equal_counts_go_by_fewest_penalty_points_then_are_shared() -> None:
    match = begun(LP, "first_to", 4, count=1)
    assert points(match, [9, 0, 8, 9]).places == [3, 1, 2, 3]


def test_m3_follow_the_leader_is_over_with_its_first_loss() -> None:
    match = lost(Match.start(FL, "first_to", {}, 3, 0), 1)
    assert (match.over, match.places) == (True, [1, 3, 1])


# -- M4: a number of deals -------------------------------------------------------------------------
def test_m4_fewest_penalty_points_wins_after_the_deals() -> None:
    match = points(begun(LP, "deals", 3, count=2), [0, 40, 10])
    assert match.over is False
    match = points(match, [30, 5, 9])
    assert (match.over, match.totals, match.places) == (True, (30, 45, 19), [2, 3, 1])


def test_m4_equal_points_go_by_most_deals_won_then_are_shared() -> None:
    match = points(begun(LP, "deals", 4, count=3), [0, 20, 10, 10], [0, 5, 10, 10], [30, 5, 10, 10])
    assert (match.totals, match.counts) == ((30, 30, 30, 30), (2, 1, 0, 0))
    assert match.places == [1, 2, 3, 3]


def test_m4_equal_points_go_by_fewest_deals_lost() -> None:
    match = begun(FL, "deals", 2, count=3)
    match = dealt(match, Outcome("fool", (2, 0), losers=(0,)))
    match = dealt(match, Outcome("fool", (0, 1), losers=(1,)))
    match = dealt(match, Outcome("fool", (0, 1), losers=(1,)))
    assert (match.totals, match.places) == ((2, 2), [1, 2])


# -- M6, LP2, KG1, DK1: who deals ------------------------------------------------------------------
@pytest.mark.parametrize("game", [LP, FL, KG])
def test_m6_the_dealer_passes_clockwise(game: type[Game]) -> None:
    match = begun(game, "deals", 3, dealer=1, count=5)
    dealers = []
    for _ in range(4):
        following = match.next_deal()
        assert following is not None
        dealers.append(following.dealer)
        match = dealt(match, Outcome("blocked", (1, 2, 3)))
    assert dealers == [1, 2, 0, 1]


def test_lp2_a_seat_that_is_out_is_skipped() -> None:
    match = points(begun(LP, "elimination", 4, dealer=1, limit=50), [0, 10, 60, 20])
    assert match.next_deal() == NextDeal((0, 1, 3), 3, None, False)


def test_m6_a_dealer_who_goes_out_passes_the_deal_to_the_left() -> None:
    match = points(begun(LP, "elimination", 4, dealer=1, limit=50), [0, 60, 60, 20])
    assert match.next_deal() == NextDeal((0, 3), 3, None, False)


def test_dk1_the_fool_deals_next() -> None:
    match = lost(begun(DURAK, "first_to", 4, dealer=3), 1)
    assert match.next_deal() == NextDeal((0, 1, 2, 3), 1, 1, False)


def test_dk1_after_a_draw_the_dealer_is_left_of_the_last_one_and_there_is_no_fool() -> None:
    match = lost(begun(DURAK, "first_to", 4, dealer=3), 1)
    match = dealt(match, Outcome("draw", (0, 0, 0, 0)))
    assert match.next_deal() == NextDeal((0, 1, 2, 3), 2, None, False)


def test_m6_a_fool_who_is_out_is_skipped() -> None:
    match = lost(begun(DURAK, "elimination", 4, limit=1), 1)
    assert match.next_deal() == NextDeal((0, 2, 3), 2, 2, False)


def test_m6_follow_the_leader_s_loser_is_no_fool() -> None:
    match = lost(begun(FL, "first_to", 3, dealer=2, count=3), 1)
    assert match.next_deal() == NextDeal((0, 1, 2), 0, None, False)


# -- M7, KG7, KG8: play-offs -----------------------------------------------------------------------
def test_m7_several_winners_play_off_one_win_among_themselves() -> None:
    match = won(begun(KG, "first_to", 4, dealer=1, count=1), 0, 3)
    assert (match.counts, match.over) == ((0, 0, 0, 0), False)
    assert match.next_deal() == NextDeal((0, 3), 3, None, True)
    match = won(match, 0)
    assert (match.counts, match.over, match.places[0]) == ((1, 0, 0, 0), True, 1)


def test_m7_a_play_off_decides_the_win_and_changes_nothing_else() -> None:
    match = won(begun(KG, "first_to", 4, dealer=1), 0, 3, left=5)
    after = won(match, 0, left=9)
    assert (match.totals, after.totals) == ((0, 5, 5, 0), (0, 5, 5, 0))
    assert (after.sheet[1].playoff, after.sheet[1].points) == (True, (0, None, None, 0))
    assert after.next_deal() == NextDeal((0, 1, 2, 3), 2, None, False)


def test_kg7_a_play_off_is_repeated_as_needed_each_dealt_by_the_next_of_the_tied() -> None:
    match = won(begun(KG, "first_to", 5, dealer=4), 0, 2, 3)
    assert match.next_deal() == NextDeal((0, 2, 3), 0, None, True)
    match = won(match, 0, 2)
    assert match.next_deal() == NextDeal((0, 2), 2, None, True)
    match = won(match, 0, 2)
    assert match.next_deal() == NextDeal((0, 2), 0, None, True)
    match = won(match, 2)
    assert (match.counts, match.next_deal()) == ((0, 0, 1, 0, 0), NextDeal((0, 1, 2, 3, 4), 0, None, False))


def test_kg8_a_blocked_deal_with_one_winner_is_a_win_with_several_a_play_off() -> None:
    one = dealt(begun(KG, "first_to", 3), Outcome("blocked", (4, 2, 3), winners=(1,)))
    assert (one.counts, one.tied) == ((0, 1, 0), ())
    several = dealt(begun(KG, "first_to", 3), Outcome("blocked", (2, 2, 3), winners=(0, 1)))
    assert (several.counts, several.next_deal()) == ((0, 0, 0), NextDeal((0, 1), 1, None, True))


@pytest.mark.parametrize("format", ["deals", "elimination"])
def test_m7_under_other_formats_all_winners_have_won(format: str) -> None:
    match = won(begun(KG, format, 3), 0, 2)
    assert (match.counts, match.tied) == ((1, 0, 1), ())
    following = match.next_deal()
    assert following is not None
    assert following.playoff is False


# -- M9: leaving -----------------------------------------------------------------------------------
def test_m9_who_leaves_is_placed_behind_all_who_stayed_a_later_leaver_better() -> None:
    match = points(begun(LP, "elimination", 5, limit=50), [0, 0, 60, 10, 20])
    match = match.leave(0).leave(1)
    assert match.next_deal() == NextDeal((3, 4), 3, None, False)
    match = points(match, [0, 40])
    assert (match.over, match.places) == (True, [5, 4, 3, 1, 2])


def test_m9_the_deal_in_progress_counts_for_the_others_alone() -> None:
    match = begun(LP, "first_to", 3, count=1)
    left = match.leave(0)
    after = left.add(DealResult((0, 1, 2), 0, Outcome("won", (0, 7, 9), winners=(0,))))
    assert (after.counts, after.totals, after.over) == ((0, 0, 0), (0, 7, 9), False)
    assert after.sheet[0].points == (None, 7, 9)
    assert after.next_deal() == NextDeal((1, 2), 1, None, False)


def test_m9_one_left_wins() -> None:
    match = points(begun(LP, "first_to", 2), [0, 50]).leave(0)
    assert (match.over, match.places, match.abandoned, match.next_deal()) == (True, [2, 1], False, None)


def test_m9_one_left_wins_though_somebody_out_has_stayed() -> None:
    match = points(begun(LP, "elimination", 3, limit=50), [60, 0, 5]).leave(1)
    assert (match.over, match.places) == (True, [2, 3, 1])


def test_m9_nobody_left_is_abandoned_and_has_no_result() -> None:
    match = begun(LP, "first_to", 2).leave(0, 1)
    assert (match.over, match.abandoned, match.as_json()["places"]) == (True, True, None)


def test_m9_who_is_out_keeps_the_place_when_leaving() -> None:
    match = points(begun(LP, "elimination", 3, limit=50), [60, 0, 5])
    assert match.leave(0) == match
    assert match.leave(1).leave(1) == match.leave(1)


def test_m9_after_the_end_nothing_counts() -> None:
    match = points(begun(LP, "deals", 2, count=1), [0, 5])
    late = DealResult((0, 1), 0, Outcome("won", (9, 0), winners=(1,)))
    assert match.add(late) == match.leave(0) == match


def test_m9_a_dealer_who_left_is_skipped_even_before_the_first_deal() -> None:
    assert begun(LP, "deals", 3, dealer=1).leave(1).next_deal() == NextDeal((0, 2), 2, None, False)


def test_m9_a_fool_who_left_is_skipped() -> None:
    match = lost(begun(DURAK, "first_to", 3), 2).leave(2)
    assert match.next_deal() == NextDeal((0, 1), 0, 0, False)


def test_m9_the_only_tied_seat_that_stayed_has_the_win() -> None:
    match = won(begun(KG, "first_to", 4, dealer=1), 0, 3).leave(3)
    assert (match.counts, match.tied) == ((1, 0, 0, 0), ())
    finished = match.add(DealResult((0, 3), 1, Outcome("won", (0, 4), winners=(0,)), playoff=True))
    assert finished.counts == (1, 0, 0, 0)
    assert finished.next_deal() == NextDeal((0, 1, 2), 2, None, False)


def test_m9_a_play_off_won_by_one_who_left_is_played_again() -> None:
    match = won(begun(KG, "first_to", 4, dealer=1), 0, 2, 3).leave(3)
    after = match.add(DealResult((0, 2, 3), 1, Outcome("won", (4, 4, 0), winners=(2,)), playoff=True))
    assert (after.counts, after.tied) == ((0, 0, 0, 0), (0, 2))
    following = after.next_deal()
    assert following is not None
    assert following.playoff is True


def test_m9_a_tie_with_one_who_left_is_a_win() -> None:
    match = begun(KG, "first_to", 3).leave(2)
    after = match.add(DealResult((0, 1, 2), 0, Outcome("tie", (0, 3, 0), winners=(0, 2))))
    assert (after.counts, after.tied) == ((1, 0, 0), ())


# -- whole matches ---------------------------------------------------------------------------------
@st.composite
def outcomes(draw: st.DrawFn, game: type[Game], seats: int) -> Outcome:
    """Some end of a deal of `game`; somebody has points or wins, so that matches move on."""
    some = draw(st.lists(st.integers(0, seats - 1), min_size=1, max_size=seats - 1, unique=True))
    if game.counts == "losses":
        return Outcome("fool", tuple(int(seat == some[0]) for seat in range(seats)), losers=(some[0],))
    winners = tuple(sorted(some if game is KG else some[:1]))
    penalties = tuple(0 if seat in winners else draw(st.integers(1, 60)) for seat in range(seats))
    return Outcome("won" if len(winners) == 1 else "tie", penalties, winners=winners)


@st.composite
def histories(draw: st.DrawFn) -> tuple[Match, list[DealResult | int]]:
    """A match at its start and what happened until it was over: deals, and seats that left."""
    game = draw(st.sampled_from(list(GAMES.values())))
    format = draw(st.sampled_from(list(FORMATS)))
    seats = draw(st.integers(2, 5))
    (name,) = full_params(game, format, {})
    match = start = Match.start(game, format, {name: draw(st.integers(1, 5))}, seats, draw(st.integers(0, seats - 1)))
    happened: list[DealResult | int] = []
    while (following := match.next_deal()) is not None:
        assert len(happened) < 60, "a match goes on without end"
        if draw(st.integers(0, 9)) == 0:
            happened.append(draw(st.sampled_from(match.still_in)))
        outcome = draw(outcomes(game, len(following.seats)))
        if len(happened) > 40 and len(outcome.winners) > 1:  # ties and wins of leavers do not go on for ever
            outcome = Outcome("won", outcome.penalties, winners=outcome.winners[:1])
        dealer = following.seats.index(following.dealer)
        happened.append(DealResult(following.seats, dealer, outcome, following.playoff))
        match = played_through(start, happened)
    return start, happened


def played_through(match: Match, happened: list[DealResult | int]) -> Match:
    for event in happened:
        match = match.leave(event) if isinstance(event, int) else match.add(event)
    return match


@settings(max_examples=150, deadline=None)
@given(histories())
def test_every_match_ends_with_places_that_are_a_ranking(history: tuple[Match, list[DealResult | int]]) -> None:
    start, happened = history
    match = played_through(start, happened)
    assert match.over
    assert not match.abandoned
    places = sorted(match.places)
    assert places[0] == 1
    assert all(
        place in (before, index + 1) for index, (before, place) in enumerate(zip([1, *places], places, strict=False))
    )
    stayed = [match.places[seat] for seat in range(len(places)) if seat not in match.left]
    assert [match.places[seat] for seat in match.left] == list(range(len(places), len(stayed), -1))
    assert max(stayed) <= len(stayed)


@settings(max_examples=100, deadline=None)
@given(histories())
def test_a_match_is_a_fold(history: tuple[Match, list[DealResult | int]]) -> None:
    """Step by step or from the start again, the same; and the sheet explains the totals at every moment."""
    start, happened = history
    match = start
    for count, event in enumerate(happened, 1):
        match = match.leave(event) if isinstance(event, int) else match.add(event)
        assert match == played_through(start, happened[:count])
        for seat, total in enumerate(match.totals):
            assert total == sum(row.points[seat] or 0 for row in match.sheet)
        following = match.next_deal()
        if following is not None:
            assert following.dealer in following.seats
            assert following.fool is None or following.fool in following.seats
            assert set(following.seats) <= set(match.still_in)
    json.dumps(match.as_json())


def test_as_json_is_what_the_table_shows() -> None:
    match = points(begun(LP, "elimination", 3, limit=50), [0, 60, 20], [5, 60])
    assert match.as_json() == {
        "sheet": [
            {"deal": 1, "kind": "won", "playoff": False, "points": [0, 60, 20], "winners": [0], "losers": []},
            {"deal": 2, "kind": "won", "playoff": False, "points": [5, None, 60], "winners": [0], "losers": []},
        ],
        "totals": [5, 60, 80],
        "counts": [2, 0, 0],
        "out": {"1": 1, "2": 2},
        "over": True,
        "places": [1, 3, 2],
    }
