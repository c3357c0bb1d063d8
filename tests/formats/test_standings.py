"""The one ranking function and its tie-breaks (T5, T13)."""

from dataclasses import replace
from fractions import Fraction as F

from tests.formats.events import entries
from tests.formats.test_book import table
from tournaments.formats import Entry, History, Penalty, Round, Sizes, TableResult, rank
from tournaments.formats.book import Book
from tournaments.formats.swiss import Swiss
from tournaments.formats.tie_breaks import buchholz, first_places, head_to_head, points_per_deal

SIZES = Sizes(2, 2, 4)


def swiss(*tie_breaks: str) -> Swiss:
    names = [f"tie_break_{number}" for number in range(1, 6)]
    order = (*tie_breaks, "", "", "", "", "")[:5]
    return Swiss.create(SIZES, {"rounds": 3, **dict(zip(names, order, strict=True))})


def pairs(*results: tuple[int, int]) -> tuple:
    """Tables of two: the first of each pair won."""
    return tuple(table(number, pair, (1, 2)) for number, pair in enumerate(results, start=1))


def places(standings: tuple) -> list[tuple[int, int | None]]:
    return [(one.entry, one.place) for one in standings]


def test_t13_ties_share_a_place_and_the_next_is_skipped() -> None:
    history = History(entries(4), (Round(1, pairs((1, 2), (3, 4))),))
    assert places(rank(swiss(), history)) == [(1, 1), (3, 1), (2, 3), (4, 3)]


def test_t5_default_order_ends_with_the_seed() -> None:
    history = History(entries(4), (Round(1, pairs((1, 2), (3, 4))),))
    standings = rank(Swiss.create(SIZES), history)
    assert places(standings) == [(1, 1), (3, 2), (2, 3), (4, 4)]
    assert [name for name, _ in standings[0].values] == ["score", "buchholz", "firsts", "points", "seed"]


def test_t5_buchholz_is_the_mean_of_the_opponents_met() -> None:
    history = History(entries(4), (Round(1, pairs((1, 2), (3, 4))), Round(2, pairs((1, 3), (2, 4)))))
    book = Book(history)
    assert buchholz(book, [1, 2, 3, 4]) == {1: F(1), 2: F(1), 3: F(1), 4: F(1)}


def test_t5_buchholz_counts_a_half_for_a_round_an_opponent_did_not_play() -> None:
    rounds = (
        Round(1, pairs((1, 2)), byes=(3,)),
        Round(2, pairs((3, 1))),  # 2 missed this round
        Round(3, (*pairs((1, 3)),)),
    )
    book = Book(History(entries(3), rounds))
    assert book.adjusted[3] == F(3, 2)  # a half for the bye, one win
    assert book.adjusted[2] == 1  # lost one, missed two
    assert buchholz(book, [1]) == {1: F(5, 4)}


def test_t5_penalty_points_are_counted_a_deal() -> None:
    first = table(1, (1, 2), (1, 2))
    assert first.result is not None
    long = replace(first, result=replace(first.result, penalties=(30, 20), deals=4))
    book = Book(History(entries(3), (Round(1, (long,), byes=(3,)),)))
    assert points_per_deal(book, [1, 2])[1] == F(-30, 4)
    assert points_per_deal(book, [1, 2, 3])[3] < -1000  # no deal played: last


def test_t5_first_places_are_counted_shared_or_not() -> None:
    rounds = (Round(1, (table(1, (1, 2, 3), (1, 1, 3)),)), Round(2, (table(1, (1, 2, 3), (1, 2, 3)),)))
    assert first_places(Book(History(entries(3), rounds)), [1, 2, 3]) == {1: 2, 2: 1, 3: 0}


def test_t5_head_to_head_only_if_all_the_tied_met_each_other() -> None:
    rounds = (Round(1, pairs((2, 1), (3, 4))), Round(2, pairs((1, 3), (4, 2))))
    book = Book(History(entries(4), rounds))
    assert head_to_head(book, [1, 2]) == {1: 0, 2: 1}
    assert head_to_head(book, [1, 4]) is None
    assert head_to_head(book, [1, 2, 3]) is None


def test_t5_head_to_head_parts_only_its_group() -> None:
    rounds = (Round(1, pairs((2, 1), (3, 4))), Round(2, pairs((1, 3), (4, 2))))
    history = History(entries(4), rounds)
    standings = rank(swiss("head_to_head", "seed"), history)
    assert places(standings) == [(1, 1), (2, 2), (3, 3), (4, 4)]  # all on 1, and not all have met: the seed


def test_t5_the_organisers_order_is_kept() -> None:
    one = table(1, (1, 2), (1, 2))
    two = table(2, (3, 4), (1, 2))
    assert two.result is not None
    two = replace(two, result=TableResult((1, 2), (5, 20)))
    history = History(entries(4), (Round(1, (one, two)),))
    assert places(rank(swiss("points"), history))[:2] == [(3, 1), (1, 2)]
    assert places(rank(swiss("seed", "points"), history))[:2] == [(1, 1), (3, 2)]


def test_the_explanation_names_the_tie_break_that_parted_them() -> None:
    history = History(entries(4), (Round(1, pairs((1, 2), (3, 4))),))
    standings = rank(Swiss.create(SIZES), history)
    assert [str(note) for note in standings[1].why] == ["Level with 1 until Seed: 3 against 1."]
    assert [str(note) for note in standings[2].why] == ["Behind 3: Score 0 against 1."]
    shared = rank(swiss(), history)
    assert [str(note) for note in shared[1].why] == ["Level with 1 on everything: the place is shared."]


def test_t13_as_of_a_round_is_what_was_known_then() -> None:
    early = History(entries(4), (Round(1, pairs((1, 2), (3, 4))),), (Penalty(1, 1, score=-2),))
    late = History(
        (*entries(4)[:3], replace(entries(4)[3], away=((2, None),)), Entry(5, 5, joined=2)),
        (*early.rounds, Round(2, pairs((3, 5)), byes=(2,))),
        (*early.penalties, Penalty(3, 2, score=-1)),
    )
    format = Swiss.create(SIZES)
    assert rank(format, late, as_of=1) == rank(format, early)
    assert rank(format, late) != rank(format, early)


def test_who_is_disqualified_has_no_place() -> None:
    out = (*entries(3), Entry(4, 4, disqualified=2))
    history = History(out, (Round(1, pairs((4, 1), (2, 3))),))
    standings = rank(Swiss.create(SIZES), history)
    assert places(standings) == [(2, 1), (1, 2), (3, 3), (4, None)]
    assert standings[-1].state == "disqualified"
