"""Knockout: brackets, pots, who advances, places (T7, T9, T11)."""

from dataclasses import replace
from random import Random

import pytest

from tests.formats.events import Event, entries, places_of
from tests.formats.test_book import table
from tournaments.formats import BadFormat, CannotSeat, Entry, History, Penalty, Round, Sizes, Table, TableResult, rank
from tournaments.formats.bracket import bracket_order
from tournaments.formats.knockout import Knockout
from tournaments.formats.knockout_course import PlayOff

DUELS = Knockout.create(Sizes(2, 2, 2))
FOURS = Knockout.create(Sizes(4, 2, 6), {"advance": 2})


def better_seed_wins(one: Table, random: Random) -> TableResult:
    return TableResult(places_of(list(one.seats)), tuple(seat for seat in one.seats))


def run(format: Knockout, everybody: tuple[Entry, ...]) -> Event:
    event = Event(format, History(everybody), Random(0), better_seed_wins)
    list(event.rounds())
    return event


def sets(tables: tuple[Table, ...]) -> set[frozenset[int]]:
    return {frozenset(one.seats) for one in tables}


def test_bracket_order_keeps_the_best_apart() -> None:
    assert bracket_order(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    for size in (2, 4, 8, 16, 32):
        assert sorted(bracket_order(size)) == list(range(size))


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 8, 11, 16, 21])
def test_t7_the_best_seeds_meet_last(count: int) -> None:
    event = run(DUELS, entries(count))
    *_, final = event.history.rounds
    assert sets(final.tables) == {frozenset({1, 2})}
    assert len(event.history.rounds) == (count - 1).bit_length()
    standings = rank(DUELS, event.history)
    assert [(one.entry, one.place) for one in standings][:2] == [(1, 1), (2, 2)]


def test_t7_byes_go_to_the_best_seeds() -> None:
    seating = DUELS.seat(History(entries(6)), "seed")
    assert seating.byes == (1, 2)
    assert sets(seating.tables) == {frozenset({4, 5}), frozenset({3, 6})}


def test_t7_the_bracket_is_kept_when_the_favourite_falls() -> None:
    first = Round(
        1, (table(1, (1, 8), (2, 1)), table(2, (4, 5), (1, 2)), table(3, (2, 7), (1, 2)), table(4, (3, 6), (1, 2)))
    )
    seating = DUELS.seat(History(entries(8), (first,)), "seed")
    assert sets(seating.tables) == {frozenset({8, 4}), frozenset({2, 3})}


def test_t7_the_best_seeds_sit_at_the_smaller_tables_and_apart() -> None:
    seating = FOURS.seat(History(entries(11)), "seed")
    assert [len(one.seats) for one in seating.tables] == [3, 4, 4]
    assert [min(one.seats) for one in seating.tables] == [1, 2, 3]


def test_t7_those_who_met_are_kept_apart_within_their_pots() -> None:
    event = Event(FOURS, History(entries(16)), Random(3), better_seed_wins)
    event.next_round()
    second = event.format.seat(event.history, "seed")
    assert second.cost.meetings == 0
    assert all(len({seat for seat in one.seats if seat <= 4}) == 2 for one in second.tables)


def test_t7_the_last_table_decides_the_first_places() -> None:
    event = run(FOURS, entries(8))
    assert [(one.entry, one.place) for one in rank(FOURS, event.history)][:4] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_t7_the_others_by_round_then_place_then_penalty_points() -> None:
    def result(*points: int) -> TableResult:
        return TableResult((1, 2, 3, 4), points)

    first = Round(1, (Table(1, (1, 4, 5, 8), result(0, 3, 20, 30)), Table(2, (2, 3, 6, 7), result(0, 4, 10, 40))))
    history = History(entries(8), (first,))
    places = {one.entry: one.place for one in rank(FOURS, history)}
    assert (places[6], places[5], places[8], places[7]) == (5, 6, 7, 8)
    fined = replace(history, penalties=(Penalty(8, 1, points=20),))
    assert {one.entry: one.place for one in rank(FOURS, fined)}[7] == 7


def test_t7_a_tie_to_advance_goes_to_fewer_penalty_points() -> None:
    tied = Table(1, (1, 2, 3, 4), TableResult((1, 2, 2, 4), (0, 12, 9, 30)))
    other = table(2, (5, 6, 7, 8), (1, 2, 3, 4))
    history = History(entries(8), (Round(1, (tied, other)),))
    assert FOURS.in_play(history) == (1, 3, 5, 6)


