"""How many tables of which size (T2)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    """The preferred number of seats at a table, and the least and most that game and organiser allow."""

    preferred: int
    least: int
    most: int

    def __post_init__(self) -> None:
        if not 1 <= self.least <= self.preferred <= self.most:
            raise ValueError("table sizes must go least <= preferred <= most")


@dataclass(frozen=True)
class Split:
    """Sizes of the tables, largest first, and how many entries have a bye."""

    tables: tuple[int, ...]
    byes: int = 0

    @property
    def is_one_table(self) -> bool:
        """Whether everybody sits together."""
        return len(self.tables) == 1 and not self.byes


def table_sizes(entries: int, sizes: Sizes) -> Split:
    """Split `entries` into tables (T2); with fewer entries than the least size nobody is seated."""
    for byes in range(entries + 1):
        tables = _even(entries - byes, sizes) or _one_above(entries - byes, sizes)
        if tables:
            return Split(tables, byes)
    return Split((), entries)


def _even(entries: int, sizes: Sizes) -> tuple[int, ...]:
    """As few tables as keep every size at or under the preferred one; () if one would be below the least."""
    if entries <= 0:
        return ()
    count = -(-entries // sizes.preferred)
    small, larger = divmod(entries, count)
    return (small + 1,) * larger + (small,) * (count - larger) if small >= sizes.least else ()


def _one_above(entries: int, sizes: Sizes) -> tuple[int, ...]:
    """One table above the preferred size, as little as possible, and the others evenly under it."""
    for large in range(sizes.preferred + 1, min(sizes.most, entries) + 1):
        others = _even(entries - large, sizes)
        if others or large == entries:
            return (large, *others)
    return ()
