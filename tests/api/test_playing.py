"""A table and a match over the API alone, and over the socket with a token."""

from __future__ import annotations

import asyncio
import json
from random import Random

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Token
from accounts.services import revoke_token
from games import consumers, services
from games.models import Table
from games.rules import GAMES
from tests.games.support import next_moment, open_table, person
from tests.games.test_socket import Viewer

from .support import Program, token_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ann(db):
    return person("Ann")


@pytest.fixture
def bob(db):
    return person("Bob")


class TestTables:
    @pytest.mark.parametrize("game", GAMES)
    def test_one_is_opened_with_what_the_game_declares(self, ann, game):
        program = Program(token_of(ann))
        told = program.read(f"/games/{game}")
        options = {option["name"]: option["suggested"] for option in told["options"]}
        for form in told["formats"]:
            number = {form["param"]["name"]: form["param"]["default"]}
            table = program.do(
                "/tables", 201, game=game, options=options, seats=2, format=form["slug"], params=number, public=False
            )
            shown = program.read(f"/tables/{table['slug']}")
            assert shown["table"]["options"] == options
            assert (shown["table"]["format"], shown["table"]["params"]) == (form["slug"], number)
            assert (shown["you"]["seat"], shown["you"]["host"], shown["v"]) == (0, True, table["v"])

    @pytest.mark.parametrize(
        "wrong",
        [
            {"game": "chess"}, {"seats": 9}, {"seats": "2"}, {"options": {"hand_size": 99}}, {"options": {"cards": 5}},
            {"format": "best_of"}, {"params": {"limit": 0}}, {"turn_seconds": 1}, {"name": "x"},
        ],
    )  # fmt: skip
    def test_what_it_does_not_declare_is_refused(self, ann, wrong):
        told = Program(token_of(ann)).do("/tables", 422, **{"game": "last-player"} | wrong)
        assert told["errors"][0]["where"].startswith("body")
        assert not Table.objects.exists()

    def test_it_is_listed_sat_at_and_left(self, ann, bob):
        host, guest = Program(token_of(ann)), Program(token_of(bob))
        slug = host.do("/tables", 201, game="last-player", seats=3)["slug"]
        assert [line["slug"] for line in Program().read("/tables")["items"]] == [slug]
        guest.do(f"/tables/{slug}/sit", seat=2)
        assert [seat["name"] for seat in host.read(f"/tables/{slug}")["table"]["seats"]] == ["Ann", None, "Bob"]
        guest.do(f"/tables/{slug}/fill", 403)
        guest.do(f"/tables/{slug}/leave")
        guest.do(f"/tables/{slug}/leave", 403)
        host.do(f"/tables/{slug}/fill", bot="strong", seat=1)
        host.do(f"/tables/{slug}/remove", seat=1)
        host.do(f"/tables/{slug}/start", 409)
        guest.do(f"/tables/{slug}/sit")
        host.do(f"/tables/{slug}/start")
        assert [line["slug"] for line in Program().read("/tables?state=playing")["items"]] == [slug]

    def test_nothing_new_is_no_content_and_what_is_new_comes_with_its_events(self, ann, bob):
        table, program = begun(ann, bob), Program(token_of(ann))
        state = program.read(f"/tables/{table.slug}")
        assert program.ask("GET", f"/tables/{table.slug}?since={state['v']}") == (204, None)
        mover = Program(token_of(ann if state["deal"]["view"]["legal"] else bob))
        legal = mover.read(f"/tables/{table.slug}")["deal"]["view"]["legal"]
        move = {"deal": 1, "ply": 0, "move": legal[0]}
        done = mover.do(f"/tables/{table.slug}/moves", **move)
        assert mover.do(f"/tables/{table.slug}/moves", **move) == done  # sent again in the same words
        news = program.read(f"/tables/{table.slug}?since={state['v']}")
        assert (news["v"], news["events"][0]["v"]) == (done["v"], done["v"])
        for wrong, code in (
            ({"move": "play Zz", "ply": 1}, {"illegal", "not_your_turn"}),
            ({"ply": 99}, {"stale"}),
            ({"deal": 7}, {"stale"}),
        ):
            assert mover.do(f"/tables/{table.slug}/moves", 409, **move | wrong)["code"] in code
        spectator = Program(token_of(person("Cleo")))
        assert spectator.do(f"/tables/{table.slug}/moves", 403, **move)["code"] == "not_seated"


def begun(ann, bob, **more) -> Table:
    table = open_table(ann, **more)
    services.take_seat(table.slug, bob)
    next_moment(table)
    return table


