"""Long instances from files straight into arrays of floats: JSON, ``.npz`` and ``.parquet``.

Numbers of a JSON document are decimals; float arithmetic takes the nearest float on the safe side (variances downwards, everything else
upwards), as :mod:`pabisym.shift.reading.arrays` does number by number.  Here the standard reader finds the nearest float of every number of
a list at once, and on which side of the decimal that lies is decided for whole arrays: with the digits as an integer d and the decimal
``d * 10**e`` the sign of ``d - f * 10**-e`` follows from one or two exact products of floats (Dekker), as 10**22 is a float.  A number for
which that is not enough (more than 18 digits, exponents beyond 44) is decided as a rational.
"""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pabisym.errors import InputError
from pabisym.lang.binary import array_file
from pabisym.lang.rational import rational, to_fraction
from pabisym.lang.reader import MAX_INPUT, number, printable, read_json
from pabisym.numerics.array_sums import Floats, Integers
from pabisym.numerics.arrays import product_error
from pabisym.shift.reading.arrays import LISTED, FloatData, one_float

_KEYS = ("steps", *LISTED, "start_shift", "diameter")
_NUMBERS = re.compile(rb"[0-9+\-.eE,\s]*")
_BLANKS = b" \t\n\r"
_DIGITS = 18
_TENS: Floats = np.array([10.0**k for k in range(23)])
_CHUNK = 1 << 14
_SURE = 2.0**-92
MOST_EXACT = 4_000_000
"""Most numbers of a file of arrays that are taken one by one, as exact numbers are."""


def read_float_json(content: bytes) -> FloatData | None:
    """The JSON object of an instance without an allocation of its own; None for whatever needs to be read number by number.

    That includes everything that is no instance: reading it number by number says why.
    """
    if len(content) > MAX_INPUT:
        return None
    try:
        return _read_object(content)
    except (InputError, ValueError, OverflowError, TypeError, RecursionError):
        return None


def _read_object(content: bytes) -> FloatData | None:
    lists: dict[str, bytes] = {}
    for name in LISTED:
        found = list(re.finditer(rb'"%b"\s*:\s*\[' % name.encode(), content))
        if len(found) > 1:
            return None
        if found:
            first = found[0].end()
            body = _NUMBERS.match(content, first)
            last = first if body is None else body.end()
            if content[last : last + 1] != b"]":
                return None
            lists[name] = content[first:last]
            content = content[:first] + content[last:]
    data = read_json(content)
    if not isinstance(data, dict) or not {"gap", "noise_variance"} <= data.keys() <= set(_KEYS) or not lists:
        return None
    data = {"contraction": 1, "start_shift": 0, "diameter": None, "steps": None, **data}
    steps, arrays, rounded = data["steps"], list[Floats](), False
    if not isinstance(steps, int) or isinstance(steps, bool):
        return None
    for name in LISTED:
        if name in lists:
            read = _decimals(lists[name], name != "noise_variance")
        else:
            one, moved = _one(data[name], name)
            read = np.full(steps, one), moved
        if read is None or len(read[0]) != steps:
            return None
        arrays.append(read[0])
        rounded = rounded or read[1]
    start, start_moved = _one(data["start_shift"], "start_shift")
    diameter, diameter_moved = (None, False) if data["diameter"] is None else _one(data["diameter"], "diameter")
    return FloatData(arrays[0], arrays[1], arrays[2], start, diameter, rounded or start_moved or diameter_moved)


def _one(value: object, field: str) -> tuple[float, bool]:
    exact = number(value, field, floats=True)
    found = one_float(exact, field)
    return found, Fraction(found) != to_fraction(exact)


def _decimals(body: bytes, up: bool) -> tuple[Floats, bool] | None:
    """The numbers of a list, rounded, and whether any had to be; None where one is negative or outside the range of floats."""
    values = np.array(json.loads(b"[" + body + b"]"), np.float64)
    if not len(values):
        return values, False
    if np.signbit(values).any() or not np.isfinite(values).all():
        return None
    text = np.frombuffer(body.translate(None, _BLANKS), np.uint8)
    ends = np.append(np.flatnonzero(text == ord(",")), len(text))
    if len(ends) != len(values):
        return None
    starts = np.concatenate(([0], ends[:-1] + 1))
    marks = [np.flatnonzero((text | 32) == ord(letter)) for letter in ".e"]
    moved = False
    for first in range(0, len(values), _CHUNK):
        part = slice(first, first + _CHUNK)
        with np.errstate(all="ignore"):
            side = _sides(text, starts[part], ends[part], marks, values[part])
        if side is None:
            return None
        wrong = side > 0 if up else side < 0
        moved = moved or bool(side.any())
        values[part] = np.where(wrong, np.nextafter(values[part], math.inf if up else 0.0), values[part])
    return values, moved


