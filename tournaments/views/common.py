"""What the views share: finding the event, who looks at it, refusals as messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from games.services import Refused

from .. import wording
from ..models import Entry, Helper, Tournament
from ..seatings import published
from ..services.log import role


def find(slug: str) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("organiser", "season"), slug=slug)


def context(request: HttpRequest, tournament: Tournament, part: str, **more: Any) -> dict[str, Any]:
    """What every page of an event shows; `part` is the tab."""
    may = role(tournament, request.user)
    return {
        "tournament": tournament,
        "part": part,
        "role": may,
        "organises": may == Helper.Role.ORGANISER,
        "entry": entry_of(tournament, request.user),
        "rounds": published(tournament),
        "line": wording.in_a_line(tournament),
        **more,
    }


def entry_of(tournament: Tournament, user: Any) -> Entry | None:
    return tournament.entries.filter(user=user).first() if user.is_authenticated else None


def show(request: HttpRequest, template: str, values: dict[str, Any]) -> HttpResponse:
    return render(request, f"tournaments/{template}.html", values)


def back(request: HttpRequest, default: str) -> HttpResponseRedirect:
    """To the page that the form was on."""
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return redirect(target if safe else default)


def attempt(request: HttpRequest, action: Callable[[], str | None]) -> None:
    """Do it; what it says, or why it is refused, becomes a message."""
    try:
        said = action()
    except Refused as refusal:
        messages.error(request, refusal.message)
    except DataError:  # a NUL: PostgreSQL stores none
        messages.error(request, _("Some character in the form cannot be stored. Type it anew, please."))
    else:
        if said:
            messages.success(request, said)


def number(data: Any, name: str, low: int = -(10**6), high: int = 10**6) -> int:
    """A whole number of a form, or Refused."""
    text = str(data.get(name, "")).strip()
    try:
        value = int(text) if len(text) <= 8 else None
    except ValueError:
        value = None
    if value is None or not low <= value <= high:
        raise Refused("bad_message", _("A whole number from %(low)d to %(high)d.") % {"low": low, "high": high})
    return value


def numbers(data: Any, name: str) -> list[int]:
    """All values of that name, as whole numbers."""
    return [number({name: text}, name) for text in data.getlist(name)]
