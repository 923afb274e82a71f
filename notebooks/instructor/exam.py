"""The final exam of the course, with numbers that come from the key of a class, and its solutions.

No solution is stored: every number of a solution is computed when the sheets are made, by the solver or from the law.  Three hours, 60 points,
paper and pencil.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import pabisym as pb
from pabisym.lang.grammar import parse
from pabisym.show.latex import latex

TITLE = "Privacy amplification by iteration: final exam"
RULES = "Three hours, 60 points, no computer. State which theorem you use. Fractions need not be simplified; logarithms and roots may remain."


@dataclass(frozen=True)
class Question:
    """A question with its points, the sentences of its solution, and what points are given for."""

    title: str
    points: int
    asked: str
    solved: str
    marking: str


def text(value: Any) -> str:
    """A number as a fraction."""
    return str(Fraction(str(value)))


def listed(values: Any) -> str:
    """Numbers in parentheses."""
    return "(" + ", ".join(map(text, values)) + ")"


def measures(chance: Random) -> Question:
    s, sigma, order = chance.choice([1, 2, 3]), chance.choice([4, 5, 6]), chance.choice([4, 6, 10])
    releases = chance.choice([3, 5, 6, 7])
    mu = Fraction(s, sigma)
    asked = (f"A query of sensitivity {s} is released with Gaussian noise of deviation {sigma}. (a) Its Rényi divergence of order {order}, exactly. "
             f"(b) Its total variation distance, in terms of Φ. (c) The squared μ of {releases} independent such releases. "
             "(d) Why does a bound on all Rényi divergences give a larger ε than μ itself? Two sentences.")  # fmt: skip
    pair = [pb.laws.gaussian_chain(steps=1, noise=sigma**2, start=x) for x in (s, 0)]
    solved = (f"(a) {text(pair[0].renyi(pair[1], order).exact)}. (b) 2Φ({mu / 2}) − 1 = {float(pair[0].total_variation(pair[1], 6).upper):.4f}. "
              f"(c) {releases * mu**2}. (d) See chapter 1: measures and their conversion.")  # fmt: skip
    return Question("Three measures", 8, asked, solved, "two points each")


def string(chance: Random) -> Question:
    while True:
        gap = [chance.choice([0, 1, 2, 3, 4, 6]) for _ in range(6)]
        best = pb.allocate(gap=gap, noise_variance=1)
        if gap[0] and len(best.blocks) in (2, 3) and gap.count(0) >= 2:
            break
    asked = (f"Gaps {listed(gap)}, unit noise, 1-Lipschitz maps. (a) Draw the accumulated shift and the taut string. (b) Blocks and shares. (c) μ². "
             "(d) The factors of a linear pair that reaches it, and a check of its mean and variance.")  # fmt: skip
    blocks = ", ".join(f"steps {one.first} to {one.last} with slope {text(one.slope)}" for one in best.blocks)
    solved = (f"(b) {blocks}; shares {listed(best.allocation)}. (c) {text(best.value)}. (d) Factors {listed(best.worst_case.contraction)} (the first is "
              f"arbitrary); their law has the squared μ {text(best.worst_case.value)}.")  # fmt: skip
    return Question("A string by hand", 12, asked, solved, "picture 3, blocks 3, value 2, pair 4")


def one_pass(chance: Random) -> Question:
    n, record = chance.choice([20, 30, 50]), chance.choice([5, 8, 11])
    asked = ("Prove the theorem on one pass: convex, L-Lipschitz and β-smooth losses, step size at most 2/β, noise ησ on the iterate, record i of n replaced. "
             f"Then evaluate μ² for n = {n}, i = {record}, L = 1, σ = 2.")  # fmt: skip
    value = pb.allocate(gap=[int(k == record) for k in range(1, n + 1)], noise_variance=1).value
    solved = f"The proof is that of Theorem 4.5. Value: {text(value)}."
    return Question("One pass", 10, asked, solved, "contraction 3, gap 2, shares feasible 3, value 2")


def plateau(chance: Random) -> Question:
    ratio, s = chance.choice([3, 4, 5, 6]), Fraction(1, chance.choice([2, 3, 4]))
    diameter, c = ratio * s, Fraction(chance.choice([3, 4, 5, 7]), 8)
    asked = (f"A gap of {s} in every step, unit noise. (a) The plateau for a domain of diameter {diameter}, and the look-back that reaches it. (b) The plateau for "
             f"the contraction {c} without a domain. (c) From which number of steps on is (a) better than composition?")  # fmt: skip
    bounded = pb.allocate(gap=[s] * (4 * ratio + 5), noise_variance=1, diameter=diameter).value
    solved = (f"(a) {text(bounded)}, with {ratio} steps. (b) {text(s**2 * (1 + c) / (1 - c))}. (c) From {4 * ratio + 1} steps on; at {4 * ratio} both are equal.")
    return Question("Two plateaus", 8, asked, solved, "(a) 3, (b) 3, (c) 2")


def three_claims(chance: Random) -> Question:
    """Claims with constants from the key; the verdicts are found when the sheets are made, by a proof or by an instance."""
    factor, power = chance.choice([1, 2, 3]), chance.choice(["", "**2"])
    claims = [
        ("T steps with a gap s in each and the factor c < 1", "E", f"alpha*s**2/(2*sigma**2*(1 - c){power})"),
        ("Two starts at distance z, then T noisy steps", "C", f"{factor}*alpha*z**2/(2*T*sigma**2)"),
        ("Two starts at distance z, then T noisy steps", "C", f"{factor}*alpha*z**2/(4*T*sigma**2)"),
        ("One pass over n records, record t replaced", "A", f"{2 * factor}*alpha*L**2/(sigma**2*(n - t + {factor}))"),
        ("E passes over n records, record t replaced", "D", f"{2 * factor}*alpha*E*L**2/(sigma**2*n)"),
    ]
    while True:
        chosen = chance.sample(claims, 3)
        verdicts = [pb.refute(pb.course.claim(bound, **pb.course.PROCESSES[process])) for _, process, bound in chosen]
        if {one.status for one in verdicts} == {"proved", "refuted"}:
            break
        factor = chance.choice([2, 3])
        claims[1:3] = [(words, process, f"{factor}*alpha*z**2/({part}*T*sigma**2)") for (words, process, _), part in zip(claims[1:3], (2, 7), strict=True)]
    asked = " ".join(rf"({'abc'[k]}) {words}: $D_\alpha \le {latex(parse(bound))}$." for k, (words, _, bound) in enumerate(chosen))
    solved = []
    for k, found in enumerate(verdicts):
        at = ", ".join(f"{name} = {one}" for name, one in found.at.items())
        told = f" at {at}: claimed {found.claimed.exact}, exact {found.true.exact}" if found.status == "refuted" else ""
        solved.append(f"({'abc'[k]}) {found.status}{told}.")
    return Question("Three claims", 10, f"True for all parameters, or not? Prove, or give an instance with numbers. {asked}", " ".join(solved),
                    "one each for the verdict, the rest for proofs and instances")  # fmt: skip


HYPOTHESES = ("the maps of step t are c_t-Lipschitz", "the maps of step t are at most s_t apart", "the noise of different steps is independent",
              "both runs start at distance at most z_0", "the remaining shift is never negative", "the remaining shift is 0 at the end")  # fmt: skip


def hypothesis(chance: Random) -> Question:
    name = chance.choice(HYPOTHESES)
    asked = ("A certificate concludes D_α ≤ α/2·Σa_t²/σ_t² for a noisy iteration with shares a_t ≥ 0. Its hypotheses: "
             + "; ".join(one for one in HYPOTHESES if one != name) + ". One hypothesis is missing. Which one? Give a process that satisfies all others, with "
             "numbers, and whose divergence exceeds the conclusion.")  # fmt: skip
    solved = f"Missing: {name}. Right is every process that satisfies the others and exceeds the conclusion; check its numbers with `pabisym allocate`."
    return Question("A missing hypothesis", 6, asked, solved, "name 2, process 4")


def essay(_: Random) -> Question:
    return Question("An open cell", 6, "Choose one cell of the atlas whose two bounds differ. Half a page: what each bound assumes, where you believe the truth lies, and the "
                    "first thing that you would try.", "No single answer. Good: the assumptions of both sides are right, the guess has a reason, the first step is concrete.",
                    "assumptions 3, reason 2, step 1")  # fmt: skip


QUESTIONS: tuple[Callable[[Random], Question], ...] = (measures, string, one_pass, plateau, three_claims, hypothesis, essay)


def questions(key: str) -> list[Question]:
    """The questions for a key: the same ones for the same key."""
    return [make(Random(f"{key.strip()} {make.__name__}")) for make in QUESTIONS]


def sheets(key: str) -> dict[str, str]:
    """The exam and its solutions, as Markdown, by the names of their files."""
    made = questions(key)
    paper = "\n\n".join(f"**{number}. {one.title}** ({one.points} points). {one.asked}" for number, one in enumerate(made, 1))
    answers = "\n\n".join(f"**{number}. {one.title}** ({one.points} points: {one.marking}). {one.solved}" for number, one in enumerate(made, 1))
    return {"exam.md": f"# {TITLE}\n\n{RULES}\n\n{paper}\n", "exam-solutions.md": f"# {TITLE}: solutions\n\n{answers}\n"}
