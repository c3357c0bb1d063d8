"""A player's record over matches, and what it is worth on each leaderboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

from .plackett_luce import MU, SIGMA, Rating

BITS = 20
MOST = 2**BITS - 1  # the largest score
SHARE_FROM = 10  # matches; who has won one of one is not yet the best
POINTS_FROM = 10  # deals
_SETTLED = 2**19  # a settled rating stands before every provisional one
_RATING_PARTS = 100  # ratings are told apart to a hundredth of a point
_SHARE_PARTS = 1_000_000
_POINTS_PARTS = 1_000


@dataclass(frozen=True)
class Line:
    """What one match brought a player."""

    won: bool  # first place, shared or not
    points: int  # penalty points
    deals: int
    fools: int  # deals lost, where a deal has a loser
    rating: Rating  # after the match


@dataclass(frozen=True)
class Record:
    """What matches add up to: a fold of their lines, in order."""

    matches: int = 0
    won: int = 0
    points: int = 0
    deals: int = 0
    fools: int = 0
    streak: int = 0  # matches won in a row up to now
    longest: int = 0
    mu: float = MU
    sigma: float = SIGMA

    @property
    def rating(self) -> Rating:
        return Rating(self.mu, self.sigma)

    def add(self, line: Line) -> Self:
        """With one match more, the latest."""
        streak = self.streak + 1 if line.won else 0
        return replace(
            self.rated(line.rating),
            matches=self.matches + 1,
            won=self.won + line.won,
            points=self.points + line.points,
            deals=self.deals + line.deals,
            fools=self.fools + line.fools,
            streak=streak,
            longest=max(self.longest, streak),
        )

    def rated(self, rating: Rating) -> Self:
        """With another rating."""
        return replace(self, mu=rating.mu, sigma=rating.sigma)


# -- leaderboards ------------------------------------------------------------------------------------------


def _rating(record: Record) -> int | None:
    shown = min(max(round(_RATING_PARTS * record.rating.exact), 0), _SETTLED - 1)
    return shown + _SETTLED * record.rating.settled if record.matches else None


def _won(record: Record) -> int | None:
    return record.won or None


def _share(record: Record) -> int | None:
    return _SHARE_PARTS * record.won // record.matches if record.matches >= SHARE_FROM else None


def _points(record: Record) -> int | None:
    """The fewer, the higher."""
    return MOST - _POINTS_PARTS * record.points // record.deals if record.deals >= POINTS_FROM else None


def _streak(record: Record) -> int | None:
    return record.longest or None


def _fools(record: Record) -> int | None:
    return record.fools or None


MEASURES: dict[str, Callable[[Record], int | None]] = {
    "rating": _rating,
    "won": _won,
    "share": _share,
    "points": _points,
    "streak": _streak,
    "fools": _fools,
}


def score(measure: str, record: Record) -> int | None:
    """What a record is worth on the board of that measure, 0 to MOST, the higher the better; None: not on it."""
    worth = MEASURES[measure](record)
    return None if worth is None else min(max(worth, 0), MOST)
