"""Events in words of the reader's language: settings, scores, reasons, the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.models import Table
from games.rules.game import Option
from games.scoring import rules_of
from games.wording import clock_in_words, match_in_words, value_in_words

from .formats import FORMATS, Standing
from .models import Entry, Helper, Tournament

Names = Mapping[int, str]

STATES = {
    "in": "",
    "away": gettext_noop("set aside"),
    "out": gettext_noop("out"),
    "withdrawn": gettext_noop("withdrawn"),
    "disqualified": gettext_noop("disqualified"),
}
FORMAT_HELP = {
    "swiss": gettext_noop("A stated number of rounds; players of like score sit together, and nobody is out."),
    "elimination": gettext_noop("Penalty points are carried on from round to round; at the limit one is out."),
    "round_robin": gettext_noop("Everybody meets everybody."),
    "knockout": gettext_noop("The best of each table go on to the next round, until one table is left."),
}
VERBS = {
    "created": gettext_noop("created the tournament"),
    "changed": gettext_noop("changed the settings"),
    "helper": gettext_noop("changed who helps"),
    "registered": gettext_noop("entered"),
    "walk-ins": gettext_noop("entered players"),
    "approved": gettext_noop("approved"),
    "promoted": gettext_noop("moved up from the waiting list"),
    "checked in": gettext_noop("checked in"),
    "set aside": gettext_noop("set aside"),
    "came back": gettext_noop("came back"),
    "withdrew": gettext_noop("withdrew"),
    "disqualified": gettext_noop("disqualified"),
    "cancelled": gettext_noop("cancelled the tournament"),
    "replaced": gettext_noop("replaced a player"),
    "handed over": gettext_noop("took a guest's entry along"),
    "forgotten": gettext_noop("deleted the account"),
    "started": gettext_noop("started the tournament"),
    "drafted": gettext_noop("drafted a round"),
    "swapped": gettext_noop("swapped two players"),
    "draft dropped": gettext_noop("threw the draft away"),
    "published": gettext_noop("published a round"),
    "unpublished": gettext_noop("took a round back"),
    "kind": gettext_noop("chose live play or scores by hand"),
    "play-off": gettext_noop("a tie is played off"),
    "play-off dropped": gettext_noop("a play-off is not needed any more"),
    "round over": gettext_noop("a round is over"),
    "cannot seat": gettext_noop("the next round cannot be seated"),
    "finished": gettext_noop("the tournament is over"),
    "ruling": gettext_noop("ruled"),
    "penalty": gettext_noop("gave a penalty"),
    "penalty cancelled": gettext_noop("cancelled a penalty"),
    "restored": gettext_noop("put back into play"),
    "freeze": gettext_noop("froze or thawed the standings"),
    "called": gettext_noop("called an organiser"),
    "call answered": gettext_noop("answered a call"),
    "clock": gettext_noop("changed the round clock"),
    "score": gettext_noop("entered a score"),
    "score corrected": gettext_noop("corrected a score"),
    "score confirmed": gettext_noop("confirmed a result"),
    "match void": gettext_noop("a match was declared void"),
    "no-show": gettext_noop("noted a no-show"),
    "season": gettext_noop("changed the season"),
}


KEYS = {  # what the log says of before and after
    "meetings": gettext_noop("repeated meetings"),
    "spread": gettext_noop("score differences"),
    "clubs": gettext_noop("pairs of one club"),
    "lead": gettext_noop("led before"),
    "deal": gettext_noop("deal"),
    "points": gettext_noop("points"),
    "score": gettext_noop("score"),
    "round": gettext_noop("round"),
    "reason": gettext_noop("reason"),
    "places": gettext_noop("places"),
    "penalties": gettext_noop("penalty points"),
    "deals": gettext_noop("deals"),
    "name": gettext_noop("name"),
    "text": gettext_noop("text"),
    "place": gettext_noop("place"),
    "public": gettext_noop("on the list"),
    "kind": gettext_noop("how tables play"),
    "automatic": gettext_noop("rounds follow by themselves"),
    "approval": gettext_noop("an organiser approves"),
    "check_in": gettext_noop("check-in"),
    "entry_limit": gettext_noop("places at most"),
    "round_minutes": gettext_noop("round clock"),
    "no_show_minutes": gettext_noop("minutes until absent"),
    "open_pads": gettext_noop("phones without an account"),
    "seed_by_rating": gettext_noop("seeds by rating"),
    "starts_at": gettext_noop("starts"),
    "ends_at": gettext_noop("ends"),
    "season": gettext_noop("season"),
}


def key(word: str) -> str:
    return _(KEYS[word]) if word in KEYS else word


def logged(value: Any) -> str:
    """A single value of the log: states and kinds in words, yes and no."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    for words in (Entry.State, Table.Kind, Helper.Role):
        if value in words.values:
            return str(words(value).label)
    return str(value)


