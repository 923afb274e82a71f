"""Proof trees about Markov kernels: how much they let through of the hockey-stick divergence; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.laws import chained, noisy_step, turned, within
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._hockey import equation, plain_ratio, shared_step


@script
def contracting(p: Script, claim: str) -> Step:
    """From no two rows being further apart: the kernel lets through so much of the divergence of any two laws."""
    with p.spell(claim) as more:
        more.show(more.figure("spread-contracts", "spread", more.known("hold 1"), d="d"))
    return more.step


@script
def heavier_row(p: Script) -> Step:
    """What an event has of p V - m W, where m is at least gamma p."""
    p.have("wider", p.figure("dp-widen", "rows", u="v", v="u"))
    p.have("told", p.unfold("wider", O="O"))
    return certified("p*chance(V, O) - m*chance(W, O) <= p*u", fact("told", "mass"), fact("second mass", factor="chance(W, O)"))


@script
def attainment(p: Script, claim: str, gamma: str = "epsilon") -> Step:
    """Two points can be told apart surely, and the answers to them are rows of the kernel."""
    with p.spell(claim) as rows:
        points = rows.figure("dp-certain", e=gamma, P="point(x)", Q="point(y)")
        told = rows.unfold("contracts", points, P="point(x)", Q="point(y)", d="1")
        first, second = (turned(rows, rows.figure("answers-through", K="K", x=x)) for x in "xy")
        rows.show(rows.figure("dp-same-law", told, first, second))
    return rows.step


@script
def iteration(p: Script, low: str) -> Step:
    """Induction over the steps: delta*p(k) after step k."""
    first = p.figure("dp-widen", "start", u="epsilon", v=f"delta*p({low})")
    with p.induct("k", low, "n", "dp(X(k), Y(k), epsilon, delta*p(k))", first) as more:
        more.have("product", more.at("products", "k"))
        one = more.figure("spread-contracts", more.at("coefficients", "k"), more.known(more.hypothesis))
        named = more.figure("dp-same-law", one, more.at("first run", "k"), more.at("second run", "k"))
        more.have("larger", "delta*p(k - 1)*u(k) <= delta*p(k)")
        more.show(more.figure("dp-widen", named, u="epsilon", v="delta*p(k)"))
    return p.at(more.step, "n")


@script
def noisy(p: Script, low: str) -> Step:
    """The same where a step is a map, noise and the projection onto C."""
    first = p.figure("dp-widen", "start", u="epsilon", v=f"delta*p({low})")
    with p.induct("k", low, "n", "dp(X(k), Y(k), epsilon, delta*p(k))", first) as more:
        more.have("product", more.at("products", "k"))
        one = more.figure("spread-contracts", more.at("coefficients", "k"), more.known(more.hypothesis))
        steps = [turned(more, noisy_step(more, "phi(k)", "zeta(k)", f"{run}(k - 1)")) for run in "XY"]
        seen = more.figure("dp-push", more.figure("dp-same-law", one, *steps), f="projection(C)")
        named = more.figure("dp-same-law", seen, more.at("first run", "k"), more.at("second run", "k"))
        more.have("larger", "delta*p(k - 1)*u(k) <= delta*p(k)")
        more.show(more.figure("dp-widen", named, u="epsilon", v="delta*p(k)"))
    return p.at(more.step, "n")


@script
def gaussian(p: Script) -> Step:
    """The proof of ``asoodeh2020isit/eq-22``: the noise of every step has the standard deviation eta*sigma."""
    shrunk = "theta(exp(epsilon), D/(eta*sigma))*(delta*p(k - 1))"
    p.have("deviation", "eta*sigma > 0")
    plain_ratio(p, "D", "eta*sigma")
    first = p.figure("dp-widen", "start", u="epsilon", v="delta*p(i)")
    with p.induct("k", "i", "n", "dp(X(k), Y(k), epsilon, delta*p(k))", first) as more:
        more.have("product", more.at("products", "k"))
        laws = shared_step(more, more.known(more.hypothesis), delta="delta*p(k - 1)", laws=("X(k - 1)", "Y(k - 1)"), f="phi(k)",
                          noise="zeta(k)", size="D", std="eta*sigma", diameter=more.at("diameter", "k"), gaussian=more.at("Gaussian", "k"),
                          domain="C")
        named = more.figure("dp-same-law", laws, more.at("first run", "k"), more.at("second run", "k"))
        more.have("paid", equation(f"{shrunk} <= delta*p(k)", "product", factor="delta"))
        more.show(more.figure("dp-widen", named, u="epsilon", v="delta*p(k)"))
    return p.at(more.step, "n")


def kept_mixture(p: Script, before: str, d: str) -> tuple[Step, str]:
    """The laws of what P has above exp(epsilon)*Q go through the kernel as P and Q do: two mixtures that stay equal, and their weight."""
    w = f"1/(exp(epsilon) + {d})"
    p.have("tangent", p.figure("exp-tangent", x="epsilon"))
    p.have_each({"least": "exp(epsilon) >= 1", "masses": f"exp(epsilon) + {d} > 0", "part": f"{w} >= 0", "part whole": f"{w} <= 1",
                 "other": f"{w}*{d} >= 0", "other whole": f"{w}*{d} <= 1"})
    split = p.figure("dp-excess", before, w=w)
    excess, deficit = (f"{part}(P, Q, epsilon, {d})" for part in ("excess", "deficit"))
    return chained(p, turned(p, p.figure("mix-through", w=w, P="P", Q=deficit)), within(p, split, "through(K, LAW)"),
                   p.figure("mix-through", w=f"{w}*{d}", P=excess, Q="Q")), w

