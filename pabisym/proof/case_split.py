"""Case distinctions in formulas, and facts that a finished proof has found on its way.  Untrusted like every builder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from flint import fmpq

from pabisym.lang.grammar import to_text
from pabisym.lang.term import ONE, ZERO, Call, Number, Term, calls
from pabisym.proof.build import Builder, NoProof, Step, TermLike, step, term_of
from pabisym.proof.certificate import divisors, undecided_condition
from pabisym.proof.script import Script, script


def case_by_case(b: Builder, claim: TermLike, terms: tuple[Term, ...], proof: Callable[[Builder], Step]) -> Step:
    """A claim proved in every case of the conditions in some formulas.

    Where the proof is made every condition is decided, and what the formulas divide by is known to be nonzero.
    """
    if condition := undecided_condition(b.scope, *terms):
        return b.by_cases(condition, claim, lambda b: case_by_case(b, claim, terms, proof))
    return _with_divisors(b, [resolve_conditions(b, term) for term in terms], proof)


def resolve_conditions(b: Builder, term: Term) -> Term:
    """A formula with every condition replaced by the value that it has in a scope that decides it."""
    if not isinstance(term, Call):
        return term
    if term.head == "cases":
        return resolve_conditions(b, term.args[1 if b.scope.arithmetic.evident(Call(">=", (term.args[0], ZERO))) else 2])
    return Call(term.head, tuple(resolve_conditions(b, arg) for arg in term.args))


def _with_divisors(b: Builder, terms: list[Term], rest: Callable[[Builder], Step]) -> Step:
    found = [factor for term in terms for factor in divisors(b.scope, term)]
    if not found:
        return rest(b)
    if any(isinstance(one, Number) for one in found):
        raise NoProof("a formula divides by 0")
    if known := from_one(b, found[0]):
        return b.have(b.fresh("apart"), known, lambda b: _with_divisors(b, terms, rest))
    try:
        fact = b.apart(found[0])
    except NoProof:
        return b.have(b.fresh("divisor"), _above_zero(b, found[0]), lambda b: _with_divisors(b, terms, rest))
    return b.have(b.fresh("divisor"), fact, lambda b: _with_divisors(b, terms, rest))


def _above_zero(b: Builder, divisor: Term) -> Step:
    """That a divisor is above 0, since products of two known relations contradict each other where it is not."""
    claim = Call(">", (divisor, ZERO))

    def side(b: Builder) -> Step:
        if b.evident(claim):
            return b.prove(claim)
        if (false := b.by_certificate(Call(">", (ZERO, ZERO)), 2)) is None:
            raise NoProof(f"{to_text(divisor)} is not shown to be nonzero")
        return step("absurd", claim, (false,), claim=claim)

    return b.by_cases(Call("neg", (divisor,)), claim, side)


def from_one(b: Builder, divisor: Term) -> Step | None:
    """On which side of 1 lies what a divisor rounds, or subtracts from 1; None where it does neither, or the side is not found."""
    if (known := _power_from_one(b, divisor)) is not None:
        return known
    if isinstance(divisor, Call) and divisor.head == "floor":  # it is at least 1, from what the constants under the roots in it say
        with suppress(NoProof):
            return _at_least_one(b, divisor)
    return None


def _power_from_one(b: Builder, divisor: Term) -> Step | None:
    """For 1 - c^k, that c^k lies on one side of one; None where the divisor is not this, or the side is not found."""
    parts = divisor.args if isinstance(divisor, Call) and divisor.head == "+" and len(divisor.args) == 2 and ONE in divisor.args else ()
    powers = [part.args[0] for part in parts if isinstance(part, Call) and part.head == "neg"]
    if not powers or not isinstance(powers[0], Call) or powers[0].head != "**":
        return None
    base, exponent = powers[0].args
    for rule in ("power-below-one", "power-above-one"):
        with suppress(NoProof):
            return b.figure(rule, c=base, k=exponent)
    return None


@script
def _at_least_one(p: Script, rounded: Call) -> Step:
    (inside,) = rounded.args
    for root in (one for one in calls(inside, inner=True) if one.head == "sqrt"):
        _above_its_constant(p, root)
    p.have(p.fresh("rounding"), p.figure("floor-high", x=inside))
    p.have(p.fresh("at least 1"), Call(">=", (inside, ONE)))
    return p.next_integer(f"0 < {to_text(rounded)}", f"1 <= {to_text(rounded)}")


def _above_its_constant(p: Script, root: Call) -> None:
    """Go on knowing that sqrt(q**2 + y) >= q, for a rational q >= 0 and y >= 0."""
    (inside,) = root.args
    constants = [part.value for part in inside.args if isinstance(part, Number)] if isinstance(inside, Call) and inside.head == "+" else []
    square = sum(constants, fmpq(0))
    least = fmpq(square.p.isqrt(), square.q.isqrt()) if square > 0 else fmpq(0)
    if not least or least**2 != square:
        return
    text, claim = to_text(root), f"{to_text(root)} >= {least}"
    p.have(p.fresh("under the root"), f"{to_text(inside)} >= {square}")
    p.have(p.fresh("root"), p.figure("square-root-sign", x=inside))
    p.have(p.fresh("square"), p.figure("square-root", x=inside))
    with p.proof() as large:
        large.except_for(f"{text} - {least}", claim)
        large.have(large.fresh("small"), f"{text}**2 < {square}")
        large.show(claim)
    p.have(p.fresh("large root"), large.step)


def with_facts(
    tree: Mapping[str, Any], b: Builder, rest: Callable[[Builder], Step], names: Mapping[str, str] | None = None, *, cases: bool = False,
) -> Step:
    """Go on knowing, under new labels, the facts that a proof has established before its last theorem is applied.

    With ``cases`` a bound that the proof distinguishes cases for is gone on from in each of them, with what is known there.
    """
    known, premises = dict(names or {}), tree["premises"]
    if tree["rule"] == "have" and _bounds(premises[0]):
        return with_facts(premises[1], b, rest, known, cases=cases)
    if tree["rule"] == "have":
        label = b.fresh("fact")
        fact = relabelled(premises[0], known)
        known[tree["with"]["label"]] = label
        return b.have(label, fact, lambda b: with_facts(premises[1], b, rest, known, cases=cases))
    if cases and tree["rule"] == "cases" and _bounds(tree):
        on, label = tree["with"]["on"], b.fresh("case")
        known[tree["with"]["label"]] = label
        parts = [with_facts(premise, b.inside(label, fact), rest, known, cases=True)
                 for premise, fact in zip(premises, b.sides(on), strict=True)]
        claim = parts[0]["conclusion"]
        return step("cases", claim, tuple(parts), on=on, claim=claim, label=label)
    if tree["rule"] in _WRAPPERS:
        return with_facts(premises[0], b, rest, known, cases=cases)
    return rest(b)


def _bounds(tree: Mapping[str, Any]) -> bool:
    """Does a proof conclude a bound on a divergence."""
    conclusion = term_of(tree["conclusion"])
    return isinstance(conclusion, Call) and conclusion.head in ("dp", "gdp", "renyi")


_WRAPPERS = ("monotone", "gdp-monotone", "gdp-to-dp", "dp-widen", "apart-narrow")
"""Rules that say less than their one premise."""


def free_label(*trees: Mapping[str, Any]) -> int:
    """A number larger than those of all labels in some proofs, for the labels of a new one."""
    found = 0
    pending = list(trees)
    while pending:
        tree = pending.pop()
        last = str(tree["with"].get("label", "")).rpartition(" ")[2]
        found = max(found, int(last)) if last.isdecimal() else found
        pending += tree["premises"]
    return found + 1


def relabelled(tree: Mapping[str, Any], names: Mapping[str, str]) -> Step:
    """A proof that finds facts under other labels."""
    given = {key: _rename_label(key, value, names) for key, value in tree["with"].items()}
    premises = [relabelled(premise, names) for premise in tree["premises"]]
    return {"rule": tree["rule"], "with": given, "premises": premises, "conclusion": tree["conclusion"]}


def _rename_label(key: str, value: Any, names: Mapping[str, str]) -> Any:
    if key == "label":
        return names.get(value, value)
    if key == "facts":
        return [names.get(label, label) for label in value]
    return [{k: _rename_label(k, v, names) for k, v in term.items()} for term in value] if key == "terms" else value
