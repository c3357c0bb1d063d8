"""Contact sheets of the site's pages: phone and desktop, light and dark, English and Russian.

`make shots` writes one picture a page to `shots/`; `make shots ARGS="front tables"` only these.  A new page is one line
in PAGES.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from .conftest import CHROMIUM
from .site import ROOT, Site

FOLDER = ROOT / "shots"
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
MOST_SCREENS = 3  # of a long page
SHEET = """<!doctype html><meta charset="utf-8"><style>
  body { display: flex; gap: 24px; width: max-content; margin: 0; padding: 24px; background: #888 }
  div { display: grid; grid-template-columns: repeat(4, auto); gap: 24px; align-content: start }
  div + div { grid-template-columns: repeat(2, auto) }
  figure { margin: 0; font: 600 28px sans-serif } img { display: block; margin-top: 8px }
</style>"""


class Look(NamedTuple):
    """One way to see a page."""

    size: str
    scheme: str
    language: str


LOOKS = [Look(*look) for look in product(SIZES, ("light", "dark"), ("en", "ru"))]


# -- the pages -----------------------------------------------------------------------------------------


def open_table(page: Page, game: str = "last-player", name: str = "Анна", *, public: bool = False) -> None:
    """As a guest of that name, with the form as it is offered."""
    page.goto(f"/tables/new/{game}/")
    page.locator("[name=name]").fill(name)
    page.locator(f"[name=public][value={public}]").check(force=True)
    page.locator("form.new-table button.primary").click()
    page.wait_for_url("**/tables/*/")


def new_table_with_an_error(page: Page) -> None:
    page.goto("/tables/new/last-player/")
    page.locator("[name=option_hand_size]").fill("99")
    page.locator("form.new-table button.primary").click()


def front_while_seated(page: Page) -> None:
    open_table(page)
    page.goto("/")


def table_in_play(page: Page) -> None:
    page.goto("/")
    page.locator("#play .primary").click()
    page.wait_for_timeout(2500)


def pad_in_use(page: Page) -> None:
    page.goto("/tables/by-hand/")
    page.locator("[name=names]").fill("Ann\nБорис\nCleo\nDan")
    page.locator("form.new-table .send button").click()
    page.locator(".pad-form").wait_for()
    for points in ((0, 35, 12, 7), (44, 0, 9, 25)):
        for field, value in zip(page.locator(".pad-line input").all(), points, strict=True):
            field.fill(str(value))
        page.locator(".pad-form button.primary").click()
        page.wait_for_timeout(1000)
    page.locator(".pad-player summary").first.click()


def as_anna(path: str) -> Callable[[Page], None]:
    """A page as somebody sees it who has finished a match of every game."""

    def visit(page: Page) -> None:
        page.goto("/")
        page.context.add_cookies([{"name": "sessionid", "value": annas_session(), "url": page.url}])
        page.goto(path)

    return visit


def in_annas_match(game: str, *presses: str) -> Callable[[Page], None]:
    """Anna's finished match of that game, or what these presses lead to from there."""

    def visit(page: Page) -> None:
        as_anna(f"/matches/mine/?game={game}")(page)
        for press in (".match-link", *presses):
            page.locator(press).first.click()
        page.wait_for_timeout(1000)

    return visit


@cache
def annas_session() -> str:
    env = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    env["DJANGO_SETTINGS_MODULE"] = "config.settings"
    played = subprocess.run(
        [sys.executable, "-m", "tests.played"], cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE
    )
    time.sleep(6)  # until beat has had the matches counted
    return str(json.loads(played.stdout)["session"])


@cache
def events() -> Any:
    """Tournaments in all their stages: what `tests.events` prints."""
    env = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    env["DJANGO_SETTINGS_MODULE"] = "config.settings"
    made = subprocess.run([sys.executable, "-m", "tests.events"], cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE)
    return json.loads(made.stdout)


def at_event(stage: str, path: str = "", *presses: str, organiser: bool = True) -> Callable[[Page], None]:
    """A page of an event as its organiser, who plays too, or as a visitor; then these are pressed."""

    def visit(page: Page) -> None:
        page.goto("/")
        if organiser:
            page.context.add_cookies([{"name": "sessionid", "value": events()["session"], "url": page.url}])
        page.goto(events()["season"] if stage == "season" else events()["events"][stage] + path)
        for press in presses:
            page.locator(press).first.click()
        page.wait_for_timeout(500)

    return visit


def practice(page: Page, game: str = "last-player") -> None:
    page.goto(f"/learn/{game}/")
    page.locator(".coach-text p").first.wait_for()
    page.wait_for_timeout(800)


PAGES: dict[str, str | Callable[[Page], None]] = {
    "front": "/",
    "front-seated": front_while_seated,
    "tables": "/tables/",
    "choose-game": "/tables/new/",
    "new-table": "/tables/new/last-player/",
    "new-table-durak": "/tables/new/chukchi-durak/",
    "new-table-error": new_table_with_an_error,
    "rules": "/rules/",
    "rules-last-player": "/rules/last-player/",
    "rules-durak": "/rules/chukchi-durak/",
    "practice": practice,
    "practice-durak": lambda page: practice(page, "chukchi-durak"),
    "not-found": "/tables/nothing/",
    "table-waiting": open_table,
    "table": table_in_play,
    "my-matches": as_anna("/matches/mine/"),
    "head-to-head": as_anna("/matches/mine/?player=Борис"),
    "match": in_annas_match("last-player"),
    "replay": in_annas_match("last-player", ".to-deal", "[data-part=log] a[href='#ply=9']"),
    "replay-durak": in_annas_match("chukchi-durak", ".to-deal", "[data-part=log] a[href='#ply=9']"),
    "check": in_annas_match("last-player", ".deal-links a"),
    "by-hand": "/tables/by-hand/",
    "pad": pad_in_use,
    "leaderboard": as_anna("/leaderboards/last-player/"),
    "leaderboard-empty": "/leaderboards/last-player/?period=2001",
    "player": as_anna("/players/me/"),
    "privacy": as_anna("/settings/privacy/"),
    "tokens": as_anna("/settings/tokens/"),
    "api": "/api/v1/docs",
    "events": at_event("open", "../"),
    "event-choose": at_event("open", "../new/"),
    "event-new": at_event("open", "../new/club-evening/last-player/"),
    "event": at_event("open"),
    "event-visitor": at_event("open", organiser=False),
    "event-entries": at_event("open", "manage/", ".menu-more summary"),
    "event-settings": at_event("open", "manage/settings/"),
    "event-people": at_event("open", "manage/people/"),
    "event-draft": at_event("draft", "manage/rounds/"),
    "event-desks": at_event("round", "manage/rounds/"),
    "event-table": at_event("round", "manage/rounds/2/tables/2/"),
    "event-log": at_event("round", "manage/log/"),
    "event-round": at_event("round", "rounds/2/"),
    "event-by-name": at_event("round", "rounds/2/?by=name"),
    "event-pad": at_event("round", "rounds/2/", ".seat-table .actions a"),
    "event-slips": at_event("round", "rounds/2/slips/"),
    "event-standings": at_event("round", "standings/", ".standings summary"),
    "event-projector": at_event("round", "projector/"),
    "event-final": at_event("final", "projector/"),
    "event-bracket": at_event("bracket", "bracket/"),
    "event-play-off": at_event("bracket", "manage/rounds/"),
    "event-finished": at_event("finished"),
    "season": at_event("season"),
}


# -- looking at them -----------------------------------------------------------------------------------


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder) / "data").start()
        os.environ["LASTCARD_DATA"] = str(site.data)
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", CHROMIUM))
        try:
            _furnish(browser, site)
            for name in names or PAGES:
                sheet = FOLDER / f"{name}.png"
                _paste(browser, sheet, [(look, _shoot(browser, site, name, look)) for look in LOOKS])
                print(sheet.relative_to(ROOT))
        finally:
            browser.close()
            site.stop()


