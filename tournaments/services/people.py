"""What becomes of people's part in events: handed over with an account, forgotten with it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import DELETED_NAME
from games.services import Refused

from ..models import Action, Entry, Helper, RoundTable, Season, Tournament
from . import registration
from .log import note

GONE = (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED)
GOING = (Tournament.State.OPEN, Tournament.State.RUNNING)


@dataclass(frozen=True)
class HandedOver:
    """Events."""

    moved: list[Tournament]
    refused: list[Tournament]  # where both are entered

    @property
    def tables_kept(self) -> set[int]:
        """Ids of the games' tables of the refused ones: who sits there must stay who is entered."""
        found = RoundTable.objects.filter(round__tournament__in=self.refused, table__isnull=False)
        return set(found.values_list("table", flat=True))


def events_of(user: Any) -> QuerySet[Tournament]:
    """All in which `user` is entered, which it organises or helps at."""
    entered, helps = Entry.objects.filter(user=user), Helper.objects.filter(user=user)
    mine = Q(organiser=user) | Q(pk__in=entered.values("tournament")) | Q(pk__in=helps.values("tournament"))
    return Tournament.objects.filter(mine).order_by("pk")


def could_hand_over(old: Any, new: Any) -> HandedOver:
    """What `hand_over` would do now."""
    return _split(list(events_of(old)), old, new)


def _split(found: list[Tournament], old: Any, new: Any) -> HandedOver:
    both = set(Entry.objects.filter(user=old).values_list("tournament", flat=True)) & set(
        Entry.objects.filter(user=new).values_list("tournament", flat=True)
    )
    return HandedOver([t for t in found if t.pk not in both], [t for t in found if t.pk in both])


@transaction.atomic
def hand_over(old: Any, new: Any) -> HandedOver:
    """`new` is entered where `old` was, and organises and helps in its place; an event that both entered is refused."""
    handed = _split(list(events_of(old).select_for_update()), old, new)
    for tournament in handed.moved:
        entry = tournament.entries.filter(user=old).first()
        if entry is not None:
            _rename(tournament, entry, new)
        _hand_over_role(tournament, old, new)
    Season.objects.filter(organiser=old).update(organiser=new)
    Action.objects.filter(by=old, tournament__in=handed.moved).update(by=new)
    return handed


def _rename(tournament: Tournament, entry: Entry, user: Any) -> None:
    was, entry.user, entry.name = entry.name, user, ""
    entry.save()
    entry.name = registration.free_name(tournament, user.shown_name)
    entry.save()
    note(tournament, user, "handed over", what=entry.name, before=was)


def _hand_over_role(tournament: Tournament, old: Any, new: Any) -> None:
    if tournament.organiser_id == old.pk:
        Tournament.objects.filter(pk=tournament.pk).update(organiser=new)
    if not tournament.helpers.filter(user=new).exists():
        tournament.helpers.filter(user=old).update(user=new)


# -- the end of an account ------------------------------------------------------------------------------------


def leave_all(user: Any) -> None:
    """Withdraws from every event that is open or being played."""
    for entry in Entry.objects.filter(user=user, tournament__state__in=GOING).exclude(state__in=GONE):
        try:
            registration.withdraw(entry.tournament.slug, user, entry.pk)
        except Refused:
            continue  # gone in the meantime


@transaction.atomic
def forget(user: Any) -> None:
    """Entries stay, under "deleted player"; the name leaves the log too, and the person helps nowhere any more."""
    for tournament in events_of(user).select_for_update():
        entry = tournament.entries.filter(user=user).first()
        if entry is not None:
            was, entry.name, entry.club = entry.name, registration.free_name(tournament, DELETED_NAME), ""
            entry.save()
            _strike(tournament, was, entry.name)
            note(tournament, None, "forgotten", what=entry.name)
    Helper.objects.filter(user=user).delete()


def _strike(tournament: Tournament, name: str, instead: str) -> None:
    """The log without a name: lists of names are kept as "Ann, Ben", "Ann ↔ Ben" or a list."""
    whole = re.compile(rf"(?:(?<=^)|(?<=, )|(?<=↔ )){re.escape(name)}(?=$|, | ↔)")
    changed = []
    for action in tournament.actions.all():
        kept = action.what, action.before, action.after
        action.what = whole.sub(instead, action.what)[:120]
        action.before, action.after = (_without(value, whole, instead) for value in (action.before, action.after))
        if (action.what, action.before, action.after) != kept:
            changed.append(action)
    Action.objects.bulk_update(changed, ["what", "before", "after"], batch_size=500)


def _without(value: Any, name: re.Pattern[str], instead: str) -> Any:
    if isinstance(value, str):
        return name.sub(instead, value)
    if isinstance(value, list):
        return [_without(one, name, instead) for one in value]
    return {key: _without(one, name, instead) for key, one in value.items()} if isinstance(value, dict) else value
