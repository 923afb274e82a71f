"""Proof trees for the inequalities around noisy gradient descent: rates, gaps, excess risk, comparisons; untrusted.

The letters are those of Chourasia et al.; q stands for the ratio I_alpha/E_alpha of Rényi information and moment.
"""

from __future__ import annotations

from pabisym.library.checks import replayed
from pabisym.library.statement import Verdict
from pabisym.proof.build import Builder, Filler, Step
from pabisym.proof.exponentials import exp_at_most, exp_zero
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._langevin import LETTERS, SAME


@script
def slower(p: Script, goal: str) -> Step:
    """Inequality (13): the rate of Lemma 2, with what Lemma 3 says of q."""
    lost = "2*(1 - gamma)*sigma**2*c*(D/alpha + (alpha - 1)*dD) <= (1 - gamma)*sigma**2*alpha*q"
    p.have("lost", certified(lost, fact("split at most", "constant", "log-Sobolev", times="2", square="sigma"), multiplier="alpha"))
    return certified(goal, fact("rate"), fact("lost"))


def throttle(b: Builder, goal: str) -> Step:
    """The ratio grows with the divergence, as the divergence grows with its order."""
    return certified(goal, fact("constant", "log-Sobolev", times="2"), fact("constant", "growth", "order", times="2"),
                     fact("constant", "growth", "order", "order", times="2"), multiplier="alpha**2")


def smaller_limit(_: Builder) -> Step:
    """Division by the larger of two convexities."""
    return certified("alpha*S**2/(mu*sigma**2*n**2) <= alpha*S**2/(lam*sigma**2*n**2)", fact("order", "larger", square="S"),
                     fact("larger", square="S"), multiplier="lam*mu*sigma**2*n**2")


@script
def strictly_smaller_limit(p: Script) -> Step:
    """The difference is alpha S^2 (mu - lam) over lam mu sigma^2 n^2."""
    p.have_each({"other losses": "mu > 0", "scale": "alpha*S**2 > 0"})
    return certified("alpha*S**2/(mu*sigma**2*n**2) < alpha*S**2/(lam*sigma**2*n**2)", fact("scale", "larger"),
                     multiplier="lam*mu*sigma**2*n**2")


def exp_below_one(p: Script, x: str, label: str) -> None:
    """Go on knowing exp(-x) <= 1, where x >= 0 can be proved."""
    e = f"exp(-({x}))"
    exp_zero(p, p.fresh("zero"))
    exp_at_most(p, f"-({x})", "0")
    p.have(label, f"{e} <= 1")


def exp_ordered(p: Script, x: str, y: str, order: str, label: str) -> None:
    """Go on knowing exp(x) <= exp(y), where y - x >= 0 is known under a label."""
    p.have_all({"ratio": p.figure("exp-tangent", x=f"({y}) - ({x})"), "lower": f"exp({x}) > 0",
                "split": p.figure("exp-sum", x=x, y=f"({y}) - ({x})", conclude=f"exp({y}) == exp({x})*exp(({y}) - ({x}))")})
    p.have(label, certified(f"exp({x}) <= exp({y})", fact("ratio", "lower"), fact(order, "lower"), fact("split")))


@script
def gap_4(p: Script, goal: str) -> Step:
    """1 - e <= 1 - e^2 for e = exp(-eta K/2)."""
    e, x = "exp(-(eta*K/2))", "eta*K/2"
    square = p.figure("exp-sum", x=f"-({x})", y=f"-({x})", conclude=f"exp(-eta*K) == {e}**2")
    p.have_all({"far": f"{x} >= 0", "sign": f"{e} > 0", "square": square})
    exp_below_one(p, x, "below")
    p.have("less", certified(f"{e} - exp(-eta*K) >= 0", fact("below", "sign"), fact("square", times="-1")))
    return certified(goal, fact("Rényi order", "less", square="S/(sigma*n)"), fact("less", square="S/(sigma*n)"))


@script
def gap_2(p: Script, goal: str) -> Step:
    """The smaller rate, (2 - eta) eta/2 <= eta."""
    p.have_all({"room": "2 - eta > 0", "slower": certified("-(2 - eta)*eta*K/2 - (-eta*K) >= 0", fact("steps", times="1/2", square="eta"),
                                                           fact(times="1/2", square="eta"))})
    exp_ordered(p, "-eta*K", "-(2 - eta)*eta*K/2", "slower", "ordered")
    p.have("less", "exp(-(2 - eta)*eta*K/2) - exp(-eta*K) >= 0")
    return certified(goal, fact("Rényi order", "less", square="S/(sigma*n)"), fact("less", square="S/(sigma*n)"), multiplier="2 - eta")


