"""Certified zeros of functions on the positive half-line."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, ctx

from pabisym.errors import Undecided
from pabisym.evaluate._search import monotone_root
from pabisym.evaluate.ball import TooCoarse, working_precision

MAX_REACH = 1 << 16
"""Largest power of 2 among which a bracket is looked for, and its inverse."""
_ROUGH_BITS = 64
_MAX_SIGN_BITS = 1 << 18


def positive_root(function: Callable[[arb], arb], what: str) -> arb:
    """A ball around the only sign change of a function of x > 0 that is negative before and positive after it.

    ``function`` computes at python-flint's current precision; the relative accuracy aimed at is that of the caller.
    Raises :class:`~pabisym.errors.Undecided`, naming ``what``, where no bracket is found, and
    :data:`~pabisym.evaluate.ball.TooCoarse` where the balls show no signs.
    """
    low, high = _bracket(function, what)
    return monotone_root(function, arb(2) ** low, arb(2) ** high, ctx.prec)


def _bracket(function: Callable[[arb], arb], what: str) -> tuple[int, int]:
    """Neighbouring powers of 2 with a sign change between them."""

    def sign(power: int) -> int:
        return _sure_sign(function, arb(2) ** power)

    start, reach = sign(0), 1
    while sign(-start * reach) == start:
        reach *= 2
        if reach > MAX_REACH:
            raise Undecided(f"{what} is not found between 2^-{MAX_REACH} and 2^{MAX_REACH}")
    inner = reach // 2 if reach > 1 else 0
    low, high = (-reach, -inner) if start > 0 else (inner, reach)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if sign(middle) < 0 else (low, middle)
    return low, high


def _sure_sign(function: Callable[[arb], arb], x: arb) -> int:
    """The sign of function(x), 1 or -1, with as many bits as it takes."""
    bits = _ROUGH_BITS
    while bits <= _MAX_SIGN_BITS:
        with working_precision(bits):
            value = function(x)
            if value > 0:
                return 1
            if value < 0:
                return -1
        bits *= 2
    raise TooCoarse("a sign is not seen")
