"""Notices for all pages: written by staff, shown everywhere, closed by each reader."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config import services
from config.models import Notice

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = ("/", "/tables/", "/rules/last-player/", "/accounts/login/", "/tournaments/", "/no-such-page/")


def notice(**changes: Any) -> Notice:
    made = Notice(**{"text_en": "Away at ten <b>", "text_ru": "В десять перерыв", **changes})
    services.save_notice(made)
    return made


def told(client: Client, path: str = "/", **headers: str) -> str:
    return client.get(path, headers=headers).text


def test_on_every_page_in_the_readers_language(client: Client) -> None:
    notice(level="warning")
    for path in PAGES:
        assert "Away at ten &lt;b&gt;" in told(client, path), path
        assert "В десять перерыв" in told(client, path, **{"accept-language": "ru"}), path


def test_shown_from_and_until(client: Client) -> None:
    now = timezone.now()
    notice(text_en="too late", starts_at=now - timedelta(days=2), ends_at=now - timedelta(days=1))
    notice(text_en="too early", starts_at=now + timedelta(days=1))
    notice(text_en="just right", starts_at=now - timedelta(days=1), ends_at=now + timedelta(days=1))
    page = told(client)
    assert "just right" in page
    assert "too " not in page


def test_closed_by_one_browser_until_it_changes(client: Client) -> None:
    first, second = notice(text_en="first"), notice(text_en="second")
    answer = client.post("/notices/close/", {"notice": first.key, "next": "/tables/"})
    assert answer.url == "/tables/"
    assert "first" not in told(client)
    assert "second" in told(client)
    assert "first" in told(Client())
    client.post("/notices/close/", {"notice": second.key})
    assert "notices/close" not in told(client)
    services.save_notice(first)
    assert "first" in told(client)
    services.delete_notices(Notice.objects.all())
    assert "notices/close" not in told(client)


@pytest.mark.parametrize("key", ["", "x", "1", "1-1; x", "\0", "1-1.2-2", "9" * 99, "٣-٣", "\ud7ff"])
def test_nonsense_closes_nothing(client: Client, key: str) -> None:
    notice()
    answer = client.post("/notices/close/", {"notice": key, "next": "//elsewhere.example/"})
    assert (answer.status_code, answer.url) == (302, "/")
    client.cookies["closed_notices"] = "..x.1-1-1."
    assert "Away at ten" in told(client)


def test_a_page_asks_the_database_nothing_for_them(client: Client) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get("/tables/")
        return len(queries)

    asked()
    none = asked()
    notice()
    asked()
    assert asked() == none


def test_written_in_the_admin(client: Client) -> None:
    client.force_login(get_user_model().objects.create_superuser("root", password="x"))
    told(client)  # remembered: none
    data = {
        "text_en": "Hello", "text_ru": "Привет", "level": "info", "starts_at_0": "2026-01-01", "starts_at_1": "00:00",
        "ends_at_0": "", "ends_at_1": "",
    }  # fmt: skip
    assert client.post("/admin/config/notice/add/", data).status_code == 302
    assert "Hello" in told(client)
    made = Notice.objects.get()
    wrong = client.post(
        f"/admin/config/notice/{made.pk}/change/", data | {"ends_at_0": "2025-01-01", "ends_at_1": "00:00"}
    )
    assert "It has to end after it starts." in wrong.text
    client.post(f"/admin/config/notice/{made.pk}/delete/", {"post": "yes"})
    assert "notices/close" not in told(client)
