"""The seating objective, its reasons, and previews with locks (T3)."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction as F
from itertools import combinations
from random import Random

import pytest

from tests.formats.events import Event, entries
from tests.formats.test_book import table
from tournaments.formats import CannotSeat, Draft, Entry, History, Round, Sizes, Table
from tournaments.formats.costs import Costs, spread_floor, weigh
from tournaments.formats.pairing import pair_up
from tournaments.formats.search import cheapest
from tournaments.formats.swiss import Swiss


def partitions(items: list[int], sizes: tuple[int, ...]) -> Iterator[list[list[int]]]:
    """All splits of `items` into tables of these sizes, each once or more."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for mates in combinations(rest, size - 1):
            after = [item for item in rest if item not in mates]
            for others in partitions(after, tuple(left)):
                yield [[first, *mates], *others]


def some_costs(random: Random, count: int, density: float) -> Costs:
    met: list[dict[int, int]] = [{} for _ in range(count)]
    for one, other in combinations(range(count), 2):
        if random.random() < density:
            met[one][other] = met[other][one] = random.choice([1, 1, 2])
    scores = sorted((random.randrange(7) for _ in range(count)), reverse=True)
    clubs = [random.randrange(-1, 3) for _ in range(count)] if random.random() < 0.5 else []
    return weigh(met, scores, clubs, [random.randrange(3) for _ in range(count)])


def total(costs: Costs, tables: list[list[int]]) -> int:
    return sum(costs.table(table) for table in tables)


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("sizes", [(2, 2, 2, 2), (3, 3, 3), (4, 4), (4, 3), (3, 3, 2), (5, 4)])
def test_t3_no_seating_of_few_entries_is_cheaper(sizes: tuple[int, ...], number: int) -> None:
    random = Random(f"{sizes}{number}")
    costs = some_costs(random, sum(sizes), random.choice([0.1, 0.3, 0.6]))
    least = min(total(costs, tables) for tables in partitions(list(range(sum(sizes))), sizes))
    assert total(costs, cheapest(costs, sizes, "seed")) == least


@pytest.mark.parametrize("number", range(30))
def test_t3_pairs_are_the_cheapest_in_meetings_and_spread(number: int) -> None:
    random = Random(number)
    costs = some_costs(random, 10, random.choice([0.1, 0.3, 0.6]))

    def key(tables: list[list[int]]) -> tuple[int, int]:
        return sum(map(costs.meetings, tables)), sum(map(costs.spread, tables))

    least = min(key(tables) for tables in partitions(list(range(10)), (2,) * 5))
    assert key(pair_up(costs)) == least


@pytest.mark.parametrize("number", range(20))
def test_the_floor_is_the_least_spread_if_nobody_has_met(number: int) -> None:
    random = Random(number)
    scores = sorted((random.randrange(9) for _ in range(9)), reverse=True)
    sizes = random.choice([(3, 3, 3), (4, 3, 2), (5, 4), (2, 2, 2, 3)])
    spreads = [sum(scores[min(t)] - scores[max(t)] for t in tables) for tables in partitions(list(range(9)), sizes)]
    assert spread_floor(scores, sizes)[0] == min(spreads)


def test_t3_one_meeting_outweighs_any_spread_and_so_on_down() -> None:
    costs = weigh([{1: 1}, {0: 1}, {}, {}], [9, 9, 0, 0], [0, 1, 0, 1], [5, 0, 0, 5])
    assert costs.table((0, 1)) > costs.table((0, 2)) + costs.table((1, 3))
    assert costs.table((0, 3)) < costs.table((0, 2))  # same spread: the club decides


def test_t3_repeats_are_avoided_before_scores_are_levelled() -> None:
    first = Round(1, (table(1, (1, 2, 3, 4), (1, 2, 3, 4)), table(2, (5, 6, 7, 8), (1, 2, 3, 4))))
    format = Swiss.create(Sizes(4, 2, 4))
    seating = format.seat(History(entries(8), (first,)), "seed")
    assert seating.cost.meetings == 4  # two and two of each table: 4 pairs again, no split has fewer
    assert seating.cost.spread == F(2, 3)  # the two best of each, the two last of each


def test_t3_reasons_tell_who_was_met_and_when() -> None:
    rounds = (Round(1, (table(1, (1, 2), (1, 1)), table(2, (3, 4), (1, 2)), table(3, (5, 6), (1, 2)))),)
    rounds = (*rounds, Round(2, (table(1, (3, 5), (1, 1)), table(2, (1, 4), (2, 1)), table(3, (2, 6), (2, 1)))))
    seating = Swiss.create(Sizes(2, 2, 2)).seat(History(entries(6), rounds), "seed")
    notes = [str(note) for told in seating.notes.values() for note in told]
    assert any("met" in note and "in round 2; no other table of equal score" in note for note in notes)


def test_t3_a_repeat_that_cannot_be_avoided_is_told() -> None:
    rounds = (Round(1, (table(1, (1, 2), (1, 2)),)),)
    seating = Swiss.create(Sizes(2, 2, 2)).seat(History(entries(2), rounds), "seed")
    assert "met in round 1; no seating with fewer repeats was found." in str(seating.notes[1][0])


