"""The shift allocation as one function: data in, an :class:`Allocation` out.

>>> from pabisym.shift.allocate import allocate
>>> answer = allocate(gap=[0, 1, 0, 0], noise_variance=1)
>>> answer
Allocation(optimal, exact, value=1/3, steps=4, blocks=2, restart=0, tightness='exact')
>>> answer.allocation
(Fraction(0, 1), Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
>>> answer.worst_case.value == answer.value
True
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from flint import arb, fmpq

from pabisym.errors import InputError
from pabisym.lang.arguments import NumberLike, Schedule, public
from pabisym.lang.digest import content_hash
from pabisym.lang.once import cached_property, working_precision
from pabisym.lang.rational import rational, rational_text, to_fraction
from pabisym.lang.reader import nearest, or_floats
from pabisym.shift.exact.solve import ExactSolution, InfiniteSolution, optimum
from pabisym.shift.instance import Instance, Json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pabisym.shift.exact.ball import Interval
    from pabisym.shift.reading.arrays import FloatData

    Numbers: TypeAlias = tuple[Fraction, ...] | NDArray[np.float64] | tuple[Interval, ...]

Number: TypeAlias = "Fraction | float | Interval"
"""A public number: exact arithmetic gives Fractions, float arithmetic floats, ball arithmetic pairs of decimal texts
that enclose; infinity is ``math.inf``."""


@dataclass(frozen=True, slots=True)
class Block:
    """Steps ``first..last`` paid for together: ``a_t = w_t sigma_t^2 slope`` with ``w_t = prod_{j > t} c_j``."""

    first: int
    last: int
    slope: Number


@dataclass(frozen=True, eq=False)
class WorstCase:
    """The linear pair with contractions ``c'_1..c'_T`` that attains the bound, and its mean^2 / variance."""

    contraction: Numbers
    value: Number


class _Arithmetic(NamedTuple):
    """How one arithmetic solves, and how its numbers appear in Python and in JSON."""

    solve: Callable[[Instance, int | None], Any]
    number: Callable[[Any], Number]
    numbers: Callable[[Any], Numbers]
    text: Callable[[Any], Json]


@dataclass(frozen=True, repr=False, eq=False)
class Allocation:
    """The optimum of an instance, its blocks and its worst case.

    ``status`` is ``"optimal"`` or ``"infinite"`` (then ``reason`` says why, ``value`` is infinite, ``allocation``,
    ``shift`` and ``blocks`` are empty, and the exact ``worst_case`` is a pair without noise at the end).  ``restart`` is the
    step from which the bound is proved.  ``tightness`` is ``"exact"`` when ``worst_case`` is a process of the
    instance, its diameter set aside, and ``"upper"`` when the diameter was used: then the pair that attains the value
    begins at the restart.  Exact numbers become :class:`~fractions.Fraction` when first asked for.
    """

    arithmetic: str
    status: str
    reason: str
    restart: int
    tightness: str
    instance: Instance | None
    _solution: Any = field(repr=False)

    @property
    def exact(self) -> ExactSolution | InfiniteSolution:
        """What the exact solver found, with numbers as :class:`flint.fmpq`.

        Raises :class:`~pabisym.errors.InputError` for other arithmetics.
        """
        if isinstance(self._solution, ExactSolution | InfiniteSolution):
            return self._solution
        raise InputError("arithmetic", f"a {self.arithmetic} answer has no exact numbers", "solve with exact")

    @cached_property
    def value(self) -> Number:
        """``sum a_t^2 / sigma_t^2``, which is ``mu^2``; the Rényi bound of order alpha is alpha/2 times it."""
        return math.inf if self._infinite else self._as.number(self._solution.value)

    @cached_property
    def allocation(self) -> Numbers:
        """``a_1..a_T``; 0 up to the restart."""
        return self._as.numbers(() if self._infinite else self._solution.allocation)

    @cached_property
    def shift(self) -> Numbers:
        """``z_1..z_T``; up to the restart the bounds of the distance that the diameter allows."""
        return self._as.numbers(() if self._infinite else self._solution.shift)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks, slopes increasing."""
        found, number = self._solution, self._as.number
        rows = () if self._infinite else zip(found.block_first, found.block_last, found.block_slope, strict=True)
        return tuple(Block(int(first), int(last), number(slope)) for first, last, slope in rows)

    @cached_property
    def worst_case(self) -> WorstCase:
        """The pair that attains the value."""
        value = math.inf if self._infinite else self._as.number(self._solution.worst_value)
        return WorstCase(self._as.numbers(self._solution.worst_contraction), value)

    def mu_squared_at(self, at: Mapping[str, object] | None = None) -> fmpq:
        """mu^2 for :func:`pabisym.convert`: the exact value, or the upper end of a float or a ball answer; there are no letters to set.

        Raises :class:`~pabisym.errors.InputError` for an infinite optimum.
        """
        if at:
            raise InputError("at", "an allocation has numbers and no letters", "leave it out")
        if self._infinite:
            raise InputError("bound", f"an infinite optimum bounds nothing: {self.reason}", "add noise after the last gap")
        value = self.value
        return rational(value.upper if isinstance(value, tuple) else Fraction(value), "value")

    @property
    def fingerprint(self) -> str:
        """A content hash of the answer, the same on every machine: of the arithmetic and of all numbers, in full."""
        return content_hash("allocation", self.arithmetic, self.tightness, self.to_json())

    def __reduce_ex__(self, protocol: Any) -> Any:
        """A ball answer is stored as what was asked, and solved again where it is loaded: balls cannot be stored."""
        digits = getattr(self._solution, "digits", None)
        if digits is not None and self.instance is not None:
            return solve, (self.instance, self.arithmetic, digits)
        return super().__reduce_ex__(protocol)

    @property
    def short_value(self) -> str:
        """The value in a few characters, ``~`` before one that is rounded; ``inf`` for an infinite optimum."""
        return "inf" if self._infinite else short_number(self._solution.value)

    @public
    def first_rows(self, count: int) -> dict[str, Json]:
        """As :meth:`to_json`, with the first ``count`` steps and blocks alone, and how many there are of either.

        Of an exact answer, whose steps may have as many digits each as there are steps, only these are computed.
        """
        if self._infinite:
            return self.to_json()
        rows = found = self._solution
        if isinstance(found, ExactSolution):
            steps, blocks = range(1, min(count, found.instance.steps) + 1), found.blocks[:count]
            rows = SimpleNamespace(value=found.value, allocation=[found.payment(t) for t in steps],
                                   shift=[found.shift_after(t) for t in steps], block_first=[b.first for b in blocks],
                                   block_last=[b.last for b in blocks], block_slope=[found.slope_of(b) for b in blocks],
                                   worst_contraction=found.worst_contraction, worst_value=found.worst_value)
        return self._listed(rows, count) | {"steps": len(found.worst_contraction), "block_count": len(found.block_first)}

    def to_json(self) -> dict[str, Json]:
        """The JSON object of the contract; exact numbers are texts, float ones numbers, balls enclosures."""
        return {"status": self.status, "reason": self.reason} if self._infinite else self._listed(self._solution)

    def _listed(self, found: Any, count: int | None = None) -> dict[str, Json]:
        """The same of a finite optimum, with the first ``count`` steps and blocks."""
        text = self._as.text

        def plain(values: Any) -> list[Any]:
            first = values[:count]
            return first.tolist() if hasattr(first, "tolist") else list(first)

        def listed(values: Any) -> list[Json]:
            return [text(x) for x in plain(values)]

        blocks = zip(plain(found.block_first), plain(found.block_last), listed(found.block_slope), strict=True)
        head: dict[str, Json] = {"status": self.status, "arithmetic": self.arithmetic, "value": text(found.value)}
        gap: dict[str, Json] = {"gap": text(found.gap)} if self.arithmetic == "ball" else {}
        return {**head, **gap, "allocation": listed(found.allocation), "shift": listed(found.shift),
                "blocks": [{"first": p, "last": q, "slope": slope} for p, q, slope in blocks], "restart": self.restart,
                "worst_case": {"contraction": listed(found.worst_contraction), "value": text(found.worst_value)}}

    @property
    def _as(self) -> _Arithmetic:
        known, digits = _ARITHMETIC[self.arithmetic], getattr(self._solution, "digits", None)
        if digits is None:
            return known
        number = partial(_interval, digits=digits)
        listed, text = lambda values: tuple(map(number, values)), lambda ball: dict(number(ball)._asdict())
        return known._replace(number=number, numbers=listed, text=text)

    @property
    def _infinite(self) -> bool:
        return self.status == "infinite"

    def __repr__(self) -> str:
        if self._infinite:
            return f"Allocation(infinite, {self.arithmetic}, reason={self.reason!r})"
        return (
            f"Allocation(optimal, {self.arithmetic}, value={self.short_value}, "
            f"steps={len(self._solution.worst_contraction)}, blocks={len(self._solution.block_first)}, "
            f"restart={self.restart}, tightness={self.tightness!r})"
        )

    def __eq__(self, other: object) -> bool:
        """The same answer; the instances that were asked may differ."""
        if not isinstance(other, Allocation):
            return NotImplemented
        return self._key() == other._key() and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.arithmetic, self.status, self.reason, self.restart, self.tightness, self.value


