"""The table's socket (docs/PROTOCOL.md): thin; services decide, the hub tells."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs, urlsplit

import orjson
import structlog
from channels.auth import get_user
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from . import metrics, services, snapshots
from .api import access
from .live import hub
from .models import Seat, Table
from .services import actions
from .services.moves import MoveRequest, refuse
from .services.refused import Refused
from .services.writer import writer
from .threads import in_thread

log = structlog.get_logger(__name__)
MESSAGE_BYTES = 4096
RATE, BURST = 20, 40  # messages a second, and at once
ANSWERS_AT_MOST = 64
FORBIDDEN, NOT_FOUND = 4403, 4404
TOKEN_SECONDS = 30  # a revoked token is noticed so soon


Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class TableConsumer(AsyncWebsocketConsumer):
    """One viewer's connection.  It sends the newest state when the line is free, and an answer to each message."""

    channel_layer = None  # the hub listens for all connections of the process
    user_id: int | None = None
    seat: int | None = None
    table_id: int | None = None
    bearer: str | None = None  # a program's token
    may_play = True
    known_at = 0.0  # when the token was last found to hold

    async def connect(self) -> None:
        self.answers: deque[dict[str, Any]] = deque()
        self.snapshot: snapshots.Snapshot | None = None
        self.since = _since(self.scope)
        self.tokens, self.refilled = float(BURST), time.monotonic()
        self.idle: asyncio.Future[None] | None = None  # what the pump waits for (an Event asks for the process's id)
        if not await self._let_in():
            await self.close(FORBIDDEN)
            return
        self.language = _language(self.scope)
        user = self.scope["user"]
        route = self.scope["url_route"]["kwargs"]
        self.user_id = user.pk if user.is_authenticated and not route.get("watch") else None
        self.table_id, self.seat = await _find(route["slug"], self.user_id)
        if self.table_id is None:
            await self.close(NOT_FOUND)
            return
        await self.accept()
        metrics.SOCKETS.inc()
        self.pump = asyncio.create_task(self._pump())
        await hub.join(self.table_id, self)

    async def disconnect(self, code: int) -> None:
        if self.table_id is not None and hasattr(self, "pump"):
            metrics.SOCKETS.dec()
            self.pump.cancel()
            await hub.part(self.table_id, self)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Message after message, in this task: channels' own way, for several sources, makes a task of each.

        The thread's database connection is not closed at every message: `in_thread` looks after it.
        """
        self.scope, self.base_send = scope, send
        self.line = scope["line"]
        try:
            while True:
                message = await receive()
                await getattr(self, get_handler_name(message))(message)
        except StopConsumer:
            pass

    # -- who it is -------------------------------------------------------------------------------

    async def _let_in(self) -> bool:
        """A program shows a token; a browser has a cookie, and its page must be of this site."""
        self.bearer = access.bearer(_header(self.scope, b"authorization"))
        return await self._is_welcome() if self.bearer is not None else _same_origin(self.scope)

    async def _is_welcome(self) -> bool:
        """Whether the token holds; looked up again from time to time, since it may be revoked."""
        if self.known_at and time.monotonic() - self.known_at < TOKEN_SECONDS:
            return True
        token = await in_thread(access.find_token)(self.bearer)
        if token is None or not {access.READ, access.PLAY} & set(token.scopes):
            return False
        self.known_at, self.may_play = time.monotonic(), access.PLAY in token.scopes
        self.scope["user"] = token.user
        return True

    def check_person(self) -> None:
        self.checking = asyncio.create_task(self._close_if_signed_out())

    async def _close_if_signed_out(self) -> None:
        """The session may have ended elsewhere; a program with a token has none."""
        key = self.scope["session"].session_key
        if key is None or self.user_id is None or self.bearer is not None:
            return
        user = await get_user({"session": import_module(settings.SESSION_ENGINE).SessionStore(key)})
        if user.pk != self.user_id:
            await self.close(FORBIDDEN)

    # -- sending ---------------------------------------------------------------------------------

    def show(self, snapshot: snapshots.Snapshot) -> None:
        self.snapshot = snapshot
        self._wake()

    def answer(self, message: dict[str, Any]) -> None:
        self.answers.append(message)
        self._wake()

    def _wake(self) -> None:
        if self.idle and not self.idle.done():
            self.idle.set_result(None)

    async def _pump(self) -> None:
        """Send what waits.  A slow reader gets fewer, newer states and holds nobody else up."""
        loop = asyncio.get_running_loop()
        while True:
            if not (self.snapshot or self.answers):
                self.idle = loop.create_future()
                await self.idle
            if snapshot := self.snapshot:
                self.snapshot = None
                if self.bearer is not None and not await self._is_welcome():
                    return await self.close(FORBIDDEN)
                seat = snapshot.seat_of(self.user_id)
                if (number := seat.number if seat and not seat.left_at else None) != self.seat:
                    old, self.seat = self.seat, number
                    await hub.reseat(self.table_id, self, old)
                text = snapshot.encode(self.user_id, self.since, snapshots.now_ms())
                self.since = max(self.since, snapshot.table.version)
                if self.answers:  # who has moved is told so with what came of it
                    text = f'{text[:-1]},"answers":{orjson.dumps(list(self.answers)).decode()}}}'
                    self.answers.clear()
                await self.line({"type": "websocket.send", "text": text})
            while self.answers:
                text = orjson.dumps(self.answers.popleft()).decode()
                await self.line({"type": "websocket.send", "text": text})

    # -- receiving -------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        message_id: int | None = None
        try:
            if not self._may_speak():
                raise Refused("too_fast", self._say(gettext_noop("Too many messages at once. Wait a moment, please.")))
            if self.bearer is not None and not await self._is_welcome():
                return await self.close(FORBIDDEN)
            message = self._parse(text_data)
            message_id = message.get("id")
            result = await self._serve(message)
            self.answer({"type": "answer", "id": message_id, "ok": True} | result)
        except Refused as refused:
            self.answer(
                {"type": "answer", "id": message_id, "ok": False, "code": refused.code, "message": refused.message}
            )
            if refused.code in ("stale", "gone") and self.table_id is not None:
                hub.look(self.table_id)
        except Exception as error:
            log.error("socket_message_failed", table=self.table_id, error=type(error).__name__, exc_info=True)
            text = self._say(gettext_noop("Something went wrong on our side. Try again, please."))
            self.answer({"type": "answer", "id": message_id, "ok": False, "code": "try_again", "message": text})
        if len(self.answers) > 1:  # what it sends comes faster than what it is sent: others' turn, and the pump's
            await asyncio.sleep(0)
        if len(self.answers) > ANSWERS_AT_MOST:
            await self.close()

    def _may_speak(self) -> bool:
        now = time.monotonic()
        self.tokens = min(BURST, self.tokens + (now - self.refilled) * RATE)
        self.refilled = now
        if self.tokens < 1:  # what is refused costs nothing: who sends a little too fast still gets through
            return False
        self.tokens -= 1
        return True

    def _say(self, sentence: str) -> str:
        with translation.override(self.language):
            return _(sentence)

    def _parse(self, text: str | None) -> dict[str, Any]:
        """The message, its fields checked; Refused `bad_message` otherwise."""
        if text is None or len(text) > MESSAGE_BYTES or len(text.encode(errors="replace")) > MESSAGE_BYTES:
            raise Refused("bad_message", self._say(gettext_noop("A message is JSON text of at most 4,096 bytes.")))
        try:
            return actions.check(orjson.loads(text))
        except (ValueError, RecursionError):
            raise Refused("bad_message", self._say(gettext_noop("That message was not understood."))) from None

    async def _serve(self, message: dict[str, Any]) -> dict[str, Any]:
        kind = message["type"]
        if kind == "ping":
            hub.alive(self.table_id, self)
            return {"type": "pong", "v": hub.version(self.table_id), "now": snapshots.now_ms()}
        if self.user_id is None:
            raise Refused("not_seated", self._say(gettext_noop("Sign in, or play as a guest, to take part.")))
        if not self.may_play:
            raise Refused("not_allowed", self._say(gettext_noop("This token may watch, not play.")))
        if kind == "move":
            return await self._move(message)
        version = await _act(self.language, self.scope["url_route"]["kwargs"]["slug"], self.scope["user"], message)
        return {"v": version}

    async def _move(self, message: dict[str, Any]) -> dict[str, Any]:
        if self.seat is None or self.table_id is None:
            raise Refused("not_seated", self._say(gettext_noop("You do not sit at this table.")))
        request = MoveRequest(self.table_id, message["deal"], message["ply"], self.seat, message["move"])
        if request.text == "pass" and await in_thread(services.hold_pass)(request):
            return {"held": True}
        answer = await writer.commit(request)
        if answer.status != "ok":
            with translation.override(self.language):
                raise refuse(answer)
        return {"v": answer.version}


# -- helpers ----------------------------------------------------------------------------------------


@in_thread
def _act(language: str, slug: str, user: Any, message: dict[str, Any]) -> int:
    with translation.override(language):
        return actions.act(slug, user, message)


@in_thread
def _find(slug: str, user_id: int | None) -> tuple[int | None, int | None]:
    """The table's id and the viewer's table seat."""
    table_id = Table.objects.filter(slug=slug, kind=Table.Kind.LIVE).values_list("pk", flat=True).first()
    if table_id is None or user_id is None:
        return table_id, None
    return table_id, Seat.objects.filter(table=table_id, user=user_id, left_at=None).values_list(
        "number", flat=True
    ).first()


def _header(scope: dict[str, Any], name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def _same_origin(scope: dict[str, Any]) -> bool:
    """Origin must equal Host: another site's page cannot use a player's cookie."""
    return urlsplit(_header(scope, b"origin")).netloc == _header(scope, b"host") != ""


def _since(scope: dict[str, Any]) -> int:
    value = parse_qs(scope["query_string"].decode("latin-1")).get("since", ["0"])[0]
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else 0


def _language(scope: dict[str, Any]) -> str:
    """The user's own, else the page's cookie, else what the browser asks for."""
    own = getattr(scope.get("user"), "language", "") or scope.get("cookies", {}).get("django_language", "")
    for wanted in (own, _header(scope, b"accept-language")[:2]):
        if wanted and translation.check_for_language(wanted):
            return wanted
    return "en"