@script
def small_runs(p: Script, goal: str) -> Step:
    """(1 + x) exp(-x) <= 1, x = eta K."""
    wanted = "1 - (1 + eta*K)*exp(-eta*K) >= 0"
    p.have_all({"far": "eta*K >= 0", "tangent": p.figure("exp-tangent", x="eta*K"), "sign": "exp(-eta*K) > 0",
                "inverse": p.figure("exp-sum", x="eta*K", y="-eta*K", conclude="exp(0) == exp(eta*K)*exp(-eta*K)")})
    exp_zero(p, "zero")
    p.have("less", certified(wanted, fact("tangent", "sign"), fact("inverse"), fact("zero", times="-1")))
    return certified(goal, fact("Rényi order", "less", times="1/4", square="S/(sigma*n)"), fact("less", times="1/4", square="S/(sigma*n)"),
                     multiplier="1 + eta*K")


@script
def composition_above(p: Script, goal: str) -> Step:
    """1 - x <= exp(-x), x = eta K."""
    p.have("tangent", p.figure("exp-tangent", x="-eta*K"))
    square = "S/(sigma*n)"
    return certified(goal, fact("Rényi order", "tangent", times="1/4", square=square), fact("tangent", times="1/4", square=square))


@script
def quadratic_law(p: Script, X: str, run: str, start: str, mean: str) -> Step:
    """The laws of theta_k = q theta_{k-1} + eta mean + N(0, 2 eta sigma^2), q = 1 - eta, from the point 0."""
    law = f"equal({X}(k), normallaw({mean}*(1 - (1 - eta)**k), 2*sigma**2*(1 - (1 - eta)**(2*k))/(2 - eta)))"
    before = f"{mean}*(1 - (1 - eta)**(k - 1))", "2*sigma**2*(1 - (1 - eta)**(2*(k - 1)))/(2 - eta)"
    p.have("room", "2 - eta > 0")
    p.have("factor", "1 - eta > 0")
    with p.induct("k", "0", "K", law, p.known(start)) as advance:
        advance.have("power", advance.figure("power-at-most-one", c="1 - eta", k="2*(k - 1)"))
        advance.have_all({"spread": certified(f"{before[1]} >= 0", fact("power", times="2", square="sigma"), multiplier="2 - eta")})
        advance.show(advance.figure("normal-step", advance.hypothesis, advance.at(run, "k"), conclude=law))
    return advance.step


@script
def lower_bound(p: Script) -> Step:
    """Two normal laws of equal variance; (1 - e)(1 + p) <= (1 - p)(2 - eta), as p <= 1 - eta and p <= e."""
    last, e = "((1 - eta)**K)", "exp(-eta*K)"
    variance = f"2*sigma**2*(1 - {last}**2)/(2 - eta)"
    means = {x: f"{m}*(1 - {last})" for x, m in (("X", "m"), ("Y", "u"))}
    exact, bound = f"({means['X']} - {means['Y']})**2/({variance})", f"S**2/(2*sigma**2*n**2)*(1 - {e})"
    p.have("room", "2 - eta > 0")
    p.have("factor", "1 - eta > 0")
    p.have_all({"below one": p.figure("power-below-one", c="1 - eta", k="K"),
                "later steps": p.figure("power-at-most-one", c="1 - eta", k="K - 1"), "power": f"{last} > 0", "decay": p.at(decay(p), "K")})
    p.have("first factor", certified(f"1 - eta - {last} >= 0", fact("later steps", "factor")))
    p.have_all({"left": f"1 - {last} > 0", "right": f"1 + {last} > 0", "less": f"{last} <= {e}"})
    p.have("compared", certified(f"(1 - {last})*(2 - eta) - (1 - {e})*(1 + {last}) >= 0", fact("left", "first factor"),
                                 fact("less", "right")))
    p.have("square left", f"1 - {last}**2 > 0")
    p.have("variance", f"{variance} > 0")
    p.have_all({f"law of {x}": p.theorem("chourasia2021/construction-lower", {}, m=m, X=("k", f"{x}(k)"),
                                         conclude=f"equal({x}(K), normallaw({means[x]}, {variance}))") for x, which,
                m in (("X", "first", "m"), ("Y", "second", "u"))})
    told = p.figure("normal-apart", "law of X", "law of Y")
    p.have("enough", certified(f"{bound} <= {exact}", fact("left", "compared", times="1/2", square="S/(n*sigma)"),
                               fact("sensitive", factor=f"(2 - eta)*(1 - {last})**2*(m - u + S/n)/(2*sigma**2)"),
                               multiplier=f"(1 - {last}**2)"))
    return p.figure("apart-narrow", told, n=bound)


