"""Every page: nothing serious for axe-core, no complaint of the browser, no sideways scrolling, one language."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import NamedTuple

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Page, expect

from games.rules import GAMES
from games.rules.game import Game
from tests.site import Site

from .checks import all_faults, english
from .conftest import SIZES, Visitors
from .player import Player
from .stage import Staged, moment, spec, staged_all

pytestmark = pytest.mark.browser
LOOKS = {"light": ("desktop", "en", "light"), "dark": ("phone", "ru", "dark")}


class Sight(NamedTuple):
    """A page as somebody sees it.  `path` may name a staged table; `then` is what they do there first."""

    path: str
    ann: bool = False  # as Ann, who sits at the staged tables; else as a visitor
    then: Callable[[Page], None] = lambda page: None
    status: int = 200


# -- tables in all their stages -------------------------------------------------------------------------


def _two_ways_to_go(state: Game) -> bool:
    """The card in question has several moves, and other cards cannot be played."""
    view = state.view(0)
    cards = [move.split()[-1] if "=" not in move else move.split()[1] for move in state.legal_moves() if " " in move]
    return len(set(cards)) < len(cards) and len(view["hand"]) > len(set(cards)) > 0


WANTED: dict[str, tuple[Callable[[Game], object], dict[str, object]]] = {  # a moment in the middle of each game
    "last-player": (_two_ways_to_go, {}),
    "follow-the-leader": (lambda state: state.ply > 6 and len(state.legal_moves()) > 1, {"jokers": True}),
    "king-george-iii": (lambda state: "stop" in state.legal_moves() and len(state.legal_moves()) > 1, {}),
    "chukchi-durak": (lambda state: len(state.view(0)["bout"]["table"]) > 1, {"style": "transfer"}),
    "arithmetic-durak": (lambda state: any(m.startswith("throw") for m in state.legal_moves()), {}),
}


@pytest.fixture(scope="module")
def tables(site: Site) -> dict[str, Staged]:
    """Tables that stay as they are while the tests look at them."""
    specs = {
        "open": spec("last-player", people=1, end="open"),
        "over": spec("last-player", deals=2, end="over"),
        "finished": spec("last-player", bots=1, deals=3, end="finished"),
    }
    for game, (wanted, options) in WANTED.items():
        specs[game] = spec(game, moment(game, wanted, 3, **options), people=3, **options)
    return dict(zip(specs, staged_all(site, list(specs.values())), strict=True))


def choosing(page: Page) -> None:
    """Opens the choice of what a card is to be."""
    player = Player(page)
    for card in player.see().legal:
        if not player.see().choices:
            player.do(f"card {card}")
            return


def press(name: str) -> Callable[[Page], None]:
    """A button of the bar, which a wide screen does without where it shows everything."""
    return lambda page: (button := page.locator(f'[data-do="{name}"]')).is_visible() and button.click()


def sending(page: Page) -> None:
    """Sends the form as it is."""
    page.locator("main form:not(.match-filter) button.primary").first.click()


def on_table(stage: str) -> Callable[[Page], None]:
    return lambda page: expect(page.locator("#table")).to_have_attribute("data-stage", stage)


def then(*steps: Callable[[Page], None]) -> Callable[[Page], None]:
    return lambda page: [step(page) for step in steps] and None


playing = on_table("playing")
SIGHTS: dict[str, Sight] = {
    "front": Sight("/"),
    "front, seated": Sight("/", ann=True),
    "tables": Sight("/tables/"),
    "choose a game": Sight("/tables/new/"),
    **{f"new table, {game}": Sight(f"/tables/new/{game}/") for game in GAMES},
    "new table, wrong": Sight(
        "/tables/new/last-player/", then=then(lambda page: page.locator("[name=option_hand_size]").fill("99"), sending)
    ),
    "table, open": Sight("{open}", ann=True, then=on_table("open")),
    "table, open, a visitor": Sight("{open}", then=on_table("open")),
    **{f"table, {game}": Sight(f"{{{game}}}", ann=True, then=playing) for game in GAMES},
    "table, watched": Sight("{last-player}", then=playing),
    "table, over": Sight("{over}", ann=True, then=on_table("over")),
    "table, finished": Sight("{finished}", ann=True, then=on_table("ended")),
    "table, help": Sight("{last-player}", ann=True, then=then(playing, press("help"))),
    "table, settings": Sight("{last-player}", ann=True, then=then(playing, press("settings"))),
    "table, log": Sight("{last-player}", ann=True, then=then(playing, press("log"))),
    "table, scores": Sight("{over}", ann=True, then=then(on_table("over"), press("sheet"))),
    "matches": Sight("/matches/"),
    "my matches": Sight("/matches/mine/", ann=True),
    "match": Sight("{match}"),
    "replay": Sight("{match}deals/1/"),
    "check": Sight("{match}deals/1/check/"),
    "rules": Sight("/rules/"),
    **{f"rules, {game}": Sight(f"/rules/{game}/") for game in GAMES},
    **{f"practice, {game}": Sight(f"/learn/{game}/") for game in GAMES},
    "sign in": Sight("/accounts/login/"),
    "sign in, wrong": Sight("/accounts/login/", then=sending),
    "sign up": Sight("/accounts/signup/"),
    "guest": Sight("/guest/"),
    "forgotten password": Sight("/accounts/password/reset/"),
    "settings": Sight("/settings/", ann=True),
    "sessions": Sight("/accounts/sessions/", ann=True),
    "e-mail": Sight("/accounts/email/", ann=True),
    "delete, the password first": Sight("/settings/delete/", ann=True),
    "add a passkey, the password first": Sight("/accounts/2fa/webauthn/add/", ann=True),
    "sign out": Sight("/accounts/logout/", ann=True),
    "not found": Sight("/tables/nothing/", status=404),
}


def paths_of(tables: dict[str, Staged]) -> dict[str, str]:
    """What stands in braces in a sight's path."""
    match = tables["finished"].path.replace("/tables/", "/matches/")
    return {name: table.path for name, table in tables.items()} | {"match": match}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", SIGHTS)
