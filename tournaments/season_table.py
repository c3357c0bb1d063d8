"""The table of a season: each player's best events count.  A player is an account, else a name as written."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from . import record, wording
from .formats.book import table_scores
from .models import Season, Tournament

FULL = 100  # points for winning an event; the last has 0, whatever the number of entries


@dataclass(frozen=True)
class Row:
    """One player: place, total of what counts, and the points of each event (None: not there)."""

    place: int
    name: str
    total: str
    points: tuple[tuple[str, bool] | None, ...]  # (points, whether they count), in the order of the events


def events_of(season: Season) -> list[Tournament]:
    finished = season.tournaments.filter(state=Tournament.State.FINISHED)
    return [event for event in finished.order_by("ended_at") if event.frozen_at is None]


def event_points(tournament: Tournament) -> dict[str, tuple[str, Fraction]]:
    """Key of a player -> (name, points): the event counted like one table of all entries (T4)."""
    entries = tournament.entries.in_bulk()
    ranked = [standing for standing in record.standings(tournament) if standing.place is not None]
    scores = table_scores(tuple(standing.place or 0 for standing in ranked)) if ranked else ()
    people = [entries[standing.entry] for standing in ranked]
    return {
        f"user {entry.user_id}" if entry.user_id else f"name {entry.name.casefold()}": (entry.shown_name, score * FULL)
        for entry, score in zip(people, scores, strict=True)
    }


def table(season: Season) -> list[Row]:
    events = [event_points(event) for event in events_of(season)]
    names = {key: name for points in events for key, (name, _) in points.items()}
    gained = {key: [event[key][1] if key in event else None for event in events] for key in names}
    counted = {key: _best(points, season.best) for key, points in gained.items()}
    totals = {key: sum((gained[key][index] or Fraction(0) for index in counted[key]), Fraction(0)) for key in names}
    order = sorted(names, key=lambda key: (-totals[key], names[key].casefold()))
    return [
        Row(
            1 + sum(total > totals[key] for total in totals.values()), names[key], wording.amount(totals[key]),
            tuple(
                None if points is None else (wording.amount(points), index in counted[key])
                for index, points in enumerate(gained[key])
            ),
        )
        for key in order
    ]  # fmt: skip


def _best(points: list[Fraction | None], best: int) -> set[int]:
    played = [index for index, value in enumerate(points) if value is not None]
    return set(sorted(played, key=lambda index: (-(points[index] or 0), index))[:best])
