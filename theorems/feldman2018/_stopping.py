"""Proof trees for stopping at a random time; untrusted like every builder."""

from __future__ import annotations

from collections.abc import Callable

from pabisym.proof.build import Step, step
from pabisym.proof.exponentials import exp_quadratic, exp_zero, log_low, log_product
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._pnsgd import OUTPUT, after, before


def harmonic(high: str) -> str:
    """1 + 1/2 + ... + 1/high."""
    return f"sum(1/i, i, 1, {high})"


WHOLE = "2*alpha*L**2/sigma**2"
"""What an output tells right after the record is used."""
SHARE = "cases({0} - t, exp(-log({0} + 1 - t)), 0)"
"""The share of it that the output after so many steps tells, 1/(k + 1 - t); a sum over k divides by nothing that may be 0."""


def _one_over(p: Script, k: str) -> None:
    """Go on knowing, as ``value``, that the share of step k >= t is 1/(k + 1 - t)."""
    x = f"{k} + 1 - t"
    exp_zero(p, "zero")
    p.have_all({"count": f"{x} > 0", "at least one": f"{x} >= 1",
                "unit": p.figure("exp-sum", x=f"log({x})", y=f"-log({x})", conclude=f"exp(0) == exp(log({x}))*exp(-log({x}))")})
    p.have("inverse", p.figure("exp-log", x=x))
    p.have("value", certified(f"exp(-log({x})) == 1/({x})", fact("unit", factor="-1"), fact("zero", factor="1"),
                              fact("inverse", factor=f"-exp(-log({x}))"), multiplier=x))


@script
def harmonic_mean(p: Script, bound: str) -> Step:
    """The proof of ``feldman2018/eq-26-harmonic``: every stopping time by Theorem 23, Lemma 25 with c = 1, and the sum."""
    told, late_told = f"{WHOLE}*{SHARE.format('k')}", f"{WHOLE}/(k + 1 - t)"
    p.have("size", "n >= 1")
    p.have_all({"least noise": enough(p), "sign": certified(f"{WHOLE} >= 0", fact("order", times="2", square="L"),
                                                           {"coefficient": "2", "square": "L"}, multiplier="sigma**2")})

    def each(claim: str, late: Callable[[Script], Step], early: Callable[[Script], Step]) -> Step:
        with p.generalise("k", "1", "n") as one:
            with one.case("k - t", claim) as seen:
                _one_over(seen, "k")
                seen.have("share", certified("1/(k + 1 - t) <= 1", fact("at least one"), multiplier="k + 1 - t"))
                seen.have("told", certified(f"{told} == {late_told}", fact("value", factor=WHOLE)))
                seen.show(late(seen))
            one.show(early(one))
        return one.step

    def after_record(p: Script) -> Step:
        return p.figure("monotone", p.figure("monotone", after(p), y="0", d=late_told), y="0", d=told)

    def before_record(p: Script) -> Step:
        return p.figure("monotone", before(p), y="0", d=told, P=OUTPUT.format(X="V(k)"), Q=OUTPUT.format(X="W(k)"))

    small = f"{told} <= 1/(alpha - 1)"
    premises = {
        "bounds": each(f"renyi(alpha, 0, {OUTPUT.format(X='V(k)')}, {OUTPUT.format(X='W(k)')}, {told})", after_record, before_record),
        "small": each(small, lambda p: certified(small, fact("told", factor="-(alpha - 1)"), fact("share", "sign", "order"),
                                                 fact("least noise"), multiplier="alpha - 1"), lambda p: p.prove(small)),
        "sign": each(f"{told} >= 0", lambda p: certified(f"{told} >= 0", fact("told", factor="k + 1 - t"), fact("sign"),
                                                         multiplier="k + 1 - t"), lambda p: p.prove(f"{told} >= 0")),
        **{name: p.known(name) for name in ("order", "first mixture", "other first mixture", "mixture", "other mixture")}}
    laws = {X: ("k", OUTPUT.format(X=f"{run}(k)")) for X, run in (("P", "V"), ("Q", "W"))}
    mean = p.theorem("feldman2018/lemma-25", premises, c="1", rho=("k", "1/n"), b=("k", told), M=("k", "M(k)"), N=("k", "N(k)"), **laws)
    p.have("sum", shares(p))
    return p.figure("monotone", mean, y="0", d=bound)


