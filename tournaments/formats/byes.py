"""Who has the bye (T4): at most once an entry, the lowest that had none."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.game import gettext_noop

from .history import History, Note


def bye_order(history: History, best_first: Sequence[int]) -> list[int]:
    """Who gets a bye first: fewest byes so far, those who never left before returners, the lowest first (T1, T4)."""

    def key(entry: int) -> tuple[int, bool]:
        return history.byes[entry], history.by_id[entry].has_left(history.next_round)

    lowest_first = best_first[::-1]
    return sorted(lowest_first, key=key)


def bye_notes(history: History, byes: Sequence[int]) -> dict[int, tuple[Note, ...]]:
    """Why these have the byes, as notes on the round (0)."""
    return {0: tuple(_bye_note(entry, history.byes[entry]) for entry in byes)} if byes else {}


def _bye_note(entry: int, byes_before: int) -> Note:
    if byes_before:
        text = gettext_noop("{entry} has a bye again, as everybody has had one; it scores nothing.")
    else:
        text = gettext_noop("{entry} has the bye: the lowest of those who have had none.")
    return Note(text, {"entry": entry})
