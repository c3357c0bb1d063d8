"""The life of a deal: opened with a commitment, dealt when the texts are in, played, closed; and its match.

Functions that take a `table` expect its locked row, change it and leave saving to the caller (`tables.locked`).
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from .. import replay
from ..models import Deal, Seat, Table
from ..rules import fair
from ..rules.cards import lot
from ..rules.game import Game
from ..rules.match import NextDeal
from . import rows
from .locking import locked
from .refused import Refused

TEXT_LENGTH = 100
SECRET_BYTES = 32


def current_deal(table: Table) -> Deal:
    return table.known.deals[-1] if table.known else table.deals.get(number=table.deal_number)


def match_of(table: Table) -> replay.Match:
    known = table.known or replay.read_parts(table)
    return replay.fold_match(table, known.seats, known.deals)


# -- a new deal ----------------------------------------------------------------------------------------


def open_deal(table: Table, following: NextDeal | None = None) -> None:
    """Publish the commitment of the next deal (looked up if not given) and wait for the players' texts."""
    following = following or match_of(table).next_deal()
    assert following is not None
    secret = secrets.token_hex(SECRET_BYTES)
    first = table.deal_number == 0 and table.first_dealer is None
    seats = list(following.seats)
    deal = Deal.objects.create(
        table=table, number=table.deal_number + 1, seats=seats, playoff=following.playoff,
        dealer=None if first else seats.index(following.dealer),
        fool=None if following.fool is None else seats.index(following.fool),
        secret=secret, commitment=fair.commitment(secret), created_at=timezone.now(),
    )  # fmt: skip
    table.deal_number += 1
    table.phase, table.ply, table.to_act, table.clock_at, table.held = Table.Phase.SHUFFLING, 0, None, None, False
    table.seats.update(ready=False)
    if table.known:
        table.known.deals.append(deal)
        for seat in table.known.seats:
            seat.ready = False
    people = any(table.modes[seat] in (Table.Mode.PLAYER, Table.Mode.AUTO_PASS) for seat in seats)
    table.due_at = timezone.now() + timedelta(seconds=settings.TEXT_SECONDS if people else 0)


def send_text(table: Table, seat: Seat, number: int, text: str) -> None:
    """A player's text for the shuffle, once a seat, while texts are collected; the deal is made when all are in."""
    if table.phase != Table.Phase.SHUFFLING or number != table.deal_number:
        raise Refused("not_now", _("The cards are dealt already."))
    if len(text) > TEXT_LENGTH or not text.isprintable():
        raise Refused("bad_message", _("At most 100 characters on one line, please."))
    deal = current_deal(table)
    if seat.number not in deal.seats or str(seat.number) in deal.texts:
        raise Refused("not_now", _("Your text is in already."))
    deal.texts = deal.texts | {str(seat.number): text}
    rows.save(deal, "texts")
    _deal_if_all_sent(table, deal)


def _deal_if_all_sent(table: Table, deal: Deal) -> None:
    if _people(table, deal.seats) <= {int(number) for number in deal.texts}:
        deal_cards(table, deal)


def _people(table: Table, seats: list[int]) -> set[int]:
    """Seats whose player is expected to answer."""
    return {
        seat
        for seat in seats
        if table.modes[seat] in (Table.Mode.PLAYER, Table.Mode.AUTO_PASS) and not is_away(table, seat)
    }


def is_away(table: Table, seat: int) -> bool:
    return int(table.timeouts[seat]) >= replay.AWAY_AFTER


def deal_cards(table: Table, deal: Deal) -> None:
    """Make the seed of secret and texts, and begin to play."""
    deal.seed = fair.seed(deal.secret, [deal.texts.get(str(seat), "") for seat in deal.seats])
    if deal.dealer is None:
        deal.dealer = lot(range(len(deal.seats)), deal.seed)
    rows.save(deal, "seed", "dealer")
    table.phase = Table.Phase.PLAYING
    state = replay.fold_deal(table, deal).state
    new_turn(table, deal, state, timezone.now())


# -- whose turn, and until when -------------------------------------------------------------------------


def new_turn(table: Table, deal: Deal, state: Game, now: datetime) -> None:
    """Note on the table's row who is to act and when the background must look at it next."""
    actor = state.to_act
    seat = None if actor is None else deal.seats[actor]
    if seat is None or seat != table.to_act or not state.mid_turn:
        table.turn_started_at = now
        runs = seat is not None and table.turn_seconds
        table.clock_at = now + timedelta(seconds=table.turn_seconds or 0) if runs else None
    table.to_act, table.held = seat, False
    if seat is not None and table.modes[seat] == Table.Mode.BOT:
        table.clock_at = None
    table.due_at = due_at(table, state, now)


def due_at(table: Table, state: Game, now: datetime) -> datetime | None:
    """When the background must look at a table that is being played."""
    seat = table.to_act
    if seat is None:
        return now
    mode = table.modes[seat]
    if mode == Table.Mode.LEFT or is_away(table, seat):
        return now
    if mode == Table.Mode.BOT:
        return now + timedelta(seconds=settings.BOT_DELAY)
    if may_hold(state) and (table.held or mode == Table.Mode.AUTO_PASS):
        return pass_at(table)
    return table.clock_at


