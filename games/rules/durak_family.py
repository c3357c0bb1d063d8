"""What both durak games share (DK1-DK10, DK-T); N7-N9 for them.  Standard library only.

- DK1  36 cards (6 low) or 52, ace high, 2-6 players.  DK2, DK3  who attacks first.
- DK4  An attack is one card, at the seat on the left.  DK5  It is beaten by a higher card of its suit or by a trump.
- DK6  When all is beaten the others are asked in turn to throw in.  DK7  The limit of attacking cards.
- DK8  Who does not beat takes, with `throw_after_take` after the others have added what they want.
- DK9  Who attacks next.  DK10  Who is out, the fool, the draw.  DK-T  Transfer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import reduce
from operator import or_
from typing import Any, ClassVar, Self

from .cards import RANKS, hand_order, standing_order
from .dealing import check_seat, deal_out, ready_deck
from .durak_cards import ATTACKS, BEATERS, BEATS, BIT, CARD, SAME_RANK, STRENGTH, THROWS, TRANSFERS, mask_of, pick
from .durak_refusals import why_not
from .durak_setup import Setup, first_attacker, settle
from .game import Event, Game, IllegalMove, Order, Outcome


class Phase(IntEnum):
    """What the seat to act has to do; each has its pair of functions in `PHASES`."""

    ATTACK = 0
    BEAT = 1
    THROW = 2
    ADD = 3  # throwing in once the defender takes (DK8)
    OVER = 4


Pair = tuple[str, str | None]
"""An attacking card and the card that beat it."""


@dataclass(frozen=True)
class Durak(Game):
    """One moment of a durak deal; a subclass says how many cards are dealt and what is drawn."""

    setup: Setup
    ply: int
    phase: Phase
    hands: tuple[int, ...]
    stock: tuple[str, ...]  # top first; in CD what is left out
    attacker: int
    defender: int
    limit: int  # attacking cards in this bout (DK7)
    table: tuple[Pair, ...] = ()
    asked: int | None = None
    mover: int | None = None  # of the last move
    seen: int = 0  # shown to all once: wherever such a card lies now, everybody knows
    beaten: int = 0
    bouts: int = 0  # that are over
    out: tuple[int, ...] = ()

    seats = range(2, 7)
    fool_matters = True
    counts = "losses"
    hand_size: ClassVar[int]

    # -- making a deal -------------------------------------------------------------------------
    @classmethod
    def deck(cls, options: Mapping[str, Any]) -> tuple[str, ...]:
        return standing_order(RANKS[4:] if options["deck_size"] == 36 else RANKS)

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
        chosen, cards = ready_deck(cls, seats, dealer, seed, deck, options)
        if fool is not None:
            check_seat("fool", fool, seats)
        dealt, rest = deal_out(cards, seats, dealer, cls.hand_size)
        hands = tuple(mask_of(hand) for hand in dealt)
        trump_card = rest[0] if rest else cards[-1]  # CD1: nothing left, the last card dealt
        setup = settle(seats, dealer, fool, trump_card, chosen)
        attacker = first_attacker(setup, hands, seed, chosen)
        return cls(
            setup=setup,
            ply=0,
            phase=Phase.ATTACK,
            hands=hands,
            stock=cls._stock(rest),
            attacker=attacker,
            defender=(attacker + 1) % seats,
            limit=min(cls.hand_size, setup.cap),
            seen=BIT[trump_card],
        )

    @staticmethod
    def _stock(rest: Sequence[str]) -> tuple[str, ...]:
        """The cards not dealt, as they lie once the trump card is shown, top first."""
        return tuple(rest)

    # -- playing -------------------------------------------------------------------------------
    @property
    def to_act(self) -> int | None:
        if self.phase is Phase.OVER:
            return None
        if self.asked is not None:
            return self.asked
        return self.attacker if self.phase is Phase.ATTACK else self.defender

    @property
    def mid_turn(self) -> bool:
        """The defender with more to beat (DK-T) and who adds several cards (DK8) go on with their turn."""
        return self.phase in (Phase.BEAT, Phase.ADD) and self.mover == self.to_act

    def legal_moves(self) -> list[str]:
        return PHASES[self.phase][0](self)

    def play(self, move: str) -> tuple[Self, list[Event]]:
        events: list[Event] = []
        after = PHASES[self.phase][1](self, move, events)
        if after.ply >= self.setup.max_moves and after.phase is not Phase.OVER:
            after = after._with(phase=Phase.OVER)
        if outcome := after.outcome():
            events.append({"type": "over", "outcome": outcome.as_json()})
        return after, events

    def outcome(self) -> Outcome | None:
        """DK10: one left is the fool; nobody left, or several at `max_moves`, is a draw."""
        if self.phase is not Phase.OVER:
            return None
        left = [seat for seat in range(self.setup.players) if seat not in self.out]
        if len(left) != 1:
            return Outcome("draw", (0,) * self.setup.players)
        return Outcome("fool", tuple(int(seat in left) for seat in range(self.setup.players)), losers=tuple(left))

    def default_move(self) -> str:
        """N9: `pass` or `take`; an attack with the lowest plain card, else the lowest trump."""
        if self.phase is Phase.BEAT:
            return "take"
        if self.phase is not Phase.ATTACK:
            return "pass"
        hand = sorted(pick(CARD, self.hands[self.attacker]), key=hand_order)
        return "attack " + min(hand, key=lambda card: (card[1] == self.setup.trump, STRENGTH[card[0]]))

    def _with(self, **changes: Any) -> Self:
        """`dataclasses.replace` without its checks: a move costs microseconds."""
        after = object.__new__(type(self))
        after.__dict__.update(self.__dict__, **changes)
        return after

    def _spend(self, seat: int, card: str, **changes: Any) -> Self:
        """`seat` has moved, with `card` from its hand."""
        hands = list(self.hands)
        hands[seat] ^= BIT[card]
        return self._with(ply=self.ply + 1, mover=seat, hands=tuple(hands), **changes)

    def _still_in(self, seat: int) -> int:
        """`seat`, or the first on its left that is still in."""
        seat %= self.setup.players
        while seat in self.out:
            seat = (seat + 1) % self.setup.players
        return seat

    def _next_asked(self, last: int | None) -> int | None:
        """Who is asked after `last` (None: nobody yet): the attacker, then clockwise, once round (DK6)."""
        players, attacker = self.setup.players, self.attacker
        for step in range(0 if last is None else (last - attacker) % players + 1, players):
            seat = (attacker + step) % players
            if seat != self.defender and self.hands[seat]:
                return seat
        return None

    # -- Phase.ATTACK --------------------------------------------------------------------------
    def _attacks(self) -> list[str]:
        return pick(ATTACKS, self.hands[self.attacker])

    def _attack(self, move: str, events: list[Event]) -> Self:
        card = move[7:]
        events.append({"type": "attack", "seat": self.attacker, "card": card})
        return self._spend(self.attacker, card, phase=Phase.BEAT, table=((card, None),))

    # -- Phase.BEAT ----------------------------------------------------------------------------
    def _beats_and_take(self) -> list[str]:
        hand, beaters = self.hands[self.defender], BEATERS[self.setup.trump]
        moves = []
        for attack in sorted(self.unbeaten()):
            moves += pick(BEATS[attack], hand & beaters[attack])
        moves.append("take")
        if self.setup.transfer and self.transfer_target() is not None:
            moves += pick(TRANSFERS, hand & SAME_RANK[self.table[0][0]])
        return moves

    def _defend(self, move: str, events: list[Event]) -> Self:
        if move == "take":
            return self._take(events)
        if move[0] == "t":
            return self._transfer(move[9:], events)
        _, attack, card = move.split()
        events.append({"type": "beat", "seat": self.defender, "card": attack, "with": card})
        table = tuple((attack, card) if pair == (attack, None) else pair for pair in self.table)
        after = self._spend(self.defender, card, table=table)
        if after.unbeaten():
            return after
        asked = after._next_asked(None) if len(table) < self.limit else None
        return after._beaten_away(events) if asked is None else after._with(phase=Phase.THROW, asked=asked)

    def _take(self, events: list[Event]) -> Self:
        events.append({"type": "take", "seat": self.defender})
        more = self.setup.throw_after_take and len(self.table) < self.limit
        after = self._with(ply=self.ply + 1, mover=self.defender, phase=Phase.ADD)
        return after._ask_to_add(after._next_asked(None) if more else None, events)

    def _transfer(self, card: str, events: list[Event]) -> Self:
        """DK-T: who transferred is the attacker; the limit counts the new defender's hand."""
        target = self._still_in(self.defender + 1)
        events.append({"type": "transfer", "seat": self.defender, "card": card, "to": target})
        after = self._spend(self.defender, card, table=(*self.table, (card, None)))
        return after._with(attacker=self.defender, defender=target, limit=self._limit(target))

    def unbeaten(self) -> list[str]:
        """The attacking cards still to beat, oldest first."""
        return [attack for attack, beater in self.table if beater is None]

    def transfer_target(self) -> int | None:
        """The seat that the attack could be transferred to now, None where it cannot (DK-T)."""
        if len(self.unbeaten()) < len(self.table):
            return None
        target = self._still_in(self.defender + 1)
        return target if len(self.table) < self._limit(target) else None

    def _limit(self, defender: int) -> int:
        """DK7 for a defender with the hand of now."""
        return min(self.hands[defender].bit_count(), self.setup.cap)

    # -- Phase.THROW, Phase.ADD ----------------------------------------------------------------
    def _throws(self) -> list[str]:
        assert self.asked is not None
        return ["pass", *pick(THROWS, self.hands[self.asked] & self.fitting())]

    def fitting(self) -> int:
        """All cards, wherever they are, of a rank on the table."""
        fits = 0
        for attack, beater in self.table:
            fits |= SAME_RANK[attack]
            if beater is not None:
                fits |= SAME_RANK[beater]
        return fits

    def _throw_in(self, move: str, events: list[Event]) -> Self:
        if move == "pass":
            events.append({"type": "pass", "seat": self.asked})
            after = self._with(ply=self.ply + 1, mover=self.asked, asked=self._next_asked(self.asked))
            return after._beaten_away(events) if after.asked is None else after
        return self._throw(move[6:], events)._with(phase=Phase.BEAT, asked=None)

    def _add(self, move: str, events: list[Event]) -> Self:
        asked = self.asked
        if move == "pass":
            events.append({"type": "pass", "seat": asked})
            return self._with(ply=self.ply + 1, mover=asked)._ask_to_add(self._next_asked(asked), events)
        after = self._throw(move[6:], events)
        assert asked is not None
        if len(after.table) >= after.limit:
            return after._ask_to_add(None, events)
        return after if after.hands[asked] else after._ask_to_add(after._next_asked(asked), events)

    def _throw(self, card: str, events: list[Event]) -> Self:
        assert self.asked is not None
        events.append({"type": "throw", "seat": self.asked, "card": card})
        return self._spend(self.asked, card, table=(*self.table, (card, None)))

    def _ask_to_add(self, asked: int | None, events: list[Event]) -> Self:
        return self._taken(events) if asked is None else self._with(asked=asked)

    # -- the end of a bout ---------------------------------------------------------------------
    def _beaten_away(self, events: list[Event]) -> Self:
        count = 2 * len(self.table)
        events.append({"type": "beaten", "count": count})
        return self._with(beaten=self.beaten + count)._end_bout(self.defender, events)

    def _taken(self, events: list[Event]) -> Self:
        cards = [card for pair in self.table for card in pair if card is not None]
        events.append({"type": "taken", "seat": self.defender, "cards": cards})
        taken = mask_of(cards)
        hands = list(self.hands)
        hands[self.defender] |= taken
        return self._with(hands=tuple(hands), seen=self.seen | taken)._end_bout(self.defender + 1, events)

    def _end_bout(self, first: int, events: list[Event]) -> Self:
        """Drawing, who is out (DK10), and the next bout, attacked by `first` or the next still in (DK9)."""
        after = self._fill_up(events)
        gone = [seat for seat in self._clockwise() if not after.hands[seat] and seat not in self.out]
        events += ({"type": "out", "seat": seat} for seat in gone)
        after = after._with(out=(*self.out, *gone), table=(), asked=None, bouts=self.bouts + 1)
        if len(after.out) >= self.setup.players - 1:
            return after._with(phase=Phase.OVER)
        attacker = after._still_in(first)
        defender = after._still_in(attacker + 1)
        return after._with(phase=Phase.ATTACK, attacker=attacker, defender=defender, limit=after._limit(defender))

    def _clockwise(self) -> list[int]:
        """Every seat, from the bout's attacker."""
        players = self.setup.players
        return [(self.attacker + step) % players for step in range(players)]

    def _fill_up(self, events: list[Event]) -> Self:
        """The drawing after a bout; none here."""
        return self

    def refusal(self, text: str) -> IllegalMove:
        return why_not(self, text)

    # -- seeing --------------------------------------------------------------------------------
    def public(self) -> dict[str, Any]:
        """As in every game, and what a durak table shows: trump, bout, who is asked, what is beaten away."""
        over, setup = self.outcome(), self.setup
        bout = self._bout()
        return {
            "game": self.slug,
            "ply": self.ply,
            "to_act": self.to_act,
            "dealer": setup.dealer,
            "fool": setup.fool,
            "counts": [hand.bit_count() for hand in self.hands],
            "stock": len(self.stock),
            "trump": setup.trump,
            "trump_card": setup.trump_card,
            "bout": bout and {**bout, "room": self.limit - len(self.table)},
            "asked": None if over else self.asked,
            "beaten": self.beaten,
            "out": list(self.out),
            "outcome": over.as_json() if over else None,
            "hands": [self.hand(each) for each in range(setup.players)] if over else None,
        }

    def hand(self, seat: int) -> list[str]:
        return sorted(pick(CARD, self.hands[seat]), key=hand_order)

    def _bout(self) -> dict[str, Any] | None:
        """The bout as N7 prints it."""
        if self.phase is Phase.OVER:
            return None
        table = [list(pair) for pair in self.table]
        taking = self.phase is Phase.ADD
        return {"attacker": self.attacker, "defender": self.defender, "table": table, "taking": taking}

    def sample(self, seat: int | None, order: Order) -> Self:
        """A world that looks the same to `seat`: what it never saw is dealt anew.

        Cards that everybody saw (the trump card, cards taken) stay where everybody knows them to be.
        """
        shown = range(self.setup.players) if self.phase is Phase.OVER else (seat,)
        unseen = [0 if each in shown else hand & ~self.seen for each, hand in enumerate(self.hands)]
        closed = mask_of(self.stock) & ~self.seen
        pool = iter(order(pick(CARD, reduce(or_, unseen, closed))))
        hands = tuple(
            hand ^ mask ^ mask_of(next(pool) for _ in range(mask.bit_count()))
            for hand, mask in zip(self.hands, unseen, strict=True)
        )
        stock = tuple(next(pool) if BIT[card] & closed else card for card in self.stock)
        return self._with(hands=hands, stock=stock)

    def record(self) -> dict[str, Any]:
        over = self.outcome()
        return {
            "ply": self.ply,
            "to_move": self.to_act,
            "legal": self.legal_moves(),
            "hands": [" ".join(self.hand(seat)) for seat in range(self.setup.players)],
            "stock": len(self.stock),
            "discard": None,
            "discard_count": self.beaten,
            "as": None,
            "suit": None,
            "demand": None,
            "direction": None,
            "aces": None,
            "trump": self.setup.trump,
            "bout": self._bout(),
            "out": list(self.out),
            "result": over.as_json() if over else None,
        }


PHASES: dict[Phase, tuple[Callable[[Any], list[str]], Callable[[Any, str, list[Event]], Any]]] = {
    Phase.ATTACK: (Durak._attacks, Durak._attack),
    Phase.BEAT: (Durak._beats_and_take, Durak._defend),
    Phase.THROW: (Durak._throws, Durak._throw_in),
    Phase.ADD: (Durak._throws, Durak._add),
    Phase.OVER: (lambda state: [], lambda state, move, events: state),
}
