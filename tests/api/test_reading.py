"""What a page shows, the API gives: matches, players, ratings, leaderboards, tournaments."""

from __future__ import annotations

import pytest

from tests.accounts.results import count, finished
from tests.games.support import person
from tests.tournaments.support import begin, current, event, type_in
from tournaments.models import Entry
from tournaments.services import registration, rounds, rulings

from .support import Program, token_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return person("Ann")


@pytest.fixture
def bob():
    return person("Bob")


class TestMatches:
    def test_lists_are_narrowed_as_on_the_page(self, ann, bob):
        finished([ann, bob], [1, 2])
        durak = finished([bob, "bot:easy"], [1, 2], 1, game="chukchi-durak", kind="typed")
        finished([ann, "bot:easy"], [1, 2], 2, public=False)
        nobody = Program()

        def listed(query: str) -> int:
            return len(nobody.read(f"/matches?{query}")["items"])

        assert (listed(""), listed("game=chukchi-durak"), listed("player=Ann"), listed("kind=typed")) == (2, 1, 1, 1)
        assert (listed(f"account={bob.pk}"), listed(f"account={bob.pk}&place=2"), listed("until=2026-05-24")) == (
            2,
            1,
            0,
        )
        (line,) = nobody.read("/matches?game=chukchi-durak")["items"]
        assert (line["slug"], line["kind"], line["own_seat"]) == (durak.slug, "typed", None)
        assert [(seat["name"], seat["place"]) for seat in line["seats"]] == [("Bob", 1), ("easy", 2)]

    def test_pages_follow_one_another(self, ann, bob):
        made = [finished([ann, bob], [1, 2], number).slug for number in range(35)]
        first = Program().read("/matches")
        second = Program().read(f"/matches?before={first['next']}")
        assert [line["slug"] for line in first["items"] + second["items"]] == made[::-1]
        assert (len(first["items"]), second["next"]) == (30, None)

    def test_ones_own_and_head_to_head(self, ann, bob):
        finished([ann, bob], [1, 2])
        finished([ann, bob], [2, 1], 1, public=False)
        told = Program(token_of(ann)).read(f"/matches/mine?account={bob.pk}")
        assert [line["own_seat"] for line in told["items"]] == [0, 0]
        assert [(one["matches"], one["ahead"], one["behind"]) for one in told["head_to_head"]] == [(2, 1, 1)]

    def test_what_a_match_did_to_the_ratings(self, ann, bob):
        table = finished([ann, bob], [1, 2])
        count()
        first, second = Program().read(f"/matches/{table.slug}/ratings")["items"]
        assert (first["name"], first["change"] > 0, second["change"] < 0) == ("Ann", True, True)
        ann.private = True
        ann.save()
        assert Program().read(f"/matches/{table.slug}/ratings")["items"][0]["after"] is None
        assert Program(token_of(ann)).read(f"/matches/{table.slug}/ratings")["items"][0]["after"]


class TestPlayers:
    def test_a_player_and_the_history_in_a_game(self, ann, bob):
        open_table, hidden = finished([ann, bob], [1, 2]), finished([ann, bob], [1, 2], 1, public=False)
        count()
        told = Program().read(f"/players/{ann.pk}")
        assert (told["name"], told["records"][0]["matches"], told["records"][0]["won"]) == ("Ann", 2, 2)
        path = f"/players/{ann.pk}/games/last-player/live"
        assert [line["match"] for line in Program().read(path)["played"]] == [open_table.slug, None]
        own = Program(token_of(ann)).read(path)
        assert [line["match"] for line in own["played"]] == [open_table.slug, hidden.slug]
        assert own["played"][0]["after"] == own["played"][1]["before"]
        assert [(one["name"], one["matches"]) for one in own["opponents"]] == [("Bob", 2)]

    def test_leaderboards_page_by_page(self, ann):
        people = [person(f"Player {number:02}") for number in range(55)]
        for number, one in enumerate(people):
            for more in range(number % 3 + 1):
                finished([one, ann], [1, 2], number + more / 10)
        count()
        first = Program().read("/leaderboards/last-player?by=won")
        second = Program().read(f"/leaderboards/last-player?by=won&after={first['after']}")
        ranks = [row["rank"] for row in first["items"] + second["items"]]
        assert (len(first["items"]), ranks[0], ranks == sorted(ranks), len(ranks)) == (50, 1, True, 55)
        assert Program().read(f"/leaderboards/last-player?by=won&before={second['before']}")["items"] == first["items"]
        around = Program(token_of(people[0])).read("/leaderboards/last-player?by=won&around=true&who=played")
        assert [row["name"] for row in around["items"]] == ["Player 00"]
        Program().read("/leaderboards/last-player?by=fools", 404)
        Program().read("/leaderboards/last-player?period=2026-99", 200)


