"""A fleet for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .fleet import Fleet


@pytest.fixture(scope="module")
def fleet() -> Iterator[Fleet]:
    """Two web processes, two workers and beat, for all tests of a file."""
    with Fleet(web=2, worker=2, beat=1) as fleet:
        fleet.start()
        yield fleet
