"""Tables for tests, played by the services that the site uses."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from games import services
from games.models import Table
from games.replay import fold_deal
from games.rules.game import Game
from games.services.deals import current_deal

LAST_PLAYER: dict[str, Any] = {
    "game": "last-player", "options": {}, "format": "elimination", "params": {"limit": 30}, "turn_seconds": None,
    "public": True,
}  # fmt: skip


def person(name: str) -> Any:
    return get_user_model().objects.create_user(name, display_name=name)


def open_table(host: Any, seats: int = 2, **changes: Any) -> Table:
    return services.open_table(host, seats=seats, **{**LAST_PLAYER, **changes})


def state_of(table: Table) -> Game:
    return fold_deal(table, current_deal(table)).state


def request(table: Table, text: str, **changes: Any) -> services.MoveRequest:
    """The move as the seat to act would send it."""
    table.refresh_from_db()
    fields = {"table_id": table.pk, "deal": table.deal_number, "ply": table.ply, "seat": table.to_act, "text": text}
    return services.MoveRequest(**{**fields, **changes})


def play(table: Table, text: str | None = None, **changes: Any) -> services.Answer:
    """One move of the seat to act: `text`, or what the rules would do."""
    table.refresh_from_db()
    wanted = request(table, text or state_of(table).default_move(), **changes)
    return services.commit_moves([wanted])[0]


def pass_time(table: Table) -> None:
    """Everything that waits for a moment is due now."""
    Table.objects.filter(pk=table.pk, due_at__isnull=False).update(due_at=timezone.now())


def next_moment(table: Table) -> None:
    """What the background does when its time comes."""
    pass_time(table)
    services.tick(table.pk)
    table.refresh_from_db()


def play_on(table: Table, until: str = Table.State.FINISHED, at_most: int = 20_000) -> Table:
    """Everybody plays what the rules would do, until the match is over."""
    table.refresh_from_db()
    for _ in range(at_most):
        if table.state == until or table.state != Table.State.PLAYING:
            return table
        if table.phase == Table.Phase.PLAYING and table.to_act is not None and table.modes[table.to_act] != "b":
            play(table)
            table.refresh_from_db()
        else:
            next_moment(table)
    raise AssertionError("the match does not end")
