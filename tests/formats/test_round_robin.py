"""Round robin: plans in which everybody meets, leavers, byes (T6, T9)."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.formats.events import Event, entries, play_by_strength
from tests.formats.test_book import table
from tournaments.formats import Entry, History, Round, Sizes, rank
from tournaments.formats.designs import Plan, plan
from tournaments.formats.round_robin import RoundRobin

PAIRS = RoundRobin.create(Sizes(2, 2, 2))


def meetings(found: Plan) -> Counter[tuple[int, int]]:
    return Counter(pair for round in found.rounds for one in round for pair in combinations(sorted(one), 2))


@pytest.mark.parametrize(
    ("slots", "seats", "rounds"),
    [(9, 3, 4), (16, 4, 5), (25, 5, 6), (15, 3, 7), (8, 3, 4), (14, 3, 7), (15, 4, 5), (24, 5, 6)],
)
def test_t6_known_designs_are_met_exactly(slots: int, seats: int, rounds: int) -> None:
    found = plan(slots, Sizes(seats, 2, 6))
    met = meetings(found)
    assert len(found.rounds) == rounds
    assert set(met.values()) == {1}
    assert len(met) == slots * (slots - 1) // 2


@pytest.mark.parametrize("slots", range(2, 24))
def test_t6_the_circle_has_everybody_meet_once(slots: int) -> None:
    found = plan(slots, Sizes(2, 2, 2))
    assert len(found.rounds) == slots - 1 + slots % 2
    assert set(meetings(found).values()) == {1}
    assert len(meetings(found)) == slots * (slots - 1) // 2


@pytest.mark.parametrize(
    ("slots", "seats", "most"), [(6, 3, 4), (7, 3, 5), (10, 4, 4), (12, 4, 6), (13, 4, 7), (11, 5, 5)]
)
def test_t6_the_search_covers_every_pair(slots: int, seats: int, most: int) -> None:
    found = plan(slots, Sizes(seats, 2, 6))
    met = meetings(found)
    assert len(met) == slots * (slots - 1) // 2
    assert sum(met.values()) - len(met) == found.repeats
    assert len(found.rounds) <= most
    for round in found.rounds:
        assert sorted(slot for one in round for slot in one) == list(range(slots))


def test_t6_with_at_most_a_table_there_is_one_round() -> None:
    assert plan(4, Sizes(4, 2, 6)).rounds == (((0, 1, 2, 3),),)


@pytest.mark.parametrize(("count", "seats"), [(8, 2), (9, 2), (9, 3), (16, 4), (11, 4)])
def test_t6_an_event_follows_its_plan(count: int, seats: int) -> None:
    event = Event(RoundRobin.create(Sizes(seats, 2, seats)), History(entries(count)), Random(count))
    rounds = event.format.rounds(event.history)
    for seating in event.rounds():
        assert event.format.rounds(event.history) == rounds
        assert "of the plan" in str(seating.notes[0][0])
    assert len(event.history.rounds) == rounds
    assert all(len(row) == count - 1 for row in event.history.meetings.values())


def results(*pairs: tuple[int, int]) -> tuple:
    return tuple(table(number, pair, (1, 2)) for number, pair in enumerate(pairs, start=1))


def played(format: RoundRobin, everybody: tuple[Entry, ...], rounds: int) -> History:
    """A history by the plan in which the better seed always wins."""
    history = History(everybody)
    for _ in range(rounds):
        seating = format.seat(history, "seed")
        tables = tuple(
            table(one.number, tuple(sorted(one.seats)), tuple(range(1, len(one.seats) + 1))) for one in seating.tables
        )
        history = replace(history, rounds=(*history.rounds, Round(seating.number, tables, seating.byes)))
    return history


def test_t6_who_leaves_before_half_is_taken_out_meetings_and_all() -> None:
    gone = tuple(replace(entry, withdrawn=3) if entry.id == 6 else entry for entry in entries(6))
    history = played(PAIRS, gone, 5)
    standings = {one.entry: one for one in rank(PAIRS, history)}
    assert standings[6].place is None
    assert [standings[entry].score for entry in range(1, 6)] == [4, 3, 2, 1, 0]  # as if 6 had never been there


def test_t6_who_leaves_after_half_keeps_the_results_and_the_rest_is_won() -> None:
    gone = tuple(replace(entry, withdrawn=4) if entry.id == 1 else entry for entry in entries(6))
    history = played(PAIRS, gone, 5)
    standings = {one.entry: one for one in rank(PAIRS, history)}
    assert standings[1].score == 3
    assert sum(one.score for one in standings.values()) == 15  # every planned meeting gave its point


def test_t6_half_is_of_the_rounds_of_the_plan() -> None:
    for since, placed in ((2, False), (3, False), (4, True), (5, True)):  # 5 rounds: 3 played are more than half
        gone = tuple(replace(entry, withdrawn=since) if entry.id == 3 else entry for entry in entries(6))
        standings = {one.entry: one for one in rank(PAIRS, played(PAIRS, gone, 5))}
        assert (standings[3].place is not None) == placed


def test_t1_a_late_entry_takes_the_empty_slot_of_an_odd_number() -> None:
    history = played(PAIRS, entries(5), 1)
    late = replace(history, entries=(*history.entries, Entry(6, 6, joined=2)))
    assert PAIRS.rounds(late) == 5
    event = Event(PAIRS, late, Random(1), play_by_strength)
    list(event.rounds())
    assert len(event.history.rounds) == 5
    assert len(event.history.meetings[6]) == 4  # all but the one who had the bye in round 1


def test_off_the_plan_rounds_go_on_until_all_have_met() -> None:
    history = played(PAIRS, entries(6), 1)
    late = replace(history, entries=(*history.entries, Entry(7, 7, joined=2)))
    assert PAIRS.rounds(late) is None
    event = Event(PAIRS, late, Random(2))
    list(event.rounds())
    assert all(len(row) == 6 for row in event.history.meetings.values())
    assert len(event.history.rounds) <= 10
