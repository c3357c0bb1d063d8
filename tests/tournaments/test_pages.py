"""The pages: everybody's, the organisers', what is exported, and that nothing sent to them ends in an error."""

from __future__ import annotations

import csv
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from games import services as games_services
from games.services import Refused, actions, typed
from games.services.typed import Actor
from tests.games.support import person
from tournaments import boards, seatings
from tournaments.models import Season, Tournament
from tournaments.presets import PRESETS
from tournaments.services import registration, rounds, rulings
from tournaments.venue import venue_path
from tournaments.views.actions import ACTIONS, read_people
from tournaments.views.create import PLAYED

from .support import ELIMINATION, begin, current, event, play_round, type_in

pytestmark = pytest.mark.django_db(transaction=True)

KNOCKOUT: dict[str, Any] = {
    "format": "knockout", "settings": {"advance": 1}, "preferred": 2, "least": 2, "most": 2, "match_format": "first_to",
    "match_params": {"count": 1},
}  # fmt: skip


@pytest.fixture
def olga(db: None) -> Any:
    return person("Olga")


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def url(name: str, tournament: Tournament, *args: Any) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.slug, *args])


def do(client: Client, tournament: Tournament, action: str, **data: Any) -> str:
    """Press an organiser's button; what the next page says."""
    answer = client.post(url("do", tournament, action), data, follow=True)
    assert answer.status_code == 200, (action, answer.status_code)
    return " ".join(str(message) for message in answer.context["messages"])


NONSENSE: list[dict[str, Any]] = [
    {},
    {"entry": "x", "round": "1e9", "table": "-1", "names": "\x00", "points": ["a"], "swap": ["", "9"]},
    {
        "entry": "99999999", "round": "1", "table": "1", "deal": "1", "version": "7", "seat": "9", "minutes": "99999",
        "points": ["1"] * 9, "place": ["5"] * 4, "deals": "1", "reason": "x" * 999, "name": "\x00" * 99, "role": "king",
        "season": "none", "score": "nan", "names": "x" * 50,
    },
]  # fmt: skip


def typed_event(olga: Any, entries: int = 8, **fields: Any) -> Tournament:
    """Round 1 is out, on paper."""
    tournament = begin(event(olga, entries, kind="typed", automatic=False, **fields))
    rounds.publish(tournament.slug, olga, rounds.draft(tournament.slug, olga).number)
    return tournament


EVERYBODY = ["tournament", "standings", "standings_csv", "event_json", "qr", "projector"]
ORGANISERS = ["manage", "manage_rounds", "settings", "people", "log", "door_qr"]


def every_page(tournament: Tournament) -> list[str]:
    """All pages of an event whose first round is out."""
    pages = [url(name, tournament) for name in [*EVERYBODY, *ORGANISERS]]
    pages += [url(name, tournament, 1) for name in ("round", "slips")] + [f"{url('round', tournament, 1)}?by=name"]
    pages += [url("manage_table", tournament, 1, 1), url("table_qr", tournament, 1, 1), venue_path(tournament)]
    return pages + ([url("bracket", tournament)] if tournament.format == "knockout" else [])


