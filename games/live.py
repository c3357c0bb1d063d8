"""`announce()`: the only place that tells of a change; and the hub, which shows it to this process's sockets.

The hub holds one subscription a table.  What arrives through the channel layer is a hint, "table t is at version v",
never the content; the hub keeps the set of tables to look at.  It listens for its own voice: while the layer is silent,
it looks at all its tables every second.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine
from typing import Any, Protocol

import structlog
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import close_old_connections, transaction

from . import replay
from .models import Table

log = structlog.get_logger(__name__)
PRESENCE_SECONDS = 45
LOADS_AT_MOST = 5
BEAT_SECONDS = 1.0  # between two probes of the channel layer
SILENT_SECONDS = 3.0  # without a probe coming back: the layer is away
ASK_SECONDS = 2.0  # what one call of the layer may take


class Socket(Protocol):
    """What the hub knows of a viewer's connection."""

    user_id: int | None
    seat: int | None

    def show(self, snapshot: replay.Snapshot) -> None:
        """Keep the newest snapshot and send it when the line is free; never waits."""


class Watched:
    """A table that this process's sockets look at."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.sockets: set[Socket] = set()
        self.snapshot: replay.Snapshot | None = None


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
        self._heard: set[int] = set()  # tables with a subscription
        self._last_beat, self._layer_away = time.monotonic(), False
        self._wake, self._changed = asyncio.Event(), asyncio.Event()
        self._tasks = [loop.create_task(self._refresh()), loop.create_task(self._connect())]

    async def join(self, table_id: int, socket: Socket) -> None:
        self.start()
        self._tables.setdefault(table_id, Watched(table_id)).sockets.add(socket)
        await self.presence(table_id, socket, True)
        if table_id in self._heard:
            self._mark(table_id)
        else:  # read once the subscription stands, so that no hint falls in between
            self._changed.set()

    async def part(self, table_id: int, socket: Socket) -> None:
        watched = self._tables.get(table_id)
        if watched is None:
            return
        watched.sockets.discard(socket)
        if not watched.sockets:
            del self._tables[table_id]
            self._changed.set()
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
        if self.loop and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.look, table_id)

    def moved(self, table: Table, fold: replay.Fold) -> None:
        """Show a move made by this process without reading it back; on the loop."""
        watched = self._tables.get(table.pk)
        if watched is None:
            return
        last = watched.snapshot
        if last and last.fold and last.deal == fold.deal and last.table.version == table.version - 1:
            self._show(watched, replay.moved(last, table, fold))
        else:
            self._mark(table.pk)

    # -- inside ----------------------------------------------------------------------------------

    def _mark(self, table_id: int) -> None:
        self._dirty.add(table_id)
        self._wake.set()

    async def _connect(self) -> None:
        """Get a line to the layer, as soon as there is one; until then read what is asked for."""
        layer = get_channel_layer()
        while True:
            try:
                channel = await asyncio.wait_for(layer.new_channel("hub"), ASK_SECONDS)
                break
            except Exception as error:
                self._layer_failed(error)
                await asyncio.sleep(BEAT_SECONDS)
        work = self._listen(layer, channel), self._subscribe(layer, channel), self._beat(layer, channel)
        self._tasks += [asyncio.get_running_loop().create_task(task) for task in work]

    async def _listen(self, layer: Any, channel: str) -> None:
        while True:
            try:
                message = await layer.receive(channel)
                if "table" not in message:
                    self._layer_answers()
                elif message["version"] == 0 or message["version"] > self.version(message["table"]):
                    self.look(message["table"])
            except Exception as error:
                self._layer_failed(error)
                await asyncio.sleep(BEAT_SECONDS)

    async def _subscribe(self, layer: Any, channel: str) -> None:
        """Bring the subscriptions in line with the tables: one task, so that joining and parting never cross."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                for table_id in set(self._tables) - self._heard:
                    await asyncio.wait_for(layer.group_add(group(table_id), channel), ASK_SECONDS)
                    self._heard.add(table_id)
                    self.look(table_id)
                for table_id in self._heard - set(self._tables):
                    self._heard.discard(table_id)
                    await asyncio.wait_for(layer.group_discard(group(table_id), channel), ASK_SECONDS)
            except Exception as error:
                self._layer_failed(error)
                await asyncio.sleep(BEAT_SECONDS)
                self._changed.set()

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
            for table_id in dirty:
                await self._reload(table_id)

    async def _reload(self, table_id: int) -> None:
        watched = self._tables.get(table_id)
        if watched is None:
            return
        try:
            snapshot = await sync_to_async(_load)(table_id)
        except Exception as error:
            log.warning("table_unreadable", table=table_id, error=type(error).__name__)
            asyncio.get_running_loop().call_later(1, self.look, table_id)
            return
        if snapshot and (not watched.snapshot or snapshot.table.version >= watched.snapshot.table.version):
            self._show(watched, snapshot)

    @staticmethod
    def _show(watched: Watched, snapshot: replay.Snapshot) -> None:
        watched.snapshot = snapshot
        for socket in watched.sockets:
            socket.show(snapshot)


