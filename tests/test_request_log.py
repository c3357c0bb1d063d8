"""What is logged while a request is served says which request, and of which table."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from structlog.contextvars import get_contextvars

from games import match_list, matches

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What a line logged in a view would have been told besides, request by request."""
    seen: list[dict[str, Any]] = []

    def note(*_args: Any, **_more: Any) -> Any:
        seen.append(get_contextvars())
        raise LookupError

    monkeypatch.setattr(match_list, "page", note)
    monkeypatch.setattr(matches, "find_deal", note)
    return seen


def test_request_and_table(client: Client, told: list[dict[str, Any]]) -> None:
    client.raise_request_exception = False
    answers = [
        client.get("/matches/abcdefgh23/deals/1/", headers={"X-Request-ID": "proxy-12345"}),
        client.get("/matches/", headers={"X-Request-ID": "two\nlines"}),
        client.get("/matches/"),
    ]
    assert told[0] == {"request": "proxy-12345", "table": "abcdefgh23"}
    ids = [answer["X-Request-ID"] for answer in answers]
    assert [{"request": number} for number in ids[1:]] == told[1:]
    assert len(set(ids)) == 3
    assert all(number.isalnum() for number in ids[1:])
    assert get_contextvars() == {}
