"""Answers of the shift solver as formulas: what a notebook shows of an allocation, its explanation, and the least noise."""

from __future__ import annotations

import math
from fractions import Fraction

from pabisym.divergence.evaluate import enclose
from pabisym.lang.rational import rational_text
from pabisym.lang.term import Number
from pabisym.shift.allocate import Allocation
from pabisym.shift.calibrate import LeastNoise
from pabisym.shift.general.solve import GeneralAllocation
from pabisym.shift.marginals import AllocationExplanation, shown_number

MAX_BLOCKS = 6
"""Most blocks that a displayed formula adds up."""
LONGEST_FACTOR = 40
"""Longest exact factor that is displayed, in characters; a longer one is rounded up."""


def allocation_latex(found: Allocation) -> str:
    """The optimum: the sum of squared payments over variances, and its value."""
    value = r"\infty" if found.status == "infinite" else found.short_value
    relation = r"\approx" if value.startswith("~") or found.arithmetic == "float" else "="
    return rf"$\sum_t a_t^2/\sigma_t^2 {relation} {_number(value)}$"


def general_allocation_latex(found: GeneralAllocation) -> str:
    """The least total cost, or the infinite one, of an allocation under other costs than squares."""
    if found.value == math.inf:
        return r"$\sum_t R_t(a_t) = \infty$" if found.lower == math.inf else r"$\sum_t R_t(a_t) \leq \infty$"
    return rf"$\sum_t R_t(a_t) \approx {_number(f'{found.value:.6g}')}$"


def least_noise_latex(found: LeastNoise) -> str:
    """The least factor of the variances; a bound on it where it is not exact or long."""
    if found.status != "found":
        return r"$k = \infty$"
    text = rational_text(found.factor)
    if found.exact and len(text) <= LONGEST_FACTOR:
        return f"$k = {_number(text)}$"
    return rf"$k \leq {enclose(Number(found.factor), {}, 6).upper}$"


def explanation_latex(found: AllocationExplanation) -> str:
    """The optimum as the sum of what its blocks cost: the formulas, then the numbers."""
    paid = [block for block in found.blocks if block.cost]
    if not paid:
        return allocation_latex(found.allocation)
    costs = [block.cost for block in paid[:MAX_BLOCKS]]
    sides = [costs, [sum((share.cost for share in paid), Fraction(0))]] if len(paid) > 1 else [costs]
    ends = [(block.first - 1, block.last) for block in paid[:MAX_BLOCKS]]
    quotients = [rf"\frac{{(S_{{{q}}} - S_{{{p}}})^2}}{{N_{{{q}}} - N_{{{p}}}}}" for p, q in ends]
    text = r"\sum_t \frac{a_t^2}{\sigma_t^2} = " + _sum(quotients, len(paid))
    for side in sides:
        numbers = [shown_number(value) for value in side]
        relation = r"\approx" if any(one.startswith("~") for one in numbers) else "="
        text += f" {relation} {_sum(list(map(_number, numbers)), len(paid) if side is costs else 1)}"
    return rf"$\displaystyle {text}$"


def _sum(parts: list[str], count: int) -> str:
    return " + ".join([*parts, r"\cdots"] if count > MAX_BLOCKS else parts)


def _number(text: str) -> str:
    """A rational or a decimal, with or without an exponent, as LaTeX."""
    top, _, bottom = text.removeprefix("~").partition("/")
    mantissa, _, exponent = top.partition("e")
    scale = rf" \cdot 10^{{{int(exponent)}}}" if exponent else ""
    return rf"\frac{{{top}}}{{{bottom}}}" if bottom else mantissa + scale
