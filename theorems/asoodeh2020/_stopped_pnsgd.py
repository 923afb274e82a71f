"""Randomly stopped PNSGD on losses, of which Corollary 1 and (20) speak: what is assumed, and Theorem 5 for gradient steps; untrusted."""

from __future__ import annotations

from pabisym.library.checks import page_broken
from pabisym.library.library import builtin
from pabisym.library.line_runs import told_by_line_runs
from pabisym.library.statement import LineRuns, Verdict
from pabisym.numerics.enclosure import lower_end
from pabisym.proof.build import Step
from pabisym.proof.linear import certified
from pabisym.proof.points import at_most, square
from pabisym.proof.script import Script, script

STEP = "compose(gradient({f}, eta), projection(K))"
SAME = ("before", "Gaussian", "first start", "second start", "first run", "second run", "first mixture", "other first mixture", "mixture",
        "other mixture")


@script
def wide_images(p: Script) -> Step:
    """(38) for the step of record k."""
    with p.generalise("k", "i + 1", "n") as one:
        one.have("own loss", one.at("Lipschitz", "k"))
        one.show(one.theorem("asoodeh2020/eq-38", {"Lipschitz": one.known("own loss"), "diameter": one.known("diameter")}, f="f(k)", D="1"))
    return one.step


@script
def kept_images(p: Script) -> Step:
    """(42) for the step of record k: what moves no points of W apart has images of its diameter at most."""
    g = STEP.format(f="f(k)")
    with p.generalise("k", "i + 1", "n") as one:
        one.have_all({"own convex": one.at("convex", "k"), "own smooth": one.at("smooth", "k")})
        one.have("rate", "eta*beta <= 2")
        still = one.theorem("asoodeh2020/eq-41", {"convex": one.known("own convex"), "smooth": one.known("own smooth")}, f="f(k)")
        with one.spell(f"bounded({g}, 1)") as two:
            places = {x: f"at(projection(K), {x})" for x in "xy"}
            inside = [two.figure("projected", "domain", x=x) for x in "xy"]
            two.have("near", two.unfold("diameter", x="x", y="y"))
            two.have("kept", two.unfold(still, *inside, x=places["x"], y=places["y"]))
            seen = f"minus(at({g}, x), at({g}, y))"
            kept = f"minus(at(gradient(f(k), eta), {places['x']}), at(gradient(f(k), eta), {places['y']}))"
            two.have("same sign", two.figure("norm-sign", x=kept))
            with two.proof() as same:
                same.show(certified(f"norm({seen})**2 <= norm({kept})**2", *square(same, kept), *square(same, seen, "-1")))
            two.have("same", same.step)
            two.have("as far", at_most(two, f"norm({seen})", f"norm({kept})", "same"))
            two.show(f"norm({seen}) <= 1")
        one.show(two.step)
    return one.step


@script
def stopped_pnsgd(p: Script, bound: str, size: str, images: Step) -> Step:
    """Theorem 5 with psi <= 2 eta L, (36), and images of diameter at most ``size``."""
    p.have("own", p.at("Lipschitz", "i"))
    pair = p.theorem("asoodeh2020/eq-36", {"first": p.known("own"), "second": p.known("other Lipschitz")}, f="f(i)", g="h")
    gap = p.figure("gap-after-projection", pair, "domain")
    p.have("size ratio", f"({size})/(eta*sigma) > 0")
    p.have("below one", p.figure("theta-below-one", g="exp(epsilon)", x=f"({size})/(eta*sigma)"))
    deviation = p.generalise("k", "i", "n", "eta*sigma >= eta*sigma")
    same = {label: p.known(label) for label in SAME}
    return p.theorem("asoodeh2020/theorem-5", {"gap": gap, "diameter": images, "noise": deviation, **same}, psi="2*eta*L", D=size,
                     sigma="eta*sigma", s=("k", "eta*sigma"), f=STEP.format(f="f(i)"), g=STEP.format(f="h"),
                     phi=("k", STEP.format(f="f(k)")), conclude=f"dp(A(n), B(n), epsilon, {bound})")


def page_minimum() -> tuple[Verdict, str]:
    """The runs of (17): at epsilon = 0 they are told apart better than with the minimum over i, which is at most its member for i = 2."""
    runs = LineRuns("stop", (-1, 0), 0, 1, 1, 1, 20)
    found, at = told_by_line_runs(runs, 0), {"n": 2, "i": 1, "epsilon": 0, "psi": 1, "sigma": "1", "D": "40"}
    return page_broken(builtin().statement("asoodeh2020/eq-17"), at, f"{lower_end(found)} <= theta(exp(epsilon), psi/sigma(n))/n",
                       process=runs, words=f"delta is at least {found.str(4, radius=False)}, the minimum at most theta_1(1)/2")


def one_record(largest: str) -> tuple[Verdict, str]:
    """(21) for n = 1, opposite linear losses; the infimum is at most its member for alpha*, the ``largest`` order."""
    runs = LineRuns("stop", (1,), -1, 1, 1, "1/4")
    told = lower_end(told_by_line_runs(runs, 24))
    at = {"n": 1, "t": 1, "alpha": "103/100", "L": 1, "beta": 1, "eta": 1, "sigma": "1/4", "epsilon": 24}
    page = f"exp(-({largest} - 1)*(epsilon - 4*({largest})*L**2*log(n)/(n*sigma**2)))"
    return page_broken(builtin().statement("asoodeh2020/eq-21"), at, f"{told} <= {page}", process=runs,
                       words="delta is above 4/5, the value at alpha* below 1/2")
