"""Iterations with random steps: what such statements assume, and how one step is bounded; untrusted like every builder."""

from __future__ import annotations

from collections.abc import Mapping

from pabisym.lang.term import Call
from pabisym.library.checks import replayed
from pabisym.library.statement import Named, Verdict
from pabisym.proof.build import Filler, Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ..pabisym._iterations import at, rising


@script
def random_step(p: Script, /, before: Step, steady: Step, close: Step, **terms: str) -> Step:
    """From D^(z)(P || Q) <= x, ``steady(K, c)`` and ``close(alpha, K, J, q)``: D^(c*z)(K(P) || J(Q)) <= x + q.

    ``terms`` gives alpha, z, c, q, P, Q, K and J as formulas.
    """
    t = terms
    p.open(before, "V", "x")
    near = p.figure("winf-through", "V near", steady, p.figure("near-same", K=t["K"]), P=t["P"])
    both = p.figure("adaptive", "V bound", close, Q=t["Q"])
    answer = p.figure("forget", both)
    return p.figure("witness-in", near, answer)


@script
def sampled_step(p: Script, before: str) -> Step:
    """The step of the induction of ``pabisym/sampled-iteration``; ``before`` labels the bound after step k - 1."""
    moved = random_step(p, p.known(before), p.at("steady", "k"), p.at("sampling", "k"), alpha="alpha", z="z(k - 1)", c="c(k)", q="q(k)",
                        P="X(k - 1)", Q="Y(k - 1)", K="K(k)", J="J(k)")
    p.have_all({f"{name} {k}": p.at(name, k) for name, k in (("amounts", "k"), ("shift", "k"), ("balance", "k"), ("price", "k"))})
    exact = p.figure("monotone", moved, y="z(k) + a(k)", d="b(k - 1) + q(k)")
    reduced = p.figure("shift-reduction", exact, Z="zeta(k)")
    priced = p.figure("monotone", reduced, y="z(k)", b="b(k - 1) + q(k) + R(alpha, zeta(k), a(k))", d="b(k)")
    return p.figure("same-law", priced, p.at("first run", "k"), p.at("second run", "k"))


@script
def straight(p: Script) -> Step:
    """The distance g paid along a straight string: the amounts are P_k g (N_k - N_{k-1})/N_T."""
    paid, left, price = "P(k)*g*(N(k) - N(k - 1))/N(T)", "P(k)*g*(1 - N(k)/N(T))", "k*Q + alpha/2*(g/N(T))**2*N(k)"

    def facts(p: Script) -> dict[str, Step]:
        return {f"{name} here": p.at(name, "k") for name in ("noise", "product", "products")}

    def each(goal: str) -> Step:
        with p.generalise("k", "1", "T") as one:
            one.have_all(facts(one))
            one.show(goal)
        return one.step

    start = p.figure("winf-widen", "start", y="P(0)*g*(1 - N(0)/N(T))")
    amounts = each(f"{paid} >= 0")
    with p.generalise("k", "0", "T") as shift:
        shift.have_all({"product here": shift.at("product", "k"), "later": rising(shift, "k", "T")})
        shift.have("share", "1 - N(k)/N(T) >= 0")
        shift.show(f"{left} >= 0")
    balance = each(f"{left} == c(k)*(P(k - 1)*g*(1 - N(k - 1)/N(T))) - {paid}")
    with p.generalise("k", "1", "T") as cost:
        variance = "(N(k) - N(k - 1))*P(k)**2"
        before = "(k - 1)*Q + alpha/2*(g/N(T))**2*N(k - 1)"
        cost.have_all(facts(cost))
        cost.have("amount", f"{paid} >= 0")
        cost.have("variance", f"{variance} > 0")
        cost.have("magnitude", cost.figure("gaussian-magnitude", cost.at("Gaussian", "k"), a=paid))
        cost.show(f"Q + R(alpha, zeta(k), {paid}) <= {price} - ({before})")
    premises = {"start": start, "amounts": amounts, "shift": shift.step, "balance": balance, "price": cost.step}
    terms: dict[str, Filler] = {"q": ("k", "Q"), "a": ("k", paid), "z": ("k", left), "b": ("k", price)}
    result = p.theorem("pabisym/sampled-iteration", premises, **terms)
    return p.figure("monotone", result, y="0", d="T*Q + alpha*g**2/(2*N(T))")


@script
def gaps_step(p: Script) -> Step:
    """The step of the induction of Altschuler and Talwar's Proposition 5.4: random maps with a gap, then Gaussian noise.

    A negative amount is paid as nothing: the shift may grow.
    """
    old, new = "b(k - 1)", "b(k)"

    @script
    def spend(p: Script) -> Step:
        amount = "a(k)" if p.evident("a(k) >= 0") else "0"
        exact = p.figure("monotone", "moved", y=f"z(k) + {amount}", d=old)
        reduced = p.figure("shift-reduction", exact, Z="zeta(k)")
        p.have("magnitude", p.figure("gaussian-magnitude", p.at("Gaussian", "k"), a=amount))
        cheap = p.figure("monotone", reduced, y="z(k)", d=new)
        return p.figure("same-law", cheap, p.at("first run", "k"), p.at("second run", "k"))

    known = (("variance", "k"), ("shift", "k"), ("shift", "k - 1"), ("balance", "k"), ("gap sizes", "k"), ("price", "k"))
    facts = {f"{name} {k}": p.at(name, k) for name, k in known}
    moved = p.theorem("altschuler2022/lemma-5.5", {"Lipschitz": p.at("Lipschitz", "k"), "gap": p.at("gaps", "k"),
                                                   "shift": p.at("shift", "k - 1"), "gap size": p.at("gap sizes", "k")}, z="z(k - 1)",
                      s="s(k)", b=old, P="X(k - 1)", Q="Y(k - 1)", K="K(k)", J="J(k)")
    claim = f"renyi(alpha, z(k), X(k), Y(k), {new})"
    p.have_all(facts)
    p.have("worth", certified("b(k) - b(k - 1) >= 0", fact("order", square="a(k)"), fact(square="a(k)"), fact("price k", factor="2*v(k)"),
                              multiplier="2*v(k)"))
    p.have("moved", moved)
    return p.by_cases("a(k)", claim, spend)


