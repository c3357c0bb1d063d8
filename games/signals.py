"""The only news that goes upward from the games."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent within the tally with `table` and its confirmed `result`; receivers may be called twice for one table."""

match_voided = Signal()
"""Sent with `table` and `reason` as staff declares a match void; put back, it is `match_finished` again."""
