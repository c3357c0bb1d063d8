"""The coach at a practice deal: what is asked of the learner, what may be played and why, what just happened.

One file a game.  A coach sees what the learner sees.  Cards stand in its texts as `[7h]`, suits as `[h]`, ranks as
`[7]`; the page makes signs and words of them.
"""

from __future__ import annotations

from .coach import Choice, Coach, Happening, Told
from .durak import ArithmeticCoach, DurakCoach
from .follow_the_leader import FollowTheLeaderCoach
from .king_george_iii import KingGeorgeIIICoach
from .last_player import LastPlayerCoach

__all__ = ["COACHES", "Choice", "Coach", "Happening", "Told"]

COACHES: dict[str, type[Coach]] = {
    "last-player": LastPlayerCoach,
    "follow-the-leader": FollowTheLeaderCoach,
    "king-george-iii": KingGeorgeIIICoach,
    "chukchi-durak": DurakCoach,
    "arithmetic-durak": ArithmeticCoach,
}
