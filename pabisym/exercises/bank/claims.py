"""Notebook 8: spot the error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from flint import fmpq

from pabisym.divergence.evaluate import decide, enclose
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
    least,
    says,
    squares,
    unscaled,
    whole,
)
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import rational_text
from pabisym.lang.term import Call, Number, free_names, substitute
from pabisym.refutation.search import refute

LETTERS = {"alpha": "real, alpha > 1", "sigma": "real, sigma > 0"}
NUMBERS = {name: f"integer, {name} >= 1" for name in "nET"} | {"t": "integer, 1 <= t <= n", "c": "real, 0 < c < 1"}


def claim(bound: str, letters: str, std: str = "sigma", **process: Any) -> dict[str, Any]:
    """A spec with a claimed bound on the Rényi divergence of the last iterate.

    >>> import pabisym
    >>> claim, PROCESSES = pabisym.course.claim, pabisym.course.PROCESSES
    >>> claim("alpha*z**2/sigma**2", **PROCESSES["C"])["process"]["start_shift"]
    'z'
    """
    symbols = LETTERS | {name: NUMBERS.get(name, f"real, {name} > 0") for name in letters.split()}
    process["noise"] = {"law": "gaussian", "std": std}
    return {"symbols": symbols, "process": process, "goal": {"divergence": "renyi", "order": "alpha"}, "claim": {"bound": bound}}


PROCESSES: Mapping[str, Mapping[str, Any]] = {
    "A": {"letters": "n t L eta", "std": "eta*sigma", "steps": "n", "gap": [{"at": "t", "size": "2*eta*L"}]},
    "B": {"letters": "n t L eta", "std": "eta*sigma", "steps": "n", "gap": [{"at": "t", "size": "2*eta*L"}]},
    "C": {"letters": "T z", "steps": "T", "start_shift": "z"},
    "D": {"letters": "n E t L eta", "std": "eta*sigma", "steps": "n*E", "gap": [{"every": "n", "from": "t", "size": "2*eta*L"}]},
    "E": {"letters": "T c s", "steps": "T", "contraction": "c", "gap": [{"each": "s"}]},
    "F": {"letters": "T s", "steps": "T", "gap": [{"each": "s"}]},
}
CLAIMED: Mapping[str, tuple[str, ...]] = {
    "A": ("2*alpha*L**2/(sigma**2*(n - t + 2))", "2*alpha*L**2/(sigma**2*(n - t + 1))"),
    "B": ("2*alpha*L**2/sigma**2", "2*alpha*L**2/(sigma**2*n)"),
    "C": ("alpha*z**2/(2*T*sigma**2)", "alpha*z/(2*T*sigma**2)"),
    "D": ("2*alpha*E*L**2/sigma**2", "4*alpha*L**2/sigma**2"),
    "E": ("alpha*s**2/(2*sigma**2*(1 - c))", "alpha*s**2/(2*sigma**2)", "alpha*s**2*(1 + c)/(2*sigma**2*(1 - c))"),
    "F": ("alpha*s**2/(2*sigma**2)", "alpha*T*s**2/(2*sigma**2)"),
}
"""Claims about each process, the first of which are those of the printed course; everybody has one of each, drawn by itself."""
PRINTED = tuple(claims[0] for claims in CLAIMED.values())


def verdicts(bounds: tuple[str, ...]) -> dict[str, str]:
    """True, false, or undecided, for claims from A to F."""
    return {name: _verdict(name, bound) for name, bound in zip(PROCESSES, bounds, strict=True)}


@cache
def _verdict(name: str, bound: str) -> str:
    return {"proved": "true", "refuted": "false"}.get(refute(claim(bound, **PROCESSES[name])).status, "undecided")


def _breaks_c(given: InstanceValues, answer: Any) -> Judgement:
    z, steps = judging.exact_number(answer[0], "z"), whole(answer[1], "T")
    if z <= 0 or steps < given.least:
        return Judgement(False, f"give z > 0 and a number of steps from {given.least} on")
    if given.w != 1 and (z / given.w).denominator != 1:
        return Judgement(False, "choose a z that is a whole multiple of your factor")
    true, claimed = z**2 / steps, z / steps  # one block: exercise 2.6
    told = f"mu^2 is {rational_text(true)}, the claim says {rational_text(claimed)} (with sigma = 1)"
    return says(true > claimed, told, f"{told}: the claim is right there")


MANY = (2, 3, 5, 10, 11, 20, 50, 10**2, 10**3, 10**4, 10**6, 10**9)
"""Numbers of steps at which a claim on full batches is compared with the exact value first."""


def _false_but_right_at_first(given: InstanceValues, answer: Any) -> Judgement:
    """Right at T = 1 by the kernel's normal form, and refuted by an instance."""
    term = parse(unscaled(judging.spelled(answer), given), "answer")
    base = claim(to_text(term), **PROCESSES["F"])
    if "T" not in free_names(term):
        return Judgement(False, "a claim about T steps should depend on T")
    first = judging.formula(to_text(substitute(term, {"T": ((), Number(1))})), "alpha*s**2/(2*sigma**2)",
        judging.in_letters(*((name, base["symbols"][name]) for name in ("alpha", "s", "sigma"))))
    if not first:
        return replace(first, says=f"at T = 1 it is not alpha*s**2/(2*sigma**2): {first.says}")
    for steps in MANY:
        point = {"T": steps, "alpha": 2, "s": 1, "sigma": 1}
        if decide(Call("<", (term, Number(fmpq(steps)))), point) == "true":
            return Judgement(True, f"at T = {steps}, alpha = 2, s = sigma = 1 the exact value {steps} is above it: plausible and false")
    found = refute(base)
    at = ", ".join(f"{name} = {one}" for name, one in found.at.items())
    if found.status == "undecided":
        return Judgement(False, "no instance was found at which the claim is false, and no proof that it is true", open=True)
    return says(found.status == "refuted", f"refuted, at {at}: plausible and false", f"the claim is {found.status}")


