"""What no page and no operation of the API answers by itself."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.api.problems import MEDIA_TYPE, Problem, not_found, our_fault

API = "/api/"


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
