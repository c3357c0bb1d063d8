"""Matches: the results of the deals at a table, in order, into totals, who is out, the end and the places (M1-M9).

A `Match` is a frozen value, folded from what happened: `Match.start(...)`, then `add` for each deal that ended and
`leave` for each seat that left, in the order in which that happened.  All seats here are table seats, `0..n-1`
clockwise, except those within a `DealResult`, which are numbered as in its deal (M6).  A format is one small class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Self

from .game import BadDeal, Game, Option, Outcome, gettext_noop


@dataclass(frozen=True)
class DealResult:
    """A deal that ended.  `dealer` and the seats in `outcome` are deal seats: places in `seats`."""

    seats: tuple[int, ...]  # the table seats dealt in, clockwise
    dealer: int
    outcome: Outcome
    playoff: bool = False

    def table_seats(self, deal_seats: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted(self.seats[seat] for seat in deal_seats))


@dataclass(frozen=True)
class SheetRow:
    """One line of the score sheet.  `points` has None for a seat not dealt in, or gone before the deal ended (M9)."""

    deal: int  # from 1, play-offs counted
    kind: str
    playoff: bool
    points: tuple[int | None, ...]
    winners: tuple[int, ...]
    losers: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "deal": self.deal,
            "kind": self.kind,
            "playoff": self.playoff,
            "points": list(self.points),
            "winners": list(self.winners),
            "losers": list(self.losers),
        }


class NextDeal(NamedTuple):
    """What to deal next, in table seats."""

    seats: tuple[int, ...]
    dealer: int
    fool: int | None
    playoff: bool


class Format(ABC):
    """How deals make a match.  It has no state; every method reads a `Match`."""

    slug: ClassVar[str]
    name: ClassVar[str]
    help: ClassVar[str]
    has_playoffs: ClassVar[bool] = False  # M7

    @abstractmethod
    def option(self, game: type[Game]) -> Option:
        """The format's one setting, with its default for `game` (M5)."""

    @abstractmethod
    def is_decided(self, match: Match) -> bool:
        """Whether the match is over though two or more seats are still in."""

    @abstractmethod
    def rank(self, match: Match, seat: int) -> tuple[int, ...]:
        """Of two seats that stayed the one with the smaller value has the better place; equal: shared."""

    def now_out(self, match: Match) -> Collection[int]:
        """The seats for which the deal just added was the last one."""
        return ()


class Elimination(Format):
    """M2: who reaches `limit` penalty points is out; the last one left wins."""

    slug = "elimination"
    name = gettext_noop("Elimination")
    help = gettext_noop("Penalty points add up; who reaches the limit is out, and the last one left wins.")

    def option(self, game: type[Game]) -> Option:
        return Option("limit", _LIMITS.get(game.slug, 5), gettext_noop("Out at this many points"), low=1, high=10_000)

    def is_decided(self, match: Match) -> bool:
        return False

    def rank(self, match: Match, seat: int) -> tuple[int, ...]:
        total, deal = match.totals[seat], match.out.get(seat)
        if deal is None:
            return (0, 0, total, 0)
        return (1, -deal, total, total - (match.sheet[deal - 1].points[seat] or 0))

    def now_out(self, match: Match) -> Collection[int]:
        """LP18: if nobody is left under the limit, the lowest total stays; those tied at it play on."""
        totals = {seat: match.totals[seat] for seat in match.still_in}
        bound = match.target if any(total < match.target for total in totals.values()) else min(totals.values()) + 1
        return [seat for seat, total in totals.items() if total >= bound]


class FirstTo(Format):
    """M3: until somebody has won (or, as the game counts, lost) `count` deals."""

    slug = "first_to"
    name = gettext_noop("First to")
    help = gettext_noop("Ends when somebody has that many wins; in games that count losses, that many losses.")
    has_playoffs = True

    def option(self, game: type[Game]) -> Option:
        label = gettext_noop("Wins") if game.counts == "wins" else gettext_noop("Losses")
        return Option("count", _COUNTS.get(game.slug, 3), label, low=1, high=100)

    def is_decided(self, match: Match) -> bool:
        return any(match.counts[seat] >= match.target for seat in match.still_in)

    def rank(self, match: Match, seat: int) -> tuple[int, ...]:
        return (match.merit(seat), match.totals[seat])


