"""Delta against epsilon for PNSGD: Figure 2 of asoodeh2020, Figures 2 and 3 of asoodeh2020isit, and the shift calculus beside them.

The two calculi bound the same divergences, so that their curves may be compared and the smaller one taken.  Noise is the paper's:
``noise`` is the standard deviation of the gradient noise, so that the iterate receives ``step_size * noise``; one record is replaced.
Every value is an enclosure of a bound; a bound above 1 tells nothing.  The parameters of the ISIT figures are lost: :data:`CONVEX`
and :data:`STRONGLY_CONVEX` are our own.

``python -m pabisym_theorems.asoodeh2020._figures FOLDER`` draws the three figures.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from pabisym.errors import InputError
from pabisym.lang.rational import rational, to_fraction
from pabisym.show.plot import target_of, write_figure

if TYPE_CHECKING:
    from pabisym.numerics.enclosure import Enclosure

Point = Mapping[str, Fraction]
STOPPED_SHIFT = "sum(theta(exp(epsilon), 2*L/(sigma*sqrt(k))), k, 1, n)/n"
"""A gap 2 eta L that k noises (eta sigma)^2 pay for, mixed over stopping times; the first index has the longest sum."""
STOPPED_BEST = ("sum(min(theta(exp(epsilon), 2*L/(sigma*sqrt(k))), theta(exp(epsilon), 2*L/sigma)"
                "*theta(exp(epsilon), D/(eta*sigma))**(k - 1)), k, 1, n)/n")
"""The smaller of the two for every stopping time, mixed."""
PRINTED_RATE = "4*L**2*log(n)/(n*sigma**2)"
"""The rate of the Rényi bound as the page has it; Theorem 26 of Feldman et al. has the harmonic sum for log(n)."""
LARGEST_ORDER = "((1 + sqrt(1 + 2*sigma**2/L**2))/2)"
CLOSED_ORDER = f"max(1, min({LARGEST_ORDER}, 1/2 + epsilon/(2*({PRINTED_RATE}))))"
CLOSED_FORM = f"exp(-({CLOSED_ORDER} - 1)*(epsilon - {PRINTED_RATE}*{CLOSED_ORDER}))"
"""(22), with 1 for the levels up to the rate."""
FIRST_BRANCH = f"(1 - 1/alpha)**(alpha - 1)/alpha*exp(-(alpha - 1)*(epsilon - alpha*{PRINTED_RATE}))"
SECOND_BRANCH = f"(exp((alpha - 1)*alpha*{PRINTED_RATE}) - 1)/(alpha*(exp((alpha - 1)*epsilon) - 1))"
ORDERS = 400
"""How many orders are tried, in floats, for (23); the bound is taken at the best of them."""
CONVEX: Mapping[str, object] = {
    "n": 20, "lipschitz": 1, "smooth": 1, "strongly_convex": 0, "step_size": "1/10", "noise": 4, "diameter": 1,
}  # fmt: skip
STRONGLY_CONVEX: Mapping[str, object] = {**CONVEX, "strongly_convex": "1/2"}


@dataclass(frozen=True)
class Curve:
    """Enclosures of one bound on delta, level by level; ``source`` says which statements it is taken from."""

    name: str
    source: str
    values: tuple[Enclosure, ...]


@dataclass(frozen=True)
class Panel:
    """Several bounds on the same delta at the same levels epsilon."""

    title: str
    levels: tuple[Fraction, ...]
    curves: tuple[Curve, ...]

    def curve(self, name: str) -> Curve:
        """The curve of that name; raises :class:`KeyError` where there is none."""
        return {one.name: one for one in self.curves}[name]


def random_stopping(
    levels: Iterable[object], *, n: object, lipschitz: object, smooth: object, step_size: object, noise: object, digits: int = 12
) -> Panel:
    """Randomly stopped PNSGD on a set of diameter 1, losses convex, ``lipschitz``-Lipschitz and ``smooth``-smooth: Figure 2.

    The curves are Corollary 1, (20) for smooth losses, (22) and (23) as printed, the taut string (a single gap and equal noises, by
    ``pabisym/single-gap`` and Gaussian differential privacy, mixed over stopping times by (32)), and the smaller of (20) and the taut
    string for every stopping time.  Raises :class:`~pabisym.errors.InputError` for parameters outside, and for step sizes above
    2/smooth, where a gradient step is no contraction.
    """
    at = _numbers(n=n, L=lipschitz, beta=smooth, eta=step_size, sigma=noise) | {"D": Fraction(1)}
    listed = _levels(levels)
    _whole(at["n"], "n")
    if at["eta"] * at["beta"] > 2:
        raise InputError("step_size", "it is above 2/smooth", "take smaller steps")
    if at["n"] < 2:
        raise InputError("n", "log(1) is no rate", "take at least two records")
    page = _bounds("asoodeh2020/corollary-1", "asoodeh2020/eq-20")
    curves = (
        Curve("Corollary 1", "asoodeh2020/corollary-1", _values(page["asoodeh2020/corollary-1"], listed, at, digits)),
        Curve("(20), smooth", "asoodeh2020/eq-20", _values(page["asoodeh2020/eq-20"], listed, at, digits)),
        Curve("(22) as printed", "asoodeh2020/eq-22", _values(CLOSED_FORM, listed, at, digits)),
        Curve("(23) as printed", "asoodeh2020/eq-23", tuple(better_conversion(at, level, digits) for level in listed)),
        Curve("taut string", "pabisym/single-gap, pabisym/gdp-to-dp, asoodeh2020/eq-32", _values(STOPPED_SHIFT, listed, at, digits)),
        Curve("best of both", "asoodeh2020/eq-20 and the taut string", _values(STOPPED_BEST, listed, at, digits)),
    )
    return Panel(f"η = {_short(at['eta'])}, σ = {_short(at['sigma'])}", listed, curves)


def record(
    levels: Iterable[object], *, index: object, n: object, lipschitz: object, smooth: object, strongly_convex: object, step_size: object,
    noise: object, diameter: object, digits: int = 12,
) -> Panel:  # fmt: skip
    """PNSGD of ``n`` steps seen by the record ``index``: Figures 2 (``strongly_convex`` 0) and 3 of the ISIT paper.

    The curves are Theorem 4, Proposition 1 (which tells nothing up to epsilon = c_i), the taut string (a
    single gap, ``pabisym/single-gap``), and the smaller of the first and the last.  Raises :class:`~pabisym.errors.InputError` for
    parameters outside, and for step sizes above 2/(smooth + strongly_convex).
    """
    at = _numbers(n=n, i=index, L=lipschitz, beta=smooth, eta=step_size, sigma=noise, D=diameter)
    rho, listed = to_fraction(rational(strongly_convex, "strongly_convex")), _levels(levels)
    _whole(at["n"], "n")
    _whole(at["i"], "index")
    if not 0 <= rho <= at["beta"]:
        raise InputError("strongly_convex", "it is not between 0 and smooth", "a loss is at most as strongly convex as smooth")
    if at["i"] > at["n"] or at["eta"] * (at["beta"] + rho) > 2:
        what = ("index", "there is no such record") if at["i"] > at["n"] else ("step_size", "it is above 2/(smooth + strongly_convex)")
        raise InputError(*what, "take a smaller one")
    square = 1 - 2 * at["eta"] * at["beta"] * rho / (at["beta"] + rho)
    if square == 0:
        raise InputError("step_size", "a gradient step forgets where it was", "take smaller steps")
    after = int(at["n"] - at["i"])
    contraction, string = f"sqrt({square})", string_square(at["L"], at["sigma"], square, after)
    theorem = f"theta(exp(epsilon), 2*L/sigma)*theta(exp(epsilon), {contraction}*D/(eta*sigma))**(n - i)"
    shift = f"theta(exp(epsilon), sqrt({string}))"
    rate = "2*L**2/sigma**2" if after == 0 else f"2*L**2/({after}*sigma**2)*{contraction}**{after + 1}"
    proposition = f"exp(-(max(epsilon, {rate}) - {rate})**2/(4*{rate}))"
    curves = (
        Curve("Theorem 4", "asoodeh2020isit/theorem-4", _values(theorem, listed, at, digits)),
        Curve("Proposition 1", "asoodeh2020isit/proposition-1", _values(proposition, listed, at, digits)),
        Curve("taut string", "pabisym/single-gap, pabisym/gdp-to-dp", _values(shift, listed, at, digits)),
        Curve("best of both", "asoodeh2020isit/theorem-4 and the taut string", _values(f"min({theorem}, {shift})", listed, at, digits)),
    )
    return Panel(f"record {_short(at['i'])} of {_short(at['n'])}", listed, curves)


def string_square(lipschitz: Fraction, noise: Fraction, square: Fraction, after: int) -> Fraction:
    """mu^2 of a gap 2 eta L, paid for by its own noise and ``after`` later ones, where a step contracts by sqrt(``square``).

    >>> string_square(Fraction(1), Fraction(2), Fraction(1), 3)
    Fraction(1, 4)
    """
    powers = [square**j for j in range(after + 1)]
    return (2 * lipschitz / noise) ** 2 * powers[-1] / sum(powers)


def figure_2(levels: Iterable[object] | None = None) -> tuple[tuple[Panel, ...], ...]:
    """Figure 2 of asoodeh2020, L = beta = 1 and n = 100: a row for every step size, a column for every noise."""
    listed = _levels([Fraction(k, 4) for k in range(25)] if levels is None else levels)
    rows = (("3/50", "2/25", "1/10"), (3, 4, 5))
    return tuple(tuple(random_stopping(listed, n=100, lipschitz=1, smooth=1, step_size=e, noise=s) for s in rows[1]) for e in rows[0])


def isit_figure(setting: Mapping[str, object], records: Sequence[int], levels: Iterable[object] | None = None) -> tuple[tuple[Panel, ...]]:
    """Figures 2 and 3 of the ISIT paper: a panel for every record, at :data:`CONVEX`, :data:`STRONGLY_CONVEX` or other parameters."""
    listed = _levels([Fraction(k, 20) for k in range(31)] if levels is None else levels)
    return (tuple(record(listed, index=i, **setting) for i in records),)  # type: ignore[arg-type]


def draw(rows: Sequence[Sequence[Panel]], file: str | PathLike[str], title: str = "", lowest: float = 1e-12) -> None:
    """Draw panels in rows, delta on a logarithmic axis from ``lowest``, into a file whose ending says the format."""
    from matplotlib.figure import Figure

    target = target_of(file)
    figure = Figure(figsize=(3.4 * len(rows[0]) + 0.4, 2.7 * len(rows) + 0.9), layout="constrained")
    axes = figure.subplots(len(rows), len(rows[0]), sharex=True, sharey=True, squeeze=False)
    for line, panels in zip(axes, rows, strict=True):
        for place, panel in zip(line, panels, strict=True):
            for curve in panel.curves:
                heights = [max(float(v.upper), lowest / 10) for v in curve.values]
                place.plot([float(x) for x in panel.levels], heights, label=curve.name, **_STYLES[curve.name])
            place.set_yscale("log")
            place.set_ylim(lowest, 2)
            place.set_title(panel.title, fontsize=10)
            place.grid(visible=True, alpha=0.3)
    figure.legend(*axes[0][0].get_legend_handles_labels(), loc="outside upper center", ncols=6, frameon=False, title=title or None)
    figure.supxlabel("privacy level ε")
    figure.supylabel("δ at most")
    write_figure(figure, target)


_STYLES: Mapping[str, Mapping[str, object]] = {
    "Corollary 1": {"color": "#0072b2", "linewidth": 2}, "Theorem 4": {"color": "#0072b2", "linewidth": 2},
    "(20), smooth": {"color": "#56b4e9", "linestyle": "--"}, "(22) as printed": {"color": "#d55e00"}, "Proposition 1": {"color": "#d55e00"},
    "(23) as printed": {"color": "#cc79a7", "linestyle": "--"}, "taut string": {"color": "#009e73", "linewidth": 2},
    "best of both": {"color": "black", "linestyle": ":", "linewidth": 2},
}  # fmt: skip


def positive_numbers(names: Mapping[str, str], **given: object) -> dict[str, Fraction]:
    """Numbers by their letters, each exact and positive; ``names`` are what errors call some of them."""
    found = {name: to_fraction(rational(value, names.get(name, name))) for name, value in given.items()}
    for name, value in found.items():
        if value <= 0:
            raise InputError(names.get(name, name), "it is not positive", "give a positive number")
    return found


_numbers = partial(positive_numbers, {
    "L": "lipschitz", "beta": "smooth", "eta": "step_size", "sigma": "noise", "D": "diameter", "i": "index"})


def _levels(levels: Iterable[object]) -> tuple[Fraction, ...]:
    found = tuple(to_fraction(rational(one, "levels")) for one in levels)
    if any(one < 0 for one in found):
        raise InputError("levels", "one is negative", "epsilon is 0 or more")
    return found


def _whole(value: Fraction, name: str) -> None:
    if value.denominator != 1:
        raise InputError(name, "it is not an integer", "give a whole number")


def _bounds(*names: str) -> dict[str, str]:
    from pabisym.library.library import builtin

    return {name: builtin().statement(name).bound for name in names}


def _values(bound: str, levels: Sequence[Fraction], at: Point, digits: int) -> tuple[Enclosure, ...]:
    from pabisym.divergence.evaluate import enclose
    from pabisym.lang.grammar import parse

    term = parse(bound)
    return tuple(enclose(term, {**at, "epsilon": level}, digits) for level in levels)


def better_conversion(at: Point, level: Fraction, digits: int) -> Enclosure:
    """(23) at the best of :data:`ORDERS` admissible orders; every order gives a bound, so that the choice is free."""
    rate = float(4 * at["L"] ** 2 / (at["n"] * at["sigma"] ** 2)) * math.log(at["n"])
    largest = (1 + math.sqrt(1 + 2 * float(at["sigma"] / at["L"]) ** 2)) / 2
    orders = [Fraction(1 + (largest - 1) * k / ORDERS * (1 - 1e-12)) for k in range(1, ORDERS + 1)]

    def branches(order: Fraction) -> list[float]:
        t, a = float(order - 1), float(order)
        first = (1 - 1 / a) ** t / a * math.exp(-t * (float(level) - rate * a))
        return [first] + ([math.expm1(t * a * rate) / (a * math.expm1(t * float(level)))] if level > 0 else [])

    order = min(orders, key=lambda order: min(branches(order)))
    text = FIRST_BRANCH if branches(order)[0] == min(branches(order)) else SECOND_BRANCH
    return _values(text, [level], {**at, "alpha": order.limit_denominator(10**9)}, digits)[0]


def _short(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def main(folder: str) -> None:
    """Draw the three figures into a folder."""
    into = Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    draw(figure_2(), into / "asoodeh2020-figure-2.svg", "Randomly stopped PNSGD, L = β = 1, n = 100, diameter 1")
    setting = "PNSGD, n = 20, L = β = 1, η = 1/10, σ = 4, diameter 1"
    draw(isit_figure(CONVEX, (1, 10, 19)), into / "asoodeh2020isit-figure-2.svg", f"{setting}, convex", lowest=1e-8)
    draw(isit_figure(STRONGLY_CONVEX, (11, 15, 19)), into / "asoodeh2020isit-figure-3.svg", f"{setting}, ρ = 1/2", lowest=1e-8)


if __name__ == "__main__":
    main(sys.argv[1])
