"""Tables scored by hand: what may be entered, by whom, and when it counts (T10)."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from games import services
from games.models import Result, Table
from games.services import typed
from games.services.typed import Actor

from .support import person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ann():
    return person("Ann")


@pytest.fixture
def bob():
    return person("Bob")


def opened(ann, *others, game="last-player", format="elimination", params=None, options=None) -> Table:
    return typed.open_typed(ann, game, options or {}, [ann, *others], format, params or {"limit": 50}, True)


def enter(table: Table, actor: Actor, **entry) -> Table:
    table.refresh_from_db()
    return typed.enter_deal(table.slug, actor, table.deal_number + 1, entry)


def outcome(table: Table) -> dict:
    return table.deals.last().outcome


def refused(code: str):
    return pytest.raises(services.Refused, check=lambda refusal: refusal.code == code)


class TestComingLate:
    """Once the result counts its link is public: a name may be taken over, but no say in the result."""

    @pytest.fixture
    def over(self, ann):
        table = opened(ann, "Bob", "Cyd", format="deals", params={"count": 1})
        typed.claim(table.slug, Actor(None, "bobs"), 1)
        enter(table, Actor(ann), points=[0, 5, 9])
        typed.confirm(table.slug, Actor(None, "bobs"), 1)
        return table

    def test_a_name_is_taken_over_and_its_matches_with_it(self, over, bob):
        typed.claim(over.slug, Actor(bob, "new"), 2)
        assert over.seats.get(number=2).user == bob

    def test_but_nothing_is_corrected_or_confirmed_by_it(self, ann, over, bob):
        typed.claim(over.slug, Actor(bob, "new"), 2)
        with refused("not_allowed"):
            typed.correct(over.slug, Actor(bob, "new"), 1, {"points": [9, 5, 0]}, "I won")
        typed.correct(over.slug, Actor(ann), 1, {"points": [0, 5, 8]}, "misread")
        with refused("not_allowed"):
            typed.confirm(over.slug, Actor(bob, "new"), 2)
        typed.confirm(over.slug, Actor(None, "bobs"), 2)  # who sat there may

    def test_nobody_comes_without_an_account(self, over):
        with refused("not_allowed"):
            typed.claim(over.slug, Actor(None, "stranger"), 2)

    def test_whoever_sat_there_and_signs_in_later_still_may(self, over, bob):
        typed.claim(over.slug, Actor(bob, "bobs"), 1)
        typed.correct(over.slug, Actor(bob, "bobs"), 1, {"points": [0, 6, 9]}, "misread")


class TestEntering:
    def test_lp17_cards_left_count_by_themselves(self, ann):
        table = opened(ann, "Bob", "Cyd")
        enter(table, Actor(ann), cards=[[], ["8c", "Xr", "Ah"], ["2d", "Tc", "Ks", "9h"]])
        assert outcome(table) == {"kind": "won", "winners": [0], "losers": [], "penalties": [0, 80, 31]}

    def test_lp20_nobody_out_is_blocked(self, ann):
        table = opened(ann, "Bob")
        enter(table, Actor(ann), points=[5, 7])
        assert outcome(table)["kind"] == "blocked"
        assert outcome(table)["winners"] == []

    def test_a_durak_deal_has_one_fool_or_none(self, ann):
        table = opened(ann, "Bob", game="chukchi-durak", format="first_to", params={"count": 3})
        enter(table, Actor(ann), losers=[1])
        assert outcome(table) == {"kind": "fool", "winners": [], "losers": [1], "penalties": [0, 1]}
        enter(table, Actor(ann))
        assert outcome(table)["kind"] == "draw"
        with refused("bad_message"):
            enter(table, Actor(ann), losers=[0, 1])

    def test_fl6_scoring_by_cards(self, ann):
        options = {"scoring": "cards"}
        table = opened(ann, "Bob", game="follow-the-leader", format="deals", params={"count": 4}, options=options)
        enter(table, Actor(ann), cards=[["5c", "5d", "Kc"], []])
        assert outcome(table) == {"kind": "fool", "winners": [], "losers": [0], "penalties": [3, 0]}

    def test_kg7_a_tie_is_played_off_among_the_tied(self, ann):
        table = opened(ann, "Bob", "Cyd", game="king-george-iii", format="first_to", params={"count": 3})
        enter(table, Actor(ann), points=[0, 0, 4])
        assert outcome(table)["kind"] == "tie"
        following = typed.next_deal(table)
        assert (following.seats, following.playoff) == ((0, 1), True)

    def test_another_game_with_plain_points(self, ann):
        table = opened(ann, "Bob", game="other", format="deals", params={"count": 2})
        enter(table, Actor(ann), points=[12, 7])
        assert outcome(table) == {"kind": "won", "winners": [1], "losers": [], "penalties": [12, 7]}

    @pytest.mark.parametrize(
        "entry",
        [
            {}, {"points": [1]}, {"points": [1, -2]}, {"points": [1, True]}, {"points": [0, 10**9]}, {"points": "ab"},
            {"cards": [["8c"], ["8c", "8c"]]}, {"cards": [["Zz"], []]}, {"cards": [[5], []]}, {"cards": [[[]], []]},
            {"points": [0, 0]}, {"points": [3, 4], "winners": [0]}, {"points": [0, 4], "winners": [7]},
            {"points": [0, 4], "winners": "0"},
        ],
    )  # fmt: skip
    def test_what_cannot_be_a_score_is_refused(self, ann, entry):
        table = opened(ann, "Bob")
        with refused("bad_message"):
            enter(table, Actor(ann), **entry)
        assert not table.deals.exists()

    def test_sent_twice_it_counts_once_and_an_old_page_is_stale(self, ann):
        table = opened(ann, "Bob")
        for _ in range(2):
            typed.enter_deal(table.slug, Actor(ann), 1, {"points": [0, 7]}, key="abc")
        assert table.deals.count() == 1
        with refused("stale"):
            typed.enter_deal(table.slug, Actor(ann), 1, {"points": [0, 9]}, key="def")

    def test_the_last_deal_can_be_taken_back(self, ann):
        table = opened(ann, "Bob")
        enter(table, Actor(ann), points=[0, 7])
        typed.undo_deal(table.slug, Actor(ann), 1)
        with refused("stale"):
            typed.undo_deal(table.slug, Actor(ann), 1)
        enter(table, Actor(ann), points=[9, 0])
        assert outcome(table)["penalties"] == [9, 0]

    def test_who_is_out_is_not_dealt_in_and_the_dealer_passes(self, ann):
        table = opened(ann, "Bob", "Cyd")
        enter(table, Actor(ann), points=[0, 60, 7])
        following = typed.next_deal(table)
        assert (following.seats, following.dealer) == ((0, 2), 2)


class TestWho:
    def test_a_stranger_may_not_write_and_a_device_claims_one_seat(self, ann):
        table = opened(ann, "Bob", "Cyd")
        phone = Actor(device="phone")
        with refused("not_allowed"):
            enter(table, phone, points=[0, 5, 5])
        typed.claim(table.slug, phone, 1)
        typed.claim(table.slug, phone, 2)
        assert typed.seat_of(table, phone) == 2
        assert table.claims.count() == 1
        enter(table, phone, points=[0, 5, 5])

    def test_a_seat_with_an_account_is_its_own(self, ann):
        table = opened(ann, "Bob")
        with refused("not_allowed"):
            typed.claim(table.slug, Actor(device="phone"), 0)

    def test_where_accounts_are_wanted_an_unknown_device_may_not_write(self, ann, bob):
        table = typed.open_typed(
            ann, "last-player", {}, [ann, "Bob"], "deals", {"count": 2}, True, accounts_only=True
        )  # fmt: skip
        with refused("not_allowed"):
            typed.claim(table.slug, Actor(device="phone"), 1)
        typed.claim(table.slug, Actor(bob, "phone"), 1)

    def test_a_plain_name_is_claimed_by_an_account_later(self, ann, bob):
        table = opened(ann, "Robert")
        typed.claim(table.slug, Actor(bob, "phone"), 1)
        seat = table.seats.get(number=1)
        assert (seat.user, seat.name) == (bob, "Bob")

    def test_nobody_sits_twice(self, ann):
        with refused("bad_message"):
            opened(ann, ann)


class TestResult:
    @pytest.fixture
    def over(self, ann, bob):
        table = opened(ann, bob)
        enter(table, Actor(ann, "a"), points=[0, 60])
        return table

    def test_t10_it_counts_once_another_player_confirms(self, over, ann, bob):
        version = typed.waiting(over).version
        with refused("not_allowed"):
            typed.confirm(over.slug, Actor(ann, "b"), version)
        with refused("not_allowed"):
            typed.confirm(over.slug, Actor(bob, "a"), version)
        with refused("not_allowed"):
            typed.confirm(over.slug, Actor(person("Eve"), "e"), version)
        typed.confirm(over.slug, Actor(bob, "b"), version)
        services.tally(over.pk)
        over.refresh_from_db()
        assert over.state == "finished"
        assert over.tallied_at
        assert [row.place for row in Result.objects.get(state="confirmed").rows.all()] == [1, 2]

    def test_t10_taking_a_deal_back_takes_the_result_back(self, over, ann, bob):
        version = typed.waiting(over).version
        typed.undo_deal(over.slug, Actor(ann), 1)
        assert typed.waiting(over) is None
        with refused("stale"):
            typed.confirm(over.slug, Actor(bob, "b"), version)

    def test_t10_a_correction_is_a_new_version_with_a_reason(self, over, ann, bob):
        typed.confirm(over.slug, Actor(bob, "b"), 1)
        services.tally(over.pk)
        with refused("bad_message"):
            typed.correct(over.slug, Actor(bob, "b"), 1, {"points": [70, 0]}, " ")
        typed.correct(over.slug, Actor(bob, "b"), 1, {"points": [70, 0]}, "the wrong way round")
        assert Result.objects.get(state="confirmed").version == 1
        typed.confirm(over.slug, Actor(ann, "a"), 2)
        services.tally(over.pk)
        assert [(r.version, r.state, r.reason) for r in over.results.all()] == [
            (1, "superseded", ""), (2, "confirmed", "the wrong way round"),
        ]  # fmt: skip
        assert [row.place for row in Result.objects.get(state="confirmed").rows.all()] == [2, 1]

    def test_t10_the_database_allows_one_confirmed_result(self, over, ann, bob):
        typed.confirm(over.slug, Actor(bob, "b"), 1)
        with pytest.raises(IntegrityError), transaction.atomic():
            Result.objects.create(table=over, version=9, source="typed", state="confirmed", at=over.created_at)

    def test_an_evening_may_end_early(self, ann, bob):
        table = opened(ann, bob, params={"limit": 1000})
        with refused("not_now"):
            typed.finish(table.slug, Actor(ann, "a"))
        enter(table, Actor(ann, "a"), points=[0, 6])
        typed.finish(table.slug, Actor(ann, "a"))
        typed.confirm(table.slug, Actor(bob, "b"), 1)
        assert [row.place for row in table.results.get().rows.all()] == [1, 2]

    def test_a_live_table_takes_no_typed_scores(self, ann):
        from .support import open_table

        table = open_table(ann)
        with refused("not_now"):
            enter(table, Actor(ann), points=[0, 1])
