"""Programs with tokens, as they ask the site."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from accounts.services import make_token

ALL = ("read", "play", "tournaments")
API = "/api/v1"


def token_of(user: Any, *scopes: str, days: int | None = None) -> str:
    return make_token(user, "Program", scopes or ALL, days)[1]


class Program(Client):
    """Asks with a token, or as nobody; `ask` gives the status and what the JSON says."""

    def __init__(self, token: str | None = None, **more: Any) -> None:
        super().__init__(**more)
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        data = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        answer = self.generic(method, API + path, headers=self.headers | headers, **data)
        return answer.status_code, answer.json() if answer.content else None

    def read(self, path: str, status: int = 200) -> Any:
        found, told = self.ask("GET", path)
        assert found == status, told
        return told

    def do(self, path: str, status: int = 200, **body: Any) -> Any:
        found, told = self.ask("POST", path, body)
        assert found == status, told
        return told
