"""A site, a browser, and the people who use them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Response, expect, sync_playwright

from tests.conftest import CHROMIUM
from tests.site import QUICK, Site

SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
PATIENCE = 30_000  # milliseconds; a machine with other work is slow, a fault does not go away


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Running.  Tables do not touch each other, so the tests of a module share it.  It waits for those who read."""
    site = Site(tmp_path_factory.mktemp("site") / "data", env=QUICK | {"READY_SECONDS": "600"}).start()
    yield site
    site.stop()
    assert "Traceback" not in site.log, site.log


class Visitors:
    """Opens browsers, one a person, and keeps what they complain of."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.browser, self.site = browser, site
        self.contexts: list[Any] = []
        self.complaints: list[str] = []
        self.expected: list[str] = []  # parts of complaints that the test provokes

    def __call__(self, size: str = "desktop", language: str = "en", scheme: str = "light", **more: Any) -> Page:
        """The page of somebody new."""
        context = self.browser.new_context(
            base_url=self.site.url, locale=language, color_scheme=scheme, **{**SIZES[size], **more}
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._complain(f"{page.url}: {error}"))
        page.on("response", self._response)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(f"{message.location.get('url')}: {message.text}")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self._complain(f"{response.url}: {response.status}")

    def _complain(self, text: str) -> None:
        if not any(part in text for part in self.expected):
            self.complaints.append(text)


@pytest.fixture
def visit(chromium: Browser, site: Site) -> Iterator[Visitors]:
    """`visit("phone", "ru")` is a new person's page; at the end no page may have complained (CSP included)."""
    visitors = Visitors(chromium, site)
    yield visitors
    for context in visitors.contexts:
        context.close()
    assert visitors.complaints == []
