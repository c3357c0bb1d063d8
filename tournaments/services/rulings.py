"""What organisers decide: rulings (T12), penalties (T15), no-shows (T9), calls, putting wrong exits right (T11)."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.services import Refused

from ..models import Entry, Penalty, Round, RoundTable, Tournament
from . import registration
from .log import locked, must_help, must_organise, note


def table_of(tournament: Tournament, round: int, number: int) -> RoundTable:
    row = RoundTable.objects.filter(
        round__tournament=tournament, round__state=Round.State.PUBLISHED, round__number=round, number=number
    ).first()
    if row is None:
        raise Refused("gone", _("There is no such table."))
    return row


def rule(
    slug: str, by: Any, round: int, number: int, places: list[int], penalties: list[int], deals: int, reason: str
) -> RoundTable:
    """A result by ruling, with a reason; it stands for whatever was played or typed (T12).  Empty places cancel it."""
    with locked(slug) as tournament:
        must_organise(tournament, by)
        row = table_of(tournament, round, number)
        before = row.ruling
        if not places:
            row.ruling = None
        else:
            if not reason.strip():
                raise Refused("bad_message", _("A ruling needs a reason."))
            if len(places) != len(row.seats) or len(penalties) != len(row.seats) or not _is_ranking(places):
                raise Refused("bad_message", _("Give every seat a place (1, 2, 2, 4) and its penalty points."))
            row.ruling = {"places": places, "penalties": penalties, "deals": deals, "reason": reason[:300]}
        row.save()
        note(tournament, by, "ruling", what=f"{round}/{number}", before=before, after=row.ruling)
    return row


def _is_ranking(places: list[int]) -> bool:
    return all(place == 1 + sum(other < place for other in places) for place in places)


def no_show(slug: str, by: Any, round: int, number: int, seat: int) -> RoundTable:
    """The seat's player has not come: last at this table, and set aside until checked in again (T9)."""
    with locked(slug) as tournament:
        if by is not None:
            must_help(tournament, by)
        row = table_of(tournament, round, number)
        if not 0 <= seat < len(row.seats):
            raise Refused("bad_message", _("There is no such seat."))
        if seat not in row.absent:
            row.absent = sorted({*row.absent, seat})
            row.save()
            entry = Entry.objects.get(pk=row.seats[seat])
            if entry.state in (Entry.State.REGISTERED, Entry.State.CHECKED_IN):
                registration.set_aside(tournament, entry, by, "no-show")
    return row


def penalise(slug: str, by: Any, entry_id: int, round: int, score: float, points: int, reason: str) -> Penalty:
    with locked(slug) as tournament:
        must_organise(tournament, by)
        if not reason.strip() or not (score or points) or abs(score) > 100 or abs(points) > 10_000:
            raise Refused("bad_message", _("A penalty has an amount and a reason."))
        entry = tournament.entries.filter(pk=entry_id).first()
        if entry is None:
            raise Refused("gone", _("There is no such entry."))
        penalty = Penalty.objects.create(
            tournament=tournament, entry=entry, round=round, score=int(score * 1000 + (0.5 if score > 0 else -0.5)),
            points=points, reason=reason[:300], at=timezone.now(),
        )  # fmt: skip
        after = {"score": score, "points": points, "round": round, "reason": penalty.reason}
        note(tournament, by, "penalty", what=entry.name, after=after)
    return penalty


def cancel_penalty(slug: str, by: Any, penalty_id: int) -> Penalty:
    with locked(slug) as tournament:
        must_organise(tournament, by)
        penalty = tournament.penalties.filter(pk=penalty_id).first()
        if penalty is None:
            raise Refused("gone", _("There is no such penalty."))
        penalty.cancelled = True
        penalty.save()
        note(tournament, by, "penalty cancelled", what=penalty.entry.name)
    return penalty


def restore(slug: str, by: Any, entry_id: int) -> Entry:
    """Put back who went out wrongly, from the next round (T11)."""
    with locked(slug) as tournament:
        must_organise(tournament, by)
        entry = tournament.entries.filter(pk=entry_id).first()
        if entry is None:
            raise Refused("gone", _("There is no such entry."))
        number = tournament.rounds.filter(state=Round.State.PUBLISHED).count() + 1
        entry.restored = sorted({*entry.restored, number})
        entry.save()
        note(tournament, by, "restored", what=entry.name, after=number)
    return entry


def freeze(slug: str, by: Any, round: int | None) -> Tournament:
    """The public sees the standings as of a round, until they are thawed (T14)."""
    with locked(slug) as tournament:
        must_organise(tournament, by)
        before, tournament.frozen_at = tournament.frozen_at, round
        tournament.save()
        note(tournament, by, "freeze", before=before, after=round)
    return tournament


def call(slug: str, round: int, number: int, on: bool, by: Any) -> RoundTable:
    """A table calls the organiser, or the call has been answered."""
    with locked(slug) as tournament:
        row = table_of(tournament, round, number)
        if not on:
            must_help(tournament, by)
        if on == bool(row.called_at):
            return row
        row.called_at = timezone.now() if on else None
        row.save()
        note(tournament, by, "called" if on else "call answered", what=f"{round}/{number}")
    return row
