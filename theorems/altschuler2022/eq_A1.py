"""Coupling of the images of two laws near each other.

Statement
    If W_infinity(nu, mu) <= z, phi is 1-Lipschitz and phi, phi' differ by at most s, then W_infinity(phi(mu),
    phi'(nu)) <= s + z.
Reads as
    The triangle inequality: phi(mu) is within z of phi(nu), which is within s of phi'(nu).
Letters
    z : real, z >= 0 : distance of the laws : iterate
    s : real, s >= 0 : gap of the maps : iterate
    P : law : the law mu
    V : law : the law nu near it
    f : map : the first map
    g : map : the second map
Assumptions
    near : W_infinity(mu, nu) <= z
    contraction : phi is 1-Lipschitz
    gap : sup_x ||phi(x) - phi'(x)|| <= s
Reference
    altschuler2022, (A.1), appendix A.3
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """Push the coupling."""
    near = b.figure("winf-push", "near", "contraction", "gap")
    return b.figure("winf-widen", near, y="s + z")


STATEMENT = Statement(
    id="altschuler2022/eq-A1", title="Coupling of the images of two laws near each other", kind="inequality", text=__doc__, proof=proof,
    reference=Reference("altschuler2022", "(A.1)", "appendix A.3"), conclusion="winf(push(f, P), push(g, V), s + z)",
    symbols=(Symbol("z", "real, z >= 0", "distance of the laws", "iterate"), Symbol("s", "real, s >= 0", "gap of the maps", "iterate")),
    structures=(Structure("P", "law", "the law mu", r"\mu"), Structure("V", "law", "the law nu near it", r"\nu"),
                Structure("f", "map", "the first map", r"\phi"), Structure("g", "map", "the second map", r"\phi'")),
    assumptions=(Assumption("near", "winf(P, V, z)", "W_infinity(mu, nu) <= z"),
                 Assumption("contraction", "lipschitz(f, 1)", "phi is 1-Lipschitz"),
                 Assumption("gap", "gap(f, g, s)", "sup_x ||phi(x) - phi'(x)|| <= s")),
    uses=("feldman2018/lemma-7",), printed=Printed("holds"), spots=(Spot({"z": 1, "s": 1}),),
)
