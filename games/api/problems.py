"""How the API says no: RFC 9457 problem details, each with a sentence that says what to do."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from ..services import Refused

MEDIA_TYPE = "application/problem+json"
STATUS = {  # code -> HTTP status; the first are those of `Refused`, the same as on the socket
    "illegal": 409,
    "stale": 409,
    "not_now": 409,
    "not_your_turn": 409,
    "not_seated": 403,
    "not_allowed": 403,
    "bad_message": 409,
    "gone": 404,
    "too_fast": 429,
    "try_again": 503,
    "bad_request": 400,
    "no_token": 401,
    "no_scope": 403,
    "private": 403,
    "not_found": 404,
    "bad_method": 405,
    "invalid": 422,
    "our_fault": 500,
}
RETRY_AFTER = {"too_fast": 60, "try_again": 1}  # seconds


class Problem(Exception):
    """An answer that is an error.  `errors`: where in the request, `{"where": "body.seats", "message": …}` each."""

    def __init__(
        self, code: str, detail: str, *, errors: list[dict[str, str]] | None = None, **headers: str | int
    ) -> None:
        self.code, self.detail, self.errors, self.headers = code, str(detail), errors, headers
        super().__init__(code)

    @classmethod
    def of(cls, refused: Refused) -> Problem:
        return cls(refused.code, refused.message)

    def response(self, status: int = 0) -> HttpResponse:
        """`status`: where it is not the usual one of the code."""
        status = status or STATUS.get(self.code, 409)
        body: dict[str, Any] = {
            "type": f"/api/v1/docs#problem-{self.code}",
            "title": HTTPStatus(status).phrase,
            "status": status,
            "code": self.code,
            "detail": self.detail,
        }
        if self.errors is not None:
            body["errors"] = self.errors
        answer = HttpResponse(json.dumps(body, ensure_ascii=False), status=status, content_type=MEDIA_TYPE)
        if self.code in RETRY_AFTER:
            answer["Retry-After"] = str(RETRY_AFTER[self.code])
        for name, value in self.headers.items():
            answer[name.replace("_", "-")] = str(value)
        return answer


def not_found() -> Problem:
    return Problem("not_found", _("There is nothing at this address. See /api/v1/docs for those that there are."))


def our_fault() -> Problem:
    return Problem("our_fault", _("Something went wrong on our side. Try again, please."))
