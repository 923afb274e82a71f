"""Reduction of the lower bound to approximate privacy.

Statement
    0.005 + log(100)/99 < 0.1, so that a mechanism that is (100, 0.005)-RDP is (0.1, 0.01)-DP; with eps in place of
    0.005 it is (eps + 0.095, 0.01)-DP.
Reads as
    Lemma 2.5, which is Lemma 14 of Feldman et al., at delta = 0.01; log(100) <= 9, as (1 + 9/8)^8 > 100. With the
    constants of footnote 9 the level of (4.1) is at least 0.005625, for T >= Tbar. 'So it suffices to show that it is
    not (100, 0.005)-RDP' has the wrong direction: a larger level is harder to refute. It suffices where the level is at
    most 0.005.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, PrintedNumber, Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._lower import small_logarithm

CLAIM = "dp(P, Q, eps + 19/200, 1/100)"


@script
def proof(p: Script) -> Step:
    """Lemma 14 at the order 100 and delta = 1/100, with log(100) <= 9."""
    small_logarithm(p)
    p.have("told", p.theorem("feldman2018/lemma-14", {"divergence": p.known("divergence")}, alpha="100", epsilon="eps", delta="1/100",
                             conclude="dp(P, Q, eps + log(100)/99, 1/100)"))
    return p.figure("dp-widen", "told", u="eps + 19/200", v="1/100")


def level() -> tuple[Verdict, str]:
    """The level of (4.1) at the largest noise, hence at every one."""
    kinds = dict.fromkeys(("L", "D", "n", "eta", "s"), "real")
    known = {name: f"{name} > 0" for name in kinds} | {"noise": "s*(eta**2*(3*D*n/(4*L*eta))) <= D**2/1000"}
    goal = "1/10**7*100*L**2*(3*D*n/(4*L*eta)) >= 9/1600*(n**2*s)"
    return replayed(goal, kinds, known, certified(goal, fact("noise", "n", "L", times="3/400"), multiplier="D*eta"))


STATEMENT = item("reduction in appendix A.4", "appendix A.4",
    kind="inequality",
    letters=("eps: real: level of Rényi privacy at the order 100", r"P: law: output for the data; latex \mu",
        r"Q: law: output for neighbouring data; latex \nu"), assumptions="divergence: renyi(100, 0, P, Q, eps)",
    conclusion=CLAIM, proof=proof,
    clauses=(
        "proved by conclusion: a mechanism that is (100, 0.005)-RDP is (0.1, 0.01)-DP",
        "instance by numbers: 0.005 + log(100)/99 < 0.1",
        "refuted by the level of (4.1): it is enough to refute (100, 0.005)-RDP"),
    printed=Printed("corrected", error="proof step",
        difference="'it suffices' holds for levels up to 0.005 only; the level of (4.1) is above that"),
    uses=("altschuler2022/footnote-9", "feldman2018/lemma-14"),
    numbers=(
        PrintedNumber("0.005 + log(100)/99", "0.005 + log(100)/99", "0.1", relation="<", accuracy="holds"),
        PrintedNumber("the level of (4.1) at the largest noise", "1/10**7*100*(3/4)**2/(1/1000)", "0.005", relation=">", accuracy="holds")),
    checks=(Check("the level of (4.1) is at least 9/1600", level, "corrected"),), spots="eps=1/200")
