"""The coach of King George III."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..rules.cards import RANKS
from ..rules.game import Event
from .coach import LEARNER, Coach, Happening, Told, View, card, cards, played

SWEEPS = 3  # aces that set the pile aside


class KingGeorgeIIICoach(Coach):
    # -- the learner's turn ------------------------------------------------------------------------
    def asks(self, view: View) -> list[str]:
        lines = [_("These are the last turns: this is yours.")] if view["last_turns"] else []
        if view["starting"]:
            return [*lines, _("You start a new pile with exactly one card, any card. Then the turn passes.")]
        top = {"top": card(view["discard"])}
        if view["chain"] and len(view["legal"]) == 1:
            return [*lines, _("Nothing more fits %(top)s. Say stop, and the turn passes.") % top]
        if view["chain"]:
            return [*lines, _("You may go on from %(top)s with a card of its rank or a neighbour, or stop.") % top]
        text = _("%(top)s lies on top. You must play a card of the same rank, or one higher or lower.")
        return [*lines, text % top, *_without(view)]

    def why(self, name: str, view: View) -> str:
        if name[0] == "A" and view["aces"] < SWEEPS:
            return _("an ace: it sets the whole pile aside and ends your turn")
        if view["starting"]:
            return _("any card may start a pile")
        step = RANKS.index(name[0]) - RANKS.index(view["discard"][0])
        if step == 0:
            return _("the same rank")
        return _("one rank higher") if step == 1 else _("one rank lower")

    def advice(self, move: str, view: View) -> str:
        name = played(move)
        if name is None:
            return _without_a_card(move, view)
        if len(view["hand"]) == 1:
            return _("Play %(card)s: it is your last card!") % {"card": card(name)}
        if name[0] == "A" and view["aces"] < SWEEPS:
            return _("Play %(card)s: nobody can go on from this pile any more.") % {"card": card(name)}
        if view["starting"]:
            return _("Play %(card)s: it has few neighbours in your hand, and would be hard to get rid of later.") % {
                "card": card(name)
            }
        fits = [other for other in view["hand"] if other != name and _near(other, name)]
        if fits:
            return _("Play %(card)s: then %(cards)s would fit it.") % {"card": card(name), "cards": cards(fits)}
        return _("Play %(card)s: it fits.") % {"card": card(name)}

    # -- what happened -----------------------------------------------------------------------------
    def told(self, happening: Happening) -> Iterator[Told]:
        for event in happening.events:
            told = getattr(self, f"_told_{event['type']}", None)
            if told:
                yield from told(event, happening)

    def _told_play(self, event: Event, happening: Happening) -> Iterator[Told]:
        name = self.names[event["seat"]]
        if event["seat"] == LEARNER or event["card"][0] == "A":
            return
        if happening.before["starting"]:
            text = _("%(name)s starts a pile with exactly one card: %(card)s.")
            yield Told(text % {"name": name, "card": card(event["card"])}, "start")
        elif happening.before["chain"]:
            text = _("%(name)s goes on: %(card)s fits the card just laid. A chain may go up and down while cards fit.")
            yield Told(text % {"name": name, "card": card(event["card"])}, "chain")

    def _told_draw(self, event: Event, happening: Happening) -> Iterator[Told]:
        seat, count, after = event["seat"], event["count"], happening.after
        if seat == LEARNER and after["to_act"] == LEARNER:
            text = ngettext(
                "You drew %(count)s card, and it fits: play it.",
                "You drew %(count)s cards; the last one fits. Play it, or another that fits.",
                count,
            )
            yield Told(text % {"count": count})
        elif seat != LEARNER:
            text = _("%(name)s holds nothing that fits and draws until a card does: %(count)s this time.")
            yield Told(text % {"name": self.names[seat], "count": count}, "draw")

    def _told_set_aside(self, event: Event, happening: Happening) -> Iterator[Told]:
        left = SWEEPS - event["aces"]
        first = _("An ace! The whole pile is set aside for good, and the turn is over.")
        more = ngettext("%(left)s more ace will do the same.", "%(left)s more aces will do the same.", left)
        last = _("It was the third: the fourth ace is an ordinary card.")
        yield Told(f"{first} {more % {'left': left} if left else last}", f"ace-{event['aces']}")

    def _told_last_turns(self, event: Event, happening: Happening) -> Iterator[Told]:
        you = _("You are out first! Everybody else has one more turn. Who gets rid of all cards too ties with you.")
        other = _("%(name)s is out. Everybody else has one more turn: get rid of all your cards and you tie.")
        yield Told(self.who(event["seat"], you, other))

    def ending(self, view: View) -> list[str]:
        outcome = view["outcome"]
        winners = [self.names[seat] for seat in outcome["winners"]]
        if outcome["kind"] == "won":
            first = self.who(outcome["winners"][0], _("You win the deal."), _("%(name)s wins the deal."))
        elif outcome["kind"] == "blocked":
            text = _("Nobody can play any more. Fewest cards win: %(names)s.")
            first = text % {"names": ", ".join(winners)}
        else:
            text = _("A tie of %(names)s. In a match they play another deal for the win, they alone.")
            first = text % {"names": ", ".join(winners)}
        points = outcome["penalties"][LEARNER]
        text = ngettext("You keep %(points)s card, a point.", "You keep %(points)s cards, a point each.", points)
        return [first, *([text % {"points": points}] if points else [])]


def _near(one: str, other: str) -> bool:
    return abs(RANKS.index(one[0]) - RANKS.index(other[0])) <= 1


def _without(view: View) -> list[str]:
    """What to do where no card fits."""
    if "draw" in view["legal"]:
        return [_("Nothing you hold fits. Draw: you take cards from the stock until one fits, and must play it.")]
    return [_("Nothing you hold fits and there is nothing to draw: pass.")] if "pass" in view["legal"] else []


def _without_a_card(move: str, view: View) -> str:
    if move == "stop":
        return _("Stop: nothing more fits.") if len(view["legal"]) == 1 else _("Stop here.")
    return _("Pass: there is nothing to draw.") if move == "pass" else _("Draw: you take cards until one fits.")
