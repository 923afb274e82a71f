"""What can be said: sorts of terms, judgements, and sequents.

Points are those of a Euclidean space R^d, d >= 1, and ||x|| is the Euclidean norm; a pair of points is a point of the
product.  A *law* is a Borel probability measure on points, a *map* a measurable function from points to points, a *noise*
the law of an independent increment, a *loss* a differentiable real function of a point, a *set* a Borel set of points, a
*mechanism* a Markov kernel: it sends points to laws, measurably.  A statement is about all spaces in which its terms have
a meaning: two laws that are compared or mixed live in one space, a map is applied where it is defined.

============================= ===============================================================================================
``renyi(alpha, z, P, Q, b)``  the shifted Rényi divergence D_alpha^(z)(P || Q), the infimum of D_alpha(V || Q) over the laws V with
                              ``winf(P, V, z)``, is at most b; z = 0: the plain one.  Rules are about alpha > 1 only
``moment(alpha, P, Q, m)``    the integral of (dP/dQ)^alpha dQ, which is exp((alpha - 1)*D_alpha(P || Q)), is at most m
``dp(P, Q, e, d)``            P(O) <= exp(e)*Q(O) + d for every event O
``close(alpha, K, J, b)``     D_alpha(K(x) || J(x)) <= b for every point x, K and J mechanisms
``gdpclose(K, J, m)``         K(x) and J(x) are sqrt(m)-GDP for every point x: ``gdp(0, K(x), J(x), m)``
``steady(K, c)``              W_infinity(K(x), K(y)) <= c*||x - y|| for all points x and y, K a mechanism
``near(K, J, s)``             W_infinity(K(x), J(x)) <= s for every point x, K and J mechanisms
``winf(P, Q, z)``             some coupling of P and Q has ||X - Y|| <= z almost surely: W_infinity(P, Q) <= z, for the infimum over
                              couplings is attained (they are weakly compact, and to be within a distance is closed)
``equal(P, Q)``               P and Q are the same law
``lipschitz(f, c)``           f is c-Lipschitz on the whole space; ``lipschitzon(f, K, c)``: on K
``gap(f, g, s)``              sup ||f(x) - g(x)|| <= s over the whole space; ``gapon(f, g, K, s)``: over K
``gaussian(Z, v)``            the noise Z is N(0, v*I): v is the per-step variance on the iterate
``laplace(Z, v)``             the noise Z is that of the density ``exp(-|z|/v)/(2*v)`` on the line: v is the scale, on the iterate
``finite(alpha, Z, a)``       the magnitude R(alpha, Z, a) is finite; ``gdpfinite(Z, a)``: gdpsize(Z, a) is
``convexset(K)``              K is closed, convex, with non-empty interior
``convex(f, K)``              the loss f is convex on K; ``smooth(f, beta, K)``: its gradient is beta-Lipschitz on K;
                              ``lipschitzloss(f, L, K)``: its gradient has norm at most L on K
``gdp(z, P, Q, m)``           the infimum of m' >= 0 with a law V such that W_infinity(P, V) <= z and V is no easier to tell
                              from Q than N(0, 1) from N(sqrt(m'), 1) is at most m; z = 0: P and Q are sqrt(m)-GDP
``apart(P, Q, m)``            P and Q are at least as easy to tell apart as N(0, 1) and N(sqrt(m), 1); true for m <= 0
``zcdp(P, Q, r)``             D_alpha(P || Q) <= alpha*r for every order alpha > 1
``lsi(P, v)``                 the logarithmic Sobolev inequality with the constant 1/v: Ent(h(X)^2) <= 2*v*E||grad h(X)||^2,
                              X ~ P, for every smooth h; N(0, v*I) has it with v
``traced(Q, f, g, Z, v)``     lsi(., v) for (1 - t)/2*f(Y) + (1 + t)/2*g(Y) + sqrt(t)*Z, Y ~ Q, at every 0 < t <= 1: what leads
                              from Q to convolve(push(g, Q), Z) in the coupled diffusions of Chourasia et al.
``spread(K, e, u)``           P(O) <= exp(e)*Q(O) + u for every event O, where P = K(x) and Q = K(y), for all points x and y
``contracts(K, e, u)``        dp(P, Q, e, d) gives dp(through(K, P), through(K, Q), e, d*u), for all laws P and Q and every d: the
                              contraction coefficient of E_gamma, gamma = exp(e), is at most u
``member(x, K)``              the point x is in the set K
``bounded(f, D)``             sup ||f(x) - f(y)|| <= D: the values of f have a diameter of at most D
``coupled(P, Q, w, n, x, r,`` some coupling of P and Q has P(||X - Y|| > t) <= P(w*G_n > t) for every t >= 0, where w > 0, n >= 1 is an
``c, a, b)``                  integer, and G is the gap chain of x/w, r/w, c, a/w and b/w
``dominance(i, a, b, x(i),``  for some laws P'(i) within x(i) of P(i) and Q'(i) within y(i) of Q(i), in W_infinity, mixtures of the P'(i)
``y(i), P(i), Q(i), V(i),``   and of the Q'(i) over the integers a <= i <= b are no easier to tell apart than the same mixtures of the
``W(i))``                     V(i) and of the W(i): where sum w(i)*V(i)(O) <= sum u(i)*W(i)(O) + d for every event O, so it is with P'(i)
                              and Q'(i), for all weights w(i), u(i) >= 0 and every d
``noisedominance(i, a, b,``   for all points p(i) and q(i) with norms of at most x(i) and y(i): mixtures of the p(i) + Z and of the
``x(i), y(i), G(i), H(i),``   q(i) + Z are no easier to tell apart than the same mixtures of the G(i) and of the H(i)
``Z)``
``forall(k, a, b, J)``        J holds for every integer k with a <= k <= b
============================= ===============================================================================================

A judgement with a part that has no value is false.  Quotients by 0, powers that a base does not have, mixtures with
weights outside of [0, 1] and magnitudes that are not finite have none: whoever assumes a judgement assumes that its parts have
values, and a step concludes nothing of which a part may lack one (:func:`check_defined`, :func:`check_finite`).  Every other
term has a value, of which nothing is known where no rule says what it is: ``log`` and ``sqrt`` of negative numbers,
``normallaw`` and ``white`` with a negative variance, ``between`` of laws that are not near each other, ``excess`` and
``deficit`` of laws that can be told apart better.

``batchstep(i, a, b, f(i))`` is the mean of the maps f(a), ..., f(b), a step with a given batch, and the identity where a > b.
``sampledstep(i, n, b, f(i))`` is a mechanism, a step with a random batch: from x it answers with the mean of the points f(i)(x) over b
of the integers i = 1..n, where every set of b of them is drawn with the same probability, and with x unless 1 <= b <= n.
``withnoise(K, Z)`` answers with an answer of K plus an independent Z.
``sampledsize(alpha, q, Z, a)`` is the supremum, where it is finite, over all points x, y, z of which any two are at most a apart of
D_alpha(q*(x + Z) + (1 - q)*(z + Z) || q*(y + Z) + (1 - q)*(z + Z)), mixtures of laws: what one step tells that samples the record
with probability q.
The gap chain of x, r, c, a and b is G_k = R(H_k) with H_1 = x, H_{k+1} = min(r, c*G_k + a + b) where G_k > 0 and min(r, b) where G_k = 0,
and independent draws of R(h), the distance of N(0, 1) and N(h, 1) after maximal reflection: 0 with probability 2*normal(-abs(h)/2), else
with the density N(y; abs(h), 4) - N(y; -abs(h), 4) on y > 0.  ``survival(n, x, r, c, a, b)`` is the probability of G_n > 0.
``push(f, P)`` is the law of f(X), X ~ P; ``convolve(P, Z)`` of X + Z, independent; ``product(P, Q)`` of
independent pairs; ``mix(w, P, Q)`` of a point that is from P with probability w, else from Q; ``point(x)`` of a fixed
point; ``between(P, Q, z, a)`` of X + min(1, z/||Y - X||)*(Y - X) for a coupling of P and Q with ||X - Y|| <= z + a, where there
is one; ``excess(P, Q, e, d)`` and ``deficit(P, Q, e, d)``, where ``dp(P, Q, e, d)`` and e >= 0, a pair of laws U and V with
P + (exp(e) + d - 1)*V = exp(e)*Q + d*U as measures; ``joint(P, K)`` of X with an
answer of the mechanism K to it, and ``through(K, P)`` of the answer alone; ``compose(f, g)`` is f after g;
``gradient(f, eta)`` is w -> w - eta*grad f(w);
``projection(K)`` the Euclidean projection; ``R(alpha, Z, a)`` the magnitude sup over ||x|| <= a of
D_alpha(Z + x || Z), where it is finite; ``gdpsize(Z, a)`` the least m with which, for every ||x|| <= a, Z + x and Z are
sqrt(m)-GDP, where there is one.
``at(f, x)`` is the value f(x), ``minus(x, y)`` the difference of two points, ``slope(f, x)`` the gradient of the loss f at x,
``inner(x, y)`` the inner product; ``answers(K, x)`` is the law of the answer of K to x, ``surely(f)`` the mechanism that answers f(x),
``always(P)`` the one that answers from P whatever it is asked; ``chance(P, O)`` is the probability of the event O under P,
``best(P, Q, e)`` the event that the density of P to Q is above exp(e), or infinite.
``white(v)`` is the noise N(0, v*I).  On the line, ``normallaw(m, v)`` is N(m, v) and ``affine(c, s)`` the map x -> c*x + s.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from flint import fmpq

from pabisym.kernel.exact import Refusal, Scope, same
from pabisym.lang.grammar import MAX_DEPTH, MAX_LENGTH, parse, to_text
from pabisym.lang.term import (
    ARITY,
    BINDERS,
    CONSTANTS,
    FUNCTIONS,
    ONE,
    OPERATORS,
    RELATIONS,
    ZERO,
    Call,
    Name,
    Number,
    Term,
    span,
    substitute,
)

KINDS = ("real", "integer", "law", "map", "noise", "loss", "set", "vector", "mechanism")
"""Sorts of names; ``"real sequence"`` and so on are functions of an integer."""
SIGNATURES: Mapping[str, tuple[tuple[str, ...], str]] = MappingProxyType({
    "renyi": (("real", "real", "law", "law", "real"), "judgement"),
    "moment": (("real", "law", "law", "real"), "judgement"),
    "dp": (("law", "law", "real", "real"), "judgement"),
    "close": (("real", "mechanism", "mechanism", "real"), "judgement"),
    "gdpclose": (("mechanism", "mechanism", "real"), "judgement"),
    "steady": (("mechanism", "real"), "judgement"),
    "near": (("mechanism", "mechanism", "real"), "judgement"),
    "gdp": (("real", "law", "law", "real"), "judgement"),
    "apart": (("law", "law", "real"), "judgement"),
    "bounded": (("map", "real"), "judgement"),
    "spread": (("mechanism", "real", "real"), "judgement"),
    "contracts": (("mechanism", "real", "real"), "judgement"),
    "member": (("vector", "set"), "judgement"),
    "coupled": (("law", "law", *["real"] * 7), "judgement"),
    "zcdp": (("law", "law", "real"), "judgement"),
    "lsi": (("law", "real"), "judgement"),
    "traced": (("law", "map", "map", "noise", "real"), "judgement"),
    "winf": (("law", "law", "real"), "judgement"),
    "equal": (("law", "law"), "judgement"),
    "finite": (("real", "noise", "real"), "judgement"),
    "gdpfinite": (("noise", "real"), "judgement"),
    "lipschitz": (("map", "real"), "judgement"),
    "lipschitzon": (("map", "set", "real"), "judgement"),
    "gap": (("map", "map", "real"), "judgement"),
    "gapon": (("map", "map", "set", "real"), "judgement"),
    "gaussian": (("noise", "real"), "judgement"),
    "convexset": (("set",), "judgement"),
    "convex": (("loss", "set"), "judgement"),
    "smooth": (("loss", "real", "set"), "judgement"),
    "lipschitzloss": (("loss", "real", "set"), "judgement"),
    "push": (("map", "law"), "law"),
    "convolve": (("law", "noise"), "law"),
    "product": (("law", "law"), "law"),
    "mix": (("real", "law", "law"), "law"),
    "joint": (("law", "mechanism"), "law"),
    "through": (("mechanism", "law"), "law"),
    "point": (("vector",), "law"),
    "between": (("law", "law", "real", "real"), "law"),
    "excess": (("law", "law", "real", "real"), "law"),
    "deficit": (("law", "law", "real", "real"), "law"),
    "withnoise": (("mechanism", "noise"), "mechanism"),
    "surely": (("map",), "mechanism"),
    "always": (("law",), "mechanism"),
    "answers": (("mechanism", "vector"), "law"),
    "at": (("map", "vector"), "vector"),
    "minus": (("vector", "vector"), "vector"),
    "slope": (("loss", "vector"), "vector"),
    "inner": (("vector", "vector"), "real"),
    "chance": (("law", "set"), "real"),
    "best": (("law", "law", "real"), "set"),
    "laplace": (("noise", "real"), "judgement"),
    "translate": (("vector",), "map"),
    "compose": (("map", "map"), "map"),
    "gradient": (("loss", "real"), "map"),
    "projection": (("set",), "map"),
    "norm": (("vector",), "real"),
    "R": (("real", "noise", "real"), "real"),
    "gdpsize": (("noise", "real"), "real"),
    "sampledsize": (("real", "real", "noise", "real"), "real"),
    "normallaw": (("real", "real"), "law"),
    "affine": (("real", "real"), "map"),
    "white": (("real",), "noise"),
})
"""Sorts of the arguments and of the result of every structural constructor and judgement."""
BOUND: Mapping[str, tuple[tuple[str, ...], tuple[str, ...], str]] = MappingProxyType({
    "sum": (("real",), (), "real"), "forall": (("judgement",), (), "judgement"), "batchstep": (("map",), (), "map"),
    "sampledstep": (("map",), (), "mechanism"), "dominance": (("real", "real", "law", "law", "law", "law"), (), "judgement"),
    "noisedominance": (("real", "real", "law", "law"), ("noise",), "judgement"),
})
"""Sorts of what depends on the index, of what stands beside that and the range, and of the result, of what binds an index."""
GROWS: Mapping[str, tuple[int, ...]] = MappingProxyType({
    "renyi": (4,), "moment": (3,), "dp": (2, 3), "close": (3,), "steady": (1,), "near": (2,), "gdp": (3,), "apart": (2,), "bounded": (1,),
    "zcdp": (2,), "lsi": (1,), "traced": (4,), "winf": (2,), "lipschitz": (1,), "lipschitzon": (2,), "gap": (2,), "gapon": (3,),
    "smooth": (1,), "lipschitzloss": (1,), "spread": (2,), "gdpclose": (2,),
})
"""Arguments that are bounds: a judgement stays true when they grow (that of ``apart``, a lower bound, when it falls)."""
MAGNITUDES: Mapping[str, str] = MappingProxyType({"R": "finite", "gdpsize": "gdpfinite"})
"""Magnitudes of noise, with the judgement that one is finite."""
PARTIAL = ("/", "**", "mix")
"""What may lack a value: quotients, powers and mixtures.  Everything else has one, unknown where no rule says what it is."""
RESERVED = frozenset((*SIGNATURES, *FUNCTIONS, *BINDERS, *OPERATORS, *CONSTANTS))
"""Names with a meaning of their own.  Declared as a name, ``exp`` would count as positive and ``neg`` change every minus."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*'*", re.ASCII)


