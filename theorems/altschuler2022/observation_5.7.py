"""Diameter of the auxiliary sequence.

Statement
    For any tau, ||V_tau - V'_tau|| <= D + 2 eta L/b.
Reads as
    V_tau is one step from a point of the domain, in which the runs are at most D apart; the mean gradients of the two
    runs differ by at most 2L/b. Starting from the projections instead of V_tau gives D alone: the bounds (5.6) and
    (B.1) hold with D for their D~. The page's coupling has the same noise in both steps, as the one that shows this. A
    flat domain is the same statement inside its affine hull, where its gradients are.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.script import Script, script


def proof(b: Builder) -> Step:
    """Push the coupling of the projected iterates through the two steps."""
    moved = b.figure("winf-push", "domain", "contraction", "gap")
    noisy = b.figure("winf-convolve", moved)
    return b.figure("winf-widen", noisy, y="D + 2*eta*L/b")


def at_the_start() -> tuple[Verdict, str]:
    """Both runs start at one point."""
    kinds = {"X": "law", "Y": "law", "b": "integer", "D": "real", "L": "real", "eta": "real"}
    known = {"b": "b >= 1", "L": "L > 0", "D": "D > 0", "eta": "eta > 0", "start": "equal(X, Y)"}
    far = "D + 2*eta*L/b"

    @script
    def build(p: Script) -> Step:
        return p.figure("winf-widen", p.figure("same-start", "start"), y=far)

    return replayed(f"winf(X, Y, {far})", kinds, known, build)


STATEMENT = item("Observation 5.7", "section 5.2",
    letters=("b: integer, b >= 1 [batch]: size of a batch; role batch",
        "D: real, D > 0 [diameter]: diameter of the domain; unit iterate; role diameter",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "P: law: law of W_{tau-1}, the projected iterate of the first run", "V: law: law of W'_{tau-1}, that of the second run",
        "f: map: mean gradient step of the first run", "g: map: mean gradient step of the second run", "Z: noise: noise of the step"),
    assumptions=("b, L, D, eta", "domain: winf(P, V, D): both iterates lie in the domain", "contraction: lipschitz(f, 1): lemma 2.1",
        "gap: gap(f, g, 2*eta*L/b): one record in b differs, and its gradients by at most 2L"),
    conclusion="winf(convolve(push(f, P), Z), convolve(push(g, V), Z), D + 2*eta*L/b)", proof=proof,
    clauses=(
        "proved by conclusion: for tau >= 1, from the Lipschitz constant of the step and from its gap",
        "proved by at tau = 0: at tau = 0, where the claim is trivial",
        "proved by altschuler2022/lemma-2.1: a gradient step of a record is a contraction, on a domain with inner points",
        "cited by pabisym/batch-lipschitz: so is the step of a batch, their mean",
        "cited by pabisym/batch-gap: steps of batches that differ in one record are at most 2 eta L/b apart"),
    printed="holds", checks=(Check("at tau = 0, from equal starts", at_the_start),),
    uses=("feldman2018/lemma-7",), spots="b=2, D=1, L=1, eta=1")
