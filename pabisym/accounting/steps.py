"""What one step of noisy training reveals of a record, for each way to sample a batch and each notion of neighbouring data sets.

The noise multiplier is the standard deviation of the noise on the sum of the clipped gradients, divided by the clipping norm.  In units of
the noise one gradient moves the sum by at most 1/multiplier.  With the letters u and v of :mod:`pabisym.accounting.shapes`:

| batches | neighbours | u, v for gamma >= 1 | backwards |
| --- | --- | --- | --- |
| Poisson | a record more or less, or a gradient that becomes 0 | 1, 1 | the same pair |
| Poisson | a record replaced | 1, 2 | the same by symmetry |
| of a fixed size | a record more or less | 2, 2: another record takes its place in the batch | the same pair |
| of a fixed size | a record replaced | 2, 2 | 2, 2 |
| of a fixed size | a gradient that becomes 0 | 2, 1 | 1, 1 |

The rate is the batch over the number of examples, of the larger data set.  A sampled batch without the record, with one of its members
replaced by the record, is a batch with it: that is why u is what it is.  For Poisson batches, and for a record more or less,
runs with constant gradients attain the bound, so (epsilon, delta) of the composition is that of the pair.  In the last two rows different
data sets attain it above and below gamma = 1: for one step it is sharp, for many it is an upper bound (Lebeda, Regehr, Kamath and Steinke
2024 say why no single pair of data sets is the worst), and the lower end is that of constant gradients.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from flint import fmpq

from pabisym.accounting.curves import Curve
from pabisym.accounting.shapes import GaussianShape
from pabisym.errors import InputError
from pabisym.lang.rational import rational, rational_text, short
from pabisym.numerics.parameters import positive

if TYPE_CHECKING:
    from pabisym.accounting.hidden.mixture import MixtureCurve

SAMPLINGS = ("poisson", "fixed-size", "full")
ADJACENCIES = ("add", "remove", "add-remove", "replace", "zero-out")
MOST_STEPS = 10**9
"""Most steps of a run."""
COMPOSITION = "composition of dominating pairs (Zhu, Dong and Wang 2022, theorem 10)"
ONE_STEP = "the pair that dominates one step (by the lemma of Neyman and Pearson, in pabisym.accounting.shapes)"
FLOATS = "double precision rounds correctly, and Fourier transforms of numpy are as accurate as pabisym.accounting.composition says"


Curves: TypeAlias = "Mapping[str, Curve | MixtureCurve]"
"""A curve for each direction, ``remove`` and ``add``, or one for ``both``."""


class Mechanism(Protocol):
    """What can be composed: ``steps`` equal steps, each dominated by its :meth:`curves`, or those that are ``attained`` by some data; with
    ``tight`` the two are the same.  ``gaussian`` is mu^2 of a step that is one Gaussian, else None.
    """

    @property
    def steps(self) -> int:
        """How many."""

    @property
    def gaussian(self) -> fmpq | None:
        """mu^2 of one step, where that is all."""

    @property
    def tight(self) -> bool:
        """Is what dominates a step attained."""

    @property
    def pair(self) -> str:
        """What dominates one step, in words."""

    @property
    def reached(self) -> tuple[tuple[str, fmpq], ...]:
        """The numbers that have to lie within what floats can compose, each with its name."""

    def curves(self, *, attained: bool) -> Curves:
        """What dominates a step, or what some data attain in every step: nothing where that is not known."""


@dataclass(frozen=True)
class NoisyRun:
    """``steps`` steps with a ``noise`` multiplier, on batches that hold a record with probability ``rate``.

    Where it is not ``attained``, a step on all records is dominated by that Gaussian, and nothing is known from below.
    """

    noise: fmpq
    steps: int
    rate: fmpq
    sampling: str
    adjacency: str
    attained: bool = True

    @property
    def gaussian(self) -> fmpq | None:
        """mu^2 of one step where every batch has all examples, else None."""
        if self.sampling != "full" and self.rate < 1:
            return None
        return (4 if self.adjacency == "replace" else 1) / self.noise**2

    @property
    def reached(self) -> tuple[tuple[str, fmpq], ...]:
        """See :class:`Mechanism`."""
        return ("noise multiplier", self.noise), ("sampling rate", self.rate), ("steps", fmpq(self.steps))

    def curves(self, *, attained: bool) -> Mapping[str, Curve]:
        """For each direction a curve that dominates a step, or that runs with constant gradients have in every step."""
        q, unit = self.rate, 1 / self.noise**2
        one, two = GaussianShape("absent", q, unit), GaussianShape("absent", q, 4 * unit)
        if self.adjacency == "replace":
            if self.sampling == "poisson":
                opposite = GaussianShape("opposite", q, unit)
                return {"both": Curve(opposite, opposite)}
            return _directions(two) if attained else {"both": Curve(two, two)}
        if self.sampling == "fixed-size" and self.adjacency == "zero-out":
            half = GaussianShape("half", q, 4 * unit)
            return _directions(one) if attained else {"remove": Curve(half, one), "add": Curve(one, half)}
        found = _directions(one if self.sampling == "poisson" else two)
        return {self.adjacency: found[self.adjacency]} if self.adjacency in found else found

    @property
    def tight(self) -> bool:
        """Whether the two are the same."""
        if self.gaussian is not None:
            return self.attained
        return self.sampling == "poisson" or self.adjacency in ("add", "remove", "add-remove")

    @property
    def pair(self) -> str:
        """What dominates one step, in units of the noise times the multiplier."""
        if self.gaussian is not None:
            return f"N({2 if self.adjacency == 'replace' else 1}, z^2) and N(0, z^2), z the noise multiplier"
        q = rational_text(self.rate)
        if self.sampling == "poisson" and self.adjacency == "replace":
            return f"(1-q) N(0, z^2) + q N(1, z^2) and (1-q) N(0, z^2) + q N(-1, z^2), q = {q}, z the noise multiplier"
        if self.tight:
            return f"(1-q) N(0, z^2) + q N({1 if self.sampling == 'poisson' else 2}, z^2) and N(0, z^2), q = {q}, z the noise multiplier"
        if self.adjacency == "replace":
            return f"C_q of G(2/z), as a tradeoff function, q = {q}, z the noise multiplier"
        return ("(1-q) N(0, z^2) + q N(2, z^2) and (1-q) N(0, z^2) + q N(1, z^2) above gamma = 1, "
                f"N(0, z^2) and (1-q) N(0, z^2) + q N(1, z^2) below, q = {q}, z the noise multiplier")


def gaussian_square(runs: Sequence[Mechanism]) -> fmpq | None:
    """mu^2 of all steps of some runs together where every batch has all examples, else None."""
    squares = [run.gaussian for run in runs]
    return None if None in squares else sum((square * run.steps for square, run in zip(squares, runs, strict=True) if square), fmpq(0))


def direction_curves(runs: Sequence[Mechanism], *, attained: bool) -> dict[str, list[tuple[Curve | MixtureCurve, int]]]:
    """For each direction the curves of some runs, one after the other on the same records, that dominate or that are ``attained``.

    They have one notion of neighbours; all full ones are one Gaussian step, and what is the same in both directions stands in each.
    """
    found = side_by_side([{name: [(curve, run.steps)] for name, curve in run.curves(attained=attained).items()}
                          for run in runs if run.gaussian is None])
    if square := gaussian_square([run for run in runs if run.gaussian is not None and (run.tight or not attained)]):
        shape = GaussianShape("absent", fmpq(1), square)
        for parts in found.values():
            parts.append((Curve(shape, shape), 1))
    return {name: parts for name, parts in found.items() if parts}


def side_by_side(every: Iterable[Mapping[str, Sequence[tuple[Curve | MixtureCurve, int]]]],
                 ) -> dict[str, list[tuple[Curve | MixtureCurve, int]]]:
    """The curves of several runs together in each direction; what is the same in both directions stands in each."""
    known = [one for one in every if one]
    directions = dict.fromkeys(name for one in known for name in one if name != "both") or {"both": None}
    return {name: [part for one in known for part in one[name if name in one else "both"]] for name in directions}


def read_run(noise_multiplier: object, steps: object, examples: object, batch: object, rate: object, sampling: str,
             adjacency: str) -> NoisyRun:
    """A run from what a user gives; raises :class:`~pabisym.errors.InputError` naming the argument."""
    if sampling not in SAMPLINGS:
        raise InputError("sampling", f"{str(sampling)[:40]!r} is no way to sample", "give " + ", ".join(SAMPLINGS))
    if adjacency not in ADJACENCIES:
        raise InputError("adjacency", f"{str(adjacency)[:40]!r} is no notion of neighbours", "give " + ", ".join(ADJACENCIES))
    noise, count = positive(noise_multiplier, "noise_multiplier"), rational(steps, "steps")
    if count.q != 1 or not 1 <= count <= MOST_STEPS:
        raise InputError("steps", f"{short(count)} is no number of steps", f"give an integer from 1 to {MOST_STEPS}")
    share = _rate(examples, batch, rate, sampling)
    if sampling == "fixed-size" and share == 1 and adjacency not in ("replace", "zero-out"):
        raise InputError("batch", "is all examples, and one more or less would change its size", "give sampling full, or adjacency replace")
    return NoisyRun(noise, int(count.p), share, sampling, adjacency)


def _rate(examples: object, batch: object, rate: object, sampling: str) -> fmpq:
    if sampling == "full":
        return fmpq(1)
    if rate is not None:
        if examples is not None or batch is not None:
            raise InputError("rate", "cannot be combined with examples and batch", "give the rate, or examples and batch")
        share = positive(rate, "rate")
    else:
        if examples is None or batch is None:
            field = "examples" if examples is None else "batch"
            raise InputError(field, "is missing", "give examples and batch, or the sampling rate")
        many, drawn = positive(examples, "examples"), positive(batch, "batch")
        if many.q != 1:
            raise InputError("examples", f"{short(many)} is no number of examples", "give an integer")
        if sampling == "fixed-size" and drawn.q != 1:
            raise InputError("batch", f"{short(drawn)} is no number of examples", "give an integer")
        share = drawn / many
    if share > 1:
        field = "rate" if rate is not None else "batch"
        raise InputError(field, f"gives a sampling rate of {short(share)}, above 1", "give at most all examples")
    return share


def _directions(shape: GaussianShape) -> dict[str, Curve]:
    return {"remove": Curve(shape), "add": Curve(shape, backwards=True)}
