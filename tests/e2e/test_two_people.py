"""Two people in two browsers: one loses the connection and comes back; neither is shown the other's cards."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, WebSocket, expect

from games.rules.game import Game
from games.rules.notation import parse

from .conftest import Visitors
from .player import Player, plainly

pytestmark = pytest.mark.browser
MOVES_BEFORE = 6  # each, until the connection breaks
CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|X[br])\b")


class Person(Player):
    """A player who keeps what the site told the page."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.frames: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(json.loads(text)))

    @property
    def states(self) -> Iterator[dict[str, Any]]:
        return (frame for frame in self.frames if frame["type"] == "state" and frame["deal"] and frame["deal"]["view"])


def sit_down_together(ann: Person, ben: Person) -> str:
    """Ann opens a table and Ben comes by its link; the table's path."""
    ann.page.goto("/tables/new/last-player/")
    ann.page.get_by_label("Your name at the table").fill("Ann")
    ann.page.get_by_role("group", name="Seats").get_by_text("2", exact=True).click()
    ann.page.get_by_text("Number of deals", exact=True).click()
    ann.page.get_by_label("Deals", exact=True).fill("1")
    ann.page.get_by_role("button", name="Open the table").click()
    ben.page.goto(ann.page.get_by_label("Link to this table").input_value())
    ben.page.get_by_label("Your name at the table").fill("Ben")
    ben.page.get_by_role("button", name="Play as a guest").tap()
    ben.page.get_by_role("button", name="Sit here").tap()
    return urlsplit(ann.page.url).path


def take_turns(people: list[Person], until: Any) -> None:
    """Whoever is asked plays, until `until()`."""
    for _ in range(2_000):
        if until():
            return
        for person in people:
            seen = person.see()
            if seen.idle:
                person.wait_past(seen, 100)
            else:
                person.do(plainly(seen), seen)
    raise AssertionError([person.done for person in people])


def what_everybody_sees(page: Page) -> dict[str, Any]:
    """The log, the pile, the cards of each by name: the same in every browser."""
    names, counts = (page.locator(where).all_inner_texts() for where in (".who .name", ".badge > [aria-hidden]"))
    return {
        "log": page.locator("[data-part=log] > li").count(),
        "top": page.locator(".pile [data-table-card]").get_attribute("data-table-card"),
        "cards": sorted(zip(names, counts, strict=True)),
    }


def test_two_people_play_each_other_and_one_comes_back(visit: Visitors) -> None:
    visit.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket"]
    ann, ben = Person(visit("desktop")), Person(visit("phone"))
    path = sit_down_together(ann, ben)
    for person in (ann, ben):
        expect(person.page.locator("#table")).to_have_attribute("data-stage", "playing")
    take_turns([ann, ben], until=lambda: min(len(ann.done), len(ben.done)) >= MOVES_BEFORE)

    ben.page.evaluate("window.sameDocument = true")
    ben.page.context.set_offline(True)
    expect(ben.page.get_by_text("Connection lost. Trying again…")).to_be_visible()
    heard = len(ben.frames)
    ann.play_while(lambda seen: not seen.idle)
    assert len(ben.frames) == heard
    ben.page.context.set_offline(False)
    expect(ben.page.get_by_text("Connection lost. Trying again…")).to_be_hidden()
    expect(ben.page.locator("[data-part=log] > li")).to_have_count(ann.page.locator("[data-part=log] > li").count())
    assert what_everybody_sees(ben.page) == what_everybody_sees(ann.page)
    assert ben.page.evaluate("window.sameDocument"), "the page was loaded anew"

    take_turns([ann, ben], until=lambda: {ann.see().stage, ben.see().stage} == {"ended"})
    assert ann.page.locator(".podium .name").all_inner_texts() == ben.page.locator(".podium .name").all_inner_texts()
    record = ann.page.request.get(f"{path.replace('tables', 'matches')}deals/1.json").json()
    for person, other in ((ann, 1), (ben, 0)):
        no_hidden_card(person, record, other)


def no_hidden_card(person: Person, record: dict[str, Any], other: int) -> None:
    """No message named a card that the other held at that moment and had never shown."""
    moments: list[Game] = list(parse(record).states())
    looked_at = 0
    for state in person.states:
        ply = state["deal"]["view"]["ply"]
        if moments[ply].outcome() is not None:
            continue
        shown = {card for move in record["moves"][:ply] for card in CARD.findall(move)[:1]}
        hidden = set(moments[ply].record()["hands"][other].split()) - shown
        assert not hidden & cards_named(state), state
        looked_at += bool(hidden)
    assert looked_at > 2 * MOVES_BEFORE


STANDS_FOR = ("as", "demand")  # cards that a joker stands for, or that a run asks for, whoever holds them


def cards_named(message: Any) -> set[str]:
    """All cards in a message that lie somewhere."""
    if isinstance(message, dict):
        laid = {"pile": [card for card, _ in message.get("pile") or []]} if "pile" in message else {}
        return set().union(*(cards_named(value) for key, value in (message | laid).items() if key not in STANDS_FOR))
    if isinstance(message, list):
        return set().union(*map(cards_named, message))
    return set(CARD.findall(re.sub(r"as=\w\w", "", message))) if isinstance(message, str) else set()
