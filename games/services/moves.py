"""Moves: gated on the cached state, committed together, announced after.

`commit_moves` is the one way a move is stored: the writer of a web process, Celery, the API and the tests use it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import structlog
from django.db import IntegrityError, OperationalError, close_old_connections, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from .. import live, metrics, names, replay
from ..models import Deal, Move, Table
from ..rules.game import Game, IllegalMove, gate
from . import background, deals
from .refused import Refused

log = structlog.get_logger(__name__)
TRIES = 3
MOVED = (
    "version", "ply", "to_act", "phase", "due_at", "clock_at", "turn_started_at", "held", "timeouts",
)  # fmt: skip


@dataclass(frozen=True)
class MoveRequest:
    """A move as somebody wants it: at this ply of this deal, by this table seat, in these words."""

    table_id: int
    deal: int
    ply: int
    seat: int
    text: str
    by: str = Move.By.PLAYER


@dataclass(frozen=True)
class Answer:
    """What became of it.  `ok`: stored (now, or already in the same words)."""

    status: Literal["ok", "stale", "error"]
    version: int = 0
    code: str = ""
    message: str = ""
    params: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class _Gated:
    """A request that the rules allow on the state that this process knows."""

    request: MoveRequest
    fold: replay.Fold
    move: str
    state: Game
    events: tuple[dict[str, Any], ...]


def commit_moves(requests: list[MoveRequest]) -> list[Answer]:
    """One answer a request, in their order; each succeeds or fails by itself; all in one transaction."""
    gated: dict[int, _Gated] = {}
    answers: dict[int, Answer] = {}
    for index, request in enumerate(requests):
        try:
            result = _gate(request)
        except IllegalMove as refused:
            result = Answer("error", code="illegal", message=refused.message, params=tuple(refused.params.items()))
        if isinstance(result, Answer):
            answers[index] = result
        else:
            gated[index] = result
    if gated:
        answers |= _store(gated)
    _count(requests, answers)
    return [answers[index] for index in range(len(requests))]


def _count(requests: list[MoveRequest], answers: dict[int, Answer]) -> None:
    for index, request in enumerate(requests):
        if answers[index].status == "ok":
            metrics.MOVES.labels(request.by).inc()
        else:
            metrics.REFUSED.labels(answers[index].code).inc()


# -- the gate -------------------------------------------------------------------------------------------


def _gate(request: MoveRequest) -> _Gated | Answer:
    fold = _fold_for(request)
    if fold is None or request.ply > fold.ply:
        return Answer("stale", code="stale")
    if request.ply < fold.ply:
        return _already(request, fold)
    actor = fold.state.to_act
    if actor is None or fold.deal.seats[actor] != request.seat:
        return Answer("error", code="not_your_turn")
    move = gate(fold.state, request.text)
    state, events = fold.state.play(move)
    return _Gated(request, fold, move, state, tuple(events))


def _fold_for(request: MoveRequest, ply: int | None = None) -> replay.Fold | None:
    """The deal at least as far as `ply`, where it got so far; None where there is no such deal with cards."""
    known = replay.cache.get(request.table_id, request.deal)
    if known and known.ply >= (request.ply if ply is None else ply):
        return known
    deal = Deal.objects.select_related("table").filter(table_id=request.table_id, number=request.deal).first()
    return replay.fold_deal(deal.table, deal) if deal and deal.seed else None


def _already(request: MoveRequest, fold: replay.Fold) -> Answer:
    """A move sent again in the same words is ok again; another one comes too late."""
    step = fold.steps[request.ply]
    state = replay.state_at(Table.objects.get(pk=request.table_id), fold, request.ply)
    try:
        same = fold.deal.seats[step.seat] == request.seat and gate(state, request.text) == step.text
    except IllegalMove:
        same = False
    return Answer("ok", version=step.version) if same else Answer("stale", code="stale")


# -- the commit -----------------------------------------------------------------------------------------


def _store(gated: dict[int, _Gated]) -> dict[int, Answer]:
    for attempt in range(1, TRIES + 1):
        try:
            return _try_to_store(gated)
        except (OperationalError, IntegrityError) as error:
            log.warning("commit_retried", attempt=attempt, error=type(error).__name__, moves=len(gated))
            close_old_connections()
            time.sleep(0.05 * attempt)
    return {index: Answer("error", code="try_again") for index in gated}


def _try_to_store(gated: dict[int, _Gated]) -> dict[int, Answer]:
    now = timezone.now()
    answers: dict[int, Answer] = {}
    accepted: list[tuple[_Gated, Table]] = []
    with transaction.atomic():
        ids = {item.request.table_id for item in gated.values()}
        rows = {row.pk: row for row in Table.objects.select_for_update().filter(pk__in=ids).order_by("pk")}
        for index, item in gated.items():
            row = rows.get(item.request.table_id)
            if row is not None and _fits(row, item):
                _advance(row, item, now)
                accepted.append((item, row))
                answers[index] = Answer("ok", version=row.version)
            else:
                answers[index] = _too_late(item)
        if accepted:
            _write(accepted, now)
            for item, row in accepted:
                _after_commit(item, row)
    return answers


def _fits(row: Table, item: _Gated) -> bool:
    request = item.request
    return (
        row.state == Table.State.PLAYING
        and row.phase == Table.Phase.PLAYING
        and (row.deal_number, row.ply) == (request.deal, request.ply)
    )


def _too_late(item: _Gated) -> Answer:
    """Another process (or another request of this batch) was first: with the same move, or not."""
    fold = _fold_for(item.request, item.request.ply + 1)
    return _already(item.request, fold) if fold and fold.ply > item.request.ply else Answer("stale", code="stale")


def _advance(row: Table, item: _Gated, now: datetime) -> None:
    """The row after the move, in memory."""
    seat, by = item.request.seat, item.request.by
    row.version += 1
    row.ply += 1
    count = int(row.timeouts[seat])
    if by == Move.By.CLOCK and row.modes[seat] != Table.Mode.LEFT:
        if not item.fold.state.mid_turn or count == 0:
            row.timeouts = deals.set_timeouts(row, seat, count + 1)
    elif by == Move.By.PLAYER and count:
        row.timeouts = deals.set_timeouts(row, seat, 0)
    deals.new_turn(row, item.fold.deal, item.state, now)


def _write(accepted: list[tuple[_Gated, Table]], now: datetime) -> None:
    Move.objects.bulk_create(
        Move(
            deal=item.fold.deal, ply=item.request.ply, seat=item.fold.state.to_act or 0, text=item.move,
            by=item.request.by, at=now, version=row.version,
        )
        for item, row in accepted
    )  # fmt: skip
    _update(list({row.pk: row for _, row in accepted}.values()))


def _update(rows: list[Table]) -> None:
    """Store what moves change on the tables' rows: plain SQL, since bulk updates cost more than all the rules do."""
    fields = [Table._meta.get_field(name) for name in MOVED]
    values = [[*(field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields), row.pk]
              for row in rows]  # fmt: skip
    assignments = ", ".join(f"{field.column} = %s" for field in fields)
    with connection.cursor() as cursor:
        cursor.executemany(f"update {Table._meta.db_table} set {assignments} where id = %s", values)


