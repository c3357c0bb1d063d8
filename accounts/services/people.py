"""What people do with their accounts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth import login
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import get_language

from games.models import Table
from games.services import people as seats
from tournaments.services import people as events
from tournaments.services.people import HandedOver

from ..models import Block, Token, User
from ..names import clean_name, guest_name, is_guest_name
from . import counting

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
GUEST_SESSION_KEY = "guest_who_signed_in"
GUEST_DAYS = 30  # a guest who has not played a match to its end is kept for so long


# -- guests ------------------------------------------------------------------------------------------


def make_guest(request: HttpRequest, name: str = "") -> User:
    """A new guest, signed in; with a friendly name unless one is given.

    Errors: ValidationError (the name); ImmediateHttpResponse with the 429 page (too many guests from one address).
    """
    chosen = clean_name(name) if name.strip() else ""
    if refusal := ratelimit.consume_or_429(request, action="guest"):
        raise ImmediateHttpResponse(refusal)
    guest = _create_guest(chosen)
    login(request, guest, backend=BACKEND)
    return guest


@transaction.atomic
def _create_guest(name: str) -> User:
    guest = User(username=f"guest-{get_random_string(12).lower()}", display_name=name, is_guest=True)
    guest.set_unusable_password()
    guest.save()
    if not name:
        guest.display_name = guest_name(guest.pk, get_language() or "en")
        guest.save(update_fields=["display_name"])
    return guest


def guest_of(request: HttpRequest) -> User | None:
    """The guest who sends this request, if it is one."""
    return request.user if request.user.is_authenticated and request.user.is_guest else None


def end_being_guest(user: User) -> None:
    """Same row, same seats, same history; a name of one's own choosing stays.  Not saved yet."""
    user.is_guest = False
    if is_guest_name(user.display_name):
        user.display_name = ""


# -- a guest who signs in to an older account -----------------------------------------------------------


@dataclass(frozen=True)
class TakenAlong:
    """Tables, and tournaments."""

    moved: list[Table]
    refused: list[Table]  # where both sat, or of a tournament that both entered
    events: HandedOver

    @property
    def anything(self) -> bool:
        return bool(self.moved or self.events.moved)


def remember_guest(request: HttpRequest, guest: User) -> None:
    """Only the server writes the session: whoever holds it was that guest a moment ago."""
    request.session[GUEST_SESSION_KEY] = guest.pk


def remembered_guest(request: HttpRequest) -> User | None:
    """The guest who has just signed in to an older account and still has matches or tournaments of its own."""
    pk = request.session.get(GUEST_SESSION_KEY)
    guest = User.objects.filter(pk=pk, is_guest=True).first() if pk else None
    has_any = guest is not None and (guest.seats.exists() or events.events_of(guest).exists())
    return guest if has_any else None


def forget_guest(request: HttpRequest) -> None:
    request.session.pop(GUEST_SESSION_KEY, None)


def would_take_along(guest: User, user: User) -> TakenAlong:
    """What `take_along` would do now."""
    handed = events.could_hand_over(guest, user)
    return TakenAlong(*seats.could_hand_over(guest, user, handed.tables_kept), handed)


@transaction.atomic
def take_along(guest: User, user: User) -> TakenAlong:
    """The guest's seats become the user's, match by match, as do its tournaments; a guest with nothing left goes."""
    handed = events.hand_over(guest, user)
    moved, refused = seats.hand_over(guest, user, handed.tables_kept)
    counting.note(*(table for table in moved if table.state == Table.State.FINISHED))
    if not (refused or handed.refused):
        guest.delete()
    return TakenAlong(moved, refused, handed)


# -- the end of an account ------------------------------------------------------------------------------


def delete_account(user: User) -> None:
    """Leaves the tables, then forgets the person; the row stays for the matches, as "deleted player"."""
    seats.leave_all(user)
    events.leave_all(user)
    with transaction.atomic():
        events.forget(user)  # first: whoever has an event locked may wait for tables
        _forget_person(user)  # then: it waits for the counting of matches, which waits for tables
        seats.forget(user)
    end_sessions(user)


def _forget_person(user: User) -> None:
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    Token.objects.filter(user=user).delete()
    Block.objects.filter(Q(user=user) | Q(blocked=user)).delete()
    user.groups.clear()
    user.user_permissions.clear()
    blank = User()
    for field in ("first_name", "last_name", "email", "display_name", "language", "is_staff", "is_superuser"):
        setattr(user, field, getattr(blank, field))
    user.username = f"deleted-{user.pk}-{get_random_string(8).lower()}"
    user.is_active = False
    user.deleted_at = timezone.now()
    user.set_unusable_password()  # a new hash: no session of this user is valid any more
    user.save()


def end_sessions(user: User) -> None:
    for session in UserSession.objects.filter(user=user):
        session.end()


def clean_guests(now: datetime) -> int:
    """Removes guests who were last here 30 days ago, never played a match to its end and await no event -> how many."""
    stale = User.objects.filter(is_guest=True, last_login__lt=now - timedelta(days=GUEST_DAYS))
    kept = [Table.State.FINISHED, Table.State.PLAYING]
    expected = Q(entries__tournament__state__in=events.GOING)
    _, rows = stale.exclude(seats__table__state__in=kept).exclude(expected).delete()
    return rows.get(User._meta.label, 0)


# -- settings ---------------------------------------------------------------------------------------------


def save_settings(user: User, values: dict[str, Any]) -> None:
    """Stores clean values of the settings named, and nothing else; open tables show the new name."""
    old = User.objects.get(pk=user.pk).shown_name
    for field, value in values.items():
        setattr(user, field, value)
    user.save(update_fields=list(values))
    if user.shown_name != old:
        seats.rename(user, old)
    if not user.is_active:
        end_sessions(user)