@script
def enough(p: Script) -> Step:
    """The noise is enough for c = 1: sigma^2 >= 2 alpha (alpha - 1) L^2."""
    root = "sqrt(2*alpha*(alpha - 1))"
    p.have("order factor", "2*alpha*(alpha - 1) >= 0")
    p.have_all({"root": p.figure("square-root", x="2*alpha*(alpha - 1)"),
                "root sign": p.figure("square-root-sign", x="2*alpha*(alpha - 1)")})
    p.have("scaled root", f"L*{root} >= 0")
    p.have("squared", f"sigma**2 >= (L*{root})**2")
    p.have("enough squared", "sigma**2 >= L**2*(2*alpha*(alpha - 1))")
    return p.prove(f"{WHOLE}*(alpha - 1) <= 1")


@script
def shares(p: Script) -> Step:
    """The shares add up to 1 + 1/2 + ... + 1/(n + 1 - t), by induction: none of them is there before step t."""
    total = f"sum({SHARE.format('i')}, i, 1, j)"
    with p.induct("j", "0", "t - 1", f"{total} == 0") as early:
        early.show(f"{total} == 0")
    p.have("early", early.step)
    claim = f"{total} == {harmonic('j + 1 - t')}"

    @script
    def first(p: Script) -> Step:
        p.have("none before", p.at("early", "t - 1"))
        _one_over(p, "t")
        return p.prove(f"sum({SHARE.format('i')}, i, 1, t) == {harmonic('t + 1 - t')}")

    with p.induct("j", "t", "n", claim, first) as late:
        _one_over(late, "j")
        late.show(claim)
    return p.at(late.step, "n")


@script
def random_stopping(p: Script, bound: str) -> Step:
    """The proof of ``feldman2018/theorem-26``: the harmonic sum of the record, and that it is the largest for the first one."""

    @script
    def longer(p: Script) -> Step:
        p.have("j positive", "j >= 1")
        return certified(f"{harmonic('j - 1')} <= {harmonic('j')}", {"coefficient": "1"}, multiplier="j")

    p.have("size", "n >= 1")
    p.have("least", "n + 1 - t >= 1")
    spent = f"2*({WHOLE})*{harmonic('n + 1 - t')}/n"
    p.have("mean", p.theorem("feldman2018/eq-26-harmonic", {}))
    p.have("fewer", p.theorem("pabisym/rising", {"steps": p.generalise("j", "n + 1 - t + 1", "n", longer)}, p="n + 1 - t", q="n",
                              f=("j", harmonic("j"))))
    terms = [{"coefficient": "4", "facts": ["fewer", *more], "square": "L"} for more in (["order"], [])]
    p.have("compared", step("arithmetic", f"{spent} <= {bound}", (), goal=f"{spent} <= {bound}", multiplier="n*sigma**2", terms=terms))
    return p.figure("monotone", p.known("mean"), y="0", d=bound)


@script
def growth(p: Script) -> Step:
    """exp(1/j) - 1 <= 2 (log(j) - log(j - 1)) for j >= 2: both sides against 2/j."""
    ratio, goal = "j/(j - 1)", "exp(1/j) - 1 <= 2*(log(j) - log(j - 1))"
    p.have_all({"before": "j - 1 > 0", "ratio": f"{ratio} > 0"})
    log_product(p, ratio, "j - 1")
    log_low(p, ratio)
    exp_quadratic(p, "1/j")
    product, low, quadratic = (next((name for name, _ in p.scope.known if name.startswith(start))) for start in (
        "log product", "log low", "quadratic"))
    terms = [{"coefficient": "1", "facts": [quadratic]}, {"coefficient": "2", "facts": [low]}, {"coefficient": "2", "facts": [product]},
             {"coefficient": "1", "facts": ["square"]}]
    p.have("square", certified("(1/j)**2 <= 1/j", fact("from"), {"coefficient": "1"}, multiplier="j**2"))
    return step("arithmetic", goal, (), goal=goal, multiplier="1", terms=terms)
