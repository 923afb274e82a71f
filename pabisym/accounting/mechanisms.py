"""Mechanisms beside the sampled Gaussian one that a history may hold: Laplace noise, groups of records, pure privacy, Rényi bounds.

Each says what dominates a step (:class:`~pabisym.accounting.steps.Mechanism`); what has no pair of laws has a Rényi bound only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import perm

from flint import fmpq

from pabisym.accounting.curves import Curve
from pabisym.accounting.hidden.hits import drawn_hits, equal_hits
from pabisym.accounting.hidden.mixture import Form, MixtureCurve
from pabisym.accounting.laplace_shape import ExponentialShape, LaplaceShape, ResponseShape
from pabisym.accounting.steps import Mechanism, NoisyRun
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import rational_text, short
from pabisym.lang.reader import number
from pabisym.lang.term import free_names
from pabisym.notions.conversion import FormulaCurve, LinearCurve, RenyiCurve, SampledGaussian
from pabisym.notions.renyi_curve import TableCurve

RARE = 1e-290
"""Chance of hits in a step that is counted as lost."""
MOST_GROUP = 64
"""Largest group of records that is counted in a sampled step."""


@dataclass(frozen=True)
class _StepsOfRun:
    """The steps of a run, none of which is one Gaussian."""

    run: NoisyRun
    gaussian = None

    @property
    def steps(self) -> int:
        """How many."""
        return self.run.steps

    @property
    def reached(self) -> tuple[tuple[str, fmpq], ...]:
        """See :class:`~pabisym.accounting.steps.Mechanism`."""
        return self.run.reached


@dataclass(frozen=True)
class LaplaceSteps(_StepsOfRun):
    """The steps of a run whose noise is Laplace's on the line; ``run.noise`` is its scale over the clipping norm."""

    @property
    def tight(self) -> bool:
        """Whether runs with constant gradients attain what dominates a step."""
        return self.run.rate == 1 or self.run.sampling == "poisson" or self.run.adjacency != "replace"

    @property
    def pair(self) -> str:
        """What dominates one step."""
        return f"Laplace noise of {rational_text(self.run.noise)} clipping norms on the line, q = {rational_text(self.run.rate)}"

    def curves(self, *, attained: bool) -> Mapping[str, Curve]:
        """What dominates a step, or what is attained, for each direction."""
        sampling, adjacency, unit, rate = self.run.sampling, self.run.adjacency, 1 / self.run.noise, self.run.rate
        two = LaplaceShape("absent", rate, 2 * unit)
        if adjacency == "replace" and sampling == "poisson" and rate < 1:
            opposite = LaplaceShape("opposite", rate, unit)
            return {"both": Curve(opposite, opposite)}
        if not attained and not self.tight:
            return {"both": Curve(two, two)}
        move = two if adjacency == "replace" or sampling == "fixed-size" else replace(two, move=unit)
        if rate == 1:
            return {"both": Curve(move)}  # two shifts of one law, which are mirror images of each other
        both = {"remove": Curve(move), "add": Curve(move, backwards=True)}
        return {adjacency: both[adjacency]} if adjacency in both else both


@dataclass(frozen=True)
class GroupSteps(_StepsOfRun):
    """Steps on random batches for data sets that differ in ``size`` records: how many of them a batch holds is binomial, or, where
    ``drawn`` are the batch and the number of examples, hypergeometric.

    The pair is the mixture of N(k/noise, 1) over that number k against N(0, 1); of N(2k/noise, 1) in batches of a fixed size, where other
    records take their places.  With Poisson batches and records that are replaced it is the mixture against its mirror image.  Equal
    gradients attain these.  In batches of a fixed size whose records are replaced, or zeroed, any hit counts as one of all of them:
    a batch without hits is one with them but for that many members, and the rate is the chance of any.
    """

    size: int
    drawn: tuple[int, int] | None = None

    @property
    def tight(self) -> bool:
        """Whether equal gradients attain the pair."""
        return self.drawn is None or self.run.adjacency not in ("replace", "zero-out")

    @property
    def pair(self) -> str:
        """What dominates one step."""
        if self.drawn is None:
            return f"N(k, z^2), k binomial({self.size}, {rational_text(self.run.rate)}), and N(0, z^2), z the noise multiplier"
        return (f"N(2k, z^2), k hits of {self.size} records among {self.drawn[0]} of {self.drawn[1]}, and N(0, z^2), z the noise multiplier"
                if self.tight else self._any_hit.pair)

    @property
    def _any_hit(self) -> NoisyRun:
        """A run in which a hit is one of as many records as a batch may hold."""
        batch, examples = self.drawn or (0, 1)
        none = fmpq(perm(examples - batch, self.size), perm(examples, self.size))
        return replace(self.run, noise=self.run.noise / min(self.size, batch), rate=1 - none)

    def curves(self, *, attained: bool) -> Mapping[str, Curve] | Mapping[str, MixtureCurve]:
        """What dominates a step, for each direction; where a record is replaced or zeroed in batches of a fixed size, what equal gradients
        have is ``attained``.
        """
        if not self.tight and not attained:
            return self._any_hit.curves(attained=False)
        adjacency = self.run.adjacency if self.tight else "add-remove"
        law = equal_hits(self.size, self.run.rate, RARE) if self.drawn is None else drawn_hits(self.size, *self.drawn, RARE)
        unit = (1 if self.drawn is None or self.run.adjacency == "zero-out" else 2) / self.run.noise
        forms: Mapping[str, Form] = {"both": "mirrored"} if adjacency == "replace" else {"remove": "remove", "add": "add"}
        found = {name: MixtureCurve(law, unit, form) for name, form in forms.items()}
        return {adjacency: found[adjacency]} if adjacency in found else found