def _sides(text: NDArray[np.uint8], starts: Integers, ends: Integers, marks: list[Integers], values: Floats) -> Floats | None:
    """The signs of the decimals less the floats; None where a decimal that is not 0 became 0."""
    points, letters = (_mark(positions, starts, ends) for positions in marks)
    stop = np.minimum(letters, ends)
    pointed = points < stop
    behind = np.where(pointed, stop - points - 1, 0)
    length = stop - starts - pointed
    digits, weight, unsure = np.zeros(len(starts), np.int64), 1, np.zeros(len(starts), np.bool_)
    for j in range(int(length.max())):
        here = j < length
        digit = text[np.where(here, stop - 1 - j - (pointed & (j >= behind)), 0)].astype(np.int64) - 48
        digit *= here
        if j < _DIGITS:
            digits += digit * weight
            weight *= 10
        else:
            unsure |= digit != 0
    exponent = _exponents(text, letters, ends, unsure) - behind
    if ((values == 0) & ((digits != 0) | unsure)).any():
        return None
    side, known = _compare(digits, exponent, values)
    for i in np.flatnonzero(unsure | ~known):
        exact = to_fraction(rational(text[starts[i] : ends[i]].tobytes().decode(), "number"))
        side[i] = (exact > Fraction(float(values[i]))) - (exact < Fraction(float(values[i])))
    return side


def _mark(positions: Integers, starts: Integers, ends: Integers) -> Integers:
    """Where a mark is in each number, or its end."""
    if not len(positions):
        return ends
    found = positions[np.minimum(np.searchsorted(positions, starts), len(positions) - 1)]
    return np.where((found >= starts) & (found < ends), found, ends)


def _exponents(text: NDArray[np.uint8], letters: Integers, ends: Integers, unsure: NDArray[np.bool_]) -> Integers:
    """What stands behind the letters e; of more than four characters nothing is known."""
    found = np.zeros(len(ends), np.int64)
    rows = np.flatnonzero(letters < ends)
    if not len(rows):
        return found
    at, stop = letters[rows] + 1, ends[rows]
    signs = text[at]
    sign, value = np.where(signs == ord("-"), -1, 1), np.zeros(len(rows), np.int64)
    at = at + ((signs == ord("-")) | (signs == ord("+")))
    for j in range(4):
        here = at + j < stop
        value = np.where(here, value * 10 + text[np.minimum(at + j, len(text) - 1)] - 48, value)
    unsure[rows] |= at + 4 < stop
    found[rows] = sign * value
    return found


def _compare(digits: Integers, exponent: Integers, values: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """The signs of ``digits * 10**exponent - values`` for nearest floats, and where they are certain."""
    high = digits.astype(np.float64)
    low = (digits - high.astype(np.int64)).astype(np.float64)
    below, above = np.clip(-exponent, 0, 44), np.clip(exponent, 0, 22)
    product, error = _times(values, _TENS[np.minimum(below, 22)])
    twice, error_twice = _times(product, _TENS[np.maximum(below - 22, 0)])
    rest = error * _TENS[np.maximum(below - 22, 0)]
    scaled, error_scaled = _times(high, _TENS[above])
    exact = below <= 22
    side = np.where(exponent <= 0, ((high - twice) + low) - np.where(exact, error, error_twice + rest),
                    (scaled - values) + (error_scaled + low * _TENS[above]))
    exact &= (low == 0) | (exponent <= 0)
    certain = exact | (np.abs(side) > _SURE * np.maximum(high, values))
    return np.sign(side), (digits == 0) | ((exponent >= -44) & (exponent <= 22) & certain)


def _times(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    product = a * b
    return product, product_error(a, b, product)


# Arrays in files.


def read_arrays(path: str, *, exact: bool = False) -> dict[str, Any]:
    """The arguments of :func:`pabisym.shift.allocate.allocate` in a ``.npz`` or ``.parquet`` file.

    Names are those of the JSON object; an array of one number, and a column of one and the same, is a number for ``start_shift`` and
    ``diameter``.  ``exact`` refuses more numbers than can be taken one by one.  Raises :class:`~pabisym.errors.InputError` naming the file
    or the array.
    """
    named = printable(path)
    with array_file(path) as file:
        if wrong := next((name for name in file.lengths if name not in _KEYS), None):
            raise InputError(printable(wrong), "is not the name of an array of an instance", f"the names are {', '.join(_KEYS)}")
        if exact and file.numbers > MOST_EXACT:
            raise InputError(named, f"holds {file.numbers} numbers", f"at most {MOST_EXACT} are taken one by one; add --arithmetic float")
        given = {name: file.read(name) for name in file.lengths}
    for name in ("gap", "noise_variance"):
        if name not in given:
            raise InputError(name, f"is missing in {named}", "an instance needs gap and noise_variance")
    for name in ("steps", "start_shift", "diameter"):
        if name in given:
            array = np.asarray(given[name]).ravel()
            if not len(array) or (array != array[0]).any():
                raise InputError(name, "is not one number", "give one number, or a column of one and the same")
            given[name] = array[0].item()
    return {name: one.item() if isinstance(one, np.generic) else one for name, one in given.items()}
