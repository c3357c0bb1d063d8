"""What every page must be: fit for a screen reader, as wide as its window, in one language."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from games.services.tables import BOT_NAMES

SERIOUS = {"serious", "critical"}
RULES: dict[str, Any] = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
SETTLED = """() => {
  const moves = (one) => one.playState === "running" && one.effect.getTiming().iterations !== Infinity;
  const loads = (image) => !image.complete && image.loading !== "lazy";
  return !document.getAnimations().some(moves) && ![...document.images].some(loads);
}"""

# What can be pressed and sticks out at a side, unless it is in a part that scrolls by itself; and the page's own width.
TOO_WIDE = """() => {
  const page = document.scrollingElement;
  const width = page.clientWidth;
  const scrolls = (one) =>
    one && one !== page && one !== document.body
    && (["auto", "scroll"].includes(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  const isOut = ({ left, right }) => left < -1 || right > width + 1;
  const out = [...document.querySelectorAll("a, button, input, select, textarea, summary")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".visually-hidden, .skip"))
    .filter((one) => !scrolls(one.parentElement) && isOut(one.getBoundingClientRect()))
    .map((one) => `${one.outerHTML.slice(0, 120)} sticks out`);
  return page.scrollWidth > width ? [`the page is ${page.scrollWidth - width} px too wide`, ...out] : out;
}"""

# Words in Latin letters that a reader meets, in texts and in names for screen readers.
LATIN = """(known) => {
  const skipped = "script, style, template, noscript, kbd, code, textarea, [lang]:not([lang=ru])";
  const words = (text) => text.match(/[A-Za-z][a-z]{2,}(?![\\w@./])/g) ?? [];
  const isEnglish = (text) => words(text).some((word) => !known.includes(word));
  const found = isEnglish(document.title) ? [`title: ${document.title}`] : [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: parent, data } = node;
    if (isEnglish(data) && !parent.closest(skipped) && parent.checkVisibility()) found.push(data.trim());
  }
  for (const name of ["aria-label", "alt", "title", "placeholder"])
    for (const one of document.querySelectorAll(`[${name}]`))
      if (isEnglish(one.getAttribute(name)) && !one.closest(skipped)) found.push(`${name}: ${one.getAttribute(name)}`);
  return found;
}"""
KNOWN_WORDS = ["Lastcard", "JavaScript", "JSON", "Lines", "Ann", "Ben", "Cleo", "Dan", *BOT_NAMES]


def settle(page: Page) -> None:
    """Wait until everything is there and nothing moves any more."""
    page.wait_for_load_state()
    page.wait_for_function(SETTLED)


def faults(page: Page) -> list[str]:
    """What axe-core finds serious or critical, a line each."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found
        if fault["impact"] in SERIOUS
        for node in fault["nodes"]
    ]


def too_wide(page: Page) -> list[str]:
    return page.evaluate(TOO_WIDE)


def english(page: Page) -> list[str]:
    """Texts of a page in Russian that are not."""
    return page.evaluate(LATIN, KNOWN_WORDS)
