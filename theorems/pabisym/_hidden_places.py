"""The proof about hidden places: pairs of runs that are mixed alike, one arrangement after the other."""

from __future__ import annotations

from pabisym.proof.build import Step
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
