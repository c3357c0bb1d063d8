"""What a match does to ratings: Plackett-Luce, ties, leaving, bots; records and scores."""

from __future__ import annotations

import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from accounts.ratings import MEASURES, MOST, START, Line, Rating, Record, expected_places, rate, score, win_chances

ratings_of = st.builds(Rating, st.floats(-20, 70), st.floats(0.5, 9))
tables = st.lists(ratings_of, min_size=2, max_size=6)


def rated(before: list[Rating], places: list[int]) -> list[Rating]:
    after = rate(range(len(before)), places, dict(enumerate(before)))
    return [after[seat] for seat in range(len(before))]


class TestRate:
    def test_two_players_come_out_as_openskill_says(self):
        model = PlackettLuce(gamma=lambda *_: 1.0)
        [[one], [two]] = model.rate([[model.rating(30, 4)], [model.rating(22, 7)]], ranks=[2, 1])
        assert rated([Rating(30, 4), Rating(22, 7)], [2, 1]) == [Rating(one.mu, one.sigma), Rating(two.mu, two.sigma)]

    @pytest.mark.parametrize("seats", range(2, 7))
    def test_newcomers_rise_and_fall_by_place(self, seats):
        after = rated([START] * seats, list(range(1, seats + 1)))
        assert after[0].mu > START.mu > after[-1].mu
        assert all(one.mu > other.mu for one, other in itertools.pairwise(after))

    @pytest.mark.parametrize("places", [[1, 1], [1, 2, 2], [1, 1, 1, 4], [1, 2, 2, 2, 5, 5]])
    def test_equals_who_tie_stay_equal(self, places):
        after = rated([START] * len(places), places)
        for (one, place), (other, same) in itertools.combinations(zip(after, places, strict=True), 2):
            assert (one.mu == pytest.approx(other.mu)) == (place == same)

    def test_a_tie_of_all_equals_changes_nothing_but_the_doubt(self):
        for after in rated([START] * 4, [1, 1, 1, 1]):
            assert after.mu == pytest.approx(START.mu)
            assert after.sigma < START.sigma

    @given(tables, st.randoms(use_true_random=False))
    def test_every_match_leaves_less_doubt_but_for_what_time_adds(self, before, random: Random):
        places = sorted(random.choices(range(1, len(before) + 1), k=len(before)))
        for old, new in zip(before, rated(before, places), strict=True):
            assert 0 < new.sigma <= (old.sigma**2 + (25 / 300) ** 2) ** 0.5 * 1.000001

    @given(tables)
    def test_the_order_of_the_seats_does_not_matter(self, before):
        places = list(range(1, len(before) + 1))
        there = rated(before, places)
        back = rated(before[::-1], places[::-1])[::-1]
        for one, other in zip(there, back, strict=True):
            assert (one.mu, one.sigma) == (pytest.approx(other.mu), pytest.approx(other.sigma))

    def test_beating_the_stronger_brings_more(self):
        over_weak, _ = rated([START, Rating(15, 3)], [1, 2])
        over_strong, _ = rated([START, Rating(35, 3)], [1, 2])
        assert over_strong.mu > over_weak.mu

    def test_somebody_without_an_account_counts_as_a_newcomer_and_is_not_rated(self):
        after = rate(["ann", None], [1, 2], {})
        assert after == {"ann": rate(["ann", "new"], [1, 2], {})["ann"]}

    def test_a_bot_on_two_seats_takes_both_changes(self):
        both = rate(["bot", "bot", "ann"], [1, 2, 3], {})
        first, second, ann = rated([START] * 3, [1, 2, 3])
        assert both["ann"] == ann
        assert both["bot"].mu == pytest.approx(START.mu + (first.mu - START.mu) + (second.mu - START.mu))
        assert both["bot"].sigma == pytest.approx(first.sigma * second.sigma / START.sigma)


class TestShown:
    def test_a_newcomer(self):
        assert (START.shown, START.off_by, START.settled) == (1500, 500, False)

    @pytest.mark.parametrize("seats", [2, 4, 6])
    def test_it_settles_within_twenty_matches(self, seats):
        random, ratings = Random(1), [START] * seats
        settled = None
        for number in range(1, 21):
            ratings = rated(ratings, random.sample(range(1, seats + 1), seats))
            if settled is None and all(rating.settled for rating in ratings):
                settled = number
        assert settled
        assert settled >= 8


class TestExpected:
    @given(tables)
    def test_places_add_up_and_chances_too(self, before):
        seats = len(before)
        assert sum(expected_places(before)) == pytest.approx(seats * (seats + 1) / 2)
        assert sum(win_chances(before)) == pytest.approx(1)

    @given(tables)
    def test_the_stronger_is_expected_ahead(self, before):
        by_strength = sorted(before, key=lambda rating: rating.mu)
        assert expected_places(by_strength) == sorted(expected_places(by_strength), reverse=True)
        assert win_chances(by_strength) == sorted(win_chances(by_strength))


def record(*won: bool, points: int = 10, deals: int = 2, fools: int = 0, rating: Rating = START) -> Record:
    found = Record()
    for each in won:
        found = found.add(Line(each, points, deals, fools, rating))
    return found


class TestRecord:
    def test_streaks(self):
        found = record(True, True, False, True, True, True, False, True)
        assert (found.matches, found.won, found.streak, found.longest) == (8, 6, 1, 3)

    def test_sums(self):
        found = record(True, False, True, points=7, deals=3, fools=1)
        assert (found.points, found.deals, found.fools) == (21, 9, 3)

    def test_the_rating_is_the_last(self):
        assert record(True).add(Line(False, 0, 1, 0, Rating(31.5, 2.0))).rating == Rating(31.5, 2.0)


class TestScore:
    def test_nobody_without_a_match_is_on_a_board(self):
        assert [score(measure, Record()) for measure in MEASURES] == [None] * 6

    def test_a_settled_rating_is_before_every_provisional_one(self):
        weak, strong = Rating(2, 4.9), Rating(60, 5.1)
        assert score("rating", record(True, rating=weak)) > score("rating", record(True, rating=strong))
        assert score("rating", record(True, rating=Rating(30, 2))) > score("rating", record(True, rating=Rating(29, 1)))

    def test_a_share_counts_from_ten_matches_on(self):
        assert score("share", record(*[True] * 9)) is None
        better, worse = record(*[True] * 9, False), record(*[True] * 8, False, False)
        assert score("share", better) > score("share", worse)

    def test_the_fewer_points_a_deal_the_better(self):
        assert score("points", record(True, deals=9)) is None
        assert score("points", record(True, deals=10, points=11)) > score("points", record(True, deals=10, points=12))

    @given(st.builds(Record, *[st.integers(10, 10**7)] * 7, st.floats(-1e4, 1e4), st.floats(0.1, 9)))
    def test_every_score_can_be_counted(self, found):
        for measure in MEASURES:
            assert 0 <= score(measure, found) <= MOST
