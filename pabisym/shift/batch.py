"""The optimum of many instances in one call, in float64 on the safe side.

>>> from pabisym.shift.batch import allocate_batch
>>> found = allocate_batch(gap=[[0, 1, 0, 0], [0, 0, 1, 0]], noise_variance=1)
>>> found.value.round(12).tolist(), len(found)
([0.333333333333, 0.5], 2)
>>> found[0].blocks[1].first
2
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from pabisym.errors import InputError, field_name
from pabisym.lang.budget import cores
from pabisym.lang.rational import rational
from pabisym.numerics.array_sums import UNIT, Floats, Integers
from pabisym.shift.allocate import Allocation, allocate
from pabisym.shift.float64.restarts import least, optima
from pabisym.shift.float64.solve import inflation, solve_float
from pabisym.shift.instance import MAX_STEPS, Instance
from pabisym.shift.reading.arrays import LISTED, argument_arrays, instance_arrays, one_float

_PART = 1 << 17
"""So many steps are solved together."""
_PLAIN = 100
"""Numbers of rows that are solved together lie between 2**-100 and 2**100, or are 0."""
_SHAPES = "give numbers, arrays of shapes that numpy broadcasts to (instances, steps), or one sequence for each instance"


@dataclass(frozen=True, eq=False)
class Allocations:
    """The optima of many instances: arrays with one element for each.

    ``value`` is at least the optimum of ``sum a_t^2 / sigma_t^2`` of the float data that were given, and ``lower`` at most; they differ
    by a relative 3e-13 and less, and with a diameter by about T 1e-15, and both are infinite where nothing can pay.  ``restart`` is as in
    :class:`~pabisym.shift.allocate.Allocation`.  ``found[i]`` is the whole answer to instance i, solved again by itself.
    """

    value: Floats
    lower: Floats
    restart: Integers
    _data: _BatchData = field(repr=False)

    def __len__(self) -> int:
        return len(self.value)

    def __getitem__(self, i: int) -> Allocation:
        if not -len(self) <= i < len(self):
            raise IndexError(f"there are {len(self)} instances")
        return allocate(**self._data.row(i % len(self)), arithmetic="float")

    def __iter__(self) -> Iterator[Allocation]:
        return (self[i] for i in range(len(self)))


@dataclass(frozen=True)
class _BatchData:
    """Flat arrays, where the rows of each are, and the first steps of the rows.

    ``strides`` has a row for each array: element t of row i is at ``firsts[i]*strides[k][0] + i*strides[k][1] + t*strides[k][2]``.
    """

    arrays: tuple[Floats, Floats, Floats]
    strides: Integers
    firsts: Integers
    starts: Floats
    diameters: Floats

    @property
    def count(self) -> int:
        return len(self.firsts) - 1

    def row(self, i: int) -> dict[str, Any]:
        """The arguments of :func:`allocate` for one instance."""
        steps = int(self.firsts[i + 1] - self.firsts[i])
        given: dict[str, Any] = {"steps": steps, "start_shift": float(self.starts[i])}
        given["diameter"] = None if self.diameters[i] == math.inf else float(self.diameters[i])
        for name, array, (full, by_row, by_step) in zip(LISTED, self.arrays, self.strides.tolist(), strict=True):
            at = int(self.firsts[i]) * full + i * by_row
            given[name] = array[at : at + steps] if by_step else np.full(steps, array[at] if steps else 0.0)
        return given


def allocate_batch(instances: Sequence[Instance | Mapping[str, object]] | None = None, *, gap: object = None, noise_variance: object = None,
                   contraction: object = 1, start_shift: object = 0, diameter: object = None) -> Allocations:
    """The optima of many instances in one call, on all cores; a million of a hundred steps take some seconds.

    Either ``instances``: a sequence of :class:`~pabisym.shift.instance.Instance`, or of mappings with the arguments of
    :func:`pabisym.allocate`.  Or their data at once, as float arithmetic takes them:

    * instances of N different data and T steps each: ``gap``, ``noise_variance`` and ``contraction`` are numbers or arrays whose shapes
      broadcast to (N, T) as in numpy, such as (T,) for data that all share or (N, 1) for one number for all steps of each;
    * instances of different lengths: sequences of one sequence for each instance, numbers, or arrays of shape (N, 1).

    ``start_shift`` and ``diameter`` are numbers or arrays of N; an infinite diameter is none.  Every number is a float, a Python number
    or a text such as ``"3/4"``, which is rounded for the worse; units are those of :func:`pabisym.allocate`.  Raises
    :class:`~pabisym.errors.InputError`, with a field such as ``gap[7, 3]`` counted from 0, for NaN, infinite and negative numbers and for
    shapes that do not go together.
    """
    if instances is None:
        data = _from_arrays({"contraction": contraction, "gap": gap, "noise_variance": noise_variance}, start_shift, diameter)
    elif gap is not None or noise_variance is not None:
        raise InputError("instances", "cannot be combined with gap and noise_variance", "give one or the other")
    else:
        data = _from_instances(instances)
    lengths = np.diff(data.firsts)
    value, lower, restart = np.full(data.count, math.nan), np.full(data.count, math.nan), np.zeros(data.count, np.int64)
    parts = []  # rows of equal length, as many as fit into a cache
    for steps in np.unique(lengths).tolist():
        rows, count = np.flatnonzero(lengths == steps), max(_PART // max(steps, 1), 1)
        parts += [rows[k : k + count] for k in range(0, len(rows), count)]

    def together(rows: Integers) -> None:
        value[rows], lower[rows], restart[rows] = _rectangle_solved(data, rows, int(lengths[rows[0]]))

    with ThreadPoolExecutor(cores()) as threads:
        list(threads.map(together, parts) if len(parts) > 1 else map(together, parts))
    for i in np.flatnonzero(np.isnan(value)).tolist():  # rows of numbers far from 1
        row = data.row(i)
        with field_name(partial(_in_row, i)):
            one = solve_float(row["contraction"], row["gap"], row["noise_variance"], row["start_shift"], row["diameter"])
        value[i], lower[i], restart[i] = one.value, one.lower, one.restart
    return Allocations(value, lower, restart, data)


def lower_of_rationals(found: Allocations) -> Floats:
    """Lower bounds of the optima of rational instances that were solved as floats, each rounded for the worse.

    Without a diameter the optimum is the value of a pair.  With the numbers that were given, each different by a factor of at most
    1 + 2^-52, the mean of a pair is smaller by at most T + 1 such factors, and its variance larger by at most one.
    """
    lost = 4 * (np.diff(found._data.firsts) + 2) * UNIT
    return np.where(found.lower < math.inf, np.nextafter(found.lower * (1 - lost), 0.0), found.lower)


# Solving.


def _rectangle_solved(data: _BatchData, rows: Integers, steps: int) -> tuple[Floats, Floats, Integers]:
    """Values, lower bounds and restarts of rows of so many steps; the value is NaN where a row is left to be solved by itself."""
    nothing = np.full(len(rows), math.nan)
    if not steps:
        return nothing, nothing, np.zeros(len(rows), np.int64)
    c, s, v = (_rows_of(*one, rows, data.firsts, steps) for one in zip(data.arrays, data.strides.tolist(), strict=True))
    start, diameter = data.starts[rows], data.diameters[rows]
    later = np.concatenate((np.ones((len(c), 1)), c[:, :0:-1]), axis=1)
    weight = np.ones((1, steps)) if (c == 1.0).all() else np.cumprod(later, axis=1)[:, ::-1]
    varied = len(weight) > 1 or bool((weight != 1.0).any())
    with np.errstate(all="ignore"):
        n, m = np.array(np.broadcast_to(weight * s, (len(rows), steps))), np.broadcast_to(weight * weight * v, (len(rows), steps))
        n[:, 0] += weight[:, 0] * np.minimum(start, diameter) * c[:, 0]
        usable = diameter > 0.0
        limit: Floats = np.where(diameter < math.inf, diameter, 1.0)
        for x in (c, s, v, start[:, None], limit[:, None], *((weight, n, m) if varied else ())):
            least_positive = np.where(x > 0.0, x, 1.0).min(axis=1)
            usable = usable & (x.min(axis=1) >= 0.0) & (x.max(axis=1) <= 2.0**_PLAIN) & (least_positive >= 2.0**-_PLAIN)
        bounded = usable & (diameter < math.inf)
        if not usable.all():
            n, m = np.where(usable[:, None], n, 0.0), np.where(usable[:, None], m, 1.0)
        best = optima(n, m)[0]
        low, restart = best.copy(), np.zeros(len(rows), np.int64)
        if bounded.any():
            chosen = np.flatnonzero(bounded)
            found = least(n[chosen], m[chosen], np.broadcast_to(weight, n.shape)[chosen], diameter[chosen], best[chosen])
            best[chosen], restart[chosen], low[chosen] = found
        around = inflation(steps) + 4 * steps * UNIT * varied
        return np.where(usable, best * (1 + around), math.nan), low * (1 - around), restart


def _rows_of(array: Floats, strides: list[int], rows: Integers, firsts: Integers, steps: int) -> Floats:
    """The numbers of some rows, in two dimensions; one row where all share it."""
    full, by_row, by_step = strides
    if not full and not by_row:
        return array[None, : steps if by_step else 1] if by_step else np.full((1, steps), array[0])
    begins = firsts[rows] * full + rows * by_row
    if not by_step:
        return np.repeat(array[begins][:, None], steps, axis=1)
    if full and len(rows) == rows[-1] - rows[0] + 1 and begins[-1] - begins[0] == (len(rows) - 1) * steps:
        return array[begins[0] : begins[-1] + steps].reshape(-1, steps)
    found: Floats = array[begins[:, None] + np.arange(steps)]
    return found


def _in_row(i: int, field: str) -> str:
    """A field of one instance as that of all."""
    name, bracket, rest = field.partition("[")
    return f"{name}[{i}, {rest}" if bracket else f"{name}[{i}]"


# Reading.


def _from_instances(instances: Sequence[Instance | Mapping[str, object]]) -> _BatchData:
    known = {"contraction": 1, "start_shift": 0, "diameter": None, "steps": None}
    read = []
    for i, one in enumerate(instances):
        with field_name(partial("instances[{}].{}".format, i)):
            if isinstance(one, Instance):
                read.append(instance_arrays(one))
                continue
            if wrong := next((name for name in one if name not in (*known, *LISTED)), None):
                raise InputError(str(wrong)[:40], "is no argument of allocate", f"the arguments are {', '.join((*LISTED, *known))}")
            if missing := next((name for name in ("gap", "noise_variance") if name not in one), None):
                raise InputError(missing, "is missing", "every instance needs gap and noise_variance")
            read.append(argument_arrays({**known, **one}))
            read[-1].validate()
    firsts = np.concatenate(([0], np.cumsum([len(one.gap) for one in read], dtype=np.int64)))
    columns = [np.concatenate([one[k] for one in read]) if read else np.empty(0) for k in range(3)]
    starts = np.array([one.start for one in read], np.float64)
    diameters = np.array([math.inf if one.diameter is None else one.diameter for one in read], np.float64)
    return _BatchData((columns[0], columns[1], columns[2]), np.array([[1, 0, 1]] * 3), firsts, starts, diameters)


def _from_arrays(given: dict[str, object], start: object, diameter: object) -> _BatchData:
    for name in ("gap", "noise_variance"):
        if given[name] is None:
            raise InputError(name, "is missing", "give gap and noise_variance, or instances")
    read = {name: _rectangle(one, name) for name, one in given.items()}
    ragged = {name: [len(row) for row in one] for name, one in read.items() if isinstance(one, list)}
    shapes = {name: one.shape for name, one in read.items() if not isinstance(one, list)}
    if ragged:
        lengths = next(iter(ragged.values()))
        fits = all(other == lengths for other in ragged.values()) and all(shape in ((1, 1), (len(lengths), 1)) for shape in shapes.values())
    else:
        try:
            count, steps = np.broadcast_shapes(*shapes.values())
            fits, lengths = True, [steps] * count
        except ValueError:
            fits, lengths = False, []
    if not fits:
        told = ", ".join(f"{name} {shapes.get(name, 'of different lengths')}" for name in read)
        raise InputError("gap", f"the shapes do not go together: {told}", _SHAPES)
    if max(lengths, default=0) > MAX_STEPS:
        raise InputError("gap", f"{max(lengths)} steps are too many", f"at most {MAX_STEPS} steps are solved")
    firsts = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
    arrays, strides = [], []
    for one in read.values():
        if isinstance(one, list):
            arrays.append(np.concatenate(one) if one else np.empty(0))
            strides.append([1, 0, 1])
        else:
            several, long = one.shape[0] > 1, one.shape[1] > 1
            arrays.append(one.ravel())
            strides.append([int(several and long), int(several and not long), int(long)])
    starts, limits = (_column(one, len(lengths), name) for one, name in ((start, "start_shift"), (diameter, "diameter")))
    return _BatchData((arrays[0], arrays[1], arrays[2]), np.array(strides), firsts, starts, limits)


def _rectangle(value: object, field: str) -> Floats | list[Floats]:
    """An array of two dimensions, or rows of different lengths."""
    if isinstance(value, Sequence) and not isinstance(value, str) and len({np.size(row) for row in value}) > 1:
        rows = [_floats(row, f"{field}[{i}]") for i, row in enumerate(value)]
        if any(row.ndim != 1 for row in rows):
            raise InputError(field, "has a row that is no sequence", _SHAPES)
        return rows
    array = _floats(value, field)
    if array.ndim > 2:
        raise InputError(field, f"has {array.ndim} dimensions", _SHAPES)
    return np.ascontiguousarray(array.reshape((1,) * (2 - array.ndim) + array.shape))


def _floats(value: object, field: str) -> Floats:
    """An array of floats; texts and exact numbers are rounded for the worse."""
    try:
        array = np.asarray(value)
    except ValueError:
        raise InputError(field, "has rows of different lengths inside", _SHAPES) from None
    if array.dtype.kind == "f" or (array.dtype.kind in "iu" and not np.any((array > 2**53) | (array < -(2**53)))):
        return array.astype(np.float64, copy=False)
    found = [one if isinstance(one, float) else one_float(rational(one, field), field) for one in np.array(value, object).ravel().tolist()]
    return np.array(found, np.float64).reshape(array.shape)


def _column(value: object, count: int, field: str) -> Floats:
    """One number for each instance, infinite for None."""
    array = np.asarray(math.inf) if value is None else _floats(value, field)
    if array.ndim > 1 or array.size not in (1, count):
        raise InputError(field, f"has the shape {array.shape} for {count} instances", "give one number, or one for each instance")
    return np.array(np.broadcast_to(array.ravel(), count), np.float64)
