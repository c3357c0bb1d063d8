"""The search for the cheapest tables: exact where few enter, else swaps from the best split by score (T3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from .anneal import polish
from .costs import Costs, spread_floor
from .swaps import Swaps, Tables

EXACT_ENTRIES = 16
EXACT_NODES = 8_000


def first_split(costs: Costs, sizes: Sequence[int]) -> Tables:
    """Tables of neighbours by score; entries are numbered from the best down, so spread is least."""
    _, order = spread_floor(costs.score, sizes)
    tables, start = [], 0
    for size in order:
        tables.append(list(range(start, start + size)))
        start += size
    return tables


def cheapest(costs: Costs, sizes: Sequence[int], seed: str) -> Tables:
    """Tables of the given sizes, as cheap as the search finds; the least there is for few entries."""
    swaps = Swaps(costs, first_split(costs, sizes))
    descend(swaps)
    if len(costs.score) <= EXACT_ENTRIES:
        exact = Exact(costs, sizes, swaps.tables, swaps.total)
        if exact.proven:
            return exact.best
        swaps = Swaps(costs, exact.best)
    polish(swaps, seed)
    return swaps.tables


def improve(swaps: Swaps, seed: str) -> None:
    """The same from a layout that is there; pinned entries stay where they are."""
    descend(swaps)
    polish(swaps, seed)


def descend(swaps: Swaps) -> None:
    """Swap while that gains, and undo meetings."""
    swaps.descend(swaps.order)
    if swaps.total >= swaps.costs.meeting_weight:
        swaps.untangle()


class Exact:
    """Branch and bound over all splits into tables: `best` and its cost `least`, `proven` unless the budget ran out."""

    def __init__(self, costs: Costs, sizes: Sequence[int], tables: Tables, total: int) -> None:
        self.costs = costs
        self.nodes = EXACT_NODES
        self.best, self.least = tables, total
        if total > costs.floor(range(len(costs.score)), sizes):
            self._extend([], 0, list(range(len(costs.score))), list(sizes))

    @property
    def proven(self) -> bool:
        return self.nodes > 0

    def _extend(self, tables: Tables, cost: int, rest: list[int], sizes: list[int]) -> None:
        if not rest:
            self.best, self.least = tables, cost
            return
        first, others = rest[0], rest[1:]
        for size in sorted(set(sizes)):
            left = sizes.copy()
            left.remove(size)
            for mates in combinations(others, size - 1):
                if self.nodes <= 0:
                    return
                self.nodes -= 1
                table = [first, *mates]
                total = cost + self.costs.table(table)
                if total >= self.least:
                    continue
                seated = set(mates)
                after = [x for x in others if x not in seated]
                if total + self.costs.floor(after, left) < self.least:
                    self._extend([*tables, table], total, after, left)