def _furnish(browser: Browser, site: Site) -> None:
    """Somebody waits at two tables, so that no list is empty."""
    for game, name in (("last-player", "Борис"), ("king-george-iii", "Kim")):
        with browser.new_context(base_url=site.url) as visitor:
            open_table(visitor.new_page(), game, name, public=True)


def _shoot(browser: Browser, site: Site, name: str, look: Look) -> bytes:
    """One page in one look, as a PNG; complains of what the browser complains of."""
    width, height = SIZES[look.size]
    with browser.new_context(
        base_url=site.url, viewport={"width": width, "height": height}, color_scheme=look.scheme, locale=look.language
    ) as visitor:
        page = visitor.new_page()
        page.on("console", lambda message: print(f"  {name}: {message.text}", file=sys.stderr))
        page.on("pageerror", lambda error: print(f"  {name}: {error}", file=sys.stderr))
        visit = PAGES[name]
        page.goto(visit) if isinstance(visit, str) else visit(page)
        page.wait_for_load_state("load")
        for complaint in _too_wide(page):
            print(f"  {name} {look.size} {look.language}: {complaint}", file=sys.stderr)
        tall = min(page.evaluate("document.documentElement.scrollHeight"), MOST_SCREENS * height)
        page.set_viewport_size({"width": width, "height": max(tall, height)}) if tall > height else None
        return page.screenshot()


def _too_wide(page: Page) -> Iterator[str]:
    """A page never scrolls sideways."""
    if (over := page.evaluate("document.documentElement.scrollWidth - innerWidth")) > 0:
        yield f"{over} px too wide"


def _paste(browser: Browser, sheet: Path, shots: list[tuple[Look, bytes]]) -> None:
    """The shots side by side, a column a size."""
    figures = {
        look: f'<figure>{" · ".join(look)}<img src="data:image/png;base64,{base64.b64encode(shot).decode()}"></figure>'
        for look, shot in shots
    }
    columns = ["".join(figure for look, figure in figures.items() if look.size == size) for size in SIZES]
    with browser.new_context(viewport={"width": 800, "height": 600}) as desk:
        page = desk.new_page()
        page.set_content(SHEET + "".join(f"<div>{column}</div>" for column in columns))
        page.locator("body").screenshot(path=sheet)


if __name__ == "__main__":
    unknown = set(sys.argv[1:]) - set(PAGES)
    if unknown:
        sys.exit(f"No such page: {', '.join(sorted(unknown))}. There are: {', '.join(PAGES)}.")
    main(sys.argv[1:])
