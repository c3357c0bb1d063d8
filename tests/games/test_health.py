"""The pages for machines."""

from __future__ import annotations

import pytest
from django.db import OperationalError

from config import health
from games import services

from .support import open_table, pass_time, person, play

pytestmark = pytest.mark.django_db(transaction=True)


def test_alive_and_ready(client):
    assert client.get("/health/").content == b"ok\n"
    assert client.get("/ready/").json() == {"ready": True, "failed": []}


def test_not_ready_without_the_database(client, monkeypatch):
    def down() -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(health, "_ask_database", down)
    answer = client.get("/ready/")
    assert (answer.status_code, answer.json()["failed"]) == (503, ["database"])


def test_moves_are_counted(client):
    ann, bob = person("Ann"), person("Bob")
    table = open_table(ann)
    services.take_seat(table.slug, bob)
    pass_time(table)
    services.tick(table.pk)

    def counted() -> float:
        lines = client.get("/metrics/").content.decode().splitlines()
        return sum(float(line.split()[1]) for line in lines if line.startswith('lastcard_moves_total{by="player"}'))

    before = counted()
    play(table)
    assert counted() == before + 1


def test_metrics_are_not_for_everybody(client, settings):
    assert client.get("/metrics/", REMOTE_ADDR="203.0.113.7").status_code == 403
    assert client.get("/metrics/", HTTP_X_FORWARDED_FOR="203.0.113.7").status_code == 403
    settings.METRICS_TOKEN = "secret"
    assert client.get("/metrics/").status_code == 403
    assert client.get("/metrics/", HTTP_AUTHORIZATION="Bearer secret").status_code == 200
