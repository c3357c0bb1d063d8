"""No page of people answers 500 to anything."""

from __future__ import annotations

import json

import pytest
from django.db import DataError
from django.http import HttpResponse

from config.middleware import UnstorableMiddleware

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db

PAGES = {
    "/guest/": {"name", "next"},
    "/guest/matches/": {"take", "leave", "next"},
    "/settings/": {"display_name", "language", "scheme", "deck", "sound", "motion"},
    "/settings/set/": {"sound"},
    "/settings/delete/": set(),
    "/settings/sessions/1/end/": set(),
    "/i18n/setlang/": {"language", "next"},
    "/accounts/login/": {"login", "password", "remember", "next"},
    "/accounts/signup/": {"username", "email", "password1", "next"},
    "/accounts/logout/": {"next"},
    "/accounts/email/": {"email", "action_add", "action_send", "action_remove", "action_primary"},
    "/accounts/password/reset/": {"email", "next"},
    "/accounts/password/reset/key/1-x/": {"password1", "password2"},
    "/accounts/password/reset/key/zzzzzzzzzzzzzzzzzzzzzz-set-password/": {"password1"},
    "/accounts/password/change/": {"oldpassword", "password1", "password2"},
    "/accounts/password/set/": {"password1", "password2"},
    "/accounts/reauthenticate/": {"password", "next"},
    "/accounts/confirm-email/x/": {"next"},
    "/accounts/sessions/": set(),
    "/accounts/2fa/": set(),
    "/accounts/2fa/authenticate/": {"code", "credential"},
    "/accounts/2fa/reauthenticate/": {"code"},
    "/accounts/2fa/webauthn/": set(),
    "/accounts/2fa/webauthn/add/": {"name", "credential", "passwordless"},
    "/accounts/2fa/webauthn/login/": {"credential", "next"},
    "/accounts/2fa/webauthn/reauthenticate/": {"credential", "next"},
    "/accounts/2fa/webauthn/keys/1/edit/": {"name"},
    "/accounts/2fa/webauthn/keys/1/remove/": {"next"},
    "/accounts/inactive/": set(),
}
BAD = ["", "\x00", "a\x00b", "x" * 10_000, "\u202e", "9" * 40, "{}", "null", "[" * 3_000]
CREDENTIALS = [
    {}, [], 5, "x", None, {"id": 5}, {"id": "x", "rawId": "x", "type": "public-key"}, {"response": []}, {"response": 5},
    {"response": {"userHandle": 5}}, {"response": {"userHandle": "a"}},
    {"id": "eA", "rawId": "eA", "type": "public-key", "response": {
        "clientDataJSON": "e30", "attestationObject": "oA", "authenticatorData": "AAAA", "signature": "AA",
        "userHandle": "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5"}},
    {"id": "eA", "rawId": "eA", "type": "public-key", "response": {
        "clientDataJSON": "W10", "attestationObject": "/w", "authenticatorData": "A" * 80, "signature": "AA",
        "userHandle": "MQ"}},
]  # fmt: skip


@pytest.fixture(params=["nobody", "guest", "ann"])
def visitor(request, client, ann):
    client.raise_request_exception = False
    if request.param == "guest":
        client.post("/guest/")
    elif request.param != "nobody":
        client.force_login(ann)
    return client


@pytest.mark.parametrize("page", PAGES)
def test_no_page_fails_whatever_is_sent(visitor, page, settings):
    settings.ACCOUNT_RATE_LIMITS = False
    assert visitor.get(page).status_code < 500
    assert visitor.get(page, {"next": "\x00", "uid": "\x00"}).status_code < 500
    for bad in BAD:
        assert visitor.post(page, dict.fromkeys(PAGES[page], bad)).status_code < 500, bad[:20]
    for body, kind in ((b"\xff\x00", "application/json"), (b"\xff", "multipart/form-data; boundary=x"), (b"%", "")):
        assert visitor.post(page, body, content_type=kind).status_code < 500
    for method in ("put", "patch", "delete", "options", "head"):
        assert getattr(visitor, method)(page).status_code < 500


@pytest.mark.parametrize("credential", CREDENTIALS, ids=range(len(CREDENTIALS)))
def test_a_passkey_of_any_shape_is_refused(client, ann, credential):
    body = {"credential": json.dumps(credential), "name": "x", "passwordless": "on"}
    client.get("/accounts/2fa/webauthn/login/", headers={"accept": "application/json"})
    assert client.post("/accounts/2fa/webauthn/login/", body)["Location"] == "/accounts/login/"
    client.post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.get("/accounts/2fa/webauthn/add/")
    assert client.post("/accounts/2fa/webauthn/add/", body).context["form"].errors
    assert client.post("/accounts/2fa/webauthn/reauthenticate/", body).status_code in (200, 302)
    assert not ann.authenticator_set.exists()


def test_what_the_database_cannot_store_is_the_askers_mistake(rf):
    """PostgreSQL's text holds no NUL: whatever view lets one through answers like any other bad request."""
    middleware = UnstorableMiddleware(lambda request: HttpResponse())
    assert middleware.process_exception(rf.get("/"), DataError("NUL")).status_code == 400
    assert middleware.process_exception(rf.get("/"), ValueError()) is None
