"""Who may not sit down with whom."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from ..models import Block, User


def block(user: User, other: User) -> None:
    """`other` can no longer sit down at open tables where `user` sits or is the host.  Safe to do twice."""
    if other.pk != user.pk:
        Block.objects.get_or_create(user=user, blocked=other, defaults={"at": timezone.now()})


def unblock(user: User, other: User) -> None:
    Block.objects.filter(user=user, blocked=other).delete()


def may_sit_with(user: AbstractBaseUser, present: Collection[int]) -> bool:
    """False if one of those present has blocked the user."""
    return not Block.objects.filter(user__in=present, blocked=user.pk).exists()
