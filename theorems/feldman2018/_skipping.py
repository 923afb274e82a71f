"""The proof tree for skipping a random number of records; untrusted like every builder.

The run that skips j records has its laws V(j*(n + 1) + k), k = j..n: after the record k.
"""

from __future__ import annotations

from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._pnsgd import LETTERS, OUTPUT, unseen

ROW = "j*(n + 1)"
LAST = OUTPUT.format(X="{X}({j}*(n + 1) + n)")


def about(b: Builder, label: str, k: str) -> Step:
    """What an assumption says of record k in the run that skips j."""
    if label == "start":
        return b.at("start", "j")
    return b.at(b.at(label, "j"), k) if label in ("first run", "second run") else b.at(label, k)


@script
def random_skipping(p: Script, bound: str) -> Step:
    """Every run on its own by Theorem 23, or untouched; a mixture is no worse than its worst part."""
    level = f"exp((alpha - 1)*({bound}))"

    @script
    def moment(p: Script, j: str) -> Step:
        return p.figure("moment", p.at("runs", j))

    @script
    def first(p: Script) -> Step:
        return p.figure("moment-same-law", moment(p, "0"), "first mixture", "other first mixture")

    claim = f"renyi(alpha, 0, {LAST.format(X='V', j='j')}, {LAST.format(X='W', j='j')}, {bound})"
    together = f"moment(alpha, M(j), N(j), {level})"
    p.have_all({"half": p.figure("floor-low", x="n/2"), "size": "n >= 1"})
    p.have("few", "m <= n/2")
    p.have("some", "m < n")
    p.have("most", p.next_integer("m < n", "m + 1 <= n"))
    with p.generalise("j", "0", "m") as runs:
        runs.have("j below n", "j <= n - 1")
        with runs.case("t - 1 - j", claim) as seen:
            premises = {"start": seen.at("start", "j")}
            for label in ("convex", "smooth", "Lipschitz", "first run", "second run", "Gaussian"):
                with seen.generalise("i", "1", "n - j") as one:
                    one.show(about(one, label, "j + i"))
                premises[label] = one.step
            sequences = {x: ("k", f"{x}({ROW} + j + k)") for x in "VW"} | {x: ("k", f"{x}(j + k)") for x in ("f", "zeta")}
            seen.show(seen.theorem("feldman2018/theorem-23", premises, conclude=claim, n="n - j", **LETTERS | {"t": "t - j"}, **sequences))
        untouched = unseen(runs, "n - j", about, "j", ROW, "t - {k} <= -1")
        outputs = {"P": LAST.format(X="V", j="j"), "Q": LAST.format(X="W", j="j")}
        runs.have("bound sign", certified(f"{bound} >= 0", fact("order", times="2", square="L"), {"coefficient": "2", "square": "L"},
                                          multiplier="sigma**2*(n + 1 - t)"))
        runs.show(runs.figure("monotone", untouched, y="0", d=bound, **outputs))
    p.have("runs", runs.step)
    with p.induct("j", "0", "m", together, first) as more:
        more.have("j positive", "j >= 1")
        more.have("share of the run", certified("1/(j + 1) <= 1", fact("j positive"), {"coefficient": "1"}, multiplier="j + 1"))
        both = more.figure("moment-mixture", moment(more, "j"), more.hypothesis, w="1/(j + 1)")
        more.show(more.figure("moment-same-law", both, more.at("mixture", "j"), more.at("other mixture", "j"), conclude=together))
    p.have("mixtures", more.step)
    exact = p.figure("from-moment", p.at("mixtures", "m"))
    p.have("logarithm", p.figure("log-exp", x=f"(alpha - 1)*({bound})"))
    return p.figure("monotone", exact, y="0", d=bound)
