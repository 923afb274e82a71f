"""Every error term of the exact laws, by making what it pays for coarse: the truth, known another way, stays enclosed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

from pabisym.exact_law import clipped, clipped_gaussian, half_lines, line_integrals
from pabisym.exact_law.clipped import clipped_chain
from pabisym.exact_law.clipped_plan import Hull, Step
from pabisym.exact_law.densities import Blur, Bump, GaussianSum
from pabisym.exact_law.half_lines import Branch, Walk, beyond
from pabisym.exact_law.line_integrals import Kullback, Power, integral, positive_part
from pabisym.exact_law.projected_walk import ProjectedWalk, _quadrature_error, projected_walk
from pabisym.exact_law.tails import WindowEdge, kullback_tail, power_tail
from pabisym.numerics.evaluator import TooCoarse, tail, working_precision


@pytest.fixture(autouse=True)
def many_bits() -> Iterator[None]:
    with working_precision(120):
        yield


# Walks on a grid of values.

Steps = tuple[tuple[tuple[fmpq, fmpq, fmpq], ...], ...]
DRAWN: Steps = (((fmpq(1, 4), fmpq(9, 10), fmpq(3, 5)), (fmpq(3, 4), fmpq(4, 5), fmpq(-1, 10))),)


def walk(steps: Steps, count: int, weights: tuple[arb, ...] | None = None, **values: Any) -> Walk:
    given: dict[str, Any] = {"law": "gaussian", "scale": fmpq(1), "cells": 160, "fine": 8, "clipped": False}
    cycle = tuple(tuple(Branch(arb(w) if weights is None else weights[i], a, b) for i, (w, a, b) in enumerate(step)) for step in steps)
    return Walk(cycle, count, **{**given, **values})


def exact(steps: Steps, count: int, edge: fmpq, weights: tuple[fmpq, ...] | None = None) -> arb:
    """The chance to end beyond the edge, over all draws."""
    total = arb(0)
    for draw in product(*(range(len(steps[k % len(steps)])) for k in range(count))):
        chance, mean, variance = arb(1), fmpq(0), fmpq(0)
        for k, i in reversed(list(enumerate(draw))):
            w, a, b = steps[k % len(steps)][i]
            chance, mean, variance = chance * (w if weights is None else weights[i]), a * mean + b, a * a * variance + 1
        total += chance * tail(arb(edge - mean) / arb(variance).sqrt())
    return total


EDGES, HALF = (fmpq(-1), fmpq(1), fmpq(3)), fmpq(1, 2)


@pytest.mark.parametrize("edge", EDGES)
def test_noise_that_is_summed_not_far_enough_is_charged(monkeypatch: pytest.MonkeyPatch, edge: fmpq) -> None:
    monkeypatch.setitem(half_lines.WIDTHS, "gaussian", 1.5)
    low, high = beyond(walk(DRAWN, 4), edge)
    assert low < exact(DRAWN, 4, edge) < high
    assert high > 1.05 * low


@pytest.mark.parametrize("edge", EDGES)
def test_draws_that_are_left_out_are_charged(edge: fmpq) -> None:
    """A twentieth of all draws is not listed."""
    low, high = beyond(walk(DRAWN, 4, (arb(fmpq(1, 4)), arb(fmpq(7, 10)))), edge)
    assert low < exact(DRAWN, 4, edge) < high
    assert high > 1.05 * low


@pytest.mark.parametrize("edge", EDGES)
def test_chances_that_are_balls_are_rounded_both_ways(edge: fmpq) -> None:
    """Weights known to a fifth: both of the laws that they leave open are enclosed."""
    low, high = beyond(walk(DRAWN, 4, (arb(0.25, 0.05), arb(0.75, 0.05))), edge)
    for share in (fmpq(1, 5), fmpq(3, 10)):
        assert low < exact(DRAWN, 4, edge, (share, 1 - share)) < high


@pytest.mark.parametrize("fine", [1, 2])
@pytest.mark.parametrize("edge", EDGES)
def test_curvature_within_a_wide_cell_is_charged(fine: int, edge: fmpq) -> None:
    """Cells as wide as the noise: the connected lines stay below and above a function that bends."""
    for steps in (DRAWN, (((fmpq(1), fmpq(1), fmpq(3, 10)),),), (((fmpq(1), fmpq(1, 2), fmpq(0)),),)):
        low, high = beyond(walk(steps, 5, cells=20 * fine, fine=fine), edge)
        assert low < exact(steps, 5, edge) < high


def test_the_chance_to_stray_is_bounded() -> None:
    """A contracting walk is normal in the long run; a cycle multiplies the mean of e^(t x) by no more than is said."""
    for cells in (80, 120):
        given = walk((((fmpq(1), fmpq(4, 5), fmpq(1, 10)),),), 1000, cells=cells, fine=8)
        bound, far = half_lines._stray(given), arb(half_lines.INSIDE * cells / 8)
        deviation = (1 / (1 - arb(fmpq(16, 25)))).sqrt()
        assert tail((far - arb(HALF)) / deviation) + tail((far + arb(HALF)) / deviation) < bound < 1
    cycle = walk(DRAWN, 1).cycle
    for t in (-0.5, 0.25, 0.5):
        spread = t * t / 2
        exact = sum((arb(w) * (arb(t) * arb(b)).exp() for w, _, b in DRAWN[0]), arb(0)).log() + spread
        assert exact <= half_lines._raise_level(cycle, 0.0, t, spread)
        assert half_lines._raise_level(cycle, 0.0, t, spread) < exact.max(arb(0)) + 1e-6


# Integrals over an interval.


def bump(weight: object, mean: object, blurred: object = 0) -> GaussianSum:
    """A multiple of N(mean, 1), perhaps known only up to an error of a multiple of it."""
    blurs = (Blur(arb(blurred), arb(mean), arb(mean), arb(0), fmpq(1)),) if blurred else ()
    return GaussianSum((Bump.of(arb(weight), arb(mean), fmpq(1)),), blurs)


LOW, HIGH = fmpq(-8), fmpq(9)


@pytest.mark.parametrize("bits", [4, 8, 16])
@pytest.mark.parametrize("gamma", ["1", "1.7", "0.6"])
def test_a_positive_part_with_few_bits_is_enclosed(bits: int, gamma: str) -> None:
    g = arb(gamma)
    epsilon = g.log()
    exact = tail(epsilon - arb(1) / 2) - g * tail(epsilon + arb(1) / 2)
    low, high = positive_part([(LOW, HIGH, bump(1, 1))], [(LOW, HIGH, bump(1, 0))], g, bits)
    assert arb(low) - arb(10) ** -13 <= exact <= arb(high) + arb(10) ** -13


@pytest.mark.parametrize("sign", [1, -1])
def test_what_a_density_misses_is_charged(sign: int) -> None:
    """Evaluated is 99 or 101 hundredths of a density that is known up to a hundredth."""
    exact = tail(arb(-0.5)) - tail(arb(0.5))
    first = [(LOW, HIGH, bump(arb(1) + arb(sign) / 100, 1, "0.0101"))]
    low, high = positive_part(first, [(LOW, HIGH, bump(1, 0))], arb(1), 20)
    assert low <= exact <= high
    assert high - low < 0.1


@pytest.mark.parametrize("bits", [2, 4, 8])
def test_integrals_with_few_nodes_are_enclosed(bits: int) -> None:
    """N(1, 1) to a power over N(0, 1) to another, and its logarithm, where everything is cut off after a few bits."""
    first, second = [(LOW, HIGH, bump(1, 1))], [(LOW, HIGH, bump(1, 0))]
    for order in (fmpq(2), fmpq(1, 2), fmpq(5, 2)):
        exact = arb(order * (order - 1) / 2).exp()
        found = integral(first, second, Power(order), bits)
        assert (found + arb(0, 1e-9)).contains(exact)
        assert found.rad() < exact
    assert (integral(first, second, Kullback(), bits) + arb(0, 1e-9)).contains(arb(1) / 2)


@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_rule_of_few_nodes_is_charged(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """One cell of length 1/2: Gauss's rule with so few nodes that its error is seen."""
    p, q = bump(1, 1), bump(1, 0)
    monkeypatch.setattr(line_integrals, "_RANGE_BITS", 300)
    real = math.ceil
    monkeypatch.setattr(line_integrals.math, "ceil", lambda x: count if isinstance(x, float) and x < 60 else real(x))
    found = line_integrals._by_rule(p, q, fmpq(0), fmpq(1, 2), Power(fmpq(2)), 60, arb(2) ** -40)
    assert found is not None
    exact = arb(1).exp() * (tail(arb(-2)) - tail(arb(-1.5)))  # N(1, 1)^2/N(0, 1) is e N(2, 1)
    assert found.contains(exact)


