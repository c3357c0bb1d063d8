"""Threads in which the sockets' work and the hub's reads wait for the database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import Error, close_old_connections

THREADS = 1  # more wait for each other: measured, 2 and 4 give fewer moves a second

P = ParamSpec("P")
T = TypeVar("T")
# one for all code in an embedded process: SQLite lets one write at a time anyhow
_threads = None if settings.EMBEDDED else ThreadPoolExecutor(THREADS, "database")


def in_thread(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """For code that uses the database: the thread keeps its connection until it fails."""

    @wraps(function)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except Error:
            close_old_connections()
            raise

    return sync_to_async(guarded, thread_sensitive=_threads is None, executor=_threads)
