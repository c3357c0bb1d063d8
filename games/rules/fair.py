"""How a deal's seed is made, so that neither site nor player can choose it; and the check.  Standard library only.

The site publishes `commitment(secret)`; then every player dealt in sends a text; the seed is `seed(secret, texts)`.
After the deal the secret is shown, and anybody can repeat both steps (docs/NOTATION.md).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from .cards import lot
from .notation import DealRecord, RefusedRecord, parse


def commitment(secret: str) -> str:
    """SHA-256 of the secret's text, as 64 hexadecimal digits."""
    return sha256(secret.encode()).hexdigest()


def seed(secret: str, texts: Sequence[str]) -> str:
    """SHA-256 of the secret and the texts by deal seat (empty ones too), each on its own line, UTF-8, as 64 digits."""
    return sha256("\n".join((secret, *texts)).encode()).hexdigest()


def proof(secret: str, texts: Sequence[str], *, by_lot: bool) -> dict[str, Any]:
    """The key `fair` of a deal record.  `texts` by deal seat; `by_lot`: the dealer was drawn with the seed."""
    return {"commitment": commitment(secret), "secret": secret, "texts": list(texts), "lot": by_lot}


def check(data: object) -> dict[str, Any]:
    """What `check_deal` prints for a record of JSON values: its cards, if secret and texts give them, and its end."""
    try:
        record = parse(data)
        assert isinstance(data, dict)
        _verify(data.get("fair"), record)
        hands = record.start().record()["hands"]
        outcome = record.replay().outcome()
        result = outcome and outcome.as_json()
        if data.get("result") not in (None, result):
            raise RefusedRecord("the moves come to another result")
    except RefusedRecord as refused:
        return refused.as_json()
    return {"ok": True, "seed": record.seed, "dealer": record.dealer, "hands": hands, "result": result}


def _verify(fair: object, record: DealRecord) -> None:
    """Raise RefusedRecord unless the record's `fair` gives its seed, and its dealer where that was drawn by lot."""
    if not isinstance(fair, dict):
        raise RefusedRecord("the record does not say where its seed comes from: it has no object fair")
    secret, *texts = _lines(fair, len(record.players))
    if commitment(secret) != fair.get("commitment"):
        raise RefusedRecord("the commitment is not the SHA-256 of the secret")
    made = seed(secret, texts)
    if made != record.seed:
        raise RefusedRecord("the seed is not the SHA-256 of the secret and the texts")
    if fair.get("lot") is True and lot(range(len(texts)), made) != record.dealer:
        raise RefusedRecord("the lot gives another dealer")


def _lines(fair: dict[str, Any], players: int) -> list[str]:
    """The secret and the texts; none has a line break, so that they can be joined in one way only."""
    texts = fair.get("texts")
    lines = [fair.get("secret"), *(texts if isinstance(texts, list) else ())]
    if len(lines) != 1 + players or not all(isinstance(line, str) and _LINE(line) for line in lines):
        raise RefusedRecord("fair needs a secret and a text of one line for each player")
    return lines


_LINE = re.compile(r"[^\n\ud800-\udfff]*").fullmatch
