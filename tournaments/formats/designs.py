"""Plans in which everybody meets everybody: the circle method, known designs, or what a search finds (T6).

A plan is over slots 0..n-1: for each round its tables, each a tuple of slots.  A slot without a table has a bye.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from .costs import weigh
from .covering import covered
from .search import first_split, improve
from .swaps import Swaps
from .table_sizes import Sizes, table_sizes

Tables = tuple[tuple[int, ...], ...]

KIRKMAN = """
0 5 10, 1 6 11, 2 7 12, 3 8 13, 4 9 14;   0 1 4, 2 3 6, 7 8 11, 9 10 13, 5 12 14
1 2 5, 3 4 7, 8 9 12, 10 11 14, 0 6 13;   4 5 8, 6 7 10, 0 11 12, 2 13 14, 1 3 9
0 2 8, 1 7 14, 3 10 12, 4 11 13, 5 6 9;   0 3 14, 1 8 10, 2 9 11, 4 6 12, 5 7 13
0 7 9, 1 12 13, 2 4 10, 3 5 11, 6 8 14
"""
"""Fifteen in threes, seven rounds (Kirkman's schoolgirls)."""


@dataclass(frozen=True)
class Plan:
    """`rounds`, and how many meetings there are beyond the first of each pair."""

    slots: int
    rounds: tuple[Tables, ...]
    repeats: int = 0


@lru_cache(maxsize=64)
def plan(slots: int, sizes: Sizes) -> Plan:
    """The plan for so many entries: exact where a design is known, else the best found."""
    if slots <= sizes.preferred:
        return Plan(slots, ((tuple(range(slots)),),))
    if sizes.preferred == 2:
        return Plan(slots, circle(slots))
    known = _known(slots, sizes)
    return Plan(slots, known) if known else _searched(slots, sizes)


# -- known designs -------------------------------------------------------------------------------
def circle(slots: int) -> tuple[Tables, ...]:
    """The circle method: one stands still, the others go round; with an odd number somebody has a bye."""
    ring = list(range(slots + slots % 2))
    rounds = []
    for _ in range(len(ring) - 1):
        pairs = zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :]), strict=True)
        rounds.append(tuple(tuple(sorted(pair)) for pair in pairs if slots not in pair))
        ring[1:] = [ring[-1], *ring[1:-1]]
    return tuple(rounds)


def _known(slots: int, sizes: Sizes) -> tuple[Tables, ...] | None:
    """A design of this many slots, or of one more with one slot left empty."""
    seats = sizes.preferred
    if slots not in (seats * seats, seats * seats - 1, 14, 15):
        return None
    if slots in (14, 15):
        return _without(_kirkman(), slots) if seats == 3 and _allows(sizes, slots) else _affine(slots, sizes)
    return _affine(slots, sizes)


def _affine(slots: int, sizes: Sizes) -> tuple[Tables, ...] | None:
    seats = sizes.preferred
    if seats not in (3, 4, 5) or slots not in (seats * seats, seats * seats - 1) or not _allows(sizes, slots):
        return None
    return _without(affine_plane(seats), slots)


def _allows(sizes: Sizes, slots: int) -> bool:
    return slots % sizes.preferred == 0 or sizes.least < sizes.preferred


def _without(rounds: tuple[Tables, ...], slots: int) -> tuple[Tables, ...]:
    """The design without the slots from `slots` on."""
    return tuple(tuple(tuple(slot for slot in table if slot < slots) for table in round) for round in rounds)


def affine_plane(order: int) -> tuple[Tables, ...]:
    """order² slots at tables of `order`, order + 1 rounds: the lines y = m·x + b, a slope a round, and the columns."""
    points = range(order)
    slopes = [
        tuple(tuple(x * order + _add(order, _multiply(order, slope, x), shift) for x in points) for shift in points)
        for slope in points
    ]
    columns = tuple(tuple(x * order + y for y in points) for x in points)
    return (*slopes, columns)


def _add(order: int, a: int, b: int) -> int:
    return a ^ b if order == 4 else (a + b) % order


def _multiply(order: int, a: int, b: int) -> int:
    """In the field of `order` elements: remainders for a prime, polynomials modulo x² + x + 1 for 4."""
    if order != 4:
        return a * b % order
    return (0, 0, 0, 0, 0, 1, 2, 3, 0, 2, 3, 1, 0, 3, 1, 2)[4 * a + b]


def _kirkman() -> tuple[Tables, ...]:
    rounds = KIRKMAN.replace(";", "\n").strip().splitlines()
    return tuple(tuple(tuple(map(int, table.split())) for table in round.split(",")) for round in rounds)


# -- the search ----------------------------------------------------------------------------------
def _searched(slots: int, sizes: Sizes) -> Plan:
    """As few rounds as annealing covers all pairs in, beginning with a plan that is surely enough."""
    found = round_by_round(slots, sizes)
    while fewer := covered(found[:-1], slots):
        found = fewer
    meetings = sum(len(table) * (len(table) - 1) // 2 for round in found for table in round)
    return Plan(slots, found, meetings - slots * (slots - 1) // 2)


def round_by_round(slots: int, sizes: Sizes) -> tuple[Tables, ...]:
    """Each round the tables with the fewest repeats, until all have met."""
    met: list[dict[int, int]] = [{} for _ in range(slots)]
    byes = [0] * slots
    rounds: list[Tables] = []
    split = table_sizes(slots, sizes)
    while any(len(row) < slots - 1 for row in met):
        seated = sorted(sorted(range(slots), key=lambda slot: (-byes[slot], -slot))[: slots - split.byes])
        for slot in set(range(slots)) - set(seated):
            byes[slot] += 1
        rounds.append(_one_round(seated, met, split.tables))
        for table in rounds[-1]:
            for one, other in combinations(table, 2):
                met[one][other] = met[other][one] = met[one].get(other, 0) + 1
    return tuple(rounds)


def _one_round(seated: list[int], met: list[dict[int, int]], sizes: tuple[int, ...]) -> Tables:
    index = {slot: x for x, slot in enumerate(seated)}
    rows = [{index[other]: times for other, times in met[slot].items() if other in index} for slot in seated]
    costs = weigh(rows, [0] * len(seated), [], [0] * len(seated))
    swaps = Swaps(costs, first_split(costs, sizes))
    improve(swaps, str(len(met[0])))
    return tuple(tuple(sorted(seated[x] for x in table)) for table in sorted(swaps.tables))
