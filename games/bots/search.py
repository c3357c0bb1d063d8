"""The strong bots' thinking: determinised Monte-Carlo.

The hidden cards are dealt anew into worlds that look the same to the seat; in each world every candidate move is
played out by the rules of thumb (`weigh`), all seats alike.  A candidate that falls clearly behind the best one over
the same worlds is dropped, so that the time goes to those that are hard to tell apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any

from games.rules.game import Game, Order, Outcome

Weigh = Callable[[dict[str, Any]], dict[str, float]]
"""How good each legal move looks: the view of the seat to act -> {move, with `last` where it is to be called: weight}."""

WIDTH = 8  # candidates, the best by weight
PLIES = 80  # that a playout goes on for, then the cards left are compared
FIRST_LOOK = 8  # worlds before any candidate is dropped
BEHIND = 2.0  # standard errors
POINTS = 200  # penalty points that weigh as much as winning or losing a deal


def shuffled(rng: Random) -> Order:
    """An order of hidden cards by chance, for `Game.sample`."""
    return lambda cards: rng.sample(cards, len(cards))


def strong(weigh: Weigh, world: Game, seat: int, rng: Random, more: Callable[[], bool]) -> str:
    """The candidate with the best mean value for `seat` over worlds like this one, while `more()`."""
    weights = weigh(world.view(seat))
    race = Race(sorted(weights, key=weights.__getitem__, reverse=True)[:WIDTH])
    while len(race.running) > 1 and more():
        deal = world.sample(seat, shuffled(rng))
        race.add({move: play_out(weigh, deal.play(move)[0], seat) for move in race.running})
    return race.best


class Race:
    """Candidates and what each was worth in the worlds so far; the same worlds for all that still run."""

    def __init__(self, moves: Sequence[str]) -> None:
        self.running: dict[str, list[float]] = {move: [] for move in moves}

    @property
    def best(self) -> str:
        return max(self.running, key=lambda move: sum(self.running[move]))

    def add(self, values: dict[str, float]) -> None:
        for move, value in values.items():
            self.running[move].append(value)
        best = self.running[self.best]
        if len(best) >= FIRST_LOOK:
            self.running = {move: line for move, line in self.running.items() if not clearly_behind(line, best)}


def clearly_behind(line: Sequence[float], best: Sequence[float]) -> bool:
    """Whether the mean of `line` lies more than BEHIND standard errors of the paired difference under that of `best`."""
    worlds = len(line)
    differences = [ahead - value for ahead, value in zip(best, line, strict=True)]
    mean = sum(differences) / worlds
    variance = sum((each - mean) ** 2 for each in differences) / (worlds - 1)
    return mean > BEHIND * sqrt((variance + 0.01) / worlds)


def play_out(weigh: Weigh, state: Game, seat: int) -> float:
    """What the deal is worth to `seat` when everybody plays what looks best."""
    for _ in range(PLIES):
        actor = state.to_act
        if actor is None:
            break
        weights = weigh(state.view(actor))
        state, _events = state.play(max(weights, key=weights.__getitem__))
    outcome = state.outcome()
    return value(outcome, seat) if outcome else standing(state.view(None)["counts"], seat)


def value(outcome: Outcome, seat: int) -> float:
    """1 for a win (shared among the tied), -1 for the fool, and what the penalty points say."""
    won = 1 / len(outcome.winners) if seat in outcome.winners else 0
    lost = seat in outcome.losers
    return won - lost + ahead(outcome.penalties, seat) / POINTS


def standing(counts: Sequence[int], seat: int) -> float:
    """A guess for a deal that is still running, by the cards in hand."""
    return max(-0.5, min(0.5, ahead(counts, seat) / 20))


def ahead(points: Sequence[int], seat: int) -> float:
    """How much the others have on average more than `seat`."""
    return (sum(points) - points[seat]) / (len(points) - 1) - points[seat]
