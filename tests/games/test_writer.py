"""Moves that many send at once, on a server's loop: `Writer.commit`, the way that the tables' sockets take."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.db.models import F
from django.utils import timezone

from games import live, replay, services
from games.models import Move, Table
from games.services import deals, rows, storing
from games.services.locking import locked
from games.services.moves import commit_known
from games.services.writer import Writer

from .support import next_moment, open_table, person, play, request, state_of

pytestmark = [pytest.mark.django_db(transaction=True)]


def two_at_a_table(number: int = 0) -> Table:
    table = open_table(person(f"Ann{number}"), params={"limit": 500})
    services.take_seat(table.slug, person(f"Bob{number}"))
    next_moment(table)
    live.snapshot(table.pk, None)  # as the hub does for whoever looks at it
    return table


def next_move(table: Table) -> services.MoveRequest:
    table.refresh_from_db()
    return request(table, state_of(table).default_move())


@pytest.fixture
def writer() -> Iterator[Writer]:
    writer = Writer()
    yield writer
    writer.close()


@pytest.fixture
def at_once() -> None:
    if not storing.at_once():
        pytest.skip("PostgreSQL stores moves on a loop")


@pytest.mark.asyncio
async def test_a_deal_is_played_to_its_end_and_the_next_one_awaited(writer):
    table = await sync_to_async(two_at_a_table)()
    plies = 0
    while table.phase == Table.Phase.PLAYING:
        wanted = await sync_to_async(next_move)(table)
        answer = await writer.commit(wanted)
        assert (answer.status, answer.version) == ("ok", table.version + 1)
        plies += 1
        over = await sync_to_async(lambda: state_of(table).to_act is None)()
        for _ in range(100):
            await table.arefresh_from_db()
            if not over or table.phase != Table.Phase.PLAYING:
                break
            await asyncio.sleep(0.05)  # the end of a deal is settled after the answer
    assert table.phase == Table.Phase.OVER
    assert await Move.objects.acount() == plies
    assert [move async for move in Move.objects.values_list("ply", flat=True)] == list(range(plies))


@pytest.mark.asyncio
async def test_each_of_many_succeeds_or_fails_by_itself(writer):
    made = await sync_to_async(lambda: [two_at_a_table(number) for number in range(4)])()
    wanted = await sync_to_async(lambda: [next_move(table) for table in made])()
    changed_elsewhere = Table.objects.filter(pk=made[1].pk)
    await changed_elsewhere.aupdate(version=F("version") + 3)
    illegal = services.MoveRequest(**{**vars(wanted[2]), "text": "play Zz"})
    not_its_turn = services.MoveRequest(**{**vars(wanted[3]), "seat": 1 - wanted[3].seat})
    asked = [wanted[0], wanted[1], illegal, not_its_turn, wanted[0]]
    answers = await asyncio.gather(*map(writer.commit, asked))
    assert [(answer.status, answer.code) for answer in answers] == [
        ("ok", ""), ("ok", ""), ("error", "illegal"), ("error", "not_your_turn"), ("ok", ""),
    ]  # fmt: skip
    assert answers[1].version == made[1].version + 4
    assert answers[4] == answers[0]
    assert await Move.objects.acount() == 2


@pytest.mark.asyncio
async def test_a_connection_lost_after_the_commit_stores_the_move_once(writer, at_once, monkeypatch):
    table = await sync_to_async(two_at_a_table)()
    wanted = await sync_to_async(next_move)(table)
    store = storing.Line.store

    async def lost(line, played, at):
        await store(line, played, at)
        line.drop()
        raise psycopg.OperationalError("the line went dead")

    monkeypatch.setattr(storing.Line, "store", lost)
    answer = await writer.commit(wanted)
    assert (answer.status, answer.version) == ("ok", table.version + 1)
    assert await Move.objects.acount() == 1
    monkeypatch.undo()
    assert (await writer.commit(await sync_to_async(next_move)(table))).status == "ok"


@pytest.mark.asyncio
async def test_the_first_move_of_a_deal_needs_no_reading(at_once):
    table = await sync_to_async(two_at_a_table)()
    wanted = await sync_to_async(next_move)(table)
    replay.folds.clear()
    line = storing.Line()
    answers = await commit_known([wanted], line)
    line.drop()
    assert {index: answer.status for index, answer in answers.items()} == {0: "ok"}


class TestRows:
    def test_only_what_has_changed_is_written(self):
        table = two_at_a_table()
        before = rows.values(table)
        assert rows.changed(table, before) == []
        table.params["limit"] = 70
        table.timeouts = "11"
        assert rows.changed(table, before) == ["params", "timeouts"]
        Table.objects.filter(pk=table.pk).update(modes="aa")
        rows.save(table, *rows.changed(table, before))
        kept = Table.objects.get(pk=table.pk)
        assert (kept.params, kept.timeouts, kept.modes) == ({"limit": 70}, "11", "aa")

    def test_between_deals_a_row_is_changed_as_this_process_knows_it_if_that_is_the_newest(self):
        table = two_at_a_table()
        while table.phase == Table.Phase.PLAYING:
            assert play(table).status == "ok"
            table.refresh_from_db()
        later = timezone.now()
        Table.objects.filter(pk=table.pk).update(due_at=later)  # as the sweep does, which moves no version
        with locked(table.pk, known=True) as row:
            deals.ready(row, row.known.seats[0])
        assert Table.objects.get(pk=table.pk).due_at == later
        Table.objects.filter(pk=table.pk).update(version=F("version") + 1, modes="la")
        with locked(table.slug, known=True) as row:
            assert row.modes == "la"
        assert Table.objects.get(pk=table.pk).version == row.version
        assert [seat.ready for seat in table.seats.all()] == [True, False]

    def test_a_copy_does_not_share_who_it_refers_to(self):
        seat = two_at_a_table().seats.select_related("user").first()
        ann, bob = seat.user, person("Bo")
        copy = replay.copy_of(seat)
        copy.user = bob
        assert (seat.user, seat.user_id, copy.user) == (ann, ann.pk, bob)
        copy.save(update_fields=["user"])
        assert not copy._state.adding
