"""All writes on accounts, ratings and leaderboards."""

from .people import (
    BACKEND,
    TakenAlong,
    clean_guests,
    delete_account,
    end_being_guest,
    end_sessions,
    forget_guest,
    guest_of,
    make_guest,
    remember_guest,
    remembered_guest,
    save_settings,
    take_along,
    would_take_along,
)
from .privacy import block, may_sit_with, unblock

__all__ = [
    "BACKEND",
    "TakenAlong",
    "block",
    "clean_guests",
    "delete_account",
    "end_being_guest",
    "end_sessions",
    "forget_guest",
    "guest_of",
    "make_guest",
    "may_sit_with",
    "remember_guest",
    "remembered_guest",
    "save_settings",
    "take_along",
    "unblock",
    "would_take_along",
]
