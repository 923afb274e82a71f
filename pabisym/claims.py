"""Deciding what a theorem file records: spots, tightness, need of assumptions, and the page as printed.

Every decision is exact or by balls, and every claim that cannot be decided is *undecided*, which is no pass.  What a
file calls the worst case is evaluated by the recursion of its two runs, never by the formula of the theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from flint import fmpq

from pabisym.errors import InputError, PabisymError, Undecided
from pabisym.evaluate.ball import Enclosure, decide, enclose, exact_value
from pabisym.expression import FUNCTIONS, RELATIONS, Binding, Call, Name, Number, Term, free_names, parse, substitute, to_text
from pabisym.kernel.exact import Refusal, Scope, same
from pabisym.kernel.judgement import SIGNATURES, check_sort
from pabisym.number import rational, to_fraction
from pabisym.printed import Judged, judge_number
from pabisym.statement import (
    Accuracy,
    AsPrinted,
    Assumption,
    LinearPair,
    Point,
    PrintedNumber,
    Spot,
    Statement,
    Tightness,
    Verdict,
)

MAX_STEPS = 100_000
"""Longest linear pair, and longest range of a ``forall``, that is worked through."""
MAX_IRRATIONAL_STEPS = 200
"""Longest linear pair whose data are not all rational."""
_INDEX = "k"


@dataclass(frozen=True)
class Finding:
    """One decision: what was asked, the verdict, and what was seen."""

    name: str
    verdict: Verdict
    detail: str = ""


class NoValueError(PabisymError):
    """A recorded claim has no value at the point at which it is to be decided."""


# Points.


def read_point(statement: Statement, at: Mapping[str, object], field: str) -> Binding:
    """Values of letters, ready to be put into formulas.

    Numbers are exact rationals, integers where the letter is one; a sequence of numbers is a formula in k.  Raises
    :class:`~pabisym.errors.InputError` naming ``field`` for a letter that the statement does not have.
    """
    kinds = _kinds(statement)
    result: dict[str, tuple[tuple[str, ...], Term]] = {}
    for name, value in at.items():
        kind = kinds.get(name, "")
        if kind in ("real sequence", "integer sequence"):
            result[name] = ((_INDEX,), parse(value, f"{field} {name}"))
        elif kind in ("real", "integer"):
            number = rational(value, f"{field} {name}")
            if kind == "integer" and number.q != 1:
                raise InputError(f"{field} {name}", f"{number} is not an integer", f"{name} is an integer here")
            result[name] = ((), Number(to_fraction(number)))
        else:
            letters = [n for n, k in kinds.items() if k.startswith(("real", "integer"))]
            raise InputError(field, f"{statement.id} has no numeric letter {name!r}", f"it has {', '.join(letters) or 'none'}")
    return result


def conditions(statement: Statement) -> Iterator[tuple[str, Term]]:
    """All that must hold at a point, with names: domains of the letters, relations, and relations over a range."""
    for symbol in statement.symbols:
        for relation in domain_relations(symbol.domain, f"{statement.id}: {symbol.name}"):
            yield f"{symbol.name} : {symbol.domain}", relation
    for assumption in statement.assumptions:
        term = parse(assumption.holds, f"{statement.id}: {assumption.name}", None)
        if _is_relation(term) or _is_range(term):
            yield assumption.name, term


def domain_relations(domain: str, field: str) -> Iterator[Term]:
    """The single relations of a domain: ``integer, 1 <= t <= n`` has ``1 <= t`` and ``t <= n``."""
    _, comma, rest = domain.partition(",")
    if comma:
        listed = parse(f"domain({rest})", field, None)
        for chain in listed.args if isinstance(listed, Call) else ():
            yield from chain.args if isinstance(chain, Call) and chain.head == "and" else (chain,)


def letters(term: Term) -> frozenset[str]:
    """The letters on which the value of a formula depends."""
    return free_names(term) - FUNCTIONS.keys() - {"neg", "and"}


def _is_range(term: Term) -> bool:
    """Is a term a relation for every index of a range."""
    return isinstance(term, Call) and term.head == "forall" and _is_relation(term.args[3])


def condition_verdicts(statement: Statement, point: Binding, *, partial: bool = False) -> Iterator[tuple[str, Term, Verdict | None]]:
    """Every condition with its verdict at a point; None where it mentions letters without a value.

    Only a condition on structures, such as sequences, may be left open like that, or with ``partial`` any.
    """
    structures = {structure.name for structure in statement.structures} | SIGNATURES.keys() | {"forall"}
    for name, term in conditions(statement):
        here = substitute(term, point)
        missing = letters(here)
        if missing and (partial or missing <= structures):
            yield name, term, None
        else:
            yield name, term, decided_condition(here)


def decided_condition(condition: Term) -> Verdict:
    """A relation, or one for every index of a range, decided; no letter may be left in it."""
    return _all(_decided(one) for one in _instances(condition)) if _is_range(condition) else _decided(condition)


def first_failure(statement: Statement, point: Binding) -> tuple[str, Verdict] | None:
    """The first condition that does not certainly hold at a point, with its verdict; None when all do."""
    for name, _, verdict in condition_verdicts(statement, point):
        if verdict not in ("true", None):
            return name, verdict
    return None


def _instances(quantified: Term) -> Iterator[Term]:
    index, low, high, body = quantified.args if isinstance(quantified, Call) else (quantified,) * 4
    first, last = _whole(low), _whole(high)
    if last - first >= MAX_STEPS or not isinstance(index, Name):
        raise NoValueError(f"{to_text(quantified)} is about too many cases")
    for k in range(first, last + 1):
        yield substitute(body, {index.name: ((), Number(Fraction(k)))})


def _all(verdicts: Iterable[Verdict]) -> Verdict:
    worst: Verdict = "true"
    for verdict in verdicts:
        if verdict == "false":
            return verdict
        worst = verdict if verdict == "undecided" else worst
    return worst


def _decided(relation: Term) -> Verdict:
    return decide(_closed(relation), {})


def _closed(term: Term) -> Term:
    if missing := letters(term):
        raise NoValueError(f"{to_text(term)} needs a value of {', '.join(sorted(missing))}")
    return term


def _whole(term: Term) -> int:
    value = exact_value(_closed(term), {})
    if value is None or value.q != 1:
        raise NoValueError(f"{to_text(term)} is not an integer")
    return int(value.p)


def known_scope(statement: Statement) -> Scope:
    """The statement's names and assumptions, in which formulas are compared; a conclusion is not needed."""
    return (statement if statement.conclusion else replace(statement, conclusion="0 == 0")).sequent.scope()


