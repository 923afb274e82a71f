"""Proof trees that end in approximate privacy of PNSGD and its variants; untrusted like every builder."""

from __future__ import annotations

from collections.abc import Mapping

from pabisym.library.checks import page_broken
from pabisym.library.library import builtin
from pabisym.library.statement import LineRuns, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._calibration import A, calibrate_level
from ._multi_epoch import LOSSES as EPOCH_LOSSES

ELL, ROOT = "log(1/delta)", "sqrt(n + 1 - t)"
EPOCHS = EPOCH_LOSSES
HALF_WIDTH, RADIUS = 1000, "sqrt(n*(L**2 + 10**8*sigma**2)*eta**2/8)"
"""Half the length of a box, and the radius of the ball around it, in 10^8 dimensions."""


@script
def multi_epoch_dp(p: Script) -> Step:
    """Theorem 35 at the order 2 ln(1/delta)/epsilon, which is at least 5, and Lemma 14."""
    order, cost = f"2*{ELL}/epsilon", "4*(2*log(1/delta)/epsilon)*L**2/sigma**2"
    rest = f"{ELL}/(({order}) - 1)"
    p.have("many", certified(f"2*{ELL} - 5*epsilon >= 0", fact("large order"), multiplier="1/epsilon"))
    p.have("logarithm", certified(f"{ELL} > 0", fact("many", times="1/2"), fact("level", times="5/2")))
    root = f"sqrt({ELL})"
    p.have_all({"root": p.figure("square-root", x=ELL), "root sign": p.figure("square-root-sign", x=ELL),
                "scaled": certified(f"sigma*epsilon >= 5*L*{root}", fact("enough noise", "level")),
                "scaled sign": certified(f"5*L*{root} >= 0", fact("Lipschitz constant", "root sign", times="5")),
                "squared": certified(f"(sigma*epsilon)**2 >= 25*L**2*{ELL}", fact("scaled", "scaled"),
                                     fact("scaled", "scaled sign", times="2"), fact("root", factor="25*L**2")),
                "above": certified(f"2*{ELL} - epsilon > 0", fact("many"), fact("level", times="4"))})
    p.have("order above 1", f"{order} > 1")
    own = p.theorem("feldman2018/theorem-35", {name: name for name in (one.partition(": ")[0] for one in EPOCHS)}, alpha=order)
    private = p.figure("renyi-to-dp", own, d="delta")
    p.have_all({"first part": certified(f"{cost} <= 8*epsilon/25", fact("squared"), multiplier="25*epsilon*sigma**2/8"),
                "second part": certified(f"{rest} <= 17*epsilon/25", fact("many", times="9/50"), fact("level", times="11/50"),
                                         multiplier=f"(2*{ELL} - epsilon)/epsilon")})
    p.have("both", certified(f"{cost} + {rest} <= epsilon", fact("first part"), fact("second part")))
    return p.figure("dp-widen", private, u="epsilon", v="delta")


def _noise(b: Builder, per: str) -> Step:
    return b.theorem("pabisym/calibration-noise", {"enough noise": "enough noise"}, per=per)


def _skipping(b: Builder, order: str) -> Step:
    """Theorem 24 at an order, its bound as order times something."""
    sequences = {x: ("j", f"{x}(j)") for x in "MN"}
    return b.theorem("feldman2018/theorem-24", {}, conclude=f"renyi({order}, 0, M(m), N(m), ({order})*{RATE})", alpha=order, **sequences)


RATE = "(2*L**2/(sigma**2*(n + 1 - t)))"


@script
def at_index(p: Script) -> Step:
    """Theorem 30: the level epsilon/sqrt(n + 1 - t), by the calibration at that level."""
    level, least = f"epsilon/{ROOT}", f"{ROOT} >= 1"
    goal = f"4*{A}*{RATE} <= ({level})**2"
    p.have_all({"noise level": _noise(p, "1"), "noises": certified("n + 1 - t > 0", fact("last"), fact())})
    p.have_all({"root": p.figure("square-root", x="n + 1 - t"), "root sign": p.figure("square-root-sign", x="n + 1 - t")})
    p.have("root least", certified(least, fact("root"), fact("last"), multiplier=f"{ROOT} + 1"))
    p.have("positive root", f"{ROOT} > 0")
    p.have_all({"index level": f"{level} > 0", "small level": certified(f"{level} <= 2*log(5/4)", fact("small"), multiplier=ROOT)})
    p.have("rate", certified(goal, fact("noise level", "noises"), fact("root", times="-1", factor=f"8*{A}*L**2/sigma**2"),
                             multiplier=f"{ROOT}**2*(n + 1 - t)"))
    return calibrate_level(p, ("M(m)", "N(m)"), level, RATE, _skipping, p.known("rate"))


@script
def with_public(p: Script) -> Step:
    """Corollary 31: every private record is followed by at least p noises more than its own."""
    goal = f"4*{A}*{RATE} <= epsilon**2"
    p.have_all({"noise level": _noise(p, "p"), "more": certified("n + 1 - t - p >= 0", fact("private"), fact()),
                "noises": certified("n + 1 - t > 0", fact("last"), fact())})
    p.have("rate", certified(goal, fact("noise level"), fact("more", square="epsilon"), multiplier="n + 1 - t"))
    return calibrate_level(p, ("M(m)", "N(m)"), "epsilon", RATE, _skipping, p.known("rate"))


@script
def smoothing(p: Script) -> Step:
    """Corollary 34: Theorem 30 for losses that are L/lam-smooth."""
    sequences = {x: ("j", f"{x}(j)") for x in "MN"}
    facts = {"beta": p.prove("L/lam > 0"), "steps": certified("eta <= 2/(L/lam)", fact("small steps"))}
    p.have("noises", certified("n + 1 - t > 0", fact("last"), fact()))
    p.have_all(facts)
    p.have_all({"root": p.figure("square-root", x="n + 1 - t"), "root sign": p.figure("square-root-sign", x="n + 1 - t")})
    p.have("root least", certified(f"{ROOT} >= 1", fact("root"), fact("last"), multiplier=f"{ROOT} + 1"))
    p.have("positive root", f"{ROOT} > 0")
    return p.theorem("feldman2018/theorem-30", {}, beta="L/lam", **sequences)


def long_box(name: str, more: Mapping[str, str | int], *given: str) -> tuple[Verdict, str]:
    """One record, n = 1 and eps = 4, on a long box in 10^8 dimensions, the losses along its long edge, against a statement on levels.

    sigma belongs to some L of at least 1, and eta = 1 to the radius R, R^2 = n (L^2 + d sigma^2) eta^2/8; w is half the length of the box.
    """
    at = {"epsilon": 4, "delta": "864/1000", "n": 1, "t": 1, "L": 1, "eta": 1, "sigma": "43/100", "m": 0, "w": HALF_WIDTH, **more}
    page = ("sigma >= 2*L*sqrt(2*log(5/(4*delta)))/epsilon", f"w <= {RADIUS}", *given)
    return page_broken(builtin().statement(name), at, given=page, dropped=("small", "enough noise"),
                       process=LineRuns("skip", (1,), -1, 1, 1, "43/100", HALF_WIDTH))


def smoothed_lines() -> tuple[Verdict, str]:
    """The same for Corollary 34: linear losses are their own smoothing; lambda is at least 7000."""
    return long_box("feldman2018/corollary-34", {"lam": 7000}, f"lam <= {RADIUS}*epsilon/(2*sqrt(n*log(1/delta)))")
