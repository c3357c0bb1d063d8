"""The whole site in one process: `make run`.

The web server has the main thread; Celery's worker and beat are threads beside it, on a broker in memory.
Read from the environment: HOST (127.0.0.1), PORT (8000), and all that `config.settings` reads.
"""

from __future__ import annotations

import errno
import fcntl
import io
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import django
import segno
import uvicorn
from celery.beat import EmbeddedService
from celery.worker import WorkController
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from .celery import app

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
CLOSING_SECONDS = 0.3  # what open connections get to say goodbye; Ctrl-C is to take less than a second
TASK_THREADS = 4


class Refused(Exception):
    """The site cannot start here; the text is one sentence for the person who tried."""


def main() -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _run(os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000")
    except Refused as refusal:
        print(refusal, file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        pass
    print("\nStopped.")
    return 0


def _run(host: str, port: str) -> None:
    lan = _lan_address() if host in ("0.0.0.0", "::") else None
    os.environ.setdefault("ALLOWED_HOSTS", ",".join(_names(host, lan)))
    with _lock(_data_folder(), port), _listen(host, port) as listener:
        _migrate()
        _serve(listener, _greeting(port, lan))


# -- where ---------------------------------------------------------------------------------------


def _data_folder() -> Path:
    """The folder of the database; reading the settings makes it, with the secret key in it."""
    try:
        from . import settings

        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(error) from error
    return settings.DATA_DIR


def _unwritable(error: OSError) -> Refused:
    return Refused(f"Cannot write to {error.filename} ({error.strerror}); set LASTCARD_DATA to a folder of yours.")


@contextmanager
def _lock(folder: Path, port: str) -> Iterator[None]:
    """Keeps a second process off the same data; the system lets go of it however this one ends."""
    try:
        file = (folder / "lastcard.lock").open("a+")
    except OSError as error:
        raise _unwritable(error) from error
    with file:
        _take(file, folder)
        file.truncate(0)
        print(f"http://localhost:{port} (process {os.getpid()})", file=file, flush=True)
        yield


def _take(file: IO[str], folder: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.seek(0)
        raise Refused(f"Lastcard already runs on the data in {folder}: {file.read().strip()}.") from error


def _listen(host: str, port: str) -> socket.socket:
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise Refused(f"PORT is to be a number from 1 to 65535, not {port!r}.")
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, int(port)))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise Refused(f"Port {port} is in use by another program; try: PORT={int(port) + 1} make run") from error
        raise Refused(f"Cannot serve at {host} port {port}: {error.strerror}.") from error
    return listener


def _lan_address() -> str | None:
    """This machine's address on the local network, or None without one.  Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _names(host: str, lan: str | None) -> list[str]:
    """The names under which browsers may ask for the site."""
    if host not in ("0.0.0.0", "::"):
        return [*LOCAL_NAMES, f"[{host}]" if ":" in host else host]
    machine = socket.gethostname().lower()
    return [*LOCAL_NAMES, machine, f"{machine}.local", *([lan] if lan else [])]


def _greeting(port: str, lan: str | None) -> str:
    lines = [f"Lastcard is at http://localhost:{port}  (Ctrl-C stops it)"]
    if lan:
        qr = io.StringIO()
        segno.make(f"http://{lan}:{port}").terminal(qr, compact=True)
        lines += [f"On this network: http://{lan}:{port}", qr.getvalue()]
    return "\n".join(lines)


# -- what ----------------------------------------------------------------------------------------


def _migrate() -> None:
    """Bring the database up to date; quick when it is."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            print("Preparing the database...", flush=True)
            call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        raise Refused(f"The database cannot be used: {str(error).strip()}.") from error
    finally:
        connection.close()


def _serve(listener: socket.socket, greeting: str) -> None:
    config = uvicorn.Config(
        "config.asgi:application",
        lifespan="off",
        log_config=None,
        access_log=False,
        ws_per_message_deflate=False,  # states are small; packing them costs more time than sending
        timeout_graceful_shutdown=CLOSING_SECONDS,  # type: ignore[arg-type]  # handed to asyncio, which takes fractions
    )
    config.load()
    with _background():
        print(greeting, flush=True)
        uvicorn.Server(config).run(sockets=[listener])


@contextmanager
def _background() -> Iterator[None]:
    """Celery's worker and beat as threads.  What they leave undone at the end, the next start sweeps up."""
    worker = WorkController(
        app=app, hostname="worker@lastcard", pool="threads", concurrency=TASK_THREADS,
        without_gossip=True, without_heartbeat=True, without_mingle=True,
    )  # fmt: skip
    working = threading.Thread(target=worker.start, name="Worker", daemon=True)
    beat = EmbeddedService(app, thread=True, scheduler_cls=app.conf.beat_scheduler)
    working.start()
    beat.start()
    try:
        yield
    finally:
        beat.service.stop()
        app.control.shutdown(destination=[worker.hostname])
        working.join(CLOSING_SECONDS)


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)  # without waiting for a task in mid-work: its transaction ends as in a power cut, undone
