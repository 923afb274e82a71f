"""Decisions about noisy gradient descent at single points: bounds beside exact divergences and risks of quadratic losses.

They stand beside the statements as findings.  What is exact is computed by the recursion of the runs, never by a bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pabisym.divergence.evaluate import decide
from pabisym.kernel.exact import Scope, same
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import ONE, Call, substitute
from pabisym.library.statement import Verdict

from ._quadratic_losses import (
    ALLOCATED,
    COMPOSITION,
    CURVATURES,
    DYNAMICS,
    FIGURE,
    LOWER,
    figure_curves,
    figure_values,
    quadratic_divergence,
)


def points() -> Iterator[dict[str, Fraction]]:
    """Some dozens of rational points: small and large steps, few and many, curvatures apart."""
    scales = ((1, "1/10", 1), (5, 2, "1/3"), (5000, 4, "1/50"))
    grid = ((s, K, x, r) for s in scales for K in (1, 2, 7, 40) for x in ("1/100", "1/2", "99/100") for r in (1, 3))
    for (n, S, sigma), K, x, ratio in grid:
        beta = Fraction(2) * ratio
        yield {"alpha": Fraction(3), "n": Fraction(n), "S": Fraction(S), "sigma": Fraction(sigma), "K": Fraction(K), "lam": Fraction(2),
               "beta": beta, "eta": Fraction(x) / beta}


def _worst(relation: str, found: list[Verdict]) -> tuple[Verdict, str]:
    worst: Verdict = next((v for v in ("false", "undecided") if v in found), "true")
    return worst, f"{relation}: {found.count('true')} of {len(found)} instances"


def _exceeds(bound: str, point: Mapping[str, Fraction], exact: Fraction) -> Verdict:
    return decide(parse(f"({exact.numerator})/({exact.denominator}) <= {bound}"), point)


def below_exact(which: str) -> tuple[Verdict, str]:
    """Are the exact divergences of quadratic losses at most the bound: ``corollary-1``, ``sharper``, ``corollary-2`` or ``beyond``.

    Corollary 1 starts at N(x, 2 sigma^2/lam), the others at a point.  ``beyond`` has step sizes above 2.
    """
    sharper = "alpha*S**2/(lam*(2 - eta*lam)*sigma**2*n**2)*(1 - exp(-lam*(2 - eta*lam)*eta*K/2))"
    found = []
    for p in points():
        if which == "corollary-1":
            start = 2 * p["sigma"] ** 2 / p["lam"]
            found += [_exceeds(DYNAMICS, p, quadratic_divergence(p, h, start)) for h in {p["lam"], (p["lam"] + p["beta"]) / 2, p["beta"]}]
        elif which == "sharper":
            found += [_exceeds(sharper, p, quadratic_divergence(p, h)) for h in {p["lam"], p["beta"]}]
        else:
            own = {**p, "lam": Fraction(1), "eta": p["eta"] * 3 + (2 if which == "beyond" else 0)}
            found.append(_exceeds(sharper, own, quadratic_divergence(own, 1)))
    return _worst("exact divergence <= bound", found)


def above_printed() -> tuple[Verdict, str]:
    """Is the exact divergence of the squared loss from a point at least (17)."""
    own = [{**p, "eta": p["eta"] * p["lam"]} for p in points()]
    found = [decide(parse(f"({(x := quadratic_divergence(p, 1)).numerator})/({x.denominator}) >= {LOWER}"), p) for p in own]
    return _worst("exact divergence >= (17)", found)


def variances_stay_below() -> tuple[Verdict, str]:
    """Lemma 5 for quadratic losses: the variance at the start, inside and at the end of every step is at most 2 sigma^2/lam."""
    found: list[Verdict] = []
    for p in points():
        limit = 2 * p["sigma"] ** 2 / p["lam"]
        for h in {p["lam"], p["beta"]}:
            q, variance = (1 - p["eta"] * h) ** 2, limit
            for _ in range(int(p["K"])):
                found += ["true" if q * variance + t * 2 * p["eta"] * p["sigma"] ** 2 <= limit else "false"
                          for t in (Fraction(0), Fraction(1, 3), Fraction(1))]
                variance = q * variance + 2 * p["eta"] * p["sigma"] ** 2
    return _worst("variance <= 2 sigma^2/lam", found)


def crossing() -> tuple[Verdict, str]:
    """Composition is the smaller bound of Figure 1 up to K = 159/lam, Corollary 1 from K = 160/lam on."""
    found = [decide(parse(f"{COMPOSITION} {sign} {DYNAMICS}"), {**FIGURE, "alpha": 10, "lam": c, "K": Fraction(K, c)})
             for c in CURVATURES for K, sign in ((159, "<"), (160, ">"))]
    return _worst("the curves cross between K = 159/lam and 160/lam", found)


def figure_check() -> tuple[Verdict, str]:
    """All twelve curves at four numbers of steps to 20 digits; the last ones are near their limits."""
    values = figure_values()
    found: list[Verdict] = ["true" if len(values) == 48 and all(v.lower for v in values.values()) else "false"]
    found += [decide(parse(f"{curve} < {limit}"), {"K": 1000}) for curve, limit in (
        (figure_curves()["alpha = 30, lambda = 1"], "48/1000"), (figure_curves()["alpha = 10, lambda = 4"], "4/1000"))]
    return _worst(f"48 values; alpha = 30, lambda = 1, K = 1000: {values['alpha = 30, lambda = 1', 1000].lower}", found)


def risk_of_quadratics() -> tuple[Verdict, str]:
    """Lemma 6 for h theta^2/2 in every direction, far from the boundary: the exact mean risk, from ||theta_0|| <= 2 L/lam."""
    bound, found = parse("e <= 2*beta*L**2/lam**2*exp(-lam*eta*K) + 2*beta*d*sigma**2/lam"), []
    for p in points():
        own = {**p, "eta": p["lam"] / (2 * p["beta"] ** 2), "L": Fraction(3), "d": Fraction(4)}
        for h in {p["lam"], p["beta"]}:
            square = (2 * own["L"] / own["lam"]) ** 2
            for _ in range(int(own["K"])):
                square = (1 - own["eta"] * h) ** 2 * square + 2 * own["eta"] * own["d"] * own["sigma"] ** 2
            found.append(decide(bound, {**own, "e": h * square / 2}))
    return _worst("mean risk <= (20)", found)


def _decide_at(relation: str, own: list[dict[str, Fraction]]) -> tuple[Verdict, str]:
    return _worst(relation, [decide(parse(relation), p) for p in own])


def ratio_check() -> tuple[Verdict, str]:
    """Corollary 1 is more than 3/2 times the allocation at these points."""
    return _decide_at(f"{DYNAMICS} > 3/2*({ALLOCATED})", list(points()))


def first_step_check() -> tuple[Verdict, str]:
    """For one step composition and the allocation are the same."""
    return _decide_at(f"{COMPOSITION} == {ALLOCATED}", [p for p in points() if p["K"] == 1])


def limit_check() -> tuple[Verdict, str]:
    """At T = eta K = 1 the allocation of 10, 100, 1000 steps is within 1/K of tanh(lam T/2) in its unit, and on both sides."""
    unit, e = "alpha*S**2/(2*lam*sigma**2*n**2)", "exp(-lam*eta*K)"
    lower = f"{unit}*(1 - eta*lam/2)*(1 - {e})/(1 + {e})"
    base = {"alpha": Fraction(2), "S": Fraction(1), "n": Fraction(1), "sigma": Fraction(1), "lam": Fraction(1)}
    own = [{**base, "K": Fraction(k), "eta": Fraction(1, k)} for k in (10, 100, 1000)]
    near = f"abs({ALLOCATED} - {unit}*(1 - {e})/(1 + {e})) <= {unit}/K"
    found = [decide(parse(one), p) for p in own for one in (f"{lower} <= {ALLOCATED}", near)]
    return _worst("(1 - eta lam/2) tanh(lam eta K/2) <= allocation in its unit, and near that", found)


def gap_4_exact() -> tuple[Verdict, str]:
    """Corollary 1 with lam = 1 over (17) is 4/(1 + e) for e = exp(-eta K/2), between 2 and 4 as e is between 0 and 1.

    With e for the exponential, and e**2 for exp(-eta K), both sides are rational and have the same normal form.
    """
    letters = {**dict.fromkeys(("alpha", "S", "sigma", "eta", "K", "e"), "real"), "n": "integer"}
    scope = Scope(letters, tuple((fact, parse(fact)) for fact in ("sigma > 0", "n >= 1")))
    dynamics = substitute(parse(DYNAMICS.replace("exp(-lam*eta*K/2)", "e")), {"lam": ((), ONE)})
    lower = parse(LOWER.replace("exp(-eta*K)", "e**2"))
    sides = Call("*", (dynamics, parse("1 + e"))), Call("*", (parse("4"), lower))
    return ("true" if same(scope, *sides) else "undecided"), f"{to_text(sides[0])} == {to_text(sides[1])} with e = exp(-eta*K/2)"


def gap_of_one_start() -> tuple[Verdict, str]:
    """From N(0, 2 sigma^2) the exact divergence of one step of the squared loss is less than a fourth of Corollary 1."""
    own = [{**p, "lam": Fraction(1), "eta": Fraction(1, 10), "K": Fraction(1)} for p in points()]
    found = [decide(parse(f"4*({(x := quadratic_divergence(p, 1, 2 * p['sigma'] ** 2)).numerator})/({x.denominator}) < {DYNAMICS}"), p)
             for p in own]
    return _worst("4 * exact divergence < Corollary 1 at eta = 1/10, K = 1", found)


def gap_2_reached() -> tuple[Verdict, str]:
    """Corollary 2 over (17) is within a thousandth of 4/(2 - eta) once eta K is 40, and 3.9 for eta = 39/40."""
    near = "(1 - exp(-(2 - eta)*eta*K/2))/(1 - exp(-eta*K)) > 999/1000"
    own = [{"eta": Fraction(1, k), "K": Fraction(40 * k)} for k in (2, 10, 100)]
    found = [decide(parse(near), p) for p in own] + [decide(parse("4/(2 - eta) > 39/10"), {"eta": Fraction(39, 40)})]
    return _worst(near, found)
