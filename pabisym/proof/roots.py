"""Square roots in proof trees.  Untrusted like every builder."""

from __future__ import annotations

from flint import fmpq, fmpz

from pabisym.lang.grammar import to_text
from pabisym.lang.term import ONE, ZERO, Call, Number, Term
from pabisym.proof.build import Builder, Step
from pabisym.proof.certificate import product_of_signs, times
from pabisym.proof.linear import certified, else_absurd, fact
from pabisym.proof.script import Script

MOST_BITS = 96
"""Largest number under a root that is factored into primes."""


def positive_root(p: Script, radicand: str) -> str:
    """Go on knowing that the root of something that can be proved positive is positive, and what its square is; the label of the latter."""
    goal = f"sqrt({radicand}) > 0"
    size, sign, square = p.fresh("radicand"), p.fresh("root"), p.fresh("square")
    p.have(size, f"{radicand} > 0")
    p.have(sign, p.figure("square-root-sign", x=radicand))
    p.have(square, p.figure("square-root", x=radicand))
    p.have(p.fresh("positive"), else_absurd(p, f"-sqrt({radicand})", goal, lambda case: (fact(size), fact(square), fact(sign, case))))
    return square


def root_at_most(b: Builder, root: str, value: str, sign: str, equations: tuple[str, ...]) -> Step:
    """A root is at most a value that is known under ``sign`` not to be negative, where equations say that their squares are equal.

    Otherwise 0 = (root - value)^2 + 2 value (root - value) > 0.
    """
    return else_absurd(b, f"{value} - {root}", f"{root} <= {value}", lambda above: (
        fact(above, above), fact(above, sign, times="2"), *(fact(label, times="-1") for label in equations)))


# Roots of products.


def separated(b: Builder, inside: Term) -> tuple[Term, tuple[Term, ...], tuple[Term, ...]] | None:
    """The root of a product as a rational factor and what roots are left of above and below the line, each of one part.

    None where the product has another factor of which a root is taken, or is one such part itself.
    """
    found = product_of_signs(b.scope, inside)
    if found is None:
        return None
    outer, primes = _root_of_number(found[0])
    whole: dict[int, list[Term]] = {1: [Number(outer.p)], -1: [Number(outer.q)]}
    roots = {1: primes, -1: list[Term]()}
    for part, power in found[1]:
        side, (half, odd) = (1 if power > 0 else -1), divmod(abs(power), 2)
        if odd and (own := _square_root(b, part)) is not None:
            whole[side] += [own] * abs(power)
            continue
        whole[side] += [part] * half
        roots[side] += [part] * odd
    if whole == {1: [ONE], -1: [ONE]} and (len(roots[1]), len(roots[-1])) == (1, 0):
        return None
    top, bottom = (times([one for one in whole[side] if one != ONE]) for side in (1, -1))
    return top if bottom == ONE else Call("/", (top, bottom)), tuple(roots[1]), tuple(roots[-1])


def _square_root(b: Builder, part: Term) -> Term | None:
    """The root of a power whose exponent is evidently twice an integer."""
    if not isinstance(part, Call) or part.head != "**":
        return None
    half = Call("/", (part.args[1], Number(2)))
    return Call("**", (part.args[0], half)) if b.scope.arithmetic.integral(half) else None


def _root_of_number(number: fmpq) -> tuple[fmpq, list[Term]]:
    """The root of a positive number as a rational one, and the primes of which roots are left; a large number stays one."""
    product = fmpz(number.p * number.q)
    if product.bit_length() > MOST_BITS:
        root = product.isqrt()
        return (fmpq(root, number.q), []) if root**2 == product else (fmpq(1, number.q), [Number(fmpq(product))])
    outer, left = fmpz(1), list[Term]()
    for prime, power in product.factor():
        outer *= prime ** (power // 2)
        left += [Number(fmpq(prime))] if power % 2 else []
    return fmpq(outer, number.q), left


def root_of_product(p: Script, inside: Term, rational: Term, above: tuple[Term, ...], below: tuple[Term, ...]) -> Step:
    """The root of a product is the product of the roots, as :func:`separated` says: neither is negative, and their squares are equal.

    What these squares are, and the signs of the roots, is known from here on.
    """
    own, *squares = (_squared(p, part) for part in (inside, *above, *below))
    root, form = Call("sqrt", (inside,)), product_of_roots(rational, above, below)
    sides = [Call("**", (one, Number(2))) for one in (root, form)]
    terms = [fact(own), *_telescope(rational, above, below, squares)]
    negative = [{**one, "coefficient": "1" if one["coefficient"] == "-1" else "-1"} for one in terms]
    labels = p.fresh("squares"), p.fresh("squares")
    p.have(labels[0], certified(Call("==", (sides[0], sides[1])), *terms))
    p.have(labels[1], certified(Call("==", (sides[1], sides[0])), *negative))
    for one, other, label in ((root, form, labels[0]), (form, root, labels[1])):
        sign = p.fresh("sign")
        p.have(sign, Call(">=", (other, ZERO)))
        p.have(p.fresh("at most"), root_at_most(p, f"({to_text(one)})", f"({to_text(other)})", sign, (label,)))
    return p.prove(Call("==", (root, form)))


def _squared(p: Script, inside: Term) -> str:
    """The label of what the square of a root is; its sign is known from here on."""
    root = Call("sqrt", (inside,))
    known = Call("==", (Call("**", (root, Number(2))), inside))
    if label := next((label for label, term in p.scope.known if term == known), ""):
        return label
    if p.scope.arithmetic.positive(inside):
        return positive_root(p, to_text(inside))
    p.ensure(Call(">=", (inside, ZERO)))
    p.have(p.fresh("root"), p.figure("square-root-sign", x=inside))
    label = p.fresh("square")
    p.have(label, p.figure("square-root", x=inside))
    return label


def product_of_roots(rational: Term, above: tuple[Term, ...], below: tuple[Term, ...]) -> Term:
    """The formula that :func:`separated` describes."""
    top = times([*([rational] if rational != ONE or not above else []), *(Call("sqrt", (part,)) for part in above)])
    return Call("/", (top, times([Call("sqrt", (part,)) for part in below]))) if below else top


def _telescope(rational: Term, above: tuple[Term, ...], below: tuple[Term, ...], squares: list[str]) -> list[dict[str, object]]:
    """That the square of a product of roots is the product: one root after the other."""
    terms, left = list[dict[str, object]](), [Call("**", (Call("sqrt", (part,)), Number(2))) for part in (*above, *below)]
    found = list[Term](left)
    for position, (part, label) in enumerate(zip((*above, *below), squares, strict=True)):
        over = position < len(above)
        others = [one for at, one in enumerate(found[:len(above)]) if at != position]
        under = [one for at, one in enumerate(found[len(above):], len(above)) if at != position]
        factor = times([rational, rational, *others])
        under += [] if over else [found[position], part]
        factor = Call("/", (factor, times(under))) if under else factor
        terms.append(fact(label, times="-1" if over else "1", factor=factor))
        found[position] = part
    return terms
