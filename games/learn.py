"""Practice deals: a deal against easy bots, with a coach.

A practice deal is folded from its seed and the learner's moves, as every deal is; nothing is stored.  The browser keeps
the moves and sends all of them with each new one.

A lesson is a deal record (N6) in `lessons.jsonl`: who follows the advice plays that deal, whatever the bots learn
later.  Who leaves its line plays on against easy bots.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from .bots import choose
from .coaching import COACHES, Coach, Happening
from .coaching.coach import LEARNER
from .rules import GAMES
from .rules.game import Game, gate
from .rules.match import DealResult, Deals, Match
from .services.tables import BOT_NAMES

SEATS = 3
DEALER = 2  # so that the learner begins where the dealer's left does
MOST_MOVES = 300  # of the learner, in one deal
DEAL_LENGTH = 400  # moves of all, at most (N8)
FILE = Path(__file__).with_name("lessons.jsonl")


@dataclass(frozen=True)
class Lesson:
    """A deal in which the interesting things happen.  `line`: the moves of all, without the seats."""

    game: str
    seed: str
    options: dict[str, Any] = field(default_factory=dict)
    line: tuple[str, ...] = ()

    def first(self) -> Game:
        """The state before any move."""
        return GAMES[self.game].deal(SEATS, DEALER, seed=self.seed, options={"max_moves": DEAL_LENGTH, **self.options})

    @classmethod
    def of(cls, record: dict[str, Any]) -> Lesson:
        """The lesson of a deal record."""
        line = tuple(move.split(" ", 1)[1] for move in record["moves"])
        return cls(record["game"], record["seed"], record["options"], line)


def _lessons() -> dict[str, tuple[Lesson, ...]]:
    lessons = [Lesson.of(json.loads(line)) for line in FILE.read_text().splitlines()]
    return {game: tuple(lesson for lesson in lessons if lesson.game == game) for game in GAMES}


LESSONS = _lessons()


@dataclass(frozen=True)
class Moment:
    """The deal after one move, or before the first (`seat` None).  `on_line`: no move differs from the lesson's."""

    state: Game
    seat: int | None = None
    move: str = ""
    events: tuple[dict[str, Any], ...] = ()
    on_line: bool = True


def moments(lesson: Lesson, moves: Sequence[str]) -> Iterator[Moment]:
    """The deal from its beginning until the learner is to act and has no more moves.  Raises IllegalMove."""
    now, mine = Moment(lesson.first()), iter(moves)
    yield now
    while (seat := now.state.to_act) is not None:
        planned = planned_move(lesson, now)
        wanted = next(mine, None) if seat == LEARNER else planned or easy_move(now.state)
        if wanted is None:
            return
        move = gate(now.state, wanted)
        state, events = now.state.play(move)
        now = Moment(state, seat, move, tuple(events), move == planned)
        yield now


def planned_move(lesson: Lesson, now: Moment) -> str | None:
    """The lesson's next move; None off its line."""
    ply = now.state.ply
    return lesson.line[ply] if now.on_line and ply < len(lesson.line) else None


def easy_move(state: Game) -> str:
    """What an easy bot would do for the seat to act."""
    assert state.to_act is not None
    return choose("easy", state, state.to_act, Random(0))


def names(learner: str) -> list[str]:
    """Who sits at the table, the learner first."""
    return [learner, *BOT_NAMES[: SEATS - 1]]