def test_t7_then_one_play_off_deal_decides() -> None:
    result = TableResult((1, 2, 2, 4), (0, 12, 12, 30))
    other = table(2, (5, 6, 7, 8), (1, 2, 3, 4))
    history = History(entries(8), (Round(1, (Table(1, (1, 2, 3, 4), result), other)),))
    assert FOURS.play_offs(history) == (PlayOff(1, 1, (2, 3), 1),)
    assert not FOURS.finished(history)
    with pytest.raises(CannotSeat, match="play-off deal must decide who advances at tables 1"):
        FOURS.seat(history, "seed")
    decided = replace(result, play_off=(None, 2, 1, None))
    history = History(entries(8), (Round(1, (Table(1, (1, 2, 3, 4), decided), other)),))
    assert FOURS.in_play(history) == (1, 3, 5, 6)
    undecided = replace(result, play_off=(None, 1, 1, None))
    history = History(entries(8), (Round(1, (Table(1, (1, 2, 3, 4), undecided), other)),))
    assert FOURS.in_play(history) == (1, 2, 5, 6)  # the higher seed


def test_t9_who_does_not_appear_does_not_advance() -> None:
    first = Round(1, (table(1, (1, 4), (1, 2), absent=frozenset({0})), table(2, (2, 3), (1, 2))))
    history = History(entries(4), (first,))
    assert FOURS.in_play(history) == (2, 3, 4)
    assert DUELS.in_play(history) == (2, 4)


def test_a_winner_who_leaves_gives_the_opponent_the_round() -> None:
    first = Round(1, tuple(table(n, pair, (1, 2)) for n, pair in enumerate(((1, 8), (4, 5), (2, 7), (3, 6)), start=1)))
    gone = tuple(replace(entry, withdrawn=2) if entry.id == 1 else entry for entry in entries(8))
    seating = DUELS.seat(History(gone, (first,)), "seed")
    assert seating.byes == (4,)
    assert sets(seating.tables) == {frozenset({2, 3})}


def test_t11_a_published_round_stands_and_who_went_out_wrongly_can_be_put_back() -> None:
    first = Round(1, (table(1, (1, 4), (2, 1)), table(2, (2, 3), (1, 2))))  # corrected: 4 won, but 1 was seated
    everybody = tuple(replace(entry, restored=(3,)) if entry.id == 4 else entry for entry in entries(4))
    second = Round(2, (table(1, (2, 3), (1, 2)),), byes=(1,))
    assert DUELS.in_play(History(everybody, (first, second))) == (1, 2, 4)
    seating = DUELS.seat(History(everybody, (first, second)), "seed")
    assert seating.byes == (1,)
    assert sets(seating.tables) == {frozenset({2, 4})}


@pytest.mark.parametrize(("count", "seats", "advance"), [(33, 4, 2), (20, 4, 1), (23, 5, 3), (50, 6, 2), (7, 3, 2)])
def test_every_event_ends_with_as_many_rounds_as_forecast(count: int, seats: int, advance: int) -> None:
    format = Knockout.create(Sizes(seats, 2, 6), {"advance": advance})
    forecast = format.rounds(History(entries(count)))
    event = run(format, entries(count))
    assert format.finished(event.history)
    assert len(event.history.rounds) == forecast
    assert rank(format, event.history)[0].entry == 1


def test_fewer_must_advance_than_sit_at_a_table() -> None:
    with pytest.raises(BadFormat, match="Fewer must advance"):
        Knockout.create(Sizes(2, 2, 2), {"advance": 2})


def test_nobody_is_out_while_the_own_table_or_play_off_is_being_played() -> None:
    tied = Table(1, (1, 4), TableResult((1, 1), (5, 5)))
    played, playing = table(2, (2, 5), (1, 2)), Table(3, (3, 6))
    standings = {one.entry: one for one in rank(DUELS, History(entries(6), (Round(1, (tied, played, playing)),)))}
    assert {entry for entry, one in standings.items() if one.state == "out"} == {5}
    assert [standings[entry].place for entry in range(1, 7)] == [1, 1, 1, 1, 6, 1]
