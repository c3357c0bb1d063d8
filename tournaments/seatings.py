"""Rounds and tables as people see them, and where a player sits now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from games.models import Result, ResultRow, Seat, Table

from . import record, wording
from .models import Entry, Round, RoundTable, Tournament
from .record import Line

CONFIRMED, ENTERED = Result.State.CONFIRMED, Result.State.ENTERED


@dataclass(frozen=True)
class Place:
    """A seat at a table of a round, from 1."""

    seat: int
    entry: Entry
    place: int | None = None
    points: str = ""
    absent: bool = False


@dataclass(frozen=True)
class TableView:
    """One table of a round.  `done`: its result counts; `proposed`: a typed result that waits to be confirmed."""

    number: int
    places: Sequence[Place]
    notes: Sequence[str]
    row: RoundTable | None = None
    done: bool = False
    proposed: Shown | None = None
    kind: str = ""
    play_off_of: int = 0  # the number of the table whose tie is played off here (T7)

    @property
    def table(self) -> Table | None:
        return self.row.table if self.row else None

    @property
    def link(self) -> str:
        return table_link(self.table) if self.table else ""

    @property
    def by_place(self) -> list[Place]:
        return sorted(self.places, key=lambda place: (place.place or 0, place.seat))

    @property
    def is_live(self) -> bool:
        return self.kind == Table.Kind.LIVE

    @property
    def stand_ins(self) -> list[str]:
        """Names of those for whom bots play, since they have no account and the table is live."""
        return [place.entry.shown_name for place in self.places if self.is_live and place.entry.needs_a_bot]

    @property
    def proposed_places(self) -> list[tuple[Any, Place]]:
        """The lines of the result that waits, with who sits there, best first."""
        lines = self.proposed.lines if self.proposed else []
        return sorted(((line, self.places[line.seat]) for line in lines), key=lambda one: (one[0].place, one[0].seat))


@dataclass(frozen=True)
class RoundView:
    """A round, published or drafted."""

    row: Round
    tables: Sequence[TableView]
    byes: Sequence[Entry]
    notes: Sequence[str] = ()
    results_hidden: bool = False

    @property
    def missing(self) -> int:
        return sum(not table.done for table in self.tables)

    @property
    def by_name(self) -> list[tuple[Place, TableView]]:
        """Everybody in alphabetical order, with the table: the play-off where somebody is called to one."""
        found = {place.entry.pk: (place, table) for table in self.tables for place in table.places}
        return sorted(found.values(), key=lambda one: one[0].entry.shown_name.casefold())

    @property
    def main_tables(self) -> list[TableView]:
        """Without play-offs."""
        return [table for table in self.tables if not table.play_off_of]

    @property
    def stand_ins(self) -> list[tuple[TableView, list[str]]]:
        """Live tables at which bots play for people without an account."""
        return [(table, names) for table in self.tables if (names := table.stand_ins)]

    @property
    def missing_first(self) -> list[TableView]:
        """Calls first, then tables without a result, then the others."""
        return sorted(self.tables, key=lambda table: (not _called(table), table.done, table.number))


def _called(table: TableView) -> bool:
    return bool(table.row and table.row.called_at)


def table_link(table: Table) -> str:
    """Where one plays or scores at a table."""
    if table.kind == Table.Kind.TYPED:
        return reverse("games:pad", args=[table.slug])
    return table.get_absolute_url()


def round_view(tournament: Tournament, row: Round, frozen: int | None = None) -> RoundView:
    """A published round; without its results where the standings are frozen before it (T14)."""
    people = tournament.entries.select_related("user").in_bulk()
    hidden = frozen is not None and row.number > frozen
    tables = list(row.tables.select_related("table", "play_off_of"))
    results = _results(row)
    views = [_table(row, table, people, results.get(table.table_id or 0, {}), hidden) for table in tables]
    return RoundView(row, views, [people[entry] for entry in row.byes], _round_notes(row, people), hidden)


@dataclass(frozen=True)
class Shown:
    """A result that counts or waits, with its lines by seat."""

    result: Result
    lines: Sequence[ResultRow]


def _results(row: Round) -> dict[int, dict[str, Shown]]:
    """Table id -> its results that count or wait, by their state.  Asked for by the round, as in `record`."""
    of_round = {"result__table__round_table__round": row, "result__state__in": [CONFIRMED, ENTERED]}
    lines: dict[int, list[ResultRow]] = {}
    for line in ResultRow.objects.filter(**of_round).order_by("seat"):
        lines.setdefault(line.result_id, []).append(line)
    found: dict[int, dict[str, Shown]] = {}
    for result in Result.objects.filter(table__round_table__round=row, state__in=[CONFIRMED, ENTERED]):
        found.setdefault(result.table_id, {})[result.state] = Shown(result, lines.get(result.pk, []))
    return found


def _table(
    round: Round, table: RoundTable, people: dict[int, Entry], results: Mapping[str, Shown], hidden: bool
) -> TableView:
    confirmed, proposed = results.get(CONFIRMED), results.get(ENTERED)
    outcome = record.result_of(round, table, confirmed and [Line(r.place, r.points, r.deals) for r in confirmed.lines])
    places = [
        Place(number, people[entry], absent=number - 1 in table.absent)
        if outcome is None or hidden
        else Place(
            number, people[entry], outcome.places[number - 1], wording.amount(outcome.penalties[number - 1]),
            number - 1 in table.absent,
        )
        for number, entry in enumerate(table.seats, start=1)
    ]  # fmt: skip
    of = table.play_off_of.number if table.play_off_of else 0
    kind = table.table.kind if table.table else round.kind
    notes = _told(table.notes, people)
    return TableView(table.number, places, notes, table, outcome is not None, proposed, kind, of)


def _told(notes: Sequence[Any], people: dict[int, Entry]) -> list[str]:
    names = {pk: entry.shown_name for pk, entry in people.items()}
    return [wording.told(text, params, names) for text, params in notes]


def _round_notes(row: Round, people: dict[int, Entry]) -> list[str]:
    return _told(row.seating.get("notes", {}).get("0", []), people)


def draft_view(tournament: Tournament, row: Round) -> RoundView:
    """A draft, as its organisers see it."""
    people = tournament.entries.select_related("user").in_bulk()
    notes = row.seating["notes"]
    tables = [
        TableView(
            table["number"],
            [Place(number, people[entry]) for number, entry in enumerate(table["seats"], start=1)],
            _told(notes.get(str(table["number"]), []), people),
            kind=table.get("kind", row.kind),
        )
        for table in row.seating["tables"]
    ]
    return RoundView(row, tables, [people[entry] for entry in row.byes], _round_notes(row, people))


def published(tournament: Tournament) -> list[Round]:
    return list(tournament.rounds.filter(state=Round.State.PUBLISHED))


# -- where a player sits now ----------------------------------------------------------------------------------

SOON = timedelta(days=1)  # before an event its players' pages ask whether it has begun


@dataclass(frozen=True)
class Whereabouts:
    """A player's seat in the newest round of a running event; `table` 0: a bye, or not seated yet.

    `waits`: the event has not begun; nothing is to be said, but the page asks again.
    """

    tournament: Tournament
    round: int
    table: int = 0
    seat: int = 0
    link: str = ""
    live: bool = False
    over: bool = False  # this table's result is in
    bye: bool = False
    aside: bool = False  # not seated until checked in again
    waits: bool = False
    begins_in: int = 0  # seconds until the cards are dealt at the latest


def whereabouts(user: Any) -> Whereabouts | None:
    """Where `user` sits in the event that runs, the newest first; else whether one is to begin soon."""
    soon = Q(tournament__starts_at=None) | Q(tournament__starts_at__lte=timezone.now() + SOON)
    entry = (
        Entry.objects.filter(user=user)
        .exclude(state__in=[Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED])
        .filter(
            Q(tournament__state=Tournament.State.OPEN) & soon
            | Q(tournament__state=Tournament.State.RUNNING) & ~Q(state__in=[Entry.State.REQUESTED, Entry.State.WAITING])
        )
        .select_related("tournament")
        .order_by(F("tournament__started_at").desc(nulls_last=True))
        .first()
    )
    return _whereabouts(entry) if entry else None


def _whereabouts(entry: Entry) -> Whereabouts | None:
    """None for who is out: not seated, no bye, and not expected back."""
    tournament = entry.tournament
    if tournament.state == Tournament.State.OPEN:
        return Whereabouts(tournament, 0, waits=True)
    row = tournament.rounds.filter(state=Round.State.PUBLISHED).last()
    if row is None:
        return Whereabouts(tournament, 0, aside=entry.state == Entry.State.ASIDE)
    seated = row.tables.filter(table__seats__user=entry.user_id).select_related("table").last()  # a play-off counts
    if seated is None or entry.pk not in seated.seats:
        aside = entry.state == Entry.State.ASIDE
        missed = entry.joined > row.number or record.entry_of(entry).absent(row.number)
        waits = aside or missed or entry.pk in row.byes
        return Whereabouts(tournament, row.number, bye=entry.pk in row.byes, aside=aside) if waits else None
    over = bool(seated.ruling) or seated.table.state != Table.State.PLAYING
    live = seated.table.kind == Table.Kind.LIVE
    left = Seat.objects.filter(table=seated.table, user=entry.user_id, left_at__isnull=False).exists()
    number = seated.seats.index(entry.pk) + 1
    return Whereabouts(
        tournament, row.number, seated.number, number, table_link(seated.table), live, over or left,
        begins_in=_begins_in(seated.table),
    )  # fmt: skip


def _begins_in(table: Table) -> int:
    if table.phase != Table.Phase.SHUFFLING or table.deal_number > 1 or table.due_at is None:
        return 0
    return max(0, round((table.due_at - timezone.now()).total_seconds()))
