"""What a page shows, the API gives: matches, players, ratings, leaderboards, tournaments."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from games import services
from games.services import typed
from games.services.typed import Actor
from tests.accounts.results import count, finished
from tests.games.support import next_moment, open_table, person
from tests.played import play_match
from tests.tournaments.support import begin, current, event, type_in
from tests.tournaments.test_play_offs import DUELS
from tournaments.models import Entry, Season
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

    def test_days_are_in_utc_and_moments_in_any_zone(self, ann, bob):
        finished([ann, bob], [1, 2])  # on May 25th at 12:00
        nobody = Program()

        def listed(**query: str) -> int:
            return len(nobody.read(f"/matches?{urlencode(query)}")["items"])

        assert (listed(since="2026-05-25"), listed(since="2026-05-26"), listed(until="2026-05-25")) == (1, 0, 1)
        assert (listed(since="2026-05-25T12:00:00Z"), listed(until="2026-05-25T12:00:00Z")) == (1, 0)
        assert (listed(since="2026-05-25T14:59:59+03:00"), listed(since="2026-05-25T15:00:00.5+03:00")) == (1, 0)
        assert (listed(since="0001-01-01T00:00:00+14:00"), listed(until="9999-12-31T23:59:59-12:00")) == (1, 1)
        for bad in (
            "2026-05-25T12:00:00",
            "1779710400",
            "2026-05-32",
            "2026-5-25",
            "yesterday",
            "2026-05-25 12:00:00Z",
        ):
            assert nobody.ask("GET", f"/matches?{urlencode({'since': bad})}")[0] == 422, bad

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

    def test_the_deals_of_a_whole_list(self, ann, bob):
        deals = {"format": "deals", "params": {"count": 2}}
        shown = play_match(ann, bob, "last-player", 2, **deals)
        durak = play_match(ann, bob, "chukchi-durak", 2, **deals)
        hidden = play_match(ann, bob, "last-player", 2, **deals, public=False)
        finished([ann, bob], [1, 2], kind="typed", game="other")
        running = open_table(ann, seats=2, **deals)
        services.take_seat(running.slug, bob)
        next_moment(running)

        def told(program: Program, query: str = "") -> list[tuple[str, int]]:
            items = program.read(query)["items"]
            of = [(line.pop("table"), line.pop("deal")) for line in items]
            assert items == [program.read(f"/matches/{slug}/deals/{number}") for slug, number in of]
            return of

        both = [(table.slug, number) for table in (durak, shown) for number in (1, 2)]
        assert told(Program(), "/matches/deals") == both
        assert told(Program(), "/matches/deals?game=chukchi-durak") == both[:2]
        own = Program(token_of(ann))
        assert told(own, "/matches/mine/deals") == [(hidden.slug, 1), (hidden.slug, 2), *both]
        assert told(own, "/matches/mine/deals?game=last-player")[2:] == both[2:]
        Program().read("/matches/mine/deals", 401)

    def test_the_deals_of_a_list_page_by_page(self, ann, bob):
        first = play_match(ann, bob, "last-player", 2, format="deals", params={"count": 1})
        for number in range(30):
            finished([ann, bob], [1, 2], number + 1e5)
        page = Program().read("/matches/deals")
        assert page["items"] == []
        (last,) = Program().read(f"/matches/deals?before={page['next']}")["items"]
        assert last["table"] == first.slug

    def test_what_a_match_did_to_the_ratings(self, ann, bob):
        table = finished([ann, bob], [1, 2])
        count()
        first, second = Program().read(f"/matches/{table.slug}/ratings")["items"]
        assert (first["name"], first["change"] > 0, second["change"] < 0) == ("Ann", True, True)
        ann.private = True
        ann.save()
        assert Program().read(f"/matches/{table.slug}/ratings")["items"][0]["after"] is None
        assert Program(token_of(ann)).read(f"/matches/{table.slug}/ratings")["items"][0]["after"]


class TestPads:
    @pytest.fixture
    def table(self, ann, bob):
        return typed.open_typed(
            ann, "last-player", {}, [ann, "Cyd", bob], "elimination", {"limit": 50}, False, first_dealer=1
        )

    def test_what_the_pad_shows(self, ann, bob, table):
        path = f"/tables/{table.slug}/pad"
        typed.enter_deal(table.slug, Actor(ann), 1, {"cards": [[], ["8c", "Xr"], ["2d"]]})
        told = Program().read(path)
        assert (told["match"]["totals"], told["match"]["out"], told["match"]["over"]) == ([0, 65, 2], {"1": 1}, False)
        assert told["next"] == {"number": 2, "seats": [0, 2], "dealer": 2, "playoff": False}
        assert [(deal["number"], deal["by"], deal["entry"]["cards"]) for deal in told["deals"]] == [
            (1, "Ann", [[], ["8c", "Xr"], ["2d"]])
        ]
        assert (told["mine"], told["may_write"], told["waiting"]) == (None, False, None)
        mine = Program(token_of(bob)).read(path)
        assert (mine["mine"], mine["may_write"], [seat["mine"] for seat in mine["seats"]]) == (
            2,
            True,
            [False, False, True],
        )

    def test_nothing_while_nothing_is_written(self, ann, table):
        program, path = Program(), f"/tables/{table.slug}/pad"
        version = typed.enter_deal(table.slug, Actor(ann), 1, {"points": [0, 5, 7]}).version
        assert program.ask("GET", f"{path}?since={version}") == (204, None)
        typed.enter_deal(table.slug, Actor(ann), 2, {"points": [0, 50, 7]})
        assert program.read(f"{path}?since={version}")["match"]["totals"] == [0, 55, 14]

    def test_a_result_that_waits_and_then_counts(self, ann, bob, table):
        path = f"/tables/{table.slug}/pad"
        typed.enter_deal(table.slug, Actor(ann), 1, {"points": [0, 50, 60]})
        told = Program(token_of(ann)).read(path)
        assert (told["waiting"]["mine"], told["next"], told["match"]["over"]) == (True, None, True)
        assert Program(token_of(bob)).read(path)["waiting"]["mine"] is False
        typed.confirm(table.slug, Actor(bob), told["waiting"]["version"])
        told = Program().read(path)
        assert (told["state"], told["match"]["places"], told["waiting"]) == ("finished", [1, 2, 3], None)

    def test_a_table_of_a_tournament_has_one_and_a_live_one_none(self, ann):
        made = begin(event(ann, 4, kind="typed"))
        row = current(made).tables.get()
        typed.enter_deal(row.table.slug, Actor(ann), 1, {"points": [0, 5, 10, 15]})
        (line,) = Program().read(f"/tournaments/{made.slug}/rounds/1")["tables"]
        assert Program().read(f"/tables/{line['slug']}/pad")["match"]["totals"] == [0, 5, 10, 15]
        Program().read(f"/tables/{open_table(ann).slug}/pad", 404)


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

    def test_the_bracket_of_a_knockout(self, ann):
        made = event(ann, 4, kind="typed", **DUELS)
        path = f"/tournaments/{made.slug}/bracket"
        assert Program().read(path) == {"rounds": []}
        begin(made)
        first, second = current(made).tables.all()
        type_in(made, first.table, [0, 5])
        rulings.freeze(made.slug, ann, 0)

        def on(program: Program) -> list[set[int]]:
            boxes = [box for one in program.read(path)["rounds"] for box in one["boxes"]]
            return [{name["entry"] for name in box if name["goes_on"]} for box in boxes]

        assert on(Program()) == [set(), set(), set()]
        assert {first.seats[0]} in on(Program(token_of(ann)))
        rulings.freeze(made.slug, ann, None)
        type_in(made, second.table, [5, 0])
        rounds.go_on(made.pk)
        semi_finals, final = Program().read(path)["rounds"]
        assert (semi_finals["name"], final["name"]) == ("Semi-finals", "Final")
        assert [len(box) for box in semi_finals["boxes"]] == [2, 2]
        assert {name["entry"] for name in final["boxes"][0]} == {first.seats[0], second.seats[1]}
        assert {line["points"] for box in semi_finals["boxes"] for line in box} == {"0", "5"}
        Program().read(f"/tournaments/{event(ann, 4).slug}/bracket", 404)

    def test_seasons(self, ann):
        assert Program().read("/seasons") == {"items": []}
        for name, public in (("Winter", True), ("Hidden", False)):
            season = Season.objects.create(name=name, organiser=ann)
            event(ann, 4, season=season, public=public)
        (line,) = Program().read("/seasons")["items"]
        assert (line["name"], line["best"]) == ("Winter", 4)
        assert Program().read(f"/seasons/{line['slug']}")["name"] == "Winter"

    def test_requests_are_between_the_player_and_the_organisers(self, ann, bob):
        made = event(ann, 2, approval=True)
        registration.register(made.slug, bob)
        assert Entry.objects.filter(state="requested").count() == 1

        def seen(program: Program) -> int:
            return len(program.read(f"/tournaments/{made.slug}/entries")["items"])

        cleo = Program(token_of(person("Cleo")))
        assert (seen(Program()), seen(cleo)) == (2, 2)
        assert (seen(Program(token_of(bob))), seen(Program(token_of(ann)))) == (3, 3)
