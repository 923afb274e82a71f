"""Notebook 7: Langevin dynamics."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pabisym.exercises.bank.taut_string import value
from pabisym.exercises.task import PRACTICE, THINKING, WARM_UP, InstanceValues, certainly, digits, enclosed, exact, least, squares
from pabisym.lang.grammar import parse


def dynamics(eta: Fraction, steps: int) -> dict[str, Any]:
    """The instance with strong convexity, noise and difference of gradients 1."""
    return {"gap": [eta] * steps, "contraction": 1 - eta, "noise_variance": 2 * eta}


def _fine(given: InstanceValues) -> Fraction:
    return Fraction(given.S**2 / (given.strong * given.sigma**2))


def _factor(given: InstanceValues) -> Fraction:
    own = dynamics(given.eta, 20)
    return value(**{**own, "noise_variance": 1}) / value(**own)


def _coarsest(given: InstanceValues) -> int:
    """The least m with the value of m steps to the time 1 within the share of the limit; every comparison is certified."""
    near = parse("abs(x - (exp(1) - 1)/(exp(1) + 1)) <= share*(exp(1) - 1)/(exp(1) + 1)")
    return least(lambda steps: certainly(near, {"x": value(**dynamics(Fraction(1, steps), steps)), "share": given.share}), 2)


EXERCISES = (
    exact(
        "7.1", "the plateau", WARM_UP,
        "$\\lambda = @strong$, $\\sigma = @sigma$, $S/n = @S$. What is the limit of $\\mu^2$ for $\\eta \\to 0$ and then $t \\to "
        "\\infty$?", _fine,
        ("The bound in the limit of fine steps has a factor tanh(λt/2).", "tanh tends to 1.", "(S/n)²/(λσ²)."),
        lambda g: [(2 * _fine(g), "that is the published bound, twice the optimum"), (_fine(g) * g.strong, "and the strong convexity?")],
        strong=(2, 3, 4), sigma=(1, 2), S=("1/2", "1/3"),
    ),
    exact(
        "7.2", "a coarse step", PRACTICE, "$\\lambda = \\sigma = S/n = 1$, $\\eta = @eta$. What is $\\mu^2$ after exactly $@K$ steps?",
        lambda g: value(**dynamics(g.eta, int(g.K))),
        ("c = 1 − η, s = η, v = 2η.", "μ² = (s²/v)(1 + c)(1 − c^K)/((1 − c)(1 + c^K)).",
        "s²/v = η/2 and 1 − c = η: what remains is (1 + c)/2 · (1 − c^K)/(1 + c^K)."),
        lambda g: [(g.eta * g.K / 2, "that is composition: the contraction helps")], eta=("1/2", "1/3", "1/4"), K=(2, 3),
    ),
    exact(
        "7.3", "the convention trap", PRACTICE,
        "A colleague takes the variance $1$ *per step*, $v = 1$ instead of $v = 2\\eta$ with $\\eta = @eta$. By which factor does her "
        "$\\mu^2$ differ from ours (hers over ours)?", _factor,
        ("Nothing else changes: the string is the same.", "μ² is proportional to 1/v.", "2η/1."),
        lambda g: [(1 / (2 * g.eta), "upside down: hers over ours"), (g.eta, "v = 2η, not η")], eta=("1/10", "1/8", "1/5"),
    ),
    digits(
        "7.4", "fine steps, in a finite time", THINKING,
        "$\\lambda = \\sigma = S/n = 1$. What is $\\mu^2$ in the limit $\\eta \\to 0$ at the time $t = @t$?",
        lambda g: enclosed("(exp(t) - 1)/(exp(t) + 1)", t=g.t),
        ("c^K = (1 − η)^(t/η) tends to exp(−t).", "μ² tends to (1 − exp(−t))/(1 + exp(−t)).", "That is tanh(t/2); in Python, math.tanh."),
        t=(3, 5, 4, "5/2"), places=4,
    ),
    exact(
        "7.5", "how fine is fine enough?", THINKING,
        "$\\lambda = \\sigma = S/n = 1$, time $t = 1$, steps $\\eta = 1/m$. Which is the least $m \\ge 2$ for which $\\mu^2$ lies "
        "within $@share$ (a relative error) of its limit "
        "$\\tanh\\tfrac12$?", _coarsest,
        ("Use the quotient of geometric sums with c = 1 − 1/m and K = m.", "Compute it for m = 2, 3, 4, … and compare with tanh(1/2).",
         "pabisym.allocate(gap=[eta]*m, contraction=1 - eta, noise_variance=2*eta).value is exact."),
        lambda g: [(_coarsest(g) - 1, "not quite: check that m exactly")], share=("1/100", "1/200", "1/500"),
    ),
    squares(
        "7.6", "the published bound lies above",
        "With $q = e^{-t/2}$ the published bound is $2(1 - q)$ and the optimum is $\\dfrac{1-q^2}{1+q^2}$; their difference has the "
        "sign of $2q^2 - q + 1$. Prove that this is never negative: "
        "write $@m(2q^2 - q + 1)$ as a sum of squares with coefficients that are not negative (you may use $0 < q \\le 1$).",
        {"q": "real, 0 < q <= 1"}, lambda g: f"{g.m}*(2*q**2 - q + 1)",
        ("Complete the square.", "2q² − q = 2(q − 1/4)² − something.",
        "The something is 1/8, so 7/8 times 1² remains; all times @m."), m=(1, 2, 4),
    ),
)