class TestPages:
    @pytest.mark.parametrize("fields", [{}, ELIMINATION, KNOCKOUT, {"format": "round_robin", "settings": {}}])
    @pytest.mark.parametrize("language", ["en", "ru"])
    def test_every_page_of_every_format_before_during_and_after_a_round(self, olga, fields, language):
        client = client_of(olga)
        client.cookies["django_language"] = language
        tournament = event(olga, 8, kind="typed", automatic=False, **fields)
        for name in [*EVERYBODY, *ORGANISERS]:
            assert client.get(url(name, tournament)).status_code == 200, name
        begin(tournament)
        rounds.draft(tournament.slug, olga)
        assert client.get(url("manage_rounds", tournament)).status_code == 200
        rounds.publish(tournament.slug, olga, 1)
        for page in every_page(tournament):
            assert client.get(page).status_code == 200, page
        for row in current(tournament).tables.all():
            type_in(tournament, row.table, list(range(0, 10 * len(row.seats), 10)))
        for page in every_page(tournament):
            assert client.get(page).status_code == 200, page

    def test_strangers_see_what_is_theirs_to_see(self, olga):
        tournament = typed_event(olga)
        for client in (Client(), client_of(person("Eve"))):
            for name in EVERYBODY:
                assert client.get(url(name, tournament)).status_code == 200, name
            for name in ORGANISERS:
                assert client.get(url(name, tournament)).status_code in (302, 403), name

    def test_the_list_shows_public_events_and_the_own_ones(self, olga):
        secret = event(olga, 4, public=False)
        Tournament.objects.filter(pk=secret.pk).update(name="Hidden")
        shown = reverse("tournaments:list")
        assert b"Hidden" not in Client().get(shown).content
        assert b"Hidden" in client_of(olga).get(shown).content

    def test_standings_are_sent_again_only_when_something_has_moved(self, olga):
        tournament = typed_event(olga)
        tournament.refresh_from_db()
        page, ask = url("standings", tournament), {"headers": {"hx-request": "true"}}
        assert Client().get(f"{page}?have={tournament.version}", **ask).status_code == 204
        type_in(tournament, current(tournament).tables.first().table, [0, 10, 20, 30])
        again = Client().get(f"{page}?have={tournament.version}", **ask)
        assert again.status_code == 200
        assert "place 1, +1" in again.content.decode()

    def test_a_page_that_does_not_exist_is_not_found(self, olga):
        tournament = typed_event(olga)
        for path in (url("round", tournament, 7), url("bracket", tournament), url("manage_table", tournament, 1, 9)):
            assert client_of(olga).get(path).status_code == 404


