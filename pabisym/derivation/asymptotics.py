"""Limits of a derived price: what it goes to, how fast, from which side, with a proof where one is found.

A limit is *proved* when the kernel shows |f - g| <= r for all letters in their domains, near the limit where ``near`` says
so: g is a constant times an elementary function, r a constant times one that vanishes against it (1/T, c**T with 0 < c < 1,
a distance to the limit).  That r vanishes is what these functions are chosen for.  Otherwise the limit is *computed*: proposed
by the leading terms of numerator and denominator, and shown at a sequence of points with certified enclosures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol

from flint import fmpq

from pabisym.derivation.derive import Derivation, HasDerivation, derivation_of
from pabisym.derivation.shapes.problem import Derived, outermost
from pabisym.divergence.evaluate import decide, enclose, exact_value
from pabisym.errors import InputError, Undecided
from pabisym.kernel.exact import Refusal, Scope
from pabisym.kernel.judgement import Sequent
from pabisym.lang.arguments import NumberLike, public
from pabisym.lang.budget import proposal
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.once import exclusive
from pabisym.lang.rational import plain_text, rational, rational_text, to_fraction
from pabisym.lang.simplify import has_sums, tidied, upright
from pabisym.lang.term import HALF, ONE, TWO, ZERO, Call, Name, Number, Term, is_relation, mentions
from pabisym.library.library import builtin
from pabisym.library.twins import Grounded, prove_by_replay
from pabisym.numerics.enclosure import Enclosure, interval_json
from pabisym.process.sequence import names
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.proof.case_split import case_by_case, free_label, with_facts
from pabisym.proof.certificate import OutOfWork, at_most, product
from pabisym.spec.domains import Domain, satisfying
from pabisym.spec.knowledge import Knowledge

if TYPE_CHECKING:
    import sympy

INFINITY = ("oo", "inf", "infinity")
"""What stands for infinity."""
TERMS = 5
"""Terms of a binomial series with which the behaviour at a finite point is proposed."""
FACTORS = (1, 2, 4)
"""Multiples of the leading remainder that are tried as bounds on the whole one."""
PRODUCTS = 30_000
"""How many products of known relations the search for proofs tries."""
FAR = Fraction(10) ** 30
"""Where a letter should lie in its domain, if it is to go to infinity."""
STEPS = 4
"""Points at which a limit is shown."""


@dataclass(frozen=True)
class Limit:
    """The behaviour of a price near a limit.

    ``value`` is the limit (the name ``oo`` where there is none), ``leading`` the elementary function that the price is
    asymptotically equal to, ``remainder`` a bound on their distance that vanishes against it, ``direction`` from which side
    the limit is approached where that is proved, ``near`` a condition under which all this is stated.
    """

    letter: str
    to: str
    value: Term | None
    leading: Term | None
    remainder: Term | None
    near: tuple[Term, ...]
    direction: str
    status: str
    proofs: tuple[Grounded, ...]
    points: tuple[tuple[str, Enclosure], ...]

    def __repr__(self) -> str:
        value, leading = ("None" if one is None else to_text(one) for one in (self.value, self.leading))
        return f"Limit({self.letter} -> {self.to}, value={value}, leading={leading}, {self.status})"

    @property
    def steps(self) -> int:
        """Steps of proof."""
        return sum(one.steps for one in self.proofs)

    @property
    def said(self) -> str:
        """What the limit is about."""
        return f"price as {self.letter} -> {self.to}"

    def to_json(self) -> dict[str, Any]:
        """The limit as plain data."""

        def text(term: Term | None) -> str | None:
            return None if term is None else to_text(term)

        return {"letter": self.letter, "to": self.to, "limit": text(self.value), "asymptotically": text(self.leading),
                "remainder": text(self.remainder), "near": [to_text(term) for term in self.near], "direction": self.direction,
                "status": self.status, "proof_steps": self.steps,
                "points": [{"at": at, "value": interval_json(value)} for at, value in self.points]}


@public
def limit(found: Derivation | HasDerivation, letter: str, to: NumberLike, side: str = "") -> Limit:
    """The price of a derived bound as a letter of its spec goes to a rational or to infinity (``"oo"``).

    ``side`` is ``below`` or ``above`` where the domain allows both.  The price is mu^2, which has no unit; ``status`` of the
    answer says whether the limit is proved or only computed.  Raises :class:`~pabisym.errors.InputError` for an
    unknown letter and a limit that the domain does not reach.

    >>> from pabisym import limit
    >>> from pabisym.lang.grammar import to_text
    >>> from pabisym.derivation.derive import derive
    >>> found = derive({
    ...     "symbols": {"n": "integer, n >= 1", "s": "real, s >= 0", "v": "real, v > 0"},
    ...     "process": {"steps": "n", "gap": [{"at": "1", "size": "s"}], "noise": {"law": "gaussian", "variance": "v"}},
    ...     "goal": {"divergence": "gdp"}})
    >>> answer = limit(found, "n", "oo")
    >>> to_text(answer.value), to_text(answer.leading), answer.status
    ('0', 's**2/(n*v)', 'proved')
    """
    own = derivation_of(found)
    return price_limit(own.square, own.spec, letter, to, side, own.derived)


class KnowsDomains(Protocol):
    """Letters with their domains, as a spec has them: what a limit has to know beside the price."""

    @property
    def symbols(self) -> Mapping[str, Domain]:
        """The domains by name."""

    def scope(self) -> Scope:
        """The letters, and what is known of them, for the kernel."""

    def knowledge(self) -> Knowledge:
        """What follows from the domains."""

    def points(self, count: int, seed: int = 0) -> Iterator[Mapping[str, Fraction]]:
        """Random points of the domains."""


@exclusive
def price_limit(price: Term, spec: KnowsDomains, letter: str, to: object, side: str = "", derived: Derived | None = None) -> Limit:
    """The same for any price in the letters of a spec; ``derived`` is the bound that it came from, whose proof helps."""
    target = _Target.of(spec, letter, to, side)
    points = tuple(_shown(price, spec, target))
    if letter not in names(price):
        return Limit(letter, target.text, price, price, ZERO, (), "constant", "proved", (), points)
    proposed = None
    with suppress(NoProof):
        if _has_cases(price) and not has_sums(price):
            by_parts = tidied(_by_parts(price, spec, target))
            return Limit(letter, target.text, by_parts, by_parts, None, (), "", "computed", (), points)
        proposed = proposal(lambda: _proposal(price, spec, target))
    if proposed is None:
        return Limit(letter, target.text, None, None, None, (), "", "computed", (), points)
    found = Limit(letter, target.text, proposed.value, proposed.leading, None, (), "", "computed", (), points)
    with at_most(PRODUCTS):
        return _proved(price, spec, target, proposed, found, derived)


@dataclass(frozen=True)
class _Target:
    """Where a letter goes: to infinity (``at`` None), or to a rational from below (-1) or above (1)."""

    letter: str
    at: Fraction | None
    sign: int
    text: str

    @classmethod
    def of(cls, spec: KnowsDomains, letter: str, to: object, side: str) -> _Target:
        if letter not in spec.symbols:
            raise InputError(letter, "is not a letter of this spec", f"the letters are {', '.join(spec.symbols)}")
        if side not in ("", "below", "above"):
            raise InputError("side", f"{side!r} is no side", "give below or above")
        if plain_text(to) in INFINITY:
            own = [term for _, term in spec.scope().known if names(term) == {letter}]
            if any(decide(term, {letter: FAR}) == "false" for term in own):
                raise InputError(letter, "is bounded in its domain, and does not go to oo", "give a limit on the border or inside")
            return cls(letter, None, 1, "oo")
        if spec.symbols[letter].kind == "integer":
            raise InputError(letter, "is an integer, and does not approach a number", "let it go to oo")
        at = to_fraction(rational(to, letter))
        sides = [sign for sign in (-1, 1) if _reaches(spec, letter, at, sign) and side in ("", {-1: "below", 1: "above"}[sign])]
        if not sides:
            raise InputError(letter, f"does not come near {rational_text(at)} in its domain", "give a limit on the border or inside")
        if len(sides) == 2:
            raise InputError(letter, "can be approached from both sides", "say from which, as in c=1:below")
        return cls(letter, at, sides[0], f"{rational_text(at)} from {'below' if sides[0] < 0 else 'above'}")

    def points(self) -> Iterator[Fraction]:
        """Values on the way."""
        for step in range(1, STEPS + 1):
            yield Fraction(10**step) if self.at is None else self.at + self.sign * Fraction(1, 10**step)


def _reaches(spec: KnowsDomains, letter: str, at: Fraction, sign: int) -> bool:
    """Are there points of the domain near the limit on this side."""
    for point in spec.points(20, seed=11):
        near = {**point, letter: at + sign * Fraction(1, 10**6)}
        with suppress(InputError, Undecided):
            if all(decide(term, near) == "true" for _, term in spec.scope().known):
                return True
    return False


def _shown(price: Term, spec: KnowsDomains, target: _Target) -> Iterator[tuple[str, Enclosure]]:
    """The price at points on the way, the other letters fixed where the domains allow all of them."""
    known = [term for _, term in spec.scope().known]
    best: list[tuple[str, Enclosure]] = []
    for base in spec.points(12, seed=5):
        found = []
        for value in target.points():
            point = {**base, target.letter: value}
            with suppress(InputError, Undecided):
                if all(decide(term, point) == "true" for term in known):
                    others = ", ".join(f"{name} = {rational_text(to_fraction(rational(own, name)))}"
                                       for name, own in base.items() if name != target.letter)
                    found.append((rational_text(value) + (f" ({others})" if others else ""), enclose(price, point, 10)))
        best = max(best, found, key=len)
        if len(best) == STEPS:
            break
    yield from best


# What the limit should be.


@dataclass(frozen=True)
class _Proposal:
    """The limit, the leading term, and what of the remainder goes to 0 fastest to slowest: constant and function."""

    value: Term
    leading: Term
    remainders: tuple[Term, ...]
    near: tuple[Term, ...] = ()
    powers: tuple[tuple[str, str], ...] = ()


def _proposal(price: Term, spec: KnowsDomains, target: _Target) -> _Proposal:
    if has_sums(price) or _has_cases(price):
        raise NoProof("sums and case distinctions are not expanded")
    return _at_infinity(price, spec, target) if target.at is None else _at_point(price, spec, target)


def _has_cases(term: Term) -> bool:
    return mentions(term, "cases", "min", "max", "floor", "ceiling")


_CONTINUOUS = ("+", "*", "/", "neg", "sqrt", "min", "max")
"""Functions of which the limit is their value at the limits of what they are of, where all are numbers and none is divided by 0."""
_INFINITE = Name("oo")


def _by_parts(term: Term, spec: KnowsDomains, target: _Target) -> Term:
    """The limit of a formula with extrema and roundings, by the limits of its parts; raises where one of them is not found."""
    if not isinstance(term, Call) or target.letter not in names(term):
        return term if term != Name(target.letter) else _INFINITE if target.at is None else Number(fmpq(*target.at.as_integer_ratio()))
    if not _has_cases(term):
        with suppress(NoProof):
            found = proposal(lambda: _proposal(term, spec, target))
            if found is not None:
                return found.value
    if target.at is None and (found_far := _without_rounding(term, spec, target)) is not None:
        return found_far
    if term.head in ("floor", "ceiling"):
        return _rounded_limit(term, spec, target)
    if term.head == "**" and isinstance(term.args[1], Number) and term.args[1].value > 0:
        parts: tuple[Term, ...] = (_by_parts(term.args[0], spec, target), term.args[1])
    elif term.head in _CONTINUOUS:
        parts = tuple(_by_parts(arg, spec, target) for arg in term.args)
    else:
        raise NoProof(f"{term.head} is not expanded")
    if term.head == "min" and _INFINITE in parts:
        parts = tuple(part for part in parts if part != _INFINITE) or (_INFINITE,)
    if term.head in ("min", "max") and (len(parts) == 1 or _INFINITE in parts):
        return parts[0] if len(parts) == 1 else _INFINITE
    if _INFINITE in parts or (term.head == "/" and not any(spec.knowledge().holds(Call(sign, (parts[1], ZERO))) for sign in (">", "<"))):
        raise NoProof(f"{to_text(term)} is not expanded")
    return _least(Call(term.head, parts), spec)


def _without_rounding(term: Call, spec: KnowsDomains, target: _Target) -> Term | None:
    """The limit at infinity of a formula with numbers that are rounded down and no other cases, where these grow; None for others.

    A rounded number is less than it by a part of 1: the limit counts where it is the same for all parts that are tried.
    """
    rounded = list(dict.fromkeys(outermost(term, "floor")))
    if not rounded or any(_limit_at_infinity(one.args[0], spec, target.letter) != _INFINITE for one in rounded):
        return None
    limits = {_limit_at_infinity(_reduced(term, rounded, part), spec, target.letter) for part in (ZERO, HALF, ONE)}
    return limits.pop() if len(limits) == 1 else None


def _reduced(term: Term, rounded: list[Call], part: Term) -> Term:
    """A formula with every rounded number less by a part of 1 than before it was rounded."""
    if term in rounded and isinstance(term, Call):
        return Call("+", (term.args[0], Call("neg", (part,))))
    return Call(term.head, tuple(_reduced(arg, rounded, part) for arg in term.args)) if isinstance(term, Call) else term


def _limit_at_infinity(term: Term, spec: KnowsDomains, letter: str) -> Term | None:
    """The limit of a formula without cases as sympy proposes it; None where it has cases, or none is found."""
    import sympy

    from pabisym.lang.sympy_bridge import convert, revert

    if has_sums(term) or _has_cases(term):
        return None
    kinds, knowledge = _kinds(spec), spec.knowledge()
    own = {convert(Name(name), kinds): sympy.Dummy(name, positive=knowledge.holds(Call(">", (Name(name), ZERO))) or None)
           for name in names(term) & set(kinds)}
    x = own[convert(Name(letter), kinds)] if letter in names(term) else sympy.Dummy(letter)
    value = proposal(lambda: sympy.limit(convert(term, kinds).subs(own), x, sympy.oo))
    if value is None or value == sympy.oo:
        return None if value is None else _INFINITE
    return proposal(lambda: tidied(revert(sympy.factor_terms(value.subs({dummy: letter for letter, dummy in own.items()})))))


def _least(term: Call, spec: KnowsDomains) -> Term:
    """A minimum or maximum of two as the one that it is known to be."""
    if term.head in ("min", "max") and len(term.args) == 2:
        for one, other in (term.args, term.args[::-1]):
            if spec.knowledge().holds(Call("<=" if term.head == "min" else ">=", (one, other))):
                return one
    return term


def _rounded_limit(term: Call, spec: KnowsDomains, target: _Target) -> Term:
    """The limit of a rounded number whose limit is a rational, from the side on which it is at points on the way."""
    limit_inside = tidied(_by_parts(term.args[0], spec, target))
    value = exact_value(limit_inside, {}) if not names(limit_inside) else None
    if value is None:
        raise NoProof(f"where {to_text(term)} jumps is not known")
    if value.q != 1:
        return Number(value.floor() if term.head == "floor" else value.ceil())
    relation = Call(">=" if term.head == "floor" else "<=", (term.args[0], Number(value)))
    tried = [decide(relation, {**base, target.letter: on_the_way}) for base in spec.points(STEPS, seed=5) for on_the_way in target.points()]
    if not tried or set(tried) != {"true"}:
        raise NoProof(f"{to_text(term)} jumps at its limit")
    return Number(value)


def _kinds(spec: KnowsDomains) -> dict[str, str]:
    return {name: domain.kind for name, domain in spec.symbols.items()}


def _at_infinity(price: Term, spec: KnowsDomains, target: _Target) -> _Proposal:
    """Leading terms in the powers, and then in the letter."""
    import sympy

    from pabisym.lang.sympy_bridge import convert, revert

    f = convert(price, _kinds(spec))
    x = convert(Name(target.letter), _kinds(spec))
    p = sympy.Dummy("p", positive=True)
    plain, base, falling = _powers_of(f, x, p, spec)
    back = base**x if falling else base ** (-x)
    order, coefficient = _leading(plain, p, x)
    g = coefficient * p ** order[0] * x ** order[1]
    value = coefficient if order == (0, 0) else sympy.Integer(0) if order[0] > 0 or (order[0] == 0 and order[1] < 0) else None
    rest = sympy.cancel(sympy.together(plain - g))
    remainders = []
    if rest != 0:
        own, constant = _leading(rest, p, x)
        remainders = [constant * p ** own[0] * x ** own[1]]
    below_one = {name for name in names(price) if spec.knowledge().holds(Call("<", (Name(name), ONE)))}
    limit_value, *terms = (upright(tidied(revert(sympy.factor_terms(one))), below_one)
                           for one in (sympy.Integer(0) if value is None else value, *(one.subs(p, back) for one in (g, *remainders))))
    near = []  # that the letter is at least twice those which it bounds
    for _, term in spec.scope().known:
        if isinstance(term, Call) and term.head in ("<=", "<", ">=", ">"):
            low, high = term.args if term.head in ("<=", "<") else term.args[::-1]
            if high == Name(target.letter) and names(low):
                near.append(Call("<=", (Call("*", (TWO, low)), high)))
    return _Proposal(_INFINITE if value is None else limit_value, terms[0], tuple(terms[1:]), tuple(near))


def _powers_of(f: sympy.Expr, x: sympy.Symbol, p: sympy.Symbol, spec: KnowsDomains) -> tuple[sympy.Expr, sympy.Expr, bool]:
    """The price with the powers base**x of one base written as p, which goes to 0; and the base."""
    import sympy

    from pabisym.lang.sympy_bridge import revert

    found = [power for power in f.atoms(sympy.Pow) if power.exp.has(x)]
    bases = {power.base for power in found}
    if not found:
        return f, sympy.Integer(1), True
    if len(bases) != 1 or (base := next(iter(bases))).has(x):
        raise NoProof("powers of several bases are not expanded")
    knowledge, text = spec.knowledge(), revert(base)
    falling = knowledge.holds(Call("<", (text, ONE)))
    if not falling and not knowledge.holds(Call(">", (text, ONE))):
        raise NoProof("the base of a power is on neither side of 1")
    swaps = {}
    for power in found:
        slope = sympy.diff(power.exp, x)
        if not slope.is_Integer:
            raise NoProof("an exponent is not linear")
        swaps[power] = p ** (slope if falling else -slope) * base ** sympy.expand(power.exp - slope * x)
    return f.xreplace(swaps), base, falling


def _leading(f: sympy.Expr, p: sympy.Symbol, x: sympy.Symbol) -> tuple[tuple[int, int], sympy.Expr]:
    """The exponents of p and x in the leading term as p -> 0 faster than any power of x -> oo, and its coefficient."""
    import sympy

    top, bottom = sympy.fraction(sympy.cancel(sympy.together(f)))
    (i, j, a), (k, m, b) = (_lowest(part, p, x) for part in (top, bottom))
    return (i - k, j - m), sympy.factor(a / b)


def _lowest(part: sympy.Expr, p: sympy.Symbol, x: sympy.Symbol) -> tuple[int, int, sympy.Expr]:
    import sympy

    try:
        terms = sympy.Poly(sympy.expand(part), p, x).terms()
    except sympy.PolynomialError:
        raise NoProof("a power with a letter in its exponent is not expanded") from None
    low = min(exponents[0] for exponents, _ in terms)
    high = max(exponents[1] for exponents, _ in terms if exponents[0] == low)
    return int(low), int(high), sympy.factor(next(c for exponents, c in terms if exponents == (low, high)))


def _at_point(price: Term, spec: KnowsDomains, target: _Target) -> _Proposal:
    """Lowest powers of the distance to the limit; powers of letters are expanded as binomial series."""
    import sympy

    from pabisym.lang.sympy_bridge import convert, revert

    f = convert(price, _kinds(spec))
    x = convert(Name(target.letter), _kinds(spec))
    d = sympy.Dummy("d", positive=True)
    at = sympy.Rational(target.at.numerator, target.at.denominator) if target.at is not None else sympy.Integer(0)
    distance = target.sign * (x - at)
    powers: list[tuple[str, str]] = []
    near: list[Term] = []
    sizes: list[sympy.Expr] = []
    swaps: dict[sympy.Expr, sympy.Expr] = {}
    for power in f.atoms(sympy.Pow):
        if power.base.has(x) and not power.exp.is_Integer:
            inner = power.base.subs(x, at + target.sign * d)
            start = inner.subs(d, 0)
            if start != 1:
                raise NoProof("a base does not go to 1")
            swaps[power] = sum(sympy.ff(power.exp, j) / sympy.factorial(j) * (inner - 1) ** j for j in range(TERMS))
            powers.append((to_text(revert(power.base)), to_text(revert(power.exp))))
            sizes.append(power.exp * (1 - power.base))
            near.append(tidied(revert(2 * sizes[-1])))
    plain = sympy.together(f.xreplace(swaps).subs(x, at + target.sign * d))
    order, coefficient = _lowest_order(plain, d)
    rest = sympy.together(plain - coefficient * d**order)
    remainders = []
    if sympy.cancel(rest) != 0:
        own, constant = _lowest_order(rest, d)
        remainders = [coefficient * distance**order * size for size in sizes] or [constant * distance**own]
    value = coefficient if order == 0 else sympy.Integer(0) if order > 0 else None
    limit_value = _INFINITE if value is None else tidied(revert(sympy.factor_terms(value)))
    leading = tidied(revert(sympy.factor_terms(coefficient * distance**order)))
    bounds = tuple(Call("<=", (term, ONE)) for term in near)
    rough = tuple(tidied(revert(sympy.factor_terms(one))) for one in remainders)
    return _Proposal(limit_value, leading, rough, bounds, tuple(powers))


def _lowest_order(f: sympy.Expr, d: sympy.Symbol) -> tuple[int, sympy.Expr]:
    import sympy

    found = []
    for part in sympy.fraction(f):
        terms = sympy.Poly(sympy.expand(part), d).terms()
        ordered = sorted(((e[0], sympy.factor(sympy.expand(c))) for e, c in terms), key=lambda pair: pair[0])
        found.append(next((e, c) for e, c in ordered if c != 0))
    (i, a), (k, b) = found
    return i - k, sympy.factor(sympy.cancel(a / b))


# Its proof.


def _proved(price: Term, spec: KnowsDomains, target: _Target, proposal: _Proposal, found: Limit, derived: Derived | None) -> Limit:
    """The limit with its proof, for the smallest remainder for which one is found, and from which side it is proved to be approached."""
    prover = _LimitProver(spec, derived, proposal)
    f, g = to_text(price), to_text(proposal.leading)
    multiples = [tidied(Call("*", (Number(sign * factor), one))) for one in proposal.remainders for sign in (1, -1) for factor in FACTORS]
    for remainder in multiples or [ZERO]:
        proofs = []
        r = to_text(remainder)
        for claim in (f"{f} - ({g}) <= {r}", f"({g}) - ({f}) <= {r}"):
            one = prover.proof(claim, (price, proposal.leading, remainder))
            if one is None:
                break
            proofs.append(one)
        if len(proofs) == 2:
            found = replace(found, remainder=remainder, near=prover.near, status="proved", proofs=tuple(proofs))
            break
    if found.value is None or found.value == _INFINITE:
        return found
    for relation, said in (("<=", "from below"), (">=", "from above")):
        one = prover.proof(f"{f} {relation} {to_text(found.value)}", (price, found.value))
        if one is not None:
            return replace(found, direction=said, proofs=(*found.proofs, one))
    return found


class _LimitProver:
    """Proves claims about the price in the domains of the spec, near the limit."""

    def __init__(self, spec: KnowsDomains, derived: Derived | None, proposal: _Proposal) -> None:
        self.near, self.powers = proposal.near, proposal.powers
        self.kinds = _kinds(spec)
        self.tree = None if derived is None else derived.tree
        known = list(spec.scope().known)
        if derived is not None:
            labels = {label for label, _ in known}
            known += [(label, t) for label, t in derived.sequent.assumptions if label not in labels and is_relation(t)
                      and names(t) <= set(self.kinds)]
        self.known = (*known, *((f"near {i}", term) for i, term in enumerate(proposal.near, 1)))
        self.library = builtin() if derived is None else derived.library
        self.theorems = () if derived is None else tuple(sorted(derived.verdict.theorems))
        self.lemmas: dict[str, Grounded] = {}

    def proof(self, claim: str, terms: tuple[Term, ...]) -> Grounded | None:
        """A claim with its proof; None where none is found."""
        sequent = Sequent("limit", self.kinds, self.known, parse(claim, "claim", None))
        with suppress(InputError, Undecided):
            if any(decide(sequent.conclusion, point) == "false" for point in satisfying(sequent.scope(), 25, 17)):
                return None
        theorems = {name: self.library.statement(name).sequent for name in self.theorems}
        start = count(1 if self.tree is None else free_label(self.tree))
        try:
            b = Builder(sequent.scope(), theorems, start)

            def inside(b: Builder) -> Step:
                return case_by_case(b, claim, terms, lambda b: self.by_factors(b, sequent))

            proof = inside(b) if self.tree is None else with_facts(self.tree, b, inside)
            return prove_by_replay(sequent, proof, self.theorems, self.library, self.lemmas)
        except (NoProof, OutOfWork, Refusal, InputError):
            return None

    def by_factors(self, b: Builder, sequent: Sequent) -> Step:
        """A claim from the signs of the factors of the difference of its sides, each a lemma of its own."""
        form = product(b.scope, sequent.conclusion)
        signs: dict[str, Step] = {}
        for factor, power in () if form is None else form.factors:
            if power % 2 and not any(b.scope.arithmetic.evident(Call(sign, (factor, ZERO))) for sign in (">=", "<=")):
                signs[b.fresh("factor")] = self.factor(b, sequent, to_text(factor))
        return b.suppose_all(signs, lambda b: b.prove(sequent.conclusion))

    def factor(self, b: Builder, sequent: Sequent, text: str) -> Step:
        """The sign of one factor, proved from the domains of its own letters alone."""
        claim = f"{text} {'>=' if _sign(sequent, text) > 0 else '<='} 0"
        name = f"limit/{claim}"
        if name not in self.lemmas:
            letters = names(parse(text, "factor", None))
            known = tuple((label, term) for label, term in self.known if names(term) <= letters)
            own = Sequent(name, {n: k for n, k in self.kinds.items() if n in letters}, known, parse(claim, "claim", None))
            proof = self.knowing(Builder(own.scope()), self.powers, lambda b: b.prove(claim))
            self.lemmas[name] = prove_by_replay(own, proof, (), self.library)
        lemma = self.lemmas[name].sequent
        wider = Builder(b.scope, {**b.theorems, name: lemma}, b._counter)
        return wider.theorem(name, {label: b.known(label) for label, _ in lemma.assumptions}, **{n: n for n in lemma.kinds})

    def knowing(self, b: Builder, pending: tuple[tuple[str, str], ...], rest: Callable[[Builder], Step]) -> Step:
        """Go on knowing bounds on the powers."""
        if not pending:
            return rest(b)
        (base, exponent), others = pending[0], pending[1:]
        if not names(parse(f"{base}+{exponent}", "power", None)) <= set(b.scope.kinds):
            return self.knowing(b, others, rest)
        return _bernoulli(b, base, exponent, lambda b: self.knowing(b, others, rest))


def _bernoulli(b: Builder, base: str, exponent: str, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing how far a power of a base at most 1 is from 1, to first and to second order."""
    d = f"(1 - ({base}))"
    first, second = f"({base})**j >= 1 - j*{d}", f"({base})**j <= 1 - j*{d} + j*(j - 1)*{d}**2/2"
    facts = {}

    def sharper(b: Builder, _: str) -> Step:
        signs = {b.fresh("sign"): b.prove(claim) for claim in ("(j - 1)*(j - 2) >= 0", f"{d}**3 >= 0")}
        return b.suppose_all(signs, lambda b: b.prove(second))

    for low, claim, rule in (("0", first, None), ("1", second, sharper)):
        with suppress(NoProof):
            facts[b.fresh("power")] = b.at(b.induction("j", low, exponent, claim, rest=rule), exponent)
    for claim in (f"({exponent})*{d} >= 0", f"({exponent})*{d} >= {d}", f"({base})**({exponent}) <= 1"):
        with suppress(NoProof):
            facts[b.fresh("size")] = b.prove(claim)
    return b.suppose_all(facts, rest)


def _sign(sequent: Sequent, factor: str) -> int:
    """The sign of a factor at a point of the domains."""
    term = parse(factor, "factor", None)
    for point in satisfying(sequent.scope(), 10, 29):
        for sign, relation in ((1, ">"), (-1, "<")):
            if decide(Call(relation, (term, ZERO)), point) == "true":
                return sign
    return 1


def read_target(text: str) -> tuple[str, str, str]:
    """``NAME=VALUE`` or ``NAME=VALUE:below`` as letter, value and side; raises :class:`~pabisym.errors.InputError`."""
    letter, equals, value = text.partition("=")
    value, _, side = value.partition(":")
    if not (letter.strip() and equals and value.strip()):
        raise InputError("--limit", f"{text[:60]!r} is not a limit", "write NAME=VALUE, as in --limit T=oo or --limit c=1:below")
    return letter.strip(), value.strip(), side.strip()

