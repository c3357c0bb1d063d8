"""Processes that give the same tables moves for the same plies at the same moment."""

from __future__ import annotations

import multiprocessing
import os
from collections import defaultdict
from random import Random
from typing import Any

Told = tuple[int, int, int, str, str, str, int]  # table, deal, ply, move, status, code, version


def race(tables: int, rounds: int, processes: int) -> dict[str, Any]:
    """Play `tables` tables for `rounds` plies, each ply by all processes at once -> what was found."""
    from tests.services.child import seat_people

    ids = [table for table, _, _ in seat_people(tables, seats=3, count=50)]
    spawn = multiprocessing.get_context("spawn")
    barrier, told = spawn.Barrier(processes, timeout=300), spawn.Queue()
    runners = [
        spawn.Process(target=run, args=(rank, ids, rounds, barrier, told), daemon=True) for rank in range(processes)
    ]
    for runner in runners:
        runner.start()
    answers = [answer for _ in runners for answer in told.get(timeout=500)]
    for runner in runners:
        runner.join()
    return judge(answers)


def run(rank: int, ids: list[int], rounds: int, barrier: Any, told: Any) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from games.services import commit_moves, deals

    answers: list[Told] = []
    for _ in range(rounds):
        if rank == 0:
            for table in ids:
                deals.settle(table)
        barrier.wait()
        requests = [request for table in ids if (request := wanted(table, rank))]
        barrier.wait()
        for request, answer in zip(requests, commit_moves(requests), strict=True):
            place = request.table_id, request.deal, request.ply
            answers.append((*place, request.text, answer.status, answer.code, answer.version))
        barrier.wait()
    told.put(answers)


def wanted(table_id: int, rank: int) -> Any:
    """A legal move of the seat to act, another one in another process where there is a choice."""
    from games.models import Table
    from games.replay import fold_deal
    from games.services import MoveRequest
    from games.services.deals import current_deal

    table = Table.objects.get(pk=table_id)
    if table.phase != Table.Phase.PLAYING or table.to_act is None:
        return None
    fold = fold_deal(table, current_deal(table))
    move = Random(f"{table_id}/{table.version}/{rank}").choice(fold.state.legal_moves())
    return MoveRequest(table_id, table.deal_number, table.ply, table.to_act, move)


def judge(answers: list[Told]) -> dict[str, Any]:
    """Counts, and what is wrong: a ply that nobody or two stored, a wrong answer, a gap."""
    from games.models import Deal, Move

    contests = defaultdict(list)
    for table, deal, ply, *answer in answers:
        contests[table, deal, ply].append(answer)
    stored = {
        (move.deal.table_id, move.deal.number, move.ply): (move.text, move.version)
        for move in Move.objects.select_related("deal")
    }
    wrong = [str((place, given)) for place, given in contests.items() if not right(given, stored.get(place))]
    for deal in Deal.objects.all():
        plies = list(deal.moves.values_list("ply", flat=True))
        wrong += [f"{deal} has a gap"] if plies != list(range(len(plies))) else []
    lost = sum(answer[1] == "stale" for given in contests.values() for answer in given)
    return {"contests": len(contests), "told too late": lost, "wrong": wrong}


def right(answers: list[list[Any]], stored: tuple[str, int] | None) -> bool:
    """Whoever gave the stored move is told its version, everybody else that it came too late."""
    if stored is None:
        return False
    move, version = stored
    for text, status, code, told in answers:
        if (status, told) != ("ok", version) and (status, code) != ("stale", "stale"):
            return False
        if status == "ok" and text.removesuffix(" last") != move.removesuffix(" last"):
            return False
    return any(status == "ok" for _, status, _, _ in answers)
