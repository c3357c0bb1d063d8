"""Forms about tables.  What games and match formats declare makes the fields; nothing is listed twice."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .catalogue import FIRST_GAME
from .models import Seat
from .rules import GAMES
from .rules.game import MAX_MOVES, Game, Option
from .rules.match import FORMATS, default_format
from .scoring import OTHER, OtherGame, rules_of
from .wording import clock_in_words, value_in_words

NAME_LENGTH = 40
CLOCKS = (None, 15, 30, 60, 120, 300)  # seconds a turn
USUAL_SEATS = 4
SWITCH = {True, False}
BY_HAND = ("scoring", "decks")  # options that matter where scores are typed in


class PlayNowForm(forms.Form):
    """The front page's one question and its one button a game; both may be left out."""

    game = forms.ChoiceField(choices=[(slug, slug) for slug in GAMES], required=False)
    name = forms.CharField(max_length=NAME_LENGTH, required=False)

    def clean_game(self) -> str:
        return self.cleaned_data["game"] or FIRST_GAME


def name_field() -> forms.Field:
    """A visitor's name; who makes the guest checks it further."""
    return forms.CharField(
        label=_("Your name at the table"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("Leave it empty and we think of one."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


def option_field(option: Option) -> forms.Field:
    """The form field of a declared option: a box, a few buttons or a number."""
    words = {"label": _(option.label), "help_text": _(option.help) if option.help else ""}
    if not option.choices:
        return _number_field(option, required=not option.nullable, **words)
    if set(option.choices) == SWITCH and not option.labels:
        return forms.BooleanField(required=False, initial=_suggested(option), **words)
    labels = [capfirst(value_in_words(option, value)) for value in option.choices]
    return _choice_field(option.choices, labels, _suggested(option), **words)


def _number_field(option: Option, **kwargs: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"placeholder": value_in_words(option, None)} if option.nullable else {})
    wrong = _("A whole number from %(low)d to %(high)d.") % {"low": option.low, "high": option.high}
    return forms.IntegerField(
        min_value=option.low,
        max_value=option.high,
        initial=_suggested(option),
        widget=widget,
        error_messages=dict.fromkeys(("invalid", "required", "min_value", "max_value"), wrong),
        **kwargs,
    )


def _choice_field(values: tuple[Any, ...], labels: list[str], initial: Any, **kwargs: Any) -> forms.TypedChoiceField:
    """Radio buttons; the form carries each value's `str`, the cleaned data the value itself."""
    by_text = {str(value): value for value in values}
    return forms.TypedChoiceField(
        choices=list(zip(by_text, labels, strict=True)),
        coerce=by_text.__getitem__,
        initial=str(initial),
        **{"widget": forms.RadioSelect, **kwargs},
    )


def _suggested(option: Option) -> Any:
    return option.default if option.preselect is None else option.preselect


def suggested_options(game: type[Game]) -> dict[str, Any]:
    """What the form of a new table suggests."""
    return {option.name: _suggested(option) for option in game.options}


class MatchRow(NamedTuple):
    """A format as the form shows it: its radio button, what it means, the number that belongs to it."""

    radio: Any
    help: str
    number: forms.BoundField


class NewTableForm(forms.Form):
    """A table of one game: seats, how the match ends, clock, who may come, and the game's own options."""

    bots = forms.ChoiceField(
        label=gettext_lazy("The other seats"),
        choices=[
            ("", gettext_lazy("Wait for people")),
            (Seat.Bot.EASY, gettext_lazy("Easy bots")),
            (Seat.Bot.STRONG, gettext_lazy("Strong bots")),
        ],
        help_text=gettext_lazy("With bots the match begins at once."),
        required=False,
        initial="",
        widget=forms.RadioSelect,
    )

    def __init__(self, game: type[Game], *args: Any, ask_name: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields |= _table_fields(game) | _match_fields(game)
        self.fields |= {_option_name(option): option_field(option) for option in game.options}
        if ask_name:
            self.fields["name"] = name_field()

    # -- for the template ----------------------------------------------------------------------

    def match_rows(self) -> list[MatchRow]:
        formats = FORMATS.values()
        numbers = [self[_number_name(slug)] for slug in FORMATS]
        return [MatchRow(r, _(f.help), n) for r, f, n in zip(self["format"], formats, numbers, strict=True)]

    def option_rows(self) -> list[forms.BoundField]:
        return [self[_option_name(option)] for option in self.game.options if option.name != MAX_MOVES.name]

    def rare_row(self) -> forms.BoundField:
        return self[_option_name(MAX_MOVES)]

    # -- what was asked for ------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        """The chosen format's number must be there; the others' do not matter."""
        data = self.cleaned_data
        for slug in FORMATS:
            name = _number_name(slug)
            if slug != data.get("format"):
                self.errors.pop(name, None)
            elif name not in self.errors and data.get(name) is None:
                self.add_error(name, _("Say how many."))
        return data

    def settings(self) -> dict[str, Any]:
        """The arguments of `services.open_table` after the host."""
        data = self.cleaned_data
        format = data["format"]
        return {
            "game": self.game.slug,
            "options": {option.name: data[_option_name(option)] for option in self.game.options},
            "seats": data["seats"],
            "format": format,
            "params": {FORMATS[format].option(self.game).name: data[_number_name(format)]},
            "turn_seconds": data["turn_seconds"],
            "public": data["public"],
        }


def _option_name(option: Option) -> str:
    return f"option_{option.name}"


def _number_name(format: str) -> str:
    return f"number_{format}"


def _table_fields(game: type[Game]) -> dict[str, forms.Field]:
    seats = tuple(game.seats)
    clocks = [capfirst(clock_in_words(clock)) for clock in CLOCKS]
    who = [_("Everybody: it is listed"), _("Who has the link")]
    return {
        "seats": _choice_field(seats, [str(n) for n in seats], min(USUAL_SEATS, max(seats)), label=_("Seats")),
        "turn_seconds": _choice_field(CLOCKS, clocks, None, label=_("Clock"), widget=forms.Select),
        "public": _choice_field((True, False), who, True, label=_("Who may come")),
    }


def _match_fields(game: type[Game]) -> dict[str, forms.Field]:
    """The choice of a format, and a number for each."""
    formats = list(FORMATS.values())
    options = {format.slug: format.option(game) for format in formats}
    numbers = {
        _number_name(slug): _number_field(option, required=False, label=_(option.label))
        for slug, option in options.items()
    }
    names = [_(format.name) for format in formats]
    return {"format": _choice_field(tuple(options), names, default_format(game), label=_("The match"))} | numbers


def _options_by_hand() -> dict[str, tuple[str, Option]]:
    """The form's field -> game and option."""
    options = ((slug, option) for slug, game in GAMES.items() for option in game.options if option.name in BY_HAND)
    return {f"{slug}_{option.name}": (slug, option) for slug, option in options}


class TypedTableForm(forms.Form):
    """A table scored by hand: any game or another one, names clockwise, how the match ends."""

    game = forms.ChoiceField(label=gettext_lazy("Game"))
    names = forms.CharField(
        label=gettext_lazy("Players, clockwise, one a line"),
        help_text=gettext_lazy("Your own name stands for your account. Others can take over their seat by link later."),
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    format = forms.ChoiceField(
        label=gettext_lazy("The match"),
        choices=[(slug, gettext_lazy(format.name)) for slug, format in FORMATS.items()],
        widget=forms.RadioSelect,
        initial="elimination",
    )
    number = forms.IntegerField(
        label=gettext_lazy("Limit of points, or number of deals, wins or losses"),
        help_text=gettext_lazy("Empty: what is usual for the game."),
        required=False,
        min_value=1,
        max_value=10_000,
    )
    public = forms.BooleanField(label=gettext_lazy("Everybody may see it"), required=False, initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = [(slug, _(game.name)) for slug, game in GAMES.items()]
        self.fields["game"].choices = [*games, (OTHER, _(OtherGame.name))]
        for name, (slug, option) in _options_by_hand().items():
            self.fields[name] = option_field(option)
            self.fields[name].required = False  # it is another game's, perhaps
            self.fields[name].of_game = slug  # type: ignore[attr-defined]

    def clean_names(self) -> list[str]:
        names = [" ".join(line.split()) for line in self.cleaned_data["names"].splitlines() if line.strip()]
        if not 2 <= len(names) <= 6:
            raise forms.ValidationError(_("Two to six players, one a line."))
        if len(set(names)) < len(names):
            raise forms.ValidationError(_("Two players have the same name."))
        if any(len(name) > NAME_LENGTH or not name.isprintable() for name in names):
            raise forms.ValidationError(_("A name has 1 to 40 characters."))
        return names

    def settings(self, user: Any) -> dict[str, Any]:
        """The arguments of `typed.open_typed` after the host."""
        data = self.cleaned_data
        param = FORMATS[data["format"]].option(rules_of(data["game"]))
        who = [user if name == user.shown_name else name for name in data["names"]]
        return {
            "game": data["game"],
            "options": {
                option.name: data[name]
                for name, (slug, option) in _options_by_hand().items()
                if slug == data["game"] and data[name] not in (None, "")
            },
            "names": who,
            "format": data["format"],
            "params": {param.name: data["number"] or param.default},
            "public": data["public"],
        }
