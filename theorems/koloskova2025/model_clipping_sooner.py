"""Unlearning with clipped models: at orders that know what is left.

Statement
    In the setting of koloskova2025/model-clipping-steps let d_0 >= delta, and d_k >= d_{k-1}
    theta_{gamma_k}(2 C2/sqrt(v)) > 0 for k = 1..T, with gamma_k = 1 + (e^eps - 1)/d_{k-1}. Then E_{e^eps} of the two
    models is at most d_T.
Reads as
    The smaller what is left, the higher the order at which the noise is asked: d_k falls faster than exponentially for
    eps > 0, where theta^T is exponential. So fewer steps unlearn as much: from delta = 1/10 at eps = 1, with noise that
    is half as wide as the clipped models lie apart, three steps leave less than 1.6e-6, and theta^3 of 1/10 is more
    than 8000 times that. The code of the paper counts its steps so.
"""

from itertools import pairwise

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

FALLING = ("1/10", "197/10000", "11/10000", "16/10000000")
STEPS = tuple({"a": before, "b": after} for before, after in pairwise(FALLING))


@script
def proof(p: Script) -> Step:
    """One step after the other."""
    positive_root(p, "v")
    first = p.figure("dp-widen", "before", u="epsilon", v="d(0)")
    with p.induct("k", "0", "T", "dp(X(k), Y(k), epsilon, d(k))", first) as more:
        more.have_all({"some": more.at("positive", "k - 1"), "next level": more.at("levels", "k")})
        premises = {"before": more.known(more.hypothesis), "diameter": more.at("clipped", "k"), "Gaussian": more.at("Gaussian", "k")}
        seen = more.theorem("asoodehdiaz2023/nonlinear-step", premises, d="d(k - 1)", D="2*C2", P="X(k - 1)", Q="Y(k - 1)", f="psi(k)",
                            Z="zeta(k)")
        named = more.figure("dp-same-law", seen, more.at("first run", "k"), more.at("second run", "k"))
        more.show(more.figure("dp-widen", named, u="epsilon", v="d(k)"))
    return p.at(more.step, "T")


STATEMENT = item("the theorem on model clipping, sharpened",
    letters=("delta: real, delta >= 0 [slack]: what can be told before the steps",
        "epsilon: real, epsilon >= 0 [level]: privacy level; role level", "T: integer, T >= 0 [horizon]: steps",
        "v: real, v > 0 [variance]: variance of the noise that a step adds to the iterate; unit iterate^2",
        "C2: real, C2 > 0 [model clipping]: clipping bound of the models; unit iterate",
        "d: real sequence: bound on what can be told after k steps", "X: law sequence: model after k steps, trained with the record",
        "Y: law sequence: model after k steps, trained without the record",
        "psi: map sequence: gradient step and clipping, the same in both runs",
        "zeta: noise sequence: further noise of step k, the same in both runs; latex Y"),
    assumptions=("before: dp(X(0), Y(0), epsilon, delta)", "first level: delta <= d(0)", "positive: forall(k, 0, T, d(k) > 0)",
        "levels: forall(k, 1, T, d(k) >= d(k - 1)*theta(1 + (exp(epsilon) - 1)/d(k - 1), 2*C2/sqrt(v)))",
        "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(psi(k), Y(k - 1)), zeta(k))))",
        "clipped: forall(k, 1, T, bounded(psi(k), 2*C2))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), v))"),
    conclusion="dp(X(T), Y(T), epsilon, d(T))", proof=proof, tightness="upper",
    silent="our own optimum for the process of the page, beside the bound that is printed", uses=("asoodehdiaz2023/nonlinear-step",),
    checks=(Check("three steps from 1/10", lambda: at_points("b >= a*theta(1 + (exp(1) - 1)/a, 2)", STEPS)),
        Check("8000 times less than the product", lambda: at_points("theta(exp(1), 2)**3/10 > 8000*b", STEPS[2:]))),
    numbers=({"said": "after step 1", "value": "theta(exp(epsilon), 2*C2/sqrt(v))", "printed": "0.66786006",
         "at": "delta=1, epsilon=1, C2=5/8, v=1/4",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own"},
        {"said": "after step 2",
         "value": "theta(exp(epsilon), 2*C2/sqrt(v))*theta(1 + (exp(epsilon) - 1)/(theta(exp(epsilon), 2*C2/sqrt(v))), 2*C2/sqrt(v))",
         "printed": "0.42094004", "at": "delta=1, epsilon=1, C2=5/8, v=1/4",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own"},
        {"said": "after step 3",
         "value": "theta(exp(epsilon), 2*C2/sqrt(v))*theta(1 + (exp(epsilon) - 1)/(theta(exp(epsilon), 2*C2/sqrt(v))), "
                         "2*C2/sqrt(v))*theta(1 + (exp(epsilon) - 1)/(theta(exp(epsilon), 2*C2/sqrt(v))*theta(1 + (exp(epsilon) - "
                         "1)/(theta(exp(epsilon), 2*C2/sqrt(v))), 2*C2/sqrt(v))), 2*C2/sqrt(v))", "printed": "0.24406484",
         "at": "delta=1, epsilon=1, C2=5/8, v=1/4",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own"}),
    spots="T=3, delta=1/100, epsilon=1, C2=1, v=4")
