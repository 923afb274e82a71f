"""Rational functions over the rationals in numbered variables, always in lowest terms."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from pabisym.lang.once import cached_property

Numeric: TypeAlias = "Ratio | fmpq | int"
"""What a ratio is added to, or multiplied by."""


@lru_cache(maxsize=64)
def variables(count: int) -> tuple[Ratio, ...]:
    """As many variables, x_0 first."""
    context = fmpq_mpoly_ctx.get([f"x{i}" for i in range(count)])
    one = context.constant(1)
    return tuple(Ratio(x, one) for x in context.gens())


def _rebuilt(count: int, *parts: Mapping[tuple[int, ...], tuple[int, int]]) -> Ratio:
    """A rational function of so many variables from the coefficients of its two polynomials."""
    context = variables(count)[0].top.context()
    top, bottom = (context.from_dict({monomial: fmpq(*number) for monomial, number in part.items()}) for part in parts)
    return Ratio(top, bottom)


class Ratio:
    """A quotient of two polynomials without a common factor; the leading coefficient of the denominator is 1."""

    def __init__(self, top: fmpq_mpoly, bottom: fmpq_mpoly) -> None:
        if not bottom.is_constant():
            common = top.gcd(bottom)
            top, bottom = top / common, bottom / common
        if bottom.is_zero():
            raise ZeroDivisionError("a rational function is divided by 0")
        leading = bottom.leading_coefficient()
        self.top: fmpq_mpoly = top / leading
        self.bottom: fmpq_mpoly = bottom / leading

    def __reduce__(self) -> tuple[Any, ...]:
        parts = ({tuple(map(int, monomial)): (int(fmpq(c).p), int(fmpq(c).q)) for monomial, c in one.to_dict().items()}
                 for one in (self.top, self.bottom))
        return _rebuilt, (self.top.context().nvars(), *parts)

    def of(self, value: Numeric) -> Ratio:
        """A number as a rational function of the same variables."""
        if isinstance(value, Ratio):
            return value
        context = self.top.context()
        return Ratio(context.constant(value), context.constant(1))

    def made(self, top: fmpq_mpoly) -> Ratio:
        """A polynomial as a rational function."""
        return Ratio(top, self.top.context().constant(1))

    def __add__(self, other: Numeric) -> Ratio:
        own = self.of(other)
        if self.bottom == own.bottom:
            return Ratio(self.top + own.top, self.bottom)
        return Ratio(self.top * own.bottom + own.top * self.bottom, self.bottom * own.bottom)

    __radd__ = __add__

    def __neg__(self) -> Ratio:
        return Ratio(-self.top, self.bottom)

    def __sub__(self, other: Numeric) -> Ratio:
        return self + (-self.of(other))

    def __rsub__(self, other: Numeric) -> Ratio:
        return self.of(other) + (-self)

    def __mul__(self, other: Numeric) -> Ratio:
        own = self.of(other)
        return Ratio(self.top * own.top, self.bottom * own.bottom)

    __rmul__ = __mul__

    def __truediv__(self, other: Numeric) -> Ratio:
        own = self.of(other)
        return Ratio(self.top * own.bottom, self.bottom * own.top)

    def __rtruediv__(self, other: Numeric) -> Ratio:
        return self.of(other) / self

    def __pow__(self, exponent: int) -> Ratio:
        if exponent < 0:
            return Ratio(self.bottom**-exponent, self.top**-exponent)
        return Ratio(self.top**exponent, self.bottom**exponent)

    def __bool__(self) -> bool:
        return not self.top.is_zero()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ratio | fmpq | int):
            return NotImplemented
        own = self.of(other)
        return bool(self.top == own.top and self.bottom == own.bottom)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"({self.top})/({self.bottom})"

    @cached_property
    def key(self) -> tuple[str, str]:
        """A text that only an equal one has."""
        return str(self.top), str(self.bottom)

    @property
    def number(self) -> fmpq | None:
        """The number that it is; None where it depends on a variable."""
        if not (self.top.is_constant() and self.bottom.is_constant()):
            return None
        return fmpq(self.top.leading_coefficient()) if self else fmpq(0)

    def put(self, variable: Ratio, other: Ratio) -> Ratio:
        """The value of a polynomial with something else in place of a variable."""
        (monomial,), found = variable.top.to_dict(), self.of(0)
        place = next(index for index, exponent in enumerate(monomial) if exponent)
        for exponents, coefficient in self.top.to_dict().items():
            rest = self.top.context().from_dict({tuple(0 if i == place else int(e) for i, e in enumerate(exponents)): coefficient})
            found = found + self.made(rest) * other ** int(exponents[place])
        return found

    def at(self, point: tuple[fmpq, ...]) -> fmpq | None:
        """The value at a point; None where the denominator is 0."""
        below = self.bottom(*point)
        return fmpq(self.top(*point)) / below if below != 0 else None

    @property
    def polynomial(self) -> bool:
        """Is the denominator a number."""
        return bool(self.bottom.is_constant())
