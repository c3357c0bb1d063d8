"""Every page as nobody, guest, player, other player, host and staff: each is shown what it may see, and no more.

A page that is not listed here fails the walk: whoever adds one says who may see it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games import services
from games.services import typed
from tests.games.support import next_moment, open_table, play_on
from tournaments.models import Tournament
from tournaments.services import registration, rounds

pytestmark = pytest.mark.django_db(transaction=True)

ROLES = ("nobody", "guest", "player", "other", "host", "staff")
SIGN_IN = 302  # to the sign-in page

# what GET answers: to all roles alike, or nobody's answer and everybody else's, or a mapping of roles
ALL, POST_ONLY = 200, 405
MEMBERS = {"nobody": SIGN_IN, "*": 200}
ACCOUNTS = {"nobody": SIGN_IN, "guest": 302, "*": 200}
KNOWN = {"nobody": 401, "*": 200}  # the API, reading what is one's own
ORGANISERS = {"host": 200, "nobody": {302, 403, 404}, "*": {302, 403, 404}}
EXPECTED: dict[str, Any] = {
    "front": ALL, "health": ALL, "ready": ALL, "metrics": ALL, "jsi18n": ALL, "set_language": {302, 405},
    "close_notice": POST_ONLY,
    "games:play_now": {302, 405}, "games:rules_index": ALL, "games:rules": ALL, "games:rules_short": ALL,
    "games:practice": ALL, "games:practice_play": POST_ONLY, "games:tables": ALL, "games:choose_game": ALL,
    "games:new_table": ALL, "games:new_typed": ALL, "games:table": ALL, "games:table_qr": ALL, "games:matches": ALL,
    "games:my_matches": MEMBERS, "games:my_deals": MEMBERS, "games:public_deals": ALL, "games:match": ALL,
    "games:records": ALL, "games:replay": ALL, "games:steps": ALL,
    "games:check": ALL, "games:record": ALL, "games:pad": ALL, "games:pad_state": ALL, "games:pad_qr": ALL,
    "games:pad_act": POST_ONLY,
    "accounts:guest": {"nobody": {200, 302, 405}, "*": {200, 302, 405}},
    "accounts:take_along": {"*": {200, 302, 403, 404}}, "accounts:settings": {"nobody": SIGN_IN, "*": 200},
    "accounts:set_setting": POST_ONLY, "accounts:privacy": MEMBERS, "accounts:my_data": MEMBERS,
    "accounts:end_session": {302, 404, 405}, "accounts:delete": {"nobody": SIGN_IN, "*": {200, 302, 403}},
    "accounts:leaderboards": {200, 302}, "accounts:leaderboard": ALL, "accounts:my_page": {"nobody": SIGN_IN, "*": 302},
    "accounts:player": ALL, "accounts:block": {302, 405}, "accounts:unblock": {302, 405},
    "usersessions_list": MEMBERS, "accounts:tokens": ACCOUNTS, "accounts:revoke_token": {302, 405},
    "tournaments:list": ALL, "tournaments:your_seat": {200, 204}, "tournaments:choose": {200, 302},
    "tournaments:new": {200, 302}, "tournaments:season": {404}, "tournaments:season_csv": {404},
    "tournaments:season_json": {404}, "tournaments:tournament": ALL,
    "tournaments:enter": {302, 405}, "tournaments:round": ALL,
    "tournaments:slips": ALL, "tournaments:table_qr": {200, 302, 403, 404}, "tournaments:standings": ALL,
    "tournaments:standings_csv": ALL, "tournaments:bracket": {200, 404}, "tournaments:event_json": ALL,
    "tournaments:calendar": {200, 404}, "tournaments:qr": ALL, "tournaments:projector": ALL,
    "tournaments:door": {302, 403, 404}, "tournaments:door_qr": ORGANISERS, "tournaments:manage": ORGANISERS,
    "tournaments:manage_rounds": ORGANISERS, "tournaments:manage_table": ORGANISERS,
    "tournaments:settings": ORGANISERS, "tournaments:people": ORGANISERS, "tournaments:log": ORGANISERS,
    "tournaments:do": {302, 403, 405},
    "api:openapi-json": ALL, "api:openapi-view": ALL, "api:api-root": {404}, "api:list_games": ALL,
    "api:show_game": ALL, "api:list_tables": ALL, "api:open_table": ALL, "api:show_table": ALL,
    "api:show_pad": ALL, "api:move": POST_ONLY,
    "api:sit": POST_ONLY, "api:leave": POST_ONLY, "api:fill": POST_ONLY, "api:remove": POST_ONLY,
    "api:start": POST_ONLY, "api:ready": POST_ONLY, "api:text": POST_ONLY, "api:auto": POST_ONLY,
    "api:rematch": POST_ONLY, "api:list_matches": ALL, "api:list_my_matches": KNOWN,
    "api:list_matches_deals": ALL, "api:list_my_deals": KNOWN, "api:show_match": ALL,
    "api:list_deals": ALL, "api:show_deal": ALL, "api:list_steps": ALL, "api:show_match_ratings": ALL,
    "api:show_me": KNOWN, "api:show_player": ALL, "api:show_history": {404}, "api:show_board": ALL,
    "api:list_tournaments": ALL, "api:list_my_tournaments": KNOWN, "api:show_tournament": ALL,
    "api:list_entries": ALL, "api:show_round": ALL, "api:show_standings": ALL,
    "api:show_bracket": {404}, "api:enter": POST_ONLY,
    "api:withdraw": POST_ONLY, "api:check_in": POST_ONLY, "api:list_seasons": ALL, "api:show_season": {404},
}  # fmt: skip


def named(patterns: list[Any], prefix: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    """(name with its namespace, pattern) of every page but the admin's and allauth's own."""
    for one in patterns:
        if isinstance(one, URLResolver) and one.namespace != "admin":
            inner = f"{space}{one.namespace}:" if one.namespace else space
            yield from named(one.url_patterns, prefix + str(one.pattern), inner)
        elif isinstance(one, URLPattern):
            name = f"{space}{one.name or ''}"
            if not name.startswith(("account_", "mfa_")) and name != "accounts:":
                yield name, prefix + str(one.pattern)


PAGES = dict(named(get_resolver().url_patterns))


@pytest.fixture
def people(db) -> dict[str, Any]:
    """A user a role; nobody is None."""
    users = get_user_model().objects
    made = {role: users.create_user(role.title(), display_name=role.title()) for role in ROLES[1:]}
    made["guest"].is_guest, made["staff"].is_staff, made["staff"].is_superuser = True, True, True
    made["guest"].save()
    made["staff"].save()
    return {"nobody": None, **made}


@pytest.fixture
def places(people) -> dict[str, str]:
    """The slugs of a finished match, a table by hand and a tournament, all of the host's."""
    host, player = people["host"], people["player"]
    live = open_table(host, params={"limit": 5})
    services.take_seat(live.slug, player)
    next_moment(live)
    play_on(live)
    services.tally(live.pk)
    pad = typed.open_typed(host, "last-player", {}, [host, player], "deals", {"count": 2}, True)
    event = registration.create(
        host, "Event", game="last-player", match_format="deals", match_params={"count": 1}, format="swiss",
        settings={"rounds": 2}, preferred=4, least=3, most=4, kind="typed",
    )  # fmt: skip
    registration.add_walk_ins(event.slug, host, [(f"P{number}", "") for number in range(4)])
    rounds.start(event.slug, host)
    rounds.go_on(event.pk)
    return {"live": live.slug, "pad": pad.slug, "event": event.slug}