def may_hold(state: Game) -> bool:
    """Whether the seat to act is asked to throw in: a pass then always takes the same time."""
    return state.fool_matters and "pass" in state.legal_moves()


def pass_at(table: Table) -> datetime:
    assert table.turn_started_at is not None
    return table.turn_started_at + timedelta(seconds=settings.AUTO_PASS_SECONDS)


def reschedule(table: Table) -> None:
    """After a change of a seat's mode."""
    if table.phase == Table.Phase.PLAYING:
        table.due_at = due_at(table, replay.fold_deal(table, current_deal(table)).state, timezone.now())


def back(table: Table, seat: Seat) -> None:
    """An absent player is back (M10)."""
    table.timeouts = set_timeouts(table, seat.number, 0)
    reschedule(table)


def set_timeouts(table: Table, seat: int, count: int) -> str:
    return table.timeouts[:seat] + str(min(count, 9)) + table.timeouts[seat + 1 :]


# -- the end of a deal ----------------------------------------------------------------------------------


def close_deal(table: Table) -> None:
    """Keep the outcome of a deal that is over; then the next one, or the end of the match.  May be called twice."""
    if table.phase != Table.Phase.PLAYING:
        return
    deal = current_deal(table)
    outcome = replay.fold_deal(table, deal).state.outcome()
    if outcome is None:
        return
    deal.outcome, deal.ended_at = outcome.as_json(), timezone.now()
    rows.save(deal, "outcome", "ended_at")
    match = match_of(table)
    if match.over:
        finish(table)
    else:
        _between_deals(table)


def _between_deals(table: Table) -> None:
    table.phase, table.to_act, table.clock_at = Table.Phase.OVER, None, None
    table.due_at = timezone.now() + timedelta(seconds=settings.READY_SECONDS)
    go_on_if_ready(table)


def ready(table: Table, seat: Seat) -> None:
    """Between deals: this player has seen the sheet."""
    if table.phase != Table.Phase.OVER:
        raise Refused("not_now", _("The deal is not over."))
    seat.ready = True
    rows.save(seat, "ready")
    go_on_if_ready(table)


def go_on_if_ready(table: Table) -> None:
    """Deal at once when no player dealt in next is still looking at the sheet."""
    known = table.known or replay.read_parts(table)
    following = replay.fold_match(table, known.seats, known.deals).next_deal()
    if following is None:
        return
    if not _people(table, list(following.seats)) - {seat.number for seat in known.seats if seat.ready}:
        open_deal(table, following)


def finish(table: Table) -> None:
    """The match is over; its result is stored in the background (`tally`)."""
    now = timezone.now()
    table.deals.filter(ended_at=None).update(ended_at=now)
    for deal in table.known.deals if table.known else ():
        deal.ended_at = deal.ended_at or now
    table.state, table.phase = Table.State.FINISHED, Table.Phase.NONE
    table.ended_at, table.due_at, table.clock_at, table.to_act, table.held = now, None, None, None, False


def leave_match(table: Table, seat: Seat) -> None:
    """M9: placed behind all who stay; the default move plays the deal on; the last one left wins."""
    seat.left_at, seat.left_deal = timezone.now(), table.deal_number
    rows.save(seat, "left_at", "left_deal")
    table.modes = table.modes[: seat.number] + Table.Mode.LEFT + table.modes[seat.number + 1 :]
    if not set(table.modes) & {Table.Mode.PLAYER, Table.Mode.AUTO_PASS}:
        _abandon(table)
    elif match_of(table).over:
        finish(table)
    elif table.phase == Table.Phase.OVER:
        go_on_if_ready(table)
    elif table.phase == Table.Phase.SHUFFLING:
        _deal_if_all_sent(table, current_deal(table))
    else:
        reschedule(table)


def _abandon(table: Table) -> None:
    """Nobody is left: no result."""
    finish(table)
    table.state = Table.State.ABANDONED


def step_on(table: Table) -> None:
    """What is due at a table between moves: the texts' or the sheet's time is over, or a deal is to be closed."""
    if table.phase == Table.Phase.SHUFFLING:
        deal_cards(table, current_deal(table))
    elif table.phase == Table.Phase.OVER:
        open_deal(table)
    elif table.phase == Table.Phase.PLAYING:
        close_deal(table)


def settle(table_id: int) -> None:
    """`step_on` at a table that is being played; may be called twice."""
    with locked(table_id, known=True) as table:
        if table.state == Table.State.PLAYING:
            step_on(table)


def seat_of(table: Table, user_id: int) -> Seat:
    """The seat of a player who has not left, or Refused."""
    seats = table.known.seats if table.known else table.seats.all()
    for seat in seats:
        if seat.user_id == user_id and seat.left_at is None:
            return seat
    raise Refused("not_seated", _("You do not sit at this table."))
