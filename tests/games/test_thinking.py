"""Strong bots think beside the site, and never see the deal itself."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from games import services, thinking
from games.models import Move, Table
from games.rules import GAMES
from games.rules.game import gate
from games.services import bot_moves
from games.services.deals import current_deal
from games.thinking import Question, Thinker
from tests.site import ROOT, Site, Visitor

from .support import next_moment, open_table, person, play

SECONDS = 0.05


def question(slug: str = "last-player", seconds: float = SECONDS) -> Question:
    state = GAMES[slug].deal(2, 0, seed="a question")
    assert state.to_act is not None
    return Question("strong", state, state.to_act, "seed", seconds)


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    thinker = Thinker()
    yield thinker
    thinker.close()


@pytest.mark.parametrize("slug", GAMES)
def test_answers_with_a_legal_move(thinker: Thinker, slug: str) -> None:
    asked = question(slug)
    move = thinker.ask(asked)
    assert gate(asked.world, move) == move


def test_knows_no_django() -> None:
    code = "import sys, games.thinking; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0


def test_starts_again_when_it_was_lost(thinker: Thinker) -> None:
    asked = question()
    thinker.ask(asked)
    first = thinker.pid
    assert first
    os.kill(first, signal.SIGKILL)
    assert gate(asked.world, thinker.ask(asked))
    assert thinker.pid not in (None, first)


def test_many_ask_at_once_and_share_the_time(thinker: Thinker) -> None:
    thinker.ask(question(seconds=0))  # started
    asked = question(seconds=1)
    began = time.monotonic()
    with ThreadPoolExecutor(6) as pool:
        moves = list(pool.map(thinker.ask, [asked] * 6))
    assert all(gate(asked.world, move) for move in moves)
    assert time.monotonic() - began < 5


def test_a_closed_one_still_has_an_answer(thinker: Thinker) -> None:
    asked = question()
    thinker.ask(asked)
    thinker.close()
    assert thinker.pid is None
    assert gate(asked.world, thinker.ask(asked))
    assert thinker.pid is None


def test_ends_when_nobody_can_ask_any_more() -> None:
    process = subprocess.Popen([sys.executable, "-m", "games.thinking"], cwd=ROOT, stdin=subprocess.PIPE)
    assert process.stdin
    process.stdin.close()
    assert process.wait(20) == 0


# -- at a table ----------------------------------------------------------------------------------------
@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """The questions that the site puts, answered by the process that always does."""
    questions: list[Question] = []

    class Watched(Thinker):
        def ask(self, question: Question) -> str:
            questions.append(question)
            return thinking.thinker.ask(question)

    monkeypatch.setattr(bot_moves, "thinker", Watched())
    monkeypatch.setattr(bot_moves, "SECONDS", SECONDS)
    return questions


@pytest.mark.django_db(transaction=True)
def test_a_strong_bot_plays_at_a_table(asked: list[Question], settings) -> None:
    settings.EMBEDDED = True
    table = open_table(person("ann"), options={"hand_size": 4})
    services.fill(table.slug, table.host, "strong")
    while not Move.objects.filter(deal__table=table, by=Move.By.BOT).exists():
        table.refresh_from_db()
        if table.phase == Table.Phase.PLAYING and table.to_act == 0:
            play(table)
        else:
            next_moment(table)
    assert asked


@pytest.mark.django_db(transaction=True)
def test_a_question_tells_nothing_hidden(asked: list[Question], settings) -> None:
    """Of the deal it holds what a world dealt by chance holds, and neither seed nor secret."""
    settings.EMBEDDED = True
    test_a_strong_bot_plays_at_a_table(asked, settings)
    deal = current_deal(Table.objects.get())
    assert deal.seed
    for each in asked:
        assert deal.seed not in repr(each)
        assert deal.secret not in repr(each)


# -- the site ------------------------------------------------------------------------------------------
def thinking_process(site: Site) -> int:
    """The process that the site has started, once somebody plays strong bots there."""
    visitor = Visitor(site)
    visitor.get("/")
    options = {f"option_{option.name}": str(option.default) for option in GAMES["last-player"].options}
    path, _ = visitor.post(
        "/tables/new/last-player/", name="Ann", seats="6", turn_seconds="None", public="False", format="deals",
        number_deals="1", bots="strong", **options,
    )  # fmt: skip
    with visitor.socket(path) as table:
        while not (found := children(site)):
            answer(table, json.loads(table.recv(timeout=20)))
    (child,) = found
    return child


def answer(table: ClientConnection, message: dict[str, Any]) -> None:
    """Play on."""
    deal = message.get("deal")
    if deal and deal["view"] and deal["view"]["legal"]:
        move = {"deal": deal["number"], "ply": deal["view"]["ply"], "move": deal["view"]["legal"][0]}
        table.send(json.dumps({"type": "move", "id": 1, **move}))


def children(site: Site) -> list[int]:
    """The processes that the site has started."""
    assert site.process
    tasks = Path(f"/proc/{site.process.pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def ended(pid: int, seconds: float = 5) -> bool:
    """Whether a process has gone, or goes soon."""
    until = time.monotonic() + seconds
    while Path(f"/proc/{pid}").exists():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_the_thinker_goes_with_the_site(site: Site, number: int) -> None:
    child = thinking_process(site.start())
    assert site.stop(number) < 1
    assert ended(child)
    assert "Traceback" not in site.log


def test_the_site_outlives_its_thinker(site: Site) -> None:
    child = thinking_process(site.start())
    os.kill(child, signal.SIGKILL)
    assert ended(child)
    again = thinking_process(site)
    assert again != child
