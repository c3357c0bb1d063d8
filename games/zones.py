"""Time zones by the names that browsers send."""

from __future__ import annotations

from datetime import UTC, date, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones


@cache
def _names() -> set[str]:
    return available_timezones()


def zone_named(name: str) -> tzinfo | None:
    """The zone "Europe/Berlin"; None for a name that there is not."""
    return ZoneInfo(name) if name in _names() else None


def beginning(told: date, zone: tzinfo) -> datetime:
    """When a day begins there, in UTC; a moment is itself."""
    moment = told if isinstance(told, datetime) else datetime(told.year, told.month, told.day, tzinfo=zone)
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # before the first year, or after the last
        return (datetime.min if told.year == 1 else datetime.max).replace(tzinfo=UTC)
