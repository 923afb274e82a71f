"""Gaussian laws of linear chains in any dimension, and their divergences in closed form.

For covariances V and W with M = alpha W + (1 - alpha) V positive definite and the mean difference g (Gil, Alajaji and
Linder 2013, section 2),

    D_alpha(N(m, V) || N(n, W)) = (alpha/2) g' M^-1 g - log(det(M) / (det(V)^(1-alpha) det(W)^alpha)) / (2 (alpha - 1)),

and infinite otherwise; order 1 is (trace(W^-1 V) - d + g' W^-1 g + log(det(W)/det(V)))/2.  A covariance may be singular:
two Gaussian laws of different affine supports have no event in common, and those of the same are compared on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flint import arb, fmpq, fmpq_mat

from pabisym.divergence.hockey_stick import GammaLevel, theta_at
from pabisym.errors import InputError
from pabisym.exact_law.gaussian_mixture import MixtureLaw
from pabisym.exact_law.law import ExactLaw, is_list, not_together, step_count
from pabisym.lang.arguments import GridLike, public
from pabisym.lang.rational import rational
from pabisym.numerics.enclosure import Enclosure, check_digits, enclose_value, exactly, infinite
from pabisym.numerics.evaluator import Value
from pabisym.numerics.parameters import vector

MAX_DIMENSION = 64
"""Largest dimension of a chain."""


@dataclass(frozen=True)
class GaussianLaw(ExactLaw):
    """N(mean, covariance) with rational entries; the covariance is positive semidefinite."""

    mean: tuple[fmpq, ...]
    covariance: tuple[tuple[fmpq, ...], ...]

    def gdp_squared(self, other: GaussianLaw) -> fmpq | None:
        """mu^2 for equal covariances: the squared mean difference in units of the noise; None where it is infinite.

        The pair is mu-GDP with mu = sqrt(mu^2), and with no smaller one.
        """
        gap = self._gap(other)
        if self.covariance != other.covariance:
            raise InputError("other", "has another covariance", "mu is for Gaussians of equal covariance")
        return _squared_distance(self._spread, gap)

    def gdp(self, other: GaussianLaw, digits: int = 15) -> Enclosure:
        """The mu of :meth:`gdp_squared`."""
        square = self.gdp_squared(other)
        if square is None:
            return infinite(check_digits(digits))
        root = fmpq(square.p.isqrt(), square.q.isqrt())
        if root * root == square:
            return exactly(root, check_digits(digits))
        return enclose_value(lambda _: arb(square).sqrt(), digits, "the divergence")

    def on_the_line(self) -> MixtureLaw:
        """The same law as a mixture; it must have one dimension and a positive variance."""
        if len(self.mean) != 1 or self.covariance[0][0] == 0:
            raise InputError("law", "is no density on the line", "use one dimension and a positive variance")
        return MixtureLaw.of([(1, self.mean[0], self.covariance[0][0])])

    @property
    def _spread(self) -> fmpq_mat:
        return fmpq_mat([list(row) for row in self.covariance])

    def _gap(self, other: GaussianLaw) -> fmpq_mat:
        if len(self.mean) != len(other.mean):
            raise InputError("other", f"has dimension {len(other.mean)}", f"compare laws of dimension {len(self.mean)}")
        return fmpq_mat(len(self.mean), 1, [x - y for x, y in zip(self.mean, other.mean, strict=True)])

    def _renyi(self, other: ExactLaw, order: fmpq, digits: int) -> Enclosure:
        if isinstance(other, MixtureLaw):
            return self.on_the_line()._renyi(other, order, digits)
        if not isinstance(other, GaussianLaw):
            raise not_together(self, other)
        if self.covariance == other.covariance:
            square = self.gdp_squared(other)
            return infinite(digits) if square is None else exactly(order * square / 2, digits)
        common = _common(self._spread, other._spread, self._gap(other))
        return infinite(digits) if common is None else _renyi(*common, order, digits)

    def _hockey_stick(self, other: ExactLaw, level: GammaLevel, digits: int) -> Enclosure:
        if isinstance(other, MixtureLaw):
            return self.on_the_line()._hockey_stick(other, level, digits)
        if not isinstance(other, GaussianLaw):
            raise not_together(self, other)
        if self.covariance == other.covariance:
            square = self.gdp_squared(other)
            return exactly(fmpq(1), digits) if square is None else theta_at(square, level, digits)
        common = _common(self._spread, other._spread, self._gap(other))
        if common is None:
            return exactly(fmpq(1), digits)
        v, w, gap = common
        if gap.nrows() > 1:
            raise InputError("other", "has another covariance in more than one dimension", "compare equal covariances, or on a line")
        second = MixtureLaw.of([(1, 0, w[0, 0])])
        return MixtureLaw.of([(1, gap[0, 0], v[0, 0])])._hockey_stick(second, level, digits)


@public
def gaussian_chain(*, steps: int, noise: GridLike, slope: GridLike = 1, offset: GridLike = 0, start: GridLike = 0,
                   start_noise: GridLike = 0) -> GaussianLaw:
    """The law of X_T for X_t = A_t X_{t-1} + b_t + N(0, V_t), t = 1..T, and X_0 = start + N(0, V_0).

    Noise convention: ``noise`` is that on the iterate, a rational v >= 0 for ``V_t = v*I`` (v is sigma_t^2, the per-step variance, not its
    root) or a covariance matrix; ``start_noise`` is V_0.  ``slope`` A_t is a rational, for a multiple of the identity, or a matrix.  The
    dimension is that of ``start``, a rational for 1 or a vector; ``offset`` b_t is a vector, or a rational for the same in every
    coordinate.  Noise, slope and offset are one for all steps, or sequences with one per step.  The result is exact.  Raises
    :class:`~pabisym.errors.InputError` for shapes that do not fit and for covariances that are none.

    >>> import pabisym
    >>> gaussian_chain = pabisym.laws.gaussian_chain
    >>> gaussian_chain(steps=3, noise=1, slope="1/2", start=8)
    GaussianLaw(mean=(1,), covariance=((21/16,),))
    """
    count, first = step_count(steps), vector(start, "start")
    d = len(first)
    if d > MAX_DIMENSION:
        raise InputError("start", f"has dimension {d}", f"use at most {MAX_DIMENSION}")
    mean, spread = fmpq_mat(d, 1, list(first)), _covariance(start_noise, d, "start_noise")
    slopes = _matrices(slope, d, count, "slope", _square)
    offsets = _matrices(offset, d, count, "offset", _column, 0 if d == 1 else 1)
    noises = _matrices(noise, d, count, "noise", _covariance)
    for a, b, v in zip(slopes, offsets, noises, strict=True):
        mean = a * mean + b
        spread = a * spread * a.transpose() + v
    return GaussianLaw(tuple(mean.entries()), tuple(map(tuple, spread.tolist())))


# Reading.

Reader = Callable[[object, int, str], fmpq_mat]


def _depth(value: object) -> int:
    return 1 + max((_depth(item) for item in value), default=0) if isinstance(value, Sequence) and is_list(value) else 0


def _matrices(value: object, d: int, steps: int, field: str, read: Reader, depth: int = 2) -> list[fmpq_mat]:
    """One matrix per step; ``depth`` is how deep the lists of a single one are nested where it is no number."""
    single = _depth(value) == 0 or (_depth(value) == depth and d > 1)
    if single or not isinstance(value, Sequence):
        return [read(value, d, field)] * steps
    if len(value) != steps:
        raise InputError(field, f"has {len(value)} values for {steps} steps", "give one value, or one per step")
    return [read(item, d, f"{field}[{t}]") for t, item in enumerate(value)]


def _column(value: object, d: int, field: str) -> fmpq_mat:
    entries = vector(value, field) if is_list(value) else (rational(value, field),) * d
    if len(entries) != d:
        raise InputError(field, f"has {len(entries)} entries", f"give {d}, one for each coordinate")
    return fmpq_mat(d, 1, list(entries))


def _square(value: object, d: int, field: str) -> fmpq_mat:
    """A matrix, or a multiple of the identity."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        factor = rational(value, field)
        return fmpq_mat(d, d, [factor if i == j else fmpq(0) for i in range(d) for j in range(d)])
    rows = [vector(row, f"{field}[{i}]") for i, row in enumerate(value)]
    if len(rows) != d or any(len(row) != d for row in rows):
        raise InputError(field, "is no square matrix of the right size", f"give {d} rows of {d} entries, or a number")
    return fmpq_mat(d, d, [entry for row in rows for entry in row])


