"""Notebook 11: a real training run, and an attack on it."""

from __future__ import annotations

from fractions import Fraction

from pabisym.exercises.bank.convergence import plateau
from pabisym.exercises.bank.taut_string import pair_attains, value
from pabisym.exercises.task import PRACTICE, PROOF, THINKING, WARM_UP, InstanceValues, certainly, construct, digits, enclosed, exact
from pabisym.lang.grammar import parse
from pabisym.numerics.search import doubled_until, turning_point
from pabisym.spec.configuration import Configuration


def _contraction(given: InstanceValues) -> Fraction:
    run = Configuration.of({
        "examples": 500, "batch": 500, "steps": 10, "noise_multiplier": 1, "sampling": "full",
        "adjacency": "replace", "delta": "1e-5", "loss": "convex",
        "smoothness": given.M, "weight_decay": given.decay, "learning_rate": given.eta})  # fmt: skip
    return Fraction(str(run.contraction))


def _least_runs(given: InstanceValues) -> int:
    """The least number of runs, by doubling and halving; every comparison is certified."""
    claim = parse("1 - d - (1 - a**(1/n)) >= exp(e)*(1 - a**(1/n))")

    def enough(runs: int) -> bool:
        return certainly(claim, {"n": runs, "a": given.a, "d": Fraction(1, 10**5), "e": given.e})

    low, high = doubled_until(enough, 0, 1)
    return turning_point(lambda runs: not enough(runs), low, high, 1)[1]


EXERCISES = (
    exact(
        "11.1", "all iterates", WARM_UP,
        "Full batches, $T = @T$ steps, noise multiplier $z = @z$, a replaced record: two clipped gradients are at most two clipping "
        "norms apart. What is $\\mu^2$ of all iterates together?",
        lambda g: value(gap=[2 / g.z] * int(g.T), noise_variance=1),
        ("A step has μ = gap/deviation.", "The gap is 2C and the deviation zC, so μ = 2/z.", "Squares add: T(2/z)²."),
        lambda g: [(g.T / g.z**2, "that is for a record that is left out: a replaced one moves twice as far")],
        T=(60, 100, 80), z=(20, 30, 15),
    ),
    exact(
        "11.2", "the contraction of a step", PRACTICE,
        "Logistic losses with features of length at most 1 have curvatures from $0$ to $@M$; weight decay adds $\\lambda = @decay$. "
        "What is the best Lipschitz constant of a step of size $\\eta = @eta$?", _contraction,
        ("A step multiplies a direction of curvature h by 1 − ηh.",
        "h lies between λ and @M + λ.", "The larger of |1 − ηλ| and |1 − η(@M + λ)|."),
        lambda g: [(1 - g.eta * (g.M + g.decay), "that is the fastest direction, not the slowest")], M=("1/4",
        ), decay=("1/5", "1/20", "1/10"), eta=(1, 2, "1/2"),
    ),
    exact(
        "11.3", "the last iterate, for ever", PRACTICE,
        "The same run with $z = @z$ and a contraction of $c = @c$, as many steps as you like. Which $\\mu^2$ does the last iterate "
        "never exceed (the best such number)?", lambda g: plateau(g.c, 2 / g.z, Fraction(1)),
        ("This is the plateau of notebook 6 with s = 2/z and unit noise.", "s²(1 + c)/(1 − c).", "(2/@z)²(1 + c)/(1 − c)."),
        lambda g: [(plateau(g.c, 1 / g.z, Fraction(1)), "a replaced record moves a step by 2/z")], z=(20, 10, 40), c=("9/10",
        "4/5", "19/20"),
    ),
    digits(
        "11.4", "never seen is not never", THINKING,
        "In $@n$ runs an attack never raised a false alarm. Which false alarm probability can be excluded with confidence $1 - @a$ "
        "(Clopper and Pearson, one-sided)?", lambda g: enclosed("1 - a**(1/n)", a=g.a, n=g.n),
        ("If the probability is p, no alarm in n runs has the probability (1 − p)^n.",
        "Which p makes that equal to @a?", "1 − @a^(1/@n): about 3/n at a = 1/20."),
        n=(200, 500, 1000), a=("1/20", "1/40"),
    ),
    exact(
        "11.5", "how many runs does a lower bound need?", THINKING,
        "An attack that never errs: no false alarm and no miss in $n$ runs of each kind. Both probabilities are then at most $u = 1 - "
        "a^{1/n}$, each with confidence $1 - a$, $a = @a$. Which least $n$ shows "
        "$\\varepsilon \\ge @e$ at $\\delta = 10^{-5}$?", _least_runs,
        ("A private mechanism has 1 − (misses) ≤ exp(ε)·(false alarms) + δ.",
        "So ε ≥ log((1 − δ − u)/u).", "u must be at most (1 − δ)/(1 + exp(@e)); solve for n and check n and n − 1."),
        lambda g: [(_least_runs(g) - 1, "one run is missing")], a=("1/20", "1/40"), e=(3, 4, 2),
    ),
    construct(
        "11.6", "nothing better can be proved", PROOF,
        "$T = @T$ steps, in units of the noise: a gap of $s = @s$ in each, contraction $c = @c$. Show that the certified bound cannot "
        "be improved in this class: give factors $c'_t \\in [0, c]$, one for each step, such that "
        "the pair $X_t = c'_t X_{t-1} + s + Z_t$, $X'_t = c'_t X'_{t-1} + Z'_t$ reaches it exactly.",
        "a list of factors, one for each step", lambda g, answer: pair_attains([g.s] * int(g.T), g.c, answer),
        ("Where the string is straight from start to end, the pair forgets no more than it has to.",
        "Equal gaps and a constant contraction make one block.",
        "c'_t = c in every step after the first; the first factor does not matter."),
        lambda g: [([1] * int(g.T), "the maps contract: factors above c are not allowed")],
        keyed="the contraction is $c = $ @c, which has your factor in it", T=(4, 5, 6), s=("1/5", "1/10"),
        most=("9/10", "4/5"), c=lambda g: g.most if g.w == 1 else g.w / 2,
    ),
)
