"""Pages of tables."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse


def play_now(request: HttpRequest) -> HttpResponse:
    raise NotImplementedError


table_list = choose_game = new_table = table = table_qr = play_now
