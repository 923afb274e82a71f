"""Random chains whose laws are known, beside the theorem of hidden batches: ``PYTHONPATH=tests python -m campaigns.hidden_batches``.

A chain uses the record in every step with the same probability, independently.  Its maps have any slopes up to the Lipschitz constant, its
hits any directions, and depend on the place of the iterate in some.  On the line and in the plane the laws of affine chains are mixtures of
Gaussians; those of two steps with bent maps are integrals, enclosed in balls. Runs on shuffled epochs are mixtures over all orders, strongly
convex ones over all sizes of batches, and of some chains several iterates are seen, by a linear function of them.  In each direction and for
both notions of neighbours an event of the chain gives a lower bound of E_gamma, which must not exceed what any plan that pays all hits
certifies.  ``--instances N`` says how many.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate, combinations, pairwise, permutations, product
from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np
from flint import acb, arb, fmpq

from pabisym.accounting.hidden.account import PlannedStretch, hidden_epsilon, parts_of
from pabisym.accounting.hidden.blocks import HiddenPlan, HiddenRun, Shrinking, Sides
from pabisym.accounting.hidden.places import ShuffledRun, hidden_places
from pabisym.accounting.hidden.subsets import SubsetRun, hidden_subsets
from pabisym.accounting.solve import delta_of
from pabisym.errors import Undecided
from pabisym.lang.rational import dyadic
from pabisym.numerics.evaluator import tail, working_precision

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEVELS = (fmpq(0), fmpq(1, 10), fmpq(1, 2), fmpq(1), fmpq(2))
DELTA = 1e-6
"""Chances of sums of hits are counted as lost from far below this number on."""
EDGES = 160
"""Edges of half-lines that are tried."""


@dataclass(frozen=True)
class Compared:
    """``least`` <= E_gamma of a chain, which must be at most ``most``."""

    words: str
    least: arb
    most: fmpq

    @property
    def violated(self) -> bool:
        """Is the bound certainly exceeded."""
        return bool(self.least > self.most)


Weighted = list[tuple[fmpq, fmpq]]
"""Means with their chances."""


def random_run(rng: random.Random, steps: int) -> HiddenRun:
    """Numbers of a run; the distance of a hit is up to two deviations of the noise."""
    return HiddenRun(steps, fmpq(rng.randint(1, 12), 20), fmpq(rng.randint(2, 20), 10), fmpq(rng.choice((5, 8, 9, 10, 10, 11, 14)), 10),
                     rng.choice(("present", "replaced")))


def random_plan(rng: random.Random, run: HiddenRun) -> HiddenPlan:
    """A plan with random blocks."""
    end = rng.randint(1, run.steps)
    lengths, left = list[tuple[int, int]](), run.steps - end
    while left:
        length = rng.randint(1, left)
        lengths.append((length, 1))
        left -= length
    return HiddenPlan.of(run, lengths, end)


def affine_chain(rng: random.Random, run: HiddenRun, planar: bool) -> tuple[Weighted, Weighted, fmpq]:
    """The means with the record, those of the other run, and the variance, of a chain of affine maps seen in one direction."""
    patterns = list(product((0, 1), repeat=run.steps))
    slopes = [run.contraction * rng.choice((1, 1, 1, -1, fmpq(1, 2))) for _ in range(run.steps)]
    if planar:  # a rotation in every step: what is seen of a hit in a direction at the end is any number up to its length
        turns = [rng.uniform(0, 2 * math.pi) if rng.random() < 0.5 else 0.0 for _ in range(run.steps)]
        seen = [dyadic(math.cos(sum(turns[t:]) + (rng.uniform(-1, 1) if rng.random() < 0.3 else 0.0))) for t in range(run.steps)]
        slopes = [abs(c) for c in slopes]
    else:
        seen = [fmpq(rng.choice((1, 1, 1, -1, 0))) for _ in range(run.steps)]
    seen = [max(min(u, fmpq(1)), fmpq(-1)) for u in seen]
    other = [-u if rng.random() < 0.7 else u / 2 for u in seen]
    reach, variance = [fmpq(1)] * run.steps, fmpq(0)
    for t in range(run.steps - 1, -1, -1):
        reach[t] = fmpq(1) if t == run.steps - 1 else reach[t + 1] * slopes[t + 1]
        variance += reach[t] ** 2

    def means(hits: list[fmpq]) -> Weighted:
        found = dict[fmpq, fmpq]()
        for b in patterns:
            chance = run.rate ** sum(b) * (1 - run.rate) ** (run.steps - sum(b))
            mean = sum((run.hit * u * r for used, u, r in zip(b, hits, reach, strict=True) if used), fmpq(0))
            found[mean] = found.get(mean, fmpq(0)) + chance
        return list(found.items())

    return means(seen), means(other) if run.sides == "replaced" else [(fmpq(0), fmpq(1))], variance


def affine_divergence(first: Weighted, second: Weighted, variance: fmpq, level: fmpq) -> arb:
    """E_(e^level) of two mixtures of Gaussians on the line, from below: of the best union of intervals with ends on a grid."""
    spread, gamma = math.sqrt(float(variance)), math.exp(float(level))
    places = [float(m) for m, _ in (*first, *second)]
    low, high = min(places) - 6 * spread, max(places) + 6 * spread
    edges = np.linspace(low, high, EDGES + 1)
    middles = np.append((edges[:-1] + edges[1:]) / 2, high)

    def density(law: Weighted) -> NDArray[np.float64]:
        means, chances = np.array([(float(m), float(p)) for m, p in law]).T
        found: NDArray[np.float64] = np.exp(-((np.subtract.outer(middles, means) / spread) ** 2) / 2) @ chances
        return found

    inside, begin = density(first) > gamma * density(second), None
    with working_precision(80):
        root, total = arb(variance).sqrt(), arb(0)
        for place, chosen in enumerate(inside.tolist()):
            last = place == EDGES
            if chosen and begin is None:
                begin = dyadic(float(edges[place]))
            if (not chosen or last) and begin is not None:
                stop = None if chosen else dyadic(float(edges[place]))
                total += _mass(first, begin, stop, root) - arb(level).exp() * _mass(second, begin, stop, root)
                begin = None
        return total


def _mass(law: Weighted, begin: fmpq, stop: fmpq | None, root: arb) -> arb:
    """The chance of an interval, or of a half-line."""
    return sum((arb(p) * (tail((begin - m) / root) - (0 if stop is None else tail((stop - m) / root))) for m, p in law), arb(0))


def bent_chain(rng: random.Random, run: HiddenRun) -> Callable[[bool, fmpq], arb]:
    """Of a chain of two steps from 0 the chance to end above a number, with the record or in the other run.

    The second map has a slope of c or less between its bends, and the hit of the second step goes up beyond a place and down before it; the
    first step projects onto an interval, and so does the last, beyond the number.
    """
    c, bends = run.contraction, sorted(fmpq(rng.randint(-20, 20), 10) for _ in range(2))
    slopes = [c * rng.choice((1, -1, 0, 1)) for _ in range(3)]
    switch, wall = fmpq(rng.randint(-15, 15), 10), fmpq(rng.randint(5, 40), 10)
    up, first = rng.choice((1, -1)), rng.choice((1, -1))
    marks = sorted({*bends, switch, -wall, wall})

    def moved(x: acb, place: fmpq) -> acb:
        piece = sum(place > bend for bend in bends)
        offset = sum((bend * (slopes[k] - slopes[k + 1]) for k, bend in enumerate(bends) if place > bend), fmpq(0))
        return x * slopes[piece] + offset

    def beyond(record: bool, edge: fmpq) -> arb:
        other = run.sides == "replaced"
        total = arb(0)
        for b1, b2 in product((0, 1), repeat=2):
            chance = run.rate ** (b1 + b2) * (1 - run.rate) ** (2 - b1 - b2)
            sign = 1 if record else -1 if other else 0
            mean, hit = run.hit * b1 * first * sign, run.hit * b2 * up * sign
            total += chance * _beyond(mean, hit, edge)
        return total

    def _beyond(mean: fmpq, hit: fmpq, edge: fmpq) -> arb:
        def last(x: acb, place: fmpq) -> acb:
            direction = hit if place > switch else -hit
            return ((edge - direction - moved(x, place)) / acb(2).sqrt()).erfc() / 2

        def weighed(place: fmpq) -> Callable[[acb, bool], acb]:
            return lambda x, _: (-((x - mean) ** 2) / 2).exp() * last(x, place)

        total = arb(0)
        for a, b in pairwise(marks):
            if -wall <= a and b <= wall:
                total += acb.integral(weighed((a + b) / 2), acb(a), acb(b)).real / (2 * arb.pi()).sqrt()
        return total + tail(arb(wall + mean)) * last(acb(-wall), -wall).real + tail(arb(wall - mean)) * last(acb(wall), wall).real

    return beyond


def _bounds(level: fmpq, *planned: tuple[HiddenRun, HiddenPlan]) -> Iterator[tuple[str, fmpq]]:
    """What the plans of stretches certify in each direction; 1 where the grids do not reach, as near the largest loss that there is."""
    for name, parts in parts_of([PlannedStretch(run, 1, ((plan, 1),)) for run, plan in planned], DELTA).items():
        try:
            yield name, delta_of(parts, level, 1 / 10).upper
        except Undecided:
            yield name, fmpq(1)


def affine_case(rng: random.Random) -> Iterator[Compared]:
    """Both directions of an affine chain at some levels."""
    run = random_run(rng, rng.randint(1, 7))
    plan, planar = random_plan(rng, run), rng.random() < 0.4
    first, second, variance = affine_chain(rng, run, planar)
    level = rng.choice(LEVELS)
    for name, most in _bounds(level, (run, plan)):
        ways = {"remove": [(first, second)], "add": [(second, first)], "both": [(first, second), (second, first)]}[name]
        for p, q in ways:
            yield Compared(f"{'plane' if planar else 'line'}, {run}, {plan}, {name}, level {level}", affine_divergence(p, q, variance, level), most)


def bent_case(rng: random.Random) -> Iterator[Compared]:
    """Both directions of a bent chain of two steps, by half-lines."""
    run = random_run(rng, 2)
    plan, level = random_plan(rng, run), rng.choice(LEVELS)
    beyond = bent_chain(rng, run)
    edges = [fmpq(rng.randint(-40, 40), 10) for _ in range(3)]
    with working_precision(60):
        chances = [(beyond(True, edge), beyond(False, edge)) for edge in edges]
        for name, most in _bounds(level, (run, plan)):
            for p, q in chances:
                grow = arb(level).exp()
                ways = {"remove": [(p, q)], "add": [(q, p)], "both": [(p, q), (q, p)]}[name]
                for one, other in ways:  # the half-line above the edge, and the one below
                    for least in (one - grow * other, (1 - one) - grow * (1 - other)):
                        yield Compared(f"bent, {run}, {plan}, {name}, level {level}", least, most)


def seen_case(rng: random.Random) -> Iterator[Compared]:
    """Both directions of an affine chain of which two or three iterates are seen: a linear function of them is Gaussian given the uses."""
    stretches = [replace(random_run(rng, rng.randint(1, 3)), rate=fmpq(1, 4)) for _ in range(rng.randint(2, 3))]
    stretches = [replace(stretches[0], steps=one.steps) for one in stretches]
    level, steps = rng.choice(LEVELS), sum(one.steps for one in stretches)
    whole, ends = replace(stretches[0], steps=steps), list(accumulate(one.steps for one in stretches))
    slopes = [whole.contraction * rng.choice((1, 1, -1, fmpq(1, 2))) for _ in range(steps)]
    seen, reach = {end: fmpq(rng.randint(-4, 4), 4) for end in ends}, [fmpq(0)] * (steps + 1)
    seen[steps] = fmpq(1)
    for t in range(steps, 0, -1):  # what is seen at the end of step t and later, of a unit there
        reach[t - 1] = seen.get(t, fmpq(0)) + (reach[t] * slopes[t] if t < steps else 0)
    signs = [rng.choice((1, 1, -1)) for _ in range(steps)]
    variance = sum((one**2 for one in reach[:steps]), fmpq(0))

    def means(sign: int) -> Weighted:
        found = {fmpq(0): fmpq(1)}
        for one, own in zip(reach[:steps], signs, strict=True):
            longer = dict[fmpq, fmpq]()
            for mean, chance in found.items():
                for move, part in ((fmpq(0), 1 - whole.rate), (whole.hit * own * sign * one, whole.rate)):
                    longer[mean + move] = longer.get(mean + move, fmpq(0)) + chance * part
            found = longer
        return list(found.items())

    first, second = means(1), means(-1) if whole.sides == "replaced" else [(fmpq(0), fmpq(1))]
    for name, most in _bounds(level, *((one, random_plan(rng, one)) for one in stretches)):
        for p, q in {"remove": [(first, second)], "add": [(second, first)], "both": [(first, second), (second, first)]}[name]:
            yield Compared(f"seen at {ends}, {whole}, {name}, level {level}", affine_divergence(p, q, variance, level), most)


def sized_case(rng: random.Random) -> Iterator[Compared]:
    """Both directions of two or three steps that shrink or expand by the size of a batch, over all sizes and uses, by half-lines."""
    steps, others, rate = rng.randint(2, 3), rng.randint(3, 7), fmpq(rng.randint(2, 8), 10)
    strength, drawn = fmpq(rng.choice((1, 1, -1)) * rng.randint(1, 9), 10 * others), min(rate, fmpq(1, 2))
    chance, delta = fmpq(1, 1000), fmpq(1, rng.choice((20, 50, 200)))
    layers = tuple((q, fmpq(math.ceil(64 * math.log(steps / float(q))), 64)) for q in (fmpq(1, 4), chance))
    known = Shrinking(fmpq(0), strength, others * rate, others * drawn * (1 - drawn), layers, steps)
    run = replace(random_run(rng, steps), contraction=max(fmpq(1), 1 - strength * others), shrinking=known)
    level = hidden_epsilon(run, delta).upper
    at = fmpq(level.numerator, level.denominator)
    groups = list[tuple[arb, arb, Weighted]]()  # the chance and the deviation for given sizes, and means with their chances
    for sizes in product(range(others + 1), repeat=steps):
        weight = prod(comb(others, n) * rate**n * (1 - rate) ** (others - n) for n in sizes)
        reach = [prod((1 - strength * n for n in sizes[t + 1 :]), start=fmpq(1)) for t in range(steps)]
        means = [(sum((run.hit * r for used, r in zip(b, reach, strict=True) if used), fmpq(0)),
                  run.rate ** sum(b) * (1 - run.rate) ** (steps - sum(b))) for b in product((0, 1), repeat=steps)]
        groups.append((arb(weight), arb(sum(r * r for r in reach)).sqrt(), means))

    def beyond(edge: fmpq, sign: int) -> arb:
        return sum((weight * p * tail((edge - sign * m) / root) for weight, root, means in groups for m, p in means), arb(0))

    other = -1 if run.sides == "replaced" else 0
    with working_precision(60):
        for edge in map(fmpq, range(-2, 5)):
            p, q = beyond(edge, 1), beyond(edge, other)
            for one, two in ((p, q), (1 - q, 1 - p)):
                yield Compared(f"sized, {run}, level {at}", one - arb(at).exp() * two, delta + chance)


def placed_case(rng: random.Random) -> Iterator[Compared]:
    """Both directions of a run on shuffled epochs, over all orders: batches of one or two records, linear losses, common maps.

    Sometimes the last record of an order is not used, or the other run has a gradient of 0 instead of the record's.
    """
    sizes = [rng.choice((1, 1, 2)) for _ in range(rng.randint(2, 3))]
    records = sum(sizes) + rng.choice((0, 0, 1))
    sides: Sides = rng.choice(("replaced", "present"))
    epochs = rng.choice((1, 1, 2)) if records < 5 else 1
    hit, delta = fmpq(rng.randint(2, 15), 10), fmpq(1, rng.choice((5, 20, 100, 1000)))
    contraction = fmpq(rng.choice((1, 1, fmpq(4, 5))))
    run = ShuffledRun(epochs, tuple(fmpq(size, records) for size in sizes), hit, contraction, sides)
    gradients = [fmpq(rng.choice((-2, -2, -1, 0, 2)), 2) for _ in range(records - 1)]
    slopes = [contraction * fmpq(rng.choice((2, 2, 2, 1, -2)), 2) for _ in range(epochs * len(sizes))]
    reach, variance = fmpq(1), fmpq(0)
    weights = list[fmpq]()
    for slope in reversed(slopes):
        weights.insert(0, reach)
        variance += reach**2
        reach *= slope
    orders = list(permutations(range(records)))

    def means(own: fmpq) -> Weighted:
        found, known = {fmpq(0): fmpq(1)}, [own, *gradients]
        for epoch in range(epochs):
            moves = dict[fmpq, int]()
            for order in orders:
                batches = [sum((known[j] for j in order[sum(sizes[:k]) : sum(sizes[: k + 1])]), fmpq(0)) for k in range(len(sizes))]
                moved = sum((hit * g * weights[epoch * len(sizes) + k] for k, g in enumerate(batches)), fmpq(0))
                moves[moved] = moves.get(moved, 0) + 1
            both = dict[fmpq, fmpq]()
            for mean, chance in found.items():
                for moved, count in moves.items():
                    both[mean + moved] = both.get(mean + moved, fmpq(0)) + chance * fmpq(count, len(orders))
            found = both
        return list(found.items())

    level = hidden_places(run, delta).upper
    first, at = means(fmpq(1)), fmpq(level.numerator, level.denominator)
    second = means(fmpq(-1 if sides == "replaced" else 0))
    for p, q in ((first, second), (second, first)):
        yield Compared(f"shuffled, {run}, gradients {gradients}, slopes {slopes}, level {at}", affine_divergence(p, q, variance, at), delta)


def drawn_case(rng: random.Random) -> Iterator[Compared]:
    """Both directions of a run that draws a fresh subset of its records in every step, over all subsets: linear losses, common maps."""
    records, steps = rng.randint(2, 6), rng.randint(1, 3)
    size = rng.randint(1, records - 1)
    hit, delta = fmpq(rng.randint(2, 15), 10), fmpq(1, rng.choice((5, 20, 100, 1000)))
    gradients = [fmpq(rng.choice((-2, -2, -1, 0, 2)), 2) for _ in range(records - 1)]
    slopes = [fmpq(rng.choice((2, 2, 2, 1, -2)), 2) for _ in range(steps)]

    def means(own: fmpq) -> tuple[Weighted, fmpq]:
        moves = [hit * sum(used, fmpq(0)) for used in combinations([own, *gradients], size)]
        found, reach, variance = {fmpq(0): fmpq(1)}, fmpq(1), fmpq(0)
        for slope in reversed(slopes):
            longer = dict[fmpq, fmpq]()
            for mean, chance in found.items():
                for move in moves:
                    longer[mean + reach * move] = longer.get(mean + reach * move, fmpq(0)) + chance / len(moves)
            found, variance, reach = longer, variance + reach**2, reach * slope
        return list(found.items()), variance

    run = SubsetRun(steps, fmpq(size, records), 2 * hit)
    level = hidden_subsets(run, delta).upper
    (first, variance), (second, _) = means(fmpq(1)), means(fmpq(-1))
    at = fmpq(level.numerator, level.denominator)
    for p, q in ((first, second), (second, first)):
        yield Compared(f"drawn, {run}, gradients {gradients}, slopes {slopes}, level {at}", affine_divergence(p, q, variance, at), delta)


def cases(instances: int, seed: int = 0) -> Iterator[Compared]:
    """Comparisons of so many random chains of eight kinds, three of them affine, on the line and in the plane."""
    rng = random.Random(seed)
    kinds = (affine_case, affine_case, bent_case, affine_case, placed_case, drawn_case, seen_case, sized_case)
    for number in range(instances):
        yield from kinds[number % len(kinds)](rng)


def main() -> int:
    """Compare, and say what was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--instances", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    compared, violated, undecided, largest = 0, 0, 0, 0.0
    for one in cases(given.instances, given.seed):
        compared += 1
        undecided += one.most == 1
        if one.most > fmpq(1, 10**12):
            largest = max(largest, float(one.least.mid()) / float(one.most))
        if one.violated:
            violated += 1
            print("violated:", one.words, one.least, float(one.most))
    print(f"{given.instances} chains, {compared} comparisons, {violated} violated, {undecided} without a bound, largest ratio {largest:.4f}")
    return 1 if violated else 0


if __name__ == "__main__":
    sys.exit(main())
