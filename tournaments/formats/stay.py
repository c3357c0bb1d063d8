"""Seating `stay`: tables keep together, are broken when the others can seat their players, and levelled (T8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.rules.game import gettext_noop

from .history import History, Note, Table
from .lots import draw_order, lot_key
from .table_sizes import Sizes


def moves_so_far(history: History) -> dict[int, int]:
    """Entry -> how often it has been moved from one table to another."""
    moved = {entry.id: 0 for entry in history.entries}
    home: dict[int, int] = {}
    for _, table in history.tables():
        for entry in table.seats:
            moved[entry] += home.get(entry, table.number) != table.number
            home[entry] = table.number
    return moved


class Floor:
    """The tables while players are moved: seats in playing order, the last deals first (M8)."""

    def __init__(self, history: History, entries: Iterable[int], sizes: Sizes, seed: str, deals: int) -> None:
        self.sizes, self.seed = sizes, seed
        self.moved = moves_so_far(history)
        self.notes: dict[int, tuple[Note, ...]] = {}
        self.tables = _kept(history, set(entries), deals)
        seated = {entry for seats in self.tables.values() for entry in seats}
        self.waiting = draw_order([entry for entry in entries if entry not in seated], seed)

    def settle(self) -> tuple[Table, ...]:
        """Seat the newcomers, break, level."""
        self._open_tables()
        for entry in self.waiting:
            self._sit(entry, self._smallest())
        self._drop_empty()
        while self._can_break():
            self._break()
        while self._uneven():
            self._level()
        return tuple(Table(number, tuple(seats)) for number, seats in sorted(self.tables.items()))

    # -- steps -----------------------------------------------------------------------------------
    def _count(self) -> int:
        return len(self.waiting) + sum(map(len, self.tables.values()))

    def _open_tables(self) -> None:
        """New tables, where all that there are cannot seat everybody."""
        needed = -(-self._count() // self.sizes.preferred)
        for _ in range(needed - len(self.tables)):
            self.tables[max(self.tables, default=0) + 1] = []

    def _drop_empty(self) -> None:
        self.tables = {number: seats for number, seats in self.tables.items() if seats}

    def _can_break(self) -> bool:
        """The others can seat the last table's players within the preferred size, or tables would be too small."""
        others = len(self.tables) - 1
        players = sum(map(len, self.tables.values()))
        room = self.sizes.preferred
        if players // len(self.tables) < self.sizes.least:
            room = self.sizes.most
        return others > 0 and players <= others * room

    def _break(self) -> None:
        number = max(self.tables)
        leaving = self.tables.pop(number)
        text = gettext_noop("Table {table} is broken: the other tables have room for its players.")
        self._note(0, Note(text, {"table": number}))
        for entry in sorted(leaving, key=self._turn_to_move):
            self._sit(entry, self._smallest())

    def _uneven(self) -> bool:
        sizes = [len(seats) for seats in self.tables.values()]
        return max(sizes, default=0) - min(sizes, default=0) > 1

    def _level(self) -> None:
        largest = max(self.tables, key=lambda number: (len(self.tables[number]), number))
        mover = min(self.tables[largest], key=self._turn_to_move)
        self.tables[largest].remove(mover)
        number = self._smallest()
        self._sit(mover, number)
        text = gettext_noop("{entry} moves here from table {table}: moved least so far, then by lot.")
        self._note(number, Note(text, {"entry": mover, "table": largest}))

    # -- small parts -----------------------------------------------------------------------------
    def _turn_to_move(self, entry: int) -> tuple[int, bytes]:
        """Who has been moved least moves first, then by lot."""
        return self.moved[entry], lot_key(self.seed, entry)

    def _smallest(self) -> int:
        return min(self.tables, key=lambda number: (len(self.tables[number]), number))

    def _sit(self, entry: int, number: int) -> None:
        """Take the free seat that deals last: the one before the first dealer, who sits on the last seat."""
        seats = self.tables[number]
        seats.insert(max(len(seats) - 1, 0), entry)

    def _note(self, number: int, note: Note) -> None:
        self.notes[number] = (*self.notes.get(number, ()), note)


def _kept(history: History, entries: set[int], deals: int) -> dict[int, list[int]]:
    """Last round's tables with who is still in, turned so that the deal goes on clockwise."""
    last: Sequence[Table] = history.rounds[-1].tables if history.rounds else ()
    return {table.number: _turned(table, entries, deals) for table in last}


def _turned(table: Table, entries: set[int], deals: int) -> list[int]:
    """The seats so that the next dealer clockwise sits last."""
    played = table.result.deals if table.result else deals
    dealer = (len(table.seats) - 1 + played) % len(table.seats)
    ring = (*table.seats[dealer:], *table.seats[:dealer])  # the next dealer first
    staying = [entry for entry in ring if entry in entries]
    return [*staying[1:], *staying[:1]]
