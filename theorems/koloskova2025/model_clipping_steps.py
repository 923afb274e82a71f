"""Unlearning with clipped models: step after step.

Statement
    Let two models be (eps, delta)-indistinguishable, and let T steps that do not use the record clip the model to norm
    C2 and add noise of variance v. Then E_{e^eps} of the two models is at most delta theta(2 C2/sqrt(v))^T, theta the
    divergence E_{e^eps} of unit Gaussians.
Reads as
    For any network, any gradients and any batches that both runs share: each step lets through theta of what could be
    told before it, so that delta falls exponentially. X(k) and Y(k) are the laws after the k-th step.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

KEPT = "theta(exp(epsilon), 2*C2/sqrt(v))"


@script
def proof(p: Script) -> Step:
    """One contraction for each step."""
    positive_root(p, "v")
    p.have("ratio", "2*C2/sqrt(v) > 0")
    p.have("kept", p.figure("theta-positive", g="exp(epsilon)", x="2*C2/sqrt(v)"))
    first = p.figure("dp-widen", "before", u="epsilon", v=f"delta*{KEPT}**0")
    with p.induct("k", "0", "T", f"dp(X(k), Y(k), epsilon, delta*{KEPT}**k)", first) as more:
        same = more.figure("same-map", f="psi(k)")
        one = more.figure("dp-contraction", more.known(more.hypothesis), same, more.at("clipped", "k"), more.at("Gaussian", "k"))
        named = more.figure("dp-same-law", one, more.at("first run", "k"), more.at("second run", "k"))
        more.show(more.figure("dp-widen", named, u="epsilon", v=f"delta*{KEPT}**k"))
    return p.at(more.step, "T")


STATEMENT = item("the theorem on model clipping",
    letters=("delta: real, delta >= 0 [slack]: what can be told before the steps",
        "epsilon: real, epsilon >= 0 [level]: privacy level; role level", "T: integer, T >= 0 [horizon]: steps",
        "v: real, v > 0 [variance]: variance of the noise that a step adds to the iterate; unit iterate^2",
        "C2: real, C2 > 0 [model clipping]: clipping bound of the models; unit iterate",
        "X: law sequence: model after k steps, trained with the record",
        "Y: law sequence: model after k steps, trained without the record",
        "psi: map sequence: gradient step and clipping, the same in both runs",
        "zeta: noise sequence: further noise of step k, the same in both runs; latex Y"),
    assumptions=("before: dp(X(0), Y(0), epsilon, delta)",
        "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(psi(k), Y(k - 1)), zeta(k))))",
        "clipped: forall(k, 1, T, bounded(psi(k), 2*C2))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), v))"),
    conclusion="dp(X(T), Y(T), epsilon, delta*theta(exp(epsilon), 2*C2/sqrt(v))**(T))",
    bound="delta*theta(exp(epsilon), 2*C2/sqrt(v))**(T)", proof=proof, tightness="upper",
    printed={"verdict": "holds", "seen": "remembered"},
    uses=("feldman2018/definition-11",),
    numbers=({"value": "delta*theta(exp(epsilon), 2*C2/sqrt(v))**(T)",
         "printed": "0.66786006", "at": "T=1, delta=1, epsilon=1, C2=5/8, v=1/4",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own"},
        {"value": "delta*theta(exp(epsilon), 2*C2/sqrt(v))**(T)",
         "printed": "0.24406484", "at": "T=3, delta=1, epsilon=1, C2=5/8, v=1/4",
         "relation": ">=", "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own",
         "difference": "the code asks the noise of each step at the order that knows what is left"}),
    spots="T=3, delta=1/100, epsilon=1, C2=1, v=4")
