"""Exponentials and logarithms in proof trees: what follows from exp(x + y) = exp(x) exp(y) and 1 + x <= exp(x).

Untrusted like every builder.  Every function goes on with its fact known under a new label.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

from pabisym.lang.rational import rational_text
from pabisym.proof.build import Builder, Step, step

Rest = Callable[[Builder], Step]


def exp_zero(b: Builder, name: str, rest: Rest) -> Step:
    """Go on knowing, under a new name, that exp(0) == 1."""
    twice = b.figure("exp-sum", x="0", y="0")

    def one(b: Builder) -> Step:
        return b.have(name, step("arithmetic", "exp(0) == 1", (), goal="exp(0) == 1", multiplier="exp(0)", terms=[
            {"coefficient": "-1", "facts": [label]}]), rest)

    label = b.fresh("exp(0) twice")
    return b.have(label, twice, one)


def exp_at_most(b: Builder, x: str, y: str, rest: Rest) -> Step:
    """Go on knowing that exp(x) <= exp(y), where x <= y can be proved."""
    ratio = f"({y}) - ({x})"

    def split(b: Builder) -> Step:
        label = b.fresh("product")
        return b.have(label, b.figure("exp-sum", x=x, y=ratio, conclude=f"exp({y}) == exp({x})*exp({ratio})"), lambda b: b.have(
            b.fresh("monotone"), b.prove(f"exp({x}) <= exp({y})"), rest))

    return b.suppose_all({b.fresh("order"): b.prove(f"{ratio} >= 0"), b.fresh("tangent"): b.figure("exp-tangent", x=ratio)},
        lambda b: b.have(
        b.fresh("above one"), b.prove(f"exp({ratio}) >= 1"), split))


def log_tangent(b: Builder, x: str, rest: Rest) -> Step:
    """Go on knowing that log(x) <= x - 1, where x > 0 can be proved."""

    def tangent(b: Builder) -> Step:
        return b.suppose_all({b.fresh("tangent"): b.figure("exp-tangent", x=f"log({x})"), b.fresh("inverse"): b.figure("exp-log", x=x)},
                             lambda b: b.have(b.fresh("log tangent"), b.prove(f"log({x}) <= {x} - 1"), rest))

    return b.with_sides((b.term(f"{x} > 0"),), tangent)


def log_product(b: Builder, x: str, y: str, rest: Rest) -> Step:
    """Go on knowing that log(x*y) == log(x) + log(y), where x > 0 and y > 0 can be proved."""
    return b.have(b.fresh("log product"), b.figure("log-product", x=x, y=y), rest)


def exp_quadratic(b: Builder, a: str, rest: Rest) -> Step:
    """Go on knowing that exp(a) <= 1 + a + a**2, where 0 <= a <= 1 can be proved: (1 - a/8) exp(a/8) <= 1, eight times."""
    q = b.fresh("exp") + " "
    e, d = f"exp(({a})/8)", f"(1 - ({a})/8)"
    wanted = f"exp({a}) <= 1 + ({a}) + ({a})**2"

    def opposite(b: Builder) -> Step:
        facts = {q + "slope": b.figure("exp-tangent", x=f"-({a})/8"),
                 q + "inverse": b.figure("exp-sum", x=f"({a})/8", y=f"-({a})/8", conclude=f"exp(0) == {e}*exp(-({a})/8)"),
                 q + "near": b.prove(f"{d} > 0"), q + "exp": b.prove(f"{e} > 0")}
        return b.suppose_all(facts, lambda b: b.have(q + "once", step(
            "arithmetic", f"{e}*{d} <= 1", (), goal=f"{e}*{d} <= 1", multiplier="1",
            terms=[{"coefficient": "1", "facts": [q + "exp", q + "slope"]}, {"coefficient": "1", "facts": [q + "inverse"]},
                   {"coefficient": "-1", "facts": [q + "zero"]}]), doubled))

    def doubled(b: Builder) -> Step:
        u, facts = f"{e}*{d}", {q + "sign": b.prove(f"{e}*{d} >= 0")}
        facts |= {q + f"exp/{2**k}": b.figure("exp-sum", x=f"({a})/{2 ** (k + 1)}", y=f"({a})/{2 ** (k + 1)}",
                                          conclude=f"exp(({a})/{2**k}) == exp(({a})/{2 ** (k + 1)})**2") for k in range(3)}
        return b.suppose_all(facts, lambda b: powers(b, u, 1, q + "once"))

    def powers(b: Builder, u: str, power: int, before: str) -> Step:
        if power == 8:
            return finish(b, u)
        label, goal = q + f"power {2 * power}", f"({u})**{2 * power} <= 1"
        proof = step("arithmetic", goal, (), goal=goal, multiplier="1", terms=[
            {"coefficient": "1", "facts": [before]}, {"coefficient": "1", "facts": [before, *[q + "sign"] * power]}])
        return b.have(label, proof, lambda b: powers(b, u, 2 * power, label))

    def finish(b: Builder, u: str) -> Step:
        goal = f"(1 + ({a}) + ({a})**2)*{d}**8 >= 1"
        return b.suppose_all({q + "eighth": _eighth(a, q), q + "polynomial": _bernstein(goal, q)}, lambda b: b.have(
            b.fresh("quadratic"), step("arithmetic", wanted, (), goal=wanted, multiplier=f"{d}**8", terms=[
                {"coefficient": "1", "facts": [q + "polynomial"]}, {"coefficient": "1", "facts": [q + "power 8"]},
                {"coefficient": "-1", "facts": [q + "eighth"], "factor": f"{d}**8"}]), rest))

    return b.suppose_all({q + "low": b.prove(f"{a} >= 0"), q + "high": b.prove(f"{a} <= 1")}, lambda b: exp_zero(b, q + "zero", opposite))


def _eighth(a: str, q: str) -> Step:
    """exp(a) == exp(a/8)**8, from three doublings."""
    e, f, g = (f"exp(({a})/{2**k})" for k in (3, 2, 1))
    factors = ("1", f"{g} + {f}**2", f"({f} + {e}**2)*({f}**2 + {e}**4)")
    terms = [{"coefficient": "1", "facts": [q + f"exp/{2**k}"], "factor": factor} for k, factor in enumerate(factors)]
    return step("arithmetic", f"exp({a}) == {e}**8", (), goal=f"exp({a}) == {e}**8", multiplier="1", terms=terms)


def _bernstein(goal: str, q: str) -> Step:
    """(1 + a + a^2) (1 - a/8)^8 - 1 = a^2 g(a), and g is a positive combination of a^i (1 - a)^(8 - i)."""
    power = [Fraction((-1) ** k * comb(8, k), 8**k) for k in range(9)]
    whole = [sum((power[k - j] for j in range(3) if 0 <= k - j <= 8), Fraction(0)) for k in range(11)]
    g = whole[2:]
    weights = [sum((Fraction(comb(i, k), comb(8, k)) * g[k] for k in range(i + 1)), Fraction(0)) * comb(8, i) for i in range(9)]
    terms = [{"coefficient": rational_text(w), "facts": [q + "low"] * (i + 2) + [q + "high"] * (8 - i)} for i, w in enumerate(weights)]
    return step("arithmetic", goal, (), goal=goal, multiplier="1", terms=terms)


def log_low(b: Builder, x: str, rest: Rest) -> Step:
    """Go on knowing that log(x) >= 1 - 1/x, where x > 0 can be proved."""
    q = b.fresh("log") + " "

    def inverse(b: Builder) -> Step:
        facts = {q + "value": b.figure("exp-log", x=x), q + "tangent": b.figure("exp-tangent", x=f"-log({x})"),
                 q + "product": b.figure("exp-sum", x=f"log({x})", y=f"-log({x})", conclude=f"exp(0) == exp(log({x}))*exp(-log({x}))")}
        return b.suppose_all(facts, lambda b: b.have(b.fresh("log low"), step("arithmetic", goal, (), goal=goal, multiplier=x, terms=[
            {"coefficient": "1", "facts": [q + "tangent", q + "sign"]},
            {"coefficient": "1", "facts": [q + "value"], "factor": f"exp(-log({x}))"},
            {"coefficient": "1", "facts": [q + "product"]}, {"coefficient": "-1", "facts": [q + "zero"]}]), rest))

    goal = f"log({x}) >= 1 - 1/({x})"
    return b.have(q + "sign", b.prove(f"{x} > 0"), lambda b: exp_zero(b, q + "zero", inverse))
