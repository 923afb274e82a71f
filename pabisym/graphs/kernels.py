"""The kinds of Markov kernels on the edges of a kernel graph, and what is known of each.

Sizes are terms in the letters of the graph.  ``room`` is a bound on the diameter of the points that enter or leave a
kernel, None for no bound; noise is that on the iterate in one pass.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import permutations
from typing import ClassVar, Literal, TypeAlias

from flint import fmpq

from pabisym.divergence.profile import GammaProfile, GaussianProfile, LaplaceProfile, LinearProfile, Probabilities, envelope
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational_text
from pabisym.lang.term import ONE, TWO, ZERO, Binding, Call, Name, Number, Term, substitute

Room: TypeAlias = Term | None
Valuation: TypeAlias = Callable[[Term], fmpq]
GAMMA = Name("gamma")


def number(value: fmpq | int) -> Number:
    """A rational as a term."""
    return Number(fmpq(value))


def times(*terms: Term) -> Term:
    """A product without factors 1; 0 where a factor is 0."""
    left = [term for term in terms if term != ONE]
    if ZERO in left:
        return ZERO
    return left[0] if len(left) == 1 else Call("*", tuple(left)) if left else ONE


def plus(*terms: Term) -> Term:
    """A sum without terms 0, with its numbers as one."""
    numbers = [term.value for term in terms if isinstance(term, Number)]
    if len(numbers) > 1:
        terms = (*(term for term in terms if not isinstance(term, Number)), number(sum(numbers, fmpq(0))))
    left = [term for term in terms if term != ZERO]
    return left[0] if len(left) == 1 else Call("+", tuple(left)) if left else ZERO


def over(top: Term, bottom: Term) -> Term:
    """A quotient by something that is not 0, without the factors that both have; 0 stays 0."""
    if top == ZERO:
        return ZERO
    above, below = _factors(top), _factors(bottom)
    for factor in list(below):
        if factor in above:
            above.remove(factor)
            below.remove(factor)
    return times(*above) if not below else Call("/", (times(*above), times(*below)))


def _factors(term: Term) -> list[Term]:
    if isinstance(term, Call) and term.head == "*":
        return [factor for arg in term.args for factor in _factors(arg)]
    return [] if term == ONE else [term]


def power(base: Term, exponent: Term) -> Term:
    """A power, written out where the exponent is 0 or 1."""
    if base == ONE or exponent == ZERO:
        return ONE
    return base if exponent == ONE else Call("**", (base, exponent))


def least(first: Room, second: Room) -> Room:
    """The smaller of two bounds, where None is no bound."""
    if first is None or second is None or first == second:
        return second if first is None else first
    return Call("min", (first, second))


def largest(first: Room, second: Room) -> Room:
    """The larger of two bounds, where None is no bound."""
    if first is None or second is None:
        return None
    return first if first == second else Call("max", (first, second))


class Factor(ABC):
    """A bound in [0, 1] as a function of gamma >= 1: an E_gamma or an eta_gamma."""

    @property
    @abstractmethod
    def term(self) -> Term:
        """The bound as a formula in gamma and the letters."""

    @abstractmethod
    def profile(self, value: Valuation) -> GammaProfile:
        """The same as a function of gamma alone; ``value`` gives rationals for terms."""

    def placed(self, at: Binding) -> Factor:
        """The factor with values of letters put in."""
        return replace(self, **{f.name: substitute(getattr(self, f.name), at) for f in fields(self)})  # type: ignore[arg-type,type-var]


@dataclass(frozen=True)
class GaussianFactor(Factor):
    """Theta_gamma(distance)."""

    distance: Term

    @property
    def term(self) -> Term:
        return Call("theta", (GAMMA, self.distance))

    def profile(self, value: Valuation) -> GammaProfile:
        r = value(self.distance)
        return GaussianProfile(r) if r > 0 else LinearProfile((fmpq(1),), ((fmpq(0), fmpq(0)),))


@dataclass(frozen=True)
class LaplaceFactor(Factor):
    """(1 - exp((log(gamma) - distance)/2))^+."""

    distance: Term

    @property
    def term(self) -> Term:
        inner = over(plus(Call("log", (GAMMA,)), Call("neg", (self.distance,))), TWO)
        return Call("max", (plus(ONE, Call("neg", (Call("exp", (inner,)),))), ZERO))

    def profile(self, value: Valuation) -> GammaProfile:
        u = value(self.distance)
        return LaplaceProfile(u) if u > 0 else LinearProfile((fmpq(1),), ((fmpq(0), fmpq(0)),))


@dataclass(frozen=True)
class FiniteFactor(Factor):
    """The largest E_gamma over pairs of finite laws."""

    pairs: tuple[tuple[Probabilities, Probabilities], ...]

    @property
    def term(self) -> Term:
        values = [_divergence(first, second) for first, second in dict.fromkeys(self.pairs) if first != second]
        return Call("max", (*values, ZERO)) if len(values) > 1 else values[0] if values else ZERO

    def profile(self, value: Valuation) -> GammaProfile:
        return envelope(self.pairs)

    def placed(self, at: Binding) -> Factor:
        return self


@dataclass(frozen=True)
class SampledFactor(Factor):
    """E_gamma((1 - q) N(0, 1) + q N(r, 1) || N(0, 1)) = q*theta(1 + (gamma - 1)/q, r), for 0 < q <= 1."""

    rate: Term
    distance: Term

    @property
    def term(self) -> Term:
        level = plus(ONE, over(plus(GAMMA, Number(-1)), self.rate))
        return times(self.rate, Call("theta", (level, self.distance)))

    def profile(self, value: Valuation) -> GammaProfile:
        """Theta_gamma(distance), which is larger, as 1 + (gamma - 1)/q >= gamma; the weight q is lost."""
        return GaussianFactor(self.distance).profile(value)


def _divergence(first: Probabilities, second: Probabilities) -> Term:
    parts = []
    for p, q in zip(first, second, strict=True):
        if p > 0:
            rest = plus(number(p), Call("neg", (times(number(q), GAMMA),)) if q > 0 else ZERO)
            parts.append(Call("max", (rest, ZERO)) if q > 0 else rest)
    return plus(*parts)


class Kernel(ABC):
    """One kernel; frozen data."""

    kind: ClassVar[str]

    @property
    @abstractmethod
    def label(self) -> str:
        """How pictures call it."""

    def coefficient(self, room: Room) -> tuple[Factor, ...]:
        """A bound on eta_gamma for inputs of this diameter, as a product; empty for 1."""
        return ()

    def room(self, before: Room) -> Room:
        """The diameter of the outputs; None where they are unbounded, as noise is, or have no distance, as the points of a finite space."""
        return None

    @property
    def lipschitz_constant(self) -> Room:
        """The Lipschitz constant as a map, where it is one apart from noise that does not depend on the input."""
        return ONE

    @property
    def differs(self) -> bool:
        """Whether it says how the second run differs."""
        return False

    def terms(self) -> Iterator[tuple[str, Term]]:
        """Its sizes, with their names."""
        for field in fields(self):  # type: ignore[arg-type]
            if isinstance(value := getattr(self, field.name), Number | Name | Call):
                yield field.name, value

    def placed(self, at: Binding) -> Kernel:
        """The kernel with values of letters put in."""
        return replace(self, **{name: substitute(term, at) for name, term in self.terms()})  # type: ignore[type-var]

    def to_json(self) -> dict[str, object]:
        """The kernel as an object of a graph file."""
        data: dict[str, object] = {"kind": self.kind}
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if value is not None:
                data[field.name] = to_text(value) if isinstance(value, Number | Name | Call) else value
        return data


@dataclass(frozen=True)
class MapKernel(Kernel):
    """A deterministic map: c-Lipschitz, image of bounded diameter; ``gap`` bounds the distance to the second run's map."""

    name: str = "psi"
    lipschitz: Room = None
    image: Room = None
    gap: Room = None
    kind: ClassVar[str] = "map"

    @property
    def label(self) -> str:
        """The name of the map."""
        return self.name

    @property
    def lipschitz_constant(self) -> Room:
        """The constant that was given; None where none is known."""
        return self.lipschitz

    @property
    def differs(self) -> bool:
        """Whether the second run has another map, at most ``gap`` away."""
        return self.gap is not None

    def room(self, before: Room) -> Room:
        """The smaller one of the grown diameter and that of the image."""
        grown = None if before is None or self.lipschitz is None else times(self.lipschitz, before)
        return least(grown, self.image)