def test_a_polynomial_of_few_terms_is_charged() -> None:
    """The logarithm of a density by so few Taylor terms that the rest is seen."""
    density = GaussianSum((Bump.of(arb(1), arb(0), fmpq(1)), Bump.of(arb(1), arb(2), fmpq(1))))
    for bits in (1, 3, 6):
        local = line_integrals._local(density, fmpq(0), fmpq(1, 8), bits)
        assert local is not None
        for k in range(-4, 5):
            h = arb(fmpq(k, 64))
            x = arb(fmpq(1, 16)) + h
            assert local.log(h).contains((((-x * x / 2).exp() + (-((x - 2) ** 2) / 2).exp()) / (2 * arb.pi()).sqrt()).log())


def test_tails_beyond_an_end_are_bounded() -> None:
    hull = Hull(fmpq(0), fmpq(1))
    for end in (fmpq(2), fmpq(3)):
        p, q = (WindowEdge.of(bump(1, mean), hull, fmpq(1), end, 1) for mean in (1, 0))
        for order in (fmpq(2), fmpq(1, 2), fmpq(3)):
            centre = order  # N(1, 1)^order N(0, 1)^(1 - order) is a multiple of N(order, 1)
            exact = arb(order * (order - 1) / 2).exp() * tail(arb(end - centre))
            bound = power_tail(p, q, order)
            assert bound is None or exact <= bound
        h = arb(1) / 256
        summed = h * sum((abs(x - arb(1) / 2) * (-((x - 1) ** 2) / 2).exp() / (2 * arb.pi()).sqrt()
                          for x in (arb(end) + h * k for k in range(1, 2500))), arb(0))
        bound = kullback_tail(p, q, arb(1))
        assert bound is not None
        assert summed <= bound


