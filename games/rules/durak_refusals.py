"""Why a move of the durak games is not legal now, in a sentence for the person who tried it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .durak_cards import BIT, SAME_RANK
from .game import IllegalMove, gettext_noop

if TYPE_CHECKING:
    from .durak_family import Durak

WORDS = {"attack": 1, "beat": 2, "throw": 1, "transfer": 1, "take": 0, "pass": 0}
"""How many cards follow each verb (N5)."""


def why_not(state: Durak, text: str) -> IllegalMove:
    """The reason that `text`, not among the legal moves of `state`, is refused."""
    verb, *cards = text.split(" ")
    if state.to_act is None:
        return IllegalMove(gettext_noop("The deal is over."))
    if WORDS.get(verb) != len(cards) or any(card not in BIT for card in cards):
        return IllegalMove(gettext_noop("“{text}” is not a move of this game."), text=text[:40])
    if wrong_time := _wrong_time(state, verb):
        return IllegalMove(wrong_time)
    if not state.hands[state.to_act] & BIT[cards[-1]]:
        return IllegalMove(gettext_noop("You do not hold {card}."), card=cards[-1])
    if verb == "beat":
        return _cannot_beat(state, *cards)
    if verb == "transfer":
        return _cannot_transfer(state, cards[0])
    return IllegalMove(gettext_noop("No card on the table has the rank of {card}."), card=cards[0])


def _wrong_time(state: Durak, verb: str) -> str | None:
    """What is expected instead of `verb`, None if `verb` is one of the moves of now."""
    if not state.table:
        return None if verb == "attack" else gettext_noop("You attack: play one card.")
    if state.asked is not None:
        return None if verb == "throw" else gettext_noop("You may throw in a card, or pass.")
    if verb == "transfer" and not state.setup.transfer:
        return gettext_noop("An attack cannot be transferred in this game.")
    return None if verb in ("beat", "transfer") else gettext_noop("You defend: beat the attack, or take.")


def _cannot_beat(state: Durak, attack: str, card: str) -> IllegalMove:
    if attack not in state.unbeaten():
        return IllegalMove(gettext_noop("{attack} is not waiting to be beaten."), attack=attack)
    if card[1] == attack[1]:
        return IllegalMove(gettext_noop("{card} is lower than {attack}."), card=card, attack=attack)
    if attack[1] == state.setup.trump:
        return IllegalMove(gettext_noop("{attack} is a trump: only a higher trump beats it."), attack=attack)
    return IllegalMove(
        gettext_noop("{card} is of another suit: {attack} is beaten by a higher card of its suit, or by a trump."),
        card=card,
        attack=attack,
    )


def _cannot_transfer(state: Durak, card: str) -> IllegalMove:
    """DK-T."""
    attack = state.table[0][0]
    if len(state.unbeaten()) < len(state.table):
        return IllegalMove(gettext_noop("You have beaten a card: the attack can no longer be transferred."))
    if not SAME_RANK[attack] & BIT[card]:
        return IllegalMove(gettext_noop("Only a card of the attacking rank transfers: {card} is not."), card=card)
    if len(state.table) >= state.setup.cap:
        return IllegalMove(
            gettext_noop("A bout has at most {limit} attacking cards here: no transfer."), limit=state.setup.cap
        )
    return IllegalMove(gettext_noop("The next player holds too few cards to be given this attack."))
