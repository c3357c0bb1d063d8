"""Reads: rows -> states (a fold), matches, and what a viewer may see.

States are immutable, so a process keeps a bounded cache and loads only the moves that it lacks: it can be behind,
never wrong.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any, TypeVar

import orjson
from django.db.models import Model

from .models import Deal, Move, Seat, Table
from .newest import Newest
from .rules import GAMES, fair
from .rules.game import Event, Game, Outcome
from .rules.match import DealResult, Match
from .scoring import rules_of

M = TypeVar("M", bound=Model)
BETWEEN = (Table.Phase.SHUFFLING, Table.Phase.OVER)  # no cards are played
EVENTS_AT_MOST = 200
AWAY_AFTER = 3  # turns in a row at zero (M10)


@dataclass(frozen=True)
class Step:
    """One stored move with what everybody saw of it."""

    version: int
    seat: int  # deal seat
    text: str
    by: str
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Fold:
    """A deal as far as this process has seen it: the state after `steps`."""

    deal: Deal
    state: Game
    steps: tuple[Step, ...] = ()

    @property
    def ply(self) -> int:
        return len(self.steps)

    def after(self, step: Step, state: Game) -> Fold:
        return Fold(self.deal, state, (*self.steps, step))


folds: Newest[tuple[int, int], Fold] = Newest(lambda fold: fold.ply)  # by table id and deal number
rows: Newest[int, Table] = Newest(lambda table: table.version)  # tables as they were committed: not to be changed


@dataclass(frozen=True)
class Parts:
    """The seats and deals of a table as they were committed by its version: not to be changed either, but by `copy`."""

    version: int
    seats: list[Seat]
    deals: list[Deal]

    def copy(self) -> Parts:
        return Parts(self.version, [copy_of(seat) for seat in self.seats], [copy_of(deal) for deal in self.deals])


parts: Newest[int, Parts] = Newest(lambda known: known.version)


def forget_all() -> None:
    """As in a new process."""
    folds.clear()
    rows.clear()
    parts.clear()


def copy_of(row: M) -> M:
    """copy.copy would pickle it: ten times slower."""
    copied = type(row).__new__(type(row))
    copied.__dict__.update(row.__dict__)
    return copied


def parts_of(table: Table) -> Parts:
    """The parts of a table whose row is locked, to be changed along with the stored ones; read if not known."""
    known = parts.get(table.pk)
    if known and known.version == table.version:
        return known.copy()
    return read_parts(table)


def read_parts(table: Table) -> Parts:
    return Parts(table.version, list(table.seats.select_related("user")), list(table.deals.all()))


def keep(table: Table, fold: Fold) -> None:
    """Remember a table and its deal after a move that this process has made: seats and deals are what they were."""
    folds.put((table.pk, fold.deal.number), fold)
    rows.put(table.pk, table)
    known = parts.get(table.pk)
    if known and known.version == table.version - 1:
        parts.put(table.pk, Parts(table.version, known.seats, known.deals))


def known_fold(table_id: int, number: int) -> Fold | None:
    """A deal as far as this process knows it, without a query; at its beginning, where no move has been seen."""
    if fold := folds.get((table_id, number)):
        return fold
    row, known = rows.get(table_id), parts.get(table_id)
    deal = known.deals[-1] if known and known.deals else None
    if row is None or deal is None or deal.number != number or not deal.seed:
        return None
    return Fold(deal, first_state(row.game, row.options, deal))


def first_state(game: str, options: dict[str, Any], deal: Deal) -> Game:
    """The deal before any move.  `deal` has its seed."""
    assert deal.dealer is not None
    return GAMES[game].deal(len(deal.seats), deal.dealer, seed=deal.seed, options=options, fool=deal.fool)


def play_step(state: Game, move: Move) -> tuple[Game, Step]:
    after, events = state.play(move.text)
    return after, Step(move.version, move.seat, move.text, move.by, tuple(events))


def fold_deal(table: Table, deal: Deal) -> Fold:
    """The deal with all its moves that the table's row counts, or more; reads only those that this process lacks."""
    fold = folds.get((table.pk, deal.number)) or Fold(deal, first_state(table.game, table.options, deal))
    if fold.ply and deal.number == table.deal_number and fold.ply == table.ply:
        return fold
    for move in Move.objects.filter(deal=deal, ply__gte=fold.ply):
        state, step = play_step(fold.state, move)
        fold = fold.after(step, state)
    if fold.steps:  # a deal without moves may be one that is never committed, and is dealt anew
        folds.put((table.pk, deal.number), fold)
    return fold


