"""A gap at every step: one block, or everything paid at once."""

from __future__ import annotations

from pabisym.expression import Call, parse, to_text
from pabisym.process.iteration import Iteration
from pabisym.process.sequence import Formula, names
from pabisym.proof.build import Builder, Step
from pabisym.shapes.problem import (
    Coordinates,
    Problem,
    Shape,
    at_exponent,
    at_index,
    base_of,
    common,
    concluded,
    differs_from_one,
    gaps_claimed,
    known_power,
    range_of,
)


def _one_block(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    premises, terms = common(problem, b, xy)
    it, variance = problem.iteration, to_text(problem.iteration.noise.variance.term())
    total, size = [to_text(it.start_shift)], []
    for part in problem.gaps:
        own, stop = range_of(part) or ("", None)
        sum_so_far = accumulated_gap(b, it, xy, own)
        total.append(sum_so_far if stop is None else f"cases(({stop}) - k, {sum_so_far}, {at_index(sum_so_far, stop)})")
        size.append(own if stop is None else f"cases(({stop}) - k, {own}, 0)")
    slope, accumulated = f"({' + '.join(size)})*({xy.product})/({variance})", " + ".join(f"({t})" for t in total)
    gap = f"({xy.product})*({slope})*({at_index(xy.noise, 'k')} - ({at_index(xy.noise, 'k - 1')}))"
    premises |= {"start": {**b.known("start"), "conclusion": to_text(b.term(f"winf(X(0), Y(0), {at_index(accumulated, '0')})"))},
                 "gaps": gaps_claimed(problem, b, gap)}
    found: list[str] = []

    def finish(b: Builder) -> Step:
        step, bound = concluded(problem, b, b.theorem("pabisym/one-block", premises, **terms, S=("k", accumulated), d=("k", slope)))
        found.append(bound)
        return step

    step = known_power(b, it, problem.steps, lambda b: known_power(b, it, f"2*({problem.steps})", finish))
    return step, found[0]


def accumulated_gap(b: Builder, iteration: Iteration, xy: Coordinates, size: str) -> str:
    """The accumulated shift of a gap at every step, closed where it can be."""
    base, constant = base_of(iteration), "k" not in names(parse(size, "size", None))
    if constant and base == "1":
        return f"({size})*k"
    if constant and differs_from_one(b.scope, str(base)):
        return f"({size})*({at_exponent(xy.product, '-k')} - 1)/(1 - ({base}))"
    return f"sum({at_index(f'({size})/({xy.product})', 'j')}, j, 1, k)"


def _paid_at_once(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    premises, terms = common(problem, b, xy)
    it = problem.iteration
    size, variance = to_text(it.gap.term()), to_text(it.noise.variance.term())
    slope = f"({size})*({xy.product})/({variance})"
    gap = f"({xy.product})*({slope})*({at_index(xy.noise, 'k')} - ({at_index(xy.noise, 'k - 1')}))"
    premises |= {"start": b.known("start"), "gaps": gaps_claimed(problem, b, gap)}
    price = f"sum(({at_index(slope, 'i')})**2*(({at_index(xy.noise, 'i')}) - ({at_index(xy.noise, 'i - 1')})), i, 1, {{T}})"
    plain = f"sum({at_index(f'({size})**2/({variance})', 'i')}, i, 1, {{T}})"
    same = b.induction("j", "0", problem.steps, f"{price.format(T='j')} == {plain.format(T='j')}")
    applied = b.theorem("pabisym/pay-at-once", premises, **terms, d=("k", slope))
    found: list[str] = []

    def finish(b: Builder) -> Step:
        T, order = problem.steps, to_text(problem.order)
        judgement = b.term(applied["conclusion"])
        raw = to_text(judgement.args[4]) if isinstance(judgement, Call) else ""
        shown = f"{order}*{plain.format(T=T)}/2"
        priced = b.figure("monotone", applied, alpha=order, z="0", y="0", b=raw, d=shown, P=f"X({T})", Q=f"Y({T})")
        step, bound = concluded(problem, b, priced)
        found.append(bound)
        return step

    step = b.have("prices", same, lambda b: b.have("total price", b.at("prices", problem.steps), finish))
    return step, found[0]


def _fits(problem: Problem) -> bool:
    return bool(problem.gaps) and all(isinstance(part, Formula) or range_of(part) is not None for part in problem.gaps)


BLOCK = Shape("one block", ("pabisym/one-block",), _fits, _one_block)
AT_ONCE = Shape("paid at once", ("pabisym/pay-at-once",), lambda problem: problem.still and _fits(problem), _paid_at_once)
