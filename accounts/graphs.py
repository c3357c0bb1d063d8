"""Small graphs as the page draws them: a player's matches in a row, oldest first, in SVG user units."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime

from .models import Played

WIDTH, HEIGHT = 360, 200
LEFT, RIGHT, TOP, BOTTOM = 40, 352, 12, 172
LONG = 10  # matches in a moving mean
STEPS = (1, 2, 5)


@dataclass(frozen=True)
class Tick:
    at: float
    label: str


@dataclass(frozen=True)
class Graph:
    """`line`, `band`: points of a polyline and of a polygon; `dots`: (x, y) of single matches."""

    line: str
    band: str
    dots: list[tuple[float, float]]
    ticks: list[Tick]  # y
    dates: list[Tick]  # x

    width, height, left, right, top, bottom = WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM


def rating(lines: Sequence[Played]) -> Graph:
    """The rating after each match, and how far off it may be."""
    values = [line.after.exact for line in lines]
    margins = [line.after.off_by for line in lines]
    low = min(value - margin for value, margin in zip(values, margins, strict=True))
    high = max(value + margin for value, margin in zip(values, margins, strict=True))
    axis = _Axis.around(low, high)
    xs = _xs(len(lines))
    upper = [(x, axis.y(value + margin)) for x, value, margin in zip(xs, values, margins, strict=True)]
    lower = [(x, axis.y(value - margin)) for x, value, margin in zip(xs, values, margins, strict=True)]
    line = [(x, axis.y(value)) for x, value in zip(xs, values, strict=True)]
    return Graph(_points(line), _points(upper + lower[::-1]), line[-1:], axis.ticks, _dates(lines))


def places(lines: Sequence[Played]) -> Graph:
    """The place in each match, the first on top, and the mean of the last ten."""
    most = max(line.seats for line in lines)
    axis = _Axis(most + 0.4, 0.6, [float(place) for place in range(1, most + 1)])
    return _scatter(lines, [float(line.place) for line in lines], axis)


def points(lines: Sequence[Played]) -> Graph:
    """Penalty points a deal in each match, and the mean of the last ten."""
    values = [line.points / max(line.deals, 1) for line in lines]
    return _scatter(lines, values, _Axis.around(0, max(values)))


def _scatter(lines: Sequence[Played], values: list[float], axis: _Axis) -> Graph:
    xs = _xs(len(lines))
    dots = [(x, axis.y(value)) for x, value in zip(xs, values, strict=True)]
    mean = [(x, axis.y(value)) for x, value in zip(xs, moving_mean(values), strict=True)]
    return Graph(_points(mean), "", dots, axis.ticks, _dates(lines))


def moving_mean(values: Sequence[float]) -> list[float]:
    """Of each value and those before it, LONG at most."""
    windows = (values[max(0, number - LONG + 1) : number + 1] for number in range(len(values)))
    return [sum(window) / len(window) for window in windows]


# -- axes ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Axis:
    """`low` is drawn at the bottom, whichever is the larger."""

    low: float
    high: float
    values: list[float]

    @classmethod
    def around(cls, low: float, high: float) -> _Axis:
        """With four or five round values."""
        step = _round_step(max(high - low, 1) / 4)
        first, last = math.floor(low / step), math.ceil(max(high, low + 1) / step)
        return cls(first * step, last * step, [number * step for number in range(first, last + 1)])

    def y(self, value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low), 1)

    @property
    def ticks(self) -> list[Tick]:
        return [Tick(self.y(value), f"{value:g}") for value in self.values]


def _round_step(least: float) -> float:
    power = 10 ** math.floor(math.log10(least))
    return next(float(step * power) for step in (*STEPS, 10) if step * power >= least)


def _xs(number: int) -> list[float]:
    """Matches side by side; a single one in the middle."""
    if number == 1:
        return [(LEFT + RIGHT) / 2]
    return [round(LEFT + 6 + (RIGHT - LEFT - 12) * each / (number - 1), 1) for each in range(number)]


def _dates(lines: Sequence[Played]) -> list[Tick]:
    """The days of the first match and of the last."""
    if len(lines) == 1 or _day(lines[0].ended_at) == _day(lines[-1].ended_at):
        return [Tick((LEFT + RIGHT) / 2, _day(lines[-1].ended_at))]
    return [Tick(LEFT, _day(lines[0].ended_at)), Tick(RIGHT, _day(lines[-1].ended_at))]


def _day(moment: datetime) -> str:
    return date_format(localtime(moment), "DATE_FORMAT")


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
