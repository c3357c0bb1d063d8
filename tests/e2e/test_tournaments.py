"""Tournaments in the browser: an evening on paper, and a live elimination from registration to the winner."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.site import QUICK, Site

from .conftest import Visitors
from .player import Player

pytestmark = pytest.mark.browser
MOST_SECONDS = 400


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Running; nobody waits for a person between deals."""
    site = Site(tmp_path_factory.mktemp("site") / "data", env=QUICK).start()
    yield site
    site.stop()
    assert "Traceback" not in site.log, site.log


def new_event(page: Page, kind: str, name: str) -> None:
    """As a guest, to the form of a new event of Last Player."""
    page.goto("/")
    page.get_by_role("button", name="Play as guest").click()
    page.goto("/tournaments/")
    page.get_by_role("link", name="New tournament").first.click()
    page.get_by_role("listitem").filter(has_text=kind).get_by_role("link", name="Last Player").click()
    page.get_by_label("Name", exact=True).fill(name)


def test_an_organiser_runs_an_evening_of_eight_on_paper(visit: Visitors) -> None:
    page = visit("desktop")
    page.on("dialog", lambda dialog: dialog.accept())
    new_event(page, "Club evening", "Friday")
    page.get_by_text("With real cards").click()
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_label("Deals", exact=True).fill("1")
    page.get_by_role("button", name="Open registration").click()
    page.get_by_label("Names").fill("Ann, Reds\nBen\nCleo\nDan\nEve\nFinn\nGus\nHal")
    page.get_by_role("button", name="Enter them").click()
    expect(page.get_by_text("8 players entered.")).to_be_visible()
    page.get_by_role("button", name="Start the tournament").click()
    public = visit("phone")
    public.goto(page.url.split("manage/")[0] + "standings/")
    for number in (1, 2):
        expect(page.get_by_role("heading", name=f"Round {number}")).to_contain_text("2 results missing")
        for missing in (2, 1):
            desk = page.locator(".desk").filter(has=page.get_by_role("button", name="Enter deal 1")).first
            for field, points in zip(desk.locator("[name=points]").all(), (0, 10, 20, 30), strict=True):
                field.fill(str(points))
            desk.get_by_role("button", name="Enter deal 1").click()
            expect(page.get_by_text("the result counts").first).to_be_visible()
            if number == 1 and missing == 2:
                expect(public.locator(".standings td.main").first).to_have_text("1")  # it moves by itself
    page.goto(page.url.split("manage/")[0])
    expect(page.get_by_role("heading", name="The winners")).to_be_visible()
    page.get_by_role("link", name="Standings", exact=True).click()
    page.locator(".standings summary").first.click()
    expect(page.get_by_text("table 1: place 1, +1").first).to_be_visible()


def test_a_live_elimination_with_bots_from_registration_to_the_winner(visit: Visitors) -> None:
    page = visit("desktop")
    page.on("dialog", lambda dialog: dialog.accept())
    new_event(page, "Elimination", "Last Player Cup")
    page.get_by_label("Out at penalty points").fill("40")
    page.get_by_role("group", name="Players at a table").get_by_text("3", exact=True).click()
    page.get_by_label("At most").fill("4")
    page.get_by_role("button", name="Open registration").click()
    page.get_by_label("Names").fill("Vera\nGleb\nZoya\nFoma\nLada")
    page.get_by_role("button", name="Enter them").click()
    event = page.url.split("manage/")[0]
    page.goto(event)
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_text("You are entered.").first).to_be_visible()
    page.goto(f"{event}manage/")
    page.get_by_role("button", name="Start the tournament").click()
    play_to_the_end(page, event)
    page.goto(event)
    expect(page.get_by_role("heading", name="The winners")).to_be_visible()
    expect(page.locator(".podium li").first).to_have_attribute("value", "1")


def play_to_the_end(page: Page, event: str) -> None:
    """Whatever table opens by itself is played to its end, until the event is over."""
    player, deadline, played = Player(page), time.monotonic() + MOST_SECONDS, 0
    while page.request.get(f"{event}event.json").json()["state"] != "finished":
        assert time.monotonic() < deadline, f"{played} tables, at {page.url}"
        if re.search(r"/tables/\w{10}/$", page.url) and player.see().stage not in ("ended", ""):
            player.play_until("ended")
            played += 1
        page.wait_for_timeout(500)
    assert played
