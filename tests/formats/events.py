"""Whole events played by made-up players, for the tests: leavers, late entries, no-shows, corrections.

Randomness is the test's own; every step goes through `Format.seat` and `rank` as an organiser's would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from tournaments.formats import Entry, Format, History, Round, Seating, Table, TableResult

Play = Callable[[Table, Random], TableResult]


def entries(count: int, clubs: int = 0) -> tuple[Entry, ...]:
    """Entries 1..count, seeded in that order; club names by turns where wanted."""
    return tuple(Entry(id, id, club=f"club {id % clubs}" if clubs else "") for id in range(1, count + 1))


def places_of(values: list[float]) -> tuple[int, ...]:
    return tuple(1 + sum(other < value for other in values) for value in values)


def play_by_strength(table: Table, random: Random) -> TableResult:
    """The better seed tends to win; ties happen."""
    form = [round(entry / 40 + random.random() * 3, 1) for entry in table.seats]
    return TableResult(places_of(form), tuple(int(10 * value) for value in form), deals=2)


def play_a_deal(table: Table, random: Random) -> TableResult:
    """Penalty points as in one deal of Last Player: nothing for the winner."""
    points = [random.randrange(1, 60) for _ in table.seats]
    points[random.randrange(len(points))] = 0
    return TableResult(places_of(list(points)), tuple(points))


@dataclass
class Event:
    """A history that grows round by round."""

    format: Format
    history: History
    random: Random
    play: Play = play_by_strength
    seed: str = "published"

    def rounds(self, most: int = 60) -> Iterator[Seating]:
        """Seat, play and yield each round until the format says that it is over."""
        while not self.format.finished(self.history):
            if len(self.history.rounds) >= most or len(self.format.in_play(self.history)) < 2:
                return
            yield self.next_round()

    def next_round(self) -> Seating:
        seating = self.format.seat(self.history, self.seed)
        self.play_round(seating)
        return seating

    def play_round(self, seating: Seating) -> None:
        """Publish a seating with its results."""
        tables = tuple(replace(table, result=self.play(table, self.random)) for table in seating.tables)
        self.publish(Round(seating.number, tables, seating.byes))

    def publish(self, round: Round) -> None:
        self.history = replace(self.history, rounds=(*self.history.rounds, round))

    # -- what goes wrong in real events ----------------------------------------------------------
    def change(self, id: int, **fields: object) -> None:
        """Change fields of one entry."""
        changed = tuple(replace(one, **fields) if one.id == id else one for one in self.history.entries)
        self.history = replace(self.history, entries=changed)

    def leave(self, id: int, back: int | None = None) -> None:
        """From the next round on, until round `back`; for good, or just absent until further notice, if None."""
        if back is None and self.random.random() < 0.5:
            self.change(id, withdrawn=self.history.next_round)
            return
        away = self.history.by_id[id].away
        self.change(id, away=(*away, (self.history.next_round, back)))

    def join(self) -> int:
        """A late entry before the next round."""
        id = max(self.history.by_id) + 1
        entry = Entry(id, id, joined=self.history.next_round)
        self.history = replace(self.history, entries=(*self.history.entries, entry))
        return id

    def correct(self, round: int, table: int, **fields: object) -> None:
        """Another version of a table's result (T10)."""
        old = self.history.rounds[round - 1]
        tables = tuple(
            replace(one, result=replace(one.result, **fields)) if one.number == table and one.result else one
            for one in old.tables
        )
        rounds = list(self.history.rounds)
        rounds[round - 1] = replace(old, tables=tables)
        self.history = replace(self.history, rounds=tuple(rounds))

    def disturb(self) -> None:
        """Something at random before the next round: somebody leaves, comes late, did not appear, or was miscounted."""
        what = self.random.randrange(6)
        here = self.format.in_play(self.history)
        if what == 0 and len(here) > 4:
            back = self.random.choice([None, self.history.next_round + 1, self.history.next_round + 2])
            self.leave(self.random.choice(here), back)
        elif what == 1:
            self.join()
        elif what in (2, 3) and self.history.rounds:
            round = self.random.choice(self.history.rounds)
            table = self.random.choice(round.tables)
            assert table.result is not None
            if what == 2:
                self.correct(round.number, table.number, absent=frozenset({self.random.randrange(len(table.seats))}))
            else:
                again = self.play(table, self.random)
                self.correct(round.number, table.number, places=again.places, penalties=again.penalties)
