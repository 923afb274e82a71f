"""Privacy against regret for randomly stopped noisy online gradient descent: Proposition 3 and Examples 3 and 4 of asoodeh2020.

``rounds`` i.i.d. convex costs with gradients of at most ``gradient`` on a set of ``diameter`` D in ``dimension`` dimensions, step sizes
eta_t = D/(gradient sqrt(t)), the cost at one round replaced.  As in (24), the noise of round t has the standard deviation sigma_t before
the step size, so that the iterate receives s_t = eta_t sigma_t: either sigma_t is the same for all rounds (Example 3) or s_t is
(Example 4).  An update sends no two points further apart than D, which gradient steps on smooth costs with eta_t <= 2/smooth do not.

Two updates of one point are at most 2 eta_t gradient = 2 D/sqrt(t) apart.  Three bounds on delta are given, smallest last in general:

* *page*: Theorem 5 with the largest such distance, 2 D, and the least noise, min s_t;
* *stepwise*: equation (17) with both as they are in every round, at the worst index;
* *string*: the shift calculus, mixed over stopping times, at the worst index.

They are about W_{T+1}, which Algorithm 1 publishes; the regret is that of W_T, for which they hold as well, as it has seen less.

``python -m pabisym_theorems.asoodeh2020._online_figures FILE`` draws the two examples.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate
from os import PathLike
from typing import TYPE_CHECKING, Literal

from flint import arb

from pabisym.errors import InputError
from pabisym.lang.rational import rational, to_fraction
from pabisym.show.plot import target_of, write_figure

from ._figures import positive_numbers

if TYPE_CHECKING:
    from pabisym.numerics.enclosure import Enclosure

Noise = Literal["gradient", "iterate"]
"""What has one standard deviation for all rounds: the noise before the step size, or what the iterate receives."""
MAX_ROUNDS = 200
"""(17) takes rounds^2/2 products."""
SETTING: Mapping[str, int] = {"rounds": 50, "epsilon": 1, "gradient": 1, "diameter": 1, "dimension": 1}


@dataclass(frozen=True)
class Point:
    """Bounds on delta and on the stochastic regret for one amount of noise; ``regret_on_page`` has the example's closed form."""

    noise: Fraction
    page: Enclosure
    stepwise: Enclosure
    string: Enclosure
    regret: Enclosure
    regret_on_page: Enclosure


def tradeoff(
    amounts: Iterable[object], noise: Noise = "gradient", *, rounds: object, epsilon: object, gradient: object, diameter: object,
    dimension: object, digits: int = 10,
) -> tuple[Point, ...]:
    """Bounds on delta and on the regret for every amount of noise, in their order.

    ``amounts`` are sigma for ``noise="gradient"`` and lambda = eta_t sigma_t for ``noise="iterate"``.  Raises
    :class:`~pabisym.errors.InputError` for parameters that are not positive (epsilon may be 0) and for more than
    :data:`MAX_ROUNDS` rounds.

    >>> [(p.regret.upper, p.regret_on_page.upper) for p in tradeoff([1], rounds=1, epsilon=1, gradient=1, diameter=1, dimension=1)]
    [('2', '2.5')]
    """
    at = _numbers(n=rounds, M=gradient, D=diameter, d=dimension)
    level = to_fraction(rational(epsilon, "epsilon"))
    if level < 0:
        raise InputError("epsilon", "it is negative", "give 0 or more")
    for name, value in (("rounds", at["n"]), ("dimension", at["d"])):
        if value.denominator != 1:
            raise InputError(name, "it is not an integer", "give a whole number")
    if at["n"] > MAX_ROUNDS:
        raise InputError("rounds", f"more than {MAX_ROUNDS}", "take fewer")
    return tuple(_point(_numbers(amounts=amount)["amounts"], noise, {**at, "epsilon": level}, digits) for amount in amounts)


def regret_bound(noise: Noise) -> str:
    """Proposition 3 in n, M, D, d and the amount ``noise``, with the sum over the rounds kept."""
    each = "D/(M*sqrt(t))*noise**2" if noise == "gradient" else "noise**2*M*sqrt(t)/D"
    return f"3*M*D/(2*sqrt(n)) + d/(2*n)*sum({each}, t, 1, n)"


def regret_on_page(noise: Noise) -> str:
    """The regret of Example 3 or 4, in which the sum is bounded, with B = D."""
    return "D/sqrt(n)*(3*M/2 + d*noise**2/M)" if noise == "gradient" else "M/2*(3*D/sqrt(n) + d*noise**2*sqrt(n)/D)"


def _point(amount: Fraction, noise: Noise, at: Mapping[str, Fraction], digits: int) -> Point:
    from pabisym.divergence.evaluate import enclose
    from pabisym.lang.grammar import parse
    from pabisym.library.library import builtin
    from pabisym.numerics.enclosure import enclose_sharpest

    here = {**at, "noise": amount}
    least = "(D*noise/(M*sqrt(n)))" if noise == "gradient" else "noise"
    page = substitute_letters(builtin().statement("asoodeh2020/theorem-5").bound, psi="2*D", sigma=least)
    run = _Run(here["epsilon"], *_squares(noise, here))
    first, regret, other = (enclose(parse(text), here, digits) for text in (page, regret_bound(noise), regret_on_page(noise)))
    own, string = (enclose_sharpest(lambda bits, f=f: (f(bits), f(bits)), digits, "delta") for f in (run.stepwise, run.string))  # type: ignore[misc]
    return Point(amount, first, own, string, regret, other)


