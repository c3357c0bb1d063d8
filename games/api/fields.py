"""Fields that every value of a request goes through, each with its bounds: nothing unbounded reaches the database."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import AwareDatetime, BeforeValidator, ConfigDict, Field

from ..rules import GAMES
from ..scoring import OTHER

SLUG = r"^[-a-zA-Z0-9_]+$"
PRINTABLE = r"^[^\x00-\x1f\x7f]*$"
ASCII = r"^[ -~]*$"
LARGEST = 2**31 - 1  # of what the database numbers in four bytes
LARGEST_PLY = 2**15 - 1
LARGEST_ID = 2**63 - 1

Slug = Annotated[str, Field(min_length=1, max_length=50, pattern=SLUG)]
Game = Literal[tuple(GAMES)]  # type: ignore[valid-type]
AnyGame = Literal[(*GAMES, OTHER)]  # type: ignore[valid-type]
DealNumber = Annotated[int, Field(ge=1, le=LARGEST_PLY)]
Ply = Annotated[int, Field(ge=0, le=LARGEST_PLY)]
SeatNumber = Annotated[int, Field(ge=0, le=5)]
Id = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Name = Annotated[str, Field(max_length=40, pattern=PRINTABLE)]
Kind = Literal["live", "typed"]


def _like(pattern: str, example: str) -> BeforeValidator:
    """Text of that pattern and nothing else, which a number of seconds would be."""

    def check(value: Any) -> Any:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise ValueError(f"like {example}")
        return value

    return BeforeValidator(check)


_DAY, _TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}", r"[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,30})?"
Day = Annotated[date, _like(_DAY, "2026-05-31")]
Moment = Annotated[AwareDatetime, _like(rf"(?i){_DAY}T{_TIME}(Z|[-+][0-9]{{2}}:[0-9]{{2}})", "2026-05-31T18:00:00Z")]


class Sent(Schema):
    """The base of request bodies: no field of another name, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)
