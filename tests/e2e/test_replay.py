"""A match that is over, looked back at in the browser: the sheet, the replay of every game, the check of a deal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from games.rules import GAMES
from tests.site import QUICK, ROOT, Site

from .player import Player

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Running.  The shuffle waits until the browsers' texts are in."""
    site = Site(tmp_path_factory.mktemp("site") / "data", env=QUICK | {"TEXT_SECONDS": "60"}).start()
    yield site
    site.stop()


@pytest.fixture(scope="module")
def played(site: Site) -> dict[str, Any]:
    """Finished matches of all games on the site, and the session of who played them (tests/played.py)."""
    env = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    env |= {"LASTCARD_DATA": str(site.data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.played"], cwd=ROOT, env=env, check=True, capture_output=True, text=True
    )
    return json.loads(done.stdout)


def ply(page: Page) -> Any:
    return page.locator("[data-part=ply]")


def replay(page: Page, slug: str) -> None:
    """The first deal of the match, ready to be gone through."""
    page.goto(f"/matches/{slug}/deals/1/")
    expect(page.locator("[data-part=log] [aria-current]")).to_be_visible()


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
def test_the_days_of_the_list_are_the_readers_own(played, visit, zone) -> None:
    """26 hours lie between the two, so that it is never the same day in both."""
    page = visit("phone", timezone_id=zone)
    today = datetime.now(ZoneInfo(zone)).date()
    for day, there in ((today, True), (today - timedelta(days=1), False), (today + timedelta(days=1), False)):
        page.goto("/matches/")
        page.get_by_text("More to narrow it down").click()
        page.get_by_label("From").fill(f"{day}")
        page.get_by_label("To", exact=True).fill(f"{day}")
        page.get_by_role("button", name="Show").click()
        expect(page.get_by_label("From")).to_have_value(f"{day}")
        expect(page.locator("a.match-link")).to_have_count(len(GAMES) if there else 0)


def test_from_my_matches_to_a_deal_and_through_it_by_keys_buttons_slider_and_links(played, visit, site) -> None:
    page = visit("phone")
    page.context.add_cookies([{"name": "sessionid", "value": played["session"], "url": site.url}])
    page.goto("/")
    page.get_by_role("link", name="Matches").click()
    expect(page.get_by_role("heading", name="My matches")).to_be_visible()
    page.locator(f"a.match-link[href*='{played['matches']['last-player']}']").click()
    page.get_by_role("region", name="Score sheet").get_by_role("link", name="Replay 1").click()
    last = int(page.locator("#replay").get_attribute("data-moves"))
    expect(ply(page)).to_have_text(f"0 / {last}")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(ply(page)).to_have_text(f"2 / {last}")
    expect(page.locator("[data-part=log] [aria-current]")).to_have_attribute("href", "#ply=2")
    page.get_by_role("button", name="One move back").click()
    expect(ply(page)).to_have_text(f"1 / {last}")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("[data-part=next]")).to_contain_text("wins the deal")
    page.locator("[data-part=log] a[href='#ply=3']").click()
    page.get_by_label("Move", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(ply(page)).to_have_text(f"4 / {last}")
    page.wait_for_url("**#ply=4")
    page.reload()
    expect(ply(page)).to_have_text(f"4 / {last}")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_it_plays_by_itself_until_it_is_told_to_stop_or_the_deal_is_over(played, visit) -> None:
    page = visit()
    replay(page, played["matches"]["last-player"])
    button, last = (
        page.get_by_role("button", name="Play by itself"),
        page.locator("#replay").get_attribute("data-moves"),
    )
    page.get_by_label("Speed").select_option("0.5")
    button.click()
    expect(ply(page)).not_to_have_text(f"0 / {last}")
    button.click()
    stopped = ply(page).inner_text()
    page.wait_for_timeout(3000)
    assert ply(page).inner_text() == stopped
    page.get_by_label("Speed").select_option("4")
    page.get_by_label("Move", exact=True).fill(str(max(0, int(last) - 10)))  # a deal of 200 moves takes a minute
    button.click()
    expect(ply(page)).to_have_text(f"{last} / {last}")
    expect(button).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_every_game_is_drawn_with_all_hands(played, visit, game: str) -> None:
    page = visit("desktop", "ru")
    replay(page, played["matches"][game])
    steps = page.request.get(f"/matches/{played['matches'][game]}/deals/1/steps/").json()["steps"][:60]
    for step in steps:
        shown = page.locator(".seat:not([data-outside])").evaluate_all(
            "each => each.map(x => x.querySelectorAll('.mini').length)"
        )
        assert shown == step["view"]["counts"]
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("game", GAMES)
def test_the_browser_finds_each_games_deal_fair(played, visit, game: str) -> None:
    page = visit("phone")
    page.goto(f"/matches/{played['matches'][game]}/deals/1/check/")
    expect(page.locator("#check .verdict")).to_have_text("Everything is as it should be.")
    expect(page.locator("#check .checks [data-holds=true]")).to_have_count(5)


def test_a_pasted_record_that_was_tampered_with_is_found_out(played, visit) -> None:
    page = visit()
    url = f"/matches/{played['matches']['chukchi-durak']}/deals/1"
    page.goto(f"{url}/check/")
    record = page.request.get(f"{url}.json").json()
    form, verdict = page.locator("#any-record"), page.locator("#any-result .verdict")
    wrong = page.locator("#any-result .checks [data-holds=false]")

    def check(**changes: Any) -> None:
        form.get_by_label("Record").fill(json.dumps(record | changes))
        form.get_by_role("button", name="Check").click()

    check()
    expect(verdict).to_have_text("Everything is as it should be.")
    check(seed="another")
    expect(wrong.first).to_contain_text("The seed is made from the secret")
    check()
    form.get_by_label("Secret").fill("what I noted")
    form.get_by_role("button", name="Check").click()
    expect(verdict).to_contain_text("Something is not as it should be")
    check(game="old-maid")
    expect(verdict).to_contain_text("could not be read")


def test_a_player_sees_that_the_site_kept_to_what_this_browser_saw_before_the_deal(visit) -> None:
    page = visit("phone")
    page.goto("/tables/new/arithmetic-durak/")
    page.get_by_role("group", name="Seats").get_by_text("2", exact=True).tap()
    page.get_by_text("Easy bots").tap()
    page.get_by_text("Number of deals", exact=True).tap()
    page.get_by_label("Deals", exact=True).fill("1")
    page.get_by_role("button", name="Open the table").tap()
    page.wait_for_url("**/tables/*/")
    Player(page).play_until("ended")
    slug = page.url.split("/")[-2]
    page.goto(f"/matches/{slug}/deals/1/check/")
    checks = page.locator("#check .checks [data-holds=true]")
    expect(checks).to_have_count(7)
    expect(checks.nth(1)).to_contain_text("This browser saw the same commitment before it sent its text.")
    expect(checks.nth(3)).to_contain_text("The text that this browser sent is among them.")
