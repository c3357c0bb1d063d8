"""`python manage.py replay_deal FILE…`: play deal records through the rules of the live tables (N7)."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.rules.notation import check, check_file


class Command(BaseCommand):
    help = "Play deal records and print where each of them ends, one JSON object a line. See docs/NOTATION.md."
    requires_system_checks = []  # no database, no settings: only the rules
    check_record = staticmethod(check)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="one record, or one a line; - reads standard input"
        )

    def handle(self, *, files: list[str], **options: Any) -> None:
        try:
            fine = [self._answer(name) for name in files]
        except BrokenPipeError:  # the reader has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return
        if not all(fine):
            sys.exit(1)

    def _answer(self, name: str) -> bool:
        """Print an answer for each record of the file; False if one was refused or the file cannot be read."""
        try:
            content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        except (OSError, ValueError) as error:
            self.stderr.write(f"{name}: {getattr(error, 'strerror', None) or error}")
            return False
        fine = True
        for answer in check_file(content, self.check_record):
            fine = fine and answer["ok"]
            self.stdout.write(json.dumps(answer))
        return fine