def state_at(table: Table, fold: Fold, ply: int) -> Game:
    """The state before move `ply` of a deal."""
    state = first_state(table.game, table.options, fold.deal)
    for step in fold.steps[:ply]:
        state, _ = state.play(step.text)
    return state


def states(table: Table, deal: Deal) -> Iterable[tuple[Game, Step | None]]:
    """Every state of a deal from the first on, with the step that led to it (None for the first)."""
    state = first_state(table.game, table.options, deal)
    yield state, None
    for move in deal.moves.all():
        state, step = play_step(state, move)
        yield state, step


# -- the match --------------------------------------------------------------------------------------


def fold_match(table: Table, seats: Iterable[Seat], deals: Iterable[Deal]) -> Match:
    """The match after the deals that are over and the seats that have left (M1-M9)."""
    seats, deals = list(seats), list(deals)
    first = deals[0].dealer if deals and deals[0].dealer is not None else (table.first_dealer or 0)
    match = Match.start(rules_of(table.game), table.format, table.params, len(seats), first, table.carried)
    match = replace(match, last_deal=table.last_deal)
    leavers = sorted((s for s in seats if s.left_at), key=lambda s: (s.left_deal, s.left_at))
    for deal in deals:
        left = [s for s in leavers if s.left_deal == deal.number]
        during = [s.number for s in left if deal.ended_at is None or s.left_at < deal.ended_at]
        match = _left(match, during)  # the deal counts for the others alone
        if deal.outcome is not None and deal.dealer is not None:
            match = match.add(DealResult(tuple(deal.seats), deal.dealer, outcome_of(deal), deal.playoff))
        match = _left(match, [s.number for s in left if s.number not in during])
    return match


def _left(match: Match, numbers: list[int]) -> Match:
    for number in numbers:
        match = match.leave(number)
    return match


def outcome_of(deal: Deal) -> Outcome:
    stored: dict[str, Any] = deal.outcome
    return Outcome(stored["kind"], tuple(stored["penalties"]), tuple(stored["winners"]), tuple(stored["losers"]))


def deal_record(table: Table, deal: Deal, names: list[str]) -> dict[str, Any]:
    """The deal's record (N6), with what its seed was made of.  Raises ValueError for a deal that is not over."""
    if deal.ended_at is None:
        raise ValueError("the secret of a deal is told when the deal is over")
    record: dict[str, Any] = {
        "format": "deal/1",
        "game": table.game,
        "options": table.options,
        "players": [names[seat] for seat in deal.seats],
        "dealer": deal.dealer,
        "fool": deal.fool,
        "seed": deal.seed,
        "moves": [str(move) for move in deal.moves.all()],
    }
    if deal.outcome is not None:
        record["result"] = deal.outcome
    by_lot = deal.number == 1 and table.first_dealer is None
    texts = [deal.texts.get(str(seat), "") for seat in deal.seats]
    return record | {"fair": fair.proof(deal.secret, texts, by_lot=by_lot)}