def _covariance(value: object, d: int, field: str) -> fmpq_mat:
    matrix = _square(value, d, field)
    if matrix != matrix.transpose() or _pivots(matrix) is None:
        raise InputError(field, "is no covariance", "give a symmetric positive semidefinite matrix, or a variance that is 0 or more")
    return matrix


# Linear algebra in exact rationals.


def _pivots(matrix: fmpq_mat) -> list[int] | None:
    """The indices of positive pivots of a symmetric matrix; None where it is not positive semidefinite.

    Those rows and columns form a positive definite matrix, and the other columns are combinations of those.
    """
    rows, found = matrix.tolist(), list[int]()
    for k in range(len(rows)):
        pivot = rows[k][k]
        if pivot < 0 or (pivot == 0 and any(entry != 0 for entry in rows[k][k:])):
            return None
        if pivot == 0:
            continue
        found.append(k)
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / pivot
            if factor != 0:
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    return found


def _part(matrix: fmpq_mat, rows: Sequence[int], columns: Sequence[int]) -> fmpq_mat:
    return fmpq_mat(len(rows), len(columns), [matrix[i, j] for i in rows for j in columns])


def _squared_distance(spread: fmpq_mat, gap: fmpq_mat) -> fmpq | None:
    """The number gap' V^+ gap for a positive semidefinite V; None where the gap is not in its range."""
    chosen = _pivots(spread) or []
    everything = range(spread.nrows())
    if not chosen:
        return fmpq(0) if all(x == 0 for x in gap.entries()) else None
    short = _part(gap, chosen, [0])
    solved = _part(spread, chosen, chosen).solve(short)
    if _part(spread, everything, chosen) * solved != gap:
        return None
    return (short.transpose() * solved)[0, 0]


