"""Writing many rows at once: adding to sums that may not be there yet, and overwriting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Model

MOST_ROWS = 500  # a statement
Key = tuple[Any, ...]
Amounts = tuple[int, ...]


def add(model: type[Model], key: tuple[str, ...], amounts: tuple[str, ...], changes: Mapping[Key, Amounts]) -> None:
    """Adds to the columns `amounts` of the rows with these values of the columns `key`, which are unique together.

    In the order of the keys, so that two who add wait for each other at most.
    """
    changed = iter(sorted(item for item in changes.items() if any(item[1])))
    while rows := list(islice(changed, MOST_ROWS)):
        with connection.cursor() as cursor:
            cursor.execute(_statement(model, key, amounts, len(rows)), list(_values(rows)))


def _values(rows: list[tuple[Key, Amounts]]) -> Iterator[Any]:
    for key, amounts in rows:
        yield from key
        yield from amounts


def _statement(model: type[Model], key: tuple[str, ...], amounts: tuple[str, ...], rows: int) -> str:
    table, columns = model._meta.db_table, (*key, *amounts)
    row = f"({', '.join(['%s'] * len(columns))})"
    sums = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in amounts)
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * rows)} "
        f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {sums}"
    )


def overwrite(rows: Sequence[Model], fields: tuple[str, ...]) -> None:
    """Stores these fields of rows that are there.  Several times as fast as `bulk_update`."""
    if rows:
        manager = type(rows[0])._default_manager
        manager.bulk_create(rows, MOST_ROWS, update_conflicts=True, unique_fields=["pk"], update_fields=fields)
