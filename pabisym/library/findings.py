"""Deciding what a theorem file records: spots, tightness, need of assumptions, and the page as printed.

Every decision is exact or by balls, and every claim that cannot be decided is *undecided*, which is no pass.  What a
file calls the worst case is evaluated by the recursion of its two runs, never by the formula of the theorem.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from flint import fmpq, fmpz

from pabisym.divergence.evaluate import enclose, exact_value
from pabisym.errors import InputError, PabisymError, Undecided, printable
from pabisym.kernel.exact import Refusal, same
from pabisym.kernel.judgement import check_sort
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.once import apart
from pabisym.lang.rational import rational
from pabisym.lang.term import Binding, Call, Number, Term, is_relation, substitute
from pabisym.library.files import describe
from pabisym.library.instances import numbers_at, unmet, without
from pabisym.library.linear_pair import bound_at, bound_term, pair_divergence
from pabisym.library.point import (
    NoValueError,
    conclusion_numbers,
    condition_verdicts,
    decide_closed,
    first_failure,
    known_scope,
    read_point,
    without_symbols,
)
from pabisym.library.statement import (
    Accuracy,
    AsPrinted,
    Assumption,
    Check,
    ClauseState,
    LegalInstance,
    LinearPair,
    LineRuns,
    PageRelation,
    Point,
    PrintedNumber,
    Replayed,
    SampledRuns,
    Spot,
    Statement,
    Tightness,
    Verdict,
)
from pabisym.library.stored_proof import CheckTrees, check_trees, check_trees_of
from pabisym.library.trivial import evident_from
from pabisym.numerics.enclosure import Enclosure, exact_decimals, lower_end

_OF_NUMBER: Mapping[Accuracy, AsPrinted] = {"rounds to it": "holds", "holds": "holds", "off": "corrected", "false": "refuted"}
"""What a page is worth by the accuracy of a number that it prints."""
STATED = "proved with the stated difference"
"""What is said of a page whose difference from what is proved is recorded in words."""


@dataclass(frozen=True)
class Finding:
    """One decision: what was asked, the verdict, what was seen, and what a proof makes of it that the kernel has replayed (None: none)."""

    name: str
    verdict: Verdict
    detail: str = ""
    replayed: ClauseState | None = None


# Findings.


def spot_finding(statement: Statement, spot: Spot) -> Finding:
    """Do all decidable assumptions hold at a spot, and is the bound there the recorded one."""
    name = f"spot {_point_text(spot.at)}"
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
        verdict = decide_closed(Call("==", (substitute(bound, point), wanted)))
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
        if decide_closed(Call(relation, (value, here))) == "true":
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
        broken = "true" if value is None else decide_closed(Call(">", (value, here)))
        return Finding(name, broken, f"without it, at {_point_text(assumption.needed)}, the bound is exceeded: {broken}")
    except (NoValueError, Undecided, InputError, Refusal) as problem:
        return Finding(name, "undecided", str(problem))


def number_accuracy(statement: Statement, number: PrintedNumber) -> JudgedClaim:
    """How well a number of the page is the value that it is said to be."""
    field = f"{statement.id}: {number.name}"
    try:
        point = read_point(statement, number.at, field)
        for name, _, verdict in condition_verdicts(statement, point, partial=True):
            if verdict not in ("true", None):
                return JudgedClaim("undecided", f"{name} is {verdict} at {_point_text(number.at)}")
        if number.compute is not None:
            return _judge_computed(number, number.compute)
        term = without_symbols(substitute(parse(number.value, field), point))
        return judge_number(number.printed, number.relation, lambda digits: enclose(term, {}, digits))
    except (NoValueError, Undecided, InputError) as problem:
        return JudgedClaim("undecided", str(problem))


def _judge_computed(number: PrintedNumber, compute: Callable[[int], Enclosure]) -> JudgedClaim:
    """As for a formula; code of the file that breaks decides nothing."""
    try:
        with apart(number.name):
            return judge_number(number.printed, number.relation, compute)
    except (PabisymError, KeyboardInterrupt):
        raise
    except BaseException as error:
        return JudgedClaim("undecided", f"the value cannot be computed: {describe(error)}")


def number_finding(statement: Statement, number: PrintedNumber) -> Finding:
    """Is the recorded verdict on a number of the page the decided one."""
    judged = number_accuracy(statement, number)
    name = f"printed: {number.name}"
    if judged.accuracy == "undecided":
        return Finding(name, "undecided", judged.detail)
    agrees = judged.accuracy == number.accuracy
    said = f"{judged.detail}; {number.difference}" if number.difference else judged.detail
    return Finding(name, "true" if agrees else "false", said if agrees else f"{said}; recorded: {number.accuracy}")


def check_finding(check: Check, trees: CheckTrees | None = None) -> Finding:
    """A file's own check, decided, with the ``trees`` of its proofs (None: those at hand); code that breaks decides nothing."""
    try:
        with apart(check.name), check_trees_of(check_trees() if trees is None else trees):
            verdict, detail = check.decide()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return Finding(check.name, "undecided", f"the check cannot be run: {describe(error)}")
    if verdict not in ("true", "false", "undecided"):
        return Finding(check.name, "undecided", f"the check returned {verdict!r}, which is no verdict")
    if verdict == "true" and check.judges in ("corrected", "refuted") and not isinstance(detail, LegalInstance | Replayed):
        return Finding(check.name, "undecided", f"no instance of the statement is shown to break the page: {printable(str(detail))}")
    return Finding(check.name, verdict, printable(str(detail)), detail.state if isinstance(detail, Replayed) else None)