@public
def allocate(*, gap: Schedule, noise_variance: Schedule, contraction: Schedule = 1, start_shift: NumberLike = 0,
             diameter: NumberLike | None = None, arithmetic: str = "exact", steps: int | None = None,
             digits: int | None = None) -> Allocation:
    """The least ``sum a_t^2 / sigma_t^2`` over the shift allocations of a noisy iteration.

    ``gap``, ``noise_variance`` (``sigma_t^2`` of the noise on the iterate) and ``contraction`` are one value for all steps or one per step;
    ``start_shift`` is ``z_0``, ``diameter`` D.  ``steps`` is needed only when no sequence tells it.  Exact arithmetic takes ints,
    Fractions, texts such as ``"3/4"`` or ``"0.75"``, and arrays of ints; float arithmetic takes floats and arrays as well; ball arithmetic
    takes what exact arithmetic takes, and certifies ``digits`` significant digits of the value (absent: 30).  Gaps, start shift and
    diameter are in one unit, variances in its square; the value has no unit.  Source: the shift reduction of Feldman et al., 2018, and its
    optimum by a taut string.  Raises :class:`~pabisym.errors.InputError` naming the argument.

    >>> from pabisym import allocate
    >>> found = allocate(gap=[0, 1, 0, 0], noise_variance=1)
    >>> found.value, found.allocation
    (Fraction(1, 3), (Fraction(0, 1), Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)))
    """
    given: dict[str, object] = {"gap": gap, "noise_variance": noise_variance, "contraction": contraction, "start_shift": start_shift,
                                "diameter": diameter, "steps": steps}
    _arithmetic(arithmetic, digits)
    if arithmetic == "float":
        from pabisym.shift.reading.arrays import argument_arrays

        return solve_floats(argument_arrays(given))
    with or_floats('arithmetic="float"'):
        instance = Instance.from_arguments(**given)
    return solve(instance, arithmetic, digits)


