"""Properties of whole events, with leavers, late entries, no-shows and corrections between the rounds."""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tests.formats.events import Event, Play, entries, places_of, play_a_deal, play_by_strength
from tournaments.formats import (
    FORMATS,
    Format,
    History,
    Seating,
    Sizes,
    Standing,
    Table,
    TableResult,
    rank,
    table_sizes,
)
from tournaments.formats.elimination import Elimination
from tournaments.formats.swiss import Swiss

EVENTS = 250 if os.environ.get("LASTCARD_SLOW") else 10  # of each format


def play_with_play_off(table: Table, random: Random) -> TableResult:
    return replace(play_by_strength(table, random), play_off=places_of([random.random() for _ in table.seats]))


def random_format(slug: str, random: Random) -> Format:
    seats = random.choice([2, 3, 4, 5])
    sizes = Sizes(seats, 2, random.choice([seats, 6]))
    options: dict[str, object] = {
        "swiss": {
            "rounds": random.randrange(3, 8),
            "clubs": random.random() < 0.3,
            "last_by_rank": random.random() < 0.3,
        },
        "elimination": {"seating": random.choice(["redraw", "stay"]), "limit": random.choice([60, 100, 150])},
        "knockout": {"advance": random.randrange(1, seats)},
    }.get(slug, {})
    return FORMATS[slug].create(sizes, options)


def events(slug: str) -> Iterator[Event]:
    play: Play = {"elimination": play_a_deal, "knockout": play_with_play_off}.get(slug, play_by_strength)
    for number in range(EVENTS):
        random = Random(f"{slug}/{number}")
        most = 14 if slug == "round_robin" else 40
        everybody = entries(random.randrange(4, most), clubs=random.choice([0, 4]))
        yield Event(random_format(slug, random), History(everybody), random, play)


def troubled(event: Event) -> Iterator[tuple[History, Seating]]:
    """Each round with the history before it; between the rounds something may go wrong."""
    while not event.format.finished(event.history) and len(event.history.rounds) < 60:
        if event.history.rounds and event.random.random() < 0.4:
            event.disturb()
        if event.format.finished(event.history) or len(event.format.in_play(event.history)) < 2:
            return
        before = event.history
        yield before, event.next_round()


@pytest.mark.parametrize("slug", FORMATS)
def test_everybody_in_play_is_seated_once_and_nobody_else(slug: str) -> None:
    for event in events(slug):
        for before, seating in troubled(event):
            seated = [seat for table in seating.tables for seat in table.seats] + list(seating.byes)
            assert sorted(seated) == sorted(event.format.in_play(before))
            assert len({table.number for table in seating.tables}) == len(seating.tables)
            assert set(seating.notes) <= {0, *(table.number for table in seating.tables)}
            for told in seating.notes.values():
                assert all(str(note) for note in told)


@pytest.mark.parametrize("slug", FORMATS)
def test_events_end_and_everybody_has_a_place(slug: str) -> None:
    for event in events(slug):
        for _ in troubled(event):
            standings = rank(event.format, event.history)
            assert sorted(one.entry for one in standings) == sorted(event.history.by_id)
            check_places(standings)
        assert event.format.finished(event.history) or len(event.format.in_play(event.history)) < 2


def check_places(standings: tuple[Standing, ...]) -> None:
    """1, 2, 2, 4: a place is one more than how many are before those who share it."""
    places = [one.place for one in standings if one.place is not None]
    assert places == [1 + sum(other < place for other in places) for place in places]
    assert [one.place is None for one in standings] == sorted(one.place is None for one in standings)


@pytest.mark.parametrize("slug", FORMATS)
def test_t13_standings_as_of_a_round_are_what_they_were_then(slug: str) -> None:
    for event in events(slug):
        then: list[tuple[Standing, ...]] = []
        for _ in event.rounds():
            then.append(rank(event.format, event.history))
            if event.random.random() < 0.3 and len(event.format.in_play(event.history)) > 4:
                event.leave(event.random.choice(event.format.in_play(event.history)))
            elif event.random.random() < 0.3:
                event.join()
        for number, standings in enumerate(then, start=1):
            assert rank(event.format, event.history, as_of=number) == standings


