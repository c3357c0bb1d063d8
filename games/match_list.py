"""Lists of matches that are over: a player's own, everybody's public ones; and two players head to head."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django import forms
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from . import wording
from .models import Result, ResultRow, Seat, Table
from .rules import GAMES
from .rules.match import FirstTo
from .scoring import OTHER, rules_of

KNOWN = [*GAMES, OTHER]
PAGE = 30
LARGEST = 2**63 - 1  # a row's id
CONFIRMED = Result.State.CONFIRMED  # history reads nothing else (T10)


class Filter(forms.Form):
    """What a list is narrowed to.  Sent with GET, so that a narrowed list is a link; what is wrong narrows nothing."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    player = forms.CharField(label=gettext_lazy("Player"), required=False, max_length=40)
    account = forms.IntegerField(required=False, min_value=1, max_value=LARGEST, widget=forms.HiddenInput)
    before = forms.IntegerField(required=False, min_value=1, max_value=LARGEST, widget=forms.HiddenInput)

    def __init__(self, data: Any, user: Any = None) -> None:
        """`user`: whose matches they are; None: everybody's."""
        super().__init__(data, auto_id="filter-%s", label_suffix="")
        self.user = user
        self.fields["game"].choices = [("", _("all games")), *((slug, _(rules_of(slug).name)) for slug in KNOWN)]
        if user:
            self.fields["player"].label = _("Opponent")
        self.is_valid()

    def value(self, name: str) -> Any:
        return self.cleaned_data.get(name)

    @property
    def narrows(self) -> bool:
        return any(self.value(name) for name in ("game", "player", "account"))

    def tables(self) -> QuerySet[Table]:
        """The tables of the list, the newest first."""
        games = [self.value("game")] if self.value("game") else KNOWN
        found = Table.objects.filter(results__state=CONFIRMED, game__in=games)
        found = found.filter(seats__user=self.user) if self.user else found.filter(public=True)
        if account := self.value("account"):
            found = found.filter(_seats_one(user=account))
        if name := self.value("player"):
            others = ~Q(user=self.user) if self.user else Q()
            found = found.filter(_seats_one(_named(name), others))
        return found.order_by("-pk")

    def opponent(self) -> int | None:
        """The one account that a player's own list is narrowed to, by its link or by a name that only it has."""
        if not self.user:
            return None
        if account := self.value("account"):
            return account if account != self.user.pk else None
        if not self.value("player"):
            return None
        named = Seat.objects.filter(_named(self.value("player")), table__seats__user=self.user, user__isnull=False)
        accounts = named.exclude(user=self.user).order_by().values_list("user", flat=True).distinct()[:2]
        return accounts[0] if len(accounts) == 1 else None


def _seats_one(*conditions: Q, **fields: Any) -> Exists:
    return Exists(Seat.objects.filter(*conditions, table=OuterRef("pk"), **fields))


def _named(name: str) -> Q:
    """Names that hold `name`, in small or capital letters (SQLite itself tells only ASCII letters so)."""
    spelled = {name} if name.isascii() else {name, name.lower(), name.upper(), name.capitalize(), name.title()}
    return reduce(or_, (Q(name__icontains=each) for each in spelled))


# -- the list --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A match as a list shows it.  `own`: the seat of the player whose list it is."""

    table: Table
    seats: list[Seat]
    rows: list[ResultRow]
    own: int | None = None

    @property
    def game(self) -> str:
        return _(rules_of(self.table.game).name)

    @property
    def match(self) -> str:
        return wording.match_in_words(self.table.game, self.table.format, self.table.params)

    @property
    def counts(self) -> str:
        return counted(self.table)

    @property
    def mine(self) -> ResultRow | None:
        return None if self.own is None else self.rows[self.own]

    @property
    def players(self) -> list[tuple[Seat, ResultRow]]:
        """Seats with their result, best place first."""
        return placed(self.seats, self.rows)


def placed(seats: Iterable[Seat], rows: Iterable[ResultRow]) -> list[tuple[Seat, ResultRow]]:
    """Seats with their rows, best place first."""
    return sorted(zip(seats, rows, strict=True), key=lambda pair: (pair[1].place, pair[1].seat))


def counted(table: Table) -> str:
    """What decides a match to a number of deals, "wins" or "losses" (M3); empty where points do."""
    return rules_of(table.game).counts if table.format == FirstTo.slug else ""


def page(narrowed: Filter) -> tuple[list[Line], int | None]:
    """A page of the list, and `before` of the next one if there is more."""
    before = narrowed.value("before")
    tables = narrowed.tables().filter(pk__lt=before) if before else narrowed.tables()
    confirmed = Result.objects.filter(state=CONFIRMED).prefetch_related("rows")
    found = list(tables.prefetch_related("seats", Prefetch("results", confirmed, to_attr="confirmed"))[: PAGE + 1])
    lines = [_line(table, narrowed.user) for table in found[:PAGE]]
    return lines, (found[PAGE - 1].pk if len(found) > PAGE else None)


def _line(table: Any, user: Any) -> Line:
    seats = list(table.seats.all())
    own = next((seat.number for seat in seats if user and seat.user_id == user.pk), None)
    return Line(table, seats, list(table.confirmed[0].rows.all()), own)


# -- head to head ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Score:
    """How a player did against another: matches in which both sat; in how many ahead, behind and level."""

    game: str
    matches: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.matches - self.ahead - self.behind


def head_to_head(user: Any, account: int) -> list[Score]:
    """A line a game, the most played first; with several, "all games" above them."""
    theirs = _rows_of(account).filter(result=OuterRef("result")).values("place")[:1]
    both = _rows_of(user).annotate(theirs=Subquery(theirs), game=F("result__table__game")).filter(theirs__isnull=False)
    counts = both.values("game").annotate(
        matches=Count("pk"),
        ahead=Count("pk", filter=Q(place__lt=F("theirs"))),
        behind=Count("pk", filter=Q(place__gt=F("theirs"))),
    )
    scores = [Score(_(rules_of(row.pop("game")).name), **row) for row in counts if row["game"] in KNOWN]
    scores.sort(key=lambda score: -score.matches)
    return [_sum(scores), *scores] if len(scores) > 1 else scores


def _rows_of(user: Any) -> QuerySet[ResultRow]:
    """The user's own line of every confirmed result."""
    return ResultRow.objects.filter(
        result__state=CONFIRMED, result__table__seats__user=user, result__table__seats__number=F("seat")
    )


def _sum(scores: list[Score]) -> Score:
    totals = {name: sum(getattr(score, name) for score in scores) for name in ("matches", "ahead", "behind")}
    return Score(_("all games"), **totals)


def name_of(account: int, lines: Iterable[Line]) -> str:
    """What the account was called in the newest of `lines`; empty if it sat at none of them."""
    seats = (seat for line in lines for seat in line.seats if seat.user_id == account)
    return next((seat.shown_name for seat in seats), "")
