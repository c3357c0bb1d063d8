"""This process's writer: one thread commits all moves that wait, together; each still succeeds or fails by itself."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue

import structlog
from django.db import close_old_connections

from .. import metrics
from .moves import Answer, MoveRequest, commit_moves

log = structlog.get_logger(__name__)
BATCH = 64
_Job = tuple[MoveRequest, Callable[[Answer], None], asyncio.AbstractEventLoop | None]


class Writer:
    """Takes moves from any thread (`submit`) or loop (`commit`)."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def submit(self, request: MoveRequest) -> Future[Answer]:
        """The answer, for a thread."""
        future: Future[Answer] = Future()
        self._put((request, future.set_result, None))
        return future

    async def commit(self, request: MoveRequest) -> Answer:
        """The answer, for a loop: it is woken once for all the answers of a batch."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        self._put((request, partial(_tell, future), loop))
        return await future

    def _put(self, job: _Job) -> None:
        self._jobs.put(job)
        if self._thread is None:
            self._start()

    def _start(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            batch = [self._jobs.get()]
            while len(batch) < BATCH and not self._jobs.empty():
                batch.append(self._jobs.get())
            self._serve(batch)

    @staticmethod
    def _serve(batch: list[_Job]) -> None:
        try:
            with metrics.COMMIT_SECONDS.time():
                answers = commit_moves([request for request, _, _ in batch])
        except Exception as error:  # the database is away: nothing was acknowledged, everybody may try again
            close_old_connections()  # the thread keeps its connection while it works
            log.error("commit_failed", error=type(error).__name__, moves=len(batch), exc_info=True)
            answers = [Answer("error", code="try_again")] * len(batch)
        metrics.BATCH_MOVES.observe(len(batch))
        told: dict[asyncio.AbstractEventLoop | None, list[Callable[[], None]]] = {}
        for (_, tell, loop), answer in zip(batch, answers, strict=True):
            told.setdefault(loop, []).append(partial(tell, answer))
        for loop, calls in told.items():
            if loop is None:
                _call(calls)
            elif not loop.is_closed():
                loop.call_soon_threadsafe(_call, calls)


def _call(calls: list[Callable[[], None]]) -> None:
    for call in calls:
        call()


def _tell(future: asyncio.Future[Answer], answer: Answer) -> None:
    if not future.done():  # who asked may have gone
        future.set_result(answer)


writer = Writer()