# Linear pairs.


def pair_divergence(pair: LinearPair, point: Binding) -> Term | None:
    """The exact Rényi divergence (alpha/2) * mean^2 / variance of a linear pair at a point, as a closed formula.

    Both runs are followed step by step.  None stands for infinity: different means and no noise.
    """
    if "alpha" not in point:
        raise NoValueError("the divergence of a linear pair needs the letter alpha")
    count = _whole(substitute(_formula(pair.steps), point))
    if not 0 <= count <= MAX_STEPS:
        raise NoValueError(f"a linear pair of {count} steps")
    columns = [substitute(_formula(text), _without_index(point)) for text in (pair.contraction, pair.gap, pair.noise_variance)]
    start = substitute(_formula(pair.start), point)
    mean, variance = _rational_run(columns, start, count) or _symbolic_run(columns, start, count)
    if _decided(Call("==", (variance, _number(0)))) == "true":
        return _number(0) if _decided(Call("==", (mean, _number(0)))) == "true" else None
    square = Call("**", (mean, _number(2)))
    return Call("/", (Call("*", (point["alpha"][1], square)), Call("*", (_number(2), variance))))


def _formula(text: str) -> Term:
    return parse(text, "linear pair")


def _without_index(point: Binding) -> Binding:
    return {name: value for name, value in point.items() if name != _INDEX}


def _number(value: int) -> Number:
    return Number(Fraction(value))


def _rational_run(columns: list[Term], start: Term, count: int) -> tuple[Term, Term] | None:
    """Mean difference and variance after all steps; None where the data are not all rational."""
    values = [_rational_column(term, count) for term in columns]
    mean, variance = exact_value(_closed(start), {}), fmpq(0)
    if mean is None or any(value is None for column in values for value in column):
        return None
    for c, s, v in zip(*values, strict=True):
        mean, variance = c * mean + s, c * c * variance + v
    return Number(to_fraction(mean)), Number(to_fraction(variance))


