"""Proof trees that end in approximate privacy of PNSGD and its variants; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact

from ._calibration import A, calibrated
from ._multi_epoch import LOSSES as EPOCH_LOSSES

ELL, ROOT = "log(1/delta)", "sqrt(n + 1 - t)"
EPOCHS = EPOCH_LOSSES


def multi_epoch_dp(b: Builder) -> Step:
    """Theorem 35 at the order 2 ln(1/delta)/epsilon, which is at least 5, and Lemma 14."""
    order, cost = f"2*{ELL}/epsilon", "4*(2*log(1/delta)/epsilon)*L**2/sigma**2"
    rest = f"{ELL}/(({order}) - 1)"
    laws = {"P": "push(projection(K), V(n*n))", "Q": "push(projection(K), W(n*n))"}
    names = {x: x for x in ("n", "t", "L", "beta", "eta", "sigma", "K", "h")} | {}

    def convert(b: Builder) -> Step:
        sequences = {x: ("k", f"{x}(k)") for x in ("V", "W", "f", "zeta")}
        own = b.theorem("feldman2018/theorem-35", {name: b.known(name) for name in (one.partition(": ")[0] for one in EPOCHS)}, alpha=order, **names, **sequences)
        private = b.figure("renyi-to-dp", own, alpha=order, b=cost, d="delta", **laws)
        facts = {"first part": certified(f"{cost} <= 8*epsilon/25", fact("squared"), multiplier="25*epsilon*sigma**2/8"),
                 "second part": certified(f"{rest} <= 17*epsilon/25", fact("many", times="9/50"), fact("level", times="11/50"),
                                          multiplier=f"(2*{ELL} - epsilon)/epsilon")}
        return b.suppose_all(facts, lambda b: b.have("both", certified(
            f"{cost} + {rest} <= epsilon", fact("first part"), fact("second part")), lambda b: b.figure(
                "dp-widen", private, e=f"{cost} + {rest}", d="delta", u="epsilon", v="delta", **laws)))

    def squared(b: Builder) -> Step:
        root = f"sqrt({ELL})"
        facts = {
            "root": b.figure("square-root", x=ELL), "root sign": b.figure("square-root-sign", x=ELL),
            "scaled": certified(f"sigma*epsilon >= 5*L*{root}", fact("enough noise", "level")),
            "scaled sign": certified(f"5*L*{root} >= 0", fact("Lipschitz constant", "root sign", times="5")),
            "squared": certified(f"(sigma*epsilon)**2 >= 25*L**2*{ELL}", fact("scaled", "scaled"), fact("scaled", "scaled sign", times="2"),
                                 fact("root", factor="25*L**2")),
            "above": certified(f"2*{ELL} - epsilon > 0", fact("many"), fact("level", times="4")),
        }
        return b.suppose_all(facts, lambda b: b.have("order above 1", b.prove(f"{order} > 1"), convert))

    return b.have("many", certified(f"2*{ELL} - 5*epsilon >= 0", fact("large order"), multiplier="1/epsilon"), lambda b: b.have(
        "logarithm", certified(f"{ELL} > 0", fact("many", times="1/2"), fact("level", times="5/2")), squared))


def _noise(b: Builder, per: str) -> Step:
    return b.theorem("pabisym/calibration-noise", {"enough noise": b.known("enough noise")}, per=per,
                     **{name: name for name in ("L", "sigma", "epsilon", "delta")})


def _skipping(b: Builder, order: str) -> Step:
    """Theorem 24 at an order, its bound as order times something."""
    names = {x: x for x in ("n", "t", "m", "L", "beta", "eta", "sigma", "K", "h")}
    sequences = {x: ("k", f"{x}(k)") for x in ("V", "W", "f", "zeta")} | {x: ("j", f"{x}(j)") for x in "MN"}
    return b.theorem("feldman2018/theorem-24", {}, conclude=f"renyi({order}, 0, M(m), N(m), ({order})*{RATE})", alpha=order, **names,
                     **sequences)


RATE = "(2*L**2/(sigma**2*(n + 1 - t)))"


def at_index(b: Builder) -> Step:
    """Theorem 30: the level epsilon/sqrt(n + 1 - t), by the calibration at that level."""
    level, least = f"epsilon/{ROOT}", f"{ROOT} >= 1"
    goal = f"4*{A}*{RATE} <= ({level})**2"

    def finish(b: Builder) -> Step:
        rate = certified(goal, fact("noise level", "noises"), fact("root", times="-1", factor=f"8*{A}*L**2/sigma**2"),
                         multiplier=f"{ROOT}**2*(n + 1 - t)")
        return b.have("rate", rate, lambda b: calibrated(b, ("M(m)", "N(m)"), level, RATE, _skipping, b.known("rate")))

    def rooted(b: Builder) -> Step:
        facts = {"root": b.figure("square-root", x="n + 1 - t"), "root sign": b.figure("square-root-sign", x="n + 1 - t")}
        return b.suppose_all(facts, lambda b: b.have("root least", certified(
            least, fact("root"), fact("last"), multiplier=f"{ROOT} + 1"), lambda b: b.have("positive root", b.prove(
                f"{ROOT} > 0"), lambda b: b.suppose_all({"index level": b.prove(f"{level} > 0"), "small level": certified(
                    f"{level} <= 2*log(5/4)", fact("small"), multiplier=ROOT)}, finish))))

    return b.suppose_all({"noise level": _noise(b, "1"), "noises": certified("n + 1 - t > 0", fact("last"), fact())}, rooted)


def with_public(b: Builder) -> Step:
    """Corollary 31: every private record is followed by at least p noises more than its own."""
    goal = f"4*{A}*{RATE} <= epsilon**2"

    def finish(b: Builder) -> Step:
        rate = certified(goal, fact("noise level"), fact("more", square="epsilon"), multiplier="n + 1 - t")
        return b.have("rate", rate, lambda b: calibrated(b, ("M(m)", "N(m)"), "epsilon", RATE, _skipping, b.known("rate")))

    return b.suppose_all({"noise level": _noise(b, "p"), "more": certified("n + 1 - t - p >= 0", fact("private"), fact()),
                          "noises": certified("n + 1 - t > 0", fact("last"), fact())}, finish)


def smoothed(b: Builder) -> Step:
    """Corollary 34: Theorem 30 for losses that are L/lam-smooth."""
    names = {x: x for x in ("n", "t", "m", "L", "eta", "sigma", "K", "h", "epsilon", "delta")}
    sequences = {x: ("k", f"{x}(k)") for x in ("V", "W", "f", "zeta")} | {x: ("j", f"{x}(j)") for x in "MN"}
    facts = {"beta": b.prove("L/lam > 0"), "steps": certified("eta <= 2/(L/lam)", fact("small steps"))}

    def finish(b: Builder) -> Step:
        positive = certified(f"{ROOT} >= 1", fact("root"), fact("last"), multiplier=f"{ROOT} + 1")
        return b.have("root least", positive, lambda b: b.have("positive root", b.prove(f"{ROOT} > 0"), lambda b: b.theorem(
            "feldman2018/theorem-30", {}, beta="L/lam", **names, **sequences)))

    return b.have("noises", certified("n + 1 - t > 0", fact("last"), fact()), lambda b: b.suppose_all(facts, lambda b: b.suppose_all(
        {"root": b.figure("square-root", x="n + 1 - t"), "root sign": b.figure("square-root-sign", x="n + 1 - t")}, finish)))
