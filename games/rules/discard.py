"""What the games of one face-up pile share: closed hands, a stock and the pile.

A hand is one int, a multiset of cards: bit i says that `CARDS[i]` is held, bit i + 54 that it is held twice (two
decks).  Search and playouts live on it: what fits is an `&`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from .cards import JOKERS, RANKS, SUITS, hand_order
from .dealing import deal_out, ready_deck
from .game import Event, Game, IllegalMove, Order, Outcome, gettext_noop

CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS) + JOKERS
BIT = {card: 1 << place for place, card in enumerate(CARDS)}
SECOND = len(CARDS)
KINDS = (1 << SECOND) - 1
NATURALS = (1 << len(RANKS) * len(SUITS)) - 1
JOKER_BITS = KINDS ^ NATURALS
RANK_BITS = {rank: sum(BIT[rank + suit] for suit in SUITS) for rank in RANKS}

_CARD = {bit << copy: card for card, bit in BIT.items() for copy in (0, SECOND)}
_PLAY = {bit: f"play {card}" for card, bit in BIT.items()}
_DEFAULT_ORDER = {
    move: place
    for place, move in enumerate(("pass", "stop", "draw", *(f"play {card}" for card in sorted(CARDS, key=hand_order))))
}


def add(hand: int, card: str) -> int:
    """`hand` with one more `card`."""
    bit = BIT[card]
    return hand | bit << SECOND if hand & bit else hand | bit


def remove(hand: int, card: str) -> int:
    """`hand` with one `card` fewer; the card must be in it."""
    bit = BIT[card]
    return hand ^ bit << SECOND if hand & bit << SECOND else hand ^ bit


def hand_of(cards: Iterable[str]) -> int:
    hand = 0
    for card in cards:
        hand = add(hand, card)
    return hand


def cards_of(hand: int) -> list[str]:
    """The cards of a hand in the order of N7 `hands`; a card held twice stands twice."""
    cards = []
    while hand:
        bit = hand & -hand
        cards.append(_CARD[bit])
        hand ^= bit
    cards.sort(key=hand_order)
    return cards


def plays(kinds: int) -> list[str]:
    """The move `play CARD` for each of the `kinds` (bits below 54), sorted as strings."""
    moves = []
    while kinds:
        bit = kinds & -kinds
        moves.append(_PLAY[bit])
        kinds ^= bit
    moves.sort()
    return moves


@dataclass(frozen=True, kw_only=True)
class DiscardGame(Game):
    """One moment of a deal with closed hands, a stock and one face-up pile."""

    rules: dict[str, Any]  # every option with its value; never changed
    dealer: int
    seed: str | None  # None: recycling turns the pile over (N4)
    hands: tuple[int, ...]
    stock: tuple[str, ...]  # top card first
    pile: tuple[str, ...]  # face up, oldest card first
    recyclings: int = 0  # K of the last recycling (N4)
    out: tuple[int, ...] = ()
    turn: int
    ply: int = 0
    result: Outcome | None = None

    hand_sizes: ClassVar[dict[int, int]]  # number of players -> cards a hand
    pile_shown: ClassVar[int] = 5  # cards of the pile that a view lists

    # -- making a deal -------------------------------------------------------------------------
    @classmethod
    def deal(
        cls,
        seats: int,
        dealer: int,
        *,
        seed: str | None = None,
        deck: Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        fool: int | None = None,
    ) -> Self:
        rules, cards = ready_deck(cls, seats, dealer, seed, deck, options)
        hands, stock = deal_out(cards, seats, dealer, cls.hand_sizes[seats])
        return cls(
            rules=rules,
            dealer=dealer,
            seed=seed,
            hands=tuple(map(hand_of, hands)),
            stock=stock,
            pile=(),
            turn=(dealer + 1) % seats,
        )

    # -- playing -------------------------------------------------------------------------------
    @property
    def to_act(self) -> int | None:
        return None if self.result else self.turn

    def outcome(self) -> Outcome | None:
        return self.result

    def default_move(self) -> str:
        return min(self.legal_moves(), key=_DEFAULT_ORDER.__getitem__)

    # -- steps of `play` -----------------------------------------------------------------------
    def _with(self, **changes: Any) -> Self:
        """A copy with other values in some fields; several times faster than `dataclasses.replace`."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__, **changes)
        return copy

    def _hands_with(self, hand: int) -> tuple[int, ...]:
        """The hands, with another one for the seat whose turn it is."""
        hands, turn = self.hands, self.turn
        return (*hands[:turn], hand, *hands[turn + 1 :])

    def _over(self, outcome: Outcome, events: list[Event]) -> tuple[Self, list[Event]]:
        events.append({"type": "over", "outcome": outcome.as_json()})
        return self._with(result=outcome), events

    # -- seeing --------------------------------------------------------------------------------
    def public(self) -> dict[str, Any]:
        return {
            "game": self.slug,
            "ply": self.ply,
            "to_act": self.to_act,
            "dealer": self.dealer,
            "counts": [hand.bit_count() for hand in self.hands],
            "stock": len(self.stock),
            "out": list(self.out),
            "outcome": self.result and self.result.as_json(),
            "hands": [cards_of(hand) for hand in self.hands] if self.result else None,
            "discard": self.pile[-1] if self.pile else None,
            "discard_count": len(self.pile),
            "pile": [[card, None] for card in self.pile[-self.pile_shown :]],
        }

    def hand(self, seat: int) -> list[str]:
        return cards_of(self.hands[seat])

    def sample(self, seat: int | None, order: Order) -> Self:
        shown = range(len(self.hands)) if self.result else (seat,)
        closed = [place for place in range(len(self.hands)) if place not in shown]
        pool = [card for place in closed for card in cards_of(self.hands[place])]
        cards = tuple(order(sorted((*pool, *self.stock), key=hand_order)))
        hands = list(self.hands)
        for place in closed:
            count = hands[place].bit_count()
            hands[place], cards = hand_of(cards[:count]), cards[count:]
        return self._with(hands=tuple(hands), stock=cards, seed=None)

    def record(self) -> dict[str, Any]:
        return {
            "ply": self.ply,
            "to_move": self.to_act,
            "legal": self.legal_moves(),
            "hands": [" ".join(cards_of(hand)) for hand in self.hands],
            "stock": len(self.stock),
            "discard": self.pile[-1] if self.pile else None,
            "discard_count": len(self.pile),
            **dict.fromkeys(("as", "suit", "demand", "direction", "aces", "trump", "bout")),
            "out": list(self.out),
            "result": self.result and self.result.as_json(),
        }

    # -- explaining ----------------------------------------------------------------------------
    def refusal(self, text: str) -> IllegalMove:
        if self.result:
            return IllegalMove(gettext_noop("The deal is over."))
        verb, _, card = text.partition(" ")
        if verb != "play" or card not in BIT:
            return self._refused_verb(text)
        if not self.hands[self.turn] & BIT[card]:
            return IllegalMove(gettext_noop("You do not hold {card}."), card=card)
        return self._refused_card(card)

    def _refused_verb(self, text: str) -> IllegalMove:
        """Why a move that plays no card is not legal."""
        return IllegalMove(gettext_noop("This game has no such move."))

    def _refused_card(self, card: str) -> IllegalMove:
        """Why `card`, which is held, may not be played."""
        raise NotImplementedError
