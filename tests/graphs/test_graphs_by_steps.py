"""Kernel graphs that are built step by step: bounds in the caller's symbols, round trips, and what is refused."""

from __future__ import annotations

import doctest
import json
import pickle
from collections import Counter
from fractions import Fraction
from types import ModuleType
from typing import Any

import mpmath
import networkx
import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.graph_files import random_finite, random_stopping, shuffled

import pabisym as pb
from pabisym.errors import InputError
from pabisym.graphs import analysis
from pabisym.graphs.json import read_graph, write_graph
from pabisym.lang.term import Call, Term
from pabisym.library.files import builtin_folder
from pabisym.symbolic import divergences, kernel_graph, laws

D, g, sigma, p = sympy.symbols("D g sigma p", positive=True)
N = sympy.Symbol("N", integer=True, nonnegative=True)


def step() -> pb.KernelStep:
    return pb.Map(lipschitz=1, image=D) >> pb.Gaussian(std=sigma) >> pb.Projection()


def graph() -> pb.KernelGraph:
    return pb.start() >> step().differing(gap=g) >> step() ** N


def mixed() -> pb.KernelGraph:
    last = {"weight": 1 - p}
    return pb.KernelGraph([], [("in", "a", step().differing(gap=g)), ("a", "out", step(), {"weight": p}), ("in", "out", step(), last)], where=p <= 1)


def summands(term: Term) -> Counter[Term]:
    """The parts of a sum, whose order is that of the edges."""
    return Counter(term.args if isinstance(term, Call) and term.head == "+" else (term,))


def test_the_bound_is_a_formula_in_the_symbols_of_the_caller() -> None:
    found = graph().bound(2)
    assert str(found) == "theta(2, g/sigma)*theta(2, D/sigma)**N"
    assert found.symbols("D g sigma N") == (D, g, sigma, N)
    assert found.at(D=1, sigma=1, g=1, N=3) == (pb.divergences.gaussian_hockey_stick(2, 1) ** 4).at()
    free = graph().bound()
    assert str(free) == "theta(gamma, g/sigma)*theta(gamma, D/sigma)**N"
    assert free.letters["gamma"].domain == "real, gamma >= 1"
    assert free.subs(gamma=2) == found


def test_a_level_may_be_a_formula() -> None:
    epsilon = sympy.Symbol("epsilon", real=True)
    found = graph().bound(sympy.exp(epsilon))
    assert [str(one) for one in found.assumptions] == ["exp(epsilon) >= 1"]
    assert found.at(D=1, g=1, sigma=1, N=0, epsilon=0) == graph().bound(1).at(D=1, g=1, sigma=1, N=0)
    with pytest.raises(InputError, match="exp"):
        found.at(D=1, g=1, sigma=1, N=0, epsilon=-1)
    with pytest.raises(InputError, match="gamma: the assumption gamma >= 1 does not hold"):
        graph().bound("1/2")


def test_contraction_of_a_step_and_from_start_to_end() -> None:
    assert str(step().contraction(2)) == "theta(2, D/sigma)"
    assert str((step() ** N).contraction(2)) == "theta(2, D/sigma)**N"
    assert str(graph().contraction(2)) == "theta(2, D/sigma)**(N + 1)"
    later = pb.start() >> step() >> step().differing(gap=g) >> pb.Sampled(rate="1/2", gap=g, std=sigma)
    assert str(later.contraction(2)) == "theta(2, D/sigma)**2"
    bounded = pb.start(diameter=D) >> pb.Sampled(rate="1/2", gap=g, std=sigma)
    assert str(bounded.contraction(2)) == "theta(2, D/sigma)", "noise that is moved independently of its input"
    assert str(mixed().contraction(2)) == "(1 - p)*theta(2, D/sigma) + p*theta(2, D/sigma)**2"


@pytest.mark.parametrize("seed", range(6))
def test_the_contraction_of_matrices_bounds_every_pair_of_starts(seed: int) -> None:
    """The coefficient of a whole graph against the truth for all pairs of points."""
    import random

    rng = random.Random(seed)
    rows = [[[Fraction(w, sum(row)) for w in row] for row in [[rng.randint(0, 4) + (at == 0) for at in range(3)] for _ in range(3)]] for _ in range(3)]
    first, second, third = (pb.Finite(one) for one in rows)
    branch = [("in", "a", first), ("a", "out", second, {"weight": "1/3"}), ("in", "out", third, {"weight": "2/3"})]
    points = [[int(at == point) for at in range(3)] for point in range(3)]
    for gamma in (Fraction(1), Fraction(3, 2)):
        bound = pb.KernelGraph([], branch).contraction(gamma).at().exact
        assert bound is not None
        for one in points:
            for other in points:
                start = ("in", {"law": one, "other_law": other})
                truth = pb.KernelGraph([start], branch).truth(gamma=gamma).exact
                assert truth is not None
                assert truth <= bound <= 1


