"""Matches that are over: lists, head to head, the score sheet, replays, records; and who may see them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.services import delete_account
from games import match_list, matches, services
from games.models import Deal, Result, ResultRow, Seat, Table
from games.rules import GAMES
from tests.played import play_match, play_well
from tests.site import ROOT

from .support import next_moment, open_table, person, play

BAD = [
    "",
    "x",
    "-1",
    "0",
    "1e9",
    "9" * 23,
    "9" * 5000,
    "\0",
    "a\0b",
    "٣",
    "²",
    "[]",
    "%",
    "' or 1=1",
    "\ud7ff",
    "x" * 999,
]


@pytest.fixture
def ann() -> Any:
    return person("Ann")


@pytest.fixture
def bob() -> Any:
    return person("Боб")


@pytest.fixture
def at_ann(ann: Any) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def played(host: Any, other: Any, game: str, seats: int = 3, **changes: Any) -> Table:
    """A match played to its end; deals that go on and on are stopped."""
    return play_match(host, other, game, seats, **{"options": {"max_moves": 200}, **changes})


def finished(*placed: tuple[Any, int], game: str = "last-player", **changes: Any) -> Table:
    """A stored match: (user or the name of a bot, place) a seat; the worse the place, the more points."""
    now = timezone.now()
    fields = {"format": "elimination", "params": {"limit": 50}, "public": True, "state": Table.State.FINISHED}
    fields |= {"created_at": now, "ended_at": now, "tallied_at": now}
    table = Table.objects.create(game=game, **{**fields, **changes})
    result = Result.objects.create(table=table, source="moves", state="confirmed", at=now)
    for number, (who, place) in enumerate(placed):
        known = {"bot": "easy", "name": who} if isinstance(who, str) else {"user": who, "name": who.shown_name}
        Seat.objects.create(table=table, number=number, **known)
        ResultRow.objects.create(result=result, seat=number, place=place, points=10 * place, deals=1)
    return table


def listed(client: Client, name: str = "my_matches", **query: Any) -> list[Table]:
    return [line.table for line in client.get(reverse(f"games:{name}"), query).context["lines"]]


# -- lists -----------------------------------------------------------------------------------------------


@pytest.mark.django_db
class TestLists:
    def test_my_matches_are_for_who_is_signed_in(self, client: Client) -> None:
        answer = client.get(reverse("games:my_matches"))
        assert answer.url.startswith(reverse("account_login"))

    def test_mine_are_those_where_i_sat_and_public_ones_those_at_public_tables(self, ann, bob, at_ann, client) -> None:
        mine, hidden, others = finished((ann, 1), (bob, 2)), finished((ann, 1), public=False), finished((bob, 1))
        assert listed(at_ann) == [hidden, mine]
        assert listed(client, "matches") == [others, mine]
        assert hidden.slug not in client.get(reverse("games:matches")).content.decode()

    def test_a_table_by_link_is_in_no_list_of_others_whatever_they_ask_for(self, ann, bob, at_ann, client) -> None:
        finished((bob, 1), public=False)
        for query in ({}, {"account": bob.pk}, {"player": "Боб"}, {"game": "last-player"}):
            assert listed(client, "matches", **query) == []
            assert listed(at_ann, **query) == []

    @pytest.mark.parametrize("changes", [{"state": "playing"}, {"state": "abandoned"}, {"state": "void"}])
    def test_what_has_no_confirmed_result_is_not_listed(self, ann, at_ann, client, changes) -> None:
        table = finished((ann, 1), **changes)
        Result.objects.filter(table=table).update(state="void")
        assert listed(at_ann) == listed(client, "matches") == []

    def test_a_row_tells_game_match_players_places_and_points(self, ann, bob, at_ann) -> None:
        finished((ann, 2), (bob, 1), ("Vera", 3), game="king-george-iii", format="first_to", params={"count": 2})
        (line,) = at_ann.get(reverse("games:my_matches")).context["lines"]
        assert (line.game, line.match, line.counts) == ("King George III", "to 2 wins", "wins")
        assert [(seat.name, row.place, row.points) for seat, row in line.players] == [
            ("Боб", 1, 10), ("Ann", 2, 20), ("Vera", 3, 30),
        ]  # fmt: skip
        assert line.mine.place == 2
        page = at_ann.get(reverse("games:my_matches")).content.decode()
        assert re.search(r'<li value="2" class="you">.*Ann.*20 points', page, re.DOTALL)
        assert f'<time datetime="{line.table.ended_at.isoformat()}" data-local>' in page

    @pytest.mark.parametrize("stored", [match_list.PAGE - 1, match_list.PAGE, match_list.PAGE + 1, 2 * match_list.PAGE])
    def test_pages_of_older_matches_hold_each_match_once_newest_first(self, ann, at_ann, stored: int) -> None:
        expected = [finished((ann, 1)) for _ in range(stored)][::-1]
        pages, older = [], ""
        while older is not None:
            answer = at_ann.get(reverse("games:my_matches") + older)
            pages.append([line.table for line in answer.context["lines"]])
            link = re.search(r'rel="next" href="([^"]+)"', answer.content.decode())
            older = link and link[1]
        assert [table for page in pages for table in page] == expected
        assert len(pages) == -(-stored // match_list.PAGE)

    def test_older_keeps_what_the_list_is_narrowed_to(self, ann, at_ann) -> None:
        for _ in range(match_list.PAGE + 1):
            finished((ann, 1))
            finished((ann, 1), game="chukchi-durak")
        answer = at_ann.get(reverse("games:my_matches"), {"game": "chukchi-durak"})
        older = re.search(r'rel="next" href="([^"]+)"', answer.content.decode())[1].replace("&amp;", "&")
        (line,) = at_ann.get(reverse("games:my_matches") + older).context["lines"]
        assert line.table.game == "chukchi-durak"

    def test_narrowed_by_game_and_opponent(self, ann, bob, at_ann) -> None:
        cyd = person("Cyd Ann")
        with_bob, with_cyd = finished((ann, 1), (bob, 2)), finished((cyd, 1), (ann, 2), game="chukchi-durak")
        assert listed(at_ann, game="chukchi-durak") == [with_cyd]
        assert listed(at_ann, account=bob.pk) == [with_bob]
        assert listed(at_ann, player="cyd") == [with_cyd]
        assert listed(at_ann, player="ann") == [with_cyd]  # the opponent; one's own name says nothing
        assert listed(at_ann, game="last-player", account=cyd.pk) == []
        assert listed(at_ann, account=10**9) == []

    def test_narrowed_by_live_or_by_hand_and_by_the_match(self, ann, at_ann, client) -> None:
        live = finished((ann, 1))
        typed = finished((ann, 1), kind="typed", format="deals", params={"count": 3})
        for visitor, name in ((at_ann, "my_matches"), (client, "matches")):
            assert listed(visitor, name, kind="typed") == listed(visitor, name, format="deals") == [typed]
            assert listed(visitor, name, kind="live", format="elimination") == [live]
            assert listed(visitor, name, kind="live", format="deals") == []

    def test_narrowed_by_the_place_of_whose_list_it_is(self, ann, bob, at_ann, client) -> None:
        won, lost = finished((bob, 2), (ann, 1)), finished((ann, 2), (bob, 1))
        assert listed(at_ann, place=1) == [won]
        assert listed(at_ann, place=2, account=bob.pk) == [lost]
        assert listed(client, "matches", place=1, account=bob.pk) == [lost]
        assert "Matches of Боб" in client.get(reverse("games:matches"), {"account": bob.pk}).text
        assert "filter-place" not in client.get(reverse("games:matches")).text  # nobody's place
        assert listed(client, "matches", place=3) == [lost, won]

    def test_narrowed_by_the_days_on_which_they_ended(self, ann, at_ann, client) -> None:
        days = [datetime(2026, 5, day, hour, tzinfo=UTC) for day, hour in ((1, 0), (1, 23), (2, 0), (3, 12))]
        first, late, second, third = (finished((ann, 1), ended_at=day) for day in days)
        for visitor, name in ((at_ann, "my_matches"), (client, "matches")):
            assert listed(visitor, name, since="2026-05-02") == [third, second]
            assert listed(visitor, name, until="2026-05-01") == [late, first]
            assert listed(visitor, name, since="2026-05-02", until="2026-05-02") == [second]
            assert listed(visitor, name, since="2026-05-03", until="2026-05-01") == []
            assert listed(visitor, name, since="0001-01-01", until="9999-12-31") == [third, second, late, first]

    def test_days_are_those_of_the_readers_zone(self, ann, at_ann, client) -> None:
        """At 22:30 UTC on May 1st it is May 2nd in Moscow already, and at 3:00 on the 2nd still the 1st in New York."""
        late = finished((ann, 1), ended_at=datetime(2026, 5, 1, 22, 30, tzinfo=UTC))
        early = finished((ann, 1), ended_at=datetime(2026, 5, 2, 3, tzinfo=UTC))
        for visitor, name in ((at_ann, "my_matches"), (client, "matches")):

            def on(day: str, zone: str, visitor=visitor, name=name) -> list[Any]:
                return listed(visitor, name, since=day, until=day, zone=zone)

            assert (on("2026-05-01", "Europe/Moscow"), on("2026-05-02", "Europe/Moscow")) == ([], [early, late])
            assert (on("2026-05-01", "America/New_York"), on("2026-05-02", "America/New_York")) == ([early, late], [])
            for nowhere in ("", "Nowhere/Town", "../../etc/passwd", "Europe", "x\x00y", "x" * 99):
                assert on("2026-05-01", nowhere) == [late], nowhere
        for zone in ("Pacific/Kiritimati", "America/New_York"):  # both ends of all time
            found = listed(client, "matches", since="0001-01-01", until="9999-12-31", zone=zone)
            assert found == [early, late]
            assert listed(client, "matches", since="9999-12-31", zone=zone) == []
            assert listed(client, "matches", until="0001-01-01", zone=zone) == []

    def test_public_matches_stand_in_the_order_in_which_they_ended(self, ann, client) -> None:
        now = timezone.now()
        ended = [now - timedelta(minutes=minutes // 2) for minutes in range(match_list.PAGE + 8)]
        tables = [finished((ann, 1), ended_at=moment) for moment in ended]
        tables.sort(key=lambda table: (table.ended_at, table.pk), reverse=True)
        first = client.get(reverse("games:matches"))
        rest = listed(client, "matches", before=first.context["older"])
        assert [line.table for line in first.context["lines"]] + rest == tables

    def test_public_matches_are_found_by_the_beginning_of_a_name(self, ann, bob, client) -> None:
        table = finished((ann, 1), (bob, 2), ("Straße", 3))
        for name in ("ann", "боб", "Б", "STRASSE", " ann "):
            assert listed(client, "matches", player=name) == [table], name
        for name in ("nn", "об", "deleted player", "annn"):
            assert listed(client, "matches", player=name) == [], name
        delete_account(bob)
        for name in ("боб", "deleted", "удал"):
            assert listed(client, "matches", player=name) == [], name

    @pytest.mark.parametrize("spelled", ["Боб", "боб", "БОБ", "об"])
    def test_names_are_found_in_small_and_capital_letters_of_any_alphabet(self, ann, bob, at_ann, spelled) -> None:
        table = finished((ann, 1), (bob, 2))
        assert listed(at_ann, player=spelled) == [table]

    @pytest.mark.parametrize("wild", ["%", "_", "B%"])
    def test_a_name_is_taken_as_it_is_written(self, ann, at_ann, wild) -> None:
        finished((ann, 1), ("Bot", 2))
        assert listed(at_ann, player=wild) == []

    @pytest.mark.parametrize("field", ["game", "player", "account", "before", *match_list.MORE])
    def test_bad_queries_are_answered_with_a_list(self, ann, at_ann, client, field: str) -> None:
        finished((ann, 1))
        for bad in BAD:
            for visitor, name in ((at_ann, "my_matches"), (client, "matches")):
                answer = visitor.get(reverse(f"games:{name}"), {field: bad})
                assert answer.status_code == 200, bad
                assert len(answer.context["lines"]) == 1 or field == "player" or bad == "٣"

    @pytest.mark.parametrize("narrowed", [False, True])
    def test_many_matches_ask_the_database_as_often_as_few(self, ann, bob, at_ann, narrowed: bool) -> None:
        def asked() -> int:
            with CaptureQueriesContext(connection) as queries:
                at_ann.get(reverse("games:my_matches"), {"account": bob.pk} if narrowed else {})
            return len(queries)

        finished((ann, 1), (bob, 2), ("Vera", 3))
        few = asked()
        for _ in range(12):
            finished((ann, 1), (bob, 2), ("Vera", 3))
        assert asked() == few < 12

    def test_empty_lists_say_what_to_do(self, at_ann, client) -> None:
        assert "You have not finished a match yet" in at_ann.get(reverse("games:my_matches")).content.decode()
        assert "No match fits" in at_ann.get(reverse("games:my_matches"), {"player": "Zoe"}).content.decode()
        assert "No public match has been finished yet" in client.get(reverse("games:matches")).content.decode()

    def test_who_is_deleted_is_named_so_in_the_readers_language(self, ann, bob, at_ann) -> None:
        table = finished((ann, 1), (bob, 2))
        delete_account(bob)
        page = at_ann.get(reverse("games:my_matches"), headers={"Accept-Language": "ru"}).content.decode()
        assert "удалённый игрок" in page
        assert "Боб" not in page
        assert at_ann.get(reverse("games:match", args=[table.slug])).status_code == 200


@pytest.mark.django_db
class TestHeadToHead:
    def test_ahead_behind_and_level_by_game(self, ann, bob) -> None:
        for places in ((1, 2), (1, 2), (2, 1), (1, 1)):
            finished((bob, places[1]), ("Vera", 4), (ann, places[0]))
        finished((ann, 2), (bob, 1), game="chukchi-durak", public=False)
        finished((ann, 1), (person("Cyd"), 2))
        voided = finished((ann, 1), (bob, 2))
        voided.results.update(state="void")
        told = [(s.game, s.matches, s.ahead, s.behind, s.level) for s in match_list.head_to_head(ann, bob.pk)]
        assert told == [("all games", 5, 2, 2, 1), ("Last Player", 4, 2, 1, 1), ("Chukchi Durak", 1, 0, 1, 0)]
        mirrored = [(s.matches, s.ahead, s.behind) for s in match_list.head_to_head(bob, ann.pk)]
        assert mirrored == [(5, 2, 2), (4, 1, 2), (1, 1, 0)]

    def test_shown_for_the_link_of_an_opponent_and_for_a_name_that_one_account_has(self, ann, bob, at_ann) -> None:
        finished((ann, 1), (bob, 2))
        for query in ({"account": bob.pk}, {"player": "боб"}):
            answer = at_ann.get(reverse("games:my_matches"), query)
            assert "You and Боб" in answer.content.decode()
            assert [score.ahead for score in answer.context["scores"]] == [1]

    def test_not_for_a_name_that_several_have_nor_for_strangers(self, ann, bob, at_ann) -> None:
        namesake = get_user_model().objects.create_user("other", display_name="Боб")
        finished((ann, 1), (bob, 2), (namesake, 3))
        for query in ({"player": "Боб"}, {"account": person("Zoe").pk}, {"account": ann.pk}):
            assert "You and" not in at_ann.get(reverse("games:my_matches"), query).content.decode()


# -- a match ---------------------------------------------------------------------------------------------


def match_page(client: Client, table: Table) -> Any:
    return client.get(reverse("games:match", args=[table.slug]))


@pytest.mark.django_db(transaction=True)
class TestMatchPage:
    def test_a_match_that_goes_on_is_at_its_table(self, ann, bob, client) -> None:
        table = open_table(ann)
        assert match_page(client, table).url == table.get_absolute_url()
        services.take_seat(table.slug, bob)
        assert match_page(client, table).url == table.get_absolute_url()

    def test_the_sheet_has_every_deal_with_running_totals_that_end_in_the_result(self, ann, bob, client) -> None:
        table = played(ann, bob, "last-player")
        report = matches.report(table)
        assert [line.number for line in report.lines] == list(range(1, table.deal_number + 1))
        for seat, row in enumerate(report.rows):
            cells = [line.cells[seat] for line in report.lines]
            totals = [sum(cell.points or 0 for cell in cells[: n + 1]) for n in range(len(cells))]
            assert [cell.total for cell in cells] == totals
            assert totals[-1] == row.points
            assert [line.number for line in report.lines if line.cells[seat].out] == [row.out_deal] * bool(row.out_deal)
        assert all(sum(cell.won for cell in line.cells) == 1 for line in report.lines)
        assert report.players[0][1].place == 1

    def test_it_links_to_every_deals_replay_check_and_record(self, ann, bob, client) -> None:
        table = played(ann, bob, "last-player")
        page = match_page(client, table).content.decode()
        for number in range(1, table.deal_number + 1):
            for name in ("replay", "check", "record"):
                assert f'href="{reverse(f"games:{name}", args=[table.slug, number])}"' in page
        assert f'href="{reverse("games:records", args=[table.slug])}"' in page
        assert "until one is left, out at 60 points" in page

    def test_it_asks_the_database_as_often_for_a_long_match(self, ann, bob, client) -> None:
        def asked(deals: int) -> int:
            table = played(ann, bob, "last-player", format="deals", params={"count": deals}, seats=2)
            with CaptureQueriesContext(connection) as queries:
                match_page(client, table)
            return len(queries)

        assert asked(4) == asked(1) < 10

    def test_a_match_that_was_typed_in_has_a_sheet_and_no_replays(self, ann, bob, client) -> None:
        table = finished((ann, 1), (bob, 2), kind="typed", game="other", format="first_to", params={"count": 1})
        sheet = [{"deal": 1, "kind": "won", "playoff": False, "points": [0, 20], "winners": [0], "losers": []}]
        table.results.update(sheet=sheet, source="typed")
        Deal.objects.create(table=table, number=1, seats=[0, 1], dealer=0, created_at=table.created_at)
        page = match_page(client, table)
        assert [[cell.points for cell in line.cells] for line in page.context["report"].lines] == [[0, 20]]
        assert "Another game" in page.content.decode()
        assert "/deals/1/" not in page.content.decode()
        assert listed(client, "matches", game="other") == [table]

    def test_the_confirmed_result_is_shown_even_where_the_moves_say_otherwise(self, ann, bob, client) -> None:
        table = played(ann, bob, "king-george-iii", seats=2)
        table.results.update(state="superseded")
        sheet = [{"deal": 1, "kind": "won", "playoff": False, "points": [7, 0], "winners": [1], "losers": []}]
        ruling = Result.objects.create(
            table=table, version=2, source="ruling", state="confirmed", sheet=sheet, at=timezone.now()
        )
        for seat, (place, points) in enumerate([(2, 7), (1, 0)]):
            ResultRow.objects.create(result=ruling, seat=seat, place=place, points=points)
        report = match_page(client, table).context["report"]
        assert [row.place for row in report.rows] == [2, 1]
        assert [[cell.points for cell in line.cells] for line in report.lines] == [[7, 0]]

    def test_playoffs_ties_and_points_brought_along_are_told(self, ann, bob, client) -> None:
        table = finished((ann, 1), (bob, 2), game="king-george-iii", format="first_to", params={"count": 1})
        won = {"losers": [], "points": [0, 0]}
        sheet = [
            {"deal": 1, "kind": "tie", "playoff": False, "winners": [0, 1], **won},
            {"deal": 2, "kind": "won", "playoff": True, "winners": [0], **won},
        ]
        table.results.update(sheet=sheet)
        page = match_page(client, table)
        assert re.search(r'class="deal-note">tie<.*class="deal-note">play-off<', page.content.decode(), re.DOTALL)
        (_, last) = page.context["report"].lines
        assert [(cell.total, cell.won) for cell in last.cells] == [(10, True), (20, False)]

    def test_m9_a_deal_that_the_end_cut_short_is_named_and_can_be_replayed(self, ann, bob, client) -> None:
        table = open_table(ann)
        services.take_seat(table.slug, bob)
        next_moment(table)
        play(table)
        services.leave(table.slug, bob)
        services.tally(table.pk)
        page = match_page(client, table).content.decode()
        assert "Not played to the end" in page
        assert "left" in page
        assert client.get(reverse("games:replay", args=[table.slug, 1])).status_code == 200
        told = client.get(reverse("games:steps", args=[table.slug, 1])).json()
        assert len(told["steps"]) == 2
        assert told["steps"][-1]["view"]["outcome"] is None
        assert "result" not in client.get(reverse("games:record", args=[table.slug, 1])).json()

    def test_m9_a_match_that_everybody_left_has_no_places(self, ann, client) -> None:
        table = open_table(ann, seats=3)
        services.fill(table.slug, ann)
        next_moment(table)
        services.leave(table.slug, ann)
        page = match_page(client, table)
        assert page.context["report"].players == []
        assert "this match has no result" in page.content.decode()

    @pytest.mark.parametrize("language", ["en", "ru"])
    def test_no_page_has_inline_style_or_script(self, ann, bob, at_ann, language: str) -> None:
        slug = played(ann, bob, "chukchi-durak", seats=2).slug
        names = {"matches": [], "my_matches": [], "match": [slug], "replay": [slug, 1], "check": [slug, 1]}
        for name, args in names.items():
            answer = at_ann.get(reverse(f"games:{name}", args=args), headers={"Accept-Language": language})
            page = answer.content.decode()
            assert answer.status_code == 200
            assert 'style="' not in page
            assert not re.search(r"<script(?![^>]*\bsrc=)", page)
            assert not re.search(r"\son[a-z]+=", page)
            assert page.count("<h1") == 1


# -- a deal ----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
class TestReplay:
    def test_a_running_matchs_deals_are_not_replayed_even_those_that_are_over(self, ann, bob, at_ann, client) -> None:
        table = open_table(ann, params={"limit": 10_000})
        services.take_seat(table.slug, bob)
        play_well(table, deals=1)
        for visitor in (at_ann, client):
            for name in ("replay", "steps"):
                assert visitor.get(reverse(f"games:{name}", args=[table.slug, 1])).status_code == 404
        for name in ("record", "check"):  # its cards are on the table, though, with the secret
            assert client.get(reverse(f"games:{name}", args=[table.slug, 1])).status_code == 200
        next_moment(table)
        next_moment(table)
        for name in ("replay", "steps", "record", "check"):
            assert client.get(reverse(f"games:{name}", args=[table.slug, 2])).status_code == 404
        assert len(client.get(reverse("games:records", args=[table.slug])).content.splitlines()) == 1

    @pytest.mark.parametrize("game", GAMES)
    def test_every_position_with_all_hands_open(self, ann, bob, client, game: str) -> None:
        table = played(ann, bob, game, format="deals", params={"count": 1})
        deal = table.deals.first()
        told = client.get(reverse("games:steps", args=[table.slug, 1])).json()
        steps = told["steps"]
        while len(steps) <= deal.moves.count():
            more = client.get(reverse("games:steps", args=[table.slug, 1]), {"from": len(steps)}).json()
            assert more.keys() == {"steps"}
            steps += more["steps"]
        assert [step["move"] for step in steps] == [None, *map(str, deal.moves.all())]
        for ply, step in enumerate(steps):
            assert step["view"]["ply"] == ply
            assert [len(hand) for hand in step["view"]["hands"]] == step["view"]["counts"]
        assert steps[-1]["view"]["outcome"] == deal.outcome
        assert [" ".join(hand) for hand in steps[0]["view"]["hands"]] == matches.dealt_hands(table, deal)

    def test_the_frame_has_the_match_before_and_after_the_deal(self, ann, bob, client) -> None:
        table = played(ann, bob, "last-player", seats=2)
        frames = [
            client.get(reverse("games:steps", args=[table.slug, number])).json()["frame"]
            for number in range(1, table.deal_number + 1)
        ]
        assert frames[0]["before"]["totals"] == [0, 0]
        assert all(ended["after"] == begun["before"] for ended, begun in pairwise(frames))
        assert frames[-1]["after"]["over"]
        assert [seat["name"] for seat in frames[0]["table"]["seats"]] == ["Ann", "Боб"]

    def test_events_name_table_seats(self, ann, bob, client) -> None:
        table = played(ann, bob, "last-player", format="elimination", params={"limit": 40})
        number = table.deal_number
        seats = table.deals.get(number=number).seats
        steps = client.get(reverse("games:steps", args=[table.slug, number])).json()["steps"]
        told = {event["seat"] for step in steps for event in step["events"] if "seat" in event}
        assert told <= set(seats)

    def test_a_bad_start_is_the_beginning_and_one_past_the_end_is_empty(self, ann, bob, client) -> None:
        table = played(ann, bob, "arithmetic-durak", seats=2, params={"count": 1})
        url = reverse("games:steps", args=[table.slug, 1])
        for bad in BAD:
            assert client.get(url, {"from": bad}).json()["steps"][0]["move"] is None
        assert client.get(url, {"from": 12345}).json() == {"steps": []}

    def test_a_deal_that_is_not_there_is_not_found(self, ann, bob, client) -> None:
        table = played(ann, bob, "last-player", seats=2, format="deals", params={"count": 1})
        for name in ("replay", "steps", "record", "check"):
            for number in (0, 2, 40_000, 10**30):
                assert client.get(reverse(f"games:{name}", args=[table.slug, number])).status_code == 404


# -- records ---------------------------------------------------------------------------------------------

FORMATS = {"elimination": {"limit": 1}, "first_to": {"count": 1}, "deals": {"count": 2}}


def command(name: str, path: Any) -> list[dict[str, Any]]:
    out = StringIO()
    call_command(name, str(path), stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.django_db(transaction=True)
class TestRecords:
    @pytest.mark.parametrize("game", GAMES)
    @pytest.mark.parametrize("format", FORMATS)
    def test_are_accepted_with_the_same_result_and_nothing_differs_when_rebuilt(
        self, ann, bob, client, tmp_path, game: str, format: str
    ) -> None:
        table = played(ann, bob, game, seats=3, format=format, params=FORMATS[format])
        assert table.state == Table.State.FINISHED
        file = tmp_path / "deals.jsonl"
        file.write_bytes(client.get(reverse("games:records", args=[table.slug])).content)
        outcomes = list(table.deals.values_list("outcome", flat=True))
        for name in ("replay_deal", "check_deal"):
            answers = command(name, file)
            assert [answer["ok"] for answer in answers] == [True] * len(outcomes)
            assert [answer["result"] for answer in answers] == outcomes
        out = StringIO()
        call_command("rebuild_results", stdout=out)
        assert out.getvalue() == "1 tables rebuilt, 0 differ\n"

    def test_all_of_a_list_at_once(self, ann, bob, at_ann, client, tmp_path) -> None:
        mine = [
            played(ann, bob, game, seats=2, format="deals", params={"count": 2})
            for game in ("last-player", "chukchi-durak")
        ]
        hidden = played(ann, bob, "last-player", seats=2, format="deals", params={"count": 1}, public=False)
        finished((ann, 1), (bob, 2), kind="typed", game="other")

        def told(visitor: Client, name: str, **query: Any) -> list[tuple[str, int]]:
            answer = visitor.get(reverse(f"games:{name}"), query)
            content = b"".join(answer.streaming_content)
            answer.close()
            (tmp_path / "deals.jsonl").write_bytes(content)
            assert all(line["ok"] for line in command("check_deal", tmp_path / "deals.jsonl"))
            return [(line["table"], line["deal"]) for line in map(json.loads, content.splitlines())]

        deals = [(table.slug, number) for table in mine[::-1] for number in (1, 2)]
        assert told(at_ann, "my_deals") == [(hidden.slug, 1), *deals]
        assert told(client, "public_deals") == deals
        assert (
            told(at_ann, "my_deals", game="chukchi-durak")
            == told(client, "public_deals", game="chukchi-durak")
            == deals[:2]
        )
        assert "deals.jsonl?game=last-player" in at_ann.get(reverse("games:my_matches"), {"game": "last-player"}).text
        for visitor, name in ((at_ann, "my_matches"), (client, "matches")):  # by hand there are no cards to record
            assert "deals.jsonl" not in visitor.get(reverse(f"games:{name}"), {"kind": "typed"}).text

    def test_the_real_command_reads_what_the_site_gives(self, ann, bob, client, tmp_path) -> None:
        files = []
        for game in GAMES:
            table = played(ann, bob, game, seats=2, format="deals", params={"count": 1})
            files.append(tmp_path / f"{game}.json")
            files[-1].write_bytes(client.get(reverse("games:record", args=[table.slug, 1])).content)
        done = subprocess.run(
            [sys.executable, "manage.py", "replay_deal", *files], cwd=ROOT, capture_output=True, text=True, check=True
        )
        results = [json.loads(line)["result"] for line in done.stdout.splitlines()]
        assert results == [json.loads(file.read_text())["result"] for file in files]

    def test_a_guests_match_is_kept_like_any_other(self, client) -> None:
        client.post(reverse("games:play_now"), {"game": "follow-the-leader", "name": "Зоя"})
        table = Table.objects.get()
        play_well(table)
        services.tally(table.pk)
        assert listed(client) == [table]
        assert client.get(reverse("games:record", args=[table.slug, 1])).json()["players"][0] == "Зоя"

    def test_names_in_a_record_are_as_they_are_shown(self, ann, bob, client) -> None:
        table = played(ann, bob, "last-player", seats=2, format="deals", params={"count": 1})
        answer = client.get(reverse("games:record", args=[table.slug, 1]))
        assert answer.json()["players"] == ["Ann", "Боб"]
        assert "Боб" in answer.content.decode()
        assert answer["Content-Disposition"] == f'attachment; filename="{table.slug}-1.json"'
