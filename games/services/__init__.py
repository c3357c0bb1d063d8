"""Writes: every transaction of the games is here."""

from .actions import act
from .moves import Answer, MoveRequest, commit_moves, hold_pass
from .refused import Refused
from .results import tally
from .tables import fill, leave, open_table, rematch, remove, set_auto_pass, start, take_seat
from .ticking import close_stale, tick

__all__ = [
    "Answer",
    "MoveRequest",
    "Refused",
    "act",
    "close_stale",
    "commit_moves",
    "fill",
    "hold_pass",
    "leave",
    "open_table",
    "rematch",
    "remove",
    "set_auto_pass",
    "start",
    "take_seat",
    "tally",
    "tick",
]  # fmt: skip
