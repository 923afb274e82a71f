"""Answers of the shift solver for people: allocations and why they are what they are, the least noise, the best split of the noise."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pabisym.show.blocks import Block, ReportTable, columns, line
from pabisym.show.terminal import short_cell

if TYPE_CHECKING:
    from pabisym.accounting.accountant import LeastMultiplier
    from pabisym.shift.allocate import Allocation
    from pabisym.shift.calibrate import LeastNoise
    from pabisym.shift.feasibility import Feasibility
    from pabisym.shift.marginals import AllocationExplanation
    from pabisym.shift.noise_split import Splitting

ROWS = 12
"""Most steps of an allocation, and most blocks, that are shown."""
_PLACES = 100
"""Most places of a decimal that is written out."""


def cell(value: object) -> str:
    """A number of an answer in one cell: an enclosure as its ends, a long one shortened."""
    return _ends(value) if isinstance(value, dict) else short_cell(str(value))


def _ends(value: object) -> str:
    return f"[{value.get('lower')}, {value.get('upper')}]" if isinstance(value, dict) else str(value)


def allocation_blocks(answer: Allocation | Feasibility) -> Iterator[Block]:
    """An optimum with its blocks and first steps, or the verdict on a given allocation."""
    found: dict[str, Any] = answer.first_rows(ROWS) if hasattr(answer, "first_rows") else answer.to_json()
    if found["status"] != "optimal":
        yield columns((name, str(value)) for name, value in found.items())
        return
    worst = found["worst_case"] if isinstance(found["worst_case"], dict) else {}
    yield line(("value", "bold"), f" = mu^2 = {cell(found['value'])}  ({found['arithmetic']})")
    yield line(f"worst case: {cell(worst.get('value'))}; restart: {found['restart']}")
    blocks = ((f"{block['first']}..{block['last']}", _ends(block["slope"])) for block in found["blocks"] or ())
    yield ReportTable(tuple(blocks), ("steps", "slope"), ruled=True)
    yield from _more(found["block_count"], "blocks")
    listed = [column for column in (found["allocation"], found["shift"], worst.get("contraction")) if isinstance(column, list)]
    steps = tuple((str(step), *map(_ends, row)) for step, row in enumerate(zip(*listed, strict=False), start=1))
    yield ReportTable(steps, ("step", "allocation", "shift after", "worst contraction"), ruled=True)
    yield from _more(found["steps"], "steps")


def _more(count: object, what: str) -> Iterator[Block]:
    if isinstance(count, int) and count > ROWS:
        yield line(f"… {count} {what} in all; --json gives every one")


def explanation_blocks(explanation: AllocationExplanation) -> Iterator[Block]:
    """Why an optimum is what it is, and what one more unit of every datum costs, for the first steps."""
    yield from map(line, ("", "Why", *str(explanation).splitlines(), ""))
    marginal: Any = explanation.to_json().get("marginal")
    if not isinstance(marginal, dict):
        return
    listed = zip(*(marginal[name] for name in ("gap", "contraction", "noise_variance")), strict=True)
    binding = set(explanation.binding)
    rows = [(str(step), "yes" if step in binding else "", *map(short, row)) for step, row in enumerate(listed, start=1)]
    yield line("Marginal values: what the optimum changes by, per unit")
    yield columns([("step", "binds", "gap s_t", "contraction c_t", "variance sigma_t^2"), *rows[:ROWS]])
    if len(rows) > ROWS:
        yield line(f"… and {len(rows) - ROWS} more steps, all in --json")
    yield line(f"start shift: {short(marginal['start_shift'])}")
    if marginal["diameter"] is not None:
        yield line(f"diameter: {short(marginal['diameter'])}")


def least_noise_blocks(found: LeastNoise) -> Iterator[Block]:
    """The least factor of the variances, and standard deviations that are enough."""
    yield line(f"guarantee: {found.guarantee}")
    if found.status != "found":
        yield line(f"no noise is enough: {found.reason}")
        return
    answer = found.to_json()
    text, least = str(answer["factor"]), answer["least_factor"]
    exactly = found.exact and len(text) <= 40
    factor = f"{text}, exactly the least factor" if exactly else f"{write_decimal(found.short_factor(12))}, rounded up"
    yield line(f"multiply every noise variance by {factor}")
    if isinstance(least, dict):
        yield line(f"the least factor lies between {least['lower']} and {least['upper']}")
    yield line(f"short, and enough: {write_decimal(found.short_factor())}")
    deviations = found.short_deviations()
    shown = ", ".join(map(write_decimal, deviations[:ROWS])) + (", …" if len(deviations) > ROWS else "")
    if len(set(deviations)) == 1:
        shown = f"{write_decimal(deviations[0])} at every step"
    yield line(f"standard deviations that are enough, on the iterate: {shown or 'none'}")


def least_multiplier_blocks(found: LeastMultiplier, drawn: str | None) -> Iterator[Block]:
    """The least noise multiplier of a training run, whose batches are ``drawn`` so, or of a Gaussian mechanism; and what certifies it."""
    from pabisym.lang.rational import rational, short_number
    from pabisym.numerics.enclosure import between

    certified = found.certified
    epsilon = between(rational(certified.lower, "epsilon"), rational(certified.upper, "epsilon"), 6, 0)
    yield line(f"noise multiplier {short_number(found.noise_multiplier, 12)}")
    over = "sum of the clipped gradients, divided by the clipping norm" if drawn else "value, divided by its sensitivity between neighbours"
    yield line(f"  (standard deviation of the noise on the {over})")
    yield line(f"epsilon ≤ {epsilon.upper} at delta = {short_number(certified.given, 6)}" + (f", {drawn}" if drawn else ""))
    if found.lower is not None:
        yield line(f"{short_number(found.lower, 12)} is not enough: epsilon is larger there, for a run with constant gradients")
    elif not certified.tight:
        yield line(f"runs with constant gradients need epsilon ≥ {epsilon.lower} with it; what is between is not known")
    yield line(f"a step is dominated by {certified.pair}")
    yield line("believed: " + "; ".join(certified.believes))


def splitting_blocks(found: Splitting) -> Iterator[Block]:
    """The best split of the noise between sampling and shift."""
    answer: Any = found.to_json()
    by = ", ".join(found.by)
    if found.bounds is not None:
        yield line(f"epsilon bounds {found.bounds}; by {by}.")
        yield line("Promised: convex L-Lipschitz losses, steps that do not expand, iterates projected into the domain, "
                   "batches drawn uniformly.")
    else:
        direction = found.direction.replace("-", " ")
        yield line(f"{by} with {direction}: a formula's value, no bound is claimed; --direction replacement bounds.")
    names = {"value": "epsilon" if found.bounds else "value", "minimum": "best split",
             "whole": "no split, all steps sampled" if found.sampled else "no split, all steps"}
    ends = [(words, answer[name]) for name, words in names.items() if isinstance(answer[name], dict)]
    yield columns(row for words, one in ends for row in ((words, f"≥ {one['lower']}"), ("", f"≤ {one['upper']}")))
    yield line(f"variance for the record: {short(answer['variance'])}")
    yield line(f"look-back: {answer['look_back']} steps")
    yield line(f"the smaller one is {'the bound without a split' if answer['uses'] == 'whole' else 'the best split'}")
    if not found.sampled:
        yield line("the noise is small, or every record in the batch: the random batch is not used")


def short(value: object) -> str:
    """A number in at most some twenty characters; a longer rational as a decimal after a ``~``."""
    text = str(value)
    if len(text) <= 24:
        return text
    from flint import arb

    from pabisym.lang.rational import rational

    return "~" + str(arb(rational(text, "number")).str(8, radius=False))


def write_decimal(value: Fraction) -> str:
    """A decimal number as it is written out, one of many places as 1.2e-1234: nothing is rounded."""
    from flint import fmpz

    from pabisym.numerics.enclosure import decimal_text

    places = 0
    while value.denominator != 1:
        value, places = value * 10, places + 1
    if places > _PLACES or abs(value.numerator) >= 10**_PLACES:
        return decimal_text(fmpz(value.numerator), fmpz(-places))
    digits = str(value.numerator).rjust(places + 1, "0")
    return digits if not places else f"{digits[:-places]}.{digits[-places:]}"
