"""What organisers press: form data -> services.  Each says what was done; a refusal is raised."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping
from io import StringIO
from typing import Any

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.services import Refused

from ..models import Helper, Tournament
from ..services import clock, registration, rounds, rulings, scores, seasons
from .common import number, numbers

Action = Callable[[str, Any, Any], str | None]
ACTIONS: dict[str, Action] = {}
MOST_NAMES = 1000


def action(name: str) -> Callable[[Action], Action]:
    def register(function: Action) -> Action:
        ACTIONS[name] = function
        return function

    return register


def _table(data: Any) -> tuple[int, int]:
    return number(data, "round", 1), number(data, "table", 1)


# -- entries ----------------------------------------------------------------------------------------------------


@action("walk-ins")
def walk_ins(slug: str, by: Any, data: Any) -> str:
    """Names typed or pasted, one a line: "Name" or "Name, Club" (semicolons and tabs will do)."""
    people = list(read_people(data.get("names", "")))
    if not people:
        raise Refused("bad_message", _("Write at least one name."))
    made = registration.add_walk_ins(slug, by, people, bot=_bot(data))
    return ngettext("%d player entered.", "%d players entered.", len(made)) % len(made)


def _bot(data: Any) -> str:
    bot = data.get("bot", "")
    if bot not in ("", "easy", "strong"):
        raise Refused("bad_message", _("There is no such bot."))
    return bot


def read_people(text: str) -> Iterable[tuple[str, str]]:
    """(name, club) of each line that has a name."""
    if len(text) > 100_000:
        raise Refused("bad_message", _("At most 1,000 names at once."))
    lines = text.replace("\x00", "").lstrip("\ufeff").splitlines()
    if len(lines) > MOST_NAMES:
        raise Refused("bad_message", _("At most 1,000 names at once."))
    mark = next((mark for mark in "\t;" if any(mark in line for line in lines)), ",")
    for row in csv.reader(StringIO("\n".join(lines)), delimiter=mark):
        cells = [" ".join(cell.split()) for cell in row]
        if cells and cells[0]:
            yield cells[0], cells[1] if len(cells) > 1 else ""


@action("approve")
def approve(slug: str, by: Any, data: Any) -> str:
    return _("%s is entered.") % registration.approve(slug, by, number(data, "entry")).name


@action("check-in")
def check_in(slug: str, by: Any, data: Any) -> str:
    return _("%s is here.") % registration.check_in(slug, by, number(data, "entry")).name


@action("check-in-all")
def check_in_all(slug: str, by: Any, data: Any) -> str:
    entries = registration.to_check_in(slug)
    for entry in entries:
        registration.check_in(slug, by, entry)
    return ngettext("%d player checked in.", "%d players checked in.", len(entries)) % len(entries)


@action("withdraw")
def withdraw(slug: str, by: Any, data: Any) -> str:
    return _("%s has withdrawn.") % registration.withdraw(slug, by, number(data, "entry")).name


@action("disqualify")
def disqualify(slug: str, by: Any, data: Any) -> str:
    reason = data.get("reason", "")[:300]
    entry = registration.withdraw(slug, by, number(data, "entry"), disqualify=True, reason=reason)
    return _("%s is disqualified.") % entry.name


@action("set-aside")
def set_aside(slug: str, by: Any, data: Any) -> str:
    return _("%s is set aside until checked in again.") % registration.put_aside(slug, by, number(data, "entry")).name


@action("replace")
def replace(slug: str, by: Any, data: Any) -> str:
    """By an account where one has that name, else by a plain name."""
    name = " ".join(data.get("name", "").split())[:40]
    user = get_user_model().objects.filter(username__iexact=name, is_active=True).first() if name else None
    return _("%s plays on.") % registration.replace(slug, by, number(data, "entry"), user, name).name


@action("restore")
def restore(slug: str, by: Any, data: Any) -> str:
    return _("%s is back in play from the next round.") % rulings.restore(slug, by, number(data, "entry")).name


@action("penalty")
def penalty(slug: str, by: Any, data: Any) -> str:
    score, points = data.get("score", "").replace(",", ".").strip(), data.get("points", "").strip()
    made = rulings.penalise(
        slug, by, number(data, "entry"), number(data, "round", 1, 1000), _decimal(score or "0"),
        number({"points": points or "0"}, "points"), data.get("reason", ""),
    )  # fmt: skip
    return _("The penalty for %s is noted.") % made.entry.name


def _decimal(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not -100 <= value <= 100:
        raise Refused("bad_message", _("A score is a number from -100 to 100."))
    return value


@action("cancel-penalty")
def cancel_penalty(slug: str, by: Any, data: Any) -> str:
    rulings.cancel_penalty(slug, by, number(data, "penalty"))
    return _("The penalty is cancelled.")


# -- the course of the event --------------------------------------------------------------------------------------


@action("start")
def start(slug: str, by: Any, data: Any) -> str:
    tournament = rounds.start(slug, by)
    if tournament.automatic:
        rounds.go_on(tournament.pk)
    return _("The tournament runs.")


@action("draft")
def draft(slug: str, by: Any, data: Any) -> str:
    """The next round, anew; around what is locked where something is."""
    seats, tables = numbers(data, "locked"), numbers(data, "locked_table")
    row = rounds.draft(slug, by, locked_entries=seats, locked_tables=tables, keep=bool(seats or tables))
    return _("Round %d is drafted.") % row.number


@action("swap")
def swap(slug: str, by: Any, data: Any) -> str:
    pair = numbers(data, "swap")
    if len(pair) != 2:
        raise Refused("bad_message", _("Choose two players to swap."))
    costs = rounds.swap(slug, by, *pair)
    before, after = (cost_in_words(costs[key]) for key in ("before", "after"))
    return _("Swapped. Before: {before}. Now: {after}.").format(before=before, after=after)


def cost_in_words(cost: Mapping[str, Any]) -> str:
    spread = f"{cost['spread']:.2f}".rstrip("0").rstrip(".")
    text = _("repeated meetings {meetings}, score differences {spread}, same club {clubs}, led before {lead}")
    return text.format(meetings=cost["meetings"], spread=spread, clubs=cost["clubs"], lead=cost["lead"])


@action("kind")
def kind(slug: str, by: Any, data: Any) -> str:
    """`to`: "live" or "typed", a colon, and the tables of the draft (none: all), separated by commas."""
    wanted, _colon, tables = data.get("to", "").partition(":")
    rounds.play_as(slug, by, wanted, [number({"table": text}, "table", 1) for text in tables.split(",") if text])
    return _("Noted.")


@action("drop")
def drop(slug: str, by: Any, data: Any) -> str:
    rounds.drop(slug, by)
    return _("The draft is gone.")


@action("publish")
def publish(slug: str, by: Any, data: Any) -> str:
    return _("Round %d is out.") % rounds.publish(slug, by, number(data, "round", 1)).number


@action("unpublish")
def unpublish(slug: str, by: Any, data: Any) -> str:
    return _("Round %d is a draft again.") % rounds.unpublish(slug, by, number(data, "round", 1)).number


@action("automatic")
def automatic(slug: str, by: Any, data: Any) -> str:
    on = data.get("on") == "1"
    tournament = registration.change(slug, by, automatic=on)
    if on:
        rounds.go_on(tournament.pk)
    return _("Rounds follow by themselves.") if on else _("You publish each round yourself.")


@action("end")
def end(slug: str, by: Any, data: Any) -> str:
    rounds.end(slug, by)
    return _("The tournament is over.")


@action("cancel")
def cancel(slug: str, by: Any, data: Any) -> str:
    registration.cancel(slug, by, data.get("reason", ""))
    return _("The tournament is cancelled.")


@action("freeze")
def freeze(slug: str, by: Any, data: Any) -> str:
    at = data.get("round", "")
    rulings.freeze(slug, by, number(data, "round", 0, 1000) if at else None)
    return _("Everybody sees the standings of round %s.") % at if at else _("Everybody sees the standings of now.")


# -- tables -------------------------------------------------------------------------------------------------------


@action("score")
def score(slug: str, by: Any, data: Any) -> str:
    """A deal's points; what is left empty is 0."""
    round, table = _table(data)
    made = scores.enter(slug, by, round, table, number(data, "deal", 1), {"points": _points(data)})
    _go_on(slug)
    return _("Table %d: the result counts.") % table if made.state == "finished" else _("Table %d: noted.") % table


