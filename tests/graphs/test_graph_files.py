"""Graph files: what is wrong in one is said in one line that names the field."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest
from support.graph_files import fixed_end, random_stopping, shuffled, three_kernels

from pabisym.errors import InputError
from pabisym.graphs.analysis import enclosure
from pabisym.graphs.json import read_graph, write_graph

Change = Callable[[dict[str, Any]], None]


def put(*path: object, to: object) -> Change:
    """Set one place of a graph file."""

    def change(data: dict[str, Any]) -> None:
        here: Any = data
        for key in path[:-1]:
            here = here[key]
        here[path[-1]] = to

    return change


def drop(*path: object) -> Change:
    def change(data: dict[str, Any]) -> None:
        here: Any = data
        for key in path[:-1]:
            here = here[key]
        del here[path[-1]]

    return change


WRONG: list[tuple[Callable[[], dict[str, Any]], Change, str]] = [
    (three_kernels, put("format", to="x"), "format"),
    (three_kernels, drop("format"), "graph.format"),
    (three_kernels, put("extra", to=1), "graph.extra"),
    (three_kernels, put("nodes", to=[]), "nodes"),
    (three_kernels, put("nodes", to={}), "nodes"),
    (three_kernels, put("nodes", 0, to=7), "nodes[0]"),
    (three_kernels, put("nodes", 1, "name", to="A"), "nodes[1].name"),
    (three_kernels, put("nodes", 1, "name", to=3), "nodes[1].name"),
    (three_kernels, put("nodes", 0, "law", to=["1/2", "1/3"]), "nodes[0].law"),
    (three_kernels, put("nodes", 0, "law", to=[]), "nodes[0].law"),
    (three_kernels, drop("nodes", 0, "law"), "nodes[0].other_law"),
    (three_kernels, put("nodes", 0, "apart", to=1), "nodes[0].apart"),
    (three_kernels, put("nodes", 0, "law", to=["1/2", "1/4", "1/4"]), "node A"),
    (three_kernels, put("nodes", 2, "law", to=["1"]), "nodes[2]"),
    (three_kernels, put("nodes", 2, "mixture", to="yes"), "nodes[2].mixture"),
    (three_kernels, put("nodes", 2, "mixture", to=True), "edges[1].weight"),
    (three_kernels, put("edges", 1, "weight", to=1), "edges[1].weight"),
    (three_kernels, put("edges", 1, "from", to="Z"), "edges[1].from"),
    (three_kernels, put("edges", 1, "from", to="out"), "edges"),
    (three_kernels, put("edges", 2, "from", to="B"), "nodes"),
    (three_kernels, put("edges", 1, "to", to="B"), "edges"),
    (three_kernels, put("edges", 1, "times", to=2), "edges[1].times"),
    (three_kernels, put("edges", 0, "times", to="1/2"), "edges[0].times"),
    (three_kernels, put("edges", 0, "times", to=-1), "edges[0].times"),
    (three_kernels, put("edges", 1, "kernels", to={}), "edges[1].kernels"),
    (three_kernels, put("edges", 1, "kernels", 0, "kind", to="magic"), "edges[1].kernels[0].kind"),
    (three_kernels, drop("edges", 1, "kernels", 0, "kind"), "edges[1].kernels[0].kind"),
    (three_kernels, put("edges", 1, "kernels", 0, "rows", 1, to=["1/2", "1/2"]), "edges[1].kernels[0].rows[1]"),
    (three_kernels, put("edges", 1, "kernels", 0, "rows", 1, 0, to="2/3"), "edges[1].kernels[0].rows[1]"),
    (three_kernels, put("edges", 1, "kernels", 0, "rows", 1, 0, to=0.5), "edges[1].kernels[0].rows[1][0]"),
    (three_kernels, put("edges", 1, "kernels", 0, "other", to=[["1"]]), "edges[1].kernels[0].other"),
    (three_kernels, put("edges", 1, "kernels", 0, "rows", to=[["1/2", "1/2"]]), "edges[1].kernels"),
    (fixed_end, put("letters", "D", to="positive"), "letters.D"),
    (fixed_end, put("letters", "gamma", to="real"), "letters.gamma"),
    (fixed_end, put("letters", "exp", to="real"), "letters.exp"),
    (fixed_end, put("letters", to=[]), "letters"),
    (fixed_end, drop("letters", "D"), "nodes[0].diameter"),
    (fixed_end, drop("letters", "sigma"), "edges[0].kernels[1].spread"),
    (fixed_end, put("nodes", 0, "diameter", to="D +"), "nodes[0].diameter"),
    (fixed_end, put("nodes", 0, "diameter", to=-1), "nodes[0].diameter"),
    (fixed_end, put("edges", 0, "kernels", 1, to={"kind": "gaussian"}), "edges[0].kernels[1].std"),
    (fixed_end, put("edges", 0, "kernels", 1, to={"kind": "gaussian", "std": 0}), "edges[0].kernels[1].std"),
    (fixed_end, put("edges", 0, "kernels", 1, to={"kind": "laplace", "std": 1}), "edges[0].kernels[1].std"),
    (fixed_end, put("edges", 0, "kernels", 1, to={"kind": "sampled", "rate": 2, "gap": 1, "std": 1}), "edges[0].kernels[1].rate"),
    (fixed_end, put("edges", 1, "times", to=2), "edges[1].times"),
    (fixed_end, put("edges", 2, "over", to={"letter": "t", "from": 1, "to": 2}), "edges[2].over"),
    (random_stopping, put("edges", 2, "over", "letter", to="gamma"), "edges[2].over.letter"),
    (random_stopping, put("edges", 2, "over", "to", to="m"), "edges[2].over.to"),
    (random_stopping, put("edges", 2, "times", to="s"), "edges[2].times"),
    (random_stopping, put("nodes", 3, "mixture", to=False), "nodes[3]"),
    (shuffled, put("title", to="a\nb"), "title"),
]


@pytest.mark.parametrize(("make", "change", "field"), WRONG, ids=[f"{i}-{field}" for i, (_, _, field) in enumerate(WRONG)])
def test_what_is_wrong_is_named(make: Callable[[], dict[str, Any]], change: Change, field: str) -> None:
    data = copy.deepcopy(make())
    change(data)
    with pytest.raises(InputError) as caught:
        read_graph(data)
    assert caught.value.field == field
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [None, [], 3, "graph", True])
def test_what_is_no_object_is_refused(data: object) -> None:
    with pytest.raises(InputError):
        read_graph(data)


@pytest.mark.parametrize("make", [three_kernels, fixed_end, random_stopping, shuffled])
def test_written_and_read_again_it_is_the_same(make: Callable[[], dict[str, Any]]) -> None:
    graph = read_graph(make())
    assert read_graph(write_graph(graph)) == graph


def test_weights_that_do_not_sum_to_one_are_seen_at_a_point() -> None:
    data = random_stopping()
    data["edges"][2]["weight"] = "2/n"
    graph = read_graph(data)
    with pytest.raises(InputError, match="sum to"):
        enclosure(graph, {"n": 4, "i": 2, "eta": 1, "sigma": 1, "L": 1, "D": 1}, gamma=1)


def mixed(first: str, second: str, letter: str) -> dict[str, Any]:
    """A mixture of two edges, the second over a letter from 1 to 2, and after it another over u from 1 to 2."""
    noise, over = [{"kind": "gaussian", "std": 1}], {"letter": letter, "from": "1", "to": "2"}
    return {
        "format": "pabisym kernel graph", "letters": {"D": "real, D > 0"},
        "nodes": [{"name": "W", "diameter": "D", "apart": "D"}, {"name": "m", "mixture": True}, {"name": "end", "mixture": True}],
        "edges": [{"from": "W", "to": "m", "weight": first, "over": {"letter": "t", "from": "1", "to": "2"}, "kernels": noise},
                  {"from": "W", "to": "m", "weight": second, "over": over, "kernels": noise},
                  {"from": "m", "to": "end", "weight": "1/2", "over": {"letter": "u", "from": "1", "to": "2"}, "kernels": noise}]}  # fmt: skip


@pytest.mark.parametrize(("weights", "total"), [
    (("t/6", "w/6", "w"), None), (("t/10", "w/10", "w"), "3/5"), (("t/6", "t/6", "t"), None), (("t/10", "t/10", "t"), "3/5"),
    (("u/6", "1/2 - u/6", "w"), None), (("u/10", "u/10", "w"), "2/5"), (("t*u/6", "1/2 - w*u/6", "w"), "-"),
])  # fmt: skip
def test_weights_are_summed_at_every_value_of_the_letters_over_which_edges_run(weights: tuple[str, str, str], total: str | None) -> None:
    graph, at = read_graph(mixed(*weights)), {"D": 1}
    if total is None:
        assert enclosure(graph, at, gamma=1).upper
        return
    with pytest.raises(InputError, match="negative" if total == "-" else f"sum to {total}"):
        enclosure(graph, at, gamma=1)


def test_random_damage_never_ends_in_another_error() -> None:
    rng = random.Random(4)
    for _ in range(400):
        data: Any = copy.deepcopy(rng.choice((three_kernels, fixed_end, random_stopping, shuffled))())
        here, way = data, []
        while isinstance(here, dict | list) and here and (not way or rng.random() < 0.8):
            key = rng.choice(list(here)) if isinstance(here, dict) else rng.randrange(len(here))
            way.append((here, key))
            here = here[key]
        place, key = way[-1]
        place[key] = rng.choice([None, 1, -1, "x", "", [], {}, [1], True, 10**30, "1/0", "(" * 300])
        said = ""
        try:
            read_graph(data)
        except InputError as problem:
            said = str(problem)
        assert "\n" not in said
