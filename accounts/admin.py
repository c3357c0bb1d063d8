"""Users for staff."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.utils.translation import gettext_lazy as _

from .forms import SettingsForm
from .models import User

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # with its rate limits


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    list_display = ("username", "shown_name", "email", "is_guest", "is_staff", "last_login")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("username", "display_name", "email")
    readonly_fields = ("is_guest", "deleted_at", "last_login", "date_joined")
    fieldsets = (
        *DjangoUserAdmin.fieldsets,
        (_("At the table"), {"fields": (*SettingsForm.Meta.fields, "private", "is_guest", "deleted_at")}),
    )
