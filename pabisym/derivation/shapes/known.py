"""The shapes for which the library has a theorem; each recognises a process and builds the proof of its bound, which the kernel replays.

First those without a domain: a start shift, one gap, one in every epoch, one at every step.  Then those in a bounded domain, whose theorems
state their bounds in few letters, such as the diameter over the gap; here these are formulas of the process, written as shortly as the
kernel accepts them.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.derivation.shapes.problem import (
    RUNS,
    Problem,
    ProcessCoordinates,
    Shape,
    at_exponent,
    at_index,
    base_of,
    bound_of,
    common,
    concluded,
    decided,
    differs_from_one,
    gaps_claimed,
    known_power,
    known_rise,
    larger,
    range_of,
    readable,
    single_gap,
)
from pabisym.derivation.shapes.sums import over_geometric, over_square, summed
from pabisym.kernel.exact import Refusal
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import Call, Term, substitute
from pabisym.process.sequence import EachStep, Impulse, Periodic, names, unused_name
from pabisym.proof.build import Builder, NoProof, Step, reached
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script

# A start shift alone.


def _start_shift(problem: Problem, b: Builder, xy: ProcessCoordinates) -> tuple[Step, str]:
    premises, terms = common(problem, b, xy)
    premises |= {"start": b.known("start"), "same maps": b.known("gaps")}

    start = to_text(problem.iteration.start_shift)
    return reached(lambda finish: known_power(
        b, problem.iteration, f"2*({problem.steps})", lambda b: _noise_known(b, problem, xy, finish)), lambda b: concluded(
        problem, b, b.theorem("pabisym/start-shift", premises, **terms, g=start)))


def _noise_known(b: Builder, problem: Problem, xy: ProcessCoordinates, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that there is noise at all, where the coordinates do not say so."""
    return rest(b) if xy.closed else known_rise(b, xy, "0", problem.steps, rest)


START_SHIFT = Shape("start shift", ("pabisym/start-shift", "pabisym/rising"), lambda problem: not problem.gaps, _start_shift)


# One gap, alone or after a start shift.


def _single_gap(problem: Problem, b: Builder, xy: ProcessCoordinates) -> tuple[Step, str]:
    premises, terms = common(problem, b, xy)
    T, (t, size, gap) = problem.steps, single_gap(problem)
    premises |= {"start": b.known("start"), "gaps": gaps_claimed(problem, b, gap)}
    proposed = _geometric_price(problem, size, t) if xy.closed else None

    return reached(lambda finish: known_power(
        b, problem.iteration, f"2*(({T}) - ({t}) + 1)", lambda b: known_rise(b, xy, f"({t}) - 1", T, finish)), lambda b: concluded(
        problem, b, b.theorem("pabisym/single-gap", premises, **terms, t=t, g=size), *([] if proposed is None else [proposed])))


def _geometric_price(problem: Problem, size: str, t: str) -> str | None:
    """The price of a gap at step t over one fraction, where the noise without contractions is geometric.

    A contraction that is no letter is given one while the fraction is written.
    """
    base, letter = base_of(problem.iteration), unused_name("c", problem.domains)
    if base is None:
        return None
    product = "1" if base == "1" else f"{letter}**k"
    paid = f"{to_text(problem.order)}*({size})**2/(2*({at_index(product, t)})**2)"
    variance = over_square(problem.iteration.noise.variance.term(), product)
    found = over_geometric({**problem.domains, letter: "real"}, paid, variance, t, problem.steps)
    own = {letter: ((), parse(str(base), "contraction", None))}
    return None if found is None else to_text(substitute(parse(found, "price", None), own))


def _two_events(problem: Problem, b: Builder, xy: ProcessCoordinates) -> tuple[Step, str]:
    premises, terms = common(problem, b, xy)
    t, size, gap = single_gap(problem)
    premises |= {"start": b.known("start"), "gaps": gaps_claimed(problem, b, gap)}

    def last(b: Builder) -> tuple[Step, str]:
        applied = b.theorem("pabisym/two-events", premises, **terms, t=t, g=to_text(problem.iteration.start_shift), h=size)
        step, bound = decided(problem, b, applied)
        return (applied if bound == bound_of(b, applied) else step), bound

    return reached(lambda finish: known_rise(b, xy, f"({t}) - 1", problem.steps, finish), last)


