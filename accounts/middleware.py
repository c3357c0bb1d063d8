"""What a signed-in person changes for every page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation

Handler = Callable[[HttpRequest], HttpResponse]
NEEDS_ACCOUNT = frozenset(  # pages that would give a guest a password, a key or a token by the back door
    {
        "account_change_password",
        "account_email",
        "account_set_password",
        "mfa_add_webauthn",
        "mfa_index",
        "mfa_list_webauthn",
        "revoke_token",
        "tokens",
    }
)


class PersonMiddleware:
    """The person's language wins over the browser's; a guest is shown the way to an account first."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if user.is_authenticated and user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = user.language
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        match = request.resolver_match
        if match and match.url_name in NEEDS_ACCOUNT and request.user.is_authenticated and request.user.is_guest:
            return redirect("account_signup")
        return None