def in_every_dimension() -> tuple[Verdict, str]:
    """Runs in R^d of which a coordinate, the map f, is the run of the line: the coordinates of the squared loss do not mix."""
    bound = "S**2/(2*sigma**2*n**2)*(1 - exp(-eta*K))"
    goal = f"theta(exp(epsilon), sqrt({bound})) <= d"
    kinds = {"n": "integer", "K": "integer", **dict.fromkeys(("S", "eta", "sigma", "m", "u", "epsilon", "d"), "real"),
             "X": "law sequence", "Y": "law sequence", "f": "map"}
    step = "forall(k, 1, K, equal(push(f, {0}(k)), convolve(push(affine(1 - eta, eta*{1}), push(f, {0}(k - 1))), white(2*eta*sigma**2))))"
    assumed = {"size": "n >= 1", "sensitivity": "S >= 0", "step size": "eta > 0", "noise": "sigma > 0", "steps": "K >= 1",
               "small steps": "eta < 1", "sensitive": "m - u == S/n", "first start": "equal(push(f, X(0)), normallaw(0, 0))",
               "second start": "equal(push(f, Y(0)), normallaw(0, 0))", "first run": step.format("X", "m"),
               "second run": step.format("Y", "u"), "close": "dp(X(K), Y(K), epsilon, d)"}

    @script
    def build(p: Script) -> Step:
        p.have_all({"seen": p.figure("dp-push", "close", f="f"), "far": "eta*K >= 0",
                    "told": p.theorem("chourasia2021/theorem-3", {}, X=("k", "push(f, X(k))"), Y=("k", "push(f, Y(k))"),
                                      conclude=f"apart(push(f, X(K)), push(f, Y(K)), {bound})")})
        p.have_all({"tangent": p.figure("exp-tangent", x="eta*K"), "positive": "exp(-eta*K) > 0",
                    "inverse": p.figure("exp-sum", x="eta*K", y="-eta*K", conclude="exp(0) == exp(eta*K)*exp(-eta*K)")})
        exp_zero(p, "zero")
        p.have("below", certified("exp(-eta*K) <= 1", fact("tangent", "positive"), fact("far", "positive"), fact("inverse"),
                                  fact("zero", times="-1")))
        p.have("sign", certified(f"{bound} >= 0", fact("below", times="1/2", square="S/(sigma*n)")))
        return p.figure("apart-dp", "told", "seen", conclude=goal)

    return replayed(goal, kinds, assumed, build, ("chourasia2021/theorem-3",))


@script
def decay(p: Script, x: str = "eta") -> Step:
    """(1 - x)^k <= exp(-x k) for every step, where 1 - x > 0 is known."""
    claim = f"(1 - {x})**k <= exp(-{x}*k)"

    @script
    def base(p: Script) -> Step:
        exp_zero(p, p.fresh("zero"))
        return p.prove(f"(1 - {x})**0 <= exp(-{x}*0)")

    with p.induct("k", "0", "K", claim, base) as advance:
        advance.have_all({"tangent": advance.figure("exp-tangent", x=f"-{x}"), "earlier": f"(1 - {x})**(k - 1) > 0",
                          "one": f"exp(-{x}) > 0", "product": advance.figure("exp-sum", x=f"-{x}", y=f"-{x}*(k - 1)",
                                                                             conclude=f"exp(-{x}*k) == exp(-{x})*exp(-{x}*(k - 1))")})
        advance.show(certified(claim, fact("tangent", "earlier"), fact(advance.hypothesis, "one"), fact("product")))
    return advance.step


