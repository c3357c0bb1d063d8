"""The cards and moves of Last Player, and what may be laid where.  Standard library only.

A hand is a set of bits, one a card, so that the order of the bits is the order of the moves as strings.
What may be laid on the pile depends on little, so every way to lay a card (`Lay`) and every `Spot` is made
once, at import; a deal only points at them (and so does a pickled one).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from .cards import JOKERS, RANKS, SUITS, hand_order, standing_order

CARDS = tuple(sorted(standing_order(jokers=True)))
NATURALS = tuple(card for card in CARDS if card not in JOKERS)
BIT = {card: 1 << place for place, card in enumerate(CARDS)}
CARD_OF = {bit: card for card, bit in BIT.items()}
_VALUE = {"8": 25, "A": 15, "X": 40, **dict.fromkeys("TJQK", 10)}
POINTS = {card: _VALUE.get(card[0]) or int(card[0]) for card in CARDS}  # LP17


def mask(cards: Iterable[str]) -> int:
    """The set of bits of `cards`."""
    return sum(BIT[card] for card in cards)


def cards_of(hand: int) -> list[str]:
    """The cards of a set of bits, in the order of a shown hand (N7)."""
    return list(_cards_of(hand))


@lru_cache(10_000)  # a hand is shown again after every move of another seat
def _cards_of(hand: int) -> tuple[str, ...]:
    cards = (CARD_OF[1 << place] for place in range(hand.bit_length()) if hand >> place & 1)
    return tuple(sorted(cards, key=hand_order))


def points(hand: int) -> int:
    """Penalty points of a hand (LP17)."""
    return sum(POINTS[card] for card in cards_of(hand))


def single(hand: int) -> bool:
    """Whether it is exactly one card."""
    return hand != 0 and not hand & (hand - 1)


# -- the moves that lay a card ---------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Lay:
    """One way to lay a card: `play Xr as=8d suit=s`.  Made once each; a pile is made of these."""

    text: str
    card: str
    bit: int
    stands: str | None  # what a joker stands for
    rank: str
    suit: str  # to be followed
    top: str  # rank and suit
    shown: dict[str, str]  # its part of the event
    plain: Lay | None  # the same without a named suit (LP16)

    def __reduce__(self) -> tuple[Callable[[str], Lay], tuple[str]]:
        return lay_of, (self.text,)

    @classmethod
    def of(cls, card: str, stands: str | None = None, named: str | None = None, plain: Lay | None = None) -> Lay:
        face = stands or card
        words = {"card": card, "as": stands, "suit": named}
        shown = {key: word for key, word in words.items() if word}
        rank, suit = face[0], named or face[1]
        text = "play " + " ".join(word if key == "card" else f"{key}={word}" for key, word in shown.items())
        return cls(text, card, BIT[card], stands, rank, suit, rank + suit, shown, plain)


def _lays(card: str, stands: str | None = None) -> tuple[Lay, ...]:
    """The plain way, then for an eight one for each suit."""
    plain = Lay.of(card, stands)
    named = SUITS if plain.rank == "8" else ""
    return plain, *(Lay.of(card, stands, suit, plain) for suit in named)


_WAYS: dict[tuple[str, str | None], tuple[Lay, ...]] = {
    **{(card, None): _lays(card) for card in NATURALS},
    **{(joker, card): _lays(joker, card) for joker in JOKERS for card in NATURALS},
}
LAYS = {lay.text: lay for ways in _WAYS.values() for lay in ways}


def lay_of(text: str) -> Lay:
    """The way to lay a card that a move names."""
    return LAYS[text]


OWN_SUIT = {ways[0].text: f"{ways[0].text} suit={ways[0].suit}" for ways in _WAYS.values() if len(ways) > 1}


# -- what may be laid where ------------------------------------------------------------------------
class Phase(Enum):
    OPEN = "open"  # any card, compulsory (LP3)
    FOLLOW = "follow"  # rank or suit (LP4)
    RUN = "run"  # the demanded card (LP9)
    COVER = "cover"  # any card, or stop (LP8)
    OVER = "over"


@dataclass(frozen=True, eq=False)
class Spot:
    """What the seat to act may lay: `moves` by the bit of the card.  Made once each."""

    phase: Phase
    top: str  # the card to follow or to answer, an eight in its named suit; "" for none
    allowed: int
    compelling: int  # who holds one of these may not draw (LP5, LP9)
    moves: Mapping[int, tuple[str, ...]]
    demand: str | None = None  # by a run
    price: int = 0  # cards to draw in a run (LP9)

    def __reduce__(self) -> tuple[Callable[[Phase, str], Spot], tuple[Phase, str]]:
        return spot_of, (self.phase, self.top)


_ANY = mask(CARDS)
RANK = {rank: mask(card for card in NATURALS if card[0] == rank) for rank in RANKS}
_SUIT = {suit: mask(card for card in NATURALS if card[1] == suit) for suit in SUITS}
_JOKERS = mask(JOKERS)


def _texts(card: str, stands: str | None, names_suit: bool) -> list[str]:
    ways = _WAYS[card, stands]
    return [lay.text for lay in (ways[1:] if names_suit and len(ways) > 1 else ways[:1])]


def _spot(phase: Phase, top: str, naturals: int, compelling: int, demand: str | None = None, price: int = 0) -> Spot:
    """A spot where these natural cards may be laid, and a joker for any of them (LP14)."""
    cards = [card for card in NATURALS if BIT[card] & naturals]
    names_suit = phase is not Phase.RUN
    moves = {BIT[card]: tuple(_texts(card, None, names_suit)) for card in cards}
    for joker in JOKERS:
        moves[BIT[joker]] = tuple(text for card in cards for text in _texts(joker, card, names_suit))
    return Spot(phase, top, naturals | _JOKERS, compelling, moves, demand, price)


def _fours_on(rank: str) -> int:
    return RANK["4"] if rank in "567" else 0  # LP10


def _follow(top: str) -> Spot:
    fits = RANK[top[0]] | _SUIT[top[1]]
    return _spot(Phase.FOLLOW, top, fits | RANK["8"] | _fours_on(top[0]), fits)


def _run(top: str) -> Spot:
    value = RANKS.index(top[0]) + 2
    demand = RANKS[value - 1] + top[1]
    return _spot(Phase.RUN, top, BIT[demand] | _fours_on(top[0]), BIT[demand], demand, value)


SPOT_OPEN = _spot(Phase.OPEN, "", _ANY & ~_JOKERS, _ANY)
SPOT_COVER = _spot(Phase.COVER, "", _ANY & ~_JOKERS, _ANY)
SPOT_OVER = Spot(Phase.OVER, "", 0, _ANY, {})
FOLLOW_ON = {card: _follow(card) for card in NATURALS}
RUN_ON = {card: _run(card) for card in NATURALS if card[0] in RANKS[2:-1]}
SPOTS = {
    (spot.phase, spot.top): spot for spot in (SPOT_OPEN, SPOT_COVER, SPOT_OVER, *FOLLOW_ON.values(), *RUN_ON.values())
}


def spot_of(phase: Phase, top: str) -> Spot:
    """The one spot of a phase on a top card, `""` where the top card does not matter."""
    return SPOTS[phase, top]
