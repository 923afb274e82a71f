"""The proofs about hidden places and hidden subsets: pairs of runs that are mixed alike, or with other chances, one after the other."""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script


@script
def swap(p: Script) -> Step:
    """By induction over the arrangements: which of two pairs was drawn tells nothing."""
    first = p.figure("gdp-same-law", p.at("told", "1"), p.known("first"), p.known("first of the second"))
    with p.induct("k", "1", "n", "gdp(0, M(k), N(k), m)", first) as more:
        more.have("weight", more.at("weights", "k"))
        more.have("weight below", more.at("at most one", "k"))
        both = more.theorem("pabisym/gdp-mixture", {"first": more.at("told", "k"), "second": more.known(more.hypothesis)},
                            w="w(k)", P="P(k)", Q="Q(k)", V="M(k - 1)", W="N(k - 1)")
        more.show(more.figure("gdp-same-law", both, more.at("mixed", "k"), more.at("mixed of the second", "k")))
    return p.at(more.step, "n")


MIXED = (("M", "P", "p({k})", "first", "mixed"), ("N", "Q", "r({k})*p({k})", "first of the other", "others mixed"))
TOLD = ("sum(p(j), j, 1, {k})*chance(M({k}), O) <= exp(epsilon)*sum(r(j)*p(j), j, 1, {k})*chance(N({k}), O) "
        "+ sum(p(j)*theta(exp(e(j)), sqrt(m(j))), j, 1, {k})")


@script
def subsets(p: Script) -> Step:
    """For every event, by induction over the pairs: the chances of the pairs so far add up to the two sides."""
    for label, (*_, weight, _, _) in zip(("some", "some of the other"), MIXED, strict=True):
        with p.induct("k", "1", "n", f"sum({weight.format(k='j')}, j, 1, k) > 0", _positive(p, weight.format(k="1"))) as more:
            _here(more, "k")
        p.have(label, more.step)
    with p.spell("dp(M(n), N(n), epsilon, d)") as event:
        with event.induct("k", "1", "n", TOLD.format(k="k"), _first) as pairs:
            _pair(pairs, "k")
            for label, (mixed, own, weight, _, general) in zip(("some", "some of the other"), MIXED, strict=True):
                share, whole = weight.format(k="k"), f"sum({weight.format(k='j')}, j, 1, k)"
                pairs.have(f"{label} here", pairs.at(label, "k"))
                pairs.have(f"{label} before", pairs.at(label, "k - 1"))
                pairs.have(f"{label} share", certified(f"{share}/{whole} <= 1", fact(f"{label} before"), multiplier=whole))
                pairs.have(f"{label} mixed", pairs.unfold(pairs.at(general, "k"), O="O"))
                pairs.have(f"{label} of both", pairs.figure("chance-mix", w=f"{share}/{whole}", P=f"{own}(k)", Q=f"{mixed}(k - 1)", O="O"))
                pairs.have(f"{label} together", certified(
                    f"{whole}*chance({mixed}(k), O) == {share}*chance({own}(k), O) + ({whole} - {share})*chance({mixed}(k - 1), O)",
                    fact(f"{label} mixed", factor=whole), fact(f"{label} of both", factor=whole)))
            pairs.show(certified(TOLD.format(k="k"), fact(pairs.hypothesis), fact("pair told", "chance here"),
                                 fact("level here", factor="-p(k)*chance(Q(k), O)"),
                                 fact("some together", factor="-1"),
                                 fact("some of the other together", factor="exp(epsilon)")))
        event.have("all told", event.at(pairs.step, "n"))
        event.show(certified("chance(M(n), O) <= exp(epsilon)*chance(N(n), O) + d", fact("all told"), fact("whole"),
                             fact("all pairs", factor="chance(M(n), O)"), fact("mean ratio", factor="-exp(epsilon)*chance(N(n), O)")))
    return event.step


def _here(p: Script, k: str) -> None:
    p.have("chance here", p.at("chances", k))
    p.have("ratio here", p.at("ratios", k))


@script
def _positive(p: Script, weight: str) -> Step:
    _here(p, "1")
    return p.prove(f"{weight} > 0")


def _pair(p: Script, k: str) -> None:
    """What an event tells of the runs of one pair."""
    _here(p, k)
    for label, general in (("level sign", "levels"), ("norm here", "norms"), ("level here", "ratio and level")):
        p.have(label, p.at(general, k))
    p.have("pair told", p.unfold(p.figure("gdp-to-dp", p.at("told", k), e=f"e({k})"), O="O"))


@script
def _first(p: Script) -> Step:
    _pair(p, "1")
    p.have("first alone", p.unfold(p.known("first"), O="O"))
    p.have("other first alone", p.unfold(p.known("first of the other"), O="O"))
    return certified(TOLD.format(k="1"), fact("pair told", "chance here"), fact("level here", factor="-p(1)*chance(Q(1), O)"),
                     fact("first alone", factor="-p(1)"), fact("other first alone", factor="exp(epsilon)*r(1)*p(1)"))
