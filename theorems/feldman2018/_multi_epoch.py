"""The proof trees for n epochs of projected noisy SGD in a fixed order; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Filler, Step
from pabisym.proof.script import Script, script

from ._recipes import pnsgd_step

WHOLE = "n*floor((k - t)/n) - (k - t)"
OTHER = f"cases(k - t, cases({WHOLE}, h, f(k)), f(k))"
RUN = "forall(k, 1, n*n, equal({X}(k), convolve(push(compose(gradient({f}, eta), projection(K)), {X}(k - 1)), zeta(k))))"
GAP = f"cases(k - t, cases({WHOLE}, 2*eta*L, 0), 0)"
OPTIMUM = "2*alpha*L**2*((n - 1)/n + 1/(n - t + 1))/sigma**2"
LOSSES = (
    "domain: convexset(K)", "convex: forall(k, 1, n*n, convex(f(k), K))", "smooth: forall(k, 1, n*n, smooth(f(k), beta, K))",
    "Lipschitz: forall(k, 1, n*n, lipschitzloss(f(k), L, K))", "other convex: convex(h, K)", "other smooth: smooth(h, beta, K)",
    "other Lipschitz: lipschitzloss(h, L, K)", "start: equal(V(0), W(0))", f"first run: {RUN.format(X='V', f='f(k)')}",
    f"second run: {RUN.format(X='W', f=OTHER)}: the same with the other record at the steps t, t + n, t + 2n, ...",
    "Gaussian: forall(k, 1, n*n, gaussian(zeta(k), eta**2*sigma**2))",
)
"""n epochs of n steps; record t is used at the steps t, t + n, t + 2n, ..."""


@script
def gaps(p: Script) -> Step:
    """The gap of the maps of every step: 2*eta*L where record t is used, none elsewhere."""
    mine, theirs = (f"compose(gradient({loss}, eta), projection(K))" for loss in ("f(k)", OTHER))
    claim = f"gap({mine}, {theirs}, {GAP})"

    @script
    def used(p: Script) -> Step:
        pair = p.figure("gradient-gap", p.at("Lipschitz", "k"), "other Lipschitz")
        return p.figure("gap-after-projection", pair, "domain", conclude=claim)

    @script
    def one(p: Script) -> Step:
        return used(p) if p.evident(f"{WHOLE} >= 0") else p.figure("same-map", f=mine, conclude=claim)

    @script
    def later(p: Script) -> Step:
        started = p.evident("k >= t")
        return p.by_cases(WHOLE, claim, one) if started else p.figure("same-map", f=mine, conclude=claim)

    with p.generalise("k", "1", "n*n") as each:
        each.show(each.by_cases("k - t", claim, later))
    return each.step


@script
def multi_epoch(p: Script, bound: str) -> Step:
    """A gap in every epoch, with n epochs; then the projection."""
    p.have("size", "n >= 1")
    p.have_all({"epochs": "(n - 1)/n <= 1", "last epoch": "1/(n - t + 1) <= 1"})
    p.have("shares", "(n - 1)/n + 1/(n - t + 1) <= 2")
    with p.generalise("k", "1", "n*n") as lipschitz:
        lipschitz.show(pnsgd_step(lipschitz, lipschitz.at("convex", "k"), lipschitz.at("smooth", "k"), lipschitz.known("domain")))
    premises = {"start": p.figure("same-start", "start"), "gaps": gaps(p), "Lipschitz": lipschitz.step}
    maps = {name: ("k", f"compose(gradient({loss}, eta), projection(K))") for name, loss in (("psi", "f(k)"), ("phi", OTHER))}
    terms: dict[str, Filler] = {"X": ("k", "V(k)"), "Y": ("k", "W(k)"), **maps}
    exact = p.theorem("pabisym/periodic-gap", premises, E="n", g="2*eta*L", w="eta**2*sigma**2", **terms)
    plain = p.figure("monotone", exact, y="0", d=bound)
    return p.figure("post-processing", plain, f="projection(K)")
