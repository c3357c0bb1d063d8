"""Moves for the same ply from several processes at once, on both databases: one is stored, the others are told."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from .fleet import QUICK, Fleet, child, manage

SLOW = os.environ.get("LASTCARD_SLOW") == "1"
TABLES, ROUNDS, PROCESSES = (40, 500, 4) if SLOW else (25, 24, 3)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.services)])
def environment(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, str]]:
    if request.param == "sqlite":
        gone = {"DATABASE_URL", "REDIS_URL"}
        env = {name: value for name, value in os.environ.items() if name not in gone}
        env |= QUICK | {"LASTCARD_DATA": str(tmp_path)}
        manage(env, "migrate", "--verbosity", "0")
        yield env
    else:
        with Fleet() as fleet:
            yield fleet.environment


def test_of_moves_for_the_same_ply_one_is_stored(environment: dict[str, str]) -> None:
    found = child(environment, "race", tables=TABLES, rounds=ROUNDS, processes=PROCESSES)
    assert found["wrong"] == []
    assert found["contests"] > TABLES * ROUNDS / 2
    assert found["told too late"] > found["contests"] / 2
