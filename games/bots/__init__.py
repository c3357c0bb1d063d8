"""Bots.  PURE: a bot sees what a player sees, and nothing else: its view and worlds that look the same to it."""

from __future__ import annotations

from random import Random

from games.rules.game import Game


def choose(level: str, state: Game, seat: int, rng: Random) -> str:
    """A legal move for `seat`, which is to act."""
    return state.default_move()