def _after_commit(item: _Gated, row: Table) -> None:
    """Once it is committed: keep the state, show the move, start what follows."""
    step = replay.Step(row.version, item.fold.state.to_act or 0, item.move, item.request.by, item.events)
    fold = item.fold.after(step, item.state)

    def tell() -> None:
        replay.cache.put(fold)
        live.announce_move(row, fold)
        if item.state.to_act is None:
            deals.settle(row.pk)
        else:
            background.schedule(row)

    transaction.on_commit(tell, robust=True)


# -- what people and the clock want ---------------------------------------------------------------------


def refuse(answer: Answer) -> Refused:
    """The answer of a move that was not stored, as a sentence."""
    sentences = {
        "stale": _("The table has moved on. Look again, please."),
        "not_your_turn": _("It is not your turn."),
        "try_again": _("The move could not be stored. Try again, please."),
    }
    message = sentences.get(answer.code) or names.refusal(answer.message, dict(answer.params))
    return Refused(answer.code, message)


def hold_pass(request: MoveRequest) -> bool:
    """Keep a pass pressed before its time (DK6), so that the time it takes tells nothing.  False: nothing to hold."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=request.table_id)
        here = table.phase == Table.Phase.PLAYING and (table.deal_number, table.ply, table.to_act) == (
            request.deal, request.ply, request.seat,
        )  # fmt: skip
        if not here:
            return False
        state = replay.fold_deal(table, deals.current_deal(table)).state
        if not deals.may_hold(state) or timezone.now() >= deals.pass_at(table):
            return False
        table.held = True
        table.timeouts = deals.set_timeouts(table, request.seat, 0)
        table.due_at = deals.pass_at(table)
        table.save(update_fields=["held", "timeouts", "due_at"])
        background.schedule_on_commit(table)
    return True
