"""The games beside Last Player: a deal of each against a bot, and the moments that only one of them has."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import bots
from games.rules.game import Game, gate
from tests.site import Site

from .conftest import Visitors
from .player import Player, Seen
from .stage import Moment, moment, staged, start

pytestmark = pytest.mark.browser
WORDS = ("draw", "pass", "stop", "take")
OPTIONS: dict[str, dict[str, Any]] = {
    "follow-the-leader": {},
    "king-george-iii": {"recycles": 5},
    "chukchi-durak": {"style": "transfer"},
    "arithmetic-durak": {},
}
DEALS = 200  # looked through for a good one
MOST_MOVES = 60  # of one's own


# -- a whole deal ---------------------------------------------------------------------------------------


def usual(legal: list[str]) -> str:
    """How the person plays: a card rather than a word, and the first of them."""
    return min(legal, key=lambda move: (move in WORDS, move.split()[-1], move))


def as_clicks(seen: Seen) -> str:
    """The same by what the page shows."""
    if seen.choices:
        return f"choose {min(seen.choices)}"
    return f"card {min(seen.legal)}" if seen.legal else usual(seen.moves)


def a_good_deal(game: str) -> Moment:
    """The beginning of a deal that such a person ends against an easy bot in few moves of many kinds."""
    beginnings = [start(game, 2, number, OPTIONS[game]) for number in range(DEALS)]
    return max(beginnings, key=lambda beginning: _worth(beginning.state))


def _worth(state: Game) -> int:
    """Points for each kind of move that the person makes, less what the moves take; none when it goes on and on."""
    own: list[str] = []
    while state.to_act is not None and len(own) < MOST_MOVES:
        if state.to_act == 0:
            own.append(usual(list(state.legal_moves())))
        move = own[-1] if state.to_act == 0 else bots.choose("easy", state, state.to_act, Random(0))
        state, _ = state.play(gate(state, move))
    outcome = state.outcome()
    if outcome is None or outcome.kind == "tie":  # a tie is played off
        return -MOST_MOVES
    return 5 * len({move.split()[0] for move in own}) - len(own) - 3 * own.count("pass")  # a pass takes 2 s


@pytest.mark.parametrize("game", OPTIONS)
def test_a_deal_against_a_bot(game: str, visit: Visitors, site: Site) -> None:
    page = visit("phone" if game == "chukchi-durak" else "desktop", reduced_motion="reduce")
    player = at_the_table(page, staged(site, game, a_good_deal(game), people=1, bots=1, **OPTIONS[game]))
    player.play_until("ended", as_clicks)
    own = [move.split()[1] for move in stored_moves(site, page) if move.startswith("0 ")]
    assert len(set(own)) > 1, own
    expect(page.get_by_role("list", name="Places").get_by_role("listitem")).to_have_count(2)


# -- single moments -------------------------------------------------------------------------------------


def at_the_table(page: Page, table: Any) -> Player:
    page.context.add_cookies(table.cookies[:1])
    page.goto(table.path)
    expect(page.locator("#table")).to_have_attribute("data-stage", "playing")
    return Player(page)


def stored_moves(site: Site, page: Page) -> list[str]:
    """All moves of the table that the page shows, as `0 play 7h`."""
    slug = page.url.rstrip("/").split("/")[-1]
    query = """select m.seat || ' ' || m.text from games_move m join games_deal d on d.id = m.deal_id
               join games_table t on t.id = d.table_id where t.slug = ? order by m.id"""
    with sqlite3.connect(site.data / "lastcard.sqlite3") as database:
        return [row[0] for row in database.execute(query, [slug])]


@pytest.fixture
def at(visit: Visitors, site: Site) -> Callable[..., tuple[Player, Moment]]:
    """`at(game, wanted, **options)`: Ann's page at the first moment where she is to act and `wanted` holds."""

    def go(game: str, wanted: Callable[[Game], object], seats: int = 2, **options: Any) -> tuple[Player, Moment]:
        found = moment(game, wanted, seats, **options)
        return at_the_table(visit(reduced_motion="reduce"), staged(site, game, found, people=seats, **options)), found

    return go


def settled(player: Player, site: Site, since: Moment) -> list[str]:
    """The moves stored since that moment, once the page has nothing on its way."""
    player.play_while(lambda seen: seen.sending, lambda seen: "")
    return stored_moves(site, player.page)[len(since.moves) :]


def with_verb(state: Game, verb: str) -> list[str]:
    return [move for move in state.legal_moves() if move.startswith(verb)]


