"""Ties over who goes on in a knockout, and rounds whose tables are live and scored by hand (T7)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from games import services as games_services
from games.models import Table
from games.services import Refused
from tests.games.support import person, play_on
from tournaments import bracket, record, seatings
from tournaments.models import RoundTable, Tournament
from tournaments.services import registration, rounds, rulings, scores

from .support import begin, current, event, type_in

pytestmark = pytest.mark.django_db(transaction=True)

DUELS: dict[str, Any] = {
    "format": "knockout", "settings": {"advance": 1}, "preferred": 2, "least": 2, "most": 2,
    "match_format": "deals", "match_params": {"count": 1},
}  # fmt: skip


@pytest.fixture
def olga(db: None) -> Any:
    return person("Olga")


def play_offs(tournament: Tournament) -> list[RoundTable]:
    return list(current(tournament).tables.filter(play_off_of__isnull=False).select_related("table"))


def in_play(tournament: Tournament) -> set[int]:
    return set(record.format_of(tournament).in_play(record.history(tournament)))


def one_duel_is_level(olga: Any) -> tuple[Tournament, RoundTable]:
    """Semi-finals, one of them level and played off; the event and the table that is decided."""
    tournament = begin(event(olga, 4, kind="typed", **DUELS))
    first, second = current(tournament).tables.all()
    type_in(tournament, first.table, [5, 5])
    type_in(tournament, second.table, [0, 5])
    rounds.go_on(tournament.pk)
    return tournament, second


class TestPlayOffs:
    def test_t7_a_tie_on_paper_is_played_off_at_once_and_decides_who_goes_on(self, olga):
        tournament = begin(event(olga, 4, kind="typed", **DUELS))
        first, second = current(tournament).tables.all()
        type_in(tournament, first.table, [5, 5])
        rounds.go_on(tournament.pk)
        (decider,) = play_offs(tournament)
        assert (decider.play_off_of, set(decider.seats), decider.table.kind) == (first, set(first.seats), "typed")
        type_in(tournament, second.table, [0, 5])
        rounds.go_on(tournament.pk)
        assert current(tournament).number == 1  # it waits
        type_in(tournament, decider.table, [9, 0])
        rounds.go_on(tournament.pk)
        assert current(tournament).number == 2
        assert set(current(tournament).tables.get().seats) == {decider.seats[1], second.seats[0]}
        result = record.history(tournament).rounds[0].tables[0].result
        assert result.penalties == (5, 5)  # the play-off decides who goes on and changes nothing else

    def test_t7_a_tie_at_a_live_table_is_played_off_live(self, olga):
        tournament = begin(event(olga, 4, bot="easy", **DUELS))
        first, second = current(tournament).tables.all()
        play_on(second.table)
        games_services.tally(second.table_id)
        rulings.rule(tournament.slug, olga, 1, first.number, [1, 1], [3, 3], 1, "the power went off")
        for _ in range(2):
            rounds.go_on(tournament.pk)  # tasks run twice open one play-off
        (decider,) = play_offs(tournament)
        assert (decider.table.kind, decider.table.params) == ("live", {"count": 1})
        play_on(decider.table)
        games_services.tally(decider.table_id)
        rounds.go_on(tournament.pk)
        winner = decider.seats[[row.place for row in decider.table.results.get().rows.all()].index(1)]
        assert winner in current(tournament).tables.get().seats
        assert current(tournament).number == 2

    def test_still_level_after_it_the_higher_seed_goes_on(self, olga):
        tournament = begin(event(olga, 4, kind="typed", **DUELS))
        first, _second = current(tournament).tables.all()
        type_in(tournament, first.table, [5, 5])
        rounds.go_on(tournament.pk)
        (decider,) = play_offs(tournament)
        type_in(tournament, decider.table, [7, 7])
        rounds.go_on(tournament.pk)
        seeds = dict(tournament.entries.values_list("pk", "seed_number"))
        assert min(first.seats, key=seeds.__getitem__) in in_play(tournament)
        assert len(play_offs(tournament)) == 1

    def test_the_bracket_marks_who_goes_on_and_nobody_while_it_is_open(self, olga):
        tournament, second = one_duel_is_level(olga)
        on = {name.entry for box in bracket.picture(tournament, None).boxes for name in box.names if name.on}
        assert on == {second.seats[0]}

    def test_the_bracket_shows_the_play_off_below_the_table_that_it_decides(self, olga):
        tournament, _decided = one_duel_is_level(olga)
        (decider,) = play_offs(tournament)
        picture = bracket.picture(tournament, None)
        assert [heading for heading, _boxes in picture.columns] == ["Semi-finals", "Final"]
        (box,) = [box for box in picture.boxes if box.title]
        (decided,) = [box.play_off for box in picture.boxes if box.play_off]
        assert box is decided
        assert [name.entry for name in box.names] == decider.seats
        drawn = sorted(picture.boxes, key=lambda box: (box.x, box.y))
        for upper, lower in pairwise(drawn):
            assert upper.x < lower.x or upper.y + upper.height < lower.y  # nothing lies over another box
        page = Client().get(f"{tournament.get_absolute_url()}bracket/").content.decode()
        assert "Play-off" in page
        type_in(tournament, decider.table, [9, 0])
        rounds.go_on(tournament.pk)
        (box,) = [box for box in bracket.picture(tournament, None).boxes if box.title]
        assert [(name.points, name.on) for name in box.names] == [("9", False), ("0", True)]

    def test_a_correction_that_ends_the_tie_calls_the_play_off_off(self, olga):
        tournament = begin(event(olga, 4, kind="typed", **DUELS))
        first, _second = current(tournament).tables.all()
        type_in(tournament, first.table, [5, 5])
        rounds.go_on(tournament.pk)
        table = play_offs(tournament)[0].table
        scores.correct(tournament.slug, olga, 1, first.number, 1, {"points": [5, 6]}, "misread")
        rounds.go_on(tournament.pk)
        assert play_offs(tournament) == []
        table.refresh_from_db()
        assert table.state == "void"
        assert first.seats[0] in in_play(tournament)

    def test_the_player_is_sent_to_the_play_off(self, olga):
        tournament = event(olga, 3, kind="typed", **DUELS)
        ann = person("Ann")
        mine = registration.register(tournament.slug, ann)
        begin(tournament)
        row = next(row for row in current(tournament).tables.all() if mine.pk in row.seats)
        type_in(tournament, row.table, [5, 5])
        rounds.go_on(tournament.pk)
        assert seatings.whereabouts(ann).table == play_offs(tournament)[0].number

    def test_the_final_shares_its_places(self, olga):
        tournament = begin(event(olga, 2, kind="typed", **DUELS))
        type_in(tournament, current(tournament).tables.get().table, [5, 5])
        rounds.go_on(tournament.pk)
        tournament.refresh_from_db()
        assert tournament.state == "finished"
        assert [standing.place for standing in record.standings(tournament)] == [1, 1]


class TestLiveAndByHand:
    def test_both_kinds_in_one_round_and_the_event_goes_on(self, olga):
        tournament = begin(event(olga, 8, bot="easy", automatic=False, settings={"rounds": 2}))
        rounds.draft(tournament.slug, olga)
        rounds.play_as(tournament.slug, olga, "typed", [2])
        rounds.publish(tournament.slug, olga, 1)
        live, typed = current(tournament).tables.all()
        assert (live.table.kind, typed.table.kind) == ("live", "typed")
        play_on(live.table)
        games_services.tally(live.table_id)
        type_in(tournament, typed.table, [0, 10, 20, 30])
        rounds.go_on(tournament.pk)
        assert record.history(tournament).rounds[0].missing() == ()
        rounds.draft(tournament.slug, olga)
        rounds.play_as(tournament.slug, olga, "typed")
        rounds.publish(tournament.slug, olga, 2)
        assert {row.table.kind for row in current(tournament).tables.all()} == {"typed"}

    def test_a_table_stays_by_hand_when_the_rest_is_seated_anew(self, olga):
        tournament = begin(event(olga, 12, automatic=False))
        row = rounds.draft(tournament.slug, olga)
        rounds.play_as(tournament.slug, olga, "typed", [1])
        seats = row.seating["tables"][0]["seats"]
        again = rounds.draft(tournament.slug, olga, locked_entries=seats, keep=True)
        assert [table.get("kind") for table in again.seating["tables"]] == ["typed", None, None]

    def test_another_game_is_never_live(self, olga):
        fields = {"game": "other", "kind": "typed", "match_params": {"count": 1}}
        tournament = begin(event(olga, 8, automatic=False, **fields))
        rounds.draft(tournament.slug, olga)
        with pytest.raises(Refused):
            rounds.play_as(tournament.slug, olga, "live")

    def test_the_draft_says_for_whom_bots_would_play(self, olga):
        tournament = event(olga, 3, automatic=False)
        registration.register(tournament.slug, person("Ann"))
        begin(tournament)
        draft = seatings.draft_view(tournament, rounds.draft(tournament.slug, olga))
        assert [(table.number, sorted(names)) for table, names in draft.stand_ins] == [(1, ["P01", "P02", "P03"])]
        row = rounds.play_as(tournament.slug, olga, "typed", [1])
        assert seatings.draft_view(tournament, row).stand_ins == []
        rounds.publish(tournament.slug, olga, 1)
        assert Table.objects.get().kind == "typed"