def _one_gap(problem: Problem) -> bool:
    return len(problem.gaps) == 1 and isinstance(problem.gaps[0], Impulse)


ONE_GAP = Shape("single gap", ("pabisym/single-gap", "pabisym/rising"), lambda problem: problem.still and _one_gap(problem), _single_gap)
AFTER_START = Shape("start shift and a gap", ("pabisym/two-events", "pabisym/rising"),
                    lambda problem: not problem.still and _one_gap(problem), _two_events)


# A gap in every epoch.


def _every_epoch(problem: Problem, b: Builder, xy: ProcessCoordinates) -> tuple[Step, str]:
    (part,) = problem.gaps
    it = problem.iteration
    variance = it.noise.variance.term()
    if not isinstance(part, Periodic) or base_of(it) != "1" or "k" in names(variance) | names(part.size):
        raise NoProof("a gap in every epoch needs contraction 1, equal noise and equal gaps")
    epochs = over(it.steps, part.period)
    premises = {name: b.known(name) for name in ("first run", "second run", "Lipschitz", "Gaussian", "gaps", "start")}
    step = b.theorem("pabisym/periodic-gap", premises, **RUNS, n=to_text(part.period), E=epochs, t=to_text(part.start),
                     alpha=to_text(problem.order), g=to_text(part.size), w=to_text(variance))
    return concluded(problem, b, step)


def _every_contractive_epoch(problem: Problem, b: Builder, xy: ProcessCoordinates) -> tuple[Step, str]:
    (part,) = problem.gaps
    it = problem.iteration
    variance, c = it.noise.variance.term(), base_of(it)
    if not isinstance(part, Periodic) or c is None or "k" in names(variance) | names(part.size):
        raise NoProof("a gap in every epoch needs one contraction, equal noise and equal gaps")
    n, t, epochs = to_text(part.period), to_text(part.start), over(it.steps, part.period)
    premises = {name: b.known(name) for name in ("first run", "second run", "Lipschitz", "Gaussian", "gaps", "start")}
    step = b.theorem("pabisym/contractive-periodic-gap", premises, **RUNS, n=n, E=epochs, t=t, m=f"({n}) - ({t}) + 1", T=problem.steps,
                     alpha=to_text(problem.order), g=to_text(part.size), w=to_text(variance), c=c)
    return step, bound_of(b, step)


def over(steps: Term, period: Term) -> str:
    """The number of epochs, when the steps are written as a product with the period, or are the period."""
    if steps == period:
        return "1"
    if isinstance(steps, Call) and steps.head == "*" and period in steps.args:
        rest = list(steps.args)
        rest.remove(period)
        return "*".join(f"({to_text(factor)})" for factor in rest)
    raise NoProof("the number of steps is not written as a multiple of the period")


def _gap_an_epoch(problem: Problem) -> bool:
    return problem.still and len(problem.gaps) == 1 and isinstance(problem.gaps[0], Periodic) and problem.gaps[0].stop is None


EPOCHS = Shape("a gap in every epoch", ("pabisym/periodic-gap",),
               lambda problem: _gap_an_epoch(problem) and base_of(problem.iteration) == "1", _every_epoch)
CONTRACTIVE_EPOCHS = Shape("a gap in every epoch, and a contraction", ("pabisym/contractive-periodic-gap",), _gap_an_epoch,
                           _every_contractive_epoch)


# A gap at every step: one block, or everything paid at once.


def _sized(own: str, stop: str | None) -> str:
    """The gap of step k, when there is none after the step ``stop``."""
    return own if stop is None else f"cases(({stop}) - k, {own}, 0)"


def _stopped(total: str, stop: str | None) -> str:
    """A sum up to step k, when nothing comes after the step ``stop``."""
    return total if stop is None else f"cases(({stop}) - 1 - k, {total}, {at_index(total, stop)})"


def _ranges(problem: Problem) -> list[tuple[str, str | None]]:
    """The gaps at every step, each with the step after which there are none."""
    return [range_of(part) or ("", None) for part in problem.gaps]


