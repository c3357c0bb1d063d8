"""What a process remembers of things that only go forward: bounded, for any thread."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from django.conf import settings

K = TypeVar("K")
V = TypeVar("V")


class Newest(Generic[K, V]):
    """The newest value that this process knows for a key; the least recently used go first.  For any thread."""

    def __init__(self, age: Callable[[V], int]) -> None:
        self._age = age
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        with self._lock:
            if (value := self._values.get(key)) is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> None:
        with self._lock:
            known = self._values.get(key)
            if known is None or self._age(known) < self._age(value):
                self._values[key] = value
            self._values.move_to_end(key)
            if known is None and len(self._values) > settings.STATE_CACHE_SIZE:
                self._values.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
