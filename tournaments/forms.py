"""Forms about tournaments.  What games, match formats and tournament formats declare makes the fields."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.forms import NewTableForm, option_field
from games.models import Table
from games.scoring import OTHER, rules_of
from games.zones import zone_named

from . import formats
from .models import Season, Tournament

DECIDES_MATCH = {"elimination"}  # formats whose tables play the match that the tournament says (T8)
BASICS = (
    "name", "text", "place", "starts_at", "ends_at", "public", "entry_limit", "approval", "check_in", "automatic",
    "round_minutes", "no_show_minutes", "open_pads", "season", "seed_by_rating",
)  # fmt: skip
TIE_BREAK = "format_tie_break"


def _small(label: Any, low: int, high: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=low, max_value=high, **more)


def _moment(label: Any, help: Any) -> forms.DateTimeField:
    """In the organiser's own time, as `zone` says."""
    widget = forms.DateTimeInput(attrs={"type": "datetime-local", "data-utc": ""}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, required=False, widget=widget, help_text=help)


class TournamentForm(NewTableForm):
    """An event of one game and format: when and where, who may come, how tables play, how the event goes."""

    name = forms.CharField(label=gettext_lazy("Name of the tournament"), max_length=80)
    place = forms.CharField(label=gettext_lazy("Place"), max_length=120, required=False)
    starts_at = _moment(
        gettext_lazy("Starts"), gettext_lazy("Your own time. An event that runs by itself starts then.")
    )
    ends_at = _moment(gettext_lazy("Ends"), gettext_lazy("For the calendar. Empty: nobody knows yet."))
    zone = forms.CharField(required=False, widget=forms.HiddenInput, max_length=64)
    text = forms.CharField(
        label=gettext_lazy("Text for players"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("How tables play"),
        choices=[
            (Table.Kind.LIVE, gettext_lazy("Live, here on the site")),
            (Table.Kind.TYPED, gettext_lazy("With real cards; scores are typed in")),
        ],
        initial=Table.Kind.LIVE,
        widget=forms.RadioSelect,
    )
    least = _small(gettext_lazy("At least"), 2, 6)
    most = _small(gettext_lazy("At most"), 2, 6)
    entry_limit = _small(
        gettext_lazy("Places"), 2, 10_000, required=False,
        help_text=gettext_lazy("Whoever enters later waits for a free place. Empty: no limit."),
    )  # fmt: skip
    approval = forms.BooleanField(label=gettext_lazy("An organiser approves each entry"), required=False)
    check_in = forms.BooleanField(
        label=gettext_lazy("Players check in before the start"), required=False,
        help_text=gettext_lazy("Whoever does not is set aside and not seated."),
    )  # fmt: skip
    automatic = forms.BooleanField(
        label=gettext_lazy("Rounds follow by themselves"), required=False, initial=True,
        help_text=gettext_lazy("Otherwise you look at each round before it is published."),
    )  # fmt: skip
    open_pads = forms.BooleanField(
        label=gettext_lazy("Scores may be typed on phones without an account"), required=False, initial=True
    )
    round_minutes = _small(
        gettext_lazy("Round clock, minutes"), 1, 1440, required=False,
        help_text=gettext_lazy("A match ends after the deal in which the time runs out. Empty: no clock."),
    )  # fmt: skip
    no_show_minutes = _small(gettext_lazy("Minutes until a player counts as absent"), 1, 240, initial=5)
    seed_by_rating = forms.BooleanField(
        label=gettext_lazy("Seeds by rating"), required=False, initial=True,
        help_text=gettext_lazy("As ratings are at the start; whoever has none follows by lot. Otherwise all by lot."),
    )  # fmt: skip
    season = forms.ModelChoiceField(label=gettext_lazy("Season"), queryset=Season.objects.none(), required=False)

    def __init__(self, game: str, format: str, user: Any, *args: Any, fixed: bool = False, **kwargs: Any) -> None:
        super().__init__(rules_of(game), *args, **kwargs)
        self.event_format = formats.FORMATS[format]
        del self.fields["bots"]
        self.fields["seats"].label = _("Players at a table")
        self.fields["public"].choices = [(True, _("Everybody: it stands on the list")), (False, _("Who has the link"))]
        self.fields |= {f"format_{option.name}": option_field(option) for option in self.event_format.options}
        for name in self.fields:
            if name.startswith(TIE_BREAK):
                self.fields[name].required = False
                self.fields[name].widget = forms.Select(choices=self.fields[name].choices)
        if lasts := self.initial.get("lasts"):
            self.fields["ends_at"].widget.attrs["data-lasts"] = lasts
        self.fields["season"].queryset = Season.objects.filter(Q(organiser=user))
        self._drop(fixed)

    def _drop(self, fixed: bool) -> None:
        """Leave out what does not apply: matches that the event decides; what is fixed once a round is out."""
        for name in list(self.fields):
            decided = self.decides_match and (name == "format" or name.startswith("number_"))
            if decided or (fixed and name not in (*BASICS, "zone")):
                del self.fields[name]
        if self.game.slug == OTHER and not fixed:
            self.fields["kind"].initial = Table.Kind.TYPED
            self.fields["kind"].choices = self.fields["kind"].choices[1:]
        if "season" in self.fields and not self.fields["season"].queryset.exists():
            del self.fields["season"]

    @property
    def decides_match(self) -> bool:
        return self.event_format.slug in DECIDES_MATCH

    # -- for the template ----------------------------------------------------------------------
    def event_rows(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("format_") and not name.startswith(TIE_BREAK)]

    def tie_break_rows(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(TIE_BREAK)]

    def game_rows(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("option_")]

    # -- what was asked for ------------------------------------------------------------------------
    def clean_starts_at(self) -> datetime | None:
        return self._in_zone("starts_at")

    def clean_ends_at(self) -> datetime | None:
        ends, starts = self._in_zone("ends_at"), self.cleaned_data.get("starts_at")
        if ends and "starts_at" not in self.errors and not (starts and starts < ends):
            raise forms.ValidationError(_("An event ends after it starts."))
        return ends

    def _in_zone(self, name: str) -> datetime | None:
        """The browser sends its clock and the name of its zone."""
        at, zone = self.cleaned_data[name], zone_named(self.data.get("zone", ""))
        return at.replace(tzinfo=zone) if at and zone else at

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data if self.decides_match or "format" not in self.fields else super().clean()
        if "seats" in data and "least" in data and "most" in data:
            if not data["least"] <= data["seats"] <= data["most"]:
                self.add_error("seats", _("This must lie between the least and the most."))
            if not {data["least"], data["most"]} <= set(self.game.seats):
                self.add_error("most", _("This game is not played by that many."))
        return data

    def wanted(self) -> dict[str, Any]:
        """Fields of a `Tournament`."""
        data = self.cleaned_data
        fields = {name: data[name] for name in BASICS if name in data}
        return fields | self._rules() if "seats" in self.fields else fields

    def _rules(self) -> dict[str, Any]:
        data, game = self.cleaned_data, self.game
        given = {option.name: data[f"option_{option.name}"] for option in game.options}
        options = {option.name: given[option.name] for option in game.options if given[option.name] != option.default}
        event = {option.name: data[f"format_{option.name}"] for option in self.event_format.options}
        return {
            "game": game.slug, "options": options, "format": self.event_format.slug, "settings": event,
            "kind": data["kind"], "turn_seconds": data["turn_seconds"],
            "preferred": data["seats"], "least": data["least"], "most": data["most"], **self._match(event),
        }  # fmt: skip

    def _match(self, event: dict[str, Any]) -> dict[str, Any]:
        if self.decides_match:
            return {"match_format": "elimination", "match_params": {"limit": event["limit"]}}
        settings = NewTableForm.settings(self)
        return {"match_format": settings["format"], "match_params": settings["params"]}


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """The form's values for an event that exists."""
    t = tournament
    basics = {name: getattr(t, name) for name in BASICS}
    number = next(iter(t.match_params.values()), None)
    return {
        **basics, "kind": t.kind, "turn_seconds": str(t.turn_seconds), "public": str(t.public),
        "seats": str(t.preferred), "least": t.least, "most": t.most,
        "format": t.match_format, f"number_{t.match_format}": number,
        **{f"option_{name}": value for name, value in rules_of(t.game).full_options(t.options).items()},
        **{f"format_{name}": value for name, value in t.settings.items()},
    }  # fmt: skip


class SeasonForm(forms.ModelForm):
    class Meta:
        model = Season
        fields = ["name", "best"]
