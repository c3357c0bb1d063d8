"""Rows locked and written in SQL that is made once: what Django makes anew each time costs more than the database."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import JSONField, Model

from ..models import Table


def lock(key: str | int) -> tuple[int, int] | None:
    """Lock a table's row by its slug or id: (id, version); None where there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_lock("id" if isinstance(key, int) else "slug"), [key])
        found: tuple[int, int] | None = cursor.fetchone()
        return found


def save(row: Model, *names: str) -> None:
    """Write these fields (`attname`s) of a stored row.  No signals."""
    fields = {field.attname: field for field in row._meta.concrete_fields}
    values = [fields[name].get_db_prep_save(getattr(row, name), connection) for name in names]
    with connection.cursor() as cursor:
        cursor.execute(_update(type(row), names), [*values, row.pk])


def values(row: Model) -> dict[str, Any]:
    """What is in the row's fields, apart from the row: for `changed`."""
    return {
        field.attname: deepcopy(value) if isinstance(field, JSONField) else value
        for field in row._meta.concrete_fields
        for value in [getattr(row, field.attname)]
    }


def changed(row: Model, before: dict[str, Any]) -> list[str]:
    """The fields that differ from what they were."""
    return [name for name, value in before.items() if getattr(row, name) != value]


@cache
def _lock(column: str) -> str:
    wait = " for update" if connection.features.has_select_for_update else ""
    return f"select id, version from {Table._meta.db_table} where {column} = %s{wait}"


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> str:
    fields = {field.attname: field.column for field in model._meta.concrete_fields}
    changes = ", ".join(f'"{fields[name]}" = %s' for name in names)
    return f"update {model._meta.db_table} set {changes} where id = %s"
