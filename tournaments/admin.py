"""Tournaments for staff: found, and looked at where organisers look at them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin import GameFilter
from games.scoring import rules_of
from games.staff import LookAdmin, link, link_to

from .models import RoundTable, Tournament


@admin.register(Tournament)
class TournamentAdmin(LookAdmin):
    list_display = ("name", "game_name", "state", "kind", "public", "organiser", "starts_at", "created_at")
    list_filter = ("state", GameFilter, "kind", "public", "created_at")
    search_fields = ("name",)
    search_help_text = gettext_lazy("A name or code, an organiser, a player, or the code of one of its tables.")
    list_select_related = ("organiser",)
    ordering = ("-pk",)
    fields = (
        "name", "slug", "page", "game_name", "state", "kind", "public", "organiser_", "place",
        "created_at", "starts_at", "ends_at", "started_at", "ended_at", "tables",
    )  # fmt: skip
    readonly_fields = fields

    def get_search_results(self, request: Any, queryset: QuerySet[Any], term: str) -> tuple[QuerySet[Any], bool]:
        if not (term := term.strip()):
            return queryset, False
        of_tables = RoundTable.objects.filter(table__slug=term.lower()).values("round__tournament")
        found = Q(name__icontains=term) | Q(slug=term.lower()) | Q(pk__in=of_tables)
        return queryset.filter(found | Q(organiser__username__iexact=term) | Q(entries__name__iexact=term)), True

    @admin.display(description=gettext_lazy("game"))
    def game_name(self, tournament: Tournament) -> str:
        return _(rules_of(tournament.game).name)

    @admin.display(description=gettext_lazy("organiser"))
    def organiser_(self, tournament: Tournament) -> Any:
        return link_to(tournament.organiser) if tournament.organiser else "–"

    @admin.display(description=gettext_lazy("on the site"))
    def page(self, tournament: Tournament) -> Any:
        pages = [(tournament.get_absolute_url(), _("the tournament"))]
        where = [tournament.slug]
        pages.append((reverse("tournaments:standings", args=where), _("standings")))
        return format_html_join(", ", "{}", ((link(*each),) for each in pages))

    @admin.display(description=gettext_lazy("tables"))
    def tables(self, tournament: Tournament) -> Any:
        rows = RoundTable.objects.filter(round__tournament=tournament).select_related("round", "table")
        told = ((link_to(row.table, f"{row.round.number}/{row.number}"),) for row in rows if row.table)
        return format_html_join(", ", "{}", told) or "–"
