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

__all__ = [
    "BACKEND",
    "TakenAlong",
    "clean_guests",
    "delete_account",
    "end_being_guest",
    "end_sessions",
    "forget_guest",
    "guest_of",
    "make_guest",
    "remember_guest",
    "remembered_guest",
    "save_settings",
    "take_along",
    "would_take_along",
]