class TestPlayers:
    def test_a_visitor_enters_as_a_guest_and_withdraws(self, olga):
        tournament, client = event(olga, 2), Client()
        client.post(url("enter", tournament), {"do": "register", "name": "Ann", "club": "Reds"})
        entry = tournament.entries.get(name="Ann")
        assert (entry.state, entry.club) == ("registered", "Reds")
        client.post(url("enter", tournament), {"do": "withdraw"})
        entry.refresh_from_db()
        assert entry.state == "withdrawn"

    def test_the_player_is_told_where_to_sit_wherever_the_player_is(self, olga):
        ann = person("Ann")
        tournament = event(olga, 7, kind="typed", automatic=False)
        registration.register(tournament.slug, ann)
        client = client_of(ann)
        assert "data-waits" in client.get("/").content.decode()  # nothing to say yet: the page asks again
        begin(tournament)
        rounds.publish(tournament.slug, olga, rounds.draft(tournament.slug, olga).number)
        row = next(row for row in current(tournament).tables.all() if row.table.seats.filter(user=ann).exists())
        seat = row.seats.index(tournament.entries.get(user=ann).pk) + 1
        for page in ("/", "/rules/", reverse("tournaments:your_seat")):
            assert f"Round 1: you are at table {row.number}, seat {seat}" in client.get(page).content.decode(), page

    def test_a_live_table_is_dealt_when_its_players_are_there_or_have_been_waited_for(self, olga, settings):
        settings.GATHER_SECONDS = 40
        people = [person("Ann"), person("Bob")]
        tournament = event(olga, 2, bot="easy")
        for user in people:
            registration.register(tournament.slug, user)
        begin(tournament)
        table = current(tournament).tables.get().table
        assert seatings.whereabouts(people[0]).begins_in in (39, 40)
        assert 'data-begins="' in client_of(people[0]).get("/rules/").content.decode()
        for number, user in enumerate(people, start=1):
            actions.act(table.slug, user, {"type": "text", "deal": 1, "text": ""})
            table.refresh_from_db()
            assert (table.phase == "playing") is (number == len(people))
        assert seatings.whereabouts(people[0]).begins_in == 0

    def test_pages_ask_for_the_seat_from_a_day_before_the_event_on(self, olga):
        ann = person("Ann")
        tournament, client = event(olga, 3), client_of(ann)
        assert "your-seat" not in client.get("/").content.decode()
        registration.register(tournament.slug, ann)
        assert "data-waits" in client.get("/").content.decode()
        registration.change(tournament.slug, olga, starts_at=timezone.now() + timedelta(days=2))
        assert "your-seat" not in client.get("/").content.decode()

    def test_who_is_set_aside_is_asked_to_check_in(self, olga):
        ann = person("Ann")
        tournament = event(olga, 4, check_in=True, kind="typed")
        mine = registration.register(tournament.slug, ann)
        for entry in tournament.entries.exclude(pk=mine.pk):
            registration.check_in(tournament.slug, olga, entry.pk)
        begin(tournament)
        client = client_of(ann)
        assert "check in to be seated" in client.get("/").content.decode()
        client.post(url("enter", tournament), {"do": "check-in"})
        assert "your next table appears here" in client.get("/").content.decode()

    def test_who_left_and_came_back_waits_for_the_next_round(self, olga):
        ann = person("Ann")
        tournament = event(olga, 7, kind="typed", settings={"rounds": 2, "late_until": 2})
        registration.register(tournament.slug, ann)
        begin(tournament)
        client = client_of(ann)
        client.post(url("enter", tournament), {"do": "withdraw"})
        assert "your-seat" not in client.get("/").content.decode()
        late = client_of(person("Late"))
        for who in (client, late):
            who.post(url("enter", tournament), {"do": "register"})
            assert 'id="your-seat"' in who.get("/").content.decode()
        assert "your next table appears here" in late.get("/").content.decode()
        for row in current(tournament).tables.all():
            type_in(tournament, row.table, [0, 10, 20, 30])
        rounds.go_on(tournament.pk)
        assert current(tournament).number == 2
        assert all("you are at table" in who.get("/").content.decode() for who in (client, late))

    def test_a_table_calls_and_the_organiser_sees_it_first(self, olga):
        tournament = typed_event(olga)
        Client().post(url("enter", tournament), {"do": "call", "round": 1, "table": 2})
        client = client_of(olga)
        answer = client.get(url("manage_rounds", tournament))
        assert [desk["view"].number for desk in answer.context["desks"]] == [2, 1]
        do(client, tournament, "answer-call", round=1, table=2)
        assert current(tournament).tables.get(number=2).called_at is None

    def test_a_live_table_is_called_to_by_its_players_alone(self, olga):
        tournament, ann = event(olga, 3, bot="easy"), person("Ann")
        registration.register(tournament.slug, ann)
        begin(tournament)
        call = {"do": "call", "round": 1, "table": 1}
        for client, called in ((Client(), False), (client_of(person("Eve")), False), (client_of(ann), True)):
            client.post(url("enter", tournament), call)
            assert bool(current(tournament).tables.get().called_at) is called
        page = client.get(current(tournament).tables.get().table.get_absolute_url()).content.decode()
        assert "An organiser is called" in page

    def test_check_in_at_the_door_needs_its_link(self, olga):
        tournament = event(olga, 3, check_in=True)
        entry = tournament.entries.first()
        wrong = url("door", tournament, "0" * 12)
        assert Client().get(wrong).status_code == 404
        Client().post(venue_path(tournament), {"entry": entry.pk})
        entry.refresh_from_db()
        assert entry.state == "checked_in"


