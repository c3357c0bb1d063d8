"""What staff does, and what others see of it: a notice on all pages, a match declared void."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from tests.site import ROOT, Site

from .conftest import Visitors
from .test_ratings import PASSWORD, play_a_match

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def staff_name(site: Site) -> str:
    """A superuser of the running site."""
    env = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    env |= {"LASTCARD_DATA": str(site.data), "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    asked = ["createsuperuser", "--noinput", "--username", "root", "--email", "root@example.org"]
    subprocess.run([sys.executable, "manage.py", *asked], cwd=ROOT, env=env, check=True, capture_output=True)
    return "root"


def enter_admin(page: Page, name: str) -> None:
    page.goto("/admin/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="What there is")).to_be_visible()


def test_a_notice_and_a_void_match(visit: Visitors, staff_name: str) -> None:
    staff, ann = visit("desktop"), visit("phone", "ru")
    ann.goto("/guest/")
    ann.locator("main form button").click()
    enter_admin(staff, staff_name)
    staff.goto("/admin/config/notice/add/")
    staff.get_by_label("Text in English").fill("Away at ten")
    staff.get_by_label("Text in Russian").fill("В десять перерыв")
    staff.get_by_role("button", name="Save", exact=True).click()
    expect(staff.get_by_text("was added successfully")).to_be_visible()
    ann.goto("/tables/")
    notice = ann.get_by_text("В десять перерыв", exact=True)
    expect(notice).to_be_visible()
    ann.locator(".notice button").click()
    expect(notice).to_have_count(0)
    ann.goto("/rules/")
    expect(notice).to_have_count(0)

    bea = visit("phone")
    bea.goto("/guest/")
    bea.get_by_label("Name").fill("Bea of the east")
    bea.locator("main form button").click()
    play_a_match(bea)
    staff.goto("/admin/games/table/")
    staff.locator("#searchbar").fill("bea of")
    staff.get_by_role("button", name="Search").click()
    staff.locator("th.field-slug a").click()
    staff.get_by_role("link", name="Declare the match void").click()
    staff.get_by_label("Reason").fill("The bot was ill")
    staff.get_by_role("button", name="Declare the match void").click()
    expect(staff.get_by_role("link", name="Put the match back")).to_be_visible()
    expect(bea.get_by_text("This match was declared void")).to_be_visible()  # at the table, by itself
    staff.get_by_role("link", name="the match, with its score sheet").click()
    expect(staff.get_by_text("Reason: The bot was ill")).to_be_visible()


def test_a_notice_is_closed_without_scripts(visit: Visitors, staff_name: str) -> None:
    staff, reader = visit("desktop"), visit("phone", java_script_enabled=False)
    enter_admin(staff, staff_name)
    staff.goto("/admin/config/notice/add/")
    staff.get_by_label("Text in English").fill("Back at eleven")
    staff.get_by_label("Text in Russian").fill("Вернёмся в одиннадцать")
    staff.get_by_role("button", name="Save", exact=True).click()
    expect(staff.get_by_text("was added successfully")).to_be_visible()
    reader.goto("/rules/")
    while reader.locator(".notice").count():
        reader.locator(".notice button").first.click()
        expect(reader).to_have_url(f"{visit.site.url}/rules/")
    reader.goto("/tables/")
    expect(reader.locator(".notice")).to_have_count(0)
