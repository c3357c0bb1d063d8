"""Standings as people see them: the ranking in words, remembered by the version of the event (T13, T14)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from . import formats, record, wording
from .formats import Standing
from .formats.book import Line as Gained
from .models import Entry, Tournament
from .services.log import role

KEPT = 64  # boards that a process remembers
BY_SCORE = {"swiss", "round_robin"}


@dataclass(frozen=True)
class Line:
    """One entry's line, in words."""

    entry: int
    name: str
    club: str
    place: int | None
    state: str
    gone: bool
    main: str  # what the format counts: score or penalty points
    values: tuple[tuple[str, str], ...]  # score and tie-breaks: label and value
    rounds: tuple[tuple[int, str], ...]  # what each round gave
    last: str  # what the newest round gave, in short
    why: tuple[str, ...]
    username: str = ""  # of the account, for a link


@dataclass(frozen=True)
class Board:
    """Standings as of `round`; `last` is the newest that may be seen."""

    lines: tuple[Line, ...]
    round: int
    last: int
    main: str  # the heading of the main column
    frozen: bool

    def line(self, entry: int | None) -> Line | None:
        return next((line for line in self.lines if line.entry == entry), None)

    @property
    def rounds(self) -> range:
        return range(1, self.last + 1)


def frozen_for(tournament: Tournament, user: Any) -> int | None:
    """The last round whose results `user` may see; None: all.  Organisers and helpers see all (T14)."""
    return None if tournament.frozen_at is None or role(tournament, user) else record.public_round(tournament)


def board(tournament: Tournament, as_of: int | None = None, frozen: int | None = None) -> Board:
    """Standings as of a round (None: now), no later than `frozen`."""
    return _board(tournament.pk, tournament.version, as_of, frozen, get_language() or "en")


@lru_cache(KEPT)
def _board(pk: int, version: int, as_of: int | None, frozen: int | None, language: str) -> Board:
    """The version and the language only say which board is meant."""
    tournament = Tournament.objects.get(pk=pk)
    history, format = record.history(tournament), record.format_of(tournament)
    played = len(history.rounds)
    last = played if frozen is None else min(frozen, played)
    shown = last if as_of is None else min(as_of, last)
    standings = formats.rank(format, history, shown if shown < played else None)
    labels = {criterion.name: criterion.label for criterion in format.criteria(history)}
    people = tournament.entries.select_related("user").in_bulk()
    names = {entry.pk: entry.shown_name for entry in people.values()}
    by_score = tournament.format in BY_SCORE
    lines = (_line(one, people[one.entry], names, labels, by_score) for one in standings)
    main = _("Score") if by_score else _("Penalty points")
    return Board(tuple(lines), shown, last, main, frozen is not None and frozen < played)


def _line(one: Standing, entry: Entry, names: wording.Names, labels: dict[str, str], by_score: bool) -> Line:
    values = ((_(labels[name]), wording.amount(value)) for name, value in one.values if value is not None)
    return Line(
        one.entry, entry.shown_name, entry.club, one.place, wording.state(one.state), one.state not in ("in", "away"),
        wording.amount(one.score if by_score else one.points), tuple(values),
        tuple((line.round, _gained(line, by_score)) for line in one.lines),
        _short(one.lines[-1], by_score) if one.lines else "", tuple(wording.why(one, names)),
        entry.user.username if entry.user else "",
    )  # fmt: skip


def _gained(line: Gained, by_score: bool) -> str:
    """What a round gave, in a sentence."""
    if line.kind == "played":
        amount = wording.amount(line.score if by_score else line.points)
        text = _("table {table}: place {place}, +{amount}")
        return text.format(table=line.table, place=line.place, amount=amount)
    if line.kind == "bye":
        return _("bye: +{amount}").format(amount=wording.amount(line.score)) if by_score else _("bye")
    if line.kind == "absent":
        return _("table {table}: did not appear").format(table=line.table)
    return _("table {table}: being played").format(table=line.table) if line.kind == "open" else _("not here")


def _short(line: Gained, by_score: bool) -> str:
    if line.kind in ("open", "missed"):
        return "…" if line.kind == "open" else ""
    return f"+{wording.amount(line.score if by_score else line.points)}"