def test_page(name: str, look: str, visit: Visitors, tables: dict[str, Staged]) -> None:
    sight = SIGHTS[name]
    size, language, scheme = LOOKS[look]
    page = visit(size, language, scheme, reduced_motion="reduce")
    if sight.ann:
        page.context.add_cookies(tables["open"].cookies[:1])
    if sight.status >= 400:
        visit.expected.append(f"status of {sight.status}")
    answer = page.goto(sight.path.format(**paths_of(tables)))
    assert answer is not None
    assert answer.status == sight.status
    sight.then(page)
    assert all_faults(page, language) == []


def test_the_frame_speaks_russian(visit: Visitors) -> None:
    """What all pages have above and below."""
    page = visit("desktop", "ru")
    page.goto("/")
    assert english(page, ".site-top") + english(page, ".site-footer") == []


# -- and the pages that are linked from them ------------------------------------------------------------


def view_of(path: str) -> str | None:
    """The name of the view behind a path of the site; None for other addresses."""
    try:
        return resolve(path.split("?")[0].split("#")[0]).view_name if path.startswith("/") else None
    except Resolver404:
        return None


def linked_pages(page: Page, known: dict[str, str]) -> dict[str, str]:
    """A page of each view that links lead to, beyond the `known` ones, by the name of the view."""
    found, waiting = dict(known), list(known.values())
    while waiting:
        answer = page.request.get(waiting.pop())
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        for link in map(unescape, re.findall(r'<a\b[^>]*?href="([^"]+)"', answer.text())):
            view = view_of(link)
            if view and view not in found and not view.startswith("admin:"):
                found[view] = link
                waiting.append(link)
    return {view: path for view, path in found.items() if view not in known}


@pytest.mark.parametrize("look", LOOKS)
def test_pages_that_are_linked(look: str, visit: Visitors, tables: dict[str, Staged]) -> None:
    size, language, scheme = LOOKS[look]
    page = visit(size, language, scheme, reduced_motion="reduce")
    page.context.add_cookies(tables["open"].cookies[:1])
    known = {str(view_of(path)): path for path in (each.path.format(**paths_of(tables)) for each in SIGHTS.values())}
    found = []
    for view, path in linked_pages(page, known).items():
        if not page.request.get(path).headers["content-type"].startswith("text/html"):
            continue
        page.set_viewport_size(SIZES[size]["viewport"])
        page.goto(path)
        found += [f"{view} {path}: {fault}" for fault in all_faults(page, language)]
    assert found == []
