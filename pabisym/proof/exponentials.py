"""Exponentials and logarithms in proof trees: what follows from exp(x + y) = exp(x) exp(y) and 1 + x <= exp(x).

Untrusted like every builder.  Every function goes on with its fact known under a new label.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from pabisym.lang.rational import rational_text
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script


def exp_zero(p: Script, name: str) -> None:
    """Go on knowing, under a new name, that exp(0) == 1."""
    twice = p.figure("exp-sum", x="0", y="0")
    label = p.fresh("exp(0) twice")
    p.have(label, twice)
    p.have(name, certified("exp(0) == 1", fact(label, times="-1"), multiplier="exp(0)"))


def exp_at_most(p: Script, x: str, y: str) -> None:
    """Go on knowing that exp(x) <= exp(y), where x <= y can be proved."""
    ratio = f"({y}) - ({x})"
    p.have_all({p.fresh("order"): f"{ratio} >= 0", p.fresh("tangent"): p.figure("exp-tangent", x=ratio)})
    p.have(p.fresh("above one"), f"exp({ratio}) >= 1")
    p.have(p.fresh("product"), p.figure("exp-sum", x=x, y=ratio, conclude=f"exp({y}) == exp({x})*exp({ratio})"))
    p.have(p.fresh("monotone"), f"exp({x}) <= exp({y})")


def log_tangent(p: Script, x: str) -> None:
    """Go on knowing that log(x) <= x - 1, where x > 0 can be proved."""
    p.ensure(f"{x} > 0")
    p.have_all({p.fresh("tangent"): p.figure("exp-tangent", x=f"log({x})"), p.fresh("inverse"): p.figure("exp-log", x=x)})
    p.have(p.fresh("log tangent"), f"log({x}) <= {x} - 1")


def log_product(p: Script, x: str, y: str) -> None:
    """Go on knowing that log(x*y) == log(x) + log(y), where x > 0 and y > 0 can be proved."""
    p.have(p.fresh("log product"), p.figure("log-product", x=x, y=y))


def exp_quadratic(p: Script, a: str) -> None:
    """Go on knowing that exp(a) <= 1 + a + a**2, where 0 <= a <= 1 can be proved: (1 - a/8) exp(a/8) <= 1, eight times."""
    q = p.fresh("exp") + " "
    e, d = f"exp(({a})/8)", f"(1 - ({a})/8)"
    p.have_all({q + "low": f"{a} >= 0", q + "high": f"{a} <= 1"})
    exp_zero(p, q + "zero")
    p.have_all({q + "slope": p.figure("exp-tangent", x=f"-({a})/8"),
                q + "inverse": p.figure("exp-sum", x=f"({a})/8", y=f"-({a})/8", conclude=f"exp(0) == {e}*exp(-({a})/8)"),
                q + "near": f"{d} > 0", q + "exp": f"{e} > 0"})
    p.have(q + "once", certified(f"{e}*{d} <= 1", fact(q + "exp", q + "slope"), fact(q + "inverse"), fact(q + "zero", times="-1")))
    p.have_all({q + "sign": f"{e}*{d} >= 0"} | {
        q + f"exp/{2**k}": p.figure("exp-sum", x=f"({a})/{2 ** (k + 1)}", y=f"({a})/{2 ** (k + 1)}",
                                    conclude=f"exp(({a})/{2**k}) == exp(({a})/{2 ** (k + 1)})**2") for k in range(3)})
    for power, before in ((1, "once"), (2, "power 2"), (4, "power 4")):
        claim = f"({e}*{d})**{2 * power} <= 1"
        p.have(q + f"power {2 * power}", certified(claim, fact(q + before), fact(q + before, *[q + "sign"] * power)))
    p.have_all({q + "eighth": _eighth(a, q), q + "polynomial": _bernstein(f"(1 + ({a}) + ({a})**2)*{d}**8 >= 1", q)})
    p.have(p.fresh("quadratic"), certified(f"exp({a}) <= 1 + ({a}) + ({a})**2", fact(q + "polynomial"), fact(q + "power 8"),
           fact(q + "eighth", times="-1", factor=f"{d}**8"), multiplier=f"{d}**8"))


def _eighth(a: str, q: str) -> Step:
    """exp(a) == exp(a/8)**8, from three doublings."""
    e, f, g = (f"exp(({a})/{2**k})" for k in (3, 2, 1))
    factors = ("1", f"{g} + {f}**2", f"({f} + {e}**2)*({f}**2 + {e}**4)")
    return certified(f"exp({a}) == {e}**8", *(fact(q + f"exp/{2**k}", factor=factor) for k, factor in enumerate(factors)))


def _bernstein(goal: str, q: str) -> Step:
    """(1 + a + a^2) (1 - a/8)^8 - 1 = a^2 g(a), and g is a positive combination of a^i (1 - a)^(8 - i)."""
    power = [Fraction((-1) ** k * comb(8, k), 8**k) for k in range(9)]
    whole = [sum((power[k - j] for j in range(3) if 0 <= k - j <= 8), Fraction(0)) for k in range(11)]
    g = whole[2:]
    weights = [sum((Fraction(comb(i, k), comb(8, k)) * g[k] for k in range(i + 1)), Fraction(0)) * comb(8, i) for i in range(9)]
    return certified(goal, *(fact(*[q + "low"] * (i + 2), *[q + "high"] * (8 - i), times=rational_text(w)) for i, w in enumerate(weights)))


def log_low(p: Script, x: str) -> None:
    """Go on knowing that log(x) >= 1 - 1/x, where x > 0 can be proved."""
    q = p.fresh("log") + " "
    p.have(q + "sign", f"{x} > 0")
    exp_zero(p, q + "zero")
    p.have_all({q + "value": p.figure("exp-log", x=x), q + "tangent": p.figure("exp-tangent", x=f"-log({x})"),
                q + "product": p.figure("exp-sum", x=f"log({x})", y=f"-log({x})", conclude=f"exp(0) == exp(log({x}))*exp(-log({x}))")})
    p.have(p.fresh("log low"), certified(f"log({x}) >= 1 - 1/({x})", fact(q + "tangent", q + "sign"),
           fact(q + "value", factor=f"exp(-log({x}))"), fact(q + "product"), fact(q + "zero", times="-1"), multiplier=x))
