"""The pair of contractive noisy iterations that every bound speaks about: its noise, its steps, and how an analysis writes it.

:class:`Description` is a process in terms of its letters and the step ``k``, nothing yet evaluated; :class:`Iteration` is the same
over sequences, ready for exact values.

Everything downstream uses the *per-step variance of the noise on the iterate*, sigma_k^2: the iteration is
X_k = f_k(X_{k-1}) + Z_k with Z_k ~ N(0, sigma_k^2 I).  Papers also state the noise of the *gradient*, before it is
multiplied by the step size: X_k = X_{k-1} - eta_k (grad + Y_k), Y_k ~ N(0, s_k^2 I), hence sigma_k = eta_k s_k.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.term import ONE, TWO, ZERO, Call, Number, Term, substitute
from pabisym.numerics.parameters import not_negative
from pabisym.process.sequence import (
    MAX_STEPS,
    STEP,
    EachStep,
    Impulse,
    Letters,
    Listed,
    Periodic,
    StepSequence,
    Sum,
    integer_at,
    names,
    read_sequence,
    read_term,
    recurrence,
    times,
    value_at,
)


@dataclass(frozen=True)
class GaussianNoise:
    """Independent Gaussian noise N(0, sigma_k^2 I) on the iterate of step k; ``variance`` holds sigma_k^2.

    Make it with :meth:`on_iterate`, whose name says what the numbers mean.
    """

    variance: StepSequence

    @classmethod
    def on_iterate(cls, *, std: object = None, variance: object = None) -> GaussianNoise:
        """Noise added to the iterate, by its per-step standard deviation or its per-step variance.

        Each may be a number, a formula in the letters and the step ``k``, a list with one value per step, or a
        sequence.  Raises :class:`~pabisym.errors.InputError` unless exactly one is given, and for negative values.
        """
        if (std is None) == (variance is None):
            raise InputError("noise", "needs either std or variance", 'give one, as in std = "eta*sigma"')
        if std is not None:
            sequence = _no_negative_size(read_sequence(std, "noise.std"), "noise.std")
            return cls(Listed(tuple(map(square, sequence.items))) if isinstance(sequence, Listed) else EachStep(square(sequence.term())))
        return cls(_no_negative_size(read_sequence(variance, "noise.variance"), "noise.variance"))

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
    if isinstance(term, Call) and term.head == "cases":
        return Call("cases", (term.args[0], *map(square, term.args[1:])))
    if isinstance(term, Call) and term.head == "**" and isinstance(term.args[1], Number):
        return Call("**", (term.args[0], Number(2 * term.args[1].value)))
    return Call("**", (term, TWO))


def _no_negative_size(sequence: StepSequence, field: str) -> StepSequence:
    sizes = sequence.items if isinstance(sequence, Listed) else (sequence.term(),)
    for size in sizes:
        if isinstance(size, Number) and size.value < 0:
            raise InputError(field, f"{to_text(size)} is negative", "give a number that is 0 or more")
    return sequence


# The iteration, over sequences.


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
    noise: GaussianNoise
    start_shift: Term
    diameter: Term | None = None

    def __post_init__(self) -> None:
        scalars = {"steps": self.steps, "start_shift": self.start_shift, "diameter": self.diameter}
        for field, term in scalars.items():
            if term is not None and STEP in names(term):
                raise InputError(field, f"depends on the step {STEP}", f"{STEP} is reserved for sizes per step")

    @classmethod
    def of(cls, *, steps: object, gap: object, noise: GaussianNoise, contraction: object = 1, start_shift: object = 0,
           diameter: object = None) -> Iteration:
        """Read numbers, formulas, lists and tables as :func:`pabisym.process.sequence.read_sequence` does."""
        return cls(steps=read_term(steps, "steps"), contraction=read_sequence(contraction, "contraction"),
                   gap=read_sequence(gap, "gap"), noise=noise, start_shift=read_term(start_shift, "start_shift"),
                   diameter=None if diameter is None else read_term(diameter, "diameter"))

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
        missing, extra = sorted(self.letters - set(letters)), sorted(set(letters) - self.letters)
        if missing:
            raise InputError(missing[0], "has no value", f"give a rational value for {missing[0]}")
        if extra:
            raise InputError(extra[0], "is not a letter of this iteration", f"the letters are {', '.join(sorted(self.letters))}")
        point = {name: rational(value, name) for name, value in letters.items()}
        steps = integer_at(self.steps, point, "steps", 0)
        if steps > MAX_STEPS:
            raise InputError("steps", f"{steps} is too large", f"at most {MAX_STEPS} steps are listed")
        answer: dict[str, object] = {"steps": steps}
        answer["contraction"] = _size_text(self.contraction, steps, point, "contraction")
        answer["gap"] = _size_text(self.gap, steps, point, "gap")
        answer["noise_variance"] = _size_text(self.noise.variance, steps, point, "noise_variance")
        answer["start_shift"] = rational_text(not_negative(value_at(self.start_shift, point, "start_shift"), "start_shift"))
        diameter = None if self.diameter is None else value_at(self.diameter, point, "diameter")
        answer["diameter"] = None if diameter is None else rational_text(not_negative(diameter, "diameter"))
        return answer

    def describe(self) -> Mapping[str, str]:
        """The data as text in the grammar, sequences as terms in the step ``k``."""
        answer = {"steps": to_text(self.steps), "contraction": to_text(self.contraction.term()), "gap": to_text(self.gap.term()),
                  "noise_variance": to_text(self.noise.variance.term()), "start_shift": to_text(self.start_shift)}
        return answer if self.diameter is None else {**answer, "diameter": to_text(self.diameter)}


def _size_text(sequence: StepSequence, steps: int, point: Letters, field: str) -> str | list[str]:
    if isinstance(sequence, EachStep) and sequence.constant:
        return rational_text(not_negative(value_at(sequence.size, point, field), field))
    values = sequence.values(steps, point)
    return [rational_text(not_negative(value, f"{field}[{i}]")) for i, value in enumerate(values)]


# The same, as an analysis writes it.


Law: TypeAlias = Literal["gaussian", "laplace"]


@dataclass(frozen=True)
class Requirement:
    """What must hold for all letters in their domains: a relation, or that a term is an integer.

    ``field`` is where the term was written and ``cure`` what to do where this does not follow.  A relation about the
    step ``k`` must hold for every k of ``steps``, a pair of first and last step (None: without end).  What is only
    ``possible`` may fail for some letters, but not for all.
    """

    field: str
    relation: Call | None
    cure: str
    integer: Term | None = None
    steps: tuple[Term, Term | None] | None = None
    possible: bool = False


def integral(field: str, term: Term) -> Requirement:
    """The term is an integer."""
    cure = 'build it with + - * floor ceiling from integers and symbols declared integer, as "integer, n >= 1" or Symbol("n", integer=True)'
    return Requirement(field, None, cure, integer=term)


def at_least(field: str, term: Term, least: int, steps: tuple[Term, Term | None] | None = None) -> Requirement:
    """The term is ``least`` or more, at every step where it depends on the step."""
    relation = Call(">=", (term, Number(least)))
    cure = f"declare domains from which {to_text(relation)} follows" if names(term) else f"give {least} or more"
    return Requirement(field, relation, cure, steps=steps if STEP in names(term) else None)


def at_most(field: str, term: Term, most: Term) -> Requirement:
    """The term is ``most`` or less."""
    relation = Call("<=", (term, most))
    cure = f"declare domains from which {to_text(relation)} follows" if names(relation) else f"give {to_text(most)} or less"
    return Requirement(field, relation, cure)


GapEntry: TypeAlias = Impulse | Periodic | EachStep
"""A gap at one step, at every so many steps, or at all steps."""


def _gap_requirements(gap: GapEntry, field: str, steps: Term) -> Iterator[Requirement]:
    """Steps at which there is a gap are integers among 1..``steps``, or some of them are, and its size there is 0 or more."""
    if isinstance(gap, Impulse):
        yield integral(f"{field}.at", gap.index)
        cure = f"declare 1 <= {to_text(gap.index)} <= {to_text(steps)}" if names(gap.index) else f"give a step from 1 to {to_text(steps)}"
        yield replace(at_least(f"{field}.at", gap.index, 1), cure=cure)
        yield replace(at_most(f"{field}.at", gap.index, steps), cure=cure)
        yield at_least(f"{field}.size", substitute(gap.size, {STEP: ((), gap.index)}), 0)
    elif isinstance(gap, Periodic):
        for key, term in (("every", gap.period), ("from", gap.start)):
            yield integral(f"{field}.{key}", term)
            yield at_least(f"{field}.{key}", term, 1)
        yield replace(at_most(f"{field}.from", gap.start, steps), possible=True)
        if gap.stop is not None:
            yield integral(f"{field}.to", gap.stop)
            yield replace(at_most(f"{field}.from", gap.start, gap.stop), possible=True)
        yield at_least(f"{field}.size", gap.size, 0, (gap.start, gap.stop or steps))
    else:
        yield at_least(f"{field}.each", gap.size, 0, (ONE, steps))


@dataclass(frozen=True)
class IterateNoise:
    """The noise on the iterate of step k, as given: by ``std``, by ``scale`` (laplace) or by ``variance``.

    ``std`` is the per-step standard deviation on the iterate, ``variance`` its square; the density of Laplace noise
    of scale b is exp(-|x|/b)/(2*b), whose variance is 2*b**2.
    """

    law: Law
    std: Term | None = None
    scale: Term | None = None
    variance: Term | None = None

    def __post_init__(self) -> None:
        if sum(term is not None for term in (self.std, self.scale, self.variance)) != 1:
            raise InputError("noise", "needs one of std, scale, variance", 'give one, as in std = "eta*sigma"')
        if self.scale is not None and self.law != "laplace":
            raise InputError("noise.scale", "goes with laplace noise", "give the std of gaussian noise")

    @property
    def given(self) -> Literal["std", "scale", "variance"]:
        """Which of the three was given."""
        return "std" if self.std is not None else "scale" if self.scale is not None else "variance"

    @property
    def size(self) -> Term:
        """The one term that was given."""
        size: Term = getattr(self, self.given)
        return size

    @property
    def per_step_variance(self) -> Term:
        """sigma_k**2, the variance of the noise on the iterate."""
        if self.variance is not None:
            return self.variance
        return square(self.size) if self.scale is None else times(TWO, square(self.scale))

    @property
    def laplace_scale(self) -> Term:
        """The scale b of Laplace noise of this variance."""
        if self.scale is not None:
            return self.scale
        return Call("sqrt", (Call("/", (self.per_step_variance, TWO)),))


@dataclass(frozen=True)
class NoisyProcess:
    """Two coupled runs X_k = f_k(X_{k-1}) + Z_k, k = 1..``steps``, that differ in their maps by the gaps.

    ``contraction``, the sizes of ``gap`` (which add up) and ``noise`` may depend on the step ``k``; see
    :class:`~pabisym.process.iteration.Iteration` for what they mean.  With a ``diameter`` D every X_k may be taken
    within D of its counterpart before the next map, at no cost.  ``sampling`` is None for gaps at fixed steps;
    otherwise every step carries its gap with that probability only, independently, and no fixed gaps describe it.
    ``release`` holds the steps whose iterates are released, the last one last; where it is empty the last iterate alone is, or, where
    ``every_iterate`` is set, all of them are.
    """

    steps: Term
    contraction: Term
    gap: tuple[GapEntry, ...]
    noise: IterateNoise
    start_shift: Term = ZERO
    diameter: Term | None = None
    sampling: Term | None = None
    release: tuple[Term, ...] = ()
    every_iterate: bool = False

    @property
    def kind(self) -> Literal["fixed", "sampled"]:
        """``fixed``: the gaps stand at known steps; ``sampled``: they come at random."""
        return "fixed" if self.sampling is None else "sampled"

    @property
    def letters(self) -> frozenset[str]:
        """The letters of all parts, without the step."""
        parts = [self.steps, self.contraction, self.noise.size, self.start_shift]
        parts += [term for term in (self.diameter, self.sampling, *self.release) if term is not None]
        own = frozenset[str]().union(*map(names, parts), *(entry.letters for entry in self.gap))
        return own - {STEP}

    def requirements(self, field: str = "process") -> Iterator[Requirement]:
        """What must hold for all letters in their domains, in an order in which errors are best told."""
        every = (ONE, self.steps)
        yield integral(f"{field}.steps", self.steps)
        yield at_least(f"{field}.steps", self.steps, 0)
        yield at_least(f"{field}.contraction", self.contraction, 0, every)
        for position, entry in enumerate(self.gap):
            yield from _gap_requirements(entry, f"{field}.gap[{position}]", self.steps)
        yield at_least(f"{field}.noise.{self.noise.given}", self.noise.size, 0, every)
        yield at_least(f"{field}.start_shift", self.start_shift, 0)
        if self.diameter is not None:
            yield at_least(f"{field}.diameter", self.diameter, 0)

    def gap_sequence(self) -> StepSequence:
        """The sum of all gaps at every step."""
        return self.gap[0] if len(self.gap) == 1 else Sum(self.gap) if self.gap else EachStep(ZERO)

    def iteration(self) -> Iteration:
        """The same process over sequences.

        Raises :class:`~pabisym.errors.InputError` for sampled gaps, with the statement that covers them, for noise that
        is not Gaussian, and for a release of several iterates, whose parts are processes of their own.
        """
        if self.release or self.every_iterate:
            many = "all" if self.every_iterate else str(len(self.release))
            raise InputError("process.release", f"releases {many} iterates, which is no one allocation instance",
                             "ask derive, or ask about the parts between them")
        if self.sampling is not None:
            name = "altschuler2022/theorem-3.1" if self.diameter is None or self.contraction == ONE else "altschuler2022/theorem-5.1"
            cure = f"random batches are bounded in a domain with a diameter, by {name}: give a diameter"
            if self.diameter is not None:
                cure = f"{name} bounds random batches: see pabisym show {name}, and pabisym compare for numbers"
            raise InputError("process", "its gaps come at random steps, which are no allocation instance", cure)
        if self.noise.law != "gaussian":
            raise InputError("process.noise.law", f"is {self.noise.law}", "only gaussian noise makes an allocation instance")
        contraction, variance = self.contraction, self.noise.per_step_variance
        return Iteration(steps=self.steps, contraction=recurrence(contraction) or EachStep(contraction), gap=self.gap_sequence(),
                         noise=GaussianNoise.on_iterate(variance=recurrence(variance) or variance), start_shift=self.start_shift,
                         diameter=self.diameter)
