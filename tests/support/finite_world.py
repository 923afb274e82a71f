"""Random finite laws and kernels with exact rational entries, and what is found by brute force."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from fractions import Fraction

Law = tuple[Fraction, ...]
Kernel = tuple[Law, ...]


def random_law(rng: random.Random, points: int, size: int = 9) -> Law:
    """A law whose entries have a small common denominator; some are 0."""
    weights = [rng.choice((0, *range(1, size))) for _ in range(points)]
    if not any(weights):
        weights[rng.randrange(points)] = 1
    return tuple(Fraction(w, sum(weights)) for w in weights)


def random_kernel(rng: random.Random, inputs: int, outputs: int) -> Kernel:
    return tuple(random_law(rng, outputs) for _ in range(inputs))


def pushed(law: Sequence[Fraction], kernel: Kernel) -> Law:
    columns = range(len(kernel[0]))
    return tuple(sum((p * row[j] for p, row in zip(law, kernel, strict=True)), Fraction(0)) for j in columns)


def divergence(first: Sequence[Fraction], second: Sequence[Fraction], gamma: Fraction) -> Fraction:
    """E_gamma as the largest P(A) - gamma*Q(A) over all events A."""
    points = list(zip(first, second, strict=True))
    return max(
        sum((p - gamma * q for p, q in itertools.compress(points, chosen)), Fraction(0))
        for chosen in itertools.product((0, 1), repeat=len(points))
    )
