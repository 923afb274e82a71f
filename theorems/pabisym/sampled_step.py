"""What one sampled step costs when the batch is revealed.

Statement
    Let the step sample the record with probability w, and let the laws of the outcome be P without it, V and W with it
    in the two runs, D_alpha(V || W) <= s. Then D_alpha(w V + (1 - w) P || w W + (1 - w) P) <= log(w exp((alpha - 1) s)
    + 1 - w)/(alpha - 1).
Reads as
    Nothing is assumed of P. With s = alpha (2L)^2/(2 (b sigma_2)^2) it is a closed form for the Q of the bounds for
    sampled batches, in both orders of the runs, at every order and noise: where S_alpha with the mixture second is too
    small, this is not. For small noise it is near s, for large noise near w s.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

MOMENT = "w*exp((alpha - 1)*s) + (1 - w)*exp((alpha - 1)*0)"
BOUND = "log(w*exp((alpha - 1)*s) + (1 - w)*exp((alpha - 1)*0))/(alpha - 1)"


@script
def proof(p: Script) -> Step:
    """The moment of a mixture with one choice is the mean of the moments."""
    same = p.figure("monotone", p.figure("start", p.figure("same-start", p.figure("reflexive"))), y="0", d="0")
    hit = p.figure("moment", "hit")
    miss = p.figure("moment", same)
    both = p.figure("moment-mixture", hit, miss)
    p.have("first", "exp((alpha - 1)*s) > 0")
    p.have("second", "exp((alpha - 1)*0) > 0")
    p.have("some", f"{MOMENT} > 0")
    return p.figure("from-moment", both)


STATEMENT = item("in place of Lemma 2.11", "section 2.3",
    key="altschuler2022", kind="lemma",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "w: real, w > 0 and w < 1 [chance, rest]: probability with which the record is sampled",
        "s: real, s >= 0: divergence of the outcomes with the record", "P: law: outcome without the record",
        "V: law: outcome with it in the first run", "W: law: outcome with it in the second run"),
    assumptions=("hit: renyi(alpha, 0, V, W, s)",),
    conclusion="renyi(alpha, 0, mix(w, V, P), mix(w, W, P), log(w*exp((alpha - 1)*s) + (1 - w)*exp((alpha - 1)*0))/(alpha - 1))",
    bound=BOUND, proof=proof, uses=("feldman2018/definition-4",), spots="alpha=2, w=1/2, s=0 -> 0")
