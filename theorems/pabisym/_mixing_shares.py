"""The proofs of what mixing gives where maps contract, or do not even keep distances, with its letters.

The noise of each step of a block pays for its share of the distance that is left; the shares are numbers that a plan gives.  Untrusted
like every builder.
"""

from __future__ import annotations

from pabisym.lang.grammar import to_text
from pabisym.proof.build import Step
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

from ._mixing import ABOVE, balance_steps, order_and_parts
from ._mixing_sampled import PRICE, hidden_by_noise, kept_of
from ._mixing_stages import Beside, blocks_at_first, later_stages, rising

STEP = "convolve(push(psi({k}), {X}), zeta({k}))".format
EVERY = ("first run", "second run", "gaps", "amounts", "costs", "Gaussian", "diameters")
STAGE = "pabisym/mixing-shares-stage"


def gaps(last: str) -> tuple[str, ...]:
    """How far the maps are apart, over a range."""
    return (f"gaps: {last.format('gap(psi(k), phi(k), g(k))')}", f"amounts: {last.format('g(k) >= 0')}",
        f"costs: {last.format('w(k) == w(k - 1) + g(k)**2')}")


@script
def forgotten(p: Script) -> Step:
    """From any two laws on, the noise of every step pays for its share of the distance."""

    def paid(p: Script, k: str, i: str, before: Step, distance: str) -> Step:
        """The noise of a step, after its map."""
        inside = {one: f"push(psi({k}), {law}({k} - 1))" for one, law in zip("PQ", "UV", strict=True)}
        outside = {one: STEP(k=k, X=f"{law}({k} - 1)") for one, law in zip("PQ", "UV", strict=True)}
        p.have_all({f"way {k}": p.at("way", i), f"share {k}": p.at("shares", i), f"price {k}": p.at("prices", i)})
        p.have(f"magnitude {k}", p.figure("gdp-magnitude", p.at("Gaussian", k), a=f"a({i})", v="v", Z=f"zeta({k})"))
        wide = p.figure("gdp-monotone", before, z=distance, y=f"z({i}) + a({i})", m=f"u({i} - 1)", n=f"u({i} - 1)", **inside)
        return hidden_by_noise(p, k, i, wide, inside, outside)

    first = {one: f"push(psi(t + 1), {law}(t + 1 - 1))" for one, law in zip("PQ", "UV", strict=True)}
    near = p.figure("bounded-near", p.at("diameters", "t + 1"), D="H", f="psi(t + 1)", P="U(t + 1 - 1)", Q="V(t + 1 - 1)")
    start = p.figure("gdp-start", near, z="H", **first)
    wide = p.figure("gdp-monotone", start, z="H", y="z(0)", m="0", n="u(1 - 1)", **first)
    with p.proof() as begun:
        begun.show(paid(begun, "(t + 1)", "1", wide, "z(0)"))
    claim = "gdp(z({i}), U({k}), V({k}), u({i}))".format
    with p.induct("k", "t + 1", "t + m", claim(i="k - t", k="k"), begun.step) as more:
        i = "(k - t - 1)"
        more.have("way before", more.at("way", "k - t - 1"))
        more.have("rest here", more.at("rest", "k - t"))
        before = more.figure("gdp-contraction", more.known(more.hypothesis), more.at("Lipschitz", "k"), more.figure("same-map", f="psi(k)"),
            z=f"z({i})", c="c", s="0", m=f"u({i})", P="U(k - 1)", Q="V(k - 1)", f="psi(k)", g="psi(k)")
        more.show(paid(more, "k", "(k - t)", before, f"c*z({i}) + 0"))
    return p.figure("gdp-monotone", p.at(more.step, "t + m"), z="z(m)", y="0", m="u(m)", n="u(m)", P="U(t + m)", Q="V(t + m)")


@script
def same_maps(p: Script) -> Step:
    """What they can be told apart by goes on as two runs of its own, which forget where they began."""
    order_and_parts(p)
    p.have("inverse", p.figure("exp-log", x=ABOVE))
    for law, begin in (("U", "excess"), ("V", "deficit")):
        p.recur(law, "t", "t + m", f"{begin}(X(t), Y(t), epsilon, d)", lambda k, before: STEP(k=k, X=to_text(before)))
    return kept_of(p, balance_steps(p), forgotten(p))


# From anywhere: the total variation, then stages that follow each other.


def shared_blocks(p: Script, low: str, count: str, before: str) -> Step:
    """What is said of the maps inside of blocks, for ``count`` of them after step ``low``, so many ``before`` them."""
    with p.generalise("j2", "1", count) as one:
        one.have("this block", one.at("Lipschitz", f"{before} + j2"))
        one.show(one.part("this block", "k", f"{low} + (j2 - 1)*m + 2", f"{low} + j2*m"))
    return one.step


def stage_beside(blocks_before: str, spent: bool) -> Beside:
    """What a stage after so many blocks assumes beside; ``spent`` says whether what it pays is assumed."""

    def beside(more: Script, low: str, _: str) -> dict[str, Step | str]:
        more.have_all({"blocks before": "(j - 1)*N >= 0", "blocks after": "(J - j)*N >= 0"})
        rising(more)
        own: dict[str, Step | str] = {"Lipschitz": shared_blocks(more, low, "N", f"{blocks_before}(j - 1)*N")}
        return own | ({"spent": more.at("spent", "j")} if spent else {})

    return beside


@script
def stages(p: Script) -> Step:
    """The total variation, then the stages."""
    p.have("steps at first", "K*m >= 0")
    p.have("steps in stages", "J*N*m >= 0")
    p.have("blocks in stages", "J*N >= 0")
    positive_root(p, PRICE)

    def paid(more: Script, low: str, _: str) -> dict[str, Step | str]:
        return {"Lipschitz": shared_blocks(more, low, "1", "(j - 1)"), "spent": more.at("spent at first", "j")}

    first = blocks_at_first(p, STAGE, PRICE, EVERY, paid)
    return later_stages(p, first, STAGE, EVERY, stage_beside("K + ", spent=True), q="r")
