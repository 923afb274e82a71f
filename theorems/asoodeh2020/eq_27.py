"""The same after a kernel.

Statement
    E_gamma(mu K || nu K) = ||phi K||/2 + (1 - gamma)/2.
Reads as
    (26) for the output laws, as (mu - gamma nu) K = mu K - gamma nu K. The positive part of this measure is what it has
    on the best event, by (7); written here that no event has more, and the best one is an event.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from . import _finite_kernels as finite_kernels

OUTPUTS = "through(K, P)", "through(K, Q)"
BOUND = "norm_phi/2 + (1 - exp(epsilon))/2"


@script
def proof(p: Script) -> Step:
    """(7) for the output laws, and (26) for the masses of the two parts."""
    told = p.theorem("asoodeh2020/eq-7", {}, P=OUTPUTS[0], Q=OUTPUTS[1])
    p.have("half", p.theorem("asoodeh2020/eq-26", {}, gamma="exp(epsilon)"))
    return p.figure("dp-widen", told, u="epsilon", v=BOUND)


STATEMENT = item("Equation (27)", "appendix A",
    letters=("epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level", "p: real: mass of the positive part of phi K",
        "m: real: mass of the negative part of phi K", "norm_phi: real: norm of phi K = mu K - gamma nu K", "P: law: first law",
        "Q: law: second law", r"K: mechanism: the Markov kernel; latex \mathsf{K}"),
    assumptions=(
        "positive: p == chance(through(K, P), best(through(K, P), through(K, Q), epsilon)) - exp(epsilon)*chance(through(K, Q), "
            "best(through(K, P), through(K, Q), epsilon)): what phi K has on the best event",
        "total: p - m == 1 - exp(epsilon): mu K and nu K have mass 1", "size: norm_phi == p + m: the norm is the sum of both masses"),
    conclusion="dp(through(K, P), through(K, Q), epsilon, norm_phi/2 + (1 - exp(epsilon))/2)", proof=proof,
    clauses=(
        "cited by conclusion: no event has more than ||phi K||/2 + (1 - gamma)/2, from how the masses add up",
        "cited by asoodeh2020/eq-7: the best event has as much",
        "open by the forms agree: the masses of the parts add up to the norm"),
    printed="holds in part", uses=("asoodeh2020/eq-26", "asoodeh2020/eq-7"),
    checks=(Check("the forms agree", finite_kernels.forms_of_the_divergence_agree),), spots="epsilon=0, p=1/2, m=1/2, norm_phi=1",
    results=("total", "size"))
