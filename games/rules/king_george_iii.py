"""King George III: runs of neighbouring ranks; an ace sets the pile aside; the first without cards wins.

KG1 52 cards, 2-5 players.  KG2 a pile is started with exactly one card.  KG3 then at least one card of the same rank
or a neighbour, card by card, until `stop`.  KG4 who has none draws until one fits.  KG5 the first three aces set the
pile aside and end the turn.  KG6 recycling, at most `recycles` times.  KG7 after the first is out every other player
has one more turn.  KG8 nobody can play: the fewest cards win.  KG9 penalties are the cards left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from .cards import RANKS, standing_order
from .dealing import recycled
from .discard import BIT, RANK_BITS, DiscardGame, add, plays, remove
from .game import MAX_MOVES, Event, IllegalMove, Option, Outcome, gettext_noop

SET_ASIDES = 3  # KG5


def _neighbours(corner: bool) -> dict[str, int]:
    """KG3: for each rank the card bits of the ranks that fit it."""
    fits = {}
    for place, rank in enumerate(RANKS):
        around = RANKS[max(place - 1, 0) : place + 2]
        fits[rank] = sum(RANK_BITS[near] for near in around)
    if corner:
        fits["A"] |= RANK_BITS["2"]
        fits["2"] |= RANK_BITS["A"]
    return fits


_FITS = {corner: _neighbours(corner) for corner in (False, True)}


@dataclass(frozen=True, kw_only=True)
class KingGeorgeIII(DiscardGame):
    """One moment of a deal of King George III.

    The phase shows in two fields: no pile, it is to be started (KG2); no card in this turn's chain, one that fits must
    come (KG3); else the turn may go on or `stop`.
    """

    slug = "king-george-iii"
    name = gettext_noop("King George III")
    seats = range(2, 6)
    hand_sizes = {2: 13, 3: 9, 4: 7, 5: 6}
    counts = "wins"
    options = (
        Option(
            "corner",
            False,
            gettext_noop("Ace and two fit"),
            gettext_noop("A two may be played on an ace and an ace on a two."),
            choices=(False, True),
        ),
        Option(
            "recycles",
            None,
            gettext_noop("Times the pile may become the new stock"),
            gettext_noop("The rules set no bound, but without one many deals would go round without end."),
            low=1,
            high=20,
            nullable=True,
            preselect=5,
        ),
        MAX_MOVES,
    )
    pile_shown = 8

    aside: tuple[str, ...] = ()  # set aside for good, oldest first
    aces: int = 0  # how many have set a pile aside
    chain: int = 0  # cards played so far in this turn
    drew: bool = False  # in this turn, until one fitted (KG4)
    idle: int = 0  # turns in a row in which no card was played (KG8)
    turns_left: int | None = None  # KG7: None until somebody is out

    # -- making a deal -------------------------------------------------------------------------
    @classmethod
    def deck(cls, options: Mapping[str, Any]) -> tuple[str, ...]:
        return standing_order()

    # -- playing -------------------------------------------------------------------------------
    @property
    def mid_turn(self) -> bool:
        return self.result is None and (self.chain > 0 or self.drew)

    def legal_moves(self) -> list[str]:
        if self.result:
            return []
        hand = self.hands[self.turn]
        if not self.pile:
            return plays(hand)
        moves = plays(hand & self._fitting())
        if self.chain:
            moves.append("stop")
        return moves or ["draw" if self._can_draw() else "pass"]

    def _fitting(self) -> int:
        """The cards that fit the top of the pile, which is not empty."""
        return _FITS[self.rules["corner"]][self.pile[-1][0]]

    def _can_draw(self) -> bool:
        return bool(self.stock) or self._can_recycle()

    def _can_recycle(self) -> bool:
        limit = self.rules["recycles"]
        return len(self.pile) > 1 and (limit is None or self.recyclings < limit)

    def play(self, move: str) -> tuple[Self, list[Event]]:
        if move == "draw":
            after, events = self._draw()
        elif move == "stop" or move == "pass":
            after, events = self._turn_passes(), [{"type": move, "seat": self.turn}]
        else:
            after, events = self._lay(move[5:])
        outcome = after._outcome_now()
        return after._over(outcome, events) if outcome else (after, events)

    def _lay(self, card: str) -> tuple[Self, list[Event]]:
        events: list[Event] = [{"type": "play", "seat": self.turn, "card": card}]
        left = remove(self.hands[self.turn], card)
        after = self._with(
            hands=self._hands_with(left), pile=(*self.pile, card), chain=self.chain + 1, ply=self.ply + 1
        )
        ends = not left or not self.pile
        if card[0] == "A" and self.aces < SET_ASIDES:
            after, ends = after._set_aside(events), True
        if not left:
            after = after._gone_out(events)
        return (after._turn_over() if ends else after), events

    def _set_aside(self, events: list[Event]) -> Self:
        """KG5."""
        events.append({"type": "set_aside", "count": len(self.pile), "aces": self.aces + 1})
        return self._with(aside=self.aside + self.pile, pile=(), aces=self.aces + 1)

    def _gone_out(self, events: list[Event]) -> Self:
        """KG7: the first to go out starts the last turns, its own among those still to be counted off."""
        events.append({"type": "out", "seat": self.turn})
        if self.out:
            return self._with(out=(*self.out, self.turn))
        events.append({"type": "last_turns", "seat": self.turn})
        return self._with(out=(self.turn,), turns_left=len(self.hands))

    def _draw(self) -> tuple[Self, list[Event]]:
        """KG4: cards from the stock, recycled as it runs out, until one fits; none fits: the turn passes."""
        fitting, line, pile, recyclings = self._fitting(), self.stock, self.pile, self.recyclings
        events: list[Event] = []
        count = _until_one_fits(line, fitting)
        if not count and self._can_recycle():
            recyclings += 1
            line, pile = line + recycled(pile, self.seed, recyclings), pile[-1:]
            events.append({"type": "recycle", "count": len(line) - len(self.stock)})
            count = _until_one_fits(line, fitting)
        drawn = count or len(line)
        events.append({"type": "draw", "seat": self.turn, "count": drawn, "why": "stuck"})
        hand = self.hands[self.turn]
        for card in line[:drawn]:
            hand = add(hand, card)
        changes = {"hands": self._hands_with(hand), "stock": line[drawn:], "pile": pile, "recyclings": recyclings}
        if count:
            return self._with(**changes, drew=True, ply=self.ply + 1), events
        events.append({"type": "pass", "seat": self.turn})
        return self._with(**changes)._turn_passes(), events

    def _turn_passes(self) -> Self:
        """The turn ends by a move that plays no card."""
        return self._with(ply=self.ply + 1)._turn_over()

    def _turn_over(self) -> Self:
        return self._with(
            turn=(self.turn + 1) % len(self.hands),
            chain=0,
            drew=False,
            idle=0 if self.chain else self.idle + 1,
            turns_left=None if self.turns_left is None else self.turns_left - 1,
        )

    # -- the end -------------------------------------------------------------------------------
    def _outcome_now(self) -> Outcome | None:
        if self.turns_left == 0:
            return Outcome("tie" if len(self.out) > 1 else "won", self._counts(), winners=tuple(sorted(self.out)))
        if self.idle == len(self.hands) or self.ply == self.rules["max_moves"]:
            counts = self._counts()
            fewest = min(counts)
            return Outcome("blocked", counts, winners=tuple(s for s, count in enumerate(counts) if count == fewest))
        return None

    def _counts(self) -> tuple[int, ...]:
        return tuple(hand.bit_count() for hand in self.hands)

    # -- seeing and explaining -----------------------------------------------------------------
    def public(self) -> dict[str, Any]:
        limit = self.rules["recycles"]
        return super().public() | {
            "chain": self.chain,
            "aces": self.aces,
            "aside": len(self.aside),
            "starting": not self.pile and self.result is None,
            "last_turns": self.turns_left is not None,
            "recycles_left": None if limit is None else limit - self.recyclings,
        }

    def record(self) -> dict[str, Any]:
        return super().record() | {"aces": self.aces}

    def _refused_verb(self, text: str) -> IllegalMove:
        if text not in ("draw", "pass", "stop"):
            return super()._refused_verb(text)
        if not self.pile:
            return IllegalMove(gettext_noop("You start a new pile: play any card."))
        if self.chain:
            return IllegalMove(gettext_noop("You have played a card this turn: go on or stop."))
        if self.hands[self.turn] & self._fitting():
            return IllegalMove(gettext_noop("You hold a card that fits, so you must play."))
        if self._can_draw():
            return IllegalMove(gettext_noop("Nothing you hold fits: draw."))
        return IllegalMove(gettext_noop("Nothing you hold fits and there is nothing to draw: pass."))

    def _refused_card(self, card: str) -> IllegalMove:
        return IllegalMove(gettext_noop("{card} does not fit {top}."), card=card, top=self.pile[-1])


def _until_one_fits(line: Sequence[str], fitting: int) -> int:
    """How many cards to draw so that the last of them fits; 0 if none does."""
    return next((count for count, card in enumerate(line, 1) if BIT[card] & fitting), 0)
