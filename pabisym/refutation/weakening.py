"""From a proved bound to a larger one: the tactics by which a claim follows from what was derived.

The proof of the derived bound is opened: its distinctions of cases and the facts that it establishes are put around the last step, so
that all of them are known where the claim is compared.  There the parts of both formulas are given the facts that define them (signs
of what is divided by, roots, extrema, roundings, powers, exponentials), and the kernel's certificates do the rest.  Untrusted like every
builder: the kernel replays what comes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, islice
from itertools import product as cartesian
from typing import Any

from flint import fmpq

from pabisym.derivation.shapes.problem import nonzero
from pabisym.derivation.signs import minus, plus
from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError, Undecided
from pabisym.kernel.exact import Refusal, Scope, difference
from pabisym.kernel.judgement import check_defined
from pabisym.lang.grammar import to_text
from pabisym.lang.term import BINDERS, ONE, RELATIONS, TWO, ZERO, Call, Number, Term, mentions
from pabisym.process.sequence import names
from pabisym.proof.build import Builder, NoProof, Step, step, term_of
from pabisym.proof.case_split import from_one, resolve_conditions
from pabisym.proof.certificate import certificate, divisors, factor_number, multiple, polynomial_term, times, undecided_condition
from pabisym.proof.exponentials import exp_zero, log_low, log_tangent
from pabisym.proof.linear import certified, else_absurd, fact
from pabisym.proof.roots import root_of_product, separated
from pabisym.proof.script import Script
from pabisym.refutation.nearest import from_nearest
from pabisym.refutation.powers import name_powers
from pabisym.refutation.sums import by_induction, name_sums

WRAPPERS = ("monotone", "gdp-monotone", "dp-widen")
"""Rules that say less than their one premise, about the same laws."""
MOST_FACTORS = 12
"""Largest literal exponent of a power that is written out as factors."""
MOST_BRANCHES = 4
"""Most cases of a derived price that are looked at in another case."""
MOST_PARTS = 60
"""Most parts of two formulas of which facts are named."""
Finish = Callable[[Builder, Step], Step]
"""From the last step of a proof, in the scope of everything that was established before it, the last step of another one."""


def unfolded(b: Builder, tree: Mapping[str, Any], claim: Term, finish: Finish) -> Step:
    """A proof of a claim from a proof of something else: all that the latter establishes, case by case, is known where it is finished."""
    rule, premises = tree["rule"], tree["premises"]
    if rule == "have":
        return b.have(tree["with"]["label"], premises[0], lambda b: unfolded(b, premises[1], claim, finish))
    if rule == "cases":
        on, label = term_of(tree["with"]["on"]), tree["with"]["label"]
        sides = zip(b.sides(on), premises, strict=True)
        return step("cases", claim, tuple(unfolded(b.inside(label, known), part, claim, finish) for known, part in sides),
                    on=on, claim=claim, label=label)
    if rule in WRAPPERS and premises[0]["rule"] in ("have", "cases", *WRAPPERS):
        return unfolded(b, premises[0], claim, lambda b, inner: finish(b, {**tree, "premises": [inner]}))
    return finish(b, dict(tree))


def spelled_out(b: Builder, own: Term, claim: Term, finish: Callable[[Builder], Step]) -> Step:
    """A claim that is finished in every case of a formula, knowing there that nothing by which it divides is 0.

    What a theorem concludes has a value; a formula that is given to a rule has to be seen to have one.
    """
    try:
        check_defined(b.scope, own)
        return finish(b)
    except Refusal:
        if condition := undecided_condition(b.scope, own):
            return b.by_cases(condition, claim, lambda b: spelled_out(b, own, claim, finish))
        found = divisors(b.scope, resolve_conditions(b, own))
        if not found:
            return finish(b)
        return b.have(b.fresh("divisor"), from_one(b, found[0]) or nonzero(b, found[0]), lambda b: spelled_out(b, own, claim, finish))


@dataclass(frozen=True)
class Weakening:
    """Orders of formulas; random ``points`` of the domains tell early what is not worth a proof."""

    points: Sequence[Mapping[str, Fraction]] = ()
    branches: tuple[Term, ...] = ()

    def compared(self, b: Builder, claim: Term, own: Term, larger: Term, make: Callable[[Builder], Step], *, root: bool = False) -> Step:
        """A claim made where own <= larger is known (with ``root``: own <= larger**2, and larger >= 0), in every case of the two."""
        if not root:
            with suppress(NoProof, Refusal):
                return {**self._at_sight(b, own, larger, make), "conclusion": claim}
        known, branches = self.described(b, [own, larger]), tuple(islice(_branches(own), MOST_BRANCHES))
        inner = self if self.branches or len(branches) < 2 else replace(self, branches=branches)
        return known(lambda b: inner._split(b, claim, own, larger, make, root=root))

    def _at_sight(self, b: Builder, own: Term, larger: Term, make: Callable[[Builder], Step]) -> Step:
        """What is equal, a multiple, or has something added, whatever its parts are; raises as :meth:`at_most` where it is not seen."""
        p = Script(b)
        if not undecided_condition(b.scope, own, larger):
            own, larger = resolve_conditions(b, own), resolve_conditions(b, larger)
        self._sign(p, own, quick=True)
        if not self._added(p, own, larger):
            self._seen(p, own, larger)
        return p.close(make(p))

    def _added(self, p: Script, own: Term, larger: Term) -> bool:
        """Is it evident from here on that a sum with one formula in it is at least that, which is said of no long one once more."""
        if not isinstance(larger, Call) or larger.head != "+" or own not in larger.args:
            return False
        others = list(larger.args)
        others.remove(own)
        more = Call(">=", (plus(*others), ZERO))
        if not self._proved(p, more, "more"):
            return False
        p.have(p.fresh("more"), p.prove(more))
        return p.evident(Call("<=", (own, larger)))

    def _seen(self, p: Script, own: Term, larger: Term) -> str:
        """The label under which own <= larger is known from here on; raises :class:`~pabisym.proof.build.NoProof` where it is not seen."""
        goal, label = Call("<=", (own, larger)), p.fresh("claim")
        if p.evident(goal):
            p.have(label, step("evident", goal, goal=goal))
            return label
        if not isinstance(larger, Call) or larger.head not in ("+", "max"):
            raise NoProof(f"{to_text(goal)} is not seen")
        for i, part in enumerate(larger.args):
            if not self.plausible(p, Call("<=", (own, part))):
                continue
            try:
                below = self._seen(p, own, part)
            except NoProof:
                continue
            if larger.head == "max":
                self._extremum(p, larger)
                more = Call("<=", (part, larger))
            else:
                more = Call(">=", (plus(*larger.args[:i], *larger.args[i + 1 :]), ZERO))
            if self._proved(p, more, "more"):
                known = p.fresh("more")
                p.have(known, p.prove(more))
                p.have(label, certified(goal, fact(below), fact(known)))
                return label
        raise NoProof(f"{to_text(goal)} is not seen")

    def _split(self, b: Builder, claim: Term, own: Term, larger: Term, make: Callable[[Builder], Step], *, root: bool) -> Step:
        if condition := undecided_condition(b.scope, own, larger):
            return b.by_cases(condition, claim, lambda b: self.compared(b, claim, own, larger, make, root=root))
        plain = resolve_conditions(b, own), resolve_conditions(b, larger)
        if plain != (own, larger):
            return self.compared(b, claim, *plain, make, root=root)
        order = self._squares if root else self._order
        return {**order(b, own, larger, make), "conclusion": claim}

    def _order(self, b: Builder, own: Term, larger: Term, make: Callable[[Builder], Step]) -> Step:
        goal = Call("<=", (own, larger))
        if b.scope.arithmetic.evident(goal):
            return make(b)
        if not self.plausible(b, goal):  # what is false at points is proved only where the scope is contradictory
            return b.have(b.fresh("claim"), b.impossible(goal), make)
        return b.have(b.fresh("claim"), self._by_branch(b, own, larger) or self.at_most(b, own, larger), make)

    def _by_branch(self, b: Builder, own: Term, larger: Term) -> Step | None:
        """By what the derived price is in another case, which may be more here and still be less than what is claimed."""
        if not self.branches:
            return None
        extrema = mentions(own, "min", "max")
        if not extrema:
            with suppress(NoProof, Refusal):
                return self.at_most(b, own, larger, quick=True)
        for other in list(islice(_branches(own), MOST_BRANCHES))[::-1] if extrema else self.branches:
            middle = resolve_conditions(b, other)
            with suppress(NoProof, Refusal):
                return self.described(b, [middle])(partial(self._between, own=own, middle=middle, larger=larger))
        return None

    def _between(self, b: Builder, own: Term, middle: Term, larger: Term) -> Step:
        """By a formula between two; raises :class:`~pabisym.proof.build.NoProof` where it is not seen to be one."""
        below, above = Call("<=", (own, middle)), Call("<=", (middle, larger))
        if b.evident(Call("==", (own, middle))) or not (self.plausible(b, below) and self.plausible(b, above)):
            raise NoProof(f"{to_text(middle)} does not lie between")
        one, two = b.fresh("branch"), b.fresh("branch")
        first, second = (self.at_most(b, *relation.args, quick=True) for relation in (below, above))
        return b.suppose_all({one: first, two: second}, lambda _: certified(Call("<=", (own, larger)), fact(one), fact(two)))

    def at_most(self, b: Builder, own: Term, larger: Term, *, quick: bool = False) -> Step:
        """A proof that one formula is at most another one; raises :class:`~pabisym.proof.build.NoProof` where none is found.

        ``quick`` looks for none that takes a search through products of what is known.
        """
        goal = Call("<=", (own, larger))
        if b.scope.arithmetic.evident(goal):
            return b.prove(goal)
        pairs = [(own, arg) for arg in larger.args] if isinstance(larger, Call) and larger.head == "max" else []
        pairs += [(arg, larger) for arg in own.args] if isinstance(own, Call) and own.head == "min" else []
        for lower, upper in pairs:  # one in order is enough
            if self.plausible(b, Call("<=", (lower, upper))):
                with suppress(NoProof):
                    inner = self.at_most(b, lower, upper, quick=quick)
                    return b.have(b.fresh("part"), inner, lambda b: b.prove(goal))
        if isinstance(larger, Call) and larger.head == "min" and len(larger.args) == 2 and not mentions(own, "min", "max"):
            return self._below_both(b, own, larger, quick=quick)
        p = Script(b)
        with suppress(NoProof):
            self._sign(p, own)
        return p.close(
            self._by_ratio(p, own, larger, quick=quick) or self._by_root(p, own, larger, quick=True) or self._by_bases(p, own, larger)
            or by_induction(p, goal, self.plausible) or from_nearest(p, goal, self.plausible)
            or (None if quick else self._by_root(p, own, larger)) or _last(p, goal, quick=quick))

    def _below_both(self, b: Builder, own: Term, larger: Call, *, quick: bool) -> Step:
        """That a formula is at most a minimum of two, by both."""
        p, (x, y), goal = Script(b), larger.args, Call(">=", (larger, own))
        for one in larger.args:
            p.have(p.fresh("part"), self.at_most(p, own, one, quick=quick))
        rule, label = p.figure("minimum", x=x, y=y), p.fresh("least")
        p.have(label, p.by_cases(minus(y, x), goal, partial(_of_one, rule, larger, goal)))
        return p.close(certified(Call("<=", (own, larger)), fact(label)))

    def _sign(self, p: Script, term: Term, *, quick: bool = False) -> bool:
        """Is a product, or a sum, known not to be negative from here on; ``quick`` proves no sign of a part."""
        goal = Call(">=", (term, ZERO))
        if p.evident(goal):
            return True
        if isinstance(term, Call) and term.head == "+":
            if not all(self.plausible(p, Call(">=", (one, ZERO))) for one in term.args):
                return False
            if not all(self._factor(p, one, quick=quick) for one in term.args):
                return False
            p.have(p.fresh("sign"), certified(goal, *map(fact, self._labels(p, term.args))))
            return True
        above, below = _factors(term)
        if len(above) + len(below) < 2 or not all(self._factor(p, one, quick=quick) for one in above):
            return False
        known = self._labels(p, above)
        if not all(p.scope.arithmetic.positive(one) for one in below):
            return False
        terms = [{"coefficient": ONE, "facts": known}]
        p.have(p.fresh("sign"), step("arithmetic", goal, (), goal=goal, multiplier=times(below), terms=terms))
        return True

    def _factor(self, p: Script, term: Term, *, quick: bool = False) -> bool:
        """Is a part of a product, or of a sum, known not to be negative from here on."""
        return self._sign(p, term, quick=quick) or (not quick and self._proved(p, Call(">=", (term, ZERO)), "factor"))

    def _labels(self, p: Script, terms: Sequence[Term]) -> list[str]:
        """Labels under which some terms are known not to be negative, which is evident."""
        found = []
        for term in terms:
            found.append(p.fresh("factor"))
            goal = Call(">=", (term, ZERO))
            p.have(found[-1], step("evident", goal, goal=goal))
        return found

    def _by_ratio(self, b: Builder, own: Term, larger: Term, *, quick: bool) -> Step | None:
        """By what is left of both when common factors are taken out; None where there are none, or one of them has no known sign."""
        (above, below), (up, down) = _factors(own), _factors(larger)
        common = _take_shared(b, above, up)
        under = _take_shared(b, below, down)
        if not common and not under:
            return None
        lower, upper = _quotient(above, below), _quotient(up, down)
        smaller = Call("<=", (lower, upper))
        if not self.plausible(b, smaller):
            return None
        p, goal = Script(b), Call("<=", (own, larger))
        if not all(self._factor(p, one) for one in common):
            return None
        if not all(p.scope.arithmetic.positive(one) for one in under):
            return None
        known, label = self._labels(p, common), p.fresh("ratio")
        p.have(label, self.at_most(p, lower, upper, quick=quick))
        terms = [{"coefficient": ONE, "facts": [label, *known]}]
        return p.close(step("arithmetic", goal, (), goal=goal, multiplier=times(under), terms=terms))

    def _by_bases(self, b: Builder, own: Term, larger: Term) -> Step | None:
        """Of two squares by what they are squares of; None where they are none, or that is not seen."""
        (above, below), (up, down) = _factors(own), _factors(larger)
        if below or down or not len(above) == len(up) == 2 or above[0] != above[1] or up[0] != up[1]:
            return None
        p, sign, order, x, y = Script(b), b.fresh("base"), b.fresh("bases"), above[0], up[0]
        with suppress(NoProof, Refusal):
            p.have(sign, self.at_most(p, ZERO, x))
            p.have(order, self.at_most(p, x, y))
            return p.close(certified(Call("<=", (own, larger)), fact(order, order), fact(order, sign, times="2")))
        return None

    def _squares(self, b: Builder, own: Term, larger: Term, make: Callable[[Builder], Step]) -> Step:
        """As :meth:`_order` for own <= larger**2 and larger >= 0: as squares, or as roots."""
        if any(map(_is_root, chain(*_factors(larger)))):
            with suppress(NoProof, Refusal):
                return self._unrooted(b, own, larger, make)
        square = Call("**", (larger, TWO))
        nonnegative = Call(">=", (larger, ZERO))
        if not self.plausible(b, nonnegative):
            raise NoProof(f"{to_text(larger)} is negative at a point")

        def squares(b: Builder) -> Step:
            if b.scope.arithmetic.evident(Call("<=", (own, square))):
                return make(b)
            if not mentions(larger, "min", "max"):
                with suppress(NoProof):
                    return self._order(b, own, square, make)
            p = Script(b)  # from sqrt(own) <= larger
            sign, root_squared = self._named(p, own)
            below, claim = p.fresh("below"), Call("<=", (own, square))
            p.have(below, self.at_most(p, Call("sqrt", (own,)), larger))
            p.have(p.fresh("claim"), certified(claim, fact(below, below), fact(below, sign, times="2"), fact(root_squared)))
            return p.close(make(p))

        if b.scope.arithmetic.evident(nonnegative):
            return squares(b)
        return b.have(b.fresh("root"), self._at_least_zero(b, larger), squares)

    def _unrooted(self, b: Builder, own: Term, larger: Term, make: Callable[[Builder], Step], *, quick: bool = False) -> Step:
        """As :meth:`_squares` where the larger one is a product with square roots: by the product without them."""
        p = Script(b)
        if not self._sign(p, larger) and not p.evident(Call(">=", (larger, ZERO))):
            raise NoProof(f"{to_text(larger)} is not seen to be at least 0")
        order, claim = p.fresh("order"), Call("<=", (own, Call("**", (larger, TWO))))
        square, terms = self._squared(p, larger)
        p.have(order, self._by_branch(p, own, square) or self.at_most(p, own, square, quick=quick))
        p.have(p.fresh("claim"), certified(claim, fact(order), *terms))
        return p.close(make(p))

    @staticmethod
    def _squared(p: Script, term: Term) -> tuple[Term, list[Any]]:
        """The square of a product without its square roots, and how it is that: one term of a certificate for each root."""
        above, below = _factors(term)
        factors, many, terms = [*above, *below], len(above), []
        squares: list[Term] = [Call("**", (one, TWO)) for one in factors]
        for i, one in enumerate(factors):
            if not isinstance(one, Call) or not _is_root(one):
                continue
            label, x = p.fresh("square"), one.args[0]
            if isinstance(x, Call) and one.head == "**":
                x = Call("**", (x.args[0], one.args[1]))
                p.have(label, Call("==", (squares[i], x)))
            else:
                p.have(label, p.figure("square-root", x=x))
            up = [square for j, square in enumerate(squares[:many]) if j != i]
            down = [square for j, square in enumerate(squares[many:], many) if j != i]
            factor = _quotient(up, down) if i < many else Call("neg", (_quotient(up, [*down, x, squares[i]]),))
            terms.append(fact(label, factor=factor))
            squares[i] = x
        return _quotient(squares[:many], squares[many:]), terms

    def _by_root(self, b: Builder, own: Term, larger: Term, *, quick: bool = False) -> Step | None:
        """By the squares, where one of the two is a product with square roots; None where it is none, or that is not seen."""
        rooted_above, rooted_below = (any(map(_is_root, chain(*_factors(one)))) for one in (larger, own))
        is_square = isinstance(own, Call) and own.head == "**"  # squares are squared no more
        if not rooted_above and (is_square or not rooted_below):
            return None
        goal = Call("<=", (own, larger))

        def rooted(b: Builder) -> Step:
            p, order = Script(b), b.scope.known[-1][0]
            sign = p.fresh("sign")
            p.have(sign, Call(">=", (larger, ZERO)))
            return p.close(else_absurd(p, Call("+", (larger, Call("neg", (own,)))), goal, lambda less: (  # then so is its square
                fact(less, less), fact(less, sign, times="2"), fact(order))))

        with suppress(NoProof, Refusal):
            return (self._unrooted if rooted_above else self._unrooted_below)(b, Call("**", (own, TWO)), larger, rooted, quick=quick)
        return None

    def _unrooted_below(self, b: Builder, own: Call, larger: Term, make: Callable[[Builder], Step], *, quick: bool = False) -> Step:
        """As :meth:`_unrooted` where own is the square of a product with square roots: by that without them."""
        p, order, square = Script(b), b.fresh("order"), Call("**", (larger, TWO))
        if not self._proved(p, Call(">=", (larger, ZERO)), "sign"):
            raise NoProof(f"{to_text(larger)} is not seen to be at least 0")
        plain, terms = self._squared(p, own.args[0])
        p.have(order, self.at_most(p, plain, square, quick=quick))
        turned = [{**one, "coefficient": "-1"} for one in terms]
        p.have(p.fresh("claim"), certified(Call("<=", (own, square)), fact(order), *turned))
        return p.close(make(p))

    def _at_least_zero(self, b: Builder, term: Term) -> Step:
        if isinstance(term, Call) and term.head == "max":
            for arg in term.args:
                with suppress(NoProof):
                    return b.have(b.fresh("part"), self._at_least_zero(b, arg), lambda b: b.prove(Call(">=", (term, ZERO))))
        return b.prove(Call(">=", (term, ZERO)))

    @staticmethod
    def _named(p: Script, own: Term) -> tuple[str, str]:
        inside = Call(">=", (own, ZERO))
        if not p.evident(inside):
            p.have(p.fresh("inside"), inside)
        sign, square = p.fresh("root"), p.fresh("square")
        p.have(sign, p.figure("square-root-sign", x=own))
        p.have(square, p.figure("square-root", x=own))
        return sign, square

    def plausible(self, b: Builder, relation: Term) -> bool:
        """Is a relation false at no point of the case that a builder is in."""
        cases = [term for label, term in b.scope.known if label.startswith("case") and isinstance(term, Call) and term.head in RELATIONS]
        return all(_verdict(relation, point) != "false" for point in self.points if all(_verdict(one, point) == "true" for one in cases))

    # What the parts of formulas are.

    def described(self, b: Builder, terms: Sequence[Term]) -> Callable[[Callable[[Builder], Step]], Step]:
        """Puts the facts that define the parts of some formulas around a step."""
        p = Script(b)
        _name_integers(p)
        name_sums(p, terms)
        parts = list(dict.fromkeys(chain.from_iterable(map(_parts, terms))))
        for part in parts[:MOST_PARTS]:
            with suppress(NoProof, Refusal, InputError, Undecided):
                self._describe(p, part)
        insides = [part.args[0] for part in parts[:MOST_PARTS] if part.head == "sqrt"]
        for inside in insides if len(insides) > 1 else ():
            with suppress(NoProof, Refusal):
                if (form := separated(p, inside)) is not None:
                    p.have(p.fresh("roots"), root_of_product(p, inside, *form))
        name_powers(p, terms, self._proved)

        def around(rest: Callable[[Builder], Step]) -> Step:
            return p.close(rest(p))

        return around

    def _describe(self, p: Script, part: Call) -> None:
        match part.head, part.args:
            case "/", (_, below):
                self._nonzero(p, below)
            case "**", (base, exponent) if not isinstance(exponent, Number):
                self._power(p, base, exponent)
            case "**", (base, Number(value)) if value < 0:
                self._nonzero(p, base)
            case "sqrt", (inside,):
                self._root(p, inside)
            case "min" | "max", (_, _) if not mentions(part, "cases"):  # what has cases is described in each of them
                self._extremum(p, part)
            case "floor", (inside,):
                self._floor(p, part, inside)
            case "exp", (inside,):
                self._exponential(p, inside)
            case "log", (inside,):
                log_tangent(p, to_text(inside))
                log_low(p, to_text(inside))
                self._proved(p, Call(">=", (part, ZERO)), "logarithm")
            case _:
                pass

    def _proved(self, p: Script, relation: Term, stem: str) -> bool:
        """Is a relation known from here on."""
        if p.evident(relation):
            return True
        if not self.plausible(p, relation):
            return False
        found = multiple(p.scope, relation)
        if found is not None:
            p.have(p.fresh(stem), step("arithmetic", relation, (), goal=relation, **found))
            return True
        with suppress(NoProof):
            p.have(p.fresh(stem), p.prove(relation))
            return True
        return False

    def _nonzero(self, p: Script, term: Term) -> None:
        """Go on knowing the sign of every factor of what is divided by."""
        if isinstance(term, Number):
            return
        if isinstance(term, Call) and term.head in ("*", "neg", "/"):
            for arg in term.args:
                self._nonzero(p, arg)
            return
        if isinstance(term, Call) and term.head == "**":
            self._nonzero(p, term.args[0])
            return
        sign = next((sign for sign in (">", "<") if self._proved(p, Call(sign, (term, ZERO)), "divisor")), "")
        split = factor_number(p.scope, term)
        parts = [one for one in _factors(split)[0] if not isinstance(one, Number)]
        if split == term or len(parts) < 2:
            return
        unknown = [one for one in dict.fromkeys(parts) if not any(self._proved(p, Call(way, (one, ZERO)), "divisor") for way in (">", "<"))]
        if sign and len(unknown) == 1 and parts.count(unknown[0]) == 1:
            self._last_factor(p, unknown[0])

    def _last_factor(self, p: Script, factor: Term) -> None:
        """Go on knowing the sign of the one factor of a product that is not known, where that of the product is."""
        for way, on in ((">", factor), ("<", Call("neg", (factor,)))):
            goal = Call(way, (factor, ZERO))
            if self.plausible(p, goal):
                with suppress(NoProof):
                    p.have(p.fresh("divisor"), p.by_cases(on, goal, partial(_or_impossible, goal=goal)))
                return

    def _power(self, p: Script, base: Term, exponent: Term) -> None:
        """Go on knowing on which side of one a power is."""
        if not self._proved(p, Call(">", (base, ZERO)), "base"):
            return
        if isinstance(base, Call) and base.head == "sqrt":
            self._root_below_one(p, base)
        sides = [rules for sign, rules in (("<=", _BELOW), (">=", _ABOVE)) if self._proved(p, Call(sign, (base, ONE)), "base")]
        opposite = Call("neg", (exponent,))
        for k in (*_half(p, exponent), exponent, *_half(p, opposite), opposite):
            if not sides or not self._proved(p, Call(">=", (k, ZERO)), "exponent"):
                continue
            for strict, sign, weak in sides:
                apart = self._proved(p, Call(sign, (base, ONE)), "base") and self._proved(p, Call(">=", (k, ONE)), "exponent")
                with suppress(NoProof):
                    p.have(p.fresh("power"), p.figure(strict if apart else weak, c=base, k=k))
                    if apart:  # one factor less: c**k <= c
                        p.have(p.fresh("power"), p.figure(weak, c=base, k=Call("+", (k, Number(-1)))))
                    if apart and k in _half(p, exponent):  # and two of an even number: c**(2*k) <= c**2
                        p.have(p.fresh("power"), p.figure(weak, c=base, k=Call("+", (exponent, Number(-2)))))

    def _exponential(self, p: Script, inside: Term) -> None:
        """Go on knowing that exp(z) is at least 1 + z and, where z < 1, at most 1/(1 - z)."""
        p.have(p.fresh("tangent"), p.figure("exp-tangent", x=inside))
        gap, turned, q = minus(ONE, inside), Call("neg", (inside,)), p.fresh("exp") + " "
        if not self._proved(p, Call(">", (gap, ZERO)), "exponent"):
            return
        exp_zero(p, q + "zero")
        value, inverse = Call("exp", (inside,)), Call("exp", (turned,))
        product = Call("==", (Call("exp", (ZERO,)), Call("*", (value, inverse))))
        p.have_all({q + "sign": Call(">", (value, ZERO)), q + "tangent": p.figure("exp-tangent", x=turned),
                    q + "product": p.figure("exp-sum", x=inside, y=turned, conclude=product)})
        most, terms = Call("<=", (value, Call("/", (ONE, gap)))), (fact(q + "product"), fact(q + "zero", times="-1"))
        p.have(p.fresh("tangent"), certified(most, fact(q + "sign", q + "tangent"), *terms, multiplier=gap))

    def _root(self, p: Script, inside: Term) -> None:
        """Go on knowing what the square of a root is, and its sign."""
        above = self._proved(p, Call(">", (inside, ZERO)), "radicand")
        if not above and not self._proved(p, Call(">=", (inside, ZERO)), "radicand"):
            return
        sign, square = self._named(p, inside)
        with suppress(NoProof, Refusal):
            self._above_constant(p, inside, sign, square)
        goal = Call(">", (Call("sqrt", (inside,)), ZERO))
        if not above or p.evident(goal):
            return
        positive = p.fresh("inside")
        p.have(positive, Call(">", (inside, ZERO)))
        p.have(p.fresh("positive"), else_absurd(p, Call("neg", (Call("sqrt", (inside,)),)), goal, lambda case: (
            fact(positive), fact(square), fact(sign, case))))

    def _above_constant(self, p: Script, inside: Term, sign: str, square: str) -> None:
        """Go on knowing that a root is at least a number, where what it is taken of is at least its square: of the term without letters."""
        terms = inside.args if isinstance(inside, Call) and inside.head == "+" else ()
        constant = sum((term.value for term in terms if isinstance(term, Number)), fmpq(0))
        least = exact_value(Call("sqrt", (Number(constant),)), {}) if constant > 0 else None
        if least is None or not self._proved(p, Call(">=", (inside, Number(constant))), "radicand"):
            return
        root, more, bound = Call("sqrt", (inside,)), p.fresh("more"), Number(fmpq(least))
        p.have(more, Call(">=", (inside, Number(constant))))
        p.have(p.fresh("least"), else_absurd(p, Call("+", (root, Call("neg", (bound,)))), Call(">=", (root, bound)), lambda less: (
            fact(less, less), fact(less, sign, times="2"), fact(square), fact(more))))  # then so is its square

    def _root_below_one(self, p: Script, root: Call) -> None:
        """Go on knowing that a root is at most 1, where what it is taken of is."""
        (inside,), goal, least = root.args, Call("<=", (root, ONE)), p.fresh("radicand")
        if p.evident(goal) or not self._proved(p, Call("<=", (inside, ONE)), "radicand"):
            return
        square = self._named(p, inside)[1]
        p.have(least, Call("<=", (inside, ONE)))
        p.have(p.fresh("most"), else_absurd(p, minus(ONE, root), goal, lambda more: (  # then so is its square
            fact(more, more), fact(more, times="2"), fact(least), fact(square, times="-1"))))

    def _floor(self, p: Script, part: Call, inside: Term) -> None:
        """Go on knowing between what a rounded number lies, and that it is at least 1 where what is rounded is."""
        high = p.fresh("floor")
        p.have(p.fresh("floor"), p.figure("floor-low", x=inside))
        p.have(high, p.figure("floor-high", x=inside))
        positive = Call(">", (part, ZERO))
        if p.evident(positive) or not self._proved(p, Call(">=", (inside, ONE)), "rounded"):
            return
        least = p.fresh("rounded")
        p.have(least, Call(">=", (inside, ONE)))
        above = step("arithmetic", positive, (), goal=positive, multiplier=ONE, terms=[fact(high), fact(least)])
        p.have(p.fresh("whole"), step("integer", Call(">=", (part, ONE)), (above,)))

    def _extremum(self, p: Script, part: Call) -> None:
        """Go on knowing how a minimum or a maximum compares with what it is of, and that it is positive where both are."""
        x, y = part.args
        on = Call("+", ((x, Call("neg", (y,))) if part.head == "max" else (y, Call("neg", (x,)))))
        rule = p.figure("maximum" if part.head == "max" else "minimum", x=x, y=y)
        goals = [Call("<=" if part.head == "min" else ">=", (part, arg)) for arg in (x, y)]
        if part.head == "min":
            for sign in (">", ">="):
                if all(self._proved(p, Call(sign, (arg, ZERO)), "part") for arg in part.args):
                    goals.append(Call(sign, (part, ZERO)))
                    break
        label = p.fresh("extremum")
        p.have(label, rule)
        for goal in goals:
            with suppress(NoProof):
                p.have(p.fresh("bound"), p.by_cases(on, goal, partial(_of_one, rule, part, goal)))


def _name_integers(p: Script) -> None:
    """Go on knowing a + 1 <= b for integers a < b."""
    for label, relation in p.scope.known:
        if isinstance(relation, Call) and relation.head in ("<", ">"):
            expression, _ = difference(relation)
            least = Call(">=", (expression, ONE))
            with suppress(NoProof, Refusal):
                if p.scope.arithmetic.integral(expression) and not p.evident(least):
                    above = certified(Call(">", (expression, ZERO)), fact(label))
                    p.have(p.fresh("whole"), step("integer", least, (above,)))


def _of_one(rule: Step, part: Call, goal: Call, b: Builder) -> Step:
    """What is claimed of an extremum, in a case where it is one of the two: that is evident of this one."""
    label = b.fresh("extremum")

    def in_case(b: Builder) -> Step:
        one = None if b.evident(goal) else next((arg for arg in part.args if b.evident(Call("==", (part, arg)))), None)
        about = None if one is None else Call(goal.head, (one, *goal.args[1:]))
        if about is None or not b.evident(about):
            return b.prove(goal)
        own, turned = b.fresh("one"), "-1" if goal.head == "<=" else "1"
        return b.have(own, b.prove(about), lambda _: certified(goal, fact(own), fact(label, times=turned)))

    return b.have(label, rule, in_case)  # once more, where its condition is decided


def _last(b: Builder, goal: Call, *, quick: bool) -> Step:
    """A proof by a search, first beside little else that is known, or by the signs of factors only."""
    if quick:
        made = b.by_factors(goal)
        if made is None:
            raise NoProof(f"the factors of {to_text(goal)} do not show it")
        return made
    with suppress(Refusal):  # where what is divided by is known by what is left aside
        if (found := None if b.evident(goal) else certificate(_nearby(b, goal), goal)) is not None:
            return step("arithmetic", goal, (), goal=goal, **found)
    return b.prove(goal)


def _nearby(b: Builder, goal: Call) -> Scope:
    """The scope with only those relations that speak of what a goal speaks of, none of which is another one with less on its smaller side.

    What is searched for among all that a derivation has established is too much for products of three relations.
    """
    arithmetic, near = b.scope.arithmetic, names(goal)
    relations = [(label, term) for label, term in b.scope.known if isinstance(term, Call) and term.head in RELATIONS and names(term)]
    while linked := {name for _, term in relations if _is_linear(b, term) and names(term) & near for name in names(term)} - near:
        near |= linked
    kept: dict[tuple[Any, ...], tuple[fmpq, str, Term]] = {}
    for label, term in relations:
        if not names(term) <= near:
            continue
        expression, sign = difference(term)
        value = arithmetic.normal(expression)
        leading = max((monomial for monomial in value.top if monomial), default=None)
        if leading is None:
            continue
        scale = abs(value.top[leading])
        key = tuple(sorted((m, c / scale) for m, c in value.top.items() if m)), tuple(sorted(value.bottom.items())), sign == "=="
        free = value.top.get((), fmpq(0)) / scale
        if key not in kept or free < kept[key][0]:
            kept[key] = free, label, term
    return Scope(b.scope.kinds, tuple((label, term) for _, label, term in kept.values()))


def _is_linear(b: Builder, relation: Call) -> bool:
    """Is a relation one between sums of multiples of names."""
    value = b.scope.arithmetic.normal(difference(relation)[0])
    return all(sum(power for _, power in monomial) <= 1 for monomial in (*value.top, *value.bottom))


_BELOW, _ABOVE = ("power-below-one", "<", "power-at-most-one"), ("power-above-one", ">", "power-at-least-one")


def _factors(term: Term) -> tuple[list[Term], list[Term]]:
    """The factors of a numerator and of a denominator; powers with small literal exponents are written out."""
    if isinstance(term, Call) and term.head == "*":
        parts = [_factors(arg) for arg in term.args]
        return [one for above, _ in parts for one in above], [one for _, below in parts for one in below]
    if isinstance(term, Call) and term.head == "/":
        (above, below), (under, over) = map(_factors, term.args)
        return above + over, below + under
    if isinstance(term, Call) and term.head == "**" and isinstance(term.args[1], Number):
        count = term.args[1].value
        if count.denominator == 1 and 2 <= abs(count) <= MOST_FACTORS:
            above, below = (part * abs(int(count)) for part in _factors(term.args[0]))
            return (above, below) if count > 0 else (below, above)
    return ([], []) if term == ONE else ([term], [])


def _take_shared(b: Builder, some: list[Term], others: list[Term]) -> list[Term]:
    """The factors that two lists share, taken out of both: the same by their normal forms, since a certificate is an identity."""
    found = []
    for one in list(some):
        same = next((other for other in others if one == other or not b.scope.arithmetic.normal(minus(one, other)).top), None)
        if same is not None:
            some.remove(one)
            others.remove(same)
            found.append(one)
    return found


def _quotient(above: list[Term], below: list[Term]) -> Term:
    return Call("/", (times(above), times(below))) if below else times(above)


def _or_impossible(b: Builder, goal: Term) -> Step:
    """A goal that is evident in a case, or a case that is none."""
    return b.prove(goal) if b.evident(goal) else b.impossible(goal)


def _half(b: Builder, exponent: Term) -> list[Term]:
    """Half of an exponent that is seen to be even."""
    half = Call("*", (Number(fmpq(1, 2)), exponent))  # a quotient has no integer as its normal form
    arithmetic = b.scope.arithmetic
    return [polynomial_term(arithmetic, arithmetic.normal(half).top)] if arithmetic.integral(half) else []


@lru_cache(maxsize=20_000)
def _decide_relation(relation: Term, point: tuple[tuple[str, Fraction], ...]) -> str:
    with suppress(InputError, Undecided):
        return decide(relation, dict(point))
    return "undecided"


def _verdict(relation: Term, point: Mapping[str, Fraction]) -> str:
    return _decide_relation(relation, tuple((name, value) for name, value in point.items() if name in names(relation)))


def _parts(term: Term) -> Iterator[Call]:
    """Applications in a formula, innermost first; sums are not looked into, and of a distinction only its condition."""
    if not isinstance(term, Call) or term.head in BINDERS:
        return
    for arg in term.args[:1] if term.head == "cases" else term.args:
        yield from _parts(arg)
    yield term


def _is_root(term: Term) -> bool:
    """Is a formula a square root, or a power of one."""
    return isinstance(term, Call) and (term.head == "sqrt" or (term.head == "**" and _is_root(term.args[0])))


def _branches(term: Term) -> Iterator[Term]:
    """What a formula is in its cases, or at most."""
    if not isinstance(term, Call) or term.head in BINDERS:
        yield term
    elif term.head in ("cases", "min"):
        for arg in term.args[-2:]:
            yield from _branches(arg)
    else:
        for args in cartesian(*map(list, map(_branches, term.args))):
            yield Call(term.head, args)
