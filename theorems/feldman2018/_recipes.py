"""Proof trees that several theorems share; untrusted like every builder."""

from __future__ import annotations

from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import substitute
from pabisym.proof.build import Builder, Filler, Step
from pabisym.proof.script import Script, script


def pnsgd_step(b: Builder, convex: Step, smooth: Step, domain: Step) -> Step:
    """One map of PNSGD, gradient step after projection, is 1-Lipschitz."""
    return b.figure("after-projection", b.figure("gradient-step", convex, smooth, domain), domain)


@script
def pnsgd_gaps(p: Script, other: str, gap: str) -> Step:
    """The gap of the maps of every step: 2*eta*L at the record that is replaced, none elsewhere."""
    with p.generalise("k", "1", "n") as one:
        claim = f"gap(compose(gradient(f(k), eta), projection(K)), compose(gradient({other}, eta), projection(K)), {gap})"
        same = "compose(gradient(f(k), eta), projection(K))"
        with one.case("k - t", claim) as not_before:
            with not_before.case("t - k", claim) as here:
                pair = here.figure("gradient-gap", here.at("Lipschitz", "k"), "other Lipschitz")
                here.show(here.figure("gap-after-projection", pair, "domain", conclude=claim))
            not_before.show(not_before.figure("same-map", f=same, conclude=claim))
        one.show(one.figure("same-map", f=same, conclude=claim))
    return one.step


@script
def pnsgd_bound(p: Script, other: str, bound: str) -> Step:
    """Theorem 22 for PNSGD with record t replaced: the gap 2*eta*L of step t is paid evenly over the steps t..n."""
    even = "2*eta*L/(n + 1 - t)"
    paid, gap = f"cases(k - t, {even}, 0)", "cases(k - t, cases(t - k, 2*eta*L, 0), 0)"

    def at(sequence: str, index: str) -> str:
        return to_text(substitute(parse(sequence), {"k": ((), parse(index))}))

    shift = f"sum({at(gap, 'i')}, i, 1, {{j}}) - sum({at(paid, 'i')}, i, 1, {{j}})"
    cost = f"sum(R(alpha, zeta(i), {at(paid, 'i')}), i, 1, {{j}})"
    paid_so_far = f"{cost.format(j='j')} == cases(j - t, alpha*({even})**2*(j + 1 - t)/(2*eta**2*sigma**2), 0)"
    size, unpaid = p.prove("n >= 1"), p.induction("j", "0", "n", f"{shift.format(j='j')} == cases(j - t, {even}*(n - j), 0)")
    with p.generalise("k", "1", "n") as finite:
        finite.show(finite.figure("gaussian-finite", finite.at("Gaussian", "k"), a=paid))
    p.have("finite", finite.step)
    with p.induct("j", "0", "n", paid_so_far) as costs:
        costs.have("price of step j", costs.figure("gaussian-magnitude", costs.at("Gaussian", "j"), a=at(paid, "j")))
    p.have_all({"size": size, "unpaid": unpaid, "cost": costs.step})
    premises = {"order": p.known("order"), "start": p.figure("same-start", "start"), "first run": p.known("first run"),
                "second run": p.known("second run")}
    with p.generalise("k", "1", "n") as contractive:
        known = contractive.at("convex", "k"), contractive.at("smooth", "k"), contractive.known("domain")
        contractive.show(pnsgd_step(contractive, *known))
    premises |= {"contractive": contractive.step, "gaps": pnsgd_gaps(p, other, gap)}
    with p.generalise("k", "1", "n") as left:
        left.have("shift left", left.at("unpaid", "k"))
        left.show(f"0 + {shift.format(j='k')} >= 0")
    maps = {"psi": "compose(gradient(f(k), eta), projection(K))", "phi": f"compose(gradient({other}, eta), projection(K))"}
    sequences: dict[str, Filler] = {name: ("k", text) for name, text in maps.items()}
    iterated = p.theorem("feldman2018/theorem-22", premises | {"shift": left.step}, T="n", z0="0", X=("k", "V(k)"), Y=("k", "W(k)"),
                         **sequences, s=("k", gap), a=("k", paid))
    with p.proof() as plain:
        plain.have_all({"nothing left": plain.at("unpaid", "n"), "total": plain.at("cost", "n")})
        plain.show(plain.figure("monotone", iterated, y="0", d=bound))
    return p.figure("post-processing", plain.step, f="projection(K)")
