"""Tables of two against py4swiss (FIDE Dutch), given the same history and the same bye (T3, T4)."""

import os
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from tests.formats.events import Event, entries, places_of
from tournaments.formats import Draft, History, Round, Sizes, Table, TableResult
from tournaments.formats.book import Book, Line
from tournaments.formats.swiss import Swiss

ROUNDS = 9
FORMAT = Swiss.create(Sizes(2, 2, 2), {"rounds": ROUNDS})
EVENTS = 150 if os.environ.get("LASTCARD_SLOW") else 10


def play(table: Table, random: Random) -> TableResult:
    form = [round(seat / 20 + random.random() * 2, 1) for seat in table.seats]
    return TableResult(places_of(form), (0, 0))


# -- the same history in the peer's words ------------------------------------------------------------
def round_result(book: Book, entry: int, line: Line) -> RoundResult:
    if line.kind == "played":
        (other,) = line.opponents
        seats = next(t.seats for t in book.history.rounds[line.round - 1].tables if t.number == line.table)
        color = ColorToken.WHITE if seats[0] == entry else ColorToken.BLACK
        result = {1: ResultToken.WIN, 0: ResultToken.LOSS}.get(int(line.score), ResultToken.DRAW)
        if line.score == Fraction(1, 2):
            result = ResultToken.DRAW
        return RoundResult(id=other, color=color, result=result)
    token = ResultToken.PAIRING_ALLOCATED_BYE if line.kind == "bye" else ResultToken.ZERO_POINT_BYE
    return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=token)


def as_trf(history: History) -> ParsedTrf:
    book = Book(history)
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=entry.id,
            points_times_ten=int(10 * book.scores[entry.id]),
            rank=entry.id,
            results=[round_result(book, entry.id, line) for line in book.lines[entry.id]],
        )
        for entry in history.entries
    ]
    absent = {entry.id for entry in history.entries} - set(history.present())
    trf = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=ROUNDS, zeroed_ids=absent))
    trf.validate_contents()
    return trf


def peer_round(history: History) -> Round | None:
    """The peer's next round; None where its rules on colours leave no pairing."""
    try:
        pairings = DutchEngine.generate_pairings(as_trf(history))
    except PairingError:
        return None
    pairs = [(pairing.white, pairing.black) for pairing in pairings if pairing.black]
    byes = tuple(pairing.white for pairing in pairings if not pairing.black)
    tables = tuple(Table(number, pair) for number, pair in enumerate(pairs, start=1))
    return Round(history.next_round, tables, byes)


def differences(history: History, tables: tuple[Table, ...]) -> Fraction:
    scores = Book(history).scores
    return sum((abs(scores[table.seats[0]] - scores[table.seats[1]]) for table in tables), Fraction(0))


def compared(number: int, follow_peer: bool) -> Iterator[tuple[History, Round, tuple[Table, ...]]]:
    """Rounds of one event, with leavers: the history, the peer's round, and our tables with the same bye."""
    random = Random(number)
    event = Event(FORMAT, History(entries(random.randrange(12, 44))), random, play)
    for _ in range(ROUNDS):
        theirs = peer_round(event.history)
        if theirs:
            ours = FORMAT.seat(event.history, "seed", Draft((), byes=theirs.byes))
            yield event.history, theirs, ours.tables
        if theirs and follow_peer:
            event.publish(replace(theirs, tables=tuple(replace(t, result=play(t, random)) for t in theirs.tables)))
        else:
            event.next_round()
        if random.random() < 0.2:
            event.leave(random.choice(event.history.present()), random.choice([None, event.history.next_round + 1]))


@pytest.mark.parametrize("follow_peer", [True, False], ids=["peers history", "own history"])
def test_pairs_are_never_further_apart_than_the_peers(follow_peer: bool) -> None:
    rounds = better = 0
    for number in range(EVENTS):
        for history, theirs, ours in compared(number, follow_peer):
            assert not any(two in history.meetings[one] for one, two in (table.seats for table in ours))
            assert {seat for table in ours for seat in table.seats} == theirs.seated() - set(theirs.byes)
            assert differences(history, ours) <= differences(history, theirs.tables)
            rounds += 1
            better += differences(history, ours) < differences(history, theirs.tables)
    assert rounds > 6 * EVENTS  # the peer could pair most rounds, so much was compared
    assert better


def test_nobody_meets_twice_and_nobody_has_two_byes() -> None:
    for number in range(EVENTS):
        event = Event(FORMAT, History(entries(21 + number)), Random(number), play)
        for seating in event.rounds():
            assert seating.cost.meetings == 0
        assert max(event.history.byes.values()) <= 1
        assert sum(event.history.byes.values()) == ROUNDS * ((21 + number) % 2)
