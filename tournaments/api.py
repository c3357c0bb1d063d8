"""The API of tournaments: events, entries, rounds, standings (docs/API.md)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Path, Query, Router, Schema
from pydantic import Field

from games.api.access import READ, TOURNAMENTS, Needs
from games.api.fields import Name, Sent, Slug
from games.api.problems import Problem
from games.services import Refused

from . import boards, bracket, seatings
from .models import Entry, Season, Tournament
from .services import registration
from .services.log import role
from .views.common import entry_of, find
from .views.outputs import line_json, round_json, season_json
from .views.public import HERE, LISTED, PAGE

router = Router(tags=["Tournaments"], auth=Needs(READ))
seasons = Router(tags=["Tournaments"], auth=Needs(READ))
may_enter = Needs(TOURNAMENTS)
EVENTS = 40  # a page
PageNumber = Annotated[int, Query(ge=1, le=100_000)]
RoundNumber = Annotated[int, Field(ge=1, le=2**15 - 1)]
ORDER = {"open": ("starts_at", "pk"), "running": ("-started_at",), "finished": ("-ended_at",)}


# -- what is told ---------------------------------------------------------------------------------------------------


class TournamentLine(Schema):
    slug: str
    name: str
    place: str
    state: str
    game: str
    format: str
    kind: str
    starts_at: datetime | None
    ends_at: datetime | None = Field(description="As it is announced; `ended_at`: when it was over.")
    ended_at: datetime | None
    players: int


class TournamentsOut(Schema):
    items: list[TournamentLine]
    pages: int


class RoundLine(Schema):
    number: int
    kind: str
    published_at: datetime | None
    ends_at: datetime | None
    closed_at: datetime | None


class TournamentOut(TournamentLine):
    text: str
    public: bool
    organiser: str | None
    version: int
    options: dict[str, Any]
    match_format: str
    match_params: dict[str, int]
    turn_seconds: int | None
    settings: dict[str, Any]
    preferred: int
    least: int
    most: int
    seed: str
    entry_limit: int | None
    approval: bool
    check_in: bool
    takes_entries: bool
    frozen_at: int | None = Field(description="The public sees the standings after this round; null: all.")
    season: str | None
    rounds: list[RoundLine]


class EntryOut(Schema):
    entry: int
    name: str
    club: str
    state: str
    user: int | None
    bot: str | None
    seed: int | None


class EntriesOut(Schema):
    items: list[EntryOut] = Field(description="Requests are shown to organisers and to whom they are from.")


class PlaceOut(Schema):
    entry: int
    name: str
    place: int | None
    points: str
    absent: bool


class RoundTableOut(Schema):
    table: int
    seats: list[PlaceOut] = Field(description="In the order of the seats.")
    slug: str | None = Field(description="The table that plays it; scored by hand, its pad is at /tables/<slug>/pad.")
    kind: str
    play_off_of: int | None = Field(description="The table whose tie is played off here.")


class RoundOut(Schema):
    round: int
    tables: list[RoundTableOut]
    byes: list[int] = Field(description="Entries.")


class BracketName(Schema):
    """One line of a box."""

    entry: int | None = Field(description="Null where it is not known yet who comes there.")
    name: str
    points: str
    goes_on: bool


class BracketRound(Schema):
    name: str = Field(description="In the reader's language: “Semi-finals”.")
    boxes: list[list[BracketName]] = Field(description="Tables and byes from top to bottom, with who sits there.")


class BracketOut(Schema):
    rounds: list[BracketRound] = Field(description="Those to come too, where they are known; empty before the first.")


class StandingOut(Schema):
    entry: int
    place: int | None
    name: str
    club: str
    state: str
    main: str
    values: dict[str, str]


class StandingsOut(Schema):
    round: int = Field(description="Standings as of this round.")
    last: int
    main: str
    frozen: bool
    items: list[StandingOut]
    pages: int


class SeasonRow(Schema):
    place: int
    name: str
    total: str
    points: list[tuple[str, bool] | None] = Field(description="An event each: points, and whether they count.")


class SeasonOut(Schema):
    slug: str
    name: str
    best: int
    events: list[str]
    items: list[SeasonRow]


class SeasonLine(Schema):
    slug: str
    name: str
    best: int = Field(description="How many of the best events count.")


class SeasonsOut(Schema):
    items: list[SeasonLine]


class EntryIn(Sent):
    club: Name = ""


# -- events ---------------------------------------------------------------------------------------------------------


@router.get("", response=TournamentsOut, summary="Public tournaments")
def list_tournaments(
    request: HttpRequest, state: Query[Literal["open", "running", "finished"]] = "open", page: PageNumber = 1
) -> Any:
    shown = Paginator(_counted(Tournament.objects.filter(public=True, state=state)).order_by(*ORDER[state]), EVENTS)
    return {"items": list(shown.get_page(page)) if page <= shown.num_pages else [], "pages": shown.num_pages}


@router.get("/mine", response=TournamentsOut, auth=Needs(READ, known=True), summary="Tournaments that you have entered")
def list_my_tournaments(request: HttpRequest, page: PageNumber = 1) -> Any:
    """The latest first; those that you organise too."""
    who = Q(organiser=request.user) | Q(helpers__user=request.user) | Q(entries__user=request.user)
    mine = Tournament.objects.filter(pk__in=Tournament.objects.filter(who).values("pk"))
    shown = Paginator(_counted(mine).order_by("-pk"), EVENTS)
    return {"items": list(shown.get_page(page)) if page <= shown.num_pages else [], "pages": shown.num_pages}


def _counted(events: QuerySet[Tournament]) -> QuerySet[Tournament]:
    return events.annotate(players=Count("entries", filter=Q(entries__state__in=HERE)))


@router.get("/{slug:slug}", response=TournamentOut, summary="A tournament: settings and rounds")
def show_tournament(request: HttpRequest, slug: Path[Slug]) -> Any:
    event = find(slug)
    told = {name: getattr(event, name) for name in TournamentOut.model_fields if hasattr(event, name)}
    return told | {
        "players": event.entries.filter(state__in=HERE).count(),
        "organiser": event.organiser.shown_name if event.organiser else None,
        "takes_entries": registration.takes_entries(event),
        "frozen_at": boards.frozen_for(event, request.user),
        "season": event.season.slug if event.season else None,
        "rounds": seatings.published(event),
    }


@router.get("/{slug:slug}/entries", response=EntriesOut, summary="Who has entered")
def list_entries(request: HttpRequest, slug: Path[Slug]) -> Any:
    event = find(slug)
    entries = event.entries.all()
    if not role(event, request.user):
        entries = entries.filter(~Q(state=Entry.State.REQUESTED) | Q(user=request.user.pk, user__isnull=False))
    return {"items": [_entry(entry) for entry in entries]}


def _entry(entry: Entry) -> dict[str, Any]:
    who = {
        "entry": entry.pk,
        "name": entry.shown_name,
        "user": entry.user_id,
        "bot": entry.bot or None,
        "seed": entry.seed_number,
    }
    return who | {name: getattr(entry, name) for name in ("club", "state")}


@router.get("/{slug:slug}/rounds/{int:number}", response=RoundOut, summary="A published round: who sits where, results")
def show_round(request: HttpRequest, slug: Path[Slug], number: Path[RoundNumber]) -> Any:
    event = find(slug)
    row = get_object_or_404(event.rounds.filter(state="published"), number=number)
    view = seatings.round_view(event, row, boards.frozen_for(event, request.user))
    told = round_json(view)
    for line, table in zip(told["tables"], view.tables, strict=True):
        line["slug"] = table.table.slug if table.table else None
    return told


@router.get("/{slug:slug}/bracket", response=BracketOut, summary="The bracket of a knockout")
def show_bracket(request: HttpRequest, slug: Path[Slug]) -> Any:
    event = find(slug)
    if event.format != "knockout":
        raise Problem("not_found", _("Only a knockout has a bracket."))
    picture = bracket.picture(event, boards.frozen_for(event, request.user))
    columns = picture.columns if picture else []
    return {
        "rounds": [{"name": name, "boxes": [[_line(n) for n in box.names] for box in boxes]} for name, boxes in columns]
    }


def _line(name: bracket.Name) -> dict[str, Any]:
    return {"entry": name.entry or None, "name": name.text, "points": name.points, "goes_on": name.on}


@router.get("/{slug:slug}/standings", response=StandingsOut, summary="Standings, now or as of a round")
def show_standings(
    request: HttpRequest, slug: Path[Slug], round: Query[RoundNumber | None] = None, page: PageNumber = 1
) -> Any:
    """A hundred lines a page."""
    event = find(slug)
    board = boards.board(event, round, boards.frozen_for(event, request.user))
    pages = Paginator(board.lines, PAGE)
    lines = pages.get_page(page) if page <= pages.num_pages else []
    told = {name: getattr(board, name) for name in ("round", "last", "main", "frozen")}
    return told | {"items": [line_json(line) for line in lines], "pages": pages.num_pages}


@seasons.get("", response=SeasonsOut, summary="Seasons with public tournaments")
def list_seasons(request: HttpRequest) -> Any:
    """By name; the first 40."""
    return {"items": Season.objects.filter(tournaments__public=True).distinct()[:LISTED]}


@seasons.get("/{slug:slug}", response=SeasonOut, summary="The table of a season")
def show_season(request: HttpRequest, slug: Path[Slug]) -> Any:
    return season_json(get_object_or_404(Season, slug=slug))


# -- entering -------------------------------------------------------------------------------------------------------


@router.post("/{slug:slug}/entry", response=EntryOut, auth=may_enter, summary="Enter a tournament")
def enter(request: HttpRequest, slug: Path[Slug], body: EntryIn) -> Any:
    """`state` says what came of it: registered, on the waiting list, or asked for."""
    return _entry(registration.register(slug, request.user, " ".join(body.club.split())))


@router.delete("/{slug:slug}/entry", response=EntryOut, auth=may_enter, summary="Withdraw from a tournament")
def withdraw(request: HttpRequest, slug: Path[Slug]) -> Any:
    return _entry(registration.withdraw(slug, request.user, _own(request, slug).pk))


@router.post("/{slug:slug}/entry/check-in", response=EntryOut, auth=may_enter, summary="Check in")
def check_in(request: HttpRequest, slug: Path[Slug]) -> Any:
    return _entry(registration.check_in(slug, request.user, _own(request, slug).pk))


def _own(request: HttpRequest, slug: str) -> Entry:
    entry = entry_of(find(slug), request.user)
    if entry is None:
        raise Refused("not_now", _("You are not entered."))
    return entry
