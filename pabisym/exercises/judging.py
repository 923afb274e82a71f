"""Judging answers to exercises.

The tool decides: a number exactly, or by an enclosure of the true value; an allocation by the feasibility check and the exact optimum; a
formula by the kernel's normal form; a sum of squares by the same, and by what is known of its coefficients; payments in letters by a
proof.  There are no tolerances.  An answer that cannot be read is not right, and the judgement says what is wrong with it; one that is
right wherever it was tried, and not shown to be right, is a teacher's to decide.

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
from decimal import Decimal
from fractions import Fraction
from functools import cache

from flint import fmpq

from pabisym.derivation.derive import Derivation, HasDerivation, derivation_of
from pabisym.divergence.evaluate import decide, enclose
from pabisym.errors import InputError, PabisymError
from pabisym.feasibility.spec_allocation import feasible
from pabisym.kernel.exact import Refusal, Scope, same
from pabisym.lang.grammar import MAX_LENGTH, parse, spell_greek, to_text
from pabisym.lang.rational import rational, rational_text, to_fraction
from pabisym.lang.reader import printable
from pabisym.lang.simplify import divisor_factors
from pabisym.lang.term import ZERO, Call, Name, Number, Term, calls, free_names
from pabisym.library.findings import judge_number
from pabisym.numerics.enclosure import Enclosure
from pabisym.shift.feasibility import check
from pabisym.shift.instance import Instance
from pabisym.spec.read import Spec, read_spec

_PLAIN = re.compile(r"[+-]?[\d.]+(?:[eE][+-]?\d+)?|[+-]?\d+\s*/\s*\d+")
_WORDS = {"true": "true", "false": "false", "yes": "true", "no": "false", "t": "true", "f": "false", "proved": "true", "refuted": "false"}
_DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_SIGNS = str.maketrans({"^": "**", "·": "*", "×": "*", "−": "-", "÷": "/", "$": " ", "²": "**2", "³": "**3",
                        "½": "(1/2)", "¼": "(1/4)", "¾": "(3/4)"})  # fmt: skip
"""Signs of textbooks and keyboards, and what the grammar has for them."""
_SPELLED = {"norm.cdf(": "Phi({0})", "cdf(": "Phi({0})", "Phi(": "(erfc(-({0})/sqrt(2))/2)", "erf(": "(1 - erfc({0}))",
            "ceil(": "ceiling({0})", "tanh(": "((exp(2*({0})) - 1)/(exp(2*({0})) + 1))"}  # fmt: skip
"""Functions of textbooks that the grammar has under other names."""
_QUOTIENT = re.compile(r"(?:sp\.|sympy\.)?(?:Fraction|Rational)\(\s*(-?\d+)\s*,\s*(\d+)\s*\)")
DECIMALS, AGREEING = 12, 30
"""So many decimals of an answer are looked at, which leaves out the last ones of a float; so many digits tell two formulas apart."""
POINTS = 10
"""Random points at which a wrong formula is compared with the true one, for a hint."""


@dataclass(frozen=True, repr=False)
class Judgement:
    """Whether an answer is right, and a sentence for the student; true or false where a truth value is asked for."""

    right: bool
    says: str
    open: bool = False
    """Neither shown to be right nor to be wrong: what a teacher decides."""

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        return f"{'right' if self.right else 'for your teacher' if self.open else 'not yet'}: {self.says}"


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
            return _decimals(answer, truth)
        wanted = rational(truth, "truth")
        if isinstance(answer, str) and not _PLAIN.fullmatch(answer.strip()):
            return _expression(answer, wanted)
        given = rational(repr(answer) if isinstance(answer, float) else answer, "answer")
    except PabisymError as problem:
        return Judgement(False, str(problem))
    if given == wanted:
        return Judgement(True, rational_text(given))
    if isinstance(answer, float) and float(to_fraction(wanted)) == answer:
        return Judgement(False, f"{answer!r} is the value rounded to a float: give it exactly, as a fraction")
    return Judgement(False, f"{printable(answer)} is too {'large' if given > wanted else 'small'}")


def exact_number(answer: object, name: str) -> Fraction:
    """The rational that an answer is: a number, or text such as ``"1 - 1/15"``.

    >>> exact_number("1 - 1/15", "c")
    Fraction(14, 15)

    Raises :class:`~pabisym.errors.InputError` for what has no such value.
    """
    if isinstance(answer, str) and not _PLAIN.fullmatch(answer.strip()):
        given = _worked_out(parse(spelled(answer), name))
        answer = given.value if isinstance(given, Number) else answer
    return to_fraction(rational(repr(answer) if isinstance(answer, float) else answer, name))


def spelled(text: str) -> str:
    """A formula of a textbook or of Python in the signs and functions of the grammar.

    >>> spelled("2*Phi(1/4) - 1")
    '2*(erfc(-(1/4)/sqrt(2))/2) - 1'
    >>> spelled("s²/(2·σ^2)"), spelled("Fraction(3, 4)*x")
    ('s**2/(2*sigma**2)', '(3/4)*x')
    """
    if len(text) > MAX_LENGTH:
        return text
    text = _QUOTIENT.sub(r"(\1/\2)", "".join(map(spell_greek, text.translate(_SIGNS))).strip().removeprefix("="))
    for word, meaning in _SPELLED.items():
        while len(text) <= MAX_LENGTH and (begin := re.search(rf"(?<![A-Za-z_0-9]){re.escape(word)}", text)):
            end = _closing(text, begin.end())
            text = text[:begin.start()] + meaning.format(text[begin.end():end]) + text[end + 1:]
    return text


def _closing(text: str, start: int) -> int:
    depth = 1
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place
    raise InputError("answer", "a parenthesis is not closed", "close it")


def _expression(answer: str, wanted: fmpq) -> Judgement:
    """A formula without letters: equal by the kernel's normal form, or to be told apart by an enclosure."""
    given, value = _worked_out(parse(spelled(answer), "answer")), Number(wanted)
    if free_names(given):
        return Judgement(False, f"answer: {', '.join(sorted(free_names(given)))} is a letter; a number is asked for")
    if _equal(Scope({}), given, value):
        return Judgement(True, rational_text(wanted))
    for relation, word in ((">", "large"), ("<", "small")):
        if decide(Call(relation, (given, value)), {}) == "true":
            return Judgement(False, f"{answer} is too {word}")
    return Judgement(False, f"{answer} is not decided: write it without roots", open=True)


