"""Lists of matches that are over: a player's own, everybody's public ones; and two players head to head.

The lists are quick whatever is stored: `tests/bench/history.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django import forms
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from . import wording
from .models import Result, ResultRow, Seat, Table, fold
from .rules import GAMES
from .rules.match import FORMATS, FirstTo
from .scoring import OTHER, rules_of
from .zones import beginning, zone_named

KNOWN = [*GAMES, OTHER]
PAGE = 30
MOST_SEATS = 6
MORE = ("kind", "format", "place", "since", "until")
DATE = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
LARGEST = 2**63 - 1  # a row's id
CONFIRMED = Result.State.CONFIRMED  # history reads nothing else (T10)


class DayField(forms.DateField):
    """A day; or a moment, as programs write it: "2026-05-31T18:00:00+03:00"."""

    def to_python(self, value: Any) -> date | None:
        if not isinstance(value, str) or "T" not in value:
            return super().to_python(value)
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            moment = datetime.min
        if moment.tzinfo is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return moment


class Filter(forms.Form):
    """What a list is narrowed to.  Sent with GET, so that a narrowed list is a link; what is wrong narrows nothing."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    player = forms.CharField(label=gettext_lazy("Player"), required=False, max_length=40)
    kind = forms.ChoiceField(
        label=gettext_lazy("Played"),
        required=False,
        choices=[("", gettext_lazy("live or by hand")), *Table.Kind.choices],
    )
    format = forms.ChoiceField(
        label=gettext_lazy("The match"), required=False,
        choices=[("", gettext_lazy("any")), *((slug, gettext_lazy(one.name)) for slug, one in FORMATS.items())],
    )  # fmt: skip
    place = forms.TypedChoiceField(
        label=gettext_lazy("Place"), required=False, coerce=int, empty_value=None,
        choices=[("", gettext_lazy("any")), *((str(place), str(place)) for place in range(1, MOST_SEATS + 1))],
    )  # fmt: skip
    since = DayField(label=gettext_lazy("From"), required=False, widget=DATE)
    until = DayField(label=gettext_lazy("To"), required=False, widget=DATE)
    zone = forms.CharField(required=False, max_length=64)  # whose days they are: the browser says it
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
        return any(self.value(name) for name in (*MORE, "game", "player", "account"))

    @property
    def more(self) -> list[forms.BoundField]:
        """What is rarely asked for.  A place is somebody's: it is asked for in one player's list."""
        return [self[name] for name in MORE if name != "place" or self.whose]

    @property
    def narrows_more(self) -> bool:
        return any(field.errors or self.value(field.name) for field in self.more)

    @property
    def whose(self) -> int | None:
        """The id of the one player whose list it is."""
        return self.user.pk if self.user else self.value("account")

    def tables(self) -> QuerySet[Table]:
        """The tables of the list, the newest first."""
        games = [self.value("game")] if self.value("game") else KNOWN
        found = Table.objects.filter(state=Table.State.FINISHED, game__in=games, results__state=CONFIRMED, **self._seat)
        found = found if self.user else found.filter(public=True)
        found = found.filter(**{name: self.value(name) for name in ("kind", "format") if self.value(name)})
        if self.user and (account := self.value("account")):
            found = found.filter(seats__user=account)
        if name := fold(self.value("player") or ""):
            opponent = ~Q(user=self.user) & Q(folded__contains=name)
            found = found.filter(_seats_one(opponent if self.user else Q(folded__startswith=name)))
        return self._in_time(found).order_by(*self._order)

    @property
    def _seat(self) -> dict[str, Any]:
        """The seat of the one whose list it is: whose, where, and how it came in."""
        if not self.whose:
            return {}
        seat: dict[str, Any] = {"seats__user": self.whose}
        if before := self.value("before"):
            seat |= {"seats__table__lt": before}  # said of the seat, so that the index of seats begins there
        if place := self.value("place"):
            seat |= {"results__rows__place": place, "results__rows__seat": F("seats__number")}
        return seat

    @property
    def _order(self) -> tuple[str, ...]:
        """One player's matches are found, and are read, in the order of their tables; all others, as they ended."""
        return ("-pk",) if self.whose else ("-ended_at", "-pk")

    def _in_time(self, found: QuerySet[Table]) -> QuerySet[Table]:
        zone = zone_named(self.value("zone") or "") or UTC
        if since := self.value("since"):
            found = found.filter(ended_at__gte=beginning(since, zone))
        if (until := self.value("until")) and until != date.max:
            last = until if isinstance(until, datetime) else until + timedelta(days=1)
            found = found.filter(ended_at__lt=beginning(last, zone))
        before = None if self.whose else self.value("before")
        if before and (last := Table.objects.filter(pk=before).values_list("ended_at", flat=True).first()):
            found = found.filter(Q(ended_at__lt=last) | Q(pk__lt=before), ended_at__lte=last)
        return found

    def opponent(self) -> int | None:
        """The one account that a player's own list is narrowed to, by its link or by a name that only it has."""
        if not self.user:
            return None
        if account := self.value("account"):
            return account if account != self.user.pk else None
        if not (name := fold(self.value("player") or "")):
            return None
        named = Seat.objects.filter(folded__contains=name, table__seats__user=self.user, user__isnull=False)
        accounts = named.exclude(user=self.user).order_by().values_list("user", flat=True).distinct()[:2]
        return accounts[0] if len(accounts) == 1 else None


def _seats_one(*conditions: Q, **fields: Any) -> Exists:
    return Exists(Seat.objects.filter(*conditions, table=OuterRef("pk"), **fields))


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
    confirmed = Result.objects.filter(state=CONFIRMED).prefetch_related("rows")
    tables = narrowed.tables().prefetch_related("seats", Prefetch("results", confirmed, to_attr="confirmed"))
    found = list(tables[: PAGE + 1])
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
    both = Seat.objects.filter(user=user, table__seats__user=account, table__results__state=CONFIRMED)
    both = both.annotate(mine=_place_of("number"), theirs=_place_of("table__seats__number"), game=F("table__game"))
    counts = (
        both.order_by()
        .values("game")
        .annotate(
            matches=Count("pk"),
            ahead=Count("pk", filter=Q(mine__lt=F("theirs"))),
            behind=Count("pk", filter=Q(mine__gt=F("theirs"))),
        )
    )
    scores = [Score(_(rules_of(row.pop("game")).name), **row) for row in counts if row["game"] in KNOWN]
    scores.sort(key=lambda score: -score.matches)
    return [_sum(scores), *scores] if len(scores) > 1 else scores


def _place_of(seat: str) -> Subquery:
    """In the confirmed result of the table of a seat, at which two are looked at together."""
    row = ResultRow.objects.filter(result__table=OuterRef("table"), result__state=CONFIRMED, seat=OuterRef(seat))
    return Subquery(row.values("place")[:1])


def _sum(scores: list[Score]) -> Score:
    totals = {name: sum(getattr(score, name) for score in scores) for name in ("matches", "ahead", "behind")}
    return Score(_("all games"), **totals)


def name_of(account: int, lines: Iterable[Line]) -> str:
    """What the account was called in the newest of `lines`; empty if it sat at none of them."""
    seats = (seat for line in lines for seat in line.seats if seat.user_id == account)
    return next((seat.shown_name for seat in seats), "")
