"""What the statements about projected noisy SGD and its variants have in common; untrusted like every builder."""

from __future__ import annotations

from collections.abc import Callable

from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import substitute
from pabisym.proof.build import Builder, Filler, Step, step

from ._recipes import pnsgd_step

OTHER = "cases(k - t, cases(t - k, h, f(k)), f(k))"
STEP = "compose(gradient({f}, eta), projection(K))"
RUN = "forall(k, 1, n, equal({X}(k), convolve(push(compose(gradient({f}, eta), projection(K)), {X}(k - 1)), zeta(k))))"
OUTPUT = "push(projection(K), {X})"
RUNS = (
    "start: equal(V(0), W(0))", f"first run: {RUN.format(X='V', f='f(k)')}", f"second run: {RUN.format(X='W', f=OTHER)}",
    "Gaussian: forall(k, 1, n, gaussian(zeta(k), eta**2*sigma**2))",
)
"""The runs of Theorem 23."""
LETTERS: dict[str, Filler] = {name: name for name in ("t", "alpha", "L", "beta", "eta", "sigma", "K", "h")}


def at(formula: str, index: str, name: str = "k") -> str:
    """A formula in k at another index."""
    return to_text(substitute(parse(formula, "formula", None), {name: ((), parse(index, "index", None))}))


def within(b: Builder, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that i <= n, where i <= k and k <= n are known as ends of ranges."""
    terms = [{"coefficient": "1", "facts": [label]} for label in ("i to", "k to")]
    return b.have(b.fresh("within"), step("arithmetic", "i <= n", (), goal="i <= n", multiplier="1", terms=terms), rest)


def shortened(b: Builder, label: str) -> Step:
    """An assumption about all steps, about the first k of them only."""
    return b.generalise("i", "1", "k", lambda b: within(b, lambda b: b.at(label, "i")))


def after(b: Builder) -> Step:
    """Theorem 23 for the run that ends after k >= t steps: its output is protected by k + 1 - t noises."""
    premises = {name: shortened(b, name) for name in ("convex", "smooth", "Lipschitz", "first run", "second run", "Gaussian")}
    sequences = {name: ("k", f"{name}(k)") for name in ("V", "W", "f", "zeta")}
    return b.theorem("feldman2018/theorem-23", premises, n="k", **LETTERS, **sequences)


def before(b: Builder) -> Step:
    """A run that ends after k < t steps never saw record t: the outputs have the same law."""

    def about(label: str, b: Builder, k: str) -> Step:
        return b.known(label) if label == "start" else within(b, lambda b: b.at(label, k))

    return unseen(b, "k", about, "0", "0", lambda b, k: b.prove(f"{k} - t <= -1"))


def unseen(b: Builder, steps: str, about: Callable[[str, Builder, str], Step], offset: str, row: str,
           fact: Callable[[Builder, str], Step]) -> Step:
    """Outputs have the same law when record t takes no part: the steps are those of the records offset + 1..offset + steps.

    ``about(label, b, k)`` is what an assumption says of step k; the laws are V(row + offset + k); ``fact`` proves which
    side of t the record of a step lies on.
    """
    mine, theirs = (STEP.format(f=at(loss, f"{offset} + k")) for loss in ("f(k)", OTHER))

    def same(b: Builder) -> Step:
        claim = f"gap({at(mine, 'i')}, {at(theirs, 'i')}, 0)"
        return b.have("side of t", fact(b, f"({offset} + i)"), lambda b: b.figure("same-map", f=at(mine, "i"), conclude=claim))

    def free(b: Builder, before_: str) -> Step:
        nothing = b.figure("magnitude-zero", alpha="alpha", Z=f"zeta({offset} + i)")
        return b.have("no price", nothing, lambda b: b.prove(f"{prices} == 0"))

    def contractive(b: Builder) -> Step:
        k = f"{offset} + i"
        return pnsgd_step(b, at("f(k)", k), (about("convex", b, k), about("smooth", b, k), b.known("domain")))

    def finish(b: Builder) -> Step:
        premises = {name: b.generalise("i", "1", steps, lambda b, name=name: about(name, b, f"{offset} + i"))  # type: ignore[misc]
                    for name in ("first run", "second run")}
        premises |= {"start": b.figure("same-start", about("start", b, offset), P=first.format(k="0"), Q=second.format(k="0")),
                     "contractive": b.generalise("i", "1", steps, contractive), "gaps": b.generalise("i", "1", steps, same)}
        iterated = b.theorem(
            "feldman2018/theorem-22", premises, T=steps, alpha="alpha", z0="0", X=("k", first.format(k="k")),
            Y=("k", second.format(k="k")), psi=("k", mine), phi=("k", theirs), zeta=("k", f"zeta({offset} + k)"), s=("k", "0"), a=("k",
                "0"))
        ends = {"P": first.format(k=steps), "Q": second.format(k=steps)}
        return b.have("total", b.at("prices", steps), lambda b: b.figure("post-processing", b.figure(
            "monotone", iterated, alpha="alpha", z=f"0 + sum(0, i, 1, {steps}) - sum(0, i, 1, {steps})", y="0",
            b=at(prices, steps, "i"), d="0", **ends), alpha="alpha", b="0", f="projection(K)", **ends))

    first, second = (f"{law}({row} + {offset} + {{k}})" for law in "VW")
    prices = f"sum(R(alpha, zeta({offset} + l), 0), l, 1, i)"
    return b.have("prices", b.induction("i", "0", steps, f"{prices} == 0", rest=free), finish)
