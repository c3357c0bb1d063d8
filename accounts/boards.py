"""Leaderboards, read: a page from the top on, the next ones, and the players around one; every rank is exact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.models import Table
from games.rules import GAMES

from .models import Player, Pool, Standing, Together
from .ratings.record import POINTS_FROM, SHARE_FROM
from .services import counts, periods

PAGE = 50
MEASURES = {  # measure -> name, what it says
    "rating": (_("Rating"), _("Strength, from the places in all matches. Ratings that have not settled stand below.")),
    "won": (_("Matches won"), _("First places, shared ones too.")),
    "share": (_("Share won"), _("First places among all matches, from %(least)d matches on.")),
    "points": (_("Points a deal"), _("The fewest penalty points a deal, from %(least)d deals on.")),
    "streak": (_("Longest streak"), _("Matches won in a row.")),
    "fools": (_("Fools"), _("Deals lost: who was left with the cards most often.")),
}
LEAST = {"share": SHARE_FROM, "points": POINTS_FROM}
NAMES = ("username", "display_name", "deleted_at", "is_guest", "private")
PEOPLE = Prefetch(  # apart from the rows: joined to them, PostgreSQL sometimes reads half the players to find fifty
    "player", Player.objects.select_related("user").only("bot", *(f"user__{name}" for name in NAMES))
)


def measures(game: str) -> list[str]:
    """What players of a game are ranked by.  Only where a deal has a loser are there fools."""
    return [measure for measure in MEASURES if measure != "fools" or GAMES[game].counts == "losses"]


@dataclass(frozen=True)
class Place:
    """A place between rows: just after the row with that score and player."""

    score: int
    player_id: int

    def __str__(self) -> str:
        return f"{self.score}-{self.player_id}"

    @classmethod
    def read(cls, text: str) -> Place | None:
        """What `str` wrote; None for anything else."""
        score, dash, player = text.partition("-")
        if dash and all(part.isascii() and part.isdigit() and len(part) < 19 for part in (score, player)):
            return cls(min(int(score), 2**31 - 1), int(player))
        return None


@dataclass(frozen=True)
class Row:
    rank: int
    standing: Standing
    measure: str

    @property
    def user(self) -> Any:
        return self.standing.player.user

    @property
    def provisional(self) -> bool:
        return self.measure == "rating" and not self.standing.record.rating.settled

    @property
    def value(self) -> str:
        return value_of(self.measure, self.standing)

    @property
    def note(self) -> str:
        """What the value rests on."""
        if self.measure == "points":
            return ngettext("%(n)d deal", "%(n)d deals", self.standing.deals) % {"n": self.standing.deals}
        return ngettext("%(n)d match", "%(n)d matches", self.standing.matches) % {"n": self.standing.matches}


def value_of(measure: str, standing: Standing) -> str:
    """What a standing shows on that board, in the reader's number format."""
    record = standing.record
    match measure:
        case "rating":
            return f"{record.rating.shown} ± {record.rating.off_by}"
        case "share":
            return f"{number_format(100 * record.won / max(record.matches, 1), 1)} %"
        case "points":
            return str(number_format(record.points / max(record.deals, 1), 2))
        case "streak":
            return str(record.longest)
        case _:
            return str(getattr(record, measure))


@dataclass(frozen=True)
class Page:
    """Rows in order.  `before` and `after`: whether there are more."""

    rows: list[Row]
    before: Place | None = None
    after: Place | None = None


