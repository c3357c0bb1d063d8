"""Events that clubs hold often: what the form of a new one suggests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.rules.game import gettext_noop


@dataclass(frozen=True)
class Preset:
    """One way to begin.  `initial` are values of the form's fields."""

    slug: str
    name: str
    help: str
    format: str
    initial: dict[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return _(self.name)

    @property
    def line(self) -> str:
        return _(self.help)


PRESETS = {
    preset.slug: preset
    for preset in (
        Preset(
            "club-evening",
            gettext_noop("Club evening"),
            gettext_noop("A few rounds at tables of four. Everybody plays every round; players of like score meet."),
            "swiss",
            {"seats": "4", "least": 3, "most": 4, "format_rounds": 4, "format": "deals", "number_deals": 4,
             "format_late_until": 2},
        ),
        Preset(
            "elimination",
            gettext_noop("Elimination"),
            gettext_noop("Last Player as a whole tournament: points are carried on, the last one left wins."),
            "elimination",
            {"seats": "4", "least": 2, "most": 5},
        ),
        Preset(
            "knockout",
            gettext_noop("Knockout, one against one"),
            gettext_noop("A bracket: who wins goes on, who loses is out."),
            "knockout",
            {"seats": "2", "least": 2, "most": 2, "format": "first_to", "number_first_to": 2},
        ),
        Preset(
            "round-robin",
            gettext_noop("Round robin"),
            gettext_noop("Everybody meets everybody, in as few rounds as can be."),
            "round_robin",
            {"seats": "4", "least": 3, "most": 4, "format": "deals", "number_deals": 4},
        ),
    )
}  # fmt: skip
