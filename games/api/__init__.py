"""The API of the games: thin; services decide, read modules tell (docs/API.md)."""
