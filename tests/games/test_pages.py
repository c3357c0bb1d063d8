"""The pages: front, lists of tables, a new table, the table itself, errors."""

from __future__ import annotations

import re
from typing import Any

import pytest
import segno
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from model_bakery import baker

from games import catalogue, lobby, services
from games.models import Seat, Table
from games.rules import GAMES
from games.rules.match import FORMATS

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Any:
    return baker.make(get_user_model(), username="ann", display_name="Ann")


@pytest.fixture
def at_ann(ann: Any) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def a_table(host: Any, **changes: Any) -> Table:
    wanted = {"game": "last-player", "options": {}, "seats": 3, "format": "elimination", "params": {"limit": 50}}
    return services.open_table(host, **{**wanted, "turn_seconds": None, "public": True, **changes})


def form_of(client: Client, game: str) -> dict[str, str]:
    """What a browser would send if nothing on the form of a new table were touched."""
    form = client.get(reverse("games:new_table", args=[game])).context["form"]
    values = {field.html_name: field.value() for field in form}
    return {name: "on" if value is True else str(value) for name, value in values.items() if value not in (None, False)}


# -- the front page ------------------------------------------------------------------------------------


def test_the_front_page_offers_every_game_with_a_line_about_it(client: Client) -> None:
    page = client.get("/").content.decode()
    for entry in catalogue.entries():
        assert f'name="game" value="{entry.slug}"' in page
        assert entry.summary
        assert entry.summary in page


@pytest.mark.parametrize("game", GAMES)
def test_play_now_seats_a_newcomer_at_a_running_table_with_bots(client: Client, game: str) -> None:
    answer = client.post(reverse("games:play_now"), {"game": game, "name": "Newcomer"})
    table = Table.objects.get()
    assert answer.url == table.get_absolute_url()
    assert (table.game, table.state, table.public) == (game, Table.State.PLAYING, False)
    seats = list(table.seats.values_list("name", "bot"))
    assert seats[0] == ("Newcomer", "")
    assert [bot for _name, bot in seats[1:]] == [Seat.Bot.EASY] * 2


def test_play_now_needs_neither_a_name_nor_a_game(client: Client) -> None:
    client.post(reverse("games:play_now"))
    assert Table.objects.get().game == catalogue.FIRST_GAME
    assert Table.objects.get().seats.get(number=0).name


def test_play_now_pressed_twice_leads_back_to_the_same_table(at_ann: Client) -> None:
    first, second = (at_ann.post(reverse("games:play_now")).url for _ in range(2))
    assert first == second
    assert at_ann.post(reverse("games:play_now"), {"game": "king-george-iii"}).url != first


