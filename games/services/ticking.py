"""What the background does at a table that is due: `tick`, and the sweeps that find lost work."""

from __future__ import annotations

from datetime import timedelta

import structlog
from django.db.models import F, Q
from django.utils import timezone

from .. import metrics, replay
from ..models import Move, Table
from . import deals, moves
from .bot_moves import bot_move
from .locking import locked
from .refused import Refused
from .tables import close

log = structlog.get_logger(__name__)
CLAIM_SECONDS = 5  # how long a task that thinks keeps others away
LATE_SECONDS = 1  # a due table that its own task has not served by then is swept up
IDLE_DAYS = 7
SWEEP_AT_MOST = 1_000
MOVES_IN_A_ROW = 50  # by one task, where nothing waits between them


def tick(table_id: int) -> None:
    """Do what is due at a table.  Safe to call at any time and twice at once."""
    for _ in range(MOVES_IN_A_ROW):
        table = Table.objects.filter(pk=table_id, state=Table.State.PLAYING, due_at__lte=timezone.now()).first()
        if table is None or not _claim(table):
            return
        if table.due_at:
            metrics.TASK_LAG_SECONDS.observe((timezone.now() - table.due_at).total_seconds())
        if table.phase == Table.Phase.PLAYING and table.to_act is not None:
            _move(table)
        else:
            deals.settle(table_id)


def _claim(table: Table) -> bool:
    """Only one task serves a table that is due; if it dies, the claim runs out."""
    later = timezone.now() + timedelta(seconds=CLAIM_SECONDS)
    return bool(Table.objects.filter(pk=table.pk, version=table.version, due_at=table.due_at).update(due_at=later))


def _move(table: Table) -> None:
    deal = deals.current_deal(table)
    fold = replay.fold_deal(table, deal)
    if fold.ply != table.ply or table.to_act is None:
        return
    text, by = _choose(table, fold)
    answer = moves.commit_moves([moves.MoveRequest(table.pk, deal.number, table.ply, table.to_act, text, by)])[0]
    if answer.status == "error":
        log.error("background_move_refused", table=table.pk, code=answer.code)


def _choose(table: Table, fold: replay.Fold) -> tuple[str, str]:
    seat = table.to_act
    assert seat is not None
    mode = table.modes[seat]
    if mode == Table.Mode.BOT:
        return bot_move(table, fold), Move.By.BOT
    asked = mode not in (Table.Mode.LEFT,) and not deals.is_away(table, seat) and deals.may_hold(fold.state)
    if asked and (table.held or mode == Table.Mode.AUTO_PASS):
        return "pass", Move.By.PLAYER
    return fold.state.default_move(), Move.By.CLOCK


# -- the sweeps ----------------------------------------------------------------------------------------


def due_tables() -> list[int]:
    """Tables whose time has come: turns that ran out, and what a lost task has left undone."""
    now = timezone.now()
    late = now - timedelta(seconds=LATE_SECONDS)
    due = Table.objects.filter(state=Table.State.PLAYING).filter(
        Q(due_at__lte=late) | Q(due_at__lte=now, due_at=F("clock_at"))
    )
    return list(due.order_by("due_at").values_list("pk", flat=True)[:SWEEP_AT_MOST])


def close_stale() -> int:
    """Tables that never started, and those where nothing has happened for days; how many."""
    now = timezone.now()
    never = Q(state=Table.State.OPEN, due_at__lte=now)
    idle = Q(state=Table.State.PLAYING, turn_seconds=None, turn_started_at__lte=now - timedelta(days=IDLE_DAYS))
    closed = 0
    for table_id in Table.objects.filter(never | idle).values_list("pk", flat=True)[:SWEEP_AT_MOST]:
        closed += _close_one(table_id)
    return closed


def _close_one(table_id: int) -> int:
    try:
        with locked(table_id) as table:
            if table.state not in (Table.State.OPEN, Table.State.PLAYING):
                return 0
            table.deals.filter(ended_at=None).update(ended_at=timezone.now())
            close(table)
    except Refused:
        return 0
    return 1