def declarable(name: str) -> bool:
    """May a name be declared or bound: written as the grammar writes names, and not reserved."""
    return _NAME.fullmatch(name) is not None and name not in RESERVED


@lru_cache(maxsize=20_000)
def _parse_once(text: str) -> Term:
    return parse(text, "proof", None)


def formula(value: object) -> Term:
    """A formula of a proof, which nobody vouches for: text, or a term that such a text could have given.

    A term is taken only if it is built of :class:`Number`, :class:`Name` and :class:`Call` themselves, of names and
    heads that the grammar can write, each with as many arguments as it takes, and within the limits of the grammar.
    Its length is overestimated, so that what is proved in memory is never too long to be read back from a file.
    """
    if type(value) is str:
        return _parse_once(value)
    if not isinstance(value, Number | Name | Call):
        raise Refusal(f"a formula is text or a term, not {type(value).__name__}")
    try:
        left = _room(value, MAX_LENGTH, MAX_DEPTH)
    except AttributeError:
        raise Refusal("a term has a part that is missing") from None
    if left < 0:
        raise Refusal("a term is too long")
    return value


def _room(term: object, room: int, depth: int) -> int:
    """How much of the room for a text is left after a term; raises :class:`Refusal` for what no text could give."""
    if room < 0 or depth < 1:
        raise Refusal("a term is too long or nested too deeply")
    if type(term) is Number and type(term.value) is fmpq:
        return room - 8 - term.value.height_bits()
    if type(term) is Name and type(term.name) is str and _NAME.fullmatch(term.name):
        return room - len(term.name)
    if type(term) is not Call or type(term.head) is not str or type(term.args) is not tuple or not _applies(term.head, term.args):
        raise Refusal("a term is built of what the grammar cannot write")
    room -= len(term.head) + 2
    for arg in term.args:
        room = _room(arg, room - 4, depth - 1)
    return room