@pytest.mark.parametrize("fields", [{"game": "poker"}, {"name": "x" * 41}, {"name": "a\0b"}, {"name": "bot"}])
def test_play_now_says_what_is_wrong(client: Client, fields: dict[str, str]) -> None:
    answer = client.post(reverse("games:play_now"), fields, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert 'class="error"' in answer.content.decode()
    assert not Table.objects.exists()


# -- the lists -----------------------------------------------------------------------------------------


def test_the_list_shows_public_tables_with_a_free_seat_and_running_ones(ann: Any, client: Client) -> None:
    waiting, hidden, running = a_table(ann), a_table(ann, public=False), a_table(ann)
    services.fill(running.slug, ann)
    answer = client.get(reverse("games:tables"))
    assert [row.table for row in answer.context["open_tables"]] == [waiting]
    assert [row.table for row in answer.context["running_tables"]] == [running]
    assert hidden.slug not in answer.content.decode()


def test_a_row_tells_the_seats_the_match_and_what_differs(ann: Any) -> None:
    a_table(ann, options={"hand_size": 8}, turn_seconds=60)
    (row,) = lobby.open_tables()
    assert (row.size, row.free, [seat.name for seat in row.players]) == (3, 2, ["Ann"])
    assert row.settings == [
        "until one is left, out at 50 points", "1 minute a turn", "Cards dealt to each player: 8",
    ]  # fmt: skip


def test_htmx_gets_the_lists_alone(ann: Any, client: Client) -> None:
    a_table(ann)
    for query in ("", "?open"):
        part = client.get(reverse("games:tables") + query, headers={"HX-Request": "true"}).content.decode()
        assert "Last Player" in part
        assert "<html" not in part


def test_the_lists_ask_the_database_as_often_for_many_tables(
    ann: Any, client: Client, django_assert_num_queries: Any
) -> None:
    for _ in range(5):
        a_table(ann)
    with django_assert_num_queries(3):  # the open ones, their seats, the running ones
        client.get(reverse("games:tables"))


# -- a new table ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_form_untouched_opens_a_table(at_ann: Client, ann: Any, game: str) -> None:
    answer = at_ann.post(reverse("games:new_table", args=[game]), form_of(at_ann, game))
    table = Table.objects.get(host=ann)
    assert answer.url == table.get_absolute_url()
    suggested = {o.name: o.preselect for o in GAMES[game].options if o.preselect is not None}
    assert table.options == suggested


@pytest.mark.parametrize("game", GAMES)
def test_the_form_has_a_field_for_every_declared_option(at_ann: Client, game: str) -> None:
    page = at_ann.get(reverse("games:new_table", args=[game])).content.decode()
    for option in GAMES[game].options:
        assert f'name="option_{option.name}"' in page


@pytest.mark.parametrize("format", FORMATS)
def test_the_chosen_format_takes_its_own_number(at_ann: Client, format: str) -> None:
    form = form_of(at_ann, "last-player") | {"format": format, f"number_{format}": "7"}
    at_ann.post(reverse("games:new_table", args=["last-player"]), form)
    assert (Table.objects.get().format, list(Table.objects.get().params.values())) == (format, [7])


def test_the_number_of_another_format_does_not_matter(at_ann: Client) -> None:
    form = form_of(at_ann, "last-player") | {"number_deals": "many", "number_first_to": ""}
    at_ann.post(reverse("games:new_table", args=["last-player"]), form)
    assert Table.objects.get().params == {"limit": 100}


def test_every_choice_of_the_form_reaches_the_table(at_ann: Client) -> None:
    form = form_of(at_ann, "last-player") | {
        "seats": "5", "turn_seconds": "30", "public": "False", "option_hand_size": "8", "option_two_draws": "2",
        "option_draw_when_stuck": "False", "option_max_moves": "500",
    }  # fmt: skip
    at_ann.post(reverse("games:new_table", args=["last-player"]), form)
    table = Table.objects.get()
    assert (table.seats.count(), table.turn_seconds, table.public, table.state) == (5, 30, False, Table.State.OPEN)
    assert table.options == {"hand_size": 8, "two_draws": 2, "draw_when_stuck": False, "max_moves": 500}


def test_bots_on_the_other_seats_begin_the_match(at_ann: Client) -> None:
    at_ann.post(reverse("games:new_table", args=["last-player"]), form_of(at_ann, "last-player") | {"bots": "strong"})
    table = Table.objects.get()
    assert table.state == Table.State.PLAYING
    assert table.seats.filter(bot="strong").count() == 3


def test_an_empty_number_of_a_nullable_option_means_no_limit(at_ann: Client) -> None:
    form = form_of(at_ann, "king-george-iii") | {"option_recycles": ""}
    at_ann.post(reverse("games:new_table", args=["king-george-iii"]), form)
    assert Table.objects.get().options == {}


def test_a_visitor_opens_a_table_as_a_named_guest(client: Client) -> None:
    client.post(reverse("games:new_table", args=["last-player"]), form_of(client, "last-player") | {"name": "Zoe"})
    assert Table.objects.get().seats.get(number=0).name == "Zoe"
    assert Table.objects.get().host.is_guest


BAD = ["", "0", "-1", "99", "1e9", "9" * 23, "9" * 5000, "x", "\0", "True", "٣", "[]"]


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
@pytest.mark.parametrize("name", ["seats", "format", "number_elimination", "turn_seconds", "public", "bots",
                                  "option_hand_size", "option_two_draws", "option_draw_when_stuck"])  # fmt: skip
def test_bad_input_is_marked_and_nothing_else_is_lost(at_ann: Client, name: str, bad: str) -> None:
    form = form_of(at_ann, "last-player") | {"option_max_moves": "777", name: bad}
    answer = at_ann.post(reverse("games:new_table", args=["last-player"]), form)
    if answer.status_code == 302:  # some of these are right for some fields
        assert Table.objects.count() == 1
        return
    assert answer.status_code == 200
    assert not Table.objects.exists()
    assert name in answer.context["form"].errors
    page = answer.content.decode()
    assert 'value="777"' in page
    assert 'class="errorlist' in page


def test_a_form_with_nothing_in_it_is_refused_field_by_field(at_ann: Client) -> None:
    answer = at_ann.post(reverse("games:new_table", args=["last-player"]), {})
    assert {"seats", "format", "public", "option_hand_size"} <= set(answer.context["form"].errors)


def test_an_unknown_game_is_not_found(client: Client) -> None:
    assert client.get("/tables/new/poker/").status_code == 404
    assert client.post("/tables/new/poker/").status_code == 404


# -- the table -----------------------------------------------------------------------------------------


def test_anybody_with_the_link_sees_the_table(ann: Any, client: Client) -> None:
    for public in (True, False):
        table = a_table(ann, public=public)
        answer = client.get(table.get_absolute_url())
        assert answer.status_code == 200
        assert answer.context["socket_url"] == f"/ws/tables/{table.slug}/"


def test_the_code_to_scan_holds_the_whole_link(ann: Any, client: Client) -> None:
    table = a_table(ann)
    answer = client.get(reverse("games:table_qr", args=[table.slug]))
    assert answer["Content-Type"] == "image/svg+xml"
    code = segno.make(f"http://testserver{table.get_absolute_url()}", error="m")
    dark = re.findall(r' d="([^"]+)"', code.svg_inline(scale=8, border=3))[-1]
    assert dark in answer.content.decode()


def test_back_to_your_table_is_on_every_page_while_you_sit(ann: Any, at_ann: Client) -> None:
    table = a_table(ann)
    link = f'class="your-table" href="{table.get_absolute_url()}"'
    for page in ("/", reverse("games:tables"), reverse("games:choose_game"), "/nothing/here/"):
        assert link in at_ann.get(page).content.decode()
    services.leave(table.slug, ann)
    assert "your-table" not in at_ann.get("/").content.decode()


def test_a_running_match_comes_before_a_waiting_table(ann: Any) -> None:
    running = a_table(ann)
    services.fill(running.slug, ann)
    a_table(ann)
    assert lobby.current_table(ann) == running


# -- all pages -----------------------------------------------------------------------------------------

PAGES = ["/", "/tables/", "/tables/new/", *(f"/tables/new/{game}/" for game in GAMES)]


@pytest.mark.parametrize("path", [*PAGES, "/no/such/page/"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_page_is_titled_described_and_free_of_inline_style_and_script(
    client: Client, path: str, language: str
) -> None:
    answer = client.get(path, headers={"Accept-Language": language})
    page = answer.content.decode()
    assert f'<html lang="{language}"' in page
    assert re.search(r"<title>.*\w.*Lastcard|<title>Lastcard", page)
    assert 'property="og:image" content="http://testserver/static/' in page
    assert 'style="' not in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"\son[a-z]+=", page)
    assert page.count("<h1") == 1


@pytest.mark.parametrize("path", ["/tables/nosuchtable/", "/tables/" + "x" * 300 + "/", "/tables/nosuch/qr.svg", "/x/"])
def test_what_is_not_there_is_told_by_a_page_of_the_site(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "site-header" in answer.content.decode()


def test_our_own_mistake_is_told_by_a_page_of_the_site(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "open_tables", lambda *_: 1 / 0)
    client.raise_request_exception = False
    answer = client.get("/")
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.content.decode()


@pytest.mark.parametrize("path", PAGES)
def test_pages_refuse_what_they_do_not_serve(client: Client, path: str) -> None:
    assert client.put(path).status_code == 405
