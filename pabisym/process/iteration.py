"""The pair of contractive noisy iterations that every bound speaks about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flint import fmpq

from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.term import Term
from pabisym.process.noise import Gaussian
from pabisym.process.sequence import MAX_STEPS, STEP, Formula, Letters, StepSequence, integer_at, names, read, read_term, value_at


@dataclass(frozen=True)
class LinearRun:
    """The exact end of a one-dimensional linear Gaussian pair.

    X_T and X'_T are Gaussian of the same ``variance``, ``mean_difference`` apart.
    """

    mean_difference: fmpq
    variance: fmpq

    @property
    def mu_squared(self) -> fmpq | None:
        """mean_difference**2 / variance: the pair is exactly mu-GDP, and its Rényi divergence is alpha*mu^2/2.

        None where it is infinite (different means, no variance).
        """
        if self.mean_difference == 0:
            return fmpq(0)
        return self.mean_difference**2 / self.variance if self.variance != 0 else None


@dataclass(frozen=True)
class Iteration:
    """Two runs X_k = f_k(X_{k-1}) + Z_k and X'_k = f'_k(X'_{k-1}) + Z'_k, k = 1..``steps``, in R^d.

    f_k and f'_k are ``contraction``-Lipschitz (it may exceed 1) and at most ``gap`` apart everywhere; Z_k and Z'_k
    are independent draws of ``noise``; W_infinity(X_0, X'_0) <= ``start_shift``; with a ``diameter`` D, the runs
    stay within D of each other.  All are terms or sequences in the letters; ``k`` is reserved for the step.
    """

    steps: Term
    contraction: StepSequence
    gap: StepSequence
    noise: Gaussian
    start_shift: Term
    diameter: Term | None = None

    def __post_init__(self) -> None:
        scalars = {"steps": self.steps, "start_shift": self.start_shift, "diameter": self.diameter}
        for field, term in scalars.items():
            if term is not None and STEP in names(term):
                raise InputError(field, f"depends on the step {STEP}", f"{STEP} is reserved for sizes per step")

    @classmethod
    def of(
        cls,
        *,
        steps: object,
        gap: object,
        noise: Gaussian,
        contraction: object = 1,
        start_shift: object = 0,
        diameter: object = None,
    ) -> Iteration:
        """Read numbers, formulas, lists and tables as :func:`pabisym.process.sequence.read` does."""
        return cls(
            steps=read_term(steps, "steps"),
            contraction=read(contraction, "contraction"),
            gap=read(gap, "gap"),
            noise=noise,
            start_shift=read_term(start_shift, "start_shift"),
            diameter=None if diameter is None else read_term(diameter, "diameter"),
        )

    @property
    def letters(self) -> frozenset[str]:
        """The letters that :meth:`instance` needs."""
        scalars = [term for term in (self.steps, self.start_shift, self.diameter) if term is not None]
        own = frozenset[str]().union(*map(names, scalars))
        return own | self.contraction.letters | self.gap.letters | self.noise.letters

    def instance(self, **letters: object) -> dict[str, object]:
        """The allocation instance at exact rational letters, in its JSON form.

        Constant sequences are written as one value.  Raises :class:`~pabisym.errors.InputError` for letters that
        are missing or unknown, and for values that are irrational, negative, or out of their range.
        """
        point = self._point(letters)
        steps = integer_at(self.steps, point, "steps", 0)
        if steps > MAX_STEPS:
            raise InputError("steps", f"{steps} is too large", f"at most {MAX_STEPS} steps are listed")
        answer: dict[str, object] = {"steps": steps}
        answer["contraction"] = _written(self.contraction, steps, point, "contraction")
        answer["gap"] = _written(self.gap, steps, point, "gap")
        answer["noise_variance"] = _written(self.noise.variance, steps, point, "noise_variance")
        answer["start_shift"] = rational_text(_nonnegative(value_at(self.start_shift, point, "start_shift"), "start_shift"))
        diameter = None if self.diameter is None else value_at(self.diameter, point, "diameter")
        answer["diameter"] = None if diameter is None else rational_text(_nonnegative(diameter, "diameter"))
        return answer

    def exact_linear(self, **letters: object) -> LinearRun:
        """The linear pair of this class with the largest slopes: X_k = c_k X_{k-1} + s_k + N(0, sigma_k^2).

        X'_k has the same slopes and noise and no gap, and X_0 - X'_0 = ``start_shift``.  Any bound for the class
        must lie above its ``mu_squared``; the diameter is not used.  Raises as :meth:`instance` does.
        """
        point = self._point(letters)
        steps = integer_at(self.steps, point, "steps", 0)
        mean, variance = value_at(self.start_shift, point, "start_shift"), fmpq(0)
        slopes, gaps = self.contraction.values(steps, point), self.gap.values(steps, point)
        for slope, gap, noise in zip(slopes, gaps, self.noise.variances(steps, point), strict=True):
            mean, variance = slope * mean + gap, slope**2 * variance + noise
        return LinearRun(mean, variance)

    def _point(self, letters: Letters) -> dict[str, fmpq]:
        missing, extra = sorted(self.letters - set(letters)), sorted(set(letters) - self.letters)
        if missing:
            raise InputError(missing[0], "has no value", f"give a rational value for {missing[0]}")
        if extra:
            raise InputError(extra[0], "is not a letter of this iteration", f"the letters are {', '.join(sorted(self.letters))}")
        return {name: rational(value, name) for name, value in letters.items()}

    def describe(self) -> Mapping[str, str]:
        """The data as text in the grammar, sequences as terms in the step ``k``."""
        answer = {
            "steps": to_text(self.steps),
            "contraction": to_text(self.contraction.term()),
            "gap": to_text(self.gap.term()),
            "noise_variance": to_text(self.noise.variance.term()),
            "start_shift": to_text(self.start_shift),
        }
        return answer if self.diameter is None else {**answer, "diameter": to_text(self.diameter)}


def _written(sequence: StepSequence, steps: int, point: Letters, field: str) -> str | list[str]:
    if isinstance(sequence, Formula) and sequence.constant:
        return rational_text(_nonnegative(value_at(sequence.size, point, field), field))
    values = sequence.values(steps, point)
    return [rational_text(_nonnegative(value, f"{field}[{i}]")) for i, value in enumerate(values)]


def _nonnegative(value: fmpq, field: str) -> fmpq:
    if value < 0:
        raise InputError(field, f"{rational_text(value)[:40]} is negative", "give a number that is 0 or more")
    return value
