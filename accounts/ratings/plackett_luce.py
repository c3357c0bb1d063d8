"""Ratings of 2-6 players with ties: the Plackett-Luce model of openskill (Weng and Lin, JMLR 12, 2011, algorithm 4).

A rating is a belief about strength, a normal distribution with mean `mu` and deviation `sigma`.  People are shown it on
a scale like that of chess: 1500 at the start, 30 points for one of `mu`; it may be off by twice the deviation.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from openskill.models import PlackettLuce

MU, SIGMA = 25.0, 25.0 / 3
SETTLED_SIGMA = 5.0  # 60% of the start: 10 to 15 matches
SHOWN_START, SHOWN_STEP = 1500, 30
_BETA = 25.0 / 6
_CAUTION = 1.2  # predictions from the bare model are too bold by that much (`tests/bench/ratings.py`)

Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True)
class Rating:
    mu: float = MU
    sigma: float = SIGMA

    @property
    def settled(self) -> bool:
        """Until then it is provisional."""
        return self.sigma <= SETTLED_SIGMA

    @property
    def exact(self) -> float:
        """The rating on the scale that people see."""
        return SHOWN_START + SHOWN_STEP * (self.mu - MU)

    @property
    def shown(self) -> int:
        return round(self.exact)

    @property
    def off_by(self) -> int:
        """How far off it may be: 19 times out of 20 no further."""
        return round(2 * SHOWN_STEP * self.sigma)


START = Rating()


def _whole(*_arguments: object) -> float:
    """openskill's `gamma`, how much of a match's news about `sigma` is believed: all of it.  Its default, a part, takes
    twice as many matches to settle and predicts no better (`tests/bench/ratings.py`)."""
    return 1.0


_MODELS = {  # seats -> model.  The noise is shared out so that a difference in strength means the same at every table
    seats: PlackettLuce(MU, SIGMA, beta=_BETA * math.sqrt(2 / seats), gamma=_whole) for seats in range(2, 7)
}


def rate(who: Sequence[Who | None], places: Sequence[int], ratings: Mapping[Who, Rating]) -> dict[Who, Rating]:
    """The ratings after a match of those who sat at it.

    By seat: `who` (None: somebody not rated, taken to be as strong as a newcomer) and `places` (1, 2, 2, 4).
    `ratings`: before the match; who is not in it is new.  The same bot may have several seats: its changes add up.
    """
    before = _before(who, ratings)
    teams = [[_MODELS[len(who)].rating(rating.mu, rating.sigma)] for rating in before]
    rated = _MODELS[len(who)].rate(teams, ranks=[float(place) for place in places])
    after: dict[Who, Rating] = {}
    for name, old, [new] in zip(who, before, rated, strict=True):
        if name is not None:
            sofar = after.get(name, old)
            after[name] = Rating(sofar.mu + (new.mu - old.mu), sofar.sigma * (new.sigma / old.sigma))
    return after


def win_chances(ratings: Sequence[Rating]) -> list[float]:
    """How likely each is to come first; together 1."""
    scale = _scale(ratings)
    weights = [math.exp((rating.mu - MU) / scale) for rating in ratings]
    return [weight / sum(weights) for weight in weights]


def expected_places(ratings: Sequence[Rating]) -> list[float]:
    """The mean place of each, 1 to n."""
    scale = _scale(ratings)
    return [0.5 + sum(1 / (1 + math.exp((one.mu - other.mu) / scale)) for other in ratings) for one in ratings]


def _before(who: Sequence[Who | None], ratings: Mapping[Who, Rating]) -> list[Rating]:
    return [START if name is None else ratings.get(name, START) for name in who]


def _scale(ratings: Sequence[Rating]) -> float:
    """The model's `c`, for predictions."""
    beta = _MODELS[len(ratings)].beta
    return _CAUTION * math.sqrt(sum(rating.sigma**2 + beta**2 for rating in ratings))
