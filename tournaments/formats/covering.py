"""Annealing of whole plans: swaps within a round until every pair meets in some round (T6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import exp

from .lots import Dice

Rounds = Sequence[Sequence[Sequence[int]]]

TRIES = 200_000
ATTEMPTS = 2
WARM, COLD = 0.5, 0.12  # temperatures, in pairs that do not meet


def covered(rounds: Rounds, slots: int) -> tuple[tuple[tuple[int, ...], ...], ...] | None:
    """A plan of the same shape in which every pair meets; None if it was not found."""
    for attempt in range(ATTEMPTS if _room(rounds, slots) else 0):
        cover = Cover(rounds, slots)
        cover.anneal(Dice(f"{slots}/{len(rounds)}/{attempt}"))
        if not cover.strangers:
            return tuple(tuple(tuple(sorted(table)) for table in round) for round in cover.rounds)
    return None


def _room(rounds: Rounds, slots: int) -> bool:
    """Whether the tables have enough pairs, and everybody enough neighbours, to meet at all."""
    met = [0] * slots
    for round in rounds:
        for table in round:
            for slot in table:
                met[slot] += max(len(table) for table in round) - 1
    return min(met) >= slots - 1 and sum(len(t) * (len(t) - 1) for r in rounds for t in r) >= slots * (slots - 1)


class Cover:
    """A plan that is changed swap by swap; `strangers`: pairs that never meet."""

    def __init__(self, rounds: Rounds, slots: int) -> None:
        self.rounds = [[list(table) for table in round] for round in rounds]
        self.times = [[0] * slots for _ in range(slots)]
        for round in self.rounds:
            for table in round:
                for one, other in combinations(table, 2):
                    self._meet(one, other, 1)
        self.strangers = sum(not self.times[one][other] for one, other in combinations(range(slots), 2))

    def anneal(self, dice: Dice) -> None:
        """Swap until nobody is a stranger or the tries are used up."""
        heat, cooling = WARM, (COLD / WARM) ** (1 / TRIES)
        for _ in range(TRIES):
            if not self.strangers:
                return
            heat *= cooling
            round = self.rounds[dice.below(len(self.rounds))]
            mine, theirs = round[dice.below(len(round))], round[dice.below(len(round))]
            i, j = dice.below(len(mine)), dice.below(len(theirs))
            if mine is theirs:
                continue
            change = self._change(mine, i, theirs, j)
            if change <= 0 or dice.below(1 << 30) < exp(-change / heat) * (1 << 30):
                self._swap(mine, i, theirs, j)
                self.strangers += change

    def _change(self, mine: list[int], i: int, theirs: list[int], j: int) -> int:
        """How many more strangers a swap would make."""
        x, y = mine[i], theirs[j]
        row_x, row_y = self.times[x], self.times[y]
        change = 0
        for z in mine:
            if z != x:
                change += (row_x[z] == 1) - (row_y[z] == 0)
        for z in theirs:
            if z != y:
                change += (row_y[z] == 1) - (row_x[z] == 0)
        return change

    def _swap(self, mine: list[int], i: int, theirs: list[int], j: int) -> None:
        x, y = mine[i], theirs[j]
        for z in mine:
            if z != x:
                self._meet(x, z, -1)
                self._meet(y, z, 1)
        for z in theirs:
            if z != y:
                self._meet(y, z, -1)
                self._meet(x, z, 1)
        mine[i], theirs[j] = y, x

    def _meet(self, one: int, other: int, times: int) -> None:
        self.times[one][other] += times
        self.times[other][one] += times
