"""Live tables under load: real rules, real commits, a view for each seat; the load client is a process of its own.

    python -m tests.bench.tables                      10, 100 and 400 tables as fast as they go, 400 at a human pace
    python -m tests.bench.tables TABLES SECONDS RATE  moves a second, all tables together; 0: as fast as they go

Starts a web process on a database of its own (made in the PostgreSQL of DATABASE_URL) and the Redis of REDIS_URL, fills
it with tables of four people, and plays random legal moves over their sockets.  Counted are moves that were
acknowledged; a move's time is from "sent" until all four seats have the state after it.  Then every seat comes back:
from connecting until the right view.
"""

from __future__ import annotations

import asyncio
import os
import platform
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
import picows
import psycopg
import uvloop

from tests.site import ROOT, free_port

DATABASE_URL = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/test")
REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/9")
NAME = "lastcard_bench"
SEATS = 4
PAUSE = 0.05  # seconds, after which a message that came too fast is sent again
_VERSION = re.compile(rb'"v":(\d+)')
_PLACE = re.compile(rb'"number":(\d+),"seats":\[[\d,]+\],"playoff".*?"ply":(\d+)')
_NUMBER = re.compile(rb'"deal":\{"number":(\d+)')
_LEGAL = re.compile(rb'"legal":\[("[^\]]*)\]')
_ACKNOWLEDGED = b'"id":2,"ok":true'
_MAY = re.compile(rb'"may":\["leave","(ready|text)"\]')


Site = subprocess.Popen[bytes]

# -- the site -------------------------------------------------------------------------------------------


def fresh_database(name: str = NAME) -> str:
    with psycopg.connect(DATABASE_URL, autocommit=True) as connection:
        connection.execute(f"drop database if exists {name} with (force)")
        connection.execute(f"create database {name}")
    return DATABASE_URL.rsplit("/", 1)[0] + f"/{name}"


def fill(tables: int) -> list[tuple[str, list[str]]]:
    """Tables with four people each, their first deals dealt: (slug, session keys by seat)."""
    from games import services
    from games.services import deals
    from tests.visitors import visitor

    made = []
    for number in range(tables):
        people = [visitor(f"bench{number}_{seat}") for seat in range(SEATS)]
        table = services.open_table(
            people[0][0], "last-player", {}, SEATS, "elimination", {"limit": 10_000}, None, False
        )  # fmt: skip
        for user, _ in people[1:]:
            services.take_seat(table.slug, user)
        deals.settle(table.pk)
        made.append((table.slug, [key for _, key in people]))
    return made


def serve(url: str, port: int) -> Site:
    env = os.environ | {"DATABASE_URL": url, "REDIS_URL": REDIS_URL, "READY_SECONDS": "0", "TEXT_SECONDS": "0"}
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port)]
    quiet = ["--log-level", "warning", "--lifespan", "off", "--no-access-log", "--ws-per-message-deflate", "false"]
    return subprocess.Popen([*command, *quiet], cwd=ROOT, env=env)


def give_way() -> None:
    """The load stands for other machines: where it shares this one, it does not interrupt what it measures."""
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def wait_for(port: int, seconds: float = 60) -> None:
    """Until somebody listens at the port."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError("the web process did not start")


# -- the players ------------------------------------------------------------------------------------------


@dataclass
class Load:
    """What was measured."""

    moves: int = 0  # acknowledged
    times: list[float] = field(default_factory=list)  # seconds a move, of those that all four were shown by themselves
    refused: int = 0
    held: int = 0  # messages that the flood limit sent back
    connected: int = 0
    socket_kib: float = 0.0
    cpu: float = 0.0  # seconds that the web process spent on the moves
    own_cpu: float = 0.0  # seconds that this process did
    back: list[float] = field(default_factory=list)  # seconds to come back
    playing: bool = False


class Line(picows.WSListener):
    """One seat's socket; `hear` is told each message."""

    def __init__(self, hear: Callable[[Line, bytes], None]) -> None:
        self.hear = hear
        self.newest = b""  # state, heard before the play began

    def on_ws_frame(self, transport: picows.WSTransport, frame: picows.WSFrame) -> None:
        if frame.msg_type == picows.WSMsgType.TEXT:
            self.hear(self, frame.get_payload_as_bytes())


