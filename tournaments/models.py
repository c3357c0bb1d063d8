"""What is stored of tournaments: fields and constraints only.  Standings are folds of these rows (`record`, T13)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import DELETED_NAME, Table, new_slug

USER = settings.AUTH_USER_MODEL


class Season(models.Model):
    """Several events that count together: each entry's best `best` of them."""

    slug = models.CharField(max_length=20, unique=True, default=new_slug, editable=False)
    name = models.CharField(_("name"), max_length=80)
    best = models.PositiveSmallIntegerField(_("how many of the best events count"), default=4)
    organiser = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:season", args=[self.slug])


class Tournament(models.Model):
    """One event.  Its format and that of its matches are fixed when the first round is published."""

    class State(models.TextChoices):
        OPEN = "open", _("registration")
        RUNNING = "running", _("being played")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    slug = models.CharField(_("code"), max_length=20, unique=True, default=new_slug, editable=False)
    name = models.CharField(_("name"), max_length=80)
    text = models.TextField(_("text for players"), max_length=4000, blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    public = models.BooleanField(_("public"), default=True)
    organiser = models.ForeignKey(
        USER, null=True, on_delete=models.SET_NULL, related_name="+", verbose_name=_("organiser")
    )
    created_at = models.DateTimeField(_("made at"))
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)  # as it is announced
    started_at = models.DateTimeField(_("began at"), null=True)
    ended_at = models.DateTimeField(_("ended at"), null=True)
    reminded_at = models.DateTimeField(null=True)  # when the players were reminded by mail
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments", verbose_name=_("season")
    )
    version = models.PositiveIntegerField(default=0)  # one more whenever pages of the event may have changed

    # what is played
    game = models.CharField(max_length=32)
    options = models.JSONField(default=dict, blank=True)
    kind = models.CharField(  # a round may differ
        _("live or by hand"), max_length=8, choices=Table.Kind, default=Table.Kind.LIVE
    )
    match_format = models.CharField(max_length=16)
    match_params = models.JSONField(default=dict)
    turn_seconds = models.PositiveSmallIntegerField(null=True, blank=True)

    # how the event goes
    format = models.CharField(max_length=16)
    settings = models.JSONField(default=dict)
    preferred = models.PositiveSmallIntegerField()
    least = models.PositiveSmallIntegerField()
    most = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)  # the published text that all lots come from
    automatic = models.BooleanField(default=True)  # the next round follows by itself
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    no_show_minutes = models.PositiveSmallIntegerField(default=5)
    frozen_at = models.PositiveSmallIntegerField(null=True, blank=True)  # T14: the public sees this round's standings

    # registration (T1)
    entry_limit = models.PositiveIntegerField(null=True, blank=True)
    approval = models.BooleanField(default=False)
    check_in = models.BooleanField(default=False)
    seed_by_rating = models.BooleanField(default=True)  # else by the published lot (T7)
    open_pads = models.BooleanField(default=True)  # typed-in tables: devices without an account may write

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes = [models.Index(fields=["state", "starts_at"]), models.Index(fields=["organiser", "-created_at"])]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at=None) | models.Q(starts_at__isnull=False, ends_at__gt=models.F("starts_at")),
                name="tournament_ends_after_start",
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:tournament", args=[self.slug])


class Helper(models.Model):
    """Who may do what beside the organiser."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("co-organiser: everything")
        HELPER = "helper", _("helper: check-in, scores, calls")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="helpers")
    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    role = models.CharField(max_length=10, choices=Role, default=Role.HELPER)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="helper_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"


class Entry(models.Model):
    """Somebody who plays: a user, or a plain name (a walk-in)."""

    class State(models.TextChoices):
        REQUESTED = "requested", _("asked to play")
        WAITING = "waiting", _("on the waiting list")
        REGISTERED = "registered", _("registered")
        CHECKED_IN = "checked_in", _("checked in")
        ASIDE = "aside", _("set aside")  # missed check-in, or a no-show (T1, T9)
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(USER, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries")
    bot = models.CharField(max_length=8, blank=True, default="")  # a bot of this strength plays
    name = models.CharField(max_length=40)
    club = models.CharField(max_length=40, blank=True)
    state = models.CharField(max_length=12, choices=State, default=State.REGISTERED)
    at = models.DateTimeField()  # the waiting list is promoted in this order
    rating = models.FloatField(null=True)  # at closing, for the seeds
    seed_number = models.PositiveIntegerField(null=True)  # set when the first round is published
    joined = models.PositiveSmallIntegerField(default=1)  # the first round that it may be seated in
    away = models.JSONField(default=list)  # rounds missed: [[from, until or null], ...] (formats.history.Span)
    withdrawn_round = models.PositiveSmallIntegerField(null=True)
    disqualified_round = models.PositiveSmallIntegerField(null=True)
    restored = models.JSONField(default=list)  # T11

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user"], condition=models.Q(user__isnull=False), name="entry_user_once"
            ),
            models.UniqueConstraint(fields=["tournament", "name"], name="entry_name_once"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        """A deleted player's in the reader's language; several of an event are numbered."""
        return self.name.replace(DELETED_NAME, gettext(DELETED_NAME)) if DELETED_NAME in self.name else self.name

    @property
    def needs_a_bot(self) -> bool:
        """Nobody who could sit down at a live table: a name without an account."""
        return not (self.user_id or self.bot)


class Round(models.Model):
    """A round: a draft that only organisers see, then published whole in one transaction (T3)."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    kind = models.CharField(max_length=8, choices=Table.Kind, default=Table.Kind.LIVE)
    byes = models.JSONField(default=list)  # entry ids
    seating = models.JSONField(default=dict)  # the draft: tables, locked, notes, cost, terms
    terms = models.JSONField(null=True)  # MatchTerms where the tournament decides the match (T8)
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)  # the round clock
    closed_at = models.DateTimeField(null=True)  # every result is in

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id} round {self.number}"


class RoundTable(models.Model):
    """A table of a published round and the games' table that plays it."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    seats = models.JSONField()  # entry ids in seat order; seat 0 leads (M8)
    play_off_of = models.ForeignKey(  # one more deal decides who of these goes on from that table (T7)
        "self", null=True, on_delete=models.CASCADE, related_name="play_offs"
    )
    table = models.OneToOneField(Table, null=True, on_delete=models.SET_NULL, related_name="round_table")
    notes = models.JSONField(default=list)  # why these sit together: [[text, params], ...]
    absent = models.JSONField(default=list)  # seats that did not appear (T9)
    ruling = models.JSONField(null=True)  # T12: {"places", "penalties", "deals", "reason", "by"}
    called_at = models.DateTimeField(null=True)  # the organiser is called to this table
    extra_seconds = models.IntegerField(default=0)
    paused_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="round_table_once")]

    def __str__(self) -> str:
        return f"table {self.number}"


class Penalty(models.Model):
    """Signed amounts by the organiser, in thousandths of a score point and in penalty points (T15)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="penalties")
    round = models.PositiveSmallIntegerField()
    score = models.IntegerField(default=0)  # thousandths
    points = models.IntegerField(default=0)
    reason = models.CharField(max_length=300)
    cancelled = models.BooleanField(default=False)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.score} {self.points}"


class Action(models.Model):
    """The log: who did what, when, before and after."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="actions")
    at = models.DateTimeField()
    by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    verb = models.CharField(max_length=40)
    what = models.CharField(max_length=120, blank=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.verb} {self.what}"
