"""News from the games and of accounts that ratings and leaderboards follow."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import post_delete, post_save, pre_delete
from django.dispatch import receiver

from games import live
from games.models import Seat, Table
from games.signals import match_finished, match_voided

from .models import User
from .services import counting, listing


@receiver(match_finished, dispatch_uid="accounts.count_match")
def count_match(table: Table, **_more: Any) -> None:
    counting.note(table)


@receiver(match_voided, dispatch_uid="accounts.uncount_match")
def uncount_match(table: Table, **_more: Any) -> None:
    counting.note(table)


@receiver(post_save, sender=Seat, dispatch_uid="accounts.count_claimed")
def count_claimed(instance: Seat, **_more: Any) -> None:
    """A name at a table scored by hand is somebody's now."""
    if instance.user_id and instance.table.state == Table.State.FINISHED:
        counting.note(instance.table)


@receiver(post_save, sender=User, dispatch_uid="accounts.relist")
def relist(instance: User, created: bool, update_fields: frozenset[str] | None, **_more: Any) -> None:
    if not created and (update_fields is None or listing.READ & update_fields):
        listing.relist(instance)


@receiver(pre_delete, sender=User, dispatch_uid="accounts.forget_player")
def forget_player(instance: User, **_more: Any) -> None:
    """The seats stay, as nobody's; the records go."""
    if instance.listed:
        listing.list_as(instance, False)
    counting.note_player(instance)


@receiver(post_delete, sender=UserSession, dispatch_uid="accounts.session_ended")
def session_ended(instance: UserSession, **_more: Any) -> None:
    """Its pages that are still open play on no longer."""
    transaction.on_commit(lambda: live.signed_out(instance.user_id), robust=True)


@receiver([user_logged_out, password_changed, password_reset, password_set], dispatch_uid="accounts.signed_out")
def signed_out(user: User | None, **_more: Any) -> None:
    """Here or, with a new password, everywhere else."""
    if user is not None:
        transaction.on_commit(lambda: live.signed_out(user.pk), robust=True)
