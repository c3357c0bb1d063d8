"""Backups as docs/OPERATING.md says, taken while matches are played, restored, and played again move by move."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import time
from pathlib import Path

import psycopg
import pytest

from tests.site import Site, Visitor

from .fleet import Fleet, child, manage
from .servers import postgres_bin, until

COUNTS = "select (select count(*) from games_table), (select count(*) from games_move)"
MOVES = 30


@pytest.mark.services
def test_postgresql_is_backed_up_while_it_plays(tmp_path: Path) -> None:
    with Fleet(worker=1, beat=1) as fleet:
        fleet.child("seat_bots", tables=2)
        fleet.start()
        until(lambda: fleet.ask(COUNTS)[0][1] >= MOVES)
        dump = tmp_path / "lastcard.dump"
        url = fleet.postgresql.url
        subprocess.run([program("pg_dump"), "--format=custom", f"--file={dump}", url], check=True)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("create database restored")
        restored = url.removesuffix("/postgres") + "/restored"
        subprocess.run([program("pg_restore"), "--no-owner", f"--dbname={restored}", dump], check=True)
        with psycopg.connect(restored) as connection:
            tables, moves = connection.execute(COUNTS).fetchone() or (0, 0)
        assert (tables, moves >= MOVES) == (2, True)
        assert child(fleet.environment | {"DATABASE_URL": restored}, "differences") == []


def program(name: str) -> str:
    path = postgres_bin(name)
    assert path is not None
    return path


def test_sqlite_is_backed_up_while_it_plays(tmp_path: Path) -> None:
    site = Site(tmp_path / "data").start()
    try:
        Visitor(site).play_now()
        time.sleep(1)
        restored = tmp_path / "restored"
        restored.mkdir()
        with sqlite3.connect(site.data / "lastcard.sqlite3") as source:
            with sqlite3.connect(restored / "lastcard.sqlite3") as target:
                source.backup(target)
            target.close()
        source.close()
    finally:
        site.kill()
    gone = {"DATABASE_URL", "REDIS_URL"}
    env = {name: value for name, value in os.environ.items() if name not in gone} | {"LASTCARD_DATA": str(restored)}
    assert "No migrations to apply" in manage(env, "migrate")
    assert child(env, "differences") == []
    with sqlite3.connect(restored / "lastcard.sqlite3") as copy:
        assert copy.execute(COUNTS).fetchone()[0] == 1
    copy.close()
