"""Equivalent forms of a bound on W_infinity.

Statement
    Equivalent: (1) W_infinity(mu, nu) <= s; (2) there are U ~ mu, V ~ nu with Pr[||U - V|| <= s] = 1; (3) there are
    U ~ mu, W with U + W ~ nu and Pr[||W|| <= s] = 1.
Reads as
    The infimum over couplings is attained. What the proofs use of it is the push of a coupling through maps:
    if W_infinity(mu, nu) <= z, f is c-Lipschitz and sup ||f - g|| <= s, then W_infinity(f(mu), g(nu)) <= c*z + s.
Letters
    z : real, z >= 0 : distance of the laws : iterate
    c : real, c >= 0 : Lipschitz constant of f : 1
    s : real, s >= 0 : gap of f and g : iterate
    P : law : first law
    Q : law : second law
    f : map : map of the first law
    g : map : map of the second law
Assumptions
    distance : z >= 0
    factor : c >= 0
    gap size : s >= 0
    near : W_infinity(mu, nu) <= z
    Lipschitz : f is c-Lipschitz
    gap : sup_x ||f(x) - g(x)|| <= s
Reference
    feldman2018, Lemma 7, section 2.2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """The rule ``winf-push``, which is this statement."""
    return b.figure("winf-push", "near", "Lipschitz", "gap")


STATEMENT = Statement(
    id="feldman2018/lemma-7", title="Equivalent forms of a bound on W_infinity", kind="lemma", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Lemma 7", "section 2.2"), printed=Printed("undecided"),
        conclusion="winf(push(f, P), push(g, Q), c*z + s)",
    cited_because="that an optimal coupling exists is a compactness argument, outside the kernel",
    symbols=(Symbol("z", "real, z >= 0", "distance of the laws", "iterate"), Symbol("c", "real, c >= 0", "Lipschitz constant of f"),
             Symbol("s", "real, s >= 0", "gap of f and g", "iterate")),
    structures=(Structure("P", "law", "first law", r"\mu"), Structure("Q", "law", "second law", r"\nu"),
                Structure("f", "map", "map of the first law"), Structure("g", "map", "map of the second law")),
    assumptions=(Assumption("distance", "z >= 0"), Assumption("factor", "c >= 0"), Assumption("gap size", "s >= 0"),
                 Assumption("near", "winf(P, Q, z)"), Assumption("Lipschitz", "lipschitz(f, c)"), Assumption("gap", "gap(f, g, s)")),
    uses=("feldman2018/definition-6",), spots=(Spot({"z": 1, "c": 1, "s": 0}),),
)
