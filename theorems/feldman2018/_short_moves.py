"""The proof that noise hides a short move, by total variation: theta_1(x) <= x/2, without Pinsker's inequality; untrusted.

The way from N(0, 1) to N(x, 1) is divided into n steps of length h = x/n, each of which has a total variation of at most h/4 + h/(4 (1 -
h^2)) by its divergence of the order 2.  Theorem 33 of Feldman et al. has x = r/lambda.
"""

from __future__ import annotations

from pabisym.proof.build import Step, step
from pabisym.proof.exponentials import exp_zero
from pabisym.proof.laws import turned
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ..asoodeh2020._hockey import plain_root

X, BOUND = "(r/lam)", "L*r/lam"
TV = f"theta(1, {X})"
H = f"({X}/n)"
EACH = f"({H}/4 + {H}/(4*(1 - {H}**2)))"
STEEP, FLAT = f"(4*{TV} - 2*{X})", f"(4*{TV} - {X})"
FAR = f"{FLAT}*{X}**2/{STEEP}"
FIRST, LAST = f"(floor({X}) + 1)", f"(floor({X} + {FAR}) + 1)"


def law(k: str) -> str:
    """The law after k of the n steps."""
    return f"normallaw(({k})*{H}, 1)"


@script
def one_step(p: Script) -> Step:
    """The quadratic (x - 1 + h)^2/(4 h) is at least max(x - 1, 0) for every density x, with equality at 1 - h and 1 + h."""
    centres = [f"normallaw(({k})*{H}, 0)" for k in ("k", "k - 1")]
    same = [p.figure("reflexive", P=one) for one in centres]
    near = p.figure("normal-near", *same, m=f"k*{H}", u=f"(k - 1)*{H}", v="0", conclude=f"winf({centres[0]}, {centres[1]}, {H})")
    still = "push(affine(1, 0), {})".format
    moved = p.figure("winf-push", near, p.figure("affine-lipschitz", c="1", s="0"), p.figure("same-map", f="affine(1, 0)"),
                     conclude=f"winf({still(centres[0])}, {still(centres[1])}, {H})")
    p.have("white", p.figure("white", v="1"))
    p.have_all({"cost": p.figure("gaussian-magnitude", "white", alpha="2", a=H),
                "finite": p.figure("gaussian-finite", "white", alpha="2", a=H)})
    both = p.figure("absorb", moved, p.figure("renyi-same", alpha="2", P=still(centres[1])), "finite")
    close = p.figure("monotone", both, y="0", d=f"{H}**2")
    noisy = [p.figure("normal-step", one, p.figure("reflexive", P=f"convolve({still(centre)}, white(1))"),
                      conclude=f"equal(convolve({still(centre)}, white(1)), {law(k)})")
             for centre, one, k in zip(centres, same, ("k", "k - 1"), strict=True)]
    named = p.figure("same-law", close, *(turned(p, one) for one in noisy))
    p.have("moment", p.figure("moment", named))
    for name, x in (("below", f"1 - {H}"), ("above", f"1 + {H}")):
        p.have_all({f"{name} one": p.figure("exp-log", x=x),
                    f"{name} twice": p.figure("exp-sum", x=f"log({x})", y=f"log({x})", conclude=f"exp(2*log({x})) == exp(log({x}))**2")})
    c, linear, k = f"1/(4*{H})", f"1/2 - 1/(2*{H})", f"1/(4*{H}) + {H}/4 - 1/2"
    told = p.figure("moment-to-dp", "moment", e="0", c=c, h=c, l=linear, k=k, p=f"log(1 - {H})", q=f"log(1 + {H})")
    bound = f"{c}*exp((2 - 1)*{H}**2) + ({linear}) + ({k})"
    p.have("less", certified(f"{bound} <= {EACH}", fact("growth"), multiplier=f"4*{H}*(1 - {H}**2)"))
    return p.figure("dp-widen", told, u="0", v=EACH)


