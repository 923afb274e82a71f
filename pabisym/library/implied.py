"""What judgements imply of numbers: sizes that are not negative, one variance for one noise, how far known laws are.

A search for a contradiction adds these to the hypotheses; nothing that is proved rests on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations

from pabisym.divergence.evaluate import decide
from pabisym.errors import PabisymError
from pabisym.kernel.exact import Refusal, Scope
from pabisym.kernel.judgement import Sequent
from pabisym.lang.term import BINDERS, ONE, RELATIONS, TWO, ZERO, Call, Name, Term, forall, is_call, is_relation, substitute
from pabisym.process.sequence import names

SIZES: Mapping[str, tuple[int, ...]] = {
    "lipschitz": (1,), "lipschitzon": (2,), "gap": (2,), "gapon": (3,), "gaussian": (1,), "winf": (2,), "steady": (1,), "near": (2,),
    "bounded": (1,), "smooth": (1,), "lipschitzloss": (1,), "lsi": (1,), "traced": (4,), "gdp": (0, 3), "gdpclose": (2,), "zcdp": (2,),
    "renyi": (1, 4), "close": (3,), "dp": (3,), "spread": (2,), "contracts": (2,),
}
"""Judgements that hold of nothing where one of these arguments is negative."""
NOTHING = Call(">=", (ZERO, ONE))
"""What holds of nothing."""
_BETWEEN: Mapping[str, tuple[Term, Term | None]] = {
    "R": (ZERO, None), "gdpsize": (ZERO, None), "sampledsize": (ZERO, None), "norm": (ZERO, None), "chance": (ZERO, ONE),
    "theta": (ZERO, ONE), "survival": (ZERO, ONE), "normal": (ZERO, ONE), "sampled": (ZERO, None), "sampled_first": (ZERO, None),
}
"""Between which numbers the values of functions are."""


def implied(sequent: Sequent) -> tuple[Term, ...]:
    """Relations, and relations for every index of a range, that follow from the assumptions of a sequent."""
    terms = [term for _, term in sequent.assumptions]
    found: dict[Term, None] = {}
    for term in terms:
        found |= dict.fromkeys(_everywhere(term, lambda one: (*_of_one(one), *_of_parts(one))))
    for first, second in combinations(terms, 2):
        found |= dict.fromkeys(_of_pair(sequent, first, second))
    normal = _normal_laws(terms)
    for term in terms:
        found |= dict.fromkeys(_everywhere(term, partial(_of_normal, normal)))
    return (*found, *([NOTHING] if any(map(_is_false, (*found, *terms))) else []))


def _is_false(relation: Term) -> bool:
    """Is a relation without letters decided to be false."""
    try:
        return is_relation(relation) and not names(relation) and decide(relation, {}) == "false"
    except PabisymError:
        return False


def _everywhere(term: Term, about: Callable[[Call], Iterable[Term]]) -> Iterator[Term]:
    """What is implied for every index of the ranges in which a judgement stands."""
    if isinstance(term, Call) and term.head == "forall" and isinstance(index := term.args[0], Name):
        yield from (forall(index, term.args[1], term.args[2], one) for one in _everywhere(term.args[3], about))
    elif isinstance(term, Call):
        yield from about(term)


def _at_least(x: Term, y: Term) -> Call:
    return Call(">=", (x, y))


def _negative(x: Term) -> Call:
    return Call("neg", (x,))


def _minus(x: Term, y: Term) -> Call:
    return Call("+", (x, _negative(y)))


def _times(*factors: Term) -> Term:
    return Call("*", factors) if len(factors) > 1 else factors[0]


def _square(x: Term) -> Call:
    return Call("**", (x, TWO))


def _of_one(term: Call) -> Iterator[Term]:
    """What one judgement implies."""
    args = term.args
    yield from (_at_least(args[i], ZERO) for i in SIZES.get(term.head, ()))
    if term.head == "moment":
        yield _at_least(args[3], ONE)
    elif term.head == "laplace":
        yield Call(">", (args[1], ZERO))
    elif term.head in ("dp", "spread"):
        yield _at_least(args[-1], _minus(ONE, Call("exp", (args[-2],))))
    elif term.head == "lipschitz" and isinstance(f := args[0], Call):
        if f.head == "affine":
            yield from (_at_least(args[1], f.args[0]), _at_least(args[1], _negative(f.args[0])))
        elif f.head in ("projection", "translate"):
            yield _at_least(args[1], ONE)
    elif term.head == "bounded" and is_call(args[0], "projection"):
        yield Call(">", (args[1], ZERO))  # a domain has inner points
    elif term.head == "gap" and isinstance(f := args[0], Call) and isinstance(g := args[1], Call) and f.head == g.head == "affine":
        yield Call("==", (f.args[0], g.args[0]))
        yield from (_at_least(args[2], _minus(x, y)) for x, y in ((f.args[1], g.args[1]), (g.args[1], f.args[1])))


def _of_parts(term: Term) -> Iterator[Term]:
    """What the parts of a judgement imply: functions have values in a range, mixtures have weights."""
    if not isinstance(term, Call) or term.head in BINDERS:
        return
    for arg in term.args:
        yield from _of_parts(arg)
    if term.head == "mix":
        yield from (_at_least(term.args[0], ZERO), _at_least(ONE, term.args[0]))
    if term.head in _BETWEEN:
        low, high = _BETWEEN[term.head]
        yield _at_least(term, low)
        if high is not None:
            yield _at_least(high, term)


def _of_pair(sequent: Sequent, first: Term, second: Term) -> Iterator[Term]:
    """What two judgements about one noise, or about one law, imply."""
    ranged = is_call(first, "forall"), is_call(second, "forall")
    if all(ranged):
        yield from _of_ranges(sequent, first, second)
    elif any(ranged):
        yield from _of_place(sequent, *((first, second) if ranged[0] else (second, first)))
    elif isinstance(first, Call) and isinstance(second, Call):
        yield from _of_same(first, second)


def _of_ranges(sequent: Sequent, one: Term, other: Term) -> Iterator[Term]:
    """Two judgements for every index: where both ranges begin and end alike, or with numbers."""
    if not isinstance(one, Call) or not isinstance(other, Call) or not isinstance(index := one.args[0], Name):
        return
    name = other.args[0]
    body = substitute(other.args[3], {name.name: ((), index)}) if isinstance(name, Name) else other
    scope = Scope(dict(sequent.kinds), tuple(sequent.assumptions))
    low = _one_of(scope, one.args[1], other.args[1], larger=True)
    high = _one_of(scope, one.args[2], other.args[2], larger=False)
    if low is not None and high is not None and isinstance(one.args[3], Call) and isinstance(body, Call):
        yield from (forall(index, low, high, said) for said in _of_same(one.args[3], body))


def _one_of(scope: Scope, x: Term, y: Term, *, larger: bool) -> Term | None:
    """The larger, or the smaller, of two terms; None where that is not evident."""
    try:
        if x == y or scope.arithmetic.holds(Call(">=" if larger else "<=", (x, y))):
            return x
        return y if scope.arithmetic.holds(Call("<=" if larger else ">=", (x, y))) else None
    except Refusal:
        return None


def _of_place(sequent: Sequent, general: Term, single: Term) -> Iterator[Term]:
    """A judgement for every index, and one about an index of its range."""
    if not isinstance(general, Call) or not isinstance(single, Call) or not isinstance(index := general.args[0], Name):
        return
    body = general.args[3]
    if not isinstance(body, Call) or body.head not in ("gaussian", "laplace", "equal") or not isinstance(letter := body.args[0], Call):
        return
    about = single.args[0] if single.args else ZERO
    if not isinstance(about, Call) or about.head != letter.head or letter.args != (index,):
        return
    at = about.args[0]
    scope = Scope(dict(sequent.kinds), tuple(sequent.assumptions))
    try:
        inside = all(map(scope.arithmetic.holds, (Call("<=", (general.args[1], at)), Call("<=", (at, general.args[2])))))
    except Refusal:
        return
    said = substitute(body, {index.name: ((), at)})
    if inside and isinstance(said, Call):
        yield from _of_same(said, single)


def _of_same(one: Call, other: Call) -> Iterator[Term]:
    """Two judgements without ranges."""
    if {one.head, other.head} <= {"gaussian", "laplace"} and one.args[0] == other.args[0]:
        if one.head == other.head:
            yield Call("==", (one.args[1], other.args[1]))
        else:
            yield NOTHING
    if one.head == other.head == "equal":
        pair = _normal_of(one.args[1]), _normal_of(other.args[1])
        if one.args[0] == other.args[0] and pair[0] is not None and pair[1] is not None:
            yield from (Call("==", sides) for sides in zip(pair[0], pair[1], strict=True))
    for lower, upper in ((one, other), (other, one)):
        match lower.head, upper.head:
            case "apart", "gdp" if upper.args[0] == ZERO and lower.args[:2] == upper.args[1:3]:
                yield _at_least(upper.args[3], lower.args[2])
            case "apart", "dp" if lower.args[:2] == upper.args[:2]:
                yield _at_least(upper.args[3], Call("theta", (Call("exp", (upper.args[2],)), Call("sqrt", (lower.args[2],)))))
            case "apart", "equal" if set(lower.args[:2]) == set(upper.args):
                yield _at_least(ZERO, lower.args[2])
            case "gaussian", head if head in RELATIONS:
                yield from _magnitudes(lower, upper)


def _magnitudes(noise: Call, term: Term) -> Iterator[Term]:
    """What the magnitudes of a Gaussian noise are that occur in a relation."""
    if isinstance(term, Call):
        for arg in term.args:
            yield from _magnitudes(noise, arg)
        if term.head == "R" and term.args[1] == noise.args[0]:
            yield Call("==", (_times(TWO, noise.args[1], term), _times(term.args[0], _square(term.args[2]))))
        if term.head == "gdpsize" and term.args[0] == noise.args[0]:
            yield Call("==", (_times(noise.args[1], term), _square(term.args[1])))


def _normal_of(term: Term) -> tuple[Term, Term] | None:
    """Mean and variance of a normal law."""
    return (term.args[0], term.args[1]) if isinstance(term, Call) and term.head == "normallaw" else None


def _normal_laws(terms: Iterable[Term]) -> dict[Term, tuple[Term, Term]]:
    """The laws that hypotheses say to be normal, with mean and variance."""
    known: dict[Term, tuple[Term, Term]] = {}
    for term in terms:
        if isinstance(term, Call) and term.head == "equal":
            for law, other in (term.args, term.args[::-1]):
                if (found := _normal_of(other)) is not None:
                    known.setdefault(law, found)
    return known


def _of_normal(known: Mapping[Term, tuple[Term, Term]], term: Call) -> Iterator[Term]:
    """What a bound on a divergence of two normal laws of the same variance implies."""
    at = {"winf": 0, "zcdp": 0, "apart": 0, "renyi": 2, "gdp": 1}.get(term.head)
    if at is None:
        return
    one, other = (_normal_of(law) or known.get(law) for law in term.args[at : at + 2])
    if one is None or other is None or one[1] != other[1]:
        return
    far, variance = _minus(one[0], other[0]), one[1]
    if term.head == "winf":
        yield from (_at_least(term.args[2], far), _at_least(term.args[2], _negative(far)))
    elif term.head == "apart":
        yield _at_least(_square(far), _times(term.args[2], variance))
    elif term.head == "zcdp":
        yield _at_least(_times(TWO, variance, term.args[2]), _square(far))
    elif term.args[at - 1] == ZERO:
        factor = (TWO, variance) if term.head == "renyi" else (variance,)
        yield _at_least(_times(*factor, term.args[-1]), _times(*((term.args[0],) if term.head == "renyi" else ()), _square(far)))
