"""The sensitivity of a matrix mechanism, exactly: noise on C x, where the rows of x are the clipped gradients of the steps.

A record that takes part in the steps of a pattern pi changes x by rows u_i of norm at most 1 (in clipping norms), i in pi, so that C x
changes by the norm whose square is the sum over i and j in pi of G_ij <u_i, u_j>, with G = C^T C.  That is at most the sum of the
abs(G_ij), and equal to it where no G_ij is negative (Choquette-Choo, Ganesh, McKenna, McMahan, Rush, Thakurta and Xu 2023).
Adaptively chosen gradients change nothing where the noise is Gaussian and C is lower triangular (Denisov, McMahan, Rush, Smith and
Thakurta 2022, theorem 2.1).
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq, fmpq_mat

from pabisym.errors import InputError
from pabisym.lang.reader import number

LARGEST = 512
"""Most rows and columns of a matrix."""


def read_matrix(rows: object) -> fmpq_mat:
    """A matrix of rows, lists or an array; floats are the dyadic numbers that they are.

    Raises :class:`~pabisym.errors.InputError` for one that has no entries, rows of different lengths, or more than 512 of them.
    """
    listed = rows.tolist() if hasattr(rows, "tolist") else rows
    if not isinstance(listed, list | tuple) or not listed or not all(isinstance(row, list | tuple) and row for row in listed):
        raise InputError("strategy", "is no matrix", "give a list of rows, each a list of numbers")
    if len({len(row) for row in listed}) > 1 or max(len(listed), len(listed[0])) > LARGEST:
        raise InputError("strategy", f"has rows of different lengths, or more than {LARGEST}", "give equal rows, or a smaller matrix")
    return fmpq_mat([[number(one, "strategy", floats=True) for one in row] for row in listed])


def sensitivity(matrix: fmpq_mat, *, period: int | None = None, separation: int | None = None,
                most: int | None = None) -> tuple[fmpq, bool]:
    """The square of how far one record moves C x, in clipping norms, or an upper bound of it, and whether some gradients reach it.

    A record takes part once; with ``period`` in every so many steps, wherever it begins; with ``separation`` in steps that are at least so
    far apart, ``most`` times at most.  There the columns have to be orthogonal at that distance, as those of a banded matrix are: else
    the bound is ``most`` times that of orthogonal columns, by Cauchy and Schwarz.

    >>> two = fmpq_mat([[1, 0, 0], [1, 1, 0], [0, 1, 1]])
    >>> sensitivity(two), sensitivity(two, period=2), sensitivity(two, period=1)
    ((2, True), (3, True), (9, True))

    Every third step, rows that sum to 0: no three gradients have opposite signs in pairs, and the bound is not reached.

    >>> cycle = fmpq_mat([[1, -1, 0], [0, 1, -1], [-1, 0, 1]])
    >>> sensitivity(cycle, period=1), sensitivity(cycle, period=3)
    ((12, False), (2, True))
    """
    gram = matrix.transpose() * matrix
    count = gram.ncols()
    if period is not None:
        patterns = [range(start, count, period) for start in range(min(period, count))]
        sums = [(sum((abs(gram[i, j]) for i in steps for j in steps), fmpq(0)), steps) for steps in patterns]
        best, worst = max(sums, key=lambda each: each[0])
        return best, _has_signs(gram, worst)
    if separation is None:
        return max(gram[i, i] for i in range(count)), True
    times = min(most or count, -(-count // separation))
    best = _best_apart([gram[i, i] for i in range(count)], separation, times)
    apart = times == 1 or all(gram[i, j] == 0 for i in range(count) for j in range(i + separation, count))
    return (best, True) if apart else (best * times, False)


def _has_signs(gram: fmpq_mat, steps: Sequence[int]) -> bool:
    """Whether gradients that are equal up to signs s have s_i s_j G_ij >= 0 in all pairs of steps; no others reach the sum of abs(G_ij)."""
    signs = dict[int, int]()
    for first in steps:
        todo = [] if first in signs else [first]
        signs.setdefault(first, 1)
        while todo:
            i = todo.pop()
            for j in steps:
                if (entry := gram[i, j]) == 0:
                    continue
                sign = signs[i] if entry > 0 else -signs[i]
                if j not in signs:
                    todo.append(j)
                if signs.setdefault(j, sign) != sign:
                    return False
    return True


def _best_apart(weights: Sequence[fmpq], separation: int, times: int) -> fmpq:
    """The largest sum of at most so many weights at least so far apart."""
    before = [fmpq(0)] * (len(weights) + 1)
    for _ in range(times):
        best = [fmpq(0)]
        for i, weight in enumerate(weights):
            best.append(max(best[i], weight + before[max(i + 1 - separation, 0)]))
        before = best
    return before[-1]
