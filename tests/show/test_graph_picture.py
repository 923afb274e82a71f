"""Where the pictures of graphs put things: every node at its place, arrows from left to right, nothing on top of anything."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree

import networkx
import pytest
from support.graph_files import fixed_end, random_stopping, shuffled, three_kernels

from pabisym.graphs.json import read_graph
from pabisym.graphs.model import MarkovGraph
from pabisym.show import graph_picture
from pabisym.show.dependency_picture import boxes, drawing, order_layers, statement_graph_svg
from pabisym.show.graph_picture import LAYER, ROW

Places = dict[str, tuple[float, float]]


def drawn(axes: Any) -> list[tuple[str, float, float]]:
    """Every text of a picture with its place."""
    return [(one.get_text(), *one.get_position()) for one in axes.texts]


def laws(graph: MarkovGraph, texts: list[tuple[str, float, float]]) -> Places:
    """Where the laws of a kernel graph are drawn."""
    return {node.name: (x, y) for node in graph.nodes for text, x, y in texts if text.removeprefix("mixture\n").strip("$") == node.name}


def parallel() -> dict[str, Any]:
    """Two ways from a start to an end: over one law, and over two, of which one has the same depth as the first."""
    kernel = [{"kind": "finite", "rows": [["3/4", "1/4"], ["1/4", "3/4"]]}]
    nodes: list[dict[str, Any]] = [{"name": "A", "law": ["1/2", "1/2"], "other_law": ["1/4", "3/4"]}, *({"name": name} for name in "BCDE")]
    nodes[-1] = {"name": "E", "mixture": True}
    edges: list[dict[str, Any]] = [{"from": a, "to": b, "kernels": kernel} for a, b in ("AB", "AC", "CD")]
    edges += [{"from": a, "to": "E", "kernels": kernel, "weight": w} for a, w in (("B", "1/2"), ("D", "1/2"))]
    return {"format": fixed_end()["format"], "nodes": nodes, "edges": edges}


@pytest.mark.parametrize("data", [fixed_end, random_stopping, shuffled, three_kernels, parallel])
def test_laws_stand_in_layers_from_left_to_right(data: Any) -> None:
    graph = read_graph(data())
    (axes,) = graph_picture._kernel_figure(graph).axes
    places = laws(graph, drawn(axes))
    assert set(places) == {node.name for node in graph.nodes}
    depth: dict[str, int] = {}
    for name in graph.order:
        depth[name] = max((depth[edge.source] + 1 for edge in graph.edges if edge.target == name), default=0)
    assert {name: x for name, (x, _) in places.items()} == {name: layer * LAYER for name, layer in depth.items()}
    for layer in set(depth.values()):
        heights = sorted(y for name, (_, y) in places.items() if depth[name] == layer)
        assert abs(sum(heights)) < 1e-9, "a layer is centred"
        assert all(high - low >= ROW for low, high in pairwise(heights)), "its laws stand apart"
    low, high = axes.get_xlim()
    assert low < min(x for x, _ in places.values()) <= max(x for x, _ in places.values()) < high


def test_two_laws_of_a_layer_stand_above_each_other() -> None:
    graph = read_graph(parallel())
    (axes,) = graph_picture._kernel_figure(graph).axes
    places = laws(graph, drawn(axes))
    assert places["B"][0] == places["C"][0] == LAYER
    assert {places["B"][1], places["C"][1]} == {ROW * 1.3 / 2, -ROW * 1.3 / 2}


def test_labels_stand_on_their_arrows_and_on_nothing_else() -> None:
    """An arrow over several layers bends away below the laws between its ends, and takes its label with it."""
    graph = read_graph(random_stopping())
    (axes,) = graph_picture._kernel_figure(graph).axes
    texts = drawn(axes)
    places = laws(graph, texts)
    labels = [(text, x, y) for text, x, y in texts if text.startswith("Π")]
    assert len(labels) == len(graph.edges)
    for edge, (_, x, y) in zip(graph.edges, labels, strict=True):
        start, end = places[edge.source], places[edge.target]
        assert x == (start[0] + end[0]) / 2
        straight = end[0] - start[0] == LAYER
        assert (y == (start[1] + end[1]) / 2) is straight
        assert straight or y <= -1.5
    for (_, x0, y0), (_, x1, y1) in combinations([*labels, *(("", *place) for place in places.values())], 2):
        assert abs(x0 - x1) > 1 or abs(y0 - y1) > 1, "nothing stands on anything"
    bound = next((x, y) for text, x, y in texts if "mathrm{end}" in text)
    assert bound[0] == (min(x for x, _ in places.values()) + max(x for x, _ in places.values())) / 2
    assert bound[1] < min(y for _, _, y in labels)
    assert all(axes.get_ylim()[0] < y < axes.get_ylim()[1] for _, _, y in texts)


USES = [("a/1", "b/1"), ("a/2", "b/1"), ("a/2", "b/2"), ("a/3", "b/3"), ("b/1", "c/1"), ("b/3", "c/1"), ("a/1", "c/1"), ("a/3", "b/2")]


def statements() -> networkx.DiGraph[str]:
    graph: networkx.DiGraph[str] = networkx.DiGraph(USES)
    graph.add_node("z/alone")
    networkx.set_node_attributes(graph, "proved", "status")
    graph.nodes["a/2"]["status"] = "cited"
    return graph


def test_what_a_statement_rests_on_stands_to_its_left() -> None:
    graph = statements()
    placed = boxes(graph)
    assert set(placed) == set(graph)
    assert all(placed[source].x + placed[source].width < placed[target].x for source, target in USES)
    assert placed["z/alone"].x > max(box.x for name, box in placed.items() if name != "z/alone"), "what is alone stands at the end"
    for one, other in combinations(placed.values(), 2):
        assert one.x != other.x or abs(one.y - other.y) > one.height, "statements of a column do not touch"
    text = drawing(graph, "A ladder", "c/1", left_out=3)
    width, height = map(float, re.findall(r'viewBox="0 0 (\d+) (\d+)"', text)[0])
    assert all(box.x >= 0 and box.x + box.width <= width and box.y >= 0 and box.y + box.height <= height for box in placed.values())
    assert '<g class="node cited" ' in text
    assert text.count('<g class="node proved"') == len(graph) - 2
    assert text.count("here") == 1
    assert "3 further ones that lie deeper are not shown" in text


def test_arrows_go_from_box_to_box_and_touch_them() -> None:
    graph = statements()
    placed = boxes(graph)
    text = drawing(graph, "A ladder")
    tips = re.findall(r'<path class="edge" d="M([\d.]+) ([\d.]+)C[^"]*"/><path class="head" d="M([\d.]+) ([\d.]+)l', text)
    assert len(tips) == len(USES)
    for (source, target), tip in zip(graph.edges, tips, strict=True):
        x0, y0, x1, y1 = map(float, tip)
        start, end = placed[source], placed[target]
        assert (x0, y0) == pytest.approx((start.x + start.width, start.y + start.height / 2), abs=0.06)
        assert (x1, y1) == pytest.approx((end.x, end.y + end.height / 2), abs=0.06)


def test_a_picture_alone_carries_its_colours_and_says_what_it_shows() -> None:
    text = statement_graph_svg(statements(), here="c/1")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert "<title>What c/1 rests on</title>" in text
    assert "prefers-color-scheme:dark" in text
    hostile = statements()
    hostile.nodes["a/1"]["title"] = "<script>alert(1)</script>"
    assert "<script>" not in statement_graph_svg(hostile)


def test_layers_are_untangled() -> None:
    """A ladder drawn in the wrong order is put straight: every node beside the one that it uses."""
    graph: networkx.DiGraph[str] = networkx.DiGraph([(f"a{k}", f"b{(k * 3) % 7}") for k in range(7)])
    levels = [[f"a{k}" for k in range(7)], [f"b{k}" for k in range(7)]]
    assert order_layers(graph, levels) == [levels[0], [f"b{(k * 3) % 7}" for k in range(7)]]