def _one_block(problem: Problem, b: Builder, xy: ProcessCoordinates) -> tuple[Step, str]:
    premises, terms = common(problem, b, xy)
    it, variance, ranges = problem.iteration, to_text(problem.iteration.noise.variance.term()), _ranges(problem)
    size = [_sized(own, stop) for own, stop in ranges]
    total = [to_text(it.start_shift)]
    total += [_stopped(accumulated_gap(b, problem, xy, own), stop) for own, stop in ranges]
    slope = to_text(tidied(parse(f"({' + '.join(size)})*({xy.product})/({variance})", "slope", None)))
    accumulated = to_text(tidied(parse(" + ".join(f"({t})" for t in total), "shift", None)))
    gap = f"({xy.product})*({slope})*({at_index(xy.noise, 'k')} - ({at_index(xy.noise, 'k - 1')}))"
    premises |= {"start": {**b.known("start"), "conclusion": to_text(b.term(f"winf(X(0), Y(0), {at_index(accumulated, '0')})"))},
                 "gaps": gaps_claimed(problem, b, gap)}

    return reached(lambda finish: known_power(b, it, problem.steps, lambda b: known_power(
        b, it, f"2*({problem.steps})", lambda b: _noise_known(b, problem, xy, finish))), lambda b: concluded(
        problem, b, b.theorem("pabisym/one-block", premises, **terms, S=("k", accumulated), d=("k", slope))))


def accumulated_gap(b: Builder, problem: Problem, xy: ProcessCoordinates, size: str) -> str:
    """The accumulated shift of a gap at every step, closed where it can be."""
    base, constant = base_of(problem.iteration), "k" not in names(parse(size, "size", None))
    if constant and base == "1":
        return f"({size})*k"
    if constant and base is not None and differs_from_one(b.scope, base):
        return f"({size})*({at_exponent(xy.product, '-k')} - 1)/(1 - ({base}))"
    return summed(b, problem.domains, size if xy.product == "1" else f"({size})/({xy.product})")[0]


def _paid_at_once(problem: Problem, b: Builder, xy: ProcessCoordinates) -> tuple[Step, str]:
    premises, terms = common(problem, b, xy)
    variance, ranges = to_text(problem.iteration.noise.variance.term()), _ranges(problem)
    size = " + ".join(_sized(own, stop) for own, stop in ranges)
    slope = to_text(tidied(parse(f"({size})*({xy.product})/({variance})", "slope", None)))
    gap = f"({xy.product})*({slope})*({at_index(xy.noise, 'k')} - ({at_index(xy.noise, 'k - 1')}))"
    premises |= {"start": b.known("start"), "gaps": gaps_claimed(problem, b, gap)}
    price = f"sum(({at_index(slope, 'i')})**2*(({at_index(xy.noise, 'i')}) - ({at_index(xy.noise, 'i - 1')})), i, 1, {{T}})"
    own, stop = ranges[0] if len(ranges) == 1 else (size, None)
    plain = _stopped(summed(b, problem.domains, f"({own})**2/({variance})")[0], stop)
    same = b.induction("l", "0", problem.steps, f"{price.format(T='l')} == {at_index(plain, 'l')}")
    applied = b.theorem("pabisym/pay-at-once", premises, **terms, d=("k", slope))
    shown = f"{to_text(problem.order)}*({at_index(plain, problem.steps)})/2"
    return reached(lambda finish: b.have("prices", same, lambda b: b.have("total price", b.at("prices", problem.steps), finish)),
                   lambda b: concluded(problem, b, larger(problem)(b, applied, bound_of(b, applied), shown)))


def _gap_a_step(problem: Problem) -> bool:
    return bool(problem.gaps) and all(isinstance(part, EachStep) or range_of(part) is not None for part in problem.gaps)


BLOCK = Shape("one block", ("pabisym/one-block", "pabisym/rising"), _gap_a_step, _one_block)
AT_ONCE = Shape("paid at once", ("pabisym/pay-at-once",), lambda problem: problem.still and _gap_a_step(problem), _paid_at_once)


# In a bounded domain, how far it is best to look back: a gap at every step.


def _equal_gaps(problem: Problem, b: Builder, xy: ProcessCoordinates) -> tuple[Step, str]:
    gap, variance, diameter = data(problem)
    b.prove(f"{gap} > 0")
    r = short(problem, b, f"({diameter})/({gap})")
    one = short(problem, b, f"{to_text(problem.order)}*({gap})**2/(2*({variance}))")
    return applied(problem, b, "pabisym/bounded-equal-gaps", r=r, g=gap, v=variance, F=one)


