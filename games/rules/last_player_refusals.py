"""Why a move of Last Player is not legal now, in a sentence for the person who tried it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cards import JOKERS
from .game import IllegalMove, gettext_noop
from .last_player_spots import BIT, RANK, Phase, cards_of

if TYPE_CHECKING:
    from .last_player import LastPlayer


def why_not(state: LastPlayer, text: str) -> IllegalMove:
    """The reason that `text`, not among the legal moves of `state`, is refused."""
    move, _ = state.normalise(text)
    verb, _, rest = move.partition(" ")
    card, *words = rest.split(" ")
    if state.spot.phase is Phase.OVER:
        return IllegalMove(gettext_noop("The deal is over."))
    if verb == "play" and card in BIT:
        return _cannot_play(state, card, words)
    if move in ("draw", "pass", "stop"):
        return _must_play(state, move)
    return IllegalMove(gettext_noop("“{text}” is not a move of this game."), text=text[:40])


def _cannot_play(state: LastPlayer, card: str, words: list[str]) -> IllegalMove:
    spot = state.spot
    if not state.hands[state.turn] & BIT[card]:
        return IllegalMove(gettext_noop("You do not hold {card}."), card=card)
    if card in JOKERS and not words:
        return IllegalMove(gettext_noop("Say which card the joker stands for."))
    if not spot.allowed & BIT[card]:
        return _does_not_fit(state, card)
    if card in JOKERS and not _fits(state, words[0].removeprefix("as=")):
        return _does_not_fit(state, words[0].removeprefix("as="))
    if spot.phase is Phase.RUN:
        return IllegalMove(gettext_noop("A card that answers a run names no suit."))
    return IllegalMove(gettext_noop("Only an eight names a suit, and only clubs, diamonds, hearts or spades."))


def _fits(state: LastPlayer, card: str) -> bool:
    return bool(state.spot.allowed & BIT.get(card, 0)) and card not in JOKERS


def _does_not_fit(state: LastPlayer, card: str) -> IllegalMove:
    spot = state.spot
    if card in JOKERS or card not in BIT:
        return IllegalMove(gettext_noop("A joker stands for one of the 52 cards."))
    if spot.demand and spot.allowed & RANK["4"]:
        return IllegalMove(gettext_noop("The run demands {demand}; a four may answer too."), demand=spot.demand)
    if spot.demand:
        return IllegalMove(gettext_noop("The run demands {demand}."), demand=spot.demand)
    if spot.top[0] == "8":
        return IllegalMove(
            gettext_noop("{card} does not follow: the suit is {suit}, or play an eight."), card=card, suit=spot.top[1]
        )
    return IllegalMove(
        gettext_noop("{card} does not follow: play the rank or the suit of {top}."), card=card, top=spot.top
    )


def _must_play(state: LastPlayer, word: str) -> IllegalMove:
    """Why none of the moves without a card, or another of them, is legal."""
    spot = state.spot
    held = cards_of(state.hands[state.turn] & spot.compelling)
    if spot.phase is Phase.OPEN:
        return IllegalMove(gettext_noop("You open the deal: play any card."))
    if spot.phase is Phase.COVER:
        return IllegalMove(gettext_noop("Cover the three with any card, or stop."))
    if word == "stop":
        return IllegalMove(gettext_noop("Only who may cover a three can stop."))
    if held and spot.demand:
        return IllegalMove(gettext_noop("You hold {card}, which the run demands: you must answer."), card=held[0])
    if held and not state.rules.voluntary_draw:
        return IllegalMove(gettext_noop("You hold {card}, which follows: you must play."), card=held[0])
    if word == "pass":
        return IllegalMove(gettext_noop("You cannot pass here: play or draw."))
    return IllegalMove(gettext_noop("Nobody draws for want of a card at this table: pass."))
