"""Iterations with random steps: what such statements assume, and how one step is bounded; untrusted like every builder."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pabisym.lang.grammar import to_text
from pabisym.lang.term import Call
from pabisym.library.statement import Assumption, Structure
from pabisym.proof.build import Builder, Filler, Step
from pabisym.proof.linear import certified, fact

from ..pabisym._iterations import at, rising

RUN = "forall(k, 1, T, equal({X}(k), convolve(through({K}(k), {X}(k - 1)), zeta(k))))"
PAIR = (
    Structure("X", "law sequence", "law of the first run after k steps"),
    Structure("Y", "law sequence", "law of the second run after k steps", "X'"),
    Structure("K", "mechanism sequence", "random step k of the first run"),
    Structure("J", "mechanism sequence", "random step k of the second run", "K'"),
    Structure("zeta", "noise sequence", "further noise of step k, on the iterate, the same in both runs"),
    Structure("c", "real sequence", "factor by which step k brings coupled points together"),
    Structure("q", "real sequence", "divergence of the two random steps from one point"),
)
"""The runs: letters that are no numbers."""
SAMPLED = (
    Assumption("order", "alpha > 1"), Assumption("horizon", "T >= 0"),
    Assumption("first run", RUN.format(X="X", K="K"), "X_k = K_k(X_{k-1}) + zeta_k"),
    Assumption("second run", RUN.format(X="Y", K="J"), "X'_k = K'_k(X'_{k-1}) + zeta_k"),
    Assumption("steady", "forall(k, 1, T, steady(K(k), c(k)))", "W_infinity(K_k(x), K_k(y)) <= c_k ||x - y||"),
    Assumption("sampling", "forall(k, 1, T, close(alpha, K(k), J(k), q(k)))", "D_alpha(K_k(x) || K'_k(x)) <= q_k at every point x"),
)
"""The runs: what is assumed of them."""
AMOUNTS = (
    Assumption("start", "winf(X(0), Y(0), z(0))", "W_infinity(X_0, X'_0) <= z_0"), Assumption("free start", "b(0) == 0", "b_0 = 0"),
    Assumption("amounts", "forall(k, 1, T, a(k) >= 0)", "a_k >= 0"),
    Assumption("finite", "forall(k, 1, T, finite(alpha, zeta(k), a(k)))", "R_alpha(zeta_k, a_k) is finite"),
    Assumption("shift", "forall(k, 0, T, z(k) >= 0)", "z_k >= 0"),
    Assumption("balance", "forall(k, 1, T, z(k) == c(k)*z(k - 1) - a(k))", "z_k = c_k z_{k-1} - a_k"),
    Assumption("price", "forall(k, 1, T, q(k) + R(alpha, zeta(k), a(k)) <= b(k) - b(k - 1))",
               "q_k + R_alpha(zeta_k, a_k) <= b_k - b_{k-1}"),
)
"""A shift allocation for them."""


def random_step(b: Builder, before: Step, steady: Step, close: Step, **terms: str) -> Step:
    """From D^(z)(P || Q) <= x, ``steady(K, c)`` and ``close(alpha, K, J, q)``: D^(c*z)(K(P) || J(Q)) <= x + q.

    ``terms`` gives alpha, z, c, q, P, Q, K and J as formulas.
    """
    t = terms
    first, second, other = f"through({t['K']}, {t['P']})", f"through({t['J']}, {t['Q']})", f"through({t['K']}, V)"

    def inside(b: Builder) -> Step:
        near = b.figure("winf-through", b.known("V near"), steady, b.figure("near-same", K=t["K"]), z=t["z"], c=t["c"], s="0", P=t["P"],
                        Q="V", K=t["K"], J=t["K"])
        both = b.figure("adaptive", b.known("V bound"), close, alpha=t["alpha"], b="x", d=t["q"], P="V", Q=t["Q"], K=t["K"], J=t["J"])
        answer = b.figure("forget", both, alpha=t["alpha"], b=f"x + {t['q']}", P="V", Q=t["Q"], K=t["K"], J=t["J"])
        return b.figure("witness-in", near, answer, alpha=t["alpha"], z=f"({t['c']})*({t['z']}) + 0", b=f"x + {t['q']}", P=first, Q=second,
                        V=other)

    return b.witness(before, "V", "x", inside)


def sampled_step(b: Builder, before: str) -> Step:
    """The step of the induction of ``pabisym/sampled-iteration``; ``before`` labels the bound after step k - 1."""
    laws = {"P": "through(K(k), X(k - 1))", "Q": "through(J(k), Y(k - 1))"}
    moved = random_step(b, b.known(before), b.at("steady", "k"), b.at("sampling", "k"), alpha="alpha", z="z(k - 1)", c="c(k)", q="q(k)",
                        P="X(k - 1)", Q="Y(k - 1)", K="K(k)", J="J(k)")
    outside = {"P": f"convolve({laws['P']}, zeta(k))", "Q": f"convolve({laws['Q']}, zeta(k))"}
    known = {f"{name} {k}": b.at(name, k) for name, k in (("amounts", "k"), ("shift", "k"), ("balance", "k"), ("price", "k"))}

    def reduce(b: Builder) -> Step:
        exact = b.figure("monotone", moved, alpha="alpha", z="c(k)*z(k - 1) + 0", y="z(k) + a(k)", b="b(k - 1) + q(k)",
                         d="b(k - 1) + q(k)", **laws)
        reduced = b.figure("shift-reduction", exact, alpha="alpha", z="z(k)", a="a(k)", b="b(k - 1) + q(k)", Z="zeta(k)", **laws)
        priced = b.figure("monotone", reduced, alpha="alpha", z="z(k)", y="z(k)", b="b(k - 1) + q(k) + R(alpha, zeta(k), a(k))", d="b(k)",
                          **outside)
        return b.figure("same-law", priced, b.at("first run", "k"), b.at("second run", "k"), alpha="alpha", z="z(k)", b="b(k)", V="X(k)",
                        W="Y(k)", **outside)

    return b.suppose_all(known, reduce)


COORDINATES = (
    Assumption("order", "alpha > 1"), Assumption("horizon", "T >= 1"), Assumption("size", "g >= 0"),
    Assumption("start", "winf(X(0), Y(0), g)", "W_infinity(X_0, X'_0) <= g"), Assumption("unit", "P(0) == 1", "P_0 = 1"),
    Assumption("no noise yet", "N(0) == 0", "N_0 = 0"), Assumption("noise", "forall(k, 1, T, N(k - 1) < N(k))", "N_{k-1} < N_k"),
    Assumption("product", "forall(k, 0, T, P(k) > 0)", "P_k > 0"),
    Assumption("products", "forall(k, 1, T, P(k) == c(k)*P(k - 1))", "P_k = c_k P_{k-1}"),
    Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))", "zeta_k = N(0, (N_k - N_{k-1}) P_k^2 I)"),
)
"""A distance at the start and noises in coordinates without contractions."""


def straight(b: Builder) -> Step:
    """The distance g paid along a straight string: the amounts are P_k g (N_k - N_{k-1})/N_T."""
    paid, left, price = "P(k)*g*(N(k) - N(k - 1))/N(T)", "P(k)*g*(1 - N(k)/N(T))", "k*Q + alpha/2*(g/N(T))**2*N(k)"

    def facts(b: Builder) -> dict[str, Step]:
        return {f"{name} here": b.at(name, "k") for name in ("noise", "product", "products")}

    def each(goal: str) -> Step:
        return b.generalise("k", "1", "T", lambda b: b.suppose_all(facts(b), lambda b: b.prove(goal)))

    def remaining(b: Builder) -> Step:
        return b.suppose_all({"product here": b.at("product", "k"), "later": rising(b, "k", "T")}, lambda b: b.have(
            "share", b.prove("1 - N(k)/N(T) >= 0"), lambda b: b.prove(f"{left} >= 0")))

    def cost(b: Builder) -> Step:
        variance = "(N(k) - N(k - 1))*P(k)**2"
        before = "(k - 1)*Q + alpha/2*(g/N(T))**2*N(k - 1)"
        return b.suppose_all(facts(b), lambda b: b.have("amount", b.prove(f"{paid} >= 0"), lambda b: b.have("variance", b.prove(
            f"{variance} > 0"), lambda b: b.have("magnitude", b.figure("gaussian-magnitude", b.at("Gaussian", "k"), alpha="alpha", a=paid,
            v=variance, Z="zeta(k)"), lambda b: b.prove(f"Q + R(alpha, zeta(k), {paid}) <= {price} - ({before})")))))

    premises = {
        "first run": b.known("first run"), "second run": b.known("second run"), "steady": b.known("steady"),
        "sampling": b.known("sampling"), "start": b.figure("winf-widen", b.known("start"), P="X(0)", Q="Y(0)", z="g",
                                                           y="P(0)*g*(1 - N(0)/N(T))"),
        "amounts": each(f"{paid} >= 0"), "shift": b.generalise("k", "0", "T", remaining),
        "balance": each(f"{left} == c(k)*(P(k - 1)*g*(1 - N(k - 1)/N(T))) - {paid}"), "price": b.generalise("k", "1", "T", cost),
    }
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in ("X", "Y", "K", "J", "zeta", "c")}
    terms |= {"q": ("k", "Q"), "a": ("k", paid), "z": ("k", left), "b": ("k", price), "T": "T", "alpha": "alpha"}
    result = b.theorem("pabisym/sampled-iteration", premises, **terms)
    return b.figure("monotone", result, alpha="alpha", z="P(T)*g*(1 - N(T)/N(T))", y="0", b="T*Q + alpha/2*(g/N(T))**2*N(T)",
                    d="T*Q + alpha*g**2/(2*N(T))", P="X(T)", Q="Y(T)")


def gaps_step(b: Builder, before: str) -> Step:
    """The step of the induction of Altschuler and Talwar's Proposition 5.4: random maps with a gap, then Gaussian noise.

    A negative amount is paid as nothing: the shift may grow.
    """
    laws, inside = {"P": "through(K(k), X(k - 1))", "Q": "through(J(k), Y(k - 1))"}, "c*z(k - 1) + s(k)"
    outside = {"P": f"convolve({laws['P']}, zeta(k))", "Q": f"convolve({laws['Q']}, zeta(k))"}
    old, new = "b(k - 1)", "b(k)"

    def spend(b: Builder, amount: str) -> Step:
        exact = b.figure("monotone", b.known("moved"), alpha="alpha", z=inside, y=f"z(k) + {amount}", b=old, d=old, **laws)
        reduced = b.figure("shift-reduction", exact, alpha="alpha", z="z(k)", a=amount, b=old, Z="zeta(k)", **laws)

        def priced(b: Builder) -> Step:
            cheap = b.figure("monotone", reduced, alpha="alpha", z="z(k)", y="z(k)", b=f"{old} + R(alpha, zeta(k), {amount})", d=new,
                             **outside)
            return b.figure("same-law", cheap, b.at("first run", "k"), b.at("second run", "k"), alpha="alpha", z="z(k)", b=new, V="X(k)",
                            W="Y(k)", **outside)

        return b.have("magnitude", b.figure("gaussian-magnitude", b.at("Gaussian", "k"), alpha="alpha", a=amount, v="v(k)", Z="zeta(k)"),
                      priced)

    def either(b: Builder) -> Step:
        return spend(b, "a(k)" if b.scope.arithmetic.evident(b.term("a(k) >= 0")) else "0")

    facts = {f"{name} {k}": b.at(name, k) for name, k in (("variance", "k"), ("shift", "k"), ("shift", "k - 1"), ("balance", "k"),
                                                            ("gap sizes", "k"), ("price", "k"))}
    moved = b.theorem("altschuler2022/lemma-5.5", {"before": b.known(before), "Lipschitz": b.at("Lipschitz", "k"), "gap": b.at("gaps", "k"),
                      "shift": b.at("shift", "k - 1"), "gap size": b.at("gap sizes", "k")}, alpha="alpha", z="z(k - 1)", c="c", s="s(k)",
                      b=old, P="X(k - 1)", Q="Y(k - 1)", K="K(k)", J="J(k)")
    claim = f"renyi(alpha, z(k), X(k), Y(k), {new})"
    worth = certified("b(k) - b(k - 1) >= 0", fact("order", square="a(k)"), fact(square="a(k)"), fact("price k", factor="2*v(k)"),
                      multiplier="2*v(k)")
    return b.suppose_all(facts, lambda b: b.have("worth", worth, lambda b: b.have(
        "moved", moved, lambda b: b.by_cases("a(k)", claim, either))))


STRONG = tuple(s for s in PAIR if s.name not in ("c", "q"))
"""Runs whose random steps all have the same factor and divergence."""


def tail(steps: str, factor: str, variance: str) -> tuple[Assumption, ...]:
    """The last steps of two runs, from iterates in the domain on: every step has one factor, one divergence Q and one variance."""
    runs = (RUN.format(X=X, K=K).replace(", T, ", f", {steps}, ") for X, K in (("X", "K"), ("Y", "J")))
    return (
        Assumption("domain", "winf(X(0), Y(0), D)", "the iterates at the restart, after projection, are in the domain"),
        Assumption("first run", next(runs), "X_k = K_k(X_{k-1}) + zeta_k"),
        Assumption("second run", next(runs), "X'_k = K'_k(X'_{k-1}) + zeta_k"),
        Assumption("steady", f"forall(k, 1, {steps}, steady(K(k), {factor}))", "the random steps are contractions with this factor"),
        Assumption("sampling", f"forall(k, 1, {steps}, close(alpha, K(k), J(k), Q))", "D_alpha(K_k(x) || K'_k(x)) <= Q at every point x"),
        Assumption("Gaussian", f"forall(k, 1, {steps}, gaussian(zeta(k), {variance}))", "the noise that is left to pay for the shift"),
    )


def from_restart(b: Builder, steps: str, own: Mapping[str, str], more: Mapping[str, Step] | None = None) -> Step:
    """``pabisym/sampled-start`` for runs as in :func:`tail`; ``own`` gives c, P and N as formulas in k, ``more`` further premises."""
    counted = f"(({own['N']}) - ({at(own['N'], 'k - 1')}))*({own['P']})**2"
    noises = b.generalise("k", "1", steps, lambda b: {**b.at("Gaussian", "k"), "conclusion": f"gaussian(zeta(k), {counted})"})
    premises = {name: b.known(name) for name in ("first run", "second run", "steady", "sampling")}
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in ("X", "Y", "K", "J", "zeta")}
    terms |= {name: ("k", text) for name, text in own.items()} | {"T": steps, "alpha": "alpha", "g": "D", "Q": "Q"}
    return b.theorem("pabisym/sampled-start", {**premises, "start": b.known("domain"), "Gaussian": noises, **(more or {})}, **terms)


def geometric(variance: str) -> dict[str, str]:
    """The coordinates of steps with the factor c and noise of one variance."""
    return {"c": "c", "P": "c**k", "N": f"{variance}*(1 - c**(2*k))/(c**(2*k)*(1 - c**2))"}


def small_powers(b: Builder, steps: str, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that c**2 < 1, c**(2*steps) < 1 and c**(2*steps) <= c**2."""
    return b.have("square", b.figure("power-below-one", c="c", k="2"), lambda b: b.have(
        "power", b.figure("power-below-one", c="c", k=f"2*{steps}"), lambda b: b.have(
            "quotient", b.figure("power-at-most-one", c="c", k=f"2*{steps} - 2"), lambda b: b.have(
                "later", certified(f"c**(2*{steps}) <= c**2", fact("quotient", square="c")), rest))))


