"""How a service says no."""

from __future__ import annotations


class Refused(Exception):
    """What was asked for cannot be done: a code for programs, a translated sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = str(message)
        super().__init__(self.message)
