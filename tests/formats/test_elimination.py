"""Elimination: totals, exits, places, the final table, late entries (T1, T8, T9, T11, M9, LP18)."""

from dataclasses import replace
from fractions import Fraction as F

import pytest

from tests.formats.events import entries, places_of
from tournaments.formats import CannotSeat, Entry, History, MatchTerms, Penalty, Round, Sizes, Table, TableResult, rank
from tournaments.formats.elimination import Elimination

FORMAT = Elimination.create(Sizes(3, 2, 6), {"limit": 100, "deals": 2})


def table(number: int, points: dict[int, int], **more: object) -> Table:
    """A table with the penalty points of the round, entry by entry in seat order."""
    result = TableResult(places_of(list(points.values())), tuple(points.values()), 2, **more)
    return Table(number, tuple(points), result)


def round_of(number: int, *tables: dict[int, int]) -> Round:
    return Round(number, tuple(table(n, points) for n, points in enumerate(tables, start=1)))


def history(count: int, *rounds: Round, **more: object) -> History:
    return History(entries(count), rounds, **more)


def places(history: History) -> dict[int, int | None]:
    return {standing.entry: standing.place for standing in rank(FORMAT, history)}


def totals(history: History, format: Elimination = FORMAT) -> dict[int, object]:
    return {standing.entry: standing.points for standing in rank(format, history)}


def test_t8_points_are_carried_and_the_limit_is_looked_at_after_the_round() -> None:
    played = history(6, round_of(1, {1: 60, 2: 0, 3: 20}, {4: 50, 5: 10, 6: 0}))
    assert FORMAT.in_play(played) == (1, 2, 3, 4, 5, 6)
    played = replace(played, rounds=(*played.rounds, round_of(2, {1: 40, 4: 0, 3: 20}, {2: 30, 5: 99, 6: 0})))
    assert FORMAT.in_play(played) == (2, 3, 4, 6)  # 1 has exactly 100, 5 has 109
    assert totals(played) == {1: 100, 2: 30, 3: 40, 4: 50, 5: 109, 6: 0}


def test_t8_places_later_round_then_total_then_total_before() -> None:
    played = history(
        7,
        round_of(1, {1: 10, 2: 20, 3: 150}, {4: 30, 5: 40, 6: 0, 7: 0}),
        round_of(2, {1: 90, 2: 80, 6: 5}, {4: 90, 5: 60, 7: 4}),
    )
    # out in round 2: 1, 2, 5 with 100 (before: 10, 20, 40) and 4 with 120; 3 went out in round 1
    assert places(played) == {7: 1, 6: 2, 1: 3, 2: 4, 5: 5, 4: 6, 3: 7}


def test_t8_equal_in_everything_is_shared() -> None:
    played = history(4, round_of(1, {1: 100, 2: 100, 3: 0, 4: 0}))
    assert places(played) == {3: 1, 4: 1, 1: 3, 2: 3}


def test_lp18_nobody_left_the_lowest_total_wins() -> None:
    played = history(4, round_of(1, {1: 130, 2: 110, 3: 120, 4: 140}))
    assert FORMAT.finished(played)
    assert places(played) == {2: 1, 3: 2, 1: 3, 4: 4}


def test_lp18_a_tie_of_the_lowest_plays_on_a_deal_at_a_time() -> None:
    played = history(4, round_of(1, {1: 130, 2: 110, 3: 110, 4: 140}))
    assert FORMAT.in_play(played) == (2, 3)
    assert not FORMAT.finished(played)
    assert FORMAT.match_terms(played) == MatchTerms("deals", {"count": 1})
    again = replace(played, rounds=(*played.rounds, round_of(2, {2: 7, 3: 7})))
    assert FORMAT.in_play(again) == (2, 3)
    decided = replace(again, rounds=(*again.rounds, round_of(3, {2: 9, 3: 4})))
    assert FORMAT.finished(decided)
    assert places(decided) == {3: 1, 2: 2, 1: 3, 4: 4}


def test_t8_at_most_a_table_left_is_the_final_table() -> None:
    played = history(4, round_of(1, {1: 10, 2: 100, 3: 30, 4: 20}))
    assert FORMAT.match_terms(played) == MatchTerms("elimination", {"limit": 100}, {1: 10, 3: 30, 4: 20})
    seating = FORMAT.seat(played, "seed")
    assert {frozenset(one.seats) for one in seating.tables} == {frozenset({1, 3, 4})}
    assert "The final table" in str(seating.notes[0][-1])


def test_t8_the_match_of_the_final_table_decides_its_places() -> None:
    result = TableResult((2, 1, 3), (70, 85, 80), 9)  # the first to go out had the lowest total then
    final = Round(2, (Table(1, (1, 3, 4), result),))
    played = history(4, round_of(1, {1: 10, 2: 100, 3: 10, 4: 10}), final)
    assert FORMAT.finished(played)
    assert places(played) == {3: 1, 1: 2, 4: 3, 2: 4}
    assert {one.entry: one.state for one in rank(FORMAT, played)} == {3: "in", 1: "out", 4: "out", 2: "out"}


def test_before_the_final_table_the_rounds_have_the_stated_deals() -> None:
    assert FORMAT.match_terms(history(9)) == MatchTerms("deals", {"count": 2})


