"""What sums satisfy beside being sums, by induction over their last index: an order that is asked for, and integral bounds.

A goal in which a sum S(n) is linear says that S(n) <= f(n), or at least that.  Where f(k) - f(k - 1) is at least the last summand for
every k, this is so by induction: so telescoped sums are compared.  Where a goal is no such step, these are named, for n >= 1:

    1 - 1/(n + 1) <= sum(1/j**2, j, 1, n) <= 2 - 1/n
    log(n + 1) <= sum(1/j, j, 1, n) <= 1 + log(n)
    sqrt(n) <= sum(sqrt(j)/j, j, 1, n) <= 2*sqrt(n)
    sum(1/(j*(j + 1)), j, 1, n) == 1 - 1/(n + 1)
    1/2 - 1/(n + 2) <= sum(1/(j + 1)**2, j, 1, n) <= 1 - 1/(n + 1)
    sum(r**j, j, 1, n)*(1 - r) == r - r**(n + 1)         and so for whatever is r times what is before it

Untrusted: the kernel replays the inductions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from pabisym.errors import InputError
from pabisym.kernel.exact import Polynomial, Refusal, difference
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import BINDERS, ONE, TWO, ZERO, Call, Name, Number, Term, calls, substitute
from pabisym.process.sequence import names, unused_name
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.proof.certificate import polynomial_term, positive_denominator, times
from pabisym.proof.exponentials import log_low, log_tangent
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import InnerScript, Script
from pabisym.refutation.nearest import Plausible

INTEGRALS = {"1/j**2": ("2 - 1/n", "1 - 1/(n + 1)"), "1/j": ("1 + log(n)", "log(n + 1)"),
             "sqrt(j)/j": ("2*sqrt(n)", "sqrt(n)"), "1/(j*(j + 1))": ("1 - 1/(n + 1)", "1 - 1/(n + 1)"),
             "1/(j + 1)**2": ("1 - 1/(n + 1)", "1/2 - 1/(n + 2)")}
"""An upper and a lower bound of the sum of a formula in j over 1..n."""


def sums(terms: Iterable[Term]) -> Iterator[Call]:
    """The sums in some formulas up to a letter, which stand in no other sum."""
    for term in terms:
        if isinstance(term, Call) and term.head == "sum" and isinstance(term.args[3], Name):
            yield term
        elif isinstance(term, Call) and term.head not in BINDERS:
            yield from sums(term.args)


def by_induction(b: Builder, goal: Call, plausible: Plausible) -> Step | None:
    """A proof of an inequality in which one sum is linear, by induction over its last index; None where that is no step."""
    for one in dict.fromkeys(sums(goal.args)):
        with suppress(NoProof, Refusal, InputError):
            p = Script(b)
            relation, multiplier, sign = _solved(p, goal, one)
            if not plausible(p, relation):
                continue
            label = p.fresh("sum")
            p.have(label, _induced(p, one, relation))
            return p.close(certified(goal, fact(label, sign), multiplier=multiplier))
    return None


def _solved(p: Script, goal: Call, one: Call) -> tuple[Call, Term, str]:
    """A goal as a bound on a sum, with the label of the sign of its coefficient, and what the goal is multiplied by to be their product."""
    expression, _ = difference(goal)
    top, multiplier = positive_denominator(p.scope, expression)
    atoms = [atom for monomial in p.scope.arithmetic.normal(one).top for atom, _ in monomial]
    linear, rest = Polynomial(), Polynomial()
    if len(atoms) != 1:
        raise NoProof("the sum is no atom")
    for monomial, c in top.items():
        powers = dict(monomial)
        count = powers.pop(atoms[0], 0)
        if count > 1:
            raise NoProof("the sum is not linear")
        (linear if count else rest)[tuple(sorted(powers.items()))] = c
    if not linear:
        raise NoProof("the sum is not there")
    coefficient = polynomial_term(p.scope.arithmetic, linear)
    for turn, head in ((coefficient, ">="), (Call("neg", (coefficient,)), "<=")):
        sign = p.fresh("coefficient")
        with suppress(NoProof):
            p.have(sign, Call(">", (turn, ZERO)))
            value = Call("/", (polynomial_term(p.scope.arithmetic, rest), turn)) if rest else ZERO
            return Call(head, (one, Call("neg", (value,)) if head == ">=" else value)), multiplier, sign
    raise NoProof("the coefficient has no known sign")


def _induced(p: Script, one: Call, relation: Call) -> Step:
    """A bound on a sum up to its last index, from the same for every index before."""
    index = unused_name("k", {*p.scope.kinds, *names(relation)})
    end = one.args[3]
    claim = substitute(relation, {end.name: ((), Name(index))}) if isinstance(end, Name) else relation
    first = substitute(claim, {index: ((), one.args[2])})
    for part in _applied("log", first):
        log_tangent(p, to_text(part.args[0]))
    _name_roots(p, first)
    with p.induct(index, one.args[2], end, claim, first) as each:
        each.show(_one_more(each, claim))
    return p.at(each.step, end)


def _one_more(p: InnerScript, claim: Term) -> Step:
    """The claim of an index from the one before it."""
    before, step = p.scope.lookup(p.hypothesis), p.fresh("step")
    if not isinstance(claim, Call) or not isinstance(before, Call):
        raise NoProof("no relation")
    (own, bound), (less, smaller) = claim.args, before.args
    last = Call("+", (own, Call("neg", (less,))))
    grown = Call("+", (bound, Call("neg", (smaller,))))
    _name_logarithms(p, grown)
    _name_roots(p, grown)
    _name_powers_below_one(p, own)
    p.have(step, Call(claim.head, (last, grown)))
    return certified(claim, fact(p.hypothesis), fact(step))


def _name_powers_below_one(p: Script, one: Term) -> None:
    """Go on knowing that the powers in the last summand of a sum are at most 1, and at most their base, where it is."""
    if not isinstance(one, Call) or one.head != "sum":
        return
    body, index, _, end = one.args
    for base, exponent in _powers_of(body, index):
        for less in (ZERO, Number(-1)):
            with suppress(NoProof, Refusal):
                p.have(p.fresh("power"), p.figure("power-at-most-one", c=base, k=Call("+", (_at(exponent, index, end), less))))


def _name_logarithms(p: Script, grown: Term) -> None:
    """Go on knowing what the difference of two logarithms in a formula is, and between what it lies."""
    logarithms = _applied("log", grown)
    if len(logarithms) == 2:
        (x,), (y,) = (one.args for one in logarithms)
        ratio = Call("/", (x, y))
        p.have(p.fresh("positive"), Call(">", (y, ZERO)))
        p.have(p.fresh("product"), p.figure("log-product", x=y, y=ratio, conclude=Call("==", (
            logarithms[0], Call("+", (logarithms[1], Call("log", (ratio,))))))))
        log_low(p, to_text(ratio))
        log_tangent(p, to_text(ratio))


def _name_roots(p: Script, *terms: Term) -> None:
    """Go on knowing what the squares of roots in some formulas are, their signs, and that of the square of a difference times each."""
    roots = list(dict.fromkeys(root for term in terms for root in _applied("sqrt", term)))
    for root in roots:
        with suppress(NoProof, Refusal):
            p.have(p.fresh("root"), p.figure("square-root-sign", x=root.args[0]))
            p.have(p.fresh("square"), p.figure("square-root", x=root.args[0]))
    if len(roots) == 2:
        apart = Call("**", (Call("+", (roots[0], Call("neg", (roots[1],)))), TWO))
        factors: list[Term] = [ONE, *roots]
        for factor in factors:
            with suppress(NoProof, Refusal):
                p.have(p.fresh("apart"), Call(">=", (Call("*", (factor, apart)), ZERO)))


def _applied(head: str, term: Term) -> list[Call]:
    """Applications of a function in a formula, not those in sums."""
    return [one for one in dict.fromkeys(calls(term, bound=False)) if one.head == head]


def _name_geometric(p: Script, one: Call) -> None:
    """Go on knowing what a geometric sum is, times 1 less its ratio, by induction over its last index."""
    body, index, low, end = one.args
    k = unused_name("k", {*p.scope.kinds, *names(one)})
    # by what a product grows from one index to the next, if it is a geometric sequence
    factors = [Call("**", (base, Call("+", (_at(exponent, index, ONE), Call("neg", (_at(exponent, index, ZERO),))))))
               for base, exponent in _powers_of(body, index)]
    ratio = times(factors)
    inside = p.scope.extend([(p.fresh("index"), Call(">=", (Name(k), low)))], {k: "integer"})
    grown = [_at(body, index, last) for last in (Call("+", (Name(k), ONE)), Name(k))]
    if not factors or not inside.arithmetic.evident(Call("==", (grown[0], Call("*", (ratio, grown[1]))))):
        return

    def claim(last: Term) -> Term:
        whole = Call("*", (Call("sum", (body, index, low, last)), Call("+", (ONE, Call("neg", (ratio,))))))
        return Call("==", (whole, Call("+", (_at(body, index, low), Call("neg", (after(last),))))))

    def after(last: Term) -> Term:
        return _at(body, index, Call("+", (last, ONE)))

    with p.induct(k, low, end, claim(Name(k)), claim(low)) as each:
        each.show(certified(claim(Name(k)), fact(each.hypothesis)))
    p.have(p.fresh("geometric"), p.at(each.step, end))
    p.have(p.fresh("after"), Call(">=", (after(end), ZERO)))


def _powers_of(term: Term, index: Term) -> Iterator[tuple[Term, Term]]:
    """The factors of a product that are powers with an index in the exponent: base and exponent."""
    match term:
        case Call("**", (base, exponent)) if names(index) <= names(exponent):
            yield base, exponent
        case Call("*", args) | Call("/", (*args, _)):
            for arg in args:
                yield from _powers_of(arg, index)


def _at(term: Term, index: Term, value: Term) -> Term:
    return substitute(term, dict.fromkeys(names(index), ((), value)))


def _integral(p: Script, body: Term, index: Term) -> tuple[str, ...]:
    """The bounds of a sum of a formula, which may be written otherwise; none where no such formula is known."""
    if not isinstance(index, Name) or names(body) != {index.name}:
        return ()
    j = unused_name("j", p.scope.kinds)
    inside = p.scope.extend([(p.fresh("index"), parse(f"{j} >= 1", "sum", None))], {j: "integer"})
    for text, bounds in INTEGRALS.items():
        same = [substitute(one, {name: ((), Name(j))}) for one, name in ((body, index.name), (parse(text, "sum", None), "j"))]
        with suppress(Refusal):
            if inside.arithmetic.evident(Call("==", tuple(same))):
                return bounds
    return ()


def name_sums(p: Script, terms: Iterable[Term]) -> None:
    """Go on knowing between what the sums in some formulas lie."""
    for one in dict.fromkeys(sums(terms)):
        body, index, low, end = one.args
        with suppress(NoProof, Refusal):
            _name_geometric(p, one)
        bounds = _integral(p, body, index) if low == ONE else ()
        for head, text in zip(("<=", ">="), bounds, strict=False):
            with suppress(NoProof, Refusal):
                bound = substitute(parse(text, "sum", None), {"n": ((), end)})
                _name_roots(p, bound)
                p.have(p.fresh("integral"), _induced(p, one, Call(head, (one, bound))))
