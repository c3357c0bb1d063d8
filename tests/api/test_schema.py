"""The API against its own document: schemathesis makes requests, fitting and not, and finds nothing."""

from __future__ import annotations

import os
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from games import services
from games.services import typed
from games.services.typed import Actor
from tests.games.support import next_moment, open_table, person, play_on
from tests.tournaments.support import begin, current, event
from tests.tournaments.test_play_offs import DUELS
from tournaments.services import registration

from .support import token_of

SLOW = bool(os.environ.get("LASTCARD_SLOW"))
EXAMPLES = 200 if SLOW else 6
TOO_MANY = {
    "include-name": "POST /api/v1/tables",
    "phases": {"coverage": {"enabled": SLOW}},
}  # all options of all games
config = SchemathesisConfig.from_dict(
    {"generation": {"database": "none", "deterministic": True}, "operations": [TOO_MANY]}
)
document = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application(), config=config)
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.filterwarnings("default::DeprecationWarning")]
SHORT = {"format": "deals", "params": {"count": 1}, "options": {"hand_size": 4, "max_moves": 12}}


@pytest.fixture
def places(settings: Any) -> dict[str, list[str]]:
    """Slugs of a table of each kind and of events, and the token of who plays there."""
    settings.API_RATES = dict.fromkeys(settings.API_RATES, 10**6)
    ann, bob = person("Ann"), person("Bob")
    over, running, waiting = (open_table(ann, **SHORT) for _ in range(3))
    for table in (over, running):
        services.take_seat(table.slug, bob)
        next_moment(table)
    play_on(over)
    services.tally(over.pk)
    played, coming = begin(event(ann, 4, kind="typed")), event(bob, 3)
    knockout = begin(event(ann, 4, kind="typed", **DUELS))
    by_hand = current(knockout).tables.first().table
    typed.enter_deal(by_hand.slug, Actor(ann), 1, {"points": [0, 5]})
    registration.register(coming.slug, ann)
    return {
        "tables": [running.slug, by_hand.slug, waiting.slug, over.slug],
        "matches": [over.slug, running.slug],
        "tournaments": [played.slug, knockout.slug, coming.slug],
        "players": [str(ann.pk), str(bob.pk)],
        "token": [token_of(ann)],
    }


@document.parametrize()
@settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
def test_nothing_is_found(case: Any, places: dict[str, list[str]]) -> None:
    kind = case.path.split("/")[3]
    real, name = places.get(kind), "player" if kind == "players" else "slug"
    if real and case.meta.generation.mode.is_positive and name in case.path_parameters:
        real.append(real.pop(0))  # in turn
        case.path_parameters[name] = real[0]
    case.call_and_validate(headers={"Authorization": f"Bearer {places['token'][0]}"})
