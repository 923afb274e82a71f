"""A formula under conditions, such as a statement's bound, on arrays of points, in float64 on the safe side, or as enclosures.

What :meth:`pabisym.library.theorem.LibraryTheorem.at` says of one point, :func:`over` says of many: letters are read, conditions decided,
and the bound is computed on arrays (:mod:`pabisym.numerics.arrays`).  Where floats do not decide a condition, or tell less than nine digits
of the value, that point alone is treated as ``at`` treats it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from pabisym.divergence.evaluate import ALL, enclose
from pabisym.errors import InputError, Undecided
from pabisym.lang.arguments import DEEPEST, LONGEST
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import float_ends, rational
from pabisym.lang.term import Binding, Call, Name, Number, Term, substitute
from pabisym.library.point import Outside, condition_text, conditions, decided_condition, letters, numeric_bound, read_point
from pabisym.library.statement import Statement
from pabisym.numerics.arrays import Array, Flags, FloatEnds, value, verdicts
from pabisym.numerics.enclosure import Enclosure

CHUNK = 4096
"""So many points are computed at a time: as many as fit into the fastest memory."""
LONGEST_RANGE = 100
"""Longest range of indices of which a condition is decided on arrays."""
_COARSE = 2.0**-30


@dataclass(frozen=True)
class _Letter:
    """The values of a letter: exact ones, flat, and the floats between which they lie, in their shape."""

    ends: FloatEnds
    exact: list[fmpq] | None

    def at(self, index: tuple[int, ...]) -> fmpq:
        shape = self.ends.low.shape
        own = tuple(0 if size == 1 else i for i, size in zip(index[len(index) - len(shape) :], shape, strict=True))
        if self.exact is not None:
            return self.exact[int(np.ravel_multi_index(own, shape))] if own else self.exact[0]
        return fmpq(*float(self.ends.low[own]).as_integer_ratio())


class Grid(NamedTuple):
    """A bound and its conditions in letters that have arrays."""

    bound: Term
    conditions: tuple[tuple[str, Term], ...]
    letters: Mapping[str, _Letter]
    own: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the grid, with one axis where it has none."""
        return self.own or (1,)

    def pieces(self) -> Iterator[tuple[tuple[slice, ...], Mapping[str, FloatEnds]]]:
        """Parts of the grid, cut along its axes from the longest on, with the letters there."""
        for place in _boxes(self.shape):
            yield place, {name: _part(letter.ends, place) for name, letter in self.letters.items()}

    def point(self, index: tuple[int, ...]) -> Binding:
        """The exact values at one place."""
        return {name: ((), Number(letter.at(index))) for name, letter in self.letters.items()}


def over(statement: Statement, values: Mapping[str, object], *, outside: Outside = "refuse") -> tuple[Array, Array]:
    """Floats not above and not below the bound at every point of a grid; see :meth:`LibraryTheorem.over`."""
    return float_ends_over(_read_grid(statement, values, outside), outside)


def float_ends_over(grid: Grid, outside: Outside = "refuse") -> tuple[Array, Array]:
    """Floats not above and not below the bound at every point of a grid."""
    low, high = np.empty(grid.shape), np.empty(grid.shape)
    for place, ends in grid.pieces():
        keep = _inside(grid, place, ends, outside)
        found = value(grid.bound, ends, ALL)
        low[place], high[place] = found
        part_low, part_high = low[place], high[place]
        with np.errstate(invalid="ignore"):
            coarse = ~(part_high - part_low <= _COARSE * np.minimum(np.abs(part_low), np.abs(part_high)))
        if keep is not None:
            coarse &= keep
            part_low[~keep] = part_high[~keep] = math.nan
        for index in _indices(coarse):
            one = _at(grid, _absolute(place, index), 17)
            part_low[index], part_high[index] = one.below(), float(one)
    return low.reshape(grid.own), high.reshape(grid.own)


def balls_over(statement: Statement, values: Mapping[str, object], digits: int, *, outside: Outside = "refuse") -> NDArray[Any]:
    """An :class:`~pabisym.numerics.enclosure.Enclosure` at every point of a grid, None where a point is left out."""
    grid = _read_grid(statement, values, outside)
    found = np.empty(grid.shape, object)
    for place, ends in grid.pieces():
        keep = _inside(grid, place, ends, outside)
        for index in np.ndindex(found[place].shape):
            if keep is None or keep[index]:
                found[place][index] = replace(_at(grid, _absolute(place, index), digits), side=statement.side)
    return found.reshape(grid.own)


def _at(grid: Grid, index: tuple[int, ...], digits: int) -> Enclosure:
    try:
        return enclose(substitute(grid.bound, grid.point(index)), {}, digits)
    except (InputError, Undecided) as error:
        raise type(error)(*_with_point(grid, index, error)) from None