@script
def all_steps(p: Script) -> Step:
    """The total variation of n > x steps, which add up to x, is at most the sum of theirs."""
    p.have("wide", f"n > {X}")
    p.have("some", "n > 0")
    p.have("count", step("integer", "1 <= n", (p.known("some"),)))
    p.have_all({"step": f"{H} > 0", "small": certified(f"{H} < 1", fact("wide"), multiplier="n")})
    p.have("smaller", certified(f"1 - {H}**2 > 0", fact("small"), fact("small", "step")))
    p.have_all({"tangent": p.figure("exp-tangent", x=f"-{H}**2"), "positive": f"exp({H}**2) > 0",
                "inverse": p.figure("exp-sum", x=f"{H}**2", y=f"-{H}**2", conclude=f"exp(0) == exp({H}**2)*exp(-{H}**2)")})
    p.have("growth", certified(f"exp({H}**2)*(1 - {H}**2) <= 1", fact("positive", "tangent"), fact("inverse"), fact("zero", times="-1")))
    with p.generalise("k", "1", "n") as one:
        one.show(one_step(one))
    p.have("each", one.step)
    first = p.figure("dp-start", p.figure("reflexive", P=law("0")), e="0", conclude=f"dp({law('0')}, {law('0')}, 0, 0*{EACH})")
    with p.induct("k", "0", "n", f"dp({law('k')}, {law('0')}, 0, k*{EACH})", first) as more:
        both = more.figure("dp-third-law", more.at("each", "k"), more.known(more.hypothesis))
        more.have("added", certified(f"{EACH} + exp(0)*((k - 1)*{EACH}) <= k*{EACH}", fact("zero", factor=f"-(k - 1)*{EACH}")))
        more.show(more.figure("dp-widen", both, u="0", v=f"k*{EACH}"))
    ends = (p.figure("reflexive", P=law(k)) for k in ("n", "0"))
    apart = p.figure("normal-apart", *ends, m=X, u="0", v="1", conclude=f"apart({law('n')}, {law('0')}, {X}**2)")
    return p.figure("apart-dp", apart, p.at(more.step, "n"), e="0", conclude=f"{TV} <= n*{EACH}")


@script
def short(p: Script) -> Step:
    """Theta_1(x) <= x/2 for x > 0, or the bounds of so many steps add up to less than theta_1(x)."""
    claim = f"{TV} <= {X}/2"
    exp_zero(p, "zero")
    plain_root(p, X)
    p.except_for(f"{X}/2 - {TV}", claim)
    p.have("steep", f"{STEEP} > 0")
    p.have_all({"many": p.figure("floor-high", x=f"{X} + {FAR}"), "few": p.figure("floor-low", x=X), "past": p.figure("floor-high", x=X),
                "extra": certified(f"{FAR} >= 0", fact("steep", square=X), fact("ratio", square=X), multiplier=STEEP)})
    with p.generalise("n", FIRST, LAST) as every:
        every.show(all_steps(every))
    p.have("seen", every.step)
    p.have("order", certified(f"floor({X}) < {LAST}", fact("few"), fact("extra"), fact("many")))
    p.have("enough", step("integer", f"{FIRST} <= {LAST}", (p.known("order"),)))
    h = f"({X}/{LAST})"
    p.have("wide", certified(f"{LAST} > {X}", fact("many"), fact("extra")))
    p.have("some", f"{LAST} > 0")
    p.have("count", step("integer", f"1 <= {LAST}", (p.known("some"),)))
    p.have_all({"step": f"{h} > 0", "small": certified(f"{h} < 1", fact("wide"), multiplier=LAST)})
    p.have("smaller", certified(f"1 - {h}**2 > 0", fact("small"), fact("small", "step")))
    p.have("seen last", p.at("seen", LAST))
    p.have("fewer", certified(f"{FLAT}*(1 - {h}**2) <= {X}", fact("seen last", "smaller", times="4")))
    p.have("reached", certified(f"{STEEP}*{LAST}**2 <= {FLAT}*{X}**2", fact("fewer", square=LAST)))
    p.have("beyond", certified(f"{FAR} < {LAST}", fact("many"), fact("ratio")))
    p.have("passed", certified(f"{STEEP}*{LAST} > {FLAT}*{X}**2", fact("steep", "beyond")))
    return step("absurd", claim, (certified("0 > 0", fact("reached"), fact("passed"), fact("steep", "count", "some")),), claim=claim)


@script
def smooth(p: Script) -> Step:
    """Twice L times half the ratio."""
    claim = f"2*L*{TV} <= {BOUND}"
    p.have("ratio", f"{X} > 0")
    p.have("short", short(p))
    return certified(claim, fact("short", "Lipschitz constant", times="2"))