def _rational_column(term: Term, count: int) -> list[Any]:
    """One formula at every step; evaluated once where it does not mention the step."""
    if missing := letters(term) - {_INDEX}:
        raise NoValueError(f"{to_text(term)} needs a value of {', '.join(sorted(missing))}")
    if _INDEX not in letters(term):
        return [exact_value(term, {})] * count
    return [exact_value(term, {_INDEX: k}) for k in range(1, count + 1)]


def _symbolic_run(columns: list[Term], start: Term, count: int) -> tuple[Term, Term]:
    """The same with irrational data: what enters at a step is multiplied by all the contractions after it."""
    if count > MAX_IRRATIONAL_STEPS:
        raise NoValueError(f"an irrational linear pair of more than {MAX_IRRATIONAL_STEPS} steps")
    steps = [{_INDEX: ((), _number(k))} for k in range(1, count + 1)]
    contraction, gap, variance = ([substitute(term, step) for step in steps] for term in columns)
    tails = [contraction[after:] for after in range(count + 1)]
    shifts = [Call("*", (_number(1), s, *tail)) for s, tail in zip((start, *gap), tails, strict=True)]
    spread = [Call("*", (_number(1), v, *tail, *tail)) for v, tail in zip(variance, tails[1:], strict=True)]
    return Call("+", (_number(0), *shifts)), Call("+", (_number(0), *spread))


def bound_term(statement: Statement) -> Term | None:
    """The bound of a statement as a formula: the recorded one, else that of its conclusion; None where there is none."""
    return parse(statement.bound, f"{statement.id}: bound") if statement.bound else concluded_bound(statement)


def bound_at(statement: Statement, point: Binding, pair: LinearPair) -> Term:
    """What a statement says of a linear pair at a point, as a closed formula.

    In the bound, the magnitude R(alpha, zeta(i), a) of the pair's Gaussian noise is alpha*a^2/(2*v_i).  Where the
    bound mentions sequences to which the point gives no value, it is what the pair records for them.
    """
    term = bound_term(statement)
    here = None if term is None else substitute(_with_magnitudes(term, pair), point)
    if pair.bound and (here is None or letters(here)):
        here = substitute(parse(pair.bound, f"{statement.id}: bound of the pair"), point)
    if here is None:
        raise NoValueError("there is no bound to compare with the pair")
    return _closed(here)


def concluded_bound(statement: Statement) -> Term | None:
    """The upper bound that the conclusion states: of a divergence, of a distance, or the larger side of a relation."""
    if not statement.conclusion:
        return None
    term = parse(statement.conclusion, f"{statement.id}: conclusion", None)
    if isinstance(term, Call) and term.head in ("renyi", "winf"):
        return term.args[-1]
    if isinstance(term, Call) and term.head in RELATIONS:
        return term.args[0 if term.head in (">", ">=") else 1]
    return None


@dataclass(frozen=True)
class Quantity:
    """What a statement bounds, by a short name such as ``renyi`` or ``delta``, and the bound, a formula in numbers only."""

    of: str
    bound: Term


_BOUNDED = {
    "renyi": "renyi", "close": "renyi", "moment": "moment", "winf": "winf", "gdp": "mu_squared", "apart": "mu_squared",
    "lipschitz": "lipschitz", "lipschitzon": "lipschitz", "gap": "gap", "gapon": "gap", "bounded": "diameter",
    "steady": "lipschitz", "near": "gap",
    "zcdp": "zcdp", "lsi": "variance", "traced": "variance",
}  # fmt: skip
"""The judgements whose last argument bounds a number, and the name of that number."""


def numeric_bound(statement: Statement) -> Quantity | None:
    """The number that a statement bounds: the recorded bound, else that of its conclusion; None where there is none.

    Of (epsilon, delta) it is delta, or epsilon where delta is a letter and epsilon is not.  A bound that speaks of
    laws, maps or noises, as R(alpha, Z, a) does, is not a number.
    """
    found = list(_concluded(statement))
    if statement.bound:
        bound = parse(statement.bound, f"{statement.id}: bound")
        found = [Quantity(next((one.of for one in found if one.bound == bound), found[0].of if found else "value"), bound)]
    numeric = {name for name, kind in _kinds(statement).items() if kind.startswith(("real", "integer"))}
    return next((one for one in found if letters(one.bound) <= numeric), None)


