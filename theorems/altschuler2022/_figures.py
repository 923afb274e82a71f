"""The privacy of noisy stochastic gradients against the number of steps: data for figures 1 and 2 of Altschuler and Talwar.

Every curve is a bound that stands as a statement of this project, at named parameters, in floating point for drawing:

* the *earlier* bounds grow with T for ever: composition (1.1), and for cyclic batches (5.4);
* the *new* ones stop growing: sampled batches by ``altschuler2022/eq-B2-raw`` (convex) and ``altschuler2022/eq-B3`` (strongly
  convex), both with the closed form of ``pabisym/sampled-step`` for a step and half of the variance for sampling; cyclic
  batches by the exact optimum over all shifts, from every restart.

matplotlib is imported when a picture is made.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal, TypeAlias

from pabisym.errors import InputError
from pabisym.show.plot import target_of, write_figure
from pabisym.show.records import EXACT_STEPS, since_gap

Batches: TypeAlias = Literal["sampled", "cyclic", "strongly convex"]
KINDS: tuple[Batches, ...] = ("sampled", "cyclic", "strongly convex")
"""Figure 1, figure 2a and figure 2b."""


@dataclass(frozen=True)
class Parameters:
    """The letters of the paper; ``sigma`` is the standard deviation of the gradient noise before the step size.

    ``c`` is the contraction of a step, used for strongly convex losses.  Raises :class:`~pabisym.errors.InputError`.
    """

    n: int = 100
    b: int = 10
    L: float = 1.0
    D: float = 1.0
    eta: float = 0.1
    sigma: float = 4.0
    alpha: float = 2.0
    c: float = 0.9

    def __post_init__(self) -> None:
        if not 1 <= self.b <= self.n or self.n % self.b:
            raise InputError("b", f"{self.b} does not divide {self.n} records", "give a batch size that divides n")
        if not (self.L > 0 and self.D > 0 and self.eta > 0 and self.sigma > 0 and self.alpha > 1 and 0 < self.c < 1):
            raise InputError("parameters", "a letter is outside its domain", "L, D, eta, sigma > 0, alpha > 1 and 0 < c < 1")


@dataclass(frozen=True)
class Curves:
    """Steps, the earlier bound and the new one at each of them."""

    kind: Batches
    steps: tuple[int, ...]
    earlier: tuple[float, ...]
    new: tuple[float, ...]


def curves(kind: Batches, steps: Sequence[int], parameters: Parameters | None = None) -> Curves:
    """The two curves of a figure at the given numbers of steps.

    Raises :class:`~pabisym.errors.InputError` for another kind, and for steps below 1.
    """
    at = parameters or Parameters()
    if kind not in KINDS:
        raise InputError("kind", f"{kind!r} is no figure", f"it is one of {', '.join(KINDS)}")
    if not steps or min(steps) < 1:
        raise InputError("steps", "a number of steps is below 1", "give at least one step")
    if kind == "cyclic":
        return Curves(kind, tuple(steps), tuple(_cyclic_earlier(at, T) for T in steps), tuple(_cyclic(at, T) for T in steps))
    longest, back = max(steps), _distance(kind, at)
    whole, part = sampled_step(at, at.sigma), sampled_step(at, at.sigma / math.sqrt(2))
    forgotten = [j * part + back(j) for j in range(1, longest + 1)]
    least = [min(forgotten[:T]) for T in steps]
    return Curves(kind, tuple(steps), tuple(T * whole for T in steps), tuple(min(T * whole, x) for T, x in zip(steps, least, strict=True)))


def sampled_step(at: Parameters, std: float) -> float:
    """The closed form of ``pabisym/sampled-step``: log(1 + q (exp(2 alpha (alpha - 1) L^2/(b std)^2) - 1))/(alpha - 1)."""
    size = at.alpha * (2 * at.L) ** 2 / (2 * (at.b * std) ** 2)
    return math.log1p(at.b / at.n * math.expm1((at.alpha - 1) * size)) / (at.alpha - 1)


def _distance(kind: Batches, at: Parameters) -> Callable[[int], float]:
    """What the diameter costs over j steps, with half of the variance."""
    price = at.alpha * at.D**2 / (2 * at.eta**2 * at.sigma**2 / 2)
    if kind == "sampled":
        return lambda j: price / j
    return lambda j: price * (1 - at.c**2) * at.c ** (2 * j) / (1 - at.c ** (2 * j))


def _cyclic_earlier(at: Parameters, steps: int) -> float:
    alpha, lipschitz, sigma = (Fraction(str(x)) for x in (at.alpha, at.L, at.sigma))
    return float(2 * alpha * lipschitz**2 / sigma**2 * (Fraction(1, at.b**2) + Fraction(steps, at.n**2)))


def _cyclic(at: Parameters, steps: int) -> float:
    """The optimum over all shifts and restarts, for the worst record."""
    data = {"gap": 2 * at.eta * at.L / at.b, "noise_variance": (at.eta * at.sigma) ** 2, "diameter": at.D, "contraction": 1}
    epoch, exact = at.n // at.b, {name: Fraction(str(value)) for name, value in data.items()}
    values = (since_gap(steps - place, epoch, exact, exact=steps <= EXACT_STEPS) for place in range(min(epoch, steps)))
    return float(Fraction(str(at.alpha)) / 2 * max(values))


def draw(kind: Batches, path: str | Path, steps: Sequence[int], parameters: Parameters | None = None) -> Curves:
    """Write the picture of the two curves to ``path`` (.svg, .pdf or .png), and return them."""
    from matplotlib.figure import Figure

    target = target_of(path)
    found = curves(kind, steps, parameters)
    figure = Figure(figsize=(5, 3.2), layout="constrained")
    axes = figure.add_subplot()
    axes.plot(found.steps, found.earlier, "--", color="#D55E00", label="earlier bound")
    axes.plot(found.steps, found.new, "-", color="#0072B2", label="new bound")
    axes.set_xlabel("steps T")
    axes.set_ylabel("Rényi divergence")
    axes.set_title(f"{kind} batches" if kind != "strongly convex" else "strongly convex losses")
    axes.legend()
    write_figure(figure, target)
    return found
