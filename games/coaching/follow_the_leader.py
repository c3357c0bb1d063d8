"""The coach of Follow the Leader."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from ..rules.cards import RANKS
from .coach import LEARNER, Coach, Happening, Told, View, card, cards, played

NEXT = {rank: RANKS[(place + 1) % len(RANKS)] for place, rank in enumerate(RANKS)}


class FollowTheLeaderCoach(Coach):
    # -- the learner's turn ------------------------------------------------------------------------
    def asks(self, view: View) -> list[str]:
        if view["free"] and not view["discard"]:
            return [_("You lead the first card of the deal: any card. You must play.")]
        if view["free"]:
            return [_("Everybody has skipped and the turn is back with you: a free lead. Play any card; it is a duty.")]
        top = view["discard"]
        if top[0] == "X":
            text = _("A joker lies on top. What follows is %(ranks)s.")
            first = text % {"ranks": " ".join(f"[{rank}]" for rank in view["ranks"])}
        else:
            text = _("%(top)s lies on top: %(rank)s follows, or one rank higher, %(next)s. Suits do not matter.")
            first = text % {"top": card(top), "rank": f"[{top[0]}]", "next": f"[{NEXT[top[0]]}]"}
        return [first, _duty(view)]

    def why(self, name: str, view: View) -> str:
        if name[0] == "X":
            return _("a joker goes on any card; nobody has to play one")
        if view["free"]:
            return _("any card goes")
        if view["discard"][0] == "X":
            return _("a rank that follows the joker")
        if name[0] == view["discard"][0]:
            return _("the same rank")
        return _("one rank higher") if name[0] == NEXT[view["discard"][0]] else _("one rank lower: allowed, no duty")

    def advice(self, move: str, view: View) -> str:
        name = played(move)
        if name is None:
            return _("Draw: nothing you hold fits.") if len(view["legal"]) == 1 else _("Draw, and keep the joker.")
        if len(view["hand"]) == 1:
            return _("Play %(card)s: it is your last card, and you are safe.") % {"card": card(name)}
        helped = [other for other in view["hand"] if other != name and other[0] in (name[0], NEXT.get(name[0], ""))]
        if helped:
            text = _("Play %(card)s: you hold %(cards)s, which could follow it later.")
            return text % {"card": card(name), "cards": cards(helped)}
        return _("Play %(card)s: it is the one that helps your other cards least.") % {"card": card(name)}

    # -- what happened -----------------------------------------------------------------------------
    def told(self, happening: Happening) -> Iterator[Told]:
        for event in happening.events:
            seat, name = event.get("seat"), self.names[event.get("seat", LEARNER)]
            if event["type"] == "draw" and seat != LEARNER:
                top = happening.before["discard"]
                text = _("%(name)s has nothing that fits %(top)s and draws a card. The turn passes; the card waits.")
                yield Told(text % {"name": name, "top": card(top)}, "draw")
            elif event["type"] == "play" and event["card"][0] == "X":
                text = _("A joker counts as the card under it or as one rank higher. Now %(ranks)s may follow.")
                yield Told(text % {"ranks": " ".join(f"[{rank}]" for rank in happening.after["ranks"])}, "joker")
            elif event["type"] == "play" and event["card"][0] == "A" and not happening.before["free"]:
                yield Told(_("Ranks go round: after the king comes the ace, and after the ace the two."), "round")
            elif event["type"] == "free_lead" and seat != LEARNER:
                text = _("Everybody has skipped in a row, so the first who did, %(name)s, leads any card.")
                yield Told(text % {"name": name}, "free-lead")
            elif event["type"] == "out":
                you = _("You have no cards left: you are out, and safe. The others play on.")
                other = _("%(name)s has no cards left: out, and safe. The others play on.")
                yield Told(self.who(event["seat"], you, other))

    def ending(self, view: View) -> list[str]:
        return [self.lost_by(view), _("In a match a lost deal is a penalty point, or one for every card left.")]


def _duty(view: View) -> str:
    if "draw" not in view["legal"]:
        return _("You hold a card that fits, so you must play.")
    allowed = [name for name in view["hand"] if f"play {name}" in view["legal"]]
    if not allowed:
        return _("Nothing you hold fits. Draw a card; the turn passes, and the card waits for your next turn.")
    text = _("You hold no card that must be played. You may play %(cards)s, or draw a card and skip.")
    return text % {"cards": cards(allowed)}
