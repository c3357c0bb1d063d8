"""Live tables under load: real rules, real commits, a view for each seat; the load client is a process of its own.

    python -m tests.bench.tables                      10, 100 and 400 tables as fast as they go, 400 at a human pace
    python -m tests.bench.tables TABLES SECONDS RATE  moves a second, all tables together; 0: as fast as they go

Starts a web process on a database of its own (made in the PostgreSQL of DATABASE_URL) and the Redis of REDIS_URL, fills
it with tables of four people, and plays random legal moves over their sockets.  A move's time is from "sent" until all
four seats have the state after it.  Then every seat comes back: from connecting until the right view.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import random
import re
import socket
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import websockets

from tests.site import ROOT, free_port

DATABASE_URL = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/test")
REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/9")
NAME = "lastcard_bench"
SEATS = 4
_VERSION = re.compile(r'"v":(\d+)')
_PLACE = re.compile(r'"number":(\d+),"seats":\[[\d,]+\],"playoff".*?"ply":(\d+)')
_NUMBER = re.compile(r'"deal":\{"number":(\d+)')
_LEGAL = re.compile(r'"legal":\[("[^\]]*)\]')


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

    times: list[float] = field(default_factory=list)  # seconds a move
    refused: int = 0
    connected: int = 0
    socket_kib: float = 0.0
    cpu: float = 0.0  # seconds that the web process spent on the moves
    back: list[float] = field(default_factory=list)  # seconds to come back
    go: asyncio.Event = field(default_factory=asyncio.Event)  # all are connected


class TableLoad:
    """Four sockets of one table."""

    def __init__(self, port: int, slug: str, keys: list[str], load: Load, pace: float) -> None:
        self.url, self.port, self.keys = f"ws://127.0.0.1:{port}/ws/tables/{slug}/", port, keys
        self.load, self.pace, self.random = load, pace, random.Random(slug)
        self.asked: set[tuple[int, int]] = set()  # deal and ply
        self.told: set[tuple[str, str, int]] = set()  # what, by whom, for which deal
        self.sent: dict[int, float] = {}  # version that the move will make -> when it was sent
        self.seen: dict[int, int] = {}

    async def play(self, seconds: float) -> None:
        await asyncio.gather(*(self._seat(key, seconds) for key in self.keys))

    async def come_back(self, key: str) -> float:
        """Seconds from connecting until the view of the seat is there."""
        began = time.perf_counter()
        async with self._line(key) as line:
            text = await line.recv()
            assert '"hand":[' in text or '"phase":"shuffling"' in text
            return time.perf_counter() - began

    def _line(self, key: str) -> websockets.connect:
        headers, origin = {"Cookie": f"sessionid={key}"}, f"http://127.0.0.1:{self.port}"
        return websockets.connect(
            self.url, additional_headers=headers, origin=origin, compression=None, ping_interval=None, proxy=None,
            open_timeout=120,
        )  # fmt: skip

    async def _seat(self, key: str, seconds: float) -> None:
        async with self._line(key) as line:
            self.load.connected += 1
            await self.load.go.wait()
            until = time.perf_counter() + seconds
            while (left := until - time.perf_counter()) > 0:
                try:
                    text = await asyncio.wait_for(line.recv(), left)
                except TimeoutError:
                    return
                if text.startswith('{"type":"state"'):
                    self._note(int(_VERSION.search(text)[1]))
                    await self._answer(line, text, key)
                elif '"ok":false' in text:
                    self.load.refused += 1

    def _note(self, version: int) -> None:
        self.seen[version] = self.seen.get(version, 0) + 1
        if self.seen[version] == SEATS and version in self.sent:
            self.load.times.append(time.perf_counter() - self.sent.pop(version))

    async def _answer(self, line, text: str, key: str) -> None:
        """Like a person: ready and the text once a deal, one move a turn."""
        if '"may":["leave","ready"]' in text or '"may":["leave","text"]' in text:
            number = int(_NUMBER.search(text)[1])
            kind = "ready" if '"ready"]' in text else "text"
            if (kind, key, number) not in self.told:
                self.told.add((kind, key, number))
                message = {"type": kind, "id": 1} | ({"deal": number, "text": ""} if kind == "text" else {})
                await line.send(json.dumps(message))
        elif (legal := _LEGAL.search(text)) and (place := _PLACE.search(text)):
            deal_ply = int(place[1]), int(place[2])
            if deal_ply in self.asked:
                return
            self.asked.add(deal_ply)
            if self.pace:
                await asyncio.sleep(self.random.expovariate(1 / self.pace))
            move = self.random.choice(json.loads(f"[{legal[1]}]"))
            self.sent[int(_VERSION.search(text)[1]) + 1] = time.perf_counter()
            message = {"type": "move", "id": 2, "deal": deal_ply[0], "ply": deal_ply[1], "move": move}
            await line.send(json.dumps(message))


async def load_tables(port: int, made: list[tuple[str, list[str]]], seconds: float, rate: float, site: Site) -> Load:
    load = Load()
    pace = len(made) / rate if rate else 0.0
    tables = [TableLoad(port, slug, keys, load, pace) for slug, keys in made]
    before = memory_mib(site)
    playing = asyncio.gather(*(table.play(seconds) for table in tables))
    while load.connected < len(made) * SEATS:
        await asyncio.sleep(0.1)
    await calm(site)
    load.socket_kib = 1024 * (memory_mib(site) - before) / load.connected
    load.cpu = -cpu_seconds(site)
    load.go.set()
    await asyncio.sleep(seconds)
    load.cpu += cpu_seconds(site)
    await playing
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


def report(tables: int, seconds: float, rate: float, load: Load) -> str:
    cuts = percentiles(load.times)
    p50, p95, p99 = (f"{1000 * cuts[n - 1]:.1f}" for n in (50, 95, 99))
    moves = f"{len(load.times) / seconds:6.0f} moves/s"
    pace = f", asked for {rate:.0f}" if rate else ""
    return (
        f"{tables:>4} tables of {SEATS}{pace}: {moves}   p50 {p50} ms, p95 {p95} ms, p99 {p99} ms{aim(tables, rate)}\n"
        f"     web process: {1000 * load.cpu / max(1, len(load.times)):.2f} ms of CPU a move, "
        f"{load.socket_kib:.0f} KiB "
        f"a socket; coming back: p95 {1000 * percentiles(load.back)[94]:.0f} ms (aim: 50); refused {load.refused}"
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
        load = asyncio.run(load_tables(port, made, seconds, rate, site))
        print(report(tables, seconds, rate, load), flush=True)
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
