"""Pure: what a match does to ratings, and what matches add up to.  No Django, no clock, no chance."""

from .plackett_luce import START, Rating, expected_places, rate, win_chances
from .record import MEASURES, MOST, Line, Record, score

__all__ = [
    "MEASURES",
    "MOST",
    "START",
    "Line",
    "Rating",
    "Record",
    "expected_places",
    "rate",
    "score",
    "win_chances",
]
