"""The site as people start it: `python -m config.run` in a process of its own, with data of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom

ROOT = Path(__file__).resolve().parent.parent
QUICK = {"BOT_DELAY": "0", "READY_SECONDS": "0.2", "TEXT_SECONDS": "0.2"}  # nobody waits for a person


def free_port() -> int:
    """A port that nobody listens at, below those the system hands out by itself."""
    for port in SystemRandom().sample(range(20_000, 32_000), 50):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    raise RuntimeError("no free port")


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

    def start(self, timeout: float = 30) -> Site:
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
            with urllib.request.urlopen(self.url, timeout=5):
                return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
