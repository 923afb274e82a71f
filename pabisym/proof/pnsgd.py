"""What the statements about projected noisy SGD and its variants have in common; untrusted like every builder."""

from __future__ import annotations

from pabisym.expression import parse, substitute, to_text
from pabisym.proof.build import Builder, Filler, Step
from pabisym.proof.recipes import pnsgd_step
from pabisym.statement import Assumption, Structure, Symbol

OTHER = "cases(k - t, cases(t - k, h, f(k)), f(k))"
STEP = "compose(gradient({f}, eta), projection(K))"
RUN = "forall(k, 1, n, equal({X}(k), convolve(push(compose(gradient({f}, eta), projection(K)), {X}(k - 1)), zeta(k))))"
OUTPUT = "push(projection(K), {X})"
SYMBOLS = (
    Symbol("n", "integer, n >= 1", "number of records"),
    Symbol("t", "integer, 1 <= t <= n", "index of the record that is replaced"),
    Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
    Symbol("L", "real, L >= 0", "Lipschitz constant of the losses", "loss/iterate"),
    Symbol("beta", "real, beta > 0", "smoothness of the losses", "loss/iterate^2"),
    Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"),
    Symbol("sigma", "real, sigma > 0", "standard deviation of the gradient noise, before the step size", "loss/iterate"),
)
STRUCTURES = (
    Structure("V", "law sequence", "law of v_k, the unprojected iterate, for the data S", "v"),
    Structure("W", "law sequence", "law of v_k for the data with record t replaced", "v'"),
    Structure("K", "set", "the domain", r"\mathcal{K}"),
    Structure("f", "loss sequence", "loss of record k"),
    Structure("h", "loss", "loss of the record that replaces the t-th", "f'"),
    Structure("zeta", "noise sequence", "noise of step k, on the iterate"),
)
NUMBERS = (
    Assumption("order", "alpha > 1"), Assumption("first", "1 <= t"), Assumption("last", "t <= n"),
    Assumption("Lipschitz constant", "L >= 0"), Assumption("smoothness", "beta > 0"), Assumption("step size", "eta > 0"),
    Assumption("noise", "sigma > 0"), Assumption("small steps", "eta <= 2/beta"),
)
LOSSES = (
    Assumption("domain", "convexset(K)"),
    Assumption("convex", "forall(k, 1, n, convex(f(k), K))"), Assumption("smooth", "forall(k, 1, n, smooth(f(k), beta, K))"),
    Assumption("Lipschitz", "forall(k, 1, n, lipschitzloss(f(k), L, K))"), Assumption("other convex", "convex(h, K)"),
    Assumption("other smooth", "smooth(h, beta, K)"), Assumption("other Lipschitz", "lipschitzloss(h, L, K)"),
)
RUNS = (
    Assumption("start", "equal(V(0), W(0))"), Assumption("first run", RUN.format(X="V", f="f(k)")),
    Assumption("second run", RUN.format(X="W", f=OTHER)), Assumption("Gaussian", "forall(k, 1, n, gaussian(zeta(k), eta**2*sigma**2))"),
)
"""The assumptions of Theorem 23, in its order."""
LETTERS: dict[str, Filler] = {name: name for name in ("t", "alpha", "L", "beta", "eta", "sigma", "K", "h")}


def at(formula: str, index: str, name: str = "k") -> str:
    """A formula in k at another index."""
    return to_text(substitute(parse(formula, "formula", None), {name: ((), parse(index, "index", None))}))


def shortened(b: Builder, label: str, high: str) -> Step:
    """An assumption about all steps, about the first ``high`` of them only."""
    return b.generalise("j", "1", high, lambda b: b.at(label, "j"))


def after(b: Builder, steps: str) -> Step:
    """Theorem 23 for the run that ends after ``steps`` >= t steps: its output is protected by steps + 1 - t noises."""
    premises = {name: shortened(b, name, steps) for name in ("convex", "smooth", "Lipschitz", "first run", "second run", "Gaussian")}
    sequences = {name: ("k", f"{name}(k)") for name in ("V", "W", "f", "zeta")}
    return b.theorem("feldman2018/theorem-23", premises, n=steps, **LETTERS, **sequences)


def before(b: Builder, steps: str, second: str = OTHER) -> Step:
    """A run that ends after ``steps`` < t steps never saw record t: the outputs have the same law."""
    mine, theirs = STEP.format(f="f(k)"), STEP.format(f=second)

    def same(b: Builder) -> Step:
        claim = f"gap({at(mine, 'j')}, {at(theirs, 'j')}, 0)"
        return b.have("before t", b.prove("j - t <= -1"), lambda b: b.figure("same-map", f=at(mine, "j"), conclude=claim))

    def free(b: Builder, before_: str) -> Step:
        nothing = b.figure("magnitude-zero", alpha="alpha", Z="zeta(j)")
        return b.have("no price", nothing, lambda b: b.prove("sum(R(alpha, zeta(i), 0), i, 1, j) == 0"))

    def finish(b: Builder) -> Step:
        contractive = b.generalise("j", "1", steps, lambda b: pnsgd_step(b, "f(j)", (b.at("convex", "j"), b.at("smooth", "j"), b.known("domain"))))
        iterated = b.theorem(
            "feldman2018/theorem-22",
            {"start": b.figure("same-start", b.known("start"), P="V(0)", Q="W(0)"), "contractive": contractive,
             "gaps": b.generalise("j", "1", steps, same), "first run": shortened(b, "first run", steps),
             "second run": shortened(b, "second run", steps)},
            T=steps, alpha="alpha", z0="0", X=("k", "V(k)"), Y=("k", "W(k)"), psi=("k", mine), phi=("k", theirs),
            zeta=("k", "zeta(k)"), s=("k", "0"), a=("k", "0"))
        return b.have("total", b.at("prices", steps), lambda b: b.figure("post-processing", b.figure(
            "monotone", iterated, alpha="alpha", z=f"0 + sum(0, i, 1, {steps}) - sum(0, i, 1, {steps})", y="0",
            b=f"sum(R(alpha, zeta(i), 0), i, 1, {steps})", d="0", P=f"V({steps})", Q=f"W({steps})"),
            alpha="alpha", b="0", P=f"V({steps})", Q=f"W({steps})", f="projection(K)"))

    return b.have("prices", b.induction("j", "0", steps, "sum(R(alpha, zeta(i), 0), i, 1, j) == 0", rest=free), finish)
