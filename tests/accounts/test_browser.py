"""Accounts as people use them, in Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.conftest import CHROMIUM
from tests.site import Site

from .conftest import PASSWORD

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Browser]]:
    """One site and one browser for these tests; each signs up under another name."""
    site = Site(tmp_path_factory.mktemp("site") / "data").start()
    with sync_playwright() as playwright:
        yield site, playwright.chromium.launch(executable_path=CHROMIUM)
    site.stop()


@pytest.fixture
def page(running: tuple[Site, Browser]) -> Iterator[Page]:
    """A phone of somebody new."""
    site, browser = running
    with browser.new_context(base_url=site.url, viewport={"width": 390, "height": 844}, locale="en") as context:
        yield context.new_page()


def press(page: Page, name: str) -> None:
    page.wait_for_load_state()
    page.get_by_role("main").get_by_role("button", name=name, exact=True).click()


def sign_up(page: Page, name: str, email: str = "") -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign up")
    expect(page.locator(".menu summary")).to_have_text(name)


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    press(page, "Sign out")
    expect(page.locator(".menu summary")).to_have_count(0)


def sign_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Name or e-mail address").fill(name)
    page.get_by_label("Password").fill(password)
    press(page, "Sign in")


def open_a_table(page: Page) -> str:
    """As whoever one is; the table's address."""
    page.goto("/tables/new/last-player/")
    page.locator("form.new-table button.primary").click()
    page.wait_for_url(re.compile(r"/tables/\w{10}/"))
    return urlsplit(page.url).path


def give_an_authenticator(page: Page) -> None:
    """A fingerprint reader that always says yes."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_is_added_and_signs_in(page: Page) -> None:
    sign_up(page, "heron")
    give_an_authenticator(page)
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Go on")
    press(page, "Add a passkey")
    expect(page.get_by_text("The passkey is added")).to_be_visible()
    sign_out(page)
    page.goto("/accounts/login/?next=/settings/")
    press(page, "Sign in with a passkey")
    page.wait_for_url("**/settings/")
    expect(page.locator(".menu summary")).to_have_text("heron")
    sign_out(page)
    sign_in(page, "heron")  # the password alone still does
    expect(page.locator(".menu summary")).to_have_text("heron")


def test_without_passkeys_the_page_says_so(page: Page) -> None:
    page.add_init_script("delete window.PublicKeyCredential")
    page.goto("/accounts/login/")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_disabled()
    expect(page.get_by_text("Passkeys work over https")).to_be_visible()


def test_a_guest_makes_it_an_account_and_keeps_the_seat(page: Page) -> None:
    page.goto("/guest/")
    page.get_by_label("Name at the table").fill("Ann Lee")
    press(page, "Play")
    table = open_a_table(page)
    page.goto("/settings/")
    page.get_by_role("main").get_by_role("link", name="Make it an account").click()
    page.get_by_label("Name", exact=True).fill("lee")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign up")
    expect(page.locator(".menu summary")).to_have_text("Ann Lee")
    expect(page.get_by_role("link", name="Back to your table")).to_have_attribute("href", table)


def test_a_guest_takes_the_matches_to_an_older_account(page: Page) -> None:
    sign_up(page, "ann")
    sign_out(page)
    page.goto("/guest/")
    press(page, "Play")
    table = open_a_table(page)
    sign_in(page, "ann")
    press(page, "Take them along")
    expect(page.get_by_text("1 match is yours now.")).to_be_visible()
    expect(page.get_by_role("link", name="Back to your table")).to_have_attribute("href", table)


def test_a_forgotten_password_is_replaced_by_letter(page: Page, running: tuple[Site, Browser]) -> None:
    sign_up(page, "bea", "bea@example.org")
    sign_out(page)
    page.goto("/accounts/login/")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("E-mail address").fill("bea@example.org")
    press(page, "Send the letter")
    expect(page.get_by_role("heading", name="Look into your mail")).to_be_visible()
    page.goto(re.findall(r"http://\S+/password/reset/key/\S+", running[0].log)[-1])
    page.get_by_label("New Password", exact=True).fill("quite another one")
    page.get_by_label("New Password (again)").fill("quite another one")
    press(page, "Change the password")
    expect(page.get_by_role("heading", name="The password is changed")).to_be_visible()
    sign_in(page, "bea", "quite another one")
    expect(page.locator(".menu summary")).to_have_text("bea")
