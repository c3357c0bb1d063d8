"""Who asks, how often, and whether they may: tokens, or the browser's own session for reading."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Protocol

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from .problems import Problem

READ, PLAY, TOURNAMENTS = "read", "play", "tournaments"
SECONDS = 60  # a rate is so many requests in this time
SAFE = ("GET", "HEAD")


class Token(Protocol):
    """What `games` know of a token; who makes them is above, so a setting names the function that finds one."""

    pk: int
    user: Any
    scopes: Sequence[str]


def find_token(text: str) -> Token | None:
    """The token with that text, if it still holds."""
    found: Token | None = import_string(settings.FIND_TOKEN)(text)
    return found


def bearer(header: str) -> str | None:
    """The token in an `Authorization` header; None where there is none."""
    scheme, _space, text = header.partition(" ")
    return text.strip() if scheme.lower() == "bearer" else None


class Needs:
    """The guard of an operation: `Needs(READ)`.  Sets `request.user`; raises Problem.

    Reading is open to everybody, as the pages are: a session or a token only says who looks.  A token must have
    the scope.  Without a token nothing can be changed, so that no other site can use a player's cookie.
    """

    def __init__(self, scope: str, *, known: bool = False) -> None:
        self.scope, self.known = scope, known  # `known`: reading what only somebody has ("mine")

    @property
    def security(self) -> list[dict[str, list[str]]]:
        """As OpenAPI says it."""
        token: list[dict[str, list[str]]] = [{"token": [self.scope]}]
        if self.scope != READ:
            return token
        return [*token, {"session": []}] if self.known else [*token, {"session": []}, {}]

    def __call__(self, request: HttpRequest) -> Any:
        if header := request.headers.get("Authorization"):
            return self._token(request, header)
        if self.scope != READ or (self.known and not request.user.is_authenticated):
            raise _no_token(_("Send a token: “Authorization: Bearer …”. Make one in the settings of your account."))
        if request.user.is_authenticated:
            limit(f"user:{request.user.pk}", settings.API_RATES["user"])
            return "session"
        limit(f"address:{request.META.get('REMOTE_ADDR')}", settings.API_RATES["address"])
        return "nobody"

    def _token(self, request: HttpRequest, header: str) -> Token:
        request.user = AnonymousUser()  # whoever the cookie names has nothing to do with it
        text = bearer(header)
        token = find_token(text) if text else None
        if token is None:
            limit(f"address:{request.META.get('REMOTE_ADDR')}", settings.API_RATES["address"])
            raise _no_token(_("This token is unknown, has expired or was revoked. Make a new one in the settings."))
        limit(f"token:{token.pk}", settings.API_RATES["token"])
        request.user = token.user
        if self.scope not in token.scopes:
            told = _("This token lacks the scope “%(scope)s”. Make one that has it in the settings.")
            raise Problem("no_scope", told % {"scope": self.scope})
        return token


def _no_token(detail: str) -> Problem:
    return Problem("no_token", detail, WWW_Authenticate='Bearer realm="lastcard"')


def limit(who: str, most: int) -> None:
    """Count a request of `who` in the present minute, in the cache that all processes share; raise Problem."""
    now = time.time()
    key = f"api:{who}:{int(now // SECONDS)}"
    cache.add(key, 0, SECONDS * 2)
    try:
        count = cache.incr(key)
    except ValueError:  # forgotten in between
        return
    if count > most:
        wait = int(SECONDS - now % SECONDS) + 1
        told = _("Too many requests: %(most)d a minute are allowed. Try again in %(wait)d s.")
        raise Problem("too_fast", told % {"most": most, "wait": wait}, Retry_After=wait)
