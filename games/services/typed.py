"""Tables scored by hand: opened in play, deals entered one by one, the result confirmed by a second person (T10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from .. import scoring
from ..models import Deal, Result, ResultRow, Seat, SeatClaim, Table
from ..rules.match import NextDeal
from . import deals, results
from .locking import locked
from .refused import Refused
from .tables import check_settings

KEY_LENGTH = 64


@dataclass(frozen=True)
class Actor:
    """Who holds the phone: a user or nobody known, and the device."""

    user: Any = None
    device: str = ""

    @property
    def name(self) -> str:
        return self.user.shown_name if self.user else ""


def open_typed(
    host: Any,
    game: str,
    options: dict[str, Any],
    names: Sequence[str | Any],
    format: str,
    params: dict[str, Any],
    public: bool,
    *,
    first_dealer: int | None = None,
    carried: Sequence[int] = (),
    accounts_only: bool = False,
) -> Table:
    """A table in play whose seats are users or plain names, clockwise.  Raises Refused."""
    options = check_settings(game, options, len(names), format, params, None)
    users = [name.pk for name in names if not isinstance(name, str)]
    if len(set(users)) < len(users):
        raise Refused("bad_message", _("Somebody sits there twice."))
    now = timezone.now()
    table = Table.objects.create(
        kind=Table.Kind.TYPED, state=Table.State.PLAYING, game=game, options=options, format=format, params=params,
        public=public, host=host, carried=list(carried), accounts_only=accounts_only,
        created_at=now, started_at=now, first_dealer=first_dealer or 0,
        modes=Table.Mode.PLAYER * len(names), timeouts="0" * len(names),
    )  # fmt: skip
    Seat.objects.bulk_create(_seat(table, number, name) for number, name in enumerate(names))
    return table


def _seat(table: Table, number: int, who: str | Any) -> Seat:
    if not isinstance(who, str):
        return Seat(table=table, number=number, user=who, name=who.shown_name)
    name = " ".join(who.split())
    if not name or len(name) > 40 or not name.isprintable():
        raise Refused("bad_message", _("A name has 1 to 40 characters."))
    return Seat(table=table, number=number, name=name)


# -- who may do what ----------------------------------------------------------------------------------------


def claim(slug: str, actor: Actor, number: int) -> Table:
    """This device writes for a seat from now on; a signed-in user takes over a plain name.  One seat a device (T10).

    Once the result counts a name may still be taken over, which gives no say in the result: the link is public by then.
    """
    with locked(slug) as table:
        _must_be_typed(table)
        seat = table.seats.filter(number=number).first()
        if seat is None or not actor.device or len(actor.device) > KEY_LENGTH:
            raise Refused("bad_message", _("There is no such seat."))
        if table.accounts_only and actor.user is None:
            raise Refused("not_allowed", _("Sign in first: the organiser wants to know who writes."))
        if table.ended_at and actor.user is None:
            raise Refused("not_allowed", _("Sign in first: then the match becomes yours."))
        if seat.user_id and (actor.user is None or seat.user_id != actor.user.pk):
            raise Refused("not_allowed", _("That seat belongs to somebody with an account."))
        claimed = {"seat": number, "user": actor.user}
        SeatClaim.objects.update_or_create(
            table=table, device=actor.device, defaults=claimed, create_defaults={**claimed, "at": timezone.now()}
        )
        if actor.user and not seat.user_id and not table.seats.filter(user=actor.user).exists():
            seat.user, seat.name = actor.user, actor.user.shown_name
            seat.save()
    return table


def seat_of(table: Table, actor: Actor) -> int | None:
    """The table seat that the actor writes for."""
    if actor.user is not None:
        own = table.seats.filter(user=actor.user).values_list("number", flat=True).first()
        if own is not None:
            return own
    return table.claims.filter(device=actor.device).values_list("seat", flat=True).first() if actor.device else None


def may_write(table: Table, actor: Actor) -> bool:
    """The host, and whoever holds a seat and did so before the result counted."""
    if actor.user and table.host_id == actor.user.pk:
        return True
    return seat_of(table, actor) is not None and not _came_late(table, actor)


def _came_late(table: Table, actor: Actor) -> bool:
    if table.ended_at is None:
        return False
    theirs = Q(user=actor.user) if actor.user else Q(device=actor.device)
    claims = table.claims.filter(theirs).values_list("at", flat=True)
    return bool(claims) and min(claims) > table.ended_at


def _must_write(table: Table, actor: Actor, organiser: bool = False) -> None:
    if not organiser and not may_write(table, actor):
        raise Refused("not_allowed", _("Take your seat on this phone first, then enter scores."))


def _must_be_typed(table: Table) -> None:
    if table.kind != Table.Kind.TYPED:
        raise Refused("not_now", _("This table is played live; its scores come from the moves."))


def _must_not_be_void(table: Table) -> None:
    if table.state == Table.State.VOID:
        raise Refused("not_now", _("This match was declared void."))


def _must_run(table: Table) -> None:
    _must_not_be_void(table)
    _must_be_typed(table)
    if table.state != Table.State.PLAYING:
        raise Refused("not_now", _("This match is over. A mistake is put right by a correction."))


# -- deals ------------------------------------------------------------------------------------------------


def next_deal(table: Table) -> NextDeal | None:
    """Who is dealt in next, and who deals; None when the match is over."""
    return deals.match_of(table).next_deal()


def enter_deal(
    slug: str, actor: Actor, number: int, data: Mapping[str, Any], key: str = "", *, organiser: bool = False
) -> Table:
    """The score of deal `number`.  Sent again with the same key it is counted once."""
    with locked(slug) as table:
        if key and table.deals.filter(entry_key=key[:KEY_LENGTH]).exists():
            return table
        _must_run(table)
        _must_write(table, actor, organiser)
        following = next_deal(table)
        if following is None:
            raise Refused("not_now", _("The match is over: confirm the result."))
        if number != table.deal_number + 1:
            raise Refused("stale", _("Somebody has entered that deal already. Look again, please."))
        seats = list(following.seats)
        outcome, entry = _outcome(table, data, len(seats))
        fool = None if following.fool is None else seats.index(following.fool)
        Deal.objects.create(
            table=table, number=number, seats=seats, dealer=seats.index(following.dealer), fool=fool,
            playoff=following.playoff, created_at=timezone.now(), ended_at=timezone.now(), outcome=outcome,
            entry=entry, entry_key=key[:KEY_LENGTH], entered_by=actor.name,
        )  # fmt: skip
        table.deal_number = number
        _propose_if_over(table, actor)
    return table


def _outcome(table: Table, data: Mapping[str, Any], seats: int) -> tuple[dict[str, Any], dict[str, Any]]:
    try:
        entry = scoring.Entry.read(data, seats)
        return scoring.outcome_of(table.game, table.options, entry, seats).as_json(), entry.as_json()
    except scoring.BadEntry as error:
        raise Refused("bad_message", str(error)) from None


def undo_deal(slug: str, actor: Actor, number: int, *, organiser: bool = False) -> Table:
    """Take back the last deal entered, before the result is confirmed."""
    with locked(slug) as table:
        _must_run(table)
        _must_write(table, actor, organiser)
        if number != table.deal_number or number == 0:
            raise Refused("stale", _("Only the last deal can be taken back."))
        table.deals.filter(number=number).delete()
        table.deal_number -= 1
        _withdraw(table)
    return table


def _withdraw(table: Table) -> None:
    table.results.filter(state=Result.State.ENTERED).update(state=Result.State.VOID)


# -- the result -------------------------------------------------------------------------------------------


def _propose_if_over(table: Table, actor: Actor) -> None:
    if deals.match_of(table).over:
        _propose(table, actor)


def finish(slug: str, actor: Actor, *, organiser: bool = False) -> Table:
    """End the match as it stands (the evening is over); a second person confirms."""
    with locked(slug) as table:
        _must_run(table)
        _must_write(table, actor, organiser)
        if not table.deal_number:
            raise Refused("not_now", _("No deal has been entered yet."))
        _propose(table, actor)
    return table


def _propose(table: Table, actor: Actor, reason: str = "") -> Result:
    """A new version of the result, waiting to be confirmed."""
    _withdraw(table)
    match = deals.match_of(table)
    version = (table.results.aggregate(last=Max("version"))["last"] or 0) + 1
    result = Result.objects.create(
        table=table, version=version, source=Result.Source.TYPED, state=Result.State.ENTERED,
        sheet=results.sheet(match), by=actor.user, device=actor.device, reason=reason, at=timezone.now(),
    )  # fmt: skip
    ResultRow.objects.bulk_create(ResultRow(result=result, **row) for row in results.rows(table, match))
    return result


def waiting(table: Table) -> Result | None:
    """The result that waits to be confirmed."""
    return table.results.filter(state=Result.State.ENTERED).last()


def confirm(slug: str, actor: Actor, version: int, *, organiser: bool = False) -> Table:
    """A second person (another device, another seat; or an organiser) agrees; from now on the result counts (T10)."""
    with locked(slug) as table:
        _must_be_typed(table)
        result = waiting(table)
        if result is None or result.version != version:
            raise Refused("stale", _("The result has changed. Look again, please."))
        if not organiser:
            _must_be_second(table, actor, result)
        table.results.filter(state=Result.State.CONFIRMED).update(state=Result.State.SUPERSEDED)
        result.state = Result.State.CONFIRMED
        result.save(update_fields=["state"])
        table.state, table.phase = Table.State.FINISHED, Table.Phase.NONE
        table.ended_at, table.tallied_at = table.ended_at or timezone.now(), None
    return table


def _must_be_second(table: Table, actor: Actor, result: Result) -> None:
    _must_write(table, actor)
    same_user = actor.user is not None and actor.user.pk == result.by_id
    if same_user or (actor.device and actor.device == result.device):
        raise Refused("not_allowed", _("Another player confirms, on another phone."))


def correct(
    slug: str, actor: Actor, number: int, data: Mapping[str, Any], reason: str, *, organiser: bool = False
) -> Table:
    """Put a deal right after the end: a new version with a reason, which counts once it is confirmed."""
    reason = " ".join(reason.split())[:300]
    with locked(slug) as table:
        _must_be_typed(table)
        _must_not_be_void(table)
        _must_write(table, actor, organiser)
        if not reason:
            raise Refused("bad_message", _("Say why it is corrected."))
        deal = table.deals.filter(number=number).first()
        if deal is None:
            raise Refused("bad_message", _("There is no such deal."))
        deal.outcome, deal.entry = _outcome(table, data, len(deal.seats))
        deal.entered_by = actor.name
        deal.save()
        if table.state == Table.State.FINISHED or waiting(table) or deals.match_of(table).over:
            _propose(table, actor, reason)
    return table