def _decimals(answer: object, truth: Callable[[int], Enclosure]) -> Judgement:
    said = repr(answer) if isinstance(answer, float) else str(answer).strip()
    if not _DECIMAL.fullmatch(said):
        return _same_digits(said, truth)
    if "." in said and len(said.partition(".")[2]) > DECIMALS and "e" not in said.lower():
        said = str(round(Decimal(said), DECIMALS))
    said = said.replace(".", "0.", 1) if said.lstrip("+-").startswith(".") else said
    judged = judge_number(said, "==", truth)
    if judged.accuracy == "rounds to it":
        return Judgement(True, f"the value rounds to {said}")
    if judged.accuracy == "off":
        return Judgement(False, f"{said} is wrong in the last digit")
    if judged.accuracy == "undecided":
        return Judgement(False, f"{said} is not decided", open=True)
    above = rational(said, "answer") > rational(truth(15).lower, "truth")
    return Judgement(False, f"{said} is too {'large' if above else 'small'}")


def _same_digits(answer: str, truth: Callable[[int], Enclosure]) -> Judgement:
    """A formula without letters for a value of which decimals are asked for: right when all of 30 digits are those of the value."""
    given = parse(spelled(answer), "answer")
    if free_names(given):
        return Judgement(False, f"answer: {', '.join(sorted(free_names(given)))} is a letter; a number is asked for")
    own, wanted = enclose(given, {}, AGREEING), truth(AGREEING)
    if "inf" in (own.upper, own.lower.lstrip("-")):
        return Judgement(False, f"{answer} is infinite")
    low, high, least, most = (rational(one, "value") for one in (own.lower, own.upper, wanted.lower, wanted.upper))
    if low > most or high < least:
        return Judgement(False, f"{answer} is too {'large' if low > most else 'small'}")
    return Judgement(True, f"{answer} has the first {AGREEING} digits of the value")


def allocation(answer: Sequence[object], instance: Instance, within: object = 1) -> Judgement:
    """Judge a shift allocation, one payment per step.

    Right means feasible, with a value of at most ``within``, a rational >= 1, times the exact optimum.
    """
    try:
        paid = [exact_number(one, f"payment {k}") for k, one in enumerate(answer, 1)]
        own = Instance.from_arguments(gap=0, noise_variance=1, allocation=paid, steps=instance.steps).allocation
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
        given, wanted = parse(spelled(answer), "answer"), parse(truth, "truth") if isinstance(truth, str) else truth
        given = _worked_out(given)
        points = list(spec.points(POINTS, seed=1))
        for point in points:
            if decide(Call("==", (given, wanted)), point) == "false":
                return Judgement(False, f"different at {_point_text(point)}")
        for one in dict.fromkeys((_with_powers_split(given, spec), given)):
            if _equal(_scope(spec, (one, wanted)), one, wanted):
                return Judgement(True, "the same formula")
        if _equal_in_roots(given, wanted, spec):
            return Judgement(True, "the same formula")
    except PabisymError as problem:
        return Judgement(False, str(problem))
    said = f"not shown to be the same formula, though equal at {len(points)} points: write {to_text(given)} simpler"
    return Judgement(False, said, open=True)


