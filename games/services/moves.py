"""Moves: gated on the cached state, committed together, announced after.

`commit_moves` is the one way a move is stored: the writer of a web process, Celery, the API and the tests use it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
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
    known = replay.folds.get((request.table_id, request.deal))
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


class _Raced(Exception):
    """What this process knew of a table's row was not the newest."""


def _store(gated: dict[int, _Gated]) -> dict[int, Answer]:
    """On the rows that this process knows, written only if they are still at their versions; else on locked ones."""
    try:
        return _try_to_store(gated, _known_rows)
    except (_Raced, OperationalError, IntegrityError) as error:
        _note(error, 0, len(gated))
    for attempt in range(1, TRIES + 1):
        try:
            return _try_to_store(gated, _locked_rows)
        except (OperationalError, IntegrityError) as error:
            _note(error, attempt, len(gated))
            time.sleep(0.05 * attempt)
    return {index: Answer("error", code="try_again") for index in gated}


def _note(error: Exception, attempt: int, moves: int) -> None:
    if not isinstance(error, _Raced):
        log.warning("commit_retried", attempt=attempt, error=type(error).__name__, moves=moves)
        close_old_connections()


def _known_rows(gated: dict[int, _Gated]) -> dict[int, Table]:
    """A copy of each table's row, all ready for their moves; raises _Raced.

    Not where a pass may be held: `hold_pass` changes the row and not its version, so that nobody learns of it.
    """
    found: dict[int, Table] = {}
    for item in gated.values():
        row = replay.rows.get(item.request.table_id)
        if row is None or row.pk in found or not _fits(row, item) or deals.may_hold(item.fold.state):
            raise _Raced
        found[row.pk] = replay.copy_of(row)
    return found


def _locked_rows(gated: dict[int, _Gated]) -> dict[int, Table]:
    ids = {item.request.table_id for item in gated.values()}
    return {row.pk: row for row in Table.objects.select_for_update().filter(pk__in=ids).order_by("pk")}


def _try_to_store(
    gated: dict[int, _Gated], rows_of: Callable[[dict[int, _Gated]], dict[int, Table]]
) -> dict[int, Answer]:
    now = timezone.now()
    answers: dict[int, Answer] = {}
    accepted: list[tuple[_Gated, Table]] = []
    with transaction.atomic():
        rows = rows_of(gated)
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
            _after_commit(accepted)
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
    """The rows and the moves, in plain SQL: building it anew costs more than all the rules do.  Raises _Raced."""
    at = Move._meta.get_field("at").get_db_prep_save(now, connection)
    moves = [
        (item.fold.deal.pk, item.request.ply, item.fold.state.to_act or 0, item.move, item.request.by, at, row.version)
        for item, row in accepted
    ]
    updates = [_values(row) for row in sorted((row for _, row in accepted), key=lambda r: r.pk)]
    with connection.cursor() as cursor, connection.cursor() as another:
        with _together():
            cursor.executemany(_UPDATE, updates)
            another.execute(_insert(len(moves)), [value for values in moves for value in values])
        if cursor.rowcount != len(accepted):
            raise _Raced


@contextmanager
def _together() -> Iterator[None]:
    """PostgreSQL is asked everything at once, and its answers are waited for at the end."""
    if connection.vendor == "postgresql":
        with connection.wrap_database_errors, connection.connection.pipeline():
            yield
    else:
        yield


_FIELDS = [Table._meta.get_field(name) for name in MOVED]
_UPDATE = (
    f"update {Table._meta.db_table} set {', '.join(f'{field.column} = %s' for field in _FIELDS)} "
    "where id = %s and version = %s"
)
_MOVE_COLUMNS = ", ".join(
    Move._meta.get_field(name).column for name in ("deal", "ply", "seat", "text", "by", "at", "version")
)


def _values(row: Table) -> list[Any]:
    now = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in _FIELDS]
    return [*now, row.pk, row.version - 1]


@cache
def _insert(count: int) -> str:
    return f"insert into {Move._meta.db_table} ({_MOVE_COLUMNS}) values " + ", ".join(
        ["(%s, %s, %s, %s, %s, %s, %s)"] * count
    )


def _after_commit(accepted: list[tuple[_Gated, Table]]) -> None:
    """Once they are committed: keep the states, show the moves, start what follows."""
    transaction.on_commit(lambda: _show(accepted), robust=True)
    for item, row in accepted:
        then = partial(deals.settle, row.pk) if item.state.to_act is None else partial(background.schedule, row)
        transaction.on_commit(then, robust=True)


def _show(accepted: list[tuple[_Gated, Table]]) -> None:
    shown = []
    for item, row in accepted:
        step = replay.Step(row.version, item.fold.state.to_act or 0, item.move, item.request.by, item.events)
        fold = item.fold.after(step, item.state)
        replay.keep(row, fold)
        shown.append((row, fold))
    live.announce_moves(shown)


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
