"""The protocol that every tournament format follows.  Standard library and networkx only; no clock, no random, no I/O.

A format is a frozen dataclass of its settings.  `seat` makes the next round, `rank` (in `standings`) the order; both
are pure functions of a `History`.  Lots come from a seed text that the organiser publishes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from games.rules.game import BadDeal, Option, gettext_noop

from .book import Book
from .history import CannotSeat, History, Note, Table
from .locks import seat_around
from .proposal import Cost, Draft, MatchTerms, PlayOff, Seating
from .seating import Objective, Scores, cost_of, seat_tables
from .standings import State
from .table_sizes import Sizes
from .tie_breaks import DEFAULT_ORDER, TIE_BREAKS, Criterion


class BadFormat(ValueError):
    """Settings that do not go together; `note` says why."""

    def __init__(self, text: str, **params: object) -> None:
        self.note = Note(text, params)
        super().__init__(str(self.note))


LATE_UNTIL = Option(
    "late_until",
    1,
    gettext_noop("Late entry until round"),
    gettext_noop("The last round that somebody may join before; rounds missed score nothing."),
    low=1,
    high=100,
)
CLUBS = Option(
    "clubs",
    False,
    gettext_noop("Keep members of one club apart"),
    choices=(False, True),
    labels=(gettext_noop("no"), gettext_noop("yes")),
)
TIE_BREAK_OPTIONS = tuple(
    Option(
        f"tie_break_{number}",
        default,
        label,
        choices=("", *TIE_BREAKS),
        labels=(gettext_noop("none"), *(criterion.label for criterion in TIE_BREAKS.values())),
    )
    for number, (default, label) in enumerate(
        zip(
            DEFAULT_ORDER,
            (
                gettext_noop("First tie-break"),
                gettext_noop("Second tie-break"),
                gettext_noop("Third tie-break"),
                gettext_noop("Fourth tie-break"),
                gettext_noop("Fifth tie-break"),
            ),
            strict=True,
        ),
        start=1,
    )
)


@dataclass(frozen=True)
class Format(ABC):
    """One event's way of playing: table sizes and options.  Make it with `create`."""

    slug: ClassVar[str]
    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    has_play_offs: ClassVar[bool] = False  # whether a tie may need one deal more (T7)

    sizes: Sizes
    settings: Mapping[str, Any]

    @classmethod
    def create(cls, sizes: Sizes, options: Mapping[str, Any] | None = None) -> Self:
        """A format with every option filled in; raises BadFormat for an unknown name or a value out of range."""
        given, known = options or {}, {option.name: option for option in cls.options}
        for name, value in given.items():
            if name not in known:
                raise BadFormat(gettext_noop("{format} has no option {name}."), format=cls.slug, name=name)
            try:
                known[name].check(value)
            except BadDeal as error:
                raise BadFormat(gettext_noop("{name} cannot be {value}."), name=name, value=repr(value)) from error
        made = cls(sizes, {name: given.get(name, option.default) for name, option in known.items()})
        made.validate()
        return made

    def validate(self) -> None:  # noqa: B027  (most formats have nothing to refuse)
        """Raise BadFormat where options and table sizes do not go together."""

    # -- the course of the event ---------------------------------------------------------------
    @abstractmethod
    def rounds(self, history: History) -> int | None:
        """How many rounds there will be; None while nobody can say."""

    @abstractmethod
    def in_play(self, history: History) -> tuple[int, ...]:
        """The entries to be seated in the next round, by id."""

    @abstractmethod
    def finished(self, history: History) -> bool:
        """Whether no further round is to be played; every result is in."""

    def match_terms(self, history: History) -> MatchTerms | None:
        """The match that the tables of the next round play; None: the one that the organiser chose."""
        return None

    def play_offs(self, history: History) -> tuple[PlayOff, ...]:
        """Ties of the last round that one more deal must decide before the next round (T7)."""
        return ()

    def may_join(self, history: History) -> bool:
        """Whether late entry is open before the next round (T1)."""
        return bool(history.next_round <= self.settings["late_until"]) and not self.finished(history)

    # -- seating -------------------------------------------------------------------------------
    def seat(self, history: History, seed: str, draft: Draft | None = None) -> Seating:
        """The next round (T3); raises CannotSeat with the reason.  `seed` is the published text of the event's lots."""
        refuse_missing(history)
        if self.finished(history):
            raise CannotSeat(gettext_noop("All rounds have been played."))
        if not self.in_play(history):
            raise CannotSeat(gettext_noop("Nobody is here to be seated."))
        return self._seat(history, f"{seed}/{history.next_round}", draft)

    @abstractmethod
    def _seat(self, history: History, seed: str, draft: Draft | None) -> Seating: ...

    def seating_scores(self, history: History) -> Scores:
        """The scores whose spread counts at a table; none but in `swiss` (T3)."""
        return {}

    def objective(self, history: History, seed: str = "") -> Objective:
        clubs = bool(self.settings.get("clubs", False))
        return Objective(history, self.seating_scores(history), clubs, seed)

    def seat_by_objective(
        self, objective: Objective, entries: Sequence[int], sizes: Sequence[int], draft: Draft | None
    ) -> tuple[Table, ...]:
        """Tables by T3, around what a draft has locked."""
        if draft and draft.locked:
            return seat_around(objective, entries, sizes, draft)
        return seat_tables(objective, entries, sizes)

    def cost(self, history: History, tables: Iterable[Table]) -> Cost:
        """What these tables of the next round would cost, to show what a swap costs."""
        return cost_of(self.objective(history), tables)

    # -- ranking (see standings.Ranking) --------------------------------------------------------
    def book(self, history: History) -> Book:
        return history.derive(Book, lambda: Book(history))

    @abstractmethod
    def criteria(self, history: History) -> tuple[Criterion, ...]:
        """What the entries are ranked by, in order."""

    def ranked(self, history: History) -> tuple[int, ...]:
        """The entries that have a place."""
        return tuple(entry.id for entry in history.entries if entry.disqualified is None)

    def states(self, history: History) -> dict[int, State]:
        return {entry.id: presence(history, entry.id) for entry in history.entries}


def presence(history: History, id: int) -> State:
    """`away`: set aside, or left for now."""
    entry = history.by_id[id]
    if entry.disqualified is not None:
        return "disqualified"
    if entry.withdrawn is not None:
        return "withdrawn"
    return "away" if entry.absent(history.next_round) else "in"


def tie_break_order(settings: Mapping[str, Any]) -> tuple[Criterion, ...]:
    """The tie-breaks in the organiser's order, each once."""
    names = dict.fromkeys(settings[option.name] for option in TIE_BREAK_OPTIONS)
    return tuple(TIE_BREAKS[name] for name in names if name)


def refuse_missing(history: History) -> None:
    """A round cannot be seated while a result is missing (T12)."""
    missing = [number for round in history.rounds[-1:] for number in round.missing()]
    if missing:
        tables = ", ".join(map(str, missing))
        raise CannotSeat(gettext_noop("Results are missing from tables {tables}."), tables=tables)
