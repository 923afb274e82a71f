"""Proof trees that several theorems share; untrusted like every builder."""

from __future__ import annotations

from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import substitute
from pabisym.proof.build import Builder, Step


def pnsgd_step(b: Builder, loss: str, premises: tuple[Step, Step, Step]) -> Step:
    """One map of PNSGD, gradient step after projection, is 1-Lipschitz; premises: convex, smooth, K convex."""
    inner = b.figure("gradient-step", *premises, beta="beta", eta="eta", f=loss, K="K")
    return b.figure("after-projection", inner, premises[2], c="1", f=f"gradient({loss}, eta)", K="K")


def pnsgd_gaps(b: Builder, other: str, gap: str) -> Step:
    """The gap of the maps of every step: 2*eta*L at the record that is replaced, none elsewhere."""

    def one(b: Builder) -> Step:
        claim = f"gap(compose(gradient(f(k), eta), projection(K)), compose(gradient({other}, eta), projection(K)), {gap})"
        same = "compose(gradient(f(k), eta), projection(K))"

        def here(b: Builder) -> Step:
            pair = b.figure("gradient-gap", b.at("Lipschitz", "k"), b.known("other Lipschitz"), L="L", eta="eta", f="f(k)", g="h", K="K")
            return b.figure("gap-after-projection", pair, b.known("domain"), s="2*eta*L", f="gradient(f(k), eta)", g="gradient(h, eta)",
                            K="K", conclude=claim)

        def elsewhere(b: Builder) -> Step:
            return b.figure("same-map", f=same, conclude=claim)

        def not_before(b: Builder) -> Step:
            return b.by_cases("t - k", claim, lambda b: here(b) if b.scope.arithmetic.evident(parse("t >= k")) else elsewhere(b))

        return b.by_cases("k - t", claim, lambda b: not_before(b) if b.scope.arithmetic.evident(parse("k >= t")) else elsewhere(b))

    return b.generalise("k", "1", "n", one)


def pnsgd_bound(b: Builder, other: str, bound: str) -> Step:
    """Theorem 22 for PNSGD with record t replaced: the gap 2*eta*L of step t is paid evenly over the steps t..n."""
    even = "2*eta*L/(n + 1 - t)"
    paid, gap = f"cases(k - t, {even}, 0)", "cases(k - t, cases(t - k, 2*eta*L, 0), 0)"

    def at(sequence: str, index: str) -> str:
        return to_text(substitute(parse(sequence), {"k": ((), parse(index))}))

    shift = f"sum({at(gap, 'i')}, i, 1, {{j}}) - sum({at(paid, 'i')}, i, 1, {{j}})"
    cost = f"sum(R(alpha, zeta(i), {at(paid, 'i')}), i, 1, {{j}})"

    def magnitude(b: Builder, before: str) -> Step:
        claim = f"{cost.format(j='j')} == cases(j - t, alpha*({even})**2*(j + 1 - t)/(2*eta**2*sigma**2), 0)"
        here = b.figure("gaussian-magnitude", b.at("Gaussian", "j"), alpha="alpha", a=at(paid, "j"), v="eta**2*sigma**2", Z="zeta(j)")
        return b.have("price of step j", here, lambda b: b.prove(claim))

    facts = {
        "size": b.prove("n >= 1"),
        "unpaid": b.induction("j", "0", "n", f"{shift.format(j='j')} == cases(j - t, {even}*(n - j), 0)"),
        "cost": b.induction("j", "0", "n", f"{cost.format(j='j')} == cases(j - t, alpha*({even})**2*(j + 1 - t)/(2*eta**2*sigma**2), 0)",
                            rest=magnitude),
    }

    def unpaid(b: Builder) -> Step:
        return b.have("shift left", b.at("unpaid", "k"), lambda b: b.prove(f"0 + {shift.format(j='k')} >= 0"))

    def finish(b: Builder) -> Step:
        first = "compose(gradient(f(k), eta), projection(K))"
        iterated = b.theorem(
            "feldman2018/theorem-22",
            {"order": b.known("order"), "start": b.figure("same-start", b.known("start"), P="V(0)", Q="W(0)"),
             "first run": b.known("first run"), "second run": b.known("second run"),
             "contractive": b.generalise("k", "1", "n", lambda b: pnsgd_step(
                 b, "f(k)", (b.at("convex", "k"), b.at("smooth", "k"), b.known("domain")))),
             "gaps": pnsgd_gaps(b, other, gap), "shift": b.generalise("k", "1", "n", unpaid)},
            T="n", alpha="alpha", z0="0", X=("k", "V(k)"), Y=("k", "W(k)"), psi=("k", first),
            phi=("k", f"compose(gradient({other}, eta), projection(K))"), zeta=("k", "zeta(k)"), s=("k", gap), a=("k", paid))
        plain = b.suppose_all({"nothing left": b.at("unpaid", "n"), "total": b.at("cost", "n")}, lambda b: b.figure(
            "monotone", iterated, alpha="alpha", z=f"0 + {shift.format(j='n')}", y="0", b=cost.format(j="n"), d=bound, P="V(n)", Q="W(n)"))
        return b.figure("post-processing", plain, alpha="alpha", b=bound, P="V(n)", Q="W(n)", f="projection(K)")

    return b.suppose_all(facts, finish)
