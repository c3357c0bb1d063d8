"""The options of Last Player (LP1, LP5-LP7, N8).  Standard library only."""

from __future__ import annotations

from dataclasses import dataclass

from .game import MAX_MOVES, Option, gettext_noop


@dataclass(frozen=True)
class Rules:
    """The options of a deal, and the word for a turn without a card (LP5, LP6)."""

    hand_size: int
    draw_when_stuck: bool
    voluntary_draw: bool
    two_draws: int
    max_moves: int

    @property
    def way_out(self) -> str:
        return "draw" if self.draw_when_stuck or self.voluntary_draw else "pass"


OPTIONS = (
    Option(
        "hand_size",
        6,
        gettext_noop("Cards dealt to each player"),
        gettext_noop("More cards make a longer deal, and dearer hands when it ends."),
        low=4,
        high=8,
    ),
    Option(
        "draw_when_stuck",
        True,
        gettext_noop("Nothing to play"),
        gettext_noop("What a player does who has no card that goes; either way the turn is over."),
        choices=(True, False),
        labels=(gettext_noop("draw a card"), gettext_noop("pass")),
    ),
    Option(
        "voluntary_draw",
        False,
        gettext_noop("Drawing instead of playing"),
        gettext_noop("A card that a run demands must be answered all the same."),
        choices=(True, False),
        labels=(gettext_noop("always allowed"), gettext_noop("only if no card follows")),
    ),
    Option(
        "two_draws",
        1,
        gettext_noop("Cards drawn for a two"),
        gettext_noop("The next player draws so many and loses the turn."),
        choices=(1, 2),
    ),
    MAX_MOVES,
)
