"""Who may ask the API for what, how often, and how it says no."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.models import Token
from games.services import Refused
from tests.games.support import open_table, person

from .support import API, Program, token_of

pytestmark = pytest.mark.django_db
PROBLEM = "application/problem+json"


@pytest.fixture
def ann():
    return person("Ann")


def is_problem(answer, status, code):
    assert (answer.status_code, answer["Content-Type"]) == (status, PROBLEM)
    told = answer.json()
    assert (told["status"], told["code"], told["type"]) == (status, code, f"/api/v1/docs#problem-{code}")
    assert told["detail"].endswith((".", "s"))
    return told


class TestTokens:
    def test_the_text_is_told_once_and_not_kept(self, ann):
        text = token_of(ann)
        row = Token.objects.values().get()
        assert text not in str(row)
        assert Program(text).read("/players/me")["name"] == "Ann"

    def test_each_scope_opens_its_own_door(self, ann):
        table = open_table(ann)
        doors = {
            "read": ("GET", "/players/me", None),
            "play": ("POST", f"/tables/{table.slug}/fill", {}),
            "tournaments": ("POST", "/tournaments/nothing/entry", {}),
        }
        for scope in doors:
            program = Program(token_of(ann, scope))
            for needed, door in doors.items():
                status, told = program.ask(*door)
                if needed == scope:
                    assert status in (200, 404), told
                else:
                    assert (status, told["code"]) == (403, "no_scope")
                    assert needed in told["detail"]

    @pytest.mark.parametrize("end", ["revoked", "expired", "deleted", "inactive"])
    def test_one_that_does_not_hold_is_refused(self, ann, end):
        text = token_of(ann, days=30)
        assert Program(text).ask("GET", "/games")[0] == 200
        if end == "revoked":
            services.revoke_token(ann, Token.objects.get().pk)
        elif end == "expired":
            Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        elif end == "deleted":
            services.delete_account(ann)
        else:
            get_user_model().objects.update(is_active=False)
        for path in ("/games", "/players/me"):
            answer = Program(text).get(API + path, headers={"authorization": f"Bearer {text}"})
            is_problem(answer, 401, "no_token")
            assert answer["WWW-Authenticate"].startswith("Bearer")

    @pytest.mark.parametrize(
        "header", ["Bearer", "Bearer ", "Bearer lc_\x80", "Basic eDp5", "lc_x", f"Bearer {'lc_' * 99}"]
    )
    def test_nonsense_is_refused(self, ann, header):
        is_problem(Client().get(API + "/games", headers={"authorization": header}), 401, "no_token")

    def test_the_last_use_is_noted_to_the_minute(self, ann):
        program = Program(token_of(ann))
        assert Token.objects.get().used_at is None
        program.read("/games")
        first = Token.objects.get().used_at
        program.read("/games")
        assert Token.objects.get().used_at == first
        Token.objects.update(used_at=first - timedelta(minutes=2))
        program.read("/games")
        assert Token.objects.get().used_at >= first

    def test_nobody_hoards_them(self, ann):
        for _ in range(20):
            services.make_token(ann, "Bot", ["read"], None)
        with pytest.raises(Refused):
            services.make_token(ann, "Bot", ["read"], None)
        services.revoke_token(ann, Token.objects.first().pk)
        services.make_token(ann, "Bot", ["read"], None)

    def test_those_of_others_cannot_be_revoked(self, ann):
        text = token_of(ann)
        services.revoke_token(person("Bob"), Token.objects.get().pk)
        Program(text).read("/players/me")


class TestPage:
    @pytest.fixture
    def signed_in(self, ann):
        client = Client()
        client.force_login(ann)
        return client

    def test_makes_one_and_shows_it_once(self, signed_in, ann):
        page = signed_in.post("/settings/tokens/", {"name": "My bot", "scopes": ["read", "play"], "days": "30"})
        text = page.context["text"]
        assert text in page.text
        assert "no-store" in page["Cache-Control"]
        assert text not in signed_in.get("/settings/tokens/").text
        token = Token.objects.get()
        assert (token.name, token.scopes, (token.expires_at - token.created_at).days) == (
            "My bot",
            ["read", "play"],
            30,
        )
        Program(text).read("/players/me")

    def test_the_password_is_asked_first(self, signed_in, ann):
        ann.set_password("a long one")
        ann.save()
        signed_in.force_login(ann)
        asked = {"name": "My bot", "scopes": ["read", "play"], "days": ""}
        to_prove = signed_in.post("/settings/tokens/", asked)["Location"]
        assert (to_prove, Token.objects.count()) == ("/accounts/reauthenticate/?next=%2Fsettings%2Ftokens%2F", 0)
        signed_in.post("/accounts/reauthenticate/", {"password": "a wrong one", "next": "/settings/tokens/"})
        assert not Token.objects.exists()
        page = signed_in.post("/accounts/reauthenticate/", {"password": "a long one", "next": "/settings/tokens/"})
        assert page.context["text"] in page.text  # the form is not filled in twice
        assert "no-store" in page["Cache-Control"]
        assert Token.objects.get().scopes == ["read", "play"]
        signed_in.post("/settings/tokens/", asked)  # not again at once
        assert Token.objects.count() == 2

    def test_looking_and_revoking_ask_for_nothing(self, signed_in, ann):
        ann.set_password("a long one")
        ann.save()
        signed_in.force_login(ann)
        token_of(ann)
        assert signed_in.get("/settings/tokens/").status_code == 200
        signed_in.post(f"/settings/tokens/{Token.objects.get().pk}/revoke/")
        assert Token.objects.filter(revoked_at=None).count() == 0

    def test_revokes_it(self, signed_in, ann):
        text = token_of(ann)
        assert Token.objects.get().start in signed_in.get("/settings/tokens/").text
        signed_in.post(f"/settings/tokens/{Token.objects.get().pk}/revoke/")
        assert Program(text).ask("GET", "/games")[0] == 401
        assert Token.objects.get().start not in signed_in.get("/settings/tokens/").text

    @pytest.mark.parametrize(
        "bad", [{"name": ""}, {"name": "a\x00b"}, {"scopes": []}, {"scopes": ["all"]}, {"days": "9"}]
    )
    def test_bad_input_makes_none(self, signed_in, bad):
        page = signed_in.post("/settings/tokens/", {"name": "Bot", "scopes": ["read"], "days": "30"} | bad)
        assert (page.status_code, Token.objects.count()) == (200, 0)
        assert page.context["form"].errors

    def test_a_guest_is_shown_the_way_to_an_account(self, ann, signed_in):
        get_user_model().objects.update(is_guest=True)
        for path in ("/settings/tokens/", "/settings/tokens/1/revoke/"):
            assert (
                signed_in.post(path, {"name": "x", "scopes": ["play"], "days": ""})["Location"] == "/accounts/signup/"
            )
        assert not Token.objects.exists()


class TestSession:
    def test_a_session_reads(self, ann):
        client = Client()
        client.force_login(ann)
        assert client.get(f"{API}/players/me").json()["name"] == "Ann"

    def test_but_changes_nothing(self, ann):
        """Another site's page cannot use the cookie."""
        client, table = Client(), open_table(ann)
        client.force_login(ann)
        answer = client.post(f"{API}/tables/{table.slug}/leave")
        is_problem(answer, 401, "no_token")

    def test_a_token_is_who_asks_whatever_the_cookie_says(self, ann):
        program = Program(token_of(person("Bob")))
        program.force_login(ann)
        assert program.read("/players/me")["name"] == "Bob"

    def test_nobody_reads_what_everybody_may(self, ann):
        nobody = Program()
        assert len(nobody.read("/games")) == 5
        assert nobody.read(f"/players/{ann.pk}")["name"] == "Ann"
        nobody.read("/players/me", 401)

    def test_what_is_private_stays_so(self, ann):
        services.save_settings(ann, {"private": True})
        for program in (Program(), Program(token_of(person("Bob")))):
            assert program.read(f"/players/{ann.pk}", 403)["code"] == "private"
        Program(token_of(ann)).read(f"/players/{ann.pk}")


