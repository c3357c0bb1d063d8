"""What becomes of seats when people change: handed over, left, forgotten."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet

from ..live import announce_on_commit
from ..models import DELETED_NAME, Result, Seat, Table, fold
from . import tables
from .refused import Refused


def could_hand_over(old: Any, new: Any, kept: Collection[int] = ()) -> tuple[list[Table], list[Table]]:
    """What `hand_over` would do now -> (tables handed over, tables refused because both sat there)."""
    return _split(_tables_of(old), new, kept)


@transaction.atomic
def hand_over(old: Any, new: Any, kept: Collection[int] = ()) -> tuple[list[Table], list[Table]]:
    """Gives the seats of one user to another -> (tables handed over, tables refused because both sat there)."""
    moved, refused = _split(_tables_of(old).select_for_update(), new, kept)
    Seat.objects.filter(user=old, table__in=moved).update(user=new, name=new.shown_name, folded=fold(new.shown_name))
    Table.objects.filter(host=old, pk__in=[table.pk for table in moved]).update(host=new)
    Result.objects.filter(by=old, table__in=moved).update(by=new)
    _touch(moved)
    return moved, refused


def leave_all(user: Any) -> None:
    """Leaves every table that is open or being played (M9)."""
    for table in _tables_of(user).filter(state__in=[Table.State.OPEN, Table.State.PLAYING]):
        try:
            tables.leave(table.slug, user)
        except Refused:
            continue  # over or left in the meantime


@transaction.atomic
def rename(user: Any, old: str) -> None:
    """Seats under the old name, at tables that are open or being played, show the new one; what is over stays."""
    sits = Seat.objects.filter(user=user, name=old, table__state__in=[Table.State.OPEN, Table.State.PLAYING])
    sat_at = list(Table.objects.filter(pk__in=sits.values("table")).order_by("id").select_for_update())
    Seat.objects.filter(user=user, name=old, table__in=sat_at).update(
        name=user.shown_name, folded=fold(user.shown_name)
    )
    _touch(sat_at)


@transaction.atomic
def forget(user: Any) -> None:
    """The seats stay, under "deleted player"."""
    sat_at = list(_tables_of(user).select_for_update())
    Seat.objects.filter(user=user).update(name=DELETED_NAME, folded="")
    _touch(sat_at)


def _tables_of(user: Any) -> QuerySet[Table]:
    sat = Seat.objects.filter(user=user).values("table")
    return Table.objects.filter(Q(pk__in=sat) | Q(host=user)).order_by("id")


def _split(found: QuerySet[Table], new: Any, kept: Collection[int]) -> tuple[list[Table], list[Table]]:
    """-> (tables where `new` has no seat, tables where it has one, or that are `kept`)"""
    all_tables = list(found)
    taken = set(kept) | set(Seat.objects.filter(user=new, table__in=all_tables).values_list("table_id", flat=True))
    return [t for t in all_tables if t.pk not in taken], [t for t in all_tables if t.pk in taken]


def _touch(changed: list[Table]) -> None:
    """Open pages draw the new names."""
    Table.objects.filter(pk__in=[table.pk for table in changed]).update(version=F("version") + 1)
    for table in changed:
        table.version += 1
        announce_on_commit(table)