def solve(instance: Instance, arithmetic: str = "exact", digits: int | None = None) -> Allocation:
    """The answer to an instance that was already read; an ``allocation`` in it plays no part.

    ``digits`` is how many significant digits ball arithmetic certifies (absent: 30).
    """
    solution = _arithmetic(arithmetic, digits).solve(instance, digits)
    return _answer(arithmetic, solution, instance, instance.start_shift, instance.diameter)


def solve_floats(data: FloatData) -> Allocation:
    """The answer of float arithmetic to arrays that were read."""
    from pabisym.shift.float64.solve import solve_data

    return _answer("float", solve_data(data), None, data.start, data.diameter)


def solve_short_floats(instance: Instance) -> Allocation | None:
    """The answer of float arithmetic to a short instance without loading numpy, its numbers in lists; None for what needs arrays."""
    from pabisym.shift.float64.answer import solve_short

    solution = solve_short(instance)
    return None if solution is None else _answer("float", solution, instance, instance.start_shift, instance.diameter)


def _arithmetic(name: object, digits: int | None) -> _Arithmetic:
    if not isinstance(name, str) or name not in _ARITHMETIC:
        hint = nearest(name, _ARITHMETIC, f"there are {', '.join(_ARITHMETIC)}")
        raise InputError("arithmetic", f"{str(name)[:100]!r} does not exist", hint)
    if digits is not None and name != "ball":
        raise InputError("digits", f"does not go with {name} arithmetic", "ask ball arithmetic for digits")
    return _ARITHMETIC[name]


def _answer(name: str, solution: Any, instance: Instance | None, start: Any, diameter: Any) -> Allocation:
    reason = solution.infinite_reason or ""
    used = not reason and (solution.restart > 0 or (diameter is not None and diameter < start))
    return Allocation(arithmetic=name, status="infinite" if reason else "optimal", reason=reason, restart=int(solution.restart),
                      tightness="upper" if used else "exact", instance=instance, _solution=solution)


def _solve_ball(instance: Instance, digits: int | None) -> Any:
    from pabisym.shift.exact.ball import DIGITS, solve_ball

    return solve_ball(instance, DIGITS if digits is None else digits)


def _interval(value: Any, digits: int | None = None) -> Interval:
    from pabisym.shift.exact.ball import DIGITS, interval

    return interval(value, DIGITS if digits is None else digits)


def _solve_float(instance: Instance, _: int | None) -> Any:
    from pabisym.shift.float64.solve import solve_data
    from pabisym.shift.reading.arrays import instance_arrays

    return solve_data(instance_arrays(instance))


def short_number(value: object, longest: int = 40) -> str:
    """A number (rational, ball or float) in about ``longest`` characters; decimals that stand for a longer one begin with ``~``."""
    if isinstance(value, Fraction):
        value = fmpq(value.numerator, value.denominator)
    if not isinstance(value, fmpq | arb):
        return repr(float(value))  # type: ignore[arg-type]
    if isinstance(value, fmpq) and len(text := rational_text(value)) <= longest:
        return text
    with working_precision(64):
        return "~" + arb(value).str(6, radius=False)


def _floats(values: Any) -> Any:
    import numpy as np

    return np.asarray(values, dtype=np.float64)


_ARITHMETIC = {
    "exact": _Arithmetic(lambda instance, _: optimum(instance), to_fraction, lambda values: tuple(map(to_fraction, values)), rational_text),
    "float": _Arithmetic(_solve_float, float, _floats, lambda value: "inf" if value == math.inf else float(value)),
    "ball": _Arithmetic(_solve_ball, _interval, lambda values: tuple(map(_interval, values)), lambda ball: dict(_interval(ball)._asdict())),
}
"""Every arithmetic by name; another one is one more line."""