def steps(lesson: Lesson, moves: Sequence[str], learner: str, *, anew: bool) -> list[dict[str, Any]]:
    """What the page shows one after the other: the learner's last move, then each of the bots' moves.

    Each is `{"state": a `state` message of docs/PROTOCOL.md, "coach": …}`.  With `anew` the first one brings the events
    of the whole deal until then.  Raises IllegalMove.
    """
    deal = list(moments(lesson, moves))
    base = max((ply for ply, moment in enumerate(deal) if moment.seat == LEARNER), default=0)
    sitting = names(learner)
    coach = COACHES[lesson.game](sitting)
    talk = _talk(coach, deal)
    shown = []
    for ply in range(base, len(deal)):
        first = 0 if anew and ply == base else ply
        events = [event for each in range(first, ply + 1) for event in _events(each, deal[each])]
        shown.append({"state": message(lesson, ply, deal[ply].state, events, sitting), "coach": talk[ply]})
    shown[-1]["coach"] |= _next(coach, lesson, deal[-1])
    return shown


def _talk(coach: Coach, deal: Sequence[Moment]) -> list[dict[str, Any]]:
    """What the coach says of each moment; `wait`: to be read before the deal goes on."""
    seen: set[str] = set()
    talk = []
    for before, now in zip([deal[0], *deal], deal, strict=False):
        said = []
        if now.seat is not None:
            views = before.state.view(LEARNER), now.state.view(LEARNER)
            for told in coach.told(Happening(views[0], now.seat, now.move, now.events, views[1])):
                if told.topic not in seen:
                    said.append(told.text)
                seen |= {told.topic} - {""}
        talk.append({"say": said, "wait": bool(said)})
    return talk


def _next(coach: Coach, lesson: Lesson, now: Moment) -> dict[str, Any]:
    """The learner's turn, or the end of the deal."""
    state = now.state
    view = state.view(LEARNER)
    if state.to_act is None:
        return {"over": coach.ending(view)}
    advised = planned_move(lesson, now) or coach.advised(easy_move(state), view)
    return {
        "turn": {
            "asks": coach.asks(view),
            "choices": [{"cards": list(choice.cards), "why": choice.why} for choice in coach.choices(view)],
            "advice": coach.advice(advised, view),
            "move": advised,
        }
    }


def _events(ply: int, moment: Moment) -> list[dict[str, Any]]:
    head = {"v": ply + 1, "deal": 1, "ply": ply - 1, "by": "player" if moment.seat == LEARNER else "bot"}
    return [{**head, **{key: value for key, value in event.items() if key != "outcome"}} for event in moment.events]


def message(
    lesson: Lesson, ply: int, state: Game, events: list[dict[str, Any]], sitting: Sequence[str]
) -> dict[str, Any]:
    """The moment as a table would send it, so that the table's own page draws it."""
    everybody = list(range(SEATS))
    return {
        "type": "state",
        "v": ply + 1,
        "now": 0,
        "table": {
            "slug": f"practice-{lesson.game}",
            "game": lesson.game,
            "options": GAMES[lesson.game].full_options(lesson.options),
            "state": "playing",
            "format": Deals.slug,
            "params": {"count": 1},
            "turn_seconds": None,
            "seats": [_seat(number, name) for number, name in enumerate(sitting)],
            "host": None,
            "next": None,
        },
        "you": {"seat": LEARNER, "user": None, "host": False, "may": [], "auto_pass": False},
        "deal": {
            "number": 1,
            "seats": everybody,
            "playoff": False,
            "phase": "playing" if state.to_act is not None else "over",
            "view": state.view(LEARNER),
            "turn": None if state.to_act is None else {"seat": state.to_act, "due": None},
            "next_at": None,
            "fair": {"commitment": "", "texts": [], "seed": lesson.seed, "secret": None},
        },
        "match": _match(lesson, state).as_json(),
        "events": events,
    }


def _match(lesson: Lesson, state: Game) -> Match:
    match = Match.start(GAMES[lesson.game], Deals.slug, {"count": 1}, SEATS, DEALER)
    outcome = state.outcome()
    return match.add(DealResult(tuple(range(SEATS)), DEALER, outcome)) if outcome else match


def _seat(number: int, name: str) -> dict[str, Any]:
    bot = None if number == LEARNER else "easy"
    return {"number": number, "name": name, "bot": bot, "here": True, "away": False, "left": False, "ready": False}
