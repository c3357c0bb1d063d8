"""Faults, by doing them: two organisers at once, a round begun and broken off, tasks twice, news that comes late."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from games import services as games_services
from games.models import Result, ResultRow, Table
from games.services import Refused
from tests.games.support import person, play_on
from tournaments import record, tasks
from tournaments.models import Entry, Round, RoundTable, Tournament
from tournaments.services import registration, rounds, rulings, scores, sweeping, tables

from .support import ELIMINATION, begin, current, event, play_round, type_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def olga(db: None) -> Any:
    return person("Olga")


def at_once(*actions: Callable[[], Any]) -> list[Any]:
    """What each gave or raised, when all began together in threads of their own.

    SQLite in memory does not let writers wait for each other: whoever finds it locked presses again.
    """
    gate, results = threading.Barrier(len(actions)), [None] * len(actions)

    def run(number: int) -> None:
        gate.wait()
        try:
            results[number] = insisting(actions[number])
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def insisting(action: Callable[[], Any]) -> Any:
    while True:
        try:
            return action()
        except Refused as refusal:
            return refusal
        except OperationalError:
            time.sleep(0.01)


def assert_sound(tournament: Tournament) -> None:
    """No half round, nobody at two tables that are being played, at most one confirmed result a table."""
    for row in tournament.rounds.filter(state=Round.State.PUBLISHED):
        seated = [entry for table in row.tables.all() for entry in table.seats] + row.byes
        assert max(Counter(seated).values()) == 1
        assert sorted(seated) == sorted([e for table in row.seating["tables"] for e in table["seats"]] + row.byes)
    users = Table.objects.filter(state=Table.State.PLAYING, seats__user__isnull=False).values_list(
        "seats__user", flat=True
    )
    assert all(count == 1 for count in Counter(users).values())
    for table in Table.objects.all():
        assert table.results.filter(state="confirmed").count() <= 1


class TestTwoAtOnce:
    def test_publish_pressed_by_two_organisers_makes_one_round(self, olga):
        ben = person("Ben")
        tournament = begin(event(olga, 8, automatic=False))
        registration.set_helper(tournament.slug, olga, ben, "organiser")
        number = rounds.draft(tournament.slug, olga).number
        first, second = at_once(
            lambda: rounds.publish(tournament.slug, olga, number), lambda: rounds.publish(tournament.slug, ben, number)
        )
        assert first.pk == second.pk
        assert (RoundTable.objects.count(), Table.objects.count()) == (2, 2)
        assert_sound(tournament)

    def test_drafting_and_publishing_at_once(self, olga):
        tournament = begin(event(olga, 8, automatic=False))
        number = rounds.draft(tournament.slug, olga).number
        at_once(
            *[lambda: rounds.publish(tournament.slug, olga, number), lambda: rounds.draft(tournament.slug, olga)] * 2
        )
        assert tournament.rounds.filter(state=Round.State.PUBLISHED).count() == 1
        assert Table.objects.count() == 2
        assert_sound(tournament)

    def test_a_player_enters_twice_at_once_and_the_last_place_goes_to_one(self, olga):
        tournament = event(olga, 2, entry_limit=3)
        people = [person(f"P-{number}") for number in range(3)]
        at_once(*[lambda user=user: registration.register(tournament.slug, user) for user in people for _ in range(2)])
        states = Counter(tournament.entries.filter(user__isnull=False).values_list("state", flat=True))
        assert states == {"registered": 1, "waiting": 2}

    def test_two_results_of_one_table_at_once_leave_one_confirmed(self, olga):
        tournament = begin(event(olga, 8, kind="typed"))
        results = at_once(
            *[
                lambda points=points: scores.enter(tournament.slug, olga, 1, 1, 1, {"points": points})
                for points in ([0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 2, 3])
            ]
        )
        assert sum(isinstance(result, Refused) for result in results) == 2
        assert_sound(tournament)


class TestBrokenOff:
    def test_a_round_start_killed_half_way_leaves_the_draft(self, olga, monkeypatch):
        tournament = begin(event(olga, 12, automatic=False))
        rounds.draft(tournament.slug, olga)
        opened = []

        def dies(*args: Any, **kwargs: Any) -> Table:
            if len(opened) == 2:
                raise KeyboardInterrupt
            opened.append(real(*args, **kwargs))
            return opened[-1]

        real = tables.seat_table
        monkeypatch.setattr(tables, "seat_table", dies)
        with pytest.raises(KeyboardInterrupt):
            rounds.publish(tournament.slug, olga, 1)
        assert len(opened) == 2
        assert (Table.objects.count(), RoundTable.objects.count()) == (0, 0)
        assert tournament.rounds.get().state == Round.State.DRAFT
        monkeypatch.undo()
        rounds.publish(tournament.slug, olga, 1)
        assert Table.objects.count() == 3
        assert_sound(tournament)

    def test_a_round_whose_news_was_lost_is_swept_up(self, olga):
        tournament = begin(event(olga, 8, bot="easy"))
        for row in current(tournament).tables.all():
            play_on(row.table)
            games_services.tally(row.table_id)  # the task that follows is lost
        assert current(tournament).number == 1
        tasks.sweep()
        for pk in sweeping.going():
            tasks.go_on(pk)
        assert current(tournament).number == 2

    def test_tasks_run_twice_do_things_once(self, olga):
        tournament = event(olga, 8, bot="easy", starts_at=timezone.now() - timedelta(minutes=1))
        for _ in range(3):
            tasks.begin(tournament.slug)
            tasks.go_on(tournament.pk)
        assert current(tournament).number == 1
        assert Table.objects.count() == 2
        play_round(Tournament.objects.get())
        for _ in range(3):
            tasks.go_on(tournament.pk)
        assert current(tournament).number == 2
        assert Table.objects.count() == 4
        assert_sound(tournament)

    def test_too_few_players_at_the_time_of_the_start_are_left_to_the_organiser(self, olga):
        tournament = event(olga, 1, starts_at=timezone.now() - timedelta(minutes=1))
        tasks.begin(tournament.slug)
        tournament.refresh_from_db()
        assert tournament.state == "open"


class TestLate:
    def test_results_that_arrive_while_a_round_is_seated_find_it_refused_or_whole(self, olga):
        tournament = begin(event(olga, 8, kind="typed", automatic=False))
        rounds.publish(tournament.slug, olga, rounds.draft(tournament.slug, olga).number)
        first, second = current(tournament).tables.all()
        type_in(tournament, first.table, [0, 10, 20, 30])
        drafted, _typed = at_once(
            lambda: rounds.draft(tournament.slug, olga), lambda: type_in(tournament, second.table, [0, 1, 2, 3])
        )
        assert isinstance(drafted, Refused) or drafted.number == 2
        assert rounds.draft(tournament.slug, olga).number == 2
        assert_sound(tournament)

    def test_t11_a_correction_before_the_next_round_is_out_makes_it_seated_anew(self, olga):
        tournament = begin(event(olga, 8, kind="typed", automatic=False))
        rounds.publish(tournament.slug, olga, rounds.draft(tournament.slug, olga).number)
        for row in current(tournament).tables.all():
            type_in(tournament, row.table, [0, 10, 20, 30])
        drafted = rounds.draft(tournament.slug, olga)
        table = current(tournament).tables.first()
        scores.correct(tournament.slug, olga, 1, table.number, 1, {"points": [30, 10, 20, 0]}, "read upside down")
        assert "drafted already" in scores.told_of_later(tournament, 1)
        again = rounds.draft(tournament.slug, olga)
        assert again.pk == drafted.pk
        leaders = {standing.entry for standing in record.standings(tournament) if standing.score == 1}
        assert table.seats[3] in leaders

    def test_t11_who_went_out_wrongly_is_put_back_from_the_next_round(self, olga):
        tournament = begin(event(olga, 9, kind="typed", automatic=False, **{**ELIMINATION, "settings": {"limit": 20}}))
        rounds.publish(tournament.slug, olga, rounds.draft(tournament.slug, olga).number)
        for row in current(tournament).tables.all():
            type_in(tournament, row.table, [0, 5, 25])
        out = current(tournament).tables.first().seats[2]
        assert out not in record.format_of(tournament).in_play(record.history(tournament))
        rulings.restore(tournament.slug, olga, out)
        assert out in record.format_of(tournament).in_play(record.history(tournament))


class TestNoShows:
    def test_t9_who_never_opens_the_live_table_is_last_and_set_aside(self, olga):
        tournament = event(olga, 6, bot="easy", no_show_minutes=5)
        ann, ben = person("Ann"), person("Ben")
        for user in (ann, ben):
            registration.register(tournament.slug, user)
        begin(tournament)
        here = RoundTable.objects.get(table__seats__user=ben).table
        games_services.act(here.slug, ben, {"type": "text", "deal": 1, "text": ""})
        assert sweeping.no_shows() == []
        Round.objects.update(published_at=timezone.now() - timedelta(minutes=6))
        gone = sweeping.no_shows()
        row = RoundTable.objects.get(table__seats__user=ann)
        assert gone == [(row.pk, row.seats.index(tournament.entries.get(user=ann).pk))]
        assert tournament.entries.get(user=ann).state == "aside"
        assert tournament.entries.get(user=ben).state == "registered"
        assert sweeping.no_shows() == []

    def test_a_table_that_everybody_left_does_not_hold_the_event_up(self, olga):
        tournament = event(olga, 7, bot="easy")
        registration.register(tournament.slug, person("Ann"))
        begin(tournament)
        Round.objects.update(published_at=timezone.now() - timedelta(minutes=6))
        sweeping.no_shows()
        row = RoundTable.objects.get(table__seats__user__display_name="Ann")
        assert row.table.state == "abandoned"
        sweeping.rule_on_abandoned()
        row.refresh_from_db()
        assert row.ruling["places"].count(1) == len(row.seats) - 1


class TestRoundClock:
    def test_t9_a_live_match_ends_after_the_deal_in_which_the_time_runs_out(self, olga):
        tournament = event(olga, 4, bot="easy", round_minutes=30, match_params={"count": 9}, settings={"rounds": 1})
        begin(tournament)
        table = current(tournament).tables.get().table
        assert sweeping.stop_late_tables() == 0
        Round.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
        RoundTable.objects.update(extra_seconds=60)
        assert sweeping.stop_late_tables() == 0
        RoundTable.objects.update(extra_seconds=0)
        assert [sweeping.stop_late_tables(), sweeping.stop_late_tables()] == [1, 0]
        play_on(table)
        games_services.tally(table.pk)
        result = table.results.get(state="confirmed")
        assert len(result.sheet) == 1
        assert sorted(row.place for row in result.rows.all())[0] == 1


class TestReminders:
    def test_players_with_an_address_are_told_once_an_hour_before(self, olga):
        tournament = event(olga, 2, starts_at=timezone.now() + timedelta(minutes=50))
        ann = person("Ann")
        ann.email, ann.language = "ann@example.org", "en"
        ann.save()
        registration.register(tournament.slug, ann)
        assert [sweeping.remind(), sweeping.remind()] == [1, 0]
        assert (mail.outbox[0].to, "50 minutes" in mail.outbox[0].subject) == (["ann@example.org"], True)
        assert tournament.get_absolute_url() in mail.outbox[0].body

    def test_an_event_that_is_put_off_reminds_again(self, olga):
        tournament, ann = event(olga, 2, starts_at=timezone.now() + timedelta(minutes=50)), person("Ann")
        type(ann).objects.filter(pk=ann.pk).update(email="ann@example.org")
        registration.register(tournament.slug, ann)
        assert sweeping.remind() == 1
        registration.change(tournament.slug, olga, place="The club")
        assert sweeping.remind() == 0
        registration.change(tournament.slug, olga, starts_at=timezone.now() + timedelta(minutes=55))
        assert sweeping.remind() == 1


class TestMany:
    def test_a_round_of_more_tables_than_a_database_takes_in_one_list(self, olga):
        tables = 1_100
        tournament, now = event(olga, 0, kind="typed"), timezone.now()
        entries = Entry.objects.bulk_create(
            Entry(tournament=tournament, name=f"P{number}", at=now, seed_number=number) for number in range(2 * tables)
        )
        Tournament.objects.filter(pk=tournament.pk).update(state="running", started_at=now)
        row = Round.objects.create(tournament=tournament, number=1, state="published", created_at=now, published_at=now)
        played = Table.objects.bulk_create(
            Table(kind="typed", state="finished", game="last-player", format="deals", created_at=now, ended_at=now)
            for _ in range(tables)
        )
        RoundTable.objects.bulk_create(
            RoundTable(round=row, number=n + 1, seats=[entries[2 * n].pk, entries[2 * n + 1].pk], table=table)
            for n, table in enumerate(played)
        )
        results = Result.objects.bulk_create(
            Result(table=table, source="typed", state="confirmed", at=now) for table in played
        )
        ResultRow.objects.bulk_create(
            ResultRow(result=result, seat=seat, place=1 + seat, points=9 * seat, deals=1)
            for result in results
            for seat in (0, 1)
        )
        assert len(record.standings(tournament)) == 2 * tables
        client = Client()
        client.force_login(olga)
        for page in ("standings/", "rounds/1/", "rounds/1/?by=name", "manage/rounds/", "manage/", "event.json"):
            assert client.get(f"{tournament.get_absolute_url()}{page}").status_code == 200, page
        rounds.draft(tournament.slug, olga)
