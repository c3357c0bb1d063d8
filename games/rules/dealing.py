"""What every game does before its first move: check the deal (N6), order the deck (N4), deal it out (N3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from .cards import shuffle
from .game import BadDeal, Game


def ready_deck(
    game: type[Game],
    seats: int,
    dealer: int,
    seed: str | None,
    deck: Sequence[str] | None,
    options: Mapping[str, Any] | None,
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Every option with its value, and the cards to deal, top card first.  Raises BadDeal (N6)."""
    if type(seats) is not int or seats not in game.seats:
        raise BadDeal(f"{game.slug} is for {game.seats[0]} to {game.seats[-1]} players, not {seats!r}")
    check_seat("dealer", dealer, seats)
    full = game.full_options(options or {}, seats)
    standing = game.deck(full)
    if (seed is None) == (deck is None):
        raise BadDeal("a deal is made from a seed or from a deck, exactly one of them")
    if deck is None:
        return full, shuffle(standing, checked_seed(seed))
    if Counter(deck) != Counter(standing):
        raise BadDeal(f"the deck is not exactly the {len(standing)} cards of the game")
    return full, tuple(deck)


def check_seat(role: str, seat: Any, seats: int) -> None:
    """Raise BadDeal unless `seat` is a whole number in `0..seats-1`."""
    if type(seat) is not int or not 0 <= seat < seats:
        raise BadDeal(f"the {role} {seat!r} is not one of {seats} seats")


def checked_seed(seed: Any) -> str:
    """`seed` if it is a text of 1-200 characters from space to `~`; else BadDeal (N6)."""
    if isinstance(seed, str) and 1 <= len(seed) <= 200 and all(" " <= letter <= "~" for letter in seed):
        return seed
    raise BadDeal("a seed is a text of 1 to 200 characters from space to ~")


def deal_out(
    deck: Sequence[str], seats: int, dealer: int, count: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """`count` cards a seat, one at a time from the dealer's left, as hands by seat; and the stock (N3)."""
    dealt = seats * count
    hands = tuple(tuple(deck[(seat - dealer - 1) % seats : dealt : seats]) for seat in range(seats))
    return hands, tuple(deck[dealt:])


def recycled(pile: Sequence[str], seed: str | None, recycling: int) -> tuple[str, ...]:
    """The new stock from the face-up `pile`, oldest card first, without its top card (N4).

    `recycling` is K, 1 for the first of the deal.  Without a seed the pile is turned over.
    """
    rest = tuple(pile[:-1])
    return rest if seed is None else shuffle(rest, seed, recycling)
