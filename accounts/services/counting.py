"""Counting matches: from confirmed results, in the order in which they ended, to ratings and records.

A pool (a game, live or by hand) is counted up to a point in time and on from there.  A result that comes late, is
corrected, void or somebody else's by now moves the point back: the matches from there on are rated again.  So whatever
happens in whichever order comes to the same as counting all anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import permutations
from typing import Any

import structlog
from celery import current_app
from django.db import transaction
from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery

from games.models import Result, ResultRow, Table
from games.rules import GAMES

from ..models import Due, Played, Player, Pool, ScoreCount, Standing, Together
from ..ratings import START, Rating, expected_places, rate
from . import bulk
from .standings import Standings

log = structlog.get_logger(__name__)

AT_ONCE = 100  # matches in one transaction: on SQLite everybody waits for it
FACTS = ("player_id", "ended_at", "seats", "place", "points", "deals", "fools", "left")
RATED = ("expected", "mu_before", "sigma_before", "mu", "sigma")
Point = tuple[datetime, int]  # when a table ended, and its id


# -- what is to be counted -----------------------------------------------------------------------------------


def note(*tables: Table) -> None:
    """The results of these tables are new, or may differ from what was counted.  Counted soon after the commit."""
    due = [Due(pool=pool_of(table), table=table) for table in tables if table.game in GAMES]
    Due.objects.bulk_create(due)
    for pool_id in {each.pool_id for each in due}:
        transaction.on_commit(lambda pool_id=pool_id: _start(pool_id), robust=True)


def note_player(user: Any) -> None:
    """Likewise the results of all that the user has played."""
    note(*Table.objects.filter(played__player__user=user).distinct())


def pool_of(table: Table) -> Pool:
    return Pool.objects.get_or_create(game=table.game, kind=table.kind)[0]


def pools() -> list[Pool]:
    """All that there are, and those of which nothing has been counted yet."""
    finished = Table.objects.filter(state=Table.State.FINISHED, game__in=GAMES)
    for each in finished.order_by().values("game", "kind").distinct():
        pool_of(Table(**each))
    return list(Pool.objects.order_by("pk"))


def _start(pool_id: int) -> None:
    try:
        current_app.send_task("accounts.tasks.count_matches", (pool_id,), retry=False)
    except Exception as error:  # as in `games.services.background`: the sweep does it later
        log.warning("task_not_sent", task="count_matches", pool=pool_id, error=type(error).__name__)


def waiting() -> list[int]:
    """Pools in which something is to be counted."""
    return list(Pool.objects.filter(Q(behind=True) | Q(dues__isnull=False)).distinct().values_list("pk", flat=True))


# -- counting --------------------------------------------------------------------------------------------------


def count_all(pool_id: int) -> None:
    """Counts until nothing waits."""
    while count(pool_id):
        pass


@transaction.atomic
def count(pool_id: int, at_most: int = AT_ONCE) -> bool:
    """Counts the next matches of a pool; True if more wait."""
    pool = Pool.objects.select_for_update(no_key=True).filter(pk=pool_id).first()  # a tally may still refer to it
    if pool is None:
        return False
    due = list(pool.dues.select_related("table"))
    _go_back(pool, [each.table for each in due])
    matches = list(_matches(_next_tables(pool)[:at_most]))
    if matches:
        _Chunk(pool, matches).count()
        ended_at, table_id = matches[-1].point
        pool.next_at, pool.next_id = ended_at, table_id + 1
    pool.behind = len(matches) == at_most
    pool.save()
    Due.objects.filter(pk__in=[each.pk for each in due]).delete()
    return pool.behind


@transaction.atomic
def forget(pool_id: int) -> None:
    """Nothing of the pool is counted any more, and all of it waits."""
    Pool.objects.select_for_update(no_key=True).get(pk=pool_id)
    for model in (Played, Standing, Together, ScoreCount):
        model.objects.filter(pool=pool_id).delete()
    Pool.objects.filter(pk=pool_id).update(next_at=None, next_id=0, behind=True)


def _go_back(pool: Pool, tables: list[Table]) -> None:
    """Before the first of `tables`; what was counted of one that no longer counts there is taken out."""
    if not tables:
        return
    counting = dict(_countable(pool).filter(pk__in=[table.pk for table in tables]).values_list("pk", "ended_at"))
    lines = Played.objects.filter(pool=pool, table__in=tables).select_related("player__user")
    stale = [line for line in lines if counting.get(line.table_id) != line.ended_at]
    _take_out(pool, stale)
    points = [(ended_at, pk) for pk, ended_at in counting.items()] + [(line.ended_at, line.table_id) for line in stale]
    if points and pool.next_at is not None:
        pool.next_at, pool.next_id = min((pool.next_at, pool.next_id), *points)


def _take_out(pool: Pool, lines: list[Played]) -> None:
    if not lines:
        return
    players = {line.player_id: line.player for line in lines}
    standings = Standings(pool, players.values())
    Played.objects.filter(pk__in=[line.pk for line in lines]).delete()
    for player in players.values():
        standings.refold(player)
    standings.store()
    _meet(pool, [(lines_of_one, -1) for lines_of_one in _by_table(lines).values()], players)


# -- reading results ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Match:
    """A confirmed result.  `who` by seat: a user's id, a bot's level, or None for a name without an account."""

    table: Table
    who: list[int | str | None]
    rows: list[ResultRow]
    points: list[int]

    @property
    def point(self) -> Point:
        return self.table.ended_at, self.table.pk


def _countable(pool: Pool) -> QuerySet[Table]:
    return Table.objects.filter(
        game=pool.game, kind=pool.kind, state=Table.State.FINISHED, ended_at__isnull=False,
        results__state=Result.State.CONFIRMED,
    )  # fmt: skip


def _next_tables(pool: Pool) -> QuerySet[Table]:
    confirmed = Result.objects.filter(state=Result.State.CONFIRMED).prefetch_related("rows")
    tables = _countable(pool).order_by("ended_at", "pk")
    if pool.next_at is not None:
        later = Q(ended_at__gt=pool.next_at) | Q(pk__gte=pool.next_id)
        tables = tables.filter(later, ended_at__gte=pool.next_at)
    return tables.prefetch_related("seats", Prefetch("results", confirmed, to_attr="confirmed"))


def _matches(tables: Iterable[Any]) -> Iterator[_Match]:
    for table in tables:
        [result] = table.confirmed
        who = {seat.number: seat.user_id or seat.bot or None for seat in table.seats.all()}
        rows = list(result.rows.all())
        yield _Match(table, [who.get(row.seat) for row in rows], rows, [_points(result, row) for row in rows])


def _points(result: Result, row: ResultRow) -> int:
    """Of this match's deals: `ResultRow.points` holds those brought along too (T8)."""
    return sum(deal["points"][row.seat] or 0 for deal in result.sheet) if result.sheet else row.points


