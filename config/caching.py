"""Django's Redis cache, which forgets while Redis is away: nothing that is cached is worth a page or a move."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import structlog
from django.core.cache.backends import redis as backend
from redis.exceptions import ConnectionError, TimeoutError

log = structlog.get_logger(__name__)
LEFT_ALONE_SECONDS = 1.0  # after a failure, so that a dead line is not waited for again and again


class _Client(backend.RedisCacheClient):
    """Each operation gives what an empty cache would while Redis is away."""

    away_until = 0.0  # of the process; threads have clients of their own

    def _try(self, otherwise: Any, operation: Callable[..., Any], *arguments: Any) -> Any:
        if time.monotonic() < _Client.away_until:
            return otherwise
        try:
            return operation(*arguments)
        except (ConnectionError, TimeoutError) as error:
            _Client.away_until = time.monotonic() + LEFT_ALONE_SECONDS
            log.warning("cache_unreachable", error=type(error).__name__)
            return otherwise

    def add(self, key: str, value: Any, timeout: int | None) -> Any:
        return self._try(True, super().add, key, value, timeout)

    def get(self, key: str, default: Any) -> Any:
        return self._try(default, super().get, key, default)

    def set(self, key: str, value: Any, timeout: int | None) -> Any:
        return self._try(None, super().set, key, value, timeout)

    def delete(self, key: str) -> Any:
        return self._try(False, super().delete, key)

    def get_many(self, keys: Any) -> Any:
        return self._try({}, super().get_many, keys)

    def set_many(self, data: Any, timeout: int | None) -> Any:
        return self._try(None, super().set_many, data, timeout)

    def delete_many(self, keys: Any) -> Any:
        return self._try(None, super().delete_many, keys)

    def incr(self, key: str, delta: int) -> Any:
        return self._try(delta, super().incr, key, delta)

    def has_key(self, key: str) -> Any:
        return self._try(False, super().has_key, key)


class RedisCache(backend.RedisCache):
    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client
