"""Kernel graphs for the tests: named ones, and random ones of finite kernels."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from support.finite_world import random_kernel, random_law

FORMAT = "pabisym kernel graph"
STEP: list[dict[str, Any]] = [
    {"kind": "map", "lipschitz": 1}, {"kind": "gaussian", "std": "eta*sigma"}, {"kind": "projection", "diameter": "D"}
]  # fmt: skip
DIFFERS = [{"kind": "map", "lipschitz": 1, "gap": "2*eta*L"}, *STEP[1:]]
LETTERS = {"n": "integer, n >= 1", "i": "integer, 1 <= i <= n", "eta": "real, eta > 0", "sigma": "real, sigma > 0",
           "L": "real, L >= 0", "D": "real, D > 0"}  # fmt: skip
POINT: dict[str, object] = {"n": 10, "i": 3, "eta": "1/10", "sigma": 4, "L": 1, "D": 1}


def fixed_end() -> dict[str, Any]:
    """Projected noisy SGD of n steps, record i replaced."""
    return {
        "format": FORMAT, "title": "Projected noisy SGD", "letters": LETTERS,
        "nodes": [{"name": "W_1", "diameter": "D"}, {"name": "W_i"}, {"name": "W_{i+1}"}, {"name": "W_{n+1}"}],
        "edges": [{"from": "W_1", "to": "W_i", "kernels": STEP, "times": "i - 1"}, {"from": "W_i", "to": "W_{i+1}", "kernels": DIFFERS},
                  {"from": "W_{i+1}", "to": "W_{n+1}", "kernels": STEP, "times": "n - i"}],
    }  # fmt: skip


def random_stopping() -> dict[str, Any]:
    """The same, stopped after T steps, T uniform on 1..n."""
    graph = fixed_end()
    graph["title"] = "Projected noisy SGD, stopped at random"
    graph["nodes"][3] = {"name": "W_{T+1}", "mixture": True}
    graph["edges"][2:] = [
        {"from": "W_{i+1}", "to": "W_{T+1}", "kernels": STEP, "times": "t - i", "weight": "1/n", "over": {"letter": "t", "from": "i", "to": "n"}},
        {"from": "W_1", "to": "W_{T+1}", "kernels": STEP, "times": "t", "weight": "1/n", "over": {"letter": "t", "from": 1, "to": "i - 1"}},
    ]
    return graph


def shuffled() -> dict[str, Any]:
    """The same with the records in a random order: the record that differs is the j-th, j uniform on 1..n."""
    graph = fixed_end()
    graph["title"] = "Projected noisy SGD, shuffled"
    graph["letters"] = {name: text for name, text in LETTERS.items() if name != "i"}
    graph["nodes"][3]["mixture"] = True
    graph["edges"][0]["times"] = "j - 1"
    graph["edges"][2] |= {"times": "n - j", "weight": "1/n", "over": {"letter": "j", "from": 1, "to": "n"}}
    return graph


def rows(kernel: tuple[tuple[Fraction, ...], ...]) -> list[list[str]]:
    return [[str(p) for p in row] for row in kernel]


def three_kernels() -> dict[str, Any]:
    """A path of three finite kernels between two laws."""
    return {
        "format": FORMAT,
        "nodes": [{"name": "A", "law": ["1/2", "1/2"], "other_law": ["1/4", "3/4"]}, {"name": "B"}, {"name": "C"}, {"name": "out"}],
        "edges": [
            {"from": "A", "to": "B", "kernels": [{"kind": "finite", "rows": [["9/10", "1/10"], ["2/5", "3/5"]]}]},
            {"from": "B", "to": "C", "kernels": [{"kind": "finite", "rows": [["1/2", "1/4", "1/4"], ["1/3", "1/3", "1/3"]]}]},
            {"from": "C", "to": "out", "kernels": [{"kind": "finite", "rows": [["7/8", "1/8"], ["1/8", "7/8"], ["1/2", "1/2"]]}]},
        ],
    }


def random_finite(rng: random.Random) -> dict[str, Any]:
    """A random path of finite kernels with repeated segments, a kernel that differs, and at the end a mixture over a letter."""
    points = rng.randint(2, 3)
    start: dict[str, Any] = {"name": "start", "law": [str(p) for p in random_law(rng, points)]}
    if rng.random() < 0.4:
        start["other_law"] = [str(p) for p in random_law(rng, points)]
    nodes: list[dict[str, Any]] = [start]
    edges: list[dict[str, Any]] = []
    for k in range(rng.randint(1, 3)):
        kernel: dict[str, Any] = {"kind": "finite", "rows": rows(random_kernel(rng, points, points))}
        edge: dict[str, Any] = {"from": nodes[-1]["name"], "to": f"law{k}", "kernels": [kernel]}
        if rng.random() < 0.4:
            kernel["other"] = rows(random_kernel(rng, points, points))
        else:
            edge["times"] = rng.randint(0, 3)
        nodes.append({"name": f"law{k}"})
        edges.append(edge)
    more = {"kind": "finite", "rows": rows(random_kernel(rng, points, points))}
    last = {"from": nodes[-1]["name"], "to": "out", "kernels": [more], "times": "t", "weight": "1/6"}
    edges.append({**last, "over": {"letter": "t", "from": rng.randint(0, 1), "to": 2}})
    rest = Fraction(6 - (2 - int(edges[-1]["over"]["from"]) + 1), 6)
    edges.append({"from": rng.choice(nodes)["name"], "to": "out", "kernels": [more], "weight": str(rest)})
    return {"format": FORMAT, "nodes": [*nodes, {"name": "out", "mixture": True}], "edges": edges}
