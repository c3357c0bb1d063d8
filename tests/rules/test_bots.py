"""The bots: legal whatever the options, blind to hidden cards, better than chance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import networkx
import pytest

from games import bots
from games.bots.king_george_iii import longest
from games.rules import GAMES
from games.rules.cards import RANKS
from games.rules.game import Game, gate
from tests.bench.bots import compare, preselected

from .helpers import stacked
from .playing import SLOW, every_game, hands, random_lines, random_move

LINES = 40 if SLOW else 5
PLIES = 40
WORLDS = 2  # enough to see that a search plays by the rules
every_level = pytest.mark.parametrize("level", bots.LEVELS)
remembered = pytest.mark.parametrize(
    "game", [GAMES[slug] for slug in ("last-player", "follow-the-leader", "king-george-iii")], ids=lambda g: g.slug
)


def moments(game: type[Game], salt: str) -> Iterator[tuple[Game, bots.Memory | None, Random]]:
    """Moments of deals with any options, seats and dealer, in which now a bot and now chance moves; and a memory."""
    for line, random in random_lines(game, LINES, salt):
        state = game.deal(line.seats, line.dealer, seed=line.seed, deck=line.deck, options=line.options, fool=line.fool)
        memory = bots.remember(game, line.options, state.view(None))
        while state.to_act is not None and state.ply < PLIES:
            yield state, memory, random
            bot = random.random() < 0.7
            move = bots.choose("easy", state, state.to_act, random) if bot else random_move(state, random)
            before = state
            state, events = state.play(gate(state, move))
            if memory:
                memory.watch(before.view(None), events)


def shuffled(state: Game, seat: int | None, random: Random) -> Game:
    return state.sample(seat, lambda cards: random.sample(cards, len(cards)))


# -- what every bot does ---------------------------------------------------------------------------
@every_game
@every_level
def test_bots_play_legal_moves(game: type[Game], level: str) -> None:
    for state, memory, random in moments(game, f"legal {level}"):
        assert state.to_act is not None
        move = bots.choose(level, state, state.to_act, random, bots.counted(WORLDS), memory)
        assert gate(state, move) == move


@every_game
@every_level
def test_bots_choose_the_same_in_worlds_that_look_the_same(game: type[Game], level: str) -> None:
    for state, memory, random in moments(game, f"alike {level}"):
        seat, seed = state.to_act, random.random()
        assert seat is not None
        worlds = (state, shuffled(state, seat, random), shuffled(state, seat, random))
        moves = {bots.choose(level, each, seat, Random(seed), bots.counted(WORLDS), memory) for each in worlds}
        assert len(moves) == 1


@every_level
def test_bots_call_the_last_card(level: str) -> None:
    """Nobody draws for a call forgotten (LP15)."""
    calls = 0
    for number in range(20 if level == "easy" else 4):
        state: Game = GAMES["last-player"].deal(2 + number % 5, 0, seed=str(number))
        random = Random(number)
        while state.to_act is not None:
            state, events = state.play(bots.choose(level, state, state.to_act, random, bots.counted(WORLDS)))
            calls += any(event.get("last") for event in events)
            assert not [event for event in events if event.get("why") == "last_card"]
    assert calls


@every_game
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_bots_among_themselves_come_to_an_end(game: type[Game], seats: int) -> None:
    """Cards that are taken again and again go round until the deal is adjudicated (N8), which nobody wants to watch."""
    if seats not in game.seats:
        pytest.skip("not played by that many")
    for number in range(20):
        state = game.deal(seats, number % seats, seed=f"end {number}", options=preselected(game))
        while state.to_act is not None:
            state, _events = state.play(bots.choose("easy", state, state.to_act, Random(number)))
        assert state.ply < 1_500


@every_game
def test_easy_beats_random(game: type[Game]) -> None:
    assert compare(game, "easy", "random", 200).share > 0.5


def test_easy_wins_three_deals_of_four_of_last_player_with_half_the_points() -> None:
    tally = compare(GAMES["last-player"], "easy", "random", 2000)
    assert tally.share >= 0.75
    assert 2 * tally.points[0] <= tally.points[1]


@every_game
def test_strong_beats_easy(game: type[Game]) -> None:
    """The figures are the bench's; these few deals tell a search that works from one that does not."""
    tally = compare(game, "strong", "easy", 200 if SLOW else 4)
    assert tally.share > (0.5 if SLOW else 0.2)


def test_strong_thinks_as_long_as_it_may() -> None:
    asked = []
    state = GAMES["last-player"].deal(2, 0, seed="long")
    bots.choose("strong", state, 1, Random(1), lambda: len(asked) < 5 and not asked.append(1))
    assert len(asked) == 5


