"""Whole events through the services."""

from __future__ import annotations

import pytest

from games.models import Table
from games.services import Refused
from tests.games.support import person
from tournaments import record
from tournaments.models import Entry, Round, Tournament
from tournaments.services import registration, rounds, rulings

from .support import ELIMINATION, begin, current, event, play_round, type_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def olga(db):
    return person("Olga")


def refused(code: str):
    return pytest.raises(Refused, check=lambda refusal: refusal.code == code)


class TestRegistration:
    def test_t1_a_full_event_has_a_waiting_list_that_is_promoted_in_order(self, olga):
        tournament = event(olga, 3, entry_limit=3)
        ann, bob = person("Ann"), person("Bob")
        assert registration.register(tournament.slug, ann).state == "waiting"
        assert registration.register(tournament.slug, bob).state == "waiting"
        registration.withdraw(tournament.slug, olga, tournament.entries.first().pk)
        assert {entry.name: entry.state for entry in tournament.entries.filter(user__in=[ann, bob])} == {
            "Ann": "registered", "Bob": "waiting",
        }  # fmt: skip

    def test_t1_more_places_go_to_the_waiting_list_at_once(self, olga):
        tournament = event(olga, 3, entry_limit=3)
        people = [person(name) for name in ("Ann", "Bob", "Cleo")]
        for user in people:
            registration.register(tournament.slug, user)
        registration.change(tournament.slug, olga, entry_limit=4)
        assert [tournament.entries.get(user=user).state for user in people] == ["registered", "waiting", "waiting"]
        registration.change(tournament.slug, olga, entry_limit=None)
        assert {tournament.entries.get(user=user).state for user in people} == {"registered"}

    def test_t1_who_misses_check_in_is_set_aside_and_may_come_back(self, olga):
        tournament = event(olga, 5, check_in=True, automatic=False)
        here = list(tournament.entries.all())
        for entry in here[:4]:
            registration.check_in(tournament.slug, olga, entry.pk)
        begin(tournament)
        late = here[4]
        late.refresh_from_db()
        assert late.state == "aside"
        row = rounds.draft(tournament.slug, olga)
        assert late.pk not in [entry for table in row.seating["tables"] for entry in table["seats"]] + row.byes
        registration.check_in(tournament.slug, olga, late.pk)
        row = rounds.draft(tournament.slug, olga)
        assert late.pk in [entry for table in row.seating["tables"] for entry in table["seats"]] + row.byes

    def test_nobody_enters_twice_and_equal_names_are_numbered(self, olga):
        tournament = event(olga, 0)
        ann = person("Ann")
        registration.register(tournament.slug, ann)
        with refused("not_now"):
            registration.register(tournament.slug, ann)
        registration.add_walk_ins(tournament.slug, olga, [("Ann", ""), ("Ann", "")])
        assert [entry.name for entry in tournament.entries.all()] == ["Ann", "Ann 2", "Ann 3"]

    def test_only_organisers_do_what_organisers_do(self, olga):
        tournament, eve = event(olga, 8), person("Eve")
        for action in (
            lambda: registration.add_walk_ins(tournament.slug, eve, [("X", "")]),
            lambda: rounds.start(tournament.slug, eve),
            lambda: rounds.draft(tournament.slug, eve),
            lambda: registration.withdraw(tournament.slug, eve, tournament.entries.first().pk),
            lambda: registration.cancel(tournament.slug, eve),
        ):
            with refused("not_allowed"):
                action()

    @pytest.mark.parametrize(
        "fields",
        [
            {"format": "lottery"}, {"game": "whist"}, {"settings": {"rounds": 0}}, {"settings": {"x": 1}},
            {"least": 5}, {"most": 9}, {"match_params": {"count": 0}}, {"options": {"hand_size": 99}},
        ],
    )  # fmt: skip
    def test_settings_that_do_not_go_together_are_refused(self, olga, fields):
        with refused("bad_message"):
            event(olga, 0, **fields)


