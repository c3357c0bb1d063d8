"""The API, put together: routers of all apps, errors as problem details, its document (OpenAPI 3.1) and page."""

from __future__ import annotations

import json
from typing import Any

import ninja.parser
import structlog
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI, Schema
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from pydantic import Field

import accounts.api
import games.api.matches
import games.api.pads
import games.api.rules
import games.api.tables
import tournaments.api
from games.api.access import Needs
from games.api.problems import MEDIA_TYPE, Problem, not_found, our_fault
from games.services import Refused

from .api_docs import Docs

log = structlog.get_logger(__name__)
DESCRIPTION = """What a page of Lastcard shows, the API gives; what a player does at a table, a program can do.

Reading is open to everybody, with fewer requests a minute. A token (`Authorization: Bearer …`) says who asks: it shows
you your own hand, and with the scope `play` it moves. Tokens are made in the settings of an account.
Errors are problem details (RFC 9457) with a `code` and a sentence that says what to do."""


class Parser(ninja.parser.Parser):
    """In JSON 5.0 is a whole number too; nothing is asked for that is none."""

    def parse_body(self, request: HttpRequest) -> Any:
        return json.loads(request.body, parse_float=_number)


def _number(text: str) -> float | int:
    value = float(text)
    return int(value) if value.is_integer() else value


class ProblemOut(Schema):
    """An error (RFC 9457)."""

    type: str
    title: str
    status: int
    code: str
    detail: str = Field(description="What to do, in the reader's language.")
    errors: list[dict[str, str]] | None = Field(None, description="Where in the request, and what is wrong there.")


class Document(OpenAPISchema):
    """With what ninja leaves out: who may, and every error that may come."""

    def operation_details(self, operation: Operation) -> dict[str, Any]:
        told = super().operation_details(operation)
        guard = next(guard for guard in operation.auth_callbacks if isinstance(guard, Needs))
        told["operationId"] = operation.view_func.__name__
        told["security"] = guard.security
        errors = {401, 403, 429, 500}
        errors |= {404, 422} if told["parameters"] else set()
        errors |= {400, 422} if "requestBody" in told else set()
        errors |= {404, 409, 422, 503} if operation.methods != ["GET"] else set()
        errors |= {409} if operation.path == "/{slug:slug}" else set()
        for status in sorted(errors):
            told["responses"][status] = {
                "description": ERRORS[status],
                "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
            }
        if 429 in errors:
            told["responses"][429]["headers"] = {
                "Retry-After": {"schema": {"type": "integer"}, "description": "Seconds.", "required": True}
            }
        if 204 in told["responses"]:
            told["responses"][204]["description"] = "Nothing has changed since."
        return told

    def get_components(self) -> dict[str, Any]:
        schema = ProblemOut.model_json_schema() | {"title": "Problem"}
        return super().get_components() | {
            "schemas": {**self.schemas, "Problem": schema},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "Made in the settings of an account."},
                "session": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "sessionid",
                    "description": "A signed-in browser, for reading.",
                },
            },
        }


ERRORS = {
    400: "The body is not JSON.",
    401: "No token, or one that does not hold.",
    403: "The token lacks the scope, or it is not yours to do.",
    404: "There is no such thing.",
    409: "Not now: the table, the match or the tournament is not where the request expects it.",
    422: "A value out of bounds.",
    429: "Too many requests.",
    500: "Our fault.",
    503: "It could not be stored. Try again.",
}


class Api(NinjaAPI):
    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        return Document(self, kwargs.get("path_prefix") or self.get_root_path({}))


api = Api(
    title="Lastcard",
    version="1",
    description=DESCRIPTION,
    urls_namespace="api",
    docs=Docs(),
    parser=Parser(),
)
api.add_router("/games", games.api.rules.router)
api.add_router("/tables", games.api.tables.router)
api.add_router("/tables", games.api.pads.router)
api.add_router("/matches", games.api.matches.router)
api.add_router("/matches", accounts.api.matches)
api.add_router("/players", accounts.api.players)
api.add_router("/leaderboards", accounts.api.leaderboards)
api.add_router("/tournaments", tournaments.api.router)
api.add_router("/seasons", tournaments.api.seasons)


# -- errors -------------------------------------------------------------------------------------------------------


@api.exception_handler(Problem)
def told(request: HttpRequest, problem: Problem) -> HttpResponse:
    return problem.response()


@api.exception_handler(Refused)
def refused(request: HttpRequest, error: Refused) -> HttpResponse:
    return Problem.of(error).response()


@api.exception_handler(Http404)
def missing(request: HttpRequest, error: Http404) -> HttpResponse:
    return not_found().response()


@api.exception_handler(ValidationError)
def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Where, and what is wrong there; the names of our own parameters are left out."""
    errors = [
        {"where": ".".join(str(part) for part in _where(each["loc"])), "message": str(each["msg"])}
        for each in error.errors
    ]
    return Problem("invalid", _("Some values are not as they have to be. See `errors`."), errors=errors).response()


def _where(loc: tuple[Any, ...]) -> tuple[Any, ...]:
    """("body", "body", "seats") -> ("body", "seats")."""
    return loc[1:] if loc[:2] == ("body", "body") else loc


@api.exception_handler(HttpError)
def unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    """What ninja itself refuses: a body that is not JSON."""
    return Problem("bad_request", _("The body has to be a JSON object.")).response(error.status_code)


@api.exception_handler(RequestDataTooBig)
def too_big(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
    return Problem("bad_request", _("The body is too long.")).response(413)


@api.exception_handler(Exception)
def broken(request: HttpRequest, error: Exception) -> HttpResponse:
    log.error("api_failed", path=request.path, error=type(error).__name__, exc_info=True)
    return our_fault().response()
