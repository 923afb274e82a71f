"""Notebook 10: subsampling and accountants, beside iteration."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil
from typing import Any

from pabisym.accounting.accountant import certified_epsilon, least_noise_multiplier
from pabisym.accounting.last_iterate import last_iterate_epsilon
from pabisym.exact_law.chains import finite_chain, mixture
from pabisym.exercises import judging
from pabisym.exercises.judging import Judgement
from pabisym.exercises.task import (
    FORMULA,
    PRACTICE,
    PROOF,
    THINKING,
    WARM_UP,
    InstanceValues,
    construct,
    digits,
    enclosed,
    exact,
    says,
    unscaled,
    whole,
)
from pabisym.lang.rational import short_number


@cache
def _least(epsilon: Fraction, steps: int, rate: Fraction) -> Fraction:
    found = least_noise_multiplier(epsilon=epsilon, delta="1e-5", steps=steps, rate=rate)
    least = Fraction(ceil(found.noise_multiplier * 10), 10)
    if found.lower is None or found.lower < least - Fraction(1, 10):
        below = certified_epsilon("1e-5", noise_multiplier=least - Fraction(1, 10), steps=steps, rate=rate)
        if not below.lower > epsilon:
            raise ArithmeticError("the accountant does not decide")
    return least


def _iteration_wins(given: InstanceValues, answer: Any) -> Judgement:
    multiplier, steps = judging.exact_number(answer[0], "noise multiplier"), whole(answer[1], "steps")
    if steps < 1 or not 1 <= multiplier <= 8:
        return Judgement(False, "choose a noise multiplier from 1 to 8, and at least one step")
    if given.w != 1 and (multiplier / given.w).denominator != 1:
        return Judgement(False, "choose a noise multiplier that is a whole multiple of your factor")
    run: dict[str, Any] = {"noise_multiplier": multiplier, "steps": steps, "examples": 1000, "batch": 100}
    last = last_iterate_epsilon("1e-5", **run, learning_rate=1, contraction=given.c).upper
    every = certified_epsilon("1e-5", **run, sampling="fixed-size", adjacency="replace").lower
    told = f"last iterate: at most {short_number(last, 5)}; all iterates: at least {short_number(every, 5)}"
    return says(last * given.factor <= every, told, f"{told}; a factor of {given.factor} is asked for")


def _one_way(given: InstanceValues, answer: Any) -> Judgement:
    share = judging.exact_number(answer[0], "q")
    if not 0 < share <= Fraction(1, 2):
        return Judgement(False, "choose a rate above 0 and at most 1/2")
    with_, without = (finite_chain(law) for law in answer[1:3])
    mixed = mixture([(share, with_), (1 - share, without)])
    there, back = (Fraction(str(one.hockey_stick(other, gamma=2).exact)) for one, other in ((mixed, without), (without, mixed)))
    told = f"E_2 is {there} one way and {back} the other"
    if given.w != 1 and there != given.exact:
        return Judgement(False, f"{told}; {given.exact} and 0 are wanted")
    return says(there >= given.t and back == 0, told, f"{told}; at least {given.t} and 0 are wanted")


DOMAINS = {"x": "real, x >= 0", "y": "real, y >= 0", "q": "real, 0 < q < 1", "g": "real, g >= 1"}


def _levels(given: InstanceValues, answer: Any) -> Judgement:
    """Two formulas with (1 - q) y + q x - first y = q (x - second y), where second is the given level."""
    if not isinstance(answer, str):
        return Judgement(False, "answer: write the formula between quotes")
    spec = judging.in_letters(*DOMAINS.items())
    level = f"(1 + {given.m}*(g - 1))"
    judged = judging.formula(f"(1 - q)*y + q*x - ({unscaled(judging.spelled(answer), given)})*y", f"q*(x - {level}*y)", spec)
    return judged if not judged else Judgement(True, "the identity holds at every point, so that it holds for the integrals: proved")


EXERCISES = (
    digits(
        "10.1", "hidden by the lottery", WARM_UP,
        "A mechanism is $(@e, \\delta)$-private. It is run on a random part of the data, in which every record is with probability $q "
        "= @q$. Its new $\\varepsilon$?", lambda g: enclosed("log(1 + q*(exp(e) - 1))", q=g.q, e=g.e),
        ("The level γ = exp(ε) becomes 1 + q(γ − 1).",
        "ε' = log(1 + q(exp(ε) − 1)).", "In Python: math.log1p(q*math.expm1(e)), with e = @e and q = @q."),
        lambda _: [], e=(1, 2, 3), q=("1/10", "1/100", "1/4"),
    ),
    digits(
        "10.2", "total variation of a sampled step", PRACTICE,
        "One step of DP-SGD with the noise multiplier $z = @z$ and the rate $q = @q$ (a record more or less). What is $E_1$ of its "
        "dominating pair?", lambda g: enclosed("q*theta(1, 1/z)", q=g.q, z=g.z),
        ("At γ = 1 the new level is 1 again.", "E_1((1−q)Q + qP ‖ Q) = q E_1(P‖Q).", "q θ_1(1/z), with θ_1(x) = 2Φ(x/2) − 1."),
        z=(1, 2, 4), q=("1/10", "1/4", "1/5"),
    ),
    exact(
        "10.3", "an accountant's question", PRACTICE,
        "$@steps$ steps with Poisson batches of the rate $q = @q$, $\\delta = 10^{-5}$ (a record more or less). Which is the least "
        "noise multiplier **in tenths** with $\\varepsilon \\le @epsilon$? (The tool may help.)",
        lambda g: _least(g.epsilon, int(g.steps), g.q),
        ("pabisym.accounting.accountant has certified_epsilon and least_noise_multiplier.",
        "least_noise_multiplier(epsilon=…, delta=\"1e-5\", steps=…, rate=…).",
        "Round what it says up to a tenth: rounded down it would not be enough."),
        lambda g: [(_least(g.epsilon, int(g.steps), g.q) - Fraction(1, 10), "that is not enough: round up")],
        epsilon=(2, 1, 3), steps=(100, 200), q=("1/10", "1/20"),
    ),
    construct(
        "10.4", "where iteration wins", THINKING,
        "1000 records, batches of 100 of a fixed size, a replaced record, learning rate 1, moves that contract by $c = @c$, $\\delta "
        "= 10^{-5}$. Find a noise multiplier of at most $8$ and a number of steps for which the last iterate is "
        "certified to reveal at most $1/@factor$ of the $\\varepsilon$ of all iterates.",
        "a pair (noise multiplier, steps)", _iteration_wins,
        ("The accountant's ε grows with the number of steps for ever.",
        "The bound for the last iterate looks back a limited number of steps, and stops growing.",
        "Take a noise multiplier above 4, and thousands of steps."),
        keyed="choose a noise multiplier that is a whole multiple of it", c=("99/100", "49/50"), factor=(2, 3),
    ),
    construct(
        "10.5", "two directions", THINKING,
        "A sampled step must be looked at both ways. Give a rate $q \\le 1/2$ and two laws $P$, $Q$ on two points such that with $M = "
        "(1-q)Q + qP$: $E_2(M\\|Q) \\ge @t$ and $E_2(Q\\|M) = 0$.",
        "a triple (q, P, Q): (\"1/4\", [\"1/2\", \"1/2\"], [\"1/4\", \"3/4\"])", _one_way,
        ("Q ≤ 2M holds at every point as soon as q ≤ 1/2: why?",
        "E_2(M‖Q) needs a point at which Q is small and P is large.", "P = (1, 0) and Q = (a small number, the rest), with q = 1/2."),
        keyed="$E_2(M\\|Q)$ is to be exactly $@exact$", t=("1/4", "1/3", "2/5"),
        exact=lambda g: g.t + (g.w - 1) * (Fraction(1, 2) - g.t),
    ),
    construct(
        "10.6", "the lemma behind the lottery", PROOF,
        "Prove amplification by sampling: find the level $\\gamma'$ (a formula in $q$ and $g$) with $(1-q)\\,y + q\\,x - \\gamma'\\,y "
        "= q\\,\\bigl(x - (1 + @m(g-1))\\,y\\bigr)$ for all densities $x$, $y$. "
        "Positive parts and integrals then give $E_{\\gamma'}(M\\|Q) = q\\,E_{1+@m(g-1)}(P\\|Q)$.", "a formula in quotes", _levels,
        ("Compare the coefficients of y on both sides.", "1 − q − γ' = −q(1 + @m(g − 1)).", "Solve for γ'; at g = 1 it has to be 1."),
        lambda _: [("g", "at q < 1 the level falls")], keyed=FORMULA, m=(1, 2, 3),
    ),
)
