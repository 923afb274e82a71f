"""Notebook 5: contraction coefficients."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pabisym.divergence.contraction import dobrushin, finite_coefficient, gaussian_coefficient
from pabisym.exercises.judging import Judgement, exact_number
from pabisym.exercises.task import PRACTICE, PROOF, THINKING, WARM_UP, InstanceValues, construct, exact, least, says


def _coefficient(kernel: Any, gamma: int) -> Fraction:
    found = dobrushin(kernel) if gamma == 1 else finite_coefficient(kernel, gamma=gamma)
    return Fraction(str(found.exact))


def _kernel(answer: Any, states: int) -> list[list[Fraction]]:
    rows = [[exact_number(one, "probability") for one in row] for row in answer]
    if len(rows) != states or any(len(row) != states for row in rows):
        raise ValueError
    return rows


def _steps(given: InstanceValues) -> int:
    """The first k whose bound is certainly below; enclosures of 20 digits decide."""
    first, later = (gaussian_coefficient(one, 1, 20, gamma=1) for one in (given.g, given.D))
    k = least(lambda k: Fraction(first.upper) * Fraction(later.upper) ** k < given.bound, 0)
    if k and not Fraction(first.lower) * Fraction(later.lower) ** (k - 1) >= given.bound:
        raise ArithmeticError("the enclosures do not decide")
    return k


def _two_states(given: InstanceValues, answer: Any) -> Judgement:
    kernel = _kernel(answer, 2)
    one, two = _coefficient(kernel, 1), _coefficient(kernel, 2)
    return says(one == given.eta and two == 0, f"eta_1 = {one} and eta_2 = 0",
                f"eta_1 = {one}, eta_2 = {two}; {given.eta} and 0 are wanted")


def _no_help_at_first(given: InstanceValues, answer: Any) -> Judgement:
    kernel = _kernel(answer, 3)
    square = [[sum((row[k] * kernel[k][j] for k in range(3)), Fraction(0)) for j in range(3)] for row in kernel]
    one, two = _coefficient(kernel, 1), _coefficient(square, 1)
    told = f"one step: {one}, two steps: {two}"
    if given.w != 1 and not any(given.w - 1 in row for row in kernel):
        return Judgement(False, f"{told}; no entry is w - 1 = {given.w - 1}")
    return says(one == 1 and two <= given.eta, told, f"{told}; 1 and at most {given.eta} are wanted")


def _common(kernel: Any) -> Fraction:
    """How much of one law every row holds at most."""
    return sum((min(map(Fraction, column)) for column in zip(*kernel, strict=True)), Fraction(0))


def _judge_minorisation(given: InstanceValues, answer: Any) -> Judgement:
    share, law = exact_number(answer[0], "share"), [exact_number(one, "probability") for one in answer[1]]
    if len(law) != 3 or sum(law) != 1 or min(law) < 0 or not 0 <= share <= 1:
        return Judgement(False, "give a share from 0 to 1, and three probabilities with the sum 1")
    for number, row in enumerate(given.kernel, 1):
        if any(Fraction(here) < share * there for here, there in zip(row, law, strict=True)):
            return Judgement(False, f"row {number} does not hold {share} of that law at every point")
    if given.w != 1 and share != given.share:
        return Judgement(False, f"that proves eta_1 <= {1 - share}; the share is to be {given.share}")
    well = f"every row holds {share} of one law: eta_1 <= {1 - share}, proved"
    return says(1 - share <= given.eta, well, f"that proves eta_1 <= {1 - share} only")


THREE = ([["1/2", "1/2", "0"], ["1/4", "1/2",
        "1/4"], ["0", "1/2", "1/2"]], [["1/2", "1/4", "1/4"], ["1/4", "3/4", "0"], ["0", "1/4", "3/4"]],
         [["2/3", "1/3", "0"], ["1/3", "1/3", "1/3"], ["0", "2/3", "1/3"]])  # fmt: skip
MIXING = ([["1/2", "1/4", "1/4"], ["1/4", "1/2",
        "1/4"], ["1/4", "1/4", "1/2"]], [["1/2", "3/10", "1/5"], ["3/10", "1/2", "1/5"], ["3/10", "3/10", "2/5"]])

EXERCISES = (
    exact(
        "5.1", "a coefficient by hand", WARM_UP, "The rows of $K$ are $@kernel$. What is Dobrushin's coefficient $\\eta_1(K)$?",
        lambda g: _coefficient(g.kernel, 1),
        ("It is the largest total variation distance between two rows.",
        "The distance of two rows is the sum of the positive parts of their differences.",
         "Three pairs of rows are to be compared; often the outer ones are the worst."),
        lambda g: [(2 * _coefficient(g.kernel, 1), "the sum of absolute differences is twice the distance")], kernel=THREE,
    ),
    exact(
        "5.2", "the same at $\\gamma = 2$", PRACTICE,
        "The rows of $K$ are $@kernel$. What is $\\eta_2(K) = \\max_{w,w'} \\sum_x \\max\\bigl(K(w,x) - 2K(w',x),\\, 0\\bigr)$?",
        lambda g: _coefficient(g.kernel, 2),
        ("Now the order of the two rows matters: try both.",
        "What remains of a row after twice the other is taken away?", "Where the other row is 0, everything remains."),
        kernel=THREE,
    ),
    exact(
        "5.3", "how many steps?", PRACTICE,
        "Diameter $D = @D$, $\\sigma = 1$, gap $g = @g$. From which $k$ on is the contraction bound "
        "$\\theta_1(g/\\sigma)\\,\\theta_1(D/\\sigma)^k$ below $@bound$?",
        _steps,
        ("θ_1(x) = Φ(x/2) − Φ(−x/2): about 0.383 at 1 and 0.683 at 2.",
        "Take logarithms.", "k is above log(@bound/θ_1(@g)) / log θ_1(@D)."),
        D=(2, 3, 1), g=(1,), bound=("1/100", "1/1000", "1/50"),
    ),
    construct(
        "5.4", "at distance, and at none", THINKING, "Write a kernel on two states with $\\eta_1 = @eta$ and $\\eta_2 = 0$.",
        "a list of two rows: [[\"1/2\", \"1/2\"], [\"1/4\", \"3/4\"]]", _two_states,
        ("η_2 = 0 says that no row is anywhere more than twice any other.", "Rows (p, 1 − p) and (q, 1 − q) have η_1 = |p − q|.",
         "Choose p − q = @eta with p ≤ 2q and 1 − q ≤ 2(1 − p): near the middle there is room."),
        lambda g: [([["1/2", "1/2"], ["1/2", "1/2"]], "these rows are equal: η_1 = 0")],
        keyed="answer for $\\eta_1 = $ @eta, which has your factor in it",
        share=("1/3", "1/4", "1/5"), eta=lambda g: g.share if g.w == 1 else g.w / 6,
    ),
    construct(
        "5.5", "no contraction in one step, much in two", THINKING,
        "Write a kernel on three states with $\\eta_1(K) = 1$ and $\\eta_1(K^2) \\le @eta$: the product of coefficients says nothing, "
        "two steps help.",
        "a list of three rows", _no_help_at_first,
        ("η_1(K) = 1 needs two rows that share no state.", "After the second step their laws should overlap a lot.",
         "Send state 1 to state 2 for sure, states 2 and 3 to mixtures without state 2 …: everything meets one step later."),
        keyed="one entry is to be $w - 1$", eta=("3/4", "1/2", "2/3"),
    ),
    construct(
        "5.6", "a proof without suprema", PROOF,
        "The rows of $K$ are $@kernel$. Prove $\\eta_1(K) \\le @eta$: give a share $p$ and one law $\\nu$ such that $K(w, x) \\ge "
        "p\\,\\nu(x)$ for all $w$ and $x$. "
        "(With probability $p$ the next state forgets where it came from, so that $\\eta_1 \\le 1 - p$.)",
        "a pair of p and the three ν(x): (\"1/2\", [\"1/3\", \"1/3\", \"1/3\"])", _judge_minorisation,
        ("What do all rows have in common at state x?",
        "At most the least entry of column x.", "p ν(x) = the least entry of column x; p is their sum."),
        lambda g: [((0, [1, 0, 0]), "nothing in common proves η_1 ≤ 1 only")], keyed="the share is to be exactly $p = @share$",
        kernel=MIXING, eta=("1/3", "2/5"), share=lambda g: 1 - g.eta + (g.w - 1) * (_common(g.kernel) - 1 + g.eta),
    ),
)
