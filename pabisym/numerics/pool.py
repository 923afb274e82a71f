"""Pool-adjacent-violators: neighbouring blocks are joined for as long as a rule demands it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Block = TypeVar("Block")


def pool(blocks: Iterable[Block], violates: Callable[[Block, Block], bool], join: Callable[[Block, Block], Block]) -> list[Block]:
    """The blocks that are left when no two neighbours violate an order; in which sequence violators are joined does not matter.

    ``violates(left, right)`` says whether two neighbours must be joined (in this library: whether the left one is at least as steep as the
    right one), and ``join(left, right)`` is the block of both.  Every block is joined at most once, so that the rule is asked less than
    twice for each.

    >>> pool([(1, 1), (3, 1), (1, 1)], lambda p, q: p[0] * q[1] >= q[0] * p[1], lambda p, q: (p[0] + q[0], p[1] + q[1]))
    [(1, 1), (4, 2)]
    """
    found: list[Block] = []
    for block in blocks:
        while found and violates(found[-1], block):
            block = join(found.pop(), block)
        found.append(block)
    return found
