"""Matches that are over, made of their results alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Max

from accounts.models import Played, Pool, ScoreCount, Standing, Together, User
from accounts.services import counting
from games.models import Result, ResultRow, Seat, Table
from games.services import voiding

START = datetime(2026, 5, 25, 12, tzinfo=UTC)  # a Monday
Who = User | str  # a user, "bot:easy", or the name of somebody without an account


def finished(
    who: Sequence[Who], places: Sequence[int], at: float = 0, *, points: Sequence[int] | None = None,
    game: str = "last-player", kind: str = "live", deals: int = 2, count: Sequence[int] | None = None, **table: Any,
) -> Table:  # fmt: skip
    """A match that ended `at` hours after START with a confirmed result; not counted yet."""
    ended = START + timedelta(hours=at)
    made = Table.objects.create(
        game=game, kind=kind, state=Table.State.FINISHED, format="deals", params={"count": deals}, created_at=ended,
        ended_at=ended, **table,
    )  # fmt: skip
    for number, one in enumerate(who):
        user = one if isinstance(one, User) else None
        bot = one.removeprefix("bot:") if isinstance(one, str) and one.startswith("bot:") else ""
        Seat.objects.create(table=made, number=number, user=user, bot=bot, name=bot or str(one))
    confirm(made, places, points, deals=deals, count=count)
    return made


def confirm(
    table: Table, places: Sequence[int], points: Sequence[int] | None = None, *, deals: int = 2,
    count: Sequence[int] | None = None, left: Sequence[int] = (),
) -> None:  # fmt: skip
    """A version of the result that takes the place of those before."""
    points = points or [10 * place for place in places]
    table.results.filter(state=Result.State.CONFIRMED).update(state=Result.State.SUPERSEDED)
    version = (table.results.aggregate(last=Max("version"))["last"] or 0) + 1
    result = Result.objects.create(
        table=table, version=version, source="typed", state=Result.State.CONFIRMED, at=table.ended_at,
        sheet=[{"deal": 1, "kind": "won", "playoff": False, "points": points, "winners": [], "losers": []}],
    )  # fmt: skip
    ResultRow.objects.bulk_create(
        ResultRow(
            result=result, seat=seat, place=place, points=points[seat], deals=deals, left=seat in left,
            count=count[seat] if count else 0,
        )
        for seat, place in enumerate(places)
    )  # fmt: skip
    counting.note(table)


def declare_void(table: Table) -> None:
    if not Table.objects.filter(pk=table.pk, state=Table.State.VOID).exists():
        voiding.void(table.slug, None, "a test")


def count() -> None:
    """All that waits, as the background does."""
    for pool_id in counting.waiting():
        counting.count_all(pool_id)


COUNTED = {
    Played: "table_id seat player__user player__bot ended_at seats place points deals fools left expected mu_before "
    "sigma_before mu sigma",
    Standing: "player__user player__bot period listed matches won points deals fools streak longest mu sigma by_rating "
    "by_won by_share by_points by_streak by_fools",
    Together: "player__user other__user matches ahead behind",
    ScoreCount: "period measure node players",
}


def everything() -> dict[str, list[Any]]:
    """All that was counted, to the last bit, in an order of its own."""
    rows = {}
    for model, fields in COUNTED.items():
        found = model.objects.exclude(players=0) if model is ScoreCount else model.objects.all()
        values = found.values_list("pool__game", "pool__kind", *fields.split())
        rows[model.__name__] = sorted(([*map(_exact, row)] for row in values), key=repr)
    assert not Pool.objects.filter(behind=True).exists()
    return rows


def _exact(value: Any) -> Any:
    return value.hex() if isinstance(value, float) else value
