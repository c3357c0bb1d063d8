"""Guests: made by one click, kept by signing up, cleaned when they never played."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import tasks
from accounts.models import User
from games.models import Seat, Table

from .conftest import PASSWORD, sign_in, sit_together, who

pytestmark = pytest.mark.django_db

NEW = {"username": "heron", "password1": PASSWORD, "email": "heron@example.org"}


def a_guest(**fields):
    return User.objects.create_user(f"guest-{User.objects.count()}", is_guest=True, **fields)


class TestBecomeGuest:
    def test_one_click_makes_a_named_guest_without_a_password(self, client):
        answer = client.post("/guest/", {"next": "/tables/"})
        guest = who(client)
        assert (answer.status_code, answer["Location"]) == (302, "/tables/")
        assert guest.is_guest
        assert guest.shown_name.startswith("Guest ")
        assert not guest.has_usable_password()

    def test_the_name_is_in_the_language_of_the_page(self, client):
        client.post("/guest/", headers={"accept-language": "ru"})
        assert who(client).shown_name.startswith("Гость ")

    def test_a_name_of_ones_own(self, client):
        client.post("/guest/", {"name": " Ann  Lee "})
        assert who(client).shown_name == "Ann Lee"

    @pytest.mark.parametrize("name", ["bot", "x" * 41, "a\u202eb", "a\x00b", "\u200b"])
    def test_a_bad_name_is_told_and_nobody_is_made(self, client, name):
        answer = client.post("/guest/", {"name": name})
        assert answer.status_code == 200
        assert answer.context["form"].errors["name"]
        assert not User.objects.exists()

    def test_looking_at_the_page_makes_nobody(self, client):
        assert client.get("/guest/").status_code == 200
        assert not User.objects.exists()

    def test_who_is_signed_in_stays_so(self, as_ann, ann):
        as_ann.post("/guest/")
        assert who(as_ann) == ann

    def test_too_many_guests_from_one_address_are_refused_with_a_page(self, client, settings):
        settings.ACCOUNT_RATE_LIMITS = {"guest": "2/m/ip"}
        for _ in range(2):
            client.post("/guest/")
            client.logout()
        answer = client.post("/guest/")
        assert answer.status_code == 429
        assert "A little slower" in answer.text
        assert User.objects.count() == 2

    def test_play_now_makes_guests_the_same_way(self, client, settings):
        settings.ACCOUNT_RATE_LIMITS = {"guest": "1/m/ip"}
        client.post("/play/", {"game": "last-player"})
        assert who(client).is_guest
        client.logout()
        assert client.post("/play/", {"game": "last-player"}).status_code == 429


class TestGuestToAccount:
    def test_the_same_user_keeps_the_seats(self, as_guest):
        guest = who(as_guest)
        table = sit_together(guest)
        answer = as_guest.post("/accounts/signup/", NEW)
        user = who(as_guest)
        assert answer.status_code == 302
        assert (user.pk, user.is_guest, user.username, user.shown_name) == (guest.pk, False, "heron", "heron")
        assert user.check_password(PASSWORD)
        assert user.emailaddress_set.get().email == "heron@example.org"
        assert table.seats.get(number=0).user == user

    def test_a_name_that_the_guest_chose_stays(self, client):
        client.post("/guest/", {"name": "Ann Lee"})
        client.post("/accounts/signup/", NEW)
        assert who(client).shown_name == "Ann Lee"

    def test_the_account_can_be_signed_in_to_from_another_browser(self, as_guest, other_browser):
        as_guest.post("/accounts/signup/", NEW)
        browser = other_browser()
        sign_in(browser, "heron")
        assert who(browser) == who(as_guest)

    def test_a_bad_form_leaves_the_guest_a_guest(self, as_guest, ann):
        for wrong in ({"username": "ann"}, {"password1": "123"}, {"email": "ann@example.org"}, {"username": "bot"}):
            answer = as_guest.post("/accounts/signup/", {**NEW, **wrong})
            assert answer.context["form"].errors.keys() == wrong.keys()
            assert who(as_guest).is_guest

    @pytest.mark.parametrize("page", ["email", "password/set", "password/change", "2fa/webauthn", "2fa/webauthn/add"])
    def test_the_account_pages_lead_a_guest_to_the_form(self, as_guest, page):
        for answer in (as_guest.get(f"/accounts/{page}/"), as_guest.post(f"/accounts/{page}/")):
            assert answer["Location"] == "/accounts/signup/"

    def test_signing_out_as_a_guest_says_what_is_lost(self, as_guest):
        assert "nobody can come back" in as_guest.get("/accounts/logout/").text


class TestCleanGuests:
    def stale(self):
        return a_guest(last_login=timezone.now() - timedelta(days=31))

    def test_a_stale_guest_without_a_finished_match_goes(self):
        guest = self.stale()
        sit_together(guest, state=Table.State.ABANDONED)
        tasks.clean_guests()
        tasks.clean_guests()
        assert not User.objects.filter(pk=guest.pk).exists()
        assert Seat.objects.filter(user=None).exists()

    @pytest.mark.parametrize("state", [Table.State.FINISHED, Table.State.PLAYING])
    def test_a_guest_with_a_match_stays(self, state):
        guest = self.stale()
        sit_together(guest, state=state)
        sit_together(guest, state=Table.State.ABANDONED)
        tasks.clean_guests()
        assert User.objects.filter(pk=guest.pk).exists()

    def test_a_new_guest_and_an_old_account_stay(self, ann):
        a_guest(last_login=timezone.now() - timedelta(days=29))
        User.objects.update(last_login=timezone.now() - timedelta(days=29))
        User.objects.filter(pk=ann.pk).update(last_login=timezone.now() - timedelta(days=500))
        tasks.clean_guests()
        assert User.objects.count() == 2


class TestTakeAlong:
    """A guest signs in to an older account."""

    @pytest.fixture
    def tables(self, as_guest, ann):
        """The guest's own table, and one where both sat."""
        return sit_together(who(as_guest)), sit_together(ann, who(as_guest))

    def test_the_sign_in_asks_and_then_goes_on(self, as_guest, ann, tables):
        guest = who(as_guest)
        answer = sign_in(as_guest, next="/settings/")
        assert answer["Location"] == "/guest/matches/?next=%2Fsettings%2F"
        page = as_guest.get(answer["Location"])
        assert (page.context["along"].moved, page.context["along"].refused) == ([tables[0]], [tables[1]])
        assert "Last Player" in page.text
        assert tables[0].seats.get(number=0).user == guest
        assert as_guest.post("/guest/matches/", {"take": "1", "next": "/settings/"})["Location"] == "/settings/"

    def test_match_by_match_refused_where_both_sat(self, as_guest, ann, tables):
        guest = who(as_guest)
        sign_in(as_guest)
        as_guest.post("/guest/matches/", {"take": "1"})
        assert tables[0].seats.get(number=0).user == ann
        assert tables[0].seats.get(number=0).name == "ann"
        assert [seat.user for seat in tables[1].seats.all()] == [ann, guest]
        assert Table.objects.get(pk=tables[0].pk).host == ann
        assert User.objects.filter(pk=guest.pk).exists()

    def test_open_pages_hear_of_it(self, as_guest, ann, tables):
        sign_in(as_guest)
        as_guest.post("/guest/matches/", {"take": "1"})
        assert Table.objects.get(pk=tables[0].pk).version == tables[0].version + 1

    def test_a_guest_with_nothing_left_goes(self, as_guest, ann):
        guest = who(as_guest)
        table = sit_together(guest)
        sign_in(as_guest)
        as_guest.post("/guest/matches/", {"take": "1"})
        assert not User.objects.filter(pk=guest.pk).exists()
        assert table.seats.get(number=0).user == ann

    def test_left_behind_when_the_person_says_so(self, as_guest, ann, tables):
        guest = who(as_guest)
        sign_in(as_guest)
        as_guest.post("/guest/matches/", {"leave": "1"})
        as_guest.post("/guest/matches/", {"take": "1"})  # too late
        assert tables[0].seats.get(number=0).user == guest

    def test_nobody_takes_a_guest_that_was_not_theirs(self, as_ann, ann):
        guest = a_guest()
        table = sit_together(guest)
        as_ann.post("/guest/matches/", {"take": "1", "guest": guest.pk, "guest_who_signed_in": guest.pk})
        assert table.seats.get(number=0).user == guest

    def test_without_matches_nothing_is_asked(self, as_guest, ann):
        assert sign_in(as_guest)["Location"] == "/"
        assert who(as_guest) == ann

    def test_a_wrong_password_leaves_the_guest_signed_in(self, as_guest, ann):
        guest = who(as_guest)
        sign_in(as_guest, password="wrong")
        assert who(as_guest) == guest
