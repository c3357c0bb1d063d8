"""Seating by the objective of T3: entries and history in, tables in seat order out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from .costs import Costs, weigh
from .history import History, Number, Table
from .lots import draw_order, lot_key
from .pairing import pair_up
from .proposal import Cost, Draft
from .search import cheapest, improve
from .swaps import Swaps

Scores = Mapping[int, Number]


@dataclass(frozen=True)
class Objective:
    """What T3 weighs in this event; `scores` empty where the spread does not matter."""

    history: History
    scores: Scores
    clubs: bool
    seed: str


def seat_tables(objective: Objective, entries: Iterable[int], sizes: Sequence[int]) -> tuple[Table, ...]:
    """The entries at tables of the given sizes, numbered from the best scores down."""
    ids = in_order(objective, entries)
    costs = costs_of(objective, ids)
    tables = pair_up(costs) if set(sizes) == {2} else cheapest(costs, sizes, objective.seed)
    ordered = sorted(tables, key=lambda table: (min(table), sum(table)))
    return tuple(
        Table(number, seat_order(objective, [ids[x] for x in table])) for number, table in enumerate(ordered, start=1)
    )


def seat_draft(objective: Objective, entries: Iterable[int], sizes: Sequence[int], draft: Draft) -> tuple[Table, ...]:
    """The same with what the organiser has locked left where it is."""
    ids = in_order(objective, entries)
    index = {entry: x for x, entry in enumerate(ids)}
    held = {
        table.number: [entry for entry in table.seats if entry in draft.locked and entry in index]
        for table in draft.tables
    }
    locked = [index[entry] for seats in held.values() for entry in seats]
    start = _fill([[index[entry] for entry in seats] for seats in held.values()], len(ids), sizes)
    swaps = Swaps(costs_of(objective, ids), start, locked)
    improve(swaps, objective.seed)
    numbers = [*held, *range(max(held, default=0) + 1, len(start) + max(held, default=0) + 1)]
    seats_before = {entry: seat for table in draft.tables for seat, entry in enumerate(table.seats)}
    tables = []
    for number, table in zip(numbers, swaps.tables, strict=False):
        keep = {ids[x]: seats_before[ids[x]] for x in table if x in swaps.pinned}
        tables.append(Table(number, hold_seats(seat_order(objective, [ids[x] for x in table]), keep)))
    return tuple(table for table in tables if table.seats)


def _fill(held: list[list[int]], count: int, sizes: Sequence[int]) -> list[list[int]]:
    """Tables of the given sizes around what is held: the larger size where more is held, the rest by score."""
    held = held + [[] for _ in range(len(sizes) - len(held))]
    by_need = sorted(range(len(held)), key=lambda t: (-len(held[t]), t))
    size = dict(zip(by_need, sorted(sizes, reverse=True), strict=False))
    locked = {x for table in held for x in table}
    free = iter([x for x in range(count) if x not in locked])
    return [table + [next(free) for _ in range(size.get(t, 0) - len(table))] for t, table in enumerate(held)]


def hold_seats(seats: Sequence[int], held: Mapping[int, int]) -> tuple[int, ...]:
    """`seats` with some entries held on a seat number, where the table still has it."""
    at = {seat: entry for entry, seat in held.items() if seat < len(seats)}
    rest = iter([entry for entry in seats if entry not in at.values()])
    return tuple(at[seat] if seat in at else next(rest) for seat in range(len(seats)))


def in_order(objective: Objective, entries: Iterable[int]) -> list[int]:
    """Best score first, equal scores by lot."""
    drawn = draw_order(entries, objective.seed)
    return sorted(drawn, key=lambda entry: -objective.scores.get(entry, 0))


def seat_order(objective: Objective, entries: Iterable[int]) -> tuple[int, ...]:
    """Who has led least leads (seat 0), who has led most sits last; equals by lot (M8)."""
    led = objective.history.led
    return tuple(sorted(entries, key=lambda entry: (led[entry], lot_key(objective.seed, entry))))


def costs_of(objective: Objective, ids: Sequence[int]) -> Costs:
    """The objective over these entries, who become 0..n-1 in this order."""
    history, index = objective.history, {entry: x for x, entry in enumerate(ids)}
    met = [
        {index[other]: len(rounds) for other, rounds in history.meetings[entry].items() if other in index}
        for entry in ids
    ]
    scores = [Fraction(objective.scores.get(entry, 0)) for entry in ids]
    point = lcm(*(score.denominator for score in scores))
    return weigh(
        met,
        [int(score * point) for score in scores],
        _clubs(objective, ids),
        [history.led[entry] for entry in ids],
        point,
    )


def _clubs(objective: Objective, ids: Sequence[int]) -> list[int]:
    if not objective.clubs:
        return []
    names = [objective.history.by_id[entry].club for entry in ids]
    numbers = {name: number for number, name in enumerate(sorted(set(names)))}
    return [numbers[name] if name else -1 for name in names]


def cost_of(objective: Objective, tables: Iterable[Table]) -> Cost:
    """What these tables cost as they stand: who sits on seat 0 leads."""
    tables = list(tables)
    ids = [entry for table in tables for entry in table.seats]
    costs, index = costs_of(objective, ids), {entry: x for x, entry in enumerate(ids)}
    seats = [[index[entry] for entry in table.seats] for table in tables]
    return Cost(
        sum(costs.meetings(table) for table in seats),
        Fraction(sum(costs.spread(table) for table in seats), costs.point),
        sum(costs.clubs(table) for table in seats),
        sum(costs.led[table[0]] for table in seats),
    )