# -- what a viewer may see ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Snapshot:
    """One moment of a table, the same for every viewer; `message` makes of it what one viewer may see."""

    table: Table
    seats: tuple[Seat, ...]
    match: Match | None
    deal: Deal | None
    fold: Fold | None
    rematch: str | None = None
    here: frozenset[int] = field(default_factory=frozenset)  # table seats whose player has the page open

    @cached_property
    def _texts(self) -> dict[Any, str]:
        """What several viewers are told in the same words, as JSON, each made when it is first wanted."""
        return {}

    @cached_property
    def _yours(self) -> dict[int | None, str]:
        """What each viewer was told of themselves, as JSON."""
        return {}

    @cached_property
    def _shared(self) -> str:
        """The parts of a message that do not depend on the viewer, and that few moves change."""
        match = self.match.as_json() if self.match else None
        return f'"table":{_dumps(self._table_part())},"match":{_dumps(match)},"you":'

    def seat_of(self, user_id: int | None) -> Seat | None:
        return None if user_id is None else self._seats_by_user.get(user_id)

    @cached_property
    def _seats_by_user(self) -> dict[int | None, Seat]:
        return {seat.user_id: seat for seat in self.seats}

    def _table_part(self) -> dict[str, Any]:
        table = self.table
        host = self.seat_of(table.host_id)
        return {
            "slug": table.slug,
            "game": table.game,
            "options": rules_of(table.game).full_options(table.options),
            "kind": table.kind,
            "state": table.state,
            "format": table.format,
            "params": table.params,
            "turn_seconds": table.turn_seconds,
            "public": table.public,
            "seats": [self._seat_part(seat) for seat in self.seats],
            "host": host.number if host else None,
            "next": self.rematch,
        }

    def _seat_part(self, seat: Seat) -> dict[str, Any]:
        timeouts = self.table.timeouts[seat.number : seat.number + 1]
        return {
            "number": seat.number,
            "name": seat.name if seat.taken else None,
            "user": seat.user_id,
            "bot": seat.bot or None,
            "guest": bool(seat.user and seat.user.is_guest),
            "here": seat.number in self.here,
            "away": bool(timeouts) and int(timeouts) >= AWAY_AFTER,
            "left": seat.left_at is not None,
            "ready": seat.ready,
        }

    # -- the viewer's own ----------------------------------------------------------------------

    def encode(self, user_id: int | None, since: int, now: int) -> str:
        """The `state` message of docs/PROTOCOL.md for one viewer at a moment (`now_ms`), as JSON."""
        texts, yours = self._texts, self._yours
        seat = self.seat_of(user_id)
        if (you := yours.get(user_id)) is None:
            you = yours[user_id] = _dumps(self._you(user_id, seat))
        if (deal := texts.get("deal")) is None:
            deal = texts["deal"] = self._deal_text()
        own = ""
        if self.fold:
            deal_seat = self._deal_seat(seat)
            if (own := texts.get(deal_seat)) is None:
                own = texts[deal_seat] = f"{_dumps(self.fold.state.own(deal_seat))[1:]}}}"
        if (events := texts.get(("since", since))) is None:
            events = texts["since", since] = _dumps(self.events(since))
        head = f'{{"type":"state","v":{self.table.version},"now":{now},'
        return f'{head}{self._shared}{you},"deal":{deal}{own},"events":{events}}}'

    def message(self, user_id: int | None, since: int, now: int) -> dict[str, Any]:
        """`encode`, for programs in this process."""
        decoded: dict[str, Any] = orjson.loads(self.encode(user_id, since, now))
        return decoded

    def _deal_text(self) -> str:
        """What all viewers are told of the deal, as JSON; where there are cards, the viewer's own are to follow."""
        if self.deal is None:
            return "null"
        deal = _dumps(self._deal_part())[:-1]
        return f'{deal},"view":{_dumps(self.fold.state.public())[:-1]},' if self.fold else f'{deal},"view":null}}'

    def _you(self, user_id: int | None, seat: Seat | None) -> dict[str, Any]:
        number = seat.number if seat else None
        return {
            "seat": number,
            "user": user_id,
            "host": user_id is not None and user_id == self.table.host_id,
            "may": self._may(user_id, seat),
            "auto_pass": number is not None and self.table.modes[number : number + 1] == Table.Mode.AUTO_PASS,
        }

    def _may(self, user_id: int | None, seat: Seat | None) -> list[str]:
        table, state, may = self.table, Table.State, []
        if user_id is None:
            return may
        if table.state == state.OPEN:
            free = any(not s.taken for s in self.seats)
            may += ["leave"] if seat else ["sit"] if free else []
            if user_id == table.host_id:
                may += ["remove"] + (["fill"] if free else [])
                may += ["start"] if sum(s.taken for s in self.seats) >= min(rules_of(table.game).seats) else []
        elif table.state == state.PLAYING and seat and not seat.left_at:
            may.append("leave")
            if table.phase == Table.Phase.OVER and not seat.ready:
                may.append("ready")
            if table.phase == Table.Phase.SHUFFLING and self.deal and str(seat.number) not in self.deal.texts:
                may.append("text")
        elif table.state == state.FINISHED and seat:
            may.append("rematch")
        return may

    def _deal_part(self) -> dict[str, Any]:
        """What all viewers are told of the deal."""
        deal, table = self.deal, self.table
        assert deal is not None
        return {
            "number": deal.number,
            "seats": deal.seats,
            "playoff": deal.playoff,
            "phase": self.deal_phase,
            "turn": self._turn(),
            "next_at": ms(table.due_at) if table.phase in BETWEEN and table.due_at else None,
            "fair": fair_part(deal),
        }

    @property
    def deal_phase(self) -> str:
        if self.deal is None or self.fold is None:
            return "shuffling"
        return "over" if self.deal.ended_at or self.fold.state.outcome() else "playing"

    def _deal_seat(self, seat: Seat | None) -> int | None:
        if seat is None or self.deal is None or seat.number not in self.deal.seats:
            return None
        return self.deal.seats.index(seat.number)

    def _turn(self) -> dict[str, Any] | None:
        if self.fold is None or self.fold.state.to_act is None or self.table.state != Table.State.PLAYING:
            return None
        return {"seat": self.fold.state.to_act, "due": ms(self.table.clock_at) if self.table.clock_at else None}

    def events(self, since: int) -> list[Event]:
        """What everybody saw after version `since`, with table seats, `EVENTS_AT_MOST` at most."""
        if self.fold is None:
            return []
        fresh = []
        for ply in range(self.fold.ply - 1, -1, -1):
            step = self.fold.steps[ply]
            if step.version <= since or len(fresh) >= EVENTS_AT_MOST:
                break
            fresh.append(step_events(self.fold.deal, ply, step))
        return [event for events in reversed(fresh) for event in events][-EVENTS_AT_MOST:]


