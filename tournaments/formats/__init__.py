"""Tournament formats: pure functions of what happened in an event.  No Django, no clock, no random, no I/O."""

from __future__ import annotations

from .elimination import Elimination
from .format import BadFormat, Format
from .history import CannotSeat, Entry, History, Note, Penalty, Round, Table, TableResult
from .knockout import Knockout
from .proposal import Cost, Draft, MatchTerms, PlayOff, Seating
from .round_robin import RoundRobin
from .standings import Standing, rank
from .swiss import Swiss
from .table_sizes import Sizes, Split, table_sizes

FORMATS: dict[str, type[Format]] = {format.slug: format for format in (Swiss, Elimination, RoundRobin, Knockout)}

__all__ = [
    "FORMATS",
    "BadFormat",
    "CannotSeat",
    "Cost",
    "Draft",
    "Entry",
    "Format",
    "History",
    "MatchTerms",
    "Note",
    "Penalty",
    "PlayOff",
    "Round",
    "Seating",
    "Sizes",
    "Split",
    "Standing",
    "Table",
    "TableResult",
    "rank",
    "table_sizes",
]