def printed_verdict(statement: Statement, proved: bool, decided: Sequence[Finding] | None = None,
                    cited: bool | None = None) -> tuple[AsPrinted, str]:
    """What the page as printed is worth, decided from the record; and how that was decided.

    *refuted*: the recorded counterexample, a number that it prints or a check breaks it; *holds*: it is what is proved, and its
    numbers are what they are said to be; *corrected*: what is proved differs from it, or a last digit; otherwise *undecided*.
    Of prose, of a definition and of what is cited, numbers and checks decide alone.  *Not examined* is what is recorded as such:
    nothing decides it.  Where a clause of the page is open or refuted, it holds in part where it would hold.  ``decided`` are the
    findings of the checks, in their order (None: they are decided here); ``cited`` says whether the statement is cited (None: where it
    says why it is believed).
    """
    printed = statement.printed
    if printed is not None and printed.verdict == "not examined":
        return "not examined", printed.note or "no reason is recorded"
    judged = [(number.name, number_accuracy(statement, number)) for number in statement.numbers]
    numbers = [(_OF_NUMBER.get(one.accuracy, "undecided"), f"{name}: {one.detail}") for name, one in judged]
    vouched = bool(statement.plain) or (bool(statement.cited_because) if cited is None else cited)
    found = [*numbers, *_check_verdicts(statement, not proved and vouched, decided)]
    asserted = bool(statement.conclusion or statement.bound) and (proved or len(found) == len(numbers))
    if asserted or not found or (printed is not None and printed.counterexample is not None):
        found.append(formula_verdict(statement, proved))
    worst = next(one for wanted in ("refuted", "undecided", "corrected", "holds") for one in found if one[0] == wanted)
    every = all(one.state not in ("open", "refuted") for one in statement.clauses)
    return worst if every or worst[0] != "holds" else ("holds in part", worst[1])


def _check_verdicts(statement: Statement, alone: bool, decided: Sequence[Finding] | None) -> Iterator[tuple[AsPrinted, str]]:
    """What the checks say of the page, each where it is true; of a check that is not, the page is undecided.

    All of them speak where they decide ``alone``, else those that say that they judge the page.
    """
    for at, check in enumerate(statement.checks):
        judges: AsPrinted = check.judges or "holds"
        if check.judges or alone:
            seen = decided[at] if decided is not None else check_finding(check, statement.check_trees)
            yield (judges if seen.verdict == "true" else "undecided"), f"{check.name}: {seen.detail}"


def formula_verdict(statement: Statement, proved: bool) -> tuple[AsPrinted, str]:
    """What the printed bound or relation is worth beside the conclusion, without numbers and checks; and how that was decided."""
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
        return ("corrected", STATED) if printed.difference else ("holds", "proved as printed")
    return _compare(statement, printed.bound)


def _compare(statement: Statement, text: str) -> tuple[AsPrinted, str]:
    """The printed bound or relation beside the proved one: the same in normal form, or different at a spot."""
    page, own = _page(statement), _own(statement, text)
    if own is None:
        return "undecided", "there is nothing to compare the printed formula with"
    try:
        scope = known_scope(statement)
        check_sort(scope, page, "judgement" if is_relation(page) else "real")
        if same(scope, page, own):
            return "holds", "the printed formula and the proved one have the same normal form"
        for spot in statement.spots if not is_relation(page) else ():
            point = read_point(statement, spot.at, "spot")
            if decide_closed(Call("==", (substitute(page, point), substitute(own, point)))) == "false":
                return "corrected", f"the printed formula and the proved one differ at {_point_text(spot.at)}"
    except (Refusal, NoValueError, Undecided, InputError) as problem:
        return "undecided", str(problem)
    if is_relation(page):
        return "corrected", "the printed relation and the proved one have different normal forms"
    return "undecided", "no spot tells the printed formula from the proved one"


