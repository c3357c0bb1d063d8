"""Tables and deals for staff: found, looked at, declared void.  Of a deal that is not over no card is told."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from . import match_list, matches, wording
from .models import Deal, Seat, Table, fold
from .rules import GAMES
from .scoring import rules_of
from .services import voiding
from .staff import LookAdmin, ReasonForm, ask, link, link_to, moment

RUNNING = (Table.State.OPEN, Table.State.PLAYING)
NAMESAKES = 100


class GameFilter(admin.SimpleListFilter):
    title = gettext_lazy("game")
    parameter_name = "game"
    field = "game"

    def lookups(self, request: Any, model_admin: Any) -> list[tuple[str, str]]:
        return [(slug, _(rules_of(slug).name)) for slug in match_list.KNOWN]

    def queryset(self, request: Any, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{self.field: self.value()}) if self.value() in match_list.KNOWN else queryset


class GameOfTableFilter(GameFilter):
    field = "table__game"


@admin.register(Table)
class TableAdmin(LookAdmin):
    list_display = ("slug", "game_name", "kind", "state", "players", "public", "created_at", "ended_at")
    list_filter = ("state", "kind", GameFilter, "public", "ended_at", "created_at")
    more_lookups = ("seats__user",)
    search_fields = ("slug",)
    search_help_text = gettext_lazy(
        "A table's code, the beginning of a name at the table, a sign-in name or an address."
    )
    ordering = ("-pk",)
    fields = (
        "slug", "page", "game_name", "match", "options_", "kind", "state", "public", "host_", "players",
        "created_at", "started_at", "ended_at", "results_", "deals_",
    )  # fmt: skip
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).prefetch_related("seats__user")

    def get_search_results(self, request: Any, queryset: QuerySet[Any], term: str) -> tuple[QuerySet[Any], bool]:
        if not (term := term.strip()):
            return queryset, False
        by_slug = queryset.filter(slug=term.lower())
        if by_slug.exists():
            return by_slug, False
        people = get_user_model().objects.filter(Q(username__iexact=term) | Q(email__iexact=term))
        of_them = Q(user__in=list(people.values_list("pk", flat=True)[:NAMESAKES]))
        seats = Seat.objects.filter(of_them | Q(folded__startswith=fold(term)), table=OuterRef("pk"))
        return queryset.filter(Exists(seats)), False

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/void/", view(self.void), name="games_table_void"),
            path("<int:pk>/restore/", view(self.restore), name="games_table_restore"),
            *super().get_urls(),
        ]

    # -- what is shown ---------------------------------------------------------------------------------

    @admin.display(description=gettext_lazy("game"))
    def game_name(self, table: Table) -> str:
        return _(rules_of(table.game).name)

    @admin.display(description=gettext_lazy("match"))
    def match(self, table: Table) -> str:
        return wording.match_in_words(table.game, table.format, table.params)

    @admin.display(description=gettext_lazy("options"))
    def options_(self, table: Table) -> str:
        return ", ".join(f"{label}: {value}" for label, value in wording.options_in_words(table)) or "–"

    @admin.display(description=gettext_lazy("host"))
    def host_(self, table: Table) -> Any:
        return link_to(table.host) if table.host else "–"

    @admin.display(description=gettext_lazy("players"))
    def players(self, table: Table) -> Any:
        return _joined(
            link_to(seat.user, seat.shown_name) if seat.user else seat.shown_name
            for seat in table.seats.all() if seat.taken
        )  # fmt: skip

    @admin.display(description=gettext_lazy("on the site"))
    def page(self, table: Table) -> Any:
        typed = table.kind == Table.Kind.TYPED
        pages = [(table.get_absolute_url(), _("the score pad") if typed else _("the table"))]
        if table.state not in RUNNING:
            pages.append((reverse("games:match", args=[table.slug]), _("the match, with its score sheet")))
        return _joined(link(*each) for each in pages)

    @admin.display(description=gettext_lazy("results"))
    def results_(self, table: Table) -> Any:
        return format_html_join(
            "", "<div>{}. {}, {}, {} {} {}</div>",
            (
                (result.version, result.get_source_display(), result.get_state_display(), moment(result.at),
                 result.by or "", result.reason)
                for result in table.results.select_related("by")
            ),
        ) or "–"  # fmt: skip

    @admin.display(description=pgettext_lazy("several", "deals"))
    def deals_(self, table: Table) -> Any:
        return _joined(link_to(deal, deal.number) for deal in table.deals.all())

    # -- what is done ----------------------------------------------------------------------------------

    def void(self, request: HttpRequest, pk: int) -> HttpResponse:
        text = _("It counts for nothing any more: ratings, leaderboards, players' pages and standings follow.")
        return ask(
            self, request, str(pk), _("Declare the match void"), text,
            lambda table, reason: voiding.void(table.slug, request.user, reason), ReasonForm,
        )  # fmt: skip

    def restore(self, request: HttpRequest, pk: int) -> HttpResponse:
        text = _("Its result counts again.")
        return ask(self, request, str(pk), _("Put the match back"), text, lambda table: voiding.restore(table.slug))


@admin.register(Deal)
class DealAdmin(LookAdmin):
    """Neither secret, seed nor texts are shown: with them the cards can be dealt; a record has them, after the deal."""

    list_display = ("code", "game_name", "over", "created_at", "ended_at")
    list_filter = (GameOfTableFilter, "ended_at")
    search_fields = ("table__slug",)
    search_help_text = gettext_lazy("A table's code, or code/number.")
    list_select_related = ("table",)
    ordering = ("-pk",)
    fields = (
        "table_",
        "number",
        "over",
        "look",
        "players",
        "dealer_",
        "created_at",
        "ended_at",
        "hands",
        "moves_",
        "result",
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deal]:
        return super().get_queryset(request).defer("secret", "seed", "texts").select_related("table")

    def get_search_results(self, request: Any, queryset: QuerySet[Any], term: str) -> tuple[QuerySet[Any], bool]:
        slug, _slash, number = term.strip().lower().partition("/")
        if not slug:
            return queryset, False
        found = queryset.filter(table__slug=slug)
        small = number.isascii() and number.isdigit() and len(number) < 5
        return (found.filter(number=int(number)) if small else found), False

    @admin.display(description=gettext_lazy("deal"))
    def code(self, deal: Deal) -> str:
        return f"{deal.table.slug}/{deal.number}"

    @admin.display(description=gettext_lazy("table"))
    def table_(self, deal: Deal) -> Any:
        return link_to(deal.table)

    @admin.display(description=gettext_lazy("game"))
    def game_name(self, deal: Deal) -> str:
        return _(rules_of(deal.table.game).name)

    @admin.display(description=gettext_lazy("over"), boolean=True)
    def over(self, deal: Deal) -> bool:
        return deal.ended_at is not None

    @admin.display(description=gettext_lazy("players"))
    def players(self, deal: Deal) -> str:
        return ", ".join(_names(deal))

    @admin.display(description=gettext_lazy("dealer"))
    def dealer_(self, deal: Deal) -> str:
        return "–" if deal.dealer is None else _names(deal)[deal.dealer]

    # -- once it is over -------------------------------------------------------------------------------

    @admin.display(description=gettext_lazy("as it was"))
    def look(self, deal: Deal) -> Any:
        where = [deal.table.slug, deal.number]
        if not _was_played(deal):
            return _("Its cards are told when it is over.") if deal.ended_at is None else "–"
        pages = [("games:check", _("where its cards came from")), ("games:record", _("its record"))]
        if deal.table.state not in RUNNING:
            pages.insert(0, ("games:replay", _("the replay, move by move with all hands open")))
        return _joined(link(reverse(name, args=where), text) for name, text in pages)

    @admin.display(description=gettext_lazy("hands as dealt"))
    def hands(self, deal: Deal) -> Any:
        if not _was_played(deal):
            return "–"
        dealt = matches.dealt_hands(deal.table, deal)
        return format_html_join("", "<div>{}: {}</div>", zip(_names(deal), dealt, strict=True))

    @admin.display(description=gettext_lazy("moves"))
    def moves_(self, deal: Deal) -> Any:
        if not _was_played(deal):
            return "–"
        names = _names(deal)
        told = ((move.ply + 1, names[move.seat], move.text, move.get_by_display()) for move in deal.moves.all())
        return format_html_join("", "<div>{}. {}: {} ({})</div>", told) or "–"

    @admin.display(description=gettext_lazy("penalty points"))
    def result(self, deal: Deal) -> str:
        if deal.ended_at is None or deal.outcome is None:
            return "–"
        points = zip(_names(deal), deal.outcome["penalties"], strict=True)
        return ", ".join(f"{name} {amount}" for name, amount in points)


def _was_played(deal: Deal) -> bool:
    """Over, and dealt from a seed: not typed in, not stopped while the texts were collected."""
    return deal.ended_at is not None and deal.table.game in GAMES and bool(deal.seed)


def _names(deal: Deal) -> list[str]:
    names = {seat.number: seat.shown_name for seat in deal.table.seats.all()}
    return [names.get(seat, "–") for seat in deal.seats]


def _joined(parts: Any) -> Any:
    return format_html_join(", ", "{}", ((part,) for part in parts)) or "–"
