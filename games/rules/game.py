"""The protocol that every game follows.  Standard library only; no clock, no random, no I/O.

A game is one frozen dataclass, a subclass of `Game`, in one file of this package.  An instance is
one moment of one deal.  Seats are `0..k-1` among the players dealt in, clockwise (N2).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, final

Event = dict[str, Any]
"""What everybody saw: `{"type": "play", "seat": 0, "card": "7h"}`.  Never a card of a closed hand."""

Order = Callable[[Sequence[str]], Sequence[str]]
"""Gives the hidden cards back in another order; randomness stays with the caller."""


def gettext_noop(text: str) -> str:
    """Mark `text` for translation by the shells; the rules themselves speak English."""
    return text


class IllegalMove(ValueError):
    """A move that may not be made now.  `code` and `params` let a shell say it in any language."""

    def __init__(self, message: str, **params: str | int) -> None:
        self.message = message  # an English template with {named} places, marked by gettext_noop
        self.params = params
        super().__init__(message.format(**params))


class BadDeal(ValueError):
    """A deal that cannot be made: seats, dealer, option or deck out of range (N6)."""


@dataclass(frozen=True)
class Option:
    """One declared option.  Forms, the API schema and validation are made from it.

    `choices` lists the values (booleans too); else the value is an int in `low..high`, or None if `nullable`.
    `label` and `help` are English, marked for translation; `labels` names the choices in their order.
    """

    name: str
    default: Any
    label: str
    help: str = ""
    choices: tuple[Any, ...] = ()
    labels: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    nullable: bool = False
    preselect: Any = None  # what a table form suggests where it differs from the default (KG6)

    def check(self, value: Any) -> None:
        """Raise BadDeal unless `value` is in range; `True` is not 1 (N6)."""
        if value is None and self.nullable:
            return
        if self.choices:
            if any(value == choice and type(value) is type(choice) for choice in self.choices):
                return
        elif type(value) is int and self.low is not None and self.high is not None and self.low <= value <= self.high:
            return
        raise BadDeal(f"option {self.name} cannot be {value!r}")


MAX_MOVES = Option(
    "max_moves",
    2000,
    gettext_noop("Most moves in a deal"),
    gettext_noop("A deal that goes on longer is stopped and counted as the game says."),
    low=1,
    high=10_000,
)


@dataclass(frozen=True)
class Outcome:
    """How a deal ended (N7 `result`).  Seats ascending; `penalties` are points a seat."""

    kind: Literal["won", "fool", "draw", "blocked", "tie"]
    penalties: tuple[int, ...]
    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "winners": list(self.winners),
            "losers": list(self.losers),
            "penalties": list(self.penalties),
        }


class Game(ABC):
    """One moment of one deal.  Frozen: `play` gives a new value and changes nothing."""

    slug: ClassVar[str]
    name: ClassVar[str]
    seats: ClassVar[range]  # numbers of players allowed
    options: ClassVar[tuple[Option, ...]]  # MAX_MOVES is among them
    fool_matters: ClassVar[bool] = False  # durak games: the loser of the deal before decides dealer and lead
    counts: ClassVar[Literal["wins", "losses"]] = "wins"  # what `first_to` counts (M3)

    ply: int  # moves played so far

    # -- making a deal -------------------------------------------------------------------------
    @classmethod
    def full_options(cls, options: Mapping[str, Any], seats: int | None = None) -> dict[str, Any]:
        """Every option with its value; raises BadDeal for an unknown name or a value out of range."""
        known = {option.name: option for option in cls.options}
        for name, value in options.items():
            if name not in known:
                raise BadDeal(f"{cls.slug} has no option {name!r}")
            known[name].check(value)
        return {name: options.get(name, option.default) for name, option in known.items()}

    @classmethod
    @abstractmethod
    def deck(cls, options: Mapping[str, Any]) -> tuple[str, ...]:
        """The game's cards in their standing order, for full options (N4)."""

    @classmethod
    @abstractmethod
    def deal(
        cls,
        seats: int,
        dealer: int,
        *,
        seed: str | None = None,
        deck: Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        fool: int | None = None,
    ) -> Self:
        """The first moment of a deal, from a seed or a listed deck (exactly one).  Raises BadDeal."""

    # -- playing -------------------------------------------------------------------------------
    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """The only seat that may move; None after the end."""

    @property
    def mid_turn(self) -> bool:
        """Whether the seat to act goes on with a turn that it has begun: the clock is not restarted (M10)."""
        return False

    @abstractmethod
    def legal_moves(self) -> Sequence[str]:
        """The moves of the seat to act, sorted as strings, none twice, never with `last`; empty after the end."""

    @abstractmethod
    def play(self, move: str) -> tuple[Self, list[Event]]:
        """The next moment and what everybody saw.  Trusts that `move` came through `gate`."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """None while the deal runs."""

    @abstractmethod
    def default_move(self) -> str:
        """The move of a turn that was not played (N9), `last` included where it is to be called."""

    def normalise(self, text: str) -> tuple[str, str]:
        """`text` as (a move to look up in `legal_moves`, what follows it); Last Player strips `last` here."""
        return text, ""

    def refusal(self, text: str) -> IllegalMove:
        """Why `text` is not legal now, in a sentence for the person who tried it."""
        return IllegalMove(gettext_noop("That is not possible now."))

    # -- seeing --------------------------------------------------------------------------------
    @final
    def view(self, seat: int | None) -> dict[str, Any]:
        """What `seat` (None: a spectator) may see, as JSON values; the only way to see cards.

        Every game: `game ply to_act dealer counts hand stock out legal outcome hands`:
        `counts` cards a seat; `hand` sorted by `hand_order`, None for a spectator; `stock` cards in it;
        `out` seats in order; `legal` the viewer's legal moves if it is to act, else []; `outcome` None
        or `Outcome.as_json()`; `hands` None while the deal runs, all hands after it.
        """
        return self.public() | self.own(seat)

    @abstractmethod
    def public(self) -> dict[str, Any]:
        """The part of `view` that is the same for everybody."""

    def own(self, seat: int | None) -> dict[str, Any]:
        """The part of `view` that is the seat's alone."""
        if seat is None:
            return {"hand": None, "legal": []}
        return {"hand": self.hand(seat), "legal": self.legal_moves() if seat == self.to_act else []}

    @abstractmethod
    def hand(self, seat: int) -> list[str]:
        """The cards of a seat, sorted by `hand_order`."""

    @abstractmethod
    def sample(self, seat: int | None, order: Order) -> Self:
        """A world that looks the same to `seat`, the hidden cards dealt anew as `order` says.

        The sampled world has no seed (recycling turns the pile over), so a search cannot look into it.
        """

    @abstractmethod
    def record(self) -> dict[str, Any]:
        """The state as `replay_deal` prints it (N7), from `ply` to `result`; keys of no use are None."""


def gate(state: Game, text: str) -> str:
    """The one check of a move: its canonical text, or IllegalMove.  Changes nothing."""
    move, tail = state.normalise(text)
    if move in state.legal_moves():
        return move + tail
    raise state.refusal(text)
