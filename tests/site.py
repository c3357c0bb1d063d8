"""The site as people start it, `python -m config.run` in a process of its own, and its visitors."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from random import SystemRandom
from typing import Protocol

from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parent.parent
QUICK = {
    "BOT_DELAY": "0",
    "READY_SECONDS": "0.2",
    "TEXT_SECONDS": "0.2",
    "GATHER_SECONDS": "0",
}  # nobody waits for a person


def free_port() -> int:
    """A port that nobody listens at, below those the system hands out by itself."""
    for port in SystemRandom().sample(range(20_000, 32_000), 50):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    raise RuntimeError("no free port")


def opener(*handlers: urllib.request.BaseHandler) -> urllib.request.OpenerDirector:
    """Asks this machine itself, whatever proxies its environment names."""
    return urllib.request.build_opener(urllib.request.ProxyHandler({}), *handlers)


@dataclass
class Site:
    """`start()`, `stop()`, `kill()`, and again.  `env` is added to this process's environment."""

    data: Path
    port: int = field(default_factory=free_port)
    env: dict[str, str] = field(default_factory=lambda: dict(QUICK))
    process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def log(self) -> str:
        """All that it printed, over all its starts."""
        return self._log_file.read_text()

    @property
    def _log_file(self) -> Path:
        return self.data.with_name(f"{self.data.name}.log")

    def launch(self) -> subprocess.Popen[str]:
        """Start it without waiting for anything."""
        env = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL", "HOST"}}
        env |= {"LASTCARD_DATA": str(self.data), "PORT": str(self.port), "PYTHONUNBUFFERED": "1", **self.env}
        with self._log_file.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.run"], cwd=ROOT, env=env, stdout=log, stderr=subprocess.STDOUT, text=True
            )
        return self.process

    def start(self, timeout: float = 60) -> Site:
        """Start it and wait until it answers."""
        process = self.launch()
        deadline = time.monotonic() + timeout
        while not self._answers():
            if process.poll() is not None or time.monotonic() > deadline:
                process.kill()
                raise RuntimeError(f"the site did not start:\n{self.log}")
            time.sleep(0.05)
        return self

    def stop(self, number: int = signal.SIGINT, timeout: float = 10) -> float:
        """End it as Ctrl-C does; how many seconds that took."""
        assert self.process is not None
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(timeout)
        return time.monotonic() - began

    def kill(self) -> None:
        """End it as a power cut does."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def _answers(self) -> bool:
        try:
            with opener().open(self.url, timeout=5):
                return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False


class Served(Protocol):
    """Whatever has an address: a site of one process, or one of several."""

    @property
    def url(self) -> str: ...


class Visitor:
    """A browser without scripts: keeps cookies, sends forms, opens sockets."""

    def __init__(self, site: Served, address: str = "") -> None:
        self.site = site
        self.cookies = CookieJar()
        self._opener = opener(urllib.request.HTTPCookieProcessor(self.cookies))
        if address:  # as a proxy tells it
            self._opener.addheaders.append(("X-Forwarded-For", address))

    def get(self, path: str) -> tuple[str, str]:
        """The path it ends at, and the page."""
        return self._open(urllib.request.Request(self.site.url + path))

    def post(self, path: str, **fields: str) -> tuple[str, str]:
        """Send a form, with the token of a page seen before."""
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        data = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": token or ""}).encode()
        return self._open(urllib.request.Request(self.site.url + path, data))

    def play_now(self, game: str = "last-player") -> str:
        """Become a guest at a table with bots; the table's path."""
        self.get("/")
        return self.post("/play/", game=game)[0]

    def socket(self, path: str) -> ClientConnection:
        """The socket of the table at this path."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        headers = {"Cookie": cookies, "Origin": self.site.url}
        return connect(f"{self.site.url.replace('http', 'ws')}/ws{path}", additional_headers=headers, origin=None)

    def _open(self, request: urllib.request.Request) -> tuple[str, str]:
        with self._opener.open(request, timeout=20) as answer:
            return urllib.parse.urlsplit(answer.url).path, answer.read().decode()
