"""Finished matches of all games in the data folder of a site: `LASTCARD_DATA=… python -m tests.played` fills it.

It prints one JSON object: `session`, the cookie of a player who sat in all of them, and `matches`, game -> slug.
"""

from __future__ import annotations

import json
from typing import Any

MOST_MOVES = 500
PLAYS = {  # game -> how it is played; deals in which nobody gets on are stopped
    "last-player": {"format": "elimination", "params": {"limit": 60}},
    "follow-the-leader": {"format": "first_to", "params": {"count": 1}},
    "king-george-iii": {"format": "deals", "params": {"count": 3}},
    "chukchi-durak": {"format": "first_to", "params": {"count": 2}},
    "arithmetic-durak": {"format": "first_to", "params": {"count": 2}},
}


def play_match(host: Any, other: Any, game: str, seats: int = 4, **changes: Any) -> Any:
    """A match of two people and bots, played to its end by the services and counted."""
    from games import services

    from .games.support import open_table

    table = open_table(
        host, seats=seats, **{"game": game, "options": {"max_moves": MOST_MOVES}, **PLAYS[game], **changes}
    )
    services.take_seat(table.slug, other)
    if seats > 2:
        services.fill(table.slug, host)
    play_well(table)
    services.tally(table.pk)
    return table


def play_well(table: Any, deals: int | None = None) -> None:
    """Everybody plays as a bot would, until the match is over (or `deals` deals are)."""
    from random import Random

    from games import bots

    from .games.support import next_moment, play, state_of

    table.refresh_from_db()
    while table.state == "playing" and (deals is None or table.deals.exclude(ended_at=None).count() < deals):
        if table.phase == "playing" and table.to_act is not None and table.modes[table.to_act] != "b":
            state = state_of(table)
            play(table, bots.choose("easy", state, state.to_act, Random(table.version)))
            table.refresh_from_db()
        else:
            next_moment(table)


def main() -> None:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
    from django.contrib.sessions.backends.db import SessionStore

    from accounts.services import BACKEND

    create = get_user_model().objects.create_user
    ann, bob = create("anna", display_name="Анна"), create("boris", display_name="Борис Великолепный")
    matches = {game: play_match(ann, bob, game).slug for game in PLAYS}
    session = SessionStore()
    session.update(
        {SESSION_KEY: str(ann.pk), BACKEND_SESSION_KEY: BACKEND, HASH_SESSION_KEY: ann.get_session_auth_hash()}
    )
    session.create()
    print(json.dumps({"session": session.session_key, "matches": matches}))


if __name__ == "__main__":
    import django

    django.setup()
    main()
