"""What the statements about projected noisy SGD and its variants have in common; untrusted like every builder."""

from __future__ import annotations

from collections.abc import Callable

from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import substitute
from pabisym.proof.build import Builder, Filler, Step, step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._recipes import pnsgd_step

OTHER = "cases(k - t, cases(t - k, h, f(k)), f(k))"
STEP = "compose(gradient({f}, eta), projection(K))"
OUTPUT = "push(projection(K), {X})"
LETTERS: dict[str, Filler] = {name: name for name in ("t", "alpha", "L", "beta", "eta", "sigma", "K", "h")}


def at(formula: str, index: str, name: str = "k") -> str:
    """A formula in k at another index."""
    return to_text(substitute(parse(formula, "formula", None), {name: ((), parse(index, "index", None))}))


def within(p: Script) -> None:
    """Go on knowing that i <= n, where i <= k and k <= n are known as ends of ranges."""
    terms = [{"coefficient": "1", "facts": [label]} for label in ("i to", "k to")]
    p.have(p.fresh("within"), step("arithmetic", "i <= n", (), goal="i <= n", multiplier="1", terms=terms))


@script
def shorten(p: Script, label: str) -> Step:
    """An assumption about all steps, about the first k of them only."""
    with p.generalise("i", "1", "k") as each:
        within(each)
        each.show(each.at(label, "i"))
    return each.step


def after(b: Builder) -> Step:
    """Theorem 23 for the run that ends after k >= t steps: its output is protected by k + 1 - t noises."""
    premises = {name: shorten(b, name) for name in ("convex", "smooth", "Lipschitz", "first run", "second run", "Gaussian")}
    return b.theorem("feldman2018/theorem-23", premises, n="k")


@script
def before(p: Script) -> Step:
    """A run that ends after k < t steps never saw record t: the outputs have the same law."""

    @script
    def about(p: Script, label: str, k: str) -> Step:
        if label == "start":
            return p.known(label)
        within(p)
        return p.at(label, k)

    return unseen(p, "k", about, "0", "0", "{k} - t <= -1")


@script
def unseen(p: Script, steps: str, about: Callable[[Builder, str, str], Step], offset: str, row: str, fact: str) -> Step:
    """Outputs have the same law when record t takes no part: the steps are those of the records offset + 1..offset + steps.

    ``about(p, label, k)`` is what an assumption says of step k; the laws are V(row + offset + k); ``fact`` says which
    side of t the record {k} of a step lies on.
    """
    mine, theirs = (STEP.format(f=at(loss, f"{offset} + k")) for loss in ("f(k)", OTHER))

    first, second = (f"{law}({row} + {offset} + {{k}})" for law in "VW")
    prices = f"sum(R(alpha, zeta({offset} + l), 0), l, 1, i)"
    with p.generalise("i", "1", steps) as finite:
        finite.show(finite.figure("finite-zero", Z=f"zeta({offset} + i)"))
    p.have("finite", finite.step)
    with p.induct("i", "0", steps, f"{prices} == 0") as free:
        free.have("no price", free.figure("magnitude-zero", Z=f"zeta({offset} + i)"))
    p.have("prices", free.step)
    premises = {}
    for name in ("first run", "second run"):
        with p.generalise("i", "1", steps) as run:
            run.show(about(run, name, f"{offset} + i"))
        premises[name] = run.step
    with p.generalise("i", "1", steps) as contractive:
        k = f"{offset} + i"
        known = about(contractive, "convex", k), about(contractive, "smooth", k), contractive.known("domain")
        contractive.show(pnsgd_step(contractive, *known))
    with p.generalise("i", "1", steps) as same:
        claim = f"gap({at(mine, 'i')}, {at(theirs, 'i')}, 0)"
        same.have("side of t", fact.format(k=f"({offset} + i)"))
        same.show(same.figure("same-map", f=at(mine, "i"), conclude=claim))
    premises |= {"start": p.figure("same-start", about(p, "start", offset), P=first.format(k="0"), Q=second.format(k="0")),
                 "contractive": contractive.step, "gaps": same.step}
    iterated = p.theorem("feldman2018/theorem-22", premises, T=steps, z0="0", X=("k", first.format(k="k")), Y=("k", second.format(k="k")),
                         psi=("k", mine), phi=("k", theirs), zeta=("k", f"zeta({offset} + k)"), s=("k", "0"), a=("k", "0"))
    ends = {"P": first.format(k=steps), "Q": second.format(k=steps)}
    p.have("total", p.at("prices", steps))
    return p.figure("post-processing", p.figure("monotone", iterated, y="0", b=at(prices, steps, "i"), d="0", **ends), f="projection(K)")


@script
def contractive_steps(p: Script) -> Step:
    """Theorem 23 for any contractions of which those of step t differ by at most 2 eta L: a single gap, before noise of one variance."""
    variance = "eta**2*sigma**2"
    p.have_all({"variance": f"{variance} > 0", "rest": "n + 1 - t > 0"})
    p.have("room", certified(f"{variance}*n - {variance}*(t - 1) > 0", fact("variance", "rest")))
    premises = {"noise": p.generalise("k", "1", "n", f"{variance}*(k - 1) < {variance}*k"), "start": p.figure("same-start", "start"),
                "products": p.generalise("k", "1", "n", "1 == 1*1"), "product": p.generalise("k", "0", "n", "1 > 0"),
                **{label: p.known(label) for label in ("first run", "second run", "Lipschitz", "gaps", "Gaussian")}}
    told = p.theorem("pabisym/single-gap", premises, T="n", g="2*eta*L", X=("k", "V(k)"), Y=("k", "W(k)"), c=("k", "1"), P=("k", "1"),
                     N=("k", f"{variance}*k"), conclude="renyi(alpha, 0, V(n), W(n), 2*alpha*L**2/(sigma**2*(n + 1 - t)))")
    return p.figure("post-processing", told, f="q")


@script
def worst_run(p: Script) -> Step:
    """Theorem 24 from its runs: a mixture of pairs is no easier to tell apart than the worst of them, by its moment."""
    level = "exp((alpha - 1)*b)"
    together = f"moment(alpha, M(j), N(j), {level})"
    first = p.figure("moment-same-law", p.figure("moment", p.at("runs", "0")), "first mixture", "other first mixture")
    with p.induct("j", "0", "m", together, first) as more:
        more.have("share of the run", certified("1/(j + 1) <= 1", fact("j from"), {"coefficient": "1"}, multiplier="j + 1"))
        both = more.figure("moment-mixture", more.figure("moment", more.at("runs", "j")), more.hypothesis, w="1/(j + 1)")
        more.show(more.figure("moment-same-law", both, more.at("mixture", "j"), more.at("other mixture", "j"), conclude=together))
    p.have("mixtures", more.step)
    p.have("logarithm", p.figure("log-exp", x="(alpha - 1)*b"))
    return p.figure("monotone", p.figure("from-moment", p.at("mixtures", "m")), y="0", d="b")