@dataclass(frozen=True)
class NoiseKernel(Kernel):
    """Additive noise: ``spread`` is the standard deviation of Gaussian noise, the scale of Laplace noise on the line."""

    law: Literal["gaussian", "laplace"]
    spread: Term

    @property
    def kind(self) -> str:  # type: ignore[override]
        """The law."""
        return self.law

    @property
    def label(self) -> str:
        """The law with its spread."""
        return f"N(0, ({to_text(self.spread)})^2)" if self.law == "gaussian" else f"Lap({to_text(self.spread)})"

    def between(self, distance: Term) -> Factor:
        """E_gamma of the noise around two points at this distance."""
        ratio = over(distance, self.spread)
        return GaussianFactor(ratio) if self.law == "gaussian" else LaplaceFactor(ratio)

    def coefficient(self, room: Room) -> tuple[Factor, ...]:
        """E_gamma of the noise around two inputs that are as far apart as they can be."""
        return () if room is None else (self.between(room),)

    def to_json(self) -> dict[str, object]:
        """The law and its spread."""
        return {"kind": self.law, "std" if self.law == "gaussian" else "scale": to_text(self.spread)}


@dataclass(frozen=True)
class ProjectionKernel(Kernel):
    """The projection onto a closed convex set, of a bounded diameter where one is given."""

    diameter: Room = None
    kind: ClassVar[str] = "projection"

    @property
    def label(self) -> str:
        """The same word for every set."""
        return "Proj"

    def room(self, before: Room) -> Room:
        """No larger than the set, nor than before: projections do not expand."""
        return least(before, self.diameter)


