"""The site the services way: the processes of the Procfile on a PostgreSQL and a Redis of their own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import psycopg

from tests.site import ROOT

from .servers import PostgreSQL, Redis, Server, folder_for_all, until

QUICK = {"BOT_DELAY": "0.05", "READY_SECONDS": "0.5", "TEXT_SECONDS": "0.3", "GATHER_SECONDS": "0"}


def manage(environment: dict[str, str], *words: str) -> str:
    return _run(environment, [str(ROOT / "manage.py"), *words])


def child(environment: dict[str, str], function: str, **arguments: Any) -> Any:
    """What a function of `tests.services.child` gives, in a process of its own."""
    return json.loads(_run(environment, ["-m", "tests.services.child", function, json.dumps(arguments)]))


def _run(environment: dict[str, str], words: list[str]) -> str:
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


class Part(Server):
    """One process of the Procfile."""

    def __init__(self, fleet: Fleet, kind: str, number: int) -> None:
        super().__init__(fleet.folder, f"{kind}{number}")
        self.fleet, self.kind = fleet, kind

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def command(self) -> list[str]:
        line = next(line for line in (ROOT / "Procfile").read_text().splitlines() if line.startswith(f"{self.kind}:"))
        words = line.partition(":")[2].replace("${PORT:-8000}", str(self.port)).split()
        program = Path(words[0]).name
        return [sys.executable, "-m", program, *words[1:]]

    def environment(self) -> dict[str, str]:
        return self.fleet.environment | {"PYTHONPATH": str(ROOT)}

    def answers(self) -> bool:
        if self.kind != "web":
            return True
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
            f"{self.url}/ready/", timeout=10
        ) as page:
            return bool(page.status == 200)


class Fleet:
    """`with Fleet(web=2, worker=2, beat=1) as fleet:`; the parts are `fleet["web0"]`, …, "redis", "postgresql"."""

    def __init__(self, *, env: dict[str, str] | None = None, **counts: int) -> None:
        self.folder = folder_for_all()
        self.postgresql, self.redis = PostgreSQL(self.folder), Redis(self.folder)
        self.environment = {
            **os.environ, **QUICK, "DATABASE_URL": self.postgresql.url, "REDIS_URL": self.redis.url,
            "SECRET_KEY": "for tests", "LASTCARD_DATA": str(self.folder), "PYTHONUNBUFFERED": "1", **(env or {}),
        }  # fmt: skip
        self.parts = [Part(self, kind, number) for kind, count in counts.items() for number in range(count)]

    def __enter__(self) -> Fleet:
        self.postgresql.start()
        self.redis.start()
        manage(self.environment, "migrate", "--verbosity", "0")
        return self

    def start(self) -> None:
        for part in self.parts:
            part.launch()
        for part in self.parts:
            until(part.up)

    def __exit__(self, *_error: object) -> None:
        for part in reversed(self.parts):
            part.kill()
        self.redis.kill()
        self.postgresql.stop()
        shutil.rmtree(self.folder)

    def __getitem__(self, name: str) -> Server:
        return next(part for part in [*self.parts, self.redis, self.postgresql] if part.name == name)

    def child(self, function: str, **arguments: Any) -> Any:
        return child(self.environment, function, **arguments)

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows of the database."""
        with psycopg.connect(self.postgresql.url, connect_timeout=5) as connection:
            return connection.execute(query, values).fetchall()

    @property
    def tracebacks(self) -> list[str]:
        """Names of parts whose log has a traceback."""
        return [part.name for part in self.parts if part.log.exists() and "Traceback" in part.log.read_text()]
