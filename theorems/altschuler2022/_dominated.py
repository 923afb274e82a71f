"""A walk that is pushed up at the bottom too stays above one that is not: the same moves, the same ceiling; untrusted."""

from __future__ import annotations

from pabisym.library.checks import replayed
from pabisym.library.statement import Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.script import Script, script

UPPER, LOWER = "w(k - 1) + m(k)", "u(k - 1) + m(k)"
KINDS = {"T": "integer", "D": "real", "w": "real sequence", "u": "real sequence", "m": "real sequence"}
WALKS = {
    "horizon": "T >= 0", "start": "u(0) <= w(0)", "clipped": f"forall(k, 1, T, w(k) == max(-D/2, min({UPPER}, D/2)))",
    "auxiliary": f"forall(k, 1, T, u(k) == min({LOWER}, D/2))",
}
"""One path of biases and noises m(k) for w', clipped to [-D/2, D/2], and for w'', clipped at D/2 only."""


def above() -> tuple[Verdict, str]:
    """On every path of biases and noises; so w' dominates w''."""

    @script
    def build(p: Script) -> Step:
        with p.induct("k", "0", "T", "u(k) <= w(k)") as more:
            more.have_all({"lower": more.at("auxiliary", "k"), "upper": more.at("clipped", "k"),
                           "ceiling": more.figure("minimum", x=LOWER, y="D/2"), "other ceiling": more.figure("minimum", x=UPPER, y="D/2"),
                           "floor": more.figure("maximum", x="-D/2", y=f"min({UPPER}, D/2)")})

            def at_bottom(b: Builder) -> Step:
                return b.by_cases(f"D/2 - ({UPPER})", "u(k) <= w(k)", at_top)

            def at_top(b: Builder) -> Step:
                return b.by_cases(f"D/2 - ({LOWER})", "u(k) <= w(k)", lambda c: c.prove("u(k) <= w(k)"))

            more.show(more.by_cases(f"-D/2 - min({UPPER}, D/2)", "u(k) <= w(k)", at_bottom))
        return more.step

    return replayed("forall(k, 0, T, u(k) <= w(k))", KINDS, WALKS, build)
