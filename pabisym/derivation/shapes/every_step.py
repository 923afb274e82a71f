"""A gap at every step: one block, or everything paid at once."""

from __future__ import annotations

from collections.abc import Mapping

from pabisym.derivation.shapes.problem import (
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
    known_rise,
    range_of,
)
from pabisym.derivation.shapes.sums import summed
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import Call
from pabisym.process.iteration import Iteration
from pabisym.process.sequence import Formula, names
from pabisym.proof.build import Builder, Step


def _sized(own: str, stop: str | None) -> str:
    """The gap of step k, when there is none after the step ``stop``."""
    return own if stop is None else f"cases(({stop}) - k, {own}, 0)"


def _stopped(total: str, stop: str | None) -> str:
    """A sum up to step k, when nothing comes after the step ``stop``."""
    return total if stop is None else f"cases(({stop}) - 1 - k, {total}, {at_index(total, stop)})"


def _ranges(problem: Problem) -> list[tuple[str, str | None]]:
    """The gaps at every step, each with the step after which there are none."""
    return [range_of(part) or ("", None) for part in problem.gaps]


def _one_block(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    premises, terms = common(problem, b, xy)
    it, variance = problem.iteration, to_text(problem.iteration.noise.variance.term())
    size = [_sized(own, stop) for own, stop in _ranges(problem)]
    total = [to_text(it.start_shift)]
    total += [_stopped(accumulated_gap(b, it, xy, own, problem.domains), stop) for own, stop in _ranges(problem)]
    slope = to_text(tidied(parse(f"({' + '.join(size)})*({xy.product})/({variance})", "slope", None)))
    accumulated = to_text(tidied(parse(" + ".join(f"({t})" for t in total), "shift", None)))
    gap = f"({xy.product})*({slope})*({at_index(xy.noise, 'k')} - ({at_index(xy.noise, 'k - 1')}))"
    premises |= {"start": {**b.known("start"), "conclusion": to_text(b.term(f"winf(X(0), Y(0), {at_index(accumulated, '0')})"))},
                 "gaps": gaps_claimed(problem, b, gap)}
    found: list[str] = []

    def finish(b: Builder) -> Step:
        step, bound = concluded(problem, b, b.theorem("pabisym/one-block", premises, **terms, S=("k", accumulated), d=("k", slope)))
        found.append(bound)
        return step

    def roomy(b: Builder) -> Step:
        return finish(b) if xy.closed else known_rise(b, xy, "0", problem.steps, finish)

    step = known_power(b, it, problem.steps, lambda b: known_power(b, it, f"2*({problem.steps})", roomy))
    return step, found[0]


def accumulated_gap(b: Builder, iteration: Iteration, xy: Coordinates, size: str, domains: Mapping[str, str]) -> str:
    """The accumulated shift of a gap at every step, closed where it can be."""
    base, constant = base_of(iteration), "k" not in names(parse(size, "size", None))
    if constant and base == "1":
        return f"({size})*k"
    if constant and differs_from_one(b.scope, str(base)):
        return f"({size})*({at_exponent(xy.product, '-k')} - 1)/(1 - ({base}))"
    return summed(b, domains, size if xy.product == "1" else f"({size})/({xy.product})")[0]


def _paid_at_once(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    premises, terms = common(problem, b, xy)
    variance = to_text(problem.iteration.noise.variance.term())
    size = " + ".join(_sized(own, stop) for own, stop in _ranges(problem))
    slope = to_text(tidied(parse(f"({size})*({xy.product})/({variance})", "slope", None)))
    gap = f"({xy.product})*({slope})*({at_index(xy.noise, 'k')} - ({at_index(xy.noise, 'k - 1')}))"
    premises |= {"start": b.known("start"), "gaps": gaps_claimed(problem, b, gap)}
    price = f"sum(({at_index(slope, 'i')})**2*(({at_index(xy.noise, 'i')}) - ({at_index(xy.noise, 'i - 1')})), i, 1, {{T}})"
    plain = _squares(problem, b, size, variance)
    same = b.induction("l", "0", problem.steps, f"{price.format(T='l')} == {at_index(plain, 'l')}")
    applied = b.theorem("pabisym/pay-at-once", premises, **terms, d=("k", slope))
    found: list[str] = []

    def finish(b: Builder) -> Step:
        T, order = problem.steps, to_text(problem.order)
        judgement = b.term(applied["conclusion"])
        raw = to_text(judgement.args[4]) if isinstance(judgement, Call) else ""
        shown = f"{order}*({at_index(plain, T)})/2"
        priced = b.figure("monotone", applied, alpha=order, z="0", y="0", b=raw, d=shown, P=f"X({T})", Q=f"Y({T})")
        step, bound = concluded(problem, b, priced)
        found.append(bound)
        return step

    step = b.have("prices", same, lambda b: b.have("total price", b.at("prices", problem.steps), finish))
    return step, found[0]


def _squares(problem: Problem, b: Builder, size: str, variance: str) -> str:
    """The sum of the squared gaps over the variances up to step k."""
    if len(problem.gaps) > 1:
        return summed(b, problem.domains, f"({size})**2/({variance})")[0]
    own, stop = _ranges(problem)[0]
    return _stopped(summed(b, problem.domains, f"({own})**2/({variance})")[0], stop)


def _fits(problem: Problem) -> bool:
    return bool(problem.gaps) and all(isinstance(part, Formula) or range_of(part) is not None for part in problem.gaps)


BLOCK = Shape("one block", ("pabisym/one-block", "pabisym/rising"), _fits, _one_block)
AT_ONCE = Shape("paid at once", ("pabisym/pay-at-once",), lambda problem: problem.still and _fits(problem), _paid_at_once)