def test_mixtures_know_their_weights() -> None:
    found = mixed().bound(2)
    assert str(found) == "p*theta(2, g/sigma)*theta(2, D/sigma)"
    assert found.letters["p"].domain == "real, p > 0, p <= 1"
    with pytest.raises(InputError, match="p <= 1"):
        found.at(D=1, g=1, sigma=1, p=2)


def test_an_edge_may_run_over_a_letter() -> None:
    t, n = sympy.symbols("t n", integer=True, positive=True)
    edges = [("in", "a", step().differing(gap=g)), ("a", "out", step() ** (t - 1), {"weight": 1 / n, "over": (t, 1, n)})]
    found = pb.KernelGraph([], edges)
    assert isinstance(found.bound(2).term, Call)
    assert found.bound(2).term.head == "sum"
    assert set(found.letters) == {"D", "g", "n", "sigma"}
    one = pb.divergences.gaussian_hockey_stick(2, 1)
    assert found.bound(2).at(D=1, g=1, sigma=1, n=2).lower == ((one + one**2) / 2).at().lower
    assert pb.KernelGraph(found.nodes, found.edges, letters=found.letters) == found


def test_the_shift_calculus_goes_below() -> None:
    shifted = graph().shifted({D: 1, "sigma": 1, "g": 1, N: 3}, gamma=2)
    assert shifted == pb.divergences.gaussian_hockey_stick(2, "1/2").at()


@pytest.mark.parametrize("make", [graph, mixed, lambda: pb.start(law=["1/2", "1/2"], other_law=[1, 0]) >> pb.Finite([["1/2", "1/2"], [0, 1]]),
                                  lambda: pb.start(diameter=D, apart=g) >> pb.Sampled(rate="1/10", gap=g, std=sigma)])
def test_graphs_come_back_from_networkx_json_and_pickle(make: Any) -> None:
    found = make()
    network = found.networkx()
    assert isinstance(network, networkx.MultiDiGraph)
    assert pb.KernelGraph.from_networkx(network) == found
    assert pb.KernelGraph.from_networkx(network).letters == found.letters
    assert pb.KernelGraph.from_json(found.json()) == pb.KernelGraph.from_json(json.loads(found.json())) == found
    assert pickle.loads(pickle.dumps(found)) == found
    assert pb.KernelGraph(found.nodes, found.edges, letters=found.letters) == found
    assert hash(found) == hash(make())
    assert found != found >> pb.Gaussian(std=1)


