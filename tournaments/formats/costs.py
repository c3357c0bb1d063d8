"""What a table costs, as one integer that keeps the strict order of T3.  Entries are indices 0..n-1 here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

Seats = Sequence[int]


@dataclass(frozen=True)
class Costs:
    """The four levels of T3 over n entries; build with `weigh`.

    `met[i]`: other -> times met; `score` in whole units, `point` of them a point, all 0 where the spread does not
    matter; `club` numbers, -1 for none, empty where clubs do not matter; `led`: times led.  One meeting outweighs
    every spread, and so on down.
    """

    met: Sequence[dict[int, int]]
    score: Sequence[int]
    club: Sequence[int]
    led: Sequence[int]
    point: int
    meeting_weight: int
    spread_weight: int
    club_weight: int

    def table(self, seats: Seats) -> int:
        """The cost of one table; the least led is taken to lead."""
        scores = [self.score[x] for x in seats]
        cost = (max(scores) - min(scores)) * self.spread_weight + min([self.led[x] for x in seats])
        met = self.met
        meetings = 0
        for i, x in enumerate(seats):
            row = met[x]
            for y in seats[:i]:
                if y in row:
                    meetings += row[y]
        if meetings:
            cost += meetings * self.meeting_weight
        return cost + self.clubs(seats) * self.club_weight if self.club else cost

    def floor(self, rest: Seats, sizes: Sequence[int]) -> int:
        """What tables of these sizes cost at least, `rest` being in order: spread and lead if nothing hinders."""
        leads = sum(sorted([self.led[x] for x in rest])[: len(sizes)])
        if not rest or self.score[rest[0]] == self.score[rest[-1]]:
            return leads
        return leads + self.spread_weight * spread_floor([self.score[x] for x in rest], sizes)[0]

    def joins_met(self, x: int, seats: Seats, without: int) -> bool:
        """Whether `x` would meet again somebody of these seats, one of them left out."""
        met = self.met[x]
        return any(z in met for z in seats if z != without)

    def meetings(self, seats: Seats) -> int:
        return sum(self.met[x].get(y, 0) for x, y in combinations(seats, 2))

    def clubs(self, seats: Seats) -> int:
        """Pairs of one club."""
        if not self.club:
            return 0
        clubs = [self.club[x] for x in seats if self.club[x] >= 0]
        return sum(one == other for one, other in combinations(clubs, 2))

    def spread(self, seats: Seats) -> int:
        scores = [self.score[x] for x in seats]
        return max(scores) - min(scores)


def weigh(
    met: Sequence[dict[int, int]], score: Sequence[int], club: Sequence[int], led: Sequence[int], point: int = 1
) -> Costs:
    """Costs with weights so large that no sum of a lower level reaches one unit of a higher one."""
    count = len(score)
    club_weight = count * max(led, default=0) + 1
    spread_weight = club_weight * (count * count + 1 if club else 1)
    meeting_weight = spread_weight * (count * (max(score, default=0) - min(score, default=0)) + 1)
    return Costs(met, score, club, led, point, meeting_weight, spread_weight, club_weight)


def spread_floor(scores: Sequence[int], sizes: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """The least sum of spreads when nobody has met, and the sizes in the order that gives it, best scores first.

    `scores` descending.  Tables of neighbours are best, so only the order of the (at most two or three) sizes is
    open: a walk over how many of each size are used up.
    """
    kinds = sorted(set(sizes), reverse=True)
    left = tuple(sizes.count(kind) for kind in kinds)
    best: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {left: (0, ())}
    for _ in sizes:
        best = _step(scores, kinds, left, best)
    return next(iter(best.values()))


def _step(
    scores: Sequence[int],
    kinds: Sequence[int],
    start: tuple[int, ...],
    best: dict[tuple[int, ...], tuple[int, tuple[int, ...]]],
) -> dict[tuple[int, ...], tuple[int, tuple[int, ...]]]:
    """One more table, of each size still left."""
    following: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
    for left, (cost, chosen) in best.items():
        seated = sum(kind * (first - now) for kind, first, now in zip(kinds, start, left, strict=True))
        for i, kind in enumerate(kinds):
            if not left[i]:
                continue
            after = (*left[:i], left[i] - 1, *left[i + 1 :])
            total = cost + scores[seated] - scores[seated + kind - 1]
            if after not in following or total < following[after][0]:
                following[after] = (total, (*chosen, kind))
    return following
