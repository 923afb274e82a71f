"""The cost of a gradient step with a random batch.

Statement
    Let the losses f_1, ..., f_n and g be L-Lipschitz on a convex set K, and let a step draw b < n of the n records, every batch with the
    same chance, and go from x to x - (eta/b) (the sum over the batch of grad f_l(x)) + N(0, (eta s)^2 I). With g in place of f_i it
    differs at every point in D_alpha by at most sampled_first(alpha, b/n, b s/(2 L)) + sampled(alpha, b/n, b s/(2 L)).
Reads as
    The S_alpha(b/n, b sigma_2/(2 L)) of Altschuler and Talwar, in both directions together: the batch holds the record with
    probability b/n, and moves the mean by at most 2 eta L/b. Gradients are taken in K, at the projection of x.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step, step
from pabisym.proof.script import Script, script

from ._batches import FIRST, OTHER, OTHER_RANDOM, RANDOM, SECOND, agreement, apart, step_of

Q = "(sampled_first(alpha, b/n, b*s/(2*L)) + sampled(alpha, b/n, b*s/(2*L)))"
SIZE = "sampledsize(alpha, b/n, Z, 2*eta*L/b)"
BOTH = f"withnoise({RANDOM}, Z), withnoise({OTHER_RANDOM}, Z)"


@script
def proof(p: Script) -> Step:
    """Conditioning on the other records, and the mixture of two Gaussians with one part in common."""
    own, other = step_of("f(i)"), step_of(OTHER.format(l="i"))
    with p.generalise("l", "1", "n") as record:
        record.show(apart(record, record.at("Lipschitz", "l"), record.at("Lipschitz", "i"), f"gap({FIRST}, {own}, 2*eta*L)"))
    with p.generalise("l", "1", "n") as replaced:
        replaced.show(apart(replaced, replaced.at("Lipschitz", "l"), replaced.known("other Lipschitz"), f"gap({FIRST}, {other}, 2*eta*L)"))
    before, after = agreement(p, "before", "1", "i - 1"), agreement(p, "after", "i + 1", "n")
    p.have_all({"many": "n > 0", "some": "b > 0", "chance": "b/n > 0", "rest": "b/n < 1", "gap": "2*eta*L > 0", "distance": "2*eta*L/b > 0",
                "spread": "eta*s > 0"})
    sampled = p.theorem("pabisym/sampled-batch-conditioned", {"others before": before, "others after": after, "record": record.step,
                        "other record": replaced.step}, psi=("l", FIRST), phi=("l", SECOND), j="i", s="2*eta*L",
                        conclude=f"close(alpha, {BOTH}, {SIZE})")
    p.have("cost", p.theorem("pabisym/sampled-replacement", {}, q="b/n", r="2*eta*L/b", sigma="eta*s", conclude=f"{SIZE} <= {Q}"))
    claim = f"close(alpha, {BOTH}, {Q})"
    return step("widen", claim, (sampled,), claim=claim)


STATEMENT = item("Lemma 2.11, for a step", "section 3.2",
    key="altschuler2022", kind="lemma",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "n: integer, n >= 2 [records]: number of records; role records",
        "b: integer, b >= 1 and b < n [batch, part]: size of a batch; role batch",
        "i: integer, 1 <= i <= n [first, last]: index of the record that is replaced; role record",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "s: real, s > 0 [deviation]: standard deviation of the gradient noise that hides the record; unit loss/iterate",
        "v: real, v > 0 [variance]: variance of the further noise; unit iterate^2", r"K: set: the domain; latex \mathcal{K}",
        "f: loss sequence: loss of record l", "g: loss: loss in place of that of record i, on the other data", "Z: noise: the noise"),
    assumptions=("domain: convexset(K)", "Lipschitz: forall(l, 1, n, lipschitzloss(f(l), L, K))",
        "other Lipschitz: lipschitzloss(g, L, K)", "root: (eta*s)**2 == v", "Gaussian: gaussian(Z, v)"),
    conclusion="close(alpha, withnoise(sampledstep(l, n, b, compose(gradient(f(l), eta), projection(K))), Z), "
                   "withnoise(sampledstep(l, n, b, compose(gradient(cases(l - (i + 1), f(l), cases(i - 1 - l, f(l), g)), eta), "
                   "projection(K))), Z), (sampled_first(alpha, b/n, b*s/(2*L)) + sampled(alpha, b/n, b*s/(2*L))))", bound=Q, proof=proof,
    uses=("pabisym/sampled-batch-conditioned", "pabisym/sampled-replacement", "feldman2018/eq-23-sensitivity"),
    spots="alpha=2, n=10, b=1, i=1, L=1, eta=1, s=8, v=64")
