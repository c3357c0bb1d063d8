"""Durak: a pass takes the same time whether it was pressed early or comes by itself, so that the time tells nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import Move, Table

from .support import next_moment, open_table, pass_time, person, play, request, state_of

pytestmark = pytest.mark.django_db(transaction=True)


def asked_to_throw_in(ann, bob, seconds: int | None = None) -> Table:
    """A table of two where the attacker has just been asked to throw in."""
    while True:
        table = open_table(
            ann, game="chukchi-durak", format="first_to", params={"count": 3}, turn_seconds=seconds
        )  # fmt: skip
        services.take_seat(table.slug, bob)
        next_moment(table)
        play(table)
        if state_of(table).default_move() == "take":  # the clock would take; a player may beat
            beats = [move for move in state_of(table).legal_moves() if move.startswith("beat")]
            if beats:
                play(table, beats[0])
                table.refresh_from_db()
                if "pass" in state_of(table).legal_moves():
                    return table


@pytest.fixture
def people(db):
    return person("Ann"), person("Bob")


def attacker(table: Table):
    return table.seats.get(number=table.to_act).user


def waits(table: Table) -> timedelta | None:
    """From the moment of being asked until the pass is said."""
    table.refresh_from_db()
    return table.due_at and table.due_at - table.turn_started_at


def test_a_pass_pressed_early_and_a_pass_by_itself_take_two_seconds(people):
    pressed = asked_to_throw_in(*people)
    assert waits(pressed) is None
    assert services.hold_pass(request(pressed, "pass"))
    by_itself = asked_to_throw_in(*people)
    services.set_auto_pass(by_itself.slug, attacker(by_itself), True)
    assert waits(pressed) == waits(by_itself) == timedelta(seconds=2)


@pytest.mark.parametrize("how", ["pressed", "by itself"])
def test_nothing_is_said_before_and_the_pass_is_the_player_s_after(people, how):
    table = asked_to_throw_in(*people, seconds=30)
    if how == "pressed":
        services.hold_pass(request(table, "pass"))
    else:
        services.set_auto_pass(table.slug, attacker(table), True)
    stored = Move.objects.filter(deal__table=table).count()
    services.tick(table.pk)
    assert Move.objects.filter(deal__table=table).count() == stored
    pass_time(table)
    services.tick(table.pk)
    last = Move.objects.filter(deal__table=table).order_by("ply").last()
    assert (last.text, last.by) == ("pass", "player")


def test_a_held_pass_is_not_told(people):
    table = asked_to_throw_in(*people)
    before = table.version
    services.hold_pass(request(table, "pass"))
    table.refresh_from_db()
    assert table.version == before


def test_after_two_seconds_a_pass_is_said_at_once(people):
    table = asked_to_throw_in(*people)
    Table.objects.update(turn_started_at=timezone.now() - timedelta(seconds=3))
    assert not services.hold_pass(request(table, "pass"))
    assert play(table, "pass").status == "ok"


def test_the_other_seat_cannot_hold_a_pass(people):
    table = asked_to_throw_in(*people)
    assert not services.hold_pass(request(table, "pass", seat=1 - table.to_act))


def test_a_preference_is_taken_along_to_the_table(people):
    ann, bob = people
    ann.auto_pass = True
    ann.save()
    assert asked_to_throw_in(ann, bob).modes == "ap"
