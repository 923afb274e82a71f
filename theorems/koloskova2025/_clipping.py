"""Steps that clip gradients: shifts that grow by both ends of a gap, and what is left after each payment; untrusted like every builder."""

from __future__ import annotations

from collections.abc import Callable

from pabisym.library.statement import LinearPair
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


def pair(c: str, variance: str = "v") -> LinearPair:
    """Gradients of length C1 in opposite directions."""
    return LinearPair("T", c, "2*gamma*C1", variance, "2*C0")


@script
def allocation(p: Script, left: str, paid: str, price: str, bound: str, c: str, facts: Callable[[Script], None]) -> Step:
    """Induction over the steps; ``left``, ``paid`` and ``price`` are formulas in {k}, of which ``facts`` goes on knowing the signs."""
    claim = f"renyi(alpha, {left.format(k='k')}, X(k), Y(k), {price.format(k='k')})"
    start = p.figure("monotone", p.figure("start", "clipped start"), y=left.format(k="0"), d=price.format(k="0"))
    with p.induct("k", "0", "T", claim, start) as more:
        now, before, amount = left.format(k="k"), left.format(k="(k - 1)"), paid.format(k="k")
        noise = more.at("Gaussian", "k")
        facts(more)
        more.have("magnitude", more.figure("gaussian-magnitude", noise, a=amount))
        premises = {"before": more.known(more.hypothesis), "Lipschitz": more.at("Lipschitz", "k"), "near": more.at("first gradients", "k"),
                    "other near": more.at("second gradients", "k")}
        moved = more.theorem("pabisym/clipped-step", premises, z=before, b=price.format(k="(k - 1)"), c=c, s="gamma*C1", P="X(k - 1)",
                             Q="Y(k - 1)", f="psi(k)", h="phi(k)", g="chi(k)")
        wide = more.figure("monotone", moved, y=f"{now} + {amount}", d=price.format(k="(k - 1)"))
        after = more.figure("shift-reduction", wide, more.figure("gaussian-finite", noise, a=amount), z=now, a=amount)
        wider = more.figure("monotone", after, y=now, d=price.format(k="k"))
        more.show(more.figure("same-law", wider, more.at("first run", "k"), more.at("second run", "k")))
    return p.figure("monotone", p.at(more.step, "T"), y="0", d=bound)
