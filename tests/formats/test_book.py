"""Table scores, byes and the ledger (T4, T9, T15)."""

from fractions import Fraction as F
from itertools import product

import pytest

from tests.formats.events import entries
from tournaments.formats import Entry, History, Penalty, Round, Table, TableResult
from tournaments.formats.book import Book, table_scores


def table(number: int, seats: tuple[int, ...], places: tuple[int, ...], **more: object) -> Table:
    return Table(number, seats, TableResult(places, tuple(10 * place for place in places), **more))


@pytest.mark.parametrize(
    ("places", "scores"),
    [
        ((1, 2), (F(1), F(0))),
        ((1, 1), (F(1, 2), F(1, 2))),
        ((1, 2, 3, 4), (F(1), F(2, 3), F(1, 3), F(0))),
        ((3, 1, 3, 2), (F(1, 6), F(1), F(1, 6), F(2, 3))),
        ((1, 1, 1), (F(1, 2),) * 3),
        ((1,), (F(1),)),
    ],
)
def test_t4_examples(places: tuple[int, ...], scores: tuple[F, ...]) -> None:
    assert table_scores(places) == scores


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_t4_a_table_gives_half_its_seats(seats: int) -> None:
    for values in product(range(3), repeat=seats):
        places = tuple(1 + sum(other < value for other in values) for value in values)
        assert sum(table_scores(places)) == F(seats, 2)


def test_t9_who_did_not_appear_is_last_and_scores_nothing() -> None:
    assert table_scores((1, 2, 3), frozenset({0})) == (0, 1, F(1, 2))
    assert table_scores((1, 2, 2), frozenset({1, 2})) == (1, 0, 0)  # alone at the table wins it


def test_t9_who_did_not_appear_has_not_been_met() -> None:
    history = History(entries(3), (Round(1, (table(1, (1, 2, 3), (3, 1, 2), absent=frozenset({0})),)),))
    assert history.meetings == {1: {}, 2: {3: (1,)}, 3: {2: (1,)}}
    assert Book(history).lines[1][0].kind == "absent"


def test_t4_a_bye_scores_once() -> None:
    rounds = tuple(Round(number, (table(1, (1, 2), (1, 2)),), byes=(3,)) for number in (1, 2))
    book = Book(History(entries(3), rounds))
    assert [line.score for line in book.lines[3]] == [1, 0]


def test_t15_penalties_are_signed_and_can_be_cancelled() -> None:
    history = History(
        entries(2),
        (Round(1, (table(1, (1, 2), (1, 2)),)),),
        (
            Penalty(1, 1, score=F(-1, 2), reason="late"),
            Penalty(2, 1, points=15, reason="card shown"),
            Penalty(2, 1, points=40, reason="mistaken", cancelled=True),
        ),
    )
    book = Book(history)
    assert book.scores == {1: F(1, 2), 2: 0}
    assert book.points == {1: 10, 2: 35}


def test_t1_rounds_missed_score_nothing() -> None:
    late = (*entries(2), Entry(3, 3, joined=2))
    rounds = (Round(1, (table(1, (1, 2), (1, 2)),)), Round(2, (table(1, (1, 2, 3), (3, 2, 1)),)))
    book = Book(History(late, rounds))
    assert [line.kind for line in book.lines[3]] == ["missed", "played"]
    assert book.scores[3] == 1


def test_an_open_table_scores_nothing_yet() -> None:
    book = Book(History(entries(2), (Round(1, (Table(1, (1, 2)),)),)))
    assert book.lines[1][0].kind == "open"
    assert book.scores == {1: 0, 2: 0}


@pytest.mark.parametrize(
    "rounds",
    [
        (Round(2, ()),),
        (Round(1, (Table(1, (1, 2)), Table(2, (2, 3)))),),
        (Round(1, (Table(1, (1, 9)),)),),
        (Round(1, (Table(1, (1, 2)),), byes=(2,)),),
    ],
)
def test_a_history_refuses_what_cannot_be(rounds: tuple[Round, ...]) -> None:
    with pytest.raises(ValueError, match="round"):
        History(entries(3), rounds)


def test_a_result_needs_a_value_a_seat() -> None:
    with pytest.raises(ValueError, match="one place"):
        TableResult((1, 2), (0,))
    with pytest.raises(ValueError, match="another number of seats"):
        Table(1, (1, 2, 3), TableResult((1, 2), (0, 5)))
