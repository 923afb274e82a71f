"""Absorbing a move into the noise.

Statement
    If W_infinity(mu, mu') <= a then D_alpha(mu * zeta || nu * zeta) <= D_alpha(mu' || nu) + R_alpha(zeta, a): with
    U ~ mu, U + W ~ mu', ||W|| <= a, the joint law of (U + W, Y - W) factors, and the inner integral is at most its
    supremum, exp((alpha - 1) R_alpha(zeta, a)).
Reads as
    Instead of moving the point by at most a, move the noise.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    a : real, a >= 0 : how far the laws are apart : iterate
    b : real : bound on the divergence of the moved law : 1
    P : law : first law
    V : law : moved law
    Q : law : second law
    Z : noise : the noise
Assumptions
    order : alpha > 1
    size : a >= 0
    near : W_infinity(mu, mu') <= a
    moved : D_alpha(mu' || nu) <= b
Reference
    feldman2018, proof of Lemma 20, section 3.1
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """The rule ``absorb``, which is this statement."""
    return b.figure("absorb", "near", "moved")


STATEMENT = Statement(
    id="feldman2018/eq-20-factor", title="Absorbing a move into the noise", kind="inequality", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "proof of Lemma 20", "section 3.1"), printed=Printed("undecided"),
    cited_because="the chain rule of densities and the essential supremum are integrals over abstract spaces, outside the kernel",
    conclusion="renyi(alpha, 0, convolve(P, Z), convolve(Q, Z), b + R(alpha, Z, a))",
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("a", "real, a >= 0", "how far the laws are apart",
             "iterate"),
             Symbol("b", "real", "bound on the divergence of the moved law")),
    structures=(Structure("P", "law", "first law", r"\mu"), Structure("V", "law", "moved law", r"\mu'"), Structure("Q", "law",
                "second law", r"\nu"),
                Structure("Z", "noise", "the noise", r"\zeta")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("size", "a >= 0"), Assumption("near", "winf(P, V, a)"),
                 Assumption("moved", "renyi(alpha, 0, V, Q, b)")),
    uses=("feldman2018/definition-10", "feldman2018/lemma-7", "feldman2018/proposition-5"), spots=(Spot({"alpha": 2, "a": 1, "b": 0}),),
)
