"""Annealing: swaps of neighbours by score, now and then worsening ones, less and less so; the best seen is kept.

Large events are annealed block by block, and only blocks that could still gain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import exp

from .costs import spread_floor
from .lots import Dice
from .swaps import Swaps

BLOCK = 64  # entries
WHOLE = 160  # entries that are still annealed as one block
TRIES_EACH, TRIES_IN_BLOCK = 600, 300  # for an entry, annealed whole or in blocks
PASSES = 3
WARM, COLD = 0.2, 0.03  # temperatures, in points of score
PAIR = 2.5  # points that one pair (met before, or of one club) is worth where pairs are annealed
REACH = 30  # places up and down by score


def polish(swaps: Swaps, seed: str) -> None:
    """Anneal the meetings where few enter, then the spread, then the clubs."""
    costs, dice = swaps.costs, Dice(seed)
    if swaps.total >= costs.meeting_weight and len(swaps.order) <= WHOLE:
        anneal(swaps, int(costs.meeting_weight * PAIR), dice)
    _anneal_where(swaps, _could_narrow, costs.spread_weight * costs.point, dice)
    if costs.club:
        _anneal_where(swaps, _has_clubs, int(costs.club_weight * PAIR), dice)


def _could_narrow(swaps: Swaps) -> bool:
    costs = swaps.costs
    floor, _ = spread_floor([costs.score[x] for x in swaps.order], [len(table) for table in swaps.tables])
    return sum(costs.spread(table) for table in swaps.tables) > floor


def _has_clubs(swaps: Swaps) -> bool:
    return any(swaps.costs.clubs(table) for table in swaps.tables)


def _anneal_where(swaps: Swaps, could_gain: Callable[[Swaps], bool], unit: int, dice: Dice) -> None:
    """Anneal each block that could gain; the blocks of every other pass overlap those of the pass before."""
    whole = len(swaps.order) <= WHOLE
    for number in range(1 if whole else PASSES):
        before = swaps.total
        for block in _blocks(swaps, number % 2 == 1):
            part = Swaps(swaps.costs, [swaps.tables[t] for t in block], swaps.pinned)
            if could_gain(part):
                anneal(part, unit, dice, TRIES_EACH if whole else TRIES_IN_BLOCK)
                swaps.replace(block, part.tables)
        swaps.descend(swaps.order)
        if swaps.total == before:
            return


def _blocks(swaps: Swaps, shifted: bool) -> Iterator[list[int]]:
    """Numbers of tables that are neighbours by score, some `BLOCK` entries at a time."""
    tables = sorted(range(len(swaps.tables)), key=lambda t: sum(swaps.tables[t]) / len(swaps.tables[t]))
    if len(swaps.order) <= WHOLE:
        yield tables
        return
    each = max(2, BLOCK * len(tables) // len(swaps.order))
    for start in range(-(each // 2) if shifted else 0, len(tables), each):
        yield tables[max(0, start) : start + each]


def anneal(swaps: Swaps, unit: int, dice: Dice, tries_each: int = TRIES_EACH) -> None:
    """Leave `swaps` at the cheapest tables seen; `unit` is the cost that the temperatures are measured in."""
    movable = [x for x in swaps.order if x not in swaps.pinned]
    tries = tries_each * len(movable) if len(movable) > 1 else 0
    best, least = swaps.copy(), swaps.total
    heat, cooling = WARM * unit, (COLD / WARM) ** (1 / max(tries, 1))
    dear = int(heat * 20)  # changes dearer than this are never made
    for _ in range(tries):
        heat *= cooling
        index = dice.below(len(movable))
        other = index + 1 + dice.below(REACH)
        if other >= len(movable):
            continue
        x, y = movable[index], movable[other]
        change = swaps.swap_cost(x, y, dear)
        if change is not None and (change <= 0 or dice.below(1 << 30) < exp(-change / heat) * (1 << 30)):
            swaps.swap(x, y)
            if swaps.total < least:
                best, least = swaps.copy(), swaps.total
    swaps.restore(best)
    swaps.descend(swaps.order)
