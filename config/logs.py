"""How the log is written: calm lines for a person, JSON for a collector; one way for structlog and `logging`."""

from __future__ import annotations

import sys
from typing import Any

import structlog
from structlog.processors import JSONRenderer, TimeStamper, format_exc_info
from structlog.stdlib import ProcessorFormatter, add_log_level, add_logger_name

_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    add_log_level,
    add_logger_name,
    TimeStamper(fmt="iso", utc=True),
]


def logging_settings(*, json: bool) -> dict[str, Any]:
    """The value of LOGGING.  Sends structlog's messages the same way as a side effect."""
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *_SHARED, ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": _formatter(json)},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": [], "level": "WARNING"},
            "django.request": {"level": "ERROR"},  # a page not found is the asker's business
            "celery.worker.control": {"level": "ERROR"},  # it would announce being stopped
        },
    }


def _formatter(json: bool) -> dict[str, Any]:
    last = [format_exc_info, JSONRenderer() if json else _lines()]
    return {
        "()": ProcessorFormatter,
        "foreign_pre_chain": _SHARED,
        "processors": [ProcessorFormatter.remove_processors_meta, *last],
    }


def _lines() -> structlog.dev.ConsoleRenderer:
    """Tracebacks without the values of variables, which may be hidden cards."""
    return structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback, pad_event_to=0
    )
