"""Finds practice deals in which much happens: `python -m tests.games.lessons 150 king-george-iii` tries so many seeds.

It writes the best ones to `games/lessons.jsonl`, in place of the lessons that these games (or all) had.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from games import learn  # noqa: E402
from games.coaching import COACHES, Happening  # noqa: E402
from games.coaching.coach import LEARNER, played  # noqa: E402
from games.learn import FILE, LESSONS, Lesson, Moment  # noqa: E402

WANTED = {  # what a learner should meet in the lessons of a game
    "last-player": {"run", "run-over", "two", "eight", "jack", "three", "last", "stuck"},
    "follow-the-leader": {"draw", "round", "free-lead"},
    "king-george-iii": {"start", "chain", "draw", "ace-1", "ace-2"},
    "chukchi-durak": {"trump", "beat", "throw", "pass", "taken", "beaten"},
    "arithmetic-durak": {"trump", "beat", "throw", "pass", "taken", "beaten", "fill"},
}
USUAL: dict[str, dict[str, Any]] = {"king-george-iii": {"recycles": 5}}  # options of a lesson
THIRD = {  # options of the third lesson, and what is to be met there
    "follow-the-leader": ({"jokers": True}, "joker"),
    "chukchi-durak": ({"style": "transfer"}, "transfer"),
}
LENGTHS = {"follow-the-leader": (9, 30), "arithmetic-durak": (12, 26)}  # moves of the learner
USUAL_LENGTHS = (9, 24)


class Course(NamedTuple):
    """A lesson played as the coach advises."""

    moves: list[str]  # the learner's
    topics: set[str]
    deal: list[Moment]


def advised(lesson: Lesson) -> Course:
    """Follows the lesson's line, or the advice of now where it has none."""
    coach, moves, deal = COACHES[lesson.game](learn.names("You")), [], [Moment(lesson.first())]
    topics = set()
    while (state := deal[-1].state).to_act is not None:
        seat, view = state.to_act, state.view(LEARNER)
        move = learn.planned_move(lesson, deal[-1]) or learn.easy_move(state)
        if seat == LEARNER:
            move = move if lesson.line else coach.advised(move, view)
            moves.append(move)
        after, events = state.play(move)
        topics |= {told.topic for told in coach.told(Happening(view, seat, move, events, after.view(LEARNER)))}
        deal.append(Moment(after, seat, move, tuple(events)))
    return Course(moves, topics - {""}, deal)


def search(game: str, seeds: int, options: dict[str, Any], wanted: set[str]) -> list[dict[str, Any]]:
    """Records of the deals in which most of `wanted` happens, best first; none that the learner loses."""
    found = []
    least, most = LENGTHS.get(game, USUAL_LENGTHS)
    for number in range(1, seeds + 1):
        course = advised(Lesson(game, f"lesson {number}", options))
        outcome = course.deal[-1].state.outcome()
        assert outcome
        if least <= len(course.moves) <= most and LEARNER not in outcome.losers:
            kinds = {move.split()[0] for move in course.moves}
            drawn_into = sum(1 for move in course.moves if played(move))
            worth = (len(course.topics & wanted), len(kinds), drawn_into / len(course.moves), -len(course.moves))
            found.append((worth, number, course))
    found.sort(key=lambda one: one[0], reverse=True)
    return [_record(game, number, options, course) for _worth, number, course in found]


def _record(game: str, number: int, options: dict[str, Any], course: Course) -> dict[str, Any]:
    moves = [f"{moment.seat} {moment.move}" for moment in course.deal[1:]]
    return {
        "format": "deal/1",
        "game": game,
        "options": {"max_moves": learn.DEAL_LENGTH, **options},
        "players": learn.names("You"),
        "dealer": learn.DEALER,
        "seed": f"lesson {number}",
        "moves": moves,
    }


def best(game: str, seeds: int) -> Iterator[dict[str, Any]]:
    """Three lessons of a game."""
    wanted, usual = WANTED[game], USUAL.get(game, {})
    yield from search(game, seeds, usual, wanted)[: 2 if game in THIRD else 3]
    if game in THIRD:
        options, topic = THIRD[game]
        yield search(game, seeds, options, wanted | {topic})[0]


def main(seeds: int, games: list[str]) -> None:
    kept = [json.loads(line) for line in FILE.read_text().splitlines()]
    records = []
    for game in LESSONS:
        records += best(game, seeds) if game in games else [record for record in kept if record["game"] == game]
    FILE.write_text("".join(json.dumps(record) + "\n" for record in records))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:] or list(LESSONS))