def _applies(head: str, args: tuple[object, ...]) -> bool:
    """Is this a head of the grammar with as many arguments as it takes."""
    if head in _OPERANDS:
        low, high = _OPERANDS[head]
    else:
        low, high = FUNCTIONS.get(head, (1, None))
        if head in OPERATORS or not _NAME.fullmatch(head):
            return False
    if len(args) < low or (high is not None and len(args) > high):
        return False
    if head not in BINDERS:
        return True
    return len(args) == ARITY[head] and type(index := args[BINDERS[head][0]]) is Name and index.name not in CONSTANTS


_OPERANDS: Mapping[str, tuple[int, int | None]] = MappingProxyType({
    **dict.fromkeys((*RELATIONS, "/", "**"), (2, 2)), "+": (2, None), "*": (2, None), "neg": (1, 1),
})
"""Operators that may stand in a formula of a proof, with the least and the largest number of operands; chains of relations do not."""


@dataclass(frozen=True)
class Sequent:
    """A statement for the kernel: for all names of the given kinds, the assumptions imply the conclusion."""

    id: str
    kinds: Mapping[str, str]
    assumptions: tuple[tuple[str, Term], ...]
    conclusion: Term

    def scope(self) -> Scope:
        """The assumptions as a scope, every one checked to be well formed."""
        for name, kind in self.kinds.items():
            if kind.removesuffix(" sequence") not in KINDS or not declarable(name):
                raise Refusal(f"{name}: {kind} is not a declaration")
        scope = Scope(dict(self.kinds))
        for label, term in self.assumptions:
            check_sort(scope, term, "judgement")
            check_assumed(scope, term)
            scope = scope.extend(((label, term),))
        return scope