def _concluded(statement: Statement) -> Iterator[Quantity]:
    """What the conclusion bounds, the most telling first."""
    if not statement.conclusion:
        return
    term = parse(statement.conclusion, f"{statement.id}: conclusion", None)
    if not isinstance(term, Call):
        return
    if term.head == "dp":
        epsilon, delta = Quantity("epsilon", term.args[2]), Quantity("delta", term.args[3])
        yield from (epsilon, delta) if isinstance(delta.bound, Name) and not isinstance(epsilon.bound, Name) else (delta, epsilon)
    elif term.head in _BOUNDED:
        yield Quantity(_BOUNDED[term.head], term.args[-1])
    elif term.head in RELATIONS:
        larger = 0 if term.head in (">", ">=") else 1
        yield from (Quantity("value", term.args[side]) for side in (larger, 1 - larger))


def _kinds(statement: Statement) -> Mapping[str, str]:
    """The kinds of all letters."""
    return {**{s.name: s.kind for s in statement.structures}, **statement.domains}


def _with_magnitudes(term: Term, pair: LinearPair) -> Term:
    if not isinstance(term, Call):
        return term
    args = tuple(_with_magnitudes(a, pair) for a in term.args)
    if term.head != "R" or not isinstance(args[1], Call):
        return Call(term.head, args)
    variance = substitute(parse(pair.noise_variance, "linear pair", None), {_INDEX: ((), args[1].args[0])})
    square = Call("*", (args[0], Call("**", (args[2], _number(2)))))
    return Call("/", (square, Call("*", (_number(2), variance))))


# Findings.


def spot_finding(statement: Statement, spot: Spot) -> Finding:
    """Do all decidable assumptions hold at a spot, and is the bound there the recorded one."""
    name = f"spot {_shown(spot.at)}"
    try:
        point = read_point(statement, spot.at, "spot")
        if failure := first_failure(statement, point):
            return Finding(name, failure[1], f"{failure[0]} is {failure[1]} there")
        open_ones = [condition for condition, _, verdict in condition_verdicts(statement, point) if verdict is None]
        holds = "every decidable assumption holds there" + (f", open: {', '.join(open_ones)}" if open_ones else "")
        if not spot.expect:
            return Finding(name, "true", holds)
        bound = bound_term(statement)
        if bound is None:
            return Finding(name, "false", "there is no bound to compare")
        wanted = parse(spot.expect, "expect")
        verdict = _decided(Call("==", (substitute(bound, point), wanted)))
        return Finding(name, verdict, f"{holds}; the bound is {spot.expect}: {verdict}")
    except (NoValueError, Undecided, InputError) as problem:
        return Finding(name, "undecided", str(problem))


def tightness(statement: Statement) -> tuple[Tightness | None, Finding | None]:
    """The decided tightness, and the finding that compares it with the recorded one (None: nothing to decide).

    It is *exact* when at every spot the worst case attains the bound; a worst case above the bound refutes the file.
    """
    pair, recorded = statement.worst_case, statement.tightness
    if pair is None:
        wrong = recorded == "exact"
        return (None, Finding("tightness", "false", "exact needs a worst case")) if wrong else (recorded, None)
    try:
        verdicts = [_attains(statement, pair, spot) for spot in statement.spots]
    except (NoValueError, Undecided, InputError) as problem:
        return None, Finding("tightness", "undecided", str(problem))
    if "above" in verdicts:
        return None, Finding("tightness", "false", "the worst case exceeds the bound at a spot")
    if "undecided" in verdicts or not verdicts:
        return None, Finding("tightness", "undecided", "no spot decides whether the worst case attains the bound")
    decided: Tightness | None = "exact" if set(verdicts) == {"attained"} else "upper"
    detail = f"the worst case attains the bound at {verdicts.count('attained')} of {len(verdicts)} spots"
    return decided, Finding("tightness", "true" if decided == recorded else "false", f"{detail}; recorded: {recorded}")


def _attains(statement: Statement, pair: LinearPair, spot: Spot) -> str:
    """Is the exact divergence of the worst case at a spot the bound: ``attained``, ``below``, ``above``, ``undecided``."""
    point = read_point(statement, spot.at, "spot")
    here, value = bound_at(statement, point, pair), pair_divergence(pair, point)
    if value is None:
        return "above"
    for relation, word in (("==", "attained"), ("<", "below"), (">", "above")):
        if _decided(Call(relation, (value, here))) == "true":
            return word
    return "undecided"


