"""Moves: gated on the cached state, committed together, announced after.

`commit_moves` is the one way a move is stored: the writer of a web process, Celery, the API and the tests use it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Literal

import psycopg
import structlog
from django.db import IntegrityError, OperationalError, close_old_connections, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from .. import live, metrics, names, replay
from ..models import Deal, Move, Table
from ..rules.game import Game, IllegalMove, gate
from ..threads import in_thread
from . import background, deals, storing
from .refused import Refused

log = structlog.get_logger(__name__)
TRIES = 3


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

    @property
    def seat(self) -> int:
        """The deal seat that moves."""
        return self.fold.state.to_act or 0


@dataclass(frozen=True)
class _Ready:
    """With its table's row as it will be."""

    gated: _Gated
    row: Table

    @property
    def over(self) -> bool:
        """Whether the deal ends with it."""
        return self.gated.state.to_act is None

    def played(self) -> storing.Played:
        gated, request = self.gated, self.gated.request
        return storing.Played(self.row, gated.fold.deal.pk, request.ply, gated.seat, gated.move, request.by)


def commit_moves(requests: list[MoveRequest]) -> list[Answer]:
    """One answer a request, in their order; each succeeds or fails by itself."""
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
    for index, answer in answers.items():
        if answer.status == "ok":
            metrics.MOVES.labels(requests[index].by).inc()
        else:
            metrics.REFUSED.labels(answer.code).inc()


# -- the gate -------------------------------------------------------------------------------------------


def _gate(request: MoveRequest, known: replay.Fold | None = None) -> _Gated | Answer:
    fold = known or _fold_for(request)
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
    known = replay.known_fold(request.table_id, request.deal)
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
    """On the rows that this process knows, written only if they are still at their versions; else on locked ones."""
    answers: dict[int, Answer] = {}
    try:
        answers = _store_on_known(gated)
    except (OperationalError, IntegrityError) as error:
        _note(error, 0, len(gated))
    for attempt in range(1, TRIES + 1):
        left = {index: item for index, item in gated.items() if index not in answers}
        if not left:
            break
        try:
            answers |= _store_on_locked(left)
        except (OperationalError, IntegrityError) as error:
            _note(error, attempt, len(left))
            time.sleep(0.05 * attempt)
    return {index: answers.get(index) or Answer("error", code="try_again") for index in gated}


def _note(error: Exception, attempt: int, moves: int) -> None:
    log.warning("commit_retried", attempt=attempt, error=type(error).__name__, moves=moves)
    close_old_connections()


def _store_on_known(gated: dict[int, _Gated]) -> dict[int, Answer]:
    """Answers to those whose tables' rows were as this process knows them."""
    now = timezone.now()
    fitting = _on_known_rows(gated, now)
    return _write(fitting, now) if fitting else {}


def _on_known_rows(gated: dict[int, _Gated], now: datetime) -> dict[int, _Ready]:
    """Those moves that are the next ones on the rows that this process knows, one a table.

    Not where a pass may be held: `hold_pass` changes the row and not its version, so that nobody learns of it.
    """
    fitting: dict[int, _Ready] = {}
    tables: set[int] = set()
    for index, item in gated.items():
        row = replay.rows.get(item.request.table_id)
        if row is None or row.pk in tables or not _fits(row, item) or deals.may_hold(item.fold.state):
            continue
        tables.add(row.pk)
        fitting[index] = _ready(replay.copy_of(row), item, now)
    return fitting


def _store_on_locked(gated: dict[int, _Gated]) -> dict[int, Answer]:
    """All answers."""
    answers: dict[int, Answer] = {}
    fitting: dict[int, _Ready] = {}
    now = timezone.now()
    with transaction.atomic():
        ids = {item.request.table_id for item in gated.values()}
        rows = {row.pk: row for row in Table.objects.select_for_update().filter(pk__in=ids).order_by("pk")}
        for index, item in gated.items():
            row = rows.get(item.request.table_id)
            if row is not None and _fits(row, item):
                fitting[index] = _ready(row, item, now)
            else:
                answers[index] = _too_late(item)
        return answers | (_write(fitting, now) if fitting else {})


