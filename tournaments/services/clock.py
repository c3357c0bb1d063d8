"""The round clock: minutes for a round, extra time and pauses a table."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.services import Refused

from ..models import Round, RoundTable, Tournament
from .log import locked, must_help, note
from .rulings import table_of

MOST_MINUTES = 1440


def ends_at(row: RoundTable) -> datetime | None:
    """When the time of a table is up; None without a clock, or while it is paused."""
    if row.round.ends_at is None or row.paused_at:
        return None
    return row.round.ends_at + timedelta(seconds=row.extra_seconds)


def _minutes(minutes: int) -> int:
    if not -MOST_MINUTES <= minutes <= MOST_MINUTES or not minutes:
        raise Refused("bad_message", _("A clock is changed by 1 to 1,440 minutes."))
    return minutes


def change_round(slug: str, by: Any, minutes: int) -> Round:
    """Minutes more (or fewer) for the round being played; without a clock one is started."""
    with locked(slug) as tournament:
        must_help(tournament, by)
        row = tournament.rounds.filter(state=Round.State.PUBLISHED, closed_at=None).last()
        if row is None:
            raise Refused("not_now", _("No round is being played."))
        before = row.ends_at
        row.ends_at = (before or timezone.now()) + timedelta(minutes=_minutes(minutes))
        row.save(update_fields=["ends_at"])
        note(tournament, by, "clock", what=str(row.number), after=minutes)
    return row


def give_time(slug: str, by: Any, round: int, number: int, minutes: int) -> RoundTable:
    """Extra time for one table."""
    with locked(slug) as tournament:
        must_help(tournament, by)
        row = _timed(tournament, round, number)
        row.extra_seconds += 60 * _minutes(minutes)
        row.save(update_fields=["extra_seconds"])
        note(tournament, by, "clock", what=f"{round}/{number}", after=minutes)
    return row


def pause(slug: str, by: Any, round: int, number: int, on: bool) -> RoundTable:
    """Stop a table's clock, or let it run on; the pause is given back as extra time."""
    with locked(slug) as tournament:
        must_help(tournament, by)
        row, now = _timed(tournament, round, number), timezone.now()
        if on == bool(row.paused_at):
            return row
        if row.paused_at:
            row.extra_seconds += round_up(now - row.paused_at)
        row.paused_at = now if on else None
        row.save(update_fields=["extra_seconds", "paused_at"])
        note(tournament, by, "clock", what=f"{round}/{number}", after="pause" if on else "go on")
    return row


def round_up(span: timedelta) -> int:
    return -int(-span.total_seconds() // 1)


def _timed(tournament: Tournament, round: int, number: int) -> RoundTable:
    row = table_of(tournament, round, number)
    if row.round.ends_at is None:
        raise Refused("not_now", _("This round has no clock."))
    return row
