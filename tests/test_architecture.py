"""Imports point down: config > accounts > tournaments > games; in an app edge > services > data > pure packages."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from .site import ROOT

APPS = ["games", "tournaments", "accounts", "config"]  # lowest first
LAYERS: list[set[str]] = [  # lowest first; each name is a module or package of an app
    {"rules", "bots", "formats", "ratings"},  # pure
    {"models", "signals", "names", "newest", "scoring", "metrics", "replay", "record", "snapshots"}
    | {"live", "thinking", "threads"},
    {"services"},
]  # and above them all else: consumers, api, views, forms, urls, tasks, receivers, admin
PURE = {  # package -> what it may import besides the pure packages below and PLAIN
    "games.rules": set(),
    "games.bots": {"random.Random"},  # handed in or seeded: the same position, the same move
    "tournaments.formats": {"networkx"},
    "accounts.ratings": {"openskill"},
}
PLAIN = {  # of the standard library, what has no clock, chance, input or output
    *("__future__", "abc", "bisect", "collections", "copy", "dataclasses", "enum", "fractions", "functools", "hashlib"),
    *("heapq", "importlib", "itertools", "json", "math", "operator", "re", "string", "types", "typing"),
}
FILES = [path for app in APPS for path in sorted((ROOT / app).rglob("*.py")) if "migrations" not in path.parts]


def imports(path) -> Iterator[str]:
    """The modules that a file imports, in full; `from x import y` gives x.y, which may be a module."""
    package = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            yield from (".".join([*base, *filter(None, [node.module]), name.name]) for name in node.names)


def layer(module: str) -> int:
    part = f"{module}.".split(".")[1]
    return next((height for height, names in enumerate(LAYERS) if part in names), len(LAYERS))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down(path) -> None:
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    pure = next((name for name in PURE if module.startswith(f"{name}.")), None)
    for target in imports(path):
        top = target.split(".")[0]
        if pure:
            allowed = {top, target} & (PLAIN | PURE[pure]) or target.startswith(tuple(PURE))
            assert allowed, f"{module} is pure; it imports {target}"
        if top in APPS:
            assert APPS.index(top) <= APPS.index(module.split(".")[0]), f"{module} imports {target} from above"
            assert top != module.split(".")[0] or layer(target) <= layer(module), (
                f"{module} imports {target} from above"
            )


@pytest.mark.parametrize("package", [name for name in PURE if (ROOT / name.replace(".", "/")).is_dir()])
def test_pure_packages_neither_read_nor_write(package: str) -> None:
    for path in (ROOT / package.replace(".", "/")).rglob("*.py"):
        called = {node.func.id for node in ast.walk(ast.parse(path.read_text()))
                  if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}  # fmt: skip
        assert not called & {"open", "input", "print", "exec", "eval", "__import__"}, path
