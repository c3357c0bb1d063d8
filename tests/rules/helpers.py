"""Stacked deals and lines of play for the tests of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeVar

from games.rules.game import Event, Game, gate

G = TypeVar("G", bound=Game)


def stacked(
    game: type[G],
    hands: list[str],
    stock: str = "",
    *,
    dealer: int | None = None,
    fool: int | None = None,
    **options: Any,
) -> G:
    """A deal in which seat i holds `hands[i]` and the stock begins with `stock`; the unnamed cards lie under it.

    Every hand must have the size that the game deals.  The dealer is the last seat unless given, so seat 0 begins.
    """
    seats = len(hands)
    dealer = seats - 1 if dealer is None else dealer
    dealt = [hand.split() for hand in hands]
    assert len({len(hand) for hand in dealt}) == 1, "hands of one size"
    top = [dealt[(dealer + 1 + i) % seats][row] for row in range(len(dealt[0])) for i in range(seats)] + stock.split()
    rest = Counter(game.deck(game.full_options(options, seats)))
    rest.subtract(top)
    assert min(rest.values()) >= 0, f"named too often: {-rest}"
    state = game.deal(seats, dealer, deck=[*top, *rest.elements()], options=options, fool=fool)
    assert [sorted(hand.split()) for hand in state.record()["hands"]] == [sorted(hand) for hand in dealt], "hand size"
    return state


def played(state: G, moves: str) -> G:
    """`state` after `"0 play 7h, 1 draw"`, each move through the gate and by its own seat."""
    return with_events(state, moves)[0]


def with_events(state: G, moves: str) -> tuple[G, list[Event]]:
    """As `played`, and everything that everybody saw."""
    seen: list[Event] = []
    for move in split(moves):
        seat, _, text = move.partition(" ")
        assert str(state.to_act) == seat, f"{move}: it is the turn of {state.to_act}"
        state, events = state.play(gate(state, text))
        seen += events
    return state, seen


def split(moves: str) -> Iterable[str]:
    return (move.strip() for move in moves.split(",") if move.strip())
