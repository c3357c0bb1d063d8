"""The admin of tables, deals and tournaments: what staff finds, what it may do, and what even staff is not told."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games import services
from games.models import Deal, Table
from games.services import typed
from tests.played import play_match
from tests.tournaments.support import begin, current, event

from .support import next_moment, open_table, person, play

pytestmark = pytest.mark.django_db(transaction=True)
MODELS = ["games.table", "games.deal", "tournaments.tournament", "accounts.user", "config.notice"]


@pytest.fixture
def ann() -> Any:
    return person("Ann")


@pytest.fixture
def bob() -> Any:
    return person("Боб")


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("root", "root@example.org"))
    return client


def running(ann: Any, bob: Any) -> Table:
    table = open_table(ann)
    services.take_seat(table.slug, bob)
    next_moment(table)
    play(table)
    return table


def finished(ann: Any, bob: Any) -> Table:
    return play_match(ann, bob, "last-player", 2, format="deals", params={"count": 1}, options={"max_moves": 200})


def found(client: Client, model: str, term: str = "", **query: str) -> set[Any]:
    answer = client.get(reverse(f"admin:{model.replace('.', '_')}_changelist"), {"q": term, **query})
    return set(answer.context["cl"].queryset)


def test_tables_are_found_by_code_name_sign_in_name_and_address(ann, bob, staff) -> None:
    bob.email = "bob@example.org"
    bob.save()
    table, other = running(ann, bob), open_table(person("Cyd"))
    for term in (table.slug, table.slug.upper(), "ann", "бо", "БОБ@EXAMPLE.ORG".replace("БОБ", "BOB"), " Ann "):
        assert found(staff, "games.table", term) == {table}, term
    assert found(staff, "games.table", "nobody") == set()
    assert found(staff, "games.table") == {table, other}
    assert found(staff, "games.table", state__exact="open") == {other}
    assert found(staff, "games.table", seats__user__id__exact=str(bob.pk)) == {table}
    assert found(staff, "games.table", game="chukchi-durak") == set()
    assert found(staff, "games.deal", f"{table.slug}/1") == {table.deals.get()}
    assert found(staff, "games.deal", f"{table.slug}/2") == set()


def test_a_tournament_is_found_by_one_of_its_tables(staff) -> None:
    tournament = begin(event(person("Olga"), 8, kind="typed"))
    slug = current(tournament).tables.first().table.slug
    for term in (slug, "even", tournament.slug, "olga", "P01"):
        assert found(staff, "tournaments.tournament", term) == {tournament}, term
    assert len(found(staff, "games.table", "P01")) == 1


def test_a_deal_is_seen_as_it_was_once_it_is_over(ann, bob, staff) -> None:
    table = finished(ann, bob)
    deal = table.deals.get()
    page = staff.get(f"/admin/games/deal/{deal.pk}/change/").text
    assert reverse("games:replay", args=[table.slug, 1]) in page
    first = deal.moves.first()
    assert f"1. {['Ann', 'Боб'][deal.seats[first.seat]]}: {first.text}" in page
    assert f'href="/admin/games/deal/{deal.pk}/change/"' in staff.get(f"/admin/games/table/{table.pk}/change/").text


@pytest.mark.parametrize("collecting", [False, True])
def test_nothing_of_a_deal_that_is_not_over_is_told(ann, bob, staff, collecting: bool) -> None:
    table = running(ann, bob)
    if collecting:
        Table.objects.filter(pk=table.pk).update(phase="shuffling")
        table.deals.update(texts={"0": "a text of Ann's"})
    deal = table.deals.get()
    pages = [
        f"/admin/games/{model}/{rest}"
        for model, pk in (("deal", deal.pk), ("table", table.pk))
        for rest in ("", f"{pk}/change/", f"{pk}/history/", f"{pk}/delete/", f"?q={table.slug}", f"{pk}/")
    ] + [f"/admin/games/table/{table.pk}/void/", "/admin/"]
    for path in pages:
        page = staff.get(path, follow=True).text
        for hidden in (deal.secret, deal.seed, "a text of Ann", *(str(move.text) for move in deal.moves.all())):
            assert hidden not in page, path
    assert reverse("games:record", args=[table.slug, 1]) not in staff.get(f"/admin/games/deal/{deal.pk}/change/").text


@pytest.mark.parametrize(
    "lookup",
    ["secret__startswith", "secret", "seed__gt", "texts__0", "commitment", "moves__text", "table__deals__seed"],
)
def test_what_is_not_shown_cannot_be_guessed_at_by_a_filter(ann, bob, staff, lookup: str) -> None:
    running(ann, bob)
    deal = Deal.objects.get()
    for value in (deal.secret, deal.secret[:1], deal.seed):
        assert staff.get("/admin/games/deal/", {lookup: value}, follow=True).status_code == 400
    for lookup in ("deals__secret__startswith", "held", "modes__contains", "deals__seed"):
        assert staff.get("/admin/games/table/", {lookup: "1"}, follow=True).status_code == 400


def test_rows_are_only_looked_at(ann, bob, staff) -> None:
    table = finished(ann, bob)
    for path in (f"table/{table.pk}", f"deal/{table.deals.get().pk}"):
        assert staff.post(f"/admin/games/{path}/change/", {"state": "open", "number": 9}).status_code == 403
        assert staff.post(f"/admin/games/{path}/delete/", {"post": "yes"}).status_code == 403
    assert staff.get("/admin/games/table/add/").status_code == 403


def test_a_match_is_declared_void_and_put_back(ann, bob, staff, client) -> None:
    table = finished(ann, bob)
    page = staff.get(f"/admin/games/table/{table.pk}/change/").text
    assert f"/admin/games/table/{table.pk}/void/" in page
    for bad in ("", " ", "x" * 301, "a\0b"):
        assert "errorlist" in staff.post(f"/admin/games/table/{table.pk}/void/", {"reason": bad}).text
    staff.post(f"/admin/games/table/{table.pk}/void/", {"reason": "One player, two phones"})
    table.refresh_from_db()
    assert table.state == "void"
    assert "Reason: One player, two phones" in client.get(f"/matches/{table.slug}/").text
    again = staff.post(f"/admin/games/table/{table.pk}/void/", {"reason": "again"}, follow=True)
    assert "Only a match that is being played or finished" in again.text
    assert "One player, two phones" in staff.get(f"/admin/games/table/{table.pk}/change/").text
    assert LogEntry.objects.get().change_message == "Declare the match void One player, two phones"
    assert "restore" in staff.get(f"/admin/games/table/{table.pk}/change/").text
    staff.get(f"/admin/games/table/{table.pk}/restore/")
    assert Table.objects.get().state == "void"
    staff.post(f"/admin/games/table/{table.pk}/restore/")
    assert Table.objects.get().state == "finished"
    assert staff.get("/admin/games/table/999999/void/").status_code == 404


def test_who_may_only_look_declares_nothing_void(ann, bob) -> None:
    table = finished(ann, bob)
    looker = get_user_model().objects.create_user("looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_table"))
    client = Client()
    client.force_login(looker)
    assert "/void/" not in client.get(f"/admin/games/table/{table.pk}/change/").text
    assert client.post(f"/admin/games/table/{table.pk}/void/", {"reason": "x"}).status_code == 403
    assert Table.objects.get().state == "finished"


def test_staff_walks_through_all_of_it_and_nobody_else(ann, bob, staff, client) -> None:
    """What is registered is looked at, each page in both languages."""
    finished(ann, bob)
    open_table(ann)
    typed.open_typed(ann, "other", {}, [ann, "Zoe"], "deals", {"count": 1}, True)
    begin(event(person("Olga"), 8, kind="typed"))
    registered = {f"{model._meta.app_label}.{model._meta.model_name}" for model in admin.site._registry}
    assert registered == {*MODELS, "auth.group"}
    for name in MODELS:
        model = apps.get_model(name)
        base = reverse(f"admin:{name.replace('.', '_')}_changelist")
        paths = [base, *(f"{base}{row.pk}/{page}/" for row in model.objects.all() for page in ("change", "history"))]
        for path in paths:
            for language in ("en", "ru"):
                answer = staff.get(path, headers={"accept-language": language})
                assert answer.status_code == 200, path
                assert 'style="' not in answer.text, path
                assert "<script>" not in answer.text, path
            assert client.get(path).status_code == 302, path
        for bad in ("%00", "9" * 30, "x", "-1"):
            assert staff.get(f"{base}{bad}/change/", follow=True).status_code in (200, 404)
            assert staff.get(base, {"q": bad}).status_code == 200
            assert staff.get(base, {"p": bad}, follow=True).status_code == 200
        assert staff.get(base, {"q": "\0"}).status_code == 200