hub = Hub()


def group(table_id: int) -> str:
    return f"table.{table_id}"


def _here_key(table_id: int, seat: int) -> str:
    return f"here:{table_id}:{seat}"


def _load(table_id: int) -> replay.Snapshot | None:
    """The table at one version: read again where a commit fell between the queries."""
    close_old_connections()
    for _ in range(LOADS_AT_MOST):
        table = Table.objects.select_related("rematch").filter(pk=table_id).first()
        if table is None:
            return None
        snapshot = replay.load(table, _who_is_here(table_id))
        if Table.objects.filter(pk=table_id, version=table.version).exists():
            break
    return snapshot


def _who_is_here(table_id: int) -> frozenset[int]:
    keys = {_here_key(table_id, seat): seat for seat in range(6)}
    return frozenset(keys[key] for key in cache.get_many(keys))


# -- telling ------------------------------------------------------------------------------------------


def announce(table_id: int, version: int) -> None:
    """Tell every process that the table has changed; from any thread, after the commit.  Never fails, never waits.

    Version 0 means: look, whatever you know.
    """
    hub.poke(table_id)
    if not settings.EMBEDDED:  # one process has one hub
        _layer_loop.run(_hint(table_id, version))


def announce_move(table: Table, fold: replay.Fold) -> None:
    """`announce` for a move that this process made: its own sockets need not wait for a read."""
    if hub.loop and not hub.loop.is_closed():
        hub.loop.call_soon_threadsafe(hub.moved, table, fold)
    if not settings.EMBEDDED:
        _layer_loop.run(_hint(table.pk, table.version))


def announce_on_commit(table: Table) -> None:
    table_id, version = table.pk, table.version
    transaction.on_commit(lambda: announce(table_id, version), robust=True)


async def _hint(table_id: int, version: int) -> None:
    try:
        await get_channel_layer().group_send(group(table_id), {"type": "hint", "table": table_id, "version": version})
    except Exception as error:  # a hint may be lost; a committed move may not fail for it
        log.info("hint_lost", table=table_id, error=type(error).__name__)


class _LayerLoop:
    """One loop a process for the layer: the server's own, or (in a worker) one in a thread."""

    def __init__(self) -> None:
        self._own: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()

    def run(self, coroutine: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(coroutine, self._loop())

    def _loop(self) -> asyncio.AbstractEventLoop:
        if hub.loop and hub.loop.is_running():
            return hub.loop
        with self._lock:
            if self._own is None:
                self._own = asyncio.new_event_loop()
                threading.Thread(target=self._own.run_forever, name="layer", daemon=True).start()
            return self._own


_layer_loop = _LayerLoop()
