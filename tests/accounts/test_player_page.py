"""A player's page, its graphs; what is private; the own data; blocked people."""

from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ET
import zipfile

import pytest
from django.test import Client

from accounts import graphs
from accounts.models import Block, Played, User
from accounts.services import block, delete_account, unblock
from games import services
from games.services import Refused, typed
from tests.games.support import open_table, play_on
from tests.tournaments.support import event

from .conftest import PASSWORD, sit_together
from .results import confirm, count, finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob(db) -> User:
    return User.objects.create_user("bob", "bob@example.org", PASSWORD)


@pytest.fixture
def season(ann, bob) -> list:
    """Ann and Bob have played five matches of two games, one of them at a private table."""
    cyd = User.objects.create_user("cyd")
    tables = [
        finished([ann, bob, "bot:easy"], [1, 2, 3], 0),
        finished([ann, bob], [2, 1], 1),
        finished([ann, bob, cyd], [1, 1, 3], 2, public=False),
        finished([ann, bob], [1, 2], 3),
        finished([ann, cyd], [1, 2], 4, game="chukchi-durak", count=[0, 3]),
    ]
    count()
    return tables


def page_of(client: Client, user: User, **query: str):
    return client.get(user.get_absolute_url(), query)


class TestPage:
    def test_the_record_of_the_game_played_most(self, client, ann, season):
        page = page_of(client, ann)
        standing = page.context["record"].standing
        assert (standing.matches, standing.won, standing.longest) == (4, 3, 2)
        assert "provisional" in page.text

    def test_another_game(self, client, ann, season):
        page = page_of(client, ann, game="chukchi-durak", kind="live")
        assert page.context["record"].standing.matches == 1
        assert "Fools" in page.text

    @pytest.mark.parametrize("query", [{"game": "x"}, {"game": "\x00"}, {"kind": "live"}, {"game": "last-player"}])
    def test_what_is_wrong_in_the_query_does_no_harm(self, client, ann, season, query):
        assert page_of(client, ann, **query).context["record"].standing.matches == 4

    def test_others_see_matches_at_public_tables_only(self, client, as_ann, ann, season):
        slugs = [match.played.table.slug for match in page_of(as_ann, ann).context["matches"]]
        assert slugs == [table.slug for table in reversed(season[:4])]
        seen = [match.played.table.slug for match in page_of(Client(), ann).context["matches"]]
        assert season[2].slug not in seen
        assert len(seen) == 3

    def test_favourite_opponents(self, client, ann, bob, season):
        [first, second] = page_of(client, ann).context["opponents"]
        assert (first.other.user, first.matches, first.ahead, first.behind) == (bob, 4, 2, 1)
        assert second.matches == 1

    def test_before_the_first_match(self, as_ann, ann):
        assert 'class="empty"' in page_of(as_ann, ann).text

    def test_of_nobody(self, client, ann, bob):
        delete_account(bob)
        assert [client.get(f"/players/{pk}/").status_code for pk in (bob.pk, 10**9, 2**62)] == [404, 404, 404]

    def test_my_page(self, as_ann, ann):
        assert as_ann.get("/players/me/")["Location"] == f"/players/{ann.pk}/"

    def test_in_russian(self, client, ann, season):
        page = client.get(ann.get_absolute_url(), headers={"accept-language": "ru"})
        assert page.status_code == 200
        for picture in pictures(page.text):  # a comma would end a number in SVG
            assert all("," not in circle.get("cy") for circle in picture.iter("circle"))


def pictures(text: str) -> list[ET.Element]:
    parts = text.split('<svg class="graph"')[1:]
    return [ET.fromstring("<svg" + part.split("</svg>")[0] + "</svg>") for part in parts]