def _contractive_gaps(problem: Problem, b: Builder, xy: ProcessCoordinates) -> tuple[Step, str]:
    gap, variance, diameter = data(problem)
    b.prove(f"{gap} > 0")
    c = str(base_of(problem.iteration))
    u = short(problem, b, f"(1 - ({c}))*({diameter})/({gap})")
    every = short(problem, b, f"{to_text(problem.order)}*({gap})**2*(1 + ({c}))/(2*({variance})*(1 - ({c})))")
    s = short(problem, b, f"1 + ({c})")
    last, bound = applied(problem, b, "pabisym/bounded-contractive-gaps", c=c, s=s, u=u, g=gap, v=variance, F=every)
    if b.evident(b.term(f"({u}) - 1 >= 0")):
        return last, bound
    if b.evident(b.term(f"({u}) - 1 < 0")):
        return _length_known(b, c, s, u)(last), bound
    _, far, closing = b.splitting(f"({u}) - 1", last["conclusion"])
    return closing(last, _length_known(far, c, s, u)(last)), bound


def _length_known(b: Builder, c: str, s: str, u: str) -> Callable[[Step], Step]:
    """Puts around a step what is known of how far it is best to look back: of all by which the bound divides, that it is not 0."""
    p = Script(b)
    half, sign, more = f"(({s})*(1 + (1 - ({u}))**2)/(4*(1 - ({u}))))", p.fresh("sum"), p.fresh("half")
    back = f"floor(log({half} - sqrt({half}**2 - ({c})))/log({c}))"
    p.have(sign, f"1 + ({c}) > 0")
    p.have(more, certified(f"{half} >= (1 + ({c}))/2", fact(sign, square=u), multiplier=f"4*(1 - ({u}))"))
    p.have_all({p.fresh("tangent"): p.figure("exp-tangent", x=f"log({c})"), p.fresh("inverse"): p.figure("exp-log", x=c)})
    p.have(p.fresh("logarithm"), f"log({c}) < 0")
    p.have(p.fresh("length"), p.theorem("pabisym/geometric-look-back", {}, c=c, h=half))
    p.have(p.fresh("power"), p.figure("power-below-one", c=c, k=f"2*{back}"))
    return p.close


def data(problem: Problem) -> tuple[str, str, str]:
    """Gap, variance and diameter, as text."""
    it = problem.iteration
    return to_text(it.gap.term()), to_text(it.noise.variance.term()), "" if it.diameter is None else to_text(it.diameter)


def applied(problem: Problem, b: Builder, theorem: str, **own: str) -> tuple[Step, str]:
    """A theorem about the whole process, and the bound that it gives."""
    step = b.theorem(theorem, {}, **RUNS, T=problem.steps, alpha=to_text(problem.order), K=problem.place, **own)
    return step, bound_of(b, step)


def short(problem: Problem, b: Builder, formula: str) -> str:
    """The shortest form that the kernel sees to be the same."""
    for form in readable(b.scope, parse(formula, "formula", None), problem.domains):
        try:
            b.prove(f"{to_text(form)} == {formula}")
        except (NoProof, Refusal):
            continue
        return to_text(form)
    return formula


def _constant(problem: Problem) -> bool:
    """Is there a diameter, and are all steps alike."""
    it = problem.iteration
    alike = isinstance(it.gap, EachStep) and it.gap.constant and _equal_noise(problem)
    return it.diameter is not None and bool(problem.gaps) and alike and problem.still


def _equal_noise(problem: Problem) -> bool:
    noise = problem.iteration.noise.variance
    return isinstance(noise, EachStep) and noise.constant


BOUNDED_EQUAL_GAPS = Shape("equal gaps in a bounded domain", ("pabisym/bounded-equal-gaps",),
              lambda problem: _constant(problem) and base_of(problem.iteration) == "1", _equal_gaps, bounded=True)
BOUNDED_CONTRACTIVE_GAPS = Shape("equal gaps and a contraction in a bounded domain",
                    ("pabisym/bounded-contractive-gaps", "pabisym/geometric-look-back"),
                    lambda problem: _constant(problem) and base_of(problem.iteration) not in (None, "1"), _contractive_gaps, bounded=True)


# In a bounded domain: a single gap, paid from its step on, or forgotten with the restart right after it; or a start shift alone.