def _equal(scope: Scope, given: Term, wanted: Term) -> bool:
    try:
        return same(scope, given, wanted)
    except Refusal:
        return False


def _worked_out(term: Term) -> Term:
    """The same formula with what has no letters replaced by its value, where this is rational: sqrt(4) and min(2, 10) are 2."""
    if not isinstance(term, Call):
        return term
    if not free_names(term):
        exact = enclose(term, {}).exact
        if exact is not None:
            return Number(exact)
    return Call(term.head, tuple(map(_worked_out, term.args)))


_ROOT = "root_of_"
"""A letter that begins so is the root of the letter whose name follows."""


def _equal_in_roots(given: Term, wanted: Term, spec: Spec) -> bool:
    """Whether two formulas are equal when letters under a root are squares of positive ones.

    These are letters that are positive, and that no other letter's domain mentions.
    """
    mentioned = {name for letter, domain in spec.symbols.items() for one in domain.relations for name in free_names(one) if name != letter}
    below = {root.args[0].name for root in calls(given) if _is_root(root) and isinstance(root.args[0], Name)}
    rooted = frozenset(x for x in below - mentioned if x in spec.symbols and spec.knowledge().holds(Call(">", (Name(x), ZERO))))
    if not rooted:
        return False
    domains = {x: str(domain) for x, domain in spec.symbols.items() if x not in rooted}
    own = in_letters(*domains.items(), *((_ROOT + x, f"real, {_ROOT}{x} > 0") for x in rooted))
    one, other = _rooted(given, rooted), _rooted(wanted, rooted)
    return _equal(_scope(own, (one, other)), one, other)


def _is_root(term: Call) -> bool:
    power = term.args[1] if term.head == "**" else None
    return term.head == "sqrt" or (isinstance(power, Number) and power.value in (fmpq(1, 2), fmpq(-1, 2)))


def _rooted(term: Term, rooted: frozenset[str]) -> Term:
    if isinstance(term, Name):
        return Call("**", (Name(_ROOT + term.name), Number(fmpq(2)))) if term.name in rooted else term
    if not isinstance(term, Call):
        return term
    if _is_root(term) and isinstance(term.args[0], Name) and term.args[0].name in rooted:
        root = Name(_ROOT + term.args[0].name)
        return Call("/", (Number(fmpq(1)), root)) if term.head == "**" and term.args[1] == Number(fmpq(-1, 2)) else root
    return Call(term.head, tuple(_rooted(part, rooted) for part in term.args))


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
    """The letters of a spec, and of what the formulas divide by that it is positive, or negative, where that is proved."""
    knowledge = spec.knowledge()
    divisors = dict.fromkeys(divisor for term in terms for divisor in divisor_factors(term))
    signs = (Call(relation, (divisor, ZERO)) for divisor in divisors for relation in (">", "<"))
    proved = [sign for sign in signs if knowledge.holds(sign)]
    return spec.scope().extend((f"divisor {k}", relation) for k, relation in enumerate(proved, 1))


@cache
def in_letters(*domains: tuple[str, str]) -> Spec:
    """A spec that declares letters, each with its domain, for formulas that are about no process of their own."""
    process = {"steps": "1", "gap": [{"at": "1", "size": "0"}], "noise": {"law": "gaussian", "std": "1"}}
    return read_spec({"symbols": dict(domains), "process": process, "goal": {"divergence": "gdp"}})


def squares(answer: object, left: Term | str, spec: Spec) -> Judgement:
    """Judge a proof that a formula is never negative: pairs (coefficient, base) with left = sum of coefficient * base**2.

    The sum is compared by the kernel's normal form; a base may hold roots of what is positive.  That no coefficient is negative has to show
    in its form: products, quotients and sums of letters, numbers, squares, and linear expressions whose sign follows from the domains.
    Otherwise the formula itself, times 1 squared, would be a proof of itself.
    """
    if not isinstance(answer, Sequence) or isinstance(answer, str) or not answer or not all(
        isinstance(pair, Sequence) and not isinstance(pair, str) and len(pair) == 2 for pair in answer
    ):
        return Judgement(False, "answer: give a list of pairs (coefficient, base), each a formula in quotes")
    try:
        pairs = [(parse(spelled(str(coefficient)), "coefficient"), parse(spelled(str(base)), "base")) for coefficient, base in answer]
        taken = [_squared(coefficient, _worked_out(base), spec) for coefficient, base in pairs]
        total: Term = ZERO
        for coefficient, square in taken:
            total = Call("+", (total, Call("*", (coefficient, square))))
        judged = formula(to_text(total), parse(left, "left") if isinstance(left, str) else left, spec)
        if not judged:
            return replace(judged, says=f"the sum is another formula: {judged.says}")
        for coefficient, _ in taken:
            if not _never_negative(spec, coefficient):
                return _sign_unknown(coefficient, spec)
    except (PabisymError, Refusal) as problem:
        return Judgement(False, str(problem))
    return Judgement(True, "the identity holds, and no coefficient is negative: proved")