@dataclass(frozen=True)
class PureSteps:
    """``steps`` uses of an ``level``-DP mechanism, of which randomised response reveals most; it is not known to be one."""

    level: fmpq
    steps: int
    gaussian: None = None
    tight: bool = False

    @property
    def pair(self) -> str:
        """What dominates one step."""
        return f"randomised response at epsilon = {rational_text(self.level)}"

    @property
    def reached(self) -> tuple[tuple[str, fmpq], ...]:
        """See :class:`~pabisym.accounting.steps.Mechanism`."""
        return ("epsilon", self.level), ("steps", fmpq(self.steps))

    def curves(self, *, attained: bool) -> Mapping[str, Curve]:
        """The same in both directions; nothing is attained, as a mechanism may reveal less."""
        return {} if attained else {"both": Curve(ResponseShape(self.level))}


@dataclass(frozen=True)
class ExponentialSteps(PureSteps):
    """``steps`` uses of a mechanism whose log-likelihood ratios lie in an interval of the length ``level``: the exponential mechanism."""

    @property
    def pair(self) -> str:
        """What dominates one step."""
        return f"log-likelihood ratios in an interval of the length {rational_text(self.level)}, the worst one"

    def curves(self, *, attained: bool) -> Mapping[str, Curve]:
        """The same in both directions, and nothing attained."""
        return {} if attained else {"both": Curve(ExponentialShape(self.level))}


@dataclass(frozen=True)
class CurveSteps:
    """``steps`` uses of a mechanism of which a Rényi bound alone is known, in both directions: rho times the order for rho-zCDP."""

    curve: LinearCurve | TableCurve | FormulaCurve
    steps: int

    @property
    def said(self) -> str:
        """Which bound, in words."""
        if isinstance(self.curve, LinearCurve):
            return f"{short(self.curve.rate)} times the order"
        return to_text(self.curve.term) if isinstance(self.curve, FormulaCurve) else f"a table of {len(self.curve.orders)} orders"


def read_curve(orders: object, divergences: object, formula: object) -> TableCurve | FormulaCurve:
    """A table of Rényi bounds, or a formula in alpha; raises :class:`~pabisym.errors.InputError` naming the argument."""
    if (formula is None) == (orders is None) or (orders is None) != (divergences is None):
        raise InputError("formula", "needs either a formula, or orders and divergences", "give what is known")
    if formula is not None:
        term = parse(formula, "formula")
        if unknown := sorted(free_names(term) - {"alpha"}):
            raise InputError("formula", f"no value for {unknown[0]}", "give a formula in alpha")
        return FormulaCurve(term, "alpha")
    at, values = (_column(one, name) for one, name in ((orders, "orders"), (divergences, "divergences")))
    if len(at) != len(values) or not at[0] > 1 or any(not low < high for low, high in pairwise(at)):
        raise InputError("orders", "are not increasing numbers above 1, one for each divergence", "leave the others out")
    if min(values) < 0:
        raise InputError("divergences", "have a negative number", "give bounds that are 0 or more")
    return TableCurve(at, values)


def _column(value: object, name: str) -> tuple[fmpq, ...]:
    """The numbers of a list or an array, at least one; floats are the dyadic numbers that they are."""
    listed = value.tolist() if hasattr(value, "tolist") else value
    if not isinstance(listed, list | tuple) or not listed:
        raise InputError(name, "are no list of numbers", "give as many orders as divergences")
    return tuple(number(one, name, floats=True) for one in listed)


def group_of(run: NoisyRun, size: int, drawn: tuple[int, int] | None = None) -> NoisyRun | GroupSteps:
    """The steps of a run for data sets that differ in up to ``size`` records; ``drawn`` are a batch of a fixed size and all examples.

    Raises :class:`~pabisym.errors.InputError` for batches of a fixed size where these are not known, or fewer than the group.
    """
    if size == 1:
        return run
    if run.gaussian is not None:
        return replace(run, noise=run.noise / size)
    if run.sampling == "poisson":
        return GroupSteps(run, size)
    if drawn is None:
        raise InputError("group", "needs the examples and the batch where batches have a fixed size", "give them in place of the rate")
    if drawn[1] < size:
        raise InputError("group", f"has more records than the {drawn[1]} there are", "give a smaller one")
    return GroupSteps(run, size, drawn)


def renyi_of(one: Mechanism | CurveSteps) -> tuple[RenyiCurve, int]:
    """A Rényi bound of a mechanism: rho is mu^2/2 for Gaussian noise, epsilon^2/2 for pure privacy (Bun and Steinke 2016)."""
    if isinstance(one, CurveSteps):
        return one.curve, one.steps
    if isinstance(one, PureSteps):
        return LinearCurve(one.level**2 / (8 if isinstance(one, ExponentialSteps) else 2)), one.steps
    if isinstance(one, NoisyRun):
        if one.gaussian is not None:
            return LinearCurve(one.gaussian / 2), one.steps
        if one.sampling == "poisson" and one.adjacency in ("add", "remove", "add-remove", "zero-out"):
            return SampledGaussian.of(one.rate, one.noise), one.steps
    if isinstance(one, LaplaceSteps) and one.run.rate == 1:
        level = (2 if one.run.adjacency == "replace" else 1) / one.run.noise
        return LinearCurve(level**2 / 2), one.steps
    raise Undecided("Rényi bounds are composed with Gaussian noise, also on Poisson batches where a record is added or removed, and with "
                    f"pure mechanisms; not with: {one.pair}")
