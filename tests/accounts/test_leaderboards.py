"""Leaderboards: ranks against counting by hand, pages, circles, who is listed; the page."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest
from django.urls import reverse

from accounts import boards
from accounts.models import Player, Pool, Standing, User
from accounts.ratings import MEASURES
from accounts.services import block, delete_account, periods, save_settings
from games.rules import GAMES

from .results import START, count, finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def crowd(db) -> list[User]:
    """A dozen people after a season of matches."""
    random = Random(5)
    people = [User.objects.create_user(f"p{number:02}") for number in range(12)]
    for number in range(36):
        seats = random.randint(2, 5)
        places = random.sample(range(1, seats + 1), seats)
        who = random.sample(people, seats)
        finished(who, places, 30 * number, game="chukchi-durak", count=[place - 1 for place in places])
    count()
    return people


@pytest.fixture
def match(ann) -> None:
    """One match, of a game whose deals have a loser."""
    finished([ann, User.objects.create_user("bob"), "bot:strong"], [2, 3, 1], game="chukchi-durak", count=[1, 2, 0])
    count()


def ranking(measure: str, period: str = "all") -> list[tuple[int, int, int]]:
    """(rank, score, player) of all, worked out row by row."""
    field = f"by_{measure}"
    rows = Standing.objects.filter(period=period, listed=True, **{f"{field}__isnull": False})
    scores = sorted((-getattr(row, field), row.player_id) for row in rows)
    return [(1 + sum(other < score for other, _ in scores), -score, player) for score, player in scores]


def shown(page: boards.Page, measure: str) -> list[tuple[int, int, int]]:
    return [(row.rank, getattr(row.standing, f"by_{measure}"), row.standing.player_id) for row in page.rows]


def board(measure: str, period: str = "all", circle: Player | None = None) -> boards.Board:
    return boards.Board(Pool.objects.get(), period, measure, circle)


@pytest.fixture
def small_pages(monkeypatch):
    monkeypatch.setattr(boards, "PAGE", 4)


class TestBoard:
    def test_every_row_and_rank(self, crowd):
        for measure, period in product(MEASURES, ["all", "2026", "2026-06", "2026-W25"]):
            assert shown(board(measure, period).page(), measure) == ranking(measure, period)

    def test_page_after_page_and_back(self, crowd, small_pages):
        for measure in MEASURES:
            pages = [board(measure).page()]
            while pages[-1].after:
                pages.append(board(measure).page(after=pages[-1].after))
            assert [row for page in pages for row in shown(page, measure)] == ranking(measure)
            assert board(measure).page(before=pages[-1].before).rows[-1] == pages[-2].rows[-1]

    def test_around_me(self, crowd, small_pages):
        for measure in ("rating", "won", "fools"):
            whole = ranking(measure)
            for number, (_rank, _score, player_id) in enumerate(whole):
                rows = shown(board(measure).around(Player.objects.get(pk=player_id)), measure)
                assert rows == whole[max(0, number - 2) : number + 2]

    def test_people_i_have_played_with(self, crowd):
        loner, friend = User.objects.create_user("loner"), User.objects.create_user("friend")
        best = board("won").page().rows[0].user
        finished([loner, friend, best], [1, 2, 3], 9_000, game="chukchi-durak")
        count()
        page = board("won", circle=loner.player).page()
        assert {row.user for row in page.rows} == {loner, best}
        ranks = {row.user: row.rank for row in page.rows}
        assert ranks[best] == 1
        assert ranks[loner] == 2

    def test_equals_share_a_rank(self, crowd):
        ranks = [rank for rank, *_ in shown(board("won").page(), "won")]
        assert len(set(ranks)) < len(ranks)

    def test_who_is_not_on_the_board_is_nowhere(self, crowd):
        assert board("won").around(Player.objects.create(user=User.objects.create_user("new"))) is None

    def test_the_number_of_queries_is_the_same_whatever_is_stored(self, crowd, django_assert_max_num_queries):
        by_won, me = board("won"), crowd[0].player
        with django_assert_max_num_queries(5):
            by_won.page(after=boards.Place(3, 2))
        with django_assert_max_num_queries(8):
            by_won.around(me)


class TestListed:
    def names(self) -> set[str]:
        return {row.user.username for row in board("rating").page().rows}

    def test_a_guest_is_not_until_it_signs_up(self, crowd):
        guest = User.objects.create_user("guest-1", is_guest=True)
        finished([guest, crowd[0]], [1, 2], 9_000, game="chukchi-durak")
        count()
        assert "guest-1" not in self.names()
        guest.is_guest = False
        guest.save()
        assert "guest-1" in self.names()
        assert shown(board("rating").page(), "rating") == ranking("rating")

    def test_a_private_person_is_not(self, crowd):
        save_settings(crowd[3], {"private": True})
        assert crowd[3].username not in self.names()
        for measure in MEASURES:
            assert shown(board(measure).page(), measure) == ranking(measure)
        save_settings(crowd[3], {"private": False})
        assert crowd[3].username in self.names()

    def test_a_deleted_account_is_not(self, crowd):
        delete_account(crowd[3])
        assert len(self.names()) == 11
        assert shown(board("won").page(), "won") == ranking("won")

    def test_one_removed_for_good_is_not(self, crowd):
        crowd[3].delete()
        count()
        for measure in MEASURES:
            assert shown(board(measure).page(), measure) == ranking(measure)


class TestPeriods:
    def test_of_a_moment(self):
        assert periods.of(START) == ("all", "2026", "2026-05", "2026-W22")

    def test_a_week_belongs_to_the_year_of_its_thursday(self):
        assert periods.of(START.replace(month=1, day=1))[3] == "2026-W01"
        assert periods.of(START.replace(year=2027, month=1, day=1))[1:] == ("2027", "2027-01", "2026-W53")

    @pytest.mark.parametrize("key", ["all", "2026", "2026-05", "2026-W22"])
    def test_keys_are_read_back(self, key):
        assert key in periods.of(START)
        assert periods.kind(key) in periods.KINDS


class TestPage:
    def get(self, client, game="chukchi-durak", **query):
        return client.get(reverse("accounts:leaderboard", args=[game]), query)

    def test_leaders_lead_to_their_pages(self, client, match):
        page = self.get(client, by="rating")
        assert page.status_code == 200
        first = page.context["page"].rows[0]
        assert f'href="/players/{first.user.pk}/"' in page.text

    @pytest.mark.parametrize("game", GAMES)
    def test_a_board_with_nobody_says_how_it_fills(self, client, game):
        page = self.get(client, game)
        assert 'class="empty"' in page.text

    def test_the_menu_names_it(self, client):
        assert client.get("/leaderboards/")["Location"] == "/leaderboards/last-player/"
        assert 'href="/leaderboards/" aria-current="page"' in self.get(client).text

    @pytest.mark.parametrize(
        "query",
        [{"by": "x"}, {"by": "fools\x00"}, {"kind": "x"}, {"who": "played"}, {"after": "x"}, {"around": "1"},
         {"after": "9" * 18 + "-1"}, {"before": "1-" + "9" * 18}, {"after": "1-" + "9" * 40}, {"after": "-1-1"}],
    )  # fmt: skip
    def test_what_is_wrong_in_the_query_does_no_harm(self, client, match, query):
        assert self.get(client, **query).status_code == 200

    @pytest.mark.parametrize("key", ["0001", "9999", "0001-W01", "2026-W53"])
    def test_far_periods(self, client, match, key):
        page = self.get(client, period=key)
        assert (page.status_code, page.context["period"]) == (200, key)

    @pytest.mark.parametrize(
        "key", ["x", "2026-13", "2026-00", "2026-W00", "2026-W54", "9999-W99", "0000", "٢٠٢٦", "2026-5", "all\x00"]
    )
    def test_what_is_no_period_is_all_time(self, client, key):
        assert self.get(client, period=key).context["period"] == "all"

    @pytest.mark.parametrize(("key", "before"), [("2026", "2025"), ("2026-01", "2025-12"), ("2026-W01", "2025-W52")])
    def test_the_period_before(self, client, key, before):
        assert self.get(client, period=key).context["earlier"] == before

    def test_an_unknown_game(self, client):
        assert self.get(client, "chess").status_code == 404

    def test_only_games_with_a_loser_have_fools(self, client):
        assert "by=fools" in self.get(client, "chukchi-durak").text
        assert "by=fools" not in self.get(client, "last-player").text

    def test_htmx_gets_the_rows_alone(self, client, match):
        page = client.get(reverse("accounts:leaderboard", args=["chukchi-durak"]), headers={"HX-Request": "true"})
        assert "<table" in page.text
        assert "<html" not in page.text

    def test_a_guest_is_told_why_it_is_not_there(self, as_guest, match):
        assert "guests are not listed" in self.get(as_guest).text

    def test_bots_are_listed_apart(self, client, match):
        page = self.get(client, by="rating")
        assert [row.player.bot for row in page.context["bots"]] == ["strong"]
        assert all(row.user for row in page.context["page"].rows)

    def test_my_row_is_marked(self, as_ann, match):
        assert len(re.findall('<tr class="you"', self.get(as_ann, by="rating", around="1").text)) == 1

    def test_blocking_changes_no_board(self, client, crowd):
        before = shown(board("won").page(), "won")
        block(crowd[0], crowd[1])
        assert shown(board("won").page(), "won") == before
