"""The score pad's pages: bad input is told, never loses anything, never answers 500."""

from __future__ import annotations

import json

import pytest

from games.models import Table
from games.services import typed

from .support import person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ann():
    return person("Ann")


@pytest.fixture
def pad(ann, client):
    """The pad of a table of Ann and Bob, opened by Ann's phone: `pad(action, **body)`."""
    client.force_login(ann, backend="allauth.account.auth_backends.AuthenticationBackend")
    table = typed.open_typed(ann, "last-player", {}, [ann, "Bob"], "deals", {"count": 2}, True)
    client.get(f"/tables/{table.slug}/pad/")

    def send(action, raw=None, **body):
        content = raw if raw is not None else json.dumps(body)
        return client.post(f"/tables/{table.slug}/pad/{action}/", content, content_type="application/json")

    send.table = table
    return send


def test_a_deal_is_entered_and_shown(pad, client):
    state = pad("enter", deal=1, points=[0, 12], key="k").json()
    assert state["match"]["totals"] == [0, 12]
    assert client.get(f"/tables/{pad.table.slug}/pad/state/?since={state['version']}").status_code == 204
    assert client.get(f"/tables/{pad.table.slug}/pad/state/?since=1").json()["next"]["number"] == 2


@pytest.mark.parametrize(
    "raw", ["", "[]", "null", "{", "[" * 5000, '{"deal": "1"}', '{"deal": true}', '{"deal": 1e99}', "\x00", "9" * 9000]
)
@pytest.mark.parametrize("action", ["enter", "undo", "claim", "confirm", "correct", "dance"])
def test_nonsense_is_refused(pad, action, raw):
    answer = pad(action, raw=raw)
    assert answer.status_code == 400
    assert answer.json()["message"]
    assert not pad.table.deals.exists()


def test_a_stranger_watches_and_may_not_write(pad, client):
    client.logout()
    client.cookies.clear()
    assert client.get(f"/tables/{pad.table.slug}/pad/").status_code == 200
    assert pad("enter", deal=1, points=[0, 12]).status_code == 403


def test_the_form_opens_a_table_and_tells_what_is_wrong(client):
    assert client.post("/tables/by-hand/", {"names": "Ann", "game": "whist"}).status_code == 200
    assert not Table.objects.exists()
    sent = {"names": "Ann\nBob", "game": "other", "format": "deals", "number": "3"}
    assert client.post("/tables/by-hand/", sent).status_code == 302
    table = Table.objects.get()
    assert (table.kind, table.game, [seat.name for seat in table.seats.all()]) == ("typed", "other", ["Ann", "Bob"])
    assert client.get(f"/tables/{table.slug}/pad/").status_code == 200


def test_a_live_table_has_no_pad(client, ann):
    from .support import open_table

    table = open_table(ann)
    assert client.get(f"/tables/{table.slug}/pad/").status_code == 404
    assert client.post(f"/tables/{table.slug}/pad/enter/", "{}", content_type="application/json").status_code == 404
