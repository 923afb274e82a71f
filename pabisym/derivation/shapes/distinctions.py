"""Bounds with distinctions of cases: proved case by case, and put together in the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from pabisym.errors import InputError
from pabisym.kernel.exact import Refusal
from pabisym.lang.budget import as_proposal
from pabisym.lang.grammar import to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, Call, Term
from pabisym.proof.build import Builder, NoProof, Step, step
from pabisym.proof.certificate import multiple

if TYPE_CHECKING:
    import sympy

Built = tuple[Step, str]
"""A proof and the bound that it is of."""
Builds = Callable[[Builder], Built]
Widens = Callable[[Builder, Step, str, str], Step]
"""From a proof of one bound, given as text, one of a larger bound."""


def split(b: Builder, on: str, build: Builds, widen: Widens, shown: str = "") -> Built:
    """Both cases of a condition: the bound is a distinction of cases, or the same in both.

    ``shown`` is a condition with the same sign that is known wherever the builds end.
    """
    label, built = b.fresh("case"), []
    for fact in b.sides(on):
        inner = b.inside(label, fact)
        built.append((inner, *build(inner)))
    bounds = [bound for _, _, bound in built]
    whole = bounds[0] if bounds[0] == bounds[1] else f"cases({shown or on}, {bounds[0]}, {bounds[1]})"
    parts = tuple(widened(inner, own, bound, whole, widen) for inner, own, bound in built)
    claim = parts[0]["conclusion"]
    return step("cases", claim, parts, on=on, claim=claim, label=label), whole


def shorter(b: Builder, condition: Term, domains: Mapping[str, str]) -> str:
    """A difference without what both sides have in common, where that is positive; else the condition as it is."""
    text = to_text(condition)
    if not (isinstance(condition, Call) and condition.head == "+" and len(condition.args) == 2):
        return text
    first, second = condition.args
    if not (isinstance(second, Call) and second.head == "neg") or (parts := _common(first, second.args[0], domains)) is None:
        return text
    common, one, other = parts
    found = to_text(tidied(Call("+", (one, Call("neg", (other,))))))
    with suppress(InputError, Refusal):
        same = b.scope.arithmetic.evident(b.term(f"{text} == ({to_text(common)})*({found})"))
        return found if same and b.scope.arithmetic.positive(common) else text
    return text


@as_proposal
def _common(first: Term, second: Term, kinds: Mapping[str, str]) -> tuple[Term, Term, Term]:
    """What two formulas have in common as a factor, and what is left of each."""
    import sympy

    from pabisym.lang.sympy_bridge import convert, revert

    parts = [sympy.factor(convert(part, kinds)) for part in (first, second)]
    common = sympy.gcd(*parts)
    one, other = (_upright(sympy.factor(part / common)) for part in parts)
    return revert(common), one, other


def _upright(product: sympy.Expr) -> Term:
    """A product whose sums have as many terms added as subtracted, or more."""
    import sympy

    from pabisym.lang.sympy_bridge import revert

    sign, factors = 1, []
    for factor in sympy.Mul.make_args(product):
        signs = [1 if term.as_coeff_Mul()[0] > 0 else -1 for term in sympy.Add.make_args(factor)]
        turned = -1 if sum(signs) < 0 else 1
        sign *= turned
        factors.append(revert(turned * factor))
    kept = [factor for factor in factors if factor != ONE]
    whole = kept[0] if len(kept) == 1 else Call("*", tuple(kept))
    return tidied(whole if sign > 0 else Call("neg", (whole,)))


def ordered(b: Builder, shown: str, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing the sign of a condition that is a known one divided by something positive."""
    for side in (">= 0", "< 0"):
        goal = f"{shown} {side}"
        if b.scope.arithmetic.evident(b.term(goal)):
            return rest(b)
        if (found := multiple(b.scope, b.term(goal))) is not None:
            return b.have(b.fresh("order"), step("arithmetic", goal, (), goal=goal, **found), rest)
    raise NoProof(f"the sign of {shown} is not known")


def widened(b: Builder, tree: Step, bound: str, whole: str, widen: Widens) -> Step:
    """A proof of one bound as a proof of a larger one: the last step is made within everything that the proof knows."""
    if bound == whole:
        return tree
    if tree["rule"] == "have":
        fact, after = tree["premises"]
        return b.have(tree["with"]["label"], fact, lambda b: widened(b, after, bound, whole, widen))
    if tree["rule"] == "cases":
        on, label = tree["with"]["on"], tree["with"]["label"]
        cases = zip(b.sides(on), tree["premises"], strict=True)
        parts = tuple(widened(b.inside(label, fact), part, bound, whole, widen) for fact, part in cases)
        claim = parts[0]["conclusion"]
        return step("cases", claim, parts, on=on, claim=claim, label=label)
    return widen(b, tree, bound, whole)