class TestGraphs:
    def lines(self, *rows: tuple[int, int, int]) -> list[Played]:
        """(place, points, deals) of each match."""
        user = User.objects.create_user("solo"), User.objects.create_user("duo")
        for number, (place, points, deals) in enumerate(rows):
            finished(user, [place, 3 - place], 24 * number, points=[points, 0], deals=deals)
        count()
        return list(Played.objects.filter(player__user=user[0]).order_by("ended_at"))

    def test_three_pictures_inside_their_frames_and_the_same_as_a_table(self, client, ann, season):
        page = page_of(client, ann)
        drawn = pictures(page.text)
        assert len(drawn) == 3
        for picture in drawn:
            assert picture.get("role") == "img"
            for circle in picture.iter("circle"):
                assert 0 <= float(circle.get("cx")) <= graphs.WIDTH
                assert 0 <= float(circle.get("cy")) <= graphs.HEIGHT
        assert page.text.count("<tr>") >= 1 + len(page.context["drawn"]["lines"])

    def test_a_better_place_is_drawn_higher(self):
        [(_, first), (_, second)] = graphs.places(self.lines((1, 0, 1), (2, 5, 1))).dots
        assert first < second

    def test_more_points_are_drawn_higher(self):
        [(_, few), (_, many)] = graphs.points(self.lines((1, 4, 2), (2, 40, 2))).dots
        assert many < few

    def test_the_line_is_the_mean_of_the_last_ten(self):
        assert graphs.moving_mean([float(value) for value in range(12)])[-1] == pytest.approx(6.5)
        assert graphs.moving_mean([2.0, 4.0]) == [2.0, 3.0]

    def test_matches_without_a_point(self):
        graph = graphs.points(self.lines((1, 0, 1), (1, 0, 1)))
        assert len(graph.dots) == 2

    def test_one_match_stands_in_the_middle(self):
        graph = graphs.rating(self.lines((1, 0, 1)))
        assert graph.dots[0][0] == (graphs.LEFT + graphs.RIGHT) / 2
        assert len(graph.dates) == 1


class TestMatchPage:
    def test_it_says_what_the_match_changed_and_why(self, client, season, ann):
        page = client.get(f"/matches/{season[1].slug}/")
        line = Played.objects.get(table=season[1], player__user=ann)
        assert f"{line.before.shown} → {line.after.shown}" in page.text
        assert "expected 1.4" in page.text or "expected 1.5" in page.text

    def test_bots_too(self, client, season):
        assert "bot, easy" in client.get(f"/matches/{season[0].slug}/").text

    def test_two_bots_of_a_level_change_their_one_rating_together(self, client, ann):
        table = finished([ann, "bot:easy", "bot:easy"], [1, 2, 3])
        alone = finished([ann, "bot:easy", "bot:strong"], [1, 2, 3], 1)
        count()
        page = client.get(f"/matches/{table.slug}/").text
        assert page.count(">together</span>") == 2
        assert "All bots of a level have one rating together" in page
        assert "together" not in client.get(f"/matches/{alone.slug}/").text

    def test_nothing_before_it_is_counted(self, client, ann, bob):
        table = finished([ann, bob], [1, 2])
        assert 'id="ratings"' not in client.get(f"/matches/{table.slug}/").text

    def test_a_private_player_keeps_it(self, client, as_ann, ann, season):
        User.objects.filter(pk=ann.pk).update(private=True)
        assert "keeps it private" in Client().get(f"/matches/{season[1].slug}/").text
        assert "keeps it private" not in as_ann.get(f"/matches/{season[1].slug}/").text


class TestPrivate:
    def test_only_i_see_my_page(self, as_ann, ann, bob, season):
        as_ann.post("/settings/privacy/", {"private": "on"})
        other = Client()
        other.force_login(bob)
        for client in (Client(), other):
            page = page_of(client, ann)
            assert page.status_code == 403
            assert "±" not in page.text
        assert page_of(as_ann, ann).context["record"].standing.matches == 4
        as_ann.post("/settings/privacy/", {"private": "off"})
        assert page_of(Client(), ann).status_code == 200

    def test_the_page_says_what_is_public(self, as_ann):
        assert "your places on leaderboards" in as_ann.get("/settings/privacy/").text
        as_ann.post("/settings/privacy/", {"private": "on"})
        assert "you stand on no leaderboard" in as_ann.get("/settings/privacy/").text

    def test_nobody_is_asked_to_sign_in(self, client):
        for path in ("/settings/privacy/", "/settings/data/", "/players/me/"):
            assert client.get(path)["Location"].startswith("/accounts/login/")