# The projected walk.


def test_the_error_of_a_rule_of_few_nodes_is_bounded() -> None:
    """What Gauss's rule misses of a Gaussian density times a Gaussian tail on the domain."""
    for width, nodes in ((fmpq(2), 3), (fmpq(4), 5), (fmpq(8), 9)):
        rule = [arb.legendre_p_root(nodes, i, weight=True) for i in range(nodes)]
        fine = [arb.legendre_p_root(80, i, weight=True) for i in range(80)]

        def summed(places: list[tuple[arb, arb]], at: arb, edge: arb, width: fmpq = width) -> arb:
            half = arb(width) / 2
            return sum((half * w * (-(((x + 1) * half - at) ** 2) / 2).exp() / (2 * arb.pi()).sqrt() * tail(edge - (x + 1) * half)
                        for x, w in places), arb(0))

        for at in (arb(0), arb(width) / 3, arb(width)):
            for edge in (arb(0), arb(width) / 2):
                assert abs(summed(rule, at, edge) - summed(fine, at, edge)) <= _quadrature_error(width, nodes)


def test_the_error_of_a_walk_is_in_its_chances() -> None:
    given = projected_walk(2, 0, 3)
    coarse = ProjectedWalk(given.width, given.drift, given.steps, given.points, given.weights, arb("0.01"))
    chance = coarse.chance_above(1.0)
    assert chance.contains(given.chance_above(1.0).mid() + 0.0099)
    assert chance.contains(given.chance_above(1.0).mid() - 0.0099)
    assert coarse.told_at_least(projected_walk(2, 1, 3), 0) < given.told_at_least(projected_walk(2, 1, 3), 0) - fmpq(9, 1000)
    for steps in (2, 10, 100):
        assert projected_walk(2, 0, steps).error >= _quadrature_error(fmpq(2), 60) * steps


