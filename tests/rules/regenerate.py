"""Write the perft table and the playthroughs of every game anew: `python -m tests.rules.regenerate [GAME…]`.

Both pin down today's play move by move.  Regenerate after a wanted change of the rules, and read the difference before
it is committed; a new game needs one run with its name.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.rules import GAMES
from games.rules.game import Event, Game, Option
from games.rules.notation import DealRecord

DATA = Path(__file__).with_name("data")
PERFT = DATA / "perft.json"
PLAYTHROUGHS = DATA / "playthroughs"
PERFT_CASES = 8
PERFT_DEPTH = 12
PERFT_NODES = 5_000  # the deepest count is the first above it
PLAYTHROUGH_CASES = 3
PLAYTHROUGH_MOVES = 60


def number(*words: object) -> int:
    """A number that the words decide, the same on every machine."""
    return int(sha256("/".join(map(str, words)).encode()).hexdigest(), 16)


def chosen_value(option: Option, seed: str) -> Any:
    values = option.choices or range(option.low or 0, (option.high or 0) + 1)
    return values[number(seed, option.name) % len(values)]


def cases(game: type[Game], count: int) -> Iterator[DealRecord]:
    """Deals of a game: the first with its defaults, then other options, seats and dealers."""
    for case in range(count):
        seed = f"{game.slug} {case}"
        seats = game.seats[(number(seed, "seats") if case else 0) % len(game.seats)]
        options = {
            option.name: chosen_value(option, seed) for option in game.options if case and option.name != "max_moves"
        }
        fool = number(seed, "fool") % seats if game.fool_matters and case % 2 else None
        players = tuple(f"P{seat}" for seat in range(seats))
        yield DealRecord(game, options, players, number(seed, "dealer") % seats, seed=seed, fool=fool)


def chosen_move(state: Game, seed: str) -> str:
    moves = state.legal_moves()
    return moves[number(seed, state.ply) % len(moves)]


# -- perft -----------------------------------------------------------------------------------------
def perft(state: Game, depth: int) -> int:
    """How many lines of `depth` moves there are; a line that ends sooner does not count."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(state.legal_moves())
    return sum(perft(state.play(move)[0], depth - 1) for move in state.legal_moves())


def perft_case(record: DealRecord, case: int) -> dict[str, Any]:
    """Lines counted from some way into the deal, so that every phase is met."""
    state, seed, moves = record.start(), record.seed or "", []
    while len(moves) < 7 * case and len(state.legal_moves()) > 0:
        moves.append(f"{state.to_act} {chosen_move(state, seed)}")
        before, state = state, state.play(moves[-1].partition(" ")[2])[0]
        if state.to_act is None:
            moves.pop()
            state = before
            break
    nodes: list[int] = []
    while len(nodes) < PERFT_DEPTH and (not nodes or 0 < nodes[-1] < PERFT_NODES):
        nodes.append(perft(state, len(nodes) + 1))
    data = DealRecord(**{**vars(record), "moves": tuple(moves)}).as_json()
    return {"record": data, "nodes": nodes}


def perft_table(game: type[Game]) -> list[dict[str, Any]]:
    return [perft_case(record, case) for case, record in enumerate(cases(game, PERFT_CASES))]


# -- playthroughs ----------------------------------------------------------------------------------
def playthrough(record: DealRecord) -> str:
    """A deal to read: before each move what stands on the table and may be played, after it what everybody saw."""
    seed, state = record.seed or "", record.start()
    lines = [
        f"game      {record.game.slug}",
        f"options   {json.dumps(record.options)}",
        f"players   {len(record.players)}, dealer {record.dealer}, fool {json.dumps(record.fool)}",
        f"seed      {record.seed}",
    ]
    while state.to_act is not None and state.ply < PLAYTHROUGH_MOVES:
        lines += ["", *_position(state)]
        move = chosen_move(state, seed)
        lines.append(f"{state.ply + 1:3}. {state.to_act} {move}")
        state, events = state.play(move)
        lines += [f"     {_event(event)}" for event in events]
    lines += ["", *_position(state)]
    return "\n".join(lines) + "\n"


def _position(state: Game) -> list[str]:
    record = state.record()
    shown = {
        key: value for key, value in record.items() if value not in (None, []) and key not in ("legal", "hands", "ply")
    }
    view = state.view(None)
    extra = {key: value for key, value in view.items() if key not in record and key not in COMMON and value is not None}
    return [
        "table     " + _words(shown),
        "shown     " + _words(extra),
        *(f"hand {seat}    {hand or '-'}" for seat, hand in enumerate(record["hands"])),
        "legal     " + (", ".join(record["legal"]) or "-"),
    ]


COMMON = ("game", "to_act", "dealer", "counts", "hand", "legal", "outcome")


def _words(values: dict[str, Any]) -> str:
    return " · ".join(
        f"{key} {value if isinstance(value, str) else json.dumps(value)}" for key, value in values.items()
    )


def _event(event: Event) -> str:
    rest = {key: value for key, value in event.items() if key != "type"}
    return f"{event['type']}: {_words(rest)}" if rest else str(event["type"])


def playthroughs(game: type[Game]) -> dict[str, str]:
    """The text by the name of its file."""
    return {
        f"{game.slug}-{case}.txt": playthrough(record) for case, record in enumerate(cases(game, PLAYTHROUGH_CASES))
    }


def main(slugs: list[str]) -> None:
    table = json.loads(PERFT.read_text()) if PERFT.exists() else {}
    for slug in slugs or GAMES:
        table[slug] = perft_table(GAMES[slug])
        for name, text in playthroughs(GAMES[slug]).items():
            (PLAYTHROUGHS / name).write_text(text)
    PERFT.write_text(_table_text(table))


def _table_text(table: dict[str, list[dict[str, Any]]]) -> str:
    """JSON with one case a line."""
    games = (f"{json.dumps(slug)}: [\n" + ",\n".join(map(json.dumps, rows)) + "\n]" for slug, rows in table.items())
    return "{\n" + ",\n".join(games) + "\n}\n"


if __name__ == "__main__":
    main(sys.argv[1:])
