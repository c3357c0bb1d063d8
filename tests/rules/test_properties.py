"""What is true of every game at every ply.  A game that is registered is tested without another line."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.rules.game import Event, Game, IllegalMove, gate
from games.rules.notation import check, parse, read_json

from .playing import SLOW, Line, every_game, faces, hands, random_lines, random_move
from .regenerate import PERFT, PLAYTHROUGHS, perft, playthroughs

VIEW = {"game", "ply", "to_act", "dealer", "counts", "hand", "stock", "out", "legal", "outcome", "hands"}
RECORD = ["ply", "to_move", "legal", "hands", "stock", "discard", "discard_count", "as", "suit", "demand", "direction"]
RECORD += ["aces", "trump", "bout", "out", "result"]
NONSENSE = (
    "",
    " ",
    "play",
    "draw ",
    " draw",
    "pass pass",
    "play 1z",
    "PASS",
    "take 7h",
    "stop\n",
    "play\t7h",
    "last",
    "♥",
)

Check = Callable[[Line, Game, Random], None]


# -- true at every ply ---------------------------------------------------------------------------
def cards_are_conserved(line: Line, state: Game, random: Random) -> None:
    held = [card for hand in hands(state) for card in hand]
    known = Counter([*held, *state.stock, *faces(state)])  # type: ignore[attr-defined]
    gone = getattr(state, "beaten", 0)
    assert known.total() + gone == line.cards.total()
    assert known <= line.cards
    assert state.view(None)["counts"] == [len(hand) for hand in hands(state)]


def only_the_seat_to_act_has_moves(line: Line, state: Game, random: Random) -> None:
    legal = list(state.legal_moves())
    assert bool(legal) == (state.to_act is not None) == (state.outcome() is None)
    assert legal == sorted(set(legal))
    for seat in range(line.seats):
        assert state.view(seat)["legal"] == (legal if seat == state.to_act else [])
    assert state.view(None)["legal"] == []


def every_legal_move_passes_the_gate(line: Line, state: Game, random: Random) -> None:
    for move in state.legal_moves():
        assert gate(state, move) == move
        assert not move.endswith(" last")


def the_default_move_is_legal(line: Line, state: Game, random: Random) -> None:
    if state.to_act is not None:
        move, tail = state.normalise(state.default_move())
        assert move in state.legal_moves()
        assert tail in ("", " last")


def anything_else_is_refused_and_changes_nothing(line: Line, state: Game, random: Random) -> None:
    before, legal = dict(vars(state)), set(state.legal_moves())
    deck = list(line.cards)
    wild = [" ".join((verb, *random.choices(deck, k=count))) for verb in VERBS for count in (0, 1, 2)]
    bent = [
        move + tail for move in random.sample(sorted(legal), min(3, len(legal))) for tail in (" ", " last last", "x")
    ]
    for text in (*NONSENSE, *wild, *bent):
        if state.normalise(text)[0] not in legal:
            with pytest.raises(IllegalMove) as refused:
                gate(state, text)
            assert str(refused.value)
            assert refused.value.message.format(**refused.value.params) == str(refused.value)
    assert vars(state) == before


VERBS = ("play", "draw", "pass", "stop", "attack", "beat", "throw", "take", "transfer", "play Xb as=")


def a_view_is_json_and_shows_no_closed_hand(line: Line, state: Game, random: Random) -> None:
    for seat in (None, *range(line.seats)):
        view = state.view(seat)
        assert set(view) >= VIEW
        assert json.loads(json.dumps(view)) == view
        assert view["hand"] == (None if seat is None else hands(state)[seat])
        assert view["hands"] == (None if state.outcome() is None else hands(state))
    assert list(state.record()) == RECORD


def sampled_worlds_look_the_same(line: Line, state: Game, random: Random) -> None:
    for seat in (None, *range(line.seats)):
        first, second = (state.sample(seat, lambda cards: random.sample(cards, len(cards))) for _ in range(2))
        assert first.view(seat) == second.view(seat) == state.view(seat)
        cards_are_conserved(line, first, random)
        if seat == state.to_act:
            assert first.legal_moves() == second.legal_moves() == state.legal_moves()


def a_state_travels(line: Line, state: Game, random: Random) -> None:
    assert pickle.loads(pickle.dumps(state)) == state == copy.deepcopy(state)


EVERY_PLY: tuple[Check, ...] = (
    cards_are_conserved,
    only_the_seat_to_act_has_moves,
    every_legal_move_passes_the_gate,
    the_default_move_is_legal,
    anything_else_is_refused_and_changes_nothing,
    a_view_is_json_and_shows_no_closed_hand,
    sampled_worlds_look_the_same,
    a_state_travels,
)


@every_game
@pytest.mark.parametrize("holds", EVERY_PLY, ids=lambda holds: holds.__name__)
def test_every_ply(game: type[Game], holds: Check) -> None:
    for line, random in random_lines(game, 200 if SLOW else 12, "every ply"):
        state = line.record.start()
        holds(line, state, random)
        while state.to_act is not None and state.ply < 150:
            state, _ = line.play(state, random_move(state, random))
            holds(line, state, random)


# -- true of a move --------------------------------------------------------------------------------
@every_game
def test_a_move_changes_nothing_but_gives_a_new_state(game: type[Game]) -> None:
    for line, random in random_lines(game, 12, "moves"):
        state = line.record.start()
        while state.to_act is not None and state.ply < 150:
            before = dict(vars(state))
            after, _ = line.play(state, random_move(state, random))
            assert vars(state) == before
            assert after.ply == state.ply + 1
            state = after


@every_game
def test_events_name_no_card_that_was_not_shown(game: type[Game]) -> None:
    for line, random in random_lines(game, 40, "events"):
        state = line.record.start()
        while state.to_act is not None and state.ply < 150:
            shown = {*hands(state)[state.to_act], *faces(state)}
            after, events = line.play(state, random_move(state, random))
            assert set(named_cards(events)) <= shown
            assert all(json.loads(json.dumps(event)) == event for event in events)
            state = after


def named_cards(events: list[Event]) -> list[str]:
    named = [card for event in events for card in event.get("cards", ())]
    return named + [event[key] for event in events for key in ("card", "with") if key in event]


@every_game
def test_the_end_is_an_event(game: type[Game]) -> None:
    for line, random in random_lines(game, 40, "the end"):
        state, events = line.record.start(), []
        while state.to_act is not None:
            assert not any(event["type"] == "over" for event in events)
            state, events = line.play(state, random_move(state, random))
        outcome = state.outcome()
        assert outcome is not None
        assert events[-1] == {"type": "over", "outcome": outcome.as_json()}
        gone = [event["seat"] for event in events if event["type"] == "out"]
        assert state.view(None)["out"][-len(gone) :] == gone or not gone


# -- true of a whole deal --------------------------------------------------------------------------
@every_game
@pytest.mark.slow
def test_every_playout_ends(game: type[Game]) -> None:
    """Over all options, seats and dealers; 10,000 deals when slow."""
    for line, random in random_lines(game, 10_000 if SLOW else 200, "playouts"):
        state = line.record.start()
        most = game.full_options(line.options)["max_moves"]
        while moves := state.legal_moves():
            assert state.ply < most, line.record
            state, _ = state.play(random.choice(moves))
        cards_are_conserved(line, state, random)
        the_outcome_is_whole(line, state)


def the_outcome_is_whole(line: Line, state: Game) -> None:
    outcome = state.outcome()
    assert outcome is not None
    assert len(outcome.penalties) == line.seats
    assert min(outcome.penalties) >= 0
    for seats in (outcome.winners, outcome.losers):
        assert list(seats) == sorted(set(seats))
        assert set(seats) <= set(range(line.seats))
    assert bool(outcome.losers) == (outcome.kind == "fool")
    if outcome.kind == "draw":
        assert not any(outcome.penalties)


@every_game
def test_default_moves_end_every_deal(game: type[Game]) -> None:
    for line, _ in random_lines(game, 20, "default moves"):
        state = line.record.start()
        while state.to_act is not None:
            state, _ = line.play(state, state.default_move())
        assert state.ply <= game.full_options(line.options)["max_moves"]


@every_game
def test_replay_equals_play_and_the_record_reads_back(game: type[Game]) -> None:
    for line, random in random_lines(game, 200 if SLOW else 25, "records"):
        state = line.record.start()
        stop = random.choice((0, 1, 20, 10_000))
        while state.to_act is not None and state.ply < stop:
            state, _ = line.play(state, random_move(state, random))
        assert line.record.replay() == state
        written = json.dumps(line.record.as_json())
        again = parse(read_json(written.encode()))
        assert again.replay() == state
        assert again.as_json() == json.loads(written)
        assert check(json.loads(written)) == {"ok": True, **state.record()}


@every_game
def test_a_wrong_move_is_refused_at_its_place(game: type[Game]) -> None:
    for line, random in random_lines(game, 25, "wrong moves"):
        state = line.record.start()
        while state.to_act is not None and state.ply < 30:
            state, _ = line.play(state, random_move(state, random))
        at = random.randrange(len(line.moves))
        seat, move = line.moves[at].split(" ", 1)
        other = (int(seat) + 1) % line.seats
        for wrong in (
            f"{other} {move}",
            move,
            f"{seat}  {move}",
            f"{seat} {move} ",
            f"0{seat} {move}",
            None,
            7,
            [move],
        ):
            data: dict[str, Any] = line.record.as_json() | {"moves": [*line.moves[:at], wrong, *line.moves[at + 1 :]]}
            answer = check(data)
            assert (answer["ok"], answer["at"]) == (False, at)


# -- what every game brings along ------------------------------------------------------------------
@every_game
def test_every_game_has_scenarios_of_its_own(game: type[Game]) -> None:
    module = game.__module__.rpartition(".")[2]
    scenarios = Path(__file__).with_name(f"test_{module}.py")
    assert scenarios.exists(), f"{game.slug} needs {scenarios.name}: a test for each of its rulings"
    assert "def test_" in scenarios.read_text()


@every_game
def test_perft(game: type[Game]) -> None:
    table = json.loads(PERFT.read_text())
    assert game.slug in table, f"no perft for {game.slug}: python -m tests.rules.regenerate {game.slug}"
    for case in table[game.slug]:
        state = parse(case["record"]).replay()
        assert [perft(state, depth) for depth in range(1, len(case["nodes"]) + 1)] == case["nodes"]


@every_game
def test_playthroughs(game: type[Game]) -> None:
    """`python -m tests.rules.regenerate` writes them; a difference is a change of the rules or of what is shown."""
    for name, text in playthroughs(game).items():
        file = PLAYTHROUGHS / name
        assert file.exists(), f"no {name}: python -m tests.rules.regenerate {game.slug}"
        assert text == file.read_text(), name
