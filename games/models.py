"""What is stored of games: tables, seats, deals, moves and results; fields and constraints only.

State, events, points and places are folds of these rows and can be rebuilt (`replay`).
"""

from __future__ import annotations

import unicodedata
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.crypto import get_random_string
from django.utils.translation import gettext, gettext_noop, pgettext_lazy
from django.utils.translation import gettext_lazy as _

SLUG_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no look-alikes: a slug is read aloud and typed

DELETED_NAME = gettext_noop("deleted player")  # nobody can choose it: shown in the reader's language


def new_slug() -> str:
    return get_random_string(10, SLUG_ALPHABET)


def fold(name: str) -> str:
    """A name as it is looked for: small and capital letters are the same."""
    return unicodedata.normalize("NFC", " ".join(name.split())).casefold()


class FoldedField(models.CharField):  # type: ignore[type-arg]
    """The row's `name`, folded, whenever the row is stored (`update()` apart); not that of a deleted player."""

    def pre_save(self, model_instance: Any, add: bool) -> str:
        folded = "" if model_instance.name == DELETED_NAME else fold(model_instance.name)
        setattr(model_instance, self.attname, folded)
        return folded


class Table(models.Model):
    """A place where one match is played.  One row is one match; a rematch is a new table."""

    class Kind(models.TextChoices):
        LIVE = "live", _("live")
        TYPED = "typed", _("scored by hand")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        PLAYING = "playing", _("being played")
        FINISHED = "finished", _("finished")
        ABANDONED = "abandoned", _("abandoned")
        VOID = "void", _("void")

    class Phase(models.TextChoices):
        """What a playing table waits for; empty otherwise."""

        NONE = "", ""
        SHUFFLING = "shuffling", "shuffling"  # the players' texts
        PLAYING = "playing", "playing"  # a move
        OVER = "over", "over"  # the next deal

    class Mode:
        """Who plays a seat, one character in `modes`."""

        PLAYER = "p"
        AUTO_PASS = "a"  # a player who passes by itself when asked to throw in
        BOT = "b"
        LEFT = "l"  # M9: the default move, at once

    known: Any = None  # `replay.Parts` of a row that is locked, where they are to be read once

    slug = models.CharField(_("code"), max_length=20, unique=True, default=new_slug, editable=False)
    kind = models.CharField(_("live or by hand"), max_length=8, choices=Kind, default=Kind.LIVE)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    game = models.CharField(max_length=32)
    options = models.JSONField(default=dict)  # what differs from the defaults
    format = models.CharField(max_length=16)
    params = models.JSONField(default=dict)
    turn_seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    public = models.BooleanField(_("public"), default=True)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    accounts_only = models.BooleanField(default=False)  # by hand: a seat is claimed by somebody with an account only
    rematch = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="rematch_of")
    created_at = models.DateTimeField(_("made at"))
    started_at = models.DateTimeField(_("began at"), null=True)
    ended_at = models.DateTimeField(_("ended at"), null=True)
    tallied_at = models.DateTimeField(null=True)

    version = models.PositiveIntegerField(default=1)  # one more with every commit on the table
    phase = models.CharField(max_length=10, choices=Phase, default=Phase.NONE, blank=True)
    deal_number = models.PositiveSmallIntegerField(default=0)
    ply = models.PositiveSmallIntegerField(default=0)
    to_act = models.PositiveSmallIntegerField(null=True)  # the table seat
    turn_started_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)  # when the background must look at this table next
    clock_at = models.DateTimeField(null=True)  # when the turn runs out (M10)
    held = models.BooleanField(default=False)  # the seat to act has passed; said when its two seconds are over
    # What a move needs to know of the seats, a character each, so that it reads one row only:
    modes = models.CharField(max_length=6, blank=True, default="")  # `Mode`
    timeouts = models.CharField(max_length=6, blank=True, default="")  # turns in a row at zero (M10), 0-9
    first_dealer = models.PositiveSmallIntegerField(null=True)  # None: by lot from the first deal's seed
    last_deal = models.PositiveSmallIntegerField(null=True)  # the match ends with it, decided or not (T9)
    carried = models.JSONField(default=list, blank=True)  # penalty points brought along, a seat each (T8)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state="playing") | models.Q(phase=""), name="table_phase_only_while_playing"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="table_due"),
            models.Index(
                fields=["ended_at"], condition=models.Q(tallied_at=None, state="finished"), name="table_untallied"
            ),
            models.Index(
                fields=["-created_at"], condition=models.Q(state="open", public=True), name="table_open_public"
            ),
            models.Index(fields=["-ended_at"], condition=models.Q(state="finished"), name="table_finished"),
            # lists of public matches: all, of a game, of a format; what else is asked for, the index tells itself
            *(
                models.Index(
                    fields=[*first, "-ended_at", "-id", *(f for f in ("game", "kind", "format") if f not in first)],
                    condition=models.Q(state="finished", public=True),
                    name=f"table_public_by_{first[0] if first else 'end'}",
                )
                for first in ([], ["game"], ["format"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.slug}"

    def get_absolute_url(self) -> str:
        from django.urls import reverse

        return reverse("games:pad" if self.kind == self.Kind.TYPED else "games:table", args=[self.slug])


class Seat(models.Model):
    """A place at a table: a user, a bot or nobody yet."""

    class Bot(models.TextChoices):
        EASY = "easy", _("easy")
        STRONG = "strong", _("strong")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.CharField(max_length=8, choices=Bot, blank=True, default="")
    name = models.CharField(max_length=40, blank=True, default="")  # as shown while and after playing
    folded = FoldedField(max_length=120, blank=True, default="", editable=False)
    ready = models.BooleanField(default=False)
    left_at = models.DateTimeField(null=True)  # M9
    left_deal = models.PositiveSmallIntegerField(null=True)  # the deal during (or after) which it left

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_once"),
            models.UniqueConstraint(
                fields=["table", "user"], condition=models.Q(user__isnull=False), name="seat_user_once"
            ),
            models.CheckConstraint(condition=models.Q(user=None) | models.Q(bot=""), name="seat_user_or_bot"),
        ]
        indexes = [
            models.Index(fields=["user", "-table"], name="seat_user_table"),
            models.Index(fields=["folded"], opclasses=["varchar_pattern_ops"], name="seat_folded"),  # for beginnings
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number} {self.name}"

    @property
    def shown_name(self) -> str:
        return gettext(DELETED_NAME) if self.name == DELETED_NAME else self.name

    @property
    def taken(self) -> bool:
        return bool(self.user_id or self.bot or self.name)


class Deal(models.Model):
    """One deal: who is dealt in, and what the cards came from.  `secret` must never be served early."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField(_("number"))
    seats = models.JSONField()  # table seats dealt in, clockwise; records number them 0..k-1 (M6)
    dealer = models.PositiveSmallIntegerField(null=True)  # deal seat; a first dealer is drawn with the seed
    fool = models.PositiveSmallIntegerField(null=True)  # deal seat
    playoff = models.BooleanField(default=False)
    secret = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    texts = models.JSONField(default=dict)  # table seat (as text) -> the player's text
    seed = models.CharField(max_length=200, blank=True, default="")  # empty while texts are collected
    created_at = models.DateTimeField(_("made at"))
    ended_at = models.DateTimeField(_("ended at"), null=True)
    outcome = models.JSONField(null=True)  # Outcome.as_json(), kept for the score sheet; the moves say the same
    # Typed in: what was entered (`scoring.Entry`), by whom, and the sender's own id of it, so that it counts once.
    entry = models.JSONField(null=True)
    entry_key = models.CharField(max_length=64, blank=True, default="")
    entered_by = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = pgettext_lazy("several", "deals")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="deal_number_once"),
            models.UniqueConstraint(
                fields=["table", "entry_key"], condition=~models.Q(entry_key=""), name="deal_entry_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"


class SeatClaim(models.Model):
    """A device that may enter scores for a seat of a table scored by hand.  A device claims one seat (T10)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="claims")
    seat = models.PositiveSmallIntegerField()  # table seat
    device = models.CharField(max_length=64)  # a random text kept by the device
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()  # when the device first claimed a seat here

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "device"], name="claim_device_once")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}"