def _fits(row: Table, item: _Gated) -> bool:
    request = item.request
    return (
        row.state == Table.State.PLAYING
        and row.phase == Table.Phase.PLAYING
        and (row.deal_number, row.ply) == (request.deal, request.ply)
    )


def _too_late(item: _Gated) -> Answer:
    """Another process (or another request of this batch) was first: with the same move, or not.

    Or this one, and lost its connection before it heard so: then it has told nobody yet.
    """
    live.hub.poke(item.request.table_id)
    fold = _fold_for(item.request, item.request.ply + 1)
    return _already(item.request, fold) if fold and fold.ply > item.request.ply else Answer("stale", code="stale")


def _ready(row: Table, item: _Gated, now: datetime) -> _Ready:
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
    return _Ready(item, row)


def _write(ready: dict[int, _Ready], now: datetime) -> dict[int, Answer]:
    """Answers to those that were stored: whose tables' rows were still those before."""
    stored = storing.store([item.played() for item in ready.values()], now)
    done = {index: item for index, item in ready.items() if item.row.pk in stored}
    _after_commit(list(done.values()))
    return _stored(done)


def _stored(done: dict[int, _Ready]) -> dict[int, Answer]:
    return {index: Answer("ok", version=item.row.version) for index, item in done.items()}


def _after_commit(ready: list[_Ready]) -> None:
    """Once they are committed: keep the states, show the moves, start what follows."""
    transaction.on_commit(partial(_show, ready), robust=True)
    for item in ready:
        then = partial(deals.settle, item.row.pk) if item.over else partial(background.schedule, item.row)
        transaction.on_commit(then, robust=True)


def _show(ready: list[_Ready]) -> None:
    shown = []
    for item in ready:
        gated, row = item.gated, item.row
        step = replay.Step(row.version, gated.seat, gated.move, gated.request.by, gated.events)
        fold = gated.fold.after(step, gated.state)
        replay.keep(row, fold)
        shown.append((row, fold))
    live.announce_moves(shown)


# -- without a thread -----------------------------------------------------------------------------------


async def commit_known(requests: list[MoveRequest], line: storing.Line) -> dict[int, Answer]:
    """`commit_moves` on a loop: answers to those for which nothing had to be read; the others are left to it."""
    now = timezone.now()
    fitting = _on_known_rows(_gate_known(requests), now)
    if not fitting:
        return {}
    try:
        stored = await line.store([item.played() for item in fitting.values()], now)
    except (psycopg.Error, TimeoutError) as error:
        log.warning("commit_retried", attempt=0, error=type(error).__name__, moves=len(fitting))
        return {}
    done = {index: item for index, item in fitting.items() if item.row.pk in stored}
    _show(list(done.values()))
    for item in done.values():
        if item.over:
            _later(_settle(item.row.pk))
        else:
            background.schedule(item.row)
    answers = _stored(done)
    _count(requests, answers)
    return answers


def _gate_known(requests: list[MoveRequest]) -> dict[int, _Gated]:
    """Those that the rules allow, in deals that this process knows up to here."""
    gated = {}
    for index, request in enumerate(requests):
        fold = replay.known_fold(request.table_id, request.deal)
        if fold and fold.ply == request.ply:
            with suppress(IllegalMove):
                item = _gate(request, fold)
                if isinstance(item, _Gated):
                    gated[index] = item
    return gated


async def _settle(table_id: int) -> None:
    try:
        await in_thread(deals.settle)(table_id)
    except Exception as error:  # the sweep makes up for it
        log.warning("settle_failed", table=table_id, error=type(error).__name__)


_running: set[asyncio.Task[None]] = set()  # a loop by itself would forget them


def _later(work: Coroutine[Any, Any, None]) -> None:
    task = asyncio.get_running_loop().create_task(work)
    _running.add(task)
    task.add_done_callback(_running.discard)


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
