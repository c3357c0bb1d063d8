"""The rules of every game.  PURE: standard library only; no Django, no clock, no random, no I/O."""

from __future__ import annotations

from .arithmetic_durak import ArithmeticDurak
from .chukchi_durak import ChukchiDurak
from .follow_the_leader import FollowTheLeader
from .game import Game
from .king_george_iii import KingGeorgeIII
from .last_player import LastPlayer

GAMES: dict[str, type[Game]] = {
    "last-player": LastPlayer,
    "follow-the-leader": FollowTheLeader,
    "king-george-iii": KingGeorgeIII,
    "chukchi-durak": ChukchiDurak,
    "arithmetic-durak": ArithmeticDurak,
}
