"""Allocations in letters for several gaps: each paid at once, each spread to the next, and the optimum with its two cases."""

from __future__ import annotations

import pytest

from pabisym.feasibility.spec_allocation import feasible

NOISE = {"law": "gaussian", "variance": "v"}
TWO = ({"T": "integer, T >= 1", "t": "integer, 1 <= t", "u": "integer, t < u <= T", "g": "real, g > 0", "h": "real, h > 0", "v": "real, v > 0"},
       {"steps": "T", "gap": [{"at": "t", "size": "g"}, {"at": "u", "size": "h"}], "noise": NOISE})
THREE = ({**TWO[0], "w": "integer, u < w <= T", "f": "real, f > 0"}, {**TWO[1], "gap": [*TWO[1]["gap"], {"at": "w", "size": "f"}]})
SHRINKING = ({**TWO[0], "c": "real, 0 < c < 1"}, {**TWO[1], "contraction": "c"})
WINDOW = ({"T": "integer, T >= 1", "a": "integer, 1 <= a", "b": "integer, a <= b <= T", "s": "real, s > 0", "v": "real, v > 0"},
          {"steps": "T", "gap": [{"every": "1", "from": "a", "to": "b", "size": "s"}], "noise": NOISE})
SPREAD = "cases(k - t, cases(u - 1 - k, g/(u - t), h/(T - u + 1)), 0)"
PROVED = {
    "two, at once": (TWO, TWO[1]["gap"]), "two, spread to the next": (TWO, SPREAD),
    "two, both to the end": (TWO, "cases(k - t, g/(T - t + 1), 0) + cases(k - u, h/(T - u + 1), 0)"),
    "two, the optimum": (TWO, f"cases(g*(T - u + 1) - h*(u - t), cases(k - t, (g + h)/(T - t + 1), 0), {SPREAD})"),
    "two with a contraction, at once": (SHRINKING, TWO[1]["gap"]), "three, at once": (THREE, THREE[1]["gap"]),
    "three, spread to the next": (
        THREE, "cases(k - t, cases(u - 1 - k, g/(u - t), cases(w - 1 - k, h/(w - u), f/(T - w + 1))), 0)"),
    "a window, at once": (WINDOW, WINDOW[1]["gap"]), "a window, spread": (WINDOW, "cases(k - a, s*(b - a + 1)/(T - a + 1), 0)"),
}
REFUTED = {"two, together where the second is large": (TWO, "cases(k - t, (g + h)/(T - t + 1), 0)")}
BY_DAY = ("a window, at once",)


def status(name: str) -> str:
    (symbols, process), payments = {**PROVED, **REFUTED}[name]
    return feasible({"symbols": symbols, "process": process, "allocation": {"payments": payments}}).verdict.status


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in BY_DAY else pytest.mark.campaign) for name in PROVED])
def test_it_is_feasible_for_all_parameters(name: str) -> None:
    assert status(name) == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_what_is_not_is_refuted(name: str) -> None:
    assert status(name) == "refuted"
