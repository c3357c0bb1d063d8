"""Names people give themselves, and names given to guests."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MAX_NAME = 40  # characters
INVISIBLE = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that draw nothing
UNWANTED = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})  # controls, bidi and zero-width marks, unassigned
MAX_MARKS = 2  # accents on one letter; more of them run over the neighbours
RESERVED_WORDS = ("bot", "bots", "бот", "боты")
RESERVED_NAMES = ("deleted player", "удалённый игрок")
LOOKALIKES = str.maketrans("авеёкмнорстухіѕ0οτ", "abeekmhopctyxisoot")

_BIRDS = {
    "en": (
        "Bittern Bunting Condor Coot Crane Cuckoo Curlew Dove Eagle Egret Falcon Finch Goldfinch Grouse Harrier "
        "Hawk Heron Hoopoe Ibis Jackdaw Jay Kestrel Kingfisher Kite Lapwing Linnet Magpie Martin Osprey Owl Pelican "
        "Plover Puffin Quail Raven Robin Siskin Skylark Snipe Starling Stork Swallow Swan Swift Teal Tern Thrush Wren"
    ),
    "ru": (
        "Аист Беркут Бекас Воробей Ворон Глухарь Голубь Гоголь Грач Дрозд Дупель Дятел Жаворонок Журавль Зимородок "
        "Зуёк Зяблик Клёст Кобчик Козодой Королёк Коршун Кречет Кроншнеп Кулик Лебедь Лунь Орёл Орлан Пеликан "
        "Перепел Поползень Рябчик Сапсан Свиристель Сизарь Скворец Снегирь Сокол Соловей Стриж Тетерев Удод Фазан "
        "Филин Чибис Чиж Щегол"
    ),
}
BIRDS = {language: tuple(words.split()) for language, words in _BIRDS.items()}
GUEST = {"en": "Guest", "ru": "Гость"}


def clean_name(text: str) -> str:
    """The name as stored (NFC, single spaces): 1-40 visible characters that mislead nobody, else ValidationError."""
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not _visible(name):
        raise ValidationError(_("Write a name with visible characters only."), code="invisible")
    if len(name) > MAX_NAME:
        raise ValidationError(_("A name has %(most)d characters at most.") % {"most": MAX_NAME}, code="too_long")
    if is_reserved(name):
        raise ValidationError(_("This name could be taken for somebody else's. Choose another one."), code="reserved")
    return name


def is_reserved(name: str) -> bool:
    """Could it be taken for a bot or for a deleted account?"""
    words = re.findall(r"[^\W\d_]+", _skeleton(name))
    return any(_skeleton(word) in words for word in RESERVED_WORDS) or " ".join(words) in map(_skeleton, RESERVED_NAMES)


def guest_name(number: int, language: str) -> str:
    """A friendly name: another one for every `number` >= 0 of one language."""
    code = "ru" if language.startswith("ru") else "en"
    lap, bird = divmod(number, len(BIRDS[code]))
    return f"{GUEST[code]} {BIRDS[code][bird]} {lap + 1}"


def is_guest_name(name: str) -> bool:
    """Was it made by `guest_name`, not chosen?"""
    first, *rest = name.split(" ")
    return len(rest) == 2 and first in GUEST.values() and rest[1].isdigit()


def _skeleton(text: str) -> str:
    """Letters that look alike made the same one."""
    return unicodedata.normalize("NFKC", text).casefold().translate(LOOKALIKES)


def _visible(name: str) -> bool:
    kinds = [unicodedata.category(char) for char in name]
    if UNWANTED & set(kinds) or INVISIBLE & set(name) or "M" * (MAX_MARKS + 1) in "".join(kind[0] for kind in kinds):
        return False
    return any(kind[0] in "LNPS" for kind in kinds)
