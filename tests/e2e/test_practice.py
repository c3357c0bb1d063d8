"""A practice deal in the browser: read what the coach says, follow the advice, to the end of the deal."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.rules import GAMES

from .conftest import Visitors
from .player import Player, Seen

pytestmark = pytest.mark.browser


class Learner:
    """Reads what the coach says and follows the advice."""

    def __init__(self, page: Page, game: str) -> None:
        self.page = page
        self.player = Player(page)
        page.goto(f"/learn/{game}/")

    def play(self, turns: int = 1000) -> None:
        """Follow the advice for so many turns, or until the deal is over."""
        while turns and self.read_on() != "over":
            turns -= 1
            log = self._log()
            self.player.play_while(lambda _seen, log=log: self._log() == log, self._choose)

    def read_on(self) -> str:
        """Press "go on" until it is the learner's turn or the deal is over."""
        ready = self.page.locator('[data-action="go-on"]:enabled, .coach-advice, .coach-over')
        while True:
            expect(ready.first).to_be_visible()
            if self.page.locator(".coach-over").count():
                return "over"
            if self.page.locator(".coach-advice").count():
                return "turn"
            self.page.locator('[data-action="go-on"]:enabled').click()

    def _log(self) -> int:
        return self.page.locator("[data-part=log] > li").count()

    def _choose(self, seen: Seen) -> str:
        advised = self.page.locator(".coach-advice").get_attribute("data-advised")
        move = advised.removesuffix(" last")
        if move != advised and seen.last == "false":
            return "last"
        if seen.choices:
            return f"choose {move}" if move in seen.choices else f"choose {re.search('as=..', move)[0]}"
        card = next((word for word in reversed(move.split()) if re.fullmatch("X[br]|[2-9TJQKA][cdhs]", word)), None)
        return f"card {card}" if card else move


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_is_led_through_the_first_turns_of_each_game(game: str, visit: Visitors) -> None:
    Learner(visit("desktop"), game).play(turns=4)


@pytest.mark.parametrize("game", ["last-player", "chukchi-durak"])
def test_a_newcomer_learns_a_game_on_the_phone_to_the_end_of_a_deal(game: str, visit: Visitors) -> None:
    page = visit("phone", "ru", "dark", reduced_motion="reduce")
    Learner(page, game).play()
    expect(page.locator(".coach-over")).to_be_visible()
    page.locator(".coach-buttons .primary").click()
    page.wait_for_url("**/tables/*/")  # a real match of the same game
    expect(page.locator("#table")).to_have_attribute("data-game", game)


def test_what_was_played_is_still_there_after_a_reload_and_can_be_taken_back(visit: Visitors) -> None:
    page = visit("desktop")
    learner = Learner(page, "last-player")
    learner.play(turns=1)
    learner.read_on()
    advice = page.locator(".coach-advice")
    second = advice.get_attribute("data-advised")
    learner.play(turns=1)
    page.reload()
    learner.read_on()
    expect(advice).not_to_have_attribute("data-advised", second)
    with page.expect_navigation():  # a fresh page
        page.get_by_role("button", name="Take the move back").click()
    learner.read_on()
    expect(advice).to_have_attribute("data-advised", second)
    page.get_by_role("button", name="Begin anew").click()
    expect(page.get_by_role("button", name="Take the move back")).not_to_be_visible()
    expect(page.locator(".hand-card")).to_have_count(6)


def test_an_illegal_try_is_answered_with_the_reason(visit: Visitors) -> None:
    page = visit("desktop")
    learner = Learner(page, "last-player")
    for _turn in range(8):
        learner.read_on()
        wrong = page.locator('.hand-card[data-legal="false"]')
        if wrong.count():
            wrong.first.focus()
            page.keyboard.press("Enter")
            expect(page.locator("[data-part=note]")).to_contain_text(re.compile("[♣♦♥♠]"))
            return
        learner.play(turns=1)
    raise AssertionError("no card that does not go")


def test_the_keyboard_reads_on_and_comes_to_the_cards(visit: Visitors) -> None:
    page = visit("desktop")
    learner = Learner(page, "last-player")
    learner.read_on()
    learner.play(turns=1)
    for _press in range(12):
        expect(page.locator('[data-action="go-on"]:enabled, .coach-advice').first).to_be_visible()
        if page.locator(".coach-advice").count():
            break
        expect(page.locator('[data-action="go-on"]')).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator(".hand-card:focus")).to_have_count(1)
