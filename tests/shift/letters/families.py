"""Families of processes that are described piece by piece, as specs in letters; used by the tests of the engine and of its proofs."""

from __future__ import annotations

from collections.abc import Mapping


def spec(process: dict[str, object], **symbols: str) -> dict[str, object]:
    """A process with noise of variance v, and its letters."""
    own = {key: value for key, value in {"noise": {"variance": "v"}, **process}.items() if value is not None}
    return {"symbols": {"v": "real, v > 0", **symbols}, "process": own, "goal": {"divergence": "gdp"}}


def at(step: str, size: str) -> dict[str, str]:
    """A single gap."""
    return {"at": step, "size": size}


def pos(*names: str) -> dict[str, str]:
    """Positive letters."""
    return {name: f"real, {name} > 0" for name in names}


def nn(*names: str) -> dict[str, str]:
    """Letters that are not negative."""
    return {name: f"real, {name} >= 0" for name in names}


C = {"c": "real, 0 < c, c < 1"}
FAMILIES: Mapping[str, dict[str, object]] = {
    "two records": spec({"steps": "T", "gap": [at("t", "g"), at("u", "h")]}, T="integer, T >= 1", t="integer, 1 <= t",
        u="integer, t < u, u <= T", **pos("g", "h")),
    "three records": spec({"steps": "T", "gap": [at("t", "g"), at("u", "h"), at("r", "f")]}, T="integer, T >= 1",
        t="integer, 1 <= t", u="integer, t < u", r="integer, u < r, r <= T", **pos("g", "h", "f")),
    "four records": spec({"steps": "T", "gap": [at("t", "g"), at("u", "h"), at("r", "f"), at("q", "e")]}, T="integer, T >= 1",
        t="integer, 1 <= t", u="integer, t < u", r="integer, u < r", q="integer, r < q, q <= T", **pos("g", "h", "f", "e")),
    "two records any order": spec({"steps": "T", "gap": [at("t", "g"), at("u", "h")]}, T="integer, T >= 1",
        t="integer, 1 <= t, t <= T", u="integer, 1 <= u, u <= T", **pos("g", "h")),
    "two records contraction": spec({"steps": "T", "contraction": "c", "gap": [at("t", "g"), at("u", "h")]}, T="integer, T >= 1",
        t="integer, 1 <= t", u="integer, t < u, u <= T", **pos("g", "h"), **C),
    "three records contraction": spec({"steps": "T", "contraction": "c", "gap": [at("t", "g"), at("u", "h"), at("r", "f")]},
        T="integer, T >= 1", t="integer, 1 <= t", u="integer, t < u", r="integer, u < r, r <= T", **pos("g", "h", "f"), **C),
    "window": spec({"steps": "T", "gap": [{"every": "1", "from": "a", "to": "b", "size": "g"}]}, T="integer, T >= 1",
        a="integer, 1 <= a", b="integer, a <= b, b <= T", **pos("g")),
    "two windows": spec({"steps": "T", "gap": [{"every": "1", "from": "a", "to": "b", "size": "g"}, {"every": "1", "from": "d",
        "to": "e", "size": "h"}]}, T="integer, T >= 1", a="integer, 1 <= a", b="integer, a <= b", d="integer, b < d",
        e="integer, d <= e, e <= T", **pos("g", "h")),
    "window contraction": spec({"steps": "T", "contraction": "c", "gap": [{"every": "1", "from": "a", "to": "b", "size": "g"}]},
        T="integer, T >= 1", a="integer, 1 <= a", b="integer, a <= b, b <= T", **pos("g"), **C),
    "start, learn, unlearn": spec({"steps": "T + K", "start_shift": "D", "gap": [{"every": "1", "to": "T", "size": "g"}]},
        T="integer, T >= 1", K="integer, K >= 0", **nn("D"), **pos("g")),
    "start, learn, unlearn contraction": spec({"steps": "T + K", "contraction": "c", "start_shift": "D", "gap": [{"every": "1",
        "to": "T", "size": "g"}]}, T="integer, T >= 1", K="integer, K >= 0", **nn("D"), **pos("g"), **C),
    "two phases of noise": spec({"steps": "M + K", "noise": {"variance": "cases(k - M - 1, w, v)"}, "gap": [{"each": "g"}]},
        M="integer, M >= 1", K="integer, K >= 1", **pos("g", "w")),
    "two phases of contraction and noise": spec({"steps": "M + K", "contraction": "cases(k - M - 1, d, c)",
        "noise": {"variance": "cases(k - M - 1, w, v)"}, "gap": [{"each": "g"}]}, M="integer, M >= 1", K="integer, K >= 1",
        d="real, 0 < d, d < 1", **pos("g", "w"), **C),
    "full batch and a gap": spec({"steps": "T", "gap": [{"each": "g"}, at("t", "h")]}, T="integer, T >= 1",
        t="integer, 1 <= t, t <= T", **pos("g", "h")),
    "public first": spec({"steps": "M + T", "start_shift": "D", "gap": [{"every": "1", "from": "M + 1", "size": "g"}]},
        M="integer, M >= 1", T="integer, T >= 1", **pos("g", "D")),
    "public last": spec({"steps": "T + M", "contraction": "c", "gap": [{"every": "1", "to": "T", "size": "g"}]},
        M="integer, M >= 1", T="integer, T >= 1", **pos("g"), **C),
    "cyclic then idle": spec({"steps": "E*n + K", "gap": [{"every": "n", "from": "t", "to": "E*n", "size": "g"}]},
        E="integer, E >= 1", n="integer, n >= 1", K="integer, K >= 0", t="integer, 1 <= t, t <= n", **pos("g")),
    "cyclic contraction": spec({"steps": "E*n", "contraction": "c", "gap": [{"every": "n", "from": "t", "size": "g"}]},
        E="integer, E >= 1", n="integer, n >= 1", t="integer, 1 <= t, t <= n", **pos("g"), **C),
    "start and cycles": spec({"steps": "E*n", "start_shift": "D", "gap": [{"every": "n", "from": "t", "size": "g"}]},
        E="integer, E >= 1", n="integer, n >= 1", t="integer, 1 <= t, t <= n", **pos("g", "D")),
    "cyclic any length": spec({"steps": "T", "gap": [{"every": "n", "from": "t", "size": "g"}]}, T="integer, T >= 1",
        n="integer, n >= 1", t="integer, 1 <= t, t <= n, t <= T", **pos("g")),
    "two-phase Langevin": spec({"steps": "M + K", "noise": {"variance": "cases(k - M - 1, 2*f*s**2, 2*e*s**2)"},
        "gap": [{"each": "cases(k - M - 1, f*g, e*g)"}]}, M="integer, M >= 1", K="integer, K >= 1", **pos("g", "e", "f", "s")),
    "contraction at most one": spec({"steps": "T", "contraction": "c", "start_shift": "D", "gap": [at("t", "g")]},
        T="integer, T >= 1", t="integer, 1 <= t, t <= T", c="real, 0 < c, c <= 1", **pos("g", "D")),
    "expansion": spec({"steps": "T", "contraction": "c", "gap": [{"each": "g"}]}, T="integer, T >= 1", c="real, c > 1", **pos("g")),
    "noise-free": spec({"steps": "M + K", "noise": {"variance": "cases(k - M - 1, v, 0)"}, "contraction": "c",
        "gap": [{"each": "g"}]}, M="integer, M >= 1", K="integer, K >= 1", **pos("g"), **C),
    "two records of every epoch": spec({"steps": "E*n", "gap": [{"every": "n", "from": "t", "size": "g"}, {"every": "n", "from": "u",
        "size": "h"}]}, E="integer, E >= 1", n="integer, n >= 1", t="integer, 1 <= t", u="integer, t < u, u <= n", **pos("g", "h")),
    "incomplete last epoch": spec({"steps": "E*n + r", "start_shift": "D", "gap": [{"every": "n", "from": "t", "size": "g"}]},
        E="integer, E >= 1", n="integer, n >= 1", r="integer, 0 <= r, r < n", t="integer, 1 <= t, t <= n", **pos("g", "D")),
    "noise in every m-th step": spec({"steps": "K*m", "noise": {"variance": "v", "every": "m", "from": "m"}, "gap": [{"each": "g"}]},
        K="integer, K >= 1", m="integer, m >= 1", **pos("g")),
    "local steps": spec({"steps": "K*m", "contraction": "c", "noise": {"variance": "v", "every": "m", "from": "m"},
        "gap": [{"every": "m", "size": "g"}]}, K="integer, K >= 1", m="integer, m >= 1", **pos("g"), **C),
    "contraction in every n-th step": spec({"steps": "E*n", "contraction": {"every": "n", "from": "n", "size": "c"},
        "gap": [at("1", "g")]}, E="integer, E >= 1", n="integer, n >= 1", **pos("g"), **C),
    "cyclic above one": spec({"steps": "E*n", "contraction": "c", "gap": [{"every": "n", "from": "t", "size": "g"}]},
        E="integer, E >= 1", n="integer, n >= 1", t="integer, 1 <= t, t <= n", c="real, c > 1", **pos("g")),
    "a first epoch with other noise": spec({"phases": [{"steps": "n", "noise": {"variance": "w"}}, {"steps": "E*n", "noise": {
        "variance": "v"}}], "noise": None, "gap": [{"every": "n", "from": "t", "size": "g"}]}, E="integer, E >= 1", n="integer, n >= 1",
        t="integer, 1 <= t, t <= n", **pos("g", "w")),
    "noise in the last step of every epoch": spec({"steps": "E*n", "noise": {"variance": "v", "every": "n", "from": "n"},
        "gap": [{"every": "n", "from": "t", "size": "g"}]}, E="integer, E >= 1", n="integer, n >= 1", t="integer, 1 <= t, t <= n",
        **pos("g")),
    "noise at the end alone": spec({"steps": "E*n", "contraction": "c", "noise": {"variance": "cases(k - E*n, v, 0)"},
        "gap": [{"every": "n", "from": "t", "size": "g"}]}, E="integer, E >= 1", n="integer, n >= 1", t="integer, 1 <= t, t <= n",
        **pos("g"), **C),
    "geometric noise": spec({"steps": "T", "noise": {"variance": "v*r**k"}, "gap": [{"each": "g"}]}, T="integer, T >= 1", **pos("g", "r")),
}
