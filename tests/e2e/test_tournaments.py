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
    """Running; nobody waits for a person between deals, but for who is to come to a table."""
    site = Site(tmp_path_factory.mktemp("site") / "data", env=QUICK | {"GATHER_SECONDS": "60"}).start()
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
    page.get_by_label("Name of the tournament").fill(name)


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


def test_four_phones_score_an_evening_of_eight_under_an_organisers_eyes(visit: Visitors) -> None:
    """Two phones a table, without accounts: who types is not who confirms; who disagrees has an organiser decide."""
    desk = visit("desktop")
    desk.on("dialog", lambda dialog: dialog.accept())
    event = open_evening_of_eight(desk)
    phones = [visit("phone") for _ in range(4)]
    desk.goto(f"{event}manage/rounds/")
    for number in (1, 2):
        desk.get_by_role("button", name="Seat the next round").click()
        expect(desk.get_by_role("heading", name=f"Round {number}, a draft")).to_be_visible()
        expect(desk.locator(".draft .seat-table")).to_have_count(2)
        assert phones[0].request.get(f"{event}rounds/{number}/").status == 404  # nobody sees a draft
        desk.get_by_role("button", name="Publish").click()
        expect(desk.get_by_role("heading", name=f"Round {number}", exact=False)).to_contain_text("2 results missing")
        for table, pair in ((1, phones[:2]), (2, phones[2:])):
            score_a_table(event, number, table, *pair)
            if number == 1 and table == 1:
                standings = visit("phone")
                standings.goto(f"{event}standings/")
        who_disagrees(desk, phones[3]) if number == 1 else agree(phones[3])
        if number == 1:
            expect(standings.locator(".standings td.main").nth(1)).to_have_text("1")  # both winners, by itself
        expect(desk.get_by_text("Round 1 is over." if number == 1 else "The tournament is over.")).to_be_visible()
    desk.goto(event)
    expect(desk.get_by_role("heading", name="The winners")).to_be_visible()
    lines = desk.request.get(f"{event}standings.csv").text().removeprefix("\ufeff").splitlines()
    assert (len(lines), lines[0].split(",")[:4]) == (9, ["Place", "Name", "Club", "Score"])
    desk.goto(f"{event}manage/log/")
    verbs = desk.locator("main").inner_text().lower()
    assert all(word in verbs for word in ("called an organiser", "corrected a score", "published a round"))


def open_evening_of_eight(desk: Page) -> str:
    """Two rounds by hand, each looked at before it is out; eight names pasted and checked in -> the event's path."""
    new_event(desk, "Club evening", "Saturday")
    desk.get_by_text("With real cards").click()
    desk.get_by_label("Rounds", exact=True).fill("2")
    desk.get_by_label("Deals", exact=True).fill("1")
    desk.get_by_label("Players check in before the start").check()
    desk.get_by_label("Rounds follow by themselves").uncheck()
    desk.get_by_role("button", name="Open registration").click()
    desk.get_by_label("Names").fill("Ann\nBen\nCleo\nDan\nEve\nFinn\nGus\nHal")
    desk.get_by_role("button", name="Enter them").click()
    door = desk.locator("a", has=desk.get_by_alt_text("QR code for check-in")).get_attribute("href")
    desk.get_by_role("button", name="Everybody is here").click()
    expect(desk.get_by_text("8 players checked in.")).to_be_visible()
    assert desk.request.get(door).ok
    desk.get_by_role("button", name="Start the tournament").click()
    return desk.url.split("manage/")[0]


def score_a_table(event: str, number: int, table: int, writer: Page, second: Page) -> None:
    """The writer's phone enters the only deal, the second's takes a seat; at table 1 it also confirms."""
    for page in (writer, second):
        page.goto(f"{event}rounds/{number}/")
        page.get_by_role("link", name=f"Score pad {table}").click()
        expect(page.get_by_role("link", name=f"Round {number}, table {table}")).to_be_visible()
    names = writer.locator(".pad-sheet thead th").all_inner_texts()
    names = [name.split("\n")[0].strip() for name in names]
    writer.get_by_role("button", name=names[0], exact=True).click()
    second.get_by_role("button", name=names[1], exact=True).click()
    for name, points in zip(names, (0, 10, 20, 30), strict=True):
        writer.get_by_label(name, exact=True).fill(str(points))
    writer.get_by_role("button", name="Enter the deal").click()
    expect(writer.get_by_text("another player confirms", exact=False)).to_be_visible()
    expect(writer.get_by_role("button", name="Confirm")).to_have_count(0)
    if table == 1:
        agree(second)


def agree(second: Page) -> None:
    second.get_by_role("button", name="Confirm").click()
    expect(second.get_by_text("The result is confirmed.")).to_be_visible()


