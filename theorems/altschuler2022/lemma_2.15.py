"""Shift reduction for Gaussian noise.

Statement
    D_alpha^(z)(mu * N(0, v I) || nu * N(0, v I)) <= D_alpha^(z+a)(mu || nu) + alpha a^2/(2 v) for a, z >= 0, v =
    sigma^2.
Reads as
    Noise of variance v pays for a of the shift.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    z : real, z >= 0 : shift that is kept : iterate
    a : real, a >= 0 : shift that is paid for : iterate
    v : real, v > 0 : variance of the noise : iterate^2
    b : real : the bound before the noise : 1
    P : law : first law
    Q : law : second law
    Z : noise : the noise
Assumptions
    order : alpha > 1
    kept : z >= 0
    paid : a >= 0
    variance : v > 0
    Gaussian : Z = N(0, v I)
    before : D_alpha^(z+a)(mu || nu) <= b
Reference
    altschuler2022, Lemma 2.15, section 2.4
"""

from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

BOUND = "b + alpha*a**2/(2*v)"


@script
def proof(p: Script) -> Step:
    """Shift reduction, and the magnitude of Gaussian noise."""
    reduced = p.figure("shift-reduction", "before")
    p.have("magnitude", p.figure("gaussian-magnitude", "Gaussian"))
    return p.figure("monotone", reduced, y="z", d=BOUND)


STATEMENT = Statement(
    id="altschuler2022/lemma-2.15", title="Shift reduction for Gaussian noise",
    kind="lemma", text=__doc__, reference=Reference("altschuler2022", "Lemma 2.15", "section 2.4"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("z", "real, z >= 0", "shift that is kept", "iterate"),
             Symbol("a", "real, a >= 0", "shift that is paid for", "iterate"),
             Symbol("v", "real, v > 0", "variance of the noise", "iterate^2", r"\sigma^2"),
             Symbol("b", "real", "the bound before the noise"),),
    structures=(Structure("P", "law", "first law", r"\mu"),
                Structure("Q", "law", "second law", r"\nu"),
                Structure("Z", "noise", "the noise"),),
    assumptions=(Assumption("order", "alpha > 1"),
                 Assumption("kept", "z >= 0"),
                 Assumption("paid", "a >= 0"),
                 Assumption("variance", "v > 0"),
                 Assumption("Gaussian", "gaussian(Z, v)", "Z = N(0, v I)"),
                 Assumption("before", "renyi(alpha, z + a, P, Q, b)", "D_alpha^(z+a)(mu || nu) <= b"),),
    conclusion=f"renyi(alpha, z, convolve(P, Z), convolve(Q, Z), {BOUND})", bound=BOUND, proof=proof, printed=Printed("holds"),
    tightness="exact",
    uses=("feldman2018/lemma-20", "feldman2018/eq-gaussian-renyi", "altschuler2022/definition-2.14"),
    worst_case=LinearPair("1", "1", "0", "v", "a", inside="points at distance a, for z = b = 0",
                          bound="alpha*a**2/(2*v)"),
    spots=(Spot({"alpha": 2, "z": 1, "a": "1/2", "v": 1, "b": 0}, "1/4"), Spot({"alpha": 3, "z": 0, "a": 2, "v": 4, "b": 0}, "3/2")),
)
