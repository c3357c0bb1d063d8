"""The one ranking function (T13).  Pages, exports, the API and the next seating all call `rank`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, Protocol

from games.rules.game import gettext_noop

from .book import Book, Line
from .history import History, Note, Number
from .tie_breaks import Criterion

State = Literal["in", "away", "out", "withdrawn", "disqualified"]


class Ranking(Protocol):
    """What a format must know to be ranked."""

    def book(self, history: History) -> Book: ...

    def criteria(self, history: History) -> tuple[Criterion, ...]: ...

    def ranked(self, history: History) -> tuple[int, ...]: ...

    def states(self, history: History) -> dict[int, State]: ...


@dataclass(frozen=True)
class Standing:
    """One line of the standings.  `place` is shared by the tied, and None for who is not ranked.

    `values`: what each criterion that was asked gave, as people read it.  `why`: sentences that explain the place.
    """

    entry: int
    place: int | None
    state: State
    score: Number
    points: Number
    values: tuple[tuple[str, Number | None], ...]
    lines: tuple[Line, ...]
    why: tuple[Note, ...]


@dataclass
class _Placed:
    """An entry on its way through the criteria."""

    entry: int
    values: dict[Criterion, Number]
    parted_by: Criterion | None = None  # what put it behind the entry before it
    tied: bool = False  # level with the entry before it on everything


def rank(format: Ranking, history: History, as_of: int | None = None) -> tuple[Standing, ...]:
    """Standings, best first, as of a round (None: now).  Entries that are not ranked come last, by id."""
    if as_of is not None:
        history = history.as_of(as_of)
    book, criteria, states = format.book(history), format.criteria(history), format.states(history)
    placed = list(_split(book, format.ranked(history), criteria))
    standings = [
        _standing(book, states, one, place, _why(placed, index))
        for index, (one, place) in enumerate(zip(placed, _places(placed), strict=True))
    ]
    ranked = {standing.entry for standing in standings}
    rest = sorted(entry.id for entry in history.entries if entry.id not in ranked)
    return (*standings, *(_standing(book, states, _Placed(entry, {}), None, ()) for entry in rest))


def _split(book: Book, group: Sequence[int], criteria: Sequence[Criterion]) -> Iterator[_Placed]:
    """The group in order: by the first criterion, then those level on it by the others."""
    if len(group) == 1 or not criteria:
        for index, entry in enumerate(sorted(group)):
            yield _Placed(entry, {}, tied=index > 0)
        return
    criterion, rest = criteria[0], criteria[1:]
    values = criterion.values(book, group)
    if values is None:
        yield from _split(book, group, rest)
        return
    ordered = sorted(group, key=values.__getitem__, reverse=True)
    for number, (value, level) in enumerate(groupby(ordered, key=values.__getitem__)):
        for index, one in enumerate(_split(book, list(level), rest)):
            one.values[criterion] = value
            if number and not index:
                one.parted_by = criterion
            yield one


def _places(placed: Iterable[_Placed]) -> Iterator[int]:
    """1, 2, 2, 4: ties share a place and the next place is skipped (M1)."""
    place = 1
    for index, one in enumerate(placed, start=1):
        place = place if one.tied else index
        yield place


def _standing(book: Book, states: dict[int, State], one: _Placed, place: int | None, why: tuple[Note, ...]) -> Standing:
    return Standing(
        one.entry,
        place,
        states[one.entry],
        book.scores[one.entry],
        book.points[one.entry],
        tuple((criterion.name, criterion.shown(value)) for criterion, value in reversed(one.values.items())),
        tuple(book.lines[one.entry]),
        why,
    )


def _why(placed: Sequence[_Placed], index: int) -> tuple[Note, ...]:
    """Why this entry stands behind the one before it."""
    one = placed[index]
    if not index:
        return ()
    before = placed[index - 1]
    if one.tied:
        return (Note(gettext_noop("Level with {other} on everything: the place is shared."), {"other": before.entry}),)
    return (_parted(one, before),) if one.parted_by else ()


def _parted(one: _Placed, before: _Placed) -> Note:
    criterion = one.parted_by
    assert criterion is not None
    text = gettext_noop("Behind {other}: {criterion} {value} against {their_value}.")
    if len(one.values) > 1 and next(reversed(one.values)) is not criterion:
        text = gettext_noop("Level with {other} until {criterion}: {value} against {their_value}.")
    params = {
        "other": before.entry,
        "criterion": criterion.label,
        "value": criterion.shown(one.values[criterion]),
        "their_value": criterion.shown(before.values[criterion]),
    }
    return Note(text, params)
