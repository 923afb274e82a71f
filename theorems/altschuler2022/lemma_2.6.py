"""Joint quasi-convexity of Rényi divergence.

Statement
    D_alpha(w mu + (1 - w) mu' || w nu + (1 - w) nu') <= max(D_alpha(mu || nu), D_alpha(mu' || nu')) for w in [0, 1].
Reads as
    The moments of a mixture are at most the mean of the moments, which is at most the larger one. Proved for alpha >
    1; the page has alpha = 1 too, by continuity.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    w : real, 0 <= w <= 1 : weight of the first pair : 1
    b : real : bound on the divergence of the first pair : 1
    d : real : bound on the divergence of the second pair : 1
    P : law : first law of the first pair
    Q : law : second law of the first pair
    V : law : first law of the second pair
    W : law : second law of the second pair
Assumptions
    order : alpha > 1
    weight : w >= 0
    share : w <= 1
    first : D_alpha(mu || nu) <= b
    second : D_alpha(mu' || nu') <= d
Reference
    altschuler2022, Lemma 2.6, section 2.2
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Structure, Symbol
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
    return mixed(p)


def mixed(b: Builder) -> Step:
    """The mean of two equal moments, and its logarithm."""
    both = b.figure("moment-mixture", *(b.figure("moment", b.figure("monotone", one, y="0", d=MOST)) for one in ("first", "second")))
    equal = b.figure("moment-widen", both, u=GROWN)
    found = b.figure("from-moment", equal)
    return b.figure("monotone", found, y="0", d=MOST)


STATEMENT = Statement(
    id="altschuler2022/lemma-2.6", title="Joint quasi-convexity of Rényi divergence",
    kind="lemma", text=__doc__, reference=Reference("altschuler2022", "Lemma 2.6", "section 2.2"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("w", "real, 0 <= w <= 1", "weight of the first pair", latex=r"\lambda"),
             Symbol("b", "real", "bound on the divergence of the first pair"),
             Symbol("d", "real", "bound on the divergence of the second pair"),),
    structures=(Structure("P", "law", "first law of the first pair", r"\mu"),
                Structure("Q", "law", "second law of the first pair", r"\nu"),
                Structure("V", "law", "first law of the second pair", r"\mu'"),
                Structure("W", "law", "second law of the second pair", r"\nu'"),),
    assumptions=(Assumption("order", "alpha > 1"),
                 Assumption("weight", "w >= 0"),
                 Assumption("share", "w <= 1"),
                 Assumption("first", "renyi(alpha, 0, P, Q, b)", "D_alpha(mu || nu) <= b"),
                 Assumption("second", "renyi(alpha, 0, V, W, d)", "D_alpha(mu' || nu') <= d"),),
    conclusion=f"renyi(alpha, 0, mix(w, P, V), mix(w, Q, W), {MOST})", proof=proof, printed=Printed("holds"), bound=MOST,
    uses=("altschuler2022/definition-2.3",),
    checks=(Check("two-point laws at order 2", lambda: at_points(
                "(w*p + (1 - w)*r)**2/(w*q + (1 - w)*s) + "
                "(1 - w*p - (1 - w)*r)**2/(1 - w*q - (1 - w)*s) <= "
                "max(p**2/q + (1 - p)**2/(1 - q), r**2/s + (1 - r)**2/(1 - s))", tuple(
                    {"w": w, "p": p, "q": q, "r": "1/5", "s": "3/7"} for w in (0, "1/3", 1) for p in ("1/10", "2/3")
                    for q in ("1/2", "9/10")))),),
    spots=(Spot({"alpha": 2, "w": "1/2", "b": 1, "d": 3}, "3"),),
)
