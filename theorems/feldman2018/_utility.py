"""Proof trees and instances for excess losses; untrusted like every builder.

e(k) is the mean excess loss E F(w_k) - F*, r(k) the mean squared distance E ||w_k - w*||^2 to a minimiser.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from pabisym.library.checks import at_points, page_broken, replayed
from pabisym.library.library import builtin
from pabisym.library.statement import Named, Verdict
from pabisym.numerics.enclosure import lower_end
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._calibration import A

DESCENT = "forall(k, 1, {T}, 2*({eta})*e(k - 1) <= r(k - 1) - r(k) + ({eta})**2*({G}))"
"""What one projected step gives: ||w_k - w*||^2 <= ||w_{k-1} - eta g - w*||^2, expanded, and convexity of F."""
LEAST_NOISE = Named("sigma", f"2*L*sqrt(2*{A})/epsilon", "per-step standard deviation on the gradient",
    ("L > 0", "epsilon > 0", f"{A} > 0"))
RATE, FACTOR = "2*R0/(LG*sqrt(T))", f"sqrt(1 + 8*d*{A}/epsilon**2)"


@script
def telescoping_sum(p: Script, steps: str, eta: str, moment: str) -> Step:
    """The sum of the one-step inequalities."""
    claim = f"2*({eta})*sum(e(i - 1), i, 1, j) <= r(0) - r(j) + j*({eta})**2*({moment})"
    with p.induct("j", "0", steps, claim) as more:
        more.have("one step", more.at("descent", "j"))
    return p.at(more.step, steps)


@script
def classical(p: Script) -> Step:
    """The proof of ``feldman2018/theorem-28``."""
    q, early = "sqrt(T)", "sum(e(i - 1), i, 1, {})"
    moved = f"sum(e(i), i, 1, j) == {early.format('j')} + e(j) - e(0)"
    p.have_all({"root": p.figure("square-root", x="T"), "root sign": p.figure("square-root-sign", x="T")})
    p.have("root least", certified(f"{q} >= 1", fact("root"), fact("horizon"), multiplier=f"{q} + 1"))
    p.have("positive root", f"{q} > 0")
    p.have_all({"steps": telescoping_sum(p, "T", RATE, "LG**2"), "end": p.at("sign", "T"), "shift": p.induction("j", "0", "T", moved)})
    first = certified(f"{early.format('T')} <= 2*R0*LG*{q}", fact("steps"), fact("diameter"), fact("end"),
                      fact("root", factor=f"4*R0**2/{q}**2"), multiplier=f"2*({RATE})")
    goal = f"sum(e(i), i, 1, T)/T <= 4*R0*LG/{q}"
    scale = {"R LG": p.prove("R0*LG > 0")}
    p.have_all({"first": first, "shifted": p.at("shift", "T"), **scale})
    return certified(goal, fact("first"), fact("ends"), fact("R LG", "root least", times="2"), fact("shifted", times="-1"),
                     fact("root", factor=f"-4*R0*LG/{q}"), multiplier="T")


@script
def noisy(p: Script) -> Step:
    """The proof of ``feldman2018/theorem-29``: Theorem 28 with L_G = L sqrt(1 + 8 d ln(1.25/delta)/epsilon^2)."""
    inside, eta = f"1 + 8*d*{A}/epsilon**2", f"2*R0/(L*{FACTOR}*sqrt(n))"
    p.have("spread", certified(f"8*d*{A}/epsilon**2 >= 0", fact("dimension", "spread of noise", times="8"), multiplier="epsilon**2"))
    p.have("inside", f"{inside} >= 0")
    p.have_all({"factor": p.figure("square-root", x=inside), "factor sign": p.figure("square-root-sign", x=inside),
                "root": p.figure("square-root", x="n"), "root sign": p.figure("square-root-sign", x="n")})
    p.have_all({"factor least": certified(f"{FACTOR} >= 1", fact("factor"), fact("spread"), multiplier=f"{FACTOR} + 1"),
                "root least": certified("sqrt(n) >= 1", fact("root"), fact("size"), multiplier="sqrt(n) + 1")})
    p.have_all({"factor positive": f"{FACTOR} > 0", "root positive": "sqrt(n) > 0"})
    with p.generalise("k", "1", "n") as one:
        goal = f"2*({eta})*e(k - 1) <= r(k - 1) - r(k) + ({eta})**2*(L*{FACTOR})**2"
        one.have("step k", one.at("descent", "k"))
        one.show(certified(goal, fact("step k"), fact("factor", factor=f"({eta})**2*L**2")))
    return p.theorem("feldman2018/theorem-28", {"descent": one.step}, T="n", LG=f"L*{FACTOR}",
                     conclude=f"sum(e(i), i, 1, n)/n <= 4*R0*L*{FACTOR}/sqrt(n)")


def half_average(per: str) -> tuple[Verdict, str]:
    """The excess loss of a uniform choice among N >= n/2 last iterates, for eta = sqrt(8) R/(g sqrt(n)) with g^2 = L^2 + d sigma^2.

    The second part is g = L sqrt(1 + 8 d ln(1.25/delta)/(per epsilon^2)) for sigma = 2 L sqrt(2 ln(1.25/delta)/per)/epsilon.
    """
    eta, kinds = "2*w*R0/(g*q)", dict.fromkeys(("R0", "g", "q", "w"), "real") | {"n": "integer", "N": "integer"}
    assumed = {"size": "n >= 1", "half": "2*N >= n", "radius": "R0 > 0", "moment": "g > 0", "root": "q**2 == n", "root sign": "q > 0",
               "two": "w**2 == 2", "two sign": "w > 0", "count": "N >= 1", "diameter": "r(0) <= 4*R0**2", "sign": "r(N) >= 0",
               "descent": DESCENT.format(T="N", eta=eta, G="g**2")}

    goal = "sum(e(i - 1), i, 1, N)/N <= 2*w*R0*g/q"

    @script
    def build(p: Script) -> Step:
        p.have("steps", telescoping_sum(p, "N", eta, "g**2"))
        return certified(goal, fact("steps"), fact("diameter"), fact("sign"), fact("half", times="4", square="R0/q"),
                         fact("root", factor="-4*R0**2/q**2"), fact("two", factor="4*R0**2*N/q**2"), multiplier=f"2*N*({eta})")

    average = replayed(goal, kinds | {"e": "real sequence", "r": "real sequence"}, assumed, build)
    share = dict.fromkeys(("L", "d", "epsilon", "a", "s"), "real") | {"p": "integer"}
    claim = "L**2 + d*(2*L*s/epsilon)**2 == L**2*(1 + 8*d*a/(p*epsilon**2))"
    level = replayed(claim, share, {"level": "epsilon > 0", "share": "p >= 1", "root": "s**2 == 2*a/p"},
                     certified(claim, fact("root", factor="4*d*L**2/epsilon**2")))
    shown = f"(1/N) sum e <= 2 sqrt(2) R g/sqrt(n), half of what is printed, with g = L sqrt(1 + 8 d a/({per} eps^2)): "
    both = average[0] == level[0] == "true"
    return ("true" if both else "undecided"), shown + " and ".join(told.rpartition(": ")[2] for _, told in (average, level))


def clipped_instance(epsilon: int, delta: str) -> tuple[Verdict, str]:
    """One step of one record on K = [-1, 1] from 0, opposite losses of slope 1: the event that the output is 1."""
    s, eta = f"(2*sqrt(2*{A})/epsilon)", f"(sqrt(8)/sqrt(1 + 8*{A}/epsilon**2))"
    first, second = (f"erfc((1 {sign} {eta})/(sqrt(2)*{eta}*{s}))/2" for sign in "-+")
    return at_points(f"{first} <= exp(epsilon)*{second} + delta", ({"epsilon": epsilon, "delta": delta},), "false",
                     f"P(output 1) <= exp({epsilon}) P'(output 1) + {delta} is false, n = 1, R = L = d = 1")


def many_problems() -> tuple[Verdict, str]:
    """The average of n iterates for eta = 4 R/(g sqrt(n)), twice the step of Theorem 28, and g for the noise of Theorem 32."""
    eta, kinds = "4*R0/(g*q)", dict.fromkeys(("R0", "g", "q"), "real") | {"n": "integer"}
    assumed = {"size": "n >= 1", "radius": "R0 > 0", "moment": "g > 0", "root": "q**2 == n", "root sign": "q > 0",
               "diameter": "r(0) <= 4*R0**2", "sign": "r(n) >= 0", "descent": DESCENT.format(T="n", eta=eta, G="g**2")}
    goal = "sum(e(i - 1), i, 1, n)/n <= 5*R0*g/(2*q)"

    @script
    def build(p: Script) -> Step:
        p.have("steps", telescoping_sum(p, "n", eta, "g**2"))
        return certified(goal, fact("steps"), fact("diameter"), fact("sign"), fact("root", factor="-4*R0**2/q**2"),
                         multiplier=f"2*n*({eta})")

    average = replayed(goal, kinds | {"e": "real sequence", "r": "real sequence"}, assumed, build)
    claim = "L**2 + d*(4*L*s/epsilon)**2 == L**2*(1 + 16*d*q*l/epsilon**2)"
    kinds = dict.fromkeys(("L", "d", "epsilon", "q", "l", "s"), "real")
    level = replayed(claim, kinds, {"level": "epsilon > 0", "root": "s**2 == q*l"},
                         certified(claim, fact("root", factor="16*d*L**2/epsilon**2")))
    both = average[0] == level[0] == "true"
    return ("true" if both else "undecided"), f"over w_0..w_(n-1) it is at most 2.5 R g/sqrt(n): {average[1]}; {level[1]}"


def majority(problems: int) -> tuple[Verdict, str]:
    """N = 1, K = [-1, 1] from 0, opposite losses of slope 1, eps = 1/2, delta = 1/4: are most of the k outputs positive?

    With ln n for the harmonic number q is 2 ln(1/delta); sigma belongs to some L of at least 1.
    """
    sigma = arb(157) / 10
    chance = (-(1 / sigma) / arb(2).sqrt()).erfc() / 2
    odds, term = chance / (1 - chance), (1 - chance) ** problems
    above = arb(0)
    for i in range(problems):
        term *= odds * (problems - i) / (i + 1)
        above += term if 2 * (i + 1) > problems else 0
    at = {"epsilon": "1/2", "delta": "1/4", "p": problems, "q": 3, "n": 1, "t": 1, "L": 1, "beta": 1, "eta": 1, "sigma": "157/10",
          "K": "interval(-1, 1)", "f": "quadratic(0, -1)", "h": "quadratic(0, 1)"}
    given = ("epsilon < 1", "delta < 1/2", "sigma >= 4*L*sqrt(max(2*p*log(n)/n, 2*log(1/delta))*log(1/delta))/epsilon")
    most = lower_end(above)
    return page_broken(builtin().statement("feldman2018/theorem-32"), at, f"{most} <= exp(epsilon)*(1 - {most}) + delta", given=given,
                       dropped=("share", "enough noise"), words=f"P(most) > e^(1/2) P'(most) + 1/4 for k = {problems}, sigma = 15.7")


def uphill() -> tuple[Verdict, str]:
    """Sixteen steps of the printed algorithm on F(w) = w, K = [-1, 1], from 1, with the step size of Theorem 28: all iterates stay at 1."""
    w, eta, excess = Fraction(1), Fraction(1, 2), []
    for _ in range(16):
        w = max(Fraction(-1), min(Fraction(1), w + eta))
        excess.append(w - (-1))
    at = {"T": 16, "R0": 1, "LG": 1, "eta": eta, "e": "2", "r": "4", "mean": sum(excess, Fraction(0)) / 16}
    return page_broken(builtin().statement("feldman2018/theorem-28"), at, "mean <= 4*R0*LG/sqrt(T)", dropped=("descent",),
                       given=("eta == 2*R0/(LG*sqrt(T))", "mean == sum(e(i), i, 1, T)/T"),
                       words="F exceeds its minimum by 2 at all 16 iterates, where Theorem 28 has 1 for the mean")
