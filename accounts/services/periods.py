"""Periods of leaderboards: all time, a year, a month, a week (Monday to Sunday); days change at midnight UTC."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

ALL = "all"
KINDS = ("all", "year", "month", "week")
_KEY = re.compile(r"(?P<year>\d{4})(?:-(?P<month>\d\d)|-W(?P<week>\d\d))?")


def of(moment: datetime) -> tuple[str, str, str, str]:
    """The periods in which a moment lies, in the order of KINDS: ("all", "2026", "2026-05", "2026-W22")."""
    day = moment.astimezone(UTC).date()
    year, week, _weekday = day.isocalendar()
    return ALL, f"{day.year:04}", f"{day.year:04}-{day.month:02}", f"{year:04}-W{week:02}"


def kind(key: str) -> str:
    """One of KINDS; ValueError for what is no period."""
    if key == ALL:
        return ALL
    first_day(key)
    return "week" if "W" in key else "month" if "-" in key else "year"


def first_day(key: str) -> date:
    """Of a year, month or week; ValueError for what is none."""
    found = _KEY.fullmatch(key)
    if not found or not key.isascii():
        raise ValueError(key)
    year, month, week = found.group("year", "month", "week")
    return date.fromisocalendar(int(year), int(week), 1) if week else date(int(year), int(month or 1), 1)


def read(text: str, now: datetime) -> str:
    """A period by its key, or the present one of a kind ("month"); all time for anything else."""
    if text in KINDS:
        return of(now)[KINDS.index(text)]
    try:
        kind(text)
    except ValueError:
        return ALL
    return text
