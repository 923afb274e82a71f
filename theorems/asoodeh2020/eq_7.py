"""Hockey-stick divergence by information density.

Statement
    With i = log dmu/dnu, E_gamma(mu || nu) = mu(i > log gamma) - gamma nu(i > log gamma).
Reads as
    The best event is that on which the density ratio exceeds gamma: no event has more, and it is an event itself, so
    that no smaller number bounds E_gamma, which a check replays. What is said after (7), the f-divergence form and E_1, is
    examined at (6).
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from . import _finite_kernels as finite_kernels
from ._hockey import EXCESS, best_event


def least() -> tuple[Verdict, str]:
    """Whatever bounds E_gamma bounds what this event has."""
    kinds = {"epsilon": "real", "d": "real", "P": "law", "Q": "law"}
    return replayed(f"{EXCESS} <= d", kinds, {"close": "dp(P, Q, epsilon, d)"}, best_event)


@script
def proof(p: Script) -> Step:
    """No event is better; this one is an event."""
    with p.spell(f"dp(P, Q, epsilon, {EXCESS})") as one:
        one.have("best", one.figure("best-event", e="epsilon", O="O"))
        one.show(one.prove(f"chance(P, O) <= exp(epsilon)*chance(Q, O) + ({EXCESS})"))
    return one.step


STATEMENT = item("Equation (7)", "section II-C",
    letters=("epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level", "P: law: first law", "Q: law: second law"),
    conclusion="dp(P, Q, epsilon, chance(P, best(P, Q, epsilon)) - exp(epsilon)*chance(Q, best(P, Q, epsilon)))", proof=proof,
    clauses=(
        "proved by conclusion: no event has more than the one on which the density ratio exceeds gamma, a rule that Coq proves",
        "proved by no smaller number bounds it: that event has as much"),
    printed="holds", uses=("asoodeh2020/eq-6",),
    checks=(Check("no smaller number bounds it", least, "holds"), Check("the forms agree", finite_kernels.forms_of_the_divergence_agree),),
    spots="epsilon=1")
