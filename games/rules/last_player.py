"""Last Player (Последний игрок): the rules LP1-LP20, with N8 and N9.  Standard library only.

Follow the top card by rank or suit (LP4) and get rid of the hand; the first without cards ends the deal
(LP16) and the others count theirs (LP17).  Who holds a card that follows must play; who does not draws one
or passes (LP5, LP6).  2: the next draws and is skipped (LP7).  3: its player may cover it with any card (LP8).
4: a run up the suit (LP9); fours go on 5, 6, 7 (LP10).  8: on anything, names the suit (LP11).  J: the next
is skipped (LP12).  A: the direction turns (LP13).  Jokers stand for any legal card (LP14).  Who keeps one
card says so or draws one (LP15).  Nothing left to draw and nobody plays: blocked (LP19, LP20).

What may be laid where is in `last_player_spots`; this is the course of a deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from .cards import JOKERS, standing_order
from .dealing import deal_out, ready_deck, recycled
from .game import Event, Game, IllegalMove, Option, Order, Outcome, gettext_noop
from .last_player_options import OPTIONS, Rules
from .last_player_refusals import why_not
from .last_player_spots import (
    FOLLOW_ON,
    LAYS,
    OWN_SUIT,
    POINTS,
    RUN_ON,
    SPOT_COVER,
    SPOT_OPEN,
    SPOT_OVER,
    Lay,
    Phase,
    Spot,
    cards_of,
    mask,
    points,
    single,
)

LAST = " last"


@dataclass(frozen=True)
class LastPlayer(Game):
    """One moment of a deal of Last Player."""

    slug: ClassVar[str] = "last-player"
    name: ClassVar[str] = gettext_noop("Last Player")
    seats: ClassVar[range] = range(2, 7)
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    rules: Rules
    dealer: int
    seed: str | None
    hands: tuple[int, ...]
    stock: tuple[str, ...]  # top card first
    pile: tuple[Lay, ...]  # top card last
    spot: Spot
    turn: int
    direction: int = 1
    called: bool = False  # "last card", earlier in this turn
    idle: int = 0  # moves in a row that changed no hand (LP20)
    recycled: int = 0
    ply: int = 0

    # -- making a deal -----------------------------------------------------------------------------
    @classmethod
    def deck(cls, options: Mapping[str, Any]) -> tuple[str, ...]:
        return standing_order(jokers=True)

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
        full, cards = ready_deck(cls, seats, dealer, seed, deck, options)
        rules = Rules(**full)
        hands, stock = deal_out(cards, seats, dealer, rules.hand_size)
        return cls(rules, dealer, seed, tuple(map(mask, hands)), stock, (), SPOT_OPEN, (dealer + 1) % seats)

    # -- asking ------------------------------------------------------------------------------------
    @property
    def to_act(self) -> int | None:
        return None if self.spot is SPOT_OVER else self.turn

    @property
    def mid_turn(self) -> bool:
        return self.spot is SPOT_COVER

    def legal_moves(self) -> list[str]:
        spot = self.spot
        if spot is SPOT_OVER:
            return []
        hand = self.hands[self.turn]
        legal: list[str] = []
        if not hand & spot.compelling:
            legal.append("draw" if spot.demand else self.rules.way_out)
        elif self.rules.voluntary_draw and spot.phase is Phase.FOLLOW:
            legal.append("draw")
        playable = hand & spot.allowed
        while playable:
            bit = playable & -playable
            legal += spot.moves[bit]
            playable ^= bit
        if spot is SPOT_COVER:
            legal.append("stop")
        return legal

    def normalise(self, text: str) -> tuple[str, str]:
        """Strip `last`; an eight without `suit=` names its own suit, but not in a run (N5, LP11)."""
        move, said = (text[: -len(LAST)], LAST) if text.endswith(LAST) else (text, "")
        return (move if self.spot.demand else OWN_SUIT.get(move, move)), said

    def outcome(self) -> Outcome | None:
        if self.spot is not SPOT_OVER:
            return None
        penalties = tuple(map(points, self.hands))
        out = self._out()
        return Outcome("won", penalties, winners=out) if out else Outcome("blocked", penalties)

    def _out(self) -> tuple[int, ...]:
        return tuple(seat for seat, hand in enumerate(self.hands) if not hand)

    def default_move(self) -> str:
        """`pass`, `stop` or `draw`; else the dearest card, a joker last of all (N9)."""
        legal = self.legal_moves()
        hand = self.hands[self.turn]
        for word in ("pass", "stop", "draw"):
            if word in legal:
                return word + LAST if word == "stop" and single(hand) else word
        naturals = [card for card in cards_of(hand & self.spot.allowed) if card not in JOKERS]
        move = legal[0]
        if naturals:
            dearest = max(naturals, key=lambda card: POINTS[card])
            move, _ = self.normalise("play " + dearest)
        return move + LAST if single(hand ^ LAYS[move].bit) else move

    # -- playing -----------------------------------------------------------------------------------
    def play(self, move: str) -> tuple[Self, list[Event]]:
        said = move.endswith(LAST)
        lay = LAYS.get(move[: -len(LAST)] if said else move)
        events: list[Event] = []
        after = self._copy()
        after._set(ply=self.ply + 1)
        if lay:
            after._lay(lay, said, events)
        elif move.startswith("stop"):
            after._stop(said, events)
        else:
            after._go_without(move.startswith("draw"), events)
        if after.ply >= self.rules.max_moves and after.spot is not SPOT_OVER:
            after._end(events)  # N8, LP20
        return after, events

    def _copy(self) -> Self:
        """A copy for its maker to change by `_set`, until it is given back."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        return copy

    def _set(self, **changes: Any) -> None:
        self.__dict__.update(changes)

    def _set_hand(self, seat: int, hand: int) -> None:
        hands = self.hands
        self._set(hands=(*hands[:seat], hand, *hands[seat + 1 :]))

    def _lay(self, lay: Lay, said: bool, events: list[Event]) -> None:
        seat = self.turn
        hand = self.hands[seat] ^ lay.bit
        if not hand and lay.plain:
            lay = lay.plain  # LP16
        events.append({"type": "play", "seat": seat, **lay.shown})
        self._call(said, events)
        self._set_hand(seat, hand)
        self._set(pile=(*self.pile, lay), idle=0)
        if not hand:
            events.append({"type": "out", "seat": seat})
            self._end(events)
        elif self.spot.demand and lay.rank != "4":
            self._answer(lay, events)
        else:
            _EFFECTS.get(lay.rank, LastPlayer._pass_on)(self, lay, events)

    def _call(self, said: bool, events: list[Event]) -> None:
        if said:
            events[-1]["last"] = True
            self._set(called=True)

    def _answer(self, lay: Lay, events: list[Event]) -> None:
        """A card that answers a run has no effect of its own; the ace ends the run (LP9)."""
        if lay.rank == "A":
            events.append({"type": "run_over"})
            self._pass_on(lay, events)
        else:
            self._run_on(lay, events)

    def _stop(self, said: bool, events: list[Event]) -> None:
        events.append({"type": "stop", "seat": self.turn})
        self._call(said, events)
        self._pass_on(self.pile[-1], events)

    def _go_without(self, draws: bool, events: list[Event]) -> None:
        """A turn without a card (LP6, LP9), and the end if nobody can do anything else (LP20)."""
        seat = self.turn
        drawn = 0
        if self.spot.demand:
            drawn = self._draw(seat, self.spot.price, "run", events)
            events += ({"type": "skip", "seat": seat, "why": "run"}, {"type": "run_over"})
            self._set(spot=FOLLOW_ON[self.pile[-1].top])
        elif draws:
            drawn = self._draw(seat, 1, "stuck", events)
        else:
            events.append({"type": "pass", "seat": seat})
        self._advance()
        self._set(idle=0 if drawn else self.idle + 1)
        if self.idle == len(self.hands):
            self._end(events)

    # The effects of the cards that have one, by rank.
    def _pass_on(self, lay: Lay, events: list[Event]) -> None:
        self._set(spot=FOLLOW_ON[lay.top])
        self._end_turn(events)

    def _two(self, lay: Lay, events: list[Event]) -> None:
        self._pass_on(lay, events)
        self._draw(self.turn, self.rules.two_draws, "two", events)
        self._skip("two", events)

    def _three(self, lay: Lay, events: list[Event]) -> None:
        self._set(spot=SPOT_COVER)

    def _run_on(self, lay: Lay, events: list[Event]) -> None:
        self._set(spot=RUN_ON[lay.top])
        events.append({"type": "run", "demand": self.spot.demand})
        self._end_turn(events)

    def _jack(self, lay: Lay, events: list[Event]) -> None:
        self._pass_on(lay, events)
        self._skip("jack", events)

    def _ace(self, lay: Lay, events: list[Event]) -> None:
        if len(self.hands) > 2:
            self._set(direction=-self.direction)
            events.append({"type": "turn_round", "direction": self.direction})
        self._pass_on(lay, events)

    # What the moves are made of.
    def _end_turn(self, events: list[Event]) -> None:
        """Who keeps one card and has not said so draws one (LP15); then the next is to act."""
        if not self.called and single(self.hands[self.turn]):
            self._draw(self.turn, 1, "last_card", events)
        self._set(called=False)
        self._advance()

    def _advance(self) -> None:
        self._set(turn=(self.turn + self.direction) % len(self.hands))

    def _skip(self, why: str, events: list[Event]) -> None:
        events.append({"type": "skip", "seat": self.turn, "why": why})
        self._advance()

    def _draw(self, seat: int, count: int, why: str, events: list[Event]) -> int:
        """Give `seat` up to `count` cards, recycling when a card must be drawn and there is none (LP19)."""
        drawn, hand = 0, self.hands[seat]
        while drawn < count and (self.stock or self._recycle(events)):
            taken = self.stock[: count - drawn]
            self._set(stock=self.stock[len(taken) :])
            hand |= mask(taken)
            drawn += len(taken)
        self._set_hand(seat, hand)
        events.append({"type": "draw", "seat": seat, "count": drawn, "why": why})
        return drawn

    def _recycle(self, events: list[Event]) -> bool:
        if len(self.pile) < 2:
            return False
        stock = recycled([lay.card for lay in self.pile], self.seed, self.recycled + 1)
        self._set(stock=stock, pile=self.pile[-1:], recycled=self.recycled + 1)
        events.append({"type": "recycle", "count": len(stock)})
        return True

    def _end(self, events: list[Event]) -> None:
        self._set(spot=SPOT_OVER, called=False)
        outcome = self.outcome()
        events.append({"type": "over", "outcome": outcome and outcome.as_json()})

    # -- seeing ------------------------------------------------------------------------------------
    def _shown(self) -> dict[str, Any]:
        """The face-up pile and what it asks for, as `view` and `record` have them."""
        top = self.pile[-1] if self.pile else None
        return {
            "discard": top and top.card,
            "discard_count": len(self.pile),
            "as": top and top.stands,
            "suit": top and top.suit,
            "demand": self.spot.demand,
            "direction": self.direction,
        }

    def public(self) -> dict[str, Any]:
        outcome = self.outcome()
        return {
            "game": self.slug,
            "ply": self.ply,
            "to_act": self.to_act,
            "dealer": self.dealer,
            "counts": [hand.bit_count() for hand in self.hands],
            "stock": len(self.stock),
            "out": list(self._out()),
            "outcome": outcome and outcome.as_json(),
            "hands": [cards_of(hand) for hand in self.hands] if outcome else None,
            **self._shown(),
            "cover": self.spot is SPOT_COVER,
            "pile": [[lay.card, lay.stands] for lay in self.pile[-5:]],
        }

    def hand(self, seat: int) -> list[str]:
        return cards_of(self.hands[seat])

    def sample(self, seat: int | None, order: Order) -> Self:
        closed = [] if self.spot is SPOT_OVER else [each for each in range(len(self.hands)) if each != seat]
        hidden = mask(self.stock) | sum(self.hands[each] for each in closed)
        cards = list(order(cards_of(hidden)))
        world = self._copy()
        for each in closed:
            count = self.hands[each].bit_count()
            world._set_hand(each, mask(cards[:count]))
            del cards[:count]
        world._set(stock=tuple(cards), seed=None)
        return world

    def record(self) -> dict[str, Any]:
        outcome = self.outcome()
        return {
            "ply": self.ply,
            "to_move": self.to_act,
            "legal": self.legal_moves(),
            "hands": [" ".join(cards_of(hand)) for hand in self.hands],
            "stock": len(self.stock),
            **self._shown(),
            **dict.fromkeys(("aces", "trump", "bout")),
            "out": list(self._out()),
            "result": outcome and outcome.as_json(),
        }

    def refusal(self, text: str) -> IllegalMove:
        return why_not(self, text)


_EFFECTS: dict[str, Callable[[LastPlayer, Lay, list[Event]], None]] = {
    "2": LastPlayer._two,
    "3": LastPlayer._three,
    "4": LastPlayer._run_on,
    "J": LastPlayer._jack,
    "A": LastPlayer._ace,
}