def check_sort(scope: Scope, term: Term, wanted: str) -> None:
    """Raise :class:`Refusal` unless the term is built from declared names and has the wanted sort."""
    found = sort(scope, term)
    if found != wanted and not (wanted == "real" and found == "integer"):
        raise Refusal(f"{to_text(term)} is {found} where {wanted} is expected")


def check_term(scope: Scope, term: Term, wanted: str) -> None:
    """Raise :class:`Refusal` unless the term has the wanted sort, and every part of it evidently has a value."""
    check_sort(scope, term, wanted)
    check_defined(scope, term)
    check_finite(scope, term)


def partial(term: Term) -> bool:
    """May parts of the term lack a value: does it divide, raise to a power that is not a literal 0, 1, 2, …, or mix."""
    return _has(term, _may_lack)


def has_magnitude(term: Term) -> bool:
    """Does a magnitude stand in the term."""
    return _has(term, _is_magnitude)


def _has(term: Term, wanted: Callable[[Call], bool]) -> bool:
    return isinstance(term, Call) and (wanted(term) or any(_has(arg, wanted) for arg in term.args))


def _is_magnitude(term: Call) -> bool:
    return term.head in MAGNITUDES


def _may_lack(term: Call) -> bool:
    exponent = term.args[1] if term.head == "**" else None
    return term.head in PARTIAL and not (isinstance(exponent, Number) and exponent.value.q == 1 and exponent.value >= 0)


