"""`announce()`: the only place that tells of a change; and the hub, which shows it to this process's sockets.

All processes hear the same hints through the channel layer: "these tables are at these versions", never the content;
the hub keeps the set of its tables to look at.  It listens for its own voice: while the layer is silent, it looks at
all its tables every second.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import Context
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol, TypeVar

import structlog
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from . import replay, snapshots
from .models import Table
from .threads import in_thread

log = structlog.get_logger(__name__)
PRESENCE_SECONDS = 45
LOADS_AT_MOST = 5
GROUP = "tables"
BEAT_SECONDS = 1.0  # between two probes of the channel layer
SILENT_SECONDS = 3.0  # without a probe coming back: the layer is away
ASK_SECONDS = 2.0  # what one call of the layer may take
SIGNED_OUT_SECONDS = 0.5  # after the news that somebody signs out: then the session is gone


P = TypeVar("P")


class Socket(Protocol):
    """What the hub knows of a viewer's connection."""

    user_id: int | None
    seat: int | None

    def show(self, snapshot: snapshots.Snapshot) -> None:
        """Keep the newest snapshot and send it when the line is free; never waits."""

    def check_person(self) -> None:
        """Close soon if the person is not signed in any more."""


class Watched:
    """A table that this process's sockets look at."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.sockets: set[Socket] = set()
        self.snapshot: snapshots.Snapshot | None = None


class Hub:
    """This process's tables with open sockets.  Everything but `poke` runs on the server's loop."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self._tables: dict[int, Watched] = {}

    def start(self) -> None:
        """Begin (again, where a test has another loop)."""
        loop = asyncio.get_running_loop()
        if self.loop is loop:
            return
        self.loop = loop
        self._tables = {}
        self._dirty: set[int] = set()
        self._last_beat, self._layer_away = time.monotonic(), False
        self._wake = asyncio.Event()
        self._tasks = [loop.create_task(self._refresh()), loop.create_task(self._connect())]

    async def join(self, table_id: int, socket: Socket) -> None:
        self.start()
        watched = self._tables.setdefault(table_id, Watched(table_id))
        watched.sockets.add(socket)
        if watched.snapshot:
            socket.show(watched.snapshot)
        await self.presence(table_id, socket, True)
        self.look(table_id)

    async def part(self, table_id: int, socket: Socket) -> None:
        watched = self._tables.get(table_id)
        if watched is None:
            return
        watched.sockets.discard(socket)
        if not watched.sockets:
            del self._tables[table_id]
        if not any(other.seat == socket.seat for other in watched.sockets):
            await self.presence(table_id, socket, False)

    async def presence(self, table_id: int, socket: Socket, here: bool) -> None:
        """Note that a seat's player has the page open; others see it with the next message."""
        if socket.seat is None:
            return
        key = _here_key(table_id, socket.seat)
        known = await cache.aget(key)
        await (cache.aset(key, 1, PRESENCE_SECONDS) if here else cache.adelete(key))
        if bool(known) != here:
            announce(table_id, 0)

    async def reseat(self, table_id: int, socket: Socket, old: int | None) -> None:
        """A viewer has taken or left a seat."""
        if old is not None:
            await cache.adelete(_here_key(table_id, old))
        await self.presence(table_id, socket, True)

    def alive(self, table_id: int, socket: Socket) -> None:
        """A heartbeat: the player is still here; and the table is read again in case a hint was lost."""
        if socket.seat is not None and self.loop:
            self._keep = self.loop.create_task(cache.aset(_here_key(table_id, socket.seat), 1, PRESENCE_SECONDS))
        self.look(table_id)

    def version(self, table_id: int) -> int:
        watched = self._tables.get(table_id)
        return watched.snapshot.table.version if watched and watched.snapshot else 0

    def look(self, table_id: int) -> None:
        """Read the table again soon; on the loop."""
        if table_id in self._tables:
            self._mark(table_id)

    def poke(self, table_id: int) -> None:
        """`look`, from any thread."""
        self.call(self.look, table_id)

    def call(self, function: Callable[[P], None], argument: P) -> None:
        """On the loop, soon; from any thread."""
        if self.loop and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(function, argument)

    def moved(self, moves: list[tuple[Table, replay.Fold]]) -> None:
        """Show moves made by this process without reading them back; on the loop."""
        for table, fold in moves:
            if watched := self._tables.get(table.pk):
                last = watched.snapshot
                if last and last.fold and last.deal == fold.deal and last.table.version == table.version - 1:
                    self._show(watched, snapshots.moved(last, table, fold))
                else:
                    self._mark(table.pk)

    def changed(self, snapshot: snapshots.Snapshot) -> None:
        """Show a change made by this process without reading it back; on the loop."""
        watched = self._tables.get(snapshot.table.pk)
        if watched is None:
            return
        last = watched.snapshot
        if last and last.table.version < snapshot.table.version:
            self._show(watched, replace(snapshot, here=last.here))
        elif not last:
            self._mark(snapshot.table.pk)

    def shows(self, table_id: int) -> bool:
        """Whether a socket looks at the table; from any thread."""
        return table_id in self._tables

    def signed_out(self, user_id: int) -> None:
        """A session of the user has ended, or is about to; from any thread."""
        if self.loop and not self.loop.is_closed():
            later = self.loop.call_later, SIGNED_OUT_SECONDS, self._check_people, user_id
            self.loop.call_soon_threadsafe(*later, context=Context())  # not that of the request that signs out

    # -- inside ----------------------------------------------------------------------------------

    def _mark(self, table_id: int) -> None:
        self._dirty.add(table_id)
        self._wake.set()

    def _check_people(self, user_id: int) -> None:
        for watched in self._tables.values():
            for socket in watched.sockets:
                if socket.user_id == user_id:
                    socket.check_person()

    async def _connect(self) -> None:
        """Get a line to the layer, as soon as there is one; until then read what is asked for."""
        layer = get_channel_layer()
        while True:
            try:
                channel = await asyncio.wait_for(layer.new_channel("hub"), ASK_SECONDS)
                await asyncio.wait_for(layer.group_add(GROUP, channel), ASK_SECONDS)
                break
            except Exception as error:
                self._layer_failed(error)
                await asyncio.sleep(BEAT_SECONDS)
        self._look_at_all()  # what was said before this process listened
        work = self._listen(layer, channel), self._beat(layer, channel)
        self._tasks += [asyncio.get_running_loop().create_task(task) for task in work]

    async def _listen(self, layer: Any, channel: str) -> None:
        while True:
            try:
                message = await layer.receive(channel)
                if "user" in message:
                    self.signed_out(message["user"])
                    continue
                if "tables" not in message:
                    self._layer_answers()
                    continue
                for table_id, version in message["tables"]:
                    if version == 0 or version > self.version(table_id):
                        self.look(table_id)
            except Exception as error:
                self._layer_failed(error)
                await asyncio.sleep(BEAT_SECONDS)

    async def _beat(self, layer: Any, channel: str) -> None:
        while True:
            try:
                await asyncio.wait_for(layer.send(channel, {"type": "beat"}), ASK_SECONDS)
                await asyncio.sleep(BEAT_SECONDS)
                if time.monotonic() - self._last_beat > SILENT_SECONDS:
                    raise ConnectionError("the layer is silent")
            except Exception as error:
                self._layer_failed(error)
                await asyncio.sleep(BEAT_SECONDS)

    def _layer_answers(self) -> None:
        self._last_beat = time.monotonic()
        if self._layer_away:
            self._layer_away = False
            self._look_at_all()

    def _layer_failed(self, error: Exception) -> None:
        """No hints for now."""
        if not self._layer_away:
            log.warning("layer_unreachable", error=type(error).__name__)
        self._layer_away = True
        self._look_at_all()

    def _look_at_all(self) -> None:
        for table_id in self._tables:
            self._mark(table_id)

    async def _refresh(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            dirty, self._dirty = self._dirty, set()
            await asyncio.gather(*map(self._reload, dirty))

    async def _reload(self, table_id: int) -> None:
        watched = self._tables.get(table_id)
        if watched is None:
            return
        try:
            found = await in_thread(snapshot)(table_id, watched.snapshot)
        except Exception as error:
            log.warning("table_unreadable", table=table_id, error=type(error).__name__)
            asyncio.get_running_loop().call_later(1, self.look, table_id)
            return
        last = watched.snapshot
        if found and found is not last and (not last or found.table.version >= last.table.version):
            self._show(watched, found)

    @staticmethod
    def _show(watched: Watched, snapshot: snapshots.Snapshot) -> None:
        watched.snapshot = snapshot
        for socket in watched.sockets:
            socket.show(snapshot)


hub = Hub()


def _here_key(table_id: int, seat: int) -> str:
    return f"here:{table_id}:{seat}"


def snapshot(table_id: int, known: snapshots.Snapshot | None) -> snapshots.Snapshot | None:
    """The table at one version: read again where a commit fell between the queries; `known` where nothing is new."""
    for _ in range(LOADS_AT_MOST):
        try:
            table = Table.objects.select_related("rematch").get(pk=table_id)
        except Table.DoesNotExist:
            return None
        here = _who_is_here(table_id)
        if known and known.table.version == table.version:
            return known if known.here == here else replace(known, here=here)
        read = replay.read_parts(table)
        found = snapshots.view_of(table, read, here)
        if Table.objects.filter(pk=table_id, version=table.version).exists():
            replay.rows.put(table_id, table)
            replay.parts.put(table_id, read)
            break
    return found


def _who_is_here(table_id: int) -> frozenset[int]:
    keys = {_here_key(table_id, seat): seat for seat in range(6)}
    return frozenset(keys[key] for key in cache.get_many(keys))


# -- telling ------------------------------------------------------------------------------------------


def announce(table_id: int, version: int) -> None:
    """Tell every process that the table has changed; from any thread, after the commit.  Never fails, never waits.

    Version 0 means: look, whatever you know.
    """
    hub.poke(table_id)
    _hints.tell(table_id, version)


def announce_moves(moves: list[tuple[Table, replay.Fold]]) -> None:
    """`announce` for moves that this process made: its own sockets need not wait for a read."""
    hub.call(hub.moved, moves)
    for table, _ in moves:
        _hints.tell(table.pk, table.version)


def announce_snapshot(snapshot: snapshots.Snapshot) -> None:
    """`announce` for a change that this process made and sees whole."""
    hub.call(hub.changed, snapshot)
    _hints.tell(snapshot.table.pk, snapshot.table.version)


def announce_on_commit(table: Table) -> None:
    table_id, version = table.pk, table.version
    transaction.on_commit(lambda: announce(table_id, version), robust=True)


def signed_out(user_id: int) -> None:
    """Sockets that have outlived their session close, in every process; from any thread.  Never fails, never waits."""
    hub.signed_out(user_id)
    if not settings.EMBEDDED:
        asyncio.run_coroutine_threadsafe(_tell_signed_out(user_id), layer_loop())


async def _tell_signed_out(user_id: int) -> None:
    try:
        async with asyncio.timeout(ASK_SECONDS):
            await get_channel_layer().group_send(GROUP, {"type": "hint", "user": user_id})
    except Exception as error:
        log.info("hint_lost", user=user_id, error=type(error).__name__)


class _Hints:
    """What is to be told to the other processes: all that waits goes out in one message."""

    def __init__(self) -> None:
        self._waiting: dict[int, int] = {}
        self._sending: Future[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()

    def tell(self, table_id: int, version: int) -> None:
        if settings.EMBEDDED:  # one process has one hub
            return
        with self._lock:
            self._waiting[table_id] = version and max(version, self._waiting.get(table_id, 1))
            loop = layer_loop()
            if self._loop is not loop or self._sending is None or self._sending.done():
                self._loop, self._sending = loop, asyncio.run_coroutine_threadsafe(self._send(), loop)

    async def _send(self) -> None:
        while hints := self._take():
            try:
                async with asyncio.timeout(ASK_SECONDS):
                    await get_channel_layer().group_send(GROUP, {"type": "hint", "tables": list(hints.items())})
            except Exception as error:  # a hint may be lost; a committed move may not fail for it
                log.info("hint_lost", tables=len(hints), error=type(error).__name__)

    def _take(self) -> dict[int, int]:
        with self._lock:
            taken, self._waiting = self._waiting, {}
            if not taken:
                self._sending = None
            return taken


_hints = _Hints()


def layer_loop() -> asyncio.AbstractEventLoop:
    """The loop of this process for the layer: the server's own, or (in a worker) one in a thread."""
    if hub.loop and hub.loop.is_running():
        return hub.loop
    return _own_loop()


@lru_cache(1)
def _own_loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="layer", daemon=True).start()
    return loop