def _go_on(slug: str) -> None:
    """The organiser sees at once what follows; the background would do it a moment later."""
    rounds.go_on(Tournament.objects.only("pk").get(slug=slug).pk)


def _points(data: Any) -> list[int]:
    return [number({"points": text or "0"}, "points", 0, 10_000) for text in data.getlist("points")]


@action("undo-score")
def undo_score(slug: str, by: Any, data: Any) -> str:
    round, table = _table(data)
    scores.undo(slug, by, round, table, number(data, "deal", 1))
    return _("Table %d: the last deal is taken back.") % table


@action("finish-table")
def finish_table(slug: str, by: Any, data: Any) -> str:
    round, table = _table(data)
    scores.finish(slug, by, round, table)
    _go_on(slug)
    return _("Table %d: the result counts.") % table


@action("confirm")
def confirm(slug: str, by: Any, data: Any) -> str:
    round, table = _table(data)
    scores.confirm(slug, by, round, table, number(data, "version", 1))
    _go_on(slug)
    return _("Table %d: the result counts.") % table


@action("correct")
def correct(slug: str, by: Any, data: Any) -> str:
    round, table = _table(data)
    reason = data.get("reason", "")
    scores.correct(slug, by, round, table, number(data, "deal", 1), {"points": _points(data)}, reason)
    later = scores.told_of_later(Tournament.objects.get(slug=slug), round)
    return " ".join(filter(None, [_("Table %d is corrected.") % table, later]))