def _with_point(grid: Grid, index: tuple[int, ...], error: InputError | Undecided) -> tuple[str, ...]:
    """The arguments of the same error, with the point."""
    where = ", ".join(f"{name}={to_text(term)[:24]}" for name, (_, term) in grid.point(index).items())
    if isinstance(error, InputError):
        return f"at {where}", f"{error.field} {error.problem}", error.cure
    return (f"at {where}: {error}",)


# Reading.


def _read_grid(statement: Statement, values: Mapping[str, object], outside: Outside) -> Grid:
    found = numeric_bound(statement)
    if found is None:
        raise InputError(statement.id, "this statement has no numeric bound", "pabisym show says what it states")
    kinds = statement.domains
    numbers = {name: one for name, one in values.items() if kinds.get(name, "") in ("real", "integer")}
    formulas = read_point(statement, {name: one for name, one in values.items() if name not in numbers}, "over")
    here = [(name, substitute(term, formulas)) for name, term in conditions(statement)]
    return read_grid(substitute(found.bound, formulas), here, numbers, kinds, outside)


def read_grid(bound: Term, conditions: Iterable[tuple[str, Term]], numbers: Mapping[str, object], kinds: Mapping[str, str],
              outside: Outside = "refuse") -> Grid:
    """A bound at arrays of numbers for its letters, with the conditions, by name, that these decide; ``kinds`` are ``real`` or ``integer``.

    Raises :class:`~pabisym.errors.InputError` for a letter without a value, for what is no array of numbers, and for shapes that numpy
    does not broadcast.
    """
    if outside not in ("refuse", "nan", "value"):
        raise InputError("outside", f"{str(outside)[:40]!r} is not known", "give refuse, nan or value")
    known = {name: _letter(one, f"over {name}", whole=kinds[name] == "integer") for name, one in numbers.items()}
    if missing := sorted(letters(bound) - known.keys()):
        cure = "a number or an array" if kinds.get(missing[0]) in ("real", "integer") else f"a formula in k, as {missing[0]}=1/k"
        raise InputError("over", f"no value for {', '.join(missing)}", f"give {missing[0]} {cure}")
    decidable = tuple((name, term) for name, term in conditions if outside != "value" and letters(term) - {"forall"} <= known.keys())
    try:
        shape = np.broadcast_shapes(*[letter.ends.low.shape for letter in known.values()])
    except ValueError:
        shapes = ", ".join(f"{name} {letter.ends.low.shape}" for name, letter in known.items())
        raise InputError("over", f"the shapes do not go together: {shapes}", "give shapes that numpy broadcasts") from None
    return Grid(bound, decidable, known, shape)


def _letter(given: object, field: str, *, whole: bool) -> _Letter:
    """Read an array of floats or integers, an exact number, a float, or nested sequences of these."""
    exact: list[fmpq] | None = None
    given = given.to_numpy() if hasattr(given, "to_numpy") else given
    if not isinstance(given, np.ndarray | np.generic | list | tuple | range):
        exact, shape = [_number(given, field)], ()
    else:
        if (count := _entries(given)) > LONGEST:
            raise InputError(field, f"has {count} entries", f"at most {LONGEST} are read")
        try:
            array = np.asarray(given)
        except ValueError:
            raise InputError(field, "is a sequence of sequences of different lengths", "give an array") from None
        if array.dtype.kind == "f" and array.dtype.itemsize <= 8:
            found = FloatEnds.exactly(np.ascontiguousarray(array, np.float64).reshape(array.shape))
            _refuse(~np.isfinite(found.low), found.low, field, "is not a finite number", "give finite numbers")
        elif array.dtype.kind in "iu" and not np.any((array > 2**53) | (array < -(2**53))):
            found = FloatEnds.exactly(array.astype(np.float64))
        else:
            original = array if array.dtype.kind in "iuO" else np.array(given, object)
            exact, shape = [_number(one, field) for one in original.ravel().tolist()], array.shape
    if exact is not None:
        ends = np.array([float_ends(one) for one in exact]).reshape(*shape, 2)
        low, high = ends[..., 0].copy(), ends[..., 1].copy()
        found = FloatEnds(low, low if np.array_equal(low, high) else high)
    if whole:
        if exact is not None:
            wrong = next((one for one in exact if one.q != 1), None)
            if wrong is not None:
                raise InputError(field, f"{wrong} is not an integer", "it is an integer here")
        else:
            _refuse(found.low % 1 != 0, found.low, field, "is not an integer", "it is an integer here")
    return _Letter(found, exact)