def test_too_many_cells_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_integrals, "MAX_CELLS", 2)
    with pytest.raises(TooCoarse, match="too many cells"):
        integral([(LOW, HIGH, bump(1, 1))], [(LOW, HIGH, bump(1, 0))], Power(fmpq(2)), 40)


@pytest.mark.parametrize("law", ["gaussian", "laplace"])
def test_curvature_of_the_neighbouring_cells_counts(law: Any) -> None:
    """A step that moves by a part of a cell brings the bends of the cells beside: seen on one wide cell at a time."""
    for move in (fmpq(3, 10), fmpq(7, 10), fmpq(-2, 5), fmpq(6, 5)):
        given = walk((((fmpq(1), fmpq(1), move),),), 1, law=law, cells=12, fine=1)
        machine = half_lines._Machine(given)
        for edge in (fmpq(0), fmpq(1, 3), fmpq(-3, 2)):
            low, high = machine.step(0, *machine.last(edge))
            for k in range(2, 22):
                for part in (fmpq(1, 4), HALF, fmpq(3, 4)):
                    truth = half_lines._tail(law, edge - (k - 12 + part) - move)
                    assert low[k] * (1 - float(part)) + low[k + 1] * float(part) <= truth
                    assert truth <= high[k] * (1 - float(part)) + high[k + 1] * float(part)


def test_a_bend_in_one_cell_lowers_all_points_whose_cells_are_moved_into_it() -> None:
    """A step by a part of a cell moves the two cells beside a point into three others."""
    for move in (fmpq(3, 10), fmpq(-2, 5)):
        machine = half_lines._Machine(walk((((fmpq(1), fmpq(1), move),),), 1, cells=6, fine=1))
        half, none = np.full(machine.size, 0.5), np.zeros(machine.size - 1)
        plain = machine.step(0, half, half, none, none)
        for bent in range(4, machine.size - 5):
            bends = none.copy()
            bends[bent] = 0.1
            lowered, raised = plain[0] - machine.step(0, half, half, none, bends)[0], machine.step(0, half, half, bends, none)[1] - plain[1]
            for i in range(13):
                place = i - 6 + float(move) + machine.points
                if place - 1 < bent + 1 and place + 1 > bent:
                    assert min(lowered[i], raised[i]) >= 0.1 / 8 * (1 - 1e-6), (move, bent, i)


def test_what_is_called_negligible_is_charged() -> None:
    """An interval on which the integrand may be anything up to its bound, with a tolerance of 10."""
    for low, high in ((fmpq(0), fmpq(1, 4)), (fmpq(2), fmpq(5, 2))):
        found = line_integrals._by_range(bump(1, 1), bump(1, 0), low, high, Power(fmpq(2)), arb(10))
        assert found is not None
        assert found.contains(arb(1).exp() * (tail(arb(low) - 2) - tail(arb(high) - 2)))


# Clipped chains with Gaussian noise.


def chain(offset: str, **values: Any) -> Any:
    given: dict[str, Any] = {"lower": -1, "upper": 1, "steps": 4, "start": 0, "offset": offset, "noise_variance": 1}
    return clipped_chain(**{**given, **values})


def few_nodes(monkeypatch: pytest.MonkeyPatch, bits: int) -> None:
    """Rules with as few nodes as these bits need, whose errors go into every later step."""
    right = clipped_gaussian._rule
    monkeypatch.setattr(clipped_gaussian, "_rule", lambda lower, upper, bend, pull, _: right(lower, upper, bend, pull, bits))


@pytest.mark.parametrize("bits", [2, 8, 20])
def test_rules_of_few_nodes_are_charged_in_the_next_steps(monkeypatch: pytest.MonkeyPatch, bits: int) -> None:
    window = (fmpq(-1), fmpq(1))
    for law in (chain("1/10"), chain("1/2", slope="9/10", noise_variance="1/3")):
        plan = law.parts[0][1]
        exact = clipped_gaussian.gaussian_spread(plan, window, 110)
        with monkeypatch.context() as changed:
            few_nodes(changed, bits)
            coarse = clipped_gaussian.gaussian_spread(plan, window, 110)
        for found, truth in ((coarse.low, exact.low), (coarse.high, exact.high)):
            assert found.contains(truth.mid())
            assert found.rad() > 1e3 * truth.rad()
        (*_, density), (*_, known) = coarse.pieces[0], exact.pieces[0]
        for k in range(-4, 5):
            at = arb(fmpq(k, 4))
            assert (density.jet(at)[0] + arb(0, density.missing(at, arb(0)))).contains(known.jet(at)[0].mid())


