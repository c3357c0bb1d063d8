"""The page of the API: drawn from its document, with no script, so that any content security policy lets it be."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from ninja import NinjaAPI
from ninja.openapi.docs import DocsBase

from games.api.problems import STATUS

Schema = dict[str, Any]


class Docs(DocsBase):
    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        document = api.get_openapi_schema()
        schemas = document["components"]["schemas"]
        context = {
            "api": api,
            "groups": groups(document),
            "about": prose(api.description),
            "schemas": [_object(name, schema) for name, schema in sorted(schemas.items())],
            "problems": sorted(STATUS.items(), key=lambda pair: (pair[1], pair[0])),
        }
        return render(request, "api/docs.html", context)


def groups(document: Schema) -> list[tuple[str, list[Schema]]]:
    """Operations by their tag, in the order of the document."""
    found: dict[str, list[Schema]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            found.setdefault(operation["tags"][0], []).append(_operation(path, method, operation))
    return list(found.items())


def _operation(path: str, method: str, operation: Schema) -> Schema:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    answers = operation["responses"]
    return {
        "id": operation["operationId"],
        "path": path,
        "method": method.upper(),
        "summary": _marked(operation["summary"]),
        "description": prose(operation.get("description", "")),
        "scope": operation["security"][0]["token"][0],
        "open": {} in operation["security"],
        "parameters": [
            parameter | type_of(parameter["schema"]) | {"description": _marked(parameter.get("description", ""))}
            for parameter in operation["parameters"]
        ],
        "body": type_of(body) if body else None,
        "answers": [(status, type_of(_content(answers[status]))) for status in answers if int(status) < 300],
        "errors": [status for status in answers if int(status) >= 400],
    }


def _content(answer: Schema) -> Schema:
    return next(iter(answer.get("content", {}).values()), {}).get("schema", {})


def _object(name: str, schema: Schema) -> Schema:
    """A schema: its fields, or (`of`) what it is one of."""
    fields = [
        {"name": name, "description": _marked(field.get("description", ""))} | type_of(field)
        for name, field in schema.get("properties", {}).items()
    ]
    about = prose(schema.get("description", ""))
    return {"name": name, "about": about, "fields": fields, "of": None if fields else type_of(schema)}


def prose(text: str) -> str:
    """Paragraphs; what stands between backticks is code."""
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    return format_html_join("", "<p>{}</p>", ((_marked(part),) for part in paragraphs if part))


def _marked(text: str) -> str:
    parts = text.split("`")
    return format_html_join("", "{}", ((format_html("<code>{}</code>", part) if number % 2 else part,)
                                       for number, part in enumerate(parts)))  # fmt: skip


def type_of(schema: Schema) -> Schema:
    """`words`: a type in short, with links to the objects that it is made of."""
    default = schema.get("default")
    return {"words": _words(schema), "default": "" if default is None or default == {} else json.dumps(default)}


def _words(schema: Schema) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return format_html('<a href="#object-{}">{}</a>', name, name)
    if options := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
        return _joined(" | ", map(_words, options))
    if "const" in schema or "enum" in schema:
        return " | ".join(json.dumps(value) for value in _values(schema))
    if schema.get("type") == "array":
        parts = schema.get("prefixItems")
        inner = _joined(", ", map(_words, parts)) if parts else _words(schema.get("items", {}))
        return format_html("[{}]" if parts else "[{}, …]", inner)
    return f"{schema.get('type', 'any value')}{_bounds(schema)}"


def _joined(sign: str, parts: Iterable[str]) -> str:
    return format_html_join(sign, "{}", ((part,) for part in parts))


def _values(schema: Schema) -> list[Any]:
    return [schema["const"]] if "const" in schema else schema["enum"]


def _bounds(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f" {low}–{high}"
    return f", at most {schema['maxLength']} characters" if "maxLength" in schema else ""
