"""Pairs of linear walks, which attain bounds for published settings at all parameters; untrusted like every builder."""

from __future__ import annotations

from pabisym.library.checks import replayed
from pabisym.library.statement import Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

KINDS = {"T": "integer", **dict.fromkeys(("c", "s", "v", "z"), "real"), "X": "law sequence", "Y": "law sequence"}
ASSUMED = {"horizon": "T >= 1", "variance": "v > 0", "second start": "equal(Y(0), normallaw(0, 0))"}
RUN = "forall(k, 1, T, equal({0}(k), convolve(push(affine({1}, {2}), {0}(k - 1)), white(v))))"


@script
def _law(p: Script, X: str, run: str, start: str, mean: str, variance: str) -> Step:
    """The normal law after T steps, from that after one step less."""
    law = f"equal({X}(k), normallaw({mean}, {variance}))"
    with p.induct("k", "0", "T", law, p.known(start)) as advance:
        if "c**" in variance:
            advance.have("power", advance.figure("power-at-most-one", c="c", k="2*(k - 1)"))
            before = variance.replace("2*k", "2*(k - 1)")
            advance.have("spread", certified(f"{before} >= 0", fact("power", "variance"), multiplier="1 - c**2"))
        else:
            advance.have("spread", "(k - 1)*v >= 0")
        advance.show(advance.figure("normal-step", advance.hypothesis, advance.at(run, "k"), conclude=law))
    return p.at(advance.step, "T")


def translations() -> tuple[Verdict, str]:
    """Steps that move one walk by s and the other not."""
    goal = "apart(X(T), Y(T), T*s**2/v)"
    assumed = {**ASSUMED, "first start": "equal(X(0), normallaw(0, 0))", "first run": RUN.format("X", "1", "s"),
               "second run": RUN.format("Y", "1", "0")}

    @script
    def build(p: Script) -> Step:
        p.have("total", "T*v > 0")
        p.have_all({"law of X": _law(p, "X", "first run", "first start", "k*s", "k*v"),
                    "law of Y": _law(p, "Y", "second run", "second start", "0", "k*v")})
        told = p.figure("normal-apart", "law of X", "law of Y")
        p.have("no more", certified("T*s**2/v <= (T*s - 0)**2/(T*v)", multiplier="v"))
        return p.figure("apart-narrow", told, n="T*s**2/v")

    return replayed(goal, KINDS, assumed, build)


def _contracting(mean: str, start: str, moved: str, bound: str) -> tuple[Verdict, str]:
    """Two walks with steps that contract by c, whose means differ by ``mean`` after k of them."""
    assumed = {**ASSUMED, "positive": "c > 0", "contraction": "c < 1", "first start": f"equal(X(0), normallaw({start}, 0))",
               "first run": RUN.format("X", "c", moved), "second run": RUN.format("Y", "c", "0")}
    variance = "v*(1 - c**(2*k))/(1 - c**2)"
    last, spread = mean.replace("k", "T"), variance.replace("2*k", "2*T")

    @script
    def build(p: Script) -> Step:
        p.have_all({"part": "1 - c > 0", "square": "1 - c**2 > 0", "powers": p.figure("power-below-one", c="c", k="2*T")})
        p.have("total", f"{spread} > 0")
        p.have_all({"law of X": _law(p, "X", "first run", "first start", mean, variance),
                    "law of Y": _law(p, "Y", "second run", "second start", "0", variance)})
        told = p.figure("normal-apart", "law of X", "law of Y")
        p.have("no more", f"{bound} <= (({last}) - 0)**2/({spread})")
        return p.figure("apart-narrow", told, n=bound)

    return replayed(f"apart(X(T), Y(T), {bound})", KINDS, assumed, build)


def moved_in_every_step() -> tuple[Verdict, str]:
    """Contracting steps that move one walk by s and the other not."""
    return _contracting("s*(1 - c**k)/(1 - c)", "0", "s", "s**2/v*((1 - c**T)/(1 + c**T)*(1 + c)/(1 - c))")


def from_two_starts() -> tuple[Verdict, str]:
    """The same contracting steps from two points at the distance z."""
    return _contracting("c**k*z", "z", "0", "z**2*c**(2*T)/v*((1 - c**2)/(1 - c**(2*T)))")
