"""What is public is copied, deeply copied and pickled, and is the same afterwards: what one builds, and what functions return."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

import pabisym as pb

m, n = sp.symbols("m n", integer=True, positive=True)
g, v, w = sp.symbols("g v w", positive=True)
x = sp.Symbol("x", real=True)


def two_phases() -> pb.Process:
    return pb.Phase(m, gap=g, noise=pb.Gaussian(variance=v)) >> pb.Phase(n, noise=pb.Gaussian(variance=w))


def derivation() -> pb.SymbolicDerivation:
    found = two_phases().derive(pb.GDP())
    assert found.record.derived.strand is not None
    return found


OBJECTS: dict[str, Callable[[], Any]] = {
    "Formula": lambda: pb.formula(2 * g / n, where=[n > 2]), "Claim": lambda: pb.formula(g) <= 2 * g, "Verdict": lambda: pb.Eq(pb.formula(g), g).decide(),
    "FormulaLimit": lambda: pb.formula(g / n).limit(n="oo"), "Letter": lambda: pb.Letter("n", "integer, n >= 1", "a number"),
    "Enclosure": lambda: pb.formula("sqrt(2)").at(), "Process": lambda: pb.Process(steps=n, gap={1: g}, noise=pb.Gaussian(variance=v)),
    "phases": two_phases, "Phase": lambda: pb.Phase(m, gap=g, noise=pb.Gaussian(std=v)),
    "Every": lambda: pb.Every(m, size=g) + pb.Window(1, 2, g) + {n: w}, "Gaussian": lambda: pb.Gaussian(std=v), "Laplace": lambda: pb.Laplace(scale=v),
    "Renyi": lambda: pb.Renyi(x), "ZCDP": pb.ZCDP, "GDP": pb.GDP, "HockeyStick": lambda: pb.HockeyStick(gamma=2), "ApproxDP": lambda: pb.ApproxDP(epsilon=1),
    "NoisyGD": lambda: pb.NoisyGD(lipschitz=g, step_size=v, noise_std=w, dataset=n, steps=m), "KernelStep": lambda: pb.Map(lipschitz=1, image=g) >> pb.Gaussian(std=v),
    "Finite": lambda: pb.Finite([["3/4", "1/4"], ["1/4", "3/4"]]), "KernelGraph": lambda: pb.start() >> pb.Map(lipschitz=1).differing(gap=g) >> pb.Gaussian(std=v),
    "Theorem": lambda: pb.theorem("feldman2018/theorem-23"), "AppliedTheorem": lambda: pb.theorem("feldman2018/theorem-23").apply(t=1),
    "StatedTheorem": lambda: pb.Statement(letters={"x": "real"}, conclusion="x**2 >= 0").prove(), "Table": lambda: pb.search("sampled", loss="convex"),
    "Evaluation": lambda: pb.theorem("feldman2018/theorem-23").at(L=1, sigma=4, n=1000, t=10, alpha=8), "SymbolicDerivation": derivation,
    "Allocation": lambda: pb.allocate(gap=[0, 1, 0], noise_variance=1), "LeastNoise": lambda: pb.calibrate(gap=[0, 1, 0], noise_variance=1, gdp=1),
    "Converted": lambda: pb.convert(gdp=1, epsilon=1), "Explanation": lambda: pb.explain(pb.allocate(gap=[0, 1, 0], noise_variance=1)),
    "Checked": lambda: pb.check(pb.allocate(gap=[0, 1, 0], noise_variance=1)), "FiniteLaw": lambda: pb.laws.finite_chain([1, 0]),
}  # fmt: skip


@pytest.mark.parametrize("name", OBJECTS)
def test_a_copy_is_the_same(name: str) -> None:
    one = OBJECTS[name]()
    for again in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert type(again) is type(one)
        assert again == one
        assert repr(again) == repr(one)


def test_a_derivation_of_pieces_answers_after_it_was_pickled() -> None:
    found = derivation()
    again = pickle.loads(pickle.dumps(found))
    assert again.a(pb.k) == found.a(pb.k)
    assert again.z(pb.k) == found.z(pb.k)
    assert again.worst_case == found.worst_case
    assert pb.check(again).accepted
