"""Rows -> match: what happened is folded in the order in which it happened (M9)."""

from __future__ import annotations

from datetime import UTC, datetime

from games.models import Deal, Seat, Table
from games.replay import fold_match
from games.rules.match import Match


def at(minute: int) -> datetime:
    return datetime(2030, 1, 1, 12, minute, tzinfo=UTC)


def folded(left_at: int) -> Match:
    """King George, one win is enough; seat 0 wins deal 1, which ends at minute 5, and leaves at `left_at`."""
    table = Table(game="king-george-iii", format="first_to", params={"count": 1})
    seats = [Seat(number=number) for number in range(3)]
    seats[0].left_at, seats[0].left_deal = at(left_at), 1
    outcome = {"kind": "won", "winners": [0], "losers": [], "penalties": [0, 4, 2]}
    deal = Deal(number=1, seats=[0, 1, 2], dealer=2, outcome=outcome, ended_at=at(5))
    return fold_match(table, seats, [deal])


def test_m9_a_deal_won_for_a_player_who_left_during_it_wins_nothing() -> None:
    match = folded(left_at=4)
    assert (match.over, match.counts, match.left) == (False, (0, 0, 0), (0,))
    assert match.sheet[0].points == (None, 4, 2)


def test_m9_who_leaves_after_the_end_keeps_the_win() -> None:
    match = folded(left_at=6)
    assert (match.over, match.places) == (True, [1, 3, 2])