@script
def risk(p: Script, goal: str) -> Step:
    """Lemma 6: r_k <= (4 L^2/lam^2) exp(-lam eta k) + 4 d sigma^2/lam, from r_k <= (1 - eta lam) r_{k-1} + 2 eta d sigma^2."""
    limit, start = "4*d*sigma**2/lam", "4*L**2/lam**2"
    claim = f"r(k) <= {start}*exp(-lam*eta*k) + {limit}"
    e, before = "exp(-lam*eta)", "exp(-lam*eta*(k - 1))"

    @script
    def base(p: Script) -> Step:
        zero = f"r(0) <= {start}*exp(-lam*eta*0) + {limit}"
        exp_zero(p, "zero")
        p.have("limit", f"{limit} >= 0")
        return certified(zero, fact("diameter"), fact("limit"), fact("zero", factor=start))

    know_steps(p)
    with p.induct("k", "0", "K", claim, base) as advance:
        product = advance.figure("exp-sum", x="-lam*eta", y="-lam*eta*(k - 1)", conclude=f"exp(-lam*eta*k) == {e}*{before}")
        advance.have_all({"descent here": advance.at("descent", "k"), "sign here": advance.at("sign", "k - 1"),
                          "tangent": advance.figure("exp-tangent", x="-lam*eta"), "earlier": f"{before} > 0",
                          "start": certified(f"{start} >= 0", fact(times="4", square="L/lam")), "spread": "eta*d*sigma**2 >= 0",
                          "product": product})
        advance.have("shorter", certified("r(k) <= (1 - eta*lam)*r(k - 1) + 2*eta*d*sigma**2", fact("descent here"),
                                          fact("small", "sign here", "step size")))
        advance.show(certified(claim, fact("shorter"), fact("contracting", advance.hypothesis), fact("tangent", "start", "earlier"),
                               fact("spread", times="2"), fact("product", factor=start)))
    p.have("distance", p.at(advance.step, "K"))
    return certified(goal, fact("smooth excess"), fact("distance", "smoothness", times="1/2"))


def know_steps(p: Script) -> None:
    """Go on knowing that eta beta^2 <= lam and eta lam <= 1, from eta <= lam/(2 beta^2) and lam <= beta."""
    p.have("half", certified("lam - 2*eta*beta**2 >= 0", fact("small steps"), multiplier="1/(2*beta**2)"))
    p.have("small", certified("lam - eta*beta**2 >= 0", fact("half", times="1/2"), fact("strong convexity", times="1/2")))
    p.have("squares", certified("beta**2 - lam**2 >= 0", fact("curvatures", "smoothness"), fact("curvatures", "strong convexity")))
    p.have("contracting", certified("1 - eta*lam >= 0", fact("small", "strong convexity"), fact("squares"), multiplier="beta**2"))


@script
def private_choice(p: Script) -> Step:
    """Theorem 4: Corollary 1 with S_g <= 2 L and the chosen noise, for every number of steps."""
    bound = "alpha*(2*L)**2/(lam*sigma**2*n**2)*(1 - exp(-lam*eta*K/2))"
    small = certified("eta < 1/beta", fact("curvatures"), fact("smoothness"), fact("step", factor="-2*beta**2"), multiplier="2*beta**2")
    p.have_all({"small steps": small, "step size": "lam/(2*beta**2) > 0"})
    p.have("positive step", certified("eta > 0", fact("step size"), fact("step")))
    p.have("decay", "exp(-lam*eta*K/2) > 0")
    p.have("enough", certified(f"{bound} <= epsilon", fact("noise level", factor="lam*epsilon*n**2"),
                               fact("order", "decay", times="4", square="L"), fact("decay", times="4", square="L"),
                               multiplier="lam*sigma**2*n**2"))
    own = {x: x for x in (*LETTERS, "lam", "beta", "x0", "xi")} | {"S": "2*L"}
    return p.figure("monotone", p.theorem("chourasia2021/corollary-1", {}, **own, **SAME), y="0", d="epsilon")


def few_steps(p: Script, ratio: str) -> None:
    """Go on knowing, as ``few``, that ratio * exp(-lam eta K) <= 1, for K >= (2 beta^2/lam^2) log(ratio)."""
    log = f"log({ratio})"
    p.have("positive ratio", f"{ratio} > 0")
    p.have("reached", certified(f"-({log}) + lam*eta*K >= 0", fact("enough steps"), fact("step", factor="2*beta**2*K/lam"),
                                multiplier="2*beta**2/lam**2"))
    exp_ordered(p, "-lam*eta*K", f"-{log}", "reached", "smaller")
    exp_zero(p, "zero")
    p.have_all({"value": p.figure("exp-log", x=ratio),
                "inverse": p.figure("exp-sum", x=log, y=f"-{log}", conclude=f"exp(0) == exp({log})*exp(-{log})")})
    p.have("few", certified(f"({ratio})*exp(-lam*eta*K) <= 1", fact("positive ratio", "smaller"), fact("inverse"), fact("zero", times="-1"),
                            fact("value", factor=f"exp(-{log})")))


@script
def risk_under_rdp(p: Script, goal: str) -> Step:
    """(21): the first term is 2 times, the second 8 times the order."""
    p.have("first order", "alpha*beta*d/(epsilon*lam**2*n**2) > 0")
    few_steps(p, "n**2*epsilon/(alpha*d)")
    p.have("first", certified("2*beta*L**2/lam**2*exp(-lam*eta*K) <= 2*alpha*beta*d*L**2/(epsilon*lam**2*n**2)",
                              fact("few", "first order", times="2", square="L")))
    return certified(goal, fact("risk"), fact("first"), fact("noise level", factor="-2*beta*d/lam"))


