"""Diameter of the image of a gradient step.

Statement
    dia(Psi_x(W)) <= dia(W) + eta sup ||grad l(w1, x) - grad l(w2, x)|| <= 1 + 2 eta L for dia(W) = 1, hence D <= 1 + 2
    eta L.
Reads as
    The triangle inequality, for W of any diameter. (39) is the maximum over records. Not attained by linear losses,
    whose steps are translations. What being L-Lipschitz says on a flat W is as in (36).
"""

from pabisym.library.checks import at_points, replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.points import at_most, expand, square
from pabisym.proof.script import Script, script

from ..feldman2018._at_points import moved, two_points

MOVED = "norm(minus(at(gradient(f, eta), x), at(gradient(f, eta), y)))"
KINDS = {"eta": "real", "L": "real", "f": "loss", "x": "vector", "y": "vector"}
CLAIM = "bounded(compose(gradient(f, eta), projection(K)), D + 2*eta*L)"


@script
def proof(p: Script) -> Step:
    """For the difference e of two values, |e|^2 = <d, e> + eta <b, e> + eta <a, -e>, with gradients a and b at points d apart."""
    with p.spell(CLAIM) as two:
        (P, Q), (A, B) = ([f"at({f}, {x})" for x in "xy"] for f in ("projection(K)", "compose(gradient(f, eta), projection(K))"))
        a, b, d, e, back = f"slope(f, {P})", f"slope(f, {Q})", f"minus({P}, {Q})", f"minus({A}, {B})", f"minus({B}, {A})"
        inside = [two.figure("projected", "domain", x=x) for x in "xy"]
        two.have_all({"near": two.unfold("diameter", x="x", y="y"), "first": two.unfold("Lipschitz", inside[0], x=P),
                      "second": two.unfold("Lipschitz", inside[1], x=Q), "e sign": two.figure("norm-sign", x=e),
                      "a sign": two.figure("norm-sign", x=a), "turned sign": two.figure("norm-sign", x=e),
                      "along d": two.figure("cauchy-schwarz", x=d, y=e), "along b": two.figure("cauchy-schwarz", x=b, y=e),
                      "along a": two.figure("cauchy-schwarz", x=a, y=back), "rate": "eta >= 0", "long sign": "D + 2*eta*L >= 0"})
        with two.proof() as turned:
            turned.show(certified(f"norm({back})**2 <= norm({e})**2", *square(turned, e), *square(turned, back, "-1")))
        two.have("turned", turned.step)
        two.have("as far", at_most(two, f"norm({back})", f"norm({e})", "turned"))
        with two.proof() as long:
            terms = [*square(long, e, "-1"), *expand(long, d, e), *expand(long, b, e, "eta"), *expand(long, a, back, "eta")]
            long.show(certified(f"norm({e})**2 <= norm({e})*(D + 2*eta*L)", fact("along d"), fact("along b", "rate"),
                                fact("along a", "rate"), fact("as far", "a sign", "rate"), fact("first", "e sign", "rate"),
                                fact("second", "e sign", "rate"), fact("near", "e sign"), *terms))
        two.have("long", long.step)
        two.show(at_most(two, f"norm({e})", "D + 2*eta*L", "long", times="itself"))
    return two.step


def first_inequality() -> tuple[Verdict, str]:
    """For every loss, with the norm of the difference of the gradients."""
    return replayed(f"{MOVED} <= norm(minus(x, y)) + eta*norm(minus(slope(f, y), slope(f, x)))", KINDS, {"step size": "eta >= 0"}, moved)


def at_two_points() -> tuple[Verdict, str]:
    """Where both gradients have a norm of at most L."""
    known = {"step size": "eta >= 0", "first": "norm(slope(f, x)) <= L", "second": "norm(slope(f, y)) <= L"}
    return replayed(f"{MOVED} <= norm(minus(x, y)) + 2*eta*L", KINDS, known, two_points)


STATEMENT = item("Equation (38)", "appendix G",
    kind="inequality",
    letters=("L: real, L >= 0 [Lipschitz constant]: Lipschitz constant; unit loss/iterate",
        "eta: real, eta >= 0 [step size]: step size; unit iterate^2/loss; role step size",
        "D: real, D >= 0 [size]: diameter of W, 1 on the page; unit iterate; role diameter", "f: loss: loss of the record",
        "K: set: the domain W"),
    assumptions=("domain: convexset(K)", "diameter: bounded(projection(K), D)", "Lipschitz: lipschitzloss(f, L, K)"), conclusion=CLAIM,
    bound="D + 2*eta*L", proof=proof,
    clauses=(
        "proved by conclusion: the image of W has the diameter D + 2 eta L at most, for a closed W with inner points",
        "proved by the first inequality: two points are moved apart by at most eta times the difference of their gradients",
        "proved by at any two points: no further than by 2 eta L where the gradients have norms of at most L, on a flat W too"),
    printed="holds", uses=("asoodeh2020/definition-pnsgd",), steps=("asoodeh2020/eq-39",),
    spots="L=1, eta=1/10, D=1 -> 6/5",
    checks=(Check("the images of [0, 1] for L |w - 1/2| stay below", lambda: at_points("max(2*eta*L, 1 - 2*eta*L) <= 1 + 2*eta*L",
                tuple({"eta": eta, "L": 1} for eta in ("1/10", "1/3", 2)))),
        Check("the first inequality, at any two points", first_inequality), Check("at any two points", at_two_points)))
