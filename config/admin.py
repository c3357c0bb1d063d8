"""Notices for staff; and the name of the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from . import services
from .models import Notice

admin.site.site_header = admin.site.site_title = _("Lastcard: administration")
admin.site.index_title = _("What there is")


@admin.register(Notice)
class NoticeAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("__str__", "level", "starts_at", "ends_at")
    list_filter = ("level",)
    search_fields = ("text_en", "text_ru")

    def save_model(self, request: Any, obj: Notice, form: Any, change: bool) -> None:
        services.save_notice(obj)

    def delete_model(self, request: Any, obj: Notice) -> None:
        services.delete_notices(obj)

    def delete_queryset(self, request: Any, queryset: Any) -> None:
        services.delete_notices(queryset)
