"""Live tables under load: real rules, real commits, a view for each seat; the load client is a process of its own.

    python -m tests.bench.tables [TABLES] [SECONDS] [MOVES A SECOND, all tables together; 0: as fast as they go]

Starts a web process on a database of its own (made in the PostgreSQL of DATABASE_URL) and the Redis of REDIS_URL, fills
it with tables of four people, and plays random legal moves over their sockets.  A move's time is from "sent" until all
four seats have the state after it.
"""

from __future__ import annotations

import asyncio
import json
import os
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
_LEGAL = re.compile(r'"legal":\[("[^\]]*)\]')


# -- the site -------------------------------------------------------------------------------------------


def fresh_database(name: str = NAME) -> str:
    with psycopg.connect(DATABASE_URL, autocommit=True) as connection:
        connection.execute(f"drop database if exists {name} with (force)")
        connection.execute(f"create database {name}")
    return DATABASE_URL.rsplit("/", 1)[0] + f"/{name}"


def fill(tables: int) -> list[tuple[str, list[str]]]:
    """Tables with four people each, their first deals dealt: (slug, session keys by seat)."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
    from django.contrib.sessions.backends.db import SessionStore

    from games import services
    from games.services import deals

    def visitor(name: str):
        user = get_user_model().objects.create(username=name, display_name=name)
        session = SessionStore()
        session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        return user, session.session_key

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


def serve(url: str, port: int) -> subprocess.Popen[bytes]:
    env = os.environ | {"DATABASE_URL": url, "REDIS_URL": REDIS_URL, "READY_SECONDS": "0", "TEXT_SECONDS": "0"}
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port)]
    return subprocess.Popen([*command, "--log-level", "warning", "--ws-max-size", "65536"], cwd=ROOT, env=env)


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


class TableLoad:
    """Four sockets of one table."""

    def __init__(self, port: int, slug: str, keys: list[str], load: Load, pace: float) -> None:
        self.url, self.port, self.keys = f"ws://127.0.0.1:{port}/ws/tables/{slug}/", port, keys
        self.load, self.pace, self.random = load, pace, random.Random(slug)
        self.asked: set[tuple[int, int]] = set()
        self.sent: dict[int, float] = {}  # version that the move will make -> when it was sent
        self.seen: dict[int, int] = {}

    async def play(self, until: float) -> None:
        await asyncio.gather(*(self._seat(key, until) for key in self.keys))

    async def _seat(self, key: str, until: float) -> None:
        headers = {"Cookie": f"sessionid={key}"}
        async with websockets.connect(
            self.url,
            additional_headers=headers,
            origin=f"http://127.0.0.1:{self.port}",
            compression=None,
            ping_interval=None,
        ) as line:
            while (left := until - time.perf_counter()) > 0:
                try:
                    text = await asyncio.wait_for(line.recv(), left)
                except TimeoutError:
                    return
                if text.startswith('{"type":"state"'):
                    self._note(int(_VERSION.search(text)[1]))
                    await self._answer(line, text)
                elif '"ok": false' in text:
                    self.load.refused += 1

    def _note(self, version: int) -> None:
        self.seen[version] = self.seen.get(version, 0) + 1
        if self.seen[version] == SEATS and version in self.sent:
            self.load.times.append(time.perf_counter() - self.sent.pop(version))

    async def _answer(self, line, text: str) -> None:
        if '"may":["leave","ready"]' in text:
            await line.send('{"type":"ready","id":1}')
        elif '"may":["leave","text"]' in text:
            number = re.search(r'"deal":\{"number":(\d+)', text)[1]
            await line.send(json.dumps({"type": "text", "id": 1, "deal": int(number), "text": ""}))
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


async def load_tables(port: int, made: list[tuple[str, list[str]]], seconds: float, rate: float) -> Load:
    load = Load()
    until = time.perf_counter() + seconds
    pace = len(made) / rate if rate else 0.0
    await asyncio.gather(*(TableLoad(port, slug, keys, load, pace).play(until) for slug, keys in made))
    return load


def report(tables: int, seconds: float, load: Load) -> str:
    cuts = statistics.quantiles(load.times, n=100) if len(load.times) > 1 else [0.0] * 99
    p50, p95, p99 = (f"{1000 * cuts[n - 1]:.1f}" for n in (50, 95, 99))
    rate = f"{len(load.times) / seconds:8.0f} moves/s"
    return f"{tables:>4} tables of {SEATS}: {rate}   p50 {p50} ms, p95 {p95} ms, p99 {p99} ms, refused {load.refused}"


def cpu_seconds(process: subprocess.Popen[bytes]) -> float:
    """What the process has used so far."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mib(process: subprocess.Popen[bytes]) -> float:
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
        before = cpu_seconds(site)
        load = asyncio.run(load_tables(port, made, seconds, rate))
        a_move = 1000 * (cpu_seconds(site) - before) / max(1, len(load.times))
        print(report(tables, seconds, load), flush=True)
        print(
            f"     web process: {a_move:.2f} ms of CPU a move, {memory_mib(site):.0f} MiB with {tables * SEATS} sockets"
        )
    finally:
        site.terminate()
        site.wait()


if __name__ == "__main__":
    arguments = [float(argument) for argument in sys.argv[1:]] + [100, 10, 0][len(sys.argv) - 1 :]
    run(int(arguments[0]), arguments[1], arguments[2])
