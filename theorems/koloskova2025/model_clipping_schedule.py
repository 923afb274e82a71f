"""Unlearning with clipped models, noise before the clipping: steps of different sizes.

Statement
    A step clips the model to norm C2, moves it by a gradient that is clipped to norm C1, times eta_k, and adds noise of
    variance v_k. Let two models be (eps, delta)-indistinguishable, d_0 >= delta, and d_k >= d_{k-1} theta_{gamma_k}(2
    (C2 + eta_k C1)/sqrt(v_k)) > 0 for k = 1..T, with gamma_k = 1 + (e^eps - 1)/d_{k-1}. Then T such steps without the
    record leave E_{e^eps} at most d_T.
Reads as
    What the code of the paper counts for this order of clipping and noise: where steps get smaller, less noise forgets
    as much. The model that the step moves is in a ball of radius C2 + eta_k C1, whatever the network.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

REACH = "2*(C2 + h(k)*C1)"


@script
def proof(p: Script) -> Step:
    """One step after the other, each with its own diameter and noise."""
    first = p.figure("dp-widen", "before", u="epsilon", v="d(0)")
    with p.induct("k", "0", "T", "dp(X(k), Y(k), epsilon, d(k))", first) as more:
        more.have_all({"some": more.at("positive", "k - 1"), "size": more.at("sizes", "k"), "variance": more.at("variances", "k")})
        positive_root(more, "v(k)")
        more.have("next level", more.at("levels", "k"))
        more.have("reach", f"{REACH} > 0")
        premises = {"before": more.known(more.hypothesis), "diameter": more.at("moved", "k"), "Gaussian": more.at("Gaussian", "k")}
        seen = more.theorem("asoodehdiaz2023/nonlinear-step", premises, d="d(k - 1)", D=REACH, v="v(k)", P="X(k - 1)", Q="Y(k - 1)",
                            f="psi(k)", Z="zeta(k)")
        named = more.figure("dp-same-law", seen, more.at("first run", "k"), more.at("second run", "k"))
        more.show(more.figure("dp-widen", named, u="epsilon", v="d(k)"))
    return p.at(more.step, "T")


STATEMENT = item("the theorem on model clipping, noise before it",
    letters=("delta: real, delta >= 0 [slack]: what can be told before the steps",
        "epsilon: real, epsilon >= 0 [level]: privacy level; role level", "T: integer, T >= 0 [horizon]: steps",
        "C1: real, C1 > 0 [gradient clipping]: clipping bound of the gradients",
        "C2: real, C2 > 0 [model clipping]: clipping bound of the models; unit iterate",
        "d: real sequence: bound on what can be told after k steps", r"h: real sequence: size of step k; latex \eta",
        "v: real sequence: variance of the noise of step k",
        "X: law sequence: model after k steps, not yet clipped, trained with the record",
        "Y: law sequence: model after k steps, not yet clipped, trained without the record",
        "psi: map sequence: clipping and step with the clipped gradient, the same in both runs",
        "zeta: noise sequence: further noise of step k, the same in both runs; latex Y"),
    assumptions=("before: dp(X(0), Y(0), epsilon, delta)", "first level: delta <= d(0)", "positive: forall(k, 0, T, d(k) > 0)",
        "sizes: forall(k, 1, T, h(k) > 0)", "variances: forall(k, 1, T, v(k) > 0)",
        "levels: forall(k, 1, T, d(k) >= d(k - 1)*theta(1 + (exp(epsilon) - 1)/d(k - 1), 2*(C2 + h(k)*C1)/sqrt(v(k))))",
        "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(psi(k), Y(k - 1)), zeta(k))))",
        "moved: forall(k, 1, T, bounded(psi(k), 2*(C2 + h(k)*C1)))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), v(k)))"),
    conclusion="dp(X(T), Y(T), epsilon, d(T))", proof=proof, tightness="upper",
    printed={"verdict": "holds", "seen": "coded"}, uses=("asoodehdiaz2023/nonlinear-step",),
    numbers=({"said": "after step 1", "value": "delta*theta(1 + (exp(epsilon) - 1)/(delta), 2*(C2 + C1*1/100)/(1/2))",
         "printed": "0.7666736",
         "at": "delta=1, epsilon=1, C1=10, C2=5/8",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own"},
        {"said": "after step 2",
         "value": "delta*theta(1 + (exp(epsilon) - 1)/(delta), 2*(C2 + C1*1/100)/(1/2))*theta(1 + (exp(epsilon) - "
                         "1)/(delta*theta(1 + (exp(epsilon) - 1)/(delta), 2*(C2 + C1*1/100)/(1/2))), 2*(C2 + C1*1/200)/(1/2))",

         "printed": "0.53633094", "at": "delta=1, epsilon=1, C1=10, C2=5/8",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own"},
        {"said": "after step 3",
         "value": "delta*theta(1 + (exp(epsilon) - 1)/(delta), 2*(C2 + C1*1/100)/(1/2))*theta(1 + (exp(epsilon) - "
                         "1)/(delta*theta(1 + (exp(epsilon) - 1)/(delta), 2*(C2 + C1*1/100)/(1/2))), 2*(C2 + C1*1/200)/(1/2))*theta(1 + "
                         "(exp(epsilon) - 1)/(delta*theta(1 + (exp(epsilon) - 1)/(delta), 2*(C2 + C1*1/100)/(1/2))*theta(1 + "
                         "(exp(epsilon) - 1)/(delta*theta(1 + (exp(epsilon) - 1)/(delta), 2*(C2 + C1*1/100)/(1/2))), 2*(C2 + "
                         "C1*1/200)/(1/2))), 2*(C2 + C1*1/400)/(1/4))",
         "printed": "0.52639375",
         "at": "delta=1, epsilon=1, C1=10, C2=5/8",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own"}),
    spots="T=3, delta=1/100, epsilon=1, C1=1, C2=1")
