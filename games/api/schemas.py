"""What the API of the games takes and gives, for its document and its checks.

Options and formats come from what the games declare.  Deal seats and table seats are as in docs/PROTOCOL.md.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, Union

from ninja import Schema
from pydantic import Field, RootModel, create_model

from ..forms import suggested_options
from ..rules import GAMES
from ..rules.game import Option
from ..rules.match import FORMATS, default_format
from .fields import ASCII, AnyGame, Day, DealNumber, Id, Kind, Moment, Name, Ply, SeatNumber, Sent

Millis = int
Events = list[dict[str, Any]]
Bot = Literal["easy", "strong"]

# -- games ---------------------------------------------------------------------------------------------------


class ChoiceOut(Schema):
    value: bool | int | str | None
    label: str


class OptionOut(Schema):
    """A declared option.  With `choices` the value is one of them, else a whole number, or null if `nullable`."""

    name: str
    label: str
    help: str
    default: bool | int | str | None
    suggested: bool | int | str | None = Field(description="What the form of a new table offers.")
    choices: list[ChoiceOut]
    low: int | None
    high: int | None
    nullable: bool


class FormatOut(Schema):
    """How a match may be decided, and the number it needs."""

    slug: str
    name: str
    help: str
    param: OptionOut
    usual: bool


class GameOut(Schema):
    slug: str
    name: str
    summary: str
    seats: list[int] = Field(description="How many may play.")
    counts: Literal["wins", "losses"] = Field(description="What `first_to` counts.")
    options: list[OptionOut]
    formats: list[FormatOut]
    rules: str = Field(description="The page of its rules.")


# -- tables --------------------------------------------------------------------------------------------------


class TableLine(Schema):
    slug: str
    game: str
    state: str
    options: dict[str, Any] = Field(description="What differs from the defaults.")
    format: str
    params: dict[str, int]
    turn_seconds: int | None
    seats: int
    free: int
    players: list[str]
    created_at: datetime


class TablesOut(Schema):
    items: list[TableLine]


class TableRef(Schema):
    """A table and its version; `url`: its page, `socket`: its socket."""

    slug: str
    v: int
    url: str
    socket: str


class VersionOut(Schema):
    v: int = Field(description="The table's version after it.")


class MoveOut(Schema):
    v: int | None = Field(description="The table's version after the move; null if it is held.")
    held: bool = Field(description="A pass before its time is kept and said when its two seconds are over.")


class SeatState(Schema):
    number: int
    name: str | None
    user: int | None
    bot: Bot | None
    guest: bool
    here: bool
    away: bool
    left: bool
    ready: bool


class TableState(Schema):
    slug: str
    game: str
    options: dict[str, Any]
    kind: str
    state: str
    format: str
    params: dict[str, int]
    turn_seconds: int | None
    public: bool
    seats: list[SeatState]
    host: int | None
    next: str | None


class You(Schema):
    seat: int | None
    user: int | None
    host: bool
    may: list[str]
    auto_pass: bool


class Turn(Schema):
    seat: int = Field(description="A deal seat.")
    due: Millis | None


class Fair(Schema):
    commitment: str
    texts: list[tuple[int, str]]
    seed: str | None
    secret: str | None


class DealState(Schema):
    number: int
    seats: list[int]
    playoff: bool
    phase: Literal["shuffling", "playing", "over"]
    view: dict[str, Any] | None = Field(description="What this viewer may see; see docs/PROTOCOL.md, Views.")
    turn: Turn | None
    next_at: Millis | None
    fair: Fair


class SheetRow(Schema):
    deal: int
    kind: str
    playoff: bool
    points: list[int | None]
    winners: list[int]
    losers: list[int]


class MatchState(Schema):
    sheet: list[SheetRow]
    totals: list[int]
    counts: list[int]
    out: dict[str, int]
    over: bool
    places: list[int] | None


class State(Schema):
    """The `state` message of the table protocol: everything that this viewer may see."""

    type: Literal["state"]
    v: int
    now: Millis
    table: TableState
    you: You
    deal: DealState | None
    match: MatchState | None
    events: Events


# -- what is asked for -----------------------------------------------------------------------------------------


class Params(Sent):
    """The number that belongs to the format; the other one does not matter.  Left out: the game's usual one."""

    limit: Annotated[int, Field(ge=1, le=10_000)] | None = None
    count: Annotated[int, Field(ge=1, le=100)] | None = None


class _NewTable(Sent):
    turn_seconds: Annotated[int, Field(ge=5, le=3600)] | None = Field(None, description="null: no clock.")
    public: bool = Field(True, description="false: only those who have the link come.")
    params: Params = Field(default_factory=Params)


def _value_type(option: Option) -> Any:
    """The type of an option's value."""
    if option.choices:
        switch = isinstance(option.choices[0], bool)
        return bool if switch else Literal[option.choices]
    number = Annotated[int, Field(ge=option.low, le=option.high)]
    return number | None if option.nullable else number


