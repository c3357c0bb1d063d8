"""How a deal's seed is made, so that neither the site nor a player can choose it.  Standard library only.

The site publishes `commitment(secret)`; then every player dealt in sends a text; then the seed is `seed(secret, texts)`.
After the deal the secret is shown, and anybody can repeat both steps (docs/NOTATION.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256


def commitment(secret: str) -> str:
    """SHA-256 of the secret's text, as 64 hexadecimal digits."""
    return sha256(secret.encode()).hexdigest()


def seed(secret: str, texts: Sequence[str]) -> str:
    """SHA-256 of the secret and the texts by deal seat (empty ones too), each on a line of its own, UTF-8, as 64 digits."""
    return sha256("\n".join((secret, *texts)).encode()).hexdigest()
