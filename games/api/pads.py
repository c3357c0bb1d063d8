"""The score pads of tables scored by hand, as whoever has the link sees them."""

from __future__ import annotations

from typing import Any, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Router, Schema, Status
from pydantic import Field

from .. import pad
from ..models import Table
from ..services.typed import Actor
from .access import READ, Needs
from .fields import Slug
from .schemas import MatchState
from .tables import Since

router = Router(tags=["Tables"], auth=Needs(READ))
TOLD = ("slug", "game", "options", "format", "params", "public")


class PadSeat(Schema):
    number: int
    name: str
    account: bool
    claimed: bool = Field(description="Somebody writes for it on a device of their own.")
    mine: bool


class PadNext(Schema):
    """The next deal, in table seats."""

    number: int
    seats: list[int] = Field(description="Who is dealt in.")
    dealer: int
    playoff: bool


class PadDeal(Schema):
    """An entry: lists in `entry` and `outcome` are by deal seat, the place in `seats`."""

    number: int
    seats: list[int] = Field(description="The table seats dealt in.")
    entry: dict[str, Any] | None = Field(description="As it was typed or tapped: points, cards, winners, losers.")
    outcome: dict[str, Any] | None
    by: str = Field(description="Who entered it; empty where that is not known.")


class PadWaiting(Schema):
    """A result that somebody else has to confirm."""

    version: int
    reason: str
    mine: bool


class PadOut(Schema):
    slug: str
    game: str
    options: dict[str, Any]
    format: str
    params: dict[str, int]
    public: bool
    version: int
    state: str
    counts: Literal["wins", "losses"]
    seats: list[PadSeat]
    match: MatchState = Field(description="The sheet so far, running totals, who is out, places at the end.")
    next: PadNext | None = Field(description="Null when the match is over.")
    deals: list[PadDeal]
    waiting: PadWaiting | None
    mine: int | None = Field(description="The seat that you write for.")
    may_write: bool


@router.get("/{slug:slug}/pad", response={200: PadOut, 204: None}, summary="The score pad of a table scored by hand")
def show_pad(request: HttpRequest, slug: Path[Slug], since: Since = 0) -> Any:
    """Entries, running totals, who is out, who deals next; a tournament's typed tables too.

    `since`: the version that you have.  204 where nothing has been written since.
    """
    table = get_object_or_404(Table, slug=slug, kind=Table.Kind.TYPED)
    if since and table.version <= since:
        return Status(204, None)
    user = request.user if request.user.is_authenticated else None
    return {name: getattr(table, name) for name in TOLD} | pad.state(table, Actor(user))
