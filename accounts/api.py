"""The API of people: players, ratings, leaderboards (docs/API.md)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Path, Query, Router, Schema
from pydantic import Field

from games.api.access import READ, Needs
from games.api.fields import Game, Id, Kind, Slug
from games.api.problems import Problem
from games.models import Table
from tournaments.models import Entry

from . import boards, player_page
from .models import Played, Player, Standing, Together, User
from .ratings import Rating
from .services import periods

players = Router(tags=["Players and ratings"], auth=Needs(READ))
leaderboards = Router(tags=["Players and ratings"], auth=Needs(READ))
matches = Router(tags=["Players and ratings"], auth=Needs(READ))
Bot = Literal["easy", "strong"]
PLACE = r"^[0-9]{1,10}-[0-9]{1,18}$"
PERIOD = r"^(all|year|month|week|[0-9]{4}(-[0-9]{2}|-W[0-9]{2})?)$"


# -- what is told -----------------------------------------------------------------------------------------------


class RatingOut(Schema):
    """`shown` ± `off_by`, 19 times out of 20; `provisional` until it has settled."""

    shown: int
    off_by: int
    mu: float
    sigma: float
    provisional: bool

    @classmethod
    def of(cls, rating: Rating) -> RatingOut:
        return cls(
            shown=rating.shown, off_by=rating.off_by, mu=rating.mu, sigma=rating.sigma, provisional=not rating.settled
        )


class RecordOut(Schema):
    """What a player's matches of a pool (a game, live or by hand) add up to."""

    game: str
    kind: str
    matches: int
    won: int
    points: int
    deals: int
    fools: int
    streak: int
    longest: int
    rating: RatingOut
    rank: int | None = Field(None, description="On the leaderboard of ratings; null while provisional or not listed.")


class TournamentEntry(Schema):
    tournament: str
    name: str
    state: str


class PlayerOut(Schema):
    id: int
    name: str
    guest: bool
    url: str
    records: list[RecordOut] = Field(description="The most played first.")
    tournaments: list[TournamentEntry] = Field(description="The latest ten.")


class PlayedOut(Schema):
    """A match that counted: its place, and what it did to the rating."""

    match: str | None = Field(description="Null where its table is not public.")
    ended_at: datetime
    seats: int
    place: int
    expected: float = Field(description="The mean place to expect before the match.")
    points: int
    deals: int
    fools: int
    left: bool
    before: RatingOut
    after: RatingOut
    change: int


class OpponentOut(Schema):
    user: int | None
    bot: Bot | None
    name: str
    matches: int
    ahead: int
    behind: int


class HistoryOut(Schema):
    record: RecordOut
    played: list[PlayedOut] = Field(description="The last hundred, the oldest first.")
    opponents: list[OpponentOut] = Field(description="Whom the player has played with most.")


class MatchRating(Schema):
    """A seat's line; the numbers are null where the player keeps them private."""

    name: str
    user: int | None
    bot: Bot | None
    seat: int
    place: int | None
    expected: float | None
    before: RatingOut | None
    after: RatingOut | None
    change: int | None


class MatchRatings(Schema):
    items: list[MatchRating] = Field(description="The best place first; empty until the match is counted.")


class RankOut(Schema):
    rank: int
    user: int
    name: str
    value: str = Field(description="What the board shows, in the reader's number format.")
    record: RecordOut


class BotRating(Schema):
    bot: Bot
    rating: RatingOut


class BoardOut(Schema):
    game: str
    kind: str
    period: str
    by: str
    items: list[RankOut]
    before: str | None = Field(description="`before` of the page above; null on the first.")
    after: str | None = Field(description="`after` of the page below; null on the last.")
    bots: list[BotRating] = Field(description="The bots' own ratings, apart from the ranks; with `by=rating`.")


# -- players ----------------------------------------------------------------------------------------------------


@players.get("/me", response=PlayerOut, auth=Needs(READ, known=True), summary="Yourself")
def show_me(request: HttpRequest) -> Any:
    return _player(player_page.find(request.user.pk), request.user)


@players.get("/{int:player}", response=PlayerOut, summary="A player: records and tournaments")
def show_player(request: HttpRequest, player: Path[Id]) -> Any:
    return _player(_shown(player, request.user), request.user)


@players.get(
    "/{int:player}/games/{slug:game}/{slug:kind}",
    response=HistoryOut,
    summary="A player's matches, ratings over time and opponents in a game",
)
def show_history(request: HttpRequest, player: Path[Id], game: Path[Game], kind: Path[Kind]) -> Any:
    """`kind`: live play and matches scored by hand are rated apart."""
    person = _shown(player, request.user)
    records = player_page.records(person)
    record = next((each for each in records if (each.pool.game, each.pool.kind) == (game, kind)), None)
    if record is None:
        raise Problem("not_found", _("This player has no such matches yet."))
    of = record.standing.player, record.pool
    open_tables = _may_be_named(person, request.user, player_page.graphed(*of))
    return {
        "record": _record(record.standing, record.rank),
        "played": [_played(line, line.table_id in open_tables) for line in player_page.graphed(*of)],
        "opponents": [_opponent(together) for together in player_page.opponents(*of)],
    }


def _shown(pk: int, viewer: Any) -> User:
    """The player, unless the page is kept from this viewer."""
    person = player_page.find(pk)
    if player_page.kept_from(viewer, person):
        raise Problem("private", _("This player keeps the page private."))
    return person