def needed_finding(statement: Statement, assumption: Assumption) -> Finding | None:
    """Does the recorded point show that the bound fails without an assumption (None: nothing is recorded)."""
    if isinstance(assumption.needed, str):
        return None
    name = f"{assumption.name} is needed"
    try:
        point = read_point(statement, assumption.needed, "needed")
        dropped, scope = parse(assumption.holds, assumption.name, None), known_scope(statement)
        for condition, term, verdict in condition_verdicts(statement, point):
            wanted = "false" if same(scope, term, dropped) else "true"
            if verdict not in (wanted, None):
                return Finding(name, "undecided" if verdict == "undecided" else "false", f"{condition} is {verdict} there")
        if assumption.broken_by is None:
            return Finding(name, "undecided", "no process is given that breaks the bound")
        here, value = bound_at(statement, point, assumption.broken_by), pair_divergence(assumption.broken_by, point)
        broken = "true" if value is None else _decided(Call(">", (value, here)))
        return Finding(name, broken, f"without it, at {_shown(assumption.needed)}, the bound is exceeded: {broken}")
    except (NoValueError, Undecided, InputError, Refusal) as problem:
        return Finding(name, "undecided", str(problem))


def number_accuracy(statement: Statement, number: PrintedNumber) -> Judged:
    """How well a number of the page is the value that it is said to be."""
    field = f"{statement.id}: {number.name}"
    try:
        point = read_point(statement, number.at, field)
        for name, _, verdict in condition_verdicts(statement, point, partial=True):
            if verdict not in ("true", None):
                return Judged("undecided", f"{name} is {verdict} at {_shown(number.at)}")
        if number.compute is not None:
            return _judge_computed(number, number.compute)
        term = _closed(substitute(parse(number.value, field), point))
        return judge_number(number.printed, number.relation, lambda digits: enclose(term, {}, digits))
    except (NoValueError, Undecided, InputError) as problem:
        return Judged("undecided", str(problem))


def _judge_computed(number: PrintedNumber, compute: Callable[[int], Enclosure]) -> Judged:
    """As for a formula; code of the file that breaks decides nothing."""
    try:
        return judge_number(number.printed, number.relation, compute)
    except PabisymError:
        raise
    except Exception as error:
        return Judged("undecided", f"the value cannot be computed: {type(error).__name__}: {error}")


def number_finding(statement: Statement, number: PrintedNumber) -> Finding:
    """Is the recorded verdict on a number of the page the decided one."""
    judged = number_accuracy(statement, number)
    name = f"printed: {number.name}"
    if judged.accuracy == "undecided":
        return Finding(name, "undecided", judged.detail)
    agrees = judged.accuracy == number.accuracy
    return Finding(name, "true" if agrees else "false", judged.detail if agrees else f"{judged.detail}; recorded: {number.accuracy}")


def printed_verdict(statement: Statement, proved: bool) -> tuple[AsPrinted, str]:
    """What the page as printed is worth, decided from the record; and how that was decided.

    *refuted*: the recorded counterexample or a number that it prints breaks it; *holds*: it is what is proved, and its
    numbers are what they are said to be; *corrected*: what is proved differs from it, or a last digit; otherwise
    *undecided*.  Where a file records numbers and nothing to be proved, they decide alone.
    """
    found = [_formula_verdict(statement, proved)] if statement.conclusion or statement.bound or not statement.numbers else []
    found += [_number_verdict(statement, number) for number in statement.numbers]
    return next(one for wanted in ("refuted", "undecided", "corrected", "holds") for one in found if one[0] == wanted)


def _number_verdict(statement: Statement, number: PrintedNumber) -> tuple[AsPrinted, str]:
    judged = number_accuracy(statement, number)
    words: Mapping[Accuracy, AsPrinted] = {"rounds to it": "holds", "holds": "holds", "off": "corrected", "false": "refuted"}
    return words.get(judged.accuracy, "undecided"), f"{number.name}: {judged.detail}"


def _formula_verdict(statement: Statement, proved: bool) -> tuple[AsPrinted, str]:
    printed = statement.printed
    if printed is None:
        return "undecided", "nothing is recorded about the page"
    if printed.counterexample is not None:
        verdict, detail = _breaks(statement, printed.counterexample)
        if verdict == "true":
            return "refuted", detail
        return "undecided", f"the counterexample does not stand: {detail}"
    if not proved:
        return "undecided", "what is printed is not proved here"
    if not printed.bound:
        return ("corrected", "proved with the stated difference") if printed.difference else ("holds", "proved as printed")
    return _compared(statement, printed.bound)


