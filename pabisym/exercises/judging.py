"""Judging answers to exercises.

The tool decides: a number exactly, or by an enclosure of the true value; an allocation by the feasibility check and the exact optimum; a
formula by the kernel's normal form; a sum of squares by the same, and by what is known of its coefficients; payments in letters by a
proof.  There are no tolerances.  An answer that cannot be read is not right, and the judgement says what is wrong with it.

>>> number("1/3", "1/3")
right: 1/3
>>> number("0.4", "1/3")
not yet: 0.4 is too large
>>> from pabisym.shift.instance import Instance
>>> allocation([0, "1/2", "1/4", "1/4"], Instance.from_arguments(gap=[0, 1, 0, 0], noise_variance=1))
not yet: feasible, and a proof of mu^2 <= 3/8, but there is an allocation that proves less
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from flint import fmpq

from pabisym.derivation.derive import Derivation, HasDerivation, derivation_of
from pabisym.divergence.evaluate import decide, enclose
from pabisym.errors import InputError, PabisymError
from pabisym.feasibility.spec_allocation import feasible
from pabisym.kernel.exact import Refusal, Scope, same
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.reader import printable
from pabisym.lang.simplify import divisor_factors
from pabisym.lang.term import ZERO, Call, Number, Term, free_names
from pabisym.library.findings import judge_number
from pabisym.numerics.enclosure import Enclosure
from pabisym.shift.feasibility import check
from pabisym.shift.instance import Instance
from pabisym.spec.read import Spec, read_spec

_PLAIN = re.compile(r"[+-]?[\d.]+(?:[eE][+-]?\d+)?(?:\s*/\s*[\d.]+)?")
_WORDS = {"true": "true", "false": "false", "yes": "true", "no": "false", "t": "true", "f": "false"}
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
    """Judge a number: an int, a Fraction, or text such as ``"1/3"``, ``"0.125"`` or ``"(1 + 1/2)**2/3"``.

    ``truth`` is a rational, or a function from digits to an :class:`~pabisym.numerics.enclosure.Enclosure` of the true value.  A rational
    has to be given exactly; of another value the answer gives decimals, all of which have to be right, the last one rounded.

    >>> import pabisym
    >>> number = pabisym.course.number
    >>> number("1/2 + 1/4", "3/4")
    right: 3/4
    """
    try:
        if callable(truth):
            return _decimals(str(answer), truth)
        wanted = rational(truth, "truth")
        if isinstance(answer, str) and not _PLAIN.fullmatch(answer.strip()):
            return _expression(answer, wanted)
        given = rational(answer, "answer")
    except PabisymError as problem:
        return Judgement(False, str(problem))
    if given == wanted:
        return Judgement(True, rational_text(given))
    return Judgement(False, f"{printable(answer)} is too {'large' if given > wanted else 'small'}")


def _expression(answer: str, wanted: fmpq) -> Judgement:
    """A formula without letters: equal by the kernel's normal form, or to be told apart by an enclosure."""
    given, value = _worked_out(parse(answer, "answer")), Number(wanted)
    if free_names(given):
        return Judgement(False, f"answer: {', '.join(sorted(free_names(given)))} is a letter; a number is asked for")
    if _equal(Scope({}), given, value):
        return Judgement(True, rational_text(wanted))
    for relation, word in ((">", "large"), ("<", "small")):
        if decide(Call(relation, (given, value)), {}) == "true":
            return Judgement(False, f"{answer} is too {word}")
    return Judgement(False, f"{answer} is not decided: write it without roots")


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


def formula(answer: object, truth: Term | str, of: Derivation | HasDerivation | Spec) -> Judgement:
    """Judge a formula in the letters of a derivation, such as its bound; where it is wrong, a point says so.

    ``truth`` is the formula to be compared with, ``of`` the derivation, or the spec, whose letters and domains are meant.
    """
    spec = of if isinstance(of, Spec) else derivation_of(of).spec
    try:
        if not isinstance(answer, str):
            raise InputError("answer", f"{printable(answer)!r} is no text", "write the formula between quotes")
        given, wanted = parse(answer, "answer"), parse(truth, "truth") if isinstance(truth, str) else truth
        given = _worked_out(given)
        points = list(spec.points(POINTS, seed=1))
        for point in points:
            if decide(Call("==", (given, wanted)), point) == "false":
                return Judgement(False, f"different at {_point_text(point)}")
        for one in dict.fromkeys((_with_powers_split(given, spec), given)):
            if _equal(_scope(spec, (one, wanted)), one, wanted):
                return Judgement(True, "the same formula")
    except PabisymError as problem:
        return Judgement(False, str(problem))
    return Judgement(False, f"not shown to be the same formula, though equal at {len(points)} points: write {to_text(given)} simpler")


def _equal(scope: Scope, given: Term, wanted: Term) -> bool:
    try:
        return same(scope, given, wanted)
    except Refusal:
        return False


def _worked_out(term: Term) -> Term:
    """The same formula with functions of numbers replaced by their values, where these are rational: sqrt(4) is 2."""
    if not isinstance(term, Call):
        return term
    if term.head in ("sqrt", "log", "exp") and not free_names(term):
        exact = enclose(term, {}).exact
        return term if exact is None else Number(exact)
    return Call(term.head, tuple(map(_worked_out, term.args)))


def _with_powers_split(term: Term, spec: Spec) -> Term:
    """The same formula with powers b**e as b**2 * b**(e - 2) or b * b**(e - 1), where e is large enough: 1 - b**e is seen positive."""
    if not isinstance(term, Call):
        return term
    whole = Call(term.head, tuple(_with_powers_split(part, spec) for part in term.args))
    if term.head != "**" or not free_names(term.args[1]):
        return whole
    base, exponent = term.args
    for offset in (2, 1):
        rest = Call("+", (exponent, Number(-offset)))
        split = Call("*", (Call("**", (base, Number(offset))), Call("**", (base, rest))))
        if spec.knowledge().holds(Call(">=", (rest, ZERO))) and _equal(_scope(spec, (term,)), term, split):
            return split
    return whole


