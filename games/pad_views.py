"""The score pad of tables scored by hand: open one, enter deals, confirm; thin shells over `services.typed`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

import segno
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from . import pad, wording
from .forms import TypedTableForm
from .models import Table
from .scoring import rules_of
from .services import Refused, typed
from .services.typed import Actor
from .views import ensure_player

COOKIE, COOKIE_AGE = "lastcard_device", 60 * 60 * 24 * 400
BODY_BYTES = 8_192


def actor_of(request: HttpRequest) -> Actor:
    """The person, where known, and the device (a signed cookie)."""
    user = request.user if request.user.is_authenticated else None
    return Actor(user, request.get_signed_cookie(COOKIE, default=""))


@require_http_methods(["GET", "HEAD", "POST"])
def new_typed(request: HttpRequest) -> HttpResponse:
    """Open a table scored by hand; a visitor who sends it becomes a guest."""
    own = f"{request.user.shown_name}\n" if request.user.is_authenticated else ""
    form = TypedTableForm(request.POST if request.method == "POST" else None, initial={"names": own})
    if form.is_valid():
        try:
            user = ensure_player(request, form.cleaned_data["names"][0])
            table = typed.open_typed(user, **form.settings(user))
            return redirect("games:pad", slug=table.slug)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        except ValidationError as refusal:
            form.add_error(None, refusal)
    return render(request, "games/new_typed.html", {"form": form})


@require_safe
def pad_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The pad, for one thumb.  Each device that opens it gets a name of its own in a cookie."""
    table = get_object_or_404(Table, slug=slug, kind=Table.Kind.TYPED)
    actor = actor_of(request)
    if not actor.device:
        actor = Actor(actor.user, get_random_string(32))
    context = {
        "table": table,
        "game": rules_of(table.game).name,
        "match": wording.match_in_words(table.game, table.format, table.params),
        "state": pad.state(table, actor),
        "config": _config(table),
        "link": request.build_absolute_uri(reverse("games:pad", args=[slug])),
    }
    answer = render(request, "games/pad.html", context)
    answer.set_signed_cookie(COOKIE, actor.device, max_age=COOKIE_AGE, httponly=True, samesite="Lax")
    return answer


def _config(table: Table) -> dict[str, Any]:
    urls = {name: reverse("games:pad_act", args=[table.slug, name]) for name in _ACTIONS}
    return {
        "state": reverse("games:pad_state", args=[table.slug]),
        **urls,
        "game": table.game,
        "decks": table.options.get("decks", 1),
        "scoring": table.options.get("scoring", ""),
    }


@require_GET
def pad_state(request: HttpRequest, slug: str) -> HttpResponse:
    """What the pad shows; nothing (204) while `?since=` is the newest version."""
    table = get_object_or_404(Table, slug=slug, kind=Table.Kind.TYPED)
    if request.GET.get("since") == str(table.version):
        return HttpResponse(status=204)
    return JsonResponse(pad.state(table, actor_of(request)))


@require_POST
def pad_act(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """One action as JSON; answers the new state, or the refusal's code and sentence."""
    get_object_or_404(Table, slug=slug, kind=Table.Kind.TYPED)
    actor = actor_of(request)
    try:
        act = _ACTIONS[action]
        table = act(slug, actor, _body(request))
    except KeyError:
        return _refused(Refused("bad_message", pad.not_understood()))
    except Refused as refusal:
        return _refused(refusal)
    return JsonResponse(pad.state(table, actor))


def _refused(refusal: Refused) -> JsonResponse:
    status = {"not_allowed": 403, "gone": 404, "stale": 409}.get(refusal.code, 400)
    return JsonResponse({"code": refusal.code, "message": refusal.message}, status=status)


def _body(request: HttpRequest) -> dict[str, Any]:
    """The JSON object sent.  Refused for anything else."""
    try:
        if len(request.body) > BODY_BYTES:
            raise ValueError
        data = json.loads(request.body)
    except (ValueError, RecursionError):
        raise Refused("bad_message", pad.not_understood()) from None
    if not isinstance(data, dict):
        raise Refused("bad_message", pad.not_understood())
    return data


def _int(data: Mapping[str, Any], name: str) -> int:
    value = data[name]
    if type(value) is not int or not 0 <= value <= 10_000:
        raise Refused("bad_message", pad.not_understood())
    return value


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name, "")
    if not isinstance(value, str) or not value.isprintable():
        raise Refused("bad_message", pad.not_understood())
    return value


_ACTIONS: dict[str, Callable[[str, Actor, dict[str, Any]], Table]] = {
    "claim": lambda slug, who, data: typed.claim(slug, who, _int(data, "seat")),
    "enter": lambda slug, who, data: typed.enter_deal(slug, who, _int(data, "deal"), data, _text(data, "key")),
    "undo": lambda slug, who, data: typed.undo_deal(slug, who, _int(data, "deal")),
    "finish": lambda slug, who, data: typed.finish(slug, who),
    "confirm": lambda slug, who, data: typed.confirm(slug, who, _int(data, "version")),
    "correct": lambda slug, who, data: typed.correct(slug, who, _int(data, "deal"), data, _text(data, "reason")),
}


@require_safe
def pad_qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The pad's link as a QR code."""
    get_object_or_404(Table, slug=slug, kind=Table.Kind.TYPED)
    image = BytesIO()
    code = segno.make(request.build_absolute_uri(reverse("games:pad", args=[slug])), error="m", micro=False)
    code.save(image, kind="svg", scale=8, border=3, dark="#000", light="#fff")
    return HttpResponse(image.getvalue(), content_type="image/svg+xml")
