"""The coach of both durak games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from ..rules.cards import RANKS
from ..rules.game import Event
from .coach import LEARNER, Coach, Happening, Told, View, card, cards, played

FEW = 3  # cards


class DurakCoach(Coach):
    # -- the learner's turn ------------------------------------------------------------------------
    def asks(self, view: View) -> list[str]:
        bout = view["bout"]
        if not bout["table"]:
            return [self._to_attack(view)]
        if bout["defender"] == LEARNER:
            return [self._to_beat(view)]
        values = {"name": self.names[bout["defender"]], "ranks": _ranks(view), "room": bout["room"]}
        first = _("%(name)s takes.") if bout["taking"] else _("%(name)s has beaten everything.")
        if not any(played(move) for move in view["legal"]):
            more = _("You may throw in cards of the ranks on the table, %(ranks)s, but you hold none: pass.")
        else:
            more = _("You may throw in cards of the ranks on the table, %(ranks)s, or pass. Room for %(room)s more.")
        return [f"{first} {more}" % values]

    def _to_attack(self, view: View) -> str:
        text = _("You attack %(name)s with one card, any card. Trumps are %(trump)s.")
        return text % {"name": self.names[view["bout"]["defender"]], "trump": f"[{view['trump']}]"}

    def _to_beat(self, view: View) -> str:
        values = {"cards": cards(_open(view)), "trump": f"[{view['trump']}]"}
        if not any(move.startswith("beat") for move in view["legal"]):
            text = _("You defend against %(cards)s and hold nothing that beats it: take.")
        elif all(name[1] == view["trump"] for name in _open(view)):
            text = _("You defend against %(cards)s, a trump: only a higher trump beats it. Or you take.")
        else:
            text = _(
                "You defend against %(cards)s: a higher card of the suit beats, or a trump, %(trump)s. Or you take."
            )
        if any(move.startswith("transfer") for move in view["legal"]):
            text += " " + _("With a card of the same rank you may transfer the attack to the next player instead.")
        return text % values

    def why(self, name: str, view: View) -> str:
        trump = name[1] == view["trump"]
        if not view["bout"]["table"]:
            return _("a trump: better kept for defence") if trump else _("may attack")
        if view["bout"]["defender"] != LEARNER:
            return _("its rank lies on the table; but it is a trump") if trump else _("its rank lies on the table")
        ways = [move.split() for move in view["legal"] if played(move) == name]
        reasons = [self._way(way, view["trump"]) for way in ways]
        return "; ".join(dict.fromkeys(reasons))

    def _way(self, way: list[str], trump: str) -> str:
        if way[0] == "transfer":
            return _("the same rank: transfers the attack")
        attack, name = way[1:]
        if name[1] == attack[1]:
            return _("higher in suit than %(card)s") % {"card": card(attack)}
        return _("a trump beats %(card)s") % {"card": card(attack)}

    def advice(self, move: str, view: View) -> str:
        name = played(move)
        if name is None:
            return self._without_a_card(move, view)
        if len(view["hand"]) == 1:
            return _("Play %(card)s: it is your last card.") % {"card": card(name)}
        text = {
            "attack": _("Attack with %(card)s: a low card costs you least."),
            "beat": _("Beat with %(card)s: it is the lowest that does it."),
            "throw": _("Throw in %(card)s: one card less for you."),
            "transfer": _("Transfer with %(card)s: somebody else has to beat it."),
        }[move.split()[0]]
        if move.startswith("attack") and [other[0] for other in view["hand"]].count(name[0]) > 1:
            text = _("Attack with %(card)s: you hold its rank twice and may throw in the other.")
        return text % {"card": card(name)}

    def advised(self, move: str, view: View) -> str:
        """With few cards left, beating costs less than taking."""
        beats = [each for each in view["legal"] if each.startswith("beat")]
        if move != "take" or len(view["hand"]) > FEW or not beats:
            return move
        return min(beats, key=lambda each: (each[-1] == view["trump"], RANKS.index(each[-2])))

    def _without_a_card(self, move: str, view: View) -> str:
        if move == "pass":
            return _("Pass: what you could throw in is worth keeping.") if len(view["legal"]) > 1 else _("Pass.")
        return (
            _("Take: it would cost a trump to beat it.") if len(view["legal"]) > 1 else _("Take: you cannot beat it.")
        )

    # -- what happened -----------------------------------------------------------------------------
    def told(self, happening: Happening) -> Iterator[Told]:
        for event in happening.events:
            told = getattr(self, f"_told_{event['type']}", None)
            if told:
                yield from told(event, happening)

    def _told_attack(self, event: Event, happening: Happening) -> Iterator[Told]:
        if happening.before["ply"] or event["seat"] == LEARNER:
            return
        text = _(
            "%(name)s attacks first: who holds the lowest trump begins, or if nobody has one, the lowest card. "
            "An attack is always against the player on the left."
        )
        yield Told(text % {"name": self.names[event["seat"]]})

    def _told_beat(self, event: Event, happening: Happening) -> Iterator[Told]:
        values = {"card": card(event["card"]), "with": card(event["with"])}
        if event["card"][1] != event["with"][1]:
            yield Told(_("%(with)s beats %(card)s because it is a trump.") % values, "trump")
        else:
            yield Told(_("%(with)s beats %(card)s: the same suit, and higher.") % values, "beat")

    def _told_throw(self, event: Event, happening: Happening) -> Iterator[Told]:
        text = _("%(card)s is thrown in: its rank lies on the table. The defender has to beat this one too.")
        yield Told(text % {"card": card(event["card"])}, "throw")

    def _told_transfer(self, event: Event, happening: Happening) -> Iterator[Told]:
        text = _("A transfer: with a card of the same rank the whole attack falls on %(name)s.")
        yield Told(text % {"name": self.names[event["to"]]}, "transfer")

    def _told_pass(self, event: Event, happening: Happening) -> Iterator[Told]:
        if event["seat"] == LEARNER:
            return
        text = _("%(name)s passes: everybody but the defender is asked, also who has nothing to throw in.")
        yield Told(text % {"name": self.names[event["seat"]]}, "pass")

    def _told_taken(self, event: Event, happening: Happening) -> Iterator[Told]:
        you = _("You take all cards of the bout. Your own attack is lost: the player on your left attacks.")
        other = _("%(name)s takes all cards of the bout and loses the attack: the player on the left attacks next.")
        yield Told(self.who(event["seat"], you, other), "" if event["seat"] == LEARNER else "taken")

    def _told_beaten(self, event: Event, happening: Happening) -> Iterator[Told]:
        text = _("Everybody has passed and all is beaten: the cards are out of the deal. Who defended attacks next.")
        yield Told(text, "beaten")

    def _told_out(self, event: Event, happening: Happening) -> Iterator[Told]:
        you = _("You have no cards left: you are out, and safe. The others play on.")
        other = _("%(name)s has no cards left: out, and safe. The others play on.")
        yield Told(self.who(event["seat"], you, other))

    def ending(self, view: View) -> list[str]:
        return [self.lost_by(view), _("The loser is the fool, the durak, and deals next.")]


class ArithmeticCoach(DurakCoach):
    """Beside the bout: how the hands grow."""

    def _told_draw(self, event: Event, happening: Happening) -> Iterator[Told]:
        filled: Any = happening.before["fill_to"]
        text = _("After this bout everybody fills up to %(count)s cards, the attacker first; next time to one more.")
        yield Told(text % {"count": filled}, "fill" if filled > 2 else "fill-first")

    def asks(self, view: View) -> list[str]:
        lines = super().asks(view)
        if view["fill_to"] == 2:
            lines.append(_("This is the first bout: one card each, so nothing can be thrown in."))
        return lines


def _open(view: View) -> list[str]:
    """The attacking cards still to beat."""
    return [attack for attack, beater in view["bout"]["table"] if beater is None]


def _ranks(view: View) -> str:
    ranks = {name[0] for pair in view["bout"]["table"] for name in pair if name}
    return " ".join(f"[{rank}]" for rank in sorted(ranks, key=RANKS.index))
