"""Pages of people."""

from __future__ import annotations

import json
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language as django_set_language

from games import catalogue
from games.services import Refused

from . import services
from .forms import GuestForm, SettingsForm, TokenForm, setting_form

MAX_SETTING_BYTES = 600  # forty characters escaped, with their field


def safe_next(request: HttpRequest, otherwise: str = "/") -> str:
    """Where the request asks to go on, if that is on this site."""
    url = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if safe else otherwise


# -- guests --------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def become_guest(request: HttpRequest) -> HttpResponse:
    """A name, or none, and one click."""
    if request.user.is_authenticated:
        return HttpResponseRedirect(safe_next(request))
    form = GuestForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        services.make_guest(request, form.cleaned_data.get("name", ""))
        return HttpResponseRedirect(safe_next(request))
    return render(request, "accounts/guest.html", {"form": form, "next": safe_next(request)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_along(request: HttpRequest) -> HttpResponse:
    """A guest has just signed in to an older account: whose are the guest's matches now?"""
    guest = services.remembered_guest(request)
    if guest is None:
        return HttpResponseRedirect(safe_next(request))
    if request.method != "POST":
        return render(request, "accounts/take_along.html", _along(request, guest))
    services.forget_guest(request)
    if "take" in request.POST:
        _say_taken(request, services.take_along(guest, request.user), guest.shown_name)
    return HttpResponseRedirect(safe_next(request))


def _along(request: HttpRequest, guest: Any) -> dict[str, Any]:
    along = services.would_take_along(guest, request.user)
    for table in (*along.moved, *along.refused):
        table.game_name = catalogue.entry(table.game).name
    return {"guest": guest, "along": along, "next": safe_next(request)}


def _say_taken(request: HttpRequest, taken: services.TakenAlong, name: str) -> None:
    if number := len(taken.moved):
        text = ngettext("%(n)d match is yours now.", "%(n)d matches are yours now.", number)
        messages.success(request, text % {"n": number})
    if number := len(taken.events.moved):
        text = ngettext("%(n)d tournament is yours now.", "%(n)d tournaments are yours now.", number)
        messages.success(request, text % {"n": number})
    if taken.refused:
        number = len(taken.refused)
        text = ngettext(
            "%(n)d match stays with %(name)s: you sat at that table yourself.",
            "%(n)d matches stay with %(name)s: you sat at those tables yourself.",
            number,
        )
        messages.warning(request, text % {"n": number, "name": name})
    for event in taken.events.refused:
        text = _("%(event)s stays with %(name)s: you entered it yourself.")
        messages.warning(request, text % {"event": event.name, "name": name})


# -- settings ------------------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        services.save_settings(request.user, form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("accounts:settings")
    request.user.refresh_from_db()  # a form that is not valid has written on it
    return render(request, "accounts/settings.html", {"form": form})


@require_POST
def set_setting(request: HttpRequest) -> JsonResponse:
    """One setting from a page's own switch: `{"deck": "4color"}` -> `{"ok": true}` or `{"ok": false, "message": …}`."""
    if not request.user.is_authenticated:
        return _not_set(_("Sign in or play as a guest first."), 403)
    asked = _one_setting(request)
    form = setting_form(*asked, request.user) if asked else None
    if form is None:
        return _not_set(_("There is no such setting."))
    if not form.is_valid():
        return _not_set(" ".join(message for errors in form.errors.values() for message in errors))
    services.save_settings(request.user, form.cleaned_data)
    return JsonResponse({"ok": True})


def _one_setting(request: HttpRequest) -> tuple[str, Any] | None:
    if len(request.body) > MAX_SETTING_BYTES:
        return None
    try:
        asked = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    return next(iter(asked.items())) if isinstance(asked, dict) and len(asked) == 1 else None


def _not_set(message: str, status: int = 400) -> JsonResponse:
    return JsonResponse({"ok": False, "message": message}, status=status)


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """The switch in the header: this browser's language, and the person's if signed in."""
    form = setting_form("language", request.POST.get("language", ""), request.user) if request.user.pk else None
    if form and form.is_valid():
        services.save_settings(request.user, form.cleaned_data)
    return django_set_language(request)


# -- the account ---------------------------------------------------------------------------------------


@login_required
@require_POST
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """Ends one of the own sessions."""
    session = get_object_or_404(UserSession, pk=pk, user=request.user)
    if session.is_current():
        logout(request)
        return redirect("front")
    session.end()
    messages.success(request, _("That session has ended."))
    return redirect("usersessions_list")


def _can_be_asked(request: HttpRequest) -> bool:
    """Whether there is a password, a passkey or an address to ask for: a guest has none."""
    return bool(get_adapter(request).get_reauthentication_methods(request.user))


@login_required
@reauthentication_required(enabled=lambda request: request.method == "POST" and _can_be_asked(request))
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The tokens of one's programs.  A new one's text stands on the answer to the form, and nowhere else.

    A session that was left open makes none: the password is asked for first, and the form is then sent on.
    """
    form, made, text = TokenForm(request.POST if request.method == "POST" else None), None, ""
    if form.is_valid():
        try:
            made, text = services.make_token(request.user, **form.cleaned_data)
            form = TokenForm()
        except Refused as refused:
            form.add_error(None, refused.message)
    context = {"form": form, "tokens": services.holding(request.user), "made": made, "text": text}
    return render(request, "accounts/tokens.html", context)


@login_required
@require_POST
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    services.revoke_token(request.user, pk)
    messages.success(request, _("The token is revoked."))
    return redirect("accounts:tokens")


@login_required
@reauthentication_required(enabled=_can_be_asked)
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "accounts/delete.html")
    services.delete_account(request.user)
    logout(request)
    messages.success(request, _("The account is deleted. Its matches stay, under “deleted player”."))
    return redirect("front")
