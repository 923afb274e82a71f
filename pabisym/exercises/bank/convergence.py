"""Notebook 6: when more iterations cost nothing."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from pabisym.derivation.asymptotics import limit
from pabisym.derivation.derive import derive
from pabisym.divergence.evaluate import enclose
from pabisym.exercises.bank.taut_string import value
from pabisym.exercises.judging import Judgement, exact_number
from pabisym.exercises.task import PRACTICE, THINKING, WARM_UP, InstanceValues, construct, exact, least, says, squares
from pabisym.lang.rational import rational_text
from pabisym.lang.term import Term

STRONGLY_CONVEX = {
    "symbols": {"T": "integer, T >= 1", "c": "real, 0 < c < 1", "s": "real, s > 0", "sigma": "real, sigma > 0"},
    "process": {"steps": "T", "contraction": "c", "gap": [{"each": "s"}], "noise": {"law": "gaussian", "std": "sigma"}},
    "goal": {"divergence": "gdp"},
}


@cache
def derived_limit() -> Term:
    """The proved limit of mu^2 for many steps with a contraction."""
    found = limit(derive(STRONGLY_CONVEX), "T", "oo").value
    if found is None:
        raise ArithmeticError("the limit was not derived")
    return found


def plateau(c: Fraction, s: Fraction, sigma: Fraction) -> Fraction:
    """The limit of mu^2 for many steps, at a point."""
    return Fraction(str(enclose(derived_limit(), {"c": c, "s": s, "sigma": sigma}).exact))


@cache
def _bound_in_domain(D: Fraction, s: Fraction, variance: Fraction) -> Fraction:
    return value(gap=[s] * 60, noise_variance=variance, diameter=D)


def _bound_of(given: InstanceValues) -> Fraction:
    return _bound_in_domain(given.D, given.s, given.sigma**2)


def _first_restart(given: InstanceValues) -> int:
    return least(lambda steps: value(gap=[given.s] * steps, noise_variance=1, diameter=given.D) < steps * given.s**2)


def _nearly_there(given: InstanceValues) -> int:
    wanted = given.share * plateau(given.c, Fraction(1), Fraction(1))
    return least(lambda steps: value(gap=[1] * steps, noise_variance=1, contraction=given.c) >= wanted)


def _just_better(given: InstanceValues, answer: Any) -> Judgement:
    c = exact_number(answer, "c")
    if not 0 < c < 1:
        return Judgement(False, "c is to be above 0 and below 1")
    if given.w != 1 and (2000 * c / given.w).denominator != 1:
        return Judgement(False, "c is to be a whole multiple of w/2000")
    mine, theirs = plateau(c, given.s, Fraction(1)), _bound_in_domain(given.D, given.s, Fraction(1))
    told = f"plateaus: contraction {rational_text(mine)}, diameter {rational_text(theirs)}"
    return says(theirs * Fraction(9, 10) <= mine < theirs, told, f"{told}; the first is to be below the second by a tenth at most")


EXERCISES = (
    exact(
        "6.1", "the plateau of a domain", WARM_UP,
        "$D = @D$, a gap of $s = @s$ in every step, $\\sigma = @sigma$. To which $\\mu^2$ does the bound with the diameter converge?",
        _bound_of,
        ("Look back k steps: the cost is (D + ks)²/(kσ²).", "It is least at k = D/s.", "4Ds/σ²."),
        lambda g: [(_bound_of(g) * g.sigma**2, "and the noise?"), (_bound_of(g) * g.sigma,
        "divide by the variance, not by the standard deviation")],
        D=(3, 2, 4), s=("1/3", "1/4", "1/2"), sigma=(2, 3),
    ),
    exact(
        "6.2", "the plateau of a contraction",
        PRACTICE, "$c = @c$, $s = @s$, $\\sigma = 1$. What is $\\lim_{T\\to\\infty}\\mu^2$? (Read it off the derived limit.)",
        lambda g: plateau(g.c, g.s, Fraction(1)),
        ("All shift is seen from the last step: S = s(1 + c + c² + …).",
        "All noise, too: N = 1 + c² + c⁴ + ….", "S²/N = s²(1 + c)/(1 − c)."),
        lambda g: [(g.s**2 / (1 - g.c) ** 2, "the noise of earlier steps helps as well"), (g.s**2,
        "what entered earlier is not all forgotten")],
        c=("3/4", "2/3", "4/5", "9/10"), s=(1, 2),
    ),
    exact(
        "6.3", "from where on?", PRACTICE,
        "$D = @D$, $s = @s$, $\\sigma = 1$. Which is the first $T$ for which a restart is better than paying for all steps, $Ts^2$?",
        _first_restart,
        ("Paying for all steps grows with T; the plateau does not.",
        "They meet where Ts² = 4Ds.", "At T = 4D/s they are equal; better is one step later."),
        lambda g: [(_first_restart(g) - 1, "there the two are equal")], D=(2, 1, 3), s=("1/4", "1/3", "1/2"),
    ),
    exact(
        "6.4", "how long is the way to the plateau?", THINKING,
        "$c = @c$, a gap of $1$ in every step, unit noise. Which is the least $T$ with $\\mu_T^2$ at least $@share$ of its limit?",
        _nearly_there,
        ("One block: μ_T² is a quotient of geometric sums.",
        "μ_T²/limit = (1 − c^T)/(1 + c^T).", "Solve (1 − x)/(1 + x) = @share for x = c^T, then take logarithms."),
        lambda g: [(_nearly_there(g) - 1, "not quite: check that T exactly")], c=("1/2", "2/3", "3/4"), share=("99/100", "9/10", "19/20"),
    ),
    construct(
        "6.5", "two reasons to converge", THINKING,
        "A domain of diameter $D = @D$ with $s = @s$ and unit noise has a plateau. Find a contraction $c$ (without a domain) whose "
        "plateau is lower, but by a tenth at most.",
        "a number c", _just_better,
        ("The one plateau is 4Ds, the other s²(1 + c)/(1 − c).", "Let r = (1 + c)/(1 − c) be a little below 4D/s.", "c = (r − 1)/(r + 1)."),
        lambda _: [("9/10", "that plateau is much lower")],
        keyed="choose a $c$ that is a whole multiple of $w/2000$", D=(2, 3), s=("1/4", "1/5"),
    ),
    squares(
        "6.6", "no better look back",
        "Looking back $j$ steps costs $(D + js)^2/j$. Prove that this is never below $4Ds$: write $@m\\left(\\dfrac{(D+js)^2}{j} - "
        "4Ds\\right)$ as a sum of squares with "
        "coefficients that are not negative.",
        {"D": "real, D > 0", "j": "real, j > 0", "s": "real, s > 0"}, lambda g: f"{g.m}*((D + j*s)**2/j - 4*D*s)",
        ("Where is it 0?", "At j = D/s, so the base is D − js.", "(D + js)² − 4Djs = (D − js)²."), m=(1, 2, 5),
    ),
)