def substitute_letters(text: str, **formulas: str) -> str:
    """A formula with formulas for some of its letters."""
    from pabisym.lang.grammar import parse, to_text
    from pabisym.lang.term import substitute

    return to_text(substitute(parse(text), {name: ((), parse(formula)) for name, formula in formulas.items()}))


def _squares(noise: Noise, at: Mapping[str, Fraction]) -> tuple[list[Fraction], list[Fraction], Fraction]:
    """Round by round, the squares of the largest gap and of the noise, on the iterate; and that of the diameter."""
    whole = at["D"] ** 2
    gaps = [4 * whole / t for t in range(1, int(at["n"]) + 1)]
    if noise == "gradient":
        return gaps, [whole * at["noise"] ** 2 / (at["M"] ** 2 * t) for t in range(1, int(at["n"]) + 1)], whole
    return gaps, [at["noise"] ** 2 for _ in gaps], whole


@dataclass(frozen=True)
class _Run:
    """A run of which the bounds on delta are computed at a precision."""

    epsilon: Fraction
    gaps: list[Fraction]
    noises: list[Fraction]
    size: Fraction

    def theta(self, square: Fraction, bits: int) -> arb:
        """The theta of e^epsilon at the root of a square."""
        from pabisym.divergence.evaluate import ball_value
        from pabisym.lang.grammar import parse

        return arb(ball_value(parse("theta(exp(epsilon), sqrt(square))"), {"epsilon": self.epsilon, "square": square}, bits))

    def stepwise(self, bits: int) -> arb:
        """The largest (17): theta(gap_i/s_i) u_i/n with u_i = 1 + theta(D/s_{i+1}) u_{i+1}, from the last round."""
        told, rest = arb(0), arb(1)
        for gap, noise in zip(reversed(self.gaps), reversed(self.noises), strict=True):
            told = told.max(self.theta(gap / noise, bits) * rest)
            rest = 1 + self.theta(self.size / noise, bits) * rest
        return told / len(self.gaps)

    def string(self, bits: int) -> arb:
        """The largest mean over the stopping times t of theta(mu), mu^2 = gap_i^2/(s_i^2 + ... + s_t^2)."""
        told = arb(0)
        for i, gap in enumerate(self.gaps):
            told = told.max(sum((self.theta(gap / total, bits) for total in accumulate(self.noises[i:])), arb(0)))
        return told / len(self.gaps)


_numbers = partial(positive_numbers, {"n": "rounds", "M": "gradient", "D": "diameter", "d": "dimension"})


def draw(curves: Sequence[tuple[str, Sequence[Point]]], file: str | PathLike[str], title: str = "") -> None:
    """Draw regret against delta, one panel for every titled curve, with logarithmic axes, into a file whose ending says the format."""
    from matplotlib.figure import Figure

    target = target_of(file)
    figure = Figure(figsize=(4.2 * len(curves) + 0.4, 3.8), layout="constrained")
    axes = figure.subplots(1, len(curves), sharey=True, squeeze=False)[0]
    for place, (name, points) in zip(axes, curves, strict=True):
        regrets = [float(point.regret.upper) for point in points]
        for label, style in _STYLES.items():
            place.loglog([float(getattr(point, label).upper) for point in points], regrets, label=_NAMES[label], **style)
        place.set_title(name, fontsize=10)
        place.set_xlim(left=1e-8, right=2)
        place.set_xlabel("δ at most")
        place.grid(visible=True, alpha=0.3)
    axes[0].set_ylabel("stochastic regret at most")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=3, frameon=False, title=title or None)
    write_figure(figure, target)


_NAMES = {"page": "(18), as in the examples", "stepwise": "(17), round by round", "string": "taut string"}
_STYLES: Mapping[str, Mapping[str, object]] = {
    "page": {"color": "#d55e00", "marker": "o", "linestyle": "--", "markersize": 9, "fillstyle": "none", "zorder": 3},
    "stepwise": {"color": "#0072b2", "marker": "s"}, "string": {"color": "#009e73", "marker": "^"},
}  # fmt: skip


def main(file: str) -> None:
    """Draw the two examples into a file."""
    amounts = [Fraction(k) for k in (1, 2, 3, 4, 6, 8, 12, 16)]
    small = [amount / 4 for amount in amounts]
    curves = [("Example 3: the same σ in every round", tradeoff(amounts, "gradient", **SETTING)),
              ("Example 4: the same noise on the iterate", tradeoff(small, "iterate", **SETTING))]
    draw(curves, file, "Randomly stopped online gradient descent, n = 50, ε = 1, M = D = d = 1")


if __name__ == "__main__":
    main(sys.argv[1])