def who_disagrees(desk: Page, phone: Page) -> None:
    """The phone calls; the organiser comes, looks, and puts the deal right."""
    phone.get_by_role("button", name="It is wrong: call an organiser").click()
    expect(phone.get_by_text("An organiser is called", exact=True)).to_be_visible()
    desk.get_by_role("button", name="They call: I am coming").click()
    desk.get_by_role("link", name="Table 2").click()
    desk.locator("details.quiet summary").click()
    for field, points in zip(desk.locator("details[open] [name=points]").all(), (10, 0, 20, 30), strict=True):
        field.fill(str(points))
    desk.locator("details[open] [name=reason]").fill("two columns mixed up")
    desk.locator("details[open]").get_by_role("button", name="Correct").click()
    expect(phone.get_by_text("The result is confirmed.")).to_be_visible()
    desk.get_by_role("link", name="Rounds and tables").click()


def enter_and_start(page: Page, *names: str) -> str:
    """While registration is open: these and the organiser are entered, and the event begins.  Its address."""
    page.get_by_label("Names").fill("\n".join(names))
    page.get_by_role("button", name="Enter them").click()
    event = page.url.split("manage/")[0]
    page.goto(event)
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_text("You are entered.").first).to_be_visible()
    page.goto(f"{event}manage/")
    page.get_by_role("button", name="Start the tournament").click()
    return event


def test_a_live_elimination_with_bots_from_registration_to_the_winner(visit: Visitors) -> None:
    page = visit("desktop")
    page.on("dialog", lambda dialog: dialog.accept())
    new_event(page, "Elimination", "Last Player Cup")
    page.get_by_label("Out at penalty points").fill("40")
    page.get_by_role("group", name="Players at a table").get_by_text("3", exact=True).click()
    page.get_by_label("At most").fill("4")
    page.get_by_role("button", name="Open registration").click()
    event = enter_and_start(page, "Vera", "Gleb", "Zoya", "Foma", "Lada")
    play_to_the_end(page, event)
    page.goto(event)
    expect(page.get_by_role("heading", name="The winners")).to_be_visible()
    expect(page.locator(".podium li").first).to_have_attribute("value", "1")


def test_who_waits_on_any_page_is_taken_to_the_table_when_the_event_begins(visit: Visitors) -> None:
    desk, phone, late = visit("desktop"), visit("phone"), visit("phone")
    desk.on("dialog", lambda dialog: dialog.accept())
    new_event(desk, "Elimination", "Soon")
    desk.get_by_role("button", name="Open registration").click()
    desk.get_by_label("Names").fill("Vera\nGleb")
    desk.get_by_role("button", name="Enter them").click()
    for page in (phone, late):
        page.goto(desk.url.split("manage/")[0])
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.get_by_text("You are entered.").first).to_be_visible()
        page.goto("/rules/")
        expect(page.locator("#your-seat")).to_be_hidden()
    desk.get_by_role("button", name="Start the tournament").click()
    late.get_by_role("button", name="Stay here").click()
    expect(late.locator("#your-seat")).to_contain_text(re.compile(r"you are at table 1.* dealt in \d+ s", re.DOTALL))
    phone.wait_for_url(re.compile(r"/tables/\w{10}/$"))
    expect(phone.locator(".shuffling")).to_contain_text(re.compile(r"Waiting for .+ · goes on in \d+ second"))
    late.locator("#your-seat a").click()
    expect(phone.locator("#table[data-stage=playing]")).to_be_visible()  # all are there: nobody waits any longer


def test_a_room_watches_the_final_table_without_its_players_hands(visit: Visitors) -> None:
    """The projector of an organiser who plays: everybody's cards face down, moving, whatever else the event does."""
    page = visit("desktop")
    page.on("dialog", lambda dialog: dialog.accept())
    new_event(page, "Elimination", "Final")
    page.get_by_role("button", name="Open registration").click()
    event = enter_and_start(page, "Vera", "Gleb", "Zoya")
    page.wait_for_url(re.compile(r"/tables/\w{10}/$"))
    room = page.context.new_page()
    room.goto(f"{event}projector/")
    expect(room.locator(".watched .seat .badge")).to_have_count(4)
    expect(room.locator(".watched .next")).to_contain_text("is to play")
    expect(room.locator(".hand-card, .left-cards")).to_have_count(0)
    room.evaluate("document.querySelector('.watched').dataset.same = 'yes'")
    asks = room.locator("#projector").get_attribute("hx-get") or ""
    desk = page.context.new_page()
    desk.goto(f"{event}manage/settings/")
    desk.get_by_label("Place", exact=True).fill("The club")
    desk.get_by_role("button", name="Save").click()
    expect(room.locator("#projector")).not_to_have_attribute("hx-get", asks)  # the page was drawn around it anew
    expect(room.locator(".watched[data-same=yes]")).to_have_count(1)
    seen = room.locator(".watched").inner_text()
    player = Player(page)
    player.play_while(lambda _seen: room.locator(".watched").inner_text() == seen)
    expect(room.locator(".watched .seat[data-turn]")).to_have_count(1)


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