class TestMyData:
    def archive(self, client: Client) -> dict[str, list]:
        answer = client.get("/settings/data/")
        assert answer["Content-Disposition"].startswith("attachment")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as zipped:
            texts = {name: zipped.read(name).decode() for name in zipped.namelist()}
        account = json.loads(texts.pop("account.json"))
        return {"account": [account]} | {
            name.removesuffix(".jsonl"): [json.loads(line) for line in text.splitlines()]
            for name, text in texts.items()
        }

    def test_all_is_there(self, as_ann, ann, bob, season):
        block(ann, bob)
        data = self.archive(as_ann)
        [account] = data["account"]
        assert (account["username"], account["email"], account["blocked"]) == ("ann", "ann@example.org", ["bob"])
        assert [match["slug"] for match in data["matches"]] == [table.slug for table in season]
        assert data["matches"][0]["results"][0]["rows"][0]["place"] == 1
        assert [line["table"] for line in data["ratings"]] == [table.slug for table in season]
        assert sum(line["matches"] for line in data["opponents"]) == 6
        assert data["tournaments"] == []

    def test_deals_are_there_once_they_are_over(self, as_ann, ann, bob):
        table = open_table(ann, params={"limit": 1})
        services.take_seat(table.slug, bob)
        assert self.archive(as_ann)["deals"] == []
        play_on(table)
        records = self.archive(as_ann)["deals"]
        assert len(records) == table.deals.exclude(ended_at=None).count()
        assert records[0]["format"] == "deal/1"

    def test_what_was_entered_by_hand_and_what_i_organise(self, as_ann, ann, bob):
        table = typed.open_typed(ann, "last-player", {}, [ann, bob], "deals", {"count": 2}, True)
        typed.enter_deal(table.slug, typed.Actor(ann), 1, {"cards": [[], ["8c", "2d"]]})
        event(ann, 0)
        data = self.archive(as_ann)
        [entered] = data["matches"][-1]["entered"]
        assert (entered["by"], entered["cards"]) == ("ann", [[], ["8c", "2d"]])
        assert [line["role"] for line in data["tournaments"]] == ["organiser"]

    def test_nothing_secret_of_others_or_of_mine(self, as_ann, ann, season):
        text = json.dumps(self.archive(as_ann))
        assert "bob@example.org" not in text
        assert ann.password not in text


class TestBlocked:
    def test_a_blocked_person_cannot_sit_down_with_me(self, ann, bob):
        table = open_table(ann, seats=3)
        block(ann, bob)
        with pytest.raises(Refused, match="cannot sit down"):
            services.take_seat(table.slug, bob)
        unblock(ann, bob)
        services.take_seat(table.slug, bob)

    def test_nor_where_i_am_not_the_host(self, ann, bob):
        table = open_table(User.objects.create_user("host"), seats=3)
        services.take_seat(table.slug, ann)
        block(ann, bob)
        with pytest.raises(Refused, match="cannot sit down"):
            services.take_seat(table.slug, bob)

    def test_who_sits_already_stays_and_changes_seats(self, ann, bob):
        table = open_table(ann, seats=4)
        services.take_seat(table.slug, bob)
        block(ann, bob)
        services.take_seat(table.slug, bob, 3)
        assert table.seats.get(user=bob).number == 3

    def test_i_may_sit_down_with_whom_i_block(self, ann, bob):
        table = open_table(bob, seats=3)
        block(ann, bob)
        services.take_seat(table.slug, ann)

    def test_by_the_buttons(self, as_ann, ann, bob):
        assert "Block" in page_of(as_ann, bob).text
        assert as_ann.post(f"/players/{bob.pk}/block/").status_code == 302
        assert as_ann.post(f"/players/{bob.pk}/block/").status_code == 302
        assert Block.objects.get().blocked == bob
        assert "Unblock" in page_of(as_ann, bob).text
        assert "bob" in as_ann.get("/settings/privacy/").text
        as_ann.post(f"/players/{bob.pk}/unblock/")
        assert not Block.objects.exists()

    def test_not_oneself_nor_by_a_link_nor_by_nobody(self, as_ann, ann, bob):
        as_ann.post(f"/players/{ann.pk}/block/")
        assert not Block.objects.exists()
        assert as_ann.get(f"/players/{bob.pk}/block/").status_code == 405
        assert Client().post(f"/players/{bob.pk}/block/")["Location"].startswith("/accounts/login/")

    def test_a_deleted_account_blocks_nobody(self, ann, bob):
        block(ann, bob)
        block(bob, ann)
        delete_account(ann)
        assert not Block.objects.exists()


def test_a_correction_reaches_the_pages(client, ann, bob):
    table = finished([ann, bob], [1, 2])
    count()
    confirm(table, [2, 1])
    count()
    assert page_of(client, bob).context["record"].standing.won == 1
    assert page_of(client, ann).context["record"].standing.won == 0


def test_open_tables_count_for_nothing(ann, bob):
    sit_together(ann, bob)
    count()
    assert not Played.objects.exists()
