"""Cards on a page: `{% cards "7h 8h" %}` as pictures, `{% chip "7h" %}` in a line of text."""

from __future__ import annotations

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ..names import short, spoken

register = template.Library()


@register.simple_tag(takes_context=True)
def cards(context: template.Context, faces: str) -> SafeString:
    """Pictures side by side, each read out by its name."""
    deck = getattr(context.get("user"), "deck", "")
    pictures = format_html_join(" ", "{}", ((_picture(face, deck),) for face in faces.split()))
    return format_html('<span class="pics">{}</span>', pictures)


@register.simple_tag(takes_context=True)
def beaten(context: template.Context, attack: str, beater: str) -> SafeString:
    """A card and the one that beats it, lying on it."""
    deck = getattr(context.get("user"), "deck", "")
    return format_html('<span class="pics beaten-pair">{} {}</span>', _picture(attack, deck), _picture(beater, deck))


@register.simple_tag
def chip(card: str) -> SafeString:
    """The card in a line of text: "7♥", read as its name."""
    return format_html(
        '<span class="card-text {}"><span aria-hidden="true">{}</span><span class="visually-hidden">{}</span></span>',
        "joker" if card[0] == "X" else card[1],
        short(card),
        spoken(card),
    )


def _picture(face: str, deck: str) -> Any:
    return format_html(
        '<img class="pic" src="{}" alt="{}" width="60" height="84" loading="lazy">', _address(face, deck), spoken(face)
    )


def _address(face: str, deck: str) -> str:
    """Clubs and diamonds alone differ between the decks."""
    folder = "4color" if deck == "4color" and face[1] in "cd" else "2color"
    return static(f"cards/{folder}/{face}.svg")
