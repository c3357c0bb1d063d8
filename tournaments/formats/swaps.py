"""Tables that are made cheaper change by change: swapping two entries, or moving one where sizes differ."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence

from .costs import Costs

Tables = list[list[int]]

WINDOW = 40  # neighbours by score, up and down, that a swap is tried with
LEAD_WINDOW = 8  # where only who leads could be better


class Swaps:
    """Tables that are made cheaper by swapping two entries, or moving one where table sizes differ."""

    def __init__(self, costs: Costs, tables: Iterable[Sequence[int]], pinned: Collection[int] = ()) -> None:
        self.costs = costs
        self.tables: Tables = [list(table) for table in tables]
        self.pinned = frozenset(pinned)
        self.where = {x: t for t, table in enumerate(self.tables) for x in table}
        self.cost = [costs.table(table) for table in self.tables]
        self.total = sum(self.cost)
        self.order = sorted(self.where)  # entries are numbered by score
        self.place = {x: i for i, x in enumerate(self.order)}
        self.uneven = len({len(table) for table in self.tables}) > 1

    def descend(self, entries: Iterable[int]) -> None:
        """Swap while a swap gains; `entries` are looked at first."""
        queue = deque(x for x in entries if x not in self.pinned)
        queued = set(queue)
        while queue:
            x = queue.popleft()
            queued.discard(x)
            gain, y, t = self._best_change(x, self._near(x, WINDOW if self._costly(x) else LEAD_WINDOW))
            if gain >= 0:
                continue
            touched = self.tables[self.where[x]] + self.tables[t]
            self._change(x, y, t)
            for z in touched:
                if z not in queued and z not in self.pinned:
                    queued.add(z)
                    queue.append(z)

    def _costly(self, x: int) -> bool:
        """With many entries, only tables where more than the lead could be better are worth much time."""
        return len(self.order) <= 4 * WINDOW or self.cost[self.where[x]] >= self.costs.club_weight

    # -- one change ----------------------------------------------------------------------------
    def _near(self, x: int, window: int) -> Sequence[int]:
        place = self.place[x]
        return self.order[max(0, place - window) : place + window + 1]

    def _best_change(self, x: int, others: Iterable[int], tabu: Collection[int] = ()) -> tuple[int, int | None, int]:
        """(cost gained, the entry to swap with or None for a plain move, its table)."""
        home = self.where[x]
        mine = [z for z in self.tables[home] if z != x]
        best: tuple[int, int | None, int] = (1 << 200, None, home)
        for y in others:
            t = self.where[y]
            if t == home or y in self.pinned or y in tabu:
                continue
            theirs = [z for z in self.tables[t] if z != y]
            before = self.cost[home] + self.cost[t]
            after = self.costs.table([*mine, y])
            if after - before < best[0]:
                after += self.costs.table([*theirs, x])
                best = min(best, (after - before, y, t), key=_gain)
            if self.uneven and len(theirs) + 1 < len(mine) + 1:
                after = self.costs.table(mine) + self.costs.table([*theirs, y, x])
                best = min(best, (after - before, None, t), key=_gain)
        return best

    def _change(self, x: int, y: int | None, t: int) -> None:
        home = self.where[x]
        self.tables[home].remove(x)
        self.tables[t].append(x)
        self.where[x] = t
        if y is not None:
            self.tables[t].remove(y)
            self.tables[home].append(y)
            self.where[y] = home
        for changed in (home, t):
            self._count(changed)

    def _count(self, t: int) -> None:
        cost = self.costs.table(self.tables[t])
        self.total += cost - self.cost[t]
        self.cost[t] = cost

    def swap_cost(self, x: int, y: int, dear: int) -> int | None:
        """What a swap would add to the cost; None where both share a table or it is `dear` at a glance."""
        home, away = self.where[x], self.where[y]
        if home == away:
            return None
        mine, theirs = self.tables[home], self.tables[away]
        costs = self.costs
        if costs.meeting_weight > dear and (costs.joins_met(y, mine, x) or costs.joins_met(x, theirs, y)):
            return None
        after = costs.table([y if z == x else z for z in mine]) + costs.table([x if z == y else z for z in theirs])
        return after - self.cost[home] - self.cost[away]

    def swap(self, x: int, y: int) -> None:
        self._change(x, y, self.where[y])

    # -- getting out of a dead end ---------------------------------------------------------------
    def untangle(self) -> None:
        """While pairs meet again: the best change of one of them, even a bad one, and no way back for a while."""
        best, least, tabu = self.copy(), self.total, dict[int, int]()
        for step in range(min(400, 20_000 // len(self.order) + 100)):
            x = self._tangled(tabu, step)
            if x is None:
                break
            window = WINDOW if step % 2 and len(self.order) > 400 else 400
            forbidden = {z for z, until in tabu.items() if until > step}
            _, y, t = self._best_change(x, self._near(x, window), forbidden)
            if t == self.where[x]:
                continue
            self._change(x, y, t)
            tabu[x] = step + 7
            if self.total < least:
                best, least = self.copy(), self.total
        self.restore(best)
        self.descend(self.order)

    def _tangled(self, tabu: dict[int, int], step: int) -> int | None:
        """Somebody who meets again, of the table where that is worst, not moved just now."""
        worst = max(range(len(self.tables)), key=self.cost.__getitem__)
        if self.cost[worst] < self.costs.meeting_weight:
            return None
        table = [x for x in self.tables[worst] if x not in self.pinned]
        again = [x for x in table if any(y in self.costs.met[x] for y in self.tables[worst])]
        return min(again, key=lambda x: (tabu.get(x, -1) > step, tabu.get(x, -1), x), default=None)

    # -- whole layouts ---------------------------------------------------------------------------
    def copy(self) -> Tables:
        return [table.copy() for table in self.tables]

    def restore(self, tables: Tables) -> None:
        """Seat everybody as in a copy."""
        self.replace(range(len(tables)), tables)

    def replace(self, numbers: Iterable[int], tables: Iterable[Sequence[int]]) -> None:
        """Seat the entries of the tables with these numbers anew, among themselves."""
        for t, table in zip(numbers, tables, strict=True):
            self.tables[t] = list(table)
            self.where.update(dict.fromkeys(table, t))
            self._count(t)


def _gain(change: tuple[int, int | None, int]) -> int:
    return change[0]