@script
def risk_under_dp(p: Script, goal: str) -> Step:
    """(22): the first term is 8 times the order, the second at most 64 times."""
    ell, order = "log(1/delta)", "beta*d*L**2*log(1/delta)/(epsilon**2*lam**2*n**2)"
    noise = "16*beta*d*L**2*(epsilon + 2*log(1/delta))/(lam**2*epsilon**2*n**2)"
    p.have_all({"first order": f"4*{ell}*beta*d/(epsilon**2*lam**2*n**2) > 0", "second order": "beta*d/(lam**2*epsilon**2*n**2) > 0"})
    few_steps(p, f"n**2*epsilon**2/(4*{ell}*d)")
    p.have_all({"first": certified(f"2*beta*L**2/lam**2*exp(-lam*eta*K) <= 8*{order}", fact("few", "first order", times="2", square="L")),
                "second": certified(f"2*beta*d*sigma**2/lam <= {noise}", fact("noise level", "smoothness", "dimension"),
                                    fact("noise level", "smoothness"), multiplier="lam/2"),
                "third": certified(f"{noise} <= 64*{order}", fact("level at most", "second order", times="16", square="L"))})
    return certified(goal, fact("risk"), fact("first"), fact("second"), fact("third"))


@script
def composition_of_steps(p: Script, bound: str) -> Step:
    """Every step pays for its gap at once: an epoch of one step, K times; before the first step nothing differs."""
    claim, gap = f"renyi(alpha, 0, X(K), Y(K), {bound})", "cases(k - 1, cases(1*floor((k - 1)/1) - (k - 1), eta*S/n, 0), 0)"

    @script
    def from_one_on(p: Script) -> Step:
        with p.generalise("k", "1", "K") as gaps:
            gaps.show(gaps.figure("gap-widen", "gap", u=gap))
        start = p.figure("same-start", "start")
        own: dict[str, Filler] = {"n": "1", "t": "1", "E": "K", "T": "K", "g": "eta*S/n", "w": "2*eta*sigma**2", "psi": ("k", "psi"),
                                  "phi": ("k", "phi")}
        paid = p.theorem("pabisym/composition", {"gaps": gaps.step, "start": start}, **own)
        return p.figure("monotone", paid, y="0", d=bound)

    @script
    def unprojected(p: Script) -> Step:
        with p.case("K - 1", claim) as some:
            some.show(from_one_on(some))
        p.have("nothing yet", "K == 0")
        same = p.figure("start", p.figure("same-start", "start"), z="0")
        return p.figure("monotone", same, y="0", d=bound, conclude=claim)

    p.have("shift", "eta*S/n >= 0")
    return p.figure("post-processing", unprojected(p), f="projection(C)")


@script
def allocation(p: Script) -> Step:
    """The proof of ``pabisym/noisy-gd``: equal gaps eta S/n, the contraction 1 - eta lam, the noise 2 eta sigma^2."""
    level, power = "alpha*S**2*(2 - eta*lam)/(4*lam*sigma**2*n**2)", "(1 - eta*lam)**K"
    bound = f"{level}*(1 - {power})/(1 + {power})"
    p.have_all({"factor": "1 - eta*lam > 0", "scale": "eta*lam > 0"})
    p.have_all({"below one": "1 - eta*lam < 1", "shift": "eta*S/n >= 0"})
    with p.generalise("k", "1", "K") as gaps:
        gaps.show(gaps.known("gap"))
    with p.generalise("k", "1", "K") as maps:
        maps.show(maps.known("other Lipschitz"))
    premises = {"gaps": gaps.step, "Lipschitz": maps.step, "start": p.figure("same-start", "start")}
    one = p.theorem("pabisym/contractive-equal-gaps", premises, T="K", c="1 - eta*lam", g="eta*S/n", v="2*eta*sigma**2", F=level,
                    psi=("k", "psi"), phi=("k", "phi"), conclude=f"renyi(alpha, 0, X(K), Y(K), {bound})")
    return p.figure("post-processing", one, f="projection(C)")


def ornstein_uhlenbeck(goal: str) -> Step:
    """Lemma 2 for linear drifts: the difference of the sides is alpha (S/(2 sigma) - gamma sigma D/v)^2/gamma."""
    root = "S/(2*sigma) - gamma*sigma*D/v"
    return certified(goal, fact("order", square=root), fact(square=root), multiplier="gamma")