def test_t1_a_late_entry_brings_the_mean_total_of_those_still_in() -> None:
    late = (*entries(5), Entry(6, 6, joined=2))
    played = History(late, (round_of(1, {1: 10, 2: 100, 3: 30, 4: 20, 5: 25}),))
    assert totals(played)[6] == F(85, 4)


def test_t1_who_comes_back_brings_the_mean_if_it_is_more_than_the_own_total() -> None:
    back = [replace(entry, away=((2, 3),)) if entry.id in (4, 5) else entry for entry in entries(5)]
    played = History(
        tuple(back),
        (round_of(1, {1: 10, 2: 20, 3: 30, 4: 5, 5: 90}), round_of(2, {1: 40, 2: 40, 3: 40})),
    )
    small_tables = Elimination.create(Sizes(2, 2, 6))  # so that round 2 is not the final table yet
    assert totals(played, small_tables) == {1: 50, 2: 60, 3: 70, 4: 60, 5: 90}
    assert small_tables.in_play(played) == (1, 2, 3, 4, 5)


def test_m9_who_leaves_is_placed_behind_those_who_played_the_round() -> None:
    gone = [replace(entry, withdrawn=2) if entry.id == 5 else entry for entry in entries(5)]
    played = History(
        tuple(gone),
        (round_of(1, {1: 0, 2: 50, 3: 100, 4: 20, 5: 0}), round_of(2, {1: 0, 2: 90, 4: 10})),
    )
    standing = {one.entry: one for one in rank(Elimination.create(Sizes(2, 2, 6)), played)}
    assert [standing[entry].place for entry in (1, 4, 2, 5, 3)] == [1, 2, 3, 4, 5]
    assert standing[5].state == "withdrawn"


def test_t9_who_did_not_appear_takes_the_most_of_the_round() -> None:
    absent = Round(1, (table(1, {1: 0, 2: 30, 3: 0}, absent=frozenset({2})), table(2, {4: 44, 5: 10, 6: 0})))
    assert totals(history(6, absent))[3] == 44


def test_t9_alone_at_a_table_takes_the_mean_of_the_round() -> None:
    alone = Round(1, (table(1, {1: 0, 2: 0}, absent=frozenset({1})), table(2, {3: 44, 4: 10, 5: 0})))
    assert totals(history(5, alone)) == {1: 18, 2: 44, 3: 44, 4: 10, 5: 0}


def test_t15_penalty_points_count_towards_the_limit() -> None:
    played = history(4, round_of(1, {1: 60, 2: 10, 3: 70, 4: 0}), penalties=(Penalty(3, 1, points=30),))
    assert FORMAT.in_play(played) == (1, 2, 4)
    cancelled = replace(played, penalties=(Penalty(3, 1, points=30, cancelled=True),))
    assert FORMAT.in_play(cancelled) == (1, 2, 3, 4)


def test_t11_a_correction_does_not_take_anybody_out_of_a_published_round() -> None:
    first = round_of(1, {1: 110, 2: 10, 3: 40}, {4: 0, 5: 5, 6: 7})
    played = history(6, first, round_of(2, {2: 0, 1: 10, 3: 10}, {4: 10, 5: 10, 6: 0}))
    assert FORMAT.in_play(played) == (2, 3, 4, 5, 6)  # 1 was seated in round 2 and goes out after it
    assert totals(played)[1] == 120
    assert places(played)[1] == 6


def test_t11_who_went_out_wrongly_can_be_put_back_from_the_next_round() -> None:
    first = round_of(1, {1: 110, 2: 10, 3: 40}, {4: 0, 5: 5, 6: 7})
    wrong = history(6, first, round_of(2, {2: 10, 3: 10, 5: 10}, {4: 10, 6: 20}))
    corrected = replace(first, tables=(table(1, {1: 11, 2: 10, 3: 40}), first.tables[1]))
    right = replace(wrong, rounds=(corrected, wrong.rounds[1]))
    restored = tuple(replace(one, restored=(3,)) if one.id == 1 else one for one in right.entries)
    assert 1 not in FORMAT.in_play(wrong)
    assert 1 in FORMAT.in_play(replace(right, entries=restored))
    assert totals(replace(right, entries=restored))[1] == F(122, 5)  # the mean of those who played round 2


def test_redraw_lets_nobody_meet_again_while_it_can() -> None:
    format = Elimination.create(Sizes(3, 2, 4))
    first = format.seat(history(9), "seed")
    played = tuple(replace(t, result=TableResult((1, 2, 3), (0, 5, 9))) for t in first.tables)
    second = format.seat(history(9, Round(1, played)), "seed")
    assert second.cost.meetings == 0


def test_one_alone_cannot_be_seated() -> None:
    with pytest.raises(CannotSeat, match="One player alone"):
        FORMAT.seat(history(1), "seed")
    with pytest.raises(CannotSeat, match="Nobody is here"):
        FORMAT.seat(history(0), "seed")
    over = history(2, round_of(1, {1: 120, 2: 0}))
    with pytest.raises(CannotSeat, match="All rounds have been played"):
        FORMAT.seat(over, "seed")
