"""What every page must be: fit for a screen reader, as wide as its window, in one language."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from games.services.tables import BOT_NAMES

NARROW: list[ViewportSize] = [
    {"width": 320, "height": 640},
    {"width": 640, "height": 400},
]  # the latter is 200% of 1280
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

# What can be seen and pressed, but not where it is: something else lies over nearly all of it.  A sheet that was
# opened lies over the table until it is closed.
COVERED = """() => {
  if (document.querySelector(".table[data-side]")) return [];
  const modal = [...document.querySelectorAll("dialog")].find((dialog) => dialog.matches(":modal"));
  const hits = (one, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top && (one.contains(top) || top.contains(one) && top.closest("label, a, button, summary") !== null
      || one.labels && [...one.labels].some((label) => label.contains(top)));
  };
  const share = (one) => {
    const box = one.getClientRects()[0];
    const at = [0.1, 0.3, 0.5, 0.7, 0.9];
    const points = at.flatMap((x) => at.map((y) => [box.left + x * box.width, box.top + y * box.height]));
    return points.filter(([x, y]) => hits(one, x, y)).length / points.length;
  };
  const inSight = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const show = (one) => one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return [...document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea, summary")]
    .filter((one) => inSight(one) && one.getClientRects().length && (!modal || modal.contains(one)))
    .filter((one) => !one.closest("[inert], .visually-hidden, .skip, [aria-hidden=true]"))
    .filter((one) => (show(one), share(one) < 0.15))
    .map((one) => `${one.outerHTML.slice(0, 120)} is covered`);
}"""

# Words in Latin letters that a reader meets, in texts and in names for screen readers.
LATIN = """([known, where]) => {
  const skipped = "script, style, template, noscript, kbd, code, textarea, [lang]:not([lang=ru])";
  const root = document.querySelector(where);
  const words = (text) => text.match(/[A-Za-z][a-z]{2,}(?![\\w@./])/g) ?? [];
  const isEnglish = (text) => words(text).some((word) => !known.includes(word));
  const found = isEnglish(document.title) ? [`title: ${document.title}`] : [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: parent, data } = node;
    if (isEnglish(data) && !parent.closest(skipped) && parent.checkVisibility()) found.push(data.trim());
  }
  for (const name of ["aria-label", "alt", "title", "placeholder"])
    for (const one of root.querySelectorAll(`[${name}]`))
      if (isEnglish(one.getAttribute(name)) && !one.closest(skipped)) found.push(`${name}: ${one.getAttribute(name)}`);
  return found;
}"""
KNOWN_WORDS = [
    "Lastcard",
    "English",
    "JavaScript",
    "JSON",
    "Excel",
    "Lines",
    "Ann",
    "Ben",
    "Cleo",
    "Dan",
    "Home",
    "End",
    *BOT_NAMES,
]


def settle(page: Page) -> None:
    """Wait until everything is there and nothing moves any more."""
    page.wait_for_load_state()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
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


def covered(page: Page) -> list[str]:
    return page.evaluate(COVERED)


def english(page: Page, where: str = "main") -> list[str]:
    """Texts of a page in Russian that are not, in its title and `where`."""
    return page.evaluate(LATIN, [KNOWN_WORDS, where])


def all_faults(page: Page, language: str) -> list[str]:
    """What is wrong with a page as it is, and then in a narrow window and in one enlarged twofold."""
    settle(page)
    found = faults(page) + too_wide(page) + (english(page) if language == "ru" else [])
    for size in NARROW:
        page.set_viewport_size(size)
        settle(page)
        found += [f"at {size['width']} px: {fault}" for fault in too_wide(page) + covered(page)]
    return found
