"""A match of four scored on one phone, watched and confirmed on another."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visitors

pytestmark = pytest.mark.browser
NAMES = ["Ann", "Ben", "Cleo", "Dan"]


def open_pad(page: Page, deals: int) -> None:
    page.goto("/tables/by-hand/")
    page.get_by_label("Game").select_option("last-player")
    page.get_by_label("Players, clockwise, one a line").fill("\n".join(NAMES))
    page.get_by_text("Number of deals", exact=True).click()
    page.get_by_label("Limit of points").fill(str(deals))
    page.get_by_role("button", name="Open the score pad").click()
    expect(page.get_by_role("heading", name="Deal 1")).to_be_visible()


def total(page: Page, name: str):
    return page.locator(".pad-sheet .totals td").nth(NAMES.index(name))


def tap_cards(page: Page, name: str, *cards: str) -> None:
    player = page.locator(".pad-player").nth(NAMES.index(name))
    player.get_by_text("Cards left").click()
    for card in cards:
        player.get_by_role("button", name=card, exact=True).click()


def test_four_players_two_phones(visit: Visitors) -> None:
    ann, ben = visit("phone"), visit("phone")
    open_pad(ann, deals=2)
    ben.goto(ann.url)
    expect(ben.get_by_role("heading", name="Who are you?")).to_be_visible()

    tap_cards(ann, "Ben", "8♣", "K♥")
    ann.get_by_label("Cleo", exact=True).fill("7")
    ann.get_by_label("Dan", exact=True).fill("12")
    ann.get_by_role("button", name="Enter the deal").click()
    for page in (ann, ben):
        expect(total(page, "Ben")).to_have_text("35")
        expect(total(page, "Dan")).to_have_text("12")

    ann.get_by_label("Ann", exact=True).fill("50")
    ann.get_by_label("Ben", exact=True).fill("3")
    ann.get_by_label("Cleo", exact=True).fill("9")
    ann.get_by_role("button", name="Enter the deal").click()
    expect(ann.get_by_text("another player confirms", exact=False)).to_be_visible()

    ben.get_by_role("button", name="Ben", exact=True).click()
    ben.get_by_role("button", name="Confirm").click()
    for page in (ann, ben):
        expect(page.get_by_text("The result is confirmed.")).to_be_visible()
    ann.goto(re.sub(r"/tables/(\w+)/pad/", r"/matches/\1/", ann.url))
    expect(ann.get_by_role("heading", level=1)).to_be_visible()


def test_a_score_entered_without_a_connection_is_sent_once(visit: Visitors) -> None:
    visit.expected.append("ERR_INTERNET_DISCONNECTED")
    ann = visit("phone")
    open_pad(ann, deals=3)
    ann.context.set_offline(True)
    for name in NAMES[1:]:
        ann.get_by_label(name, exact=True).fill("5")
    ann.get_by_role("button", name="Enter the deal").click()
    expect(ann.get_by_text("A score waits to be sent.")).to_be_visible()
    ann.context.set_offline(False)
    expect(total(ann, "Ben")).to_have_text("5")
    expect(ann.get_by_role("heading", name="Deal 2")).to_be_visible()