def _new_table(slug: str) -> type[Sent]:
    """The body that opens a table of a game, made of what it declares."""
    game, name = GAMES[slug], slug.title().replace("-", "")
    suggested = suggested_options(game)
    fields: dict[str, Any] = {
        option.name: (_value_type(option), Field(suggested[option.name], description=option.label))
        for option in game.options
    }
    options = create_model(f"{name}Options", __base__=Sent, **fields)
    seats, most = Literal[tuple(game.seats)], min(4, max(game.seats))
    return create_model(
        f"{name}Table",
        __base__=_NewTable,
        game=(Literal[slug], ...),
        options=(options, Field(default_factory=options)),
        seats=(seats, most),
        format=(Literal[tuple(FORMATS)], default_format(game)),
    )


_NEW_TABLES = Union[tuple(_new_table(slug) for slug in GAMES)]  # noqa: UP007  # made of a tuple


class NewTable(RootModel[Annotated[_NEW_TABLES, Field(discriminator="game")]]):  # type: ignore[valid-type]
    """A table to open: `game` says which options there are."""

    def settings(self) -> dict[str, Any]:
        """The arguments of `services.open_table` after the host."""
        asked = self.root.model_dump()
        number = FORMATS[asked["format"]].option(GAMES[asked["game"]]).name
        return asked | {"params": {number: asked["params"][number]} if asked["params"][number] else {}}


class SitIn(Sent):
    seat: SeatNumber | None = Field(None, description="A free seat; left out: any.")


class FillIn(Sent):
    bot: Bot = "easy"
    seat: SeatNumber | None = Field(None, description="One free seat; left out: all.")


class SeatIn(Sent):
    seat: SeatNumber


class TextIn(Sent):
    deal: DealNumber
    text: Annotated[str, Field(max_length=100, pattern=ASCII)]


class AutoIn(Sent):
    pass_: bool = Field(alias="pass")


class MoveIn(Sent):
    """A move of the notation, at that ply of that deal."""

    deal: DealNumber
    ply: Ply
    move: Annotated[str, Field(min_length=1, max_length=40, pattern=ASCII, examples=["play 7h"])]


# -- matches and deals -------------------------------------------------------------------------------------------


class MatchFilter(Schema):
    """What a list of matches is narrowed to: the fields of the page's form."""

    game: AnyGame | None = None
    kind: Kind | None = Field(None, description="Played live, or scored by hand.")
    format: Literal[tuple(FORMATS)] | None = None  # type: ignore[valid-type]
    player: Name | None = Field(None, description="How a player's name begins; in your own list: what it holds.")
    account: Id | None = Field(None, description="A player's number; in your own list: an opponent's.")
    place: Annotated[int, Field(ge=1, le=6)] | None = Field(None, description="Of the player whose list it is.")
    since: Day | Moment | None = Field(None, description="Ended on this day (UTC) or later; or at this moment.")
    until: Day | Moment | None = Field(None, description="Ended on this day (UTC) or before; or before this moment.")
    before: Id | None = Field(None, description="`next` of the page before.")


class MatchSeat(Schema):
    """A seat of a match that is over."""

    seat: int
    name: str
    user: int | None
    bot: Bot | None
    place: int
    points: int
    count: int
    deals: int
    out_deal: int | None
    left: bool


class MatchLine(Schema):
    slug: str
    game: str
    kind: str
    format: str
    params: dict[str, int]
    public: bool
    ended_at: datetime | None
    own_seat: int | None = Field(description="Of the player whose list it is.")
    seats: list[MatchSeat] = Field(description="The best place first.")


class HeadToHead(Schema):
    game: str
    matches: int
    ahead: int
    behind: int
    level: int


class MatchesOut(Schema):
    items: list[MatchLine]
    next: int | None = Field(description="`before` of the next page; null on the last one.")
    head_to_head: list[HeadToHead] | None = Field(None, description="With `mine` and one opponent.")


class MatchOut(Schema):
    slug: str
    game: str
    kind: str
    state: str
    options: dict[str, Any]
    format: str
    params: dict[str, int]
    turn_seconds: int | None
    public: bool
    started_at: datetime | None
    ended_at: datetime | None
    reason: str = Field(description="Why it was corrected or declared void; else empty.")
    seats: list[MatchSeat] = Field(description="The best place first; empty where there is no result.")
    sheet: list[SheetRow]


class DealLine(Schema):
    number: int
    seats: list[int] = Field(description="The table seats dealt in.")
    dealer: int | None
    playoff: bool
    moves: int
    outcome: dict[str, Any] | None


class DealsOut(Schema):
    items: list[DealLine]


class Record(Schema):
    """A deal's record (docs/NOTATION.md)."""

    format: Literal["deal/1"]
    game: str
    options: dict[str, Any]
    players: list[str]
    dealer: int
    fool: int | None
    seed: str
    moves: list[str]
    result: dict[str, Any] | None = None
    fair: dict[str, Any]


class Step(Schema):
    """A state of a deal with all hands open, and the move that led to it."""

    view: dict[str, Any]
    move: str | None
    by: str | None
    events: Events


class StepsOut(Schema):
    items: list[Step]
    next: int | None = Field(description="`start` of the next page; null on the last one.")