class TestProjector:
    def test_the_final_table_is_shown_live_and_not_while_frozen(self, olga):
        tournament = begin(event(olga, 4, bot="easy", **{**ELIMINATION, "preferred": 4, "least": 2, "most": 4}))
        table, page = current(tournament).tables.get().table, url("projector", tournament)
        watched = f'data-socket="/ws/tables/{table.slug}/watch/"'
        assert watched in Client().get(page).content.decode()
        rulings.freeze(tournament.slug, olga, 0)
        assert watched not in Client().get(page).content.decode()

    def test_a_final_table_scored_by_hand_shows_its_points_as_they_are_typed(self, olga):
        fields = {**ELIMINATION, "preferred": 4, "least": 2, "most": 4, "kind": "typed"}
        tournament = begin(event(olga, 4, **fields))
        table, page = current(tournament).tables.get().table, url("projector", tournament)
        final = Client().get(page).context["final"]
        assert [(player.points, player.out) for player in final.players] == [(0, False)] * 4
        have = Client().get(page).context["fresh"]
        ask = {"headers": {"hx-request": "true"}}
        assert Client().get(f"{page}?have={have}", **ask).status_code == 204
        typed.enter_deal(table.slug, Actor(olga, "organiser"), 1, {"points": [0, 100, 20, 30]}, organiser=True)
        moved = Client().get(f"{page}?have={have}", **ask).context["final"].players
        assert [(player.points, player.out) for player in moved] == [(0, False), (100, True), (20, False), (30, False)]

    def test_a_round_of_several_tables_shows_who_sits_where(self, olga):
        assert Client().get(url("projector", typed_event(olga))).context["final"] is None


class TestFreeze:
    def test_t14_the_public_sees_an_earlier_round_and_the_organiser_both(self, olga):
        tournament = begin(event(olga, 8, bot="easy", settings={"rounds": 2}))
        play_round(tournament)
        public = Client().get(url("standings", tournament)).context["board"]
        rulings.freeze(tournament.slug, olga, 1)
        play_round(tournament)
        frozen = Client().get(url("standings", tournament)).context["board"]
        assert [(line.name, line.main) for line in frozen.lines] == [(line.name, line.main) for line in public.lines]
        organiser = client_of(olga).get(url("standings", tournament)).context["board"]
        assert (organiser.round, frozen.round) == (2, 1)
        for leak in ("standings_csv", "event_json", "projector", "tournament"):
            assert "+2" not in Client().get(url(leak, tournament)).content.decode()
        assert all(place.place is None for table in _tables(Client(), tournament, 2) for place in table.places)
        assert Client().get(f"{url('standings', tournament)}?round=2").context["board"].round == 1

    def test_t13_as_of_a_round_is_public_history(self, olga):
        tournament = begin(event(olga, 8, bot="easy"))
        play_round(tournament)
        then = boards.board(tournament)
        play_round(tournament)
        asked = Client().get(f"{url('standings', tournament)}?round=1").context["board"]
        assert [(line.name, line.main) for line in asked.lines] == [(line.name, line.main) for line in then.lines]


def _tables(client: Client, tournament: Tournament, number: int) -> Any:
    return client.get(url("round", tournament, number)).context["view"].tables


