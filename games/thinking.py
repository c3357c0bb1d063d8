"""Where strong bots think.

In the embedded way in one process of its own, `python -m games.thinking`: a thread that computes would hold up
everybody at every table.  It reads pickled questions from its input, answers with one line each and ends when its
input does, so it never outlives the site.  It knows the rules and the bots, neither Django nor any deal: a question
holds a world that looks the same to the seat.
"""

from __future__ import annotations

import atexit
import logging
import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from select import select
from time import monotonic
from typing import IO

from games import bots
from games.rules.game import Game

log = logging.getLogger(__name__)
ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 3.0  # seconds beyond those of the question
NICENESS = 5  # the site goes first


@dataclass(frozen=True)
class Question:
    """What `seat` is to play.  `world` is a sample, never the deal itself."""

    level: str
    world: Game
    seat: int
    seed: str
    seconds: float  # to think at most
    memory: bots.Memory | None = None

    def answer(self) -> str:
        """The move; takes up to `seconds`."""
        until = monotonic() + self.seconds
        return bots.choose(
            self.level, self.world, self.seat, Random(self.seed), lambda: monotonic() < until, self.memory
        )


class Thinker:
    """The process that thinks: started when first asked, started again when it was lost.  For any number of threads."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = threading.Lock()
        self._waiting = 0
        self._closed = False

    def ask(self, question: Question) -> str:
        """The answer.  Those who wait at the same time share the seconds; without a process a quick move must do."""
        self._waiting += 1
        try:
            with self._turn:
                return self._answer(replace(question, seconds=question.seconds / self._waiting))
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the process; nobody thinks any more."""
        self._closed = True
        self._stop()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def _answer(self, question: Question) -> str:
        for _ in range(2):
            if self._closed:
                break
            try:
                return self._exchange(question)
            except (OSError, EOFError) as error:
                log.warning("thinker lost: %r", error)
                self._stop()
        return replace(question, level="easy").answer()

    def _exchange(self, question: Question) -> str:
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        pickle.dump(question, process.stdin)
        process.stdin.flush()
        if not select([process.stdout], [], [], question.seconds + PATIENCE)[0]:
            raise TimeoutError("no answer")
        if line := process.stdout.readline():
            return line.decode().rstrip("\n")
        raise EOFError("it ended")

    def _start(self) -> subprocess.Popen[bytes]:
        """In a session of its own: Ctrl-C is for the site, which then closes its input."""
        command = [sys.executable, "-m", "games.thinking"]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                _close(pipe)


def _close(pipe: IO[bytes] | None) -> None:
    """What could not be written to a process that is gone is of no use."""
    with suppress(OSError):
        if pipe:
            pipe.close()


thinker = Thinker()
atexit.register(thinker.close)


def main() -> None:
    """Answer until the input ends or nobody reads any more."""
    os.nice(NICENESS)
    with suppress(EOFError, BrokenPipeError):
        while True:
            move = pickle.load(sys.stdin.buffer).answer()
            os.write(sys.stdout.fileno(), f"{move}\n".encode())


if __name__ == "__main__":
    main()
