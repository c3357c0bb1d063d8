"""A day of visitors in some minutes, on the services way: `python -m tests.bench.soak [SECONDS [VISITORS]]`.

SECONDS (10) stand for an hour, in which VISITORS (30) come.  Each is a guest who plays against bots for a while or
opens a table and waits there; all go away without a word.  After an hour all that is stored is made an hour older, and
what beat starts now and then is started.  Months later nothing may be left of those who did not play a match to its
end.  A line says what there is every third hour; ends with 1 if anything was left.
"""

from __future__ import annotations

import json
import re
import sys
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from random import Random

import redis

from games.rules import GAMES
from tests.bench.tables import machine, memory_mib
from tests.services.fleet import Fleet, Part
from tests.services.servers import missing, until
from tests.site import Visitor

HOURS = 24
MONTHS = (8, 31, 31, 31)  # days: idle matches close after a week, are gone a month later; a session lasts 90 days
CLEANERS = (
    "games.tasks.close_stale", "tournaments.tasks.remove_abandoned", "accounts.tasks.clean_guests",
    "accounts.tasks.clean_sessions",
)  # fmt: skip
MOMENTS = {
    "games_table": ("created_at", "started_at", "ended_at", "turn_started_at", "due_at", "clock_at"),
    "accounts_user": ("date_joined", "last_login"),
    "django_session": ("expire_date",),
}
GROWTH = 1.15  # of the web process's memory from the sixth hour to the last
FORM = {"seats": "3", "turn_seconds": "None", "public": "True", "format": "deals", "number_deals": "1"} | {
    f"option_{option.name}": str(option.default) for option in GAMES["last-player"].options
}


@dataclass
class Stream:
    """Visitors of one web process."""

    web: Part
    random: Random = field(default_factory=lambda: Random(1))
    failed: list[str] = field(default_factory=list)
    threads: list[threading.Thread] = field(default_factory=list)
    count: int = 0

    def send_one(self) -> None:
        self.count += 1
        self.threads = [thread for thread in self.threads if thread.is_alive()]
        self.threads.append(threading.Thread(target=self._visit, args=(self.count,), daemon=True))
        self.threads[-1].start()

    def _visit(self, number: int) -> None:
        # each from an address of its own: a club of hundreds behind one is told to wait
        visitor = Visitor(self.web, f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
        try:
            if number % 3:
                self._play(visitor)
            else:
                self._wait(visitor)
        except Exception as error:
            self.failed.append(f"{type(error).__name__}: {error}")

    def _play(self, visitor: Visitor) -> None:
        with visitor.socket(visitor.play_now()) as line:
            for _ in range(self.random.randrange(40)):
                message = json.loads(line.recv(timeout=10))
                if message.get("table", {}).get("state") == "finished":
                    return
                deal = message.get("deal")
                if deal and deal["view"] and deal["view"]["legal"]:
                    place = {"deal": deal["number"], "ply": deal["view"]["ply"]}
                    line.send(json.dumps({"type": "move", "id": 1, **place, "move": deal["view"]["legal"][0]}))

    def _wait(self, visitor: Visitor) -> None:
        visitor.get("/")
        path, _ = visitor.post("/tables/new/last-player/", **FORM)
        if not path.startswith("/tables/") or path.endswith("/last-player/"):
            raise RuntimeError(f"no table was opened: {path}")
        with visitor.socket(path) as line:
            line.recv(timeout=10)


def grow_older(fleet: Fleet, hours: float) -> None:
    for table, columns in MOMENTS.items():
        each = ", ".join(f"{column} = {column} - interval '{hours} hours'" for column in columns)
        fleet.ask(f"with done as (update {table} set {each} returning 1) select count(*) from done")


def clean(fleet: Fleet, times: int = 1) -> None:
    """What beat asks for every minute, ten minutes and hour."""
    fleet.child("run_tasks", names=CLEANERS, times=times)


def count(fleet: Fleet) -> dict[str, float]:
    states = dict(fleet.ask("select state, count(*) from games_table group by state"))
    store = redis.Redis.from_url(fleet.redis.url)
    with urllib.request.urlopen(f"{fleet['web0'].url}/metrics/", timeout=20) as page:
        sockets = re.search(r"^lastcard_sockets (\S+)", page.read().decode(), re.MULTILINE)
    return {
        **{state: states.get(state, 0) for state in ("open", "playing", "finished", "abandoned")},
        "guests": fleet.ask("select count(*) from accounts_user where is_guest")[0][0],
        "sessions": fleet.ask("select count(*) from django_session")[0][0],
        "sockets": float(sockets[1]) if sockets else -1,
        "keys": store.dbsize(),
        "redis MiB": store.info("memory")["used_memory"] / 2**20,
        "web MiB": memory_mib(fleet["web0"].process),
    }


def bots_to_move(fleet: Fleet) -> int:
    return int(fleet.ask("select count(*) from games_table where state = 'playing' and due_at < now()")[0][0])


def tell(hour: str, found: dict[str, float]) -> None:
    print(f"{hour:>8}: " + ", ".join(f"{name} {value:.0f}" for name, value in found.items()), flush=True)


def left_over(early: dict[str, float], late: dict[str, float], end: dict[str, float], fleet: Fleet) -> list[str]:
    """What ought to have gone, in words."""
    kept = "exists (select from games_seat s join games_table t on t.id = s.table_id where s.user_id = u.id)"
    idle = fleet.ask(f"select count(*) from accounts_user u where is_guest and not {kept}")[0][0]
    wrong = [
        f"{name}: {end[name]:.0f}" for name in ("open", "playing", "abandoned", "sessions", "sockets") if end[name]
    ]
    wrong += [f"guests who played nothing: {idle}"] if idle else []
    if late["web MiB"] > GROWTH * early["web MiB"]:
        wrong.append(f"web process: {early['web MiB']:.0f} MiB after six hours, {late['web MiB']:.0f} after a day")
    return wrong


def main(seconds: float = 10, visitors: float = 30) -> int:
    if lacks := missing():
        print(f"not run: {lacks}")
        return 0
    print(machine(), flush=True)
    with Fleet(web=1, worker=1, beat=1, env={"STATE_CACHE_SIZE": "500"}) as fleet:
        fleet.start()
        come = Stream(fleet.parts[0])
        hours = []
        for hour in range(1, HOURS + 1):
            began = time.monotonic()
            for number in range(int(visitors)):
                time.sleep(max(0.0, began + number * seconds / visitors - time.monotonic()))
                come.send_one()
            grow_older(fleet, 1)
            clean(fleet)
            hours.append(count(fleet))
            if hour % 3 == 0:
                tell(f"{hour} h", hours[-1])
        for thread in come.threads:
            thread.join(60)
        until(lambda: not count(fleet)["sockets"] and not bots_to_move(fleet), 120, every=1)
        for days in MONTHS:
            grow_older(fleet, 24 * days)
            clean(fleet, 10)
        end = count(fleet)
        tell("later", end)
        wrong = left_over(hours[5], hours[-1], end, fleet)
        print(f"{come.count} came; heard nothing for ten seconds and went: {len(come.failed)} {come.failed[:3]}")
        print(f"left behind: {', '.join(wrong) or 'nothing'}", flush=True)
        return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:])))
