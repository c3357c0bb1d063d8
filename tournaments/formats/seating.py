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
from .proposal import Cost
from .search import cheapest

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
