"""The admin of users."""

from __future__ import annotations

import re

import pytest
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets, label_for_field
from django.utils import translation

from accounts.models import User

from .conftest import PASSWORD, sign_in, sit_together

pytestmark = pytest.mark.django_db


def test_whatever_staff_reads_is_in_russian_too(rf):
    """The names of apps, models, columns and fields."""
    request, english = rf.get("/admin/"), []
    request.user = User.objects.create_superuser("root")
    with translation.override("ru"):
        for model, look in admin.site._registry.items():
            names = {*look.get_list_display(request), *flatten_fieldsets(look.get_fieldsets(request, model()))}
            told = [label_for_field(name, model, look) for name in names]
            told += [model._meta.verbose_name, model._meta.verbose_name_plural, model._meta.app_config.verbose_name]
            english += [f"{model.__name__}: {each}" for each in told if not re.search("[а-яё]", str(each))]
    assert english == []


@pytest.fixture
def as_staff(client):
    client.force_login(User.objects.create_superuser("root", password=PASSWORD))
    return client


def test_users_are_found_by_name_at_the_table(as_staff, ann):
    User.objects.filter(pk=ann.pk).update(display_name="Ann Lee")
    assert "ann@example.org" in as_staff.get("/admin/accounts/user/?q=lee").text
    assert as_staff.get(f"/admin/accounts/user/{ann.pk}/change/").status_code == 200
    assert as_staff.get("/admin/accounts/user/add/").status_code == 200


def test_a_user_can_be_locked_out(as_staff, ann, other_browser):
    browser = other_browser()
    browser.force_login(ann)
    form = as_staff.get(f"/admin/accounts/user/{ann.pk}/change/").context["adminform"].form
    data = {name: value for name, value in form.initial.items() if name in form.fields and value}
    data |= {"date_joined_0": "2026-01-01", "date_joined_1": "00:00"}
    data.pop("is_active")
    as_staff.post(f"/admin/accounts/user/{ann.pk}/change/", data)
    ann.refresh_from_db()
    assert not ann.is_active
    assert browser.get("/settings/").status_code == 302


def test_nobody_else_gets_in(as_ann):
    assert as_ann.get("/admin/").status_code == 302
    assert as_ann.get("/admin/login/").status_code == 403
    assert as_ann.get("/admin/accounts/user/").status_code == 302


def test_what_staff_changes_is_done_by_the_services(as_staff, ann, other_browser):
    browser = other_browser()
    sign_in(browser)
    table = sit_together(ann, state="playing")
    form = as_staff.get(f"/admin/accounts/user/{ann.pk}/change/").context["adminform"].form
    data = {name: value for name, value in form.initial.items() if name in form.fields and value}
    data |= {"date_joined_0": "2026-01-01", "date_joined_1": "00:00", "display_name": "Ann of the north"}
    as_staff.post(f"/admin/accounts/user/{ann.pk}/change/", data)
    assert table.seats.get(user=ann).name == "Ann of the north"
    assert as_staff.get(f"/admin/accounts/user/{ann.pk}/delete/").status_code == 403
    assert "127.0.0.1" in as_staff.get(f"/admin/accounts/user/{ann.pk}/change/").text
    as_staff.post(f"/admin/accounts/user/{ann.pk}/sign-out/")
    assert browser.get("/settings/").status_code == 302
    assert not UserSession.objects.filter(user=ann).exists()
    as_staff.post(f"/admin/accounts/user/{ann.pk}/delete-account/")
    ann.refresh_from_db()
    assert ann.deleted_at
    assert as_staff.get(f"/admin/accounts/user/{ann.pk}/change/").status_code == 200


def test_keys_of_sessions_are_shown_to_nobody(as_staff):
    assert as_staff.get("/admin/usersessions/usersession/").status_code == 404