def amount(value: Any) -> str:
    """A score or points: "3", "2.67"; with the reader's decimal sign."""
    if isinstance(value, Fraction | float):
        text = f"{float(value):.2f}".rstrip("0").rstrip(".")
        return number_format(text) if text not in ("-0", "") else "0"
    return str(value)


def penalty(score: int, points: int) -> str:
    """The amounts of a penalty (T15), the score in thousandths: "score -0.5, penalty points 10"."""
    amounts = {"score": Fraction(score, 1000), "penalties": points}
    return ", ".join(f"{key(word)} {amount(value)}" for word, value in amounts.items() if value)


def told(text: str, params: Mapping[str, Any], names: Names) -> str:
    """A note of the formats: entry ids become names, numbers are written out."""
    return _(text).format(**{key: _told(key, value, names) for key, value in params.items()})


def _told(key: str, value: Any, names: Names) -> str:
    if key in ("entry", "other"):
        return names.get(value, "?")
    if key == "others":
        return ", ".join(names.get(other, "?") for other in value)
    if value is None:
        return "–"
    return _(value) if key == "criterion" else amount(value)


def why(standing: Standing, names: Names) -> list[str]:
    return [told(note.text, note.params, names) for note in standing.why]


def game_name(tournament: Tournament) -> str:
    return _(rules_of(tournament.game).name)


def format_name(tournament: Tournament) -> str:
    return _(FORMATS[tournament.format].name)


def in_a_line(tournament: Tournament) -> str:
    """The event in one line, for lists."""
    return " · ".join([game_name(tournament), format_name(tournament), tables_in_words(tournament)])


def tables_in_words(tournament: Tournament) -> str:
    t = tournament
    usual = ngettext("tables of %d", "tables of %d", t.preferred) % t.preferred
    return usual if t.least == t.most else f"{usual} ({t.least}–{t.most})"


def settings_in_words(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Everything that a player may want to know before entering: (label, value)."""
    t = tournament
    yield _("Game"), game_name(t)
    yield from _options(rules_of(t.game).options, t.options)
    yield _("Format"), f"{format_name(t)}. {_(FORMAT_HELP[t.format])}"
    yield from _format_settings(t)
    yield _("Tables"), tables_in_words(t)
    yield _("How tables play"), _("live, here on the site") if t.kind == Table.Kind.LIVE else _("scored by hand")
    if t.format != "elimination":  # which decides its matches itself (T8)
        yield _("The match"), match_in_words(t.game, t.match_format, t.match_params)
    if t.kind == Table.Kind.LIVE:
        yield _("Clock"), clock_in_words(t.turn_seconds)
    if t.round_minutes:
        yield _("Round clock"), ngettext("%d minute", "%d minutes", t.round_minutes) % t.round_minutes
    yield _("Late for a round"), _("after %d min: last at the table, and set aside") % t.no_show_minutes
    if t.format == "knockout":
        yield _("Seeds"), _("by rating; without one by lot") if t.seed_by_rating else _("by lot")
    if t.entry_limit:
        yield _("Places"), str(t.entry_limit)


def _options(declared: tuple[Option, ...], given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for option in declared:
        if option.name in given and given[option.name] != option.default:
            yield _(option.label), value_in_words(option, given[option.name])


def _format_settings(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """All settings of the format but those that are off; tie-breaks in one line."""
    given, breaks = tournament.settings, []
    for option in FORMATS[tournament.format].options:
        value = given.get(option.name, option.default)
        if option.name.startswith("tie_break"):
            breaks += [value_in_words(option, value)] if value else []
        elif value not in (False, None):
            yield _(option.label), value_in_words(option, value)
    if breaks:
        yield _("Tie-breaks"), ", ".join(breaks)


def verb(word: str) -> str:
    return capfirst(_(VERBS.get(word, word)))


def state(word: str) -> str:
    return _(STATES[word]) if STATES[word] else ""
