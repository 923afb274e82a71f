"""Reading the data of an instance as arrays of floats, for float arithmetic."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from flint import fmpq

from pabisym.errors import InputError
from pabisym.lang.rational import float_ends, rational
from pabisym.numerics.array_sums import Floats
from pabisym.shift.instance import Instance, infer_steps, plain

LISTED = ("contraction", "gap", "noise_variance")


class FloatData(NamedTuple):
    """An instance as arrays of one float for each step; ``rounded`` says whether what was given was rounded for the worse."""

    contraction: Floats
    gap: Floats
    noise_variance: Floats
    start: float
    diameter: float | None
    rounded: bool = False

    def validate(self) -> None:
        """Raises :class:`~pabisym.errors.InputError` for NaN, infinite and negative numbers, naming the first place."""
        for name in LISTED:
            array = getattr(self, name)
            array = array[:1] if array.strides == (0,) else array
            if len(wrong := np.flatnonzero(~((array >= 0.0) & (array < math.inf)))):
                raise _unusable(f"{name}[{wrong[0]}]", float(array[wrong[0]]))


def argument_arrays(given: Mapping[str, object]) -> FloatData:
    """The data in the arguments of :func:`pabisym.allocate`.

    Arrays of numbers are taken as they are, neither copied nor looked at; everything else number by number, texts such as ``"3/4"``
    too.  Raises :class:`~pabisym.errors.InputError` for what is no number that is 0 or more, and for wrong lengths.
    """
    # One-dimensional arrays of ints or floats unchanged, other arrays and sequences as lists.
    data = {name: one if isinstance(one := given[name], np.ndarray) and one.ndim == 1 and one.dtype.kind in "iuf" else plain(one)
            for name in LISTED}
    lengths = [len(value) if isinstance(value, list | np.ndarray) else None for value in data.values()]
    steps = infer_steps(lengths, plain(given.get("steps")))
    contraction, gap, variance = (_array(data[name], steps, name) for name in LISTED)
    start, diameter = one_float(plain(given.get("start_shift", 0)), "start_shift"), plain(given.get("diameter"))
    return FloatData(contraction, gap, variance, start, None if diameter is None else one_float(diameter, "diameter"))


def instance_arrays(instance: Instance) -> FloatData:
    """The same of an exact instance, rounded for the worse: variances downwards, everything else upwards."""
    rows, rounded = list[Floats](), False
    for name in LISTED:
        values = getattr(instance, name)
        alike = bool(values) and all(value is values[0] for value in values)
        pairs = [_float_ends(values[0], name)] if alike else [_float_ends(value, f"{name}[{i}]") for i, value in enumerate(values)]
        ends = np.array(pairs, np.float64).reshape(-1, 2)
        rows.append(np.broadcast_to(ends[:, int(name != "noise_variance")], len(values)))
        rounded = rounded or not np.array_equal(ends[:, 0], ends[:, 1])
    start, (down, diameter) = _float_ends(instance.start_shift, "start_shift"), _float_ends(instance.diameter or fmpq(0), "diameter")
    rounded = rounded or start[0] < start[1] or down < diameter
    return FloatData(rows[0], rows[1], rows[2], start[1], None if instance.diameter is None else diameter, rounded)


def _array(value: object, steps: int, field: str) -> Floats:
    if isinstance(value, np.ndarray):
        array = value.astype(np.float64, copy=False)
    elif isinstance(value, list):
        array = np.array([one_float(item, f"{field}[{i}]") for i, item in enumerate(value)], dtype=np.float64)
    else:
        array = np.broadcast_to(one_float(value, field), steps)
    if len(array) != steps:
        raise InputError(field, f"{len(array)} values for {steps} steps", "give one value per step, or one for all")
    return array


def one_float(value: object, field: str) -> float:
    """A number that is 0 or more as a float, rounded for the worse; see :func:`instance_arrays`."""
    if isinstance(value, float):
        if not (math.isfinite(value) and value >= 0):
            raise _unusable(field, value)
        return value
    return _float_ends(rational(value, field), field)[not field.startswith("noise_variance")]


def _float_ends(exact: fmpq, field: str) -> tuple[float, float]:
    """The floats next below and above a number that is 0 or more; the one that is rounded for the worse is 0 for 0 alone."""
    if exact < 0:
        raise InputError(field, "is negative", "give a number that is 0 or more")
    down, up = float_ends(exact)
    if up == math.inf or (down == 0 and exact != 0 and field.startswith("noise_variance")):
        raise InputError(field, "lies outside the range of floats", "use exact arithmetic, or other units")
    return down, up


def _unusable(field: str, value: float) -> InputError:
    problem = f"{value!r} is negative" if -math.inf < value < 0.0 else f"{value!r} is not a finite number"
    return InputError(field, problem, "give a finite number that is 0 or more")