@dataclass(frozen=True)
class SampledKernel(Kernel):
    """w -> w + N(0, std^2 I) in the second run; in the first the noise is moved by ``gap`` with probability ``rate``."""

    rate: Term
    gap: Term
    std: Term
    kind: ClassVar[str] = "sampled"

    @property
    def label(self) -> str:
        """The probability and the deviation of the sampled noise."""
        return f"SG({to_text(self.rate)}, {to_text(self.std)})"

    @property
    def differs(self) -> bool:
        """Always: only the first run is moved."""
        return True

    @property
    def factor(self) -> Factor:
        """E_gamma of its two runs at one input, in either order."""
        return SampledFactor(self.rate, over(self.gap, self.std))


@dataclass(frozen=True)
class FiniteKernel(Kernel):
    """A stochastic matrix, and the one of the second run where they differ."""

    rows: tuple[Probabilities, ...]
    other: tuple[Probabilities, ...] | None = None
    kind: ClassVar[str] = "finite"

    @property
    def label(self) -> str:
        """The size of the matrix."""
        return f"{len(self.rows)}x{len(self.rows[0])} matrix"

    @property
    def differs(self) -> bool:
        """Whether the second run has a matrix of its own."""
        return self.other is not None

    @property
    def lipschitz_constant(self) -> Room:
        """None: points of a finite space have no distance here."""
        return None

    def coefficient(self, room: Room) -> tuple[Factor, ...]:
        """The largest E_gamma of two rows, which is exact."""
        return (FiniteFactor(tuple(permutations(dict.fromkeys(self.rows), 2))),)

    def to_json(self) -> dict[str, object]:
        """The rows as exact rationals."""
        both: Mapping[str, tuple[Probabilities, ...] | None] = {"rows": self.rows, "other": self.other}
        written = {name: [[rational_text(p) for p in row] for row in rows] for name, rows in both.items() if rows is not None}
        return {"kind": self.kind, **written}


@dataclass(frozen=True)
class Fused(Kernel):
    """A map, noise and a projection as one kernel: w -> Proj(psi(w) + Z); parts may be missing."""

    parts: tuple[Kernel, ...]
    kind: ClassVar[str] = "step"

    @property
    def label(self) -> str:
        """The parts in one formula."""
        inner = " + ".join(part.label for part in self.parts if not isinstance(part, ProjectionKernel))
        return f"Proj({inner})" if isinstance(self.parts[-1], ProjectionKernel) else inner

    @property
    def differs(self) -> bool:
        """Whether one of the parts does."""
        return any(part.differs for part in self.parts)

    def coefficient(self, room: Room) -> tuple[Factor, ...]:
        """The product of those of the parts, each with the diameter after the part before."""
        found = tuple[Factor, ...]()
        for part in self.parts:
            found, room = (*found, *part.coefficient(room)), part.room(room)
        return found

    def room(self, before: Room) -> Room:
        """The diameter after the last part."""
        for part in self.parts:
            before = part.room(before)
        return before

    def to_json(self) -> dict[str, object]:
        """The parts in order."""
        return {"kind": self.kind, "parts": [part.to_json() for part in self.parts]}


def take_fused_apart(kernels: tuple[Kernel, ...]) -> tuple[Kernel, ...]:
    """The kernels with fused ones taken apart."""
    return tuple(part for kernel in kernels for part in (kernel.parts if isinstance(kernel, Fused) else (kernel,)))


__all__ = ["FiniteKernel", "Fused", "Kernel", "MapKernel", "NoiseKernel", "ProjectionKernel", "SampledKernel"]
