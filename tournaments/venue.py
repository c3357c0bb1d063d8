"""The link that hangs at the door as a QR code: whoever has it may check in players without accounts."""

from __future__ import annotations

from django.core.signing import Signer
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from .models import Tournament

LENGTH = 12


def venue_key(tournament: Tournament) -> str:
    return Signer(salt="tournaments.venue").signature(tournament.slug)[:LENGTH]


def is_venue_key(tournament: Tournament, key: str) -> bool:
    return constant_time_compare(key, venue_key(tournament))


def venue_path(tournament: Tournament) -> str:
    return reverse("tournaments:door", args=[tournament.slug, venue_key(tournament)])