class TestRounds:
    def test_a_live_event_runs_by_itself_to_its_end(self, olga):
        tournament = begin(event(olga, 8, bot="easy"))
        for _ in range(2):
            play_round(tournament)
        assert tournament.state == "finished"
        table = record.standings(tournament)
        assert sum(standing.score for standing in table) == 8  # two tables of four a round: 1 + 2/3 + 1/3 each
        assert next(standing.place for standing in table) == 1

    def test_t8_last_player_as_a_whole_event(self, olga):
        tournament = begin(event(olga, 6, bot="easy", **ELIMINATION))
        for _ in range(60):
            if tournament.state == "finished":
                break
            play_round(tournament)
        assert tournament.state == "finished"
        final = record.standings(tournament)
        assert [standing.place for standing in final if standing.place == 1] == [1]

    def test_typed_in_tables(self, olga):
        tournament = begin(event(olga, 8, kind="typed"))
        for _ in range(2):
            for row in current(tournament).tables.all():
                type_in(tournament, row.table, [0, 10, 20, 30])
            rounds.go_on(tournament.pk)
        tournament.refresh_from_db()
        assert tournament.state == "finished"
        assert sum(standing.score for standing in record.standings(tournament)) == 8

    def test_t12_no_round_while_a_result_is_missing_unless_ruled(self, olga):
        tournament = begin(event(olga, 8, kind="typed", automatic=False))
        rounds.publish(tournament.slug, olga, rounds.draft(tournament.slug, olga).number)
        first, second = current(tournament).tables.all()
        type_in(tournament, first.table, [0, 10, 20, 30])
        with refused("not_now"):
            rounds.draft(tournament.slug, olga)
        with refused("bad_message"):
            rulings.rule(tournament.slug, olga, 1, second.number, [1, 2, 3, 4], [0, 1, 2, 3], 1, " ")
        rulings.rule(tournament.slug, olga, 1, second.number, [1, 2, 3, 4], [0, 1, 2, 3], 1, "the fire alarm")
        assert rounds.draft(tournament.slug, olga).number == 2

    def test_published_once_whoever_presses(self, olga):
        tournament = begin(event(olga, 8, automatic=False))
        number = rounds.draft(tournament.slug, olga).number
        first, again = (rounds.publish(tournament.slug, olga, number) for _ in range(2))
        assert first.pk == again.pk
        assert Table.objects.count() == 2

    def test_a_draft_is_swapped_with_its_cost_and_taken_back(self, olga):
        tournament = begin(event(olga, 8, automatic=False))
        row = rounds.draft(tournament.slug, olga)
        one, other = row.seating["tables"][0]["seats"][0], row.seating["tables"][1]["seats"][0]
        costs = rounds.swap(tournament.slug, olga, one, other)
        assert set(costs) == {"before", "after"}
        row.refresh_from_db()
        assert row.seating["tables"][0]["seats"][0] == other
        rounds.publish(tournament.slug, olga, 1)
        assert rounds.unpublish(tournament.slug, olga, 1).state == Round.State.DRAFT
        assert set(Table.objects.values_list("state", flat=True)) == {"void"}

    def test_an_old_draft_is_not_published_after_somebody_left(self, olga):
        tournament = begin(event(olga, 9, automatic=False))
        row = rounds.draft(tournament.slug, olga)
        registration.withdraw(tournament.slug, olga, row.seating["tables"][0]["seats"][0])
        with refused("stale"):
            rounds.publish(tournament.slug, olga, 1)

    def test_leaving_and_coming_back_gains_nothing(self, olga):
        tournament = begin(event(olga, 8, kind="typed", automatic=False))
        ann = person("Ann")
        entry = registration.register(tournament.slug, ann)
        registration.withdraw(tournament.slug, ann, entry.pk)
        rounds.publish(tournament.slug, olga, rounds.draft(tournament.slug, olga).number)
        registration.register(tournament.slug, ann)
        entry.refresh_from_db()
        assert (entry.state, entry.away) == ("checked_in", [[1, 2]])


class TestRulings:
    def test_t15_a_penalty_counts_and_can_be_cancelled(self, olga):
        tournament = begin(event(olga, 8, bot="easy"))
        play_round(tournament)
        best = record.standings(tournament)[0]
        penalty = rulings.penalise(tournament.slug, olga, best.entry, 1, -0.5, 0, "late")
        scores = {standing.entry: standing.score for standing in record.standings(tournament)}
        assert scores[best.entry] == best.score - penalty_of(0.5)
        rulings.cancel_penalty(tournament.slug, olga, penalty.pk)
        scores = {standing.entry: standing.score for standing in record.standings(tournament)}
        assert scores[best.entry] == best.score

    def test_the_disqualified_are_seated_no_more_and_have_no_place(self, olga):
        tournament, ann = event(olga, 7, kind="typed"), person("Ann")
        mine = registration.register(tournament.slug, ann)
        begin(tournament)
        with pytest.raises(Refused):
            registration.withdraw(tournament.slug, ann, mine.pk, disqualify=True)  # nobody disqualifies, but organisers
        registration.withdraw(tournament.slug, olga, mine.pk, disqualify=True, reason="looked at a neighbour's cards")
        for row in current(tournament).tables.all():
            type_in(tournament, row.table, list(range(0, 10 * len(row.seats), 10)))
        rounds.go_on(tournament.pk)
        assert current(tournament).number == 2
        assert mine.pk not in {entry for row in current(tournament).tables.all() for entry in row.seats}
        (line,) = [line for line in record.standings(tournament) if line.entry == mine.pk]
        assert (line.place, line.state) == (None, "disqualified")
        with pytest.raises(Refused):
            registration.register(tournament.slug, ann)
        action = tournament.actions.get(verb="disqualified")
        assert (action.by, action.after) == (olga, "looked at a neighbour's cards")

    def test_t9_a_no_show_is_last_and_set_aside(self, olga):
        tournament = begin(event(olga, 8, kind="typed", automatic=False))
        rounds.publish(tournament.slug, olga, rounds.draft(tournament.slug, olga).number)
        row = current(tournament).tables.first()
        rulings.no_show(tournament.slug, olga, 1, row.number, 2)
        type_in(tournament, row.table, [10, 20, 0, 30])
        result = record.history(tournament).rounds[0].tables[0].result
        assert result.absent == frozenset({2})
        assert Entry.objects.get(pk=row.seats[2]).state == "aside"

    def test_every_action_is_in_the_log(self, olga):
        tournament = begin(event(olga, 8, automatic=False))
        rounds.publish(tournament.slug, olga, rounds.draft(tournament.slug, olga).number)
        verbs = [action.verb for action in Tournament.objects.get().actions.all()]
        assert verbs == ["published", "drafted", "started", "walk-ins", "created"]


def penalty_of(score: float):
    from fractions import Fraction

    return Fraction(score)