def _compared(statement: Statement, text: str) -> tuple[AsPrinted, str]:
    """The printed bound or relation beside the proved one: the same in normal form, or different at a spot."""
    page, own = _page(statement), _own(statement, text)
    if own is None:
        return "undecided", "there is nothing to compare the printed formula with"
    try:
        scope = known_scope(statement)
        check_sort(scope, page, "judgement" if _is_relation(page) else "real")
        if same(scope, page, own):
            return "holds", "the printed formula and the proved one have the same normal form"
        for spot in statement.spots if not _is_relation(page) else ():
            point = read_point(statement, spot.at, "spot")
            if _decided(Call("==", (substitute(page, point), substitute(own, point)))) == "false":
                return "corrected", f"the printed formula and the proved one differ at {_shown(spot.at)}"
    except (Refusal, NoValueError, Undecided, InputError) as problem:
        return "undecided", str(problem)
    if _is_relation(page):
        return "corrected", "the printed relation and the proved one have different normal forms"
    return "undecided", "no spot tells the printed formula from the proved one"


def _page(statement: Statement) -> Term:
    """The printed bound or relation; where none is recorded, the statement's own."""
    printed = statement.printed
    text = printed.bound if printed is not None and printed.bound else statement.bound or statement.conclusion
    return parse(text, f"{statement.id}: printed", None)


def _own(statement: Statement, text: str) -> Term | None:
    if _is_relation(parse(text, f"{statement.id}: printed", None)):
        return parse(statement.conclusion, f"{statement.id}: conclusion", None) if statement.conclusion else None
    return bound_term(statement)


def _is_relation(term: Term) -> bool:
    return isinstance(term, Call) and term.head in RELATIONS


def _breaks(statement: Statement, at: Point) -> tuple[Verdict, str]:
    """Does the page fail at a point at which all conditions of the statement hold."""
    printed = statement.printed
    process = printed.process if printed is not None else None
    try:
        point = read_point(statement, at, "counterexample")
        if failure := first_failure(statement, point):
            return "undecided", f"{failure[0]} is {failure[1]} at {_shown(at)}"
        page = substitute(_page(statement), point)
        if _is_relation(page):
            verdict = _decided(page)
            turned: Verdict = "true" if verdict == "false" else "false" if verdict == "true" else "undecided"
            return turned, f"the printed relation is {verdict} at {_shown(at)}"
        if process is None:
            return "undecided", "no process is given whose divergence would exceed the printed bound"
        value = pair_divergence(process, point)
        if value is None:
            return "true", f"at {_shown(at)} the divergence of the process is infinite"
        verdict = _decided(Call(">", (value, page)))
        return verdict, f"at {_shown(at)} the exact divergence is {_value(value)}, the printed bound {_value(page)}"
    except (NoValueError, Undecided, InputError) as problem:
        return "undecided", str(problem)


def refuted(statement: Statement) -> bool:
    """Is the statement itself, not just a page that differs from it, broken by its recorded counterexample."""
    printed = statement.printed
    if printed is None or printed.counterexample is None or _formula_verdict(statement, proved=False)[0] != "refuted":
        return False
    own = _own(statement, printed.bound) if printed.bound else None
    return not printed.bound or (own is not None and own == _page(statement))


def bound_finding(statement: Statement) -> Finding | None:
    """Is the bound that ``evaluate`` evaluates the one of the conclusion (None: nothing to compare)."""
    if not statement.bound or not statement.conclusion:
        return None
    bound = parse(statement.bound, f"{statement.id}: bound")
    try:
        scope = known_scope(statement)
        equal = any(same(scope, bound, one.bound) for one in _concluded(statement))
    except (Refusal, InputError) as problem:
        return Finding("bound", "undecided", str(problem))
    return Finding("bound", "true" if equal else "false", f"the bound is {'' if equal else 'not '}that of the conclusion")


def _shown(at: Point) -> str:
    return ", ".join(f"{name}={value}" for name, value in at.items())


def _value(term: Term) -> str:
    value = enclose(term, {}, 12)
    return value.lower if value.exact is None else to_text(Number(to_fraction(value.exact)))