def check_defined(scope: Scope, term: Term) -> None:
    """Raise :class:`Refusal` unless every part of a well-sorted term evidently has a value, for every index and in every case that
    counts: it divides by nothing that may be 0, raises nothing to a power that it may not have, mixes with weights in [0, 1].
    """
    for inner, part in _parts(scope, term, _may_lack):
        if part.head == "/":
            inner.arithmetic.check_nonzero(part.args[1])
        elif part.head == "**":
            inner.arithmetic.check_power(*part.args)
        elif not all(map(inner.arithmetic.evident, (Call("<=", (ZERO, part.args[0])), Call("<=", (part.args[0], ONE))))):
            raise Refusal(f"{to_text(part.args[0])} weighs a mixture and is not evidently between 0 and 1")


def check_finite(scope: Scope, term: Term) -> None:
    """Raise :class:`Refusal` where a magnitude stands of which nothing that is known says that it is finite.

    What is known of a magnitude says so: to assume it is to assume that it has a value, and a step concludes nothing of one that may be
    infinite.
    """
    for inner, part in _parts(scope, term, _is_magnitude):
        finite = Call(MAGNITUDES[part.head], part.args)
        said = (one for _, fact in inner.known for one in _spoken_of(fact))
        if not any(_same(inner, one, wanted) for one in said for wanted in (finite, part) if one.head == wanted.head):
            raise Refusal(f"{to_text(part)} may be infinite: nothing that is known speaks of it")