class Move(models.Model):
    """One move.  Text in the notation (N5), canonical, `last` included."""

    class By(models.TextChoices):
        PLAYER = "player", _("player")
        CLOCK = "clock", _("clock")
        BOT = "bot", _("bot")

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveSmallIntegerField()  # 0 is the first move
    seat = models.PositiveSmallIntegerField()  # deal seat
    text = models.CharField(max_length=40)
    by = models.CharField(max_length=8, choices=By, default=By.PLAYER)
    at = models.DateTimeField()
    version = models.PositiveIntegerField()  # of the table, after this move

    class Meta:
        ordering = ["ply"]
        constraints = [models.UniqueConstraint(fields=["deal", "ply"], name="move_ply_once")]

    def __str__(self) -> str:
        return f"{self.seat} {self.text}"


class Result(models.Model):
    """What a table came to.  History, ratings and standings read confirmed results and nothing else (T10)."""

    class Source(models.TextChoices):
        MOVES = "moves", _("played live")
        TYPED = "typed", _("typed in")
        RULING = "ruling", _("ruling")

    class State(models.TextChoices):
        ENTERED = "entered", _("entered")
        CONFIRMED = "confirmed", _("confirmed")
        SUPERSEDED = "superseded", _("superseded")
        VOID = "void", _("void")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="results")
    version = models.PositiveSmallIntegerField(default=1)
    source = models.CharField(max_length=8, choices=Source)
    state = models.CharField(max_length=12, choices=State, default=State.ENTERED)
    sheet = models.JSONField(default=list)  # a deal each: {"deal", "kind", "playoff", "points", "winners", "losers"}
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    device = models.CharField(max_length=64, blank=True, default="")  # that entered it; another one confirms (T10)
    reason = models.CharField(max_length=300, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="result_version_once"),
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(state="confirmed"), name="result_one_confirmed"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} v{self.version} {self.state}"


class ResultRow(models.Model):
    """A seat's line of a result."""

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="rows")
    seat = models.PositiveSmallIntegerField()  # table seat
    place = models.PositiveSmallIntegerField()
    points = models.IntegerField()  # penalty points, total
    count = models.PositiveSmallIntegerField(default=0)  # deals won (Last Player, King George) or lost (M3)
    deals = models.PositiveSmallIntegerField(default=0)  # deals dealt in
    out_deal = models.PositiveSmallIntegerField(null=True)
    left = models.BooleanField(default=False)

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["result", "seat"], name="result_row_seat_once")]

    def __str__(self) -> str:
        return f"{self.result_id}/{self.seat} place {self.place}"