def _gap(problem: Problem, b: Builder, xy: ProcessCoordinates) -> tuple[Step, str]:
    (t, size, _), (_, variance, diameter), c = single_gap(problem), data(problem), str(base_of(problem.iteration))
    letters, rate = {"t": t, "g": size, "D": diameter, "v": variance}, f"{to_text(problem.order)}/(2*({variance}))"
    if c == "1":
        return applied(problem, b, "pabisym/bounded-gap", **letters, F=short(problem, b, rate))
    b.prove(f"{c} < 1")
    return applied(problem, b, "pabisym/bounded-contractive-gap", c=c, **letters, F=short(problem, b, f"{rate}*(1 - ({c})**2)"))


def _bounded_start(problem: Problem, b: Builder, xy: ProcessCoordinates) -> tuple[Step, str]:
    premises, terms = common(problem, b, xy)
    premises |= {"start": b.known("start"), "same maps": b.known("gaps")}
    if problem.iteration.diameter is None:
        raise NoProof("the domain is not bounded")
    terms |= {"g": to_text(problem.iteration.start_shift), "D": to_text(problem.iteration.diameter), "K": problem.place}

    return reached(lambda finish: known_power(b, problem.iteration, f"2*({problem.steps})", finish),
                   lambda b: concluded(problem, b, b.theorem("pabisym/bounded-start", premises, **terms)))


def _bounded_gap(problem: Problem) -> bool:
    return problem.iteration.diameter is not None and problem.still and _one_gap(problem) and _equal_noise(problem)


BOUNDED_GAP = Shape("single gap in a bounded domain", ("pabisym/bounded-gap",),
               lambda problem: _bounded_gap(problem) and base_of(problem.iteration) == "1", _gap, bounded=True)
BOUNDED_CONTRACTIVE_GAP = Shape("single gap and a contraction in a bounded domain", ("pabisym/bounded-contractive-gap",),
                    lambda problem: _bounded_gap(problem) and base_of(problem.iteration) not in (None, "1"), _gap, bounded=True)
BOUNDED_START = Shape("start shift in a bounded domain", ("pabisym/bounded-start",),
              lambda problem: problem.iteration.diameter is not None and not problem.gaps, _bounded_start, bounded=True)


# In a bounded domain: a gap in every epoch.


def _bounded_epoch(problem: Problem, b: Builder, xy: ProcessCoordinates) -> tuple[Step, str]:
    (part,) = problem.gaps
    it = problem.iteration
    if not isinstance(part, Periodic) or it.diameter is None:
        raise NoProof("there is not one gap in every epoch of a bounded process")
    gap, variance = to_text(part.size), to_text(it.noise.variance.term())
    b.prove(f"{gap} > 0")
    one = short(problem, b, f"{to_text(problem.order)}*({gap})**2/(2*({variance}))")
    ratio = short(problem, b, f"({to_text(it.diameter)})/({gap})")
    step = b.theorem("pabisym/bounded-epochs", {}, **RUNS, n=to_text(part.period), E=over(it.steps, part.period), t=to_text(part.start),
                     alpha=to_text(problem.order), r=ratio, g=gap, w=variance, F=one, K=problem.place)
    return step, bound_of(b, step)


def _bounded_gap_an_epoch(problem: Problem) -> bool:
    if problem.iteration.diameter is None or not _gap_an_epoch(problem) or base_of(problem.iteration) != "1":
        return False
    (part,) = problem.gaps
    return _equal_noise(problem) and isinstance(part, Periodic) and "k" not in names(part.size)


BOUNDED_EPOCHS = Shape("a gap in every epoch in a bounded domain", ("pabisym/bounded-epochs",), _bounded_gap_an_epoch, _bounded_epoch,
                       bounded=True)


# All of them.


SHAPES: tuple[Shape, ...] = (BOUNDED_EQUAL_GAPS, BOUNDED_CONTRACTIVE_GAPS, BOUNDED_GAP, BOUNDED_CONTRACTIVE_GAP, BOUNDED_START,
                             BOUNDED_EPOCHS, START_SHIFT, ONE_GAP, EPOCHS, CONTRACTIVE_EPOCHS, AFTER_START, BLOCK, AT_ONCE)
"""All shapes, in the order in which they are tried; those that make use of a diameter come first."""