class TableLoad:
    """Four sockets of one table."""

    def __init__(self, port: int, slug: str, keys: list[str], load: Load, pace: float) -> None:
        self.url, self.port, self.keys = f"ws://127.0.0.1:{port}/ws/tables/{slug}/", port, keys
        self.load, self.pace, self.random = load, pace, random.Random(slug)
        self.lines: list[Line] = []
        self.asked: set[tuple[int, int]] = set()  # deal and ply
        self.told: set[tuple[str, Line, int]] = set()  # what, by whom, for which deal
        self.sent: dict[int, float] = {}  # version that the move will make -> when it was sent
        self.seen: dict[int, int] = {}

    async def connect(self) -> None:
        for key in self.keys:
            self.lines.append(await self._line(key, self._hear))
            self.load.connected += 1

    def begin(self) -> None:
        for line in self.lines:
            self._hear(line, line.newest)

    def leave(self) -> None:
        for line in self.lines:
            line.transport.disconnect()

    async def come_back(self, key: str) -> float:
        """Seconds from connecting until the view of the seat is there."""
        first = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        line = await self._line(key, lambda _, text: first.done() or first.set_result(text))
        text = await first
        took = time.perf_counter() - began
        assert b'"hand":[' in text or b'"phase":"shuffling"' in text
        line.transport.disconnect()
        return took

    async def _line(self, key: str, hear: Callable[[Line, bytes], None]) -> Line:
        headers = {"Cookie": f"sessionid={key}", "Origin": f"http://127.0.0.1:{self.port}"}
        transport, line = await picows.ws_connect(
            lambda: Line(hear), self.url, extra_headers=headers, websocket_handshake_timeout=120
        )
        line.transport = transport
        return line

    def _hear(self, line: Line, text: bytes) -> None:
        if text.startswith(b'{"type":"state"'):
            line.newest = text
            if self.load.playing:
                self._note(int(_VERSION.search(text)[1]))
                self._answer(line, text)
                self.load.moves += _ACKNOWLEDGED in text  # answers may come along
        elif _ACKNOWLEDGED in text:
            self.load.moves += self.load.playing
        elif b'"code":"too_fast"' in text:  # 20 messages a second a socket: with few tables that is reached
            self.load.held += 1
            asyncio.get_running_loop().call_later(PAUSE, self._again, line)
        elif b'"ok":false' in text:
            self.load.refused += 1

    def _again(self, line: Line) -> None:
        if place := _PLACE.search(line.newest):
            self.asked.discard((int(place[1]), int(place[2])))
        if self.load.playing:
            self.told = {told for told in self.told if told[1] is not line}
            self._answer(line, line.newest)

    def _note(self, version: int) -> None:
        self.seen[version] = self.seen.get(version, 0) + 1
        if self.seen[version] == SEATS and version in self.sent:
            self.load.times.append(time.perf_counter() - self.sent.pop(version))

    def _answer(self, line: Line, text: bytes) -> None:
        """Like a person: ready and the text once a deal, one move a turn."""
        if (legal := _LEGAL.search(text)) and (place := _PLACE.search(text)):
            deal_ply = int(place[1]), int(place[2])
            if deal_ply not in self.asked:
                self.asked.add(deal_ply)
                later = self.random.expovariate(1 / self.pace) if self.pace else 0
                version = int(_VERSION.search(text)[1]) + 1
                move = self.random.choice(orjson.loads(b"[" + legal[1] + b"]"))
                message = {"type": "move", "id": 2, "deal": deal_ply[0], "ply": deal_ply[1], "move": move}
                if later:
                    asyncio.get_running_loop().call_later(later, self._move, line, version, message)
                else:
                    self._move(line, version, message)
        elif may := _MAY.search(text):
            number = int(_NUMBER.search(text)[1])
            kind = may[1].decode()
            if (kind, line, number) not in self.told:
                self.told.add((kind, line, number))
                send(line, {"type": kind, "id": 1} | ({"deal": number, "text": ""} if kind == "text" else {}))

    def _move(self, line: Line, version: int, message: dict[str, Any]) -> None:
        if self.load.playing:
            self.sent[version] = time.perf_counter()
            send(line, message)


def send(line: Line, message: dict[str, Any]) -> None:
    line.transport.send(picows.WSMsgType.TEXT, orjson.dumps(message))


async def load_tables(port: int, made: list[tuple[str, list[str]]], seconds: float, rate: float, site: Site) -> Load:
    load = Load()
    pace = len(made) / rate if rate else 0.0
    tables = [TableLoad(port, slug, keys, load, pace) for slug, keys in made]
    before = memory_mib(site)
    await asyncio.gather(*(table.connect() for table in tables))
    await calm(site)
    load.socket_kib = 1024 * (memory_mib(site) - before) / load.connected
    load.cpu, load.own_cpu = -cpu_seconds(site), -time.process_time()
    load.playing = True
    for table in tables:
        table.begin()
    await asyncio.sleep(seconds)
    load.playing = False
    load.cpu += cpu_seconds(site)
    load.own_cpu += time.process_time()
    for table in tables:
        table.leave()
    await calm(site)
    load.back = [await table.come_back(key) for table in tables[:50] for key in table.keys]
    return load


