"""Tables of two: exact pairing by weighted matching (T3).

Entries are numbered by score.  A pair (i, j) can be swapped with any pair (x, y) that touches the places between them,
and costs no more then, unless somebody has met: an entry that has met m others blocks at most 2m places.  So the
cheapest pairing has only pairs within 2(m_i + m_j) + 1 places, and the graph can be thin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import networkx as nx  # type: ignore[import-untyped]

from .costs import Costs, spread_floor
from .swaps import Swaps, Tables

BLOCK = 200  # entries paired exactly in one piece
SPARE = 8  # more neighbours than the argument needs, for clubs and who leads


def pair_up(costs: Costs) -> Tables:
    """Pairs of an even number of entries: the cheapest; beyond BLOCK entries, block by block."""
    count = len(costs.score)
    if count <= BLOCK:
        return matching(costs, range(count))
    swaps = Swaps(costs, [[x, x + 1] for x in range(0, count, 2)])
    swaps.descend(swaps.order)
    for _ in range(2):
        for start in (0, BLOCK // 4):
            for block in _blocks(swaps, start):
                pairs = [swaps.tables[t] for t in block]
                if _could_gain(costs, pairs):
                    swaps.replace(block, matching(costs, sorted(x for pair in pairs for x in pair)))
    return swaps.tables


def _blocks(swaps: Swaps, start: int) -> Iterator[list[int]]:
    tables = sorted(range(len(swaps.tables)), key=lambda t: sum(swaps.tables[t]))
    for first in range(start, len(tables), BLOCK // 2):
        yield tables[first : first + BLOCK // 2]


def _could_gain(costs: Costs, pairs: Tables) -> bool:
    scores = sorted((costs.score[x] for pair in pairs for x in pair), reverse=True)
    floor = spread_floor(scores, [2] * len(pairs))[0]
    return sum(costs.spread(p) for p in pairs) > floor or any(costs.meetings(p) or costs.clubs(p) for p in pairs)


def matching(costs: Costs, entries: Sequence[int]) -> Tables:
    """The cheapest pairs of these entries, in order of score."""
    graph = nx.Graph()
    graph.add_weighted_edges_from((x, y, -costs.table((x, y))) for x, y in _candidates(costs, entries))
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return sorted(sorted(pair) for pair in pairs)


def _candidates(costs: Costs, entries: Sequence[int]) -> Iterator[tuple[int, int]]:
    for i, x in enumerate(entries):
        for j in range(i + 1, len(entries)):
            y = entries[j]
            if j - i <= 2 * (len(costs.met[x]) + len(costs.met[y])) + 1 + SPARE:
                yield x, y
