"""The coach of Last Player."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..rules.cards import RANKS
from ..rules.game import Event
from ..rules.last_player_spots import POINTS
from .coach import LEARNER, Coach, Happening, Told, View, card, cards, played

DEAR = 10  # penalty points of a card that one is glad to be rid of
FOUR_GOES_ON = "567"


class LastPlayerCoach(Coach):
    # -- the learner's turn ------------------------------------------------------------------------
    def asks(self, view: View) -> list[str]:
        if not view["discard"]:
            return [_("You open the deal. Any card may be played, and it does at once what such a card does.")]
        if view["cover"]:
            return [_("You have laid a three. You may cover it with any one card, of any suit and rank, or stop.")]
        if view["demand"]:
            return [_("A run is on. %(card)s is demanded.") % {"card": card(view["demand"])}, _run_duty(view)]
        return [_to_follow(view), _duty(view)]

    def why(self, name: str, view: View) -> str:
        fit, effect = _fit(name, view), self._effect(name, view)
        return f"{fit}; {effect}" if effect else fit

    def _effect(self, name: str, view: View) -> str:
        """What the card would do; in a run only a four does anything."""
        if (view["demand"] and name[0] != "4") or len(view["hand"]) == 1:
            return ""
        effects = {
            "2": _("%(name)s draws a card and loses the turn"),
            "3": _("you may cover it with any card at once"),
            "4": _("it begins a run: %(name)s must have %(next)s or draw 4 cards"),
            "8": _("you name the suit that follows"),
            "J": _("%(name)s loses the turn"),
            "A": _("play turns round"),
        }
        return effects.get(name[0], "") % {"name": self._next(view), "next": card("5" + name[1])}

    def _next(self, view: View) -> str:
        return self.names[(LEARNER + view["direction"]) % len(self.names)]

    def advice(self, move: str, view: View) -> str:
        name = played(move.removesuffix(" last"))
        reason = self._reason(move, name, view) if name else _without_a_card(move, view)
        if not move.endswith(" last"):
            return reason
        return reason + " " + _("Press “Last card!” first: you will keep one card, and who forgets draws.")

    def _reason(self, move: str, name: str, view: View) -> str:
        if len(view["hand"]) == 1:
            return _("Play %(card)s: it is your last card, and the deal is yours.") % {"card": card(name)}
        if view["demand"] and name == view["demand"]:
            return _("Play %(card)s: it is demanded.") % {"card": card(name)}
        if name[0] == "X":
            stands = next(word for word in move.split() if word.startswith("as=")).removeprefix("as=")
            text = _("Play %(card)s as %(stands)s. It would cost 40 points if it stayed in your hand.")
            return text % {"card": card(name), "stands": card(stands)}
        if name[0] == "8" and "suit=" in move:
            suit = move.split("suit=")[1][0]
            return _("Play %(card)s and name %(suit)s.") % {"card": card(name), "suit": card(suit)}
        if effect := self._effect(name, view):
            return _("Play %(card)s: %(why)s.") % {"card": card(name), "why": effect}
        if POINTS[name] >= DEAR:
            text = _("Play %(card)s: you are rid of %(points)s points.")
            return text % {"card": card(name), "points": POINTS[name]}
        return _("Play %(card)s, and keep the cards that will help you later.") % {"card": card(name)}

    # -- what happened -----------------------------------------------------------------------------
    def told(self, happening: Happening) -> Iterator[Told]:
        for event in happening.events:
            told = getattr(self, f"_told_{event['type']}", None)
            if told:
                yield from told(event, happening)

    def _told_play(self, event: Event, happening: Happening) -> Iterator[Told]:
        name = self.names[event["seat"]]
        if event.get("as"):
            text = _("A joker stands for any card that goes there. This one counts as %(card)s.")
            yield Told(text % {"card": card(event["as"])}, "joker")
        if event.get("suit") and event["seat"] != LEARNER:
            text = _("%(name)s plays an eight and names %(suit)s. That suit is to be followed now, or another eight.")
            yield Told(text % {"name": name, "suit": card(event["suit"])}, "eight")
        if happening.after["cover"] and event["seat"] != LEARNER:
            yield Told(_("On a three its player may lay any one card at once, or stop."), "three")
        if event.get("last") and event["seat"] != LEARNER:
            text = _("%(name)s keeps one card and says “Last card!” in the same turn. Who forgets draws a card.")
            yield Told(text % {"name": name}, "last")

    def _told_run(self, event: Event, happening: Happening) -> Iterator[Told]:
        text = _(
            "A four begins a run. The next player must lay %(card)s, the one after the card above it, and so on; "
            "who cannot draws as many cards as the top card counts."
        )
        yield Told(text % {"card": card(event["demand"])}, "run")

    def _told_draw(self, event: Event, happening: Happening) -> Iterator[Told]:
        seat, count = event["seat"], event["count"]
        if event["why"] == "run":
            you = _("You could not answer the run and drew %(count)s cards. It is over: follow suit or rank again.")
            other = _(
                "%(name)s cannot answer the run and draws %(count)s cards. It is over: follow suit or rank again."
            )
            yield Told(self.who(seat, you, other, count=count), "" if seat == LEARNER else "run-over")
        elif event["why"] == "two":
            you = _("A two: you draw a card and lose the turn.")
            other = _("A two: %(name)s draws a card and loses the turn.")
            yield Told(self.who(seat, you, other), "" if seat == LEARNER else "two")
        elif event["why"] == "last_card":
            you = _("You kept one card and did not say “Last card!”: you draw one. Press the button before you play.")
            other = _("%(name)s kept one card without saying “Last card!” and draws one.")
            yield Told(self.who(seat, you, other))
        elif seat != LEARNER:
            text = _("%(name)s has nothing that goes and draws a card. The turn passes.")
            yield Told(text % {"name": self.names[seat]}, "stuck")

    def _told_skip(self, event: Event, happening: Happening) -> Iterator[Told]:
        if event["why"] == "jack":
            you, other = _("A jack: you lose the turn."), _("A jack: %(name)s loses the turn.")
            yield Told(self.who(event["seat"], you, other), "" if event["seat"] == LEARNER else "jack")

    def _told_turn_round(self, event: Event, happening: Happening) -> Iterator[Told]:
        clockwise, back = _("An ace: play goes clockwise again."), _("An ace: play goes anticlockwise now.")
        yield Told(clockwise if event["direction"] > 0 else back, "ace")

    def ending(self, view: View) -> list[str]:
        winners = view["outcome"]["winners"]
        if not winners:
            first = _("Nobody can do anything any more: the deal is blocked, and everybody counts.")
        else:
            you, other = _("You have no cards: the deal is yours."), _("%(name)s has no cards: the deal is over.")
            first = self.who(winners[0], you, other)
        lines = [first]
        if view["hand"]:
            points = view["outcome"]["penalties"][LEARNER]
            text = ngettext("You keep %(cards)s: %(points)s point.", "You keep %(cards)s: %(points)s points.", points)
            lines.append(text % {"cards": cards(view["hand"]), "points": points})
        return [*lines, _("In a match these points add up. Who reaches the limit, usually 100, is out.")]


def _top(view: View) -> str:
    """The card to follow, an eight in its named suit."""
    return (view["as"] or view["discard"])[0] + view["suit"]


def _to_follow(view: View) -> str:
    rank, suit = _top(view)
    values = {"top": card(view["discard"]), "as": f"[{view['as']}]", "suit": f"[{suit}]", "rank": f"[{rank}]"}
    if rank == "8":
        return _("The eight asks for %(suit)s. Play that suit, or another eight.") % values
    if view["as"]:
        return _("The joker counts as %(as)s. Follow its suit, %(suit)s, or its rank, %(rank)s.") % values
    return _("%(top)s lies on top. Follow its suit, %(suit)s, or its rank, %(rank)s.") % values


def _duty(view: View) -> str:
    if not any(move == "draw" or move == "pass" for move in view["legal"]):
        return _("You hold a card that follows, so you must play.")
    allowed = _allowed(view)
    if not allowed:
        return _("Nothing you hold goes. Draw a card; the turn passes, and the card waits for your next turn.")
    text = _("Nothing you hold has that suit or rank. You may play %(cards)s, or draw a card and keep them.")
    return text % {"cards": cards(allowed)}


def _run_duty(view: View) -> str:
    count = RANKS.index(view["discard"][0] if not view["as"] else view["as"][0]) + 2
    allowed = _allowed(view)
    if view["demand"] in view["hand"]:
        return _("You hold it, so you may not draw.")
    if allowed:
        text = _("You do not hold it. You may answer with %(cards)s, or draw %(count)s cards and lose the turn.")
        return text % {"cards": cards(allowed), "count": count}
    text = _("You cannot answer: draw %(count)s cards, as many as the top card counts, and lose the turn.")
    return text % {"count": count}


def _allowed(view: View) -> list[str]:
    return [name for name in view["hand"] if any(played(move) == name for move in view["legal"])]


def _fit(name: str, view: View) -> str:
    if name[0] == "X":
        return _("a joker stands for any card that goes; you choose which")
    if not view["discard"] or view["cover"]:
        return _("any card goes")
    if view["demand"]:
        return _("the card demanded") if name == view["demand"] else _("a four answers too")
    rank, suit = _top(view)
    if name[1] == suit:
        return _("the suit fits")
    if name[0] == rank:
        return _("the rank fits")
    return _("an eight goes on any card") if name[0] == "8" else _("a four goes on a five, six or seven")


def _without_a_card(move: str, view: View) -> str:
    if move.startswith("stop"):
        return _("Stop: the cards you hold are worth keeping.")
    if len(view["legal"]) == 1:
        return _("Draw: there is nothing else to do.")
    return _("Draw, and keep your joker or eight for later.")
