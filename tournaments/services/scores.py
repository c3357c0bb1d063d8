"""Scores of typed-in tables as organisers and helpers enter them; players use the score pad (T10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext as _

from games.models import Table
from games.services import Refused, typed
from games.services.typed import Actor

from ..models import Round, Tournament
from .log import locked, must_help, note
from .rulings import table_of

DEVICE = "organiser"


@contextmanager
def _desk(slug: str, by: Any, round: int, number: int) -> Iterator[tuple[Tournament, Table]]:
    """The event, locked, and the games' table: everything that is done here is done whole."""
    with locked(slug) as tournament:
        must_help(tournament, by)
        table = table_of(tournament, round, number).table
        if table is None:
            raise Refused("gone", _("There is no such table."))
        yield tournament, table


def enter(slug: str, by: Any, round: int, number: int, deal: int, data: Mapping[str, Any]) -> Table:
    """A deal's score; the one that ends the match is confirmed with it."""
    with _desk(slug, by, round, number) as (tournament, table):
        typed.enter_deal(table.slug, _actor(by), deal, data, organiser=True)
        note(tournament, by, "score", what=f"{round}/{number}", after={"deal": deal, **data})
        return _confirm_if_over(tournament, by, table, f"{round}/{number}")


def _actor(by: Any) -> Actor:
    return Actor(by, DEVICE)


def _confirm_if_over(tournament: Tournament, by: Any, table: Table, what: str) -> Table:
    result = typed.waiting(table)
    if result is not None:
        typed.confirm(table.slug, _actor(by), result.version, organiser=True)
        note(tournament, by, "score confirmed", what=what)
    table.refresh_from_db()
    return table


def undo(slug: str, by: Any, round: int, number: int, deal: int) -> Table:
    """Take back the last deal."""
    with _desk(slug, by, round, number) as (tournament, table):
        typed.undo_deal(table.slug, _actor(by), deal, organiser=True)
        note(tournament, by, "score", what=f"{round}/{number}", before={"deal": deal})
        return table


def finish(slug: str, by: Any, round: int, number: int) -> Table:
    """End the match as it stands: the standings of this moment count (T9)."""
    with _desk(slug, by, round, number) as (tournament, table):
        typed.finish(table.slug, _actor(by), organiser=True)
        return _confirm_if_over(tournament, by, table, f"{round}/{number}")


def confirm(slug: str, by: Any, round: int, number: int, version: int) -> Table:
    """Confirm what the players typed."""
    with _desk(slug, by, round, number) as (tournament, table):
        typed.confirm(table.slug, _actor(by), version, organiser=True)
        note(tournament, by, "score confirmed", what=f"{round}/{number}")
        return table


def correct(slug: str, by: Any, round: int, number: int, deal: int, data: Mapping[str, Any], reason: str) -> Table:
    """Put a deal right, with a reason; what follows for later rounds is the organiser's choice (T11)."""
    with _desk(slug, by, round, number) as (tournament, table):
        before = table.deals.filter(number=deal).values_list("entry", flat=True).first()
        typed.correct(table.slug, _actor(by), deal, data, reason, organiser=True)
        after = {**data, "reason": reason}
        note(tournament, by, "score corrected", what=f"{round}/{number}", before=before, after=after)
        return _confirm_if_over(tournament, by, table, f"{round}/{number}")


def told_of_later(tournament: Tournament, round: int) -> str:
    """What whoever corrects a result of `round` must know; "" while no later round exists (T11)."""
    following = tournament.rounds.filter(number__gt=round).last()
    if following is None:
        return ""
    if following.state == Round.State.DRAFT:
        return _("The next round is drafted already: seat it anew, or leave it as it is.")
    return _("The next round is out already: it stays as it is, and the standings change.")
