"""What a score pad shows: the sheet so far, who is dealt in next, what waits to be confirmed."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from .models import Result, Table
from .scoring import rules_of
from .services import typed
from .services.deals import match_of
from .services.typed import Actor


def not_understood() -> str:
    return _("That was not understood.")


def state(table: Table, actor: Actor) -> dict[str, Any]:
    """JSON for the pad's script: everything it draws, for this actor."""
    table.refresh_from_db()
    match = match_of(table)
    own, following = typed.seat_of(table, actor), match.next_deal()
    waiting = typed.waiting(table)
    return {
        "version": table.version,
        "state": table.state,
        "counts": rules_of(table.game).counts,
        "seats": _seats(table, own),
        "match": match.as_json(),
        "next": following and {
            "number": table.deal_number + 1, "seats": list(following.seats), "dealer": following.dealer,
            "playoff": following.playoff,
        },
        "deals": [
            {"number": deal.number, "entry": deal.entry, "outcome": deal.outcome, "seats": deal.seats,
             "by": deal.entered_by}
            for deal in table.deals.all()
        ],
        "waiting": waiting and {"version": waiting.version, "reason": waiting.reason, "mine": _is_mine(waiting, actor)},
        "mine": own,
        "may_write": typed.may_write(table, actor),
    }  # fmt: skip


def _seats(table: Table, own: int | None) -> list[dict[str, Any]]:
    claimed = set(table.claims.values_list("seat", flat=True))
    return [
        {
            "number": seat.number,
            "name": seat.shown_name,
            "account": seat.user_id is not None,
            "claimed": seat.number in claimed or seat.user_id is not None,
            "mine": seat.number == own,
        }
        for seat in table.seats.select_related("user")
    ]


def _is_mine(result: Result, actor: Actor) -> bool:
    """Whether this person or device entered it, so that somebody else has to confirm."""
    same_user = actor.user is not None and actor.user.pk == result.by_id
    return bool(same_user or (actor.device and actor.device == result.device))
