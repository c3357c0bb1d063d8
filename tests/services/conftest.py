"""A fleet for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .fleet import Fleet


@pytest.fixture
def fleet() -> Iterator[Fleet]:
    """Two web processes, two workers and beat: made, not started."""
    with Fleet(web=2, worker=2, beat=1) as fleet:
        yield fleet
