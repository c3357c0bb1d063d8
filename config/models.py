"""What the site itself keeps: notices for all pages."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _


class Notice(models.Model):
    """What everybody is told on every page for a while: "the site is away tonight from ten to eleven"."""

    class Level(models.TextChoices):
        INFO = "info", _("for information")
        WARNING = "warning", _("a warning")

    text_en = models.CharField(_("text in English"), max_length=400)
    text_ru = models.CharField(_("text in Russian"), max_length=400)
    level = models.CharField(_("level"), max_length=8, choices=Level, default=Level.INFO)
    starts_at = models.DateTimeField(_("shown from"), default=timezone.now)
    ends_at = models.DateTimeField(_("shown until"), null=True, blank=True, help_text=_("Empty: until it is deleted."))
    version = models.PositiveIntegerField(default=0, editable=False)  # who has closed it sees it again once changed

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-starts_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at=None) | models.Q(ends_at__gt=models.F("starts_at")),
                name="notice_ends_after_start",
                violation_error_message=_("It has to end after it starts."),
            )
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """In the reader's language."""
        return self.text_ru if (get_language() or "").startswith("ru") else self.text_en

    @property
    def key(self) -> str:
        """What a browser remembers of a notice that it has closed."""
        return f"{self.pk}-{self.version}"
