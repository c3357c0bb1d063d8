"""The score pad's pages: bad input is told, never loses anything, never answers 500."""

from __future__ import annotations

import json

import pytest
from django.utils import timezone

from games import lobby, services
from games.models import Table
from games.services import typed
from games.services.typed import Actor

from .support import open_table, person

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
    table = open_table(ann)
    assert client.get(f"/tables/{table.slug}/pad/").status_code == 404
    assert client.post(f"/tables/{table.slug}/pad/enter/", "{}", content_type="application/json").status_code == 404


class TestComingBack:
    @pytest.fixture
    def bob(self):
        return person("Bob")

    def test_the_pad_is_where_its_table_is(self, ann, client):
        """Whatever game it is: links to a table, and to a match that is not over, lead to the pad."""
        for game in ("last-player", "other"):
            table = typed.open_typed(ann, game, {}, [ann, "Bob"], "deals", {"count": 2}, True)
            pad = f"/tables/{table.slug}/pad/"
            assert table.get_absolute_url() == pad
            for path in (f"/tables/{table.slug}/", f"/matches/{table.slug}/"):
                assert client.get(path)["Location"] == pad

    def test_players_and_the_host_come_back_for_a_day(self, ann, bob):
        table = typed.open_typed(ann, "other", {}, [bob, "Cyd"], "deals", {"count": 2}, True)
        assert [lobby.current_table(who) for who in (ann, bob, person("Dan"))] == [table, table, None]
        live = open_table(bob)
        assert lobby.current_table(bob) == live
        Table.objects.filter(pk=table.pk).update(created_at=timezone.now() - lobby.PAD_TIME)
        assert lobby.current_table(ann) is None

    def test_not_once_it_is_over(self, ann, bob):
        table = typed.open_typed(ann, "other", {}, [ann, bob], "deals", {"count": 1}, True)
        typed.enter_deal(table.slug, Actor(ann), 1, {"points": [0, 5]})
        assert lobby.current_table(bob) == table  # to confirm
        typed.confirm(table.slug, Actor(bob), 1)
        assert [lobby.current_table(who) for who in (ann, bob)] == [None, None]


def test_the_own_name_stands_in_the_form_and_no_number_is_the_usual_one(ann, client):
    client.force_login(ann, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert ">\nAnn\n</textarea>" in client.get("/tables/by-hand/").text
    for format, params in (("elimination", {"limit": 5}), ("first_to", {"count": 3}), ("deals", {"count": 4})):
        client.post("/tables/by-hand/", {"names": "Ann\nBob", "game": "chukchi-durak", "format": format, "number": ""})
        table = Table.objects.latest("pk")
        assert (table.params, table.seats.first().user) == (params, ann)


def test_why_a_result_was_corrected_is_told(ann, client):
    bob = person("Bob")
    table = typed.open_typed(ann, "other", {}, [ann, bob], "deals", {"count": 1}, True)
    typed.enter_deal(table.slug, Actor(ann), 1, {"points": [0, 5]})
    typed.confirm(table.slug, Actor(bob), 1)
    typed.correct(table.slug, Actor(ann), 1, {"points": [7, 5]}, "misread")
    page, told = f"/matches/{table.slug}/", f"/api/v1/matches/{table.slug}"
    assert "misread" not in client.get(page).text  # it counts once it is confirmed
    typed.confirm(table.slug, Actor(bob), 2)
    assert "Corrected: misread" in client.get(page).text
    assert client.get(told).json()["reason"] == "misread"


def test_follow_the_leader_by_the_cards_left(ann, client):
    """FL6: what a lost deal costs is asked for where it is scored by hand too."""
    client.force_login(ann, backend="allauth.account.auth_backends.AuthenticationBackend")
    sent = {"names": "Ann\nBob", "game": "follow-the-leader", "format": "elimination", "number": "50"}
    client.post("/tables/by-hand/", sent | {"follow-the-leader_scoring": "cards", "follow-the-leader_decks": "2"})
    table = Table.objects.get()
    assert table.options == {"scoring": "cards", "decks": 2}
    with pytest.raises(services.Refused):
        typed.enter_deal(table.slug, Actor(ann), 1, {"losers": [1]})  # how many?
    typed.enter_deal(table.slug, Actor(ann), 1, {"cards": [[], ["7c", "7c", "Ah"]]})
    assert table.deals.get().outcome["penalties"] == [0, 3]
    client.post("/tables/by-hand/", sent | {"game": "chukchi-durak", "follow-the-leader_scoring": "cards"})
    assert Table.objects.latest("pk").options == {}
