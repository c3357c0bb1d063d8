"""What entries are ranked by, one small function each (T5).

A function takes the book and a group of entries that are level so far and gives each a value, the higher the
better; None means that it cannot tell these entries apart and the next one is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.rules.game import gettext_noop

from .book import Book
from .history import Number

Values = Mapping[int, Number]
HALF = Fraction(1, 2)
UNPLAYED = Fraction(-(10**9))  # below every entry that has played


def as_is(value: Number) -> Number | None:
    return None if value == UNPLAYED else value


def negated(value: Number) -> Number | None:
    """For criteria where less is better."""
    return None if value == UNPLAYED else -value


@dataclass(frozen=True)
class Criterion:
    """One step of a ranking.  `shown` turns the value that is sorted by into the one that people read, None if none."""

    name: str
    label: str
    values: Callable[[Book, Sequence[int]], Values | None]
    shown: Callable[[Number], Number | None] = as_is


def score(book: Book, group: Sequence[int]) -> Values:
    """Tables, byes and the organiser's penalties (T4, T15)."""
    return {entry: book.scores[entry] for entry in group}


def points_per_deal(book: Book, group: Sequence[int]) -> Values:
    """Fewest penalty points a deal played; who has played no deal comes last."""
    return {
        entry: -Fraction(book.points[entry]) / book.deals[entry] if book.deals[entry] else UNPLAYED for entry in group
    }


def buchholz(book: Book, group: Sequence[int]) -> Values:
    """The mean final score of the opponents met, each round that they did not play as a half; nobody met: last."""
    return {entry: _mean([book.adjusted[other] for other in book.opponents[entry]]) for entry in group}


def _mean(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers) if numbers else UNPLAYED


def first_places(book: Book, group: Sequence[int]) -> Values:
    """How many tables were won, shared firsts included."""
    return {entry: sum(line.place == 1 for line in book.lines[entry]) for entry in group}


def head_to_head(book: Book, group: Sequence[int]) -> Values | None:
    """Scores against each other, if all the tied have met each other."""
    tied = set(group)
    if any(len(book.opponents[entry] & tied) < len(tied) - 1 for entry in group):
        return None
    return {entry: _against(book, entry, tied) for entry in group}


def _against(book: Book, entry: int, tied: set[int]) -> Fraction:
    """1 for every tied opponent that finished below at a table, a half for every one that tied."""
    gained = Fraction(0)
    for line in book.lines[entry]:
        for other in tied.intersection(line.opponents):
            theirs = book.lines[other][line.round - 1].place
            assert line.place is not None
            assert theirs is not None
            gained += 1 if theirs > line.place else HALF if theirs == line.place else 0
    return gained


def seed(book: Book, group: Sequence[int]) -> Values:
    """The higher seed, that is the smaller number."""
    return {entry: -book.history.by_id[entry].seed for entry in group}


SCORE = Criterion("score", gettext_noop("Score"), score)
TIE_BREAKS = {
    criterion.name: criterion
    for criterion in (
        Criterion("buchholz", gettext_noop("Buchholz"), buchholz),
        Criterion("firsts", gettext_noop("First places"), first_places),
        Criterion("points", gettext_noop("Penalty points a deal"), points_per_deal, negated),
        Criterion("head_to_head", gettext_noop("Head to head"), head_to_head),
        Criterion("seed", gettext_noop("Seed"), seed, negated),
    )
}
DEFAULT_ORDER = ("buchholz", "firsts", "points", "seed", "")