def test_a_match_is_played_over_the_api_alone(ann, bob):
    """Two programs open, sit, send their texts, play and look back; the background alone does what is due."""
    programs = [Program(token_of(ann)), Program(token_of(bob))]
    options = {"hand_size": 4, "max_moves": 60}
    slug = programs[0].do(
        "/tables", 201, game="last-player", seats=2, format="deals", params={"count": 2}, options=options
    )["slug"]
    programs[1].do(f"/tables/{slug}/sit")
    table, random, texts = Table.objects.get(slug=slug), Random("alone"), 0
    for _ in range(400):
        states = [program.read(f"/tables/{slug}") for program in programs]
        if states[0]["table"]["state"] == "finished":
            break
        for program, state in zip(programs, states, strict=True):
            legal = state["deal"]["view"]["legal"] if state["deal"]["view"] else []
            if legal:
                place = {"deal": state["deal"]["number"], "ply": state["deal"]["view"]["ply"]}
                program.do(f"/tables/{slug}/moves", **place, move=random.choice(legal))
            elif "text" in state["you"]["may"]:
                program.do(f"/tables/{slug}/text", deal=state["deal"]["number"], text=f"my {random.random()}")
                texts += 1
            elif "ready" in state["you"]["may"]:
                program.do(f"/tables/{slug}/ready")
        table.refresh_from_db()
        if table.state == "playing" and table.phase != "playing":
            next_moment(table)
    services.tally(table.pk)
    assert texts >= 2
    match = programs[0].read(f"/matches/{slug}")
    assert sorted(seat["name"] for seat in match["seats"]) == ["Ann", "Bob"]
    assert len(match["sheet"]) == 2
    assert [line["slug"] for line in programs[0].read("/matches/mine")["items"]] == [slug]
    deals = programs[0].read(f"/matches/{slug}/deals")["items"]
    for deal in deals:
        record = programs[0].read(f"/matches/{slug}/deals/{deal['number']}")
        assert len(record["moves"]) == deal["moves"]
        steps = programs[0].read(f"/matches/{slug}/deals/{deal['number']}/steps")
        assert len(steps["items"]) == deal["moves"] + 1
        assert steps["next"] is None
    again = programs[1].do(f"/tables/{slug}/rematch")
    assert programs[0].read(f"/tables/{slug}")["table"]["next"] == again["slug"]


# -- the socket ---------------------------------------------------------------------------------------------------


class Bot(Viewer):
    """A program at the socket: a token, no Origin, no cookie."""

    def __init__(self, table: Table, token: str, **more) -> None:
        super().__init__(table, origin=None, **more)
        self.scope["headers"].append((b"authorization", f"Bearer {token}".encode()))


@sync_to_async
def two_at_a_table():
    ann, bob = person("Ann"), person("Bob")
    table = begun(ann, bob, format="deals", params={"count": 1}, options={"hand_size": 4, "max_moves": 40})
    return table, ann, bob


make = sync_to_async(token_of)


async def test_a_match_is_played_over_the_socket_with_tokens():
    table, ann, bob = await two_at_a_table()
    bots = [Bot(table, await make(user, "play")) for user in (ann, bob)]
    for bot in bots:
        assert (await bot.connect())[0]
    states = [await bot.state() for bot in bots]
    random = Random("socket")
    assert [state["you"]["seat"] for state in states] == [0, 1]
    while states[0]["deal"]["phase"] == "playing":
        seat = states[0]["deal"]["seats"][states[0]["deal"]["turn"]["seat"]]
        deal = states[seat]["deal"]
        move = random.choice(deal["view"]["legal"])
        answer = await bots[seat].ask(type="move", deal=1, ply=deal["view"]["ply"], move=move)
        assert answer["ok"], answer
        states = [await bot.state(answer["v"]) for bot in bots]
    assert states[0]["deal"]["view"]["outcome"]
    for bot in bots:
        await bot.disconnect()


async def test_a_token_to_read_with_may_only_watch():
    table, ann, _bob = await two_at_a_table()
    bot = Bot(table, await make(ann, "read"))
    assert (await bot.connect())[0]
    assert (await bot.state())["you"]["seat"] == 0
    for message in ({"type": "leave"}, {"type": "move", "deal": 1, "ply": 0, "move": "draw"}):
        answer = await bot.ask(**message)
        assert (answer["ok"], answer["code"]) == (False, "not_allowed")
    assert (await bot.ask(type="ping"))["type"] == "pong"
    await bot.disconnect()


async def test_one_that_does_not_hold_is_not_let_in():
    table, ann, _bob = await two_at_a_table()
    revoked, other = await make(ann, "play"), await make(ann, "tournaments")
    await sync_to_async(lambda: revoke_token(ann, Token.objects.order_by("pk").first().pk))()
    for token in ("", "lc_nonsense", revoked, other):
        assert await Bot(table, token).connect() == (False, 4403)


async def test_a_token_counts_and_not_the_cookie():
    table, ann, bob = await two_at_a_table()
    from tests.games.test_socket import cookie_of

    bot = Bot(table, await make(bob, "play"), cookie=await sync_to_async(cookie_of)(ann))
    await bot.connect()
    assert (await bot.state())["you"]["seat"] == 1
    await bot.disconnect()


async def test_who_is_revoked_is_shown_out(monkeypatch):
    monkeypatch.setattr(consumers, "TOKEN_SECONDS", 0)
    table, ann, _bob = await two_at_a_table()
    bot = Bot(table, await make(ann, "play"))
    await bot.connect()
    await bot.state()
    await sync_to_async(lambda: revoke_token(ann, Token.objects.get().pk))()
    await bot.send_to(text_data=json.dumps({"type": "ping", "id": 1}))
    message = await bot.receive_output(5)
    while message["type"] == "websocket.send":
        message = await bot.receive_output(5)
    assert (message["type"], message["code"]) == ("websocket.close", 4403)
    await asyncio.sleep(0)