def _repairs_e(given: InstanceValues, answer: Any) -> Judgement:
    answer = judging.spelled(answer)
    base = claim(answer, **PROCESSES["E"])
    if "T" in free_names(parse(answer, "answer")):
        return Judgement(False, "the repaired bound may not depend on T")
    found = refute(base)
    at = ", ".join(f"{name} = {one}" for name, one in found.at.items())
    if found.status == "refuted":
        return Judgement(False, f"refuted at {at}")
    if found.status != "proved":
        return Judgement(False, "undecided, which is no proof: write it simpler", open=True)
    least = Fraction(str(enclose(parse(answer), {"alpha": Fraction(2), "sigma": Fraction(1), "c": given.c, "s": Fraction(1)}).exact))
    if given.w != 1 and least != given.exact:
        return Judgement(False, f"proved, but at c = {given.c} (α = 2, s = σ = 1) it is {least}; {given.exact} is asked for")
    return says(least <= given.most, "proved for all parameters",
        f"proved, but at c = {given.c} (α = 2, s = σ = 1) it is {least}; at most {given.most} is asked for")


def _judge_claims(given: InstanceValues, answer: Any) -> Judgement:
    """The six verdicts; where there is a factor also ``"W"``, so that no dict is right for two names."""
    truth = verdicts(tuple(given.bounds))
    judged = judging.choices(answer, truth)
    if not judged or given.w == 1:
        return judged
    told = {str(entry).strip().upper(): one for entry, one in answer.items()}
    count = judging.number(told.get("W", "0"), given.w + sum(said == "true" for said in truth.values()))
    wrong = 'the verdicts are as they should be, and "W" is not your factor plus the number of true claims'
    return judged if count else replace(count, says=wrong)


