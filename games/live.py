"""`announce()`: the only place that tells of a change; and the hub, which shows it to this process's sockets.

The hub holds one subscription a table.  What arrives through the channel layer is a hint, "table t is at version v",
never the content; the hub keeps the set of tables to look at, and the sockets' heartbeats heal what the layer loses.
"""

from __future__ import annotations

import asyncio
import threading
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
        self._dirty: set[int] = set()
        self._wake: asyncio.Event
        self._subscribing: asyncio.Lock
        self._channel = ""

    async def start(self) -> None:
        """Begin (again, where a test has another loop)."""
        loop = asyncio.get_running_loop()
        if self.loop is loop:
            return
        self.loop = loop
        self._tables, self._dirty, self._wake, self._subscribing = {}, set(), asyncio.Event(), asyncio.Lock()
        layer = get_channel_layer()
        self._channel = await layer.new_channel("hub")
        self._tasks = [loop.create_task(self._listen(layer)), loop.create_task(self._refresh())]

    async def join(self, table_id: int, socket: Socket) -> None:
        await self.start()
        async with self._subscribing:
            if table_id not in self._tables:
                await get_channel_layer().group_add(group(table_id), self._channel)
                self._tables[table_id] = Watched(table_id)
            self._tables[table_id].sockets.add(socket)
        await self.presence(table_id, socket, True)
        self._mark(table_id)

    async def part(self, table_id: int, socket: Socket) -> None:
        async with self._subscribing:
            watched = self._tables.get(table_id)
            if watched is None:
                return
            watched.sockets.discard(socket)
            if not watched.sockets:
                del self._tables[table_id]
                await get_channel_layer().group_discard(group(table_id), self._channel)
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

    async def _listen(self, layer: Any) -> None:
        while True:
            try:
                message = await layer.receive(self._channel)
                table_id, version = message["table"], message["version"]
                if version == 0 or version > self.version(table_id):
                    self.look(table_id)
            except asyncio.CancelledError:
                raise
            except Exception as error:  # the layer is down: heartbeats heal what is lost meanwhile
                log.warning("layer_unreachable", error=type(error).__name__)
                await asyncio.sleep(1)

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
    close_old_connections()
    table = Table.objects.select_related("rematch").filter(pk=table_id).first()
    if table is None:
        return None
    keys = {_here_key(table_id, seat): seat for seat in range(6)}
    return replay.load(table, frozenset(keys[key] for key in cache.get_many(keys)))


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
        log.warning("hint_lost", table=table_id, error=type(error).__name__)


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
