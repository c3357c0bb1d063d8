"""Browsers in a few words."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

register = template.Library()

BROWSERS = {  # what stands in the user agent -> name; the first found wins, as each also names those it comes from
    "YaBrowser/": "Yandex",
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "Linux": "Linux",
}


@register.filter
def device(user_agent: str) -> str:
    """ "Firefox, Android"; what is not known is left out."""
    known = [next((name for sign, name in table.items() if sign in user_agent), "") for table in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, known)) or _("unknown browser")
