"""The log of an event: who did what, when, before and after; and who may."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.services import Refused

from ..models import Action, Helper, Tournament


@contextmanager
def locked(slug_or_id: str | int) -> Iterator[Tournament]:
    """The event's row, locked until the end of the block: two organisers never do half of each other's work."""
    key = {"pk": slug_or_id} if isinstance(slug_or_id, int) else {"slug": slug_or_id}
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().filter(**key).first()
        if tournament is None:
            raise Refused("gone", _("This tournament does not exist."))
        yield tournament


def note(tournament: Tournament, by: Any, verb: str, what: str = "", before: Any = None, after: Any = None) -> Action:
    user = by if getattr(by, "pk", None) else None
    changed(tournament)
    return Action.objects.create(
        tournament=tournament, at=timezone.now(), by=user, verb=verb, what=what[:120], before=before, after=after
    )


def changed(tournament: Tournament) -> None:
    """Pages of the event are made anew."""
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)


def role(tournament: Tournament, user: Any) -> str:
    """ "organiser", "helper" or ""."""
    if not getattr(user, "pk", None):
        return ""
    if tournament.organiser_id == user.pk:
        return Helper.Role.ORGANISER
    return tournament.helpers.filter(user=user).values_list("role", flat=True).first() or ""


def must_organise(tournament: Tournament, user: Any) -> None:
    if role(tournament, user) != Helper.Role.ORGANISER:
        raise Refused("not_allowed", _("Only the organisers of this tournament can do that."))


def must_help(tournament: Tournament, user: Any) -> None:
    if not role(tournament, user):
        raise Refused("not_allowed", _("Only the organisers and helpers of this tournament can do that."))
