"""Moves as they are written: each with its table's row, if the row is still the one before the move."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

import orjson
import psycopg
from django.db import connection, transaction

from ..models import Move, Table

# of the table's row, what a move may change; `Table.version` besides
CHANGES = ("ply", "to_act", "due_at", "clock_at", "turn_started_at", "held", "timeouts")
LINE_SECONDS = 5.0
_MOVE = ("deal", "ply", "seat", "text", "by", "at", "version")


@dataclass(frozen=True)
class Played:
    """A move, and its table's row as it is after it."""

    row: Table
    deal_id: int
    ply: int
    seat: int  # deal seat
    text: str
    by: str


def store(played: Iterable[Played], at: datetime) -> set[int]:
    """Write moves of different tables; the ids of those tables whose rows were at the version before: only their moves
    are stored.  PostgreSQL is told all in one statement, which is a transaction by itself.
    """
    if at_once():
        return _store_at_once(played, at)
    with transaction.atomic():
        return _store_one_by_one(played, at)


# -- PostgreSQL -----------------------------------------------------------------------------------------


@cache
def at_once() -> bool:
    """Whether the database takes moves in one statement: then `Line` can store them."""
    return connection.vendor == "postgresql"


def _store_at_once(played: Iterable[Played], at: datetime) -> set[int]:
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(_statement(), [_wanted(played, at)], prepare=True)
        return {table_id for (table_id,) in cursor}


class Line:
    """A loop's own connection to PostgreSQL, so that storing moves takes no thread.  One `store` at a time."""

    def __init__(self) -> None:
        self._connection: psycopg.AsyncConnection[tuple[int]] | None = None

    async def store(self, played: Iterable[Played], at: datetime) -> set[int]:
        """`store`, on a loop.  Raises psycopg.Error or TimeoutError; then the moves may be stored, or not."""
        try:
            async with asyncio.timeout(LINE_SECONDS):
                if self._connection is None:
                    self._connection = await self._connect()
                async with psycopg.AsyncCursor(self._connection) as cursor:
                    await cursor.execute(_statement(), [_wanted(played, at)], prepare=True)
                    return {table_id for (table_id,) in await cursor.fetchall()}
        except BaseException:
            self.drop()
            raise

    def drop(self) -> None:
        """Let the connection go, whatever it is doing."""
        if self._connection:
            self._connection.pgconn.finish()
        self._connection = None

    @staticmethod
    async def _connect() -> psycopg.AsyncConnection[tuple[int]]:
        params = connection.get_connection_params()
        del params["cursor_factory"]  # Django's own, not for a loop
        return await psycopg.AsyncConnection.connect(**params, autocommit=True)


def _wanted(played: Iterable[Played], at: datetime) -> str:
    """The moves and what they change, as the statement takes them."""
    wanted = [
        {
            "table": item.row.pk, "deal": item.deal_id, "move_ply": item.ply, "seat": item.seat, "text": item.text,
            "by": item.by, "at": at, "version": item.row.version,
            **{name: getattr(item.row, name) for name in CHANGES},
        }
        for item in played
    ]  # fmt: skip
    return orjson.dumps(wanted).decode()


@cache
def _statement() -> str:
    """Rows are locked in the order of their ids, as everywhere, so that two processes never wait for each other."""
    table, move = Table._meta.db_table, Move._meta.db_table
    kinds = {name: Table._meta.get_field(name).cast_db_type(connection) for name in CHANGES}
    wanted = ", ".join(f"{name} {kind}" for name, kind in kinds.items())
    return f"""
        with wanted as (
            select * from json_to_recordset(%s) as r(
                "table" bigint, deal bigint, move_ply int, seat int, text text, by text, at timestamptz, version int,
                {wanted}
            )
        ), locked as (
            select t.id from {table} t join wanted w on t.id = w."table" and t.version = w.version - 1
            order by t.id for update of t
        ), changed as (
            update {table} t set version = w.version, {", ".join(f"{name} = w.{name}" for name in CHANGES)}
            from wanted w join locked l on l.id = w."table" where t.id = l.id returning t.id
        ), stored as (
            insert into {move} ({", ".join(_columns(Move, _MOVE))})
            select deal, move_ply, seat, text, by, at, version from wanted w join changed c on c.id = w."table"
        )
        select id from changed"""


# -- SQLite ---------------------------------------------------------------------------------------------


def _store_one_by_one(played: Iterable[Played], at: datetime) -> set[int]:
    stored = set()
    with connection.cursor() as cursor:
        for item in played:
            row = item.row
            changes = [_prepared(Table, name, getattr(row, name)) for name in CHANGES]
            cursor.execute(_update(), [row.version, *changes, row.pk, row.version - 1])
            if cursor.rowcount:
                values = item.deal_id, item.ply, item.seat, item.text, item.by, _prepared(Move, "at", at), row.version
                cursor.execute(_insert(), values)
                stored.add(row.pk)
    return stored


@cache
def _update() -> str:
    changes = ", ".join(f"{column} = %s" for column in _columns(Table, ("version", *CHANGES)))
    return f"update {Table._meta.db_table} set {changes} where id = %s and version = %s"


@cache
def _insert() -> str:
    columns = _columns(Move, _MOVE)
    return f"insert into {Move._meta.db_table} ({', '.join(columns)}) values ({', '.join(['%s'] * len(columns))})"


def _columns(model: type[Table | Move], names: Iterable[str]) -> list[str]:
    return [model._meta.get_field(name).column for name in names]


def _prepared(model: type[Table | Move], name: str, value: Any) -> Any:
    return model._meta.get_field(name).get_db_prep_save(value, connection)