class TestOrganising:
    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize("game", PLAYED)
    def test_a_preset_sent_as_it_is_offered_makes_an_event(self, olga, preset, game):
        client = client_of(olga)
        page = reverse("tournaments:new", args=[preset, game])
        data = shown_values(client.get(page).context["form"])
        answer = client.post(page, {**data, "name": "Evening"})
        assert answer.status_code == 302, answer.context["form"].errors
        made = Tournament.objects.get()
        assert (made.name, made.game, made.format) == ("Evening", game, PRESETS[preset].format)

    def test_a_copy_has_the_settings_of_the_earlier_event(self, olga):
        client = client_of(olga)
        earlier = event(olga, 0, kind="typed", entry_limit=12, settings={"rounds": 7}, options={"hand_size": 8})
        page = reverse("tournaments:new", args=["club-evening", "last-player"]) + f"?copy={earlier.slug}"
        answer = client.post(page, {**shown_values(client.get(page).context["form"]), "name": "Again"})
        assert answer.status_code == 302, answer.context["form"].errors
        made = Tournament.objects.get(name="Again")
        for field in ("kind", "entry_limit", "options", "match_format", "match_params", "preferred", "least", "most"):
            assert getattr(made, field) == getattr(earlier, field), field
        assert made.settings["rounds"] == 7

    def test_the_start_is_meant_in_the_organisers_zone(self, olga):
        client, page = client_of(olga), reverse("tournaments:new", args=["club-evening", "last-player"])
        data = {**shown_values(client.get(page).context["form"]), "name": "Evening"}
        client.post(page, {**data, "starts_at": "2030-01-15T19:00", "zone": "Europe/Moscow"})
        assert Tournament.objects.get().starts_at.isoformat() == "2030-01-15T16:00:00+00:00"

    def test_an_event_ends_after_it_starts(self, olga):
        client, page = client_of(olga), reverse("tournaments:new", args=["club-evening", "last-player"])
        data = {**shown_values(client.get(page).context["form"]), "name": "Evening", "zone": "Europe/Moscow"}
        for starts in ("2030-01-15T19:00", "2030-01-15T18:00", ""):
            answer = client.post(page, {**data, "starts_at": starts, "ends_at": "2030-01-15T18:00"})
            assert answer.context["form"].errors == {"ends_at": ["An event ends after it starts."]}
        client.post(page, {**data, "starts_at": "2030-01-15T19:00", "ends_at": "2030-01-16T01:30"})
        made = Tournament.objects.get()
        assert made.ends_at.isoformat() == "2030-01-15T22:30:00+00:00"
        with pytest.raises(Refused, match="ends after"):
            registration.change(made.slug, olga, starts_at=None)
        form = client.get(f"{page}?copy={made.slug}").context["form"]
        assert (form["starts_at"].value(), form["ends_at"].value()) == (None, None)
        assert form.fields["ends_at"].widget.attrs["data-lasts"] == 6.5 * 3600

    def test_settings_change_and_what_decides_results_does_not_after_the_first_round(self, olga):
        tournament, client = typed_event(olga), client_of(olga)
        form = client.get(url("settings", tournament)).context["form"]
        assert "format_rounds" not in form.fields
        client.post(url("settings", tournament), {**shown_values(form), "name": "New name"})
        tournament.refresh_from_db()
        assert (tournament.name, tournament.settings) == ("New name", {"rounds": 2})

    def test_names_are_pasted_with_clubs(self):
        assert list(read_people("Ann, Reds\n\n Bob \n\"Smith, John\",Blues")) == [
            ("Ann", "Reds"), ("Bob", ""), ("Smith, John", "Blues"),
        ]  # fmt: skip
        assert list(read_people("\ufeffАнна;Клуб\nБорис")) == [("Анна", "Клуб"), ("Борис", "")]

    def test_an_event_on_paper_from_the_first_name_to_the_winner(self, olga):
        client = client_of(olga)
        tournament = event(olga, 0, kind="typed", automatic=False)
        assert "8" in do(client, tournament, "walk-ins", names="\n".join("ABCDEFGH"))
        do(client, tournament, "start")
        for number in (1, 2):
            do(client, tournament, "draft")
            do(client, tournament, "publish", round=number)
            for row in current(tournament).tables.all():
                points = {"points": ["", "10", "20", "30"], "round": number, "table": row.number, "deal": 1}
                assert "counts" in do(client, tournament, "score", **points)
                games_services.tally(row.table_id)
            rounds.go_on(tournament.pk)
        tournament.refresh_from_db()
        assert tournament.state == "finished"
        assert len(client.get(tournament.get_absolute_url()).context["winners"]) >= 3

    def test_swap_lock_and_seat_anew(self, olga):
        client, tournament = client_of(olga), begin(event(olga, 12, automatic=False))
        row = rounds.draft(tournament.slug, olga)
        one, other = row.seating["tables"][0]["seats"][0], row.seating["tables"][1]["seats"][0]
        assert "Before" in do(client, tournament, "swap", swap=[one, other])
        do(client, tournament, "draft", locked=[other])
        row.refresh_from_db()
        assert row.seating["tables"][0]["seats"][0] == other

    def test_a_whole_table_is_locked(self, olga):
        client, tournament = client_of(olga), begin(event(olga, 12, automatic=False))
        row = rounds.draft(tournament.slug, olga)
        first, second, third = (table["seats"] for table in row.seating["tables"])
        do(client, tournament, "swap", swap=[first[0], third[0]])
        do(client, tournament, "draft", locked_table=[2])
        row.refresh_from_db()
        assert row.seating["tables"][1]["seats"] == second
        assert set(row.seating["locked"]) == set(second)

    def test_a_helper_enters_scores_and_does_not_rule(self, olga):
        tournament, ben = typed_event(olga), person("Ben")
        registration.set_helper(tournament.slug, olga, ben, "helper")
        client = client_of(ben)
        points = {"points": ["0", "10", "20", "30"], "round": 1, "table": 1, "deal": 1}
        assert "counts" in do(client, tournament, "score", **points)
        ruled = do(
            client, tournament, "ruling", round=1, table=2, place=[1, 2, 3, 4], points=[0, 1, 2, 3], deals=1, reason="x"
        )
        assert "Only the organisers" in ruled

    def test_what_the_players_typed_is_confirmed_by_an_organiser(self, olga):
        tournament = typed_event(olga)
        table = current(tournament).tables.first().table
        actor = typed.Actor(None, "phone-1")
        typed.claim(table.slug, actor, 0)
        typed.enter_deal(table.slug, actor, 1, {"points": [0, 10, 20, 30]})
        assert "counts" in do(client_of(olga), tournament, "confirm", round=1, table=1, version=1)
        assert table.results.get(state="confirmed").version == 1

    def test_t11_a_correction_after_the_next_round_exists_is_told_and_changes_the_standings_only(self, olga):
        tournament, client = typed_event(olga), client_of(olga)
        for row in current(tournament).tables.all():
            type_in(tournament, row.table, [0, 10, 20, 30])
        rounds.publish(tournament.slug, olga, rounds.draft(tournament.slug, olga).number)
        seats = [row.seats for row in current(tournament).tables.all()]
        first = tournament.rounds.get(number=1).tables.first()
        change = {"round": 1, "table": first.number, "deal": 1, "points": ["30", "10", "20", "0"]}
        assert "Say why" in do(client, tournament, "correct", **change)
        assert "already" in do(client, tournament, "correct", reason="two columns swapped", **change)
        assert [row.seats for row in current(tournament).tables.all()] == seats
        assert [result.state for result in first.table.results.all()] == ["superseded", "confirmed"]
        line = boards.board(Tournament.objects.get()).line(first.seats[3])
        assert line.rounds[0] == (1, "table 1: place 1, +1")

    def test_the_round_clock_runs_longer_for_one_table(self, olga):
        tournament, client = typed_event(olga, round_minutes=30), client_of(olga)
        do(client, tournament, "table-clock", round=1, table=1, minutes=5)
        do(client, tournament, "pause", round=1, table=2, on=1)
        first, second = current(tournament).tables.all()
        assert first.extra_seconds == 300
        assert second.paused_at is not None
        do(client, tournament, "pause", round=1, table=2, on=0)
        second.refresh_from_db()
        assert (second.paused_at, second.extra_seconds > 0) == (None, True)

    def test_nonsense_is_refused_with_a_sentence(self, olga):
        tournament = typed_event(olga)
        organiser, stranger = client_of(olga), client_of(person("Eve"))
        for action in ACTIONS:
            for data in NONSENSE:
                assert do(stranger, tournament, action, next="/rules/", **data)  # refused: nothing is said otherwise
                do(organiser, tournament, action, **data)


