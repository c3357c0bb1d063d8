"""Users and guests: one row each, so that a guest who signs up keeps the history."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


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
    is_guest = models.BooleanField(default=False)
    language = models.CharField(_("language"), max_length=8, blank=True, default="")
    deck = models.CharField(_("deck"), max_length=8, choices=Deck, default=Deck.TWO)
    scheme = models.CharField(_("light or dark"), max_length=8, choices=Scheme, default=Scheme.SYSTEM)
    sound = models.BooleanField(_("sounds"), default=True)
    motion = models.BooleanField(_("motion"), default=True)
    auto_draw = models.BooleanField(_("draw by itself when nothing else can be done"), default=True)
    confirm_moves = models.BooleanField(_("tap a card twice to play it"), default=False)
    auto_pass = models.BooleanField(_("pass by itself when there is nothing to throw in"), default=False)
    deleted_at = models.DateTimeField(null=True, editable=False)

    class Meta(AbstractUser.Meta):
        indexes = [models.Index(fields=["last_login"], condition=models.Q(is_guest=True), name="user_guests")]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        if self.deleted_at:
            return gettext("deleted player")
        return self.display_name or self.username
