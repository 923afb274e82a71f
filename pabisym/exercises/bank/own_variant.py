"""Notebook 9: derive your own."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from pabisym.derivation.derive import Derivation, derive
from pabisym.exercises import judging
from pabisym.exercises.bank.taut_string import value
from pabisym.exercises.judging import Judgement
from pabisym.exercises.task import PRACTICE, PROOF, THINKING, WARM_UP, InstanceValues, construct, exact, says
from pabisym.lang.grammar import to_text

BASE = {
    "n": "integer, n >= 1", "m": "integer, m >= 0", "t": "integer, 1 <= t <= n", "eta": "real, eta > 0", "L": "real, L > 0",
    "sigma": "real, sigma > 0", "alpha": "real, alpha > 1",
}  # fmt: skip
GOAL = {"divergence": "renyi", "order": "alpha"}


@cache
def _variant(contraction: str, tail: str) -> Derivation:
    symbols = BASE if contraction == "1" else {**BASE, "c": "real, 0 < c < 1"}
    process = {"steps": tail, "contraction": contraction, "gap": [{"at": "t",
        "size": "2*eta*L"}], "noise": {"law": "gaussian", "std": "eta*sigma"}}
    return derive({"symbols": symbols, "process": process, "goal": GOAL})


def _guess(given: InstanceValues, answer: Any) -> Judgement:
    found = _variant(str(given.contraction), given.tail)
    return judging.formula(answer, found.bound, found)


TEMPLATE = """
[symbols]
T = "integer, T >= 1"
s = "real, s > 0"
z = "real, z > 0"
sigma = "real, sigma > 0"
alpha = "real, alpha > 1"
[process]
steps = "T"
LINES
noise = { law = "gaussian", std = "sigma" }
[goal]
divergence = "renyi"
order = "alpha"
"""


def _process(wanted: str, answer: Any) -> Judgement:
    if not isinstance(answer, str) or "[" in answer.replace("[ {", "").replace("[{", ""):
        return Judgement(False, "answer: give the lines of [process] as a text, nothing else")
    found = derive(TEMPLATE.replace("LINES", answer))
    judged = judging.formula(to_text(found.bound), wanted, found)
    return says(judged.right, f"derived: {to_text(found.bound)}", f"derived is {to_text(found.bound)}")


def _another_start(_: InstanceValues, answer: Any) -> Judgement:
    if isinstance(answer, str) and "gap" in answer:
        return Judgement(False, "a gap is the use of a record: do without")
    return _process("alpha*z**2/(2*T*sigma**2)", answer)


def _tail(given: InstanceValues) -> int:
    m, unit = 0, given.alpha * 2 * given.L**2 / given.sigma**2
    while unit * value(gap=[1] + [0] * m, noise_variance=1) > given.bound:
        m += 1
    return m


PRIVATE_THEN_PUBLIC = {
    "symbols": {"P": "integer, P >= 1", "m": "integer, m >= 0", "s": "real, s >= 0"},
    "process": {"steps": "P + m", "gap": [{"every": "1",
        "from": "1", "to": "P", "size": "s"}], "noise": {"law": "gaussian", "variance": "1"}},
}

EXERCISES = (
    construct(
        "9.1", "guess before you derive", WARM_UP,
        "Contraction $@contraction$, `steps = \"@tail\"`, record $t$ moves step $t$ by $2\\eta L$. Write the bound in the letters of "
        "the spec; *formulas* are compared, not numbers.",
        "a formula in quotes", _guess,
        ("How many noisy steps are there from step t on?",
        "Without a contraction the gap (2ηL)² is divided by their number and by η²σ².", "α/2 · (2L)²/(σ² · number of steps from t on)."),
        lambda _: [("2*alpha*L**2/(sigma**2*(n - t + 1))",
        "and the public steps?")], contraction=("1",), tail=("n + m", "n + 2*m", "2*n + m"),
    ),
    construct(
        "9.2", "your own process", PRACTICE,
        "Write the line of `[process]` for a record that is used in *every* step (full batch), with differences of size $s$: the "
        "bound has to come out as $\\alpha T s^2/(2\\sigma^2)$.",
        "a text: 'gap = [ { at = \"1\", size = \"s\" } ]' is one for a record that is used once",
        lambda _, answer: _process("alpha*T*s**2/(2*sigma**2)", answer),
        ("A gap may be given at one step, in every p-th step, or in each step.",
        "The key is each, or every = \"1\".", "gap = [ { each = … } ]"),
        lambda _: [('gap = [ { at = "1", size = "s" } ]', "that record is used in step 1 only")],
    ),
    exact(
        "9.3", "how many public steps?", PRACTICE,
        "No contraction, $L = @L$, $\\sigma = @sigma$, $\\alpha = @alpha$, the last record ($t = n$). Which least $m$ of public steps "
        "brings the bound to at most $@bound$?", _tail,
        ("Use the bound of 9.1 at t = n.", "2αL²/(σ²(m + 1)).", "Solve for m, and do not forget the + 1."),
        lambda g: [(_tail(g) + 1, "one fewer is enough")], L=(1,), sigma=(2, 4), alpha=(8, 4), bound=("1/25", "1/20"),
    ),
    construct(
        "9.4", "another start", THINKING,
        "Write the lines of `[process]` for which the bound comes out as $\\alpha z^2/(2T\\sigma^2)$, **without** any use of the "
        "record in a step.",
        "a text", _another_start,
        ("The two runs may differ before the first step.", "The key is the budget z_0 of notebook 2.", "start_shift = …"),
        lambda _: [('gap = [ { at = "1", size = "z" } ]', "the bound would be right, but here the record is used in step 1")],
    ),
    construct(
        "9.5", "a closed form with a contraction", THINKING,
        "Contraction $c$, and the last record ($t = n$) with `steps = \"n + m\"` is the case $n = t$ of the derived bound. Write the "
        "bound for general $t$ in a form of your own, in $c, n, m, t, "
        "\\alpha, L, \\sigma$.", "a formula in quotes",
        lambda _, answer: judging.formula(answer, _variant("c", "n + m").bound, _variant("c", "n + m")),
        ("All seen from the last step: the gap has shrunk by c^(n+m−t).",
        "The noise from step t on is 1 + c² + … + c^(2(n+m−t)), a geometric sum.",
         "2αL²/σ² · c^(2(n+m−t)) (1 − c²)/(1 − c^(2(n+m−t+1)))."),
        lambda _: [("2*alpha*L**2*c**(2*(n + m - t))/(sigma**2*(n + m - t + 1))", "the noise has shrunk as well: its sum is geometric")],
    ),
    construct(
        "9.6", "a proof for all parameters", PROOF,
        "$P$ private steps move by $s$ each, then $m$ public steps follow; unit noise, 1-Lipschitz maps. Prove $\\mu^2 \\le "
        "\\dfrac{P^2s^2}{P+m}$ for **all** parameters: write the payment of step $k$.",
        "a formula in quotes, in k, P, m and s",
        lambda _, answer: judging.payments(answer, PRIVATE_THEN_PUBLIC, "P**2*s**2/(P + m)", [
            {"P": 1, "m": 0, "s": 1}, {"P": 3, "m": 2, "s": 1}, {"P": 2, "m": 7, "s": Fraction(1, 3)}]),
        ("Altogether P s comes in.", "There are P + m steps to pay for it.",
        "Equal payments; is the budget never negative? In private steps more comes in than is paid."),
        lambda _: [("s", "in public steps nothing comes in")],
    ),
)