# -- a chunk of matches ------------------------------------------------------------------------------------------


class _Chunk:
    """The next matches of a pool, rated and recorded."""

    def __init__(self, pool: Pool, matches: list[_Match]) -> None:
        self.pool, self.matches = pool, matches
        self.players = _players({who for match in matches for who in match.who if who})
        by_pk = {player.pk: player for player in self.players.values()}
        start = matches[0].point
        self.ratings = _ratings_before(pool, by_pk, start)
        self.counted_ahead = _counted_from(pool, by_pk, start)
        self.stored = _by_table(
            Played.objects.filter(table__in=[match.table.pk for match in matches]).select_related("player__user")
        )
        gone = {line.player_id: line.player for lines in self.stored.values() for line in lines}
        self.by_pk = gone | by_pk
        self.standings = Standings(pool, self.by_pk.values())
        self.refolded: set[int] = set()
        self.met: list[tuple[list[Played], int]] = []
        self.writes = _Writes()

    def count(self) -> None:
        for match in self.matches:
            self._count(match, self.stored.get(match.table.pk, []))
        self.writes.store()
        for player_id in sorted(self.refolded):
            self.standings.refold(self.by_pk[player_id])
        self.standings.store()
        _meet(self.pool, self.met, self.by_pk)

    def _count(self, match: _Match, stored: list[Played]) -> None:
        lines = self._lines(match)
        known = {line.seat: line for line in stored}
        for line in lines:
            old = known.get(line.seat)
            self._record(line, is_new=old is None or not _same(old, line, FACTS))
            self.writes.note(old, line)
        seats = {line.seat for line in lines}
        self.writes.gone += [line for line in stored if line.seat not in seats]
        self.refolded |= {line.player_id for line in stored if not _stays(line, lines)}
        self.met += [(stored, -1), (lines, 1)]

    def _record(self, line: Played, *, is_new: bool) -> None:
        if not is_new:
            self.standings.rate(line)
        elif line.player_id in self.counted_ahead:
            self.refolded.add(line.player_id)
        else:
            self.standings.add(line)

    def _lines(self, match: _Match) -> list[Played]:
        """Rates the match."""
        players = [self.players.get(who) if who else None for who in match.who]
        keys = [player.pk if player else None for player in players]
        before = [self.ratings.get(key, START) if key else START for key in keys]
        self.ratings |= rate(keys, [row.place for row in match.rows], self.ratings)
        expected = expected_places(before)
        return [
            self._line(match, number, key, before[number], expected[number])
            for number, key in enumerate(keys) if key
        ]  # fmt: skip

    def _line(self, match: _Match, number: int, player_id: int, before: Rating, expected: float) -> Played:
        row, after = match.rows[number], self.ratings[player_id]
        return Played(
            pool=self.pool, player_id=player_id, table=match.table, seat=row.seat, ended_at=match.table.ended_at,
            seats=len(match.rows), place=row.place, points=match.points[number], deals=row.deals,
            fools=row.count if GAMES[self.pool.game].counts == "losses" else 0, left=row.left, expected=expected,
            mu_before=before.mu, sigma_before=before.sigma, mu=after.mu, sigma=after.sigma,
        )  # fmt: skip


