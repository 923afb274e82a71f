"""Instances with many zeros and ties, and containment decided exactly."""

import random

from flint import fmpq
from hypothesis import strategies as st

from pabisym.shift.instance import Instance

FEW = [fmpq(0), fmpq(1), fmpq(1, 2), fmpq(2), fmpq(1, 3), fmpq(3, 2)]


def number(source, zeros, few):
    if source.random() < zeros:
        return fmpq(0)
    return source.choice(FEW) if few else fmpq(source.randint(1, 20), source.randint(1, 20))


def any_instance(source, longest=30):
    """Zeros in contractions, gaps and variances more or less often, a start shift and a diameter half of the time."""
    steps, few = source.choice([0, 1, 2, 3, 5, 8, 13, longest]), source.random() < 0.6
    plain, gaps, noises = source.random() < 0.3, source.choice([0, 0.3, 0.7, 0.95]), source.choice([0, 0.2, 0.6])
    contraction = tuple(fmpq(1) if plain and source.random() < 0.9 else number(source, 0.12, few) for _ in range(steps))
    gap = tuple(number(source, gaps, few) for _ in range(steps))
    variance = tuple(number(source, noises, few) for _ in range(steps))
    diameter = None if source.random() < 0.5 else number(source, 0.1, few)
    return Instance(steps, contraction, gap, variance, number(source, 0.5, few), diameter)


def tied_instance(source):
    """So few different numbers that slopes often are equal."""
    steps = source.choice([1, 2, 3, 5, 8, 13])

    def some(values):
        return tuple(fmpq(source.choice(values)) for _ in range(steps))

    contraction = some([1]) if source.random() < 0.5 else some([0, 1, 1, 2])
    diameter = None if source.random() < 0.5 else fmpq(source.choice([0, 1, 2, 3]))
    return Instance(steps, contraction, some([0, 1, 1, 2]), some([1, 1, 1, 2, 0]), fmpq(source.choice([0, 0, 1, 2])), diameter)


def many(make, count, seed):
    source = random.Random(seed)
    return (make(source) for _ in range(count))


def lowest(ball):
    return ball.mid().fmpq() - ball.rad().fmpq()


def highest(ball):
    return ball.mid().fmpq() + ball.rad().fmpq()


def holds(ball, exact):
    return lowest(ball) <= exact <= highest(ball)


def all_hold(balls, exact):
    return len(balls) == len(exact) and all(map(holds, balls, exact))


rationals = st.builds(fmpq, st.integers(0, 6), st.integers(1, 4))


@st.composite
def instances(draw, longest=8):
    steps = draw(st.integers(0, longest))
    values = st.lists(rationals, min_size=steps, max_size=steps).map(tuple)
    diameter = draw(st.none() | rationals)
    return Instance(steps, draw(values), draw(values), draw(values), draw(rationals), diameter)
