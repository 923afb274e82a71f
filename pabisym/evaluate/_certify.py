"""From balls of any wanted accuracy to enclosures with a stated number of digits."""

from __future__ import annotations

import math
from collections.abc import Callable

from flint import fmpq

from pabisym.errors import InputError, Undecided
from pabisym.evaluate.ball import MAX_DIGITS, Enclosure, TooCoarse, Value, decimals, exact_decimals, working_precision

MAX_BITS = 65_536
"""Accuracy at which :func:`enclosed` gives up for up to a thousand digits; beyond, 16 times the starting one."""
_BITS_PER_DIGIT = math.log2(10)


def check_digits(digits: object) -> int:
    """The number of digits asked for, or :class:`~pabisym.errors.InputError`."""
    if isinstance(digits, bool) or not isinstance(digits, int) or not 1 <= digits <= MAX_DIGITS:
        raise InputError("digits", f"{digits!r} is not a number of digits", f"ask for 1 to {MAX_DIGITS}")
    return digits


def exactly(value: fmpq, digits: int) -> Enclosure:
    """The enclosure of a rational."""
    return Enclosure(*exact_decimals(value, digits), value, digits, 0)


def infinite(digits: int) -> Enclosure:
    """The enclosure of +infinity: both ends are ``"inf"``."""
    return Enclosure("inf", "inf", None, digits, 0)


def enclosed(value: Callable[[int], Value], digits: int, what: str) -> Enclosure:
    """Enclose a number to ``digits`` significant digits.

    ``value(bits)`` gives the number itself, if rational, or a ball around it of a relative accuracy that it aims to
    make ``bits``; it may raise :data:`TooCoarse`.  Where the aim is missed, more bits are asked for.  Raises
    :class:`~pabisym.errors.Undecided`, naming ``what``, at the limit on them.
    """
    needed = bits = math.ceil((check_digits(digits) + 1) * _BITS_PER_DIGIT) + 8
    limit = max(MAX_BITS, 16 * bits)
    found: Enclosure | None = None
    while bits <= limit:
        accuracy = 0
        try:
            ball = value(bits)
            if isinstance(ball, fmpq):
                return exactly(ball, digits)
            accuracy = max(ball.rel_accuracy_bits(), 0) if ball.is_finite() else 0
            with working_precision(bits + 64):
                lower, upper, sharp = decimals(ball, digits, bits + 64)
        except TooCoarse:
            bits += max(needed - accuracy + 4, 16) if accuracy else bits
            continue
        if sharp or found is not None:
            return Enclosure(lower, upper, None, digits, bits)
        found = Enclosure(lower, upper, None, digits, bits)
        bits += 64
    if found is not None:
        return found
    raise Undecided(f"{what}: {digits} digits are not certified within the limit of {limit} bits")

