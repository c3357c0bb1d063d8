"""The strong bots' thinking: determinised Monte-Carlo.

The hidden cards are dealt anew into worlds that look the same to the seat; in each world every candidate is played
out by the rules of thumb, all seats alike.  One that falls clearly behind over the same worlds is dropped, so that the
time goes to those that are hard to tell apart; what looked best at first stays chosen until another proves better.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any

from games.rules.game import Game, Order, Outcome

Weigh = Callable[[dict[str, Any]], dict[str, float]]
"""The view of the seat to act -> how good each legal move looks; moves with `last` where that is to be called."""

WIDTH = 6  # candidates
FIRST_LOOK = 8  # worlds before a candidate is dropped
BEHIND = 2.0  # standard errors: dropped
AHEAD = 1.0  # standard errors: preferred to what looked best
POINTS = 1_000  # penalty points that weigh as much as a deal won
CARDS = 12  # likewise cards more than the others, while the deal runs
WITHOUT_CARDS = ("draw", "pass", "take")
AT_MOST = 0.5  # for a deal that is still running


def shuffled(rng: Random) -> Order:
    """An order of hidden cards by chance, for `Game.sample`."""
    return lambda cards: rng.sample(cards, len(cards))


def best_of(weights: Mapping[str, float]) -> str:
    """The move that looks best; of equal ones the first."""
    return max(weights, key=weights.__getitem__)


def strong(weigh: Weigh, plies: int, world: Game, seat: int, order: Order, more: Callable[[], bool]) -> str:
    """The candidate that does best for `seat` over worlds like this one, dealt by `order` while `more()`.

    A playout goes on for `plies` moves; then the cards left are compared.
    """
    weights = weigh(world.view(seat))
    race = Race(sorted(weights, key=weights.__getitem__, reverse=True)[:WIDTH])
    while len(race.lines) > 1 and more():
        deal = world.sample(seat, order)
        race.add([play_out(weigh, plies, deal.play(move)[0], seat) for move in race.lines])
    return race.best


class Race:
    """Candidates, the one that looked best first, and what each was worth in the same worlds so far."""

    def __init__(self, moves: Sequence[str]) -> None:
        self.lines: dict[str, list[float]] = {move: [] for move in moves}

    def add(self, values: Sequence[float]) -> None:
        """One more world; `values` in the order of `lines`."""
        for line, value in zip(self.lines.values(), values, strict=True):
            line.append(value)
        leader = max(self.lines.values(), key=sum)
        if len(leader) >= FIRST_LOOK:
            self.lines = {move: line for move, line in self.lines.items() if lead(leader, line) <= BEHIND}

    @property
    def best(self) -> str:
        favourite, *others = self.lines
        leads = {move: lead(self.lines[move], self.lines[favourite]) for move in others}
        return max((move for move in leads if leads[move] > AHEAD), key=leads.__getitem__, default=favourite)


def lead(line: Sequence[float], other: Sequence[float]) -> float:
    """How far the mean of `line` lies over that of `other`, in standard errors of the paired difference."""
    worlds = len(line)
    if worlds < 2:
        return 0.0
    differences = [mine - theirs for mine, theirs in zip(line, other, strict=True)]
    mean = sum(differences) / worlds
    variance = sum((each - mean) ** 2 for each in differences) / (worlds - 1)
    return mean / sqrt((variance + 0.01) / worlds)  # a few equal differences do not make it certain


def play_out(weigh: Weigh, plies: int, state: Game, seat: int) -> float:
    """What the deal is worth to `seat` when everybody plays what looks best."""
    for _ in range(plies):
        legal = state.legal_moves()
        if not legal:
            break
        forced = len(legal) == 1 and legal[0] in WITHOUT_CARDS  # nothing to weigh: that takes most of the time
        state, _events = state.play(legal[0] if forced else best_of(weigh(state.view(state.to_act))))
    outcome = state.outcome()
    return value(outcome, seat) if outcome else standing(state.view(None)["counts"], seat)


def value(outcome: Outcome, seat: int) -> float:
    """1 for a win (shared among the tied), -1 for the fool, and what the penalty points say."""
    won = 1 / len(outcome.winners) if seat in outcome.winners else 0
    lost = seat in outcome.losers
    return won - lost + ahead(outcome.penalties, seat) / POINTS


def standing(counts: Sequence[int], seat: int) -> float:
    """A guess for a deal that still runs, by the cards in hand."""
    return max(-AT_MOST, min(AT_MOST, ahead(counts, seat) / CARDS))


def ahead(points: Sequence[int], seat: int) -> float:
    """How much the others have on average more than `seat`."""
    return (sum(points) - points[seat]) / (len(points) - 1) - points[seat]
