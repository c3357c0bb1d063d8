"""Matches that are over, and their deals."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any

from django.db.models import Count
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Path, Query, Router, Schema
from pydantic import Field

from .. import match_list, matches, replay
from ..models import ResultRow, Seat, Table
from ..rules import GAMES
from . import schemas
from .access import READ, Needs
from .fields import LARGEST_PLY, DealNumber, Slug
from .problems import Problem

router = Router(tags=["Matches and deals"], auth=Needs(READ))
Start = Annotated[int, Query(ge=0, le=LARGEST_PLY, description="The first state of the page.")]
TOLD = ("slug", "game", "kind", "format", "params", "public", "ended_at")


class ListedRecord(schemas.Record):
    """With the match that it is of."""

    table: str
    deal: int


class RecordsOut(Schema):
    items: list[ListedRecord] = Field(description="Matches scored by hand have none.")
    next: int | None = Field(description="`before` of the next page; null on the last one.")


@router.get("", response=schemas.MatchesOut, summary="Public matches that are over")
def list_matches(request: HttpRequest, asked: Query[schemas.MatchFilter]) -> Any:
    """The newest first, 30 a page; `next` is the `before` of the following page."""
    return _page(match_list.Filter(_form(asked)))


@router.get("/mine", response=schemas.MatchesOut, auth=Needs(READ, known=True), summary="Your own matches")
def list_my_matches(request: HttpRequest, asked: Query[schemas.MatchFilter]) -> Any:
    """As the list of public ones; narrowed to one opponent, with the score against it."""
    narrowed = match_list.Filter(_form(asked), request.user)
    opponent = narrowed.opponent()
    scores = match_list.head_to_head(request.user, opponent) if opponent else None
    return _page(narrowed) | {"head_to_head": scores}


@router.get("/deals", response=RecordsOut, exclude_unset=True, summary="The deals of public matches, a list at a time")
def list_matches_deals(request: HttpRequest, asked: Query[schemas.MatchFilter]) -> Any:
    """The records of all deals of 30 matches, narrowed as their list is; `next` is the `before` of the next 30."""
    return _records(match_list.Filter(_form(asked)))


@router.get(
    "/mine/deals",
    response=RecordsOut,
    exclude_unset=True,
    auth=Needs(READ, known=True),
    summary="The deals of your own matches, a list at a time",
)
def list_my_deals(request: HttpRequest, asked: Query[schemas.MatchFilter]) -> Any:
    """As for public ones."""
    return _records(match_list.Filter(_form(asked), request.user))


def _records(narrowed: match_list.Filter) -> dict[str, Any]:
    lines, following = match_list.page(narrowed)
    return {"items": list(matches.records_of(line.table for line in lines)), "next": following}


def _form(asked: schemas.MatchFilter) -> dict[str, str]:
    """As the page's form is sent."""
    return {
        name: value.isoformat() if isinstance(value, date) else str(value) for name, value in asked if value is not None
    }


def _page(narrowed: match_list.Filter) -> dict[str, Any]:
    lines, following = match_list.page(narrowed)
    return {"items": [_line(line) for line in lines], "next": following}


def _line(line: match_list.Line) -> dict[str, Any]:
    table = {name: getattr(line.table, name) for name in TOLD}
    return table | {"own_seat": line.own, "seats": _seats(line.players)}


def _seats(players: Iterable[tuple[Seat, ResultRow]]) -> list[dict[str, Any]]:
    told = ("place", "points", "count", "deals", "out_deal", "left")
    return [
        {"seat": seat.number, "name": seat.shown_name, "user": seat.user_id, "bot": seat.bot or None}
        | {name: getattr(row, name) for name in told}
        for seat, row in players
    ]


# -- one match ---------------------------------------------------------------------------------------------------


@router.get("/{slug:slug}", response=schemas.MatchOut, summary="A match that is over: places and score sheet")
def show_match(request: HttpRequest, slug: Path[Slug]) -> Any:
    table = get_object_or_404(Table, slug=slug, game__in=match_list.KNOWN)
    if table.state in (Table.State.OPEN, Table.State.PLAYING):
        raise Problem("not_now", _("This match is not over. Look at its table."))
    report = matches.report(table)
    told = (*TOLD, "state", "options", "turn_seconds", "started_at")
    return {name: getattr(table, name) for name in told} | {
        "reason": report.reason,
        "seats": _seats(report.players),
        "sheet": [_sheet_row(line) for line in report.lines],
    }


def _sheet_row(line: matches.SheetLine) -> dict[str, Any]:
    return {
        "deal": line.number,
        "kind": line.kind,
        "playoff": line.playoff,
        "points": [cell.points for cell in line.cells],
        "winners": [seat for seat, cell in enumerate(line.cells) if cell.won],
        "losers": [seat for seat, cell in enumerate(line.cells) if cell.lost],
    }


# -- its deals ---------------------------------------------------------------------------------------------------


@router.get("/{slug:slug}/deals", response=schemas.DealsOut, summary="The deals of a live match that are over")
def list_deals(request: HttpRequest, slug: Path[Slug]) -> Any:
    table = get_object_or_404(Table, slug=slug, game__in=GAMES)
    told = ("number", "seats", "dealer", "playoff", "outcome")
    deals = matches.deals_over(table).annotate(played=Count("moves"))
    return {"items": [{name: getattr(deal, name) for name in told} | {"moves": deal.played} for deal in deals]}


@router.get(
    "/{slug:slug}/deals/{int:number}",
    response=schemas.Record,
    exclude_unset=True,
    summary="A deal's record: its seed, its moves, and the proof of the shuffle",
)
def show_deal(request: HttpRequest, slug: Path[Slug], number: Path[DealNumber]) -> Any:
    """There once the deal is over, also while the match goes on.  `replay_deal` and `check_deal` read it."""
    table, deal = matches.find_deal(slug, number)
    return replay.deal_record(table, deal, matches.names(table.seats.all()))


@router.get(
    "/{slug:slug}/deals/{int:number}/steps", response=schemas.StepsOut, summary="A deal move by move, all hands open"
)
def list_steps(request: HttpRequest, slug: Path[Slug], number: Path[DealNumber], start: Start = 0) -> Any:
    """There once the whole match is over.  400 states a page from `start` on; the first is the one before any move."""
    table, deal = matches.find_deal(slug, number, whole_match=True)
    steps = list(matches.open_steps(table, deal, start))
    more = len(steps) == matches.STEPS_AT_ONCE and deal.moves.count() >= start + len(steps)
    return {"items": steps, "next": start + len(steps) if more else None}
