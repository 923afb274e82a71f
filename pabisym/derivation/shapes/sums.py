"""Sums over the first k steps in closed form, where there is one that is proved; else as sums.

What sympy proposes counts only after it is proved in the scope where it is used: that it is 0 for k = 0, and that step k
adds what it should.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from pabisym.derivation.shapes.distinctions import Builds, Built, Widens, split
from pabisym.kernel.exact import Refusal
from pabisym.lang.budget import as_proposal, proposal
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, ZERO, Call, Name, Number, Term, substitute
from pabisym.process.sequence import STEP, names, unused_name
from pabisym.proof import elementary as _elementary  # noqa: F401  the last resort of proofs, which it adds where it is loaded
from pabisym.proof.build import Builder, NoProof, reached
from pabisym.shift.letters.changing import free_and_bound

if TYPE_CHECKING:
    import sympy


def over_square(variance: Term, product: str) -> str:
    """The variance of step k, without contractions."""
    return to_text(tidied(variance)) if product == "1" else f"({to_text(tidied(variance))})/({product})**2"


def summed(b: Builder, domains: Mapping[str, str], body: str, first: str = "1") -> tuple[str, bool]:
    """The sum of a formula in k over 1..k, and whether it is closed: where it is not, the sum starts at the step ``first`` if it can.

    A closed form is returned only when it is proved to be the sum.  Sums that start at different steps differ by a
    constant, also where they run backwards.
    """
    term = parse(body, "sum", None)
    if STEP not in names(term):
        return "0" if body == "0" else f"({body})*{STEP}", True
    kinds = {**domains, STEP: "integer"}
    # to be tried: geometric, equal terms that are not written so, then what Gosper's algorithm finds
    for closed in next(filter(None, (ask(term, kinds, first) for ask in (_constant, _geometric_sums, _gosper))), ()):
        with suppress(NoProof, Refusal):
            _check(b, closed, body, first)
            return closed, True
    index, (free, bound) = unused_name("j", {*domains, *names(term)}), free_and_bound(term)
    inner = to_text(substitute(bound, {STEP: ((), Name(index))}))
    totals = [f"sum({inner}, {index}, {low}, {STEP})" for low in dict.fromkeys((first, "1"))]
    total = next((one for one in totals if _has_value(b, one)), totals[-1])
    return total if free == ONE else f"({to_text(free)})*{total}", False


def reduced_sum(body: str, domains: Mapping[str, str]) -> str:
    """What is summed, in lowest terms."""
    import sympy

    from pabisym.lang.sympy_bridge import convert, revert

    term, kinds = parse(body, "sum", None), {**domains, STEP: "integer"}
    return proposal(lambda: to_text(revert(sympy.factor(sympy.cancel(convert(term, kinds)))))) or body


def _has_value(b: Builder, total: str) -> bool:
    """Does a sum up to step k have a value at every step from the first one on, as far as the kernel sees."""
    scope = b.scope.extend((("step", parse(f"{STEP} >= 1", "step", None)),), {STEP: "integer"})
    try:
        scope.arithmetic.normal(parse(total, "sum", None))
    except Refusal:
        return False
    return True


def by_signs(b: Builder, domains: Mapping[str, str], body: str, build: Builds, widen: Widens) -> Built:
    """A bound built knowing whether a geometric formula in k grows, falls, or stays; case by case where that is open.

    ``widen`` turns a bound into a larger one, both given as text.
    """
    return _signed(b, _apart(parse(body, "sum", None), domains), build, widen)


def _signed(b: Builder, factors: tuple[str, ...], build: Builds, widen: Widens) -> Built:
    if not factors:
        return build(b)
    factor, rest = factors[0], factors[1:]
    for sign in ("> 0", "< 0", "== 0"):
        try:
            known = b.prove(f"{factor} {sign}")
        except (NoProof, Refusal):
            continue
        return reached(partial(b.have, b.fresh("ratio"), known), lambda b: _signed(b, rest, build, widen))
    term = parse(factor, "ratio", None)
    if b.scope.arithmetic.evident(Call(">=", (term, ZERO))):  # a - b as b - a
        parts = term.args if isinstance(term, Call) and term.head == "+" else (term,)
        term = positive_first(tidied(Call("+", tuple(Call("neg", (part,)) for part in parts))))
    return split(b, to_text(term), lambda b: _signed(b, factors, build, widen), widen)


@as_proposal
def over_geometric(domains: Mapping[str, str], top: str, body: str, first: str, last: str) -> str | None:
    """A formula over the sum of a geometric one from one step to another, as one fraction; None where that is not geometric."""
    import sympy

    from pabisym.lang.sympy_bridge import convert, revert

    found = _geometric(parse(body, "sum", None), domains)
    if found is None:
        return None
    above, below = sympy.fraction(sympy.together(found[1]))
    low, high, scale = (convert(parse(text, "formula", None), domains) for text in (first, last, top))
    own = found[0] / found[1]
    numerator, denominator = sympy.fraction(scale * below**high / (own * above**low))
    parts = (numerator, above - below, denominator, above ** (high - low + 1) - below ** (high - low + 1))
    texts = [to_text(revert(part)) for part in parts]
    return to_text(positive_first(tidied(parse("({})*({})/(({})*({}))".format(*texts), "bound", None))))


def positive_first(term: Term) -> Term:
    """The same formula with what is added before what is subtracted."""
    if not isinstance(term, Call):
        return term
    args = tuple(map(positive_first, term.args))
    return Call(term.head, tuple(sorted(args, key=_subtracted)) if term.head == "+" and _subtracted(args[0]) else args)


def _subtracted(term: Term) -> bool:
    return term.value < 0 if isinstance(term, Number) else isinstance(term, Call) and term.head == "neg"


def _check(b: Builder, closed: str, body: str, first: str) -> None:
    """Raise unless the closed form starts with nothing and adds the formula at every step; a length makes the range symbolic."""
    at = parse(closed, "sum", None)
    if first == "1":
        b.prove(f"{to_text(substitute(at, {STEP: ((), parse('0'))}))} == 0")
    length, before = unused_name("n", b.scope.kinds), to_text(substitute(at, {STEP: ((), parse(f"{STEP} - 1"))}))
    wider = Builder(b.scope.extend((), {length: "integer"}), b.theorems)
    wider.generalise(STEP, "1", length, lambda b: b.prove(f"{closed} == {before} + {body}"))


@as_proposal
def _geometric(term: Term, domains: Mapping[str, str]) -> tuple[sympy.Expr, sympy.Expr, sympy.Expr] | None:
    """A formula in k as first*ratio**k: its value at 1, the ratio, and the ratio to the power k; None where it is no such thing."""
    import sympy

    from pabisym.lang.sympy_bridge import convert, symbol

    k = symbol(STEP, "integer")
    found = convert(term, {**domains, STEP: "integer"})
    ratio = sympy.powsimp(found.subs(k, k + 1) / found)
    return None if k in ratio.free_symbols or ratio == 1 else (found.subs(k, 1), ratio, found / found.subs(k, 0))


def _apart(term: Term, domains: Mapping[str, str]) -> tuple[str, ...]:
    """The factors of the difference of the ratio of a geometric formula from 1, but for its denominator."""
    import sympy

    from pabisym.lang.sympy_bridge import revert

    found = _geometric(term, domains)

    def factors(ratio: sympy.Expr) -> tuple[str, ...]:
        top, bottom = sympy.fraction(sympy.together(ratio))
        return tuple(to_text(positive_first(revert(factor))) for factor, _ in sympy.factor_list(bottom - top)[1])

    return () if found is None else proposal(lambda: factors(found[1])) or ()


def _alike(term: Term, domains: Mapping[str, str], factors: list[sympy.Expr]) -> Iterator[str]:
    """What a geometric formula is at every step, where one of some factors is 0."""
    import sympy

    from pabisym.lang.sympy_bridge import convert, revert

    value = convert(term, {**domains, STEP: "integer"})
    for factor in factors:
        for letter in sorted(factor.free_symbols, key=str):
            if factor.is_polynomial(letter) and sympy.degree(factor, letter) == 1:
                same = sympy.powsimp(value.subs(letter, sympy.solve(factor, letter)[0]))
                if STEP not in {one.name for one in same.free_symbols}:
                    yield to_text(revert(same))


@as_proposal
def _constant(term: Term, kinds: Mapping[str, str], _: str) -> list[str]:
    """Of a formula that is the same at all steps, and is not written so, the sum; else none."""
    import sympy

    from pabisym.lang.sympy_bridge import convert, revert, symbol

    plain = sympy.powsimp(convert(term, kinds))
    return [] if symbol(STEP, "integer") in plain.free_symbols else [f"({to_text(revert(plain))})*{STEP}"]


@as_proposal
def _geometric_sums(term: Term, kinds: Mapping[str, str], start: str) -> list[str]:
    """Sums of a geometric formula: where its ratio is not 1, and where it is; none of another formula."""
    import sympy

    from pabisym.lang.sympy_bridge import convert, revert, symbol

    found, k = _geometric(term, kinds), symbol(STEP, "integer")
    if found is None:
        return []
    first, ratio, power = found
    low = convert(parse(start, "step", None), kinds)
    top, bottom = sympy.fraction(sympy.together(ratio))
    constant, factors = sympy.factor_list(top - bottom)
    below = "*".join(f"({to_text(revert(factor))})**{count}" for factor, count in factors) or "1"
    scale, power = first * power.subs(k, low - 1) * bottom / constant, power.subs(k, k - low + 1)
    same = _alike(term, kinds, [factor for factor, _ in factors])
    return [f"({to_text(revert(scale))})*({to_text(revert(power))} - 1)/({below})", *(f"({one})*{STEP}" for one in same)]


@as_proposal
def _gosper(term: Term, kinds: Mapping[str, str], _: str) -> list[str]:
    """The sum that Gosper's algorithm finds."""
    import sympy
    from sympy.concrete.gosper import gosper_sum

    from pabisym.lang.sympy_bridge import convert, revert, symbol

    k, end = symbol(STEP, "integer"), symbol("upto", "integer")
    closed = gosper_sum(convert(term, kinds), (k, 1, end))
    return [] if closed is None else [to_text(revert(sympy.factor(closed.subs(end, k))))]
