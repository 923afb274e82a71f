"""Noisy steps that use a record with some probability, in a bounded domain: letters, hypotheses, proofs; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ..asoodeh2020._hockey import first_noise, plain_ratio, plain_root, shared_step

DIFFERENT, NOISE = "D + 2*eta*L", "eta*sigma"
HIT, MISS = f"theta(exp(epsilon), ({DIFFERENT})/({NOISE}))", f"theta(exp(epsilon), D/({NOISE}))"
KEPT = f"((1 - q)*{MISS})"
LIMIT = f"q*{HIT}/(1 - {KEPT})"
TOLD = f"{LIMIT}*(1 - {KEPT}**({{}}))"
"""What an observer learns after some steps, and after any number of them."""


def shares(p: Script) -> None:
    """Go on knowing that the share which a step keeps is between 0 and 1."""
    g = "exp(epsilon)"
    p.have_all({"deviation": f"{NOISE} > 0", "near": f"D/({NOISE}) > 0", "far": f"({DIFFERENT})/({NOISE}) > 0"})
    p.have_all({"miss": p.figure("theta-positive", g=g, x=f"D/({NOISE})"),
                "miss below one": p.figure("theta-below-one", g=g, x=f"D/({NOISE})"),
                "hit": p.figure("theta-positive", g=g, x=f"({DIFFERENT})/({NOISE})")})
    p.have("kept", f"{KEPT} > 0")
    p.have("forgotten", certified(f"1 - {KEPT} > 0", fact("miss below one"), fact("sampling", "miss")))


@script
def sampled_steps(p: Script) -> Step:
    """Induction over the steps: with the record all that a step may tell, without it a share of what was told before."""
    shares(p)
    plain_ratio(p, "D", NOISE)
    plain_ratio(p, DIFFERENT, NOISE)
    plain_root(p, f"({DIFFERENT})/({NOISE})")
    first = p.figure("dp-widen", p.figure("dp-start", "same start", e="epsilon"), u="epsilon", v=TOLD.format("0"))
    with p.induct("k", "0", "T", f"dp(X(k), Y(k), epsilon, {TOLD.format('k')})", first) as more:
        before, laws = TOLD.format("k - 1"), ("X(k - 1)", "Y(k - 1)")
        noise = more.at("Gaussian", "k")
        hit = first_noise(more, more.at("images with the record", "k"), laws=laws, maps=("psi(k)", "phi(k)"), noise="zeta(k)",
                          size=DIFFERENT, std=NOISE, gaussian=noise)
        miss = shared_step(more, more.known(more.hypothesis), delta=before, laws=laws, f="chi(k)", noise="zeta(k)", size="D", std=NOISE,
                          diameter=more.at("images without the record", "k"), gaussian=noise)
        both = more.figure("dp-mixture", hit, miss, w="q")
        named = more.figure("dp-same-law", both, more.at("first run", "k"), more.at("second run", "k"))
        more.show(more.figure("dp-widen", named, u="epsilon", v=TOLD.format("k")))
    return p.at(more.step, "T")


@script
def sampled_limit(p: Script) -> Step:
    """The same, without what has not yet been told."""
    shares(p)
    p.have("power", f"{KEPT}**T > 0")
    p.have("after", p.theorem("asoodehdiaz2023/projected-steps", {}))
    p.have("less", certified(f"{TOLD.format('T')} <= {LIMIT}", fact("hit", "sampling", "power"), multiplier=f"1 - {KEPT}"))
    return p.figure("dp-widen", "after", u="epsilon", v=LIMIT)


@script
def sharper(p: Script) -> Step:
    """With the record all that a step may tell, without it what the noise lets through of what is left."""
    p.have_all({"deviation": f"{NOISE} > 0", "far": f"({DIFFERENT})/({NOISE}) > 0"})
    plain_ratio(p, "D", NOISE)
    plain_ratio(p, DIFFERENT, NOISE)
    plain_root(p, f"({DIFFERENT})/({NOISE})")
    p.have("first level", p.at("positive", "0"))
    first = p.figure("dp-widen", p.figure("dp-start", "same start", e="epsilon"), u="epsilon", v="d(0)")
    with p.induct("k", "0", "T", "dp(X(k), Y(k), epsilon, d(k))", first) as more:
        noise, laws = more.at("Gaussian", "k"), ("X(k - 1)", "Y(k - 1)")
        more.have_all({"some": more.at("positive", "k - 1"), "next level": more.at("levels", "k")})
        hit = first_noise(more, more.at("images with the record", "k"), laws=laws, maps=("psi(k)", "phi(k)"), noise="zeta(k)",
                          size=DIFFERENT, std=NOISE, gaussian=noise)
        seen = more.theorem("asoodehdiaz2023/nonlinear-step", {
            "before": more.known(more.hypothesis), "diameter": more.at("images without the record", "k"), "Gaussian": noise},
            d="d(k - 1)", v=f"({NOISE})**2", P=laws[0], Q=laws[1], f="chi(k)", Z="zeta(k)")
        both = more.figure("dp-mixture", hit, more.figure("dp-push", seen, f="projection(K)"), w="q")
        named = more.figure("dp-same-law", both, more.at("first run", "k"), more.at("second run", "k"))
        more.show(more.figure("dp-widen", named, u="epsilon", v="d(k)"))
    return p.at(more.step, "T")