@pytest.mark.parametrize("path", sorted(builtin_folder().glob("*/graphs/*.json")), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_graphs_of_the_papers_have_the_bounds_that_they_had(path: Any) -> None:
    plain = analysis.load(path)
    found = pb.KernelGraph.from_json(path)
    assert found.bound() == pb.KernelGraph.from_json(json.loads(found.json())).bound()
    assert summands(found.bound().term) == summands(analysis.bound(plain))


@given(st.integers(0, 10_000))
@settings(max_examples=by_day(40), deadline=None)
def test_random_graphs_come_back(seed: int) -> None:
    import random

    for data in (random_finite(random.Random(seed)), random_stopping(), shuffled()):
        found = pb.KernelGraph.from_json(data)
        assert pb.KernelGraph.from_networkx(found.networkx()) == found
        assert pb.KernelGraph.from_json(found.json()) == found
        assert write_graph(read_graph(write_graph(found.model))) == write_graph(found.model)


def test_noise_is_given_by_its_deviation_or_its_variance() -> None:
    assert pb.Map() >> pb.Gaussian(variance=4) == pb.Map() >> pb.Gaussian(std=2)
    v = sympy.Symbol("v", positive=True)
    found = (pb.start(diameter=1) >> pb.Gaussian(variance=v)).contraction(2)
    assert (str(found), found.at(v=4)) == ("theta(2, 1/sqrt(v))", pb.divergences.gaussian_contraction(2, "1/2").at())
    assert (pb.start(diameter=1) >> pb.Laplace(scale=v)).contraction(2).at(v=1) == pb.divergences.laplace_hockey_stick(2, 1).at()


def test_steps_read_in_time_and_a_bracket_is_one_edge() -> None:
    one = pb.start() >> (pb.Map(lipschitz=1) >> pb.Gaussian(std=1))
    two = pb.start() >> pb.Map(lipschitz=1) >> pb.Gaussian(std=1)
    assert (len(one.edges), len(two.edges)) == (1, 2)
    assert (pb.Gaussian(std=1) >> pb.Projection()) == (pb.start() >> (pb.Gaussian(std=1) >> pb.Projection())).edges[0][2]
    assert repr(step() ** N) == "KernelStep(Π(ψ(w) + N(0, σ²)), N times)"


def refused() -> dict[str, tuple[Any, str]]:
    tight = pb.Gaussian(std=1) >> pb.Projection()
    edge = ("in", "out", tight)
    other = sympy.Symbol("D", real=True)
    return {
        "two maps": (lambda: (pb.Map() >> pb.Map()).differing(gap=1), "step: the runs differ by their map, and it has 2 of these"),
        "no map": (lambda: tight.differing(gap=1), "has 0 of these"),
        "a repeated difference": (lambda: pb.start() >> pb.Map(gap=1) ** 3, "times: the two runs differ in every pass"),
        "differing when repeated": (lambda: (pb.Map() ** 2).differing(gap=1), "it is repeated"),
        "repeated twice": (lambda: (tight**2) ** 3, "is repeated already"),
        "a repeated step inside": (lambda: tight**2 >> tight, "a repeated step stands inside of another"),
        "a negative size": (lambda: pb.Map(image=-1), "image: -1 is negative"),
        "a float": (lambda: pb.Map(image=0.5), "image: 0.5 is a float"),
        "a rate above 1": (lambda: pb.Sampled(rate=2, gap=1, std=1), "rate: 2 is no probability"),
        "no law": (lambda: pb.Finite([["1/2", "1/3"]]), "is no law"),
        "noise that changes": (lambda: pb.Map() >> pb.Gaussian(std=pb.k), "std: changes with the step"),
        "no noise": (lambda: pb.Map() >> pb.Gaussian(variance=0), "variance: 0 is not positive"),
        "no step": (lambda: pb.start() >> 3, "step: a step was expected, not int"),
        "a name twice": (lambda: pb.KernelGraph(["in", "in"], [edge]), "nodes: have a name twice"),
        "a circle": (lambda: pb.KernelGraph([], [("a", "b", tight), ("b", "a", tight), ("b", "c", tight)]), "run in a circle"),
        "two ends": (lambda: pb.KernelGraph([], [("a", "b", tight), ("a", "c", tight)]), "have no outgoing edge"),
        "two ways in": (lambda: pb.KernelGraph([], [edge, edge]), "has 2 incoming edges"),
        "an unknown key": (lambda: pb.KernelGraph([], [(*edge, {"wieght": 1})]), "edges.0..wieght: is not known; the keys are weight, over"),
        "no domain": (lambda: pb.start() >> pb.Map(image="D"), "D has no domain; give letters="),
        "two symbols of one name": (lambda: pb.Map(image=D) >> pb.Map(image=other), "two symbols have the name D"),
        "an unknown letter": (lambda: graph().shifted({"x": 1}, gamma=2), "x: is no letter of this graph"),
        "no step on an edge": (lambda: pb.KernelGraph.from_networkx(networkx.MultiDiGraph([("a", "b")])), "has no step"),
    }  # fmt: skip


@pytest.mark.parametrize("case", refused())
def test_what_is_no_graph_is_refused(case: str) -> None:
    make, problem = refused()[case]
    with pytest.raises(InputError, match=problem):
        make()


def test_it_shows_itself() -> None:
    assert graph().svg().startswith("<?xml")
    assert graph().text().splitlines()[-1] == "E_γ(W_2) ≤ θ(γ, g/σ)·θ(γ, D/σ)^N"
    assert repr(graph()) == "KernelGraph(3 laws, 2 edges)"


def test_rows_come_as_people_have_them() -> None:
    half = sympy.Rational(1, 2)
    wanted = pb.Finite([["1/2", "1/2"], [0, 1]])
    for rows in ([[half, half], [0, 1]], sympy.Matrix([[half, half], [0, 1]]), [[Fraction(1, 2), mpmath.mpf("0.5")], np.array([0, 1])]):
        assert pb.Finite(rows) == wanted
    with pytest.raises(InputError, match=r"rows: 0\.5 is a float"):
        pb.Finite(np.array([[0.5, 0.5], [0, 1]]))


@pytest.mark.parametrize("module", [kernel_graph, divergences, laws], ids=lambda module: module.__name__)
def test_examples_run_as_they_are_pasted(module: ModuleType) -> None:
    tests = [one for one in doctest.DocTestFinder().find(module, globs={}) if one.examples]
    assert len(tests) > (10 if module is not laws else 0)
    assert [one.name for one in tests if doctest.DocTestRunner(verbose=False).run(one).failed] == []
