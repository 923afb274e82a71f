"""Notebook 4: who is protected by noisy SGD."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pabisym.exercises import judging
from pabisym.exercises.bank.taut_string import value
from pabisym.exercises.judging import Judgement
from pabisym.exercises.task import FORMULA, PRACTICE, THINKING, WARM_UP, InstanceValues, construct, exact, least, says, unscaled


def _one(steps: int, *uses: int) -> list[int]:
    return [int(k in uses) for k in range(1, steps + 1)]


def _latest(given: InstanceValues) -> int:
    n = int(given.n)
    return max(i for i in range(1, n + 1) if value(gap=_one(n, i), noise_variance=1) <= given.bound)


def _tail(given: InstanceValues) -> int:
    return least(lambda m: value(gap=_one(m + 1, 1), noise_variance=1) <= given.bound, 0)


def _noise_plan(given: InstanceValues, answer: Any) -> Judgement:
    n, plan = int(given.n), [judging.exact_number(one, "variance") for one in answer]
    if len(plan) != n or min(plan) < 0 or sum(plan) > n * given.w:
        return Judgement(False, f"give {n} variances, none of them negative, with a sum of at most {n * given.w}")
    if given.w != 1 and sum(plan) != n * given.w:
        return Judgement(False, f"use all of it: the sum is to be {n * given.w}")
    if plan[-1] == 0:
        return Judgement(False, "the last record has no noise at all: its divergence is infinite")
    worst = max((value(gap=_one(n, i), noise_variance=plan), i) for i in range(1, n + 1))
    said = f"record {worst[1]} has mu^2 = {worst[0]}, the largest"
    return says(worst[0] <= given.bound, said, f"{said}; at most {given.bound} is asked for")


ONE_PASS = {
    "symbols": {"n": "integer, n >= 1", "t": "integer, 1 <= t <= n", "s": "real, s >= 0", "v": "real, v > 0"},
    "process": {"steps": "n", "gap": [{"at": "t", "size": "s"}], "noise": {"law": "gaussian", "variance": "v"}},
}

EXERCISES = (
    exact(
        "4.1", "how late may a record come?", WARM_UP,
        "One pass over $n = @n$ records. Which is the largest index $i$ with $\\mu_i^2 \\le @bound$ (in units of $(2L/\\sigma)^2$)?",
        _latest,
        ("After record i there are n − i further noisy steps.", "μ_i² = 1/(n − i + 1).", "Solve @n − i + 1 ≥ 1/(@bound) for i."),
        lambda g: [(_latest(g) - 1, "one more is possible: step i itself is noisy, too"), (_latest(g) + 1,
        "that one comes one step too late")],
        n=(24, 30, 40), bound=("1/10", "1/8", "1/12"),
    ),
    exact(
        "4.2", "how many epochs?", PRACTICE,
        "Cyclic batches, $n = @n$. After how many epochs does record 1 first reach $\\mu_1^2 \\ge @bound$?",
        lambda g: least(lambda epochs: value(gap=_one(int(g.n), 1) * epochs, noise_variance=1) >= g.bound),
        ("At the end of an epoch everything that record 1 has brought in has been paid over whole epochs.",
        "Every epoch is one block of n steps and costs 1/n.", "The least E with E/@n ≥ @bound."),
        n=(24, 12, 20), bound=("1/2", "1/4", "3/4"),
    ),
    exact(
        "4.3", "a public tail", PRACTICE,
        "The owner of the last record complains. After the pass we add $m$ noisy steps on *public* records. Which least $m$ gives the "
        "last record a "
        "$\\mu^2$ of at most $@bound$?", _tail,
        ("The last record enters at step n; count the noisy steps from there on.",
        "There are m + 1 of them.", "The least m with 1/(m + 1) ≤ @bound."),
        lambda g: [(_tail(g) + 1, "one fewer is enough: the step of the record itself has noise")],
        bound=("1/10", "1/7", "1/16"),
    ),
    exact(
        "4.4", "there and back", THINKING,
        "Two passes over $n = @n$ records, the second one in *reversed* order. What is the $\\mu^2$ of the record that is exposed most?",
        lambda g: max(value(gap=_one(2 * int(g.n), i, 2 * int(g.n) + 1 - i), noise_variance=1) for i in range(1, int(g.n) + 1)),
        ("Record i is used at the steps i and 2n + 1 − i.",
        "Which records were used last? Which of these has no time to hide its first use, either?",
         "Compare the first record (used at 1 and 2n) with the last (used at n and n + 1): the string has two blocks for the one, one "
         "block for the other."),
        lambda g: [(Fraction(1), "the last use alone costs that; the first use is not free"), (Fraction(2), "without any amplification")],
        n=(6, 7, 8, 9),
    ),
    construct(
        "4.5", "where should the noise go?", THINKING,
        "One pass over $n = @n$ records, 1-Lipschitz maps, unit gaps. You may choose the noise variance of every step; they sum to at "
        "most $@n$ and may be 0. "
        "Make $\\mu_i^2 \\le @bound$ for **every** record.", "a list of variances, one for each step", _noise_plan,
        ("μ_i² = 1/(v_i + … + v_n).", "Which steps protect every record, and which only the early ones?",
        "Noise of the last step protects all."),
        lambda g: [([1] * int(g.n), "evenly spread noise leaves the last record with μ² = 1")],
        keyed="the variances are to sum to exactly $@n\\,w$", n=(6, 5, 8), bound=("1/4", "2/7", "1/3"),
    ),
    construct(
        "4.6", "Theorem 23, proved by you", "proof",
        "One pass of $n$ steps, record $t$ moves step $t$ by $s$, noise of variance $v$. Prove $\\mu^2 \\le "
        "\\dfrac{s^2}{v\\,(n-t+1)}$ for **all** "
        "parameters: write the payment of step $k$. (`cases(k - t, A, B)` is $A$ where $k - t \\ge 0$, and $B$ elsewhere.)",
        "a formula in quotes, in k, n, t and s",
        lambda g, answer: judging.payments(unscaled(answer, g), ONE_PASS, "s**2/(v*(n - t + 1))", [
            {"n": 1, "t": 1, "s": 1, "v": 1}, {"n": 5, "t": 2, "s": 3, "v": 2}, {"n": 6, "t": 6, "s": 1, "v": Fraction(1, 2)}]),
        ("Before step t the runs do not differ.",
        "From step t to step n: how many steps are there, and how should they share s?",
        "cases(k - t, …, 0), with n − t + 1 equal shares."),
        lambda _: [("s/n", "that hides a gap before there is one"), ("s/(n - t + 1)",
        "before step t nothing is there to be paid: use cases")], keyed=FORMULA,
    ),
)
