"""Users and guests, one row each, so that a guest who signs up keeps the history; ratings and records of players.

`Played` is a fold of the confirmed results; `Standing`, `Together` and `ScoreCount` are folds of `Played`.  All can be
rebuilt (`recompute_ratings`).
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Seat, Table

from .ratings import Rating, Record
from .ratings.plackett_luce import MU, SIGMA


class User(AbstractUser):
    """A person who plays.  A guest has no password and no e-mail yet; a deleted account's row stays for its matches."""

    class Deck(models.TextChoices):
        TWO = "2color", _("two colours")
        FOUR = "4color", _("four colours")

    class Scheme(models.TextChoices):
        SYSTEM = "system", _("as the system")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    display_name = models.CharField(_("name at the table"), max_length=40, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(_("language"), max_length=8, blank=True, default="")
    deck = models.CharField(_("deck"), max_length=8, choices=Deck, default=Deck.TWO)
    scheme = models.CharField(_("light or dark"), max_length=8, choices=Scheme, default=Scheme.SYSTEM)
    sound = models.BooleanField(_("sounds"), default=True)
    motion = models.BooleanField(_("motion"), default=True)
    auto_draw = models.BooleanField(_("draw by itself when nothing else can be done"), default=True)
    confirm_moves = models.BooleanField(_("tap a card twice to play it"), default=False)
    auto_pass = models.BooleanField(_("pass by itself when there is nothing to throw in"), default=False)
    private = models.BooleanField(_("keep my page to myself"), default=False)
    deleted_at = models.DateTimeField(_("deleted at"), null=True, editable=False)

    class Meta(AbstractUser.Meta):
        indexes = [models.Index(fields=["last_login"], condition=models.Q(is_guest=True), name="user_guests")]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        if self.deleted_at:
            return gettext("deleted player")
        return self.display_name or self.username

    @property
    def listed(self) -> bool:
        """Whether it stands on leaderboards."""
        return self.is_active and not (self.is_guest or self.private or self.deleted_at)

    def get_absolute_url(self) -> str:
        return reverse("accounts:player", args=[self.pk])


class Block(models.Model):
    """A person who may not sit down at open tables of another one."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at"]
        constraints = [models.UniqueConstraint(fields=["user", "blocked"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.user_id} blocks {self.blocked_id}"


class Token(models.Model):
    """What a program shows to act for a person (docs/API.md).  The text itself is not kept."""

    class Scope(models.TextChoices):
        READ = "read", _("see what I may see")
        PLAY = "play", _("open tables and play")
        TOURNAMENTS = "tournaments", _("enter tournaments and withdraw")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=40)
    hash = models.CharField(max_length=64, unique=True)  # SHA-256, hexadecimal: the text is random, so no salt
    start = models.CharField(max_length=8)  # of the text, to tell tokens apart
    scopes = models.JSONField(default=list)  # of `Scope`
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)  # to the minute
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"

    @property
    def scope_names(self) -> list[str]:
        """In words, in the order of `Scope`."""
        return [str(scope.label) for scope in self.Scope if scope in self.scopes]


# -- ratings and records -----------------------------------------------------------------------------------


class Pool(models.Model):
    """Ratings are kept by game, live and by-hand play apart.  What ended before `next_at`, `next_id` is counted."""

    game = models.CharField(max_length=32)
    kind = models.CharField(max_length=8, choices=Table.Kind)
    next_at = models.DateTimeField(null=True)  # None: nothing is counted yet
    next_id = models.BigIntegerField(default=0)  # of tables that ended at the same moment
    behind = models.BooleanField(default=False)  # matches wait to be counted

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "kind"], name="pool_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.kind}"


class Due(models.Model):
    """The result of a table is new, or other than it was counted.  Any number a table; counting takes them away."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="dues")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.pool_id} {self.table_id}"


class Player(models.Model):
    """Who is rated: a user, or all bots of a level."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="player")
    bot = models.CharField(max_length=8, choices=Seat.Bot, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot"], condition=~models.Q(bot=""), name="player_bot_once"),
            models.CheckConstraint(
                condition=models.Q(user=None, bot__gt="") | models.Q(user__isnull=False, bot=""),
                name="player_user_or_bot",
            ),
        ]

    def __str__(self) -> str:
        return self.bot or str(self.user)


class Played(models.Model):
    """A seat's line of a counted match: what it brought the player, and what it did to the rating."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="played")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="played")
    seat = models.PositiveSmallIntegerField()  # table seat
    ended_at = models.DateTimeField()  # the table's
    seats = models.PositiveSmallIntegerField()  # how many played
    place = models.PositiveSmallIntegerField()
    points = models.IntegerField()  # penalty points of its deals
    deals = models.PositiveSmallIntegerField()
    fools = models.PositiveSmallIntegerField()  # deals lost, in games whose deals have a loser
    left = models.BooleanField()
    expected = models.FloatField()  # the mean place to expect before the match
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="played_seat_once")]
        indexes = [models.Index(fields=["player", "pool", "-ended_at", "-table"], name="played_in_order")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat} place {self.place}"

    @property
    def before(self) -> Rating:
        return Rating(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Rating:
        return Rating(self.mu, self.sigma)

    @property
    def change(self) -> int:
        """What people see of it: the two ratings shown, the difference between them."""
        return self.after.shown - self.before.shown


class Standing(models.Model):
    """A player's record in a period ("all", "2026", "2026-05", "2026-W22"), and its scores on the leaderboards."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="standings")
    period = models.CharField(max_length=8)
    listed = models.BooleanField(default=False)  # `User.listed`; False for bots
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    points = models.BigIntegerField(default=0)
    deals = models.PositiveIntegerField(default=0)
    fools = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    longest = models.PositiveIntegerField(default=0)
    mu = models.FloatField(default=MU)
    sigma = models.FloatField(default=SIGMA)
    # `ratings.score`: the higher the better; None: not on that board
    by_rating = models.PositiveIntegerField(null=True)
    by_won = models.PositiveIntegerField(null=True)
    by_share = models.PositiveIntegerField(null=True)
    by_points = models.PositiveIntegerField(null=True)
    by_streak = models.PositiveIntegerField(null=True)
    by_fools = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "pool", "period"], name="standing_once")]
        indexes = [
            models.Index(
                fields=["pool", "period", f"-by_{measure}", "player"],
                condition=models.Q(("listed", True), (f"by_{measure}__isnull", False)),
                name=f"standing_by_{measure}",
            )
            for measure in ("rating", "won", "share", "points", "streak", "fools")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.pool_id} {self.period}"

    @property
    def rating(self) -> Rating:
        return Rating(self.mu, self.sigma)

    @property
    def record(self) -> Record:
        return Record(**{name: getattr(self, name) for name in Record.__dataclass_fields__})


class ScoreCount(models.Model):
    """How many listed players have a score, and a range of scores: a rank is a sum of a few of these.

    `node` >= 0: that score; `node` < 0: all scores of the range `-1 - node` (`services.counts`).
    """

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="+")
    period = models.CharField(max_length=8)
    measure = models.CharField(max_length=8)
    node = models.IntegerField()
    players = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "period", "measure", "node"], name="score_count_once")]

    def __str__(self) -> str:
        return f"{self.pool_id} {self.period} {self.measure} {self.node}: {self.players}"


class Together(models.Model):
    """How a player did against another one: matches in which both sat; in how many ahead, and behind."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="together")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    matches = models.IntegerField()
    ahead = models.IntegerField()
    behind = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "other", "pool"], name="together_once")]

    def __str__(self) -> str:
        return f"{self.player_id} and {self.other_id}: {self.matches}"
