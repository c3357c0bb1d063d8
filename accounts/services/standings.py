"""Records of players by period: kept up match by match, or folded anew from all that a player has played."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ..models import Played, Player, Pool, Standing
from ..ratings import MEASURES, Line, Rating, Record, score
from . import bulk, periods
from .counts import Changes

FIELDS = tuple(Record.__dataclass_fields__)
STORED = (*FIELDS, "listed", *(f"by_{measure}" for measure in MEASURES))


def line_of(played: Played) -> Line:
    return Line(played.place == 1, played.points, played.deals, played.fools, Rating(played.mu, played.sigma))


def ratings_of(users: Collection[int], game: str, kind: str) -> dict[int, float]:
    """Of those users (ids) who have played that game so, live or by hand, their ratings as they are now."""
    rows = Standing.objects.filter(
        player__user__in=users, pool__game=game, pool__kind=kind, period=periods.ALL, matches__gt=0
    )
    return {row.player.user_id: row.rating.exact for row in rows.select_related("player") if row.player.user_id}


class Standings:
    """The standings of some players of a pool (whose row is locked): read, changed, stored."""

    def __init__(self, pool: Pool, players: Collection[Player]) -> None:
        self.pool = pool
        self.players = {player.pk: player for player in players}
        self._changes = Changes()
        self._records: dict[tuple[int, str], Record] = {}
        self._rows = {}
        for row in Standing.objects.filter(pool=pool, player__in=self.players):
            self._rows[row.player_id, row.period] = row
            self._records[row.player_id, row.period] = row.record

    def add(self, played: Played) -> None:
        """The player's latest match."""
        for period in self._periods(played):
            self._change(played, period, self._record(played, period).add(line_of(played)))

    def rate(self, played: Played) -> None:
        """A match that is in the records already has another outcome for the rating."""
        for period in self._periods(played):
            self._change(played, period, self._record(played, period).rated(Rating(played.mu, played.sigma)))

    def refold(self, player: Player) -> None:
        """From all that the player has played in the pool."""
        for key in [key for key in self._records if key[0] == player.pk]:
            del self._records[key]
        lines = Played.objects.filter(player=player, pool=self.pool).order_by("ended_at", "table", "seat")
        for played in lines if player.user_id else lines.reverse()[:1]:
            self.add(played)

    def store(self) -> None:
        """Writes what has changed, and counts the scores."""
        gone = [row for key, row in self._rows.items() if key not in self._records]
        rows = [self._row(*key, record) for key, record in self._records.items()]
        new = [row for row in rows if row.pk is None]
        changed = [row for row in rows if row.pk and self._differs(row)]
        for row in (*gone, *(self._rows[row.player_id, row.period] for row in changed)):
            self._changes.note(row, -1)
        for row in (*new, *changed):
            self._changes.note(row, 1)
        Standing.objects.filter(pk__in=[row.pk for row in gone]).delete()
        Standing.objects.bulk_create(new)
        bulk.overwrite(changed, STORED)
        self._changes.store()

    def _periods(self, played: Played) -> Iterable[str]:
        """A bot has a rating, and no record of weeks."""
        every = periods.of(played.ended_at)
        return every if self.players[played.player_id].user_id else every[:1]

    def _record(self, played: Played, period: str) -> Record:
        return self._records.get((played.player_id, period), Record())

    def _change(self, played: Played, period: str, record: Record) -> None:
        is_person = self.players[played.player_id].user_id
        self._records[played.player_id, period] = record if is_person else Record().rated(record.rating)

    def _row(self, player_id: int, period: str, record: Record) -> Standing:
        """As it is to be stored."""
        stored = self._rows.get((player_id, period))
        user = self.players[player_id].user
        return Standing(
            pk=stored.pk if stored else None, pool=self.pool, player_id=player_id, period=period,
            listed=bool(user and user.listed),
            **{name: getattr(record, name) for name in FIELDS},
            **{f"by_{measure}": score(measure, record) for measure in MEASURES},
        )  # fmt: skip

    def _differs(self, row: Standing) -> bool:
        stored = self._rows[row.player_id, row.period]
        return any(getattr(stored, name) != getattr(row, name) for name in STORED)
