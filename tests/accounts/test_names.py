"""Names: visible, short, nobody else's."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import BIRDS, MAX_NAME, clean_name, guest_name, is_guest_name


@pytest.mark.parametrize(
    "name", ["Ann", "Аня", "李", "J. R.", "Zoë", "D'Artagnan", "7", "♠ Ace ♠", "Botvinnik", "Ботвинник", "x" * 40]
)
def test_ordinary_names_stay_as_they_are(name):
    assert clean_name(name) == name


def test_spaces_are_single_and_letters_composed():
    assert clean_name("  Ann \t Lee ") == "Ann Lee"
    assert clean_name("Zoe\u0308") == "Zo\u00eb"


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "\u00a0", "\u200b", "\u2800", "\u3164", "\u0301", "A\x00b", "A\x07", "A\u202eb", "A\u2066b", 
        "A\u200db", "A\ufeff", "\ud800", "A\ue000", "A" + "\u0335" * 3, "x" * 41,
    ],
)  # fmt: skip
def test_what_cannot_be_seen_or_is_too_long_is_refused(name):
    with pytest.raises(ValidationError):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "bot", "BOT", "Bot 3", "easy bot", "bot-1", "b0t", "Ｂｏｔ", "бот", "Бот Вася", "бoт", "вот", "Deleted player",
        "deleted  PLAYER", "deleted_player", "Удалённый игрок", "удаленный игрок", "dеleted plаyer",
    ],
)  # fmt: skip
def test_what_could_be_taken_for_a_bot_or_a_deleted_player_is_refused(name):
    with pytest.raises(ValidationError):
        clean_name(name)


@given(st.text())
def test_a_clean_name_is_clean(text):
    try:
        name = clean_name(text)
    except ValidationError:
        return
    assert 1 <= len(name) <= MAX_NAME
    assert clean_name(name) == name
    name.encode()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_two_guests_have_one_name(language):
    names = {guest_name(number, language) for number in range(500)}
    assert len(names) == 500
    assert all(clean_name(name) == name and is_guest_name(name) for name in names)


def test_guests_are_named_in_their_language():
    assert guest_name(16, "en") == "Guest Heron 1"
    assert guest_name(48, "ru-ru").startswith("Гость ")
    assert guest_name(48, "ru").endswith(" 2")
    assert len(BIRDS["en"]) == len(BIRDS["ru"])


def test_a_chosen_name_is_no_guest_name():
    assert not any(map(is_guest_name, ["Ann", "Guest", "Guest of honour", "Guest Heron", ""]))
