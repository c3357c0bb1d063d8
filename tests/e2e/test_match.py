"""Last Player from the front page to the end of a match: by touch, in Russian, by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.utils import translation
from playwright.sync_api import Locator, Page, expect

from .checks import english
from .conftest import Visitors
from .player import Player

pytestmark = pytest.mark.browser
TABLE = re.compile(r"/tables/\w{10}/$")


def words(language: str) -> Callable[[str], str]:
    """The site's strings in that language."""

    def say(text: str) -> str:
        with translation.override(language):
            return translation.gettext(text)

    return say


def test_play_now_is_one_tap(visit: Visitors) -> None:
    page = visit("phone")
    page.goto("/")
    page.get_by_role("button", name="Play now").tap()
    page.wait_for_url(TABLE)
    player = Player(page)
    seen = player.play_while(lambda seen: seen.idle)
    assert seen.stage == "playing"
    assert page.locator(".seat").count() == 2
    page.goto("/")
    page.get_by_role("link", name="Back to your table").tap()
    page.wait_for_url(TABLE)


@pytest.mark.parametrize(("size", "language"), [("phone", "en"), ("desktop", "ru")])
def test_a_guest_plays_a_match_to_its_end(size: str, language: str, visit: Visitors) -> None:
    page, say = visit(size, language), words(language)
    press = Locator.tap if size == "phone" else Locator.click
    page.goto("/")
    press(page.get_by_role("link", name=say("Open a table")).first)
    press(page.get_by_role("link", name=say("Last Player"), exact=True))
    page.get_by_label(say("Your name at the table")).fill("Ann")
    press(page.get_by_role("group", name=say("Seats")).get_by_text("2", exact=True))
    press(page.get_by_text(say("Easy bots")))
    press(page.get_by_text(say("Number of deals"), exact=True))
    page.get_by_label(say("Deals"), exact=True).fill("2")
    press(page.get_by_role("button", name=say("Open the table")))
    page.wait_for_url(TABLE)

    player = Player(page)
    for stage in ("playing", "over", "ended"):
        player.play_until(stage)
        assert language == "en" or english(page) == []
    assert "ready" in player.done
    expect(page.locator(".podium li")).to_have_count(2)
    press(page.locator('.table-panel a[href^="/matches/"]').first)
    expect(page.get_by_role("heading", level=1)).to_contain_text(say("Last Player"))
    expect(page.locator(".score-sheet tbody tr")).to_have_count(2)
    assert language == "en" or english(page) == []


# -- by keyboard alone ----------------------------------------------------------------------------------

MOST_STOPS = 80  # of the Tab key on one page
KEYS = {"draw": "d", "pass": "p", "stop": "s", "take": "t", "ready": "r", "last": "l"}


def tab_to(page: Page, place: Locator) -> None:
    """Press Tab until `place` has the focus."""
    place.wait_for()
    for _ in range(MOST_STOPS):
        if place.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {place}")


def enter(page: Page, place: Locator) -> None:
    tab_to(page, place)
    page.keyboard.press("Enter")


def pick(page: Page, name: str, value: str) -> None:
    """One of several radio buttons: Tab to the group, then arrows."""
    tab_to(page, page.locator(f"[name={name}]:checked"))
    for _ in range(MOST_STOPS):
        if page.locator(f"[name={name}]:checked").input_value() == value:
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"{name} has no {value}")


class Typist(Player):
    """Has no mouse."""

    def act(self, what: str) -> None:
        verb, _, rest = what.partition(" ")
        if verb == "card":
            self._go_to(f'.hand-card[data-card="{rest}"]')
        elif verb == "choose":
            self._within_choices(rest)
        self.page.keyboard.press(KEYS.get(verb, "Enter"))

    def _go_to(self, card: str) -> None:
        self.page.keyboard.press("h")
        for _ in range(self.page.locator(".hand-card").count()):
            if self.page.locator(f"{card}:focus").count():
                return
            self.page.keyboard.press("ArrowRight")

    def _within_choices(self, choice: str) -> None:
        for _ in range(self.page.locator(".choice").count()):
            if self.page.locator(f'.choice[data-choice="{choice}"]:focus').count():
                return
            self.page.keyboard.press("ArrowRight")


def test_a_match_by_keyboard_alone(visit: Visitors) -> None:
    page = visit(reduced_motion="reduce")
    page.goto("/")
    enter(page, page.get_by_role("main").get_by_role("link", name="Open a table").first)
    enter(page, page.get_by_role("link", name="Last Player", exact=True))
    pick(page, "seats", "2")
    pick(page, "bots", "easy")
    pick(page, "format", "deals")
    tab_to(page, page.get_by_label("Deals", exact=True))
    page.keyboard.press("Control+A")
    page.keyboard.type("1")
    enter(page, page.get_by_role("button", name="Open the table"))
    page.wait_for_url(TABLE)

    typist = Typist(page)
    typist.play_while(lambda seen: seen.idle)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Last Player")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Last Player")).to_be_hidden()
    typist.play_until("ended")
    enter(page, page.get_by_role("link", name="The match, deal by deal"))
    expect(page.locator(".score-sheet tbody tr")).to_have_count(1)