def _sign_unknown(coefficient: Term, spec: Spec) -> Judgement:
    text = to_text(coefficient)
    for point in spec.points(POINTS, seed=2):
        if decide(Call("<", (coefficient, ZERO)), point) == "true":
            return Judgement(False, f"the sum is right, and {text} is negative at {_point_text(point)}: coefficients must not be negative")
    return Judgement(False, f"the sum is right; that {text} >= 0 is not shown by its form: coefficients must not be negative, and each "
                            "is to be a product or quotient of letters, numbers and linear expressions of known sign")  # fmt: skip


def _squared(coefficient: Term, base: Term, spec: Spec) -> tuple[Term, Term]:
    """Coefficient and square of a pair; roots that are factors of the base go into the coefficient."""
    if isinstance(base, Call) and base.head == "neg":
        return _squared(coefficient, base.args[0], spec)
    if isinstance(base, Call) and _is_root(base):
        below = base.head == "**" and base.args[1] == Number(fmpq(-1, 2))
        return Call("/" if below else "*", (coefficient, base.args[0])), Number(fmpq(1))
    if isinstance(base, Call) and base.head == "*":
        square: Term = Number(fmpq(1))
        for part in base.args:
            coefficient, one = _squared(coefficient, part, spec)
            square = Call("*", (square, one))
        return coefficient, square
    if isinstance(base, Call) and base.head == "/":
        coefficient, top = _squared(coefficient, base.args[0], spec)
        factor, bottom = _squared(Number(fmpq(1)), base.args[1], spec)
        return (coefficient if factor == Number(fmpq(1)) else Call("/", (coefficient, factor))), Call("/", (top, bottom))
    return coefficient, Call("**", (base, Number(fmpq(2))))


def _never_negative(spec: Spec, term: Term) -> bool:
    if isinstance(term, Call):
        if term.head == "*" and all(_never_negative(spec, part) for part in term.args):
            return True
        if term.head == "/":
            return _never_negative(spec, term.args[0]) and _positive(spec, term.args[1])
        if term.head == "**" and isinstance(term.args[1], Number) and term.args[1].value.q == 1:
            return term.args[1].value.p % 2 == 0 or _never_negative(spec, term.args[0])
        if term.head == "sqrt" or (term.head == "+" and all(_never_negative(spec, part) for part in term.args)):
            return term.head == "+" or _never_negative(spec, term.args[0])
    return _is_linear(term) and spec.knowledge().holds(Call(">=", (term, ZERO)))


def _is_linear(term: Term) -> bool:
    """Whether letters occur in sums and with numbers as factors only."""
    if not isinstance(term, Call) or not free_names(term):
        return True
    if term.head in ("+", "neg"):
        return all(map(_is_linear, term.args))
    if term.head == "*":
        return sum(bool(free_names(part)) for part in term.args) <= 1 and all(map(_is_linear, term.args))
    return term.head == "/" and not free_names(term.args[1]) and _is_linear(term.args[0])


def _positive(spec: Spec, term: Term) -> bool:
    if isinstance(term, Call) and term.head in ("*", "/"):
        return all(_positive(spec, part) for part in term.args)
    if isinstance(term, Call) and term.head in ("**", "sqrt") and all(isinstance(part, Number) for part in term.args[1:]):
        return _positive(spec, term.args[0])
    if isinstance(term, Call) and term.head == "+" and all(_never_negative(spec, part) for part in term.args):
        return any(_positive(spec, part) for part in term.args)
    return _is_linear(term) and spec.knowledge().holds(Call(">", (term, ZERO)))


def payments(answer: object, process: Mapping[str, object], limit: str, points: Sequence[Mapping[str, object]]) -> Judgement:
    """Judge payments in letters: feasible for all parameters by a proof, with a bill of at most ``limit`` at every given point.

    ``process`` is a spec without an allocation.  What is proved is the feasibility; the bill is compared, exactly, at the points.
    """
    if not isinstance(answer, str):
        return Judgement(False, "answer: give the payment of step k as a formula in quotes")
    try:
        answer = spelled(answer)
        found = feasible({**process, "allocation": {"payments": answer}}).verdict
        if found.status == "refuted":
            return Judgement(False, f"fails at {_point_text(found.at)}: {found.reason}")
        if found.status != "proved":
            return Judgement(False, f"undecided, which is no proof: {found.reason}", open=True)
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

