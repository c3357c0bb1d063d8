"""This process's writer: one thread commits all moves that wait, together; each still succeeds or fails by itself."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from queue import SimpleQueue

import structlog
from django.db import close_old_connections

from .. import metrics
from .moves import Answer, MoveRequest, commit_moves

log = structlog.get_logger(__name__)
BATCH = 64
_Job = tuple[MoveRequest, "Future[Answer]"]


class Writer:
    """Takes moves from any thread or loop; `submit` gives a future of the answer."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def submit(self, request: MoveRequest) -> Future[Answer]:
        future: Future[Answer] = Future()
        self._jobs.put((request, future))
        if self._thread is None:
            self._start()
        return future

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
                answers = commit_moves([request for request, _ in batch])
        except Exception as error:  # the database is away: nothing was acknowledged, everybody may try again
            close_old_connections()  # the thread keeps its connection while it works
            log.error("commit_failed", error=type(error).__name__, moves=len(batch), exc_info=True)
            answers = [Answer("error", code="try_again")] * len(batch)
        metrics.BATCH_MOVES.observe(len(batch))
        for (_, future), answer in zip(batch, answers, strict=True):
            future.set_result(answer)


writer = Writer()
