"""The bracket of a knockout as a picture: boxes and lines for an SVG (T7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _

from . import record, seatings
from .formats.bracket import bracket_order
from .models import Tournament
from .seatings import RoundView

WIDTH, GAP, ROW, SPACE, TOP = 190, 46, 26, 18, 34  # of a box, between columns, of a line, between boxes, of a heading
NEAR = 5  # between a box and the play-off that decides it


@dataclass(frozen=True)
class Name:
    """One line of a box; `on`: goes on to the next round."""

    entry: int
    text: str
    points: str
    on: bool
    y: int = 0


@dataclass(frozen=True)
class Box:
    """A table or a bye; `play_off`: the box of the deal that decides who of these goes on (T7), which has a title."""

    names: Sequence[Name]
    x: int
    y: int
    title: str = ""
    play_off: Box | None = None

    @property
    def height(self) -> int:
        return ROW * (max(1, len(self.names)) + bool(self.title))

    @property
    def middle(self) -> int:
        return self.y + self.height // 2

    @property
    def rows(self) -> list[Name]:
        """The lines with the height of their text."""
        return [replace(n, y=self.y + ROW * i + 18) for i, n in enumerate(self.names, start=bool(self.title))]

    @property
    def end(self) -> int:
        return self.play_off.end if self.play_off else self.y + self.height


@dataclass(frozen=True)
class Picture:
    columns: Sequence[tuple[str, Sequence[Box]]]  # a round each: heading, boxes without play-offs
    lines: Sequence[str]  # paths
    box_width: int = WIDTH

    @property
    def boxes(self) -> list[Box]:
        main = [box for _heading, column in self.columns for box in column]
        return main + [box.play_off for box in main if box.play_off]

    @property
    def headings(self) -> list[tuple[int, str]]:
        """x, text."""
        return [(index * (WIDTH + GAP), heading) for index, (heading, _boxes) in enumerate(self.columns)]

    @property
    def width(self) -> int:
        return len(self.columns) * (WIDTH + GAP) - GAP

    @property
    def height(self) -> int:
        return max(box.end for box in self.boxes) + SPACE


def picture(tournament: Tournament, frozen: int | None) -> Picture | None:
    """All rounds so far, and the empty places of those to come where they are known; None before the first round."""
    rounds = [seatings.round_view(tournament, row, frozen) for row in seatings.published(tournament)]
    if not rounds:
        return None
    history, format = record.history(tournament), record.format_of(tournament)
    in_play = None if format.finished(history) else set(format.in_play(history))
    columns = _columns(rounds, in_play, pairs=tournament.preferred == 2, hidden=frozen is not None)
    lines = [line for left, right in pairwise(columns) for line in _lines(left, right)]
    return Picture([(_heading(index, columns), boxes) for index, boxes in enumerate(columns)], lines)


def _heading(index: int, columns: Sequence[Sequence[Box]]) -> str:
    boxes = len(columns[index])
    if boxes == 1 and (index == 0 or len(columns[index - 1]) > 1):
        return _("Final")
    return _("Semi-finals") if boxes == 2 else _("Round %d") % (index + 1)


def _columns(rounds: Sequence[RoundView], in_play: set[int] | None, pairs: bool, hidden: bool) -> list[list[Box]]:
    columns: list[list[Box]] = []
    for index, view in enumerate(rounds):
        following = rounds[index + 1] if index + 1 < len(rounds) and not hidden else None
        on = _seated(following) if following else None if hidden or index + 1 < len(rounds) else in_play
        groups = _groups(view, following is not None, on, pairs)
        columns.append(_placed(groups, index, columns[-1] if columns and pairs else None))
    while pairs and len(columns[-1]) > 1:
        empty = [Group([Name(0, "", "", False)] * 2)] * ((len(columns[-1]) + 1) // 2)
        columns.append(_placed(empty, len(columns), columns[-1]))
    return columns


class Group(NamedTuple):
    """Those at a table or with a bye, and those of them who play off who goes on."""

    names: Sequence[Name]
    play_off: Sequence[Name] = ()


def _groups(view: RoundView, followed: bool, on: set[int] | None, pairs: bool) -> list[Group]:
    """The tables of a round and its byes, from top to bottom.  `on`: who goes on; None: nobody knows but by places."""
    play_offs = {table.play_off_of: _names(table, on) for table in view.tables if table.play_off_of}
    tables = [Group(_names(table, on), play_offs.get(table.number, ())) for table in view.main_tables]
    byes = [Group([Name(entry.pk, entry.shown_name, _("bye"), followed)]) for entry in view.byes]
    if not pairs:
        return tables + byes
    seeds = {p.entry.pk: p.entry.seed_number or 0 for table in view.tables for p in table.places}
    seeds |= {entry.pk: entry.seed_number or 0 for entry in view.byes}
    return sorted(tables + byes, key=lambda group: _height_in_bracket(min(seeds[name.entry] for name in group.names)))


def _names(table: seatings.TableView, on: set[int] | None) -> list[Name]:
    return [Name(p.entry.pk, p.entry.shown_name, p.points, _goes_on(p, on)) for p in table.places]


def _seated(view: RoundView) -> set[int]:
    return {p.entry.pk for table in view.tables for p in table.places} | {entry.pk for entry in view.byes}


def _goes_on(place: seatings.Place, on: set[int] | None) -> bool:
    return place.place == 1 if on is None else place.entry.pk in on


def _height_in_bracket(seed: int, size: int = 1024) -> int:
    """Where the bracket has the seed, counted from the top; finer brackets keep the order of coarser ones."""
    return _ORDER.get(seed - 1, size)


_ORDER = {seed: height for height, seed in enumerate(bracket_order(1024))}


def _placed(groups: Sequence[Group], index: int, before: Sequence[Box] | None) -> list[Box]:
    """Boxes below each other; beside the middle of the two that feed them where that is known."""
    boxes: list[Box] = []
    x, y = index * (WIDTH + GAP), TOP
    for number, group in enumerate(groups):
        feeders = before[2 * number : 2 * number + 2] if before and len(before) >= 2 * len(groups) - 1 else ()
        height = ROW * len(group.names)
        wanted = sum(box.middle for box in feeders) // len(feeders) - height // 2 if feeders else y
        box = Box(group.names, x, max(y, wanted))
        if group.play_off:
            box = replace(box, play_off=Box(group.play_off, x, box.y + height + NEAR, _("Play-off")))
        boxes.append(box)
        y = box.end + SPACE
    return boxes


def _lines(left: Sequence[Box], right: Sequence[Box]) -> list[str]:
    """From each box to where its players go."""
    paths = []
    for number, box in enumerate(left):
        ids = {name.entry for name in box.names}
        targets = [other for other in right if ids & {name.entry for name in other.names if name.entry}]
        if not targets and len(right) * 2 == len(left):
            targets = [right[number // 2]]
        paths += [_path(box, target) for target in targets]
    return paths


def _path(box: Box, target: Box) -> str:
    start, middle = box.x + WIDTH, box.x + WIDTH + GAP // 2
    return f"M{start} {box.middle}H{middle}V{target.middle}H{target.x}"
