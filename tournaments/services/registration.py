"""Opening an event, and its entries: asked, waiting, registered, checked in, set aside, withdrawn (T1)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Table
from games.scoring import OTHER
from games.services import Refused
from games.services.tables import check_settings

from .. import formats, record
from ..models import Entry, Helper, Round, Tournament
from .log import locked, must_help, must_organise, note

State = Entry.State
COUNTED = (State.REGISTERED, State.CHECKED_IN, State.ASIDE)  # those who take up a place
COPIED = (
    "text", "place", "public", "game", "options", "kind", "match_format", "match_params", "turn_seconds", "format",
    "settings", "preferred", "least", "most", "automatic", "round_minutes", "no_show_minutes", "entry_limit",
    "approval", "check_in", "open_pads", "seed_by_rating",
)  # fmt: skip


def create(organiser: Any, name: str, **fields: Any) -> Tournament:
    """A new event open for registration.  Raises Refused where its settings do not go together."""
    tournament = Tournament(
        name=name, organiser=organiser, created_at=timezone.now(), seed=secrets.token_hex(16), **fields
    )
    check(tournament)
    with transaction.atomic():
        tournament.save()
        note(tournament, organiser, "created")
    return tournament


def copy(slug: str, organiser: Any, name: str) -> Tournament:
    """A new event with the settings of an earlier one that `organiser` may organise."""
    earlier = Tournament.objects.get(slug=slug)
    must_organise(earlier, organiser)
    return create(organiser, name, **{field: getattr(earlier, field) for field in COPIED})


def check(tournament: Tournament) -> None:
    """Raise Refused where game, options, match or format are out of range or do not go together."""
    t = tournament
    if t.ends_at and not (t.starts_at and t.starts_at < t.ends_at):
        raise Refused("bad_message", _("An event ends after it starts."))
    if t.game == OTHER and t.kind == Table.Kind.LIVE:
        raise Refused("bad_message", _("Another game can only be scored by hand."))
    for seats in {t.least, t.preferred, t.most}:
        check_settings(t.game, t.options, seats, t.match_format, t.match_params, t.turn_seconds)
    try:
        record.format_of(t)
    except (formats.BadFormat, ValueError, KeyError) as error:
        told = error.note if isinstance(error, formats.BadFormat) else None
        text = _(told.text).format(**told.params) if told else _("These settings do not go together.")
        raise Refused("bad_message", text) from None


def change(slug: str, by: Any, **fields: Any) -> Tournament:
    """Change settings; what decides seating and results only before the first round."""
    with locked(slug) as tournament:
        must_organise(tournament, by)
        before = {name: getattr(tournament, name) for name in fields}
        fixed = {"game", "options", "match_format", "match_params", "format", "settings", "seed"} & set(fields)
        if tournament.rounds.filter(state=Round.State.PUBLISHED).exists() and any(
            before[name] != fields[name] for name in fixed
        ):
            raise Refused("not_now", _("That cannot change after the first round has been published."))
        for name, value in fields.items():
            setattr(tournament, name, value)
        check(tournament)
        if tournament.starts_at != before.get("starts_at", tournament.starts_at):
            tournament.reminded_at = None  # of the time that was
        tournament.save()
        note(tournament, by, "changed", before=_plain(before), after=_plain(fields))
        if tournament.state == Tournament.State.OPEN:
            promote(tournament)
    return tournament


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value if isinstance(value, str | int | bool | dict | list | None) else str(value)
        for name, value in values.items()
    }


def set_helper(slug: str, by: Any, user: Any, role: str | None) -> None:
    """Make somebody a co-organiser or helper; None takes it away."""
    with locked(slug) as tournament:
        must_organise(tournament, by)
        if role is None:
            tournament.helpers.filter(user=user).delete()
        else:
            Helper.objects.update_or_create(tournament=tournament, user=user, defaults={"role": role})
        note(tournament, by, "helper", what=user.shown_name, after=role)


# -- entering ---------------------------------------------------------------------------------------------


def register(slug: str, user: Any, club: str = "") -> Entry:
    """A player enters; asked for where the organiser approves, on the waiting list where it is full."""
    with locked(slug) as tournament:
        entry = tournament.entries.filter(user=user).first()
        if entry and entry.state != State.WITHDRAWN:
            raise Refused("not_now", _("You are entered already."))
        if entry and tournament.state == Tournament.State.RUNNING:
            return _come_back(tournament, entry)
        _must_take_entries(tournament)
        entry = entry or Entry(tournament=tournament, user=user, name=free_name(tournament, user.shown_name))
        entry.club, entry.at, entry.withdrawn_round = club[:40], timezone.now(), None
        entry.state = State.REQUESTED if tournament.approval else _state_for_new(tournament)
        entry.joined = _next_round(tournament)
        entry.save()
        note(tournament, user, "registered", what=entry.name, after=entry.state)
    return entry


def takes_entries(tournament: Tournament) -> bool:
    """Whether somebody may enter now."""
    try:
        _must_take_entries(tournament)
    except Refused:
        return False
    return True


def _must_take_entries(tournament: Tournament) -> None:
    if tournament.state == Tournament.State.OPEN:
        return
    if tournament.state == Tournament.State.RUNNING:
        if record.format_of(tournament).may_join(record.history(tournament)):
            return
        raise Refused("not_now", _("Late entry has closed."))
    raise Refused("not_now", _("This tournament is over."))


def _next_round(tournament: Tournament) -> int:
    return tournament.rounds.filter(state=Round.State.PUBLISHED).count() + 1


def _state_for_new(tournament: Tournament) -> str:
    full = tournament.entry_limit is not None and _counted(tournament) >= tournament.entry_limit
    return State.WAITING if full else State.REGISTERED


def _counted(tournament: Tournament) -> int:
    return tournament.entries.filter(state__in=COUNTED).count()


def free_name(tournament: Tournament, name: str) -> str:
    """The name, numbered where somebody in the event has it already."""
    return _free(name, set(tournament.entries.values_list("name", flat=True)))


def _free(name: str, taken: set[str]) -> str:
    numbered = (f"{name[:36]} {number}" for number in range(2, len(taken) + 3))
    return next(candidate for candidate in (name[:40], *numbered) if candidate not in taken)


def add_walk_ins(slug: str, by: Any, people: Sequence[tuple[str, str]], bot: str = "") -> list[Entry]:
    """Entries without accounts: (name, club) each; names twice in the list or in the event are numbered."""
    with locked(slug) as tournament:
        must_help(tournament, by)
        _must_take_entries(tournament)
        made: list[Entry] = []
        taken, joined = set(tournament.entries.values_list("name", flat=True)), _next_round(tournament)
        for name, club in people:
            shown = " ".join(name.split())
            if not shown or not shown.isprintable():
                raise Refused("bad_message", _("A name has 1 to 40 characters."))
            made.append(
                Entry.objects.create(
                    tournament=tournament, name=_free(shown, taken), club=club[:40], bot=bot,
                    state=_state_for_new(tournament), at=timezone.now(), joined=joined,
                )
            )  # fmt: skip
            taken.add(made[-1].name)
        note(tournament, by, "walk-ins", after=[entry.name for entry in made])
    return made


def approve(slug: str, by: Any, entry_id: int) -> Entry:
    with locked(slug) as tournament:
        must_help(tournament, by)
        entry = _entry(tournament, entry_id, State.REQUESTED)
        entry.state = _state_for_new(tournament)
        entry.save()
        note(tournament, by, "approved", what=entry.name, after=entry.state)
    return entry


def _entry(tournament: Tournament, entry_id: int, *states: str) -> Entry:
    entry = tournament.entries.filter(pk=entry_id).first()
    if entry is None or (states and entry.state not in states):
        raise Refused("not_now", _("That entry has changed. Look again, please."))
    return entry


def promote(tournament: Tournament) -> list[Entry]:
    """Free places go to the waiting list, in order.  Expects the locked row."""
    limit = tournament.entry_limit
    free = None if limit is None else max(0, limit - _counted(tournament))
    moved = list(tournament.entries.filter(state=State.WAITING).order_by("at", "pk")[:free])
    for entry in moved:
        entry.state = State.REGISTERED
        entry.save()
        note(tournament, None, "promoted", what=entry.name)
    return moved


def check_in(slug: str, by: Any, entry_id: int, *, at_the_door: bool = False) -> Entry:
    """By the player, an organiser or helper, or whoever has the link that hangs at the door; also back from aside."""
    with locked(slug) as tournament:
        entry = _entry(tournament, entry_id, State.REGISTERED, State.ASIDE, State.CHECKED_IN)
        if not at_the_door and (entry.user_id is None or entry.user_id != getattr(by, "pk", None)):
            must_help(tournament, by)
        was, entry.state = entry.state, State.CHECKED_IN
        if was == State.ASIDE:
            _end_absence(tournament, entry)
        entry.save()
        note(tournament, by, "checked in", what=entry.name, before=was)
    return entry


def set_aside(tournament: Tournament, entry: Entry, by: Any, why: str) -> None:
    """Not seated until checked in again (T1, T9).  Expects the locked row."""
    entry.state = State.ASIDE
    entry.away = [*entry.away, [max(_next_round(tournament), entry.joined), None]]
    entry.save()
    note(tournament, by, "set aside", what=entry.name, after=why)


def put_aside(slug: str, by: Any, entry_id: int) -> Entry:
    """An organiser sets a player aside who is not here: not seated until checked in again."""
    with locked(slug) as tournament:
        must_help(tournament, by)
        entry = _entry(tournament, entry_id, State.REGISTERED, State.CHECKED_IN)
        set_aside(tournament, entry, by, "")
    return entry


def to_check_in(slug: str) -> list[int]:
    """Ids of those who have not checked in yet."""
    found = Entry.objects.filter(tournament__slug=slug, state=State.REGISTERED)
    return list(found.values_list("pk", flat=True))


def _end_absence(tournament: Tournament, entry: Entry) -> None:
    number = _next_round(tournament)
    spans = [[start, number if end is None else end] for start, end in entry.away]
    entry.away = [[start, end] for start, end in spans if start < end]


def _come_back(tournament: Tournament, entry: Entry) -> Entry:
    """Leaving and coming back never gains anything: the rounds between are missed (T1)."""
    start, entry.withdrawn_round = entry.withdrawn_round, None
    if start is not None and start < _next_round(tournament):
        entry.away = [*entry.away, [start, _next_round(tournament)]]
    entry.state = State.CHECKED_IN
    entry.save()
    note(tournament, entry.user, "came back", what=entry.name)
    return entry


def withdraw(slug: str, by: Any, entry_id: int, *, disqualify: bool = False, reason: str = "") -> Entry:
    """By the player, or by an organiser.  Before the start the place goes to the waiting list."""
    with locked(slug) as tournament:
        entry = _entry(tournament, entry_id)
        if disqualify or entry.user_id is None or entry.user_id != getattr(by, "pk", None):
            must_organise(tournament, by)
        if entry.state in (State.WITHDRAWN, State.DISQUALIFIED):
            raise Refused("not_now", _("That entry has left already."))
        was = entry.state
        number = _next_round(tournament)
        if disqualify:
            entry.state, entry.disqualified_round = State.DISQUALIFIED, number
        else:
            entry.state, entry.withdrawn_round = State.WITHDRAWN, number
        entry.save()
        note(tournament, by, "disqualified" if disqualify else "withdrew", what=entry.name, before=was, after=reason)
        if tournament.state == Tournament.State.OPEN:
            promote(tournament)
    return entry


def cancel(slug: str, by: Any, reason: str = "") -> Tournament:
    """The event does not take place (or stops); what was played stays in everybody's history."""
    with locked(slug) as tournament:
        must_organise(tournament, by)
        if tournament.state in (Tournament.State.FINISHED, Tournament.State.CANCELLED):
            raise Refused("not_now", _("This tournament is over."))
        tournament.state, tournament.ended_at = Tournament.State.CANCELLED, timezone.now()
        tournament.rounds.filter(state=Round.State.DRAFT).delete()
        tournament.save()
        note(tournament, by, "cancelled", after=reason[:300])
    return tournament


def replace(slug: str, by: Any, entry_id: int, user: Any, name: str = "") -> Entry:
    """Another person takes over an entry, with its score (the organiser decides)."""
    with locked(slug) as tournament:
        must_organise(tournament, by)
        entry = _entry(tournament, entry_id)
        if user is not None and tournament.entries.filter(user=user).exclude(pk=entry.pk).exists():
            raise Refused("not_now", _("That player is entered already."))
        was = entry.name
        entry.user, entry.bot = user, ""
        wanted = name or (user.shown_name if user else "")
        if not wanted:
            raise Refused("bad_message", _("A name has 1 to 40 characters."))
        if wanted != was:
            entry.name = free_name(tournament, wanted)
        entry.save()
        note(tournament, by, "replaced", what=entry.name, before=was)
    return entry