@script
def from_restart(p: Script, steps: str, own: Mapping[str, str], more: Mapping[str, Step] | None = None) -> Step:
    """``pabisym/sampled-start`` for runs as in :func:`tail`; ``own`` gives c, P and N as formulas in k, ``more`` further premises."""
    counted = f"(({own['N']}) - ({at(own['N'], 'k - 1')}))*({own['P']})**2"
    noises = p.part("Gaussian", "k", "1", steps, f"gaussian(zeta(k), {counted})")
    premises = {name: p.known(name) for name in ("first run", "second run", "steady", "sampling")}
    terms: dict[str, Filler] = {name: ("k", text) for name, text in own.items()}
    return p.theorem("pabisym/sampled-start", {**premises, "Gaussian": noises, **(more or {})}, **terms, T=steps, g="D")


def geometric(variance: str) -> dict[str, str]:
    """The coordinates of steps with the factor c and noise of one variance."""
    return {"c": "c", "P": "c**k", "N": f"{variance}*(1 - c**(2*k))/(c**(2*k)*(1 - c**2))"}


def small_powers(p: Script, steps: str) -> None:
    """Go on knowing that c**2 < 1, c**(2*steps) < 1 and c**(2*steps) <= c**2."""
    p.have("square", p.figure("power-below-one", k="2"))
    p.have("power", p.figure("power-below-one", k=f"2*{steps}"))
    p.have("quotient", p.figure("power-at-most-one", k=f"2*{steps} - 2"))
    p.have("later", certified(f"c**(2*{steps}) <= c**2", fact("quotient", square="c")))


def decaying() -> tuple[Verdict, str]:
    """The last term is at most c^(2m) times alpha D^2/(2 eta^2 sigma_1^2), as 1 - c^(2m) >= 1 - c^2."""
    claim = "(1 - c**2)/(c**(-2*m) - 1) <= c**(2*m)"

    @script
    def build(p: Script) -> Step:
        small_powers(p, "m")
        p.have("inverse", certified("c**(-2*m) - 1 > 0", fact("power"), multiplier="c**(2*m)"))
        return certified(claim, fact("later"), multiplier="c**(-2*m) - 1")

    return replayed(claim, {"m": "integer", "c": "real"}, {"look-back": "m >= 1", "positive factor": "c > 0", "factor": "c < 1"}, build)


@script
def cheaper(p: Script, bound: Step, worth: Step) -> Step:
    """A bound on the last iterates by a larger one: ``worth`` says that the one is at most the other."""
    p.have("cheaper", worth)
    relation = p.term(worth["conclusion"])
    return p.figure("monotone", bound, y="0", d=relation.args[1] if isinstance(relation, Call) else "")


_BATCHES = ("b >= 1", "b < n")
_SAMPLED = "sampled_first(alpha, b/n, b*{std}/(2*L)) + sampled(alpha, b/n, b*{std}/(2*L))"
HIDDEN = Named("Q", _SAMPLED.format(std="sigma_2"), "cost of a random step with the part sigma_2 of the noise, for a replaced record, by "
    "pabisym/sampled-gradient-step", _BATCHES)
BETA = Named("beta", "alpha*D**2*(1 - c**2)*log(c)/(Q*eta**2*sigma_1**2)", "as corrected; the page has (1 - c)^2", ("c < 1", "Q > 0"))
LOOK_BACK = Named("T_tilde", "-log((2 - beta + sqrt((2 - beta)**2 - 4))/2)/(2*log(c))", "the best look-back before it is rounded",
    ("c > 0", "c < 1", "Q > 0"))


@script
def cauchy(p: Script) -> Step:
    """j*V(j) >= E(j)**2 for sums E of terms e and V of their squares: by induction."""
    later = fact("hypothesis", "late")

    @script
    def base(p: Script) -> Step:
        p.have_all({"squares 1": p.at("squares", "1"), "sums 1": p.at("sums", "1")})
        return p.prove("1*V(1) >= E(1)**2")

    with p.induct("k", "1", "j", "k*V(k) >= E(k)**2", base) as step:
        square = fact(square="E(k - 1) - (k - 1)*e(k)")
        step.have_all({"hypothesis": step.known(step.hypothesis), "squares k": step.at("squares", "k"), "sums k": step.at("sums", "k"),
                       "late": "k - 1 > 0"})
        step.show(certified("k*V(k) >= E(k)**2", fact("hypothesis"), later, square, fact("squares k", factor="k*(k - 1)"),
                            fact("sums k", factor="-(k - 1)*(E(k) + E(k - 1) + e(k))"), multiplier="k - 1"))
    return p.at(step.step, "j")
