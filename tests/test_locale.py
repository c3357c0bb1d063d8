"""The translations: complete, well-formed, and compiled from what is there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from .site import ROOT

CATALOGUES = [ROOT / "locale" / "ru" / "LC_MESSAGES" / f"{domain}.po" for domain in ("django", "djangojs")]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
SOURCES = ["config", "accounts", "tournaments", "games", "templates", "static", "locale", "manage.py"]

catalogues = pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)


def texts(entry: polib.POEntry) -> list[str]:
    """The translation, or all its plural forms."""
    return [*entry.msgstr_plural.values()] if entry.msgid_plural else [entry.msgstr]


@catalogues
def test_every_string_is_translated(path: Path) -> None:
    entries = polib.pofile(str(path))
    assert not [entry.msgid for entry in entries if not entry.obsolete and (entry.fuzzy or not all(texts(entry)))]


@catalogues
def test_placeholders_survive_translation(path: Path) -> None:
    for entry in polib.pofile(str(path)):
        known = {*PLACEHOLDER.findall(entry.msgid), *PLACEHOLDER.findall(entry.msgid_plural)}
        for text in texts(entry):
            found = set(PLACEHOLDER.findall(text))
            assert found == known if not entry.msgid_plural else found <= known, (entry.msgid, text)


@catalogues
def test_the_compiled_catalogue_is_that_of_the_source(path: Path) -> None:
    assert path.with_suffix(".mo").exists(), "make messages"
    source, compiled = polib.pofile(str(path)), polib.mofile(str(path.with_suffix(".mo")))
    assert {(entry.msgctxt, entry.msgid): texts(entry) for entry in compiled} == {
        (entry.msgctxt, entry.msgid): texts(entry) for entry in source if not entry.obsolete
    }, "make messages"


@pytest.mark.skipif(not shutil.which("xgettext"), reason="needs GNU gettext")
def test_no_string_is_missing_from_the_catalogues(tmp_path: Path) -> None:
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    collect = [sys.executable, "manage.py", "makemessages", "--locale", "ru", "--ignore", "vendor", "--domain"]
    for path in CATALOGUES:
        subprocess.run([*collect, path.stem], cwd=tmp_path, check=True, capture_output=True)
        collected = polib.pofile(str(tmp_path / path.relative_to(ROOT)))
        missing = strings(collected) - strings(polib.pofile(str(path)))
        assert not missing, f"make messages: {sorted(missing)}"


def strings(catalogue: polib.POFile) -> set[str]:
    return {entry.msgid for entry in catalogue if not entry.obsolete}