def _player(person: User, viewer: Any) -> dict[str, Any]:
    own = person.pk == viewer.pk
    return {
        "id": person.pk,
        "name": person.shown_name,
        "guest": person.is_guest,
        "url": person.get_absolute_url(),
        "records": [_record(record.standing, record.rank) for record in player_page.records(person)],
        "tournaments": [_entry(entry) for entry in player_page.tournaments(person, all_of_them=own)],
    }


def _entry(entry: Entry) -> dict[str, str]:
    return {"tournament": entry.tournament.slug, "name": entry.tournament.name, "state": entry.state}


def _record(standing: Standing, rank: int | None = None) -> dict[str, Any]:
    told = ("matches", "won", "points", "deals", "fools", "streak", "longest")
    return {name: getattr(standing, name) for name in told} | {
        "game": standing.pool.game,
        "kind": standing.pool.kind,
        "rating": RatingOut.of(standing.rating),
        "rank": rank,
    }


def _may_be_named(person: User, viewer: Any, lines: list[Played]) -> set[int]:
    """Tables that the viewer may know of: public ones; all, for the player."""
    found = Table.objects.filter(pk__in=[line.table_id for line in lines])
    found = found if person.pk == viewer.pk else found.filter(public=True)
    return set(found.values_list("pk", flat=True))


def _played(line: Played, named: bool) -> dict[str, Any]:
    told = ("ended_at", "seats", "place", "expected", "points", "deals", "fools", "left", "change")
    ratings = {"before": RatingOut.of(line.before), "after": RatingOut.of(line.after)}
    return {name: getattr(line, name) for name in told} | ratings | {"match": line.table.slug if named else None}


def _opponent(together: Together) -> dict[str, Any]:
    other = together.other
    name = other.user.shown_name if other.user else other.get_bot_display()
    told = {"user": other.user_id, "bot": other.bot or None, "name": name}
    return told | {key: getattr(together, key) for key in ("matches", "ahead", "behind")}


# -- ratings of a match --------------------------------------------------------------------------------------------


@matches.get("/{slug:slug}/ratings", response=MatchRatings, summary="What a match did to the ratings")
def show_match_ratings(request: HttpRequest, slug: Path[Slug]) -> Any:
    table = get_object_or_404(Table, slug=slug)
    return {"items": [_match_rating(*line) for line in player_page.match_ratings(table, request.user)]}


def _match_rating(line: Played, name: str, kept: bool) -> dict[str, Any]:
    who = {"name": name, "user": line.player.user_id, "bot": line.player.bot or None, "seat": line.seat}
    if kept:
        return who | dict.fromkeys(("place", "expected", "before", "after", "change"))
    ratings = {"before": RatingOut.of(line.before), "after": RatingOut.of(line.after)}
    return who | ratings | {name: getattr(line, name) for name in ("place", "expected", "change")}


# -- leaderboards ----------------------------------------------------------------------------------------------------


@leaderboards.get("/{slug:game}", response=BoardOut, summary="A leaderboard of a game")
def show_board(
    request: HttpRequest,
    game: Path[Game],
    by: Query[Literal[tuple(boards.MEASURES)]] = "rating",  # type: ignore[valid-type]
    kind: Query[Kind | None] = None,
    period: Annotated[str, Query(pattern=PERIOD, description="`all`, `month`, `2026-05`, `2026-W22` …")] = "all",
    who: Query[Literal["all", "played"]] = "all",
    around: Query[bool] = False,
    after: Query[Annotated[str, Field(pattern=PLACE)] | None] = None,
    before: Query[Annotated[str, Field(pattern=PLACE)] | None] = None,
) -> Any:
    """50 a page.  `who=played`: only you and those you have played with; `around=true`: the page around you.

    `kind`: by default live play, unless only matches scored by hand are counted.
    """
    if by not in boards.measures(game):
        raise Problem("not_found", _("This game has no such leaderboard."))
    kind = kind or boards.best_kind(game)
    own = Player.objects.filter(user=request.user.pk).first() if request.user.is_authenticated else None
    if own is None and (around or who == "played"):
        raise Problem("not_found", _("You have no rated match yet: ask for everybody."))
    asked = {"game": game, "kind": kind, "period": periods.read(period, timezone.now()), "by": by}
    pool = boards.pool(game, kind)
    if pool is None:
        return asked | {"items": [], "before": None, "after": None, "bots": []}
    board = boards.Board(pool, asked["period"], by, own if who == "played" else None)
    page = (board.around(own) if around and own else None) or board.page(_place(after), _place(before))
    bots = boards.bots(pool) if by == "rating" else []
    return asked | {
        "items": [_rank(row) for row in page.rows],
        "before": str(page.before) if page.before else None,
        "after": str(page.after) if page.after else None,
        "bots": [{"bot": standing.player.bot, "rating": RatingOut.of(standing.rating)} for standing in bots],
    }


def _place(text: str | None) -> boards.Place | None:
    return boards.Place.read(text) if text else None


def _rank(row: boards.Row) -> dict[str, Any]:
    who = {"user": row.user.pk, "name": row.user.shown_name}
    return who | {"rank": row.rank, "value": row.value, "record": _record(row.standing)}