class TestErrors:
    @pytest.mark.parametrize(
        "path", ["/nothing", "/games/chess", "/tables/none", "/matches/none", "/players/999999", "/"]
    )
    def test_what_is_not_there(self, path):
        answer = Client().get(API + path)
        assert answer.status_code in (404, 422)
        assert answer["Content-Type"] == PROBLEM

    def test_another_method(self):
        answer = Client().put(f"{API}/games")
        is_problem(answer, 405, "bad_method")
        assert answer["Allow"] == "GET"

    @pytest.mark.parametrize("body", [b"{", b"\xff", b"[" * 100_000, b"1" * 5000, b'{"seat": ' + b"9" * 5000 + b"}"])
    def test_a_body_that_is_not_json(self, ann, body):
        headers = {"authorization": f"Bearer {token_of(ann)}"}
        answer = Client().post(f"{API}/tables/x/sit", body, content_type="application/json", headers=headers)
        assert answer.status_code in (400, 422)
        assert answer["Content-Type"] == PROBLEM

    BAD = ["\x00", "a\x00b", "\ud800", "x" * 1000, 10**23, -1, 1.5, True, None, [], {}]

    @pytest.mark.parametrize("bad", BAD, ids=repr)
    def test_no_value_reaches_the_database_unbounded(self, ann, bad):
        program = Program(token_of(ann))
        table = open_table(ann)
        bodies = {
            f"/tables/{table.slug}/moves": {"deal": 1, "ply": 0, "move": "draw"},
            f"/tables/{table.slug}/sit": {"seat": 1},
            f"/tables/{table.slug}/text": {"deal": 1, "text": "x"},
            "/tables": {"game": "last-player", "seats": 2, "turn_seconds": 30, "options": {"hand_size": 6}},
            "/tournaments/none/entry": {"club": "x"},
        }
        for path, body in bodies.items():
            for name in body:
                status, told = program.ask("POST", path, body | {name: bad})
                assert status < 500, (path, name, told)
        for query in ("before", "account", "player", "game"):
            assert (
                program.ask("GET", f"/matches?{query}={bad!s}".replace("\x00", "%00").replace("\ud800", "%ED"))[0] < 500
            )

    def test_our_own_fault_is_told_without_a_trace(self, ann, monkeypatch, caplog):
        monkeypatch.setattr("games.lobby.open_tables", lambda: 1 / 0)
        told = is_problem(Client().get(f"{API}/tables"), 500, "our_fault")
        assert "zero" not in str(told)
        assert any("api_failed" in str(record.msg) for record in caplog.records)

    def test_the_sentence_is_in_the_readers_language(self):
        told = Client().get(f"{API}/nothing", headers={"accept-language": "ru"}).json()
        assert told["detail"].startswith("По этому адресу")


