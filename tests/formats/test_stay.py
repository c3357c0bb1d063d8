"""Seating `stay`: breaking and levelling tables (T8)."""

from dataclasses import replace
from random import Random

import pytest

from tests.formats.events import Event, entries, play_a_deal
from tournaments.formats import Entry, History, Round, Sizes, Table, TableResult
from tournaments.formats.elimination import Elimination
from tournaments.formats.lots import lot_key

FORMAT = Elimination.create(Sizes(4, 2, 6), {"seating": "stay"})


def round_of(number: int, *tables: tuple[int, tuple[int, ...]], out: frozenset[int] = frozenset()) -> Round:
    """A round in which nobody took points, but `out`, who took 100."""

    def result(seats: tuple[int, ...]) -> TableResult:
        points = tuple(100 if seat in out else 0 for seat in seats)
        return TableResult(tuple(2 if point else 1 for point in points), points)

    return Round(number, tuple(Table(n, seats, result(seats)) for n, seats in tables))


def seated(history: History, seed: str = "seed") -> dict[int, tuple[int, ...]]:
    return {table.number: table.seats for table in FORMAT.seat(history, seed).tables}


def test_t8_tables_stay_together_and_the_deal_goes_on_clockwise() -> None:
    history = History(entries(8), (round_of(1, (1, (1, 2, 3, 4)), (2, (5, 6, 7, 8))),))
    assert seated(history) == {1: (2, 3, 4, 1), 2: (6, 7, 8, 5)}  # 4 and 8 dealt; now 1 and 5


def test_t8_the_dealer_after_a_player_who_is_out_is_the_next_still_in() -> None:
    out = frozenset({1, 6})
    history = History(entries(8), (round_of(1, (1, (1, 2, 3, 4)), (2, (5, 6, 7, 8)), out=out),))
    assert seated(history) == {1: (3, 4, 2), 2: (7, 8, 5)}


def test_t8_the_highest_table_is_broken_when_the_others_have_room() -> None:
    out = frozenset({1, 5, 9, 10})
    tables = (1, (1, 2, 3, 4)), (2, (5, 6, 7, 8)), (3, (9, 10, 11, 12))
    history = History(entries(12), (round_of(1, *tables, out=out),))
    seating = FORMAT.seat(history, "seed")
    assert {table.number: len(table.seats) for table in seating.tables} == {1: 4, 2: 4}
    assert "Table 3 is broken" in str(seating.notes[0][0])
    for table in seating.tables:
        assert table.seats[-2] in (11, 12)  # the free seat that deals last


def test_t8_no_table_is_broken_while_the_others_are_too_full() -> None:
    out = frozenset({9, 10, 11})
    tables = (1, (1, 2, 3, 4)), (2, (5, 6, 7, 8)), (3, (9, 10, 11, 12))
    history = History(entries(12), (round_of(1, *tables, out=out),))
    assert sorted(map(len, seated(history).values())) == [3, 3, 3]  # levelled: two come to table 3


def test_t8_who_has_been_moved_least_moves_then_by_lot() -> None:
    # 4 came from table 1 before; of 5, 6, 7 at table 2 the lot decides
    first = round_of(1, (1, (1, 2, 3, 4)), (2, (5, 6, 7)), (3, (8, 9, 10)))
    second = round_of(2, (1, (1, 2, 3)), (2, (5, 6, 7, 4)), (3, (8, 9, 10)), out=frozenset({8}))
    history = History(entries(10), (first, second))
    after = seated(history)
    seed = "seed/3"
    assert 4 in after[2]
    assert set(after[3]) == {9, 10, min((5, 6, 7), key=lambda entry: lot_key(seed, entry))}


def test_t8_a_late_entry_takes_the_smallest_table() -> None:
    late = (*entries(7), Entry(8, 8, joined=2))
    history = History(late, (round_of(1, (1, (1, 2, 3, 4)), (2, (5, 6, 7))),))
    after = seated(history)
    assert after[2] == (6, 7, 8, 5)


def test_t8_late_entries_open_a_table_where_there_is_no_seat() -> None:
    late = (*entries(8), Entry(9, 9, joined=2))
    history = History(late, (round_of(1, (1, (1, 2, 3, 4)), (2, (5, 6, 7, 8))),))
    assert sorted(map(len, seated(history).values())) == [3, 3, 3]


@pytest.mark.parametrize("number", range(25))
def test_t8_tables_are_level_and_nobody_moves_without_need(number: int) -> None:
    random = Random(number)
    event = Event(FORMAT, History(entries(random.randrange(5, 60))), random, play_a_deal)
    homes: dict[int, int] = {}
    for seating in event.rounds():
        sizes = [len(table.seats) for table in seating.tables]
        players = sum(sizes)
        assert max(sizes) - min(sizes) <= 1
        assert len(sizes) == -(-players // 4)
        numbers = {table.number for table in seating.tables}
        moved = [
            entry
            for table in seating.tables
            for entry in table.seats
            if homes.get(entry, table.number) != table.number and homes[entry] in numbers
        ]
        if homes and {homes[entry] for table in seating.tables for entry in table.seats} == numbers:
            assert len(moved) <= fewest_moves(event, seating.number, numbers)
        homes = {entry: table.number for table in seating.tables for entry in table.seats}
    assert event.format.finished(event.history)


def fewest_moves(event: Event, number: int, numbers: set[int]) -> int:
    """How many must move so that sizes differ by one at most, when no table was broken."""
    before = event.history.as_of(number - 1)
    staying = set(FORMAT.in_play(before))
    sizes = sorted((sum(entry in staying for entry in table.seats) for table in before.rounds[-1].tables), reverse=True)
    small, larger = divmod(sum(sizes), len(numbers))
    wanted = [small + 1] * larger + [small] * (len(numbers) - larger)
    return sum(max(0, size - want) for size, want in zip(sizes, wanted, strict=True))


def test_stay_and_redraw_begin_with_the_same_sizes() -> None:
    redraw = replace(FORMAT, settings={**FORMAT.settings, "seating": "redraw"})
    history = History(entries(11))
    sizes = [sorted(len(t.seats) for t in format.seat(history, "s").tables) for format in (FORMAT, redraw)]
    assert sizes[0] == sizes[1] == [3, 4, 4]
