"""Learning to play: the pages of rules in both languages, the help at the table, the practice deals."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games.coaching.coach import LEARNER, played
from games.learn import DEAL_LENGTH, FILE, LESSONS, MOST_MOVES, moments
from games.learn_views import option_rows, parts
from games.rules import GAMES
from games.rules.match import FORMATS
from games.rules.notation import check_file

from ..site import ROOT
from .lessons import LENGTHS, USUAL_LENGTHS, WANTED, advised

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "ru")
SPECIAL = {  # what a newcomer must have been told of
    ("last-player", "en"): "Two|Three|Four|Five, six, seven|Eight|Jack|Ace|Joker|“Last card!”",
    ("last-player", "ru"): "Двойка|Тройка|Четвёрка|Пятёрка, шестёрка|Восьмёрка|Валет|Туз|Джокер|«Последняя карта!»",
    ("follow-the-leader", "en"): "free lead|Jokers|one rank lower",
    ("follow-the-leader", "ru"): "Свободный ход|Джокеры|достоинство младше",
    ("king-george-iii", "en"): "first three|fourth|one more turn|play off",
    ("king-george-iii", "ru"): "Первые три|Четвёртый|ещё один ход|разыгрывают",
    ("chukchi-durak", "en"): "Throwing in|Taking|transfer|Simple",
    ("chukchi-durak", "ru"): "подкидывают|Взять|перевод|Простой",
    ("arithmetic-durak", "en"): "Throwing in|Taking|Filling up|trump",
    ("arithmetic-durak", "ru"): "подкидывают|Взять|Добор|козыр",
}

every_game = pytest.mark.parametrize("game", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def page(client: Client, name: str, game: str, language: str) -> str:
    answer = client.get(reverse(f"games:{name}", args=[game]), headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def sources(text: str) -> list[str]:
    return re.findall(r'<img[^>]* src="/static/([^"]+)"', text)


# -- the pages of rules ----------------------------------------------------------------------------


@every_game
@every_language
@pytest.mark.parametrize("part", ["rules", "short"])
def test_every_game_has_its_texts_in_both_languages(game: str, language: str, part: str) -> None:
    assert (ROOT / "templates" / "games" / "learn" / game / f"{part}.{language}.html").exists()


@every_game
@every_language
def test_the_page_tells_the_special_cards(client: Client, game: str, language: str) -> None:
    text = page(client, "rules", game, language)
    assert all(word in text for word in SPECIAL[game, language].split("|"))


@every_game
@every_language
def test_the_page_names_every_option_and_says_what_it_changes(client: Client, game: str, language: str) -> None:
    text = page(client, "rules", game, language)
    with override(language):
        rows = option_rows(GAMES[game])
    assert len(rows) == len(GAMES[game].options)
    for row in rows:
        assert row.help
        assert f"<dt>{row.label}</dt>" in text
        assert row.help in text
        assert row.usual in text


@every_game
def test_the_page_tells_every_kind_of_match_the_usual_one_first(client: Client, game: str) -> None:
    answer = client.get(reverse("games:rules", args=[game]))
    rows = answer.context["formats"]
    assert {row.name for row in rows} == {format.name for format in FORMATS.values()}
    assert [row.usual for row in rows] == [True, False, False]


@every_game
@every_language
@pytest.mark.parametrize("name", ["rules", "rules_short"])
def test_pictures_are_there_and_have_a_name(client: Client, game: str, language: str, name: str) -> None:
    text = page(client, name, game, language)
    faces = [source for source in sources(text) if source.startswith("cards/")]
    assert len(faces) >= 5
    assert all(finders.find(source) for source in faces)
    pictures = re.findall(r'<img class="pic"[^>]* alt="([^"]*)"', text)
    assert pictures
    assert all(pictures)


@every_game
@every_language
def test_the_contents_lead_to_every_section(client: Client, game: str, language: str) -> None:
    text = page(client, "rules", game, language)
    sections = re.findall(r'<section id="([\w-]+)"', text)
    links = re.findall(r'<a href="#([\w-]+)">', text)
    assert links == sections
    assert len(sections) == len(set(sections)) >= 8


@every_game
def test_both_languages_have_the_same_sections_and_pictures(client: Client, game: str) -> None:
    english, russian = (page(client, "rules", game, language) for language in LANGUAGES)
    assert [part.anchor for part in parts(english)] == [part.anchor for part in parts(russian)]
    assert sources(english) == sources(russian)


@every_game
def test_no_ruling_is_cited(client: Client, game: str) -> None:
    text = page(client, "rules", game, "en") + page(client, "rules_short", game, "en")
    assert not re.search(r"\b(LP|FL|KG|DK|CD|AD)-?\d|\bDK-T\b|\b[MN]\d", re.sub(r"<[^>]+>", " ", text))


@every_game
@every_language
def test_the_help_at_the_table_is_a_part_of_a_page(client: Client, game: str, language: str) -> None:
    text = page(client, "rules_short", game, language)
    assert "<html" not in text
    assert "data-rules-content" in text
    assert reverse("games:rules", args=[game]) in text
    table_page = (ROOT / "templates" / "games" / "table.html").read_text()
    assert "games:rules_short" in table_page
    assert "css/learn.css" in table_page


def test_a_four_coloured_deck_is_shown_in_four_colours(client: Client, django_user_model) -> None:
    client.force_login(django_user_model.objects.create_user("ann", display_name="Ann", deck="4color"))
    faces = sources(page(client, "rules", "last-player", "en"))
    assert "cards/4color/9c.svg" in faces
    assert "cards/2color/9h.svg" in faces


@pytest.mark.parametrize("name", ["rules", "rules_short"])
def test_an_unknown_game_is_not_found(client: Client, name: str) -> None:
    assert client.get(reverse(f"games:{name}", args=["poker"])).status_code == 404


def test_the_rules_are_a_click_away_from_everywhere(client: Client) -> None:
    for path in ("/", reverse("games:choose_game"), reverse("games:rules_index")):
        text = client.get(path).content.decode()
        assert all(reverse("games:rules", args=[game]) in text for game in GAMES)
    assert f'href="{reverse("games:rules_index")}"' in client.get("/tables/").content.decode()
    new_table = client.get(reverse("games:new_table", args=["last-player"])).content.decode()
    assert reverse("games:rules", args=["last-player"]) in new_table


# -- the practice deals ----------------------------------------------------------------------------

MARK = re.compile(r"\[(X[br]|[2-9TJQKA][cdhs]?|[cdhs])\]")
every_lesson = pytest.mark.parametrize(
    ("game", "deal"), [(game, deal) for game, lessons in LESSONS.items() for deal in range(1, len(lessons) + 1)]
)


def send(client: Client, game: str, moves: list[str], move: str | None = None, deal: int = 1) -> dict[str, Any]:
    body = json.dumps({"deal": deal, "moves": moves, "move": move})
    answer = client.post(reverse("games:practice_play", args=[game]), body, content_type="application/json")
    assert answer.status_code == 200
    return answer.json()


def test_every_game_has_practice_deals() -> None:
    assert set(LESSONS) == set(GAMES) == set(WANTED)


@every_game
def test_much_happens_in_every_lesson_and_it_is_soon_over(game: str) -> None:
    least, most = LENGTHS.get(game, USUAL_LENGTHS)
    for course in map(advised, LESSONS[game]):
        assert course.topics >= WANTED[game]
        assert least <= len(course.moves) <= most < MOST_MOVES


def test_a_lesson_is_a_deal_record_that_plays_again_to_its_end() -> None:
    results = list(check_file(FILE.read_bytes()))
    assert len(results) == sum(map(len, LESSONS.values()))
    assert all(result["ok"] and result["result"] for result in results)


@every_lesson
def test_who_follows_the_advice_plays_the_lesson_move_by_move(client: Client, game: str, deal: int) -> None:
    lesson, moves = LESSONS[game][deal - 1], []
    while turn := send(client, game, moves, deal=deal)["steps"][-1]["coach"].get("turn"):
        moves.append(turn["move"])
    assert tuple(moment.move for moment in moments(lesson, moves))[1:] == lesson.line


@every_lesson
def test_who_leaves_the_lesson_plays_on_with_advice_to_the_end(client: Client, game: str, deal: int) -> None:
    lesson = LESSONS[game][deal - 1]
    first = send(client, game, [], deal=deal)["steps"][-1]
    legal = first["state"]["deal"]["view"]["legal"]
    moves = [next((move for move in legal if move != first["coach"]["turn"]["move"]), legal[0])]
    while turn := send(client, game, moves, deal=deal)["steps"][-1]["coach"].get("turn"):
        moves.append(turn["move"])
    played_out = list(moments(lesson, moves))
    assert played_out[-1].state.outcome()
    assert len(played_out) <= DEAL_LENGTH + 1


@every_lesson
@every_language
def test_each_turn_names_every_legal_card_and_why(client: Client, game: str, deal: int, language: str) -> None:
    lesson = LESSONS[game][deal - 1]
    moves = advised(lesson).moves
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    for made in range(len(moves)):
        shown = send(client, game, moves[:made], deal=deal)["steps"][-1]
        view, turn = shown["state"]["deal"]["view"], shown["coach"]["turn"]
        told = [card for choice in turn["choices"] for card in choice["cards"]]
        assert sorted(told) == sorted(card for card in view["hand"] if card in {played(m) for m in view["legal"]})
        assert turn["asks"]
        assert all(turn["asks"])
        assert turn["advice"]
        assert all(choice["why"] for choice in turn["choices"])
        for text in [*turn["asks"], turn["advice"], *(choice["why"] for choice in turn["choices"])]:
            assert "%(" not in text
            assert "[" not in MARK.sub("", text)
    assert "over" in send(client, game, moves, deal=deal)["steps"][-1]["coach"]


@every_game
def test_the_coach_explains_each_topic_once(client: Client, game: str) -> None:
    moves = advised(LESSONS[game][0]).moves
    said = [
        text
        for made in range(len(moves))
        for shown in send(client, game, moves[:made], moves[made])["steps"]
        for text in shown["coach"]["say"]
    ]
    always = ("You", "%")  # what happens to the learner is told every time
    once = [text for text in said if not text.startswith(always) and "you " not in text]
    assert said
    assert len(once) == len(set(once))


@every_game
def test_steps_are_one_move_each_and_hide_the_others_cards(client: Client, game: str) -> None:
    lesson = LESSONS[game][0]
    moves = advised(lesson).moves
    for made in range(len(moves)):
        for shown in send(client, game, moves[:made], moves[made])["steps"]:
            view = shown["state"]["deal"]["view"]
            assert len({event["ply"] for event in shown["state"]["events"]}) == 1
            assert view["hands"] is None or view["outcome"]
    deal = list(moments(lesson, moves))
    assert [moment.seat for moment in deal[1:]].count(LEARNER) == len(moves)


@every_game
def test_an_illegal_try_is_refused_by_the_tables_own_sentence(client: Client, game: str) -> None:
    first = send(client, game, [])["steps"][-1]["state"]["deal"]["view"]
    wrong = {"bout": "throw 2c", "pile": "stop"}
    answer = send(client, game, [], next(text for key, text in wrong.items() if key in first))
    assert (answer["ok"], answer["code"]) == (False, "illegal")
    assert answer["message"]


def test_a_refusal_shows_cards_as_signs(client: Client) -> None:
    moves = advised(LESSONS["last-player"][0]).moves
    for made in range(len(moves)):
        view = send(client, "last-player", moves[:made])["steps"][-1]["state"]["deal"]["view"]
        legal = {played(move) for move in view["legal"]}
        for card in view["hand"]:
            if card not in legal and card[0] not in "X":
                message = send(client, "last-player", moves[:made], f"play {card}")["message"]
                assert re.search("[♣♦♥♠]", message)
                return
    raise AssertionError("no card that does not go")


def test_moves_that_no_longer_fit_begin_the_deal_anew(client: Client) -> None:
    assert send(client, "last-player", ["draw"])["code"] == "stale"


@pytest.mark.parametrize(
    "body",
    [
        "", "no json", "[]", "null", '{"deal": 1}', '{"deal": 0, "moves": [], "move": null}',
        '{"deal": true, "moves": [], "move": null}', '{"deal": 99, "moves": [], "move": null}',
        '{"deal": 1, "moves": "draw", "move": null}', '{"deal": 1, "moves": [1], "move": null}',
        '{"deal": 1, "moves": [], "move": 7}', '{"deal": 1, "moves": [], "move": {}}',
        json.dumps({"deal": 1, "moves": ["draw"] * 301, "move": None}),
        json.dumps({"deal": 1, "moves": ["x" * 41], "move": None}), json.dumps({"x": "y" * 20_000}),
    ],
)  # fmt: skip
def test_nonsense_is_refused(client: Client, body: str) -> None:
    answer = client.post(reverse("games:practice_play", args=["last-player"]), body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_message"


def test_practice_stores_nothing_and_needs_no_account(client: Client) -> None:
    assert client.get(reverse("games:practice", args=["last-player"])).status_code == 200
    moves = advised(LESSONS["last-player"][0]).moves
    assert send(client, "last-player", moves[:1], moves[1])["ok"]
    assert not client.session.keys()


@pytest.mark.parametrize("query", ["", "?deal=2", "?deal=0", "?deal=99", "?deal=x", "?deal=²", "?deal=" + "9" * 500])
def test_any_deal_asked_for_gets_a_page(client: Client, query: str) -> None:
    answer = client.get(reverse("games:practice", args=["last-player"]) + query)
    assert answer.status_code == 200
    assert answer.context["deal"] == (2 if query == "?deal=2" else 1)


def test_practice_of_an_unknown_game_is_not_found(client: Client) -> None:
    assert client.get("/learn/poker/").status_code == 404
    assert client.post("/learn/poker/play/").status_code == 404
