"""How sign-up and sign-in differ from allauth's own."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from . import services
from .models import User
from .names import clean_name


class AccountAdapter(DefaultAccountAdapter):
    """A guest signs up on the same row; a guest who signs in to an older account is asked about the matches."""

    def get_login_stages(self) -> list[str]:
        """A passkey is another way in, not a second step after the password."""
        return [stage for stage in super().get_login_stages() if not stage.startswith("allauth.mfa.")]

    def clean_username(self, username: str, shallow: bool = False) -> str:
        return super().clean_username(clean_name(username), shallow)

    def new_user(self, request: HttpRequest) -> User:
        return services.guest_of(request) or User()

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        services.end_being_guest(user)
        try:
            with transaction.atomic():
                return super().save_user(request, user, form, commit)
        except IntegrityError:  # somebody else took the name after the form had looked
            self.add_message(request, messages.ERROR, message=self.error_messages["username_taken"])
            raise ImmediateHttpResponse(redirect("account_signup")) from None

    def login(self, request: HttpRequest, user: User) -> None:
        guest = services.guest_of(request)
        super().login(request, user)
        if guest and guest.pk != user.pk:
            services.remember_guest(request, guest)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response = super().post_login(request, user, **kwargs)
        if services.remembered_guest(request):
            query = urlencode({"next": response.url})
            return HttpResponseRedirect(f"{reverse('accounts:take_along')}?{query}")
        return response


class PasskeyAdapter(DefaultMFAAdapter):
    """Passkeys under the site's name."""

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        return _("Passkey %(number)d") % {"number": Authenticator.objects.filter(user=user, type=type).count() + 1}

    def _get_site_name(self) -> str:
        return "Lastcard"
