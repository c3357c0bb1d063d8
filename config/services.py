"""Notices for all pages: written by staff, and remembered, so that a page asks the database nothing."""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from .models import Notice

REMEMBERED_AS, REMEMBERED_SECONDS = "notices", 300


def notices() -> list[Notice]:
    """Those to be shown now, warnings first."""
    now = timezone.now()
    known = cache.get(REMEMBERED_AS)
    if known is None:
        known = list(Notice.objects.filter(Q(ends_at=None) | Q(ends_at__gt=now)))
        cache.set(REMEMBERED_AS, known, REMEMBERED_SECONDS)
    shown = [one for one in known if one.starts_at <= now and (one.ends_at is None or one.ends_at > now)]
    return sorted(shown, key=lambda one: one.level != Notice.Level.WARNING)


def save_notice(notice: Notice) -> None:
    """New, or other than it was: then it is shown again to those who have closed it."""
    notice.version += 1
    notice.save()
    _forget()


def delete_notices(found: Any) -> None:
    """One, or a queryset of them."""
    found.delete()
    _forget()


def _forget() -> None:
    transaction.on_commit(lambda: cache.delete(REMEMBERED_AS), robust=True)
