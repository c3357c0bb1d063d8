"""Rounds: drafted with reasons, touched by the organiser, published whole in one transaction (T3, T8, T12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db.models import Max
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from games.models import Result, Table
from games.scoring import OTHER
from games.services import Refused
from games.services.tables import call_off

from .. import formats, record
from ..models import Entry, Round, RoundTable, Tournament
from . import play_offs, registration
from .log import locked, must_organise, note
from .tables import open_at

State = Entry.State
RUNNING = Tournament.State.RUNNING


def start(slug: str, by: Any) -> Tournament:
    """Close registration: who has not checked in is set aside, seeds are given, the event runs.  Idempotent."""
    with locked(slug) as tournament:
        if by is not None:
            must_organise(tournament, by)
        if tournament.state == RUNNING:
            return tournament
        if tournament.state != Tournament.State.OPEN:
            raise Refused("not_now", _("This tournament is over."))
        _close_registration(tournament, by)
        if tournament.entries.filter(state__in=_SEATED).count() < max(2, tournament.least):
            raise Refused("not_now", _("There are too few players for a table."))
        _number_seeds(tournament)
        tournament.state, tournament.started_at = RUNNING, timezone.now()
        tournament.save()
        note(tournament, by, "started")
    return tournament


_SEATED = (State.REGISTERED, State.CHECKED_IN)


def _close_registration(tournament: Tournament, by: Any) -> None:
    if not tournament.check_in:
        return
    for entry in tournament.entries.filter(state=State.REGISTERED):
        registration.set_aside(tournament, entry, by, "check-in missed")
    for entry in registration.promote(tournament):
        registration.set_aside(tournament, entry, by, "check-in missed")


def _number_seeds(tournament: Tournament) -> None:
    """By rating at closing, the best first; without one, or where the organiser wants it, by the published lot (T7)."""
    rows = list(tournament.entries.filter(state__in=record.PLAYING))
    _note_ratings(tournament, rows)
    drawn = [row.pk for row in sorted(rows, key=lambda row: _lot(tournament, row))]
    rows.sort(key=lambda row: (row.rating is None, -(row.rating or 0), drawn.index(row.pk)))
    for number, row in enumerate(rows, start=1):
        row.seed_number = number
    Entry.objects.bulk_update(rows, ["seed_number", "rating"], batch_size=500)


def _note_ratings(tournament: Tournament, rows: Sequence[Entry]) -> None:
    """Who has which rating is known above: a setting names the function."""
    users = [row.user_id for row in rows if row.user_id] if tournament.seed_by_rating else []
    ratings = import_string(settings.RATINGS_OF)(users, tournament.game, tournament.kind) if users else {}
    for row in rows:
        row.rating = ratings.get(row.user_id)


def _lot(tournament: Tournament, entry: Entry) -> str:
    return sha256(f"{tournament.seed}/seed/{entry.name}".encode()).hexdigest()


# -- drafting ---------------------------------------------------------------------------------------------


def draft(
    slug: str, by: Any, *, locked_entries: Iterable[int] = (), locked_tables: Iterable[int] = (), keep: bool = False
) -> Round:
    """Seat the next round, for the organisers to look at.  With `keep`, around the entries and tables they have locked.

    Raises Refused: a result is missing (T12), nobody to seat, all rounds played.
    """
    with locked(slug) as tournament:
        if by is not None:
            must_organise(tournament, by)
        held = {*locked_entries, *_seated_at(tournament, set(locked_tables))}
        return _draft(tournament, by, sorted(held), keep)


def _seated_at(tournament: Tournament, numbers: set[int]) -> list[int]:
    """Who sits at those tables of the draft."""
    row = tournament.rounds.filter(state=Round.State.DRAFT).first()
    tables = row.seating["tables"] if row else []
    return [entry for table in tables if table["number"] in numbers for entry in table["seats"]]


def _draft(tournament: Tournament, by: Any, locked_entries: Sequence[int], keep: bool) -> Round:
    if tournament.state != RUNNING:
        raise Refused("not_now", _("The tournament is not being played."))
    history, format = record.history(tournament), record.format_of(tournament)
    row = tournament.rounds.filter(state=Round.State.DRAFT).first()
    wanted = _as_draft(row, locked_entries) if keep and row else None
    try:
        seating = format.seat(history, tournament.seed, wanted)
    except formats.CannotSeat as error:
        raise Refused("not_now", told(error.note)) from None
    row = row or Round(tournament=tournament, number=seating.number, kind=tournament.kind, created_at=timezone.now())
    kinds = {frozenset(table["seats"]): table["kind"] for table in row.seating.get("tables", ()) if "kind" in table}
    row.number, row.byes, row.seating = seating.number, list(seating.byes), _stored(seating, locked_entries, kinds)
    row.terms = _terms(format.match_terms(history))
    row.save()
    _make_late_entries_count(tournament)
    note(tournament, by, "drafted", what=str(row.number))
    return row


def _make_late_entries_count(tournament: Tournament) -> None:
    """Late entries get their seed numbers behind all others."""
    last = tournament.entries.aggregate(last=Max("seed_number"))["last"] or 0
    for row in tournament.entries.filter(seed_number=None, state__in=record.PLAYING):
        last += 1
        Entry.objects.filter(pk=row.pk).update(seed_number=last)


def told(note: formats.Note) -> str:
    return _(note.text).format(**note.params)


def _stored(
    seating: formats.Seating, locked_entries: Sequence[int], kinds: dict[frozenset[int], str]
) -> dict[str, Any]:
    """As JSON; a table of the same players stays live or by hand as it was wanted (`kinds`)."""
    cost = seating.cost
    tables: list[dict[str, Any]] = [{"number": table.number, "seats": list(table.seats)} for table in seating.tables]
    for table in tables:
        if kind := kinds.get(frozenset(table["seats"])):
            table["kind"] = kind
    return {
        "tables": tables,
        "notes": {str(number): [record.note_json(n) for n in notes] for number, notes in seating.notes.items()},
        "cost": {"meetings": cost.meetings, "spread": float(cost.spread), "clubs": cost.clubs, "lead": cost.lead},
        "locked": list(locked_entries),
    }


def _terms(terms: formats.MatchTerms | None) -> dict[str, Any] | None:
    if terms is None:
        return None
    carried = {str(entry): round(points) for entry, points in terms.carried.items()}
    return {"format": terms.format, "settings": dict(terms.settings), "carried": carried}


def tables_of(row: Round) -> tuple[formats.Table, ...]:
    """The tables of a draft."""
    return tuple(formats.Table(table["number"], tuple(table["seats"])) for table in row.seating["tables"])


def _as_draft(row: Round, locked_entries: Sequence[int]) -> formats.Draft:
    return formats.Draft(tables_of(row), frozenset(locked_entries), tuple(row.byes))


def swap(slug: str, by: Any, one: int, other: int) -> dict[str, Any]:
    """Exchange two entries of the draft (a bye too); what the seating costs before and after."""
    with locked(slug) as tournament:
        must_organise(tournament, by)
        row = _the_draft(tournament)
        history, format = record.history(tournament), record.format_of(tournament)
        before = _cost(format.cost(history, tables_of(row)))
        exchanged = {one: other, other: one}
        seated = {entry for table in row.seating["tables"] for entry in table["seats"]} | set(row.byes)
        if not {one, other} <= seated or one == other:
            raise Refused("bad_message", _("These two are not in the draft."))
        for table in row.seating["tables"]:
            table["seats"] = [exchanged.get(entry, entry) for entry in table["seats"]]
        row.byes = [exchanged.get(entry, entry) for entry in row.byes]
        after = _cost(format.cost(history, tables_of(row)))
        row.seating["cost"] = after
        row.save()
        names = Entry.objects.filter(pk__in=[one, other]).values_list("name", flat=True)
        note(tournament, by, "swapped", what=" ↔ ".join(names), before=before, after=after)
    return {"before": before, "after": after}


def _cost(cost: formats.Cost) -> dict[str, Any]:
    return {"meetings": cost.meetings, "spread": float(cost.spread), "clubs": cost.clubs, "lead": cost.lead}


def play_as(slug: str, by: Any, kind: str, tables: Iterable[int] = ()) -> Round:
    """How tables of the draft play: live or by hand; none named: all of them."""
    with locked(slug) as tournament:
        must_organise(tournament, by)
        row, wanted = _the_draft(tournament), set(tables)
        if kind not in Table.Kind.values or (kind == Table.Kind.LIVE and tournament.game == OTHER):
            raise Refused("bad_message", _("Another game can only be scored by hand."))
        if not wanted:
            row.kind = kind
        for table in row.seating["tables"]:
            if not wanted:
                table.pop("kind", None)
            elif table["number"] in wanted:
                table["kind"] = kind
        row.save()
        what = ", ".join(map(str, sorted(wanted))) or str(row.number)
        note(tournament, by, "kind", what=what, after=kind)
    return row


def _the_draft(tournament: Tournament) -> Round:
    row = tournament.rounds.filter(state=Round.State.DRAFT).first()
    if row is None:
        raise Refused("stale", _("There is no draft any more. Look again, please."))
    return row


def drop(slug: str, by: Any) -> None:
    """Throw the draft away."""
    with locked(slug) as tournament:
        must_organise(tournament, by)
        tournament.rounds.filter(state=Round.State.DRAFT).delete()
        note(tournament, by, "draft dropped")


# -- publishing -------------------------------------------------------------------------------------------


def publish(slug: str, by: Any, number: int) -> Round:
    """Make the drafted round public, with all its tables, in one transaction.  Pressed twice it happens once."""
    with locked(slug) as tournament:
        if by is not None:
            must_organise(tournament, by)
        return _publish(tournament, by, number)


def _publish(tournament: Tournament, by: Any, number: int) -> Round:
    done = tournament.rounds.filter(state=Round.State.PUBLISHED, number=number).first()
    if done:
        return done
    row = _the_draft(tournament)
    if row.number != number:
        raise Refused("stale", _("The draft has changed. Look again, please."))
    _must_fit(tournament, row)
    now = timezone.now()
    terms = row.terms or {"format": tournament.match_format, "settings": tournament.match_params}
    people = tournament.entries.select_related("user").in_bulk()
    for table in row.seating["tables"]:
        who, notes = [people[entry] for entry in table["seats"]], row.seating["notes"].get(str(table["number"]), [])
        open_at(row, table["number"], who, table.get("kind", row.kind), terms, notes=notes)
    row.state, row.published_at = Round.State.PUBLISHED, now
    row.ends_at = now + timedelta(minutes=tournament.round_minutes) if tournament.round_minutes else None
    row.save()
    note(tournament, by, "published", what=str(number), after=_seating_by_name(row))
    return row


def _seating_by_name(row: Round) -> dict[str, str]:
    """Table -> the names in seat order, for the log."""
    names = Entry.objects.in_bulk([entry for table in row.seating["tables"] for entry in table["seats"]])
    return {
        str(table["number"]): ", ".join(names[entry].name for entry in table["seats"])
        for table in row.seating["tables"]
    }


def _must_fit(tournament: Tournament, row: Round) -> None:
    """The draft may be older than a withdrawal or a missing result."""
    history, format = record.history(tournament), record.format_of(tournament)
    seated = {entry for table in row.seating["tables"] for entry in table["seats"]} | set(row.byes)
    if not seated <= set(format.in_play(history)):
        raise Refused("stale", _("Somebody in the draft has left. Seat the round again."))
    if any(round.missing() for round in history.rounds):
        raise Refused("not_now", _("Results of the round before are missing."))


def unpublish(slug: str, by: Any, number: int) -> Round:
    """Undo publishing while nothing has been played: the round is a draft again."""
    with locked(slug) as tournament:
        must_organise(tournament, by)
        row = tournament.rounds.filter(state=Round.State.PUBLISHED).last()
        if row is None or row.number != number:
            raise Refused("stale", _("Only the last round can be taken back."))
        tables = list(Table.objects.select_for_update().filter(round_table__round=row).order_by("pk"))
        if any(table.ply or table.deal_number > (table.kind == Table.Kind.LIVE) for table in tables):
            raise Refused("not_now", _("A table has begun to play."))
        for table in tables:
            call_off(table.pk)
        row.tables.all().delete()
        row.state, row.published_at = Round.State.DRAFT, None
        row.save()
        note(tournament, by, "unpublished", what=str(number))
    return row


# -- going on ---------------------------------------------------------------------------------------------


def go_on(tournament_id: int) -> None:
    """After a result: close the round; publish the next where the event runs by itself, or end it.  Idempotent."""
    if is_waiting(tournament_id) and not play_offs.has_play_offs(Tournament.objects.get(pk=tournament_id)):
        return
    with locked(tournament_id) as tournament:
        row = tournament.rounds.filter(state=Round.State.PUBLISHED).last()
        if tournament.state != RUNNING:
            return
        if row is not None and not _closed(tournament, row):
            return
        if record.format_of(tournament).finished(record.history(tournament)):
            _end(tournament)
        elif tournament.automatic:
            _next(tournament)


def is_waiting(tournament_id: int) -> bool:
    """Whether a table of the round being played has no result yet: one cheap question, for the sweep."""
    tables = RoundTable.objects.filter(
        round__tournament=tournament_id, round__state=Round.State.PUBLISHED, round__closed_at=None, ruling__isnull=True
    )
    return tables.exclude(table__results__state=Result.State.CONFIRMED).exists()


def _closed(tournament: Tournament, row: Round) -> bool:
    """Whether the round is over; who has to play off does so at once, while other tables are still playing."""
    if not play_offs.settle(tournament, row):
        return False
    if record.history(tournament).rounds[-1].missing():
        return False
    if row.closed_at is None:
        row.closed_at = timezone.now()
        row.save(update_fields=["closed_at"])
        note(tournament, None, "round over", what=str(row.number))
    return True


def _next(tournament: Tournament) -> None:
    try:
        drafted = _draft(tournament, None, (), keep=False)
    except Refused as refusal:  # told to the organisers, who decide
        _tell_once(tournament, refusal.message)
        return
    _publish(tournament, None, drafted.number)


def _tell_once(tournament: Tournament, why: str) -> None:
    last = tournament.actions.first()
    if last is None or last.verb != "cannot seat":
        note(tournament, None, "cannot seat", after=why)


def _end(tournament: Tournament) -> None:
    tournament.state, tournament.ended_at = Tournament.State.FINISHED, timezone.now()
    tournament.rounds.filter(state=Round.State.DRAFT).delete()
    tournament.save()
    note(tournament, None, "finished")


def end(slug: str, by: Any) -> Tournament:
    """The organiser ends the event as it stands."""
    with locked(slug) as tournament:
        must_organise(tournament, by)
        if tournament.state != RUNNING:
            raise Refused("not_now", _("The tournament is not being played."))
        _end(tournament)
    return tournament
