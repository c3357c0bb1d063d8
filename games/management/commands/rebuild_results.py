"""Play every stored move again and say where what is stored differs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Table
from games.services.results import rebuild


class Command(BaseCommand):
    help = "Rebuild every stored result from the moves and say what differs. Ends with status 1 where something does."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="TABLE", help="only these tables (default: all)")

    def handle(self, *args: Any, **options: Any) -> None:
        tables = Table.objects.filter(kind=Table.Kind.LIVE).order_by("pk")
        if options["slugs"]:
            tables = tables.filter(slug__in=options["slugs"])
        count = wrong = 0
        for table, differences in rebuild(tables.iterator(chunk_size=200)):
            count += 1
            wrong += bool(differences)
            for line in differences:
                self.stdout.write(f"{table.slug}: {line}")
        self.stdout.write(f"{count} tables rebuilt, {wrong} differ")
        if wrong:
            raise CommandError("What is stored differs from what the moves say.", returncode=1)