def _entries(given: object, depth: int = 0) -> int:
    """How many numbers an array of a sequence of sequences would have; ranges are not written out."""
    if isinstance(given, range):
        return max(0, -((given.start - given.stop) // given.step))
    if depth > DEEPEST or not isinstance(given, list | tuple):
        return 1
    return sum(_entries(one, depth + 1) for one in given)


def _number(value: object, field: str) -> fmpq:
    """An exact number, or a float as the number that it is."""
    if isinstance(value, float) and math.isfinite(value):
        return fmpq(*value.as_integer_ratio())
    return rational(value, field)


def _refuse(wrong: Flags, values: Array, field: str, problem: str, cure: str) -> None:
    if np.any(wrong):
        index = next(_indices(wrong))
        raise InputError(f"{field}[{', '.join(map(str, index))}]" if index else field, f"{float(values[index])!r} {problem}", cure)


# Pieces of a grid.


def _boxes(shape: tuple[int, ...]) -> Iterator[tuple[slice, ...]]:
    """Boxes of at most :data:`CHUNK` points that cover the grid."""
    boxes = [tuple(slice(0, size) for size in shape)]
    while boxes:
        box = boxes.pop()
        sizes = [side.stop - side.start for side in box]
        if math.prod(sizes) <= CHUNK:
            yield box
            continue
        axis = int(np.argmax(sizes))
        rest = math.prod(sizes) // sizes[axis]
        step = max(1, CHUNK // rest) if rest <= CHUNK else -(-sizes[axis] // 2)
        first, stop = box[axis].start, box[axis].stop
        boxes += [(*box[:axis], slice(a, min(a + step, stop)), *box[axis + 1 :]) for a in reversed(range(first, stop, step))]


def _part(ends: FloatEnds, place: tuple[slice, ...]) -> FloatEnds:
    own = ends.low.shape
    box = tuple(slice(0, 1) if size == 1 else side for size, side in zip(own, place[len(place) - len(own) :], strict=True))
    low = ends.low[box]
    return FloatEnds(low, low if ends.exact else ends.high[box])


def _indices(flags: Flags) -> Iterator[tuple[int, ...]]:
    if np.any(flags):
        yield from map(tuple, np.argwhere(flags).tolist())


def _absolute(place: tuple[slice, ...], index: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(side.start + i for side, i in zip(place, index, strict=True))


# Conditions.


def _inside(grid: Grid, place: tuple[slice, ...], ends: Mapping[str, FloatEnds], outside: Outside) -> Flags | None:
    """Where all conditions hold, None for everywhere; the first point at which one does not is refused unless it may be left out."""
    keep: Flags | None = None
    size = tuple(side.stop - side.start for side in place)
    for name, condition in grid.conditions:
        yes, no = _decide(condition, ends)
        if np.all(yes):
            continue
        yes, no = np.array(np.broadcast_to(yes, size)), np.broadcast_to(no, size)
        for index in _indices(~(yes | no)):
            at = _absolute(place, index)
            verdict = decided_condition(substitute(condition, grid.point(at)))
            yes[index] = verdict == "true"
            if verdict == "undecided" and outside == "refuse":
                said = f"whether {condition_text(name, condition)} holds; outside leaves such points out"
                raise Undecided(_with_point(grid, at, Undecided(said))[0])
        if outside == "refuse" and not np.all(yes):
            at = _absolute(place, next(_indices(~yes)))
            error = InputError("over", f"{condition_text(name, condition)} does not hold", 'choose other points, or outside="nan"')
            raise InputError(*_with_point(grid, at, error))
        keep = yes if keep is None else keep & yes
    return None if keep is None or np.all(keep) else keep


def _decide(condition: Term, ends: Mapping[str, FloatEnds]) -> tuple[Flags, Flags]:
    """Where a relation, or one for every index of a range, certainly holds and certainly does not."""
    if not (isinstance(condition, Call) and condition.head == "forall"):
        return verdicts(condition, ends, ALL)
    index, (low, high, body) = condition.args[0], condition.args[1:]
    first, last = value(low, ends, ALL), value(high, ends, ALL)
    unknown = np.zeros((), np.bool_)
    least, most = np.min(first.low), np.max(last.high)
    if not (isinstance(index, Name) and first.exact and last.exact and most - least < LONGEST_RANGE):
        return unknown, unknown
    yes, no = ~unknown, unknown
    for k in range(math.ceil(least), math.floor(most) + 1):
        here = (first.low <= k) & (k <= last.low)
        holds, fails = verdicts(body, {**ends, index.name: FloatEnds.exactly(np.float64(k))}, ALL)  # type: ignore[arg-type]
        yes, no = yes & (holds | ~here), no | (fails & here)
    return yes, no
