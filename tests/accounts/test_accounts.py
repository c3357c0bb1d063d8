"""Accounts: signing up, in and out; passwords, addresses, sessions; the end of one."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core import mail
from django.utils import translation

from accounts.forms import SignUpForm
from accounts.models import User
from games.models import Table

from .conftest import PASSWORD, sign_in, sit_together, who

pytestmark = pytest.mark.django_db

NEW = {"username": "heron", "password1": PASSWORD}
ELSEWHERE = ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "https:evil.example"]


def link_in_mail() -> str:
    found = re.search(r"http://testserver(\S+)", mail.outbox[-1].body)
    assert found
    return found[1]


class TestSignUp:
    def test_a_name_and_a_password_do(self, client):
        assert client.post("/accounts/signup/", NEW)["Location"] == "/"
        assert (who(client).username, who(client).is_guest) == ("heron", False)

    def test_an_address_gets_a_letter_to_confirm_it(self, client):
        client.post("/accounts/signup/", {**NEW, "email": "heron@example.org"})
        assert mail.outbox[0].subject.startswith("Lastcard: ")
        client.post(link_in_mail())
        assert EmailAddress.objects.get().verified

    @pytest.mark.parametrize("name", ["bot", "x" * 41, "a b", "a\u202eb", "a\x00b", "deleted_player", "ANN", " "])
    def test_a_bad_name_is_told(self, client, ann, name):
        answer = client.post("/accounts/signup/", {**NEW, "username": name})
        assert answer.context["form"].errors["username"]
        assert User.objects.count() == 1

    def test_nothing_else_of_the_row_can_be_set(self, client):
        extra = {"is_staff": "on", "is_superuser": "on", "id": "7", "display_name": "Boss", "is_guest": "on"}
        client.post("/accounts/signup/", {**NEW, **extra})
        user = User.objects.get()
        assert (user.is_staff, user.is_superuser, user.is_guest, user.display_name) == (False, False, False, "")

    def test_a_name_taken_at_the_last_moment(self, client, monkeypatch):
        """Two people press the button at once: both forms have found the name free."""
        look = SignUpForm.clean_username

        def look_and_lose(form):
            name = look(form)
            User.objects.create_user(name)
            return name

        monkeypatch.setattr(SignUpForm, "clean_username", look_and_lose)
        assert client.post("/accounts/signup/", NEW)["Location"] == "/accounts/signup/"
        assert "already exists" in client.get("/accounts/signup/").text
        assert User.objects.count() == 1


class TestSignIn:
    @pytest.mark.parametrize("name", ["ann", "ann@example.org"])
    def test_by_name_or_address(self, client, ann, name):
        EmailAddress.objects.create(user=ann, email=ann.email, primary=True)
        sign_in(client, name)
        assert who(client) == ann

    def test_goes_on_to_a_page_of_the_site(self, client, ann):
        assert sign_in(client, next="/tables/")["Location"] == "/tables/"

    @pytest.mark.parametrize("url", ELSEWHERE)
    def test_no_open_redirect(self, client, ann, url):
        assert sign_in(client, next=url)["Location"] == "/"
        assert client.post("/accounts/logout/", {"next": url})["Location"] == "/"
        assert client.post("/i18n/setlang/", {"language": "ru", "next": url})["Location"] == "/"
        assert client.post("/guest/", {"next": url})["Location"] == "/"
        assert client.post(f"/guest/?next={url}")["Location"] == "/"

    def test_too_many_wrong_passwords_are_refused_even_with_the_right_one(self, client, ann):
        for _ in range(5):
            sign_in(client, password="wrong")
        answer = sign_in(client)
        assert "Too many failed login attempts" in answer.text
        assert not who(client).is_authenticated

    def test_too_many_tries_from_one_address_get_a_page(self, client, ann):
        answers = [sign_in(client, f"nobody{i}", "wrong") for i in range(31)]
        assert answers[-1].status_code == 429
        assert "A little slower" in answers[-1].text

    def test_signing_out_takes_a_post(self, as_ann):
        as_ann.get("/accounts/logout/")
        assert who(as_ann).is_authenticated
        as_ann.post("/accounts/logout/")
        assert not who(as_ann).is_authenticated

    def test_staff_sign_in_on_the_same_page(self, client):
        assert client.get("/admin/login/")["Location"].startswith("/accounts/login/")


class TestPassword:
    def test_reset_by_letter(self, client, ann):
        EmailAddress.objects.create(user=ann, email=ann.email, primary=True, verified=True)
        client.post("/accounts/password/reset/", {"email": ann.email})
        form = client.get(link_in_mail())["Location"]
        client.post(form, {"password1": "a quite new one", "password2": "a quite new one"})
        sign_in(client, password="a quite new one")
        assert who(client) == ann

    def test_the_letter_works_once(self, client, ann):
        EmailAddress.objects.create(user=ann, email=ann.email, primary=True, verified=True)
        client.post("/accounts/password/reset/", {"email": ann.email})
        link = link_in_mail()
        client.post(client.get(link)["Location"], {"password1": "a quite new one", "password2": "a quite new one"})
        answer = client.get(link, follow=True)
        assert "token_fail" in answer.context

    def test_an_unknown_address_learns_nothing(self, client, ann):
        known, unknown = (
            client.post("/accounts/password/reset/", {"email": email}) for email in ("ann@example.org", "x@example.org")
        )
        assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])

    def test_change(self, client, ann):
        sign_in(client)
        new = {"oldpassword": PASSWORD, "password1": "a quite new one", "password2": "a quite new one"}
        client.post("/accounts/password/change/", new)
        ann.refresh_from_db()
        assert ann.check_password("a quite new one")
        assert who(client) == ann


class TestAddress:
    def test_change_when_the_new_one_is_confirmed(self, client, ann):
        EmailAddress.objects.create(user=ann, email=ann.email, primary=True, verified=True)
        sign_in(client)
        client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
        ann.refresh_from_db()
        assert ann.email == "ann@example.org"
        client.post(next(m for m in mail.outbox if m.to == ["new@example.org"]) and link_in_mail())
        ann.refresh_from_db()
        assert ann.email == "new@example.org"
        assert EmailAddress.objects.get().email == "new@example.org"

    def test_not_to_one_that_is_no_address(self, client, ann):
        sign_in(client)
        answer = client.post("/accounts/email/", {"action_add": "", "email": "a\x00@example.org"})
        assert answer.context["form"].errors["email"]


class TestSessions:
    def test_listed_and_ended_one_by_one(self, client, ann, other_browser):
        elsewhere = other_browser()
        sign_in(client), sign_in(elsewhere)
        listed = client.get("/accounts/sessions/").context["sessions"]
        assert len(listed) == 2
        other = next(session for session in listed if session.session_key != client.session.session_key)
        client.post(f"/settings/sessions/{other.pk}/end/")
        assert who(client) == ann
        assert not who(elsewhere).is_authenticated

    def test_all_others_at_once(self, client, ann, other_browser):
        elsewhere = [other_browser(), other_browser()]
        for browser in (client, *elsewhere):
            sign_in(browser)
        client.post("/accounts/sessions/")
        assert who(client) == ann
        assert not any(who(browser).is_authenticated for browser in elsewhere)

    def test_not_somebody_elses(self, client, ann, other_browser):
        sign_in(client)
        session = UserSession.objects.get()
        mallory = other_browser()
        mallory.force_login(User.objects.create_user("mallory", password=PASSWORD))
        assert mallory.post(f"/settings/sessions/{session.pk}/end/").status_code == 404
        assert who(client) == ann

    def test_the_own_one_signs_out(self, client, ann):
        sign_in(client)
        client.post(f"/settings/sessions/{UserSession.objects.get().pk}/end/")
        assert not who(client).is_authenticated


class TestDelete:
    def confirm(self, client):
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        return client.post("/settings/delete/")

    def test_the_password_is_asked_first(self, client, ann):
        sign_in(client)
        assert client.get("/settings/delete/")["Location"].startswith("/accounts/reauthenticate/")
        client.post("/settings/delete/")
        ann.refresh_from_db()
        assert ann.is_active

    def test_who_has_no_password_is_not_asked_for_one(self, client):
        """An account made for somebody, or by an earlier way in."""
        bare = User.objects.create_user("bare")
        client.force_login(bare)
        assert client.get("/settings/delete/").status_code == 200
        client.post("/settings/delete/")
        bare.refresh_from_db()
        assert not bare.is_active

    def test_the_person_is_forgotten_and_the_matches_stay(self, client, ann, other_browser):
        bob = User.objects.create_user("bob", password=PASSWORD)
        table = sit_together(ann, bob)
        EmailAddress.objects.create(user=ann, email=ann.email, primary=True)
        elsewhere = other_browser()
        sign_in(client), sign_in(elsewhere)
        self.confirm(client)
        ann.refresh_from_db()
        assert (ann.is_active, ann.email, ann.shown_name) == (False, "", "deleted player")
        assert "ann" not in ann.username
        assert not EmailAddress.objects.exists()
        assert not UserSession.objects.exists()
        assert not who(client).is_authenticated
        assert not who(elsewhere).is_authenticated
        assert [seat.shown_name for seat in table.seats.all()] == ["deleted player", "bob"]
        assert table.seats.get(number=0).user == ann

    def test_the_name_is_told_in_the_readers_language(self, client, ann):
        table = sit_together(ann)
        sign_in(client)
        self.confirm(client)
        ann.refresh_from_db()
        with translation.override("ru"):
            assert ann.shown_name == table.seats.get(number=0).shown_name == "удалённый игрок"

    def test_nobody_signs_in_to_it_any_more(self, client, ann):
        sign_in(client)
        self.confirm(client)
        sign_in(client)
        assert not who(client).is_authenticated

    def test_the_name_is_free_again(self, client, ann):
        sign_in(client)
        self.confirm(client)
        client.post("/accounts/signup/", {**NEW, "username": "ann"})
        assert who(client).username == "ann"

    def test_open_tables_are_left(self, client, ann):
        bob = User.objects.create_user("bob", password=PASSWORD)
        table = sit_together(ann, bob, state=Table.State.OPEN)
        sign_in(client)
        self.confirm(client)
        table.refresh_from_db()
        assert [seat.user for seat in table.seats.all()] == [None, bob]
        assert table.host == bob

    def test_a_guest_needs_no_password(self, as_guest):
        guest = who(as_guest)
        as_guest.post("/settings/delete/")
        guest.refresh_from_db()
        assert guest.deleted_at
        assert not who(as_guest).is_authenticated

    def test_looking_deletes_nothing(self, as_guest):
        assert as_guest.get("/settings/delete/").status_code == 200
        assert who(as_guest).is_authenticated
