"""What all tests share."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from .services.servers import missing
from .site import Site

SERVICES = bool(os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"))
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
LACKS = missing()
NEEDS = {
    "browser": (CHROMIUM is not None, "needs Chromium"),
    "services": (SERVICES and not LACKS, LACKS or "starts servers of its own: make test-services"),
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs something that is not here is skipped, by name."""
    for item in items:
        for mark, (there, reason) in NEEDS.items():
            if item.get_closest_marker(mark) and not there:
                item.add_marker(pytest.mark.skip(reason=reason))
        if SERVICES and "site" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.skip(reason="starts the site the embedded way"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count at the end what was skipped, by its reason."""
    reasons = Counter(str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", []))
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"not run: {count} ({reason.removeprefix('Skipped: ')})", yellow=True)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """PostgreSQL drops no database that a thread (the writer) is still connected to."""
    yield
    with django_db_blocker.unblock():
        from django.db import connection

        if connection.vendor == "postgresql":
            others = "datname = current_database() and pid <> pg_backend_pid()"
            with connection.cursor() as cursor:
                cursor.execute(f"select pg_terminate_backend(pid) from pg_stat_activity where {others}")


@pytest.fixture(autouse=True)
def nothing_remembered(request: pytest.FixtureRequest) -> None:
    """A test with a database starts with no folded deals and a cache of its own (Redis is shared by parallel tests)."""
    if not (request.node.get_closest_marker("django_db") or "db" in request.fixturenames):
        return
    from django.core.cache import cache

    from config.services import REMEMBERED_AS
    from games import replay

    replay.forget_all()
    settings = request.getfixturevalue("settings")
    settings.CACHES = {"default": {**settings.CACHES["default"], "KEY_PREFIX": uuid4().hex}}
    cache.set(REMEMBERED_AS, [])  # no notices, and that is known: pages ask as often at first as later


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site of the test's own, not started yet; ended with the test."""
    site = Site(tmp_path / "data")
    yield site
    if site.process and site.process.poll() is None:
        site.kill()
