"""Opening, playing and ending a match through the services."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import replay, services, snapshots
from games.models import Deal, Move, Result, Table
from games.rules import fair
from games.services import deals, ticking
from games.services.results import rebuild

from .support import next_moment, open_table, pass_time, person, play, play_on, request, state_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ann():
    return person("Ann")


@pytest.fixture
def bob():
    return person("Bob")


@pytest.fixture
def table(ann, bob):
    """A match of two people that has begun, its first deal dealt."""
    table = open_table(ann)
    services.take_seat(table.slug, bob)
    next_moment(table)
    return table


def seated(table, number):
    return table.seats.get(number=number).user


class TestOpenTable:
    def test_the_host_sits_in_seat_0(self, ann):
        table = open_table(ann, seats=4)
        assert [seat.user_id for seat in table.seats.all()] == [ann.pk, None, None, None]

    @pytest.mark.parametrize(
        "changes",
        [
            {"game": "old-maid"}, {"seats": 7}, {"seats": 1}, {"options": {"hand_size": 9}}, {"options": {"x": 1}},
            {"options": {"hand_size": True}}, {"format": "series"}, {"params": {"limit": 0}}, {"params": {"count": 3}},
            {"turn_seconds": 1},
        ],
    )  # fmt: skip
    def test_what_is_out_of_range_is_refused(self, ann, changes):
        with pytest.raises(services.Refused):
            open_table(ann, **changes)
        assert not Table.objects.exists()

    def test_a_taken_seat_is_refused_and_a_seated_player_may_change(self, ann, bob):
        table = open_table(ann, seats=3)
        with pytest.raises(services.Refused):
            services.take_seat(table.slug, bob, 0)
        services.take_seat(table.slug, bob, 1)
        services.take_seat(table.slug, bob, 2)
        assert [seat.user_id for seat in table.seats.all()] == [ann.pk, None, bob.pk]

    def test_it_starts_when_full(self, ann, bob):
        table = open_table(ann)
        services.take_seat(table.slug, bob)
        table.refresh_from_db()
        assert (table.state, table.phase, table.deal_number) == ("playing", "shuffling", 1)

    def test_free_seats_fall_away_when_the_host_starts(self, ann, bob):
        table = open_table(ann, seats=5)
        services.take_seat(table.slug, bob, 3)
        with pytest.raises(services.Refused):
            services.start(table.slug, bob)
        services.start(table.slug, ann)
        assert [(seat.number, seat.user_id) for seat in table.seats.all()] == [(0, ann.pk), (1, bob.pk)]

    def test_the_host_leaving_hands_the_table_on_and_the_last_one_closes_it(self, ann, bob):
        table = open_table(ann, seats=3)
        services.take_seat(table.slug, bob)
        services.leave(table.slug, ann)
        table.refresh_from_db()
        assert table.host_id == bob.pk
        services.leave(table.slug, bob)
        table.refresh_from_db()
        assert table.state == "abandoned"

    def test_a_table_that_never_starts_closes_after_two_hours(self, ann):
        table = open_table(ann)
        assert services.close_stale() == 0
        Table.objects.update(due_at=timezone.now() - timedelta(seconds=1))
        assert services.close_stale() == 1
        table.refresh_from_db()
        assert table.state == "abandoned"


class TestFairDeal:
    def test_the_commitment_comes_before_the_texts_and_the_seed_of_both(self, ann, bob):
        table = open_table(ann)
        services.take_seat(table.slug, bob)
        deal = Deal.objects.get()
        assert deal.commitment == fair.commitment(deal.secret)
        assert deal.seed == ""
        for number, text in enumerate(["мой текст", "bob's"]):
            services.act(table.slug, seated(table, number), {"type": "text", "deal": 1, "text": text})
        deal.refresh_from_db()
        assert deal.seed == fair.seed(deal.secret, ["мой текст", "bob's"])

    def test_missing_texts_are_empty_when_the_time_is_over(self, table):
        deal = Deal.objects.get()
        assert deal.seed == fair.seed(deal.secret, ["", ""])

    def test_a_text_is_sent_once_and_not_late(self, ann, bob):
        table = open_table(ann)
        services.take_seat(table.slug, bob)
        services.act(table.slug, ann, {"type": "text", "deal": 1, "text": "a"})
        with pytest.raises(services.Refused):
            services.act(table.slug, ann, {"type": "text", "deal": 1, "text": "b"})
        next_moment(table)
        with pytest.raises(services.Refused):
            services.act(table.slug, bob, {"type": "text", "deal": 1, "text": "late"})

    def test_who_leaves_is_not_waited_for(self, ann, bob):
        table, cleo = open_table(ann, seats=3), person("Cleo")
        for user in (bob, cleo):
            services.take_seat(table.slug, user)
        for user in (ann, bob):
            services.act(table.slug, user, {"type": "text", "deal": 1, "text": ""})
        services.leave(table.slug, cleo)
        table.refresh_from_db()
        assert table.phase == "playing"

    def test_cards_that_were_dealt_and_not_committed_are_forgotten(self, ann, bob):
        table = open_table(ann)
        services.take_seat(table.slug, bob)
        services.act(table.slug, ann, {"type": "text", "deal": 1, "text": ""})
        with transaction.atomic():
            services.act(table.slug, bob, {"type": "text", "deal": 1, "text": "lost"})
            transaction.set_rollback(True)
        services.act(table.slug, bob, {"type": "text", "deal": 1, "text": "sent again"})
        table.refresh_from_db()
        deal = Deal.objects.get()
        assert state_of(table) == replay.first_state(table.game, table.options, deal)
        assert play(table).status == "ok"
        assert snapshots.load(table).deal.seed == deal.seed


class TestMoves:
    def test_a_move_is_stored_and_the_version_goes_up_by_one(self, table):
        before = table.version
        answer = play(table)
        table.refresh_from_db()
        assert (answer.status, answer.version, table.version, table.ply) == ("ok", before + 1, before + 1, 1)
        assert Move.objects.get().version == table.version

    def test_the_same_words_again_are_ok_and_other_words_are_stale(self, table):
        wanted = request(table, state_of(table).default_move())
        other = next(m for m in state_of(table).legal_moves() if m != wanted.text)
        first, again = services.commit_moves([wanted])[0], services.commit_moves([wanted])[0]
        assert again == first
        changed = services.MoveRequest(**{**vars(wanted), "text": other})
        assert services.commit_moves([changed])[0].status == "stale"
        assert Move.objects.count() == 1

    def test_two_moves_for_one_ply_in_one_batch_store_one(self, table):
        legal = state_of(table).legal_moves()
        answers = services.commit_moves([request(table, legal[0]), request(table, legal[-1])])
        assert [answer.status for answer in answers] == ["ok", "stale"]

    def test_each_of_a_batch_succeeds_or_fails_by_itself(self, table):
        good = state_of(table).default_move()
        elsewhere = request(table, good, seat=1 - table.to_act)
        answers = services.commit_moves([request(table, "play Zz"), elsewhere, request(table, good)])
        assert [(answer.status, answer.code) for answer in answers] == [
            ("error", "illegal"), ("error", "not_your_turn"), ("ok", ""),
        ]  # fmt: skip

    @pytest.mark.parametrize("changes", [{"deal": 7}, {"ply": 3}, {"table_id": 10**6}])
    def test_a_move_for_a_moment_that_is_not_is_stale(self, table, changes):
        assert services.commit_moves([request(table, "draw", **changes)])[0].status == "stale"

    def test_what_another_process_changed_meanwhile_is_kept(self, table):
        """A row that this process knew before is not written over what was changed since."""
        assert play(table).status == "ok"
        Table.objects.filter(pk=table.pk).update(version=F("version") + 5, timeouts="22", modes="AA")
        table.refresh_from_db()
        before, mover = table.version, table.to_act
        answer = play(table)
        table.refresh_from_db()
        assert (answer.status, answer.version, table.version, table.ply) == ("ok", before + 1, before + 1, 2)
        assert (table.timeouts, table.modes) == (("02", "20")[mover], "AA")
        assert [move.version for move in Move.objects.order_by("ply")] == [before - 5, before + 1]

    def test_a_match_that_another_process_ended_takes_no_move(self, table):
        assert play(table).status == "ok"
        wanted = request(table, state_of(table).default_move())
        Table.objects.filter(pk=table.pk).update(version=F("version") + 1, state=Table.State.ABANDONED, phase="")
        assert services.commit_moves([wanted])[0].status == "stale"
        assert Move.objects.count() == 1

    def test_one_row_that_was_not_the_newest_does_not_touch_its_neighbours(self, table):
        """Two tables in one batch, one of them changed elsewhere: both moves stand, once each."""
        other = open_table(person("Cid"))
        services.take_seat(other.slug, person("Dan"))
        next_moment(other)
        for each in (table, other):
            assert play(each).status == "ok"
        Table.objects.filter(pk=other.pk).update(version=F("version") + 1)
        wanted = [request(each, state_of(each).default_move()) for each in (table, other)]
        assert [answer.status for answer in services.commit_moves(wanted)] == ["ok", "ok"]
        assert sorted(Move.objects.values_list("deal__table", "ply")) == sorted(
            (each.pk, ply) for each in (table, other) for ply in (0, 1)
        )


class TestMatch:
    def test_a_match_of_two_is_played_to_its_end_and_tallied_once(self, table):
        play_on(table)
        services.tally(table.pk)
        services.tally(table.pk)
        result = Result.objects.get()
        assert result.state == "confirmed"
        assert sorted(row.place for row in result.rows.all()) == [1, 2]
        assert max(row.points for row in result.rows.all()) >= 30
        assert len(result.sheet) == table.deal_number

    def test_with_bots(self, ann):
        table = open_table(ann, seats=4, params={"limit": 40})
        services.fill(table.slug, ann)
        play_on(table)
        assert table.state == "finished"

    def test_every_result_equals_the_rebuilt_one(self, table):
        play_on(table)
        services.tally(table.pk)
        assert [differences for _, differences in rebuild(Table.objects.all())] == [[]]
        Result.objects.update(sheet=[])
        assert [differences for _, differences in rebuild(Table.objects.all())] == [["the score sheet differs"]]

    def test_ready_players_go_on_at_once(self, ann, bob):
        table = open_table(ann, params={"limit": 10_000})
        services.take_seat(table.slug, bob)
        next_moment(table)
        while table.phase == "playing":
            play(table)
            table.refresh_from_db()
        assert table.phase == "over"
        services.act(table.slug, ann, {"type": "ready"})
        table.refresh_from_db()
        assert table.phase == "over"
        services.act(table.slug, bob, {"type": "ready"})
        table.refresh_from_db()
        assert (table.phase, table.deal_number) == ("shuffling", 2)

    def test_play_again_with_the_same_people(self, table, ann, bob):
        play_on(table)
        again = services.rematch(table.slug, bob)
        assert services.rematch(table.slug, ann).pk == again.pk
        again.refresh_from_db()
        assert again.state == "playing"
        assert {seat.user_id for seat in again.seats.all()} == {ann.pk, bob.pk}


class TestLeaving:
    def test_m9_one_left_wins(self, table, ann, bob):
        services.leave(table.slug, ann)
        table.refresh_from_db()
        assert table.state == "finished"
        services.tally(table.pk)
        assert [(row.place, row.left) for row in Result.objects.get().rows.all()] == [(2, True), (1, False)]

    def test_m9_the_default_move_plays_on_for_who_left(self, ann, bob):
        table = open_table(ann, seats=3, format="deals", params={"count": 2})
        services.take_seat(table.slug, bob)
        services.take_seat(table.slug, person("Cyd"))
        next_moment(table)
        services.leave(table.slug, seated(table, table.to_act))
        services.tick(table.pk)
        assert Move.objects.first().by == "clock"
        play_on(table)
        assert table.state == "finished"
        assert table.deals.last().seats != [0, 1, 2]

    def test_m9_nobody_left_no_result(self, ann):
        table = open_table(ann, seats=3)
        services.fill(table.slug, ann)
        services.leave(table.slug, ann)
        services.tally(table.pk)
        table.refresh_from_db()
        assert table.state == "abandoned"
        assert not Result.objects.exists()


class TestClock:
    @pytest.fixture
    def table(self, ann, bob):
        table = open_table(ann, turn_seconds=30)
        services.take_seat(table.slug, bob)
        next_moment(table)
        return table

    def test_m10_at_zero_the_default_move_is_made(self, table):
        assert ticking.due_tables() == []
        now = timezone.now()
        Table.objects.update(clock_at=now, due_at=now)
        assert ticking.due_tables() == [table.pk]
        wanted = state_of(table).default_move()
        services.tick(table.pk)
        assert (Move.objects.get().text, Move.objects.get().by) == (wanted, "clock")

    def test_m10_three_turns_at_zero_and_the_player_is_absent_until_back(self, table):
        seat = table.to_act
        while int(table.timeouts[seat]) < 3:
            assert table.state == "playing"
            if table.to_act == seat and table.phase == "playing":
                next_moment(table)
            else:
                play(table) if table.phase == "playing" else next_moment(table)
            table.refresh_from_db()
        assert deals.is_away(table, seat)
        services.act(table.slug, seated(table, seat), {"type": "back"})
        table.refresh_from_db()
        assert not deals.is_away(table, seat)


def test_a_claim_keeps_a_second_task_away(ann):
    table = open_table(ann, seats=2)
    services.fill(table.slug, ann)
    pass_time(table)
    table.refresh_from_db()
    assert ticking._claim(table)
    assert not ticking._claim(table)
