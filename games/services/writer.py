"""This process's writer commits all moves that wait, together; each still succeeds or fails by itself.

A thread can commit any move.  In PostgreSQL the loop by itself commits those for which nothing has to be read, nearly
all: threads that take turns cost more than the work.
"""

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
from . import storing
from .moves import Answer, MoveRequest, commit_known, commit_moves

log = structlog.get_logger(__name__)
BATCH = 64
_Job = tuple[MoveRequest, Callable[[Answer], None], asyncio.AbstractEventLoop | None]


class Writer:
    """Takes moves from any thread (`submit`) or loop (`commit`)."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._loop_writer: _LoopWriter | None = None

    def submit(self, request: MoveRequest) -> Future[Answer]:
        """The answer, for a thread."""
        future: Future[Answer] = Future()
        self._put((request, future.set_result, None))
        return future

    async def commit(self, request: MoveRequest) -> Answer:
        """The answer, for a loop: it is woken once for all the answers of a batch."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        job = request, partial(_tell, future), loop
        if storing.at_once():
            self._on_loop(loop).put(job)
        else:
            self._put(job)
        return await future

    def _on_loop(self, loop: asyncio.AbstractEventLoop) -> _LoopWriter:
        if self._loop_writer is None or self._loop_writer.loop is not loop:
            self.close()
            self._loop_writer = _LoopWriter(loop, self._put)
        return self._loop_writer

    def close(self) -> None:
        """Let the loop's connection go."""
        if self._loop_writer:
            self._loop_writer.line.drop()

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


class _LoopWriter:
    """Commits on a loop what it can, and hands the rest on."""

    def __init__(self, loop: asyncio.AbstractEventLoop, hand_on: Callable[[_Job], None]) -> None:
        self.loop, self.line = loop, storing.Line()
        self._hand_on = hand_on
        self._jobs: list[_Job] = []
        self._work: asyncio.Task[None] | None = None

    def put(self, job: _Job) -> None:
        self._jobs.append(job)
        if self._work is None:
            self._work = self.loop.create_task(self._run())

    async def _run(self) -> None:
        try:
            while self._jobs:
                batch, self._jobs = self._jobs[:BATCH], self._jobs[BATCH:]
                await self._serve(batch)
        finally:
            self._work = None

    async def _serve(self, batch: list[_Job]) -> None:
        try:
            with metrics.COMMIT_SECONDS.time():
                answers = await commit_known([request for request, _, _ in batch], self.line)
        except Exception as error:  # committed or not: the thread finds out
            log.error("commit_failed", error=type(error).__name__, moves=len(batch), exc_info=True)
            answers = {}
        if answers:
            metrics.BATCH_MOVES.observe(len(answers))
        for index, job in enumerate(batch):
            if index in answers:
                job[1](answers[index])
            else:
                self._hand_on(job)


def _call(calls: list[Callable[[], None]]) -> None:
    for call in calls:
        call()


def _tell(future: asyncio.Future[Answer], answer: Answer) -> None:
    if not future.done():  # who asked may have gone
        future.set_result(answer)


writer = Writer()
