"""What the tests of accounts share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.test import Client

from accounts.models import User
from games.models import Seat, Table
from tests.games.support import open_table

PASSWORD = "twelve small owls"


@pytest.fixture(autouse=True)
def _quick(settings: Any) -> None:
    """Passwords are hashed the quick way."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", "ann@example.org", PASSWORD)


@pytest.fixture
def as_ann(client: Client, ann: User) -> Client:
    client.force_login(ann)
    return client


@pytest.fixture
def as_guest(client: Client, db: None) -> Client:
    client.post("/guest/")
    return client


def who(client: Client) -> Any:
    """The person as whom this browser is signed in."""
    return get_user(client)


def sign_in(client: Client, name: str = "ann", password: str = PASSWORD, **more: Any) -> Any:
    return client.post("/accounts/login/", {"login": name, "password": password, **more})


def sit_together(*people: User, state: str = Table.State.FINISHED) -> Table:
    """A table where these people sit, in that state."""
    table = open_table(people[0], seats=max(2, len(people)))
    for number, person in enumerate(people):
        Seat.objects.filter(table=table, number=number).update(user=person, name=person.shown_name)
    Table.objects.filter(pk=table.pk).update(state=state)
    table.refresh_from_db()
    return table


@pytest.fixture
def other_browser() -> Callable[[], Client]:
    return Client
