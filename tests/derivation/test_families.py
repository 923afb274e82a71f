"""Derived bounds are proved for all parameters and equal the exact optimum at random points."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from pabisym.derivation.renyi_bound import derive_renyi
from pabisym.derivation.shapes.problem import Derived
from pabisym.divergence.evaluate import exact_value
from pabisym.lang.grammar import parse
from pabisym.process.iteration import GaussianNoise, Iteration
from pabisym.shift.allocate import solve
from pabisym.shift.instance import Instance

DOMAINS = {"n": "integer", "t": "integer", "alpha": "real", "w": "real", "g": "real", "c": "real", "z": "real"}
ALWAYS = ("alpha > 1", "n >= 1", "w > 0", "g >= 0")
INDEX = ("1 <= t", "t <= n")
CONTRACTIVE = ("c > 0", "c < 1")
NOISE = GaussianNoise.on_iterate(variance="w")
IMPULSE = [{"at": "t", "size": "g"}]


def iteration(gap: object = 0, contraction: str = "1", start: str = "0", noise: GaussianNoise = NOISE) -> Iteration:
    return Iteration.of(steps="n", gap=gap, noise=noise, contraction=contraction, start_shift=start)


FAMILIES = {
    "start shift, contraction 1": (iteration(start="g"), ()),
    "start shift, contraction below 1": (iteration(start="g", contraction="c"), CONTRACTIVE),
    "start shift, contraction above 1": (iteration(start="g", contraction="c"), ("c > 1",)),
    "one gap, contraction 1": (iteration(IMPULSE), INDEX),
    "one gap, contraction below 1": (iteration(IMPULSE, "c"), (*INDEX, *CONTRACTIVE)),
    "one gap, falling noise": (iteration([{"at": "t", "size": "g/k"}], noise=GaussianNoise.on_iterate(variance="w/k**2")), INDEX),
    "equal gaps, contraction 1": (iteration("g"), ()),
    "equal gaps, contraction below 1": (iteration("g", "c"), CONTRACTIVE),
    "equal gaps, contraction above 1": (iteration("g", "c"), ("c > 1",)),
    "equal gaps and a start shift": (iteration("g", "c", "z"), (*CONTRACTIVE, "z >= 0")),
}


def derived(name: str) -> tuple[Iteration, Derived]:
    process, extra = FAMILIES[name]
    relations = {f"domain {i}": parse(text) for i, text in enumerate((*ALWAYS, *extra))}
    return process, derive_renyi(process, DOMAINS, relations, parse("alpha"))


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.campaign if name == "equal gaps, contraction above 1" else ()) for name in FAMILIES])
def test_a_derived_bound_is_proved_and_is_the_optimum(name: str) -> None:
    process, found = derived(name)
    assert found.verdict.accepted
    draw = random.Random(20261121)
    above = "c > 1" in FAMILIES[name][1]
    for _ in range(40):
        n = draw.randint(1, 9)
        point = {"n": n, "t": draw.randint(1, n), "alpha": 1 + Fraction(draw.randint(1, 30), 7), "w": Fraction(draw.randint(1, 20), 6),
                 "g": Fraction(draw.randint(0, 20), 9), "z": Fraction(draw.randint(0, 9), 4), "c": Fraction(draw.randint(1, 8), 9) + above}
        letters = {key: value for key, value in point.items() if key in process.letters}
        optimum = solve(Instance.from_json(process.instance(**letters))).value
        bound = exact_value(found.bound, point)
        assert bound is not None
        assert Fraction(int(bound.p), int(bound.q)) == point["alpha"] * optimum / 2


def test_without_a_condition_both_sides_of_one_are_cases() -> None:
    """Without c < 1 the bound distinguishes: everything at one rate for c <= 1, every gap at once above."""
    process = iteration("g", "c")
    relations = {f"domain {i}": parse(text) for i, text in enumerate((*ALWAYS, "c > 0"))}
    found = derive_renyi(process, DOMAINS, relations, parse("alpha"))
    assert (found.shape, found.verdict.accepted) == ("the taut string in letters", True)
    for c in (Fraction(1, 2), Fraction(1), Fraction(2)):
        optimum = solve(Instance.from_json(process.instance(n=3, w=1, g=1, c=str(c)))).value
        assert exact_value(found.bound, {"n": 3, "alpha": 2, "w": 1, "g": 1, "c": c}) == exact_value(parse("x"), {"x": optimum})


@pytest.mark.campaign
def test_gaps_of_no_known_shape_are_paid_at_once_with_the_reason() -> None:
    relations = {f"domain {i}": parse(text) for i, text in enumerate((*ALWAYS, *INDEX))}
    process = iteration([{"every": 2, "size": "g"}, {"every": 3, "size": "g"}])
    found = derive_renyi(process, DOMAINS, relations, parse("alpha"))
    assert found.verdict.accepted
    assert found.shape == "every gap is paid in its own step"
    assert "overlap" in found.fallback