def _spoken_of(fact: Term) -> Iterator[Call]:
    """What is known, and those of its parts that count in every case."""
    if isinstance(fact, Call):
        yield fact
        for arg in fact.args if fact.head not in (*BINDERS, "cases") else ():
            yield from _spoken_of(arg)


def _same(scope: Scope, one: Call, other: Call) -> bool:
    try:
        return same(scope, one, other)
    except Refusal:
        return False


def check_assumed(scope: Scope, term: Term) -> None:
    """Raise :class:`Refusal` where a part of what is assumed evidently has no value.

    Elsewhere to assume it is to assume that it has one: a judgement with a part that has no value is false.
    """
    for inner, part in _parts(scope, term, _may_lack):
        wrong = {"/": [Call("==", (part.args[1], ZERO))], "mix": [Call("<", (part.args[0], ZERO)), Call(">", (part.args[0], ONE))]}
        if any(map(inner.arithmetic.holds, wrong.get(part.head, ()))):
            raise Refusal(f"{to_text(part)} has no value")


def _parts(scope: Scope, term: Term, wanted: Callable[[Call], bool]) -> Iterator[tuple[Scope, Call]]:
    """The wanted parts of a term, inner ones first, with the scopes in which they stand."""
    if not isinstance(term, Call) or not _has(term, wanted):
        return
    plain = list(range(len(term.args)))
    if term.head in BINDERS:
        plain = [i for i in plain if i not in BINDERS[term.head][1]]
        inside, bodies = _inside(scope, term)
        for body in bodies if not _is_empty(scope, term) else ():
            yield from _parts(inside, body, wanted)
    elif term.head == "cases":
        plain = []
        yield from _parts(scope, term.args[0], wanted)
        for taken, other, branch in ((">=", "<", term.args[1]), ("<", ">=", term.args[2])):
            if not scope.arithmetic.holds(Call(other, (term.args[0], ZERO))):
                fact = Call(taken, (term.args[0], ZERO))
                known = [(f"%{len(scope.known)}", fact)] if scope.arithmetic.compares(fact) else []
                yield from _parts(scope.extend(known), branch, wanted)
    for i in plain:
        yield from _parts(scope, term.args[i], wanted)
    if wanted(term):
        yield scope, term


def _is_empty(scope: Scope, term: Call) -> bool:
    """Is a sum evidently one over no integer."""
    low, high = span(term)
    return term.head == "sum" and scope.arithmetic.holds(Call("==", (Call("+", (high, ONE)), low)))


