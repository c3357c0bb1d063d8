"""Ratings as people meet them: a leaderboard that moves as a match ends, the player's page, what a match changed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visitors
from .player import Player

pytestmark = pytest.mark.browser
PASSWORD = "nine quiet herons"


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up", exact=True).click()
    expect(page.locator(".menu summary")).to_have_text(name)


def play_a_match(page: Page) -> None:
    """One deal with an easy bot."""
    page.goto("/tables/new/last-player/")
    page.get_by_role("group", name="Seats").get_by_text("2", exact=True).click()
    page.get_by_text("Easy bots").click()
    page.get_by_text("Number of deals", exact=True).click()
    page.get_by_label("Deals", exact=True).fill("1")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/tables/\w{10}/$"))
    Player(page).play_until("ended")


def test_a_leaderboard_moves_as_a_match_ends(visit: Visitors) -> None:
    ann, watcher = visit("phone"), visit("desktop")
    sign_up(ann, "Ann")
    watcher.goto("/leaderboards/last-player/")
    row = watcher.locator(".board tbody tr", has_text="Ann")
    expect(row).to_have_count(0)
    play_a_match(ann)
    expect(row).to_contain_text(re.compile(r"\d{4} ± \d{3}"))  # it comes by itself
    expect(watcher.locator(".bots")).to_contain_text("Easy")
    row.get_by_role("link", name="Ann").click()
    expect(watcher.get_by_role("heading", name="Ann")).to_be_visible()
    expect(watcher.locator("svg.graph")).to_have_count(3)
    watcher.get_by_text("The same as a table").click()
    expect(watcher.locator("#graph-table tbody tr")).to_have_count(1)
    watcher.locator(".last-matches a").click()
    ratings = watcher.get_by_role("region", name="Ratings")
    expect(ratings.get_by_role("row", name=re.compile("Ann"))).to_contain_text("expected 1.5")


def test_a_page_kept_to_oneself(visit: Visitors) -> None:
    ben, other = visit("phone"), visit("desktop")
    sign_up(ben, "Ben")
    ben.goto("/players/me/")
    path = re.sub(r".*(/players/\d+/).*", r"\1", ben.url)
    ben.get_by_role("link", name="What others see").click()
    ben.get_by_role("button", name="Keep my page to myself").click()
    expect(ben.get_by_text("you stand on no leaderboard")).to_be_visible()
    other.goto("/")
    visit.expected.append("403")
    other.goto(path)
    expect(other.get_by_text("keeps the page to themselves")).to_be_visible()
    with ben.expect_download() as download:
        ben.get_by_role("link", name="Download all my data").click()
    assert download.value.suggested_filename.endswith(".zip")


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_page_scrolls_sideways(width: int, language: str, visit: Visitors) -> None:
    page = visit("phone", language, "dark", viewport={"width": width, "height": 700})
    page.goto("/")
    page.locator("#play .primary").click()
    page.wait_for_url(re.compile(r"/tables/\w{10}/$"))
    for path in ("/leaderboards/chukchi-durak/?by=fools&period=week", "/players/me/", "/settings/privacy/"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
