"""What the background looks after: starts, rounds that are over, players who do not come, reminders."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games import services as games
from games.models import Deal, Move, Table
from games.services import Refused
from games.services.tables import stop_after_deal

from ..models import Entry, Round, RoundTable, Tournament
from . import clock, rulings

REMIND_BEFORE = timedelta(hours=1)
ABANDONED_DAYS = 30  # a table that came to nothing is kept for so long
REMOVED_AT_ONCE = 500


def due() -> list[str]:
    """Slugs of events that begin by themselves and whose time has come."""
    found = Tournament.objects.filter(state=Tournament.State.OPEN, automatic=True, starts_at__lte=timezone.now())
    return list(found.values_list("slug", flat=True))


def going() -> list[int]:
    """Ids of running events in which something may follow by itself: a round is open, or the next one comes alone."""
    open_round = Q(rounds__state=Round.State.PUBLISHED, rounds__closed_at=None)
    found = Tournament.objects.filter(Q(automatic=True) | open_round, state=Tournament.State.RUNNING)
    return list(found.distinct().values_list("pk", flat=True))


def stop_late_tables() -> int:
    """Live tables whose time is up play the deal to its end, and no other -> how many were told (T9)."""
    playing = RoundTable.objects.filter(
        round__tournament__state=Tournament.State.RUNNING, round__ends_at__lte=timezone.now(), paused_at=None,
        table__kind=Table.Kind.LIVE, table__state=Table.State.PLAYING, table__last_deal=None,
    ).select_related("round")  # fmt: skip
    late = [row.table_id for row in playing if (end := clock.ends_at(row)) and end <= timezone.now()]
    for table in filter(None, late):
        stop_after_deal(table)
    return len(late)


# -- players who do not come (T9) -----------------------------------------------------------------------------


def no_shows() -> list[tuple[int, int]]:
    """Players of live tables who have not opened their table in time -> (round table, seat) of those removed."""
    waited = RoundTable.objects.filter(
        round__tournament__state=Tournament.State.RUNNING, round__closed_at=None, table__kind=Table.Kind.LIVE,
        table__state=Table.State.PLAYING, round__published_at__lte=timezone.now() - timedelta(minutes=1),
    ).select_related("round__tournament", "table")  # fmt: skip
    found = []
    for row in waited:
        minutes = timedelta(minutes=row.round.tournament.no_show_minutes)
        since = row.table.started_at if row.play_off_of_id and row.table else row.round.published_at
        if since and since + minutes <= timezone.now():
            found += [(row.pk, seat) for seat in _unseen(row) if _remove(row, seat)]
    return found


def _unseen(row: RoundTable) -> list[int]:
    """Seats of people from whom nothing has come: no text for a shuffle, which every browser sends, and no move."""
    assert row.table is not None
    people = [seat.number for seat in row.table.seats.all() if seat.user_id and not seat.left_at]
    return [seat for seat in people if seat not in row.absent and not _was_here(row.table, seat)]


def _was_here(table: Table, seat: int) -> bool:
    deals = list(table.deals.all())
    if any(str(seat) in deal.texts for deal in deals):
        return True
    return any(_moved(deal, seat) for deal in deals if seat in deal.seats)


def _moved(deal: Deal, seat: int) -> bool:
    return deal.moves.filter(seat=deal.seats.index(seat), by=Move.By.PLAYER).exists()


def _remove(row: RoundTable, seat: int) -> bool:
    tournament = row.round.tournament
    try:
        rulings.no_show(tournament.slug, None, row.round.number, row.number, seat)
        _leave(row, seat)
    except Refused:
        return False
    return True


def _leave(row: RoundTable, seat: int) -> None:
    """The default move plays for who is not there; the others go on (M9)."""
    assert row.table is not None
    user = row.table.seats.select_related("user").get(number=seat).user
    if user is not None:
        games.leave(row.table.slug, user)


def rule_on_abandoned() -> int:
    """A live table that all its people have left has no result (M9): those who stayed, bots, share the first place."""
    left = RoundTable.objects.filter(
        round__tournament__state=Tournament.State.RUNNING, round__tournament__automatic=True, round__closed_at=None,
        table__state=Table.State.ABANDONED, ruling__isnull=True,
    )  # fmt: skip
    for pk in left.values_list("pk", flat=True):
        _rule_on(pk)
    return len(left)


def _rule_on(pk: int) -> None:
    row = RoundTable.objects.select_related("round", "table").get(pk=pk)
    assert row.table is not None
    gone = {seat.number for seat in row.table.seats.all() if seat.left_at} | set(row.absent)
    stayed = len(row.seats) - len(gone)
    places = [stayed + 1 if seat in gone else 1 for seat in range(len(row.seats))]
    RoundTable.objects.filter(pk=pk, ruling__isnull=True).update(
        ruling={"places": places, "penalties": [0] * len(places), "deals": 0, "reason": _("Everybody left the table.")}
    )


# -- tables that came to nothing -------------------------------------------------------------------------------


def remove_abandoned() -> int:
    """Tables of no event that were left long ago without a result, with their deals -> how many."""
    long_ago = timezone.now() - timedelta(days=ABANDONED_DAYS)
    left = Table.objects.filter(state=Table.State.ABANDONED, ended_at__lte=long_ago, results=None, round_table=None)
    gone = list(left.values_list("pk", flat=True)[:REMOVED_AT_ONCE])
    Table.objects.filter(pk__in=gone).delete()
    return len(gone)


# -- reminders -------------------------------------------------------------------------------------------------


def remind() -> int:
    """A mail an hour before the start to all who have an address -> how many."""
    now = timezone.now()
    soon = Tournament.objects.filter(
        state=Tournament.State.OPEN, reminded_at=None, starts_at__gt=now, starts_at__lte=now + REMIND_BEFORE
    )
    sent = 0
    for tournament in soon:
        claimed = Tournament.objects.filter(pk=tournament.pk, reminded_at=None).update(reminded_at=now)
        if claimed:
            sent += sum(_remind(tournament, entry.user) for entry in _with_address(tournament))
    return sent


def _with_address(tournament: Tournament) -> list[Entry]:
    playing = [Entry.State.REGISTERED, Entry.State.CHECKED_IN]
    return list(
        tournament.entries.filter(state__in=playing).exclude(user=None).exclude(user__email="").select_related("user")
    )


def _remind(tournament: Tournament, user: Any) -> bool:
    with translation.override(user.language or settings.LANGUAGE_CODE):
        minutes = max(1, round((tournament.starts_at - timezone.now()).total_seconds() / 60))
        subject = _("%(name)s begins in %(minutes)d minutes") % {"name": tournament.name, "minutes": minutes}
        lines = [subject + ".", tournament.place, settings.SITE_URL + tournament.get_absolute_url()]
        return bool(send_mail(subject, "\n\n".join(filter(None, lines)), None, [user.email], fail_silently=True))
