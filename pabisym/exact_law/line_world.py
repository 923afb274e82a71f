"""A world on the line, in which judgements are decided exactly: what a witness of hypotheses is checked in.

Numbers are rational.  Laws are normal (a point has the variance 0) or are known by how they are made of such; maps are affine, clip to an
interval, or are composed of these; losses are ``curvature*w**2/2 + slope*w``; noise is normal or Laplace; a mechanism answers surely,
always from one law, or adds noise to one that does.  :meth:`World.holds` is true only where a judgement, as
:mod:`pabisym.kernel.judgement` defines it, certainly holds in the world; False says nothing.  What the world cannot say is not guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import TypeAlias

from flint import fmpq

from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError, PabisymError
from pabisym.kernel.exact import Refusal, Scope
from pabisym.kernel.judgement import BOUND, SIGNATURES
from pabisym.lang.term import ONE, RELATIONS, TWO, ZERO, Binding, Call, Name, Number, Term, free_names, substitute

MOST = 4_000
"""Most judgements, one for every index of a range, that are decided for one list of hypotheses."""


class Unsaid(PabisymError):
    """What the world has no words for."""


@dataclass(frozen=True)
class Normal:
    """The law N(mean, variance); with the mean 0 a noise."""

    mean: fmpq
    variance: fmpq


@dataclass(frozen=True)
class LaplaceNoise:
    """The noise with the density ``exp(-|z|/scale)/(2*scale)``."""

    scale: fmpq


@dataclass(frozen=True)
class Affine:
    """The map x -> factor*x + move; with the factor 0 on every space."""

    factor: fmpq
    move: fmpq


@dataclass(frozen=True)
class Segment:
    """The points from ``low`` to ``high``, a set; as a map, the projection to it."""

    low: fmpq
    high: fmpq


@dataclass(frozen=True)
class Quadratic:
    """The loss ``curvature*w**2/2 + slope*w``."""

    curvature: fmpq
    slope: fmpq


@dataclass(frozen=True)
class Assembled:
    """A law, map or mechanism that is known by how it is made; two that are made alike are the same."""

    head: str
    parts: tuple[Value, ...]


Value: TypeAlias = Normal | LaplaceNoise | Affine | Segment | Quadratic | Assembled | fmpq
"""What a letter stands for."""
IDENTITY = Affine(fmpq(1), fmpq(0))
POINT, STILL, UNIT = Normal(fmpq(0), fmpq(0)), Affine(fmpq(0), fmpq(0)), Segment(fmpq(-1), fmpq(1))
DEFAULTS: Mapping[str, Value] = {
    "law": POINT, "map": STILL, "noise": Normal(fmpq(0), fmpq(1)), "loss": Quadratic(fmpq(0), fmpq(0)), "set": UNIT, "vector": fmpq(0),
    "mechanism": Assembled("always", (POINT,)),
}
"""What a letter of a kind stands for where nothing else is said: the point 0, the map to 0, N(0, 1), no loss, [-1, 1], always 0."""


def ground(term: Term, binding: Binding, left: list[int]) -> Iterator[Term]:
    """A judgement at every index of its ranges, with the numbers of ``binding`` in the ranges; raises :class:`Unsaid` beyond ``left``."""
    if not isinstance(term, Call) or term.head != "forall":
        left[0] -= 1
        if left[0] < 0:
            raise Unsaid(f"more than {MOST} judgements")
        yield term
        return
    index, low, high, body = term.args
    first, last = (exact_value(substitute(end, binding), {}) for end in (low, high))
    if not isinstance(index, Name) or first is None or last is None or first.q != 1 or last.q != 1 or last - first > MOST:
        raise Unsaid("the ends of a range are not known")
    for k in range(int(first.p), int(last.p) + 1):
        yield from ground(substitute(body, {index.name: ((), Number(k))}), binding, left)


@dataclass
class World:
    """What the letters of a statement stand for.

    ``kinds`` are those of the letters, ``numbers`` what is put for those that are numbers, sequences as functions of an index, ``given``
    the terms for other letters in the same form.  Of a letter that is not given, hypotheses that say what it is (``equal``, ``gaussian``,
    ``laplace``, the diameter of a projection) say so, see :meth:`learn`; else it is that of :data:`DEFAULTS`.
    """

    kinds: Mapping[str, str]
    numbers: Binding
    given: Binding = field(default_factory=dict)
    said: dict[tuple[str, fmpq | None], Term] = field(default_factory=dict)
    known: dict[tuple[str, fmpq | None], Value] = field(default_factory=dict)

    def learn(self, judgement: Term) -> None:
        """Take what a judgement says of a letter as its definition, where it has none yet."""
        if not isinstance(judgement, Call) or judgement.head not in ("equal", "gaussian", "laplace", "bounded"):
            return
        letter, value = judgement.args[0], judgement.args[1] if judgement.head == "equal" else judgement
        if judgement.head == "bounded":
            if not isinstance(letter, Call) or letter.head != "projection":
                return
            letter = letter.args[0]
        if (place := self._place(letter)) is not None and self._kind(place[0]) in ("law", "noise", "set"):
            self.said.setdefault(place, value)

    def _place(self, term: Term) -> tuple[str, fmpq | None] | None:
        """The letter, and the index, that a term is; None for any other term."""
        if isinstance(term, Name) and term.name in self.kinds:
            return term.name, None
        if isinstance(term, Call) and self.kinds.get(term.head, "").endswith(" sequence") and len(term.args) == 1:
            return term.head, self.number(term.args[0])
        return None

    def _kind(self, name: str) -> str:
        return self.kinds[name].removesuffix(" sequence")

    # Numbers.

    def closed(self, term: Term) -> Term:
        """A numeric term with nothing but numbers in it."""
        return self._plain(substitute(term, self.numbers))

    def _plain(self, term: Term) -> Term:
        if not isinstance(term, Call):
            return term
        if term.head in _NUMERIC:
            return Number(_NUMERIC[term.head](self, *term.args))
        return Call(term.head, tuple(map(self._plain, term.args)))

    def number(self, term: Term) -> fmpq:
        """The rational value of a numeric term; raises :class:`Unsaid` where it has none."""
        value = exact_value(self.closed(term), {})
        if value is None:
            raise Unsaid("a number that is not rational")
        return value

    def _true(self, head: str, left: Term, right: Term) -> bool:
        relation = Call(head, (self.closed(left), self.closed(right)))
        if decide(relation, {}) == "true":
            return True
        return head in ("==", "<=", ">=") and Scope({}).arithmetic.holds(Call("==", relation.args))

    def _at_most(self, value: fmpq | None, bound: Term) -> bool:
        """Is a number, None where it is not finite or not known, at most a bound."""
        return value is not None and self._true("<=", Number(value), bound)

    def _at_least_0(self, *terms: Term) -> bool:
        return all(self._true(">=", term, ZERO) for term in terms)

    # Values.

    def value(self, term: Term, kind: str) -> Value:
        """What a term of a kind stands for; raises :class:`Unsaid` where the world has no words for it."""
        if (place := self._place(term)) is not None:
            return self._letter(place)
        if isinstance(term, Call) and term.head == "cases":
            sign = decide(Call(">=", (self.closed(term.args[0]), ZERO)), {})
            if sign == "undecided":
                raise Unsaid("a case that is not decided")
            return self.value(term.args[1] if sign == "true" else term.args[2], kind)
        if not isinstance(term, Call) or SIGNATURES.get(term.head, _WORDS.get(term.head, ((), "")))[1] != kind or term.head not in _VALUES:
            raise Unsaid("a term that the world cannot say")
        return _VALUES[term.head](self, *term.args)

    def _letter(self, place: tuple[str, fmpq | None]) -> Value:
        if place not in self.known:
            name, index = place
            kind = self._kind(name)
            self.known[place] = DEFAULTS[kind]  # where a definition comes back to the letter itself
            if name in self.given:
                names, term = self.given[name]
                filled = substitute(term, {} if index is None else {names[0]: ((), Number(index))})
                self.known[place] = self.number(filled) if kind == "vector" else self.value(filled, kind)
            elif place in self.said:
                said = self.said[place]
                self.known[place] = self._noise_or_set(said) if kind in ("noise", "set") else self.value(said, kind)
        return self.known[place]

    def _noise_or_set(self, said: Term) -> Value:
        if not isinstance(said, Call):
            raise Unsaid("no judgement")
        size = self.number(said.args[1])
        if said.head == "bounded":
            return Segment(-size / 2, size / 2) if size > 0 else UNIT
        if size < 0 or (said.head == "laplace" and size == 0):
            raise Unsaid("noise of a negative size")
        return LaplaceNoise(size) if said.head == "laplace" else Normal(fmpq(0), size)

    def law(self, term: Term) -> Value:
        """The law that a term stands for."""
        return self.value(term, "law")

    def map(self, term: Term) -> Value:
        """The map that a term stands for."""
        return self.value(term, "map")

    def mechanism(self, term: Term) -> Value:
        """The mechanism that a term stands for."""
        return self.value(term, "mechanism")

    def noise(self, term: Term) -> Value:
        """The noise that a term stands for."""
        return self.value(term, "noise")

    def set(self, term: Term) -> Segment:
        """The interval that a term stands for."""
        found = self.value(term, "set")
        if not isinstance(found, Segment):
            raise Unsaid("no interval")
        return found

    def loss(self, term: Term) -> Quadratic:
        """The loss that a term stands for."""
        found = self.value(term, "loss")
        if not isinstance(found, Quadratic):
            raise Unsaid("no quadratic loss")
        return found

    def vector(self, term: Term) -> fmpq:
        """The point that a term stands for."""
        if isinstance(term, Call) and term.head == "minus":
            return self.vector(term.args[0]) - self.vector(term.args[1])
        if isinstance(term, Call) and term.head == "at":
            law = image(self.map(term.args[0]), Normal(self.vector(term.args[1]), fmpq(0)))
            if isinstance(law, Normal):
                return law.mean
        if isinstance(term, Call) and term.head == "slope":
            loss = self.loss(term.args[0])
            return loss.curvature * self.vector(term.args[1]) + loss.slope
        found = self.value(term, "vector") if self._place(term) is not None else None
        if not isinstance(found, fmpq):
            raise Unsaid("no point of the line")
        return found

    # Judgements.

    def holds(self, judgement: Term) -> bool:
        """Does a judgement without ranges certainly hold; False says nothing."""
        if not isinstance(judgement, Call):
            return False
        try:
            if judgement.head in RELATIONS:
                return self._true(judgement.head, *judgement.args)
            return judgement.head in _JUDGED and _JUDGED[judgement.head](self, *judgement.args)
        except (PabisymError, Refusal, ZeroDivisionError, RecursionError):
            return False


# Laws, maps and mechanisms, in normal form.


def image(f: Value, law: Value) -> Value:
    """The law of f(X), X from a law."""
    if isinstance(f, Assembled) and f.head == "compose":
        for part in reversed(f.parts):
            law = image(part, law)
        return law
    if isinstance(f, Affine) and f.factor == 0:
        return Normal(f.move, fmpq(0))
    if isinstance(f, Affine) and isinstance(law, Normal):
        return Normal(f.factor * law.mean + f.move, f.factor**2 * law.variance)
    if f == IDENTITY:
        return law
    place = support(law)
    if isinstance(f, Segment) and isinstance(law, Normal) and law.variance == 0:
        return Normal(min(max(law.mean, f.low), f.high), fmpq(0))
    if isinstance(f, Segment) and place is not None and f.low <= place.low and place.high <= f.high:
        return law
    return Assembled("push", (f, law))


def composed(f: Value, g: Value) -> Value:
    """The map f after g."""
    parts = [part for one in (f, g) for part in (one.parts if isinstance(one, Assembled) and one.head == "compose" else (one,))]
    found: list[Value] = []
    for part in parts:
        last = found[-1] if found else None
        if isinstance(part, Affine) and isinstance(last, Affine):
            found[-1] = Affine(last.factor * part.factor, last.factor * part.move + last.move)
        elif isinstance(last, Affine) and last.factor == 0:
            break
        elif part != last:
            found.append(part)
    found = [part for part in found if part != IDENTITY] or [IDENTITY]
    return found[0] if len(found) == 1 else Assembled("compose", tuple(found))


def noisy(law: Value, noise: Value) -> Value:
    """The law of a point from a law plus independent noise."""
    if isinstance(noise, Normal) and noise.variance == 0:
        return law
    if isinstance(law, Normal) and isinstance(noise, Normal):
        return Normal(law.mean, law.variance + noise.variance)
    return Assembled("convolve", (law, noise))


def mixed(weight: fmpq, first: Value, second: Value) -> Value:
    """The law of a point from the first law with a probability, else from the second."""
    if not 0 <= weight <= 1:
        raise Unsaid("a weight that is no probability")
    if weight == 1 or first == second:
        return first
    return second if weight == 0 else Assembled("mix", (weight, first, second))


def answered(mechanism: Value, law: Value) -> Value:
    """The law of the answer to a point from a law."""
    if not isinstance(mechanism, Assembled):
        raise Unsaid("no mechanism")
    if mechanism.head == "always":
        return mechanism.parts[0]
    if mechanism.head == "surely":
        return image(mechanism.parts[0], law)
    if mechanism.head == "withnoise":
        return noisy(answered(mechanism.parts[0], law), mechanism.parts[1])
    return Assembled("through", (mechanism, law))


def surely(f: Value) -> Value:
    """The mechanism that answers f(x)."""
    return Assembled("always", (Normal(f.move, fmpq(0)),)) if isinstance(f, Affine) and f.factor == 0 else Assembled("surely", (f,))


def answering_with(mechanism: Value, noise: Value) -> Value:
    """A mechanism whose answers have noise."""
    if isinstance(mechanism, Assembled) and mechanism.head == "always":
        return Assembled("always", (noisy(mechanism.parts[0], noise),))
    return Assembled("withnoise", (mechanism, noise))


def support(law: Value) -> Segment | None:
    """An interval in which a law has its points; None where none is known."""
    if isinstance(law, Normal):
        return Segment(law.mean, law.mean) if law.variance == 0 else None
    if isinstance(law, Assembled) and law.head == "push":
        return law.parts[0] if isinstance(law.parts[0], Segment) else None
    if isinstance(law, Assembled) and law.head == "mix":
        one, other = support(law.parts[1]), support(law.parts[2])
        return None if one is None or other is None else Segment(min(one.low, other.low), max(one.high, other.high))
    return None


def reach(f: Value) -> Segment | None:
    """An interval in which the values of a map are; None where none is known."""
    if isinstance(f, Affine):
        return Segment(f.move, f.move) if f.factor == 0 else None
    if isinstance(f, Segment):
        return f
    if isinstance(f, Assembled) and f.head == "compose":
        outer, inner = f.parts[0], reach(composed(f.parts[1], Assembled("compose", f.parts[2:])) if len(f.parts) > 2 else f.parts[1])
        if isinstance(outer, Affine) and inner is not None:
            ends = sorted(outer.factor * end + outer.move for end in (inner.low, inner.high))
            return Segment(ends[0], ends[1])
        return reach(outer)
    return None


def slope_of(f: Value) -> fmpq | None:
    """A Lipschitz constant of a map."""
    if isinstance(f, Affine):
        return abs(f.factor)
    if isinstance(f, Segment):
        return fmpq(1)
    if isinstance(f, Assembled) and f.head == "compose":
        factors = [slope_of(one) for one in f.parts]
        return None if None in factors else prod((one for one in factors if one is not None), start=fmpq(1))
    return None


def apart(f: Value, g: Value) -> fmpq | None:
    """At least the supremum of ||f(x) - g(x)||; None where that is not finite or not known."""
    if f == g:
        return fmpq(0)
    if isinstance(f, Affine) and isinstance(g, Affine) and f.factor == g.factor:
        return abs(f.move - g.move)
    if isinstance(f, Assembled) and isinstance(g, Assembled) and f.head == g.head == "compose" and f.parts[1:] == g.parts[1:]:
        return apart_on(f.parts[0], g.parts[0], reach(f.parts[1]) if len(f.parts) == 2 else None)
    one, other = reach(f), reach(g)
    return None if one is None or other is None else max(one.high, other.high) - min(one.low, other.low)


def apart_on(f: Value, g: Value, place: Segment | None) -> fmpq | None:
    """At least the supremum of ||f(x) - g(x)|| over an interval (None: the line)."""
    if place is not None and isinstance(f, Affine) and isinstance(g, Affine):
        return max(abs((f.factor - g.factor) * end + f.move - g.move) for end in (place.low, place.high))
    return apart(f, g)


def distance(P: Value, Q: Value) -> fmpq | None:
    """At least W_infinity of two laws; None where that is not finite or not known."""
    if P == Q:
        return fmpq(0)
    if isinstance(P, Normal) and isinstance(Q, Normal) and P.variance == Q.variance:
        return abs(P.mean - Q.mean)
    if isinstance(P, Assembled) and isinstance(Q, Assembled) and P.head == Q.head == "convolve" and P.parts[1] == Q.parts[1]:
        return distance(P.parts[0], Q.parts[0])
    one, other = support(P), support(Q)
    return None if one is None or other is None else max(one.high, other.high) - min(one.low, other.low)


def shifts(P: Value, Q: Value) -> tuple[fmpq, fmpq] | None:
    """The distance of the means of two normal laws and their variance, where this is one and the same."""
    if isinstance(P, Normal) and isinstance(Q, Normal) and P.variance == Q.variance:
        return abs(P.mean - Q.mean), P.variance
    return None


# What terms stand for, and what judgements say, by head.


def _normal(w: World, mean: Term, variance: Term) -> Value:
    found = Normal(w.number(mean), w.number(variance))
    if found.variance < 0:
        raise Unsaid("a negative variance")
    return found


def _gradient(w: World, loss: Term, eta: Term) -> Value:
    f, step = w.loss(loss), w.number(eta)
    return Affine(1 - step * f.curvature, -step * f.slope)


def _batch(w: World, index: Term, low: Term, high: Term, body: Term) -> Value:
    # the mean of the maps; the identity where there are none
    maps = [w.map(one) for one in _bodies(w, index, low, high, body)]
    if not maps:
        return IDENTITY
    if all(one == maps[0] for one in maps):
        return maps[0]
    lines = [one for one in maps if isinstance(one, Affine)]
    if len(lines) < len(maps):
        raise Unsaid("a mean of maps")
    return Affine(sum((one.factor for one in lines), fmpq(0)) / len(lines), sum((one.move for one in lines), fmpq(0)) / len(lines))


def _sampled(w: World, index: Term, count: Term, size: Term, body: Term) -> Value:
    maps = [w.map(one) for one in _bodies(w, index, ONE, count, body)]
    if not 1 <= w.number(size) <= len(maps):
        return surely(IDENTITY)
    if all(one == maps[0] for one in maps):
        return surely(maps[0])
    return Assembled("sampled", (w.number(size), *maps))


def _bodies(w: World, index: Term, low: Term, high: Term, body: Term) -> list[Term]:
    first, last = w.number(low), w.number(high)
    if not isinstance(index, Name) or first.q != 1 or last.q != 1 or last - first > MOST:
        raise Unsaid("the ends of a batch are not known")
    return [substitute(body, {index.name: ((), Number(k))}) for k in range(int(first.p), int(last.p) + 1)]


def _joint(w: World, P: Term, K: Term) -> Value:
    law, mechanism = w.law(P), w.mechanism(K)
    if isinstance(mechanism, Assembled) and mechanism.head == "always":
        return Assembled("product", (law, mechanism.parts[0]))
    return Assembled("joint", (law, mechanism))


_VALUES: Mapping[str, Callable[..., Value]] = {
    "normallaw": _normal, "joint": _joint, "gradient": _gradient,
    "mix": lambda w, weight, P, Q: mixed(w.number(weight), w.law(P), w.law(Q)),
    "batchstep": _batch, "sampledstep": _sampled, "interval": lambda w, low, high: Segment(w.number(low), w.number(high)),
    "push": lambda w, f, P: image(w.map(f), w.law(P)), "convolve": lambda w, P, Z: noisy(w.law(P), w.noise(Z)),
    "product": lambda w, P, Q: Assembled("product", (w.law(P), w.law(Q))), "point": lambda w, x: Normal(w.vector(x), fmpq(0)),
    "through": lambda w, K, P: answered(w.mechanism(K), w.law(P)),
    "answers": lambda w, K, x: answered(w.mechanism(K), Normal(w.vector(x), fmpq(0))),
    "translate": lambda w, x: Affine(fmpq(1), w.vector(x)), "compose": lambda w, f, g: composed(w.map(f), w.map(g)),
    "projection": lambda w, K: w.set(K), "affine": lambda w, c, s: Affine(w.number(c), w.number(s)),
    "white": lambda w, v: _normal(w, ZERO, v), "quadratic": lambda w, a, b: Quadratic(w.number(a), w.number(b)),
    "doubleexponential": lambda w, v: w._noise_or_set(Call("laplace", (ZERO, v))),
    "surely": lambda w, f: surely(w.map(f)), "always": lambda w, P: Assembled("always", (w.law(P),)),
    "withnoise": lambda w, K, Z: answering_with(w.mechanism(K), w.noise(Z)),
}  # fmt: skip
"""What terms stand for."""
_WORDS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "interval": (("real", "real"), "set"), "quadratic": (("real", "real"), "loss"), "doubleexponential": (("real",), "noise"),
    "batchstep": ((), BOUND["batchstep"][2]), "sampledstep": ((), BOUND["sampledstep"][2]),
}  # fmt: skip
"""Sorts of what only witnesses say, and of what binds an index."""


def _magnitude(w: World, alpha: Term, Z: Term, a: Term) -> fmpq:
    noise, size = w.noise(Z), w.number(a)
    if size == 0:
        return fmpq(0)
    if not isinstance(noise, Normal) or noise.variance == 0 or size < 0 or w.number(alpha) <= 1:
        raise Unsaid("a magnitude")
    return w.number(alpha) * size**2 / (2 * noise.variance)


def _chance(w: World, P: Term, event: Term) -> fmpq:
    """Of a point, or of the best event against the same law."""
    law = w.law(P)
    if isinstance(event, Call) and event.head == "best":
        if w.law(event.args[0]) == w.law(event.args[1]) and decide(Call(">=", (w.closed(event.args[2]), ZERO)), {}) == "true":
            return fmpq(0)
        raise Unsaid("the chance of an event")
    inside = w.set(event)
    if not isinstance(law, Normal) or law.variance:
        raise Unsaid("the chance of an event")
    return fmpq(int(inside.low <= law.mean <= inside.high))


_NUMERIC: Mapping[str, Callable[..., fmpq]] = {
    "R": _magnitude, "gdpsize": lambda w, Z, a: _magnitude(w, TWO, Z, a), "chance": _chance, "norm": lambda w, x: abs(w.vector(x)),
    "inner": lambda w, x, y: w.vector(x) * w.vector(y),
}
"""Numbers that depend on other than numbers."""


def _same_or(w: World, P: Value, Q: Value, bound: Term, told: Callable[[fmpq, fmpq], Term]) -> bool:
    """Is a divergence at most a bound: 0 for the same law, else what ``told`` makes of a distance and a positive variance."""
    if P == Q:
        return w._at_least_0(bound)
    found = shifts(P, Q)
    return found is not None and found[1] > 0 and w._true("<=", told(*found), bound)


def _shifted(w: World, z: Term, P: Term, Q: Term, bound: Term, alpha: Term = TWO) -> bool:
    """Is alpha/2 times the squared distance of the means over the variance, after a shift by z, at most a bound."""
    if not w._at_least_0(z, bound):
        return False
    if w._at_most(distance(one := w.law(P), other := w.law(Q)), z):
        return True
    found = shifts(one, other)
    return found is not None and bool(found[1]) and w._at_most(w.number(alpha) * (found[0] - w.number(z)) ** 2 / (2 * found[1]), bound)


def _dp(w: World, P: Value, Q: Value, e: Term, d: Term) -> bool:
    if w._true(">=", d, ONE):
        return True
    if not w._at_least_0(e, d):
        return False
    return _same_or(w, P, Q, d, lambda far, variance: Call("theta", (Call("exp", (e,)), Call("sqrt", (Number(far**2 / variance),)))))


def _near(w: World, K: Term, J: Term, s: Term) -> bool:
    one, other = w.mechanism(K), w.mechanism(J)
    while isinstance(one, Assembled) and isinstance(other, Assembled) and one != other and one.head == other.head == "withnoise":
        if one.parts[1] != other.parts[1]:
            return False
        one, other = one.parts[0], other.parts[0]
    if one == other:
        return w._at_least_0(s)
    if isinstance(one, Assembled) and isinstance(other, Assembled) and one.head == other.head and one.head in ("surely", "always"):
        return w._at_most((apart if one.head == "surely" else distance)(one.parts[0], other.parts[0]), s)
    return False


def _steady(w: World, K: Term, c: Term) -> bool:
    found = w.mechanism(K)
    while isinstance(found, Assembled) and found.head == "withnoise":
        found = found.parts[0]
    if not isinstance(found, Assembled):
        return False
    return w._at_least_0(c) if found.head == "always" else found.head == "surely" and w._at_most(slope_of(found.parts[0]), c)


def _spread(w: World, K: Term, e: Term, u: Term) -> bool:
    found = w.mechanism(K)
    if w._true(">=", u, ONE):
        return True
    if not w._at_least_0(e, u) or not isinstance(found, Assembled):
        return False
    if found.head == "always":
        return True
    inner, noise = found.parts if found.head == "withnoise" else (None, None)
    if not isinstance(inner, Assembled) or inner.head != "surely" or not isinstance(noise, Normal) or not noise.variance:
        return False
    far = _diameter(reach(inner.parts[0]))
    return far is not None and _dp(w, Normal(far, noise.variance), Normal(fmpq(0), noise.variance), e, u)


def _contracts(w: World, K: Term, e: Term, u: Term) -> bool:
    found = w.mechanism(K)
    return w._true(">=", u, ONE) or (w._at_least_0(e, u) and isinstance(found, Assembled) and found.head == "always")


def _finite(w: World, Z: Term, a: Term) -> bool:
    noise = w.noise(Z)
    return w._true("==", a, ZERO) or (w._at_least_0(a) and isinstance(noise, Normal) and bool(noise.variance))


def _lipschitz_loss(w: World, f: Term, bound: Term, K: Term) -> bool:
    loss, place = w.loss(f), w.set(K)
    return w._at_most(max(abs(loss.curvature * end + loss.slope) for end in (place.low, place.high)), bound)


def _apart(w: World, P: Term, Q: Term, m: Term) -> bool:
    found = shifts(w.law(P), w.law(Q))
    if w._true("<=", m, ZERO):
        return True
    return found is not None and bool(found[1]) and w._true("<=", m, Number(found[0] ** 2 / found[1]))


def _traced(w: World, Q: Term, f: Term, g: Term, Z: Term, v: Term) -> bool:
    law, one, other, noise = w.law(Q), w.map(f), w.map(g), w.noise(Z)
    if not (isinstance(law, Normal) and isinstance(noise, Normal) and isinstance(one, Affine) and isinstance(other, Affine)):
        return False
    return w._at_most(max(abs(one.factor), abs(other.factor)) ** 2 * law.variance + noise.variance, v)


def _lsi(w: World, P: Term, v: Term) -> bool:
    law = w.law(P)
    return isinstance(law, Normal) and w._at_most(law.variance, v)


def _gaussian(w: World, Z: Term, v: Term) -> bool:
    noise = w.noise(Z)
    return isinstance(noise, Normal) and noise.mean == 0 and w._true("==", v, Number(noise.variance))


def _laplace(w: World, Z: Term, v: Term) -> bool:
    noise = w.noise(Z)
    return isinstance(noise, LaplaceNoise) and w._true("==", v, Number(noise.scale))


def _diameter(place: Segment | None) -> fmpq | None:
    return None if place is None else place.high - place.low


_JUDGED: Mapping[str, Callable[..., bool]] = {
    "renyi": lambda w, alpha, z, P, Q, bound: w._true(">", alpha, ONE) and _shifted(w, z, P, Q, bound, alpha), "gdp": _shifted,
    "close": lambda w, alpha, K, J, bound: w._true(">", alpha, ONE) and w.mechanism(K) == w.mechanism(J) and w._at_least_0(bound),
    "near": _near, "steady": _steady, "spread": _spread, "contracts": _contracts,
    "lipschitzloss": _lipschitz_loss, "apart": _apart, "traced": _traced, "lsi": _lsi, "gaussian": _gaussian, "laplace": _laplace,
    "moment": lambda w, alpha, P, Q, m: w._true(">", alpha, ONE) and w.law(P) == w.law(Q) and w._true(">=", m, ONE),
    "dp": lambda w, P, Q, e, d: _dp(w, w.law(P), w.law(Q), e, d),
    "zcdp": lambda w, P, Q, r: _same_or(w, w.law(P), w.law(Q), r, lambda far, variance: Number(far**2 / (2 * variance))),
    "gdpclose": lambda w, K, J, m: w.mechanism(K) == w.mechanism(J) and w._at_least_0(m),
    "winf": lambda w, P, Q, z: w._at_most(distance(w.law(P), w.law(Q)), z),
    "equal": lambda w, P, Q: w.law(P) == w.law(Q),
    "lipschitz": lambda w, f, c: w._at_most(slope_of(w.map(f)), c),
    "lipschitzon": lambda w, f, K, c: w._at_most(slope_of(w.map(f)), c),
    "gap": lambda w, f, g, s: w._at_most(apart(w.map(f), w.map(g)), s),
    "gapon": lambda w, f, g, K, s: w._at_most(apart_on(w.map(f), w.map(g), w.set(K)), s),
    "finite": lambda w, alpha, Z, a: w._true(">", alpha, ONE) and _finite(w, Z, a), "gdpfinite": _finite,
    "convexset": lambda w, K: w.set(K).low < w.set(K).high,
    "convex": lambda w, f, K: w.loss(f).curvature >= 0,
    "smooth": lambda w, f, beta, K: w._at_most(abs(w.loss(f).curvature), beta),
    "bounded": lambda w, f, D: w._at_most(_diameter(reach(w.map(f))), D),
    "member": lambda w, x, K: w.set(K).low <= w.vector(x) <= w.set(K).high,
}  # fmt: skip
"""What judgements say."""
STRUCTURES = frozenset(SIGNATURES)
"""Heads that no number has, in terms of numbers alone."""


def read_world(kinds: Mapping[str, str], values: Mapping[str, Term]) -> World:
    """The world in which letters stand for the given terms, sequences for terms in the index ``k``.

    Raises :class:`~pabisym.errors.InputError` for a letter that does not occur, a number that is not rational or no integer where it is
    declared as one, and a term with other letters.
    """
    numbers: dict[str, tuple[tuple[str, ...], Term]] = {}
    given: dict[str, tuple[tuple[str, ...], Term]] = {}
    for name, term in values.items():
        kind = kinds.get(name, "")
        sequence, single = kind.endswith(" sequence"), kind.removesuffix(" sequence")
        if not single:
            raise InputError(name, "is no letter of the statement", f"it has {', '.join(kinds)}")
        if strange := free_names(term) - ({"k"} if sequence else set()) - STRUCTURES - _VALUES.keys():
            raise InputError(name, f"speaks of {', '.join(sorted(strange))}", "say it in numbers, a sequence in the index k")
        if single in ("real", "integer"):
            number = None if sequence else exact_value(term, {})
            if not sequence and (number is None or (single == "integer" and number.q != 1)):
                raise InputError(name, "is no rational number of its kind", f"{name} is {kind}")
            numbers[name] = (("k",) if sequence else (), term)
        else:
            given[name] = (("k",) if sequence else (), term)
    return World(kinds, numbers, given)
