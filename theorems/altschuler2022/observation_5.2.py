"""The maps of the auxiliary sequences are strong contractions.

Statement
    For m-strongly convex and M-smooth losses and eta = 2/(M + m), the maps phi_t and phi'_t of (3.2) and (3.3) are
    c-Lipschitz almost surely, c = (kappa - 1)/(kappa + 1).
Reads as
    As in Observation 3.4 the maps are a translation, the mean of b gradient steps, a translation, the projection and a
    translation. A loss f is m-strongly convex and M-smooth exactly where g = f - m ||w||^2/2 is convex and (M -
    m)-smooth, and w - eta grad f(w) is c times w - (2/(M - m)) grad g(w), written with the map r of w to c w.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

C, CONVEX_PART = "(M - m)/(M + m)", "compose(gradient(g(i), 2/(M - m)), projection(H))"
STEP = f"compose(r, {CONVEX_PART})"
BATCH = f"batchstep(i, 1, b, {STEP})"
ANY = "lipschitz(compose(back, compose(projection(K), compose(on, compose(batchstep(i, 1, b, psi(i)), to)))), c)"
MAP = f"compose(back, compose(projection(K), compose(on, compose({BATCH}, to))))"


@script
def proof(p: Script) -> Step:
    """Each step is a contraction of the convex part, shrunk by c; so is their mean, and what is composed of it."""
    p.have_each({"sum": "M + m > 0", "apart": "M - m > 0"})
    p.have_each({"factor": f"{C} >= 0", "least": "2/(M - m) >= 0", "step": "2/(M - m)*(M - m) <= 2"})
    with p.generalise("i", "1", "b") as each:
        convex = each.figure("gradient-step", each.at("convex", "i"), each.at("smooth", "i"), "losses", eta="2/(M - m)")
        each.show(each.figure("compose", "shrinking", each.figure("after-projection", convex, "losses"),
                              conclude=f"lipschitz({STEP}, {C})"))
    mean = p.theorem("pabisym/batch-lipschitz", {"steps": each.step}, p="1", q="b", c=C, psi=("i", STEP),
                     conclude=f"lipschitz({BATCH}, {C})")
    moved = p.figure("compose", "second translation", p.figure("compose", mean, "first translation"))
    inside = p.figure("compose", p.figure("projection", "domain"), moved)
    return p.figure("compose", "last translation", inside, conclude=f"lipschitz({MAP}, {C})")


@script
def composed(p: Script) -> Step:
    """The mean of the steps of the records, between maps that bring no two points further apart."""
    mean = p.theorem("pabisym/batch-lipschitz", {"steps": "steps"}, p="1", q="b", c="c", psi=("i", "psi(i)"))
    moved = p.figure("compose", "second translation", p.figure("compose", mean, "first translation"))
    inside = p.figure("compose", p.figure("projection", "domain"), moved)
    return p.figure("compose", "last translation", inside, conclude=ANY)


def any_steps() -> tuple[Verdict, str]:
    """Of c-Lipschitz steps for any c >= 0, which is 0 where M = m."""
    kinds = {"b": "integer", "c": "real", "psi": "map sequence", "K": "set", **dict.fromkeys(("to", "on", "back"), "map")}
    assumed = {"batch": "b >= 1", "factor": "c >= 0", "domain": "convexset(K)", "steps": "forall(i, 1, b, lipschitz(psi(i), c))",
               **{one.name: one.holds for one in STATEMENT.assumptions if one.name.endswith("translation")}}
    return replayed(ANY, kinds, assumed, composed, ("pabisym/batch-lipschitz",))


STATEMENT = item("Observation 5.2", "section 5.1",
    letters=("b: integer, b >= 1 [batch]: size of a batch; role batch",
        "m: real, m > 0 [strong convexity]: strong convexity; unit loss/iterate^2; role strong convexity",
        "M: real, M > m [smoothness]: smoothness; unit loss/iterate^2; role smoothness",
        "g: loss sequence: loss of record i of the batch, without m ||w||^2/2", r"K: set: the domain; latex \mathcal{K}",
        "H: set: where the losses are convex and smooth, R^d", "r: map: w -> c w", "to: map: v -> v + S_t - Y_t",
        "on: map: w -> w + Z_t + Y_t", "back: map: w -> w - (S_t + Z_t)"),
    assumptions=("domain: convexset(K)", "losses: convexset(H)", "convex: forall(i, 1, b, convex(g(i), H))",
        "smooth: forall(i, 1, b, smooth(g(i), M - m, H))", "shrinking: lipschitz(r, (M - m)/(M + m))",
        "first translation: lipschitz(to, 1)", "second translation: lipschitz(on, 1)", "last translation: lipschitz(back, 1)"),
    conclusion="lipschitz(compose(back, compose(projection(K), compose(on, compose(batchstep(i, 1, b, compose(r, "
                   "compose(gradient(g(i), 2/(M - m)), projection(H)))), to)))), (M - m)/(M + m))", proof=proof,
    clauses=(
        "cited by conclusion: for M > m the maps are c-contractive, c = (kappa - 1)/(kappa + 1)",
        "cited by from steps with any factor: for M = m too, from the steps of the records, Lemma 5.3",
        "open: losses that are given on the domain alone, outside of which (3.2) and (3.3) take their gradients"),
    printed=Printed("holds in part",
        note="for M > m; for M = m all losses are m ||w - x||^2/2, and every step goes to the mean of the batch"),
    uses=("altschuler2022/observation-3.4", "altschuler2022/lemma-5.3", "feldman2018/proposition-17", "pabisym/batch-lipschitz"),
    checks=(Check("from steps with any factor", any_steps, "holds"), Check("w - eta grad f is c times the step of g",
        lambda: replayed("w - 2/(M + m)*(h + m*w) == (M - m)/(M + m)*(w - 2/(M - m)*h)",
            dict.fromkeys(("w", "h", "m", "M"), "real"), {"sum": "M + m > 0", "apart": "M - m > 0"})),
        Check("c is (kappa - 1)/(kappa + 1)", lambda: replayed("(M/m - 1)/(M/m + 1) == (M - m)/(M + m)",
            {"m": "real", "M": "real"}, {"m": "m > 0", "sum": "M + m > 0", "ratio": "M/m + 1 > 0"}))), spots="b=2, m=1, M=2")
