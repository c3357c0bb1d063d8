"""The page of the API: drawn from its document, with no script, so that any content security policy lets it be."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
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
            "schemas": [(name, schema, rows(schema)) for name, schema in sorted(schemas.items())],
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
        "summary": operation["summary"],
        "description": operation.get("description", ""),
        "scope": operation["security"][0]["token"][0],
        "open": {} in operation["security"],
        "parameters": [parameter | type_of(parameter["schema"]) for parameter in operation["parameters"]],
        "body": type_of(body) if body else None,
        "answers": [(status, type_of(_content(answers[status]))) for status in answers if int(status) < 300],
        "errors": [status for status in answers if int(status) >= 400],
    }


def _content(answer: Schema) -> Schema:
    return next(iter(answer.get("content", {}).values()), {}).get("schema", {})


def rows(schema: Schema) -> list[Schema]:
    """The fields of an object."""
    needed = schema.get("required", [])
    return [
        {"name": name, "required": name in needed, "description": field.get("description", "")} | type_of(field)
        for name, field in schema.get("properties", {}).items()
    ]


def type_of(schema: Schema) -> Schema:
    """`words`: a type in short; `refs`: the schemas that it is made of, to link to."""
    refs: list[str] = []
    words = _words(schema, refs)
    default = schema.get("default")
    return {"words": words, "refs": refs, "default": None if isinstance(default, dict) else default}


def _words(schema: Schema, refs: list[str]) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        refs.append(name)
        return name
    if options := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(_words(option, refs) for option in options)
    if "const" in schema or "enum" in schema:
        return " | ".join(json.dumps(value) for value in _values(schema))
    if schema.get("type") == "array":
        parts = schema.get("prefixItems")
        inner = ", ".join(_words(part, refs) for part in parts) if parts else _words(schema.get("items", {}), refs)
        return f"[{inner}]" if parts else f"[{inner}, …]"
    return f"{schema.get('type', 'any value')}{_bounds(schema)}"


def _values(schema: Schema) -> list[Any]:
    return [schema["const"]] if "const" in schema else schema["enum"]


def _bounds(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f" {low}–{high}"
    return f", at most {schema['maxLength']} characters" if "maxLength" in schema else ""
