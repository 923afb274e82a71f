"""Proof trees about the hockey-stick divergence of two normal laws; untrusted like every builder."""

from __future__ import annotations

from pabisym.library.checks import replayed
from pabisym.library.statement import Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.script import Script, script

from ._hockey import plain_root

AT_MOST = "dp(convolve(point(x), Z), convolve(point(y), Z), epsilon, theta(exp(epsilon), norm(minus(x, y))/sigma))"
AT_LEAST = "theta(exp(epsilon), (a - b)/sigma) <= d"


@script
def at_most(p: Script) -> Step:
    """The Gaussian mechanism for two points; a distance is not negative."""
    distance = "norm(minus(x, y))"
    p.have("distance", p.figure("norm-sign", x="minus(x, y)"))
    known = {"sensitivity": p.figure("point-near", x="x", y="y")}
    return p.theorem("pabisym/gaussian-mechanism", known, a=distance, P="point(x)", Q="point(y)", conclude=AT_MOST)


@script
def at_least(p: Script) -> Step:
    """Normal laws are so far apart, whatever the distance of their means is divided by."""
    square, ratio = "(a - b)**2/sigma**2", "(a - b)/sigma"
    p.have("square", f"{square} >= 0")
    apart = p.figure("normal-apart", "first law", "second law", conclude=f"apart(P, Q, {square})")
    p.have("told", p.figure("apart-dp", apart, "close", e="epsilon"))
    p.have("ratio", f"{ratio} > 0")
    plain_root(p, ratio)
    return p.prove(AT_LEAST)


def in_any_dimension() -> tuple[Verdict, str]:
    """Normal laws of R^d whose coordinate along the line through their means, the map f, is normal with means at that distance."""
    kinds = {"epsilon": "real", "sigma": "real", "a": "real", "b": "real", "d": "real", "P": "law", "Q": "law", "f": "map"}
    assumed = {"level": "epsilon >= 0", "noise": "sigma > 0", "order of the means": "b < a", "close": "dp(P, Q, epsilon, d)",
               "first coordinate": "equal(push(f, P), normallaw(a, sigma**2))",
               "second coordinate": "equal(push(f, Q), normallaw(b, sigma**2))"}

    def build(b: Builder) -> Step:
        seen = b.figure("dp-push", "close", f="f")
        return b.theorem("asoodeh2020/remark-2", {"first law": "first coordinate", "second law": "second coordinate", "close": seen},
                         P="push(f, P)", Q="push(f, Q)")

    return replayed(AT_LEAST, kinds, assumed, build, ("asoodeh2020/remark-2",))


def no_more() -> tuple[Verdict, str]:
    """The other half, for two points with the same noise."""
    kinds = {"epsilon": "real", "sigma": "real", "x": "vector", "y": "vector", "Z": "noise"}
    assumed = {"level": "epsilon >= 0", "noise": "sigma > 0", "Gaussian": "gaussian(Z, sigma**2)"}
    return replayed(AT_MOST, kinds, assumed, at_most, ("pabisym/gaussian-mechanism",))
