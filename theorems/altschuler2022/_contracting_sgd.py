"""Noisy-SGD with random batches and steps that are contractions: the proof of the bound of Theorem 5.1 of Altschuler and Talwar.

As in :mod:`pabisym_theorems.altschuler2022._noisy_sgd`, half of the variance of the noise hides the record and half pays for the
distance, which every step makes shorter by the factor c.  Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Step, stated
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from . import _noisy_sgd as noisy_sgd
from ._noisy_sgd import HALF, RATE, Away
from ._sampling import random_step, small_powers

_price = "alpha*{D}**2*(1 - c**2)*c**(2*{m})/(2*{v}*(1 - c**(2*{m})))".format
LAST_STEPS = f"m*Q + {_price(D='D', m='m', v='v')}"
_LEFT = "D*c**({j})*(1 - c**(2*(m - ({j}))))/(1 - c**(2*m))"
_AMOUNT = "D*(1 - c**2)*c**(2*m - j)/(1 - c**(2*m))"
_PAID = "({j})*Q + alpha*D**2*(1 - c**2)*c**(4*m - 2*({j}))*(1 - c**(2*({j})))/(2*v*(1 - c**(2*m))**2)"
_CLAIM = f"renyi(alpha, {_LEFT}, X(T - m + {{j}}), Y(T - m + {{j}}), {_PAID})"


@script
def restart_shifts(p: Script) -> Step:
    """Induction over the last m steps; after j of them the shift D c^j (1 - c^(2 (m - j)))/(1 - c^(2m)) is left."""
    p.have_all({"square": p.figure("power-below-one", k="2"), "all of them": p.figure("power-below-one", k="2*m")})
    begun = p.figure("start", "restart")
    first = p.figure("monotone", begun, conclude=_CLAIM.format(j="0"), y=_LEFT.format(j="0"), d=_PAID.format(j="0"))
    with p.induct("j", "0", "m", _CLAIM.format(j="j"), first) as advance:
        advance.show(_advance(advance, advance.hypothesis))
    last = p.at(advance.step, "m")
    return p.figure("monotone", last, y="0", d=LAST_STEPS, conclude=f"renyi(alpha, 0, X(T), Y(T), {LAST_STEPS})")


@script
def _advance(p: Script, before: str) -> Step:
    """A random step, the noise, the projection."""
    k, past, z, y = "T - m + j", _PAID.format(j="j - 1"), _LEFT.format(j="j - 1"), _LEFT.format(j="j")
    laws = {"P": f"through(A({k}), X({k} - 1))", "Q": f"through(B({k}), Y({k} - 1))"}
    cost = f"{past} + Q + alpha*({_AMOUNT})**2/(2*v)"
    p.have_all({"here": "T - m + j >= 1", "later": p.figure("power-at-most-one", k="2*(m - j)"), "power": "c**j > 0",
                "late power": "c**(2*m - j) > 0"})
    p.have_all({"share": certified(f"{y} >= 0", fact("width", "power", "later"), multiplier="1 - c**(2*m)"),
                "part": certified(f"{_AMOUNT} >= 0", fact("width", "square", "late power"), multiplier="1 - c**(2*m)")})
    moved = random_step(p, p.known(before), p.at("steady", k), p.at("sampling", k), alpha="alpha", z=z, c="c", q="Q", P=f"X({k} - 1)",
                        Q=f"Y({k} - 1)", K=f"A({k})", J=f"B({k})")
    moved = stated(moved, f"renyi(alpha, {y} + {_AMOUNT}, {laws['P']}, {laws['Q']}, {past} + Q)")
    paid = p.theorem("altschuler2022/lemma-2.15", {"before": moved, "Gaussian": p.at("Gaussian", k)}, z=y, a=_AMOUNT, b=f"{past} + Q",
                     Z=f"zeta({k})", **laws)
    inside = p.figure("contraction", paid, p.figure("projection", "domain"), p.figure("same-map", f="projection(K)"), b=cost)
    return p.figure("same-law", inside, p.at("first run", k), p.at("second run", k), conclude=_CLAIM.format(j="j"))


# Theorem 5.1: the look-back is logarithmic in the diameter.

ENOUGH = "log(D*n/(L*eta))/(1 - c)"


def _cost(D: str, m: str) -> str:
    return _price(D=D, m=m, v=f"({HALF})")


@script
def upper_bound(p: Script, constant: int) -> Step:
    """``constant`` times the rate times min(T, N): 33 where 5 b < n is known, else 101."""

    @script
    def either(p: Script, claim: str) -> Step:
        return p.by_cases(f"1 - {ENOUGH}", claim)

    p.have("larger", p.figure("maximum", x="1", y=ENOUGH))
    claims = {"at least one": "N >= 1", "enough": f"N >= {ENOUGH}"}
    p.have_all({name: either(p, claim) for name, claim in claims.items()})
    return noisy_sgd.upper_bound(p, constant, SHORTER)


def know_diameter_cost(p: Script) -> None:
    """Go on knowing that the diameter costs at most the rate times N over N steps, because c^N D n <= L eta."""
    with p.proof() as forgotten:
        forgotten.have("multiple", "D*n/(L*eta) > 0")
        forgotten.show(forgotten.theorem("pabisym/logarithmic-look-back", {}, x="D*n/(L*eta)"))
    cost = certified(f"{_cost('D', 'N')} <= {RATE}*N", fact("sign", "at least one", "power", square="L*eta"),
                     fact("sign", "power", "reach square"), fact("sign", "later", square="c**N*D*n"),
                     multiplier="eta**2*sigma**2*n**2*(1 - c**(2*N))")
    p.have("forgotten", forgotten.step)
    p.have_all({"reach": certified("L*eta >= c**N*D*n", fact("forgotten"), multiplier="1/(L*eta)"), "reaches": "L*eta + c**N*D*n >= 0",
                "reach square": certified("(L*eta)**2 >= (c**N*D*n)**2", fact("reach", "reaches")), "sign": "alpha > 0"})
    small_powers(p, "N")
    p.have("distance", cost)


def _all_steps(p: Script, steps: str) -> None:
    p.have("all steps", p.figure("power-below-one", k=f"2*{steps}"))


@script
def _gradient_steps(p: Script) -> Step:
    with p.generalise("l", "1", "n") as one:
        one.show(one.figure("after-projection", one.at("gradient steps", "l"), "domain"))
    return one.step


SHORTER = Away("pabisym/contractive-sampled-restart", _cost, know_diameter_cost, _all_steps, {"c": "c"}, _gradient_steps)
"""Steps that are contractions: mostly by the last ones, when little of the distance is left."""


@script
def larger_factor(p: Script) -> Step:
    """What brings points of K together by the factor 0 does so by a factor c > 0."""
    with p.spell("lipschitzon(h, K, c)") as two:
        two.have("near", two.unfold("one point", two.known("hold 1"), two.known("hold 2"), x="x", y="y"))
        two.have("apart", two.figure("norm-sign", x="minus(x, y)"))
        two.show("norm(minus(at(h, x), at(h, y))) <= c*norm(minus(x, y))")
    return two.step
