"""Opening a table, taking and leaving seats, starting, playing again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from .. import live
from ..models import Seat, Table
from ..rules import GAMES
from ..rules.game import BadDeal
from ..rules.match import FORMATS, full_params
from ..scoring import OTHER, rules_of
from . import background, deals
from .locking import locked
from .refused import Refused

OPEN_HOURS = 2  # a table that never starts closes
OPENED_A_MINUTE = 20  # tables by one user
BOT_NAMES = ("Vera", "Gleb", "Zoya", "Foma", "Lada", "Yegor")


def open_table(
    host: AbstractBaseUser,
    game: str,
    options: dict[str, Any],
    seats: int,
    format: str,
    params: dict[str, Any],
    turn_seconds: int | None,
    public: bool,
    *,
    first_dealer: int | None = None,
) -> Table:
    """A new open table with the host in seat 0.  Raises Refused for anything out of range."""
    if game == OTHER:
        raise Refused("bad_message", _("Another game can only be scored by hand."))
    options = check_settings(game, options, seats, format, params, turn_seconds)
    now = timezone.now()
    if Table.objects.filter(host=host, created_at__gt=now - timedelta(minutes=1)).count() >= OPENED_A_MINUTE:
        raise Refused("too_fast", _("Too many new tables at once. Wait a minute, please."))
    with transaction.atomic():
        table = Table.objects.create(
            game=game, options=options, format=format, params=params, turn_seconds=turn_seconds, public=public,
            host=host, created_at=now, due_at=now + timedelta(hours=OPEN_HOURS), first_dealer=first_dealer,
        )  # fmt: skip
        rows = [Seat(table=table, number=number) for number in range(seats)]
        _sit(rows[0], host)
        Seat.objects.bulk_create(rows)
    return table


def check_settings(
    game: str, options: dict[str, Any], seats: int, format: str, params: dict[str, Any], turn_seconds: int | None
) -> dict[str, Any]:
    """The options that differ from the defaults; raises Refused."""
    if game not in GAMES and game != OTHER:
        raise Refused("bad_message", _("There is no such game."))
    rules = rules_of(game)
    if seats not in rules.seats:
        raise Refused("bad_message", _("This game is not played by that many."))
    if turn_seconds is not None and not 5 <= turn_seconds <= 3600:
        raise Refused("bad_message", _("A turn lasts 5 to 3,600 seconds."))
    if format not in FORMATS:
        raise Refused("bad_message", _("There is no such match format."))
    try:
        full = rules.full_options(options)
        full_params(rules, format, params)
    except BadDeal as error:
        raise Refused("bad_message", str(error)) from None
    return {o.name: full[o.name] for o in rules.options if full[o.name] != o.default}


def _sit(seat: Seat, user: AbstractBaseUser) -> None:
    seat.user = user
    seat.name = user.shown_name


def take_seat(slug: str, user: AbstractBaseUser, number: int | None = None) -> Table:
    """Sit down at an open table, anywhere free or at `number`; a seated player changes seats.  A full table starts."""
    with locked(slug) as table:
        _must_be_open(table)
        seats = list(table.seats.all())
        old = next((s for s in seats if s.user_id == user.pk), None)
        if old and number is None:
            return table
        new = _free_seat(seats, number)
        if old:
            _empty(old)
        else:
            _must_be_welcome(table, seats, user)
        _sit(new, user)
        new.save()
        _start_if_full(table, user)
    return table


def _must_be_open(table: Table) -> None:
    if table.state != Table.State.OPEN:
        raise Refused("not_now", _("This match has begun already."))


def _must_be_welcome(table: Table, seats: list[Seat], user: AbstractBaseUser) -> None:
    """Who may sit down with whom is known above: a setting names the function."""
    present = {s.user_id for s in seats if s.user_id} | ({table.host_id} if table.host_id else set())
    if not import_string(settings.MAY_SIT_WITH)(user, present):
        raise Refused("not_allowed", _("You cannot sit down at this table."))


def _free_seat(seats: list[Seat], number: int | None) -> Seat:
    free = [s for s in seats if not s.taken and (number is None or s.number == number)]
    if not free:
        raise Refused("not_now", _("That seat is taken.") if number is not None else _("All seats are taken."))
    return free[0]


def _empty(seat: Seat) -> None:
    seat.user, seat.bot, seat.name = None, "", ""
    seat.save()


def _start_if_full(table: Table, user: AbstractBaseUser) -> None:
    if all(s.taken for s in table.seats.all()):
        _begin(table)


def fill(slug: str, user: AbstractBaseUser, bot: str = "easy", number: int | None = None) -> Table:
    """The host puts bots on all free seats, or on one; a full table starts."""
    if bot not in Seat.Bot.values:
        raise Refused("bad_message", _("There is no such bot."))
    with locked(slug) as table:
        _must_be_open(table)
        _must_host(table, user)
        seats = list(table.seats.all())
        chosen = [_free_seat(seats, number)] if number is not None else [s for s in seats if not s.taken]
        names = iter([name for name in BOT_NAMES if name not in {s.name for s in seats}])
        for seat in chosen:
            seat.bot, seat.name = bot, next(names)
            seat.save()
        _start_if_full(table, user)
    return table


def _must_host(table: Table, user: AbstractBaseUser) -> None:
    if table.host_id != user.pk:
        raise Refused("not_allowed", _("Only the host of the table can do that."))


def remove(slug: str, user: AbstractBaseUser, number: int) -> Table:
    """The host empties a seat of an open table (not the own one: that is `leave`)."""
    with locked(slug) as table:
        _must_be_open(table)
        _must_host(table, user)
        seat = table.seats.filter(number=number).first()
        if seat is None or not seat.taken or seat.user_id == user.pk:
            raise Refused("bad_message", _("Nobody can be removed from that seat."))
        _empty(seat)
    return table


def start(slug: str, user: AbstractBaseUser) -> Table:
    """The host begins; free seats fall away."""
    with locked(slug) as table:
        _must_be_open(table)
        _must_host(table, user)
        if table.seats.exclude(name="").count() < min(GAMES[table.game].seats):
            raise Refused("not_now", _("Two players are needed to begin."))
        _begin(table)
    return table


def seat_table(
    players: Sequence[tuple[Any, str, str]],
    game: str,
    options: dict[str, Any],
    format: str,
    params: dict[str, Any],
    turn_seconds: int | None,
    public: bool,
    *,
    first_dealer: int,
    carried: Sequence[int] = (),
    gather: float = 0,
) -> Table:
    """A live table in play: (user or None, bot level or "", name) by seat.  For tournaments.

    Dealt as soon as its people are there, or `gather` seconds from now.
    """
    options = check_settings(game, options, len(players), format, params, turn_seconds)
    now = timezone.now()
    with transaction.atomic():
        table = Table.objects.create(
            game=game, options=options, format=format, params=params, turn_seconds=turn_seconds, public=public,
            created_at=now, first_dealer=first_dealer, carried=list(carried),
        )  # fmt: skip
        Seat.objects.bulk_create(
            Seat(table=table, number=number, user=user, bot=bot, name=name)
            for number, (user, bot, name) in enumerate(players)
        )
        _begin(table)
        if gather and any(user for user, _, _ in players):
            table.due_at = now + timedelta(seconds=gather)
        table.save()
        live.announce_on_commit(table)
        background.schedule_on_commit(table)
    return table


def _begin(table: Table) -> None:
    """Freeze the seats and make the first deal ready."""
    table.seats.filter(name="").delete()
    seats = list(table.seats.select_related("user"))
    for number, seat in enumerate(seats):  # upwards, so that no number is taken twice on the way
        if seat.number != number:
            Seat.objects.filter(pk=seat.pk).update(number=number)
    table.modes = "".join(_mode(table, seat) for seat in seats)
    table.timeouts = "0" * len(seats)
    table.state, table.started_at = Table.State.PLAYING, timezone.now()
    deals.open_deal(table)


def _mode(table: Table, seat: Seat) -> str:
    if seat.bot:
        return Table.Mode.BOT
    auto = GAMES[table.game].fool_matters and seat.user is not None and seat.user.auto_pass
    return Table.Mode.AUTO_PASS if auto else Table.Mode.PLAYER


def leave(slug: str, user: AbstractBaseUser) -> Table:
    """Leave an open table, or a match for good (M9)."""
    with locked(slug) as table:
        seat = table.seats.filter(user=user).first()
        if seat is None or seat.left_at:
            raise Refused("not_seated", _("You do not sit at this table."))
        if table.state == Table.State.OPEN:
            _leave_open(table, seat)
        elif table.state == Table.State.PLAYING:
            deals.leave_match(table, seat)
        else:
            raise Refused("not_now", _("This match is over."))
    return table


def _leave_open(table: Table, seat: Seat) -> None:
    _empty(seat)
    heir = table.seats.exclude(user=None).first()
    if heir is None:
        close(table)
    elif table.host_id is None or not table.seats.filter(user_id=table.host_id).exists():
        table.host_id = heir.user_id


def stop_after_deal(table_id: int) -> None:
    """The time is up: the deal being played is the last one, and the standings after it count (T9)."""
    with locked(table_id) as table:
        if table.state != Table.State.PLAYING or table.last_deal is not None:
            return
        table.last_deal = max(table.deal_number, 1)
        if table.phase == Table.Phase.OVER:
            deals.finish(table)


def call_off(table_id: int) -> None:
    """A table of a tournament that is not to be played after all: no result."""
    with locked(table_id) as table:
        table.state, table.phase, table.held = Table.State.VOID, Table.Phase.NONE, False
        table.due_at, table.clock_at, table.to_act = None, None, None


def close(table: Table) -> None:
    """An end without a result."""
    table.state, table.phase = Table.State.ABANDONED, Table.Phase.NONE
    table.ended_at, table.due_at, table.clock_at, table.to_act = timezone.now(), None, None, None


def set_auto_pass(slug: str, user: AbstractBaseUser, on: bool) -> Table:
    """Durak: pass by itself from now on, or not any more."""
    with locked(slug) as table:
        seat = table.seats.filter(user=user, left_at=None).first()
        if seat is None or table.state != Table.State.PLAYING or not GAMES[table.game].fool_matters:
            raise Refused("not_now", _("That is not possible now."))
        mode = Table.Mode.AUTO_PASS if on else Table.Mode.PLAYER
        table.modes = table.modes[: seat.number] + mode + table.modes[seat.number + 1 :]
        deals.reschedule(table)
    return table


def rematch(slug: str, user: AbstractBaseUser) -> Table:
    """A new table with the same settings; whoever presses first opens it, the others take seats there."""
    with locked(slug) as table:
        if table.state != Table.State.FINISHED:
            raise Refused("not_now", _("This match is not over."))
        seats = list(table.seats.all())
        if not any(s.user_id == user.pk for s in seats):
            raise Refused("not_seated", _("You did not play at this table."))
        if table.rematch is None:
            settings = table.format, table.params, table.turn_seconds, table.public
            table.rematch = open_table(user, table.game, table.options, len(seats), *settings)
            _seat_bots(table.rematch, [s for s in seats if s.bot])
    return take_seat(table.rematch.slug, user)


def _seat_bots(table: Table, bots: list[Seat]) -> None:
    for seat, old in zip(reversed(table.seats.all()), bots, strict=False):
        seat.bot, seat.name = old.bot, old.name
        seat.save()
