"""What the bots play: from a seat's view, worlds that look the same to it and what everybody saw of the deal."""

from __future__ import annotations

from random import Random

from django.conf import settings

from .. import bots, replay
from ..models import Table
from ..rules.game import Game
from ..thinking import Question, thinker

SECONDS = 0.6  # that a strong bot thinks at most, beside `BOT_DELAY`


def bot_move(table: Table, fold: replay.Fold) -> str:
    """What the bot at the seat to act plays."""
    state, deal = fold.state, fold.deal
    seat = state.to_act
    assert seat is not None
    level = table.seats.values_list("bot", flat=True).get(number=deal.seats[seat])
    rng = Random(f"{deal.pk}/{state.ply}")
    if level != "strong":
        return bots.choose(level, state, seat, rng)
    question = Question(
        level, state.sample(seat, bots.shuffled(rng)), seat, str(rng.random()), SECONDS, _memory(table, fold)
    )
    return thinker.ask(question) if settings.EMBEDDED else question.answer()


def _memory(table: Table, fold: replay.Fold) -> bots.Memory | None:
    """What somebody who has watched the deal so far remembers of it."""
    state: Game = replay.first_state(table.game, table.options, fold.deal)
    memory = bots.remember(type(state), table.options, state.view(None))
    if memory:
        for step in fold.steps:
            memory.watch(state.view(None), step.events)
            state, _ = state.play(step.text)
    return memory
