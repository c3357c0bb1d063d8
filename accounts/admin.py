"""People for staff: found by name, address or guest's name; locked out, signed out, deleted by the services."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.staff import QuickPaginator, ask, link, moment

from . import services
from .forms import SettingsForm
from .models import User

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # with its rate limits

for module in ("account", "mfa", "usersessions"):  # raw rows, among them the keys of running sessions
    __import__(f"allauth.{module}.admin")
admin.site.unregister([EmailAddress, Authenticator, UserSession])


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    paginator = QuickPaginator
    show_full_result_count = False
    list_display = ("username", "name", "email", "is_guest", "is_active", "is_staff", "last_login")
    list_filter = ("is_guest", "is_staff", "is_active", "date_joined", "last_login")
    search_fields = ("username", "display_name", "email")
    search_help_text = gettext_lazy("A sign-in name, a name at the table or an address; any part of them.")
    readonly_fields = ("is_guest", "deleted_at", "last_login", "date_joined", "pages", "addresses", "sessions")
    fieldsets = (
        (None, {"fields": ("pages", "addresses", "sessions")}),
        *DjangoUserAdmin.fieldsets,
        (
            gettext_lazy("At the table"),
            {"fields": (*SettingsForm.Meta.fields, "private", "is_guest", "deleted_at")},
        ),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # `delete_account`: the matches stay

    def save_model(self, request: Any, obj: User, form: Any, change: bool) -> None:
        if change:
            kept = [name for name in form.changed_data if name in form.cleaned_data and not _many(name)]
            services.save_settings(obj, {name: form.cleaned_data[name] for name in kept})
        else:
            obj.save()

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/sign-out/", view(self.sign_out), name="accounts_user_sign_out"),
            path("<int:pk>/delete-account/", view(self.delete_account), name="accounts_user_delete_account"),
            *super().get_urls(),
        ]

    @admin.display(description=gettext_lazy("name at the table"), ordering="display_name")
    def name(self, user: User) -> str:
        return user.shown_name

    @admin.display(description=gettext_lazy("on the site"))
    def pages(self, user: User) -> Any:
        tables = f"{reverse('admin:games_table_changelist')}?seats__user__id__exact={user.pk}"
        links = [link(tables, _("tables"))]
        if not user.deleted_at and user.is_active:
            links.insert(0, link(user.get_absolute_url(), _("the player's page")))
        return format_html_join(", ", "{}", ((each,) for each in links))

    @admin.display(description=gettext_lazy("addresses"))
    def addresses(self, user: User) -> str:
        words = {True: _("verified"), False: _("not verified")}
        rows = EmailAddress.objects.filter(user=user)
        return ", ".join(f"{row.email} ({words[row.verified]})" for row in rows) or "–"

    @admin.display(description=gettext_lazy("signed in"))
    def sessions(self, user: User) -> Any:
        rows = UserSession.objects.filter(user=user).values_list("last_seen_at", "ip", "user_agent")
        return format_html_join("", "<div>{} {} {}</div>", ((moment(at), *rest) for at, *rest in rows)) or "–"

    def sign_out(self, request: HttpRequest, pk: int) -> HttpResponse:
        text = _("All sessions of this person end, on all devices.")
        return ask(self, request, str(pk), _("Sign out everywhere"), text, services.end_sessions)

    def delete_account(self, request: HttpRequest, pk: int) -> HttpResponse:
        text = _("As the person could do it: name and address go, the matches stay, under “deleted player”.")
        return ask(self, request, str(pk), _("Delete the account"), text, services.delete_account)


def _many(name: str) -> bool:
    return User._meta.get_field(name).many_to_many