@action("ruling")
def ruling(slug: str, by: Any, data: Any) -> str:
    round, table = _table(data)
    cancelled = bool(data.get("cancel"))
    places = [] if cancelled else numbers(data, "place")
    rulings.rule(
        slug, by, round, table, places, [] if cancelled else _points(data),
        0 if cancelled else number(data, "deals", 0, 100), data.get("reason", ""),
    )  # fmt: skip
    _go_on(slug)
    return _("The ruling is cancelled.") if cancelled else _("Table %d is ruled on.") % table


@action("no-show")
def no_show(slug: str, by: Any, data: Any) -> str:
    round, table = _table(data)
    rulings.no_show(slug, by, round, table, number(data, "seat", 0, 5))
    return _("Noted: last at the table, and set aside.")


@action("answer-call")
def answer_call(slug: str, by: Any, data: Any) -> str:
    round, table = _table(data)
    rulings.call(slug, round, table, False, by)
    return _("Table %d: the call is answered.") % table


@action("round-clock")
def round_clock(slug: str, by: Any, data: Any) -> str:
    clock.change_round(slug, by, number(data, "minutes"))
    return _("The round clock is changed.")


@action("table-clock")
def table_clock(slug: str, by: Any, data: Any) -> str:
    round, table = _table(data)
    clock.give_time(slug, by, round, table, number(data, "minutes"))
    return _("Table %d has other time.") % table


@action("pause")
def pause(slug: str, by: Any, data: Any) -> str:
    round, table = _table(data)
    row = clock.pause(slug, by, round, table, data.get("on") == "1")
    return _("The clock of table %d stands.") % table if row.paused_at else _("The clock of table %d runs.") % table


# -- people and seasons ---------------------------------------------------------------------------------------------


@action("helper")
def helper(slug: str, by: Any, data: Any) -> str:
    name, role = data.get("name", "").strip(), data.get("role", "")
    user = get_user_model().objects.filter(username__iexact=name, is_guest=False, is_active=True).first()
    if user is None:
        raise Refused("bad_message", _("There is no account of that name."))
    if role not in ("", *Helper.Role.values):
        raise Refused("bad_message", _("There is no such role."))
    registration.set_helper(slug, by, user, role or None)
    return _("%s may help now.") % user.shown_name if role else _("%s does not help any more.") % user.shown_name


@action("season")
def season(slug: str, by: Any, data: Any) -> str:
    """Put the event in one of the organiser's seasons, or in a new one."""
    name = data.get("name", "").strip()
    chosen = seasons.create(by, name, number(data, "best", 1, 100)).slug if name else data.get("season", "")
    return _("The event counts for the season.") if seasons.put_in(slug, by, chosen).season_id or chosen else _("Done.")