class _Writes:
    """Lines to store, all at once; `gone`: seats that are nobody's any more."""

    def __init__(self) -> None:
        self.new: list[Played] = []
        self.changed: list[Played] = []
        self.gone: list[Played] = []

    def note(self, old: Played | None, line: Played) -> None:
        if old is None:
            self.new.append(line)
        elif not _same(old, line, FACTS + RATED):
            line.pk = old.pk
            self.changed.append(line)

    def store(self) -> None:
        Played.objects.filter(pk__in=[line.pk for line in self.gone]).delete()
        Played.objects.bulk_create(self.new)
        bulk.overwrite(self.changed, ("player", *FACTS[1:], *RATED))


def _same(old: Played, new: Played, fields: Iterable[str]) -> bool:
    return all(getattr(old, name) == getattr(new, name) for name in fields)


def _stays(line: Played, lines: list[Played]) -> bool:
    return any(new.seat == line.seat and _same(line, new, FACTS) for new in lines)


def _by_table(lines: Iterable[Played]) -> dict[int, list[Played]]:
    found: dict[int, list[Played]] = {}
    for line in lines:
        found.setdefault(line.table_id, []).append(line)
    return found


# -- players -------------------------------------------------------------------------------------------------------


def _players(who: set[int | str]) -> dict[int | str, Player]:
    """Users' ids and bots' levels -> players, made where there is none yet."""
    users, bots = {each for each in who if isinstance(each, int)}, {each for each in who if isinstance(each, str)}
    wanted = Player.objects.filter(Q(user__in=users) | Q(bot__in=bots)).select_related("user")
    found = {player.user_id or player.bot: player for player in wanted}
    if missing := who - found.keys():
        new = [Player(user_id=each) if isinstance(each, int) else Player(bot=each) for each in missing]
        Player.objects.bulk_create(new, ignore_conflicts=True)
        found = {player.user_id or player.bot: player for player in wanted.all()}
    return found


def _ratings_before(pool: Pool, players: Iterable[int], point: Point) -> dict[int, Rating]:
    """Players' ratings as they were before that point, of those who had played."""
    ended_at, table_id = point
    earlier = Q(ended_at__lt=ended_at) | Q(ended_at=ended_at, table__lt=table_id)
    last = Played.objects.filter(earlier, player=OuterRef("pk"), pool=pool).order_by("-ended_at", "-table")
    lines = Player.objects.filter(pk__in=players).values_list(Subquery(last.values("pk")[:1]), flat=True)
    return {
        line.player_id: Rating(line.mu, line.sigma)
        for line in Played.objects.filter(pk__in=[pk for pk in lines if pk])
    }  # fmt: skip


def _counted_from(pool: Pool, players: Iterable[int], point: Point) -> set[int]:
    """Players of whom that match or a later one is counted."""
    ended_at, table_id = point
    later = Q(ended_at__gt=ended_at) | Q(table__gte=table_id)
    found = Played.objects.filter(later, pool=pool, player__in=players, ended_at__gte=ended_at)
    return set(found.values_list("player", flat=True).distinct())


# -- who has played with whom ----------------------------------------------------------------------------------------


def _meet(pool: Pool, matches: list[tuple[list[Played], int]], players: Mapping[int, Player]) -> None:
    """Adds (1) or takes away (-1) matches from what pairs of people have played."""
    totals: Counter[tuple[int, int, str]] = Counter()
    for lines, by in matches:
        for key, number in _meetings(lines, players).items():
            totals[key] += by * number
    pairs = {(one, other) for one, other, _what in totals}
    changes = {
        (pool.pk, one, other): tuple(totals[one, other, what] for what in ("matches", "ahead", "behind"))
        for one, other in pairs
    }  # fmt: skip
    bulk.add(Together, ("pool_id", "player_id", "other_id"), ("matches", "ahead", "behind"), changes)
    if any(change[0] < 0 for change in changes.values()):
        Together.objects.filter(pool=pool, player__in={one for one, _other in pairs}, matches=0).delete()


def _meetings(lines: list[Played], players: Mapping[int, Player]) -> Counter[tuple[int, int, str]]:
    found: Counter[tuple[int, int, str]] = Counter()
    people = [line for line in lines if players[line.player_id].user_id]
    for one, other in permutations(people, 2):
        found[one.player_id, other.player_id, "matches"] += 1
        if one.place != other.place:
            found[one.player_id, other.player_id, "ahead" if one.place < other.place else "behind"] += 1
    return found