@pytest.mark.parametrize("reach", ["1/2", "3/2"])
def test_what_lies_beyond_a_short_window_is_charged(monkeypatch: pytest.MonkeyPatch, reach: str) -> None:
    """The last noise is not clipped, and both laws are compared on a window that ends within it."""
    first, second = (chain(offset, steps=2, projection="before-noise") for offset in ("1/2", "-1/2"))
    exact = first.hockey_stick(second, 10, gamma=1)
    near = fmpq(*map(int, reach.split("/")))
    monkeypatch.setattr(clipped, "gaussian_reach", lambda size, bits: near)
    found = first.hockey_stick(second, 3, gamma=1)
    assert float(found.lower) <= float(exact.upper)
    assert float(exact.lower) <= float(found.upper)
    assert float(found.upper) > float(found.lower) + 1e-3


@pytest.mark.parametrize("bits", [3, 6])
@pytest.mark.parametrize("order", [fmpq(2), fmpq(1), fmpq(1, 2)])
def test_windows_for_few_bits_are_charged(bits: int, order: fmpq) -> None:
    first, second = (chain(offset, steps=2, projection="before-noise") for offset in ("1/2", "-1/2"))
    exact = clipped._free_moment(first, second, order, 90)
    found = clipped._free_moment(first, second, order, bits)
    assert found.contains(exact.mid())
    assert found.rad() > 1e6 * exact.rad()


@pytest.mark.parametrize("place", [fmpq(-1), fmpq(3, 10), fmpq(1)])
def test_a_tenth_of_a_law_that_is_somewhere_is_charged(place: fmpq) -> None:
    """Sources that are known up to a tenth of whatever is integrated: a mass of a tenth may be anywhere on the interval."""
    ends, step = (fmpq(-1), fmpq(1)), Step(fmpq(9, 10), fmpq(1, 10), fmpq(1, 2))
    rule = clipped_gaussian._rule(*ends, 2.0, 0.0, 60)
    sources = clipped_gaussian._Sources((arb(0),), (arb(fmpq(9, 10)),), arb(fmpq(1, 10)))
    mean = step.slope * place + step.offset

    def density(y: arb) -> arb:
        parts = ((fmpq(9, 10), step.offset), (fmpq(1, 10), mean))
        return sum((arb(w) * (-((y - m) ** 2) / arb(2 * step.size)).exp() / (2 * arb.pi() * step.size).sqrt() for w, m in parts), arb(0))

    def beyond_low(end: fmpq, side: int) -> arb:
        return sum((arb(w) * tail(side * arb(end - m) / arb(step.size).sqrt()) for w, m in ((fmpq(9, 10), step.offset), (fmpq(1, 10), mean))), arb(0))

    law = clipped_gaussian._after(ends, sources, step, rule)
    assert law.low.contains(beyond_low(fmpq(-1), -1))
    assert law.high.contains(beyond_low(fmpq(1), 1))
    (*_, known) = law.pieces[0]
    for k in range(-4, 5):
        at = arb(fmpq(k, 4))
        assert (known.jet(at)[0] + arb(0, known.missing(at, arb(0)))).contains(density(at))
    kernel = clipped_gaussian._kernel(rule, sources.places, step)
    following = clipped_gaussian._next_sources(ends, sources, step, rule, kernel)
    for node, weight, mass in zip(rule.nodes, rule.weights, following.masses[2:], strict=True):
        assert mass.overlaps(density(node) * weight)


def test_what_is_left_of_a_window_is_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (chain(offset, steps=2, projection="before-noise") for offset in ("1/2", "-1/2"))
    monkeypatch.setattr(clipped, "integral", lambda *_: arb(1))
    monkeypatch.setattr(clipped, "_tails", lambda *_: arb("0.001"))
    found = clipped._free_moment(first, second, fmpq(2), 8)
    assert found.contains(arb("1.000999"))
    assert found.contains(arb("0.999001"))
