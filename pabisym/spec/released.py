"""Several iterates of one run that are released: the parts of the process between them.

Given the iterates that were released before, both runs go on from the same point, so that every part is a process of its own which starts
without a shift; what the parts cost adds up (adaptive composition, feldman2018/lemma-15).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.lang.term import ONE, ZERO, Call, Term, substitute
from pabisym.process.iteration import GapEntry, IterateNoise, NoisyProcess, Requirement, integral
from pabisym.process.sequence import INDEX, STEP, EachStep, Impulse, Periodic, minus
from pabisym.proof.certificate import polynomial_term
from pabisym.spec.knowledge import Knowledge


def requirements(release: tuple[Term, ...], steps: Term) -> Iterator[Requirement]:
    """The steps of a release are integers, each after the one before, from 1 on, and the last one is the last step."""
    before: Term = ZERO
    for position, step in enumerate(release):
        place = f"process.release[{position}]"
        yield integral(place, step)
        yield Requirement(place, Call(">", (step, before)), f"declare {to_text(before)} < {to_text(step)}")
        before = step
    last = f"process.release[{len(release) - 1}]"
    yield Requirement(last, Call("==", (before, steps)), f"the last one is the iterate of the last step: give {to_text(steps)}")


def parts(process: NoisyProcess, knowledge: Knowledge) -> tuple[NoisyProcess, ...]:
    """The processes from one released iterate to the next one.

    A single gap of which the domains leave open in which part it lies is told by cases of the step in each of them.
    Raises :class:`~pabisym.errors.InputError` where that is open of gaps that recur.
    """
    found = list[NoisyProcess]()
    before: Term = ZERO
    for step in process.release:
        cut = Cut(knowledge, before, step, either=True)
        noise = IterateNoise(process.noise.law, variance=cut.shifted(process.noise.per_step_variance))
        gaps = tuple(part for position, entry in enumerate(process.gap) if (part := cut.gap(entry, f"process.gap[{position}]")) is not None)
        start_shift = process.start_shift if before == ZERO else ZERO
        found.append(replace(process, steps=cut.plain(minus(step, before)), contraction=cut.shifted(process.contraction), gap=gaps,
                             noise=noise, start_shift=start_shift, release=()))
        before = step
    return tuple(found)


class Cut:
    """What lies after a step ``before`` and not after ``last``, with its steps counted from 1.

    ``either``: a single gap that may lie elsewhere is told by cases of the step; else it is refused.
    """

    def __init__(self, knowledge: Knowledge, before: Term, last: Term, *, either: bool = False) -> None:
        """From what is known of the letters in ``before`` and ``last``."""
        self.knowledge, self.before, self.last, self.either = knowledge, before, last, either

    def plain(self, term: Term) -> Term:
        """A polynomial in its normal form."""
        arithmetic = self.knowledge.scope.arithmetic
        value = arithmetic.normal(term)
        return polynomial_term(arithmetic, value.top) if len(value.bottom) == 1 and () in value.bottom and value.bottom[()] == 1 else term

    def shifted(self, size: Term) -> Term:
        """A size at a step of the part."""
        return size if self.before == ZERO else substitute(size, {STEP: ((), Call("+", (INDEX, self.before)))})

    def holds(self, left: Term, relation: str, right: Term) -> bool:
        """Does a relation follow from the domains."""
        return self.knowledge.holds(Call(relation, (left, right)))

    def gap(self, entry: GapEntry, place: str) -> GapEntry | None:
        """What is left of a gap; None where it lies elsewhere."""
        if isinstance(entry, EachStep):
            return EachStep(self.shifted(entry.size))
        if isinstance(entry, Impulse):
            return self.single(entry, place)
        return self.window(entry, place)

    def single(self, entry: Impulse, place: str) -> Impulse | EachStep | None:
        """What is left of a gap at one step."""
        if self.holds(entry.index, "<=", self.before) or self.holds(entry.index, ">", self.last):
            return None
        index, size = self.plain(minus(entry.index, self.before)), substitute(entry.size, {STEP: ((), entry.index)})
        if self.holds(entry.index, ">", self.before) and self.holds(entry.index, "<=", self.last):
            return Impulse(index, size)
        if not self.either:
            raise self.open(f"{place}.at", entry.index)
        return EachStep(Call("cases", (minus(INDEX, index), Call("cases", (minus(index, INDEX), size, ZERO)), ZERO)))

    def open(self, place: str, step: Term) -> InputError:
        """That it is not known in which part a step lies."""
        where = self.last if self.before == ZERO else self.before
        return InputError(place, f"step {to_text(step)} may come before the release at step {to_text(where)} or after it",
                          f"declare {to_text(step)} <= {to_text(where)}, or {to_text(step)} > {to_text(where)}")

    def window(self, entry: Periodic, place: str) -> Periodic | None:
        """What is left of a gap that recurs."""
        start, stop = entry.start, entry.stop or self.last
        if self.holds(stop, "<=", self.before) or self.holds(start, ">", self.last):
            return None
        if self.holds(stop, ">=", self.last):
            stop = self.last
        elif not self.holds(stop, "<=", self.last):
            raise self.open(f"{place}.to", stop)
        if self.before == ZERO:
            return replace(entry, stop=stop)
        first = self.first(entry, place)
        return Periodic(entry.period, self.shifted(entry.size), first, self.plain(minus(stop, self.before)), self.shifted(entry.other))

    def first(self, entry: Periodic, place: str) -> Term:
        """The first step of what recurs, counted from the last release."""
        if self.holds(entry.start, ">", self.before):
            return self.plain(minus(entry.start, self.before))
        if entry.period == ONE and self.holds(entry.start, "<=", Call("+", (self.before, ONE))):
            return ONE
        rounds = Call("/", (self.before, entry.period))
        if self.knowledge.scope.arithmetic.integral(rounds) and self.holds(entry.start, "<=", entry.period):
            return entry.start
        raise self.open(f"{place}.from", entry.start)


def process_before_average(process: NoisyProcess, count: Term, knowledge: Knowledge) -> NoisyProcess | InputError:
    """A process up to the first one of its last ``count`` iterates: what is averaged is post-processing of that, where no gap comes later.

    Where a gap may come later, that as an error.
    """
    cut = Cut(knowledge, ZERO, process.steps)
    last = cut.plain(minus(process.steps, minus(count, ONE)))
    for position, entry in enumerate(process.gap if count != ONE else ()):
        end = entry.index if isinstance(entry, Impulse) else entry.stop if isinstance(entry, Periodic) else None
        if end is None or not cut.holds(end, "<=", last):
            return InputError("process.average", f"the average has iterates after step {to_text(last)}, and gaps may come later "
                              f"(process.gap[{position}]): a bound on one iterate says nothing of it",
                              "average a tail without gaps, or leave the start_shift out")
    return replace(process, steps=last)
