"""Reads: rows -> states (a fold) and matches.

States are immutable, so a process keeps a bounded cache and loads only the moves that it lacks: it can be behind,
never wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.db.models import Model
from django.db.models.base import ModelState

from .models import Deal, Move, Seat, Table
from .newest import Newest
from .rules import GAMES, fair
from .rules.game import Event, Game, Outcome
from .rules.match import DealResult, Match
from .scoring import rules_of

M = TypeVar("M", bound=Model)
BETWEEN = (Table.Phase.SHUFFLING, Table.Phase.OVER)  # no cards are played
AWAY_AFTER = 3  # turns in a row at zero (M10)


@dataclass(frozen=True)
class Step:
    """One stored move with what everybody saw of it."""

    version: int
    seat: int  # deal seat
    text: str
    by: str
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Fold:
    """A deal as far as this process has seen it: the state after `steps`."""

    deal: Deal
    state: Game
    steps: tuple[Step, ...] = ()

    @property
    def ply(self) -> int:
        return len(self.steps)

    def after(self, step: Step, state: Game) -> Fold:
        return Fold(self.deal, state, (*self.steps, step))


folds: Newest[tuple[int, int], Fold] = Newest(lambda fold: fold.ply)  # by table id and deal number
rows: Newest[int, Table] = Newest(lambda table: table.version)  # tables as they were committed: not to be changed


@dataclass(frozen=True)
class Parts:
    """The seats and deals of a table as they were committed by its version: not to be changed either, but by `copy`."""

    version: int
    seats: list[Seat]
    deals: list[Deal]

    def copy(self) -> Parts:
        return Parts(self.version, [copy_of(seat) for seat in self.seats], [copy_of(deal) for deal in self.deals])


parts: Newest[int, Parts] = Newest(lambda known: known.version)


def forget_all() -> None:
    """As in a new process."""
    folds.clear()
    rows.clear()
    parts.clear()


def copy_of(row: M) -> M:
    """A row to be changed, and what it refers to.  copy.copy would pickle it: ten times slower."""
    copied, state = type(row).__new__(type(row)), ModelState()
    copied.__dict__.update(row.__dict__, _state=state)
    state.__dict__.update(row._state.__dict__, fields_cache=row._state.fields_cache.copy())
    return copied


def parts_of(table: Table) -> Parts:
    """The parts of a table whose row is locked, to be changed along with the stored ones; read if not known."""
    known = parts.get(table.pk)
    if known and known.version == table.version:
        return known.copy()
    return read_parts(table)


def read_parts(table: Table) -> Parts:
    return Parts(table.version, list(table.seats.select_related("user")), list(table.deals.all()))


def keep(table: Table, fold: Fold) -> None:
    """Remember a table and its deal after a move that this process has made: seats and deals are what they were."""
    folds.put((table.pk, fold.deal.number), fold)
    rows.put(table.pk, table)
    known = parts.get(table.pk)
    if known and known.version == table.version - 1:
        parts.put(table.pk, Parts(table.version, known.seats, known.deals))


def known_fold(table_id: int, number: int) -> Fold | None:
    """A deal as far as this process knows it, without a query; at its beginning, where no move has been seen."""
    if fold := folds.get((table_id, number)):
        return fold
    row, known = rows.get(table_id), parts.get(table_id)
    deal = known.deals[-1] if known and known.deals else None
    if row is None or deal is None or deal.number != number or not deal.seed:
        return None
    return Fold(deal, first_state(row.game, row.options, deal))


def first_state(game: str, options: dict[str, Any], deal: Deal) -> Game:
    """The deal before any move.  `deal` has its seed."""
    assert deal.dealer is not None
    return GAMES[game].deal(len(deal.seats), deal.dealer, seed=deal.seed, options=options, fool=deal.fool)


def play_step(state: Game, move: Move) -> tuple[Game, Step]:
    after, events = state.play(move.text)
    return after, Step(move.version, move.seat, move.text, move.by, tuple(events))


def fold_deal(table: Table, deal: Deal) -> Fold:
    """The deal with all its moves that the table's row counts, or more; reads only those that this process lacks."""
    fold = folds.get((table.pk, deal.number)) or Fold(deal, first_state(table.game, table.options, deal))
    if fold.ply and deal.number == table.deal_number and fold.ply == table.ply:
        return fold
    for move in Move.objects.filter(deal=deal, ply__gte=fold.ply):
        state, step = play_step(fold.state, move)
        fold = fold.after(step, state)
    if fold.steps:  # a deal without moves may be one that is never committed, and is dealt anew
        folds.put((table.pk, deal.number), fold)
    return fold


def state_at(table: Table, fold: Fold, ply: int) -> Game:
    """The state before move `ply` of a deal."""
    state = first_state(table.game, table.options, fold.deal)
    for step in fold.steps[:ply]:
        state, _ = state.play(step.text)
    return state


def states(table: Table, deal: Deal) -> Iterable[tuple[Game, Step | None]]:
    """Every state of a deal from the first on, with the step that led to it (None for the first)."""
    state = first_state(table.game, table.options, deal)
    yield state, None
    for move in deal.moves.all():
        state, step = play_step(state, move)
        yield state, step


# -- the match --------------------------------------------------------------------------------------


def fold_match(table: Table, seats: Iterable[Seat], deals: Iterable[Deal]) -> Match:
    """The match after the deals that are over and the seats that have left (M1-M9)."""
    seats, deals = list(seats), list(deals)
    first = deals[0].dealer if deals and deals[0].dealer is not None else (table.first_dealer or 0)
    match = Match.start(rules_of(table.game), table.format, table.params, len(seats), first, table.carried)
    match = replace(match, last_deal=table.last_deal)
    leavers = sorted((s for s in seats if s.left_at), key=lambda s: (s.left_deal, s.left_at))
    for deal in deals:
        left = [s for s in leavers if s.left_deal == deal.number]
        during = [s.number for s in left if deal.ended_at is None or s.left_at < deal.ended_at]
        match = _left(match, during)  # the deal counts for the others alone
        if deal.outcome is not None and deal.dealer is not None:
            match = match.add(DealResult(tuple(deal.seats), deal.dealer, outcome_of(deal), deal.playoff))
        match = _left(match, [s.number for s in left if s.number not in during])
    return match


def _left(match: Match, numbers: list[int]) -> Match:
    for number in numbers:
        match = match.leave(number)
    return match


def outcome_of(deal: Deal) -> Outcome:
    stored: dict[str, Any] = deal.outcome
    return Outcome(stored["kind"], tuple(stored["penalties"]), tuple(stored["winners"]), tuple(stored["losers"]))


def deal_record(table: Table, deal: Deal, names: list[str]) -> dict[str, Any]:
    """The deal's record (N6), with what its seed was made of.  Raises ValueError for a deal that is not over."""
    if deal.ended_at is None:
        raise ValueError("the secret of a deal is told when the deal is over")
    record: dict[str, Any] = {
        "format": "deal/1",
        "game": table.game,
        "options": table.options,
        "players": [names[seat] for seat in deal.seats],
        "dealer": deal.dealer,
        "fool": deal.fool,
        "seed": deal.seed,
        "moves": [str(move) for move in deal.moves.all()],
    }
    if deal.outcome is not None:
        record["result"] = deal.outcome
    by_lot = deal.number == 1 and table.first_dealer is None
    texts = [deal.texts.get(str(seat), "") for seat in deal.seats]
    return record | {"fair": fair.proof(deal.secret, texts, by_lot=by_lot)}
