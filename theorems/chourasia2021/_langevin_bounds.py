"""Proof trees for the inequalities around noisy gradient descent: rates, gaps, excess risk, comparisons; untrusted.

The letters are those of Chourasia et al.; q stands for the ratio I_alpha/E_alpha of Rényi information and moment.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.proof.build import Builder, Step
from pabisym.proof.exponentials import exp_at_most, exp_zero
from pabisym.proof.linear import certified, fact

from ._langevin import LETTERS, OUTPUT, SAME

Rest = Callable[[Builder], Step]


def slower(b: Builder, goal: str) -> Step:
    """Inequality (13): the rate of Lemma 2, with what Lemma 3 says of q."""
    lost = "2*(1 - gamma)*sigma**2*c*(D/alpha + (alpha - 1)*dD) <= (1 - gamma)*sigma**2*alpha*q"
    return b.have("lost", certified(lost, fact("split at most", "constant", "log-Sobolev", times="2", square="sigma"), multiplier="alpha"),
                  lambda b: certified(goal, fact("rate"), fact("lost")))


def throttled(b: Builder, goal: str) -> Step:
    """The ratio grows with the divergence, as the divergence grows with its order."""
    return certified(goal, fact("constant", "log-Sobolev", times="2"), fact("constant", "growth", "order", times="2"),
                     fact("constant", "growth", "order", "order", times="2"), multiplier="alpha**2")


def exp_below_one(b: Builder, x: str, label: str, rest: Rest) -> Step:
    """Go on knowing exp(-x) <= 1, where x >= 0 can be proved."""
    e = f"exp(-({x}))"
    return exp_zero(b, b.fresh("zero"), lambda b: exp_at_most(b, f"-({x})", "0", lambda b: b.have(
        label, b.prove(f"{e} <= 1"), rest)))


def exp_ordered(b: Builder, x: str, y: str, order: str, label: str, rest: Rest) -> Step:
    """Go on knowing exp(x) <= exp(y), where y - x >= 0 is known under a label."""
    facts = {"ratio": b.figure("exp-tangent", x=f"({y}) - ({x})"), "lower": b.prove(f"exp({x}) > 0"),
             "split": b.figure("exp-sum", x=x, y=f"({y}) - ({x})", conclude=f"exp({y}) == exp({x})*exp(({y}) - ({x}))")}
    return b.suppose_all(facts, lambda b: b.have(label, certified(
        f"exp({x}) <= exp({y})", fact("ratio", "lower"), fact(order, "lower"), fact("split")), rest))


def gap_4(b: Builder, goal: str) -> Step:
    """1 - e <= 1 - e^2 for e = exp(-eta K/2)."""
    e, x = "exp(-(eta*K/2))", "eta*K/2"
    square = b.figure("exp-sum", x=f"-({x})", y=f"-({x})", conclude=f"exp(-eta*K) == {e}**2")

    def finish(b: Builder) -> Step:
        return b.have("less", certified(f"{e} - exp(-eta*K) >= 0", fact("below", "sign"), fact("square", times="-1")),
                      lambda b: certified(goal, fact("Rényi order", "less", square="S/(sigma*n)"), fact("less", square="S/(sigma*n)")))

    return b.suppose_all({"far": b.prove(f"{x} >= 0"), "sign": b.prove(f"{e} > 0"), "square": square},
                         lambda b: exp_below_one(b, x, "below", finish))


def gap_2(b: Builder, goal: str) -> Step:
    """The smaller rate, (2 - eta) eta/2 <= eta."""

    def finish(b: Builder) -> Step:
        return b.have("less", b.prove("exp(-(2 - eta)*eta*K/2) - exp(-eta*K) >= 0"), lambda b: certified(
            goal, fact("Rényi order", "less", square="S/(sigma*n)"), fact("less", square="S/(sigma*n)"), multiplier="2 - eta"))

    def room(b: Builder) -> Step:
        return exp_ordered(b, "-eta*K", "-(2 - eta)*eta*K/2", "slower", "ordered", finish)

    far = {"room": b.prove("2 - eta > 0"), "slower": certified(
        "-(2 - eta)*eta*K/2 - (-eta*K) >= 0", fact("steps", times="1/2", square="eta"), fact(times="1/2", square="eta"))}
    return b.suppose_all(far, room)


def small_runs(b: Builder, goal: str) -> Step:
    """(1 + x) exp(-x) <= 1, x = eta K."""
    facts = {"far": b.prove("eta*K >= 0"), "tangent": b.figure("exp-tangent", x="eta*K"), "sign": b.prove("exp(-eta*K) > 0"),
             "inverse": b.figure("exp-sum", x="eta*K", y="-eta*K", conclude="exp(0) == exp(eta*K)*exp(-eta*K)")}
    wanted = "1 - (1 + eta*K)*exp(-eta*K) >= 0"

    def known(b: Builder) -> Step:
        less = certified(wanted, fact("tangent", "sign"), fact("inverse"), fact("zero", times="-1"))
        return b.have("less", less, lambda b: certified(
            goal, fact("Rényi order", "less", times="1/4", square="S/(sigma*n)"), fact("less", times="1/4", square="S/(sigma*n)"),
            multiplier="1 + eta*K"))

    return b.suppose_all(facts, lambda b: exp_zero(b, "zero", known))


def quadratic_law(b: Builder, X: str, run: str, start: str, mean: str) -> Step:
    """The laws of theta_k = q theta_{k-1} + eta mean + N(0, 2 eta sigma^2), q = 1 - eta, from the point 0."""
    law = f"equal({X}(k), normallaw({mean}*(1 - (1 - eta)**k), 2*sigma**2*(1 - (1 - eta)**(2*k))/(2 - eta)))"
    before = f"{mean}*(1 - (1 - eta)**(k - 1))", "2*sigma**2*(1 - (1 - eta)**(2*(k - 1)))/(2 - eta)"

    def advance(b: Builder, label: str) -> Step:
        def one(b: Builder) -> Step:
            sizes = {"spread": certified(f"{before[1]} >= 0", fact("power", times="2", square="sigma"), multiplier="2 - eta")}
            return b.suppose_all(sizes, lambda b: b.figure(
                "normal-step", b.known(label), b.at(run, "k"), m=before[0], v=before[1], c="1 - eta", s=f"eta*{mean}", w="2*eta*sigma**2",
                P=f"{X}(k - 1)", Q=f"{X}(k)", conclude=law))

        small = b.figure("power-at-most-one", c="1 - eta", k="2*(k - 1)")
        return b.have("power", small, one)

    return b.have("room", b.prove("2 - eta > 0"), lambda b: b.have("factor", b.prove("1 - eta > 0"), lambda b: b.induction(
        "k", "0", "K", law, lambda b: b.known(start), advance)))


def lower_bound(b: Builder) -> Step:
    """Two normal laws of equal variance; (1 - e)(1 + p) <= (1 - p)(2 - eta), as p <= 1 - eta and p <= e."""
    p, e = "((1 - eta)**K)", "exp(-eta*K)"
    variance = f"2*sigma**2*(1 - {p}**2)/(2 - eta)"
    means = {x: f"{m}*(1 - {p})" for x, m in (("X", "m"), ("Y", "u"))}
    exact, bound = f"({means['X']} - {means['Y']})**2/({variance})", f"S**2/(2*sigma**2*n**2)*(1 - {e})"

    def laws(b: Builder) -> Step:
        known = {f"law of {x}": b.theorem(
            "chourasia2021/construction-lower", {"start": b.known(f"{which} start"), "run": b.known(f"{which} run")},
            K="K", n="n", eta="eta", sigma="sigma", m=m, X=("k", f"{x}(k)"), conclude=f"equal({x}(K), normallaw({means[x]}, {variance}))")
            for x, which, m in (("X", "first", "m"), ("Y", "second", "u"))}
        return b.suppose_all(known, apart)

    def apart(b: Builder) -> Step:
        told = b.figure("normal-apart", b.known("law of X"), b.known("law of Y"), m=means["X"], u=means["Y"], v=variance, P="X(K)",
            Q="Y(K)")
        goal = certified(f"{bound} <= {exact}", fact("left", "compared", times="1/2", square="S/(n*sigma)"),
                         fact("sensitive", factor=f"(2 - eta)*(1 - {p})**2*(m - u + S/n)/(2*sigma**2)"), multiplier=f"(1 - {p}**2)")
        return b.have("enough", goal, lambda b: b.figure("apart-narrow", told, m=exact, n=bound, P="X(K)", Q="Y(K)"))

    def compared(b: Builder) -> Step:
        facts = {"left": b.prove(f"1 - {p} > 0"), "right": b.prove(f"1 + {p} > 0"), "less": b.prove(f"{p} <= {e}")}
        goal = f"(1 - {p})*(2 - eta) - (1 - {e})*(1 + {p}) >= 0"
        return b.suppose_all(facts, lambda b: b.have("compared", certified(
            goal, fact("left", "first factor"), fact("less", "right")), lambda b: b.have(
                "square left", b.prove(f"1 - {p}**2 > 0"), lambda b: b.have("variance", b.prove(f"{variance} > 0"), laws))))

    def powers(b: Builder) -> Step:
        facts = {"below one": b.figure("power-below-one", c="1 - eta", k="K"), "later steps": b.figure("power-at-most-one", c="1 - eta",
            k="K - 1"),
                 "power": b.prove(f"{p} > 0"), "decay": b.at(decay(b), "K")}
        return b.suppose_all(facts, lambda b: b.have("first factor", certified(
            f"1 - eta - {p} >= 0", fact("later steps", "factor")), compared))

    return b.have("room", b.prove("2 - eta > 0"), lambda b: b.have("factor", b.prove("1 - eta > 0"), powers))


def decay(b: Builder, x: str = "eta") -> Step:
    """(1 - x)^k <= exp(-x k) for every step, where 1 - x > 0 is known."""
    claim = f"(1 - {x})**k <= exp(-{x}*k)"

    def advance(b: Builder, before: str) -> Step:
        facts = {"tangent": b.figure("exp-tangent", x=f"-{x}"), "earlier": b.prove(f"(1 - {x})**(k - 1) > 0"),
            "one": b.prove(f"exp(-{x}) > 0"),
                 "product": b.figure("exp-sum", x=f"-{x}", y=f"-{x}*(k - 1)", conclude=f"exp(-{x}*k) == exp(-{x})*exp(-{x}*(k - 1))")}
        return b.suppose_all(facts, lambda b: certified(claim, fact("tangent", "earlier"), fact(before, "one"), fact("product")))

    def base(b: Builder) -> Step:
        return exp_zero(b, b.fresh("zero"), lambda b: b.prove(f"(1 - {x})**0 <= exp(-{x}*0)"))

    return b.induction("k", "0", "K", claim, base, advance)


def risk(b: Builder, goal: str) -> Step:
    """Lemma 6: r_k <= (4 L^2/lam^2) exp(-lam eta k) + 4 d sigma^2/lam, from r_k <= (1 - eta lam) r_{k-1} + 2 eta d sigma^2."""
    limit, start = "4*d*sigma**2/lam", "4*L**2/lam**2"
    claim = f"r(k) <= {start}*exp(-lam*eta*k) + {limit}"
    e, before = "exp(-lam*eta)", "exp(-lam*eta*(k - 1))"

    def base(b: Builder) -> Step:
        zero = f"r(0) <= {start}*exp(-lam*eta*0) + {limit}"
        return exp_zero(b, "zero", lambda b: b.have("limit", b.prove(f"{limit} >= 0"), lambda b: certified(
            zero, fact("diameter"), fact("limit"), fact("zero", factor=start))))

    def advance(b: Builder, label: str) -> Step:
        facts = {"descent here": b.at("descent", "k"), "sign here": b.at("sign", "k - 1"), "tangent": b.figure("exp-tangent", x="-lam*eta"),
                 "earlier": b.prove(f"{before} > 0"), "start": certified(f"{start} >= 0", fact(times="4", square="L/lam")),
                     "spread": b.prove("eta*d*sigma**2 >= 0"),
                 "product": b.figure("exp-sum", x="-lam*eta", y="-lam*eta*(k - 1)", conclude=f"exp(-lam*eta*k) == {e}*{before}")}
        shorter = "r(k) <= (1 - eta*lam)*r(k - 1) + 2*eta*d*sigma**2"

        def finish(b: Builder) -> Step:
            return certified(claim, fact("shorter"), fact("contracting", label), fact("tangent", "start", "earlier"),
                             fact("spread", times="2"), fact("product", factor=start))

        return b.suppose_all(facts, lambda b: b.have("shorter", certified(
            shorter, fact("descent here"), fact("small", "sign here", "step size")), finish))

    def last(b: Builder) -> Step:
        return b.have("distance", b.at(b.induction("k", "0", "K", claim, base, advance), "K"), lambda b: certified(
            goal, fact("smooth excess"), fact("distance", "smoothness", times="1/2")))

    return stepped(b, last)


def stepped(b: Builder, rest: Rest) -> Step:
    """Go on knowing that eta beta^2 <= lam and eta lam <= 1, from eta <= lam/(2 beta^2) and lam <= beta."""
    scaled = certified("lam - 2*eta*beta**2 >= 0", fact("small steps"), multiplier="1/(2*beta**2)")
    return b.have("half", scaled, lambda b: b.have("small", certified("lam - eta*beta**2 >= 0", fact("half", times="1/2"), fact(
        "strong convexity", times="1/2")), lambda b: b.have("squares", certified(
            "beta**2 - lam**2 >= 0", fact("curvatures", "smoothness"), fact("curvatures", "strong convexity")), lambda b: b.have(
                "contracting", certified("1 - eta*lam >= 0", fact("small", "strong convexity"), fact("squares"), multiplier="beta**2"),
                rest))))


def private_choice(b: Builder) -> Step:
    """Theorem 4: Corollary 1 with S_g <= 2 L and the chosen noise, for every number of steps."""
    bound = "alpha*(2*L)**2/(lam*sigma**2*n**2)*(1 - exp(-lam*eta*K/2))"
    laws = {"P": "push(projection(C), X(K))", "Q": "push(projection(C), Y(K))"}
    small = certified("eta < 1/beta", fact("curvatures"), fact("smoothness"), fact("step", factor="-2*beta**2"), multiplier="2*beta**2")

    def private(b: Builder) -> Step:
        own = {x: x for x in (*LETTERS, "lam", "beta", "x0", "xi")} | {"S": "2*L"}
        return b.figure("monotone", b.theorem("chourasia2021/corollary-1", {}, **own, **SAME, conclude=OUTPUT.format(bound=bound)),
                        alpha="alpha", z="0", y="0", b=bound, d="epsilon", **laws)

    def chosen(b: Builder) -> Step:
        goal = certified(f"{bound} <= epsilon", fact("noise level", factor="lam*epsilon*n**2"), fact("order", "decay", times="4",
            square="L"),
                         fact("decay", times="4", square="L"), multiplier="lam*sigma**2*n**2")
        return b.have("enough", goal, private)

    return b.suppose_all({"small steps": small, "step size": b.prove("lam/(2*beta**2) > 0")}, lambda b: b.have(
        "positive step", certified("eta > 0", fact("step size"), fact("step")), lambda b: b.have(
            "decay", b.prove("exp(-lam*eta*K/2) > 0"), chosen)))


def few_steps(b: Builder, ratio: str, rest: Rest) -> Step:
    """Go on knowing, as ``few``, that ratio * exp(-lam eta K) <= 1, for K >= (2 beta^2/lam^2) log(ratio)."""
    log = f"log({ratio})"

    def small(b: Builder) -> Step:
        order = certified(f"-({log}) + lam*eta*K >= 0", fact("enough steps"), fact("step", factor="2*beta**2*K/lam"),
                          multiplier="2*beta**2/lam**2")
        return b.have("reached", order, lambda b: exp_ordered(b, "-lam*eta*K", f"-{log}", "reached", "smaller", known))

    def known(b: Builder) -> Step:
        return exp_zero(b, "zero", lambda b: b.suppose_all(
            {"value": b.figure("exp-log", x=ratio),
             "inverse": b.figure("exp-sum", x=log, y=f"-{log}", conclude=f"exp(0) == exp({log})*exp(-{log})")},
            lambda b: b.have("few", certified(
                f"({ratio})*exp(-lam*eta*K) <= 1", fact("positive ratio", "smaller"), fact("inverse"), fact("zero", times="-1"),
                fact("value", factor=f"exp(-{log})")), rest)))

    return b.have("positive ratio", b.prove(f"{ratio} > 0"), small)


def risk_under_rdp(b: Builder, goal: str) -> Step:
    """(21): the first term is 2 times, the second 8 times the order."""

    def finish(b: Builder) -> Step:
        first = certified("2*beta*L**2/lam**2*exp(-lam*eta*K) <= 2*alpha*beta*d*L**2/(epsilon*lam**2*n**2)", fact(
            "few", "first order", times="2", square="L"))
        return b.have("first", first, lambda b: certified(goal, fact("risk"), fact("first"), fact("noise level", factor="-2*beta*d/lam")))

    return b.have("first order", b.prove("alpha*beta*d/(epsilon*lam**2*n**2) > 0"), lambda b: few_steps(
        b, "n**2*epsilon/(alpha*d)", finish))


def risk_under_dp(b: Builder, goal: str) -> Step:
    """(22): the first term is 8 times the order, the second at most 64 times."""
    ell, order = "log(1/delta)", "beta*d*L**2*log(1/delta)/(epsilon**2*lam**2*n**2)"
    noise = "16*beta*d*L**2*(epsilon + 2*log(1/delta))/(lam**2*epsilon**2*n**2)"

    def finish(b: Builder) -> Step:
        facts = {
            "first": certified(f"2*beta*L**2/lam**2*exp(-lam*eta*K) <= 8*{order}", fact("few", "first order", times="2", square="L")),
            "second": certified(f"2*beta*d*sigma**2/lam <= {noise}", fact("noise level", "smoothness", "dimension"), fact(
                "noise level", "smoothness"), multiplier="lam/2"),
            "third": certified(f"{noise} <= 64*{order}", fact("level at most", "second order", times="16", square="L")),
        }
        return b.suppose_all(facts, lambda b: certified(goal, fact("risk"), fact("first"), fact("second"), fact("third")))

    return b.suppose_all(
        {"first order": b.prove(f"4*{ell}*beta*d/(epsilon**2*lam**2*n**2) > 0"), "second order": b.prove(
            "beta*d/(lam**2*epsilon**2*n**2) > 0")}, lambda b: few_steps(b, f"n**2*epsilon**2/(4*{ell}*d)", finish))


def composed(b: Builder, bound: str) -> Step:
    """Every step pays for its gap at once: alpha (eta S/n)^2/(2 * 2 eta sigma^2) each."""
    price, zero = "alpha*(eta*S/n)**2/(2*(2*eta*sigma**2))", "0"

    def advance(b: Builder, before: str) -> Step:
        earlier, later = f"{price}*(k - 1)", f"{price}*k"
        pushed = {"P": "push(psi, X(k - 1))", "Q": "push(phi, Y(k - 1))"}
        moved = b.figure("contraction", b.known(before), b.known("other Lipschitz"), b.known("gap"), alpha="alpha", z=zero, c="q",
            s="eta*S/n",
                         b=earlier, P="X(k - 1)", Q="Y(k - 1)", f="psi", g="phi")
        noisy = b.figure("shift-reduction", moved, alpha="alpha", z=zero, a="eta*S/n", b=earlier, Z="zeta(k)", **pushed)
        laws = {"P": f"convolve({pushed['P']}, zeta(k))", "Q": f"convolve({pushed['Q']}, zeta(k))"}
        paid = f"{earlier} + R(alpha, zeta(k), eta*S/n)"
        size = b.figure("gaussian-magnitude", b.at("Gaussian", "k"), alpha="alpha", a="eta*S/n", v="2*eta*sigma**2", Z="zeta(k)")
        return b.have("magnitude", size, lambda b: b.have("price", certified(
            f"{paid} <= {later}", fact("magnitude", times="-1")), lambda b: b.figure(
                "same-law", b.figure("monotone", noisy, alpha="alpha", z=zero, y=zero, b=paid, d=later, **laws), b.at("first run", "k"),
                b.at("second run", "k"), alpha="alpha", z=zero, b=later, **laws, V="X(k)", W="Y(k)")))

    def base(b: Builder) -> Step:
        same = b.figure("same-start", b.known("start"), P="X(0)", Q="Y(0)")
        return b.figure("start", same, alpha="alpha", z=zero, P="X(0)", Q="Y(0)", conclude=f"renyi(alpha, 0, X(0), Y(0), {price}*0)")

    def last(b: Builder) -> Step:
        every = b.induction("k", "0", "K", f"renyi(alpha, 0, X(k), Y(k), {price}*k)", base, advance)
        laws = {"P": "X(K)", "Q": "Y(K)"}
        one = b.figure("monotone", b.at(every, "K"), alpha="alpha", z=zero, y=zero, b=f"{price}*K", d=bound, **laws)
        return b.figure("post-processing", one, alpha="alpha", b=bound, f="projection(C)", **laws)

    return b.have("shift", b.prove("eta*S/n >= 0"), last)


def allocated(b: Builder) -> Step:
    """The proof of ``pabisym/noisy-gd``: equal gaps eta S/n, the contraction 1 - eta lam, the noise 2 eta sigma^2."""
    level, power = "alpha*S**2*(2 - eta*lam)/(4*lam*sigma**2*n**2)", "(1 - eta*lam)**K"
    bound = f"{level}*(1 - {power})/(1 + {power})"
    laws = {"P": "X(K)", "Q": "Y(K)"}

    def apply(b: Builder) -> Step:
        premises = {name: b.generalise("k", "1", "K", lambda b, own=own: b.known(own))  # type: ignore[misc]
                    for name, own in (("gaps", "gap"), ("Lipschitz", "other Lipschitz"))}
        premises["start"] = b.figure("same-start", b.known("start"), P="X(0)", Q="Y(0)")
        one = b.theorem("pabisym/contractive-equal-gaps", premises, T="K", alpha="alpha", c="1 - eta*lam", g="eta*S/n", v="2*eta*sigma**2",
                        F=level, psi=("k", "psi"), phi=("k", "phi"), **SAME, conclude=f"renyi(alpha, 0, X(K), Y(K), {bound})")
        return b.figure("post-processing", one, alpha="alpha", b=bound, f="projection(C)", **laws)

    return b.suppose_all({"factor": b.prove("1 - eta*lam > 0"), "scale": b.prove("eta*lam > 0")}, lambda b: b.suppose_all(
        {"below one": b.prove("1 - eta*lam < 1"), "shift": b.prove("eta*S/n >= 0")}, apply))


def ornstein_uhlenbeck(b: Builder, goal: str) -> Step:
    """Lemma 2 for linear drifts: the difference of the sides is alpha (S/(2 sigma) - gamma sigma D/v)^2/gamma."""
    root = "S/(2*sigma) - gamma*sigma*D/v"
    return certified(goal, fact("order", square=root), fact(square=root), multiplier="gamma")
