"""Updates that do not differ, images that are one point, and theta at distance 0, where it has no positive argument; untrusted."""

from __future__ import annotations

from pabisym.library.checks import sharper
from pabisym.library.library import builtin
from pabisym.library.statement import Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.laws import chained, turned, within
from pabisym.proof.points import at_most
from pabisym.proof.script import Script, script

from ._hockey import plain_ratio, shared_step

AT_ZERO = "theta(exp(epsilon), 0)"


@script
def no_more_at_zero(p: Script, first: str = "P", second: str = "Q", d: str = "d") -> Step:
    """No two laws are closer than N(0, 1) is to itself: what bounds E_gamma of them, as ``close`` does, is at least theta at distance 0."""
    p.have_all({"root": p.figure("square-root", x="0"), "root sign": p.figure("square-root-sign", x="0")})
    p.have("told", p.figure("apart-dp", p.figure("apart-not", P=first, Q=second), "close", m="0"))
    p.have("grows", p.figure("theta-monotone", g="exp(epsilon)", x="0", y="sqrt(0)"))
    return p.prove(f"{AT_ZERO} <= {d}")


@script
def vanishes_at_zero(p: Script, law: str = "P") -> Step:
    """Nothing tells a law from itself, at this level, and theta bounds a chance, which is not negative."""
    with p.proof() as below:
        below.have("close", below.figure("dp-start", below.figure("reflexive", P=law), e="epsilon"))
        below.show(no_more_at_zero(below, law, law, "0"))
    p.have("below", below.step)
    p.have("root", p.figure("square-root", x="0"))
    p.have_all({"square": "sqrt(0)**2 <= 0**2", "square sign": "0 >= 0"})
    p.have("no root", at_most(p, "sqrt(0)", "0", "square"))
    p.have("root sign", p.figure("square-root-sign", x="0"))
    p.have("sign", p.figure("dp-sign", p.figure("gdp-to-dp", p.figure("gdp-same", P=law), e="epsilon")))
    p.have("falls", p.figure("theta-monotone", g="exp(epsilon)", x="sqrt(0)", y="0"))
    return p.prove(f"{AT_ZERO} == 0")


@script
def same_step(p: Script, law: str = "P", noise: str = "Z") -> Step:
    """The laws after a step whose update is the same in both runs."""
    return within(p, p.figure("same-image", "gap", f="f", g="g", P=law), f"push(projection(K), convolve(LAW, {noise}))")


def same_laws(b: Builder) -> Step:
    """Both runs have the same laws after steps i..n."""
    first = chained(b, b.known("first start"), same_step(b, "M", "zeta(i)"), turned(b, b.known("second start")))

    def later(p: Builder, before: str) -> Step:
        kept = within(p, p.known(before), "push(projection(K), convolve(push(phi(k), LAW), zeta(k)))")
        return chained(p, p.at("first run", "k"), kept, turned(p, p.at("second run", "k")))

    return b.induction("k", "i", "n", "equal(X(k), Y(k))", lambda _: first, later)


@script
def same_runs(p: Script) -> Step:
    """Theorem 4 for psi = 0."""
    return p.figure("dp-start", p.at(same_laws(p), "n"), e="epsilon")


def _mean(p: Script, told: str) -> Step:
    """What the uniform mixtures of the laws after 1..n steps tell, where those after k tell at most ``told``, known as ``bounds``."""
    same = {label: p.known(label) for label in ("bounds", "first mixture", "other first mixture", "mixture", "other mixture")}
    return p.theorem("asoodeh2020/eq-32", same, b=("k", told), P=("k", "X(k)"), Q=("k", "Y(k)"))


@script
def same_stopped_runs(p: Script) -> Step:
    """Theorem 5 for psi = 0."""
    claim = "dp(X(k), Y(k), epsilon, 0)"
    p.have("after", same_laws(p))
    with p.generalise("k", "1", "n") as bounds:
        with bounds.case("k - i", claim) as after:
            after.show(after.figure("dp-start", after.at("after", "k"), e="epsilon"))
        bounds.show(bounds.figure("dp-start", bounds.at("before", "k"), e="epsilon"))
    p.have("bounds", bounds.step)
    return p.figure("dp-widen", _mean(p, "0"), u="epsilon", v="0")


@script
def one_point_images(p: Script) -> Step:
    """Theorem 5 for images that are one point: only a run that stops at i tells anything."""
    told = "cases(k - i, cases(i - k, theta(exp(epsilon), 2*L/sigma), 0), 0)"
    claim, q = f"dp(X(k), Y(k), epsilon, {told})", "theta(exp(epsilon), 2*L/sigma)"
    p.have_all({"nothing": vanishes_at_zero(p, "M"), "deviation": "eta*sigma > 0"})
    plain_ratio(p, "0", "eta*sigma")
    here = p.theorem("asoodeh2020isit/eq-24", {"gap": p.known("gap"), "Gaussian": p.at("Gaussian", "i")}, P="M", Z="zeta(i)")
    p.have("here", p.figure("dp-same-law", here, "first start", "second start"))
    with p.generalise("k", "1", "n") as bounds:
        with bounds.case("k - i", claim) as after:
            with after.case("i - k", claim) as now:
                now.show(now.figure("dp-widen", "here", P="X(k)", Q="Y(k)", u="epsilon", v=q, conclude=claim))
            sure = after.figure("dp-certain", e="epsilon", P="X(k - 1)", Q="Y(k - 1)")
            laws = shared_step(after, sure, delta="1", laws=("X(k - 1)", "Y(k - 1)"), f="phi(k)", noise="zeta(k)", size="0",
                               std="eta*sigma", diameter=after.at("diameter", "k"), gaussian=after.at("Gaussian", "k"))
            named = after.figure("dp-same-law", laws, after.at("first run", "k"), after.at("second run", "k"))
            after.show(after.figure("dp-widen", named, u="epsilon", v="0", conclude=claim))
        same = bounds.figure("dp-start", bounds.at("before", "k"), e="epsilon")
        bounds.show(bounds.figure("dp-widen", same, u="epsilon", v="0", conclude=claim))
    p.have("bounds", bounds.step)
    p.have("sums", p.induction("m", "0", "n", f"sum({told}, k, 1, m) == cases(m - i, {q}, 0)"))
    p.have("sum", p.at("sums", "n"))
    return p.figure("dp-widen", _mean(p, told), u="epsilon", v=f"{q}/n")


def stopped_without_gap() -> tuple[Verdict, str]:
    """Updates of losses that do not change, L = 0, are the same, and no stopping time tells anything."""
    wider = builtin().statement("asoodeh2020isit/theorem-5")
    return sharper(wider, "dp(A(n), B(n), epsilon, 0)", same_stopped_runs, {"gap": "gap(f, g, 0)"}, dropped=("Lipschitz constant",),
                   theorems=("asoodeh2020/eq-32",))
