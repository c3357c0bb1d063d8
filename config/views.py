"""The front page and the strings for scripts."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.i18n import JavaScriptCatalog

catalog = JavaScriptCatalog.as_view(packages=["config"])


def front(request: HttpRequest) -> HttpResponse:
    return render(request, "front.html")
