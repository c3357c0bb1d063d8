"""Cards, decks, dealing and the shuffle that anyone can check: N1-N4."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest

from games.rules.cards import hand_order, lot, shuffle, standing_order
from games.rules.dealing import deal_out, recycled
from games.rules.last_player import LastPlayer


def test_n1_a_deck_has_52_cards_and_two_jokers() -> None:
    deck = standing_order(jokers=True)
    assert len(set(deck)) == 54
    assert deck[0] == "2c"
    assert deck[12:14] == ("Ac", "2d")
    assert deck[-3:] == ("As", "Xb", "Xr")


def test_n1_equal_cards_of_two_decks_are_interchangeable() -> None:
    assert standing_order(decks=2, jokers=True) == standing_order(jokers=True) * 2


def test_n3_cards_go_round_one_at_a_time_from_the_dealers_left() -> None:
    hands, stock = deal_out(["2c", "3c", "4c", "5c", "6c", "7c", "8c"], seats=3, dealer=1, count=2)
    assert hands == (("3c", "6c"), ("4c", "7c"), ("2c", "5c"))
    assert stock == ("8c",)


def test_n4_the_shuffle_sorts_by_sha_256() -> None:
    cards = standing_order(jokers=True)

    def key(numbered: tuple[int, str]) -> str:
        return sha256(f"a seed/0/{numbered[0]}/{numbered[1]}".encode()).hexdigest()

    assert shuffle(cards, "a seed") == tuple(card for _, card in sorted(enumerate(cards), key=key))


def test_n4_a_known_shuffle() -> None:
    """Counted by `sha256sum`; docs/NOTATION.md shows it."""
    assert shuffle(("2c", "3c", "4c", "5c"), "lastcard") == ("4c", "5c", "2c", "3c")
    assert shuffle(("2c", "3c", "4c", "5c"), "lastcard", 1) == ("5c", "4c", "3c", "2c")


def test_n4_a_shuffle_depends_on_seed_recycling_and_place() -> None:
    cards = standing_order(decks=2)
    orders = [shuffle(cards, "a"), shuffle(cards, "b"), shuffle(cards, "a", 1)]
    assert len(set(orders)) == 3
    assert all(Counter(order) == Counter(cards) for order in orders)


def test_n4_a_lot_goes_to_the_smallest_sha_256() -> None:
    assert lot(range(6), "s") == min(range(6), key=lambda seat: sha256(f"s/lot/{seat}".encode()).hexdigest())


def test_n4_recycling_leaves_the_top_card() -> None:
    pile = ["2c", "3c", "4c", "5c"]
    assert recycled(pile, None, 1) == ("2c", "3c", "4c")
    assert recycled(pile, "a", 3) == shuffle(("2c", "3c", "4c"), "a", 3)


def test_n7_hands_are_sorted_by_suit_then_rank_jokers_last() -> None:
    hand = ["Xr", "As", "2h", "Td", "9d", "Xb", "Kc"]
    assert " ".join(sorted(hand, key=hand_order)) == "Kc 9d Td 2h As Xb Xr"


@pytest.mark.parametrize("seed", [" ", "~" * 200, "0123456789abcdef" * 2])
def test_n6_a_seed_is_any_text_from_space_to_tilde(seed: str) -> None:
    assert LastPlayer.deal(2, 0, seed=seed).seed == seed
