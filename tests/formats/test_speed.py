"""Seating keeps its promises for large events, and keeps them in time (CPU seconds)."""

import os
from collections.abc import Iterator
from random import Random
from time import process_time

import pytest

from tests.formats.events import Event, entries
from tournaments.formats import History, Seating, Sizes, rank
from tournaments.formats.swiss import Swiss


def timed(event: Event) -> Iterator[tuple[float, Seating]]:
    rounds = event.rounds()
    while True:
        start = process_time()
        seating = next(rounds, None)
        if seating is None:
            return
        yield process_time() - start, seating


@pytest.mark.parametrize(("count", "seats", "seconds"), [(100, 4, 1.0), (1000, 4, 5.0), (300, 2, 2.0)])
def test_nobody_meets_twice(count: int, seats: int, seconds: float) -> None:
    rounds = 10 if count == 100 or os.environ.get("LASTCARD_SLOW") else 4
    event = Event(Swiss.create(Sizes(seats, 2, seats), {"rounds": rounds}), History(entries(count)), Random(7))
    for took, seating in timed(event):
        assert seating.cost.meetings == 0
        assert took < seconds
    assert all(len(row) == rounds * (seats - 1) for row in event.history.meetings.values())
    start = process_time()
    rank(event.format, event.history)
    assert process_time() - start < 1


def test_a_large_event_is_seated_in_time() -> None:
    event = Event(Swiss.create(Sizes(4, 2, 4), {"rounds": 2}), History(entries(3001), ()), Random(7))
    for took, seating in timed(event):
        assert seating.cost.meetings == 0
        assert took < 10