class TestOutputs:
    def test_the_spreadsheet_has_a_line_an_entry_and_no_formulas(self, olga):
        tournament = event(olga, 7)
        registration.add_walk_ins(tournament.slug, olga, [("=1+1", "+club")])
        begin(tournament)
        text = Client().get(url("standings_csv", tournament)).content.decode("utf-8-sig")
        table = list(csv.reader(StringIO(text)))
        assert len(table) == 9
        assert len(set(table[0])) == len(table[0])  # no column twice
        assert ["'=1+1", "'+club"] in [line[1:3] for line in table]

    def test_the_calendar_file(self, olga):
        tournament = event(olga, 0, starts_at=timezone.now(), place="The club")
        found = Calendar.from_ical(Client().get(url("calendar", tournament)).content)
        (entry,) = found.walk("VEVENT")
        assert (str(entry["summary"]), str(entry["location"])) == ("Event", "The club")
        assert entry["dtend"].dt > entry["dtstart"].dt
        ends = tournament.starts_at + timedelta(days=2)
        registration.change(tournament.slug, olga, ends_at=ends)
        (entry,) = Calendar.from_ical(Client().get(url("calendar", tournament)).content).walk("VEVENT")
        assert entry["dtend"].dt == ends.replace(microsecond=0)
        assert entry["sequence"] > 0  # news for a calendar that has it already
        for page in (tournament.get_absolute_url(), reverse("tournaments:list")):
            assert f'data-until="{ends:%Y-%m-%dT%H:%M}' in Client().get(page).content.decode()
        assert Client().get(url("event_json", tournament)).json()["ends_at"] == ends.isoformat()[:23] + "Z"

    def test_the_bracket_shows_every_round(self, olga):
        tournament = begin(event(olga, 5, bot="easy", **KNOCKOUT))
        picture = Client().get(url("bracket", tournament)).context["picture"]
        assert len(picture.headings) == 3
        assert len(picture.boxes) == 4 + 2 + 1
        while tournament.state != "finished":
            play_round(tournament)
        done = Client().get(url("bracket", tournament)).context["picture"]
        assert [len(box.names) for box in done.boxes if box.x == max(b.x for b in done.boxes)] == [2]

    def test_a_penalty_says_how_much(self, olga):
        tournament = begin(event(olga, 8, bot="easy"))
        entry = tournament.entries.first()
        do(client_of(olga), tournament, "penalty", entry=entry.pk, round=1, score="-0.5", points="10", reason="late")
        assert "score -0.5, penalty points 10: late" in client_of(olga).get(url("manage", tournament)).content.decode()

    def test_a_season_counts_the_best_events(self, olga):
        client = client_of(olga)
        for number in (1, 2):
            tournament = event(olga, 8, kind="typed", settings={"rounds": 1})
            name = {"name": "Winter", "best": 1} if number == 1 else {"season": Season.objects.get().slug}
            do(client, tournament, "season", **name)
            begin(tournament)
            for row in current(tournament).tables.all():
                type_in(tournament, row.table, [0, 10, 20, 30])
            rounds.go_on(tournament.pk)
        rows = client.get(Season.objects.get().get_absolute_url()).context["rows"]
        assert len(rows) == 8
        asked = Client().get(reverse("tournaments:season_json", args=[Season.objects.get().slug])).json()
        assert [(row["place"], row["name"], row["total"]) for row in asked["items"]] == [
            (row.place, row.name, row.total) for row in rows
        ]
        text = Client().get(reverse("tournaments:season_csv", args=[asked["slug"]])).content.decode("utf-8-sig")
        head, *lines = csv.reader(StringIO(text))
        assert head == ["Place", "Name", "Total", "Event", "Event"]
        assert [line[:3] for line in lines] == [[str(row.place), row.name, row.total] for row in rows]
        for row, line in zip(rows, lines, strict=True):
            assert line[3:] == [points if counts else f"({points})" for points, counts in row.points]
            assert [points for points, counts in row.points if counts] == [row.total]


def shown_values(form: Any) -> dict[str, Any]:
    """What a browser would send for a form as it is offered."""
    data = {}
    for field in form:
        value = field.value()
        if field.widget_type == "checkbox":
            data |= {field.html_name: "on"} if value else {}
        elif value is not None:
            data[field.html_name] = str(value)
    return data