@dataclass(frozen=True)
class Board:
    """Who is ranked by what: of a pool and period; `circle`: only this player and those who have played with it."""

    pool: Pool
    period: str
    measure: str
    circle: Player | None = None

    def page(self, after: Place | None = None, before: Place | None = None) -> Page:
        """The first rows; those after a place; those before it."""
        if before:
            rows = self._above(before, PAGE + 1)
            return self._page(rows[-PAGE:], len(rows) > PAGE, True)
        rows = self._below(after, PAGE + 1)
        return self._page(rows[:PAGE], after is not None, len(rows) > PAGE)

    def around(self, player: Player) -> Page | None:
        """The player in the midst; None for one who is not on the board."""
        own = self._rows.filter(player=player).first()
        if own is None:
            return None
        place = self._place(own)
        above, below = self._above(place, PAGE // 2 + 1), self._below(place, PAGE // 2)
        more = len(above) > PAGE // 2, len(below) == PAGE // 2
        return self._page([*above[-(PAGE // 2) :], own, *below[: PAGE // 2 - 1]], *more)

    # -- rows -----------------------------------------------------------------------------------------
    @property
    def _score(self) -> str:
        return f"by_{self.measure}"

    @property
    def _rows(self) -> QuerySet[Standing]:
        found = Standing.objects.filter(pool=self.pool, period=self.period, listed=True)
        found = found.filter(**{f"{self._score}__isnull": False})
        return found if self._members is None else found.filter(player__in=self._members)

    @cached_property
    def _members(self) -> list[int] | None:
        if self.circle is None:
            return None
        return [self.circle.pk, *set(Together.objects.filter(player=self.circle).values_list("other", flat=True))]

    def _below(self, place: Place | None, number: int) -> list[Standing]:
        """Two ranges of the index: who else has that score, then who has less."""
        if place is None:
            return list(self._rows.order_by(f"-{self._score}", "player")[:number])
        same = list(self._same(place).filter(player__gt=place.player_id).order_by("player")[:number])
        less = self._rows.filter(**{f"{self._score}__lt": place.score}).order_by(f"-{self._score}", "player")
        return [*same, *less[: number - len(same)]]

    def _above(self, place: Place, number: int) -> list[Standing]:
        same = list(self._same(place).filter(player__lt=place.player_id).order_by("-player")[:number])
        more = self._rows.filter(**{f"{self._score}__gt": place.score}).order_by(self._score, "-player")
        return [*same, *more[: number - len(same)]][::-1]

    def _same(self, place: Place) -> QuerySet[Standing]:
        return self._rows.filter(**{self._score: place.score})

    # -- ranks ----------------------------------------------------------------------------------------
    def _page(self, standings: list[Standing], before: bool, after: bool) -> Page:
        if not standings:
            return Page([])
        prefetch_related_objects(standings, PEOPLE)
        first, last = self._place(standings[0]), self._place(standings[-1])
        return Page(list(self._ranked(standings)), first if before else None, last if after else None)

    def _place(self, standing: Standing) -> Place:
        return Place(getattr(standing, self._score), standing.player_id)

    def _ranked(self, standings: list[Standing]) -> Iterator[Row]:
        """1, 2, 2, 4: one more than there are with a higher score."""
        scores = [getattr(standing, self._score) for standing in standings]
        having, score = self._having(scores), scores[0]
        rank = 1 + self._ahead(score)
        for standing, own in zip(standings, scores, strict=True):
            if own != score:
                rank, score = rank + having[score], own
            yield Row(rank, standing, self.measure)

    def _ahead(self, score: int) -> int:
        if self.circle:
            return self._rows.filter(**{f"{self._score}__gt": score}).count()
        return counts.ahead(self.pool.pk, self.period, self.measure, score)

    def _having(self, scores: Iterable[int]) -> Mapping[int, int]:
        if not self.circle:
            return counts.having(self.pool.pk, self.period, self.measure, scores)
        same = self._rows.filter(**{f"{self._score}__in": set(scores)}).order_by()
        return dict(same.values_list(self._score).annotate(Count("pk")))


def pool(game: str, kind: str) -> Pool | None:
    """None: nothing has been counted in it yet."""
    return Pool.objects.filter(game=game, kind=kind).first()


def bots(of: Pool) -> list[Standing]:
    """The bots' ratings, the best first."""
    found = Standing.objects.filter(pool=of, period=periods.ALL, player__user=None).select_related("player")
    return list(found.order_by("-mu"))


def best_kind(game: str) -> str:
    """Live play, unless only matches scored by hand are counted."""
    kinds = set(Pool.objects.filter(Q(game=game)).values_list("kind", flat=True))
    return Table.Kind.TYPED if kinds == {Table.Kind.TYPED} else Table.Kind.LIVE
