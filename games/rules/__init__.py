"""The rules of every game.  PURE: standard library only; no Django, no clock, no random, no I/O."""

from __future__ import annotations

from .game import Game

GAMES: dict[str, type[Game]] = {}
