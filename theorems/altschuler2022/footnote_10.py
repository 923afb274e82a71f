"""Where the factor 2 comes from.

Statement
    The footnote says that the gap of a step is eta L for removed records, instead of 2 eta L for replaced ones (over
    the divisor of the mean). With one divisor for both data sets that is so. Where every run divides by its own number
    of records, it is not: n - 1 losses of slope L and one of slope -L have mean slopes L and (n - 2) L/n, which differ
    by 2 L/n.
Reads as
    Removing a record from a mean moves it as far as replacing the record does. Full batches, b = n, are such means.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.points import at_most, expand, square
from pabisym.proof.script import Script, script

CLAIM = "eta*(L - ((n - 1)*L - L)/n) == 2*eta*L/n"


def proof(b: Builder) -> Step:
    """Both means."""
    return b.prove(CLAIM)


LOSSES = {"domain": "convexset(K)", "L": "L >= 0", "step size": "eta >= 0", "Lipschitz": "lipschitzloss(f, L, K)"}
GAP = "gapon(gradient(f, eta), gradient(h, eta), K, eta*L)"
KINDS = {"L": "real", "eta": "real", "f": "loss", "h": "loss", "K": "set"}


def replacement() -> tuple[Verdict, str]:
    """A record in the place of another: the gradient steps of their losses differ by 2 eta L."""

    def build(b: Builder) -> Step:
        return b.figure("gradient-gap", "Lipschitz", "other")

    known = {**LOSSES, "other": "lipschitzloss(h, L, K)"}
    return replayed("gapon(gradient(f, eta), gradient(h, eta), K, 2*eta*L)", KINDS, known, build)


def removal() -> tuple[Verdict, str]:
    """No record in its place, with the same divisor: the loss h has no gradient."""

    @script
    def build(p: Script) -> Step:
        a, b = "slope(f, x)", "slope(h, x)"
        moved = "minus(at(gradient(f, eta), x), at(gradient(h, eta), x))"
        with p.spell(GAP) as one:
            one.have_all({"first": one.unfold("Lipschitz", "hold 1", x="x"), "second": one.unfold("none", "hold 1", x="x"),
                          "apart sign": one.figure("norm-sign", x=f"minus({a}, {b})"),
                          "back sign": one.figure("norm-sign", x=f"minus({b}, {a})"),
                          "product": one.figure("cauchy-schwarz", x=a, y=f"minus({a}, {b})"),
                          "other product": one.figure("cauchy-schwarz", x=b, y=f"minus({b}, {a})")})
            near = f"norm(minus({a}, {b}))"
            terms = [*expand(one, a, f"minus({a}, {b})"), *expand(one, b, f"minus({b}, {a})"), *square(one, f"minus({a}, {b})", "-1")]
            one.have("far", certified(f"{near}**2 <= {near}*L", fact("product"), fact("other product"), fact("first", "apart sign"),
                                      fact("second", "back sign"), *terms))
            one.have("far sign", "L >= 0")
            one.have("gradients", at_most(one, near, "L", "far", times="itself"))
            one.have_each({"step sign": "eta*L >= 0", "whole": f"L + {near} >= 0"})
            steps = [*square(one, moved, "-1"), *square(one, f"minus({a}, {b})", "eta**2")]
            one.have("step", certified(f"norm({moved})**2 <= (eta*L)**2", *steps, fact("gradients", "whole", square="eta")))
            one.show(at_most(one, f"norm({moved})", "eta*L", "step"))
        return one.step

    return replayed(GAP, KINDS, {**LOSSES, "none": "lipschitzloss(h, 0, K)"}, build)


STATEMENT = item("footnote 10", "appendix B",
    letters=("n: integer, n >= 1: number of records; role records",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size"), assumptions=("two records: n >= 2",),
    conclusion=CLAIM, proof=proof,
    clauses=(
        "refuted by conclusion: the gap is eta L for a removed record, where every mean is over its own records",
        "proved by eta L for a removed one: it is, with one divisor for both data sets",
        "proved by 2 eta L for a replaced record: it is 2 eta L for a replaced record"),
    printed=Printed("refuted", error="constant", bound="eta*(L - ((n - 1)*L - L)/n) <= eta*L/n",
        counterexample={"n": 2, "L": 1, "eta": 1}, difference="with the mean over a data set's own records the gap is 2 eta L/n for a "
            "removed record too; eta L/n needs one divisor for both data sets"),
    uses=("altschuler2022/algorithm-noisy-sgd",
            "feldman2018/eq-23-sensitivity"),
    checks=(Check("2 eta L for a replaced record", replacement, "holds"), Check("eta L for a removed one, with one divisor", removal,
        "holds")), spots="n=3, L=1, eta=1", evident="the gap of two gradients, one number against another on the page too")
