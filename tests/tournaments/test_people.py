"""What becomes of entries when people change: a guest signs in to an older account, an account is deleted; ratings."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import override

from accounts import services as accounts
from accounts.models import Player, Pool, Standing
from tests.games.support import person, play_on
from tests.tournaments.support import begin, current, event
from tournaments import boards, record
from tournaments.models import Season, Tournament
from tournaments.services import registration, rounds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def olga(db: None) -> Any:
    return person("Olga")


def guest_named(name: str) -> Any:
    guest = person(name)
    guest.is_guest = True
    guest.save()
    return guest


class TestGuestSignsIn:
    def test_entry_seat_and_standing_follow(self, olga):
        tournament, guest, ann = event(olga, 3, bot="easy"), guest_named("Robin"), person("Ann")
        entry = registration.register(tournament.slug, guest)
        begin(tournament)
        taken = accounts.take_along(guest, ann)
        entry.refresh_from_db()
        assert (entry.user, entry.name) == (ann, "Ann")
        assert [event.pk for event in taken.events.moved] == [tournament.pk]
        assert current(tournament).tables.get().table.seats.filter(user=ann).exists()
        assert "Ann" in [line.name for line in boards.board(Tournament.objects.get()).lines]

    def test_where_both_are_entered_entry_and_seat_stay(self, olga):
        tournament, guest, ann = event(olga, 5, bot="easy"), guest_named("Robin"), person("Ann")
        theirs, mine = (registration.register(tournament.slug, user) for user in (guest, ann))
        rounds.start(tournament.slug, olga)
        rounds.go_on(tournament.pk)
        promised = accounts.would_take_along(guest, ann)
        taken = accounts.take_along(guest, ann)
        assert promised == taken
        assert [event.pk for event in taken.events.refused] == [tournament.pk]
        for entry, user in ((theirs, guest), (mine, ann)):
            entry.refresh_from_db()
            assert entry.user == user
            row = next(row for row in current(tournament).tables.all() if entry.pk in row.seats)
            assert row.table.seats.get(number=row.seats.index(entry.pk)).user == user

    def test_a_guest_who_organises_goes_on_organising(self):
        guest, ann = guest_named("Robin"), person("Ann")
        tournament = event(guest, 4)
        Season.objects.create(name="Spring", organiser=guest)
        accounts.take_along(guest, ann)
        tournament.refresh_from_db()
        assert (tournament.organiser, Season.objects.get().organiser) == (ann, ann)
        rounds.start(tournament.slug, ann)

    def test_guests_who_await_an_event_are_kept(self, olga):
        tournament, guest = event(olga, 3), guest_named("Robin")
        registration.register(tournament.slug, guest)
        guest.last_login = timezone.now() - timedelta(days=90)
        guest.save()
        accounts.clean_guests(timezone.now())
        assert tournament.entries.filter(user=guest).exists()
        registration.cancel(tournament.slug, olga)
        accounts.clean_guests(timezone.now())
        assert tournament.entries.get(name="Robin").user is None


class TestDeleted:
    def test_entries_stay_under_deleted_player_and_the_name_is_gone_from_the_log(self, olga):
        tournament = event(olga, 2, bot="easy", automatic=False)
        gone = [person("Ann Bolt"), person("Ben Cole")]
        for user in gone:
            registration.register(tournament.slug, user)
        begin(tournament)
        rounds.publish(tournament.slug, olga, rounds.draft(tournament.slug, olga).number)
        for user in gone:
            accounts.delete_account(user)
        assert sorted(tournament.entries.exclude(user=None).values_list("name", flat=True)) == [
            "deleted player", "deleted player 2",
        ]  # fmt: skip
        assert set(tournament.entries.exclude(user=None).values_list("state", flat=True)) == {"withdrawn"}
        log = str([(a.what, a.before, a.after) for a in tournament.actions.all()])
        assert "Ann Bolt" not in log
        assert "Ben Cole" not in log
        assert "P01" in log
        with override("ru"):
            names = {line.name for line in boards.board(Tournament.objects.get()).lines}
        assert {"удалённый игрок", "удалённый игрок 2"} <= names

    def test_the_event_goes_on_without_them(self, olga):
        tournament, ann = event(olga, 8, bot="easy"), person("Ann")
        entry = registration.register(tournament.slug, ann)
        begin(tournament)
        accounts.delete_account(ann)
        for row in current(tournament).tables.all():
            play_on(row.table)
        assert entry.pk not in record.format_of(tournament).in_play(record.history(tournament))


class TestSeeds:
    def rated(self, user: Any, mu: float) -> None:
        pool = Pool.objects.get_or_create(game="last-player", kind="live")[0]
        player = Player.objects.get_or_create(user=user)[0]
        Standing.objects.create(pool=pool, player=player, period="all", matches=9, mu=mu, sigma=2.0)

    def entered(self, olga: Any, **fields: Any) -> Tournament:
        tournament = event(olga, 2, **fields)
        for name, mu in (("Weak", 10.0), ("Best", 40.0), ("Good", 30.0)):
            user = person(name)
            self.rated(user, mu)
            registration.register(tournament.slug, user)
        rounds.start(tournament.slug, olga)
        return tournament

    def test_t7_seeds_are_by_rating_at_closing_and_then_by_lot(self, olga):
        tournament = self.entered(olga)
        names = [entry.name for entry in tournament.entries.order_by("seed_number")]
        assert names[:3] == ["Best", "Good", "Weak"]
        assert tournament.entries.get(name="Best").rating > tournament.entries.get(name="Good").rating

    def test_or_all_by_lot(self, olga):
        tournament = self.entered(olga, seed_by_rating=False)
        assert not tournament.entries.filter(rating__isnull=False).exists()

    def test_ratings_of_another_game_or_by_hand_do_not_count(self, olga):
        for fields in ({"kind": "typed"}, {"game": "chukchi-durak"}):
            Standing.objects.all().delete()
            tournament = event(olga, 3, **fields)
            user = person(f"Ann{fields}"[:20])
            self.rated(user, 40.0)
            registration.register(tournament.slug, user)
            rounds.start(tournament.slug, olga)
            assert tournament.entries.get(user=user).rating is None
