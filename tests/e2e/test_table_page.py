"""What the table page does with a hand: show what goes, ask what is open, say what is refused, keep the order."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules.arithmetic_durak import ArithmeticDurak
from games.rules.chukchi_durak import ChukchiDurak
from games.rules.follow_the_leader import FollowTheLeader
from games.rules.game import Game, gate
from games.rules.king_george_iii import KingGeorgeIII
from games.rules.last_player import LastPlayer
from tests.rules.helpers import stacked

from .conftest import Visitors
from .dealt import DealtTable

pytestmark = pytest.mark.browser
SETTLED = 350  # milliseconds: longer than the guard against misclicks


def after(state: Game, *moves: str) -> Game:
    for move in moves:
        state = state.play(gate(state, move))[0]
    return state


def four_cards(mine: str, his: str, *, dealer: int = 0, stock: str = "2h 3h") -> LastPlayer:
    """Last Player for two with four cards each; the seat that is not the dealer begins."""
    return stacked(LastPlayer, [mine, his], stock, dealer=dealer, hand_size=4)


def card(page: Page, name: str) -> Locator:
    return page.locator(f'.hand-card[data-card="{name}"]')


def press(page: Page, name: str) -> None:
    """Click the corner that shows rank and suit; a card that does not go is to be clickable too."""
    card(page, name).click(position={"x": 14, "y": 36}, force=True)


def hand(page: Page) -> list[str]:
    return page.locator(".hand-card").evaluate_all("(cards) => cards.map((card) => card.dataset.card)")


# -- what goes and what does not ----------------------------------------------------------------------


def test_cards_that_go_are_lifted_and_others_say_why_not(visit: Visitors) -> None:
    page = visit("phone")
    table = DealtTable(page, after(four_cards("7h Kh 9s 9c", "5h 6d 6c Jd"), "play 5h"), legal_after=SETTLED)
    expect(card(page, "7h")).to_have_attribute("data-legal", "true")
    expect(card(page, "9c")).to_have_attribute("aria-disabled", "true")
    heights = {name: card(page, name).bounding_box()["y"] for name in ("7h", "9c")}
    assert heights["7h"] < heights["9c"] - 5
    press(page, "9c")
    expect(page.locator("[data-part=note]")).to_contain_text("does not follow")
    assert table.moves == ["play 9c"]
    press(page, "7h")
    expect(page.locator('.pile [data-table-card="7h"]')).to_be_visible()
    expect(page.locator("[data-part=log] li").last).to_contain_text("You play")


def test_nothing_is_sent_when_it_is_somebody_elses_turn(visit: Visitors) -> None:
    page = visit()
    table = DealtTable(page, four_cards("7h Kh 9s 9c", "5h 6d 6c Jd"), legal_after=SETTLED)
    press(page, "7h")
    expect(page.locator("[data-part=note]")).to_contain_text("not your turn")
    assert table.moves == []


def test_a_text_that_could_not_be_stored_is_sent_again(visit: Visitors) -> None:
    page = visit()
    table = DealtTable(page, four_cards("7h Kh 9s 9c", "5h 6d 6c Jd"), shuffling=True)
    expect(card(page, "7h")).to_be_visible()
    assert [message["deal"] for message in table.told if message["type"] == "text"] == [1, 1]


def test_a_tap_just_after_the_table_changed_is_not_meant(visit: Visitors) -> None:
    page = visit()
    table = DealtTable(page, four_cards("7h Kh 9s 9c", "5h 6d 6c Jd"), legal_after=SETTLED)
    page.evaluate("""() => {
        const tap = () => document.querySelector('[data-card="7h"]').dispatchEvent(
            new MouseEvent("click", {bubbles: true, detail: 1}));
        window.tapped = new Promise((done) => {
            const seen = new MutationObserver(() => { seen.disconnect(); done(tap()); });
            seen.observe(document.querySelector("#table"), {attributeFilter: ["data-mine"]});
        });
    }""")
    table.reply("play 5h")
    page.evaluate("() => window.tapped")
    page.wait_for_timeout(SETTLED)
    assert table.moves == []
    press(page, "7h")
    expect(page.locator('[data-table-card="7h"]')).to_be_visible()


# -- choosing -------------------------------------------------------------------------------------------


def test_an_eight_asks_for_its_suit(visit: Visitors) -> None:
    page = visit("phone")
    table = DealtTable(page, after(four_cards("8c Kh 9s 9c", "5h 6d 6c Jd"), "play 5h"), legal_after=SETTLED)
    press(page, "8c")
    expect(page.get_by_role("dialog", name="Which suit follows?")).to_be_visible()
    page.get_by_role("button", name="spades", exact=True).click()
    expect(page.get_by_role("img", name="The suit is spades")).to_be_visible()
    assert table.moves == ["play 8c suit=s"]


def test_a_joker_asks_what_it_stands_for_and_an_eight_then_for_the_suit(visit: Visitors) -> None:
    page = visit("phone")
    state = after(four_cards("Xr Kh 9s 9c", "5h 6d 6c Jd"), "play 5h")
    table = DealtTable(page, state, legal_after=SETTLED)
    press(page, "Xr")
    offered = page.locator(".choice").evaluate_all("(all) => all.map((one) => one.dataset.choice)")
    legal = {move.split()[2] for move in state.legal_moves() if move.startswith("play Xr")}
    assert {choice.split()[-1] for choice in offered} == legal
    page.get_by_role("button", name="eight of clubs").click()
    page.get_by_role("button", name="diamonds", exact=True).click()
    expect(page.locator(".stands-for")).to_contain_text("8♣")
    assert table.moves == ["play Xr as=8c suit=d"]


def test_choosing_can_be_given_up(visit: Visitors) -> None:
    page = visit()
    table = DealtTable(page, after(four_cards("8c Kh 9s 9c", "5h 6d 6c Jd"), "play 5h"), legal_after=SETTLED)
    card(page, "8c").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(card(page, "8c")).to_be_focused()
    assert table.moves == []


def test_an_attack_to_beat_is_chosen_by_dropping_the_card_on_it(visit: Visitors) -> None:
    page = visit()
    state = after(stacked(ChukchiDurak, ["9c Tc Jd Qd Kd Ad", "7c 7d 9h Th Jh Qh"], "6s", dealer=0, style="transfer"))
    attacker = state.to_act
    if attacker == 0:
        pytest.fail("seat 1 was to attack")
    table = DealtTable(page, after(state, "attack 7c"), legal_after=SETTLED)
    card(page, "Tc").hover(position={"x": 14, "y": 36})
    page.mouse.down()
    target = page.locator('[data-table-card="7c"]').bounding_box()
    page.mouse.move(target["x"] + 30, target["y"] + 40, steps=8)
    page.mouse.up()
    expect(page.get_by_role("listitem", name="seven of clubs, beaten by ten of clubs")).to_be_visible()
    assert table.moves == ["beat 7c Tc"]


# -- last card, drawing, confirming --------------------------------------------------------------------


def test_last_card_is_said_with_the_move(visit: Visitors) -> None:
    page = visit("phone")
    dealt = four_cards("5h 6h 9h 9s", "Kh 6s 2c 3d", dealer=1)
    state = after(dealt, "play 9h", "play Kh", "play 6h", "play 6s")
    table = DealtTable(page, state, legal_after=SETTLED)
    call = page.get_by_role("button", name="“Last card!”")
    expect(call).to_have_attribute("aria-pressed", "false")
    call.click()
    expect(call).to_have_attribute("aria-pressed", "true")
    press(page, "9s")
    expect(page.locator("[data-part=log]")).to_contain_text("“Last card!”")
    assert table.moves == ["play 9s last"]


def test_the_only_move_draw_is_made_by_itself(visit: Visitors) -> None:
    page = visit()
    table = DealtTable(page, after(four_cards("7c Ks 9s 9c", "5h 6d 6c Jd"), "play 5h"))
    expect(page.locator(".hand-card")).to_have_count(5)
    assert table.moves == ["draw"]


def test_the_setting_against_drawing_by_itself_is_kept(visit: Visitors) -> None:
    page = visit()
    table = DealtTable(page, four_cards("7c Ks 9s 9c", "5h 6d 6c Jd"))
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Draw for me when nothing else is possible").uncheck()
    page.keyboard.press("Escape")
    table.reply("play 5h")
    page.wait_for_timeout(1_200)
    assert table.moves == []
    page.keyboard.press("d")
    expect(page.locator(".hand-card")).to_have_count(5)


def test_each_sound_can_be_muted_and_stays_so(visit: Visitors) -> None:
    page = visit()
    DealtTable(page, four_cards("7c Ks 9s 9c", "5h 6d 6c Jd"))
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("The last-card call").uncheck()
    muted = (
        "async (names) => { const sound = await import('/static/js/table/sound.js'); return names.map(sound.isMuted) }"
    )
    assert page.evaluate(muted, ["turn", "card", "last", "end"]) == [False, False, True, False]
    page.reload()
    assert page.evaluate(muted, ["turn", "card", "last", "end"]) == [False, False, True, False]


def test_with_confirming_a_card_is_tapped_twice(visit: Visitors) -> None:
    page = visit("phone")
    table = DealtTable(page, after(four_cards("7h Kh 9s 9c", "5h 6d 6c Jd"), "play 5h"), legal_after=SETTLED)
    page.get_by_role("button", name="Settings").tap()
    page.get_by_label("Tap a card twice to play it").check()
    page.get_by_role("button", name="Close").first.tap()
    press(page, "7h")
    expect(page.locator("[data-part=status]")).to_contain_text("again")
    assert table.moves == []
    press(page, "7h")
    expect(page.locator('[data-table-card="7h"]')).to_be_visible()
    assert table.moves == ["play 7h"]


# -- the hand's order -------------------------------------------------------------------------------


def test_a_hand_is_sorted_by_suit_and_by_rank(visit: Visitors) -> None:
    page = visit()
    DealtTable(page, four_cards("Kh 9s Tc 9c", "5h 6d 6c Jd"))
    page.get_by_role("button", name="by suit").click()
    assert hand(page) == ["9c", "Tc", "9s", "Kh"]
    page.get_by_role("button", name="by rank").click()
    assert hand(page) == ["9c", "9s", "Tc", "Kh"]


def test_an_order_of_ones_own_is_kept_for_the_deal(visit: Visitors) -> None:
    page = visit()
    DealtTable(page, four_cards("Kh 9s Tc 9c", "5h 6d 6c Jd"))
    before = hand(page)
    first, last = card(page, before[0]).bounding_box(), card(page, before[-1]).bounding_box()
    page.mouse.move(first["x"] + 20, first["y"] + 60)
    page.mouse.down()
    page.mouse.move(last["x"] + 70, last["y"] + 60, steps=12)
    page.mouse.up()
    assert hand(page) == [*before[1:], before[0]]
    page.reload()
    page.wait_for_selector(".hand-card")
    assert hand(page) == [*before[1:], before[0]]


# -- keys and words ---------------------------------------------------------------------------------


def test_a_hand_is_played_by_keys_alone(visit: Visitors) -> None:
    page = visit()
    table = DealtTable(page, after(four_cards("7h Kh 9s 9c", "5h 6d 6c Jd"), "play 5h"))
    page.keyboard.press("ArrowLeft")
    for _ in range(4):
        if page.evaluate("document.activeElement.dataset.card") == "7h":
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator('[data-table-card="7h"]')).to_be_visible()
    assert table.moves == ["play 7h"]


def test_keys_with_a_modifier_stay_the_browsers(visit: Visitors) -> None:
    page = visit()
    table = DealtTable(page, after(four_cards("7c Ks 9s 9c", "5h 6d 6c Jd"), "play 5h"))
    assert page.evaluate("""() => document.body.dispatchEvent(
        new KeyboardEvent("keydown", {key: "d", ctrlKey: true, bubbles: true, cancelable: true}))""")
    assert table.moves == []


def test_the_live_region_says_what_happened_and_what_goes(visit: Visitors) -> None:
    page = visit()
    table = DealtTable(page, four_cards("7h Kh 9s 9c", "5h 6d 6c Jd"))
    table.reply("play 5h")
    live = page.locator("[data-part=live]")
    expect(live).to_contain_text("Bob plays five of hearts.")
    expect(live).to_contain_text("Your turn.")
    expect(live).to_contain_text("You can play: seven of hearts or king of hearts.")


# -- each game has its own look ----------------------------------------------------------------------


OWN_PARTS = {
    LastPlayer: ".direction",
    FollowTheLeader: ".ladder",
    KingGeorgeIII: ".aces",
    ChukchiDurak: ".trumps",
    ArithmeticDurak: ".fill-to",
}


@pytest.mark.parametrize("game", OWN_PARTS, ids=lambda game: game.slug)
def test_a_game_shows_its_own_parts_and_no_others(visit: Visitors, game: type[Game]) -> None:
    page = visit("phone")
    DealtTable(page, game.deal(3, 2, seed="look"))
    shared = {".trumps": {ChukchiDurak, ArithmeticDurak}}
    for other, part in OWN_PARTS.items():
        here = game is other or game in shared.get(part, set())
        expect(page.locator(f"[data-part=centre] {part}")).to_have_count(1 if here else 0)