class TestLimits:
    @pytest.fixture(autouse=True)
    def few(self, settings):
        settings.API_RATES = {"token": 3, "user": 2, "address": 1}
        cache.clear()

    def answers(self, program, times):
        return [program.ask("GET", "/games")[0] for _ in range(times)]

    def test_each_token_has_its_own(self, ann):
        first, second = Program(token_of(ann)), Program(token_of(ann))
        assert self.answers(first, 4) == [200, 200, 200, 429]
        assert self.answers(second, 1) == [200]

    def test_a_session_and_an_address(self, ann):
        client = Program()
        assert self.answers(client, 2) == [200, 429]
        client.force_login(ann)
        assert self.answers(client, 3) == [200, 200, 429]

    def test_guessing_tokens_is_limited_too(self):
        assert self.answers(Program("lc_guess"), 2) == [401, 429]

    def test_it_says_when_to_try_again(self):
        client = Client()
        client.get(f"{API}/games")
        answer = client.get(f"{API}/games")
        is_problem(answer, 429, "too_fast")
        assert 1 <= int(answer["Retry-After"]) <= 61


class TestDocument:
    def test_it_is_openapi_3_1_and_names_every_error(self):
        document = Client().get(f"{API}/openapi.json").json()
        assert document["openapi"] == "3.1.0"
        for path, methods in document["paths"].items():
            for operation in methods.values():
                assert {"401", "403", "429", "500"} <= set(operation["responses"]), path
                assert operation["security"], path
                assert operation["summary"], path

    def test_its_page_needs_no_script(self, ann):
        page = Client().get(f"{API}/docs")
        assert page.status_code == 200
        assert "style=" not in page.text
        assert "'unsafe" not in page["Content-Security-Policy"]
        for operation in ("open_table", "move", "show_table", "problem-stale", "object-State"):
            assert f'id="{operation}"' in page.text
