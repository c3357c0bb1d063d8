"""The deal record (N5, N6) and the command that replays it (N7)."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.rules import GAMES
from games.rules.last_player import LastPlayer
from games.rules.notation import DealRecord, check, check_file, parse

EXAMPLES = [json.loads(line) for line in (Path(__file__).with_name("data") / "examples.jsonl").read_text().splitlines()]
LAST_PLAYER = {
    "format": "deal/1",
    "game": "last-player",
    "players": ["Ann", "Bob"],
    "dealer": 1,
    "seed": "lastcard",
    "moves": [],
}
DURAK = LAST_PLAYER | {"game": "chukchi-durak"}


def answer(data: object) -> dict[str, Any]:
    """What the command prints, without the words of a refusal, which are its own; but there are some."""
    found = check(data)
    assert found["ok"] or found.pop("error")
    return found


def refused(at: int | None = None) -> dict[str, Any]:
    return {"ok": False, "at": at}


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"line-{line + 1}" for line in range(len(EXAMPLES))])
def test_n7_examples(example: dict[str, Any]) -> None:
    assert answer(example["record"]) == example["result"]


def test_n7_the_examples_are_of_every_kind() -> None:
    assert {example["record"]["game"] for example in EXAMPLES} >= set(GAMES)
    assert {example["result"]["ok"] for example in EXAMPLES} == {True, False}


def test_n7_the_example_of_the_docs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "NOTATION.md").read_text()
    record, result = (json.loads(block.partition("```")[0]) for block in text.split("```json")[1:])
    assert answer(record) == result


# -- N6: what is refused before any move -----------------------------------------------------------
@pytest.mark.parametrize(
    "change",
    [
        {"format": "deal/2"},
        {"format": None},
        {"game": "old-maid"},
        {"game": ["last-player"]},
        {"game": None},
        {"players": ["Ann"]},
        {"players": ["P"] * 7},
        {"players": "Ann"},
        {"players": 2},
        {"players": [1, 2]},
        {"players": None},
        {"dealer": 2},
        {"dealer": -1},
        {"dealer": True},
        {"dealer": 1.0},
        {"dealer": "1"},
        {"dealer": None},
        {"options": []},
        {"options": {"decks": 1}},
        {"options": {"hand_size": 9}},
        {"options": {"hand_size": 6.0}},
        {"options": {"hand_size": "6"}},
        {"options": {"two_draws": True}},
        {"options": {"voluntary_draw": 1}},
        {"options": {"max_moves": 0}},
        {"options": {"max_moves": 10_001}},
        {"options": {"max_moves": {}}},
        {"seed": ""},
        {"seed": "x" * 201},
        {"seed": "é"},
        {"seed": "a\n"},
        {"seed": 7},
        {"seed": None},
        {"deck": "2c"},
        {"seed": None, "deck": "2c 3c"},
        {"seed": None, "deck": []},
        {"moves": "0 play 7h"},
        {"moves": {}},
    ],
    ids=json.dumps,
)
def test_n6_a_wrong_record_is_refused_before_any_move(change: dict[str, Any]) -> None:
    assert answer(LAST_PLAYER | change) == refused()


@pytest.mark.parametrize("data", [None, 7, "x", [], [LAST_PLAYER], {}, True], ids=json.dumps)
def test_n6_a_record_is_an_object(data: object) -> None:
    assert answer(data) == refused()


def test_n6_a_deck_is_exactly_the_cards_of_the_game_with_one_space_between() -> None:
    deck = " ".join(LastPlayer.deck({}))
    record = LAST_PLAYER | {"seed": None, "deck": deck}
    assert answer(record)["ok"]
    for wrong in (
        deck + " ",
        " " + deck,
        deck.replace(" ", "  ", 1),
        deck.replace("Xr", "Xb"),
        deck + " 2c",
        deck[3:],
        "",
    ):
        assert answer(record | {"deck": wrong}) == refused()


# -- N6: what is overlooked ------------------------------------------------------------------------
@pytest.mark.parametrize(
    "change",
    [
        {"options": None},
        {"options": {"hand_size": None}},
        {"moves": None},
        {"deck": None},
        {"fool": 7},
        {"fool": True},
        {"fool": []},
        {"result": {"kind": "won", "winners": [1]}},
        {"result": 7},
        {"comment": {"of": "ours"}},
    ],
    ids=json.dumps,
)
def test_n6_null_is_absent_and_other_keys_are_ignored(change: dict[str, Any]) -> None:
    assert answer(LAST_PLAYER | change) == answer(LAST_PLAYER)


@pytest.mark.parametrize("fool", [2, -1, True, 0.0, "0", []], ids=json.dumps)
def test_n6_a_fool_out_of_range_is_refused_in_durak(fool: object) -> None:
    assert answer(DURAK | {"fool": fool}) == refused()


@pytest.mark.parametrize("fool", [0, 1, None])
def test_n6_a_fool_in_range_is_taken_in_durak(fool: int | None) -> None:
    assert answer(DURAK | {"fool": fool})["ok"]


# -- N5, N6: what is refused at a move -------------------------------------------------------------
def test_n6_what_came_before_a_bad_move_stands_and_nothing_after_it_is_applied() -> None:
    start = parse(LAST_PLAYER).start()
    move = start.legal_moves()[0]
    assert answer(LAST_PLAYER | {"moves": [f"0 {move}", "no move", f"0 {move}"]}) == refused(1)


def test_n6_a_move_after_the_end_is_refused() -> None:
    record = LAST_PLAYER | {"options": {"max_moves": 1}}
    opening = f"0 {parse(record).start().legal_moves()[0]}"
    assert answer(record | {"moves": [opening]})["result"]["kind"] == "blocked"
    assert answer(record | {"moves": [opening, "1 draw"]}) == refused(1)


# -- writing ---------------------------------------------------------------------------------------
def test_n6_a_record_holds_only_options_that_differ() -> None:
    options = {"hand_size": 6, "two_draws": 2, "draw_when_stuck": True}
    written = DealRecord(LastPlayer, options, ("Ann", "Bob"), 1, seed="lastcard").as_json()
    assert written == LAST_PLAYER | {"options": {"two_draws": 2}, "fool": None, "result": None}


def test_n6_a_finished_deal_is_written_with_its_result() -> None:
    record = parse(LAST_PLAYER | {"options": {"max_moves": 1}})
    record = DealRecord(**{**vars(record), "moves": (f"0 {record.start().default_move()}",)})
    assert record.as_json()["result"] == answer(record.as_json())["result"]


# -- files -----------------------------------------------------------------------------------------
def lines(content: bytes) -> list[bool]:
    return [each["ok"] for each in check_file(content)]


ONE = json.dumps(LAST_PLAYER).encode()


def test_n7_a_file_holds_one_record_on_one_line_or_several() -> None:
    assert lines(ONE) == lines(ONE + b"\n") == lines(json.dumps(LAST_PLAYER, indent=2).encode()) == [True]


def test_n7_a_file_holds_one_record_a_line_and_blank_lines_are_skipped() -> None:
    assert lines(b"\n  \n" + ONE + b"\r\n\r\n\t\n" + ONE + b"\n\n") == [True, True]
    assert lines(b"") == lines(b"\n \n") == []


@pytest.mark.parametrize(
    "line",
    [
        b"not JSON",
        b"\xff\xfe",
        b'{"format": "deal/1", ',
        b"NaN",
        b"[" * 100_000,
        b'{"a": 1, "a": 2}',
        ONE.replace(b'"dealer": 1', b'"dealer": NaN'),
        ONE.replace(b'"dealer": 1', b'"dealer": 1e400'),
        ONE.replace(b'"dealer": 1', b'"dealer": ' + b"1" * 5000),
        ONE.replace(b'"dealer": 1', b'"dealer": 1, "dealer": 0'),
        ONE.replace(b'"Ann"', b'"\xe9"'),
        ONE.replace(b"[]", b'["0 \\ud800"]'),
        b"\x00",
    ],
    ids=lambda line: repr(line[:24]),
)
def test_n7_a_line_that_cannot_be_read_is_a_refused_record_and_the_next_is_played(line: bytes) -> None:
    assert lines(line) == [False]
    assert lines(ONE + b"\n" + line + b"\n" + ONE) == [True, False, True]
    assert lines(line + b"\n" + ONE) == [False, True]


def test_n7_unicode_line_ends_inside_a_text_end_no_line() -> None:
    assert lines('{"players": ["a\u2028b"]}\n{"x": "\x85"}'.encode()) == [False, False]


def test_n7_a_name_in_any_script_is_a_name() -> None:
    record = LAST_PLAYER | {"players": ["Аня", "\ud800"]}
    assert lines(json.dumps(record).encode()) == [True]
    assert lines(
        "\ufeff".encode() + json.dumps(LAST_PLAYER | {"players": ["Аня", "Б"]}, ensure_ascii=False).encode()
    ) == [True]


# -- the command -----------------------------------------------------------------------------------
def replay_deal(*files: Path | str) -> tuple[int, list[dict[str, Any]], str]:
    """Exit status, answers, what stands on standard error."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    try:
        call_command("replay_deal", *map(str, files), stdout=out, stderr=err)
    except SystemExit as end:
        status = int(end.code or 0)
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def test_n7_the_command_prints_one_answer_a_record_of_every_file(tmp_path: Path) -> None:
    first, second = tmp_path / "one.json", tmp_path / "many.jsonl"
    first.write_bytes(ONE)
    second.write_bytes(b"\n".join(json.dumps(example["record"]).encode() for example in EXAMPLES[:3]))
    status, answers, err = replay_deal(first, second)
    assert (status, err) == (0, "")
    assert answers == [check(LAST_PLAYER), *(example["result"] for example in EXAMPLES[:3])]


def test_n7_a_refused_record_makes_the_status_1_and_the_command_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_bytes(b"oh\n" + ONE)
    status, answers, _ = replay_deal(file)
    assert status == 1
    assert [each["ok"] for each in answers] == [False, True]


def test_n7_a_file_that_cannot_be_read_is_said_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_bytes(ONE)
    status, answers, err = replay_deal(tmp_path / "none", tmp_path, "\0", file)
    assert status == 1
    assert [each["ok"] for each in answers] == [True]
    assert len(err.splitlines()) == 3
    assert "Traceback" not in err


def test_n7_standard_input_and_exit_status() -> None:
    manage = Path(__file__).parents[2] / "manage.py"
    for content, status in ((ONE, 0), (b"{}", 1)):
        run = subprocess.run(
            [sys.executable, str(manage), "replay_deal", "-"], input=content, capture_output=True, check=False
        )
        assert run.returncode == status, run.stderr
        assert json.loads(run.stdout)["ok"] == (status == 0)
