"""Somebody at a table, who sees the page and nothing else, and clicks, taps or types."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Error, Locator, Page
from playwright.sync_api import TimeoutError as TooLate

MOST_SECONDS = 120
PRESS_MS = 5_000  # until something can be pressed
CHANGE_MS = 350  # a tap that the guard against misclicks has taken shows nothing; then it is made again

SEEN = """() => {
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  const table = document.querySelector("#table");
  const seen = {
    stage: table?.dataset.stage ?? "",
    mine: table?.dataset.mine !== undefined,
    sending: Boolean(document.querySelector("[data-part=hand][data-sending], .action.sending")),
    legal: all(".hand-card[data-legal=true]").map((card) => card.dataset.card),
    moves: all("[data-part=actions] [data-move]").map((button) => button.dataset.move),
    last: document.querySelector("[data-action=last]")?.getAttribute("aria-pressed") ?? null,
    choices: all("[data-part=chooser] .choice").map((choice) => choice.dataset.choice),
    ready: all("[data-action=ready]").some((button) => !button.disabled),
    hand: all(".hand-card").length,
  };
  const log = document.querySelector("[data-part=log]")?.childElementCount;
  const note = document.querySelector("[data-part=note]")?.textContent;
  return { ...seen, mark: JSON.stringify([seen, log, note]) };
}"""


@dataclass
class Seen:
    """What the page shows: the stage, what may be done, and `mark`, which differs when any of it does."""

    stage: str
    mine: bool
    sending: bool
    legal: list[str]  # cards that are lifted
    moves: list[str]  # moves that have a button
    last: str | None  # is "last card" pressed? None where it is not offered
    choices: list[str]  # moves offered by the open chooser
    ready: bool
    hand: int  # cards in hand
    mark: str

    @property
    def idle(self) -> bool:
        """Is there nothing for this player to do now?"""
        may_move = self.stage == "playing" and self.mine and (self.choices or self.legal or self.moves)
        return self.sending or not (self.ready or may_move)


Choose = Callable[[Seen], str]


def plainly(seen: Seen) -> str:
    """What to do for somebody who wants to get on: a card if one goes, else a button."""
    if seen.ready:
        return "ready"
    if seen.choices:
        return f"choose {seen.choices[0]}"
    if seen.last == "false":
        return "last"
    if seen.legal:
        return f"card {seen.legal[-1]}"
    return seen.moves[0]


class Player:
    """`play_until("ended")`, or step by step with `do("card 7h")`, `do("draw")`, `do("choose play 8h suit=c")`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.done: list[str] = []

    def see(self) -> Seen:
        try:
            return Seen(**self.page.evaluate(SEEN))
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
        self.page.wait_for_load_state()  # taken to another page by itself
        return self.see()

    def play_until(self, stage: str, choose: Choose = plainly, seconds: float = MOST_SECONDS) -> None:
        """Do what `choose` says whenever it is this player's turn, until the table is at `stage`."""
        self.play_while(lambda seen: seen.stage != stage, choose, seconds)

    def play_while(
        self, going: Callable[[Seen], bool], choose: Choose = plainly, seconds: float = MOST_SECONDS
    ) -> Seen:
        deadline = time.monotonic() + seconds
        while going(seen := self.see()):
            assert time.monotonic() < deadline, f"nothing comes to an end: {seen}\n{self.done}"
            if seen.idle:
                self.wait_past(seen, 5_000)
            else:
                self.do(choose(seen), seen)
        return seen

    def do(self, what: str, seen: Seen | None = None) -> None:
        """One click, tap or key, and wait for what comes of it."""
        seen = seen or self.see()
        try:
            self.act(what)
        except TooLate:  # the page has moved on under the finger
            assert self.see().mark != seen.mark, f"cannot {what}: {seen}"
            return
        self.done.append(what)
        self.wait_past(seen, CHANGE_MS)

    def act(self, what: str) -> None:
        """Press the place of the page that means `what`."""
        verb, _, rest = what.partition(" ")
        if verb == "card":
            card = self.page.locator(f'.hand-card[data-card="{rest}"]').last
            self._press(card, position=self._bare_spot(card))
        elif verb == "choose":
            self._press(self.page.locator(f'.choice[data-choice="{rest}"]'))
        elif verb in ("ready", "last", "auto"):
            self._press(self.page.locator(f'[data-action="{verb}"]'))
        else:
            self._press(self.page.locator(f'[data-move="{what}"]'))

    def wait_past(self, seen: Seen, timeout: float) -> bool:
        """Wait until the page shows something else than `seen`; False when that takes too long."""
        try:
            self.page.wait_for_function(f"(mark) => ({SEEN})().mark !== mark", arg=seen.mark, timeout=timeout)
        except TooLate:
            return False
        return True

    @property
    def _touches(self) -> bool:
        return bool(self.page.evaluate("navigator.maxTouchPoints > 0"))

    def _press(self, place: Locator, **where: Any) -> None:
        (place.tap if self._touches else place.click)(timeout=PRESS_MS, **where)

    def _bare_spot(self, card: Locator) -> dict[str, float]:
        """The corner with rank and suit, which no neighbour covers."""
        width, height = card.evaluate("(card) => [card.offsetWidth, card.offsetHeight]", timeout=PRESS_MS)
        return {"x": min(14, width / 4), "y": height / 4}