EXERCISES = (
    construct(
        "8.1", "your verdicts", WARM_UP,
        "True for all parameters, or not? The processes are those of the table; the bounds, from A to F, are `@bounds`.",
        "a dict: {\"A\": \"true\", \"B\": \"false\", …}", _judge_claims,
        ("A Rényi divergence has no unit: do the lengths cancel?", "Try extreme cases: t = n, T = 1, a single record, many epochs.",
         "A bound must not improve when less is assumed: which of them forget what came before?"),
        A=CLAIMED["A"], B=CLAIMED["B"], C=CLAIMED["C"], D=CLAIMED["D"], E=CLAIMED["E"], F=CLAIMED["F"],
        keyed="add an entry `\"W\"`, $w$ plus the number of true claims", bounds=lambda g: tuple(g.values[name] for name in CLAIMED),
    ),
    exact(
        "8.2", "a promise about epochs", PRACTICE,
        "Process D: for *how many* epochs does $4\\alpha L^2/\\sigma^2$ hold, whatever the index $t$? The exact value is "
        "$\\frac{2\\alpha L^2}{\\sigma^2}\\bigl(\\frac{E-1}{n} + \\frac1{n-t+1}\\bigr)$. "
        "Give the largest such $E$ for $n = @n$.",
        lambda g: least(lambda epochs: value(gap=([0] * (int(g.n) - 1) + [1]) * (epochs + 1), noise_variance=1) > 2),
        ("Which t is the worst?", "The last record, t = n, pays 1 for its last use.", "(E − 1)/n + 1 ≤ 2."),
        lambda g: [(g.n, "one more: the last epoch is counted by the other term"), (2 * g.n, "the last use costs 1 already")],
        n=(10, 6, 8, 12),
    ),
    construct(
        "8.3", "break a claim", PRACTICE,
        "Claim about process C: two starts at distance $z$ and $T$ noisy steps have $D_\\alpha \\le \\alpha z/(2T\\sigma^2)$. Break "
        "it with an instance of at least $@least$ steps: give $(z, T)$ for $\\sigma = 1$.",
        "a pair (z, T)", _breaks_c,
        ("The units do not fit: z is a length, and so is σ.", "The truth is z² where the claim has z.", "For which z is z² > z?"),
        lambda g: [((1, int(g.least)), "at z = 1 nobody sees the difference of z and z²")],
        keyed="choose a $z$ that is a whole multiple of it", least=(5, 2, 8),
    ),
    construct(
        "8.4", "write a false claim", THINKING,
        "Write a bound for process F (a gap $s$ in each of $T$ steps, no contraction) that *looks* plausible: at $T = 1$ it equals "
        "$\\alpha s^2/(2\\sigma^2)$, it depends on $T$, and it is false.",
        "a formula in quotes, in alpha, T, s and sigma", _false_but_right_at_first,
        ("The truth grows linearly in T.",
        "What would somebody write who adds standard deviations instead of variances?",
        "A root of T grows too slowly; 1/T does not even grow."),
        lambda _: [("alpha*T*s**2/(2*sigma**2)", "that one is true")], keyed=FORMULA,
    ),
    construct(
        "8.5", "repair a claim", THINKING,
        "Somebody claims $\\alpha s^2/(2\\sigma^2)$ for process E, since old gaps are forgotten. Give a bound that does **not** "
        "depend on $T$, is true, and is at most $@most$ at $c = @c$, $\\alpha = 2$, $s = \\sigma = 1$.",
        "a formula in quotes, in alpha, c, s and sigma", _repairs_e,
        ("What entered k steps ago has shrunk by c^k: what is the sum of all that?",
        "The sum of the noise helps as well, but you may ignore some of it.",
         "The limit of notebook 6 is s²(1 + c)/(σ²(1 − c)), times α/2."),
        lambda _: [("alpha*s**2/(2*sigma**2)",
        "that is what somebody claimed: old gaps are not all forgotten")], keyed="there it is to be exactly $@exact$",
        c=("1/2", "3/4", "2/3", "4/5"), most=lambda g: (1 + g.c) / (1 - g.c) + 1, exact=lambda g: (1 + g.c) / (1 - g.c) + g.w - 1,
    ),
    squares(
        "8.6", "weaker, and therefore true",
        "From the bound of process A, which is proved, a colleague concludes the friendlier bound with $\\dfrac{2}{m+1}$ in place of "
        "$\\dfrac1m$, where $m = n - t + 1 \\ge 1$. Prove that hers is weaker: write "
        "$@times\\left(\\dfrac{2}{m+1} - \\dfrac{1}{m}\\right)$ as a sum of squares with coefficients that are not negative. (A base may "
        "be $1$.)", {"m": "real, m >= 1"},
        lambda g: f"{g.times}*(2/(m + 1) - 1/m)",
        ("Bring it to one fraction.", "Its numerator is m − 1.", "(m − 1)/(m(m + 1)), times @times and times 1²."), times=(1, 2, 3),
    ),
)
