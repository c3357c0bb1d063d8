"""Table sizes (T2)."""

import pytest

from tournaments.formats import Sizes, Split, table_sizes


@pytest.mark.parametrize(
    ("entries", "sizes", "split"),
    [
        (7, Sizes(4, 2, 6), Split((4, 3))),
        (5, Sizes(4, 2, 6), Split((3, 2))),
        (9, Sizes(4, 2, 6), Split((3, 3, 3))),
        (8, Sizes(4, 2, 6), Split((4, 4))),
        (3, Sizes(4, 2, 6), Split((3,))),
        (5, Sizes(4, 3, 6), Split((5,))),  # 3 + 2 is below the least: one table above p
        (10, Sizes(4, 4, 6), Split((6, 4))),
        (13, Sizes(5, 5, 6), Split((6, 5), byes=2)),
        (7, Sizes(2, 2, 2), Split((2, 2, 2), byes=1)),
        (7, Sizes(2, 2, 3), Split((3, 2, 2))),
        (1, Sizes(4, 2, 6), Split((), byes=1)),
        (2, Sizes(4, 3, 6), Split((), byes=2)),
        (0, Sizes(4, 2, 6), Split(())),
    ],
)
def test_t2_examples(entries: int, sizes: Sizes, split: Split) -> None:
    assert table_sizes(entries, sizes) == split


@pytest.mark.parametrize("least", [2, 3, 4])
@pytest.mark.parametrize("preferred", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("most", [2, 4, 6])
def test_t2_every_split_keeps_the_rules(preferred: int, least: int, most: int) -> None:
    if not least <= preferred <= most:
        return
    sizes = Sizes(preferred, least, most)
    for entries in range(120):
        split = table_sizes(entries, sizes)
        assert sum(split.tables) + split.byes == entries
        assert all(least <= size <= most for size in split.tables)
        above = [size for size in split.tables if size > preferred]
        within = [size for size in split.tables if size <= preferred]
        assert len(above) <= 1
        assert not within or max(within) - min(within) <= 1
        if not above and not split.byes and entries:
            assert len(split.tables) == -(-entries // preferred)


def test_t2_sizes_must_be_in_order() -> None:
    with pytest.raises(ValueError, match="least <= preferred <= most"):
        Sizes(4, 5, 6)
