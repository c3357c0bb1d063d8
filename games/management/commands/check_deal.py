"""`python manage.py check_deal FILE…`: whether the cards of live deals come from the secret and the players' texts."""

from __future__ import annotations

from games.rules.fair import check

from . import replay_deal


class Command(replay_deal.Command):
    help = (
        "Check where the cards of deal records come from: commitment, seed, dealer, cards, moves and result. One JSON "
        "object a line; ends with status 1 if anything is not as it should be. See docs/NOTATION.md."
    )
    check_record = staticmethod(check)
