"""Notebook 9: derive your own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from pabisym.derivation.derive import Derivation, derive
from pabisym.exercises import judging
from pabisym.exercises.bank.taut_string import value
from pabisym.exercises.judging import Judgement
from pabisym.exercises.task import FORMULA, PRACTICE, PROOF, THINKING, WARM_UP, InstanceValues, construct, exact, least, says, unscaled
from pabisym.lang.grammar import to_text
from pabisym.shift.instance import Instance

BASE = {
    "n": "integer, n >= 1", "m": "integer, m >= 0", "t": "integer, 1 <= t <= n", "eta": "real, eta > 0", "L": "real, L > 0",
    "sigma": "real, sigma > 0", "alpha": "real, alpha > 1",
}  # fmt: skip
GOAL = {"divergence": "renyi", "order": "alpha"}


@cache
def variant(contraction: str, tail: str) -> Derivation:
    """A record in step t of n, with further steps behind."""
    symbols = BASE if contraction == "1" else {**BASE, "c": "real, 0 < c < 1"}
    process = {"steps": tail, "contraction": contraction, "gap": [{"at": "t",
        "size": "2*eta*L"}], "noise": {"law": "gaussian", "std": "eta*sigma"}}
    return derive({"symbols": symbols, "process": process, "goal": GOAL})


@cache
def taken_out() -> Derivation:
    """Two runs that begin z apart and do the same from then on."""
    letters = {**{name: LETTERS[name] for name in ("T", "z", "sigma", "alpha")}, "c": "real, 0 < c < 1"}
    process = {"steps": "T", "contraction": "c", "start_shift": "z", "gap": [{"each": "0"}], "noise": {"law": "gaussian", "std": "sigma"}}
    return derive({"symbols": letters, "process": process, "goal": GOAL})


def _guess(given: InstanceValues, answer: Any) -> Judgement:
    found = variant(str(given.contraction), given.tail)
    return judging.formula(unscaled(answer, given), found.bound, found)


LETTERS = {"T": "integer, T >= 1", "s": "real, s > 0", "z": "real, z > 0", "sigma": "real, sigma > 0", "alpha": "real, alpha > 1"}
GIVEN = {"steps": "T", "noise": {"law": "gaussian", "std": "sigma"}}
AT: Mapping[str, object] = {"T": 4, "s": 2, "z": 3, "sigma": 1, "alpha": 2}
"""Where the process of an answer is looked at, step by step."""


def _process(wanted: str, steps: Mapping[str, object], answer: Any) -> Judgement:
    """Right when the process is the one that is asked for, step by step at a point, and the bound for all parameters."""
    if not isinstance(answer, str):
        return Judgement(False, "answer: give the lines of [process] as a text")
    try:
        found = tomllib.loads(answer)
    except tomllib.TOMLDecodeError as problem:
        return Judgement(False, f"answer: no TOML: {problem}")
    lines = found.get("process", {name: one for name, one in found.items() if not isinstance(one, dict) or name == "noise"})
    if any(lines.get(name, own) != own for name, own in GIVEN.items()):
        return Judgement(False, "the number of steps is T, and the noise of a step has the deviation sigma: leave those lines out")
    derived = derive({"symbols": LETTERS, "process": {"gap": [], **lines, **GIVEN}, "goal": GOAL})
    own = Instance.from_json(derived.spec.instance(**AT))
    told = f"derived: {to_text(derived.bound)}"
    if own != Instance.from_arguments(noise_variance=1, **steps):
        looks = f"at T = 4, s = 2, z = 3 its gaps are ({', '.join(map(str, own.gap))}), its start is {own.start_shift}"
        return Judgement(False, f"{told}, of another process: {looks}")
    judged = judging.formula(wanted, derived.bound, derived)
    return says(judged.right, told, told)


def _tail(given: InstanceValues) -> int:
    unit = given.alpha * 2 * given.L**2 / given.sigma**2
    return least(lambda m: unit * value(gap=[1] + [0] * m, noise_variance=1) <= given.bound, 0)


PRIVATE_THEN_PUBLIC = {
    "symbols": {"P": "integer, P >= 1", "m": "integer, m >= 0", "s": "real, s >= 0"},
    "process": {"steps": "P + m", "gap": [{"every": "1",
        "from": "1", "to": "P", "size": "s"}], "noise": {"law": "gaussian", "variance": "1"}},
}

EXERCISES = (
    construct(
        "9.1", "guess before you derive", WARM_UP,
        "Contraction $@contraction$, `steps = \"@tail\"`, record $t$ moves step $t$ by $2\\eta L$. Write the bound in the symbols of "
        "the spec; *formulas* are compared, not numbers.",
        "a formula in quotes", _guess,
        ("How many noisy steps are there from step t on?",
        "Without a contraction the gap (2ηL)² is divided by their number and by η²σ².", "α/2 · (2L)²/(σ² · number of steps from t on)."),
        lambda _: [("2*alpha*L**2/(sigma**2*(n - t + 1))",
        "and the public steps?")], keyed=FORMULA, contraction=("1",), tail=("n + m", "n + 2*m", "2*n + m"),
    ),
    construct(
        "9.2", "your own process", PRACTICE,
        "Write the line of `[process]` for a record that is used in *every* step (full batch), with differences of size $s$: the "
        "bound has to come out as $\\alpha T s^2/(2\\sigma^2)$.",
        "a text: 'gap = [ { at = \"1\", size = \"s\" } ]' is one for a record that is used once",
        lambda g, answer: _process(f"alpha*T*({g.w}*s)**2/(2*sigma**2)", {"gap": [2 * g.w] * 4}, answer),
        ("A gap may be given at one step, in every p-th step, or in each step.",
        "The key is each, or every = \"1\".", "gap = [ { each = … } ]"),
        lambda _: [('gap = [ { at = "1", size = "s" } ]', "that record is used in step 1 only")],
        keyed="the differences are to have the size $w s$",
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
        "a text",
        lambda g, answer: _process(f"alpha*({g.w}*z)**2/(2*T*sigma**2)", {"gap": [0] * 4, "start_shift": 3 * g.w}, answer),
        ("The two runs may differ before the first step.", "The key is the budget z_0 of notebook 2.", "start_shift = …"),
        lambda _: [('gap = [ { at = "1", size = "z" } ]', "the bound would be right, but here the record is used in step 1")],
        keyed="the bound is to come out with $w z$ in place of $z$",
    ),
    construct(
        "9.5", "a record that was taken out", THINKING,
        "A record is taken out after training: from then on both runs do the same, they start at most $z$ apart, every step contracts by "
        "$c < 1$ and has noise of the deviation $\\sigma$. Write the bound on $D_\\alpha$ after $T$ steps, in $\\alpha, z, c, T, \\sigma$.",
        "a formula in quotes", lambda g, answer: judging.formula(unscaled(answer, g), taken_out().bound, taken_out()),
        ("Seen from the last step the difference has shrunk to c^T z.",
         "The noise of all steps, seen from there, is 1 + c² + … + c^(2(T−1)).",
         "α/(2σ²) · c^(2T) z² · (1 − c²)/(1 − c^(2T))."),
        lambda _: [("alpha*z**2/(2*T*sigma**2)", "and the contraction?"),
                   ("alpha*c**(2*T)*z**2/(2*T*sigma**2)", "the noise has shrunk as well: its sum is geometric")],
        keyed=FORMULA,
    ),
    construct(
        "9.6", "a proof for all parameters", PROOF,
        "$P$ private steps move by $s$ each, then $m$ public steps follow; unit noise, 1-Lipschitz maps. Prove $\\mu^2 \\le "
        "\\dfrac{P^2s^2}{P+m}$ for **all** parameters: write the payment of step $k$.",
        "a formula in quotes, in k, P, m and s",
        lambda g, answer: judging.payments(unscaled(answer, g), PRIVATE_THEN_PUBLIC, "P**2*s**2/(P + m)", [
            {"P": 1, "m": 0, "s": 1}, {"P": 3, "m": 2, "s": 1}, {"P": 2, "m": 7, "s": Fraction(1, 3)}]),
        ("The runs move apart by P s altogether.", "There are P + m steps to pay for it.",
        "Equal payments; is the budget never negative? A private step moves them further apart than it pays for."),
        lambda _: [("s", "public steps do not move the runs apart")], keyed=FORMULA,
    ),
)
