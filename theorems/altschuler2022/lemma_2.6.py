"""Joint quasi-convexity of Rényi divergence.

Statement
    D_alpha(w mu + (1 - w) mu' || w nu + (1 - w) nu') <= max(D_alpha(mu || nu), D_alpha(mu' || nu')) for w in [0, 1].
Reads as
    The moments of a mixture are at most the mean of the moments, which is at most the larger one. Proved for alpha > 1;
    the page has alpha = 1 too, by continuity.
"""

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step
from pabisym.proof.script import Script, script

MOST = "max(b, d)"
GROWN = f"exp((alpha - 1)*{MOST})"


@script
def proof(p: Script) -> Step:
    """Both moments are at most that of the larger bound."""
    p.have("definition", p.figure("maximum", x="b", y="d"))
    p.have_all({f"{one} most": p.by_cases("b - d", f"{one} <= {MOST}") for one in ("b", "d")})
    p.have("inverse", p.figure("log-exp", x=f"(alpha - 1)*{MOST}"))
    return mean_moment(p)


def mean_moment(b: Builder) -> Step:
    """The mean of two equal moments, and its logarithm."""
    both = b.figure("moment-mixture", *(b.figure("moment", b.figure("monotone", one, y="0", d=MOST)) for one in ("first", "second")))
    equal = b.figure("moment-widen", both, u=GROWN)
    found = b.figure("from-moment", equal)
    return b.figure("monotone", found, y="0", d=MOST)


STATEMENT = item("Lemma 2.6", "section 2.2",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        r"w: real, w >= 0 and w <= 1 [weight, share]: weight of the first pair; latex \lambda",
        "b: real: bound on the divergence of the first pair", "d: real: bound on the divergence of the second pair",
        r"P: law: first law of the first pair; latex \mu", r"Q: law: second law of the first pair; latex \nu",
        r"V: law: first law of the second pair; latex \mu'", r"W: law: second law of the second pair; latex \nu'"),
    assumptions=("first: renyi(alpha, 0, P, Q, b)", "second: renyi(alpha, 0, V, W, d)"),
    conclusion="renyi(alpha, 0, mix(w, P, V), mix(w, Q, W), max(b, d))", bound=MOST, proof=proof,
    clauses=(
        "proved by conclusion: quasi-convexity, for orders above 1",
        "open: the orders 1 and infinity, by continuity"),
    printed="holds in part",
    uses=("altschuler2022/definition-2.3",),
    checks=(Check("two-point laws at order 2",
            lambda: at_points("(w*p + (1 - w)*r)**2/(w*q + (1 - w)*s) + (1 - w*p - (1 - w)*r)**2/(1 - w*q - (1 - w)*s) <= max(p**2/q + (1 "
                    "- p)**2/(1 - q), r**2/s + (1 - r)**2/(1 - s))", tuple({"w": w, "p": p, "q": q, "r": "1/5", "s": "3/7"} for w in (0,
                        "1/3", 1) for p in ("1/10", "2/3") for q in ("1/2", "9/10")))),), spots="alpha=2, w=1/2, b=1, d=3 -> 3")
