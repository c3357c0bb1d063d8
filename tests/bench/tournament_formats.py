"""Seating and ranking time for 100, 1,000 and 5,000 entries: `python -m tests.bench.tournament_formats`.

Prints CPU seconds a round (median and worst of all rounds), how many pairs met again, and the time of one ranking.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import median
from time import process_time

from tests.formats.events import Event, entries, play_a_deal
from tournaments.formats import FORMATS, History, Sizes, rank

CASES = (
    ("swiss", 4, {"rounds": 10}),
    ("swiss", 2, {"rounds": 10}),
    ("elimination", 4, {"seating": "redraw"}),
    ("elimination", 4, {"seating": "stay"}),
)


def main(counts: tuple[int, ...]) -> None:
    print(f"{'format':22} {'entries':>7} {'rounds':>6} {'median s':>9} {'worst s':>8} {'meetings':>8} {'rank s':>7}")
    for slug, seats, options in CASES:
        for count in counts:
            measure(slug, seats, options, count)


def measure(slug: str, seats: int, options: dict[str, object], count: int) -> None:
    """Play one event and print its line."""
    format = FORMATS[slug].create(Sizes(seats, 2, max(seats, 6) if slug == "elimination" else seats), options)
    event = Event(format, History(entries(count)), Random(1), play_a_deal)
    taken, meetings = [], 0
    while not format.finished(event.history):
        start = process_time()
        seating = format.seat(event.history, event.seed)
        taken.append(process_time() - start)
        meetings += seating.cost.meetings
        event.play_round(seating)
    start = process_time()
    rank(format, event.history)
    ranking = process_time() - start
    name = f"{slug} {options.get('seating', f'in {seats}s')}"
    line = f"{name:22} {count:7} {len(taken):6} {median(taken):9.3f} {max(taken):8.3f} {meetings:8} {ranking:7.3f}"
    print(line, flush=True)


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or (100, 1_000, 5_000))