def _inside(scope: Scope, term: Call) -> tuple[Scope, list[Term]]:
    """What a binder says for a fresh index, and the scope in which that is in the range, with what is known of every index there.

    A sum that may be reversed is about the integers between its limits, which are above 0 where the limits are.
    """
    index, bodies = BINDERS[term.head]
    low, high = span(term)
    k, bound, holds = Name(f"%{len(scope.kinds)}"), term.args[index], scope.arithmetic.holds
    if term.head != "sum" or holds(Call("<=", (low, Call("+", (high, ONE))))):
        known, positive, ends = [Call("<=", (low, k)), Call("<=", (k, high))], holds(Call("<=", (ONE, low))), (low, high)
    else:
        known, positive, ends = [], holds(Call("<=", (ONE, low))) and holds(Call("<=", (ZERO, high))), (k, k)
    known += [Call("<=", (ONE, k))] if positive else []
    inner = scope.extend(((f"{k.name} {i}", fact) for i, fact in enumerate(known)), {k.name: "integer"})
    general = (fact for _, fact in scope.known if isinstance(fact, Call) and fact.head == "forall")
    every = [fact for fact in (_at(inner, one, k, ends) for one in general)
             if isinstance(fact, Call) and (fact.head in MAGNITUDES.values() or inner.arithmetic.compares(fact))]
    inner = inner.extend((f"{k.name} all {i}", fact) for i, fact in enumerate(every))
    return inner, [substitute(term.args[body], {bound.name: ((), k)} if isinstance(bound, Name) else {}) for body in bodies]


def _at(scope: Scope, general: Call, k: Name, ends: tuple[Term, Term]) -> Term | None:
    """What is known of every index, at one that is evidently in its range, or between two ends that are."""
    bound, low, high, body = general.args
    evident = scope.arithmetic.evident
    above = evident(Call("<=", (low, k))) or evident(Call("<=", (low, ends[0])))
    inside = isinstance(bound, Name) and above and (evident(Call("<=", (k, high))) or evident(Call("<=", (ends[1], high))))
    return substitute(body, {bound.name: ((), k)}) if isinstance(bound, Name) and inside else None


def sort(scope: Scope, term: Term) -> str:
    """The sort of a term."""
    if isinstance(term, Number):
        return "integer" if term.value.q == 1 else "real"
    if isinstance(term, Name):
        kind = "real" if term.name in CONSTANTS else scope.kinds.get(term.name, "undeclared")
        if kind == "undeclared" or kind.endswith(" sequence"):
            raise Refusal(f"{term.name} is {kind} and cannot stand alone")
        return kind
    if term.head in BINDERS:
        return _binder_sort(scope, term)
    if term.head == "cases":
        check_sort(scope, term.args[0], "real")
        check_sort(scope, term.args[2], "real" if (kind := sort(scope, term.args[1])) == "integer" else kind)
        return "real" if kind == "integer" else kind
    wanted, result = _signature(scope, term)
    if len(wanted) != len(term.args):
        raise Refusal(f"{term.head} takes {len(wanted)} arguments, not {len(term.args)}")
    for arg, kind in zip(term.args, wanted, strict=True):
        found = sort(scope, arg)
        if found != kind and not (kind == "real" and found == "integer"):
            raise Refusal(f"{to_text(arg)} is {found} where {kind} is expected")
    return result


def _signature(scope: Scope, term: Call) -> tuple[tuple[str, ...], str]:
    kind = scope.kinds.get(term.head, "")
    if kind.endswith(" sequence"):
        if len(term.args) == 1 and not scope.arithmetic.integral(term.args[0]):
            raise Refusal(f"{to_text(term.args[0])} is an index and not evidently an integer")
        return ("real",), kind.removesuffix(" sequence")
    return _fixed_signature(term.head, len(term.args))


@lru_cache(maxsize=10_000)
def _fixed_signature(head: str, count: int) -> tuple[tuple[str, ...], str]:
    """The sorts that a head takes which is no declared sequence, and the sort that it gives."""
    if head in SIGNATURES:
        return SIGNATURES[head]
    if head in FUNCTIONS or head in ("+", "*", "/", "**", "neg"):
        if not _applies(head, (ZERO,) * count):
            raise Refusal(f"{head} does not take {count} arguments")
        return ("real",) * count, "integer" if head in ("floor", "ceiling") else "real"
    if head in RELATIONS:
        return ("real", "real"), "judgement"
    raise Refusal(f"{head} is not declared")


