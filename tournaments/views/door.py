"""The check-in at the door: one's name in the list, one press; no account asked for."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ..models import Entry
from ..services import registration
from ..venue import is_venue_key
from .common import attempt, back, context, find, number, show

WAITED_FOR = (Entry.State.REGISTERED, Entry.State.ASIDE)


@require_http_methods(["GET", "HEAD", "POST"])
def door(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    event = find(slug)
    if not is_venue_key(event, key):
        raise Http404
    if request.method == "POST":
        attempt(request, lambda: _here(request, slug))
        return back(request, request.path)
    missing = event.entries.filter(state__in=WAITED_FOR).order_by("name")
    return show(request, "door", context(request, event, "door", missing=missing))


def _here(request: HttpRequest, slug: str) -> str:
    entry = registration.check_in(slug, request.user, number(request.POST, "entry"), at_the_door=True)
    return _("%s is here.") % entry.name
