"""How well ratings predict: simulated players of known strength: `python -m tests.bench.ratings [MATCHES]`.

Each match draws 2-6 of 300 players; their order follows the Plackett-Luce law of their true strengths.  Before a match
every player's chance to win is predicted from the ratings; afterwards, tenth by tenth: the mean prediction against the
share of matches really won (a shared first place is a part of one), of the second half of the matches.
"""

from __future__ import annotations

import math
import statistics
import sys
import time
from dataclasses import dataclass, field
from random import Random

from accounts.ratings import START, Rating, expected_places, rate, win_chances
from accounts.ratings.plackett_luce import MU

PLAYERS = 300
SPREAD = 5.0  # of the true strengths, on the scale of `mu`
LUCK = 25 / 6  # the model's beta: a skilful game; card games have more luck


@dataclass
class Tenth:
    predicted: list[float] = field(default_factory=list)
    won: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        if not self.won:
            return f"{'-':>6} {'-':>6} {0:>7}"
        return f"{statistics.mean(self.predicted):6.3f} {statistics.mean(self.won):6.3f} {len(self.won):7}"


class World:
    """Players, their true strengths, and what the ratings say of them."""

    def __init__(self, luck: float, ties: float, random: Random) -> None:
        self.luck, self.ties, self.random = luck, ties, random
        self.truth = [random.gauss(MU, SPREAD) for _ in range(PLAYERS)]
        self.ratings: dict[int, Rating] = {}
        self.played = [0] * PLAYERS
        self.settled_after: list[int] = []
        self.tenths = [Tenth() for _ in range(10)]
        self.same_sign = [0, 0]
        self.seconds = 0.0

    def play(self, *, judged: bool) -> None:
        who = self.random.sample(range(PLAYERS), self.random.choice((2, 3, 4, 4, 5, 6)))
        before = [self.ratings.get(player, START) for player in who]
        places = self._places(who)
        if judged:
            self._judge(win_chances(before), places)
        began = time.perf_counter()
        after = rate(who, places, self.ratings)
        self.seconds += time.perf_counter() - began
        self._compare(before, [after[player] for player in who], places)
        for player in who:
            self.played[player] += 1
            if after[player].settled and not self.ratings.get(player, START).settled:
                self.settled_after.append(self.played[player])
        self.ratings |= after

    def _places(self, who: list[int]) -> list[int]:
        """Strength and luck; or, in some matches, one loser and nobody else behind."""
        shown = [self.truth[player] - self.luck * math.log(-math.log(self.random.random())) for player in who]
        places = [1 + sum(other > own for other in shown) for own in shown]
        if self.random.random() < self.ties:
            return [1 if place < len(who) else place for place in places]
        return places

    def _judge(self, chances: list[float], places: list[int]) -> None:
        for chance, place in zip(chances, places, strict=True):
            tenth = self.tenths[min(int(10 * chance), 9)]
            tenth.predicted.append(chance)
            tenth.won.append((place == 1) / places.count(1))

    def _compare(self, before: list[Rating], after: list[Rating], places: list[int]) -> None:
        """Whether who came in ahead of the expected place (by a third of a place or more) has gained."""
        means = [sum(other < own for other in places) + (places.count(own) + 1) / 2 for own in places]
        for old, new, expected, mean in zip(before, after, expected_places(before), means, strict=True):
            if abs(mean - expected) > 1 / 3:
                self.same_sign[(new.mu > old.mu) == (mean < expected)] += 1

    def report(self, name: str, matches: int) -> None:
        strengths = [self.truth[player] for player in self.ratings]
        correlation = statistics.correlation(strengths, [rating.mu for rating in self.ratings.values()])
        print(f"\n{name}: {matches:,} matches of 2-6 of {PLAYERS} players, {matches / self.seconds:,.0f} a second")
        print("tenth     predicted    won  players")
        for number, tenth in enumerate(self.tenths):
            print(f"{number / 10:.1f}-{(number + 1) / 10:.1f}   {tenth}")
        print(f"ratings against true strengths: correlation {correlation:.3f}")
        print(f"settled after {statistics.median(self.settled_after):.0f} matches (median)")
        wrong, right = self.same_sign
        print(f"ahead of the expected place and up, or behind it and down: {right / (right + wrong):.1%}", flush=True)


def main(matches: int) -> None:
    for name, luck, ties in (
        ("a skilful game", LUCK, 0.0),
        ("a lucky game", 3 * LUCK, 0.0),
        ("half of the matches with one loser only", LUCK, 0.5),
    ):
        world = World(luck, ties, Random(2))
        for number in range(matches):
            world.play(judged=number >= matches // 2)
        world.report(name, matches)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
