"""Proof trees about the lower bound on the privacy of noisy stochastic gradients: bounds on exponentials; untrusted."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pabisym.lang.rational import rational_text
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact

HALVINGS = 3


def grown(b: Builder, x: str, least: Fraction, rest: Callable[[Builder], Step], name: str = "grown") -> Step:
    """Go on knowing, as ``name``, that exp(x) >= (1 + least/8)**8, where ``least`` <= x can be proved."""
    part, at_least = f"({x})/{2**HALVINGS}", 1 + least / 2**HALVINGS

    def doubled(b: Builder, left: int, low: Fraction) -> Step:
        if left == 0:
            return rest(b)
        half, whole = f"exp(({x})/{2**left})", f"exp(({x})/{2 ** (left - 1)})"
        labels = f"{name} {left}", (f"{name} {left - 1}" if left > 1 else name), b.fresh("double")
        double = b.figure("exp-sum", x=f"({x})/{2**left}", y=f"({x})/{2**left}", conclude=f"{whole} == {half}*{half}")
        square = certified(f"{whole} >= {low**2}", fact(labels[0], labels[0]), fact(labels[0], times=rational_text(2 * low)),
                           fact(labels[2], factor="1"))
        return b.have(labels[2], double, lambda b: b.have(labels[1], square, lambda b: doubled(b, left - 1, low**2)))

    def start(b: Builder) -> Step:
        low = b.prove(f"exp({part}) >= {at_least}")
        return b.have(f"{name} {HALVINGS}", low, lambda b: doubled(b, HALVINGS, at_least))

    return b.have(b.fresh("least"), b.prove(f"{x} >= {least}"), lambda b: b.have(b.fresh("tangent"), b.figure("exp-tangent", x=part),
        start))


def inverse(b: Builder, x: str, rest: Callable[[Builder], Step], name: str = "inverse") -> Step:
    """Go on knowing, as ``name``, that exp(x)*exp(-x) = 1: exp(0) is its own square and at least 1."""
    twice, sign, unit, pair = (b.fresh("unit") for _ in range(4))
    facts = {twice: b.figure("exp-sum", x="0", y="0", conclude="exp(0) == exp(0)*exp(0)"), sign: b.prove("exp(0) > 0"),
             pair: b.figure("exp-sum", x=x, y=f"-({x})", conclude=f"exp(0) == exp({x})*exp(-({x}))")}

    def finish(b: Builder) -> Step:
        both = certified(f"exp({x})*exp(-({x})) == 1", fact(pair, factor="-1"), fact(unit, factor="1"))
        return b.have(unit, certified("exp(0) == 1", fact(twice, factor="-1"), multiplier="exp(0)"), lambda b: b.have(name, both, rest))

    return b.suppose_all(facts, finish)


def shrunk(b: Builder, x: str, low: Fraction, rest: Callable[[Builder], Step], name: str = "grown") -> Step:
    """Go on knowing that exp(-x) <= 1/low, where exp(x) >= low > 0 is known as ``name``."""
    pair, sign, small = b.fresh("inverse"), b.fresh("sign"), b.fresh("small")

    def finish(b: Builder) -> Step:
        least = certified(f"exp(-({x})) <= {1 / low}", fact(name, sign, times=rational_text(1 / low)), fact(pair, factor=f"-({1 / low})"))
        return b.have(small, least, rest)

    return inverse(b, x, lambda b: b.have(sign, b.prove(f"exp(-({x})) > 0"), finish), pair)


def small_logarithm(b: Builder, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing, as "logarithm", that log(100) <= 9."""
    x, claim = "log(100)", "log(100) <= 9"

    def case(b: Builder) -> Step:
        if b.scope.arithmetic.evident(b.term(claim)):
            return b.prove(claim)
        return grown(b, x, Fraction(9), lambda b: b.impossible(claim))

    return b.have("hundred", b.figure("exp-log", x="100"), lambda b: b.have("logarithm", b.by_cases(f"9 - {x}", claim, case), rest))


def not_private(b: Builder) -> Step:
    """From r <= exp(eps + log(100)/99)*p + 1/100, p <= 1/2 and r >= 4/5: eps >= 1/4, as 1/(1 - 15/44)/2 + 1/100 < 4/5."""
    x, claim = "(eps + log(100)/99)", "eps >= 1/4"

    def contradiction(b: Builder) -> Step:
        small = certified(f"exp({x}) <= 44/29", fact("slow", "sign", times="44/29"), fact("inverse", factor="-44/29"))
        return b.have("small", small, lambda b: b.have("product", b.prove(f"exp({x})*p <= 22/29"), lambda b: b.impossible(claim)))

    def case(b: Builder) -> Step:
        if b.scope.arithmetic.evident(b.term(claim)):
            return b.prove(claim)
        tangent = b.figure("exp-tangent", x=f"-{x}")
        return inverse(b, x, lambda b: b.have("tangent", tangent, lambda b: b.have("slow", b.prove(
            f"exp(-{x}) >= 29/44"), lambda b: b.have("sign", b.prove(f"exp({x}) > 0"), contradiction))))

    return small_logarithm(b, lambda b: b.by_cases("eps - 1/4", claim, case))
