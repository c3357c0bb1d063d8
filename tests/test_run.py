"""`make run`, as people start and stop it."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import sqlite3
import subprocess
from pathlib import Path

import pytest

from .site import ROOT, Site, Visitor, free_port, opener


def refusal(site: Site) -> str:
    """What it says when it does not start: one line."""
    assert site.launch().wait(20) == 1
    (line,) = site.log.splitlines()
    return line


def test_serves_the_front_page_and_says_where(site: Site) -> None:
    site.start()
    with opener().open(site.url) as answer:
        assert answer.status == 200
    assert f"http://localhost:{site.port}" in site.log


def test_tells_the_local_network_the_address_and_its_qr_code(site: Site) -> None:
    site.env["HOST"] = "0.0.0.0"
    site.start()
    address = re.search(r"On this network: http://([\d.]+):\d+\n(.*[█▀▄].*\n)+", site.log)
    if not address:
        pytest.skip("this machine has no address on a network")
    with opener().open(f"http://{address[1]}:{site.port}") as answer:
        assert answer.status == 200


def test_a_second_start_beside_the_first_is_refused(site: Site) -> None:
    site.start()
    second = Site(site.data, free_port())
    assert second.launch().wait(20) == 1
    assert f"already runs on the data in {site.data}: http://localhost:{site.port} (process" in site.log


def test_a_port_in_use_is_refused(site: Site) -> None:
    with socket.create_server(("127.0.0.1", site.port)):
        assert refusal(site).startswith(f"Port {site.port} is in use")


@pytest.mark.parametrize("port", ["0", "65536", "http", "٨٠٠٠"])
def test_a_port_that_is_none_is_refused(site: Site, port: str) -> None:
    site.env["PORT"] = port
    assert refusal(site) == f"PORT is to be a number from 1 to 65535, not {port!r}."


def test_an_unwritable_folder_is_refused(site: Site, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    site.env["LASTCARD_DATA"] = str(tmp_path / "file" / "data")
    assert refusal(site).startswith(f"Cannot write to {tmp_path / 'file'}")


def test_a_damaged_database_is_refused(site: Site) -> None:
    site.data.mkdir()
    (site.data / "lastcard.sqlite3").write_text("this is no database at all, but long enough to be looked at")
    assert refusal(site) == "The database cannot be used: file is not a database."


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stops_within_a_second_and_without_a_word_of_trouble(site: Site, number: int) -> None:
    site.start()
    visitor = Visitor(site)
    with visitor.socket(visitor.play_now()) as table, socket.create_connection(("127.0.0.1", site.port)):
        table.recv(timeout=10)
        assert site.stop(number) < 1
    assert site.process is not None
    assert site.process.returncode == 0
    assert len(site.log.splitlines()) == 4, site.log  # preparing, the address, an empty line, stopped


def test_a_restart_keeps_everything(site: Site) -> None:
    site.start().stop()
    key = (site.data / "secret_key").read_text()
    with sqlite3.connect(site.data / "lastcard.sqlite3") as database:
        database.execute("insert into django_session values ('kept', '', '2100-01-01')")
    database.close()
    site.start().kill()
    site.start()
    with sqlite3.connect(site.data / "lastcard.sqlite3") as database:
        assert database.execute("select session_key from django_session where session_key = 'kept'").fetchall()
    database.close()
    assert (site.data / "secret_key").read_text() == key
    assert site.log.count("Preparing the database") == 1


def test_an_old_python_is_told_so(tmp_path: Path) -> None:
    for name in ("sh", "cksum", "cut", "env"):
        (tmp_path / name).symlink_to(shutil.which(name) or name)
    (tmp_path / "python3").write_text('#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.9.2"\n')
    (tmp_path / "python3").chmod(0o755)
    command = [shutil.which("make") or "make", "install", f"VENV={tmp_path / 'venv'}"]
    done = subprocess.run(command, cwd=ROOT, env={"PATH": str(tmp_path)}, capture_output=True, text=True)
    assert done.stderr.splitlines()[0] == "Lastcard needs Python 3.11 or newer; found here: Python 3.9.2."
