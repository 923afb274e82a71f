"""Judging answers to exercises: what the notebooks of the course call.

A student changes one line, and the tool decides: a number exactly, or by an enclosure of the true value; an allocation by the
feasibility check and the exact optimum; a formula by the kernel's normal form.  There are no tolerances.  An answer that cannot be
read is not right, and the judgement says what is wrong with it.

>>> number("1/3", "1/3")
right: 1/3
>>> number("0.4", "1/3")
not yet: 0.4 is too large
>>> from pabisym.shift.instance import Instance
>>> allocation([0, "1/2", "1/4", "1/4"], Instance.from_arguments(gap=[0, 1, 0, 0], noise_variance=1))
not yet: feasible, and a proof of mu^2 <= 3/8, but there is an allocation that proves less
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pabisym.derivation.derive import Derivation
from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError, PabisymError
from pabisym.kernel.exact import Refusal, Scope, same
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.term import ZERO, Call, Term
from pabisym.library.findings import judge_number
from pabisym.numerics.enclosure import Enclosure
from pabisym.shift.feasibility import check
from pabisym.shift.instance import Instance

POINTS = 10
"""Random points at which a wrong formula is compared with the true one, for a hint."""


@dataclass(frozen=True, repr=False)
class Judgement:
    """Whether an answer is right, and a sentence for the student; true or false where a truth value is asked for."""

    right: bool
    says: str

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        return f"{'right' if self.right else 'not yet'}: {self.says}"


def number(answer: object, truth: object) -> Judgement:
    """Judge a number: an int, a Fraction, or text such as ``"1/3"`` or ``"0.125"``.

    ``truth`` is a rational, or a function from digits to an :class:`~pabisym.numerics.enclosure.Enclosure` of the true value.  A rational
    has to be given exactly; of another value the answer gives decimals, all of which have to be right, the last one rounded.
    """
    try:
        if callable(truth):
            return _decimals(str(answer), truth)
        given, wanted = rational(answer, "answer"), rational(truth, "truth")
    except InputError as problem:
        return Judgement(False, str(problem))
    if given == wanted:
        return Judgement(True, rational_text(given))
    return Judgement(False, f"{answer} is too {'large' if given > wanted else 'small'}")


def _decimals(answer: str, truth: Callable[[int], Enclosure]) -> Judgement:
    judged = judge_number(answer, "==", truth)
    if judged.accuracy == "rounds to it":
        return Judgement(True, f"the value rounds to {answer}")
    if judged.accuracy == "off":
        return Judgement(False, f"{answer} is wrong in the last digit")
    if judged.accuracy == "undecided":
        return Judgement(False, f"{answer} is not decided")
    above = rational(answer, "answer") > rational(truth(15).lower, "truth")
    return Judgement(False, f"{answer} is too {'large' if above else 'small'}")


def allocation(answer: Sequence[object], instance: Instance, within: object = 1) -> Judgement:
    """Judge a shift allocation, one payment per step.

    Right means feasible, with a value of at most ``within``, a rational >= 1, times the exact optimum.
    """
    try:
        own = Instance.from_arguments(gap=0, noise_variance=1, allocation=list(answer), steps=instance.steps).allocation
        verdict = check(replace(instance, allocation=own))
        factor = rational(within, "within")
    except InputError as problem:
        return Judgement(False, str(problem))
    if not verdict.feasible or verdict.exact_value is None or verdict.exact_optimal_value is None:
        return Judgement(False, f"infeasible at step {verdict.step}: {verdict.reason}")
    value, best = verdict.exact_value, verdict.exact_optimal_value
    proof = f"feasible, and a proof of mu^2 <= {rational_text(value)}"
    if value > factor * best:
        return Judgement(False, f"{proof}, but there is an allocation that proves less")
    return Judgement(True, f"{proof}, the optimum" if value == best else f"{proof}; the optimum is {rational_text(best)}")


def formula(answer: str, truth: Term | str, of: Derivation) -> Judgement:
    """Judge a formula in the letters of a derivation, such as its bound; where it is wrong, a point says so.

    ``truth`` is the formula to be compared with, ``of`` the derivation whose letters and domains are meant.
    """
    try:
        given, wanted = parse(answer, "answer"), parse(truth, "truth") if isinstance(truth, str) else truth
        if _same(of, given, wanted):
            return Judgement(True, "the same formula")
        points = list(of.spec.points(POINTS, seed=1))
        for point in points:
            if decide(Call("==", (given, wanted)), point) == "false":
                return Judgement(False, f"different at {_told(point)}")
    except PabisymError as problem:
        return Judgement(False, str(problem))
    return Judgement(False, f"not shown to be the same formula, though equal at {len(points)} points: write {to_text(given)} simpler")


def _same(of: Derivation, given: Term, wanted: Term) -> bool:
    try:
        return same(_scope(of, (given, wanted)), given, wanted)
    except Refusal:
        return False


def _scope(of: Derivation, terms: Iterable[Term]) -> Scope:
    """The letters of a derivation, and of what the formulas divide by that it is positive, where that is proved."""
    knowledge, zero = of.spec.knowledge(), ZERO
    positive = dict.fromkeys(Call(">", (divisor, zero)) for term in terms for divisor in _divisors(term))
    proved = [relation for relation in positive if knowledge.holds(relation)]
    return of.spec.scope().extend((f"divisor {k}", relation) for k, relation in enumerate(proved, 1))


def _divisors(term: Term) -> Iterator[Term]:
    """The factors of what a term divides by, innermost first."""
    if isinstance(term, Call):
        for part in term.args:
            yield from _divisors(part)
        if term.head == "/":
            yield from _factors(term.args[1])


def _factors(term: Term) -> Iterator[Term]:
    """The factors of a product, or the term itself."""
    if isinstance(term, Call) and term.head == "*":
        for part in term.args:
            yield from _factors(part)
    else:
        yield term


def _told(point: Mapping[str, object]) -> str:
    return ", ".join(f"{name} = {rational_text(rational(value, name))}" for name, value in point.items())


def choices(answers: Mapping[str, str], truth: Mapping[str, str]) -> Judgement:
    """Judge answers to several questions: how many are right, and nothing about which, so that there is something left to think about."""
    right = sum(answers.get(question) == said for question, said in truth.items())
    return Judgement(right == len(truth), f"{right} of {len(truth)} are as they should be")


def style() -> None:
    """Set matplotlib's defaults for the figures of the course: modest size, colours of Okabe and Ito, which all readers tell apart."""
    import matplotlib as mpl
    from cycler import cycler

    colours = cycler(color=["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000"])
    lines = cycler(linestyle=["-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1))])
    mpl.rcParams.update({
        "figure.figsize": (6.4, 3.4), "figure.dpi": 90, "axes.prop_cycle": colours + lines,
        "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.3,
        "legend.frameon": False, "font.size": 10,
    })  # fmt: skip
