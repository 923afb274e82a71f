"""Contractions, noise and gaps that are formulas in the step: their sums are atoms, and where a product telescopes it is a formula."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pabisym.lang.budget import as_proposal
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, TWO, ZERO, Call, Name, Number, Term, substitute
from pabisym.process.sequence import STEP, names, unused_name
from pabisym.shift.letters.algebra import NotInPieces

if TYPE_CHECKING:
    import sympy

MAX_OFFSET = 8
"""Most steps by which the factors of contractions may be apart that cancel in their product."""
_K = Name(STEP)


@dataclass(frozen=True)
class ChangingLaw:
    """Steps from ``first`` to ``last`` whose contraction, variance or gap is a formula in k.

    ``later`` is the product of the contractions after step k, and ``product`` its inverse; both are 1 at the last step.
    """

    contraction: Term
    variance: Term
    gap: Term
    first: Term
    last: Term
    later: Term
    product: Term

    @classmethod
    def of(cls, formulas: tuple[Term, Term, Sequence[Term]], first: Term, last: Term, kinds: Mapping[str, str]) -> ChangingLaw:
        """The law with these contractions, variances and parts of a gap; raises :class:`NotInPieces` where no product is known."""
        contraction, variance, sizes = formulas
        gap = tidied(Call("+", tuple(sizes))) if len(sizes) > 1 else sizes[0] if sizes else ZERO
        if tidied(variance) == ZERO:
            raise NotInPieces("gaps or contractions change in steps without noise")
        if contraction == ONE:
            return cls(contraction, variance, gap, first, last, ONE, ONE)
        if STEP not in names(contraction):
            back, start = (Call("**", (contraction, Call("neg", (term,)))) for term in (_K, last))
            ahead, end = (Call("**", (contraction, term)) for term in (_K, last))
            return cls(contraction, variance, gap, first, last, Call("*", (end, back)), Call("*", (ahead, start)))
        found = telescoped(contraction, kinds) or Call("exp", (logarithm(contraction),))
        top, bottom = found.args if isinstance(found, Call) and found.head == "/" else (found, ONE)
        own, end = Call("*", (bottom, placed(top, last))), Call("*", (top, placed(bottom, last)))
        return cls(contraction, variance, gap, first, last, tidied(Call("/", (own, end))), tidied(Call("/", (end, own))))

    @property
    def logarithmic(self) -> bool:
        """Is the product told by a sum of logarithms."""
        return any(factor == tidied(Call("exp", (logarithm(self.contraction),))) for factor, _ in _factors(self.product, 1))

    @property
    def before(self) -> Term:
        """The product of all contractions."""
        return tidied(placed(self.later, tidied(Call("+", (self.first, Call("neg", (ONE,)))))))

    @property
    def noise(self) -> Term:
        """What step k adds to the noise at the last step."""
        return tidied(Call("*", (self.variance, Call("**", (self.later, TWO)))))

    @property
    def shift(self) -> Term:
        """What step k adds to the shift at the last step."""
        return tidied(Call("*", (self.gap, self.later)))

    @property
    def price(self) -> Term:
        """What it costs to pay the gap of step k at once."""
        return tidied(Call("/", (Call("**", (self.gap, TWO)), self.variance)))

    def total(self, added: Term) -> Term:
        """The sum of a formula in the step over the steps: what is free of the step, times :meth:`bare`."""
        free = free_and_bound(added)[0]
        return ZERO if added == ZERO else self.bare(added) if free == ONE else Call("*", (free, self.bare(added)))

    def bare(self, added: Term) -> Term:
        """The sum of what depends on the step in a formula, as the difference of sums from step 1 on, which have values."""
        own, before = free_and_bound(added)[1], tidied(Call("+", (self.first, Number(-1))))
        whole = upto(own, self.last)
        return whole if before == ZERO else Call("+", (whole, Call("neg", (upto(own, before),))))


def logarithm(contraction: Term) -> Term:
    """The logarithm of the product of contractions up to step k, where that has no closed form."""
    index = Name(unused_name("i", names(contraction)))
    return Call("sum", (Call("log", (placed(contraction, index),)), index, ONE, _K))


def upto(added: Term, last: Term) -> Term:
    """The sum of a formula in the step over all steps up to one."""
    if added == ZERO:
        return ZERO
    index, (free, own) = Name(unused_name("i", names(added) | names(last))), free_and_bound(added)
    total = last if own == ONE else Call("sum", (placed(own, index), index, ONE, last))
    return total if free == ONE else Call("*", (free, total))


def placed(term: Term, step: Term) -> Term:
    """A formula in the step at one step."""
    return substitute(term, {STEP: ((), step)})


@as_proposal
def telescoped(contraction: Term, domains: Mapping[str, str]) -> Term | None:
    """The product of contractions that are rational in k up to step k, where their factors cancel; None where they do not."""
    import sympy

    from pabisym.lang.sympy_bridge import convert, revert, symbol

    k = symbol(STEP, "integer")
    parts = sympy.fraction(sympy.together(convert(contraction, {**domains, STEP: "integer"})))
    above, below = (sympy.factor_list(part, k) for part in parts)
    scale, tops, bottoms = above[0] / below[0], *(_linear(part[1], k) for part in (above, below))
    if tops is None or bottoms is None or sympy.simplify(scale * tops[0] / bottoms[0]) != 1 or len(tops[1]) != len(bottoms[1]):
        return None
    found, rest = sympy.Integer(1), list(bottoms[1])
    for a in tops[1]:
        b = next((one for one in rest if (one - a).is_Integer and abs(one - a) <= MAX_OFFSET), None)
        if b is None:
            return None
        rest.remove(b)
        for low, high, sign in ((a, b, 1), (b, a, -1)):
            for i in range(1, int(high - low) + 1):
                found *= ((low + i) / (k + low + i)) ** sign
    return revert(sympy.factor(found))


def _linear(factors: list[tuple[sympy.Expr, int]], k: sympy.Symbol) -> tuple[sympy.Expr, list[sympy.Expr]] | None:
    """Of factors that are linear in k the product of the slopes, and what is added to k; None where one is not linear."""
    import sympy

    scale, found = sympy.Integer(1), list[sympy.Expr]()
    for factor, power in factors:
        if sympy.degree(factor, k) != 1:
            return None
        slope = factor.coeff(k, 1)
        scale *= slope**power
        found += [sympy.cancel(factor.coeff(k, 0) / slope)] * power
    return scale, found


def free_and_bound(term: Term) -> tuple[Term, Term]:
    """A formula as a product: what does not depend on the step, and what does."""
    factors = list(_factors(term, 1))
    parts = []
    for depends in (False, True):
        own = [(factor, power) for factor, power in factors if (STEP in names(factor)) == depends]
        texts = ["*".join(f"({to_text(factor)})**{abs(power)}" for factor, power in own if power * sign > 0) or "1" for sign in (1, -1)]
        parts.append(tidied(parse("({})/({})".format(*texts), "sum", None)))
    return parts[0], parts[1]


def _factors(term: Term, power: int) -> Iterator[tuple[Term, int]]:
    """The factors of a formula with their literal powers."""
    match term:
        case Call("*", args):
            for arg in args:
                yield from _factors(arg, power)
        case Call("/", (top, bottom)):
            yield from _factors(top, power)
            yield from _factors(bottom, -power)
        case Call("**", (base, Number(value))) if value.q == 1:
            yield from _factors(base, power * int(value.p))
        case _:
            yield term, power
