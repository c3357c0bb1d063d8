"""A new event, from a preset or a copy, and its settings later."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.rules import GAMES
from games.scoring import OTHER, rules_of
from games.services import Refused

from ..forms import TournamentForm, initial_of
from ..models import Tournament
from ..presets import PRESETS
from ..services import registration
from ..services.log import role
from .common import context, find, show

PLAYED = (*GAMES, OTHER)
PRESET_OF = {preset.format: preset.slug for preset in PRESETS.values()}
COPIES = 12  # earlier events offered to be copied


@login_required
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Which preset, which game; or an earlier event."""
    earlier = Tournament.objects.filter(organiser=request.user).order_by("-created_at")[:COPIES]
    games = [(slug, capfirst(_(rules_of(slug).name))) for slug in PLAYED]
    return show(
        request,
        "choose",
        {"presets": PRESETS.values(), "games": games, "earlier": [(e, PRESET_OF[e.format]) for e in earlier]},
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, preset: str, game: str) -> HttpResponse:
    """The form of a new event; `?copy=` fills it from an earlier one."""
    if preset not in PRESETS or game not in PLAYED:
        raise Http404
    chosen = PRESETS[preset]
    initial = {**chosen.initial, **_copied(request, game)}
    form = TournamentForm(game, chosen.format, request.user, request.POST or None, initial=initial)
    if form.is_valid():
        try:
            event = registration.create(request.user, form.cleaned_data["name"], **_without_name(form.wanted()))
            return redirect("tournaments:manage", event.slug)
        except Refused as refusal:
            form.add_error(None, refusal.message)
    return show(request, "form", {"form": form, "preset": chosen, "game": capfirst(_(rules_of(game).name))})


def _without_name(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name != "name"}


def _copied(request: HttpRequest, game: str) -> dict[str, Any]:
    """The settings of the event to copy, if this person may organise it."""
    earlier = Tournament.objects.filter(slug=request.GET.get("copy", "")[:20], game=game).first()
    if earlier is None or role(earlier, request.user) != "organiser":
        return {}
    return {**initial_of(earlier), "starts_at": None, "ends_at": None, "lasts": _lasts(earlier)}


def _lasts(event: Tournament) -> int | None:
    """Seconds from its start to its end: the form ends the copy as long after its start."""
    return int((event.ends_at - event.starts_at).total_seconds()) if event.starts_at and event.ends_at else None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change an event; once a round is out, only what does not decide results."""
    event = find(slug)
    if role(event, request.user) != "organiser":
        raise PermissionDenied
    fixed = event.rounds.filter(state="published").exists()
    form = TournamentForm(
        event.game, event.format, request.user, request.POST or None, initial=initial_of(event), fixed=fixed
    )
    if form.is_valid():
        try:
            registration.change(slug, request.user, **form.wanted())
            return redirect("tournaments:manage", slug)
        except Refused as refusal:
            form.add_error(None, refusal.message)
    return show(request, "manage_settings", context(request, event, "manage", sub="settings", form=form, fixed=fixed))
