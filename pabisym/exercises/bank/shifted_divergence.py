"""Notebook 2: the game of budgets and payments."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

from pabisym.derivation.derive import derive
from pabisym.exercises import judging
from pabisym.exercises.bank.taut_string import value
from pabisym.exercises.judging import Judgement
from pabisym.exercises.task import (
    FORMULA,
    PRACTICE,
    THINKING,
    WARM_UP,
    InstanceValues,
    construct,
    exact,
    letters,
    says,
    spend,
    unscaled,
    whole,
)
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import rational_text
from pabisym.shift.instance import Instance
from pabisym.spec.read import Spec


def _last(given: InstanceValues) -> Fraction:
    budget = Fraction(0)
    for paid in (*[given.a] * 3, 0):
        budget = given.c * budget + 1 - paid
    return budget


def _counterexample(given: InstanceValues, answer: Any) -> Judgement:
    c, steps = judging.exact_number(answer[0], "c"), whole(answer[1], "T")
    if not c > 1 or steps < 1:
        return Judgement(False, "choose c > 1 and a number of steps from 1 on")
    if (c / given.w).denominator != 1 and given.w != 1:
        return Judgement(False, "choose a c that is a whole multiple of your factor")
    if steps > MOST_STEPS:
        enough = 1 - 1 / c**2 > given.factor / Fraction(steps)
        well = f"the exact value is above 1 - 1/c^2, and the claim is {rational_text(Fraction(1, steps))}"
        return says(enough, well, f"choose at most {MOST_STEPS} steps")
    exact_value, claimed = value(gap=[1] + [0] * (steps - 1), noise_variance=1, contraction=c), Fraction(1, steps)
    told = f"exact {rational_text(exact_value)}, claimed {rational_text(claimed)}"
    if exact_value <= given.factor * claimed:
        return Judgement(False, f"{told}: not yet {given.factor} times")
    return Judgement(True, told)


MOST_STEPS = 200
"""So many are computed; beyond, a bound from below decides."""
TWO_STEPS = {
    "symbols": {"s": "real, s > 0", "c": "real, 0 < c < 1"},
    "process": {"steps": "2", "contraction": "c", "gap": [{"at": "1", "size": "s"}], "noise": {"law": "gaussian", "std": "1"}},
    "goal": {"divergence": "gdp"},
}


def _first_payment(_: InstanceValues, __: Spec, answer: str) -> Judgement:
    """Right when the cost of this payment is the derived optimum: the cost is strictly convex in it."""
    found = derive(TWO_STEPS)
    paid = to_text(parse(judging.spelled(answer), "answer"))
    optimum = found.mu_squared
    if optimum is None:
        return Judgement(False, "the optimum was not derived")
    judged = judging.formula(f"({paid})**2 + (c*(s - ({paid})))**2", optimum, found)
    return judged if not judged.right else Judgement(True, "its cost is the optimum, for all s and c")


PUBLIC_STEPS = {
    "symbols": {"T": "integer, T >= 1", "z": "real, z >= 0", "v": "real, v > 0"},
    "process": {"steps": "T", "start_shift": "z", "gap": [{"each": "0"}], "noise": {"law": "gaussian", "variance": "v"}},
}

EXERCISES = (
    exact(
        "2.1", "what is the budget?", WARM_UP,
        "Maps contract by $c = @c$, the gaps are $s = (1, 1, 1, 1)$, you pay $a = (@a, @a, @a, ?)$. What must the last payment be?", _last,
        ("The budget follows z_t = c z_{t−1} + s_t − a_t, from z_0 = 0.", "At the end z_4 = 0, so the last payment is all that is there.",
         "Compute z_1 = 1 − @a, then z_2, z_3; the answer is @c · z_3 + 1."),
        lambda g: [(4 - 3 * g.a, "the maps contract: a budget that is not paid shrinks before the next step")],
        c=("1/2", "1/3", "3/4"), a=("1/2", "2/3", "1/4"),
    ),
    exact(
        "2.2", "how many steps?", PRACTICE,
        "All maps are 1-Lipschitz, the noise is $N(0,1)$, a difference of $1$ enters in step 1. How many noisy steps (step 1 counts) "
        "are needed until "
        "the bound of order $\\alpha = @alpha$ is at most $@bound$?", lambda g: ceil(g.alpha / (2 * g.bound)),
        ("Paying evenly over T steps costs T · (1/T)².",
        "The Rényi bound is α/2 times that.", "The least whole T with @alpha/(2T) ≤ @bound."),
        lambda g: [(ceil(g.alpha / g.bound), "the Rényi bound is α/2 times the cost, not α times")],
        alpha=(8, 6, 10), bound=("1/25", "1/30", "2/45"),
    ),
    spend(
        "2.3", "play with a contraction", PRACTICE,
        "Now $c = @c$: what is not paid in a step is multiplied by $@c$ in the next map. Four steps, unit noise, a gap of $1$ in step "
        "1. Find payments "
        "that are feasible and at most $5\\%$ above the optimum.",
        lambda g: Instance.from_arguments(gap=[1, 0, 0, 0], contraction=g.c, noise_variance=1),
        ("Late payments are for a difference that has already shrunk.", "Payments that grow by the factor 1/c from step to step are best.",
         "Write a_t = r/c^(t−1), and find r from c³·1 = c³ a_1 + c² a_2 + c a_3 + a_4."),
        within="21/20", c=("1/2", "2/3", "1/3"),
    ),
    construct(
        "2.4", "what a forgotten constant costs", THINKING,
        "A colleague forgets that her maps *expand*, $c > 1$, and claims $\\mu^2 \\le 1/T$ for a gap of $1$ in step 1 and unit noise. "
        "Give $(c, T)$ at which "
        "the exact value is more than $@factor$ times her claim.", "a pair of c and T: (\"3/2\", 2)", _counterexample,
        ("With T = 1 no map follows the gap: nothing goes wrong.",
        "A gap that expands over many steps arrives huge, and noise of early steps expands with it.",
         "The exact value does not fall below 1 − 1/c², while 1/T does."),
        keyed="choose a $c$ that is a whole multiple of it", factor=(5, 8, 6),
    ),
    letters(
        "2.5", "the best first payment", THINKING,
        "Two steps, unit noise, a gap $s$ in step 1, contraction $0 < c < 1$. In step 2 the rest is hidden. Which first payment $a$ "
        "makes the cost "
        "least? A formula in $s$ and $c$.", TWO_STEPS["symbols"], _first_payment,  # type: ignore[arg-type]
        ("What is left after step 1 is s − a; the map shrinks it.",
        "The cost is a² + c²(s − a)².", "Its derivative in a is 2a − 2c²(s − a)."),
        lambda _: [("s/2", "halves are best without a contraction"), ("s/(1 + c)", "look at the cost again: squares, so c enters squared")],
    ),
    construct(
        "2.6", "a proof for all parameters", "proof",
        "Two runs start at most $z$ apart; $T$ noisy steps of variance $v$ follow, without gaps, and the maps are 1-Lipschitz. Prove "
        "$\\mu^2 \\le z^2/(Tv)$ for **all** $T$, $z$, $v$: write the payment of step $k$ as a formula in $z$, $T$, $k$.",
        "a formula in quotes", lambda g, answer: judging.payments(
            unscaled(answer, g), PUBLIC_STEPS, "z**2/(T*v)",
            [{"T": 1, "z": 1, "v": 1}, {"T": 4, "z": 2, "v": 3}, {"T": 7, "z": 1, "v": Fraction(1, 2)}]),
        ("No step is different from any other: by symmetry, and because squares are convex, …",
        "… all payments are equal.", "T equal payments have to sum to z."),
        lambda _: [("z", "that pays z in every step: more than there is"), ("z/k", "these do not sum to z")], keyed=FORMULA,
    ),
)