def test_a_card_that_beats_two_is_asked_which(at: Any, site: Site) -> None:
    def beats_two(state: Game) -> str | None:
        cards = [move.split()[2] for move in with_verb(state, "beat")]
        return next((card for card in cards if cards.count(card) == 2), None)

    player, found = at("chukchi-durak", beats_two, seats=3, style="transfer")
    card = beats_two(found.state)
    wanted = [move for move in with_verb(found.state, "beat") if move.endswith(str(card))][1]
    player.do(f"card {card}")
    expect(player.page.get_by_role("dialog", name="What is this card for?")).to_be_visible()
    player.do(f"choose {wanted}")
    expect(player.page.locator(f'[data-pair="{wanted.split()[1]}"] .beater')).to_be_visible()
    assert settled(player, site, found) == [f"0 {wanted}"]


def test_an_attack_is_transferred(at: Any, site: Site) -> None:
    player, found = at("chukchi-durak", lambda state: with_verb(state, "transfer"), seats=3, style="transfer")
    wanted = with_verb(found.state, "transfer")[0]
    player.do(f"card {wanted.split()[1]}")
    if player.see().choices:
        player.do(f"choose {wanted}")
    expect(player.page.locator("[data-part=log] > li").last).to_contain_text("You transfer with")
    assert settled(player, site, found) == [f"0 {wanted}"]


def test_the_defender_takes(at: Any, site: Site) -> None:
    player, found = at("chukchi-durak", lambda state: "take" in state.legal_moves() and with_verb(state, "beat"))
    cards = sum(len([card for card in pair if card]) for pair in found.state.view(0)["bout"]["table"])
    player.page.get_by_role("button", name="Take").click()
    expect(player.page.locator(".hand-card")).to_have_count(found.state.view(0)["counts"][0] + cards)
    assert settled(player, site, found) == ["0 take"]


def test_a_card_is_thrown_in_and_one_passes(at: Any, site: Site) -> None:
    def may_throw(state: Game) -> bool:
        return bool(with_verb(state, "throw")) and not state.view(0)["bout"]["taking"]

    player, found = at("arithmetic-durak", may_throw)
    expect(player.page.locator("[data-part=status]")).to_contain_text("throw in")
    wanted = with_verb(found.state, "throw")[0]
    player.do(f"card {wanted.split()[1]}")
    expect(player.page.locator(f'[data-pair="{wanted.split()[1]}"][data-open]')).to_be_visible()
    assert settled(player, site, found) == [f"0 {wanted}"]

    player, found = at("arithmetic-durak", may_throw)
    player.page.get_by_role("button", name="Pass", exact=True).click()
    expect(player.page.locator("[data-part=log] > li[data-type=pass]").last).to_contain_text("You pass")
    assert settled(player, site, found) == ["0 pass"]


def test_a_chain_is_built_and_ended(at: Any, site: Site) -> None:
    def goes_on(state: Game) -> list[str]:
        """A card after which another one fits, and then one may stop."""
        return [
            move for move in with_verb(state, "play")
            if state.view(0)["chain"] == 0 and (after := state.play(move)[0]).to_act == 0
            and len(after.legal_moves()) > 1 and (last := after.play(after.legal_moves()[0])[0]).to_act == 0
            and "stop" in last.legal_moves()
        ]  # fmt: skip

    player, found = at("king-george-iii", goes_on)
    first = goes_on(found.state)[0]
    second = found.state.play(first)[0].legal_moves()[0]
    for move in (first, second):
        player.do(f"card {move.split()[1]}")
    expect(player.page.locator(".chain [data-now]")).to_have_count(2)
    player.page.get_by_role("button", name="Stop").click()
    expect(player.page.locator("[data-part=log] > li[data-type=stop]").last).to_contain_text("You stop")
    assert settled(player, site, found) == [f"0 {first}", f"0 {second}", "0 stop"]


def test_a_joker_as_an_eight_names_a_suit(at: Any, site: Site) -> None:
    player, found = at("last-player", lambda state: [m for m in state.legal_moves() if "as=8d suit=h" in m])
    wanted = next(move for move in found.state.legal_moves() if "as=8d suit=h" in move)
    player.do(f"card {wanted.split()[1]}")
    player.do("choose as=8d")
    player.page.get_by_role("button", name="hearts", exact=True).click()
    expect(player.page.locator("[data-part=log] > li").last).to_contain_text("name")
    assert settled(player, site, found)[0].startswith(f"0 {wanted}")


def test_a_card_that_may_not_be_played_says_why(at: Any, site: Site) -> None:
    def some_card_goes(state: Game) -> list[str]:
        playable = {card for move in state.legal_moves() for card in move.split()[1:2]}
        return [
            card for card in state.view(0)["hand"] if state.view(0)["discard"] and playable and card not in playable
        ]

    player, found = at("last-player", some_card_goes)
    card = player.page.locator(f'.hand-card[data-card="{some_card_goes(found.state)[0]}"]')
    card.click(force=True, position={"x": 10, "y": 30})  # it is marked as disabled
    expect(player.page.get_by_role("alert")).not_to_be_empty()
    assert settled(player, site, found) == []
