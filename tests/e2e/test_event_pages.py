"""Every page of tournaments in all their stages, for organisers and visitors: as `test_pages` looks at the others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, NamedTuple

import pytest

from tests.site import ROOT, Site

from .checks import all_faults
from .conftest import Visitors
from .test_pages import LOOKS

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def events(site: Site) -> dict[str, Any]:
    """What `tests.events` prints, made in a process of its own on the site's data."""
    env = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    env |= {**site.env, "LASTCARD_DATA": str(site.data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-m", "tests.events"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


class Sight(NamedTuple):
    """A page of the event in a stage; `then` is pressed there first."""

    stage: str
    path: str = ""
    then: str = ""
    visitor: bool = False


SIGHTS = {
    "list": Sight("open", "../"),
    "choose": Sight("open", "../new/"),
    "new": Sight("open", "../new/club-evening/last-player/"),
    "new, knockout": Sight("open", "../new/knockout/chukchi-durak/"),
    "open": Sight("open"),
    "open, a visitor": Sight("open", visitor=True),
    "entries": Sight("open", "manage/", ".menu-more summary"),
    "settings": Sight("open", "manage/settings/"),
    "people": Sight("open", "manage/people/"),
    "draft": Sight("draft", "manage/rounds/"),
    "entries, running": Sight("round", "manage/", ".menu-more summary"),
    "desks": Sight("round", "manage/rounds/"),
    "desk": Sight("round", "manage/rounds/2/tables/2/"),
    "log": Sight("round", "manage/log/"),
    "settings, running": Sight("round", "manage/settings/"),
    "round": Sight("round", "rounds/2/"),
    "round, by name": Sight("round", "rounds/2/?by=name"),
    "slips": Sight("round", "rounds/2/slips/"),
    "standings": Sight("round", "standings/", ".standings summary"),
    "standings, a visitor": Sight("round", "standings/", visitor=True),
    "pad": Sight("round", "rounds/2/", ".seat-table .actions a"),
    "projector": Sight("round", "projector/"),
    "projector, final table": Sight("final", "projector/"),
    "bracket": Sight("bracket", "bracket/"),
    "play-off": Sight("bracket", "rounds/2/"),
    "finished": Sight("finished"),
    "season": Sight("season"),
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", SIGHTS)
def test_page(name: str, look: str, visit: Visitors, events: dict[str, Any]) -> None:
    sight = SIGHTS[name]
    size, language, scheme = LOOKS[look]
    page = visit(size, language, scheme, reduced_motion="reduce")
    if not sight.visitor:
        page.context.add_cookies([{"name": "sessionid", "value": events["session"], "url": visit.site.url}])
    path = events["season"] if sight.stage == "season" else events["events"][sight.stage]
    answer = page.goto(path + sight.path)
    assert answer is not None
    assert answer.ok
    if sight.then:
        page.locator(sight.then).first.click()
    assert all_faults(page, language) == []
