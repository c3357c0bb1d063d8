"""What is counted and timed, for Prometheus.  Labels of small sets only: never a card, a name or an address."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("lastcard_moves", "Moves stored, by who made them", ["by"])
REFUSED = Counter("lastcard_moves_refused", "Moves not stored, by the answer's code", ["code"])
COMMIT_SECONDS = Histogram(
    "lastcard_commit_seconds", "From taking a batch of moves to their commit",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)  # fmt: skip
BATCH_MOVES = Histogram("lastcard_batch_moves", "Moves in one commit", buckets=(1, 2, 4, 8, 16, 32, 64))
SOCKETS = Gauge("lastcard_sockets", "Open sockets of tables in this process")
TASK_LAG_SECONDS = Histogram(
    "lastcard_task_lag_seconds", "From when a table was due to when the background looked at it",
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60),
)  # fmt: skip
SWEPT = Counter("lastcard_swept", "Work that a sweep found undone", ["what"])
TALLY_SECONDS = Histogram(
    "lastcard_tally_seconds", "From the last move of a match to its stored result",
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60),
)  # fmt: skip