def _binder_sort(scope: Scope, term: Call) -> str:
    index, bodies = BINDERS[term.head]
    inside, beside, result = BOUND[term.head]
    if len(term.args) != ARITY[term.head]:
        raise Refusal(f"{term.head} takes {ARITY[term.head]} arguments, not {len(term.args)}")
    bound = term.args[index]
    if not isinstance(bound, Name) or not declarable(bound.name):
        raise Refusal(f"the index of {term.head} is a name that is not reserved")
    first, last, *others = (arg for i, arg in enumerate(term.args) if i != index and i not in bodies)
    for arg in (first, last):
        check_sort(scope, arg, "real")
        if not scope.arithmetic.integral(arg):
            raise Refusal(f"{to_text(arg)} ends a range or counts and is not evidently an integer")
    kinds = {name: kind for name, kind in scope.kinds.items() if name != bound.name}
    for arg, kind in zip(others, beside, strict=True):
        check_sort(scope, arg, kind)
    inner = Scope({**kinds, bound.name: "integer"})
    for body, kind in zip(bodies, inside, strict=True):
        check_sort(inner, term.args[body], kind)
    return result


@dataclass(frozen=True)
class Meaning:
    """What a judgement about all points, laws or events says, spelled out: the rules ``define`` and ``unfold`` go there and back.

    A meaning is text over text, as a figure is: for the ``letters`` of the judgement, it holds if and only if, for all ``every`` (names
    with their kinds) for which ``given`` holds, ``says`` does.
    """

    letters: tuple[str, ...]
    every: Mapping[str, str]
    given: tuple[Term, ...]
    says: Term


def _meaning(letters: str, every: str, given: str, says: str) -> Meaning:
    pairs = [part.split(":") for part in every.split(";")]
    kinds = {name: kind.strip() for listed, kind in pairs for name in listed.split()}
    held = tuple(parse(text, "meaning", None) for text in given.split(";") if text.strip())
    return Meaning(tuple(letters.split()), MappingProxyType(kinds), held, parse(says, "meaning", None))


MEANINGS: Mapping[str, Meaning] = MappingProxyType({
    # Laws are known by the chances of their events.
    "equal": _meaning("P Q", "O: set", "", "chance(P, O) == chance(Q, O)"),
    "dp": _meaning("P Q e d", "O: set", "", "chance(P, O) <= exp(e)*chance(Q, O) + d"),
    # Maps, by their values.
    "lipschitz": _meaning("f c", "x y: vector", "", "norm(minus(at(f, x), at(f, y))) <= c*norm(minus(x, y))"),
    "lipschitzon": _meaning("f K c", "x y: vector", "member(x, K); member(y, K)", "norm(minus(at(f, x), at(f, y))) <= c*norm(minus(x, y))"),
    "gap": _meaning("f g s", "x: vector", "", "norm(minus(at(f, x), at(g, x))) <= s"),
    "gapon": _meaning("f g K s", "x: vector", "member(x, K)", "norm(minus(at(f, x), at(g, x))) <= s"),
    "bounded": _meaning("f D", "x y: vector", "", "norm(minus(at(f, x), at(f, y))) <= D"),
    "lipschitzloss": _meaning("f L K", "x: vector", "member(x, K)", "norm(slope(f, x)) <= L"),
    # Mechanisms, by their answers.
    "close": _meaning("alpha K J b", "x: vector", "", "renyi(alpha, 0, answers(K, x), answers(J, x), b)"),
    "gdpclose": _meaning("K J m", "x: vector", "", "gdp(0, answers(K, x), answers(J, x), m)"),
    "steady": _meaning("K c", "x y: vector", "", "winf(answers(K, x), answers(K, y), c*norm(minus(x, y)))"),
    "near": _meaning("K J s", "x: vector", "", "winf(answers(K, x), answers(J, x), s)"),
    "spread": _meaning("K e u", "x y: vector", "", "dp(answers(K, x), answers(K, y), e, u)"),
    "contracts": _meaning("K e u", "P Q: law; d: real", "dp(P, Q, e, d)", "dp(through(K, P), through(K, Q), e, d*u)"),
})
"""Judgements with their meanings, by head."""


def meaning_of(judgement: Term) -> tuple[Meaning, dict[str, tuple[tuple[str, ...], Term]]]:
    """The meaning of a judgement, and what its letters stand for; raises :class:`Refusal` where it has none."""
    if not isinstance(judgement, Call) or judgement.head not in MEANINGS:
        raise Refusal(f"{to_text(judgement)} is not spelled out")
    meaning = MEANINGS[judgement.head]
    return meaning, {letter: ((), term) for letter, term in zip(meaning.letters, judgement.args, strict=True)}