def _page(statement: Statement) -> Term:
    """The printed bound or relation; where none is recorded, the statement's own."""
    printed = statement.printed
    text = printed.bound if printed is not None and printed.bound else statement.bound or statement.conclusion
    return parse(text, f"{statement.id}: printed", None)


def _own(statement: Statement, text: str) -> Term | None:
    if is_relation(parse(text, f"{statement.id}: printed", None)):
        return parse(statement.conclusion, f"{statement.id}: conclusion", None) if statement.conclusion else None
    return bound_term(statement)


def _breaks(statement: Statement, at: Point) -> tuple[Verdict, str]:
    """Does the page fail at a point at which all conditions of the statement hold."""
    printed = statement.printed
    process = printed.process if printed is not None else None
    try:
        whole = without(statement, ())
        if problem := unmet(whole, at, process):
            return "undecided", f"{problem} at {_point_text(at)}"
        point = numbers_at(whole, at, "counterexample")
        page = substitute(_page(statement), point)
        if is_relation(page):
            verdict = decide_closed(page)
            turned: Verdict = "true" if verdict == "false" else "false" if verdict == "true" else "undecided"
            return turned, f"the printed relation is {verdict} at {_point_text(at)}"
        if process is None:
            return "undecided", "no process is given whose divergence would exceed the printed bound"
        if isinstance(process, LineRuns | SampledRuns):
            return _runs_break(process, point, page, _point_text(at))
        value = pair_divergence(process, point)
        if value is None:
            return "true", f"at {_point_text(at)}, the divergence of the process is infinite"
        verdict = decide_closed(Call(">", (value, page)))
        return verdict, f"at {_point_text(at)}, the exact divergence is {_value(value)}, the paper's bound {_value(page)}"
    except (NoValueError, Undecided, InputError) as problem:
        return "undecided", str(problem)


def _runs_break(runs: LineRuns | SampledRuns, point: Binding, page: Term, at: str) -> tuple[Verdict, str]:
    """Do runs diverge by more than the page allows, or are they told apart, at its level epsilon, better than with the page's delta."""
    from pabisym.library import line_runs, sampled_runs  # few statements have such runs

    if isinstance(runs, LineRuns) and "alpha" not in point and "epsilon" in point:
        level = exact_value(without_symbols(point["epsilon"][1]), {})
        if level is None:
            return "undecided", "the level is no rational number"
        low = lower_end(line_runs.told_by_line_runs(runs, level))
        more: Verdict = "true" if decide_closed(Call(">", (Number(low), page))) == "true" else "undecided"
        return more, f"at {at}, delta of the runs is at least {exact_decimals(low, 6)[0]}, the paper's bound {_value(page)}"
    exact = partial(sampled_runs.divergence, runs) if isinstance(runs, SampledRuns) else partial(line_runs.divergence, runs)
    if "alpha" not in point:
        return "undecided", "the divergence of the runs needs the letter alpha"
    order = exact_value(without_symbols(point["alpha"][1]), {})
    if order is None:
        return "undecided", "the order is no rational number"
    found = exact(order)
    low, high = (rational(end if found.exact is None else found.exact, "divergence") for end in (found.lower, found.upper))
    said = f"at {at}, the exact divergence of the runs is {exact_decimals(low, 6)[0]}, the paper's bound {_value(page)}"
    if (above := decide_closed(Call(">", (Number(low), page)))) == "true":
        return above, said
    return ("false" if decide_closed(Call("<=", (Number(high), page))) == "true" else "undecided"), said


def is_refuted(statement: Statement) -> bool:
    """Is the statement itself, not just a page that differs from it, broken by its recorded counterexample."""
    printed = statement.printed
    if printed is None or printed.counterexample is None or formula_verdict(statement, proved=False)[0] != "refuted":
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
        equal = any(same(scope, bound, one.bound) for one in conclusion_numbers(statement))
    except (Refusal, InputError) as problem:
        return Finding("bound", "undecided", str(problem))
    return Finding("bound", "true" if equal else "false", f"the bound is {'' if equal else 'not '}that of the conclusion")


