"""Counting: whatever happens in whichever order comes to the same, to the last bit, as counting all anew."""

from __future__ import annotations

from random import Random

import pytest
from django.core.management import call_command

from accounts.models import Due, Played, Player, Pool, Standing, Together, User
from accounts.ratings import START
from accounts.services import counting, take_along
from games import services
from games.models import Seat, Table
from games.signals import match_finished
from tests.games.support import open_table
from tests.played import play_well

from .results import confirm, count, declare_void, everything, finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db) -> list[User]:
    return [User.objects.create_user(name, display_name=name) for name in ("ann", "bob", "cyd", "dan", "eva", "fay")]


def anew() -> dict:
    call_command("recompute_ratings", verbosity=0)
    return everything()


def rating(user: User, **pool) -> Standing:
    return Standing.objects.get(player__user=user, period="all", **pool)


class TestOneMatch:
    def test_each_seat_gets_a_line_that_says_what_it_changed(self, people):
        ann, bob, *_ = people
        table = finished([ann, "bot:easy", "Uncle Joe", bob], [2, 1, 4, 3], points=[30, 0, 50, 40])
        count()
        lines = {line.seat: line for line in Played.objects.filter(table=table)}
        assert lines.keys() == {0, 1, 3}  # a name without an account is not rated
        first = lines[0]
        assert (first.player.user, first.place, first.seats, first.points, first.deals) == (ann, 2, 4, 30, 2)
        assert (first.mu_before, first.sigma_before, first.expected) == (START.mu, START.sigma, 2.5)
        assert lines[1].player.bot == "easy"
        assert lines[1].mu > first.mu > lines[3].mu

    def test_records_of_all_periods(self, people):
        ann, bob, *_ = people
        finished([ann, bob], [1, 2])
        count()
        rows = Standing.objects.filter(player__user=ann)
        assert {row.period for row in rows} == {"all", "2026", "2026-05", "2026-W22"}
        assert {(row.matches, row.won, row.longest) for row in rows} == {(1, 1, 1)}

    def test_who_left_is_last(self, people):
        table = finished(people[:3], [1, 3, 2])
        confirm(table, [1, 3, 2], left=[1])
        count()
        assert Played.objects.get(table=table, left=True).place == 3
        assert rating(people[1]).mu < rating(people[2]).mu

    def test_live_and_by_hand_are_apart(self, people):
        finished(people[:2], [1, 2])
        finished(people[:2], [2, 1], 1, kind="typed")
        count()
        assert rating(people[0], pool__kind="live").mu > START.mu > rating(people[0], pool__kind="typed").mu

    def test_games_are_apart(self, people):
        finished(people[:2], [1, 2])
        finished(people[:2], [2, 1], 1, game="king-george-iii")
        count()
        assert rating(people[0], pool__game="last-player").mu > rating(people[0], pool__game="king-george-iii").mu

    def test_fools_are_counted_where_deals_have_losers(self, people):
        finished(people[:2], [1, 2], game="chukchi-durak", count=[1, 3])
        finished(people[:2], [1, 2], game="last-player", count=[1, 3])
        count()
        assert rating(people[1], pool__game="chukchi-durak").fools == 3
        assert rating(people[1], pool__game="last-player").fools == 0

    def test_points_brought_along_are_not_of_this_match(self, people):
        table = finished(people[:2], [1, 2], points=[5, 20])
        table.results.get().rows.update(points=1_000)
        count()
        assert rating(people[0]).points == 5

    def test_a_game_that_the_site_does_not_know_is_left_alone(self, people):
        finished(people[:2], [1, 2], game="other")
        assert not Due.objects.exists()

    def test_who_met(self, people):
        ann, bob, cyd, *_ = people
        finished([ann, bob, cyd], [1, 2, 2])
        finished([ann, bob, "bot:easy"], [3, 1, 1], 1)
        count()
        met = {
            (row.player.user, row.other.user): (row.matches, row.ahead, row.behind) for row in Together.objects.all()
        }
        assert met[ann, bob] == (2, 1, 1)
        assert met[bob, cyd] == (1, 0, 0)
        assert not Together.objects.filter(other__user=None).exists()

    def test_a_bot_has_a_rating_and_no_record(self, people):
        finished([people[0], "bot:easy", "bot:easy"], [3, 1, 2])
        count()
        bot = Standing.objects.get(player__bot="easy")
        assert (bot.period, bot.listed, bot.matches) == ("all", False, 0)
        assert bot.mu > START.mu


