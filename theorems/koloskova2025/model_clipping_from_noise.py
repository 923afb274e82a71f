"""Unlearning with clipped models: with noise at the start.

Statement
    Clip a model to norm C0, and add noise of standard deviation w to it; then T steps that do not use the record clip
    to norm C2, and add noise of variance v. Let d_0 >= theta_{e^eps}(2 C0/w), and d_k >= d_{k-1} theta_{gamma_k}(2
    C2/sqrt(v)) > 0 with gamma_k = 1 + (e^eps - 1)/d_{k-1}. Then E_{e^eps} of two models is at most d_T.
Reads as
    Nothing is asked of the training: the noise at the start takes the place of what could be told before the steps, and
    saves the more of them, the wider it is. The code of the paper counts from there.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

START = "theta(exp(epsilon), 2*C0/w)"


@script
def proof(p: Script) -> Step:
    """The Gaussian mechanism, then one step after the other."""
    noised = p.theorem("pabisym/gaussian-mechanism", {"sensitivity": "clipped start", "Gaussian": "first noise"}, a="2*C0", sigma="w")
    before = p.figure("dp-same-law", noised, "first start", "second start")
    p.have("ratio", "2*C0/w > 0")
    p.have("sign", p.figure("dp-sign", before))
    run = ("positive", "levels", "first run", "second run", "clipped", "Gaussian")
    return p.theorem("koloskova2025/model-clipping-sooner", {"before": before, **{name: name for name in run}}, delta=START)


STATEMENT = item("the theorem on model clipping, noise at the start",
    letters=("epsilon: real, epsilon >= 0 [level]: privacy level; role level", "T: integer, T >= 0 [horizon]: steps",
        "v: real, v > 0 [variance]: variance of the noise that a step adds to the iterate; unit iterate^2",
        "C0: real, C0 > 0 [clipping at the start]: clipping bound of the model at the start; unit iterate",
        "C2: real, C2 > 0 [model clipping]: clipping bound of the models; unit iterate",
        "w: real, w > 0 [noise]: standard deviation of the noise at the start; unit iterate",
        "d: real sequence: bound on what can be told after k steps", "P: law: clipped model, trained with the record",
        "Q: law: clipped model, trained without the record", "Z: noise: the noise at the start",
        "X: law sequence: model after k steps, trained with the record",
        "Y: law sequence: model after k steps, trained without the record",
        "psi: map sequence: gradient step and clipping, the same in both runs",
        "zeta: noise sequence: further noise of step k, the same in both runs; latex Y"),
    assumptions=("clipped start: winf(P, Q, 2*C0)", "first noise: gaussian(Z, w**2)", "first start: equal(X(0), convolve(P, Z))",
        "second start: equal(Y(0), convolve(Q, Z))", "first level: theta(exp(epsilon), 2*C0/w) <= d(0)",
        "positive: forall(k, 0, T, d(k) > 0)",
        "levels: forall(k, 1, T, d(k) >= d(k - 1)*theta(1 + (exp(epsilon) - 1)/d(k - 1), 2*C2/sqrt(v)))",
        "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(psi(k), Y(k - 1)), zeta(k))))",
        "clipped: forall(k, 1, T, bounded(psi(k), 2*C2))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), v))"),
    conclusion="dp(X(T), Y(T), epsilon, d(T))", proof=proof, tightness="upper",
    printed={"verdict": "holds", "seen": "coded"},
    uses=("koloskova2025/model-clipping-sooner", "pabisym/gaussian-mechanism"),
    numbers=({"said": "0 steps after the noise", "value": "theta(exp(epsilon), 2*C0/w)", "printed": "0.12693674",
         "at": "C0=1/4, w=1/2, epsilon=1, C2=5/8, v=1/4",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own"},
        {"said": "1 steps after the noise",
         "value": "theta(exp(epsilon), 2*C0/w)*theta(1 + (exp(epsilon) - 1)/(theta(exp(epsilon), 2*C0/w)), 2*C2/sqrt(v))",
         "printed": "0.053768008", "at": "C0=1/4, w=1/2, epsilon=1, C2=5/8, v=1/4",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own"},
        {"said": "2 steps after the noise",
         "value": "theta(exp(epsilon), 2*C0/w)*theta(1 + (exp(epsilon) - 1)/(theta(exp(epsilon), 2*C0/w)), 2*C2/sqrt(v))*theta(1 "
                         "+ (exp(epsilon) - 1)/(theta(exp(epsilon), 2*C0/w)*theta(1 + (exp(epsilon) - 1)/(theta(exp(epsilon), 2*C0/w)), "
                         "2*C2/sqrt(v))), 2*C2/sqrt(v))", "printed": "0.016546805", "at": "C0=1/4, w=1/2, epsilon=1, C2=5/8, v=1/4",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own"}),
    spots="T=3, epsilon=1, C0=1, C2=1, v=4, w=2")