@pytest.mark.parametrize("slug", FORMATS)
def test_t13_the_order_in_which_things_are_listed_does_not_matter(slug: str) -> None:
    for event in events(slug):
        for _ in troubled(event):
            pass
        shuffled = list(event.history.entries)
        event.random.shuffle(shuffled)
        rounds = tuple(replace(one, tables=one.tables[::-1]) for one in event.history.rounds)
        assert rank(event.format, History(tuple(shuffled), rounds)) == rank(event.format, event.history)


def test_t2_t4_swiss_sizes_and_byes() -> None:
    for event in events("swiss"):
        for before, seating in troubled(event):
            split = table_sizes(len(event.format.in_play(before)), event.format.sizes)
            assert sorted((len(table.seats) for table in seating.tables), reverse=True) == list(split.tables)
            assert len(seating.byes) == split.byes
            others = set(event.format.in_play(before)) - set(seating.byes)
            fewest = min((before.byes[entry] for entry in others), default=0)
            assert all(before.byes[entry] <= fewest for entry in seating.byes)


def test_t1_who_was_away_has_no_bye_before_those_who_stayed() -> None:
    for event in events("swiss"):
        for before, seating in troubled(event):
            stayed = [
                entry
                for entry in event.format.in_play(before)
                if not before.by_id[entry].has_left(before.next_round) and not before.byes[entry]
            ]
            if len(stayed) >= len(seating.byes):
                assert set(seating.byes) <= set(stayed)


def test_t8_only_those_at_the_limit_go_out_and_nobody_comes_back() -> None:
    for event in events("elimination"):
        assert isinstance(event.format, Elimination)
        gone: set[int] = set()
        for _, seating in event_without_corrections(event):
            assert not gone & {seat for table in seating.tables for seat in table.seats}
            course = event.format.course(event.history)
            out = {entry for entry, exit in course.exits.items() if exit.round == seating.number}
            assert all(course.exits[entry].total >= course.limit for entry in out)
            still = course.still_in()
            if any(course.totals[entry] < course.limit for entry in still):
                assert all(course.totals[entry] < course.limit for entry in still)
            gone |= out


def event_without_corrections(event: Event) -> Iterator[tuple[History, Seating]]:
    for seating in event.rounds():
        yield event.history, seating
        if event.random.random() < 0.2:
            event.join()


def test_t8_places_follow_the_round_of_the_exit() -> None:
    for event in events("elimination"):
        assert isinstance(event.format, Elimination)
        for _ in troubled(event):
            pass
        exits = event.format.course(event.history).exits
        rounds = [exits[one.entry].round for one in rank(event.format, event.history) if one.entry in exits]
        assert rounds == sorted(rounds, reverse=True)


def test_t10_a_correction_changes_what_it_should() -> None:
    """Turning a table of the last round upside down moves its scores, and nobody else's."""
    for number in range(EVENTS):
        event = Event(Swiss.create(Sizes(4, 2, 4)), History(entries(17)), Random(number))
        list(event.rounds())
        before = {one.entry: one.score for one in rank(event.format, event.history)}
        table = event.history.rounds[-1].tables[0]
        assert table.result is not None
        event.correct(5, table.number, places=places_of([-place for place in table.result.places]))
        after = {one.entry: one.score for one in rank(event.format, event.history)}
        assert sum(before.values()) == sum(after.values())
        assert {entry for entry in before if before[entry] != after[entry]} <= set(table.seats)


def test_t3_few_pairs_meet_again_in_a_swiss_of_any_size() -> None:
    """Where a round without repeats is easy (at most a quarter of the others met) there is none."""
    for number in range(EVENTS // 2):
        random = Random(number)
        seats = random.choice([2, 3, 4, 5, 6])
        rounds = random.randrange(2, 6)
        count = random.randrange(4 * rounds * seats, 6 * rounds * seats)
        event = Event(Swiss.create(Sizes(seats, 2, seats), {"rounds": rounds}), History(entries(count)), random)
        assert Counter(seating.cost.meetings for seating in event.rounds()) == {0: rounds}