class TestAnyOrder:
    def test_told_twice_it_counts_once(self, people):
        table = finished(people[:3], [1, 2, 3])
        count()
        before = everything()
        for _ in range(2):
            match_finished.send(Table, table=table, result=table.results.get())
        count()
        assert everything() == before

    def test_a_task_that_was_lost_is_swept_up(self, people):
        finished(people[:2], [1, 2])
        assert counting.waiting() == [Pool.objects.get().pk]
        count()
        assert counting.waiting() == []

    def test_chunk_by_chunk_is_the_same(self, people):
        for number in range(7):
            finished(people[:3], Random(number).sample([1, 2, 3], 3), number)
        [pool_id] = counting.waiting()
        assert [counting.count(pool_id, 3) for _ in range(3)] == [True, True, False]
        assert everything() == anew()

    def test_a_late_result_takes_its_place(self, people):
        ann, bob, cyd, *_ = people
        finished([ann, bob], [1, 2], 0)
        finished([bob, cyd], [1, 2], 2)
        count()
        finished([ann, cyd], [2, 1], 1)
        count()
        assert rating(cyd).matches == 2
        assert everything() == anew()

    def test_equal_times_go_by_the_id(self, people):
        tables = [finished(people[:2], [1, 2], 0), finished(people[:2], [2, 1], 0), finished(people[:2], [1, 1], 0)]
        Due.objects.all().delete()
        for table in reversed(tables):
            counting.note(table)
            count()
        assert everything() == anew()

    def test_a_correction_moves_all_that_came_after(self, people):
        ann, bob, cyd, *_ = people
        first = finished([ann, bob], [1, 2], 0)
        finished([bob, cyd], [1, 2], 1)
        count()
        before = rating(cyd).mu
        confirm(first, [2, 1])
        count()
        assert rating(cyd).mu != before
        assert (rating(ann).won, rating(bob).won) == (0, 2)
        assert everything() == anew()

    def test_a_void_match_leaves_nothing(self, people):
        ann, bob, cyd, *_ = people
        only = finished([ann, "bot:strong"], [1, 2], 0)
        finished([bob, cyd], [1, 2], 1)
        count()
        declare_void(only)
        count()
        assert not Standing.objects.filter(player__user=ann).exists()
        assert not Standing.objects.filter(player__bot="strong").exists()
        assert everything() == anew()

    def test_a_void_match_breaks_no_streak_any_more(self, people):
        ann, bob, *_ = people
        finished([ann, bob], [1, 2], 0)
        lost = finished([ann, bob], [2, 1], 1)
        finished([ann, bob], [1, 2], 2)
        count()
        assert rating(ann).longest == 1
        declare_void(lost)
        count()
        assert rating(ann).longest == 2
        assert everything() == anew()

    @pytest.mark.parametrize("seed", range(4))
    def test_a_whole_history_in_any_order(self, people, seed):
        random = Random(seed)
        who = [*people, "bot:easy", "bot:easy", "bot:strong", "Uncle Joe"]
        tables = []
        for number in range(40):
            seats = random.randint(2, 6)
            places = sorted(random.choices(range(1, seats + 1), k=seats))
            places = [1 + sum(other < place for other in places) for place in places]
            random.shuffle(places)
            game = random.choice(["last-player", "chukchi-durak"])
            points = [random.randrange(50) for _ in range(seats)]
            tables.append(
                finished(random.sample(who, seats), places, 7 * number, game=game, points=points, count=points)
            )
        Due.objects.all().delete()
        random.shuffle(tables)
        for table in tables:
            counting.note(table)
            if random.random() < 0.4:
                count()
            if random.random() < 0.1:
                declare_void(random.choice(tables))
            if random.random() < 0.15:
                corrected = random.choice(tables)
                confirm(corrected, list(range(1, corrected.seats.count() + 1)))
        count()
        assert everything() == anew()


class TestPeopleChange:
    def test_a_guests_matches_go_along_with_their_ratings(self, people):
        ann, bob, *_ = people
        guest = User.objects.create_user("guest-1", display_name="Guest", is_guest=True)
        finished([guest, bob], [1, 2], 0)
        finished([ann, bob], [2, 1], 1)
        count()
        take_along(guest, ann)
        count()
        assert (rating(ann).matches, rating(ann).won) == (2, 1)
        assert not Player.objects.filter(user__username="guest-1").exists()
        assert Together.objects.get(player__user=ann, other__user=bob).matches == 2
        assert everything() == anew()

    def test_where_both_sat_the_guest_keeps_the_match(self, people):
        ann, bob, *_ = people
        guest = User.objects.create_user("guest-1", display_name="Guest", is_guest=True)
        finished([guest, ann], [1, 2], 0)
        finished([guest, bob], [1, 2], 1)
        count()
        take_along(guest, ann)
        count()
        assert (rating(ann).matches, rating(guest).matches) == (2, 1)
        assert everything() == anew()

    def test_a_name_that_is_claimed_after_the_end_is_rated(self, people):
        ann, bob, *_ = people
        table = finished([ann, "Bobby"], [2, 1], kind="typed")
        count()
        seat = Seat.objects.get(table=table, number=1)
        seat.user, seat.name = bob, bob.shown_name
        seat.save()
        count()
        assert rating(bob).won == 1
        assert everything() == anew()

    def test_a_user_who_is_removed_for_good_is_nobody_in_the_matches(self, people):
        ann, bob, cyd, *_ = people
        finished([ann, bob], [1, 2], 0)
        finished([ann, cyd], [1, 2], 1)
        count()
        ann.delete()
        count()
        assert rating(bob).matches == 1
        assert everything() == anew()


def test_a_match_played_here_is_counted_by_its_tally(people):
    table = open_table(people[0], seats=3, params={"limit": 1})
    services.fill(table.slug, people[0])
    play_well(table)
    services.tally(table.pk)
    count()
    assert Played.objects.filter(table=table).count() == 3
    assert rating(people[0]).matches == 1