def evident_finding(statement: Statement) -> Finding | None:
    """Is the conclusion evident from one hypothesis or none although no reason is recorded, or the other way round (None: neither)."""
    if not statement.conclusion or statement.proof is None:
        return None
    source = evident_from(statement)
    if bool(source) == bool(statement.evident):
        return None
    return Finding("conclusion", "false", f"it is evident from {source} alone" if source else "it is said to be evident, and is not")


def _point_text(at: Point) -> str:
    return ", ".join(f"{name}={value}" for name, value in at.items())


def _value(term: Term) -> str:
    value = enclose(term, {}, 12)
    return value.lower if value.exact is None else to_text(Number(value.exact))


_DIGITS = re.compile(r"[+-]?(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,5}))?", re.ASCII)
START_DIGITS, MOST_DIGITS = 12, 400
"""Digits of the first enclosure of the value, and of the last one."""


@dataclass(frozen=True)
class JudgedClaim:
    """How well a printed number is the value, and what was seen, in one sentence."""

    accuracy: Accuracy
    detail: str


def judge_number(printed: str, relation: PageRelation, value: Callable[[int], Enclosure]) -> JudgedClaim:
    """Compare a number as printed with a value that ``value(digits)`` encloses.

    Raises :class:`~pabisym.errors.InputError` for digits or a relation that are none.
    """
    number, unit = read_digits(printed)
    if relation not in ("==", "<=", "<", ">=", ">"):
        raise InputError("relation", f"{relation!r} relates no number", "give == or, for a bound, <= < >= >")
    digits = START_DIGITS
    while digits <= MOST_DIGITS:
        try:
            found = value(digits)
        except (InputError, Undecided) as problem:
            return JudgedClaim("undecided", str(problem))
        if found.upper == "inf" or found.lower == "-inf":
            return JudgedClaim("false", f"{printed} is printed, the value is infinite")
        low, high = (rational(end if found.exact is None else found.exact, "value") for end in (found.lower, found.upper))
        accuracy = _accuracy(low - number, high - number, unit, relation)
        if accuracy is not None:
            return JudgedClaim(accuracy, _number_text(printed, relation, accuracy, (low, high), number))
        digits *= 2
    return JudgedClaim("undecided", f"{printed} is printed, and {MOST_DIGITS} digits of the value do not tell how it rounds")


def read_digits(printed: str) -> tuple[fmpq, fmpq]:
    """The number that is printed and the unit of its last place: 0.49 and 1/100; 3 and 1; 6.3e-4 and 1e-5."""
    match = _DIGITS.fullmatch(printed)
    if match is None:
        raise InputError("printed", f"{printed[:40]!r} is no number as a page prints it", "write its digits, as 0.49 or 6.3e-4")
    places = int(match[3] or "0") - len(match[2] or "")
    scale = fmpz(10) ** abs(places)
    return rational(printed.rstrip(".") if match[3] is None else printed, "printed"), fmpq(scale) if places >= 0 else fmpq(1, scale)


def _accuracy(low: fmpq, high: fmpq, unit: fmpq, relation: PageRelation) -> Accuracy | None:
    """What is certain of a difference value - number between two rationals; None where more digits may tell."""
    if relation == "==":
        if -unit <= 2 * low and 2 * high <= unit:
            return "rounds to it"
        missed = 2 * high < -unit or 2 * low > unit
    else:
        low, high, unit = (low, high, unit) if relation in ("<=", "<") else (-high, -low, unit)
        if high < 0 or (high == 0 and relation in ("<=", ">=")):
            return "holds"
        missed = low > 0 or (low == high == 0)
    if not missed:
        return None
    if -unit <= low and high <= unit:
        return "off"
    return "false" if high < -unit or low > unit else None


def _number_text(printed: str, relation: PageRelation, accuracy: Accuracy, value: tuple[fmpq, fmpq], number: fmpq) -> str:
    low, high = value
    claim = f"{printed} is printed" if relation == "==" else f"{relation} {printed} is printed"
    kept = max(6, len(printed.partition("e")[0].strip("+-0.").replace(".", "")) + 2)
    below, above = exact_decimals(low, kept)[0], exact_decimals(high, kept)[1]
    shown = f"the value is {below if below == above else f'between {below} and {above}'}"
    if accuracy in ("rounds to it", "holds"):
        return f"{claim}, {shown}: {accuracy}"
    off = f"off by {exact_decimals(abs((low + high) / 2 - number), 1)[0]}"
    return f"{claim}, {shown}: " + (off if accuracy == "off" else f"false, {off}")