async def calm(site: Site) -> None:
    """Until the process has done with those who came."""
    used = cpu_seconds(site)
    for _ in range(60):
        await asyncio.sleep(0.5)
        before, used = used, cpu_seconds(site)
        if used - before < 0.05:
            return


class Disk(threading.Thread):
    """How long the disk of /var/tmp takes to keep a page: PostgreSQL waits for that at each commit if it shares it."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.times: list[float] = []
        self._done = threading.Event()

    def run(self) -> None:
        with tempfile.TemporaryFile(dir="/var/tmp", buffering=0) as file:
            while not self._done.wait(0.02):
                os.pwrite(file.fileno(), os.urandom(8192), 0)
                began = time.perf_counter()
                os.fdatasync(file.fileno())
                self.times.append(time.perf_counter() - began)

    def stop(self) -> str:
        self._done.set()
        self.join()
        cuts, longest = percentiles(self.times), max(self.times, default=0)
        return (
            f"     the disk alone: a page kept in p50 {1000 * cuts[49]:.1f} ms, p99 {1000 * cuts[98]:.1f} ms, "
            f"at most {1000 * longest:.0f} ms"
        )


def report(tables: int, seconds: float, rate: float, load: Load) -> str:
    cuts = percentiles(load.times)
    p50, p95, p99 = (f"{1000 * cuts[n - 1]:.1f}" for n in (50, 95, 99))
    moves = f"{load.moves / seconds:6.0f} moves/s"
    pace = f", asked for {rate:.0f}" if rate else ""
    web, client = (1000 * cpu / max(1, load.moves) for cpu in (load.cpu, load.own_cpu))
    return (
        f"{tables:>4} tables of {SEATS}{pace}: {moves}   p50 {p50} ms, p95 {p95} ms, p99 {p99} ms{aim(tables, rate)}\n"
        f"     CPU a move: web process {web:.2f} ms, load client {client:.2f} ms; {load.socket_kib:.0f} KiB a socket; "
        f"coming back: p95 {1000 * percentiles(load.back)[94]:.0f} ms (aim: 50); refused {load.refused}, "
        f"too fast {load.held}"
    )


def percentiles(values: list[float]) -> list[float]:
    return statistics.quantiles(values, n=100) if len(values) > 1 else [0.0] * 99


def aim(tables: int, rate: float) -> str:
    if rate:
        return "   (aim: p99 under 10 ms)"
    return "   (aim: 2,000 moves/s)" if tables == 100 else ""


def machine() -> str:
    """What the figures were measured on, and how busy it was."""
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = f"load {os.getloadavg()[0]:.1f} before"
    return f"{os.cpu_count()} x {cpu[1] if cpu else platform.machine()}, {memory:.0f} GiB, Python " + (
        f"{platform.python_version()}, {load}; PostgreSQL, Redis and the load client on the same machine"
    )


def cpu_seconds(process: Site) -> float:
    """What the process has used so far."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mib(process: Site) -> float:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def run(tables: int, seconds: float, rate: float) -> None:
    url = fresh_database()
    os.environ |= {"DATABASE_URL": url, "REDIS_URL": REDIS_URL, "DJANGO_SETTINGS_MODULE": "config.settings"}
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    made = fill(tables)
    port = free_port()
    site = serve(url, port)
    try:
        wait_for(port)
        give_way()
        disk = Disk()
        disk.start()
        load = uvloop.run(load_tables(port, made, seconds, rate, site))
        print(report(tables, seconds, rate, load), disk.stop(), sep="\n", flush=True)
    finally:
        site.terminate()
        site.wait()


def main(arguments: list[float]) -> None:
    if arguments:
        run(int(arguments[0]), *(arguments[1:] + [10, 0][len(arguments) - 1 :]))
        return
    print(machine(), flush=True)
    for tables, rate in ((10, 0), (100, 0), (400, 0), (400, 100)):  # a process each: Django is set up once in one
        subprocess.run([sys.executable, "-m", "tests.bench.tables", str(tables), "10", str(rate)], check=True)


if __name__ == "__main__":
    main([float(argument) for argument in sys.argv[1:]])
