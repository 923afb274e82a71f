"""Terms: numbers, names and applications, as plain frozen data that nothing evaluates by accident.

Building a term evaluates nothing, so an assumption such as ``L > 0`` stays an assumption.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from flint import fmpq, fmpz

from pabisym.errors import InputError

FUNCTIONS: Mapping[str, tuple[int, int | None]] = MappingProxyType({
    "sqrt": (1, 1), "exp": (1, 1), "log": (1, 1), "abs": (1, 1), "floor": (1, 1), "ceiling": (1, 1),
    "min": (1, None), "max": (1, None), "sum": (4, 4), "harmonic": (1, 1), "erfc": (1, 1), "theta": (2, 2),
    "cases": (3, 3), "normal": (1, 1), "quantile": (1, 1), "sampled": (3, 3), "sampled_first": (3, 3), "admissible": (2, 2),
    "survival": (6, 6),
})
"""Functions that a formula may use, with the least and the largest number of arguments (None: no limit).

``sum(e, k, a, b)`` adds e over the integers k = a..b (reversed limits: see :mod:`pabisym.lang.grammar`);
``theta(gamma, r)`` is the hockey-stick divergence of order gamma between unit Gaussians at distance r; ``cases(e, x, y)`` is x
where e >= 0 and y elsewhere; ``normal`` is the distribution function of N(0, 1) and ``quantile`` its inverse on 0 < p < 1.

With N = N(0, sigma^2) and M = (1-q) N + q N(1, sigma^2), ``sampled(alpha, q, sigma)`` is D_alpha(N || M), the S_alpha of
Altschuler and Talwar (2022, definition 2.10), and ``sampled_first(alpha, q, sigma)`` is D_alpha(M || N), what accountants
compute, which is larger (Mironov, Talwar and Zhang 2019, section 3); alpha >= 1, 0 <= q <= 1, sigma > 0.
``admissible(q, sigma)`` is the alpha* of Altschuler and Talwar (2022, section 2.3), for sigma >= 4/5.

``survival(n, x, r, c, a, b)`` is the chance that two runs that begin at a distance of x, in standard deviations of the noise of a step, and
go on with c-Lipschitz maps that add at most a where they are apart, and b wherever they are, are still apart after n >= 1 steps of
maximal reflection, where r is the largest distance (:mod:`pabisym.divergence.gap_chain`).

