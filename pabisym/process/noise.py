"""Gaussian noises, with the convention in the constructor's name.

Everything downstream uses the *per-step variance of the noise on the iterate*, sigma_k^2: the iteration is
X_k = f_k(X_{k-1}) + Z_k with Z_k ~ N(0, sigma_k^2 I).  Papers also state the noise of the *gradient*, before it is
multiplied by the step size: X_k = X_{k-1} - eta_k (grad + Y_k), Y_k ~ N(0, s_k^2 I), hence sigma_k = eta_k s_k.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational_text
from pabisym.lang.term import TWO, Call, Number, Term
from pabisym.process.sequence import INDEX, Formula, Letters, Listed, StepSequence, read, times


@dataclass(frozen=True)
class Gaussian:
    """Independent Gaussian noise N(0, sigma_k^2 I) on the iterate of step k; ``variance`` holds sigma_k^2.

    Make it with :meth:`on_iterate` or :meth:`of_gradient`, whose names say what the numbers mean.
    """

    variance: StepSequence

    @classmethod
    def on_iterate(cls, *, std: object = None, variance: object = None) -> Gaussian:
        """Noise added to the iterate, by its per-step standard deviation or its per-step variance.

        Each may be a number, a formula in the letters and the step ``k``, a list with one value per step, or a
        sequence.  Raises :class:`~pabisym.errors.InputError` unless exactly one is given, and for negative values.
        """
        if (std is None) == (variance is None):
            raise InputError("noise", "needs either std or variance", 'give one, as in std = "eta*sigma"')
        if std is not None:
            return cls(_squared(_nonnegative(read(std, "noise.std"), "noise.std")))
        return cls(_nonnegative(read(variance, "noise.variance"), "noise.variance"))

    @classmethod
    def of_gradient(cls, *, std: object, step_size: object) -> Gaussian:
        """Noise added to the gradient before the step size multiplies it: sigma_k = step_size * std.

        Raises :class:`~pabisym.errors.InputError` for negative values.
        """
        noise = _nonnegative(read(std, "noise.std"), "noise.std")
        return cls(_product(_squared(read(step_size, "step_size")), _squared(noise)))

    def magnitude(self, order: Term, shift: Term, k: Term = INDEX) -> Term:
        """What a shift of the given length costs at step k: order*shift**2/(2*sigma_k**2).

        The Rényi divergence of that order between N(x, sigma_k^2 I) and N(0, sigma_k^2 I), ||x|| = shift.
        """
        top = times(order, Call("**", (shift, TWO)))
        return Call("/", (top, times(TWO, self.variance.term(k))))

    def variances(self, steps: int, letters: Letters) -> tuple[fmpq, ...]:
        """The exact per-step variances on the iterate; raises :class:`~pabisym.errors.InputError` for negative ones."""
        values = self.variance.values(steps, letters)
        for step, value in enumerate(values, 1):
            if value < 0:
                raise InputError("noise", f"the variance at step {step} is {rational_text(value)[:40]}", "give 0 or more")
        return values

    @property
    def letters(self) -> frozenset[str]:
        """The letters on which the variance depends."""
        return self.variance.letters


def square(term: Term) -> Term:
    """term**2 with square roots resolved, so that the square of a root of a rational is rational.

    sqrt(x)**2 is written x, which is the same wherever the root is real.
    """
    if isinstance(term, Number):
        return Number(term.value**2)
    if isinstance(term, Call) and term.head == "sqrt":
        return term.args[0]
    if isinstance(term, Call) and term.head == "*":
        return times(*map(square, term.args))
    if isinstance(term, Call) and term.head == "/":
        return Call("/", tuple(square(a) for a in term.args))
    if isinstance(term, Call) and term.head in ("neg", "abs"):
        return square(term.args[0])
    if isinstance(term, Call) and term.head == "**" and isinstance(term.args[1], Number):
        return Call("**", (term.args[0], Number(2 * term.args[1].value)))
    return Call("**", (term, TWO))


def _squared(sequence: StepSequence) -> StepSequence:
    if isinstance(sequence, Listed):
        return Listed(tuple(square(item) for item in sequence.items))
    return Formula(square(sequence.term()))


def _product(left: StepSequence, right: StepSequence) -> StepSequence:
    if isinstance(left, Listed) and isinstance(right, Listed) and len(left.items) == len(right.items):
        return Listed(tuple(times(*pair) for pair in zip(left.items, right.items, strict=True)))
    if isinstance(left, Listed) and isinstance(right, Listed):
        raise InputError("noise", f"{len(left.items)} step sizes for {len(right.items)} deviations", "one per step each")
    if isinstance(left, Formula) and left.constant and isinstance(right, Listed):
        return Listed(tuple(times(left.size, item) for item in right.items))
    if isinstance(right, Formula) and right.constant and isinstance(left, Listed):
        return Listed(tuple(times(item, right.size) for item in left.items))
    return Formula(times(left.term(), right.term()))


def _nonnegative(sequence: StepSequence, field: str) -> StepSequence:
    sizes = sequence.items if isinstance(sequence, Listed) else (sequence.term(),)
    for size in sizes:
        if isinstance(size, Number) and size.value < 0:
            raise InputError(field, f"{to_text(size)} is negative", "give a number that is 0 or more")
    return sequence
