"""Live tables: list, open, see, sit, leave, fill, start; moves."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Path, Query, Router, Status

from .. import live, lobby, services, snapshots
from ..models import Table
from ..rules import GAMES
from ..services import actions
from ..services.moves import MoveRequest, refuse
from ..services.writer import writer
from . import schemas
from .access import PLAY, READ, Needs
from .fields import LARGEST, Slug
from .problems import Problem, not_found

router = Router(tags=["Tables"], auth=Needs(READ))
may_play = Needs(PLAY)
Since = Annotated[int, Query(ge=0, le=LARGEST, description="The version that you have.")]
MOVE_SECONDS = 20  # how long a move may wait for its commit


def ref(table: Table) -> dict[str, Any]:
    return {
        "slug": table.slug,
        "v": table.version,
        "url": table.get_absolute_url(),
        "socket": f"/ws/tables/{table.slug}/",
    }


@router.get("", response=schemas.TablesOut, summary="Public tables that wait for players, or are being played")
def list_tables(request: HttpRequest, state: Query[Literal["open", "playing"]] = "open") -> Any:
    """The newest 60, the newest first."""
    rows = lobby.open_tables() if state == Table.State.OPEN else lobby.running_tables()
    return {"items": [_line(row) for row in rows]}


def _line(row: lobby.Row) -> dict[str, Any]:
    told = ("slug", "game", "state", "options", "format", "params", "turn_seconds", "created_at")
    counted = {"seats": row.size, "free": row.free, "players": [seat.shown_name for seat in row.players]}
    return {name: getattr(row.table, name) for name in told} | counted


@router.post("", response={201: schemas.TableRef}, auth=may_play, summary="Open a table")
def open_table(request: HttpRequest, body: schemas.NewTable) -> Any:
    """You are its host and sit in seat 0.  It starts when all seats are taken, or when you say so."""
    return Status(201, ref(services.open_table(request.user, **body.settings())))


@router.get(
    "/{slug:slug}",
    response={200: schemas.State, 204: None},
    summary="A table as you may see it",
)
def show_table(request: HttpRequest, slug: Path[Slug], since: Since = 0) -> Any:
    """The `state` message of the table protocol.

    `since`: the version that you have.  204 where nothing has been committed since; else the events after it,
    200 at most.  With `since=0` those of the current deal.  To be told instead of asking, open the socket.
    """
    table = _find(slug)
    if since and table.version <= since:
        return Status(204, None)
    snapshot = live.snapshot(table.pk, None)
    if snapshot is None:
        raise not_found()
    told = snapshot.encode(request.user.pk, since, snapshots.now_ms())
    return HttpResponse(told, content_type="application/json; charset=utf-8")


def _find(slug: str) -> Table:
    return get_object_or_404(Table, slug=slug, kind=Table.Kind.LIVE, game__in=GAMES)


@router.post(
    "/{slug:slug}/moves",
    response=schemas.MoveOut,
    auth=may_play,
    summary="Make a move",
)
def move(request: HttpRequest, slug: Path[Slug], body: schemas.MoveIn) -> Any:
    """Moves are written as in docs/NOTATION.md; the view's `legal` lists those that are allowed.

    Name the deal and the ply that you have seen: a move that comes too late is refused (`stale`).  Sent again in
    the same words it is ok again, so it may be repeated after a lost answer.
    """
    table = _find(slug)
    seat = table.seats.filter(user=request.user.pk, left_at=None).first()
    if seat is None:
        raise services.Refused("not_seated", _("You do not sit at this table."))
    return _moved(MoveRequest(table.pk, body.deal, body.ply, seat.number, body.move))


def _moved(request: MoveRequest) -> dict[str, Any]:
    if request.text == "pass" and services.hold_pass(request):
        return {"v": None, "held": True}
    answer = writer.submit(request).result(MOVE_SECONDS)
    if answer.status != "ok":
        raise refuse(answer)
    return {"v": answer.version, "held": False}


# -- what else a player may do -------------------------------------------------------------------------------


def act(request: HttpRequest, slug: str, kind: str, body: Any = None) -> dict[str, int]:
    """The message of the socket of that type, checked and done in the same way."""
    asked = body.model_dump(by_alias=True, exclude_none=True) if body else {}
    try:
        message = actions.check({"type": kind, **asked})
    except ValueError:
        raise Problem("bad_message", _("That message was not understood.")) from None
    return {"v": actions.act(slug, request.user, message)}


def _action(path: str, summary: str) -> Any:
    return router.post(f"/{{slug:slug}}/{path}", response=schemas.VersionOut, auth=may_play, summary=summary)


@_action("sit", "Take a free seat of an open table")
def sit(request: HttpRequest, slug: Path[Slug], body: schemas.SitIn) -> Any:
    return act(request, slug, "sit", body)


@_action("leave", "Leave the table; a match that runs is lost by it")
def leave(request: HttpRequest, slug: Path[Slug]) -> Any:
    return act(request, slug, "leave")


@_action("fill", "Put bots on free seats (host)")
def fill(request: HttpRequest, slug: Path[Slug], body: schemas.FillIn) -> Any:
    return act(request, slug, "fill", body)


@_action("remove", "Empty a seat (host)")
def remove(request: HttpRequest, slug: Path[Slug], body: schemas.SeatIn) -> Any:
    return act(request, slug, "remove", body)


@_action("start", "Begin with those who are there; free seats fall away (host)")
def start(request: HttpRequest, slug: Path[Slug]) -> Any:
    return act(request, slug, "start")


@_action("ready", "Between deals: go on")
def ready(request: HttpRequest, slug: Path[Slug]) -> Any:
    return act(request, slug, "ready")


@_action("text", "Your text for the shuffle")
def text(request: HttpRequest, slug: Path[Slug], body: schemas.TextIn) -> Any:
    """Printable ASCII; the shuffle goes on without it after three seconds."""
    return act(request, slug, "text", body)


@_action("auto", "Durak: pass by itself from now on, or not any more")
def auto(request: HttpRequest, slug: Path[Slug], body: schemas.AutoIn) -> Any:
    return act(request, slug, "auto", body)


@router.post("/{slug:slug}/rematch", response=schemas.TableRef, auth=may_play, summary="Play again, the same people")
def rematch(request: HttpRequest, slug: Path[Slug]) -> Any:
    """The new table; whoever asks first opens it, the others take seats there."""
    return ref(services.rematch(slug, request.user))
