"""What the admin pages of all apps share: rows to look at, and actions that ask first and are done by a service."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.filters import SimpleListFilter
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .services import Refused

COUNTED_AT_MOST = 10_000  # rows; nobody turns to page 200, and counting a million takes a while


class QuickPaginator(Paginator):  # type: ignore[type-arg]
    @cached_property
    def count(self) -> int:
        return self.object_list[:COUNTED_AT_MOST].count()  # type: ignore[union-attr]


class LookAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to look at; services change them, no form does.  `fields` names all that is shown."""

    paginator = QuickPaginator
    show_full_result_count = False
    list_per_page = 50
    actions = None
    more_lookups: tuple[str, ...] = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: Any = None) -> bool:
        """Only what a filter offers: by any other lookup a column that is not shown could be guessed at."""
        offered = [_parameter(each) for each in self.list_filter] + list(self.more_lookups)
        return any(lookup == each or lookup.startswith(f"{each}__") for each in offered)


def _parameter(offered: Any) -> str:
    if isinstance(offered, type) and issubclass(offered, SimpleListFilter):
        return offered.parameter_name or ""
    return offered[0] if isinstance(offered, tuple) else offered


def link(url: str, text: Any) -> str:
    return format_html('<a href="{}">{}</a>', url, text)


def link_to(row: Any, text: Any = None) -> str:
    """To the admin's page of a row."""
    url = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    return link(url, row if text is None else text)


def moment(at: datetime) -> str:
    return date_format(at, "SHORT_DATETIME_FORMAT")


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, widget=forms.TextInput(attrs={"class": "vLargeTextField"}),
        help_text=gettext_lazy("Everybody reads it."),
    )  # fmt: skip


def ask(
    look: admin.ModelAdmin,  # type: ignore[type-arg]
    request: HttpRequest,
    pk: str,
    title: str,
    text: str,
    work: Callable[..., Any],
    form: type[forms.Form] = forms.Form,
) -> HttpResponse:
    """A page that asks (and for what `form` has) before `work(row, **answers)` is done, then noted in the log."""
    row = look.get_object(request, pk)
    if row is None:
        raise Http404
    if not request.user.has_perm(f"{row._meta.app_label}.change_{row._meta.model_name}"):  # type: ignore[union-attr]
        raise PermissionDenied
    asked = form(request.POST if request.method == "POST" else None)
    if request.method == "POST" and asked.is_valid():
        try:
            work(row, **asked.cleaned_data)
        except Refused as refusal:
            messages.error(request, refusal.message)
        else:
            look.log_change(request, row, " ".join([title, *asked.cleaned_data.values()]))
            messages.success(request, _("Done: %(what)s.") % {"what": title})
        return redirect(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", row.pk)
    context = {**look.admin_site.each_context(request), "title": title, "text": text, "form": asked, "row": row}
    return render(request, "admin/ask.html", context | {"opts": row._meta})
