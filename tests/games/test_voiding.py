"""Matches that are declared void, and put back."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games import services
from games.models import Table
from games.services import Refused, typed, voiding
from games.services.typed import Actor
from tests.accounts.results import count, everything
from tests.played import play_match
from tests.tournaments.support import begin, current, event, type_in
from tournaments import record
from tournaments.services import rounds, rulings

from .support import next_moment, open_table, person, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ann() -> Any:
    return person("Ann")


@pytest.fixture
def bob() -> Any:
    return person("Bob")


def finished(ann: Any, bob: Any) -> Table:
    return play_match(ann, bob, "last-player", 2, format="deals", params={"count": 1}, options={"max_moves": 200})


def test_a_void_match_is_told_with_its_reason_and_listed_nowhere(ann, bob, client: Client) -> None:
    table = finished(ann, bob)
    voiding.void(table.slug, ann, " Two  phones,\n one player ")
    page = client.get(f"/matches/{table.slug}/").text
    assert "declared void" in page
    assert "Reason: Two phones, one player" in page
    assert "data-place" not in page
    assert table.slug not in client.get("/matches/").text
    assert client.get(f"/matches/{table.slug}/deals/1/").status_code == 200  # its deals are looked at as before


def test_ratings_follow_and_put_back_they_are_the_same_to_the_last_bit(ann, bob) -> None:
    first, table, last = (finished(ann, bob) for _ in range(3))
    count()
    before = everything()
    voiding.void(table.slug, ann, "a test")
    count()
    assert {row[2] for row in everything()["Played"]} == {first.pk, last.pk}
    voiding.restore(table.slug)
    services.tally(table.pk)
    count()
    assert everything() == before
    voiding.void(table.slug, ann, "once more")
    voiding.restore(table.slug)
    assert table.results.get(state="confirmed").version == 1


def test_a_match_that_is_being_played_ends_and_cannot_be_put_back(ann, bob, client) -> None:
    table = open_table(ann)
    services.take_seat(table.slug, bob)
    next_moment(table)
    play(table)
    voiding.void(table.slug, None, "a test")
    table.refresh_from_db()
    assert (table.state, table.phase, table.due_at, table.results.count()) == ("void", "", None, 1)
    assert play(table, "draw", ply=table.ply).status == "error"
    services.tally(table.pk)
    with pytest.raises(Refused, match="was not over"):
        voiding.restore(table.slug)
    assert "declared void" in client.get(f"/matches/{table.slug}/").text


def test_refused_without_a_reason_and_where_there_is_nothing_to_take_back(ann, bob) -> None:
    table = finished(ann, bob)
    with pytest.raises(Refused, match="Say why"):
        voiding.void(table.slug, ann, " ")
    with pytest.raises(Refused, match="not void"):
        voiding.restore(table.slug)
    with pytest.raises(Refused):
        voiding.void(open_table(ann).slug, ann, "a test")


def test_a_void_match_scored_by_hand_takes_no_scores_until_it_is_put_back(ann, bob) -> None:
    table = typed.open_typed(ann, "last-player", {}, [ann, bob], "deals", {"count": 1}, True)
    one, other = Actor(ann, "a"), Actor(bob, "b")
    typed.enter_deal(table.slug, one, 1, {"points": [0, 10]})
    voiding.void(table.slug, None, "a test")
    for refused in (
        lambda: typed.confirm(table.slug, other, 1),
        lambda: typed.correct(table.slug, one, 1, {"points": [0, 20]}, "wrong"),
        lambda: typed.undo_deal(table.slug, one, 1),
        lambda: voiding.restore(table.slug),  # nobody had confirmed it
    ):
        with pytest.raises(Refused):
            refused()


def test_the_newest_confirmed_version_is_put_back(ann, bob) -> None:
    table = typed.open_typed(ann, "last-player", {}, [ann, bob], "deals", {"count": 1}, True)
    one, other = Actor(ann, "a"), Actor(bob, "b")
    typed.enter_deal(table.slug, one, 1, {"points": [0, 10]})
    typed.confirm(table.slug, other, 1)
    typed.correct(table.slug, one, 1, {"points": [0, 20]}, "wrong")
    typed.confirm(table.slug, other, 2)
    typed.correct(table.slug, one, 1, {"points": [0, 30]}, "wrong")  # nobody confirms this one
    voiding.void(table.slug, None, "a test")
    voiding.restore(table.slug)
    assert table.results.get(state="confirmed").version == 2
    assert Table.objects.get(pk=table.pk).state == "finished"


def test_standings_of_a_tournament_follow_and_the_organisers_rule_on_the_table() -> None:
    olga = person("Olga")
    tournament = begin(event(olga, 8, kind="typed"))
    first, second = current(tournament).tables.all()
    type_in(tournament, first.table, [0, 10, 20, 30])
    tournament.refresh_from_db()
    version = tournament.version
    assert sum(each.score for each in record.standings(tournament)) > 0
    voiding.void(first.table.slug, None, "marked cards")
    tournament.refresh_from_db()
    assert sum(each.score for each in record.standings(tournament)) == 0
    assert tournament.version > version
    assert tournament.actions.first().after == {"reason": "marked cards"}
    type_in(tournament, second.table, [0, 10, 20, 30])
    rounds.go_on(tournament.pk)
    assert tournament.rounds.count() == 1  # it waits for the ruling
    rulings.rule(tournament.slug, olga, 1, first.number, [1, 1, 1, 4], [0, 0, 0, 50], 1, "marked cards")
    rounds.go_on(tournament.pk)
    assert tournament.rounds.count() == 2
