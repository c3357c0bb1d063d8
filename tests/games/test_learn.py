"""Learning to play: the pages of rules in both languages, the help at the table, the practice deals."""

from __future__ import annotations

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games.learn_views import option_rows, parts
from games.rules import GAMES
from games.rules.match import FORMATS

from ..site import ROOT

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
