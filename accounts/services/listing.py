"""Who stands on leaderboards: changes with the account, whatever changes it."""

from __future__ import annotations

from django.db import transaction

from ..models import Pool, Standing, User
from . import bulk, counts

READ = {"is_active", "is_guest", "private", "deleted_at"}  # what `User.listed` is made of


def relist(user: User) -> None:
    """Puts the user on all boards, or takes it off them, as it is to be now."""
    list_as(user, user.listed)


@transaction.atomic
def list_as(user: User, listed: bool) -> None:
    list(Pool.objects.select_for_update(no_key=True).order_by("pk"))  # nobody counts meanwhile
    changes = counts.Changes()
    standings = list(Standing.objects.filter(player__user=user).exclude(listed=listed))
    for standing in standings:
        changes.note(standing, -1)
        standing.listed = listed
        changes.note(standing, 1)
    bulk.overwrite(standings, ("listed",))
    changes.store()
