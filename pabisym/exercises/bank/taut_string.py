"""Notebook 3: the best allocation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pabisym.exact_law.chains import gaussian_chain
from pabisym.exercises.judging import Judgement, exact_number
from pabisym.exercises.task import PRACTICE, THINKING, WARM_UP, InstanceValues, construct, exact, says, spend, squares
from pabisym.lang.rational import rational, rational_text, to_fraction
from pabisym.shift.allocate import allocate
from pabisym.shift.feasibility import check
from pabisym.shift.instance import Instance


def value(**instance: Any) -> Fraction:
    """The exact optimum."""
    return Fraction(str(allocate(**instance).value))


def _task(given: InstanceValues) -> Instance:
    return Instance.from_arguments(gap=given.gap, noise_variance=1)


def _too_greedy(given: InstanceValues, answer: Any) -> Judgement:
    task = _task(given)
    paid = [exact_number(one, "payment") for one in answer]
    found = check(Instance.from_arguments(gap=given.gap, noise_variance=1, allocation=paid, steps=task.steps))
    if found.feasible:
        return Judgement(False, "it is feasible")
    if found.step != int(given.step):
        early = found.step is not None and found.step < given.step
        return Judgement(False, f"it fails {f'already at step {found.step}: {found.reason}' if early else f'at step {found.step} only'}")
    missing = sum(paid[:found.step]) - sum(map(Fraction, given.gap[:found.step]))
    exactly = given.w == 1 or missing == given.w
    return says(exactly, f"step {found.step}: {found.reason}", f"after step {found.step} the remaining shift is {-missing}")


def pair_attains(gap: list[object], contraction: object, answer: Any) -> Judgement:
    """Whether the linear pair with these factors attains the optimum; every factor has to be allowed."""
    most = rational(contraction, "contraction")
    slope = [exact_number(one, "factor") for one in answer]
    if len(slope) != len(gap) or any(not 0 <= one <= to_fraction(most) for one in slope):
        return Judgement(False, f"give {len(gap)} factors from 0 to {rational_text(most)}")
    first, second = (gaussian_chain(steps=len(gap), noise=1, slope=slope, offset=list(o)) for o in (gap, [0] * len(gap)))
    found, best = Fraction(str(first.gdp_squared(second))), value(gap=gap, noise_variance=1, contraction=to_fraction(most))
    well = f"mu^2 = {found}, the optimum: no bound can be better"
    return says(found == best, well, f"mu^2 = {found} of this pair, the optimum is {best}")


def _gaps_for(given: InstanceValues, answer: Any) -> Judgement:
    gap = [exact_number(one, "gap") for one in answer]
    wanted = [Fraction(one) for one in given.payments]
    if len(gap) != len(wanted) or min(gap) < 0:
        return Judgement(False, f"give {len(wanted)} gaps that are not negative")
    if gap == wanted:
        return Judgement(False, "here every gap is paid at once: find gaps of which some is paid later")
    found = [Fraction(str(one)) for one in allocate(gap=gap, noise_variance=1).allocation]
    return says(found == wanted, "these are its payments", f"the optimum pays ({', '.join(map(str, found))})")


EXERCISES = (
    exact(
        "3.1", "one more record", WARM_UP,
        "Unit noise, 1-Lipschitz maps, a gap of $1$ in the first of every $@m$ steps, $@epochs$ times. What is $\\mu^2$? Think in "
        "blocks.", lambda g: value(gap=([1] + [0] * (int(g.m) - 1)) * int(g.epochs), noise_variance=1),
        ("Every epoch brings in what the one before has just finished paying.",
        "All blocks are alike: @m steps that pay 1 together.", "Each block costs 1/@m; there are @epochs."),
        lambda g: [(1 / (g.m * g.epochs), "a string over all steps at once would hide gaps before their steps"), (g.epochs,
        "without amplification")],
        m=(4, 5, 6), epochs=(3, 4, 7),
    ),
    spend(
        "3.2", "your own string", PRACTICE,
        "Gaps $s = @gap$, unit noise, 1-Lipschitz maps. Write payments, one for each step; you pass within $1\\%$ of the optimum.", _task,
        ("Draw S_t over t, and pull a string tight below the points.",
        "Its slope must never fall: a steep part cannot come before a flat one.",
         "Begin at (0, 0): which point S_t/t is the lowest slope? The first block ends there."),
        within="101/100", gap=([3, 0, 0, 1, 0, 2], [2, 0, 0, 0, 3, 1], [1, 0, 4, 0, 0, 1]),
    ),
    construct(
        "3.3", "too greedy", PRACTICE,
        "For the gaps $s = @gap$ find payments that fail at step $@step$ and not before, because they pay more there than there is.",
        "a list of six payments", _too_greedy,
        ("Follow the budget z_t = z_{t−1} + s_t − a_t.",
        "It must stay at 0 or above before step @step, and fall below 0 there.",
        "Pay all that is there until step @step − 1, and a little more at @step."),
        keyed="the remaining shift after step $@step$ is to be exactly $-w$", gap=([3, 0, 0, 1, 0, 2],), step=(4, 3, 5),
    ),
    construct(
        "3.4", "the other side", THINKING,
        "Gaps $s = @gap$, unit noise, $c = 1$. Give factors $c'_1, c'_2, c'_3 \\in [0, 1]$ such that the pair $X_t = c'_t X_{t-1} + "
        "s_t + Z_t$, "
        "$X'_t = c'_t X'_{t-1} + Z'_t$ reaches the optimum.",
        "a list of three factors", lambda g, answer: pair_attains(list(g.gap), 1, answer),
        ("The first factor multiplies the common start: any will do.",
        "Inside a block the pair forgets nothing; at the boundary it does.",
        "At the boundary of two blocks c' is the quotient of their slopes."),
        lambda g: [([1, 1, 1], "that pair remembers too much: the noise of the first block hides the last gap")],
        keyed="the last gap is $w$ times as large: the gaps are @gap", last=(4, 3, 5), gap=lambda g: [1, 0, g.last * g.w],
    ),
    construct(
        "3.5", "backwards", THINKING,
        "Unit noise, 1-Lipschitz maps. Give gaps for which the optimal payments are $@payments$, and of which some is hidden later than in "
        "its step.",
        "a list of gaps, one for each step", _gaps_for,
        ("A string with these slopes is given; the points S_t are to be chosen.",
        "All points lie on or above the string, and it touches where it bends.",
         "Where two payments are equal, the point between them may be lifted."),
        keyed="the payments are to be $@payments$",
        shape=((1, 1, 3), (2, 2, 5), (1, 2, 2)), payments=lambda g: tuple(one * g.w for one in g.shape),
    ),
    squares(
        "3.6", "why evenly?",
        "Two steps with noise of the variances $v$ and $w$ pay $a$ and $b$. Prove that together they cost at least what one step with "
        "both noises costs: "
        "write $@m\\left(\\dfrac{a^2}{v} + \\dfrac{b^2}{w} - \\dfrac{(a+b)^2}{v+w}\\right)$ as a sum of squares with coefficients "
        "that are not negative.",
        {"a": "real", "b": "real", "v": "real, v > 0", "w": "real, w > 0"},
        lambda g: f"{g.m}*(a**2/v + b**2/w - (a + b)**2/(v + w))",
        ("When is it 0? Then every base has to be 0 as well.",
        "It is 0 where a/v = b/w, so take the base w a − v b, or a/v − b/w.", "One square: (w a − v b)², over v w (v + w), times @m."),
        m=(1, 2, 3),
    ),
)
