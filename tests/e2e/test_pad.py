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


def enter(page: Page, **points: int) -> None:
    for name, number in points.items():
        page.get_by_label(name, exact=True).fill(str(number))
    page.get_by_role("button", name="Enter the deal").click()


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
    match = re.sub(r"/tables/(\w+)/pad/", r"/matches/\1/", ann.url)
    ann.goto(match)
    ann.get_by_role("link", name="To the table").click()

    ann.get_by_label("Deal", exact=True).select_option("1")
    ann.get_by_role("button", name="Correct it").click()
    expect(ann.get_by_label("Dan", exact=True)).to_have_value("12")
    ann.get_by_label("Why is it corrected?").fill("Dan had a joker")
    enter(ann, Dan=52)
    expect(ben.get_by_text("Dan had a joker")).to_be_visible()
    ben.get_by_role("button", name="Confirm").click()
    expect(ann.get_by_text("The result is confirmed.")).to_be_visible()
    ann.goto(match)
    expect(ann.get_by_text("Corrected: Dan had a joker")).to_be_visible()
    expect(ann.get_by_role("list", name="Places").get_by_role("listitem").last).to_contain_text("Dan")


def test_a_deal_before_the_last_is_put_right_while_the_match_goes_on(visit: Visitors) -> None:
    ann = visit("phone")
    open_pad(ann, deals=3)
    enter(ann, Ann=0, Ben=1, Cleo=2, Dan=3)
    expect(ann.get_by_role("heading", name="Deal 2")).to_be_visible()
    enter(ann, Ann=0, Ben=1, Cleo=2, Dan=3)
    expect(ann.get_by_role("heading", name="Deal 3")).to_be_visible()
    ann.get_by_label("Deal", exact=True).select_option("1")
    ann.get_by_role("button", name="Correct it").click()
    ann.get_by_label("Why is it corrected?").fill("misread")
    enter(ann, Ben=11)
    expect(total(ann, "Ben")).to_have_text("12")
    expect(ann.get_by_role("heading", name="Deal 3")).to_be_visible()


def test_a_card_is_in_one_hand(visit: Visitors) -> None:
    ann = visit("phone")
    open_pad(ann, deals=1)
    tap_cards(ann, "Ben", "8♣")
    cleo = ann.locator(".pad-player").nth(2)
    cleo.get_by_text("Cards left").click()
    expect(cleo.get_by_role("button", name="8♣", exact=True)).to_be_disabled()
    ann.locator(".pad-player").nth(1).get_by_role("button", name="8♣", exact=True).click()
    expect(cleo.get_by_role("button", name="8♣", exact=True)).to_be_enabled()


def test_whoever_leaves_the_pad_comes_back_to_it(visit: Visitors) -> None:
    ann = visit("phone", "ru")
    ann.goto("/tables/by-hand/")
    ann.locator("[name=names]").fill("Аня\nБоря")
    ann.get_by_role("button", name="Открыть запись").click()
    expect(ann.get_by_role("heading", name="Сдача 1")).to_be_visible()
    pad = ann.url
    ann.goto("/rules/")
    ann.get_by_role("link", name="К вашему столу").click()
    ann.wait_for_url(pad)
    ann.get_by_label("Аня", exact=True).fill("0")
    ann.get_by_label("Боря", exact=True).fill("100")
    ann.get_by_role("button", name="Записать сдачу").click()
    expect(ann.get_by_role("columnheader", name="Боря выбыл")).to_be_visible()


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
