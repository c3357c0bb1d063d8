"""The deal record: reading, checking, replaying and writing it (N5-N7).  Standard library only."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from . import GAMES
from .game import BadDeal, Game, IllegalMove, gate

FORMAT = "deal/1"
LONGEST_ERROR = 300


class RefusedRecord(ValueError):
    """A record that is wrong: `at` is the index of the bad move, None where it is the record itself."""

    def __init__(self, error: str, at: int | None = None) -> None:
        self.at = at
        super().__init__(error[:LONGEST_ERROR])

    def as_json(self) -> dict[str, Any]:
        return {"ok": False, "at": self.at, "error": str(self)}


@dataclass(frozen=True)
class DealRecord:
    """A deal that anyone can play again: its cards (`seed` or `deck`, exactly one) and its moves, seat first.

    `options` may hold defaults too; they are left out in writing.  `fool` is None in games that have none.
    """

    game: type[Game]
    options: dict[str, Any]
    players: tuple[str, ...]
    dealer: int
    seed: str | None = None
    deck: tuple[str, ...] | None = None
    fool: int | None = None
    moves: tuple[Any, ...] = ()  # as found: each is checked when its turn comes

    def start(self) -> Game:
        """The deal before its first move.  Raises RefusedRecord."""
        try:
            return self.game.deal(
                len(self.players), self.dealer, seed=self.seed, deck=self.deck, options=self.options, fool=self.fool
            )
        except BadDeal as error:
            raise RefusedRecord(str(error)) from error

    def states(self) -> Iterator[Game]:
        """Every moment of the deal, the first before any move.  Raises RefusedRecord at a bad move."""
        state = self.start()
        yield state
        for at, move in enumerate(self.moves):
            try:
                state = _played(state, move)
            except IllegalMove as error:
                raise RefusedRecord(str(error), at) from error
            yield state

    def replay(self) -> Game:
        """The last moment of the deal.  Raises RefusedRecord."""
        for state in self.states():
            last = state
        return last

    def as_json(self) -> dict[str, Any]:
        """The record as N6 writes it; what `parse` reads.  A deal that is over gets its `result`."""
        defaults = {option.name: option.default for option in self.game.options}
        outcome = self.replay().outcome()
        return {
            "format": FORMAT,
            "game": self.game.slug,
            "options": {name: value for name, value in self.options.items() if value != defaults[name]},
            "players": list(self.players),
            "dealer": self.dealer,
            "fool": self.fool,
            **({"seed": self.seed} if self.deck is None else {"deck": " ".join(self.deck)}),
            "moves": list(self.moves),
            "result": outcome and outcome.as_json(),
        }


def _played(state: Game, move: object) -> Game:
    """`state` after a move with its seat, `0 play 7h`.  Raises IllegalMove."""
    if state.to_act is None:
        raise IllegalMove("the deal is over")
    if not isinstance(move, str):
        raise IllegalMove("a move is a text")
    seat, _, text = move.partition(" ")
    if seat != str(state.to_act):
        raise IllegalMove("it is the turn of seat {seat}", seat=state.to_act)
    return state.play(gate(state, text))[0]


# -- reading -----------------------------------------------------------------------------------
def parse(data: object) -> DealRecord:
    """A record from JSON values, each of the right kind; ranges are for `start`.  Raises RefusedRecord."""
    if not isinstance(data, dict):
        raise RefusedRecord("a record is a JSON object")
    if data.get("format") != FORMAT:
        raise RefusedRecord(f"the format is not {FORMAT}")
    slug = data.get("game")
    if not isinstance(slug, str) or slug not in GAMES:
        raise RefusedRecord(f"there is no game {slug!r}")
    game = GAMES[slug]
    players = _value(data, "players", list, [])
    if not all(isinstance(name, str) for name in players):
        raise RefusedRecord("the names of the players are not texts")
    deck = _value(data, "deck", str, None)
    return DealRecord(
        game,
        {name: value for name, value in _value(data, "options", dict, {}).items() if value is not None},
        tuple(players),
        _value(data, "dealer", int, -1),
        _value(data, "seed", str, None),
        deck if deck is None else tuple(deck.split(" ")),
        _value(data, "fool", int, None) if game.fool_matters else None,
        tuple(_value(data, "moves", list, [])),
    )


_KINDS = {list: "a list", str: "a text", dict: "an object", int: "a whole number"}


def _value(data: dict[str, Any], key: str, kind: type, absent: Any) -> Any:
    """The value of `key`; null is absent, and `true` is no number (N6)."""
    value = data.get(key)
    if value is None:
        return absent
    if type(value) is not kind:
        raise RefusedRecord(f"{key} is not {_KINDS[kind]}")
    return value


def check(data: object) -> dict[str, Any]:
    """What `replay_deal` prints for a record of JSON values (N7)."""
    try:
        return {"ok": True, **parse(data).replay().record()}
    except RefusedRecord as refused:
        return refused.as_json()


def check_file(content: bytes, check: Callable[[object], dict[str, Any]] = check) -> Iterator[dict[str, Any]]:
    """What `check` says of each record of a file: one record, or one a line; blank lines are skipped (N7)."""
    for text in _texts(content):
        try:
            data = read_json(text)
        except RefusedRecord as refused:
            yield refused.as_json()
        else:
            yield check(data)


def _texts(content: bytes) -> Sequence[bytes]:
    """The whole if it is one JSON value, perhaps over several lines; else its lines."""
    content = content.removeprefix(b"\xef\xbb\xbf")
    lines = [line for line in content.split(b"\n") if line.strip()]
    if len(lines) < 2:
        return lines
    try:
        json.loads(content.decode())
    except (ValueError, RecursionError):
        return lines
    return [content]


def read_json(text: bytes) -> Any:
    """The JSON value of UTF-8 `text`, stricter than Python's reader.  Raises RefusedRecord."""
    try:
        return json.loads(text.decode(), parse_constant=_no_constant, object_pairs_hook=_no_twins)
    except UnicodeDecodeError:
        raise RefusedRecord("not UTF-8 text") from None
    except RecursionError:
        raise RefusedRecord("nested too deeply") from None
    except RefusedRecord:
        raise
    except ValueError as error:
        raise RefusedRecord(f"not JSON: {error}") from None


def _no_constant(name: str) -> None:
    raise RefusedRecord(f"not JSON: {name}")


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys all differ: two readers must not read one record in two ways."""
    data = dict(pairs)
    if len(data) < len(pairs):
        raise RefusedRecord("a key stands twice in an object")
    return data
