"""Shift reduction: noise pays for shift.

Statement
    For a, z >= 0: D_alpha^(z)(mu * zeta || nu * zeta) <= D_alpha^(z+a)(mu || nu) + R_alpha(zeta, a).
Reads as
    Adding the noise zeta to both laws lets us give up a of the shift, at the price of what the noise charges for
    hiding a move by a.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    z : real, z >= 0 : shift that is kept : iterate
    a : real, a >= 0 : shift that is paid for : iterate
    b : real : the bound before the noise : 1
    P : law : first law
    Q : law : second law
    Z : noise : the noise
Assumptions
    order : alpha > 1
    kept : z >= 0
    paid : a >= 0
    before : D_alpha^(z+a)(mu || nu) <= b
Reference
    feldman2018, Lemma 20, section 3.1
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """Take V within z + a of mu, stop half-way at a law within z of mu and a of V, and absorb a into the noise."""
    p.open(p.known("before"), "V", "x")
    near = p.figure("between-near", "V near")
    far = p.figure("between-far", "V near")
    absorbed = p.figure("absorb", far, "V bound")
    moved = p.figure("winf-convolve", near)
    return p.figure("witness-in", moved, absorbed)


STATEMENT = Statement(
    id="feldman2018/lemma-20", title="Shift reduction", kind="lemma", text=__doc__, proof=proof, printed=Printed("holds"),
    reference=Reference("feldman2018", "Lemma 20", "section 3.1"),
    conclusion="renyi(alpha, z, convolve(P, Z), convolve(Q, Z), b + R(alpha, Z, a))",
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("z", "real, z >= 0", "shift that is kept",
             "iterate"),
             Symbol("a", "real, a >= 0", "shift that is paid for", "iterate"), Symbol("b", "real", "the bound before the noise")),
    structures=(Structure("P", "law", "first law", r"\mu"), Structure("Q", "law", "second law", r"\nu"), Structure("Z", "noise",
                "the noise", r"\zeta")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("kept", "z >= 0"), Assumption("paid", "a >= 0"),
                 Assumption("before", "renyi(alpha, z + a, P, Q, b)")),
    uses=("feldman2018/definition-8", "feldman2018/definition-10", "feldman2018/lemma-7", "feldman2018/proposition-5",
          "feldman2018/eq-hz", "feldman2018/eq-20-factor"),
    spots=(Spot({"alpha": 2, "z": 1, "a": "1/2", "b": 0}),),
)
