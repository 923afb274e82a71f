"""The sequential loops of the general solver, over lists of floats.

Steps are counted from 0.  Segment k holds the steps ``starts[k]..starts[k+1]-1``.  Results are written into sequences given by the caller.
"""

from __future__ import annotations

import math
from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, TypeAlias

Floats: TypeAlias = Sequence[float]
Out: TypeAlias = MutableSequence[float]
Integers: TypeAlias = Sequence[int]
OutIntegers: TypeAlias = MutableSequence[int]

VANISHING = 2.0**-900
"""Smaller factors are taken for 0, which keeps denormal numbers out of the loops."""
ROUNDING, LITTLE = 2.0**-48, 2.0**-20
"""How far payments may exceed their bounds, relative to the shift and to themselves."""


def factors(c: Floats, starts: Integers, rho: Out) -> None:
    """Write ``rho_t = y_t / y_r`` within each segment where ``y_t = c_{t+1} y_{t+1}``, r the step with the largest y.

    Factors vanish rather than underflow and never overflow; the place of r is found from sums of logarithms.
    """
    for k in range(len(starts) - 1):
        first, last = starts[k], starts[k + 1] - 1
        reference, height, top = last, 0.0, 0.0
        for t in range(last - 1, first - 1, -1):
            if c[t + 1] == 0.0:
                break
            if c[t + 1] != 1.0:
                height += math.log(c[t + 1])
            if height > top:
                reference, top = t, height
        rho[reference] = 1.0
        for t in range(reference - 1, first - 1, -1):
            rho[t] = rho[t + 1] * c[t + 1] if rho[t + 1] > VANISHING else 0.0
        for t in range(reference + 1, last + 1):
            rho[t] = rho[t - 1] / c[t] if rho[t - 1] > VANISHING else 0.0


def last_empty(c: Floats, s: Floats, a: Floats, starts: Integers, split: OutIntegers) -> None:
    """Let the shift run through each segment, paying at most a_t; write the step after which it was last 0.

    ``split[k]`` is the step after that one: the start of the segment when the shift never came down to 0.
    """
    for k in range(len(starts) - 1):
        z = 0.0
        split[k] = starts[k]
        for t in range(starts[k], starts[k + 1]):
            z = c[t] * z + (s[t] - a[t])
            if not z > 0.0:
                z = 0.0
                split[k] = t + 1


def fill(c: Floats, s: Floats, low: Floats, high: Floats, starts: Integers, a: Out, z: Out) -> None:
    """Payments between low and high that leave no shift at the end of any segment, as early as possible.

    Before each step z holds the least shift with which the rest of the segment still can pay ``low``.  The last step
    of a segment pays what is left, whatever its bounds.  Rounding errors of the shift, relative to the largest shift
    that has come along, are absorbed by steps that pay much more anyway.
    """
    for k in range(len(starts) - 1):
        first, last = starts[k], starts[k + 1] - 1
        z[last] = 0.0
        for t in range(last, first, -1):
            need = z[t] + low[t] - s[t]
            z[t - 1] = need / c[t] if need > 0.0 and c[t] > 0.0 else 0.0
        remaining = scale = 0.0
        for t in range(first, last + 1):
            room = (c[t] * remaining if t > first else 0.0) + s[t]
            scale = max(c[t] * scale, room)
            paid = max(room - z[t], 0.0)
            if t == last:
                paid = room
            elif paid > high[t] + min(scale * ROUNDING, high[t] * LITTLE):
                paid = min(room, high[t])
            a[t] = paid
            remaining = max(room - paid, 0.0)
            z[t] = remaining


def run(function: Callable[..., None], *arguments: Any) -> None:
    """Call a loop with lists in place of arrays; the arrays that it writes come back changed."""
    lists = [array.tolist() for array in arguments]
    function(*lists)
    for array, values in zip(arguments, lists, strict=True):
        if array.flags.writeable:
            array[...] = values
