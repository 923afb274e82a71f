"""Diameter of the auxiliary sequence.

Statement
    For any tau, ||V_tau - V'_tau|| <= D + 2 eta L/b.
Reads as
    V_tau is one step from a point of the domain, in which the runs are at most D apart; the mean gradients of the two
    runs
    differ by at most 2L/b. Starting from the projections instead of V_tau gives D alone: the bounds (5.6) and (B.1)
    hold
    with D for their D~.
Letters
    b : integer, b >= 1 : size of a batch : 1
    D : real, D > 0 : diameter of the domain : iterate
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    P : law : law of W_{tau-1}, the projected iterate of the first run
    V : law : law of W'_{tau-1}, that of the second run
    f : map : mean gradient step of the first run
    g : map : mean gradient step of the second run
    Z : noise : noise of the step
Assumptions
    batch : b >= 1
    Lipschitz constant : L > 0
    diameter : D > 0
    step size : eta > 0
    domain : both iterates lie in the domain
    contraction : lemma 2.1
    gap : one record in b differs, and its gradients by at most 2L
Reference
    altschuler2022, Observation 5.7, section 5.2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure
from pabisym.proof.build import Builder, Step

from ._convergent import given, letters

FIRST, SECOND = "convolve(push(f, P), Z)", "convolve(push(g, V), Z)"


def proof(b: Builder) -> Step:
    """Push the coupling of the projected iterates through the two steps."""
    moved = b.figure("winf-push", "domain", "contraction", "gap")
    noisy = b.figure("winf-convolve", moved)
    return b.figure("winf-widen", noisy, y="D + 2*eta*L/b")


STATEMENT = Statement(
    id="altschuler2022/observation-5.7", title="Diameter of the auxiliary sequence", kind="observation", text=__doc__, proof=proof,
    reference=Reference("altschuler2022", "Observation 5.7", "section 5.2"), conclusion=f"winf({FIRST}, {SECOND}, D + 2*eta*L/b)",
    symbols=letters("b D L eta"),
    structures=(Structure("P", "law", "law of W_{tau-1}, the projected iterate of the first run"),
                Structure("V", "law", "law of W'_{tau-1}, that of the second run"),
                Structure("f", "map", "mean gradient step of the first run"), Structure("g", "map", "mean gradient step of the second run"),
                Structure("Z", "noise", "noise of the step")),
    assumptions=(*given("batch, Lipschitz constant, diameter, step size"),
                 Assumption("domain", "winf(P, V, D)", "both iterates lie in the domain"),
                 Assumption("contraction", "lipschitz(f, 1)", "lemma 2.1"),
                 Assumption("gap", "gap(f, g, 2*eta*L/b)", "one record in b differs, and its gradients by at most 2L")),
    uses=("feldman2018/lemma-7",), printed=Printed("holds"), spots=(Spot({"b": 2, "D": 1, "L": 1, "eta": 1}),),
)
