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
from .tokens import find_token, holding, make_token, revoke_token

__all__ = [
    "BACKEND",
    "TakenAlong",
    "block",
    "clean_guests",
    "delete_account",
    "end_being_guest",
    "end_sessions",
    "find_token",
    "forget_guest",
    "guest_of",
    "holding",
    "make_guest",
    "make_token",
    "may_sit_with",
    "remember_guest",
    "remembered_guest",
    "revoke_token",
    "save_settings",
    "take_along",
    "unblock",
    "would_take_along",
]
