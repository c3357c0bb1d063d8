"""What a viewer may see of a table: a snapshot of it, and the message that each viewer gets."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

import orjson

from . import replay
from .models import Deal, Seat, Table
from .rules.game import Event
from .rules.match import Match
from .scoring import rules_of

EVENTS_AT_MOST = 200


@dataclass(frozen=True)
class Snapshot:
    """One moment of a table, the same for every viewer; `message` makes of it what one viewer may see."""

    table: Table
    seats: tuple[Seat, ...]
    match: Match | None
    deal: Deal | None
    fold: replay.Fold | None
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
            "away": bool(timeouts) and int(timeouts) >= replay.AWAY_AFTER,
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
            "next_at": ms(table.due_at) if table.phase in replay.BETWEEN and table.due_at else None,
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


def step_events(deal: Deal, ply: int, step: replay.Step) -> list[Event]:
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
    return view_of(table, replay.read_parts(table), here)


def view_of(table: Table, known: replay.Parts, here: frozenset[int] = frozenset()) -> Snapshot:
    """The table as its row and its parts are."""
    seats, deals = tuple(known.seats), known.deals
    deal = deals[-1] if deals else None
    match = replay.fold_match(table, seats, deals) if table.state != Table.State.OPEN and table.deal_number else None
    fold = replay.fold_deal(table, deal) if deal and deal.seed else None
    rematch = table.rematch.slug if table.rematch_id and table.rematch else None
    return Snapshot(table, seats, match, deal, fold, rematch, here)


def moved(snapshot: Snapshot, table: Table, fold: replay.Fold) -> Snapshot:
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
