"""Notebook 1: one noisy step, and the rulers for it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pabisym.exact_law.chains import finite_chain, gaussian_chain
from pabisym.exercises.judging import Judgement
from pabisym.exercises.task import PRACTICE, THINKING, WARM_UP, InstanceValues, construct, digits, exact, says, squares
from pabisym.numerics.enclosure import Enclosure


def _variance(given: InstanceValues) -> Fraction:
    unit = gaussian_chain(steps=1, noise=1, start=given.s).renyi(gaussian_chain(steps=1, noise=1, start=0), given.alpha).exact
    return Fraction(str(unit)) / Fraction(given.bound)


def _distance(given: InstanceValues) -> Callable[[int], Enclosure]:
    near, far = (gaussian_chain(steps=1, noise=given.v, start=s) for s in (0, given.s))
    return lambda wanted: near.total_variation(far, wanted)


def _together(given: InstanceValues) -> Fraction:
    first, second = (gaussian_chain(steps=1, noise=1, start=[s] * int(given.k)) for s in (0, given.mu))
    return Fraction(str(first.gdp_squared(second)))


def _releases(given: InstanceValues) -> int:
    return int(given.budget // (given.alpha * given.mu**2 / 2))


def _two_laws(given: InstanceValues, answer: Any) -> Judgement:
    first, second = (finite_chain(law) for law in answer)
    total, twice = first.total_variation(second).exact, first.hockey_stick(second, gamma=2).exact
    if total is None or twice is None or Fraction(str(total)) != given.t:
        return Judgement(False, f"E_1 is {total}, not {given.t}")
    return says(Fraction(str(twice)) == 0, "E_1 is as wanted, and E_2 is 0", f"E_1 is as wanted, but E_2 is {twice}")


EXERCISES = (
    exact(
        "1.1", "how much noise?", WARM_UP,
        "A query has the sensitivity $s = @s$. Which **variance** $\\sigma^2$ of Gaussian noise makes the Rényi divergence of order "
        "$\\alpha = @alpha$ exactly $@bound$?",
        _variance,
        ("The Rényi divergence of two normal laws with the same variance is α s²/(2σ²).",
         "Put it equal to @bound and solve for σ², not for σ.", "σ² = α s²/(2 · @bound), with α = @alpha and s = @s."),
        lambda g: [(2 * _variance(g), "the 2 below the fraction is missing"), (1 / _variance(g),
        "upside down: more noise, less divergence")],
        s=(1, 2, 3), alpha=(8, 4, 6, 10), bound=("1/2", "1/4", "3"),
    ),
    digits(
        "1.2", "total variation", PRACTICE,
        "A number is moved by $s = @s$ and published with noise of the variance $\\sigma^2 = @v$. What is the total variation "
        "distance $E_1$?",
        _distance,
        ("E_1 is the hockey-stick divergence at γ = 1, where log γ = 0.", "θ_1(μ) = Φ(μ/2) − Φ(−μ/2), with μ = s/σ and σ the root of @v.",
         "In Python: 2*norm.cdf(mu/2) - 1; or ask gaussian_chain for total_variation."),
        s=(1, 2, 3), v=(4, 9, 16, 25),
    ),
    exact(
        "1.3", "adding up", PRACTICE,
        "$@k$ independent releases, each with $\\mu = @mu$. Together they are $\\mu$-GDP; what is $\\mu^2$?", _together,
        ("Think of the releases as one vector with independent noise.", "Squares of μ add, as squares of lengths do.", "μ² = @k · (@mu)²."),
        lambda g: [(g.k * g.mu, "that is the sum of the μ: their squares add"), ((g.k * g.mu) ** 2,
        "μ is not proportional to the number of releases")],
        k=(5, 6, 7, 8), mu=("2/5", "1/3", "3/4", "2/7"),
    ),
    exact(
        "1.4", "a budget", THINKING,
        "Your budget is $D_{@alpha} \\le @budget$. Every release has $\\mu = @mu$ with noise of its own. How many releases can you "
        "afford at most?",
        _releases,
        ("What does one release cost in the Rényi divergence of order @alpha?",
        "Rényi divergences of the same order add up over independent releases.",
         "The largest whole k with k · α μ²/2 ≤ @budget."),
        lambda g: [(_releases(g) + 1, "that one is too many: the budget is exceeded")],
        alpha=(8, 4, 16), budget=("5/2", "7/2", "9/2"), mu=("1/4", "1/5", "1/3"),
    ),
    construct(
        "1.5", "far by one ruler, at zero by another", THINKING,
        "Write two laws $P$ and $Q$ on two or three points with $E_1(P\\|Q) = @t$ and $E_2(P\\|Q) = 0$.",
        "a pair of lists of probabilities: ([\"1/2\", \"1/2\"], [\"1/4\", \"3/4\"])", _two_laws,
        ("E_2(P‖Q) = 0 says that P(x) ≤ 2 Q(x) at every point.", "E_1 is the sum of the positive parts of P(x) − Q(x).",
         "Begin with P = (1, 0): then Q may not be below 1/2 at the first point."),
        keyed="answer for $E_1 = $ @t, which has your factor in it",
        share=("1/3", "2/5", "1/4", "3/8"), t=lambda g: g.share if g.w == 1 else g.w / 4,
    ),
    squares(
        "1.6", "a group of two",
        "Two steps move the output by $a$ and by $b$; a group that causes both moves it by $a + b$. Prove $(a+b)^2 \\le @m(a^2 + "
        "b^2)$: write "
        "$@m(a^2 + b^2) - (a+b)^2$ as a sum of squares with coefficients that are not negative.",
        {"a": "real", "b": "real"}, lambda g: f"{g.m}*(a**2 + b**2) - (a + b)**2",
        ("Expand: what is left of a², of ab, of b²?",
        "The term −2ab is that of (a − b)².", "Take (a − b)² once; what remains is (@m − 2)(a² + b²)."),
        m=(2, 3, 4),
    ),
)
