"""Random mixtures of Gaussians beside Kahane's inequality and beside the adapted shift: ``PYTHONPATH=tests python -m campaigns.families``.

Kahane's inequality (``pabisym/kahane``): means in the plane or on the line with given lengths and any directions, weights of any size, two
mixtures; some event shows how far one exceeds the other at least, and on the line, where all means of a mixture lie on one side, the best
event is a half-line.  The adapted shift (``pabisym/adapted-shift``): laws on a few points, each point moved by up to a share of its law and
then hidden by noise, beside the points with noise of their own on the line.  Both sides are enclosed in balls; ``--instances N`` says how many.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from flint import arb, fmpq

from pabisym.lang.rational import dyadic
from pabisym.numerics.evaluator import tail, working_precision

BITS = 80
CELLS = 28
"""Into how many parts each axis is divided for events."""
REACH = 6
"""So far from the means events are looked for."""

Mean = tuple[fmpq, fmpq, fmpq]
"""A weight and a point of the plane, where a Gaussian of variance 1 stands; on the line the second coordinate is 0 for all."""


@dataclass(frozen=True)
class Exceeds:
    """By how much the first mixture exceeds the second one on some event at least, ``least``, and ``most``, what is claimed to be no less."""

    words: str
    least: arb
    most: arb

    @property
    def violated(self) -> bool:
        """Is the claim certainly wrong."""
        return bool(self.least > self.most)

    @property
    def ratio(self) -> float:
        """How near the claim is to being met."""
        return float(self.least.mid()) / float(self.most.mid())


def least_excess(first: Sequence[Mean], second: Sequence[Mean]) -> arb:
    """Of two mixtures in the plane: how far the first exceeds the second on a union of cells of a grid, an enclosure."""
    means = [*first, *second]
    planar = any(y != means[0][2] for _, _, y in means)
    edges = [_edges([mean[axis] for mean in means]) for axis in ((1, 2) if planar else (1,))]
    parts = {mean: [_cells(mean[axis + 1], ends) for axis, ends in enumerate(edges)] for mean in means}
    total = arb(0)
    for i in range(CELLS):
        for j in range(CELLS if planar else 1):
            here = sum((mean[0] * _product(parts[mean], (i, j)) for mean in first), arb(0))
            here -= sum((mean[0] * _product(parts[mean], (i, j)) for mean in second), arb(0))
            if float(here.mid()) > 0:
                total += here
    return total


def _edges(places: Sequence[fmpq]) -> list[fmpq]:
    low, high = min(places) - REACH, max(places) + REACH
    return [low + (high - low) * k / CELLS for k in range(CELLS + 1)]


def _cells(mean: fmpq, edges: Sequence[fmpq]) -> list[arb]:
    tails = [tail(arb(edge - mean)) for edge in edges]
    return [one - other for one, other in pairwise(tails)]


def _product(parts: Sequence[Sequence[arb]], at: tuple[int, int]) -> arb:
    return parts[0][at[0]] if len(parts) == 1 else parts[0][at[0]] * parts[1][at[1]]


def most_excess(first: Sequence[tuple[fmpq, fmpq]], second: Sequence[tuple[fmpq, fmpq]]) -> arb:
    """At least how far the mixture of N(a, 1), with weights and a >= 0, exceeds that of N(-b, 1), b >= 0, on any event of the line.

    The density of the first to N(0, 1) grows and that of the second falls, so that a half-line is best; it begins between two points at
    which the densities are certainly in either order, or at the end of the line.
    """

    def above(t: fmpq) -> arb:
        return sum((w * (a * t - a * a / 2).exp() for w, a in _balls(first)), arb(0)) - sum(
            (u * (-b * t - b * b / 2).exp() for u, b in _balls(second)), arb(0))

    low, high = fmpq(-64), fmpq(64)
    for _ in range(56):
        middle = low + (high - low) * fmpq(5, 11)  # seldom the place itself, where nothing is certain
        value = above(middle)
        if value > 0:
            high = middle
        elif value < 0:
            low = middle
        else:
            break
    begin = arb(1) if low == -64 else None  # to the left of all: the half-line may be the whole line
    gained = sum((w * (begin if begin is not None else tail(arb(low) - a)) for w, a in _balls(first)), arb(0))
    lost = arb(0) if high == 64 else sum((u * tail(arb(high) + b) for u, b in _balls(second)), arb(0))
    return gained - lost


def _balls(mixture: Sequence[tuple[fmpq, fmpq]]) -> Iterator[tuple[arb, arb]]:
    return ((arb(weight), arb(mean)) for weight, mean in mixture)


def _length(rng: random.Random) -> fmpq:
    return fmpq(rng.choice((0, 2, 5, 10, 10, 15, 25)), 10)


def _inside(rng: random.Random, length: fmpq, planar: bool) -> tuple[fmpq, fmpq]:
    """A point no farther from 0 than a length, often at that distance, its coordinates being rational."""
    if not planar:
        return length * rng.choice((1, 1, -1, fmpq(1, 2), 0)), fmpq(0)
    half = dyadic(math.tan(rng.uniform(-math.pi, math.pi) / 4))
    x, y = (1 - half**2) / (1 + half**2), 2 * half / (1 + half**2)  # on the circle, exactly
    turn = rng.choice((fmpq(1), fmpq(1), fmpq(-1), fmpq(1, 2)))
    return turn * x * length, turn * y * length


def _weights(rng: random.Random, count: int) -> list[fmpq]:
    return [fmpq(rng.choice((0, 1, 1, 2, 3, 8)), 4) for _ in range(count)]


def kahane_case(rng: random.Random, stretch: fmpq | int = 1) -> Exceeds:
    """One comparison of Kahane's inequality; means are ``stretch`` times as far out as the claim is told."""
    count, planar, one_sided = rng.randint(1, 4), rng.random() < 0.6, rng.random() < 0.4
    w, u = _weights(rng, count), _weights(rng, count)
    a, b = [_length(rng) for _ in range(count)], [fmpq(0) if one_sided else _length(rng) for _ in range(count)]
    same = rng.random() < 0.3  # all in one direction, where the claim is an equation
    first = [(x, p * stretch, q * stretch) for x, s in zip(w, a, strict=True) for p, q in [(s, fmpq(0)) if same else _inside(rng, s, planar)]]
    second = [(x, p * stretch, q * stretch) for x, s in zip(u, b, strict=True) for p, q in [(-s, fmpq(0)) if same else _inside(rng, s, planar)]]
    with working_precision(BITS):
        words = f"Kahane, {first} and {second}, lengths {a} and {b}"
        return Exceeds(words, least_excess(first, second), most_excess([*zip(w, a, strict=True)], [*zip(u, b, strict=True)]))


