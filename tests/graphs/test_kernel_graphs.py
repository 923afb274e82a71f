"""Bounds along kernel graphs: equal to their closed forms, equal to brute force where they are exact, never below the truth."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import pytest
from support.examples import spread
from support.finite_world import divergence, pushed
from support.graph_files import POINT, fixed_end, random_finite, random_stopping, shuffled, three_kernels
from support.graph_fusion import fused
from support.path_graphs import path_graph

from pabisym.divergence.contraction import CHI_SQUARED, KULLBACK
from pabisym.divergence.evaluate import decide, enclose
from pabisym.errors import InputError
from pabisym.graphs import analysis
from pabisym.graphs.analysis import bound, coefficient, enclosure, laws, load, placed, shifted, truth
from pabisym.graphs.json import read_graph, write_graph
from pabisym.graphs.kernels import FiniteKernel, Fused, MapKernel, NoiseKernel, ProjectionKernel, SampledKernel
from pabisym.graphs.model import GraphEdge, GraphNode, MarkovGraph
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import to_fraction
from pabisym.lang.term import Call
from pabisym.numerics.enclosure import Enclosure
from pabisym.show.notebook import kernel_graph_html, kernel_graph_latex

GAMMAS = [Fraction(1), Fraction(6, 5), Fraction(2), Fraction(3)]


def exact(found: Enclosure) -> Fraction:
    assert found.exact is not None
    return found.exact


def value(text: str) -> Enclosure:
    return enclose(parse(text), {}, 15)


def same(first: Enclosure, second: Enclosure) -> bool:
    return Fraction(first.lower) <= Fraction(second.upper) and Fraction(second.lower) <= Fraction(first.upper)


def test_three_finite_kernels_are_exact() -> None:
    graph = read_graph(three_kernels())
    kernels = [[[Fraction(p) for p in row] for row in edge["kernels"][0]["rows"]] for edge in three_kernels()["edges"]]
    first, second = (Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4))
    for kernel in kernels:
        first, second = (pushed(law, tuple(map(tuple, kernel))) for law in (first, second))
    for gamma in GAMMAS:
        assert exact(truth(graph, gamma=gamma)) == divergence(first, second, gamma), "brute force over all events"
        product = divergence((Fraction(1, 2),) * 2, (Fraction(1, 4), Fraction(3, 4)), gamma)
        for edge, kernel in zip(graph.edges, kernels, strict=True):
            wanted = max(divergence(p, q, gamma) for p in kernel for q in kernel)
            assert exact(enclose(placed(graph, coefficient(graph, edge), gamma=gamma), {})) == wanted
            product *= wanted
        assert exact(enclosure(graph, gamma=gamma)) == product
        assert exact(truth(graph, gamma=gamma)) <= product


def test_fusing_finite_kernels_multiplies_them_and_never_loosens_the_bound() -> None:
    graph = read_graph(three_kernels())
    joined = fused(graph)
    assert len(joined.edges) == 1
    assert laws(graph) == laws(joined)
    for gamma in GAMMAS:
        assert exact(truth(graph, gamma=gamma)) <= exact(enclosure(joined, gamma=gamma)) <= exact(enclosure(graph, gamma=gamma))


@pytest.mark.parametrize("rng", spread((random.Random(i) for i in range(60)), 20), ids=range(60))
def test_no_bound_along_random_paths_and_mixtures_is_violated(rng: random.Random) -> None:
    graph = read_graph(random_finite(rng))
    for gamma in GAMMAS:
        first, second = ([to_fraction(p) for p in law] for law in laws(graph))
        assert divergence(first, second, gamma) == exact(truth(graph, gamma=gamma)) <= exact(enclosure(graph, gamma=gamma))
        assert divergence(second, first, gamma) <= exact(enclosure(graph, gamma=gamma, swapped=True))
    assert read_graph(json.loads(json.dumps(write_graph(graph)))) == graph


def test_the_bounds_on_a_path_are_the_published_ones() -> None:
    graph = read_graph(fixed_end())
    assert to_text(bound(graph, "W_{i+1}")) == "theta(gamma, 2*L/sigma)"
    wanted = value("theta(exp(1), 2/4)*theta(exp(1), 1/(4/10))**7")
    assert same(enclosure(graph, POINT, epsilon=1), wanted), "theorem 4 of Asoodeh, Diaz and Calmon with dia(W) = 1"


def test_random_stopping_and_shuffling_are_sums_over_their_letter() -> None:
    stopped = read_graph(random_stopping())
    terms = [f"theta(2, 1/2)*theta(2, 5/2)**{t - 3}/10" for t in range(3, 11)]
    assert same(enclosure(stopped, POINT, gamma=2), value(" + ".join(terms)))
    mixed = read_graph(shuffled())
    point = {name: given for name, given in POINT.items() if name != "i"}
    terms = [f"theta(2, 1/2)*theta(2, 5/2)**{10 - j}/10" for j in range(1, 11)]
    assert same(enclosure(mixed, point, gamma=2), value(" + ".join(terms)))


def test_the_shift_calculus_runs_on_the_same_graph() -> None:
    graph = read_graph(fixed_end())
    roomy = {**POINT, "D": 1000}
    assert same(shifted(graph, roomy, epsilon=1), value("theta(exp(1), 1/2/sqrt(8))")), "one gap paid evenly over eight steps"
    stopped = read_graph(random_stopping())
    terms = [f"theta(2, 1/2/sqrt({t - 2}))/10" for t in range(3, 11)]
    assert same(shifted(stopped, roomy, gamma=2), value(" + ".join(terms)))
    small = {**POINT, "D": "1/100"}
    assert Fraction(shifted(graph, small, gamma=1).upper) <= Fraction(shifted(graph, POINT, gamma=1).lower), "a restart at the diameter"


def test_the_shift_calculus_is_exact_for_linear_runs() -> None:
    kernels = [(MapKernel("f", parse("1/2"), gap=parse("1")), NoiseKernel("gaussian", parse("2"))), (MapKernel("g", parse("3")), NoiseKernel("gaussian", parse("1")))]
    graph = path_graph([GraphNode("a"), GraphNode("b"), GraphNode("c")], kernels)
    assert same(shifted(graph, gamma=2), value("theta(2, 3/sqrt(3**2*4 + 1))")), "mean 3, variance 37: both runs are Gaussian"


def test_a_distance_between_the_starts_is_paid_by_the_first_noise() -> None:
    graph = path_graph([GraphNode("a", apart=parse("3")), GraphNode("b"), GraphNode("c")],
                       [(MapKernel("f", parse("1/2")), NoiseKernel("gaussian", parse("2"))), (MapKernel("g", parse("1")),)])  # fmt: skip
    assert to_text(bound(graph)) == "theta(gamma, 1/2*3/2)"
    laplace = path_graph([GraphNode("a", apart=parse("3")), GraphNode("b")], [(NoiseKernel("laplace", parse("2")),)])
    assert same(enclosure(laplace, gamma=1), value("1 - exp(-3/4)"))


def test_repeated_segments_equal_their_copies() -> None:
    step = (MapKernel("f", parse("2"), parse("5")), NoiseKernel("gaussian", parse("3")), ProjectionKernel(parse("4")))
    many = MarkovGraph((GraphNode("a", parse("4"), apart=parse("1")), GraphNode("b")), (GraphEdge("a", "b", step, parse("3")),))
    copies = MarkovGraph((GraphNode("a", parse("4"), apart=parse("1")), GraphNode("b")), (GraphEdge("a", "b", step * 3),))
    assert same(enclosure(many, gamma=2), enclosure(copies, gamma=2))
    assert same(enclosure(many, gamma=2), value("theta(2, 2/3)*theta(2, 5/3)**2")), "the map is 2-Lipschitz with an image of diameter 5"


def test_without_a_bound_on_the_points_nothing_contracts() -> None:
    graph = path_graph([GraphNode("a", apart=parse("1")), GraphNode("b")], [(NoiseKernel("gaussian", parse("1")), MapKernel(), NoiseKernel("gaussian", parse("1")))])
    assert to_text(bound(graph)) == "theta(gamma, 1)"


def test_a_gap_after_the_last_noise_tells_everything() -> None:
    graph = path_graph([GraphNode("a"), GraphNode("b")], [(NoiseKernel("gaussian", parse("1")), MapKernel("f", parse("1"), gap=parse("1")))])
    assert to_text(bound(graph)) == "1"
    assert exact(shifted(graph, gamma=2)) == 1


@pytest.mark.parametrize("gamma", ["1", "5/4", "2", "7"])
@pytest.mark.parametrize(("rate", "gap"), [("1/10", "1"), ("1/2", "2"), ("1", "1"), ("9/10", "4")])
def test_sampled_noise_is_bounded_in_both_orders(rate: str, gap: str, gamma: str) -> None:
    graph = path_graph([GraphNode("a"), GraphNode("b")], [(SampledKernel(parse(rate), parse(gap), parse("2")),)])
    found = enclosure(graph, gamma=gamma)
    assert same(found, value(f"{rate}*theta(1 + ({gamma} - 1)/({rate}), ({gap})/2)"))
    q, g, r = Fraction(rate), Fraction(gamma), Fraction(gap) / 2
    other = 1 - g * (1 - q)
    if other > 0:
        back = value(f"({other})*theta({g * q / other}, {r})")
        assert Fraction(back.lower) <= Fraction(found.upper), "the pure Gaussian first"


def test_other_divergences_of_a_graph() -> None:
    graph = path_graph([GraphNode("a", apart=parse("2")), GraphNode("b"), GraphNode("c")],
                       [(NoiseKernel("gaussian", parse("1")),), (MapKernel("f", image=parse("1")), NoiseKernel("gaussian", parse("1")))])  # fmt: skip
    first = analysis.divergence(graph, CHI_SQUARED, node="b")
    assert same(first, enclose(parse("exp(4) - 1"), {}, 12))
    assert Fraction(analysis.divergence(graph, CHI_SQUARED).upper) < Fraction(first.lower) * Fraction("0.39"), "eta_TV = theta_1(1)"
    finite = read_graph(three_kernels())
    first, second = laws(finite)
    true = path_graph([GraphNode("out", law=first, other_law=second)], [])
    assert Fraction(analysis.divergence(true, KULLBACK).upper) <= Fraction(analysis.divergence(finite, KULLBACK).lower), (first, second)
    stopped = analysis.divergence(read_graph(random_stopping()), KULLBACK, POINT, digits=6)
    fixed = analysis.divergence(read_graph(fixed_end()), KULLBACK, POINT, digits=6)
    assert 0 < Fraction(fixed.lower) < Fraction(stopped.upper)


def test_kernels_are_fused_into_steps() -> None:
    graph = fused(read_graph(fixed_end()))
    assert [len(edge.kernels) for edge in graph.edges] == [1, 1, 1]
    assert all(isinstance(edge.kernels[0], Fused) for edge in graph.edges)
    assert bound(graph) == bound(read_graph(fixed_end()))
    assert read_graph(write_graph(graph)) == graph
    names = [[type(part).__name__ for part in kernel.parts] for kernel in graph.edges[0].kernels if isinstance(kernel, Fused)]
    assert names == [["MapKernel", "NoiseKernel", "ProjectionKernel"]]


def test_what_is_known_is_monotone_in_the_diameter_and_in_gamma() -> None:
    graph = read_graph(random_stopping())
    bounds = [Fraction(enclosure(graph, {**POINT, "D": d}, gamma=g).upper) for d, g in ((1, 1), (1, 2), ("1/2", 2))]
    assert bounds[0] > bounds[1] > bounds[2]


def test_it_is_short_and_renders() -> None:
    graph = read_graph(random_stopping())
    assert repr(graph) == "KernelGraph('Projected noisy SGD, stopped at random', 4 laws, 4 edges)"
    assert kernel_graph_latex(graph).startswith(r"$\displaystyle E_\gamma \le ")
    assert kernel_graph_html(graph).count("<svg") == 1
    assert sorted(graph.network) == sorted(node.name for node in graph.nodes)


def test_a_file_is_loaded(tmp_path: object) -> None:
    path = tmp_path / "graph.json"  # type: ignore[operator]
    path.write_text(json.dumps(shuffled()), encoding="utf-8")
    assert load(path) == read_graph(shuffled())


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda g: enclosure(g, POINT), "gamma"),
        (lambda g: enclosure(g, POINT, gamma="1/2"), "gamma"),
        (lambda g: enclosure(g, POINT, epsilon=-1), "epsilon"),
        (lambda g: enclosure(g, {**POINT, "x": 1}, gamma=1), "x"),
        (lambda g: enclosure(g, {}, gamma=1), "n"),
        (lambda g: enclosure(g, {**POINT, "n": "1/2"}, gamma=1), "n"),
        (lambda g: enclosure(g, {**POINT, "i": 11}, gamma=1), "i"),
        (lambda g: enclosure(g, POINT, gamma=1, node="Z"), "node"),
        (lambda g: laws(g, POINT), "node W_1"),
        pytest.param(lambda g: analysis.divergence(g, KULLBACK, {**POINT, "n": 100_000}), "times", marks=pytest.mark.campaign),
    ],
)
def test_unusable_questions_name_their_field(call: object, field: str) -> None:
    with pytest.raises(InputError) as caught:
        call(read_graph(random_stopping()))  # type: ignore[operator]
    assert caught.value.field == field


def test_the_shift_calculus_refuses_what_it_cannot_read() -> None:
    for kernel in (FiniteKernel(((1, 0), (0, 1))), NoiseKernel("laplace", parse("1")), MapKernel()):  # type: ignore[arg-type]
        with pytest.raises(InputError, match="shift calculus"):
            shifted(path_graph([GraphNode("a"), GraphNode("b")], [(kernel,)]), gamma=1)


def test_decisions_are_not_guessed() -> None:
    assert decide(Call("<=", (parse("theta(2, 1)"), parse("theta(1, 1)"))), {}) == "true"
