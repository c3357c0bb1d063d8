"""Seating around what the organiser has locked in a preview: those entries keep table and seat (T3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from games.rules.game import gettext_noop

from .history import CannotSeat, Table
from .proposal import Draft
from .search import improve
from .seating import Objective, costs_of, in_order, seat_order
from .swaps import Swaps


def seat_around(objective: Objective, entries: Iterable[int], sizes: Sequence[int], draft: Draft) -> tuple[Table, ...]:
    """Tables of the given sizes with the locked entries in place and the others sought around them."""
    ids = in_order(objective, entries)
    index = {entry: x for x, entry in enumerate(ids)}
    held = _held(draft, index)
    numbers = _numbers(held, len(sizes))
    start = _fill([[index[entry] for entry in held.get(number, {})] for number in numbers], len(ids), sizes)
    swaps = Swaps(costs_of(objective, ids), start, [index[entry] for seats in held.values() for entry in seats])
    improve(swaps, objective.seed)
    return tuple(
        Table(number, _hold(seat_order(objective, [ids[x] for x in table]), held.get(number, {})))
        for number, table in sorted(zip(numbers, swaps.tables, strict=True))
    )


def _held(draft: Draft, here: Mapping[int, int]) -> dict[int, dict[int, int]]:
    """Table number -> locked entry -> its seat there."""
    held = {
        table.number: {entry: seat for seat, entry in enumerate(table.seats) if entry in draft.locked and entry in here}
        for table in draft.tables
    }
    return {number: seats for number, seats in held.items() if seats}


def _numbers(held: Mapping[int, Mapping[int, int]], tables: int) -> list[int]:
    """Numbers of all tables: those where most is locked first, then the lowest that are free."""
    free = (number for number in count(1) if number not in held)
    fullest = sorted(held, key=lambda number: (-len(held[number]), number))
    return fullest + [next(free) for _ in range(tables - len(held))]


def _fill(held: Sequence[list[int]], entries: int, sizes: Sequence[int]) -> list[list[int]]:
    """The larger tables where more is locked; the free seats by score."""
    sizes = sorted(sizes, reverse=True)
    if len(held) > len(sizes) or any(len(table) > size for table, size in zip(held, sizes, strict=True)):
        raise CannotSeat(gettext_noop("What is locked does not fit the tables of this round."))
    locked = {x for table in held for x in table}
    free = iter([x for x in range(entries) if x not in locked])
    return [table + [next(free) for _ in range(size - len(table))] for table, size in zip(held, sizes, strict=True)]


def _hold(seats: Sequence[int], held: Mapping[int, int]) -> tuple[int, ...]:
    """`seats` with the held entries on their seats, as far as the table goes."""
    at = {seat: entry for entry, seat in held.items() if seat < len(seats)}
    rest = iter([entry for entry in seats if entry not in at.values()])
    return tuple(at[seat] if seat in at else next(rest) for seat in range(len(seats)))
