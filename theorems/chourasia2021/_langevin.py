"""Proof trees for noisy gradient descent traced through its diffusion; untrusted like every builder.

One step moves w to f(w) + Z in the first run, g(w) + Z in the second, Z = N(0, w I): f and g are gradient steps on two neighbouring
data sets, a projection before them.  In the letters of Chourasia et al. w = 2 eta sigma^2, and the maps are eta S/n apart.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.library.checks import assumptions_of, replayed
from pabisym.library.statement import Check, Statement, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.exponentials import exp_zero
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ..feldman2018._at_points import LONG, within

LEVEL, RATE = "s**2*v*(1 + y)**2/(2*y*w**2)", "y*w/((1 + y)*v)"
"""The bound per order after many steps, and its rate per step; gamma = 1/(1 + y)."""
GRADIENT_STEP = "compose(r, compose(gradient(g, eta/(1 - eta*lam)), projection(C)))"
"""A projection and the gradient step of f = g + lam ||w||^2/2, with r the map w -> (1 - eta lam) w: w - eta grad f(w) is (1 - eta lam)
times w - (eta/(1 - eta lam)) grad g(w).  f is lam-strongly convex and beta-smooth exactly where g is convex and (beta - lam)-smooth."""
ENOUGH = "(1 - eta*lam)**2*(2*sigma**2/lam) + 2*eta*sigma**2 <= 2*sigma**2/lam"
"""A step keeps the variance 2 sigma^2/lam of the start."""
SAME = {name: ("k", f"{name}(k)") for name in ("X", "Y", "zeta")}
OUTPUT = "renyi(alpha, 0, push(projection(C), X(K)), push(projection(C), Y(K)), {bound})"


@script
def dynamics(p: Script) -> Step:
    """The proof of ``pabisym/privacy-dynamics``: u after a step is e u + (1 - e) LEVEL, e = exp(-RATE)."""
    claim, e = f"zcdp(X(k), Y(k), {LEVEL}*(1 - exp(-{RATE}*k)))", f"exp(-{RATE})"

    @script
    def base(p: Script) -> Step:
        exp_zero(p, "zero")
        zero = p.figure("zcdp-start", "start")
        goal = f"{LEVEL}*(1 - exp(-{RATE}*0))"
        p.have("nothing yet", certified(f"0 <= {goal}", fact("zero", factor=f"-{LEVEL}")))
        return p.figure("zcdp-widen", zero, u=goal)

    with p.induct("k", "0", "T", claim, base) as advance:
        earlier, later = f"{LEVEL}*(1 - exp(-{RATE}*(k - 1)))", f"{LEVEL}*(1 - exp(-{RATE}*k))"
        moved = advance.figure("dynamics", advance.hypothesis, advance.at("traced", "k"), advance.at("gaps", "k"),
                               advance.at("Gaussian", "k"))
        after = f"{e}*({earlier}) + {LEVEL}*(1 - {e})"
        advance.have("product", advance.figure("exp-sum", x=f"-{RATE}", y=f"-{RATE}*(k - 1)",
                                               conclude=f"exp(-{RATE}*k) == {e}*exp(-{RATE}*(k - 1))"))
        advance.have("sum", certified(f"{after} <= {later}", fact("product", factor=f"-{LEVEL}")))
        wide = advance.figure("zcdp-widen", moved, u=later)
        advance.show(advance.figure("zcdp-same-law", wide, advance.at("first run", "k"), advance.at("second run", "k")))
    return p.at(advance.step, "T")


@script
def traced_bound(p: Script, v: str, traced: Step, bound: str) -> Step:
    """The theorem about the dynamics with gamma = 1/2 and log-Sobolev constants 1/v; one order; the last projection."""
    level, rate = f"2*(eta*S/n)**2*({v})/(2*eta*sigma**2)**2", f"2*eta*sigma**2/(2*({v}))"
    free = f"{level}*(1 - exp(-{rate}*K))"
    with p.generalise("k", "1", "K") as gaps:
        gaps.show(gaps.known("gap"))
    spread = p.theorem("pabisym/privacy-dynamics", {"gaps": gaps.step}, T="K", s="eta*S/n", w="2*eta*sigma**2", v=v, y="1",
                       psi=("k", "psi"), phi=("k", "phi"), conclude=f"zcdp(X(K), Y(K), {free})")
    one = p.figure("zcdp-order", spread, conclude=f"renyi(alpha, 0, X(K), Y(K), {bound})")
    return p.figure("post-processing", one, f="projection(C)")


@script
def log_sobolev(p: Script, v: str, c: str, base: Step) -> Step:
    """lsi(Y(k), v) for all steps, where c^2 v + 2 eta sigma^2 <= v can be proved; ``base`` is lsi(Y(0), v)."""
    with p.induct("k", "0", "K", f"lsi(Y(k), {v})", base) as advance:
        pushed = advance.figure("lsi-push", advance.hypothesis, "Lipschitz")
        noisy = advance.figure("lsi-convolve", pushed, advance.at("Gaussian", "k"))
        wide = advance.figure("lsi-widen", noisy, w=v)
        advance.show(advance.figure("lsi-same-law", wide, advance.at("second run", "k")))
    return advance.step


@script
def traced_all(p: Script, v: str, c: str, base: Step) -> Step:
    """The diffusions of all steps satisfy the log-Sobolev inequality with constant 1/v."""
    p.have("constants", log_sobolev(p, v, c, base))
    with p.generalise("k", "1", "K") as each:
        each.show(each.figure("traced", each.at("constants", "k - 1"), "other Lipschitz", "Lipschitz", each.at("Gaussian", "k"), x=v))
    return each.step


def gaussian_start(b: Builder, v: str) -> Step:
    """lsi(Y(0), v) for Y(0) = N(x0, v I)."""
    noisy = b.figure("lsi-convolve", b.figure("lsi-point", x="x0"), "start noise", conclude=f"lsi(convolve(point(x0), xi), {v})")
    return b.figure("lsi-same-law", noisy, "start law")


@script
def lemma_5(p: Script) -> Step:
    """Lemma 5: (1 - eta lam)^2 2 sigma^2/lam + 2 eta sigma^2 = 2 sigma^2/lam - 2 eta sigma^2 (1 - eta lam)."""
    v, c = "2*sigma**2/lam", "1 - eta*lam"
    small(p)
    p.have("enough", kept())
    return traced_all(p, v, c, gaussian_start(p, v))


def kept() -> Step:
    """The left side is less by 2 eta sigma^2 (1 - eta lam)."""
    return certified(ENOUGH, fact("contracting", "step size", "strong convexity", times="2", square="sigma"), multiplier="lam")


def of_first_run(statement: Statement) -> tuple[Verdict, str]:
    """Lemma 5 with the data sets exchanged."""
    exchanged = {"second run": "forall(k, 1, K, equal(X(k), convolve(push(psi, X(k - 1)), zeta(k))))",
                 "start law": "equal(X(0), convolve(point(x0), xi))"}
    kinds = {"X": "law sequence", **statement.sequent.kinds}
    premises = {"Lipschitz": "other Lipschitz", "other Lipschitz": "Lipschitz"}

    @script
    def build(p: Script) -> Step:
        return p.theorem(statement.id, premises, Y=("k", "X(k)"), phi="psi", psi="phi")

    return replayed("forall(k, 1, K, traced(X(k - 1), phi, psi, zeta(k), 2*sigma**2/lam))", kinds, assumptions_of(statement, exchanged),
                    build, (statement.id,))


def after_projections(statement: Statement) -> tuple[Verdict, str]:
    """A projection brings no two points further apart."""
    v = "2*sigma**2/lam"

    @script
    def build(p: Script) -> Step:
        small(p)
        p.have("enough", kept())
        p.have("constants", log_sobolev(p, v, "1 - eta*lam", gaussian_start(p, v)))
        with p.generalise("k", "0", "K") as each:
            onto = each.figure("lsi-push", each.at("constants", "k"), each.figure("projection", "domain"))
            each.show(each.figure("lsi-widen", onto, w=v))
        return each.step

    kinds = {"C": "set", **statement.sequent.kinds}
    known = {one.name: one.holds for one in statement.assumptions} | {"domain": "convexset(C)"}
    return replayed(f"forall(k, 0, K, lsi(push(projection(C), Y(k)), {v}))", kinds, known, build)


def small(p: Script) -> None:
    """Go on knowing that eta lam < 1, from lam <= beta and eta < 1/beta."""
    p.have("scaled steps", certified("eta*beta < 1", fact("small steps"), multiplier="1/beta"))
    p.have("contracting", certified("eta*lam < 1", fact("scaled steps"), fact("curvatures", "step size")))


@script
def corollary_1(p: Script, bound: str) -> Step:
    """Shift allocation, ``pabisym/noisy-gd``, which is below the dynamics for every number of steps."""
    small(p)
    return every_step(p, bound, shorter)


@script
def shorter(p: Script, bound: str) -> Step:
    """After k >= 1 steps shift allocation is below the bound."""
    own = {x: x for x in (*LETTERS, "lam")} | {"K": "k"}
    p.have("below", p.theorem("pabisym/noisy-gd-below-dynamics", {}, **{x: own[x] for x in own if x not in ("psi", "phi", "C")}))
    return p.figure("monotone", p.theorem("pabisym/noisy-gd", runs(p), **own, **SAME), y="0", d=bound)


def runs(p: Script) -> dict[str, Step]:
    """What is assumed of all steps, of the first k of them."""

    def first(label: str) -> Step:
        with p.generalise("i", "1", "k") as each:
            each.have("within", certified("i <= K", fact("i to"), fact("k to")))
            each.show(each.at(label, "i"))
        return each.step

    return {label: first(label) for label in ("first run", "second run", "Gaussian")}


@script
def every_step(p: Script, bound: str, allocated: Callable[[Script, str], Step]) -> Step:
    """A bound on the outputs after K steps: by shift allocation for k >= 1 of them, and none tell nothing."""

    def output(k: str) -> str:
        return f"push(projection(C), X({k})), push(projection(C), Y({k}))"

    at_step = bound.replace("K", "k")
    exp_zero(p, p.fresh("zero"))
    same = p.figure("post-processing", p.figure("start", p.figure("same-start", "start"), z="0"), f="projection(C)")
    first = p.figure("monotone", same, y="0", d=bound.replace("K", "0"))
    with p.induct("k", "0", "K", f"renyi(alpha, 0, {output('k')}, {at_step})", first) as more:
        more.show(allocated(more, at_step))
    return p.at(more.step, "K")


@script
def gradient_step_contracts(p: Script) -> Step:
    """Steps up to 2/(beta - lam) of the convex part are contractions, and eta/(1 - eta lam) is at most 1/(beta - lam)."""
    small(p)
    p.have_each({"room": "1 - eta*lam > 0", "scaled": "eta/(1 - eta*lam) >= 0", "smoother": "eta/(1 - eta*lam)*(beta - lam) <= 2"})
    step = p.figure("gradient-step", "convex", "smooth", "domain", eta="eta/(1 - eta*lam)")
    onto = p.figure("after-projection", step, "domain")
    return p.figure("compose", "shrinking", onto, conclude=f"lipschitz({GRADIENT_STEP}, 1 - eta*lam)")


def strongly_convex() -> tuple[Verdict, str]:
    """The hypothesis of the statement, for the losses of the page."""
    kinds = {"eta": "real", "lam": "real", "beta": "real", "g": "loss", "r": "map", "C": "set"}
    assumed = {"step size": "eta > 0", "strong convexity": "lam > 0", "smoothness": "beta > 0", "curvatures": "lam <= beta",
               "small steps": "eta < 1/beta", "domain": "convexset(C)", "convex": "convex(g, C)", "smooth": "smooth(g, beta - lam, C)",
               "shrinking": "lipschitz(r, 1 - eta*lam)"}
    return replayed(f"lipschitz({GRADIENT_STEP}, 1 - eta*lam)", kinds, assumed, gradient_step_contracts)


def convex_part() -> tuple[Verdict, str]:
    """For a gradient h of a loss less lam ||w||^2/2, that of the loss is h + lam w."""
    return replayed("w - eta*(h + lam*w) == (1 - eta*lam)*(w - eta/(1 - eta*lam)*h)", dict.fromkeys(("w", "h", "lam", "eta"), "real"),
                    {"room": "1 - eta*lam > 0"})


def neighbouring() -> tuple[Verdict, str]:
    """At a point, where the mean gradients are S_g/n apart, as the total gradients are S_g apart."""
    kinds = {"eta": "real", "S": "real", "n": "real", "f": "loss", "h": "loss", "x": "vector"}
    known = {"rate": "eta > 0", "size": "n >= 1", "gradients": "norm(minus(slope(f, x), slope(h, x))) <= S/n"}

    @script
    def build(p: Script) -> Step:
        return within(p, "S/n")

    return replayed(f"{LONG} <= eta*S/n", kinds, known, build)


NEIGHBOURING = Check("gradient steps on neighbouring data, at any point", neighbouring)
CONVEX_PART = Check("w - eta grad f is 1 - eta lam times the step of f - lam ||w||^2/2", convex_part)
STEPS_CONTRACT = Check("gradient steps of lam-strongly convex, beta-smooth losses are (1 - eta lam)-Lipschitz", strongly_convex, "holds")
LETTERS = ("alpha", "n", "K", "S", "eta", "sigma", "psi", "phi", "C")


@script
def sharper(p: Script) -> Step:
    """The proof of ``pabisym/noisy-gd-dynamics``: q^2 v + 2 eta sigma^2 <= v for v = 2 sigma^2/(lam (2 - eta lam))."""
    v = "2*sigma**2/(lam*(2 - eta*lam))"
    bound = "alpha*S**2/(lam*(2 - eta*lam)*sigma**2*n**2)*(1 - exp(-lam*(2 - eta*lam)*eta*K/2))"
    p.have("room", "2 - eta*lam > 0")
    p.have("scaled room", "lam*(2 - eta*lam) > 0")
    p.have("positive", f"{v} > 0")
    p.have("enough", certified(f"q**2*({v}) + 2*eta*sigma**2 <= {v}", fact("factor", times="2", square="sigma"),
                               multiplier="lam*(2 - eta*lam)"))
    p.have("all traced", traced_all(p, v, "q", p.known("start constant")))
    return traced_bound(p, v, p.known("all traced"), bound)


@script
def corollary_2(p: Script, bound: str) -> Step:
    """Shift allocation with the contraction q = |1 - eta|, or one that is small enough where eta = 1."""

    def one(p: Script, bound: str) -> Step:
        claim = OUTPUT.format(bound=bound).replace("K", "k")
        with p.case("-q", claim) as at_once:
            at_once.show(forgetful(at_once, bound))
        return contracting(p, bound)

    p.have_all({"room": "2 - eta > 0", "positive order": "alpha > 0"})
    return every_step(p, bound, one)


LIMIT = "alpha*eta*S**2*(1 + {c})/(4*n**2*sigma**2*(1 - {c}))"
"""What endless steps of the contraction c tell."""
RATE, UNIT = "((2 - eta)*eta/2)", "S/(sigma*n)"


def allocated(p: Script, c: str) -> Step:
    """Shift allocation over k steps of the contraction c, and the last projection; go on knowing that 1 - c > 0."""
    p.have_all({"shift": "eta*S/n >= 0", "grown": f"1 + {c} > 0", "inside": f"1 - {c} > 0",
                "steady": p.figure("lipschitz-widen", "other Lipschitz", d=c), "first": "k >= 1"})
    p.have("limit", certified(f"{LIMIT.format(c=c)} >= 0", fact("positive order", "step size", "grown", square=UNIT),
                              multiplier=f"4*(1 - {c})"))
    premises = {**runs(p), "start": p.figure("same-start", "start"), "gaps": p.constant("gap", "i", "1", "k"),
                "Lipschitz": p.constant("steady", "i", "1", "k")}
    one = p.theorem("pabisym/contractive-equal-gaps", premises, T="k", c=c, g="eta*S/n", v="2*eta*sigma**2", F=LIMIT.format(c=c),
                    psi=("k", "psi"), phi=("k", "phi"), **SAME)
    return p.figure("post-processing", one, f="projection(C)")


def decayed(p: Script, x: str) -> None:
    """Go on knowing, as ``small``, (1 + x) exp(-x) <= 1."""
    exp_zero(p, "zero")
    p.have_all({"tangent": p.figure("exp-tangent", x=x), "decay": f"exp(-({x})) > 0",
                "inverse": p.figure("exp-sum", x=x, y=f"-({x})", conclude=f"exp(0) == exp({x})*exp(-({x}))")})
    p.have("small", certified(f"(1 + {x})*exp(-({x})) <= 1", fact("tangent", "decay"), fact("inverse"), fact("zero", times="-1")))


@script
def forgetful(p: Script, bound: str) -> Step:
    """For eta = 1 the last step alone counts: a contraction 1/9 is enough, as 1 - exp(-k/2) >= 1/3."""
    c, x, power = "(1/9)", f"{RATE}*k", "(1/9)**k"
    p.have("none", "q == 0")
    found = allocated(p, c)
    p.have("unit", certified("(2 - eta)*eta == 1", fact("factor", factor="1"), fact("none", factor="-q")))
    p.have_all({"half": certified(f"{x} >= 1/2", fact("unit", factor="k/2"), fact("first", times="1/2")), "power": f"{power} > 0"})
    decayed(p, x)
    p.have("little", certified(f"2/3 - exp(-({x})) >= 0", fact("small", times="2/3"), fact("half", "decay", times="2/3")))
    terms = [fact("positive order", *facts, times=times, square=UNIT) for facts, times in (
        (("little",), "1"), (("little", "power"), "1"), ((), "1/48"), (("power",), "31/48"))]
    p.have("enough", certified(f"{LIMIT.format(c=c)}*((1 - {power})/(1 + {power})) <= {bound}", *terms,
                               fact("unit", factor=f"-5/16*alpha*({UNIT})**2*(1 - {power})"), multiplier=f"(2 - eta)*(1 + {power})"))
    return p.figure("monotone", found, y="0", d=bound)


@script
def contracting(p: Script, bound: str) -> Step:
    """(1 + q)^2 (1 - q^k)/4 <= (1 - r^k)(1 + q^k) by induction, r = exp(-(1 - q^2)/2)."""
    p.have_all({"contraction": "q > 0", "rate": f"{RATE} > 0"})
    p.have("twice", certified(f"2*{RATE} == 1 - q**2", fact("factor", factor="1")))
    p.have("below", certified("q < 1", fact("rate", times="2"), fact("twice", factor="-1"), multiplier="1 + q"))
    found = allocated(p, "q")
    decayed(p, RATE)
    claim = f"(1 - exp(-{RATE}*{{j}}))*(1 + q**({{j}})) - (1 + q)**2/4*(1 - q**({{j}})) >= 0".format
    first = certified(claim(j="0"), fact("zero", factor="-2"))
    a, next_one, kept = "q**(j - 1)", "(1 + q*q**(j - 1))", f"exp(-{RATE}*(j - 1))"
    with p.induct("j", "0", "k", claim(j="j"), first) as more:
        more.have_all({"power": f"{a} > 0", "earlier": f"{kept} > 0", "fewer": more.figure("power-at-most-one", c="q", k="j - 1"),
                       "product": more.figure("exp-sum", x=f"-{RATE}", y=f"-{RATE}*(j - 1)",
                                              conclude=f"exp(-{RATE}*j) == exp(-{RATE})*{kept}")})
        more.have_all({"one more": f"1 + {a} > 0", "then": f"{next_one} > 0", "left": f"1 - {a} >= 0"})
        more.have_all({"steep": "(1 - q)**3*(1 + q)*(2 + q) >= 0", "flat": f"(1 - q)**2*(1 + q)**3*(1 - {a}) >= 0",
                       "curved": f"(1 - q)*(1 + q)*(5 + 2*q + q**2)*q*({a})**2 >= 0"})
        line = "((1 - (1 + q)**2/4) + (1 + (1 + q)**2/4)*q*" + f"{a})"
        more.show(certified(claim(j="j"), fact("steep", times="1/8"), fact("flat", times="1/8"), fact("curved", times="1/8"),
                            fact(more.hypothesis, "then"), fact("small", "earlier", "one more", "then"),
                            fact("twice", factor=f"(1 + {a})*{line}/2"),
                            fact("product", factor=f"-(1 + {RATE})*(1 + {a})*{next_one}"), multiplier=f"(1 + {RATE})*(1 + {a})"))
    p.have_all({"gain": p.at(more.step, "k"), "all": "q**k > 0"})
    p.have("enough", certified(f"{LIMIT.format(c='q')}*((1 - q**k)/(1 + q**k)) <= {bound}",
                               fact("positive order", "inside", "gain", square=UNIT),
                               fact("twice", factor=f"-alpha*({UNIT})**2*(1 + q)*(1 - q**k)/4"),
                               multiplier="(2 - eta)*(1 - q)*(1 + q**k)"))
    return p.figure("monotone", found, y="0", d=bound)
