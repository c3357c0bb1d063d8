"""Settings: the page, the switch of one setting, the language."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from accounts.models import User

from .conftest import PASSWORD, sign_in, who

pytestmark = pytest.mark.django_db

PAGE = {"display_name": "Ann Lee", "language": "ru", "scheme": "dark", "deck": "4color", "sound": "on"}


def set_one(client, **setting):
    return client.post("/settings/set/", json.dumps(setting), content_type="application/json")


class TestPage:
    def test_everything_is_saved(self, as_ann, ann):
        as_ann.post("/settings/", PAGE)
        ann.refresh_from_db()
        assert (ann.display_name, ann.language, ann.scheme, ann.deck) == ("Ann Lee", "ru", "dark", "4color")
        switches = ("sound", "motion", "auto_draw", "confirm_moves", "auto_pass")
        assert [name for name in switches if getattr(ann, name)] == ["sound"]

    def test_nothing_else_of_the_row_can_be_set(self, as_ann, ann):
        extra = {"is_staff": "on", "is_superuser": "on", "username": "root", "email": "x@example.org", "is_guest": "on"}
        as_ann.post("/settings/", {**PAGE, **extra})
        ann.refresh_from_db()
        assert (ann.is_staff, ann.is_superuser, ann.username, ann.email) == (False, False, "ann", "ann@example.org")
        assert not ann.is_guest

    @pytest.mark.parametrize(
        "wrong",
        [{"display_name": "bot"}, {"display_name": "x" * 41}, {"display_name": "a\x00"}, {"language": "xx"}, 
         {"deck": "9"}, {"scheme": "\x00"}],
    )  # fmt: skip
    def test_what_is_wrong_is_told_and_nothing_is_saved(self, as_ann, ann, wrong):
        answer = as_ann.post("/settings/", {**PAGE, **wrong})
        assert answer.context["form"].errors.keys() == wrong.keys()
        ann.refresh_from_db()
        assert (ann.language, ann.deck) == ("", "2color")

    def test_without_a_name_of_the_table_the_sign_in_name_is_shown(self, as_ann, ann):
        as_ann.post("/settings/", {**PAGE, "display_name": ""})
        ann.refresh_from_db()
        assert ann.shown_name == "ann"

    def test_a_guest_keeps_a_name(self, as_guest):
        answer = as_guest.post("/settings/", {**PAGE, "display_name": " "})
        assert answer.context["form"].errors["display_name"]

    def test_nobody_is_asked_to_sign_in(self, client):
        assert client.get("/settings/")["Location"] == "/accounts/login/?next=/settings/"


class TestOneSetting:
    @pytest.mark.parametrize(
        ("field", "value"),
        [("sound", False), ("motion", False), ("auto_draw", False), ("confirm_moves", True), ("auto_pass", True),
         ("deck", "4color"), ("scheme", "dark"), ("language", "ru"), ("language", ""), ("display_name", "Аня")],
    )  # fmt: skip
    def test_is_saved_alone(self, as_ann, ann, field, value):
        User.objects.update(display_name="Ann", language="en", scheme="light")
        before = User.objects.values().get(pk=ann.pk)
        assert set_one(as_ann, **{field: value}).json() == {"ok": True}
        assert User.objects.values().get(pk=ann.pk) == {**before, field: value}

    @pytest.mark.parametrize(
        ("field", "value"),
        [("is_staff", True), ("username", "root"), ("password", "x"), ("id", 1), ("pk", 1), ("is_guest", True),
         ("sound", "off"), ("sound", 0), ("sound", None), ("deck", 4), ("deck", "9"), ("deck", None),
         ("scheme", ["dark"]), ("language", "xx"), ("display_name", "bot"),
         ("display_name", "\ud800"), ("display_name", "a\x00"), ("display_name", "x" * 41),
         ("", True), ("__class__", "x")],
    )  # fmt: skip
    def test_what_is_no_setting_is_refused(self, as_ann, ann, field, value):
        before = User.objects.values().get(pk=ann.pk)
        answer = set_one(as_ann, **{field: value})
        assert (answer.status_code, answer.json()["ok"]) == (400, False)
        assert answer.json()["message"]
        assert User.objects.values().get(pk=ann.pk) == before

    @pytest.mark.parametrize(
        "body",
        [b"", b"null", b"[]", b"{}", b'"sound"', b"{", b"\xff\xfe", b"[" * 500, b'{"sound": true, "motion": true}', 
         b"7" * 599, b'{"sound": ' + b" " * 9_000 + b"true}", b'{"a":' * 100],
    )  # fmt: skip
    def test_what_is_no_json_object_of_one_is_refused(self, as_ann, body):
        answer = as_ann.post("/settings/set/", body, content_type="application/json")
        assert (answer.status_code, answer.json()["ok"]) == (400, False)

    def test_a_guest_may_too(self, as_guest):
        assert set_one(as_guest, sound=False).json() == {"ok": True}
        assert who(as_guest).sound is False

    def test_nobody_may_not(self, client):
        assert set_one(client, sound=False).status_code == 403

    def test_another_site_may_not(self, ann):
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(ann)
        assert set_one(strict, sound=False).status_code == 403

    def test_get_is_no_way_to_set(self, as_ann):
        assert as_ann.get("/settings/set/?sound=0").status_code == 405


class TestLanguage:
    def test_the_persons_language_wins_over_the_browsers(self, as_ann, ann):
        set_one(as_ann, language="ru")
        as_ann.cookies["django_language"] = "en"
        page = as_ann.get("/settings/", headers={"accept-language": "en"})
        assert (page.headers["Content-Language"], 'lang="ru"' in page.text) == ("ru", True)

    def test_without_one_the_browser_decides(self, as_ann):
        assert 'lang="ru"' in as_ann.get("/settings/", headers={"accept-language": "ru"}).text
        assert 'lang="en"' in as_ann.get("/settings/", headers={"accept-language": "en"}).text

    def test_the_next_person_is_not_spoken_to_in_it(self, as_ann, ann, other_browser):
        set_one(as_ann, language="ru")
        as_ann.get("/settings/")
        assert 'lang="en"' in other_browser().get("/accounts/login/").text

    def test_scripts_speak_it_too(self, as_ann, ann):
        set_one(as_ann, language="ru")
        assert json.dumps("Ваш ход") in as_ann.get("/jsi18n/").text

    def test_the_switch_in_the_header_sets_it_for_the_person(self, as_ann, ann):
        as_ann.post("/i18n/setlang/", {"language": "ru", "next": "/settings/"})
        ann.refresh_from_db()
        assert ann.language == "ru"
        assert 'lang="ru"' in as_ann.get("/settings/").text

    @pytest.mark.parametrize("language", ["xx", "", "\x00", "ru" * 50])
    def test_no_language_changes_nothing_there(self, as_ann, ann, language):
        set_one(as_ann, language="ru")
        assert as_ann.post("/i18n/setlang/", {"language": language}).status_code in (204, 302)
        ann.refresh_from_db()
        assert ann.language in ("ru", "")

    def test_for_a_visitor_it_is_the_browsers(self, client):
        client.post("/i18n/setlang/", {"language": "ru"})
        assert 'lang="ru"' in client.get("/accounts/login/").text


def test_the_page_is_drawn_by_the_settings(client, ann):
    sign_in(client, password=PASSWORD)
    set_one(client, scheme="dark")
    set_one(client, deck="4color")
    page = client.get("/settings/").text
    assert 'data-scheme="dark"' in page
    assert 'data-deck="4color"' in page
