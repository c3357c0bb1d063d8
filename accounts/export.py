"""All that is kept of a person, to take away: a zip of JSON and JSON Lines (one object a line)."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Prefetch

from games import matches
from games.models import Deal, Result, Table
from tournaments.models import Entry, Helper, Tournament

from .forms import SettingsForm
from .models import Block, Played, Together, User

AT_ONCE = 100  # rows
Line = dict[str, Any]


def archive(user: User) -> bytes:
    """The zip."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("account.json", json.dumps(_account(user), indent=1, ensure_ascii=False, cls=DjangoJSONEncoder))
        for name, lines in LISTS.items():
            with zipped.open(f"{name}.jsonl", "w", force_zip64=True) as part:
                part.writelines(_json_lines(lines(user)))
    return file.getvalue()


def _json_lines(lines: Iterable[Line]) -> Iterator[bytes]:
    for line in lines:
        yield json.dumps(line, ensure_ascii=False, cls=DjangoJSONEncoder).encode() + b"\n"


def _account(user: User) -> Line:
    fields = ("username", "email", "is_guest", "date_joined", "last_login", "private", *SettingsForm.Meta.fields)
    sessions = UserSession.objects.filter(user=user)
    return {
        **{name: getattr(user, name) for name in fields},
        "emails": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "passkeys": list(Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")),
        "sessions": list(sessions.values("created_at", "last_seen_at", "ip", "user_agent")),
        "tokens": list(user.tokens.values("name", "scopes", "created_at", "used_at", "expires_at", "revoked_at")),
        "blocked": [block.blocked.shown_name for block in Block.objects.filter(user=user).select_related("blocked")],
    }


# -- lists, one object a line ----------------------------------------------------------------------------------------


def _tables(user: User) -> Iterator[Any]:
    results = Prefetch("results", Result.objects.prefetch_related("rows"))
    found = Table.objects.filter(seats__user=user).order_by("pk").prefetch_related("seats", results)
    return found.iterator(AT_ONCE)


def _matches(user: User) -> Iterator[Line]:
    for table in _tables(user):
        seats = list(table.seats.all())
        yield {
            **{name: getattr(table, name) for name in ("slug", "kind", "state", "game", "options", "format", "params")},
            **{name: getattr(table, name) for name in ("public", "created_at", "started_at", "ended_at")},
            "players": [seat.shown_name for seat in seats],
            "own_seat": next(seat.number for seat in seats if seat.user_id == user.pk),
            "results": [_result(result) for result in table.results.all()],
            "entered": [_entered(deal) for deal in table.deals.all()] if table.kind == Table.Kind.TYPED else [],
        }


def _entered(deal: Deal) -> Line:
    """What was typed or tapped of a deal scored by hand."""
    return {"deal": deal.number, "seats": deal.seats, "by": deal.entered_by, **(deal.entry or {})}


def _result(result: Result) -> Line:
    rows = [
        {name: getattr(row, name) for name in ("seat", "place", "points", "count", "deals", "out_deal", "left")}
        for row in result.rows.all()
    ]  # fmt: skip
    told = ("version", "source", "state", "at", "reason", "sheet")
    return {**{name: getattr(result, name) for name in told}, "rows": rows}


def _deals(user: User) -> Iterator[Line]:
    return matches.records_of(_tables(user))


def _ratings(user: User) -> Iterator[Line]:
    lines = Played.objects.filter(player__user=user).select_related("table", "pool").order_by("ended_at", "table")
    told = ("seat", "seats", "place", "points", "deals", "fools", "left", "expected")
    for line in lines.iterator(AT_ONCE):
        yield {
            **{"table": line.table.slug, "game": line.pool.game, "kind": line.pool.kind, "ended_at": line.ended_at},
            **{name: getattr(line, name) for name in told},
            **{name: getattr(line, name) for name in ("mu_before", "sigma_before", "mu", "sigma")},
        }


def _opponents(user: User) -> Iterator[Line]:
    for row in Together.objects.filter(player__user=user).select_related("other__user", "pool").order_by("-matches"):
        yield {
            "name": str(row.other), "game": row.pool.game, "kind": row.pool.kind, "matches": row.matches,
            "ahead": row.ahead, "behind": row.behind,
        }  # fmt: skip


def _tournaments(user: User) -> Iterator[Line]:
    for entry in Entry.objects.filter(user=user).select_related("tournament"):
        yield {"tournament": entry.tournament.name, "name": entry.name, "state": entry.state, "at": entry.at}
    for event in Tournament.objects.filter(organiser=user):
        yield {"tournament": event.name, "role": "organiser", "state": event.state, "at": event.created_at}
    for helper in Helper.objects.filter(user=user).select_related("tournament"):
        yield {"tournament": helper.tournament.name, "role": helper.role, "state": helper.tournament.state}


LISTS: dict[str, Callable[[User], Iterator[Line]]] = {
    "matches": _matches,
    "deals": _deals,
    "ratings": _ratings,
    "opponents": _opponents,
    "tournaments": _tournaments,
}
