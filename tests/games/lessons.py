"""Finds practice deals in which much happens: `python -m tests.games.lessons last-player 200` tries so many seeds.

Run it when the rules or the easy bots have changed and a test says that the lessons no longer show what they should;
put the best seeds into `games.learn.LESSONS`.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from games import learn  # noqa: E402
from games.coaching import COACHES, Happening  # noqa: E402
from games.coaching.coach import LEARNER  # noqa: E402

WANTED = {  # what a learner should meet in the first lesson of a game
    "last-player": {"run", "run-over", "two", "eight", "jack", "three", "last", "stuck"},
    "follow-the-leader": {"draw", "round", "free-lead"},
    "king-george-iii": {"start", "chain", "draw", "ace-1", "ace-2"},
    "chukchi-durak": {"trump", "beat", "throw", "pass", "taken", "beaten"},
    "arithmetic-durak": {"trump", "beat", "throw", "pass", "taken", "beaten", "fill"},
}
LONGEST = {"follow-the-leader": 40}  # moves of the learner
USUAL_LENGTH = 28


class Course(NamedTuple):
    """A lesson played as the coach advises."""

    moves: list[str]  # the learner's
    topics: set[str]
    deal: list[learn.Moment]


def advised(lesson: learn.Lesson) -> Course:
    moves: list[str] = []
    while "turn" in (coach := learn.steps(lesson, moves, "You", anew=False)[-1]["coach"]):
        moves.append(coach["turn"]["move"])
    deal = list(learn.moments(lesson, moves))
    coach = COACHES[lesson.game](learn.names("You"))
    topics = set()
    for before, now in pairwise(deal):
        views = before.state.view(LEARNER), now.state.view(LEARNER)
        topics |= {told.topic for told in coach.told(Happening(views[0], now.seat, now.move, now.events, views[1]))}
    return Course(moves, topics - {""}, deal)


def main(game: str, seeds: int) -> None:
    """The best seeds: most of what is wanted, then the shortest."""
    lesson = learn.LESSONS[game][0]
    found = []
    for number in range(1, seeds + 1):
        course = advised(replace(lesson, seed=f"lesson {number}"))
        if len(course.moves) <= LONGEST.get(game, USUAL_LENGTH) and course.deal[-1].state.outcome():
            found.append((-len(course.topics & WANTED[game]), -len(course.topics), len(course.moves), number))
    for wanted, _topics, moves, number in sorted(found)[:8]:
        print(f"lesson {number}: {-wanted} of {len(WANTED[game])} wanted, {moves} moves of the learner")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