The kernel takes all of these but ``cases`` and ``sum`` as atoms of which nothing is known but what rules say.
"""
CONSTANTS = frozenset(("pi",))
"""Names that stand for one number: they are declared, bound and replaced nowhere.  (e is ``exp(1)``.)"""
BINDERS: Mapping[str, tuple[int, tuple[int, ...]]] = MappingProxyType({
    "sum": (1, (0,)), "forall": (0, (3,)), "batchstep": (0, (3,)), "sampledstep": (0, (3,)),
    "dominance": (0, (3, 4, 5, 6, 7, 8)), "noisedominance": (0, (3, 4, 5, 6)),
})
"""Heads that bind a name: the argument that is the name, and the arguments in which it is bound."""
ARITY: Mapping[str, int] = {**dict.fromkeys(BINDERS, 4), "dominance": 9, "noisedominance": 8}
"""How many arguments they have."""
RELATIONS = ("<=", "<", ">=", ">", "==", "!=")
DOMAINS = ("real", "integer")
"""What a letter may be declared as."""
OPERATORS = ("neg", "and")
"""Heads of operators that look like names: they can be neither applied nor declared."""


@dataclass(frozen=True, slots=True, init=False)
class Number:
    """An exact rational constant, made from an integer or a fraction of any of the usual kinds and held as :class:`flint.fmpq`.

    Raises :class:`TypeError` for floats, texts and truth values: :func:`pabisym.lang.rational.rational` reads what people write.
    """

    value: fmpq

    def __init__(self, value: fmpq | fmpz | Fraction | int) -> None:
        if type(value) is not fmpq:
            if isinstance(value, Fraction):
                value = fmpq(value.numerator, value.denominator)
            elif isinstance(value, int | fmpz | fmpq) and not isinstance(value, bool):
                value = fmpq(value)
            else:
                raise TypeError(f"an exact number was expected, not {type(value).__name__}")
        object.__setattr__(self, "value", value)

    def __reduce__(self) -> tuple[type[Number], tuple[Fraction]]:
        """Copied and stored as a fraction, whatever python-flint stores of its own numbers."""
        return Number, (Fraction(int(self.value.p), int(self.value.q)),)


@dataclass(frozen=True, slots=True)
class Name:
    """A symbol, by name; its domain is declared elsewhere."""

    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """An operator or a named function applied to terms.

    Operators have the heads ``+ * / ** neg`` and those of :data:`RELATIONS`; a chain ``a <= b < c`` has the head
    ``and``.  ``+`` and ``*`` take two or more arguments.
    """

    head: str
    args: tuple[Term, ...]


Term: TypeAlias = Number | Name | Call
ZERO, ONE, TWO, HALF = Number(0), Number(1), Number(2), Number(Fraction(1, 2))
"""The constants that formulas are written with most."""


# Judgements, and what they speak of; :mod:`pabisym.kernel.judgement` says what each means.


def at(name: str, index: Term) -> Call:
    """An element of a sequence."""
    return Call(name, (index,))


def forall(index: Name, low: Term, high: Term, claim: Term) -> Call:
    """A claim for every integer index from ``low`` to ``high``."""
    return Call("forall", (index, low, high, claim))


def renyi(alpha: Term, z: Term, P: Term, Q: Term, bound: Term) -> Call:
    """The Rényi divergence of order ``alpha``, shifted by z, is at most a bound."""
    return Call("renyi", (alpha, z, P, Q, bound))


def gdp(z: Term, P: Term, Q: Term, square: Term) -> Call:
    """P, shifted by z, and Q are mu-GDP, mu^2 at most ``square``."""
    return Call("gdp", (z, P, Q, square))


def dp(P: Term, Q: Term, epsilon: Term, delta: Term) -> Call:
    """P(O) <= exp(epsilon)*Q(O) + delta for every event O."""
    return Call("dp", (P, Q, epsilon, delta))


def winf(P: Term, Q: Term, z: Term) -> Call:
    """The W_infinity distance of P and Q is at most z."""
    return Call("winf", (P, Q, z))


def equal(P: Term, Q: Term) -> Call:
    """P and Q are the same law."""
    return Call("equal", (P, Q))


def lipschitz(f: Term, c: Term) -> Call:
    """The map f is c-Lipschitz."""
    return Call("lipschitz", (f, c))


def gap(f: Term, g: Term, s: Term) -> Call:
    """The maps f and g differ by at most s."""
    return Call("gap", (f, g, s))


def gaussian(Z: Term, variance: Term) -> Call:
    """The noise Z is Gaussian, with this variance per coordinate."""
    return Call("gaussian", (Z, variance))


def push(f: Term, P: Term) -> Call:
    """The law of f(X), X from P."""
    return Call("push", (f, P))


def convolve(P: Term, Z: Term) -> Call:
    """The law of X + Z, X from P, independent."""
    return Call("convolve", (P, Z))


STRENGTH = {"and": 0, **dict.fromkeys(RELATIONS, 0), "+": 1, "neg": 3, "*": 2, "/": 2, "**": 4}
"""How strongly operators bind, the strongest last; relations bind least."""


def is_call(term: Term, head: str) -> bool:
    """Is a term this operator or function, applied."""
    return isinstance(term, Call) and term.head == head


def is_relation(term: Term) -> bool:
    """Is a term a relation between two others."""
    return isinstance(term, Call) and term.head in RELATIONS


def is_ranged(term: Term) -> bool:
    """Is a term a relation for every index of a range."""
    return isinstance(term, Call) and term.head == "forall" and is_relation(term.args[3])


def arguments(term: Term) -> tuple[Term, ...]:
    """What a function or an operator is applied to; nothing for a number or a name."""
    return term.args if isinstance(term, Call) else ()


def free_names(term: Term) -> frozenset[str]:
    """The names on which a term depends: symbols and heads of applications, without bound indices, functions and constants."""
    if isinstance(term, Name):
        return frozenset((term.name,)) - CONSTANTS
    if isinstance(term, Number):
        return frozenset()
    if term.head in BINDERS:
        index, scope = BINDERS[term.head]
        bound = term.args[index]
        inner = frozenset[str]().union(*(free_names(term.args[i]) for i in scope))
        outer = frozenset[str]().union(*(free_names(a) for i, a in enumerate(term.args) if i not in scope and i != index))
        return (inner - {bound.name if isinstance(bound, Name) else ""}) | outer
    own = frozenset[str]() if term.head in STRENGTH or term.head in FUNCTIONS else frozenset((term.head,))
    return own.union(*(free_names(a) for a in term.args))


def calls(term: Term, *, bound: bool = True, inner: bool = False) -> Iterator[Call]:
    """All operators and functions applied in a term, itself among them, the outermost first, or with ``inner`` the innermost.

    Without ``bound`` sums and what else binds a name are left out with all that is in them, as their index means nothing outside.
    """
    if isinstance(term, Call) and (bound or term.head not in BINDERS):
        if not inner:
            yield term
        for arg in term.args:
            yield from calls(arg, bound=bound, inner=inner)
        if inner:
            yield term


def mentions(term: Term, *heads: str) -> bool:
    """Is one of some operators or functions applied anywhere in a term."""
    return isinstance(term, Call) and (term.head in heads or any(mentions(arg, *heads) for arg in term.args))


def span(term: Call) -> tuple[Term, Term]:
    """The first and the last integer for which the name that a binder binds may stand."""
    if term.head == "sampledstep":
        return ONE, term.args[1]
    index, scope = BINDERS[term.head]
    low, high, *_ = (arg for i, arg in enumerate(term.args) if i != index and i not in scope)
    return low, high


Binding: TypeAlias = Mapping[str, "tuple[tuple[str, ...], Term]"]
"""What to put for names: ``{"n": ((), term)}`` for a symbol, ``{"a": (("k",), term)}`` for a function of k."""


def substitute(term: Term, binding: Binding) -> Term:
    """Replace names and applications by terms, renaming bound indices where they would capture."""
    if isinstance(term, Number):
        return term
    if isinstance(term, Name):
        found = None if term.name in CONSTANTS else binding.get(term.name)
        return found[1] if found is not None and not found[0] else term
    if term.head in BINDERS:
        return _substitute_binder(term, binding)
    args = tuple(substitute(a, binding) for a in term.args)
    found = binding.get(term.head)
    if found is None or not found[0]:
        return Call(term.head, args)
    if len(found[0]) != len(args):
        raise InputError(term.head, f"applied to {len(args)} arguments", f"it takes {len(found[0])}")
    return substitute(found[1], {name: ((), value) for name, value in zip(found[0], args, strict=True)})


def _substitute_binder(term: Call, binding: Binding) -> Term:
    index, scope = BINDERS[term.head]
    bound = term.args[index]
    old = bound.name if isinstance(bound, Name) else ""
    inner = {name: value for name, value in binding.items() if name != old}
    taken = frozenset[str]().union(*(free_names(value) for _, value in inner.values()), *(free_names(a) for a in term.args))
    new = old
    while new in taken and any(old in free_names(value) for _, value in inner.values()):
        new += "_"
    inner[old] = ((), Name(new))
    return Call(term.head, tuple(
        Name(new) if i == index else substitute(a, inner if i in scope else binding) for i, a in enumerate(term.args)
    ))