def step_events(deal: Deal, ply: int, step: Step) -> list[Event]:
    """The events of one move as the socket tells them: with their place, and table seats for `seat` and `to`."""
    head = {"v": step.version, "deal": deal.number, "ply": ply, "by": step.by}
    told = []
    for event in step.events:
        seats = {key: deal.seats[event[key]] for key in ("seat", "to") if event.get(key) is not None}
        told.append({**head, **{k: v for k, v in event.items() if k != "outcome"}, **seats})
    return told


def fair_part(deal: Deal) -> dict[str, Any]:
    """What may be told of where the cards came from; the secret and the seed only after the deal."""
    made, over = bool(deal.seed), deal.ended_at is not None
    return {
        "commitment": deal.commitment,
        "texts": [[seat, deal.texts.get(str(seat), "")] for seat in deal.seats] if made else [],
        "seed": deal.seed if over else None,
        "secret": deal.secret if over else None,
    }


def _dumps(value: Any) -> str:
    return orjson.dumps(value).decode()


def ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def now_ms() -> int:
    return int(time.time() * 1000)


def load(table: Table, here: frozenset[int] = frozenset()) -> Snapshot:
    """The table as it is stored now.  A few queries; moves only those that this process lacks."""
    return view_of(table, read_parts(table), here)


def view_of(table: Table, known: Parts, here: frozenset[int] = frozenset()) -> Snapshot:
    """The table as its row and its parts are."""
    seats, deals = tuple(known.seats), known.deals
    deal = deals[-1] if deals else None
    match = fold_match(table, seats, deals) if table.state != Table.State.OPEN and table.deal_number else None
    fold = fold_deal(table, deal) if deal and deal.seed else None
    rematch = table.rematch.slug if table.rematch_id and table.rematch else None
    return Snapshot(table, seats, match, deal, fold, rematch, here)


def moved(snapshot: Snapshot, table: Table, fold: Fold) -> Snapshot:
    """The snapshot after a move of the same deal: nothing else has changed, nothing needs to be read."""
    last, row = snapshot, snapshot.table
    after = Snapshot(table, last.seats, last.match, last.deal, fold, last.rematch, last.here)
    kept = {"_seats_by_user": last._seats_by_user}
    if table.timeouts == row.timeouts:  # who is away: the only shared part that a move can change
        kept["_shared"] = last._shared
    if (table.phase, table.modes) == (row.phase, row.modes):
        kept["_yours"] = last._yours
    after.__dict__.update(kept)
    return after
