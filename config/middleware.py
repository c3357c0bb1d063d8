"""What no page and no operation of the API answers by itself; and what the log says of a request."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.defaults import bad_request
from structlog.contextvars import bind_contextvars, clear_contextvars

from games.api.problems import MEDIA_TYPE, Problem, not_found, our_fault

API = "/api/"
REQUEST_ID = re.compile(r"[0-9A-Za-z._-]{8,64}")


class ProblemMiddleware:
    """Errors below /api/ that come from outside the API (no such address, wrong method) are problem details too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if not request.path.startswith(API) or answer.status_code < 400 or answer["Content-Type"] == MEDIA_TYPE:
            return answer
        problem = self._problem(answer.status_code).response(answer.status_code)
        if "Allow" in answer:
            problem["Allow"] = answer["Allow"]
        return problem

    @staticmethod
    def _problem(status: int) -> Problem:
        if status == 405:
            return Problem("bad_method", _("This address does not take that method. See the header Allow."))
        if status >= 500:
            return our_fault()
        return not_found() if status == 404 else Problem("bad_request", _("The request cannot be understood."))


class LogMiddleware:
    """What is logged meanwhile names the request (the proxy's `X-Request-ID`, or one of our own) and its table."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        number = given if REQUEST_ID.fullmatch(given) else uuid4().hex
        clear_contextvars()
        bind_contextvars(request=number)
        try:
            answer = self.get_response(request)
        finally:
            clear_contextvars()
        answer["X-Request-ID"] = number
        return answer

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> None:
        match = request.resolver_match
        if match and match.app_name == "games" and "slug" in kwargs:
            bind_contextvars(table=kwargs["slug"])


class UnstorableMiddleware:
    """What the database cannot store (a NUL, which PostgreSQL's text never holds) is the asker's mistake, not ours."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return bad_request(request, error) if isinstance(error, DataError) else None