def cheaper(b: Builder, bound: Step, worth: Step, steps: str) -> Step:
    """A bound on the last iterates by a larger one: ``worth`` says that the one is at most the other."""
    relation = b.term(worth["conclusion"])
    best, larger = (to_text(side) for side in relation.args) if isinstance(relation, Call) else ("", "")
    return b.have("cheaper", worth, lambda b: b.figure("monotone", bound, alpha="alpha", z="0", y="0", b=best, d=larger, P=f"X({steps})",
                                                       Q=f"Y({steps})"))


ONE_STEP = "(alpha*log(b/(2*n)) - (alpha - 1)*log(normal(-L/(b*sigma))))/(alpha - 1)"
"""What one step tells at least: its end beyond eta*L/b, which the biased record reaches with probability b/(2*n) or more.

For two laws and an event, D_alpha >= log(r**alpha*p**(1 - alpha))/(alpha - 1), where r and p are its chances.
"""


def cauchy(b: Builder) -> Step:
    """j*V(j) >= E(j)**2 for sums E of terms e and V of their squares: by induction."""
    later = fact("hypothesis", "late")

    def base(b: Builder) -> Step:
        facts = {"squares 1": b.at("squares", "1"), "sums 1": b.at("sums", "1")}
        return b.suppose_all(facts, lambda b: b.prove("1*V(1) >= E(1)**2"))

    def step(b: Builder, before: str) -> Step:
        facts = {"hypothesis": b.known(before), "squares k": b.at("squares", "k"), "sums k": b.at("sums", "k"),
                 "late": b.prove("k - 1 > 0")}
        square = fact(square="E(k - 1) - (k - 1)*e(k)")
        return b.suppose_all(facts, lambda b: certified(
            "k*V(k) >= E(k)**2", fact("hypothesis"), later, square, fact("squares k", factor="k*(k - 1)"),
            fact("sums k", factor="-(k - 1)*(E(k) + E(k - 1) + e(k))"), multiplier="k - 1"))

    return b.at(b.induction("k", "1", "j", "k*V(k) >= E(k)**2", base, step), "j")
