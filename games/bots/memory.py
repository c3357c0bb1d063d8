"""What somebody who has watched the whole deal knows of the closed cards in the games of one face-up pile.

Who draws because nothing fits holds nothing that had to be played; the pile that becomes the new stock is known card
by card.  So each closed card has a set of cards that it cannot be, from the moment it was seen not to be one of them
until it leaves the hand.  Only public events are used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from games.rules.game import Event, Game, Order

Cards = frozenset[str]
Duty = Callable[[Mapping[str, Any], Mapping[str, Any]], Collection[str]]
"""(view, options) -> cards of which the seat to act holds none if it draws or passes now."""
NONE: Cards = frozenset()
STUCK = ("stuck", "run")  # why somebody draws who had nothing to play


class Memory:
    """For each closed card of a deal, in hands and stock: the cards that it is not."""

    def __init__(self, game: type[Game], options: Mapping[str, Any], first: Mapping[str, Any], duty: Duty) -> None:
        """The moment after dealing; `first` is anybody's view of it."""
        self.options = game.full_options(options, len(first["counts"]))
        self.deck = Counter(game.deck(self.options))
        self.duty = duty
        self.hands: list[list[Cards]] = [[NONE] * count for count in first["counts"]]
        self.stock: list[Cards] = [NONE] * first["stock"]
        self.pile: list[str] = []  # face up, oldest first

    def watch(self, before: Mapping[str, Any], events: Iterable[Event]) -> None:
        """A move as everybody saw it; `before` is anybody's view of the moment before."""
        duty = frozenset(self.duty(before, self.options))
        for event in events:
            if see := _SEEN.get(event["type"]):
                see(self, event, duty)

    def order(self, seat: int, rng: Random) -> Order:
        """An order for `Game.sample`: the hidden cards by chance, each where it can be."""
        slots = [lacks for place, hand in enumerate(self.hands) if place != seat for lacks in hand] + self.stock
        tightest = sorted(range(len(slots)), key=lambda place: -len(slots[place]))

        def ordered(cards: Sequence[str]) -> list[str]:
            pool = rng.sample(cards, len(cards))
            dealt = [""] * len(pool)
            for place in tightest:
                lacks = slots[place]
                fits = next((index for index, card in enumerate(pool) if card not in lacks), 0)
                dealt[place] = pool.pop(fits)
            return dealt

        return ordered

    # -- what was seen -------------------------------------------------------------------------
    def _play(self, event: Event, duty: Cards) -> None:
        """A card leaves the hand: the first of the closed cards that it can have been, the one known best."""
        hand, card = self.hands[event["seat"]], event["card"]
        del hand[next((place for place, lacks in enumerate(hand) if card not in lacks), 0)]
        self.pile.append(card)

    def _draw(self, event: Event, duty: Cards) -> None:
        seat, count = event["seat"], event["count"]
        if event["why"] in STUCK:
            self._pass(event, duty)
        self.hands[seat] += self.stock[:count]
        del self.stock[:count]

    def _pass(self, event: Event, duty: Cards) -> None:
        seat = event["seat"]
        self.hands[seat] = [lacks | duty for lacks in self.hands[seat]]

    def _recycle(self, event: Event, duty: Cards) -> None:
        """The cards under the top of the pile are the new stock, or its lower part: none of them was closed before."""
        under = Counter(self.pile[:-1])
        del self.pile[:-1]
        here = frozenset(card for card, count in under.items() if count == self.deck[card])
        self.hands = [[lacks | here for lacks in hand] for hand in self.hands]
        self.stock = [lacks | here for lacks in self.stock]
        self.stock += [frozenset(self.deck) - frozenset(under)] * under.total()

    def _set_aside(self, event: Event, duty: Cards) -> None:
        self.pile.clear()


_SEEN: Mapping[str, Callable[[Memory, Event, Cards], None]] = {
    "play": Memory._play,
    "draw": Memory._draw,
    "pass": Memory._pass,
    "recycle": Memory._recycle,
    "set_aside": Memory._set_aside,
}
