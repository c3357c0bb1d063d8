"""What is settled before the first bout of the durak games: options (DK1), who attacks (DK2, DK3), what stays the same.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .cards import lot
from .durak_cards import SUIT, lowest_rank
from .game import MAX_MOVES, Option, gettext_noop

DECK_SIZE = Option(
    "deck_size",
    36,
    gettext_noop("Cards in the deck"),
    gettext_noop("36 cards begin at the six, 52 at the two."),
    choices=(36, 52),
)
NO_TRUMP = Option(
    "no_trump",
    "lowest",
    gettext_noop("First attack when nobody holds a trump"),
    gettext_noop("The player with the lowest card of any suit begins, or one drawn by lot."),
    choices=("lowest", "lot"),
    labels=(gettext_noop("the lowest card"), gettext_noop("by lot")),
)
LEAD = Option(
    "lead",
    "under",
    gettext_noop("First attack of later deals"),
    gettext_noop("Under the fool: the player on the right of the fool. From under: the player on the left."),
    choices=("under", "from_under"),
    labels=(gettext_noop("under the fool"), gettext_noop("from under the fool")),
)
BOUT_LIMIT = Option(
    "bout_limit",
    None,
    gettext_noop("Most attacking cards in a bout"),
    gettext_noop("Never more than the defender holds; six is a common limit."),
    low=1,
    high=52,
    nullable=True,
)
THROW_AFTER_TAKE = Option(
    "throw_after_take",
    False,
    gettext_noop("Adding cards when the defender takes"),
    gettext_noop("The others may add fitting cards before the defender picks them up."),
    choices=(False, True),
)
SHARED_OPTIONS = (DECK_SIZE, THROW_AFTER_TAKE, BOUT_LIMIT, LEAD, NO_TRUMP, MAX_MOVES)


@dataclass(frozen=True)
class Setup:
    """What stays the same for a whole deal."""

    players: int
    dealer: int
    fool: int | None
    trump: str
    trump_card: str
    cap: int  # of attacking cards, whatever the defender holds (DK7, CD2)
    transfer: bool
    throw_after_take: bool
    max_moves: int


def settle(players: int, dealer: int, fool: int | None, trump_card: str, options: Mapping[str, Any]) -> Setup:
    """`options` are full; only CD has `style` (CD2), whose simple bout is one card."""
    style, bout_limit = options.get("style"), options["bout_limit"]
    return Setup(
        players=players,
        dealer=dealer,
        fool=fool,
        trump=trump_card[1],
        trump_card=trump_card,
        cap=1 if style == "simple" else bout_limit or options["deck_size"],
        transfer=style == "transfer",
        throw_after_take=options["throw_after_take"],
        max_moves=options["max_moves"],
    )


def first_attacker(setup: Setup, hands: Sequence[int], seed: str | None, options: Mapping[str, Any]) -> int:
    """DK2, DK3."""
    seats = setup.players
    if setup.fool is not None:
        return (setup.fool + (1 if options["lead"] == "from_under" else -1)) % seats
    left = (setup.dealer + 1) % seats
    trumps = tuple(hand & SUIT[setup.trump] for hand in hands)
    if any(trumps):
        return min(range(seats), key=lambda seat: lowest_rank(trumps[seat]))
    if options["no_trump"] == "lot":
        return left if seed is None else lot(range(seats), seed)
    clockwise = [(left + step) % seats for step in range(seats)]
    return min(clockwise, key=lambda seat: lowest_rank(hands[seat]))