def _scope(spec: Spec, terms: Iterable[Term]) -> Scope:
    """The letters of a spec, and of what the formulas divide by that it is positive, where that is proved."""
    knowledge, zero = spec.knowledge(), ZERO
    positive = dict.fromkeys(Call(">", (divisor, zero)) for term in terms for divisor in divisor_factors(term))
    proved = [relation for relation in positive if knowledge.holds(relation)]
    return spec.scope().extend((f"divisor {k}", relation) for k, relation in enumerate(proved, 1))


def squares(answer: object, left: Term | str, spec: Spec) -> Judgement:
    """Judge a proof that a formula is never negative: pairs (coefficient, base) with left = sum of coefficient * base**2.

    The sum is compared by the kernel's normal form.  That no coefficient is negative has to be proved from the domains of the spec.
    """
    if not isinstance(answer, Sequence) or isinstance(answer, str) or not answer or not all(
        isinstance(pair, Sequence) and not isinstance(pair, str) and len(pair) == 2 for pair in answer
    ):
        return Judgement(False, "answer: give a list of pairs (coefficient, base), each a formula in quotes")
    try:
        pairs = [(parse(str(coefficient), "coefficient"), parse(str(base), "base")) for coefficient, base in answer]
        wanted = parse(left, "left") if isinstance(left, str) else left
        total: Term = ZERO
        for coefficient, base in pairs:
            total = Call("+", (total, Call("*", (coefficient, Call("**", (base, Number(fmpq(2))))))))
        judged = formula(to_text(total), wanted, spec)
        if not judged:
            return Judgement(False, f"the sum is another formula: {judged.says}")
        for coefficient, _ in pairs:
            if not _never_negative(spec, coefficient):
                return Judgement(False, f"the sum is right; that {to_text(coefficient)} >= 0 is not shown, and has to be: "
                                        "coefficients must not be negative")  # fmt: skip
    except (PabisymError, Refusal) as problem:
        return Judgement(False, str(problem))
    return Judgement(True, "the identity holds, and no coefficient is negative: proved")


def _never_negative(spec: Spec, term: Term) -> bool:
    if isinstance(term, Call) and term.head in ("*", "/"):
        top, bottom = term.args
        return _never_negative(spec, top) and (_positive(spec, bottom) if term.head == "/" else _never_negative(spec, bottom))
    return spec.knowledge().holds(Call(">=", (term, ZERO)))


def _positive(spec: Spec, term: Term) -> bool:
    if isinstance(term, Call) and term.head == "*":
        return all(_positive(spec, part) for part in term.args)
    return spec.knowledge().holds(Call(">", (term, ZERO)))


def payments(answer: object, process: Mapping[str, object], limit: str, points: Sequence[Mapping[str, object]]) -> Judgement:
    """Judge payments in letters: feasible for all parameters by a proof, with a bill of at most ``limit`` at every given point.

    ``process`` is a spec without an allocation.  What is proved is the feasibility; the bill is compared, exactly, at the points.
    """
    if not isinstance(answer, str):
        return Judgement(False, "answer: give the payment of step k as a formula in quotes")
    try:
        found = feasible({**process, "allocation": {"payments": answer}}).verdict
        if found.status == "refuted":
            return Judgement(False, f"fails at {_point_text(found.at)}: {found.reason}")
        if found.status != "proved":
            return Judgement(False, f"undecided, which is no proof: {found.reason}")
        term, most, spec = parse(answer, "answer"), parse(limit, "limit"), read_spec({**process, "goal": {"divergence": "gdp"}})
        for point in points:
            spent = _spent(term, spec, point)
            allowed = rational(enclose(most, point).exact, "limit")
            if spent > allowed:
                return Judgement(False, f"feasible for all parameters, but not optimal: at {_point_text(point)} it costs "
                                        f"{rational_text(spent)}, and {rational_text(allowed)} is possible")  # fmt: skip
    except PabisymError as problem:
        return Judgement(False, str(problem))
    return Judgement(True, "feasible for all parameters: proved")


def _spent(term: Term, spec: Spec, point: Mapping[str, object]) -> fmpq:
    """The sum of a_k^2 / v_k at a point."""
    instance = Instance.from_json(spec.instance(**point))
    paid = [rational(enclose(term, {**point, "k": k}).exact, "payment") for k in range(1, instance.steps + 1)]
    own = Instance.from_arguments(gap=0, noise_variance=1, allocation=paid, steps=instance.steps).allocation
    verdict = check(replace(instance, allocation=own))
    if verdict.exact_value is None:
        raise InputError("answer", verdict.reason or "is infeasible", "pay no more than there is")
    return verdict.exact_value


def _point_text(point: Mapping[str, object]) -> str:
    return ", ".join(f"{name} = {rational_text(rational(value, name))}" for name, value in point.items())


def choices(answers: object, truth: Mapping[str, str]) -> Judgement:
    """Judge answers to several questions: how many are right, and nothing about which, so that there is something left to think about.

    True and ``"true"`` are one answer, and so are ``"TRUE"`` and the ``"yes"`` of somebody who agrees.
    """
    if not isinstance(answers, Mapping):
        return Judgement(False, "answer: give a dict, with one answer for each letter")
    given = {str(question).strip().upper(): _WORDS.get(str(said).strip().lower(), "") for question, said in answers.items()}
    right = sum(given.get(question.upper()) == said for question, said in truth.items())
    return Judgement(right == len(truth), f"{right} of {len(truth)} are as they should be")

