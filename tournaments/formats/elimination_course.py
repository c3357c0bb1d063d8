"""The course of an `elimination` event, round by round: totals carried, who goes out, when it is over (T1, T8, T9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from .history import History, Number, Round


@dataclass(frozen=True)
class Exit:
    """How an entry went out: the round, its totals after and before it; `left` went away instead of playing on."""

    round: int
    total: Number
    before: Number
    left: bool = False


@dataclass
class Course:
    """Totals and exits after the rounds played.  `totals` has everybody who ever joined."""

    history: History
    limit: int
    most_at_final: int
    totals: dict[int, Number] = field(default_factory=dict)
    exits: dict[int, Exit] = field(default_factory=dict)
    final: int | None = None  # the round that was the final table's
    finalists: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        self._last_seated = self.history.last_seated()
        here: frozenset[int] = frozenset()
        for round in self.history.rounds:
            here = self._welcome(round.seated(), here)
            self._play(round, here)
        coming = frozenset(self.history.present()) if self.final is None else self.finalists
        self._here = self._welcome(coming, here)

    # -- who is in -----------------------------------------------------------------------------
    def still_in(self) -> tuple[int, ...]:
        """Neither out nor gone, for the next round; after the final nobody."""
        return () if self.final is not None else tuple(sorted(self._here))

    def is_final(self) -> bool:
        """Whether the next round is the final table: at most one table is left, and the limit can still decide (T8)."""
        return self.final is None and self._one_table_under_limit(self._here)

    def _one_table_under_limit(self, entries: Collection[int]) -> bool:
        return 1 < len(entries) <= self.most_at_final and all(self.totals[entry] < self.limit for entry in entries)

    def gone(self) -> dict[int, Exit]:
        """Those who went away without being out, as if they had gone out in the first round that they missed."""
        return {
            entry: Exit(self._last_seated[entry] + 1, total, total, left=True)
            for entry, total in self.totals.items()
            if entry not in self.exits and entry not in self._here
        }

    # -- coming and going ----------------------------------------------------------------------
    def _welcome(self, coming: frozenset[int], before: frozenset[int]) -> frozenset[int]:
        """Late entries get the mean total of those still in; who was away gets it if it is more than the own (T1)."""
        here = frozenset(entry for entry in coming if entry not in self.exits)
        newcomers = here - before
        mean = _mean(self.totals[entry] for entry in here & before) if newcomers else 0
        for entry in newcomers:
            self.totals[entry] = max(self.totals.get(entry, 0), mean)
        return here

    # -- a round -------------------------------------------------------------------------------
    def _play(self, round: Round, here: frozenset[int]) -> None:
        before = dict(self.totals)
        if self._one_table_under_limit(here) and not round.missing():
            self.final, self.finalists = round.number, here
        for entry, points in round_points(round).items():
            self.totals[entry] += points
        for penalty in self.history.penalties:
            if penalty.round == round.number and not penalty.cancelled and penalty.entry in self.totals:
                self.totals[penalty.entry] += penalty.points
        if not round.missing() and self.final is None:
            self._send_out(round.number, here, before)

    def _send_out(self, round: int, here: Collection[int], before: Mapping[int, Number]) -> None:
        """Whoever has reached the limit is out; with nobody under it the lowest total stays in (LP18)."""
        under = [entry for entry in here if self.totals[entry] < self.limit]
        lowest = min((self.totals[entry] for entry in here), default=0)
        stay = set(under) or {entry for entry in here if self.totals[entry] == lowest}
        for entry in here:
            if entry not in stay and not self._put_back(entry, round):
                self.exits[entry] = Exit(round, self.totals[entry], before[entry])

    def _put_back(self, entry: int, round: int) -> bool:
        """Seated again in a published round, or restored by the organiser (T11)."""
        restored = any(back > round for back in self.history.by_id[entry].restored)
        return self._last_seated[entry] > round or restored


def round_points(round: Round) -> dict[int, Number]:
    """Entry -> penalty points of a round: absent the most that anybody took, alone or with a bye the mean (T9)."""
    points: dict[int, Number] = {}
    absent: set[int] = set()
    spared: set[int] = set(round.byes)
    for table in round.tables:
        if table.result is None:
            continue
        played = table.played()
        absent |= set(table.seats) - set(played)
        if len(played) == 1:
            spared |= set(played)
        else:
            points |= {table.seats[seat]: table.result.penalties[seat] for seat in _seats(table.seats, played)}
    taken = list(points.values())
    points |= dict.fromkeys(absent, max(taken, default=0))
    points |= dict.fromkeys(spared, _mean(taken))
    return points


def _seats(seats: tuple[int, ...], played: tuple[int, ...]) -> list[int]:
    return [seat for seat, entry in enumerate(seats) if entry in played]


def _mean(numbers: Iterable[Number]) -> Number:
    """The exact mean; a whole one as an int, and 0 of nothing."""
    listed = list(numbers)
    mean = Fraction(sum(listed)) / len(listed) if listed else Fraction(0)
    return mean.numerator if mean.denominator == 1 else mean