def test_t3_members_of_one_club_are_kept_apart_where_asked() -> None:
    clubs = tuple(replace(entry, club="north" if entry.id <= 4 else "south") for entry in entries(8))
    apart = Swiss.create(Sizes(2, 2, 2), {"clubs": True}).seat(History(clubs), "seed")
    assert apart.cost.clubs == 0
    assert all({seat <= 4 for seat in one.seats} == {True, False} for one in apart.tables)
    together = tuple(replace(entry, club="north") for entry in entries(4))
    told = Swiss.create(Sizes(2, 2, 2), {"clubs": True}).seat(History(together), "seed").notes
    assert "are of one club" in str(told[1][0])


def test_t3_who_has_led_least_leads() -> None:
    event = Event(Swiss.create(Sizes(4, 2, 4), {"rounds": 8}), History(entries(32)), Random(1))
    for seating in event.rounds():
        led = event.history.as_of(seating.number - 1).led
        assert all(led[one.seats[0]] == min(led[seat] for seat in one.seats) for one in seating.tables)
    assert {1, 2, 3} >= set(event.history.led.values())


def test_t3_the_last_round_may_go_by_rank() -> None:
    format = Swiss.create(Sizes(2, 2, 2), {"rounds": 2, "last_by_rank": True})
    first = Round(1, (table(1, (1, 2), (1, 1)), table(2, (3, 4), (1, 1))))
    seating = format.seat(History(entries(4), (first,)), "seed")
    assert [set(one.seats) for one in seating.tables] == [{1, 2}, {3, 4}]
    assert seating.cost.meetings == 2


def test_the_same_history_and_seed_give_the_same_seating() -> None:
    format = Swiss.create(Sizes(4, 2, 4))
    history = History(entries(30))
    assert format.seat(history, "seed") == format.seat(history, "seed")
    assert format.seat(history, "seed").tables != format.seat(history, "another").tables


def test_t12_a_missing_result_stops_the_seating() -> None:
    history = History(entries(4), (Round(1, (table(1, (1, 2), (1, 2)), Table(2, (3, 4)))),))
    with pytest.raises(CannotSeat, match="missing from tables 2"):
        Swiss.create(Sizes(2, 2, 2)).seat(history, "seed")


# -- previews ------------------------------------------------------------------------------------
def test_what_is_locked_stays_and_the_rest_is_sought() -> None:
    event = Event(Swiss.create(Sizes(4, 2, 4), {"rounds": 9}), History(entries(23)), Random(2))
    event.next_round()
    event.next_round()
    preview = event.format.seat(event.history, "seed")
    whole, single = preview.tables[2], preview.tables[4].seats[1]
    draft = Draft(preview.tables, frozenset({*whole.seats, single}))
    seating = event.format.seat(event.history, "other seed", draft)
    tables = {one.number: one for one in seating.tables}
    assert tables[whole.number] == whole
    assert tables[preview.tables[4].number].seats[1] == single
    assert sorted(len(one.seats) for one in seating.tables) == sorted(len(one.seats) for one in preview.tables)
    assert {seat for one in seating.tables for seat in one.seats} == set(range(1, 24))


def test_what_is_locked_must_fit() -> None:
    format = Swiss.create(Sizes(2, 2, 2))
    draft = Draft((Table(1, (1, 2, 3)),), frozenset({1, 2, 3}))
    with pytest.raises(CannotSeat, match="does not fit"):
        format.seat(History(entries(4)), "seed", draft)


def test_the_organiser_may_choose_the_bye() -> None:
    format = Swiss.create(Sizes(2, 2, 2))
    seating = format.seat(History(entries(5)), "seed", Draft((), byes=(2,)))
    assert seating.byes == (2,)


def test_a_swap_can_be_priced() -> None:
    first = Round(1, (table(1, (1, 2), (1, 2)), table(2, (3, 4), (1, 2))))
    format, history = Swiss.create(Sizes(2, 2, 2)), History(entries(4), (first,))
    good = (Table(1, (1, 3)), Table(2, (2, 4)))
    swapped = (Table(1, (1, 2)), Table(2, (3, 4)))
    assert format.cost(history, good).key()[:2] == (0, 0)
    assert format.cost(history, swapped).key()[:2] == (2, 2)


# -- byes ----------------------------------------------------------------------------------------
def test_t4_the_bye_goes_to_the_lowest_that_had_none() -> None:
    event = Event(Swiss.create(Sizes(2, 2, 2), {"rounds": 5}), History(entries(5)), Random(4))
    seen: list[int] = []
    for seating in event.rounds():
        seen += seating.byes
    assert sorted(seen) == [1, 2, 3, 4, 5]


def test_t1_leaving_and_coming_back_gains_no_bye() -> None:
    back = (*entries(4), Entry(5, 5, away=((2, 3),)))
    first = Round(1, (table(1, (1, 2), (1, 2)), table(2, (3, 5), (1, 2))), byes=(4,))
    second = Round(2, (table(1, (1, 3), (1, 2)), table(2, (2, 4), (1, 2))))
    seating = Swiss.create(Sizes(2, 2, 2)).seat(History(back, (first, second)), "seed")
    assert seating.byes == (3,)  # 5 is lower, but has been away; 3 is level with 2 but for the seed
    assert "the lowest of those who have had none" in str(seating.notes[0][0])