def shift_case(rng: random.Random, stretch: fmpq | int = 1) -> Exceeds:
    """One comparison of the adapted shift; points are moved ``stretch`` times as far as the claim is told."""
    count, planar, one_sided = rng.randint(1, 3), rng.random() < 0.5, rng.random() < 0.4
    points = [(fmpq(rng.randint(-40, 40), 10), fmpq(rng.randint(-40, 40) if planar else 0, 10)) for _ in range(rng.randint(1, 3))]
    w, u = _weights(rng, count), _weights(rng, count)
    a, b = [_length(rng) for _ in range(count)], [fmpq(0) if one_sided else _length(rng) for _ in range(count)]
    most, first, second = arb(0), list[Mean](), list[Mean]()
    with working_precision(BITS):
        for x, y in points:
            chances = [[fmpq(rng.randint(0, 3), 3) for _ in range(count)] for _ in range(2)]  # in all, laws up to their sums
            sides = (w, a, chances[0], first, 1), (u, b, chances[1], second, -1)
            along = rng.random() < 0.4
            for weights, lengths, own, found, sign in sides:
                for weight, length, chance in zip(weights, lengths, own, strict=True):
                    p, q = (sign * length, fmpq(0)) if along else _inside(rng, length, planar)
                    found.append((weight * chance, x + p * stretch, y + q * stretch))
            most += most_excess([(x * c, s) for x, c, s in zip(w, chances[0], a, strict=True)],
                                [(x * c, s) for x, c, s in zip(u, chances[1], b, strict=True)])
        return Exceeds(f"shift, {first} and {second}, shares {a} and {b}", least_excess(first, second), most)


def cases(instances: int, seed: int = 0, stretch: fmpq | int = 1) -> Iterator[Exceeds]:
    """So many comparisons, by turns of Kahane's inequality and of the adapted shift."""
    rng = random.Random(seed)
    for number in range(instances):
        yield kahane_case(rng, stretch) if number % 2 == 0 else shift_case(rng, stretch)


def main() -> int:
    """Compare, and say what was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--instances", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    violated, largest = 0, 0.0
    for one in cases(given.instances, given.seed):
        if one.most > fmpq(1, 1000):
            largest = max(largest, one.ratio)
        if one.violated:
            violated += 1
            print("violated:", one.words, one.least, one.most)
    print(f"{given.instances} mixtures, {violated} violated, largest ratio {largest:.4f}")
    return 1 if violated else 0


if __name__ == "__main__":
    sys.exit(main())