def _common(v: fmpq_mat, w: fmpq_mat, gap: fmpq_mat) -> tuple[fmpq_mat, fmpq_mat, fmpq_mat] | None:
    """Two laws in coordinates of their common affine support; None where the supports differ."""
    chosen, others = _pivots(v) or [], _pivots(w) or []
    everything = range(v.nrows())
    if len(chosen) != len(others) or not chosen or _squared_distance(v, gap) is None:
        return None
    columns = _part(v, everything, chosen) * _part(v, chosen, chosen).inv()
    if columns * _part(w, chosen, everything) != w:
        return None
    return _part(v, chosen, chosen), _part(w, chosen, chosen), _part(gap, chosen, [0])


def _renyi(v: fmpq_mat, w: fmpq_mat, gap: fmpq_mat, order: fmpq, digits: int) -> Enclosure:
    """The divergence for positive definite covariances."""
    if order == 1:
        inverse = w.inv()
        product = inverse * v
        trace = sum((product[i, i] for i in range(v.nrows())), fmpq(0)) - v.nrows()
        rest = (trace + (gap.transpose() * inverse * gap)[0, 0]) / 2
        return enclose_value(lambda _: rest + arb(w.det() / v.det()).log() / 2, digits, "the divergence")
    mixed = order * w + (1 - order) * v
    if len(_pivots(mixed) or []) < v.nrows():
        return infinite(digits)
    rest = order / 2 * (gap.transpose() * mixed.solve(gap))[0, 0]
    first, second, third = mixed.det(), v.det(), w.det()

    def value(_: int) -> Value:
        logs = arb(first).log() - (1 - order) * arb(second).log() - order * arb(third).log()
        return rest - logs / (2 * (order - 1))

    return enclose_value(value, digits, "the divergence")
