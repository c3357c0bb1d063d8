"""PostgreSQL and Redis of the test's own: in a folder that goes away, on free ports; started, killed, started again."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import redis

from tests.site import free_port

WAIT = 60.0  # seconds until a server answers, on a busy machine


def postgres_bin(name: str) -> str | None:
    """A program of PostgreSQL; Debian keeps the server's beside those in PATH."""
    config = shutil.which("pg_config")
    folder = subprocess.run([config, "--bindir"], capture_output=True, text=True).stdout.strip() if config else ""
    return shutil.which(name, path=folder) or shutil.which(name)


def missing() -> str | None:
    """What this machine lacks for servers of one's own, by name."""
    if not (postgres_bin("initdb") and postgres_bin("postgres") and _server_user()):
        return "needs the PostgreSQL server's programs"
    return None if shutil.which("redis-server") else "needs redis-server"


def _server_user() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.getuid():
        return pwd.getpwuid(os.getuid()).pw_name
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in names), None)


def until(works: Callable[[], object], seconds: float = WAIT, every: float = 0.05) -> float:
    """Wait until `works()` is true and raises nothing; the seconds it took."""
    began, last = time.monotonic(), None
    while time.monotonic() - began < seconds:
        try:
            if works():
                return time.monotonic() - began
        except Exception as error:
            last = error
        time.sleep(every)
    raise AssertionError(f"not within {seconds} s: {works} ({last})")


class Server:
    """A process that is started, stopped and killed; what it prints is kept in `log`."""

    def __init__(self, folder: Path, name: str, user: str | None = None) -> None:
        self.folder, self.name, self.user = folder, name, user
        self.port = free_port()
        self.log = folder / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def environment(self) -> dict[str, str]:
        return dict(os.environ)

    def answers(self) -> bool:
        return True

    def launch(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(), cwd=self.folder, stdout=log, stderr=subprocess.STDOUT, user=self.user,
                env=self.environment(), start_new_session=True,
            )  # fmt: skip

    def start(self) -> None:
        self.launch()
        until(self.up)

    def up(self) -> bool:
        """Whether it answers; started again if it ended in between."""
        assert self.process is not None
        if self.process.poll() is not None:
            self.launch()
        return self.answers()

    def kill(self) -> None:
        """As a power cut does: it and its children."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, number: int) -> None:
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, number)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait(20)


class PostgreSQL(Server):
    """`url` is that of a database owned by a superuser without a password."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "postgresql", _server_user() if not os.getuid() else None)
        self.data = folder / "postgresql"
        self.data.mkdir()
        if self.user:
            shutil.chown(self.data, self.user)
        subprocess.run(
            [_bin("initdb"), "-D", self.data, "-A", "trust", "-U", "lastcard", "-N", "-E", "UTF8", "--locale", "C"],
            check=True, capture_output=True, user=self.user, cwd="/",
        )  # fmt: skip

    @property
    def url(self) -> str:
        return f"postgres://lastcard@127.0.0.1:{self.port}/postgres"

    def command(self) -> list[str]:
        # the machine goes on when the server is killed, so fsync may be off: what was written is in the file
        options = ["fsync=off", "listen_addresses=127.0.0.1", "max_connections=200", "unix_socket_directories="]
        return [_bin("postgres"), "-D", str(self.data), "-p", str(self.port)] + [
            part for option in options for part in ("-c", option)
        ]

    def answers(self) -> bool:
        with psycopg.connect(self.url, connect_timeout=5) as connection:
            return connection.execute("select 1").fetchone() == (1,)

    def kill(self) -> None:
        """The server's own word for it: everything ends at once, nothing is written, the next start recovers."""
        self._end(signal.SIGQUIT)

    def stop(self) -> None:
        self._end(signal.SIGINT)


class Redis(Server):
    """Keeps nothing over a restart."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "redis")

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        return [
            "redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
        ]  # fmt: skip

    def answers(self) -> bool:
        with redis.Redis(port=self.port, socket_timeout=5) as client:
            return bool(client.ping())


def _bin(name: str) -> str:
    path = postgres_bin(name)
    assert path is not None
    return path


def folder_for_all() -> Path:
    """A new folder that the servers' user may enter."""
    path = Path(tempfile.mkdtemp(prefix="lastcard-services-"))
    path.chmod(0o755)
    return path
