"""Pages for machines: is the process alive, can it serve, and its metrics."""

from __future__ import annotations

from collections.abc import Callable
from hmac import compare_digest

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """The database and the cache answer too; 503 names what does not."""
    checks: dict[str, Callable[[], object]] = {"database": _ask_database, "cache": _ask_cache}
    failed = [name for name, check in checks.items() if not _works(check)]
    return JsonResponse({"ready": not failed, "failed": failed}, status=503 if failed else 200)


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("select 1")


def _ask_cache() -> None:
    cache.set("ready", 1, 5)
    if cache.get("ready") != 1:
        raise ConnectionError("the cache forgets")


def _works(check: Callable[[], object]) -> bool:
    try:
        check()
    except Exception:  # whatever it is: not ready
        return False
    return True


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """For Prometheus: with the token of METRICS_TOKEN, or from this machine where none is set."""
    if settings.METRICS_TOKEN:
        allowed = compare_digest(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}")
    else:
        local = request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")
        allowed = local and not request.headers.get("X-Forwarded-For")  # not what a proxy passes on
    if not allowed:
        return HttpResponse("forbidden\n", status=403, content_type="text/plain")
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
