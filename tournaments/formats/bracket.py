"""Who meets whom in a `knockout`: the bracket of two, and pots of seeds for larger tables (T7)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from .costs import Costs
from .history import History
from .seating import Objective, costs_of


def bracket_order(size: int) -> list[int]:
    """Seed places 0..size-1 from top to bottom of a bracket, so that the best meet last; `size` a power of two."""
    order = [0]
    while len(order) < size:
        rest = 2 * len(order) - 1
        order = [place for better in order for place in (better, rest - better)]
    return order


def bracket_tables(history: History, entries: Sequence[int]) -> tuple[list[list[int]], tuple[int, ...]]:
    """(pairs, byes) of the next round from entries in order of seed: by the bracket that the first round began.

    Where the bracket does not hold any more, as the organiser put somebody back (T11), those left begin a new one.
    """
    blocks = _blocks(history, entries)
    if any(len(block) > 2 for block in blocks):
        blocks = _draw(entries, 2)
    return [block for block in blocks if len(block) == 2], tuple(block[0] for block in blocks if len(block) == 1)


def _blocks(history: History, entries: Sequence[int]) -> list[list[int]]:
    """Of each part of the bracket that meets in the next round, who is left."""
    left = set(entries)
    started = history.rounds[0].seated() if history.rounds else left
    by_seed = sorted(started, key=lambda entry: (history.by_id[entry].seed, entry))
    drawn = _draw([*by_seed, *left.difference(started)], 1 << history.next_round)
    return [[entry for entry in block if entry in left] for block in drawn]


def _draw(by_seed: Sequence[int], width: int) -> list[list[int]]:
    """The bracket cut into parts of `width` places; places without an entry are left out."""
    size = max(2, 1 << (len(by_seed) - 1).bit_length())
    order = bracket_order(size)
    return [
        [by_seed[place] for place in order[start : start + width] if place < len(by_seed)]
        for start in range(0, size, width)
    ]


def pots(objective: Objective, by_seed: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Tables by seed: each pot of seeds is spread over the tables to and fro, the best at the smaller tables.

    Then entries of one pot change places where that keeps apart those who have met, or who are of one club (T3).
    """
    sizes = sorted(sizes)
    tables: list[list[int]] = [[] for _ in sizes]
    place = 0
    for row in range(max(sizes)):
        open_tables = [t for t, size in enumerate(sizes) if size > row]
        for t in open_tables if row % 2 == 0 else reversed(open_tables):
            tables[t].append(place)
            place += 1
    _trade_within_pots(costs_of(objective, by_seed), tables)
    return [[by_seed[place] for place in table] for table in tables]


def _trade_within_pots(costs: Costs, tables: list[list[int]]) -> None:
    while any(_trade(costs, one, other) for one, other in combinations(tables, 2)):
        pass


def _trade(costs: Costs, one: list[int], other: list[int]) -> bool:
    """Make the first trade within a pot between two tables that gains; whether there was one."""
    before = costs.table(one) + costs.table(other)
    for row in range(min(len(one), len(other))):
        one[row], other[row] = other[row], one[row]
        if costs.table(one) + costs.table(other) < before:
            return True
        one[row], other[row] = other[row], one[row]
    return False