# -- single games ------------------------------------------------------------------------------------
def test_last_player_goes_out_in_one_turn() -> None:
    """A two leaves the other player out, a three may be covered with anything."""
    state = stacked(GAMES["last-player"], ["2h Jh 3h 5c", "9d 9c Td 9s"], hand_size=4)
    while state.to_act == 0:
        state, _ = state.play(easy(state))
    assert state.outcome()


def test_last_player_keeps_the_joker() -> None:
    state = stacked(GAMES["last-player"], ["7h Xr 5c Kd", "9h 9c 9d 9s"], hand_size=4)
    assert easy(state) != "play Xr as=7h"
    assert "Xr" not in easy(state)


def test_durak_keeps_trumps_and_attacks_low() -> None:
    state = stacked(GAMES["chukchi-durak"], ["7h 6d Kd As Ah Kc", "9h 9c 9d 9s Th Tc"], "8h", fool=1)
    assert state.to_act == 0
    assert easy(state) == "attack 6d"


def easy(state: Game) -> str:
    assert state.to_act is not None
    return bots.choose("easy", state, state.to_act, Random(0))


@pytest.mark.parametrize("place", range(0, len(RANKS), 3))
def test_longest_chain_is_the_longest(place: int) -> None:
    """Compared with every walk there is."""
    for counts in product((0, 1, 2), repeat=4):
        held = [0] * len(RANKS)
        low = max(0, min(place - 1, len(RANKS) - 4))
        held[low : low + 4] = counts
        assert longest(place, held) == walked(place, held), (place, counts)


def walked(place: int, held: list[int]) -> int:
    best = 0
    for near in range(max(place - 1, 0), min(place + 2, len(held))):
        if held[near]:
            held[near] -= 1
            best = max(best, 1 + walked(near, held))
            held[near] += 1
    return best


# -- what a bot remembers ------------------------------------------------------------------------------
@remembered
def test_memory_never_excludes_the_truth(game: type[Game]) -> None:
    """The cards of every hand and of the stock can be assigned to what is remembered of each."""
    for state, memory, _ in moments(game, "truth"):
        assert memory
        for cards, slots in zip([*hands(state), list(state.stock)], [*memory.hands, memory.stock], strict=True):
            assert len(cards) == len(slots)
            graph = networkx.Graph()
            graph.add_nodes_from(("slot", place) for place in range(len(slots)))
            graph.add_edges_from(
                (("slot", place), ("card", number))
                for place, lacks in enumerate(slots)
                for number, card in enumerate(cards)
                if card not in lacks
            )
            top = [("slot", place) for place in range(len(slots))]
            matching = networkx.bipartite.maximum_matching(graph, top)
            assert len(matching) == 2 * len(slots)


@remembered
def test_remembered_worlds_look_the_same(game: type[Game]) -> None:
    for state, memory, random in moments(game, "worlds"):
        assert memory
        seat = state.to_act
        assert seat is not None
        world = state.sample(seat, memory.order(seat, random))
        assert world.view(seat) == state.view(seat)
        assert sorted(sum(hands(world), list(world.stock))) == sorted(sum(hands(state), list(state.stock)))


def test_who_drew_holds_nothing_that_fitted() -> None:
    state = stacked(GAMES["last-player"], ["7h 5c Kd Ks", "9c 9d 9s Td", "Ac Ad Qc Qd"], "2c", hand_size=4)
    memory = bots.remember(GAMES["last-player"], {"hand_size": 4}, state.view(None))
    assert memory
    for move in ("play 7h", "draw", "draw"):
        before = state
        state, events = state.play(gate(state, move))
        memory.watch(before.view(None), events)
    random = Random(1)
    for _ in range(50):
        world = state.sample(0, memory.order(0, random))
        for hand in hands(world)[1:]:
            assert sum(card[0] == "7" or card[1] == "h" for card in hand) <= 1  # the card drawn


def test_the_new_stock_is_the_old_pile() -> None:
    """Nobody holds a card of it but who has drawn one since."""
    game = GAMES["last-player"]
    options = {"hand_size": 4}
    state = game.deal(6, 0, seed="recycled", options=options)
    memory = bots.remember(game, options, state.view(None))
    assert memory
    random, pile, events = Random(2), [], []
    while not any(event["type"] == "recycle" for event in events):
        pile = state.view(None)["pile"][:-1]
        before = state
        state, events = state.play(random_move(state, random))
        memory.watch(before.view(None), events)
    drew = {event["seat"] for event in events if event["type"] == "draw"}
    for _ in range(20):
        world = state.sample(0, memory.order(0, random))
        for seat, hand in enumerate(hands(world)):
            assert pile
            assert seat in drew or not {card for card, _ in pile} & set(hand)