class TestTournaments:
    def test_an_event_from_entering_to_standings(self, ann, bob):
        made = event(ann, 3, kind="typed", entry_limit=4)
        program = Program(token_of(bob))
        assert program.do(f"/tournaments/{made.slug}/entry", club="Owls")["state"] == "registered"
        assert program.do(f"/tournaments/{made.slug}/entry", 409)["code"] == "not_now"
        assert program.ask("DELETE", f"/tournaments/{made.slug}/entry")[1]["state"] == "withdrawn"
        assert program.do(f"/tournaments/{made.slug}/entry")["state"] == "registered"
        assert program.do(f"/tournaments/{made.slug}/entry/check-in")["state"] == "checked_in"
        assert Program(token_of(person("Cleo"))).do(f"/tournaments/{made.slug}/entry")["state"] == "waiting"
        assert [line["players"] for line in Program().read("/tournaments")["items"]] == [4]
        begin(made)
        assert [line["slug"] for line in program.read("/tournaments/mine")["items"]] == [made.slug]
        told = Program().read(f"/tournaments/{made.slug}")
        assert (told["state"], [row["number"] for row in told["rounds"]]) == ("running", [1])
        (table,) = Program().read(f"/tournaments/{made.slug}/rounds/1")["tables"]
        row = current(made).tables.get()
        assert (table["slug"], len(table["seats"]), table["seats"][0]["place"]) == (row.table.slug, 4, None)
        type_in(made, row.table, [0, 5, 10, 15])
        standings = Program().read(f"/tournaments/{made.slug}/standings")
        assert [line["place"] for line in standings["items"]] == [1, 2, 3, 4]
        Program().read(f"/tournaments/{made.slug}/rounds/9", 404)

    def test_a_draft_and_what_is_frozen_are_not_told(self, ann):
        made = event(ann, 4, kind="typed", automatic=False)
        begin(made)
        rounds.draft(made.slug, ann)
        Program().read(f"/tournaments/{made.slug}/rounds/1", 404)
        assert Program(token_of(ann)).read(f"/tournaments/{made.slug}")["rounds"] == []
        rounds.publish(made.slug, ann, 1)
        rulings.freeze(made.slug, ann, 0)
        type_in(made, current(made).tables.get().table, [0, 5, 10, 15])
        (table,) = Program().read(f"/tournaments/{made.slug}/rounds/1")["tables"]
        assert {seat["place"] for seat in table["seats"]} == {None}
        (table,) = Program(token_of(ann)).read(f"/tournaments/{made.slug}/rounds/1")["tables"]
        assert {seat["place"] for seat in table["seats"]} == {1, 2, 3, 4}

    def test_requests_are_between_the_player_and_the_organisers(self, ann, bob):
        made = event(ann, 2, approval=True)
        registration.register(made.slug, bob)
        assert Entry.objects.filter(state="requested").count() == 1

        def seen(program: Program) -> int:
            return len(program.read(f"/tournaments/{made.slug}/entries")["items"])

        cleo = Program(token_of(person("Cleo")))
        assert (seen(Program()), seen(cleo)) == (2, 2)
        assert (seen(Program(token_of(bob))), seen(Program(token_of(ann)))) == (3, 3)
