"""A process as an analysis writes it: terms in the letters and the step ``k``, nothing yet evaluated.

:class:`~pabisym.process.iteration.Iteration` is the same process over sequences, ready for exact values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.lang.term import ONE, TWO, ZERO, Call, Number, Term, substitute
from pabisym.process import sequence
from pabisym.process.iteration import Iteration
from pabisym.process.noise import Gaussian, square
from pabisym.process.sequence import STEP, Formula, StepSequence, Sum, names, times

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
    cure = "build it with + - * floor ceiling from integers and letters declared integer"
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


@dataclass(frozen=True)
class ImpulseAt:
    """A gap of ``size`` at step ``at``, 1 <= at <= steps."""

    at: Term
    size: Term

    def sequence(self) -> StepSequence:
        """The gap at every step."""
        return sequence.Impulse(self.at, self.size)

    def requirements(self, field: str, steps: Term) -> Iterator[Requirement]:
        """The step is one of 1..steps and the size there is 0 or more."""
        yield integral(f"{field}.at", self.at)
        cure = f"declare 1 <= {to_text(self.at)} <= {to_text(steps)}" if names(self.at) else f"give a step from 1 to {to_text(steps)}"
        yield replace(at_least(f"{field}.at", self.at, 1), cure=cure)
        yield replace(at_most(f"{field}.at", self.at, steps), cure=cure)
        yield at_least(f"{field}.size", substitute(self.size, {STEP: ((), self.at)}), 0)


@dataclass(frozen=True)
class Periodic:
    """A gap of ``size`` at the steps start, start + every, … up to ``stop`` (None: to the end)."""

    every: Term
    start: Term
    stop: Term | None
    size: Term

    def sequence(self) -> StepSequence:
        """The gap at every step."""
        return sequence.Periodic(self.every, self.size, self.start, self.stop)

    def requirements(self, field: str, steps: Term) -> Iterator[Requirement]:
        """Period and start are integers from 1 on, the stop an integer, and the size is 0 or more from the start on."""
        for key, term in (("every", self.every), ("from", self.start)):
            yield integral(f"{field}.{key}", term)
            yield at_least(f"{field}.{key}", term, 1)
        yield replace(at_most(f"{field}.from", self.start, steps), possible=True)
        if self.stop is not None:
            yield integral(f"{field}.to", self.stop)
            yield replace(at_most(f"{field}.from", self.start, self.stop), possible=True)
        yield at_least(f"{field}.size", self.size, 0, (self.start, self.stop or steps))


@dataclass(frozen=True)
class Each:
    """A gap of ``size`` at every step."""

    size: Term

    def sequence(self) -> StepSequence:
        """The gap at every step."""
        return Formula(self.size)

    def requirements(self, field: str, steps: Term) -> Iterator[Requirement]:
        """The size is 0 or more at every step."""
        yield at_least(f"{field}.each", self.size, 0, (ONE, steps))


GapEntry: TypeAlias = ImpulseAt | Periodic | Each


@dataclass(frozen=True)
class Noise:
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
    def per_step_std(self) -> Term:
        """sigma_k, the standard deviation of the noise on the iterate."""
        return self.std if self.std is not None else Call("sqrt", (self.per_step_variance,))

    @property
    def laplace_scale(self) -> Term:
        """The scale b of Laplace noise of this variance."""
        if self.scale is not None:
            return self.scale
        return Call("sqrt", (Call("/", (self.per_step_variance, TWO)),))


@dataclass(frozen=True)
class Process:
    """Two coupled runs X_k = f_k(X_{k-1}) + Z_k, k = 1..``steps``, that differ in their maps by the gaps.

    ``contraction``, the sizes of ``gap`` (which add up) and ``noise`` may depend on the step ``k``; see
    :class:`~pabisym.process.iteration.Iteration` for what they mean.  With a ``diameter`` D every X_k may be taken
    within D of its counterpart before the next map, at no cost.  ``sampling`` is None for gaps at fixed steps;
    otherwise every step carries its gap with that probability only, independently, and no fixed gaps describe it.
    """

    steps: Term
    contraction: Term
    gap: tuple[GapEntry, ...]
    noise: Noise
    start_shift: Term = ZERO
    diameter: Term | None = None
    sampling: Term | None = None

    @property
    def kind(self) -> Literal["fixed", "sampled"]:
        """``fixed``: the gaps stand at known steps; ``sampled``: they come at random."""
        return "fixed" if self.sampling is None else "sampled"

    @property
    def letters(self) -> frozenset[str]:
        """The letters of all parts, without the step."""
        parts = [self.steps, self.contraction, self.noise.size, self.start_shift]
        parts += [term for term in (self.diameter, self.sampling) if term is not None]
        own = frozenset[str]().union(*map(names, parts), *(entry.sequence().letters for entry in self.gap))
        return own - {STEP}

    def requirements(self, field: str = "process") -> Iterator[Requirement]:
        """What must hold for all letters in their domains, in an order in which errors are best told."""
        every = (ONE, self.steps)
        yield integral(f"{field}.steps", self.steps)
        yield at_least(f"{field}.steps", self.steps, 0)
        yield at_least(f"{field}.contraction", self.contraction, 0, every)
        for position, entry in enumerate(self.gap):
            yield from entry.requirements(f"{field}.gap[{position}]", self.steps)
        yield at_least(f"{field}.noise.{self.noise.given}", self.noise.size, 0, every)
        yield at_least(f"{field}.start_shift", self.start_shift, 0)
        if self.diameter is not None:
            yield at_least(f"{field}.diameter", self.diameter, 0)

    def gap_sequence(self) -> StepSequence:
        """The sum of all gaps at every step."""
        parts = tuple(entry.sequence() for entry in self.gap)
        return parts[0] if len(parts) == 1 else Sum(parts) if parts else Formula(ZERO)

    def _sampled_cure(self) -> str:
        """The statement that bounds random batches."""
        if self.diameter is None:
            return "random batches are bounded in a domain with a diameter, by altschuler2022/theorem-3.1: give a diameter"
        name = "theorem-3.1" if self.contraction == ONE else "theorem-5.1"
        return f"altschuler2022/{name} bounds random batches: see pabisym show altschuler2022/{name}, and pabisym compare for numbers"

    def iteration(self) -> Iteration:
        """The same process over sequences.

        Raises :class:`~pabisym.errors.InputError` for sampled gaps, with the statement that covers them, and for noise that
        is not Gaussian.
        """
        if self.sampling is not None:
            raise InputError("process", "its gaps come at random steps, which are no allocation instance", self._sampled_cure())
        if self.noise.law != "gaussian":
            raise InputError("process.noise.law", f"is {self.noise.law}", "only gaussian noise makes an allocation instance")
        return Iteration(
            steps=self.steps,
            contraction=Formula(self.contraction),
            gap=self.gap_sequence(),
            noise=Gaussian.on_iterate(variance=self.noise.per_step_variance),
            start_shift=self.start_shift,
            diameter=self.diameter,
        )

