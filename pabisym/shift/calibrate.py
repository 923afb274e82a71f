"""The least noise that meets a target.

Let ``V`` be the optimum of an instance whose noise variances are a schedule ``v_t``.  With the variances ``k v_t`` the
feasible allocations stay the same and the cost of each is divided by k, so the optimum is ``V / k``; with a diameter
this holds from every restart, because the bounds of the distance do not depend on the noise, and hence for the least
over the restarts.  A guarantee that allows ``mu^2`` at most is met exactly by the factors ``k >= V / mu^2``.

The factor that is returned meets the target: it is rounded up where it is not rational, the instance is solved again
with its noise, and the guarantee is decided for the optimum found then.

Only Gaussian noise scales like this.

>>> from pabisym.notions.notion import RenyiGuarantee
>>> from pabisym.shift.instance import Instance
>>> instance = Instance.from_arguments(gap=[0, 1, 0, 0], noise_variance=1)
>>> found = least_noise(instance, RenyiGuarantee.of(order=8, epsilon="1/2"))
>>> found.factor, found.exact, found.short_deviations(3)[0]
(Fraction(8, 3), True, Fraction(41, 25))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import fmpq

from pabisym.divergence.evaluate import enclose
from pabisym.errors import InputError, Undecided, field_name
from pabisym.lang.arguments import NumberLike, PointLike, Schedule, public
from pabisym.lang.budget import within
from pabisym.lang.digest import content_hash
from pabisym.lang.once import cached_property
from pabisym.lang.rational import power_of_ten, rational, rational_text, to_fraction
from pabisym.lang.term import Call, Number
from pabisym.notions.notion import GDPGuarantee, Guarantee, RenyiGuarantee
from pabisym.notions.notion_approx_dp import ApproxDPGuarantee
from pabisym.numerics.enclosure import Enclosure, check_digits, interval_json
from pabisym.shift.allocate import Allocation, solve
from pabisym.shift.exact.solve import ExactSolution
from pabisym.shift.instance import Instance, Json
from pabisym.spec.read import HasSpec, Spec, spec_of

MAX_SHORT = 1000
"""Most significant digits of a short decimal."""


@dataclass(frozen=True)
class LeastNoise:
    """The least factor of the noise variances with which an instance meets a guarantee.

    ``status`` is ``"found"``, or ``"infinite"`` when no factor is enough; then ``reason`` says why and there are no
    numbers.  ``exact_factor`` meets the guarantee; no factor below ``exact_lower`` does, and where the two are equal
    this is the least one.  ``exact_value`` is the optimum with the given variances.  The factor is least for the bound:
    for the processes too where the optimum is attained, that is without a diameter.
    """

    instance: Instance
    guarantee: Guarantee
    status: str
    reason: str = ""
    exact_value: fmpq | None = None
    exact_factor: fmpq | None = None
    exact_lower: fmpq | None = None

    @property
    def factor(self) -> Fraction:
        """A factor that meets the guarantee: the least one, or that rounded up.

        Raises :class:`~pabisym.errors.InputError` when there is none.
        """
        return to_fraction(self._found)

    @property
    def lower(self) -> Fraction:
        """Every factor below this one misses the guarantee; raises as :attr:`factor` does."""
        return self.factor if self.exact_lower is None else to_fraction(self.exact_lower)

    @property
    def exact(self) -> bool:
        """Whether :attr:`factor` is the least one itself."""
        return self.status == "found" and bool(self.exact_factor == self.exact_lower)

    @cached_property
    def scaled(self) -> Instance:
        """The instance with the variances ``factor * v_t``."""
        return with_variances(self.instance, lambda v: self._found * v)

    @public
    def standard_deviations(self, digits: int = 6) -> tuple[Enclosure, ...]:
        """``sqrt(factor * v_t)`` for t = 1..T, per step, on the iterate: enclosed to ``digits`` digits, or exact."""
        known = {str(v): enclose(Call("sqrt", (Number(v),)), {}, digits) for v in set(self.scaled.noise_variance)}
        return tuple(known[str(v)] for v in self.scaled.noise_variance)

    @public
    def short_factor(self, digits: int = 3) -> Fraction:
        """The least decimal of so many significant digits that is at least :attr:`factor`; it meets the guarantee."""
        short = rounded_up(self._found, digits)
        certify(with_variances(self.instance, lambda v: short * v), self.guarantee)
        return to_fraction(short)

    @public
    def short_deviations(self, digits: int = 3) -> tuple[Fraction, ...]:
        """For every step the least decimal of so many significant digits that is at least the standard deviation.

        With these the instance meets the guarantee: more noise never raises the optimum, and it is decided again.
        """
        known = {str(v): root_rounded_up(v, digits) for v in set(self.scaled.noise_variance)}
        certify(with_variances(self.scaled, lambda v: known[str(v)] ** 2), self.guarantee)
        return tuple(to_fraction(known[str(v)]) for v in self.scaled.noise_variance)

    @property
    def optimum(self) -> Allocation:
        """The best allocation with the variances ``factor * v_t``, which meets the guarantee."""
        return solve(self.scaled)

    def mu_squared_at(self, at: Mapping[str, object] | None = None) -> fmpq:
        """mu^2 with this noise for :func:`pabisym.convert`; raises :class:`~pabisym.errors.InputError` where no noise is enough."""
        return self.optimum.mu_squared_at(at)

    @property
    def fingerprint(self) -> str:
        """A content hash of the instance, the guarantee and the answer, the same on every machine."""
        numbers = [None if one is None else rational_text(one) for one in (self.exact_value, self.exact_factor, self.exact_lower)]
        return content_hash("calibration", self.instance.to_json(), dict(self.guarantee.to_json()), self.status, self.reason, numbers)

    def to_json(self) -> dict[str, Json]:
        """Plain data: exact rationals as texts, the factor as itself or as an enclosure of the least one."""
        answer: dict[str, Json] = {"status": self.status, "guarantee": dict(self.guarantee.to_json())}
        if self.status != "found":
            return {**answer, "reason": self.reason}
        least: Json = rational_text(self._found)
        if not self.exact:
            low, high = (enclose(Number(one), {}, 30) for one in (self.exact_lower or fmpq(0), self._found))
            least = {"lower": low.lower, "upper": high.upper}
        deviations: list[Json] = [dict(interval_json(one)) if one.exact is None else rational_text(one.exact)
                                  for one in self.standard_deviations()]
        return {**answer, "value": rational_text(self.exact_value or fmpq(0)), "factor": rational_text(self._found), "exact": self.exact,
                "least_factor": least, "short_factor": rational_text(self.short_factor()), "standard_deviation": deviations}

    @property
    def _found(self) -> fmpq:
        if self.exact_factor is None:
            raise InputError("noise_variance", f"no factor is enough: {self.reason}", "change the schedule or the target")
        return self.exact_factor

    def __repr__(self) -> str:
        if self.status != "found":
            return f"LeastNoise(infinite, {self.guarantee}, reason={self.reason!r})"
        relation = "=" if self.exact else "~"
        return f"LeastNoise({self.guarantee}, factor{relation}{enclose(Number(self._found), {}, 6).upper}, exact={self.exact})"


def least_noise(instance: Instance, guarantee: Guarantee, digits: int = 30) -> LeastNoise:
    """The least k such that the optimum with noise variances ``k v_t`` meets a guarantee.

    Exact for Rényi and Gaussian differential privacy; for (epsilon, delta) enclosed to a relative width of 10**-``digits`` and rounded up.
    Raises :class:`~pabisym.errors.Undecided` when balls do not decide the guarantee within the limits.
    """
    solution, threshold = solve(instance).exact, guarantee.largest(digits)
    if not isinstance(solution, ExactSolution):
        return LeastNoise(instance, guarantee, "infinite", solution.infinite_reason)
    value = solution.value
    if value and threshold.upper == 0:
        reason = f"a bound of {guarantee.letter} = 0 allows no difference, and there is one"
        return LeastNoise(instance, guarantee, "infinite", reason, value)
    enough, least = (value / threshold.lower, value / threshold.upper) if value else (value, value)
    found = LeastNoise(instance, guarantee, "found", "", value, enough, least)
    certify(found.scaled, guarantee)
    return found


@public
def calibrate(source: Spec | HasSpec | None = None, /, *, at: PointLike = None, gap: Schedule | None = None,
              noise_variance: Schedule | None = None, contraction: Schedule = 1, start_shift: NumberLike = 0,
              diameter: NumberLike | None = None, steps: int | None = None, gdp: NumberLike | None = None,
              renyi: tuple[NumberLike, NumberLike] | None = None, epsilon: NumberLike | None = None, delta: NumberLike | None = None,
              digits: int = 30, seconds: NumberLike | None = None) -> LeastNoise:
    """The least factor of the noise variances of an instance with which it meets a guarantee, rounded so that it does.

    The instance is that of :func:`pabisym.allocate`: one number for all steps or one per step; ``noise_variance`` is a schedule in
    squared units of the iterate, ``gap`` in units of the iterate; or it is that of a process in Python, ``source``, where its letters have
    the values ``at``.  The guarantee is one of ``gdp``, a mu, ``renyi``, an order
    and an epsilon, and ``epsilon`` with ``delta``; epsilon is in nats.  ``seconds`` of processor time are the most that it takes (None:
    :data:`pabisym.lang.budget.SECONDS`).  See :func:`least_noise`.

    >>> from pabisym import calibrate
    >>> found = calibrate(gap=[0, 1, 0, 0], noise_variance=1, renyi=(8, "1/2"))
    >>> found.factor, found.exact
    (Fraction(8, 3), True)

    Raises :class:`~pabisym.errors.InputError` naming the argument, and :class:`~pabisym.errors.Undecided` where balls do not
    decide the guarantee within the limits.
    """
    wanted = read_guarantee(gdp, renyi, epsilon, delta)
    if source is None:
        missing = next((name for name, value in (("gap", gap), ("noise_variance", noise_variance)) if value is None), "")
        if missing:
            raise InputError(missing, "is missing", "give gap and noise_variance, or a process and the values of its letters")
        instance = Instance.from_arguments(gap=gap, noise_variance=noise_variance, contraction=contraction, start_shift=start_shift,
                                           diameter=diameter, steps=steps)
    else:
        values = {str(name): to_fraction(rational(value, str(name))) for name, value in (at or {}).items()}
        instance = Instance.from_json(spec_of(source).instance(**values))
    with within(seconds):
        return least_noise(instance, wanted, digits)


def read_guarantee(gdp: NumberLike | None = None, renyi: tuple[NumberLike, NumberLike] | None = None, epsilon: NumberLike | None = None,
                   delta: NumberLike | None = None, prefix: str = "") -> Guarantee:
    """The one guarantee that is given; errors call its parameters by these names, with ``prefix`` before them."""
    if (epsilon is None) != (delta is None):
        missing = f"{prefix}delta" if delta is None else f"{prefix}epsilon"
        raise InputError(missing, "is missing", f"give {prefix}epsilon and {prefix}delta together")
    given = [name for name, value in (("gdp", gdp), ("renyi", renyi), ("epsilon", epsilon)) if value is not None]
    if len(given) != 1:
        problem = f"cannot be combined with {prefix}{given[0]}" if given else "is missing"
        cure = f"give one of {prefix}gdp MU, {prefix}renyi ALPHA EPSILON, {prefix}epsilon E {prefix}delta D"
        raise InputError(f"{prefix}{given[1]}" if given else "guarantee", problem, cure)
    shown = f"{prefix}epsilon and {prefix}delta" if given == ["epsilon"] else f"{prefix}{given[0]}"
    with field_name(shown, whole=True):
        if gdp is not None:
            return GDPGuarantee.of(gdp)
        return ApproxDPGuarantee.of(epsilon, delta) if renyi is None else RenyiGuarantee.of(*renyi)


def certify(instance: Instance, guarantee: Guarantee) -> None:
    """Solve an instance and decide that its optimum meets a guarantee.

    Raises :class:`~pabisym.errors.Undecided` when that is not decided to be true.
    """
    solution = solve(instance).exact
    verdict = guarantee.meets(solution.value) if isinstance(solution, ExactSolution) else "false"
    if verdict != "true":
        raise Undecided(f"that the optimum meets {guarantee} is {verdict}")


def with_variances(instance: Instance, change: Callable[[fmpq], fmpq]) -> Instance:
    """The instance with every noise variance changed, and without an allocation of its own."""
    return replace(instance, noise_variance=tuple(change(v) for v in instance.noise_variance), allocation=None)


def rounded_up(value: fmpq, digits: int) -> fmpq:
    """The least decimal with at most so many significant digits that is at least ``value`` >= 0."""
    scale = power_of_ten(check_digits(digits, MAX_SHORT) - _whole(value))
    return (value * scale).ceil() / scale


def root_rounded_up(value: fmpq, digits: int) -> fmpq:
    """The least decimal with at most so many significant digits whose square is at least ``value`` >= 0."""
    scale = power_of_ten(check_digits(digits, MAX_SHORT) - (_whole(value) + 1) // 2)
    square = value * scale**2
    root = square.floor().isqrt()
    return fmpq(root if root**2 == square else root + 1) / scale


def _whole(value: fmpq) -> int:
    """The w with ``10^(w - 1) <= value < 10^w``; 0 for 0."""
    if value == 0:
        return 0
    guess = len(str(value.p)) - len(str(value.q))  # the value lies strictly between 10^(guess - 1) and 10^(guess + 1)
    return guess + int(value >= power_of_ten(guess))
