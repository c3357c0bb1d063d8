"""The rules of every game.  PURE: standard library only; no Django, no clock, no random, no I/O."""

from __future__ import annotations

from .follow_the_leader import FollowTheLeader
from .game import Game
from .king_george_iii import KingGeorgeIII

GAMES: dict[str, type[Game]] = {
    "follow-the-leader": FollowTheLeader,
    "king-george-iii": KingGeorgeIII,
}