class Deals(Format):
    """M4: `count` deals; the fewest penalty points win."""

    slug = "deals"
    name = gettext_noop("Number of deals")
    help = gettext_noop("So many deals are played; the fewest penalty points win.")

    def option(self, game: type[Game]) -> Option:
        return Option("count", 4, gettext_noop("Deals"), low=1, high=100)

    def is_decided(self, match: Match) -> bool:
        return len(match.sheet) >= match.target

    def rank(self, match: Match, seat: int) -> tuple[int, ...]:
        return (match.totals[seat], match.merit(seat))


FORMATS: dict[str, Format] = {format.slug: format for format in (Elimination(), FirstTo(), Deals())}

# M5, for the games that differ from `first_to` 3; the limits of other games are the site's own
_FORMAT_OF = {"last-player": Elimination.slug}
_COUNTS = {"follow-the-leader": 1}
_LIMITS = {"last-player": 100, "king-george-iii": 50}


def default_format(game: type[Game]) -> str:
    """The format that a table of `game` is offered first (M5)."""
    return _FORMAT_OF.get(game.slug, FirstTo.slug)


def full_params(game: type[Game], format: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The format's setting with its value.  Raises BadDeal for an unknown format or name or a value out of range."""
    if format not in FORMATS:
        raise BadDeal(f"there is no match format {format!r}")
    option = FORMATS[format].option(game)
    if unknown := set(params) - {option.name}:
        raise BadDeal(f"{format} has no setting {min(unknown)!r}")
    value = params.get(option.name, option.default)
    option.check(value)
    return {option.name: value}


@dataclass(frozen=True)
class Match:
    """One match so far."""

    game: type[Game]
    format: str
    target: int  # the format's limit or count
    totals: tuple[int, ...]  # penalty points
    counts: tuple[int, ...]  # deals won, or lost, as the game counts (M3)
    deal_from: int  # the next dealer is the first seat still in from here, clockwise (M6)
    fool: int | None = None  # who lost the deal before, where that matters to the game
    tied: tuple[int, ...] = ()  # who must play off one win (M7)
    tied_from: int = 0  # likewise the dealer of the play-off
    sheet: tuple[SheetRow, ...] = ()
    outs: tuple[tuple[int, int], ...] = ()  # (seat, deal), in order (M2)
    left: tuple[int, ...] = ()  # in the order of leaving (M9)
    last_deal: int | None = None  # the clock of a tournament's round has run out: the match ends with this deal (T9)

    @classmethod
    def start(
        cls,
        game: type[Game],
        format: str,
        params: Mapping[str, Any],
        seats: int,
        first_dealer: int,
        carried: Sequence[int] = (),
    ) -> Self:
        """A match of `seats` players before its first deal; `carried`: points brought along (T8).  Raises BadDeal."""
        (target,) = full_params(game, format, params).values()
        if seats not in game.seats or not 0 <= first_dealer < seats or len(carried) not in (0, seats):
            raise BadDeal(f"no match of {game.slug} for {seats} players, dealer {first_dealer}, carried {carried}")
        return cls(game, format, target, tuple(carried) or (0,) * seats, (0,) * seats, first_dealer)

    # -- what happens --------------------------------------------------------------------------
    def add(self, result: DealResult) -> Self:
        """The match after that deal; after its end nothing counts any more."""
        if self.over:
            return self
        row = self._row(result)
        totals = tuple(total + (points or 0) for total, points in zip(self.totals, row.points, strict=True))
        after = replace(self, sheet=(*self.sheet, row), totals=totals)._counted(row, result)
        if not result.playoff:
            after = after._dealer_passed(row, result)
        outs = tuple((seat, row.deal) for seat in after._formatted.now_out(after))
        return replace(after, outs=after.outs + outs)

    def leave(self, *seats: int) -> Self:
        """The match after `seats` left or were removed (M9); who is out already, or has left, cannot."""
        if self.over:
            return self
        after = replace(self, left=self.left + tuple(seat for seat in seats if seat in self.still_in))
        return after._one_win_for(self.tied)

    # -- what follows from it ------------------------------------------------------------------
    @property
    def out(self) -> dict[int, int]:
        """Seat -> the number of the deal in which it went out, in that order."""
        return dict(self.outs)

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that would be dealt in."""
        out = self.out
        return tuple(seat for seat in range(len(self.totals)) if seat not in out and seat not in self.left)

    @property
    def over(self) -> bool:
        return len(self.still_in) < 2 or self._out_of_time or self._formatted.is_decided(self)

    @property
    def abandoned(self) -> bool:
        """Nobody is left: no result (M9)."""
        return not self.still_in

    @property
    def places(self) -> list[int]:
        """The place of each seat as things stand: 1, 2, 2, 4 (M1); final once the match is over."""
        ranks = [self._rank(seat) for seat in range(len(self.totals))]
        return [1 + sum(other < rank for other in ranks) for rank in ranks]

    def merit(self, seat: int) -> int:
        """Wins or losses as a number of which the smaller is the better."""
        return -self.counts[seat] if self.game.counts == "wins" else self.counts[seat]

    def next_deal(self) -> NextDeal | None:
        """Who is dealt in, who deals and who was the fool (M6, M7); None when the match is over."""
        if self.over:
            return None
        if self.tied:
            return NextDeal(self.tied, self._first(self.tied_from, self.tied), None, playoff=True)
        seats = self.still_in
        fool = None if self.fool is None else self._first(self.fool, seats)
        return NextDeal(seats, self._first(self.deal_from, seats), fool, playoff=False)

    def as_json(self) -> dict[str, Any]:
        """As the table protocol shows it."""
        return {
            "sheet": [row.as_json() for row in self.sheet],
            "totals": list(self.totals),
            "counts": list(self.counts),
            "out": {str(seat): deal for seat, deal in self.outs},
            "over": self.over,
            "places": self.places if self.over and not self.abandoned else None,
        }

    # -- steps ---------------------------------------------------------------------------------
    @property
    def _out_of_time(self) -> bool:
        return self.last_deal is not None and len(self.sheet) >= self.last_deal

    @property
    def _formatted(self) -> Format:
        return FORMATS[self.format]

    def _rank(self, seat: int) -> tuple[int, ...]:
        """M9: who left stands behind all who stayed, a later leaver better."""
        if seat in self.left:
            return (1, -self.left.index(seat))
        return (0, *self._formatted.rank(self, seat))

    def _row(self, result: DealResult) -> SheetRow:
        """A play-off adds no points (M7), and a deal none to who has left (M9)."""
        points: list[int | None] = [None] * len(self.totals)
        for seat, penalty in zip(result.seats, result.outcome.penalties, strict=True):
            if seat not in self.left:
                points[seat] = 0 if result.playoff else penalty
        outcome = result.outcome
        winners, losers = result.table_seats(outcome.winners), result.table_seats(outcome.losers)
        return SheetRow(len(self.sheet) + 1, outcome.kind, result.playoff, tuple(points), winners, losers)

    def _counted(self, row: SheetRow, result: DealResult) -> Self:
        """With the deal's wins or losses (M3)."""
        if self.game.counts == "losses":
            return self._credited(row.losers)
        if not self._formatted.has_playoffs:
            return self._credited(row.winners)
        if row.playoff and self._decided_otherwise(row):
            return self
        return replace(self, tied_from=result.seats[result.dealer] + 1)._one_win_for(row.winners)

    def _decided_otherwise(self, row: SheetRow) -> bool:
        """Whether leaving took a play-off its meaning: one tied seat was left, or all its winners have gone."""
        return not self.tied or set(row.winners) <= set(self.left)

    def _one_win_for(self, winners: Collection[int]) -> Self:
        """A win for the only one of `winners` who stayed, or a tie to play off (M7)."""
        here = tuple(seat for seat in winners if seat not in self.left)
        return replace(self, tied=here) if len(here) > 1 else replace(self, tied=())._credited(here)

    def _credited(self, seats: Collection[int]) -> Self:
        here = set(seats).difference(self.left)
        return replace(self, counts=tuple(count + (seat in here) for seat, count in enumerate(self.counts)))

    def _dealer_passed(self, row: SheetRow, result: DealResult) -> Self:
        """M6: to the left; in games where the fool matters to the fool, unless the deal was drawn (DK1)."""
        if self.game.fool_matters and row.losers:
            return replace(self, deal_from=row.losers[0], fool=row.losers[0])
        return replace(self, deal_from=result.seats[result.dealer] + 1, fool=None)

    def _first(self, start: int, among: Collection[int]) -> int:
        """The first of `among` from seat `start` on, clockwise."""
        return min(among, key=lambda seat: (seat - start) % len(self.totals))