def path_of(name: str, pattern: str, places: dict[str, str], people: dict[str, Any]) -> str:
    slug = places["event"] if "tournaments/" in pattern else places["live"]
    slug = places["pad"] if "pad" in name else slug
    values = {
        "<slug:slug>": slug, "<slug:game>": "last-player", "<int:number>": "1", "<int:table>": "1",
        "<slug:action>": "enter", "<slug:key>": "wrong", "<slug:preset>": "club-evening",
        "<int:pk>": str(people["player"].pk), "<int:player>": str(people["player"].pk), "<slug:kind>": "live",
    }  # fmt: skip
    for place, value in values.items():
        pattern = pattern.replace(place, value)
    return f"/{pattern}"


def expected(name: str, role: str) -> set[int]:
    answer = EXPECTED[name]
    if isinstance(answer, dict):
        answer = answer.get(role, answer["*"])
    return answer if isinstance(answer, set) else {answer}


def as_role(role: str, people: dict[str, Any], **options: Any) -> Client:
    client = Client(**options)
    if people[role] is not None:
        client.force_login(people[role], backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def test_every_page_is_listed():
    assert set(PAGES) == set(EXPECTED)


def test_each_role_gets_what_it_may(people, places):
    wrong = []
    for role in ROLES:
        client = as_role(role, people)
        for name, pattern in PAGES.items():
            answer = client.get(path_of(name, pattern, places, people))
            answer.close()  # a download
            if answer.status_code not in expected(name, role):
                wrong.append(f"{role} {name}: {answer.status_code}")
    assert wrong == []


def test_nothing_is_done_without_a_token(people, places):
    """A form of another site changes nothing, whoever is signed in."""
    wrong = []
    for name, pattern in PAGES.items():
        client = as_role("host", people, enforce_csrf_checks=True)
        status = client.post(path_of(name, pattern, places, people), {"x": "1"}).status_code
        if status not in (401, 403, 404, 405):
            wrong.append(f"{name}: {status}")
    assert wrong == []
    assert Tournament.objects.get().state == "running"


def test_only_staff_enters_the_admin(people):
    for role in ROLES:
        status = as_role(role, people).get("/admin/").status_code
        assert (status == 200) == (role == "staff"), role
