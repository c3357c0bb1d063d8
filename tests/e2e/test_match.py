"""Last Player from the front page to the end of a match."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import Visitors
from .player import Player

pytestmark = pytest.mark.browser


def test_a_guest_plays_a_match_to_its_end_on_a_phone(visit: Visitors) -> None:
    page = visit("phone")
    page.goto("/")
    page.get_by_role("link", name="Open a table").first.tap()
    page.get_by_role("link", name="Last Player", exact=True).tap()
    page.get_by_label("Your name at the table").fill("Ann")
    page.get_by_role("group", name="Seats").get_by_text("2", exact=True).tap()
    page.get_by_text("Easy bots").tap()
    page.get_by_text("Number of deals", exact=True).tap()
    page.get_by_label("Deals", exact=True).fill("2")
    page.get_by_role("button", name="Open the table").tap()
    page.wait_for_url(re.compile(r"/tables/\w{10}/$"))
    player = Player(page)
    player.play_until("over")
    expect(page.get_by_role("heading", name=re.compile("the deal"))).to_be_visible()
    player.play_until("ended")
    assert "ready" in player.done
    expect(page.get_by_role("list", name="Places").get_by_role("listitem")).to_have_count(2)
    page.get_by_role("link", name="The match, deal by deal").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Last Player")
    expect(page.locator(".score-sheet tbody tr")).to_have_count(2)
