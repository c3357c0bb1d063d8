"""Follow the Leader: every card is of the rank before it or one higher; who is left with cards loses.

FL1 one or two decks, jokers or not; 2-5 players.  FL2 ranks go round; the dealer's left leads any card.
FL3 the same rank or one higher is a duty, a joker and (option `lower`) one lower a permission, else `draw` one and
the turn passes.  FL4 when all have skipped in a row, the first of them leads freely.  FL5 a skip counts even with
nothing to draw.  FL6 the last with cards loses.  FL7 a joker widens what the top card could be.  FL8 at `max_moves`
the most cards lose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from .cards import RANKS, SUITS, standing_order
from .dealing import recycled
from .discard import JOKER_BITS, KINDS, NATURALS, RANK_BITS, DiscardGame, add, plays, remove
from .game import MAX_MOVES, Event, IllegalMove, Option, Outcome, gettext_noop

_SUITS = len(SUITS)
_ROUND = NATURALS.bit_length() - _SUITS


def _higher(ranks: int) -> int:
    """The ranks one higher, the two above the ace (FL2); ranks are sets of card bits, all suits of a rank."""
    return (ranks << _SUITS | ranks >> _ROUND) & NATURALS


def _lower(ranks: int) -> int:
    return (ranks >> _SUITS | ranks << _ROUND) & NATURALS


@dataclass(frozen=True, kw_only=True)
class FollowTheLeader(DiscardGame):
    """One moment of a deal of Follow the Leader."""

    slug = "follow-the-leader"
    name = gettext_noop("Follow the Leader")
    seats = range(2, 6)
    hand_sizes = {2: 10, 3: 8, 4: 7, 5: 6}
    counts = "losses"
    options = (
        Option(
            "decks",
            1,
            gettext_noop("Decks"),
            gettext_noop("With two decks shuffled together every card is there twice."),
            choices=(1, 2),
        ),
        Option(
            "jokers",
            False,
            gettext_noop("Jokers"),
            gettext_noop("Two a deck; a joker may be played on any card."),
            choices=(False, True),
        ),
        Option(
            "lower",
            False,
            gettext_noop("One lower too"),
            gettext_noop("A card one rank lower may be played; nobody has to."),
            choices=(False, True),
        ),
        Option(
            "scoring",
            "mark",
            gettext_noop("Penalty points of the loser"),
            gettext_noop("What a lost deal costs in a match that counts points."),
            choices=("mark", "cards"),
            labels=(gettext_noop("one point"), gettext_noop("one point a card left")),
        ),
        MAX_MOVES,
    )

    ranks: int = NATURALS  # FL7: what the top card could be; every rank before the first lead
    leads: bool = True  # the seat to act leads any card (FL2, FL4); `ranks` is then all
    skips: int = 0  # skips in a row

    # -- making a deal -------------------------------------------------------------------------
    @classmethod
    def deck(cls, options: Mapping[str, Any]) -> tuple[str, ...]:
        return standing_order(jokers=options["jokers"], decks=options["decks"])

    # -- playing -------------------------------------------------------------------------------
    def legal_moves(self) -> list[str]:
        if self.result:
            return []
        kinds = self.hands[self.turn] & KINDS
        moves = plays(kinds & (self._duty() | self._permitted()))
        return moves if self.leads or kinds & self._duty() else ["draw", *moves]

    def _duty(self) -> int:
        """The cards that must be played, or another legal one in their place (FL3)."""
        return self.ranks | _higher(self.ranks)

    def _permitted(self) -> int:
        """The cards that may be played without any duty (FL3, FL7)."""
        return JOKER_BITS | _lower(self.ranks) if self.rules["lower"] else JOKER_BITS

    def play(self, move: str) -> tuple[Self, list[Event]]:
        after, events = self._draw() if move == "draw" else self._lay(move[5:])
        if len(after.out) == len(after.hands) - 1:
            return after._over(after._lost_by(after.turn), events)
        if after.ply == self.rules["max_moves"]:
            return after._over(after._adjudicated(), events)
        if after.leads:
            events.append({"type": "free_lead", "seat": after.turn})
        return after, events

    def _lay(self, card: str) -> tuple[Self, list[Event]]:
        seat = self.turn
        events: list[Event] = [{"type": "play", "seat": seat, "card": card}]
        left = remove(self.hands[seat], card)
        if not left:
            events.append({"type": "out", "seat": seat})
        after = self._with(
            hands=self._hands_with(left),
            pile=(*self.pile, card),
            ranks=self._ranks_after(card),
            out=self.out if left else (*self.out, seat),
            leads=False,
            skips=0,
            turn=self._next_seat(),
            ply=self.ply + 1,
        )
        return after, events

    def _ranks_after(self, card: str) -> int:
        """FL7: a natural card is its own rank; a joker what was under it, or one higher (or lower)."""
        if card[0] != "X":
            return RANK_BITS[card[0]]
        return self.ranks | _higher(self.ranks) | (_lower(self.ranks) if self.rules["lower"] else 0)

    def _draw(self) -> tuple[Self, list[Event]]:
        seat, stock, pile, recyclings = self.turn, self.stock, self.pile, self.recyclings
        events: list[Event] = []
        if not stock and len(pile) > 1:
            recyclings += 1
            stock, pile = recycled(pile, self.seed, recyclings), pile[-1:]
            events.append({"type": "recycle", "count": len(stock)})
        events.append({"type": "draw", "seat": seat, "count": len(stock[:1]), "why": "stuck"})
        skips = self.skips + 1
        leads = skips == len(self.hands) - len(self.out)
        after = self._with(
            hands=self._hands_with(add(self.hands[seat], stock[0])) if stock else self.hands,
            stock=stock[1:],
            pile=pile,
            recyclings=recyclings,
            skips=skips,
            leads=leads,
            ranks=NATURALS if leads else self.ranks,
            turn=self._next_seat(),
            ply=self.ply + 1,
        )
        return after, events

    def _next_seat(self) -> int:
        hands = self.hands
        seat = (self.turn + 1) % len(hands)
        while not hands[seat]:
            seat = (seat + 1) % len(hands)
        return seat

    # -- the end -------------------------------------------------------------------------------
    def _lost_by(self, loser: int) -> Outcome:
        """FL6."""
        points = self.hands[loser].bit_count() if self.rules["scoring"] == "cards" else 1
        penalties = tuple(points if seat == loser else 0 for seat in range(len(self.hands)))
        return Outcome("fool", penalties, losers=(loser,))

    def _adjudicated(self) -> Outcome:
        """FL8."""
        counts = [hand.bit_count() for hand in self.hands]
        most = max(counts)
        if counts.count(most) > 1:
            return Outcome("draw", (0,) * len(counts))
        return self._lost_by(counts.index(most))

    # -- seeing and explaining -----------------------------------------------------------------
    def public(self) -> dict[str, Any]:
        running = self.result is None
        ranks = self._playable_ranks() if running else ""
        return super().public() | {"ranks": ranks, "free": running and self.leads, "skips": self.skips}

    def _playable_ranks(self) -> str:
        """The ranks that may be played now, in their run: `"KA2"`."""
        fits = (self._duty() | self._permitted()) & NATURALS
        ranks = [rank for rank in RANKS if RANK_BITS[rank] & fits]
        start = next((place for place, rank in enumerate(ranks) if not RANK_BITS[rank] & _higher(fits)), 0)
        return "".join(ranks[start:] + ranks[:start])

    def _refused_verb(self, text: str) -> IllegalMove:
        if text != "draw":
            return super()._refused_verb(text)
        if self.leads:
            return IllegalMove(gettext_noop("You lead: play any card."))
        return IllegalMove(gettext_noop("You hold a card that fits, so you must play."))

    def _refused_card(self, card: str) -> IllegalMove:
        fitting = " ".join(self._playable_ranks())
        return IllegalMove(gettext_noop("{card} does not fit. Ranks that fit: {ranks}."), card=card, ranks=fitting)
