"""Proof trees about the lower bound on the privacy of noisy stochastic gradients: bounds on exponentials; untrusted."""

from __future__ import annotations

from fractions import Fraction

from pabisym.lang.rational import rational_text
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

HALVINGS = 3
FIRST, SECOND = "(3*B/400)", "(D**2/(200*v))"


def grown(p: Script, x: str, least: Fraction, name: str = "grown") -> None:
    """Go on knowing, as ``name``, that exp(x) >= (1 + least/8)**8, where ``least`` <= x can be proved."""
    part, at_least = f"({x})/{2 ** HALVINGS}", 1 + least / 2 ** HALVINGS

    def doubled(p: Script, left: int, low: Fraction) -> None:
        if left != 0:
            half, whole = f"exp(({x})/{2 ** left})", f"exp(({x})/{2 ** (left - 1)})"
            labels = f"{name} {left}", f"{name} {left - 1}" if left > 1 else name, p.fresh("double")
            p.have(labels[2], p.figure("exp-sum", x=f"({x})/{2 ** left}", y=f"({x})/{2 ** left}", conclude=f"{whole} == {half}*{half}"))
            p.have(labels[1], certified(f"{whole} >= {low ** 2}", fact(labels[0], labels[0]), fact(labels[0], times=rational_text(2 * low)),
                                        fact(labels[2], factor="1")))
            doubled(p, left - 1, low ** 2)

    p.have(p.fresh("least"), f"{x} >= {least}")
    p.have(p.fresh("tangent"), p.figure("exp-tangent", x=part))
    p.have(f"{name} {HALVINGS}", f"exp({part}) >= {at_least}")
    doubled(p, HALVINGS, at_least)


def inverse(p: Script, x: str, name: str = "inverse") -> None:
    """Go on knowing, as ``name``, that exp(x)*exp(-x) = 1: exp(0) is its own square and at least 1."""
    twice, sign, unit, pair = (p.fresh("unit") for _ in range(4))
    p.have_all({twice: p.figure("exp-sum", x="0", y="0", conclude="exp(0) == exp(0)*exp(0)"), sign: "exp(0) > 0",
                pair: p.figure("exp-sum", x=x, y=f"-({x})", conclude=f"exp(0) == exp({x})*exp(-({x}))")})
    p.have(unit, certified("exp(0) == 1", fact(twice, factor="-1"), multiplier="exp(0)"))
    p.have(name, certified(f"exp({x})*exp(-({x})) == 1", fact(pair, factor="-1"), fact(unit, factor="1")))


def shrunk(p: Script, x: str, low: Fraction, name: str = "grown") -> None:
    """Go on knowing that exp(-x) <= 1/low, where exp(x) >= low > 0 is known as ``name``."""
    pair, sign, small = p.fresh("inverse"), p.fresh("sign"), p.fresh("small")
    inverse(p, x, pair)
    p.have(sign, f"exp(-({x})) > 0")
    p.have(small, certified(f"exp(-({x})) <= {1 / low}", fact(name, sign, times=rational_text(1 / low)),
                            fact(pair, factor=f"-({1 / low})")))


def small_logarithm(p: Script) -> None:
    """Go on knowing, as "logarithm", that log(100) <= 9."""
    x, claim = "log(100)", "log(100) <= 9"
    p.have("hundred", p.figure("exp-log", x="100"))
    with p.proof() as logarithm:
        logarithm.except_for(f"9 - {x}", claim)
        grown(logarithm, x, Fraction(9))
        logarithm.show(logarithm.impossible(claim))
    p.have("logarithm", logarithm.step)


@script
def not_private(p: Script) -> Step:
    """From r <= exp(eps + log(100)/99)*p + 1/100, p <= 1/2 and r >= 4/5: eps >= 1/4, as 1/(1 - 15/44)/2 + 1/100 < 4/5."""
    x, claim = "(eps + log(100)/99)", "eps >= 1/4"
    small_logarithm(p)
    p.except_for("eps - 1/4", claim)
    tangent = p.figure("exp-tangent", x=f"-{x}")
    inverse(p, x)
    p.have("tangent", tangent)
    p.have("slow", f"exp(-{x}) >= 29/44")
    p.have("sign", f"exp({x}) > 0")
    p.have("small", certified(f"exp({x}) <= 44/29", fact("slow", "sign", times="44/29"), fact("inverse", factor="-44/29")))
    p.have("product", f"exp({x})*p <= 22/29")
    return p.impossible(claim)


@script
def added(p: Script, sign: str = "==") -> Step:
    """w(m) is the start and all biases and noises, or at least that, as each step is; by induction."""
    claim = f"w(k) {sign} -D/2 + sum(y(i), i, 1, k) + sum(z(i), i, 1, k)"
    with p.induct("k", "0", "m", claim) as more:
        more.have("step", more.at("no projection", "k"))
        more.show(claim)
    return p.at(more.step, "m")


@script
def unrolled(p: Script) -> Step:
    """The walk is at least the sum of its steps; then the least bias."""
    p.have("walk", added(p, ">="))
    return p.prove("w(m) >= sum(z(i), i, 1, m) + D/10")
