"""The optimum of a process at a point, by the exact solver, and a bound beside it; enclosed where formulas are irrational there.

The optimum does not fall where gaps, contractions, the distance of the starts or the diameter grow, or variances fall.  So instances whose
data are rounded in these directions, or in the opposite ones, have optima above and below it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import fmpq

from pabisym.divergence.evaluate import enclose, exact_value
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational, to_fraction
from pabisym.lang.term import TWO, Call, Number, Term
from pabisym.numerics.enclosure import Enclosure, infinite
from pabisym.process.sequence import EachStep, StepSequence, integer_at
from pabisym.shift.exact import solve as exact
from pabisym.shift.instance import Instance
from pabisym.spec.read import Spec

DIGITS = 40
"""Digits to which irrational data are enclosed."""
MOST_DIGITS = 10_000
"""Most digits before the point, or zeros after it, of such an end."""
MOST_STEPS = 2000
"""Most steps of an instance whose data are irrational."""


def optimum(spec: Spec, point: Mapping[str, object]) -> Fraction | None:
    """The exact optimum of the process at a point, None where it is infinite; of a release the sum over its parts.

    Of noise that is not Gaussian it is that of Gaussian noise of the same variance.  Raises
    :class:`~pabisym.errors.InputError` where data of the process are irrational at the point.
    """
    total = Fraction(0)
    if spec.process.every_iterate:
        own = Instance.from_json(replace(spec, process=replace(spec.process, every_iterate=False)).instance(**point))
        steps = [(to_fraction(gap), to_fraction(variance)) for gap, variance in zip(own.gap, own.noise_variance, strict=True) if gap]
        return sum((gap**2 / variance for gap, variance in steps), total) if all(variance for _, variance in steps) else None
    for part in spec.gaussian().parts():
        found = _value(Instance.from_json(part.instance(**point)))
        if found is None:
            return None
        total += found
    return total


def _value(instance: Instance) -> Fraction | None:
    answer = exact.optimum(instance)
    return to_fraction(answer.value) if isinstance(answer, exact.ExactSolution) else None


def value_at(term: Term, point: Mapping[str, object]) -> Fraction:
    """The exact value of a bound at a point; raises :class:`~pabisym.errors.Undecided` where it is irrational."""
    value = exact_value(term, point)
    if value is None:
        raise Undecided(f"{to_text(term)} is irrational at a point")
    return to_fraction(fmpq(value))


@dataclass(frozen=True)
class Between:
    """A number that is not negative between two rationals; both are the number where it is rational.  None stands for infinity."""

    lower: Fraction | None
    upper: Fraction | None

    def over(self, other: Between) -> Fraction | None:
        """The quotient, rounded up; None where the other one may be 0."""
        return self.upper / other.lower if self.upper is not None and other.lower else None

    def apart(self, other: Between) -> bool:
        """Is every number between these ends above every one between those of the other."""
        return other.upper is not None and (self.lower is None or self.lower > other.upper)


def optimum_between(spec: Spec, point: Mapping[str, object]) -> Between:
    """The optimum of :func:`optimum`, or rationals around it.

    Raises :class:`~pabisym.errors.InputError` for letters that are missing or outside their domains, and where irrational data have too
    many steps.
    """
    try:
        found = optimum(spec, point)
    except InputError:
        if spec.process.every_iterate:
            raise
        parts = [[_value(rounded_instance(part, point, upper=upper)) for upper in (False, True)] for part in spec.gaussian().parts()]
        low, high = ([pair[i] for pair in parts] for i in (0, 1))
        return Between(*(None if None in ends else sum((one for one in ends if one is not None), Fraction(0)) for ends in (low, high)))
    return Between(found, found)


def value_between(term: Term, point: Mapping[str, object]) -> Between:
    """The value of a bound at a point, or rationals around it."""
    value = exact_value(term, point)
    if value is not None:
        return Between(to_fraction(value), to_fraction(value))
    return Between(*_ends(term, point))


def optimum_at(spec: Spec, at: Mapping[str, object], digits: int = 15) -> Enclosure | None:
    """The certified optimum of a process at a point, in the notion of the spec's goal; None where that is neither Rényi divergence nor mu.

    It is the least bound that shift allocation gives there: no closed form and no proof is needed.  ``at`` has rational values of all
    letters that the process needs, and of those in the order.

    >>> from pabisym.spec.read import read_spec
    >>> spec = read_spec({"symbols": {"T": "integer, T >= 1", "v": "real, v > 0"}, "goal": {"divergence": "gdp"},
    ...     "process": {"steps": "T", "gap": [{"each": "1"}], "noise": {"variance": "v"}}})
    >>> optimum_at(spec, {"T": 4, "v": 1}).exact
    Fraction(2, 1)

    Raises :class:`~pabisym.errors.InputError` for letters that are missing, unknown or outside their domains.
    """
    goal = spec.goal
    if goal.divergence == "hockey-stick":
        return None
    found = optimum_between(spec, at)
    if found.lower is None or found.upper is None:
        return infinite(digits)
    point = {name: to_fraction(rational(value, name)) for name, value in at.items()}

    def told(square: Fraction) -> Enclosure:
        if goal.order is None:
            return enclose(Call("sqrt", (Number(square),)), point, digits)
        return enclose(Call("/", (Call("*", (goal.order, Number(square))), TWO)), point, digits)

    low, high = told(found.lower), told(found.upper)
    return low if found.lower == found.upper else Enclosure(low.lower, high.upper, None, digits, 0)


def rounded_instance(spec: Spec, point: Mapping[str, object], most: int = MOST_STEPS, *, upper: bool = False) -> Instance:
    """Rational data whose optimum is not above that of the process at a point where data are irrational; they differ after 40 digits.

    With ``upper`` the optimum is not below.  Raises :class:`~pabisym.errors.InputError` where there are more than ``most`` steps.
    """
    iteration = spec.process.iteration()
    point = {name: value for name, value in point.items() if name in iteration.letters}
    steps = integer_at(iteration.steps, point, "steps", 0)
    if steps > most:
        raise InputError("steps", f"{steps} is too large where data are irrational", f"give at most {most}")

    def listed(sequence: StepSequence, end: bool) -> tuple[fmpq, ...]:
        terms = [sequence.term()] if isinstance(sequence, EachStep) and sequence.constant else [
            sequence.term(Number(step)) for step in range(1, steps + 1)]
        found = tuple(_end(term, point, end) for term in terms)
        return found * steps if len(terms) == 1 and steps != 1 else found[:steps]

    diameter = None if iteration.diameter is None else _end(iteration.diameter, point, upper)
    return Instance(steps, listed(iteration.contraction, upper), listed(iteration.gap, upper), listed(iteration.noise.variance, not upper),
                    _end(iteration.start_shift, point, upper), diameter)


def _end(term: Term, point: Mapping[str, object], upper: bool) -> fmpq:
    low, high = _ends(term, point)
    found = high if upper else low
    if found is None:
        raise InputError("process", f"{to_text(term)} is infinite here", "give other letters")
    return fmpq(found.numerator, found.denominator)


def _ends(term: Term, point: Mapping[str, object]) -> tuple[Fraction, Fraction | None]:
    """Rationals around the value of a formula that is not negative."""
    found = enclose(term, point, DIGITS)
    if found.exact is not None:
        return found.exact, found.exact
    if any(len(mantissa) + abs(int(exponent or 0)) > MOST_DIGITS for mantissa, _, exponent in (
            end.lower().partition("e") for end in (found.lower, found.upper))):
        raise Undecided(f"{to_text(term)} is a number of more than {MOST_DIGITS} digits at a point")
    return max(Fraction(found.lower), Fraction(0)), None if found.upper == "inf" else Fraction(found.upper)
