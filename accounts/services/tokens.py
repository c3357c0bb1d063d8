"""Tokens for programs: made, found, revoked."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.services import Refused

from ..models import Token, User

PREFIX = "lc_"  # so that a token is known for one wherever it is found
BYTES = 32
MOST = 20  # tokens of a person that hold
LONGEST = 100  # characters that are looked at
USED_EVERY = timedelta(minutes=1)  # how exactly the last use is kept


def make_token(user: User, name: str, scopes: Sequence[str], days: int | None) -> tuple[Token, str]:
    """A new token -> (its row, its text, which is told this once).  `days`: how long it holds; None: until revoked."""
    if holding(user).count() >= MOST:
        raise Refused("not_now", _("You have %d tokens already. Revoke one that is not used.") % MOST)
    text = PREFIX + secrets.token_urlsafe(BYTES)
    now = timezone.now()
    token = Token.objects.create(
        user=user, name=name, hash=_hash(text), start=text[:8], scopes=list(scopes), created_at=now,
        expires_at=now + timedelta(days=days) if days else None,
    )  # fmt: skip
    return token, text


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


def holding(user: User | None = None) -> QuerySet[Token]:
    """Tokens that are neither revoked nor expired, of active people."""
    found = Token.objects.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()), revoked_at=None)
    return found.filter(user=user) if user else found.filter(user__is_active=True)


def find_token(text: str) -> Token | None:
    """The token with that text, if it holds; notes that it is used."""
    if not text.startswith(PREFIX) or len(text) > LONGEST:
        return None
    token = holding().select_related("user").filter(hash=_hash(text)).first()
    now = timezone.now()
    if token and (token.used_at is None or now - token.used_at > USED_EVERY):
        Token.objects.filter(pk=token.pk).update(used_at=now)
    return token


def revoke_token(user: User, pk: int) -> None:
    """Safe to do twice."""
    Token.objects.filter(user=user, pk=pk, revoked_at=None).update(revoked_at=timezone.now())
