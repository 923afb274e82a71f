"""The maps of the auxiliary processes are contractions.

Statement
    phi_t and phi'_t are contractions for convex, M-smooth losses and eta <= 2/M.
Reads as
    With w = v + S_t - Y_t, phi_t(v) = Pi_K(w - (eta/b) sum_{i in B_t} grad f(w; x_i) + Z_t + Y_t) - (S_t + Z_t): a
    translation, the mean of b gradient steps, a translation, the projection and a translation. The losses are convex
    and smooth on H, onto which gradients project first; the page needs H = R^d, as w ranges there, and then that is the
    identity. But phi_t depends on Y_t, which V_t contains: with (3.2) the auxiliary processes are no contractive noisy
    iterations in the sense of Definition 2.13, where the map does not know the noise. For f = m w^2/2, eta m = 1/2 and
    no Z the second step has noise 0 + Y_0 from the first one, where independent maps would give Y_0/2 + Y'_0/2.
"""

from pabisym.library.checks import at_points, replayed
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

BATCH = "batchstep(i, 1, b, compose(gradient(f(i), eta), projection(H)))"
MAP = f"compose(back, compose(projection(K), compose(on, compose({BATCH}, to))))"


@script
def proof(p: Script) -> Step:
    """The mean of contractions is one, and so is what is composed of them."""
    with p.generalise("i", "1", "b") as each:
        step = each.theorem("altschuler2022/lemma-2.1", {"convex": each.at("convex", "i"), "smooth": each.at("smooth", "i"),
                                                         "domain": "losses"}, f="f(i)", K="H")
        each.show(each.figure("after-projection", step, "losses"))
    mean = p.theorem("pabisym/batch-lipschitz", {"steps": each.step}, p="1", q="b", c="1",
                     psi=("i", "compose(gradient(f(i), eta), projection(H))"), conclude=f"lipschitz({BATCH}, 1)")
    moved = p.figure("compose", "second translation", p.figure("compose", mean, "first translation"))
    inside = p.figure("compose", p.figure("projection", "domain"), moved)
    return p.figure("compose", "last translation", inside, conclude=f"lipschitz({MAP}, 1)")


STATEMENT = item("Observation 3.4", "section 3.2",
    letters=("b: integer, b >= 1 [batch]: size of a batch; role batch",
        "M: real, M > 0 [smoothness]: smoothness; unit loss/iterate^2; role smoothness",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "f: loss sequence: loss of record i of the batch", r"K: set: the domain; latex \mathcal{K}",
        "H: set: where the losses are convex and smooth, R^d", "to: map: v -> v + S_t - Y_t", "on: map: w -> w + Z_t + Y_t",
        "back: map: w -> w - (S_t + Z_t)"),
    assumptions=("small steps: eta <= 2/M", "domain: convexset(K)", "losses: convexset(H)", "convex: forall(i, 1, b, convex(f(i), H))",
        "smooth: forall(i, 1, b, smooth(f(i), M, H))", "first translation: lipschitz(to, 1)", "second translation: lipschitz(on, 1)",
        "last translation: lipschitz(back, 1)"),
    conclusion="lipschitz(compose(back, compose(projection(K), compose(on, compose(batchstep(i, 1, b, compose(gradient(f(i), eta), "
                   "projection(H))), to)))), 1)", proof=proof, clauses=(
        "cited by conclusion: the maps are contractions, whatever is drawn",
        "open by the map knows the noise; section 3.2: with Observation 3.3, V and V' are contractive noisy iterations",
        "open: losses that are given on the domain alone, outside of which (3.2) and (3.3) take their gradients"),
    printed="holds in part",
    uses=("altschuler2022/eq-3.2", "altschuler2022/eq-3.3", "altschuler2022/lemma-2.1", "feldman2018/proposition-17",
        "pabisym/batch-lipschitz"),
    checks=(Check("quadratic losses",
            lambda: at_points("abs(1 - eta*m) <= 1", tuple({"eta": e, "m": m} for e in ("1/2", 2) for m in (0, 1)))),
        Check("what is projected, v - g + Z + S on the page", lambda: replayed("v - g + z + s == (v + s - y - g) + (z + y)",
            dict.fromkeys("vgzsy", "real"), {})),
        Check("the map knows the noise: phi(V) = w/2 + Y, not w/2 + Y/2 + Y'/2",
            lambda: replayed("(w + y) - (w + y - y)/2 == w/2 + y", {"w": "real", "y": "real"}, {}))), spots="b=2, M=2, eta=1")
