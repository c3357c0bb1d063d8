"""What a viewer may ask for over the socket or the API, beside moves: checked, then done by the services."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from ..models import Table
from . import deals, tables
from .locking import locked
from .refused import Refused

_INT, _TEXT, _BOOL = int, str, bool
FIELDS: dict[str, dict[str, type]] = {
    "ping": {},
    "move": {"deal": _INT, "ply": _INT, "move": _TEXT},
    "sit": {},
    "leave": {},
    "fill": {},
    "remove": {"seat": _INT},
    "start": {},
    "ready": {},
    "back": {},
    "rematch": {},
    "text": {"deal": _INT, "text": _TEXT},
    "auto": {"pass": _BOOL},
}
OPTIONAL: dict[str, dict[str, type]] = {"sit": {"seat": _INT}, "fill": {"seat": _INT, "bot": _TEXT}}
LARGEST = 1_000_000


def check(message: Any) -> dict[str, Any]:
    """The message, if it is one: a known type, its fields there and of their types.  Raises ValueError."""
    if not isinstance(message, dict) or not isinstance(message.get("type"), str) or message["type"] not in FIELDS:
        raise ValueError("unknown type")
    kind = message["type"]
    for name, wanted in FIELDS[kind].items():
        _check_field(message.get(name), wanted)
    for name, wanted in OPTIONAL.get(kind, {}).items() | {"id": int}.items():
        if message.get(name) is not None:
            _check_field(message[name], wanted)
    return message


def _check_field(value: Any, wanted: type) -> None:
    if type(value) is not wanted or (wanted is int and not 0 <= value <= LARGEST):
        raise ValueError("a field of the wrong type or out of range")
    if wanted is str and not value.isprintable():
        raise ValueError("unprintable text")


def act(slug: str, user: Any, message: dict[str, Any]) -> int:
    """Do it; the table's new version.  Raises Refused."""
    kind = message["type"]
    if kind in _ON_TABLE:
        table = _ON_TABLE[kind](slug, user, message)
    else:
        with locked(slug, known=True) as table:
            if table.state != Table.State.PLAYING:
                raise Refused("not_now", _("That is not possible now."))
            _IN_MATCH[kind](table, deals.seat_of(table, user.pk), message)
    return table.version


_ON_TABLE: dict[str, Callable[[str, Any, dict[str, Any]], Table]] = {
    "sit": lambda slug, user, m: tables.take_seat(slug, user, m.get("seat")),
    "leave": lambda slug, user, m: tables.leave(slug, user),
    "fill": lambda slug, user, m: tables.fill(slug, user, m.get("bot") or "easy", m.get("seat")),
    "remove": lambda slug, user, m: tables.remove(slug, user, m["seat"]),
    "start": lambda slug, user, m: tables.start(slug, user),
    "rematch": lambda slug, user, m: tables.rematch(slug, user),
    "auto": lambda slug, user, m: tables.set_auto_pass(slug, user, m["pass"]),
}
_IN_MATCH: dict[str, Callable[..., None]] = {
    "ready": lambda table, seat, m: deals.ready(table, seat),
    "back": lambda table, seat, m: deals.back(table, seat),
    "text": lambda table, seat, m: deals.send_text(table, seat, m["deal"], m["text"]),
}
