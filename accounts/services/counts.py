"""How many listed players have which score: a tree of two levels, so that a rank costs the same whatever is stored.

A score of 20 bits is counted at itself and at its range of 1,024 scores: the players ahead of it are those in higher
ranges and those with higher scores of the same range.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Q, Sum

from ..models import ScoreCount, Standing
from ..ratings import MEASURES
from . import bulk

RANGE_BITS = 10


def range_node(score: int) -> int:
    return -1 - (score >> RANGE_BITS)


def ahead(pool_id: int, period: str, measure: str, score: int) -> int:
    """How many listed players have a higher score."""
    in_range = Q(node__gt=score, node__lte=score | (1 << RANGE_BITS) - 1)
    found = ScoreCount.objects.filter(pool=pool_id, period=period, measure=measure)
    return found.filter(Q(node__lt=range_node(score)) | in_range).aggregate(sum=Sum("players"))["sum"] or 0


def having(pool_id: int, period: str, measure: str, scores: Iterable[int]) -> dict[int, int]:
    """How many listed players have each of these scores."""
    found = ScoreCount.objects.filter(pool=pool_id, period=period, measure=measure, node__in=set(scores))
    return dict(found.values_list("node", "players"))


class Changes:
    """Scores that come and go, added up and then stored at once."""

    def __init__(self) -> None:
        self._nodes: defaultdict[tuple[int, str, str, int], int] = defaultdict(int)

    def note(self, standing: Standing, by: int) -> None:
        """`by`: 1 for the scores that the standing has from now on, -1 for those that it had."""
        for measure in MEASURES:
            score = getattr(standing, f"by_{measure}")
            if standing.listed and score is not None:
                for node in (score, range_node(score)):
                    self._nodes[standing.pool_id, standing.period, measure, node] += by

    def store(self) -> None:
        changes = {key: (number,) for key, number in self._nodes.items()}
        bulk.add(ScoreCount, ("pool_id", "period", "measure", "node"), ("players",), changes)
