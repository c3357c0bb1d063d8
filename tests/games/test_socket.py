"""The table's socket as browsers and programs meet it (docs/PROTOCOL.md)."""

from __future__ import annotations

import asyncio
import json

import pytest
from allauth.usersessions.models import UserSession
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.test import Client

from accounts.services import save_settings
from config.asgi import application
from games import replay, services
from games.models import Move, Table
from games.services.deals import current_deal

from .support import next_moment, open_table, person, play, state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
HOST = "testserver"


class Viewer(ApplicationCommunicator):
    """A connection of one viewer; `state` waits for the next state, `ask` for the answer to a message."""

    def __init__(
        self,
        table: Table,
        cookie: str = "",
        origin: str | None = f"http://{HOST}",
        since: int = 0,
        path: str = "",
    ) -> None:
        """`path`: below the table's."""
        headers = [(b"host", HOST.encode()), (b"cookie", cookie.encode())]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        scope = {
            "type": "websocket", "path": f"/ws/tables/{table.slug}/{path}", "query_string": f"since={since}".encode(),
            "headers": headers, "subprotocols": [],
        }  # fmt: skip
        super().__init__(application, scope)
        self.states: list[dict] = []
        self.answers: list[dict] = []

    async def connect(self) -> tuple[bool, int | None]:
        await self.send_input({"type": "websocket.connect"})
        message = await self.receive_output(5)
        return message["type"] == "websocket.accept", message.get("code")

    async def disconnect(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(5)

    async def send_to(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send_input({"type": "websocket.receive", "text": text_data, "bytes": bytes_data})

    async def receive_from(self, timeout: float) -> str:
        message = await self.receive_output(timeout)
        assert message["type"] == "websocket.send", message
        return message["text"]

    async def state(self, at_least: int = 0) -> dict:
        while True:
            for state in self.states:
                if state["v"] >= at_least:
                    self.states = []
                    return state
            await self._receive()

    async def ask(self, **message) -> dict:
        await self.send_to(text_data=json.dumps({"id": 7, **message}))
        return await self.answer()

    async def answer(self) -> dict:
        while not self.answers:
            await self._receive()
        return self.answers.pop(0)

    async def _receive(self) -> None:
        message = json.loads(await self.receive_from(5))
        if message["type"] == "state":
            self.states.append(message)
            self.answers += message.get("answers", [])
        else:
            self.answers.append(message)


def cookie_of(user) -> str:
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return f"sessionid={client.cookies['sessionid'].value}"


@sync_to_async
def begun_table():
    """A match of two that has begun; the cookies of the two."""
    ann, bob = person("Ann"), person("Bob")
    table = open_table(ann)
    services.take_seat(table.slug, bob)
    next_moment(table)
    return table, cookie_of(ann), cookie_of(bob)


@pytest.fixture
async def connected():
    """The table with both players' viewers and a spectator's, each by its table seat (2: the spectator)."""
    table, ann, bob = await begun_table()
    viewers = [Viewer(table, ann), Viewer(table, bob), Viewer(table)]
    for viewer in viewers:
        assert (await viewer.connect())[0]
    states = [await viewer.state() for viewer in viewers]
    yield table, viewers, states
    for viewer in viewers:
        await viewer.disconnect()


async def test_everybody_sees_what_is_theirs(connected):
    _, _, states = connected
    assert [state["you"]["seat"] for state in states] == [0, 1, None]
    hands = [state["deal"]["view"]["hand"] for state in states]
    assert len(hands[0]) == len(hands[1]) == 6
    assert hands[2] is None
    assert not set(hands[0]) & set(hands[1])


async def test_a_page_that_outlives_its_session_is_cut_off(connected):
    table, viewers, _states = connected
    ann = await sync_to_async(lambda: table.seats.select_related("user").get(number=0).user)()
    with_another_session = Viewer(table, await sync_to_async(cookie_of)(ann))
    assert (await with_another_session.connect())[0]
    key = dict(viewers[0].scope["headers"])[b"cookie"].decode().removeprefix("sessionid=")
    await sync_to_async(lambda: UserSession.objects.create(user=ann, session_key=key, ip="127.0.0.1").end())()
    while (message := await viewers[0].receive_output(5))["type"] != "websocket.close":
        pass
    assert message["code"] == 4403
    assert (await with_another_session.ask(type="ping"))["ok"]
    assert (await viewers[1].ask(type="ping"))["ok"]
    await with_another_session.disconnect()


async def test_a_new_name_is_shown_at_the_table(connected):
    table, viewers, states = connected
    bob = await sync_to_async(lambda: table.seats.select_related("user").get(number=1).user)()
    await sync_to_async(save_settings)(bob, {"display_name": "Bob the brave"})
    state = await viewers[0].state(states[0]["v"] + 1)
    assert [seat["name"] for seat in state["table"]["seats"]] == ["Ann", "Bob the brave"]


async def test_who_has_moved_is_told_so_with_what_came_of_it(connected):
    _table, viewers, states = connected
    seat = states[0]["deal"]["seats"][states[0]["deal"]["turn"]["seat"]]
    move = states[seat]["deal"]["view"]["legal"][0]
    await viewers[seat].send_to(text_data=json.dumps({"type": "move", "id": 3, "deal": 1, "ply": 0, "move": move}))
    answer = await viewers[seat].answer()
    told = await viewers[seat].state(answer["v"])
    assert told.get("answers", [answer]) == [answer] == [{"type": "answer", "id": 3, "ok": True, "v": told["v"]}]
    assert "answers" not in await viewers[1 - seat].state(answer["v"])


async def test_a_move_reaches_everybody_with_its_event(connected):
    _table, viewers, states = connected
    actor = states[0]["deal"]["turn"]["seat"]
    seat = states[0]["deal"]["seats"][actor]
    move = states[seat]["deal"]["view"]["legal"][0]
    answer = await viewers[seat].ask(type="move", deal=1, ply=0, move=move)
    assert answer == {"type": "answer", "id": 7, "ok": True, "v": answer["v"]}
    for viewer in viewers:
        state = await viewer.state(answer["v"])
        assert state["events"][0]["type"] == "play"
        assert state["events"][0]["seat"] == seat
        assert state["events"][0]["card"] == move.split()[1]


async def test_the_same_move_again_is_ok_and_an_old_ply_is_stale(connected):
    _table, viewers, states = connected
    seat = states[0]["deal"]["seats"][states[0]["deal"]["turn"]["seat"]]
    legal = states[seat]["deal"]["view"]["legal"]
    first = await viewers[seat].ask(type="move", deal=1, ply=0, move=legal[0])
    again = await viewers[seat].ask(type="move", deal=1, ply=0, move=legal[0])
    other = await viewers[seat].ask(type="move", deal=1, ply=0, move=legal[-1])
    assert again["v"] == first["v"]
    assert (other["ok"], other["code"]) == (False, "stale")
    assert await sync_to_async(Move.objects.count)() == 1


async def test_what_may_not_be_is_refused_with_a_sentence(connected):
    _table, viewers, states = connected
    seat = states[0]["deal"]["seats"][states[0]["deal"]["turn"]["seat"]]
    codes = {
        seat: ("move", "play Zz", "illegal"),
        1 - seat: ("move", states[seat]["deal"]["view"]["legal"][0], "not_your_turn"),
        2: ("move", "draw", "not_seated"),
    }
    for viewer, (kind, move, code) in codes.items():
        answer = await viewers[viewer].ask(type=kind, deal=1, ply=0, move=move)
        assert (answer["ok"], answer["code"]) == (False, code)
        assert answer["message"]


BAD = [
    "", "null", "[]", "{", "{}", '{"type": 1}', '{"type": "dance", "id": 1}', '{"type": "move", "id": 1}',
    '{"type": "move", "id": 1, "deal": "1", "ply": 0, "move": "draw"}',
    '{"type": "move", "id": 1, "deal": true, "ply": 0, "move": "draw"}',
    '{"type": "move", "id": 1, "deal": 99999999999999999999999, "ply": 0, "move": "draw"}',
    '{"type": "move", "id": 1, "deal": 1, "ply": -1, "move": "draw"}',
    '{"type": "move", "id": 1, "deal": 1, "ply": 0, "move": "dr\\u0000aw"}',
    '{"type": "move", "id": 1, "deal": 1, "ply": 0, "move": "\\ud800"}',
    '{"type": "text", "id": 1, "deal": 1, "text": 5}', "[" * 4000, "1" * 4000, "x" * 100_000,
    '{"type": "remove", "id": 1, "seat": 77}', '{"type": "fill", "id": 1, "bot": "god"}',
    '{"type": "start", "id": 1}', '{"type": "sit", "id": 1, "seat": 1}', '{"type": "rematch", "id": 1}',
]  # fmt: skip


async def test_bad_messages_are_refused_one_by_one_and_play_goes_on(connected, caplog):
    _table, viewers, states = connected
    seat = states[0]["deal"]["seats"][states[0]["deal"]["turn"]["seat"]]
    for text in BAD:
        await viewers[seat].send_to(text_data=text)
        answer = await viewers[seat].answer()
        assert (answer["ok"], bool(answer["message"])) == (False, True), text
    await viewers[seat].send_to(bytes_data=b"\x00\xff")
    assert not (await viewers[seat].answer())["ok"]
    answer = await viewers[seat].ask(type="move", deal=1, ply=0, move=states[seat]["deal"]["view"]["legal"][0])
    assert answer["ok"]
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_flood_is_answered_and_passes(connected):
    _table, viewers, _states = connected
    for _ in range(400):
        await viewers[2].send_to(text_data='{"type": "ping", "id": 1}')
    answers = [await viewers[2].answer() for _ in range(400)]
    assert {answer.get("code") for answer in answers if answer["type"] == "answer"} == {"too_fast"}
    await asyncio.sleep(0.3)
    assert (await viewers[2].ask(type="ping"))["type"] == "pong"


async def test_who_sends_a_little_too_fast_is_heard_as_often_as_is_allowed(connected):
    _table, viewers, _states = connected
    for _ in range(60):
        await viewers[2].send_to(text_data='{"type": "ping", "id": 1}')
    [await viewers[2].answer() for _ in range(60)]
    kinds = []
    for _ in range(40):
        kinds.append((await viewers[2].ask(type="ping"))["type"])
        await asyncio.sleep(0.03)
    assert kinds.count("pong") >= 20


@pytest.mark.parametrize(
    "origin", [None, "", "null", "http://evil.example", f"http://{HOST}.evil.example", f"http://{HOST}:81"]
)
async def test_another_origin_is_refused(origin):
    table, ann, _ = await begun_table()
    viewer = Viewer(table, ann, origin=origin)
    assert not (await viewer.connect())[0]


async def test_an_unknown_table_is_refused():
    viewer = Viewer(Table(slug="nosuchtable"))
    assert await viewer.connect() == (False, 4404)


def view_of_seat_0(table):
    return state_of(table).view(current_deal(table).seats.index(0))


async def test_coming_back_gives_the_view_and_what_was_missed():
    table, ann, _ = await begun_table()
    seen = table.version
    for _ in range(3):
        await sync_to_async(play)(table)
    viewer = Viewer(table, ann, since=seen)
    await viewer.connect()
    state = await viewer.state()
    assert state["v"] == seen + 3
    assert {event["ply"] for event in state["events"]} == {0, 1, 2}
    assert state["deal"]["view"] == await sync_to_async(view_of_seat_0)(table)
    await viewer.disconnect()


async def test_a_move_made_elsewhere_is_shown(connected):
    """Another process commits; this one hears of it and reads it."""
    table, viewers, _ = connected
    replay.forget_all()
    answer = await sync_to_async(play)(table)
    assert (await viewers[2].state(answer.version))["deal"]["view"]["ply"] == 1


async def test_who_is_here_is_shown(connected):
    _table, viewers, _ = connected
    await viewers[0].disconnect()
    state = await viewers[1].state()
    while state["table"]["seats"][0]["here"]:
        state = await viewers[1].state()
    assert state["table"]["seats"][1]["here"]
