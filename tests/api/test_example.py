"""The example of the README plays a match on a site that runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from tests.site import ROOT, Site

MAKE_A_TOKEN = """
import django
django.setup()
from tests.api.support import token_of
from tests.games.support import person
print(token_of(person("Robot"), "read", "play"))
"""


def run(*command: str, **env: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=kept | {"no_proxy": "*"} | env, capture_output=True, text=True,
        timeout=120,
    )  # fmt: skip


def test_a_program_plays_a_match(site: Site) -> None:
    site.start()
    made = run("-c", MAKE_A_TOKEN, LASTCARD_DATA=str(site.data), DJANGO_SETTINGS_MODULE="config.settings")
    token = made.stdout.strip()
    played = run("examples/play_a_match.py", site.url, token)
    assert played.returncode == 0, played.stderr
    places = re.findall(r"(?m)^([123])\. (\w+): \d+ points$", played.stdout)
    assert len(places) == 3
    assert "Robot" in {name for _place, name in places}
    assert "refused" not in played.stdout
    assert token not in site.log


def test_without_a_good_token_it_says_what_is_wrong(site: Site) -> None:
    site.start()
    played = run("examples/play_a_match.py", site.url, "lc_nonsense")
    assert played.returncode == 1
    assert "revoked" in played.stderr
    assert "Traceback" not in played.stderr
