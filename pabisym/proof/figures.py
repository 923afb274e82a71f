"""Proofs of figures from other figures: what is believed of them is believed of fewer.

The sequent of a figure is the figure itself: for all its letters its side conditions and premises imply its conclusion.
A figure of the kind ``derived`` has a proof here, which the kernel replays like any other; :func:`beliefs` follows these
proofs down to figures that have none.  They are untrusted like every proof: a wrong one would be rejected.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from pabisym.errors import PabisymError
from pabisym.kernel.check import Replay, check
from pabisym.kernel.figures import FIGURES
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import to_text
from pabisym.lang.term import Call, Name, Term
from pabisym.proof import elementary as _elementary  # noqa: F401  the last resort of proofs, which it adds where it is loaded
from pabisym.proof.build import Builder, Step, TermLike, as_text, stated, step, term_of
from pabisym.proof.exponentials import log_low
from pabisym.proof.laws import chained, noisy_answer, noisy_step, turned, within
from pabisym.proof.linear import certified, fact
from pabisym.proof.points import at_most, expand, know_equation, square
from pabisym.proof.roots import positive_root, root_at_most
from pabisym.proof.script import Script, script

PREFIX = "figure/"
"""What the names of believed figures begin with; no statement has such an id."""
STORED = Path(__file__).with_name("derived_figures.json")
"""The proofs that the builders below found, so that none is searched for again: a tree for every name, one a line."""


def figure_sequent(name: str) -> Sequent:
    """A figure as a statement; its side conditions and premises are known by their texts."""
    figure = FIGURES[name]
    assumptions = tuple((to_text(term), term) for term in (*figure.sides, *figure.premises))
    return Sequent(f"figure/{name}", dict(figure.kinds), assumptions, figure.conclusion)


@dataclass(frozen=True)
class Discharged:
    """A figure with its proof from others, and what the kernel said of it."""

    sequent: Sequent
    proof: Step
    verdict: Replay


@cache
def replay_figure(name: str) -> Discharged:
    """The proof of a figure of the kind ``derived``, replayed; raises :class:`PabisymError` where it does not hold.

    The stored proof where that can be used, else the one that is built now.
    """
    sequent = figure_sequent(name)
    proof = build_figure_proof(name) if _circular(name) or _figures_applied(name) is None else stored_proofs()[name]
    verdict = check(sequent, proof)
    if not verdict.accepted or name in figures_under(verdict.figures):
        raise PabisymError(f"figure {name} is not derived: {verdict.reason or 'its proof rests on itself'}")
    return Discharged(sequent, proof, verdict)


def build_figure_proof(name: str) -> Step:
    """The proof of a figure of the kind ``derived`` that its builder makes now; nothing replays it here."""
    return PROOFS[name](Builder.of(figure_sequent(name)), name)


@cache
def stored_proofs() -> Mapping[str, Step]:
    """The stored proofs by name, as whoever wrote the file left them; none where it cannot be read."""
    try:
        trees: Any = json.loads(STORED.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return trees if isinstance(trees, dict) else {}


def text_to_store() -> str:
    """What :data:`STORED` holds when all builders are asked now."""
    proofs = ((name, as_text(build_figure_proof(name))) for name in sorted(PROOFS))
    trees = (f"{json.dumps(name)}:{json.dumps(proof, ensure_ascii=False, separators=(',', ':'))}" for name, proof in proofs)
    return "{" + ",\n".join(trees) + "}\n"


Under: TypeAlias = Callable[[str], "frozenset[str] | None"]
"""The figures that the accepted proof of a figure applies; None where there is none."""


def figures_under(names: Iterable[str], under: Under | None = None) -> frozenset[str]:
    """The figures of these names and all under their proofs; ``under`` says what these apply (None: the kernel does, now)."""
    under = proof_applies if under is None else under
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += under(name) or ()
    return frozenset(found)


def beliefs(names: Iterable[str], under: Under | None = None) -> frozenset[str]:
    """The figures on which figures of these names rest and that no proof discharges, themselves if there is none for them.

    A figure is discharged by an accepted proof, from others, of the sequent that it is; what is called derived and is not, is believed.
    ``under`` is as for :func:`figures_under`.
    """
    under = proof_applies if under is None else under
    return frozenset(name for name in figures_under(names, under) if under(name) is None)


def leaves(figures: Iterable[str], below: Iterable[str] = (), under: Under | None = None) -> tuple[str, ...]:
    """What a proof believes that applies these figures, and theorems under which ``below`` is believed.

    Figures in the order in which the kernel has them, then statements by id: the one list that everything shows.
    ``under`` is as for :func:`figures_under`.
    """
    below = tuple(below)
    known = {one.removeprefix(PREFIX) for one in below if one.startswith(PREFIX)}
    found = beliefs({*figures, *known}, under)
    return (*(PREFIX + name for name in FIGURES if name in found), *sorted({one for one in below if not one.startswith(PREFIX)}))


@cache
def proof_applies(name: str) -> frozenset[str] | None:
    """The figures that the proof of a figure applies; None where there is no proof that the kernel accepts."""
    if FIGURES[name].kind != "derived" or name not in PROOFS:
        return None
    if (applied := _figures_applied(name)) is not None and not _circular(name):
        return applied
    verdict = check(figure_sequent(name), build_figure_proof(name))
    return verdict.figures if verdict.accepted and name not in verdict.figures else None


@cache
def _figures_applied(name: str) -> frozenset[str] | None:
    """The figures that the stored proof of a derived figure applies; None where there is none that the kernel accepts."""
    if FIGURES[name].kind != "derived" or name not in PROOFS or name not in stored_proofs():
        return None
    verdict = check(figure_sequent(name), stored_proofs()[name])
    return verdict.figures if verdict.accepted else None


def _circular(name: str) -> bool:
    """Do stored proofs under that of a figure rest on themselves: the kernel would accept every one, and nothing would be believed."""
    return any(one in figures_under(_figures_applied(one) or (), _figures_applied) for one in figures_under((name,), _figures_applied))


# Logic: bounds are widened, equal laws exchanged.


def _letters(*names: str) -> dict[str, str]:
    """Letters that stand for themselves."""
    return {name: name for name in names}


def _widen(b: Builder, made: Step, claim: TermLike) -> Step:
    return step("widen", claim, (made,), claim=claim)


def _wider(b: Builder, name: str) -> Step:
    """A bound may grow."""
    figure = FIGURES[name]
    return _widen(b, b.known(to_text(figure.premises[0])), figure.conclusion)


def _rewritten(b: Builder, made: Step, equal: Step, position: int) -> Step:
    """A judgement with one of its laws exchanged for an equal one."""
    judgement, equation = term_of(made["conclusion"]), term_of(equal["conclusion"])
    if not isinstance(judgement, Call) or not isinstance(equation, Call):
        raise PabisymError(f"{to_text(judgement)} is not about laws")

    def with_law(law: Term) -> Term:
        return Call(judgement.head, (*judgement.args[:position], law, *judgement.args[position + 1 :]))

    return step("rewrite", with_law(equation.args[0]), (equal, made), law="U", claim=with_law(Name("U")))


def _same_law(b: Builder, name: str) -> Step:
    """Every law is exchanged for an equal one."""
    about, *equations = FIGURES[name].premises
    made = b.known(to_text(about))
    for equation in equations:
        if isinstance(about, Call) and isinstance(equation, Call):
            made = _rewritten(b, made, b.known(to_text(equation)), about.args.index(equation.args[1]))
    return made


# Shifted divergences, of Rényi and of Gaussian differential privacy alike.


@dataclass(frozen=True)
class _Notion:
    """What the figures about one notion are called, and how its judgements begin."""

    same: str
    witness: str
    push: str
    absorb: str
    judgement: str
    bound: str
    size: str
    order: tuple[str, ...]


_RENYI = _Notion(
    "renyi-same", "witness-in", "post-processing", "absorb", "renyi(alpha, {z}, {P}, {Q}, {b})", "b", "R(alpha, Z, a)", ("alpha",))
_GDP = _Notion("gdp-same", "gdp-witness-in", "gdp-push", "gdp-absorb", "gdp({z}, {P}, {Q}, {b})", "m", "gdpsize(Z, a)", ())
_NEAR, _BOUND = "U near", "U bound"


def _notion(name: str) -> _Notion:
    return _GDP if name.startswith("gdp") else _RENYI


def _start(b: Builder, name: str) -> Step:
    """Q itself is within z of P, and nothing is to be told between Q and Q."""
    n = _notion(name)
    same = b.figure(n.same, P="Q", **_letters(*n.order))
    return b.figure(n.witness, b.known("winf(P, Q, z)"), same, z="z", P="P", Q="Q", V="Q", **_letters(*n.order), **{n.bound: "0"})


def _contraction(b: Builder, name: str) -> Step:
    """A law U near P: its image is near that of P, and told from that of Q no better than U from Q."""
    n = _notion(name)

    def inside(b: Builder) -> Step:
        near = b.figure("winf-push", b.known(_NEAR), b.known("lipschitz(f, c)"), b.known("gap(f, g, s)"), P="P", Q="U",
                        **_letters("z", "c", "s", "f", "g"))
        told = b.figure(n.push, b.known(_BOUND), P="U", Q="Q", f="g", **_letters(*n.order), **{n.bound: "x"})
        return b.figure(n.witness, near, told, z="c*z + s", P="push(f, P)", Q="push(g, Q)", V="push(g, U)", **_letters(*n.order),
                        **{n.bound: "x"})

    return b.witness(b.known(n.judgement.format(z="z", P="P", Q="Q", b=n.bound)), "U", "x", inside)


def _shift_reduction(b: Builder, name: str) -> Step:
    """Stop on the way from P to a law U near it, a away from U: that much is absorbed by the noise."""
    n, middle = _notion(name), "between(P, U, z, a)"

    def inside(b: Builder) -> Step:
        way = {"z": "z", "a": "a", "P": "P", "Q": "U"}
        near = b.figure("winf-convolve", b.figure("between-near", b.known(_NEAR), **way), z="z", P="P", Q=middle, Z="Z")
        told = b.figure(n.absorb, b.figure("between-far", b.known(_NEAR), **way), b.known(_BOUND), a="a", P=middle, V="U", Q="Q", Z="Z",
                        **_letters(*n.order), **{n.bound: "x"})
        return b.figure(n.witness, near, told, z="z", P="convolve(P, Z)", Q="convolve(Q, Z)", V=f"convolve({middle}, Z)",
                        **_letters(*n.order), **{n.bound: f"x + {n.size}"})

    return b.witness(b.known(n.judgement.format(z="z + a", P="P", Q="Q", b=n.bound)), "U", "x", inside)


def _monotone(b: Builder, name: str) -> Step:
    """A law within z of P is within y of it, and a bound may grow."""
    n = _notion(name)

    def inside(b: Builder) -> Step:
        near = _widen(b, b.known(_NEAR), "winf(P, U, y)")
        return b.figure(n.witness, near, b.known(_BOUND), z="y", P="P", Q="Q", V="U", **_letters(*n.order), **{n.bound: "x"})

    nearer = b.witness(b.known(n.judgement.format(z="z", P="P", Q="Q", b=n.bound)), "U", "x", inside)
    return _widen(b, nearer, FIGURES[name].conclusion)


def _normal_near(b: Builder, name: str) -> Step:
    """Both are N(0, v) moved, and moved by m and by u a point is m - u apart."""
    near = b.figure("winf-gap", b.figure("affine-gap", c="1", s="m", t="u"), s="m - u", P="normallaw(0, v)", f="affine(1, m)",
                    g="affine(1, u)")
    moved = {at: f"push(affine(1, {at}), normallaw(0, v))" for at in ("m", "u")}
    made = b.figure("winf-convolve", near, z="m - u", P=moved["m"], Q=moved["u"], Z="white(0)")
    for position, (law, at) in enumerate((("P", "m"), ("Q", "u"))):
        whole = f"convolve({moved[at]}, white(0))"
        normal = b.figure("normal-step", b.figure("reflexive", P="normallaw(0, v)"), b.figure("reflexive", P=whole), m="0", v="v", c="1",
                          s=at, w="0", P="normallaw(0, v)", Q=whole, conclude=f"equal({whole}, normallaw({at}, v))")
        swapped = _rewritten(b, b.figure("reflexive", P=f"normallaw({at}, v)"), normal, 1)
        own = _rewritten(b, swapped, b.known(f"equal({law}, normallaw({at}, v))"), 0)
        made = _rewritten(b, made, own, position)
    return made


# Mechanisms.


@script
def _spread_contracts(p: Script, name: str) -> Step:
    """A slack of at least 1 says nothing; below, what P has above exp(e)*Q goes through the mechanism as laws of its own."""
    claim = "dp(through(K, P), through(K, Q), e, d*u)"
    p.have("slack", p.figure("dp-sign", p.known("dp(P, Q, e, d)")))
    anywhere = p.figure("spread-through", p.known("spread(K, e, u)"))
    p.have("apart", p.figure("dp-sign", anywhere))
    with p.case("d - 1", claim) as more:
        more.have("larger", certified("u <= d*u", fact(more.scope.known[-1][0], "apart")))
        more.show(_widen(more, anywhere, claim))
    p.have("tangent", p.figure("exp-tangent", x="e"))
    p.have("least", "exp(e) >= 1")
    p.have("mass", "exp(e) + d > 0")
    w = "1/(exp(e) + d)"
    p.have_each({"part": f"{w} >= 0", "part whole": f"{w} <= 1", "other": f"{w}*d >= 0", "other whole": f"{w}*d <= 1"})
    split = p.figure("dp-excess", p.known("dp(P, Q, e, d)"), w=w)
    kept = chained(p, turned(p, p.figure("mix-through", w=w, P="P", Q="deficit(P, Q, e, d)")), within(p, split, "through(K, LAW)"),
                   p.figure("mix-through", w=f"{w}*d", P="excess(P, Q, e, d)", Q="Q"))
    apart = p.figure("spread-through", p.known("spread(K, e, u)"), P="excess(P, Q, e, d)", Q="deficit(P, Q, e, d)")
    return p.figure("dp-balance", kept, apart, d="d")


@script
def _dp_contraction(p: Script, name: str) -> Step:
    """The map and the noise are a mechanism, whose answers to two points are at most D apart before the noise."""
    K, ratio, size = "withnoise(surely(f), Z)", "D/sqrt(v)", "gdpsize(Z, D)"
    told, root = f"theta(exp(e), {ratio})", f"sqrt({size})"
    gaussian = p.known("gaussian(Z, v)")
    p.have("paid", p.figure("gdp-magnitude", gaussian, a="D"))
    positive_root(p, "v")
    p.have("deviation", p.figure("square-root", x="v"))
    p.have("ratio", f"{ratio} >= 0")
    p.have("size sign", f"{size} >= 0")
    p.have_all({"root": p.figure("square-root", x=size), "root sign": p.figure("square-root-sign", x=size)})
    p.have("square", certified(f"D**2/v == ({ratio})**2", fact("deviation", factor="D**2"), multiplier="v*sqrt(v)**2"))
    p.have("shorter", root_at_most(p, root, ratio, "ratio", ("root", "paid", "square")))
    p.have("smaller", p.figure("theta-monotone", g="exp(e)", x=root, y=ratio))
    with p.spell(f"spread({K}, e, {told})") as two:
        images = {point: f"push(f, point({point}))" for point in ("x", "y")}
        near = two.figure("bounded-near", two.known("bounded(f, D)"), P="point(x)", Q="point(y)")
        start = two.figure("gdp-start", near, conclude=f"gdp(0 + D, {images['x']}, {images['y']}, 0)")
        private = two.figure("gdp-shift-reduction", start, two.figure("gdp-finite", gaussian, a="D"), z="0", a="D", Z="Z", m="0",
                             P=images["x"], Q=images["y"])
        seen = _widen(two, two.figure("gdp-to-dp", private, e="e", m=size),
                      f"dp(convolve({images['x']}, Z), convolve({images['y']}, Z), e, {told})")
        two.show(two.figure("dp-same-law", seen, noisy_answer(two, "f", "Z", "x"), noisy_answer(two, "f", "Z", "y")))
    kept = p.figure("spread-contracts", two.step, p.known("dp(P, Q, e, d)"))
    other = chained(p, within(p, turned(p, p.figure("same-image", p.known("gap(f, g, 0)"), P="Q")), "convolve(LAW, Z)"),
                    turned(p, noisy_step(p, "f", "Z", "Q")))
    return p.figure("dp-same-law", kept, turned(p, noisy_step(p, "f", "Z", "P")), other, conclude=FIGURES[name].conclusion)


@script
def _additivity(p: Script, name: str) -> Step:
    """The second answer is from V, or W, whatever the first one is."""
    with p.spell("close(alpha, always(V), always(W), d)") as one:
        one.show(one.figure("same-law", one.known("renyi(alpha, 0, V, W, d)"), one.figure("always-answers", V="V", x="x"),
                            one.figure("always-answers", V="W", x="x")))
    both = p.figure("adaptive", p.known("renyi(alpha, 0, P, Q, b)"), one.step)
    return p.figure("same-law", both, *(turned(p, p.figure("always-joint", P=first, V=second)) for first, second in ("PV", "QW")))


@script
def _post_processing(p: Script, name: str) -> Step:
    """Answer f(x) to x, which costs nothing more, and forget x."""
    both = p.figure("adaptive", p.known("renyi(alpha, 0, P, Q, b)"), p.figure("close-same", K="surely(f)"))
    told = p.figure("forget", both)
    return p.figure("same-law", told, *(turned(p, p.figure("surely-through", f="f", P=law)) for law in "PQ"), b="b")


# Events.


@script
def _dp_mixture(p: Script, name: str) -> Step:
    """The chance of an event is the mean of its chances."""
    with p.spell(FIGURES[name].conclusion) as event:
        event.have_all({"first": event.unfold(event.known("dp(P, Q, e, d)"), O="O"),
                        "second": event.unfold(event.known("dp(V, W, e, u)"), O="O"),
                        "left": event.figure("chance-mix", w="w", P="P", Q="V", O="O"),
                        "right": event.figure("chance-mix", w="w", P="Q", Q="W", O="O")})
        goal = "chance(mix(w, P, V), O) <= exp(e)*chance(mix(w, Q, W), O) + (w*d + (1 - w)*u)"
        event.show(certified(goal, fact("first", "w >= 0"), fact("second", "w <= 1"), fact("left", times="-1"),
                             fact("right", factor="exp(e)")))
    return event.step


@script
def _renyi_to_dp(p: Script, name: str) -> Step:
    """C = d/m with m = exp((alpha - 1)*b) and q = e - log(alpha)/(alpha - 1): c*alpha*exp((alpha - 1)*q) = 1."""
    m, q, e = "exp((alpha - 1)*b)", "(b + log(1/d)/(alpha - 1) - log(alpha)/(alpha - 1))", "(b + log(1/d)/(alpha - 1))"
    steep, height = f"exp((alpha - 1)*{q})", f"exp({q})"
    p.have("inverse", "1/d > 0")
    p.have_all({"order": p.figure("exp-log", x="alpha"), "slack": p.figure("exp-log", x="1/d"),
                "both": p.figure("exp-sum", x="(alpha - 1)*b", y="log(1/d)"),
                "less": p.figure("exp-sum", x=f"(alpha - 1)*{q}", y="log(alpha)",
                                 conclude=f"exp((alpha - 1)*b + log(1/d)) == {steep}*exp(log(alpha))"),
                "again": p.figure("exp-sum", x=f"(alpha - 1)*{q}", y=q, conclude=f"exp(alpha*{q}) == {steep}*{height}"),
                "level": p.figure("exp-sum", x=q, y="log(alpha)/(alpha - 1)", conclude=f"exp({e}) == {height}*exp(log(alpha)/(alpha - 1))"),
                "tangent": p.figure("exp-tangent", x="log(alpha)/(alpha - 1)")})
    log_low(p, "alpha")
    p.have("slope", certified(f"d*alpha*{steep} == {m}", fact("less", times="-1", factor="d"), fact("both", factor="d"),
                              fact("slack", factor=f"d*{m}"), fact("order", factor=f"-d*{steep}")))
    p.have("root", "log(alpha)/(alpha - 1) >= 0")
    p.have("height", f"{height} > 0")
    p.have("higher", certified(f"{height} <= exp({e})", fact("level"), fact("tangent", "height"), fact("root", "height")))
    p.have_all({"size": f"{m} > 0", "top": f"exp({e}) > 0"})
    c = f"d/{m}"
    p.have_all({
        "steep": certified(f"0 + {c}*alpha*{steep} >= 1", fact("slope"), multiplier=m),
        "above": certified(f"0 + exp({e}) - {c}*(alpha - 1)*exp(alpha*{q}) >= 0", fact("higher", "alpha > 1", "size"), fact("size", "top"),
                           fact("again", factor="-d*alpha*(alpha - 1)"), fact("slope", factor=f"-(alpha - 1)*{height}"),
                           multiplier=f"{m}*alpha")})
    moment = p.figure("moment", p.known("renyi(alpha, 0, P, Q, b)"))
    return p.figure("moment-to-dp", moment, e=e, c=c, h="0", l="0", k="0", p="0", q=q, conclude=FIGURES[name].conclusion)


# Points.


@script
def _projection(p: Script, name: str) -> Step:
    """With the nearest points a of x and b of y, <x - a, b - a> <= 0 and <y - b, a - b> <= 0 add up to |a - b|^2 <= <x - y, a - b>."""
    with p.spell(FIGURES[name].conclusion) as two:
        a, b = (f"at(projection(K), {x})" for x in "xy")
        d, e = "minus(x, y)", f"minus({a}, {b})"
        near, far = f"norm({e})", f"norm({d})"
        inside = [two.figure("projected", two.known("convexset(K)"), x=x) for x in "xy"]
        two.have_all({"first": two.figure("nearest", two.known("convexset(K)"), inside[1], x="x"),
                      "second": two.figure("nearest", two.known("convexset(K)"), inside[0], x="y"),
                      "product": two.figure("cauchy-schwarz", x=d, y=e), "closer sign": two.figure("norm-sign", x=d)})
        terms = [*expand(two, d, e), *expand(two, f"minus(x, {a})", f"minus({b}, {a})"), *expand(two, f"minus(y, {b})", f"minus({a}, {b})"),
                 *square(two, e, "-1")]
        two.have("closer", certified(f"{near}**2 <= {near}*{far}", fact("first"), fact("second"), fact("product"), *terms))
        two.show(stated(at_most(two, near, far, "closer", times="itself"), f"{near} <= 1*{far}"))
    return two.step


@script
def _gradient_step(p: Script, name: str) -> Step:
    """|x - y - eta*g|^2 = |x - y|^2 - eta*(2*<x - y, g> - eta*|g|^2), and the losses are as well (2/eta)-smooth."""
    a, b = (f"at(gradient(f, eta), {x})" for x in "xy")
    d, g, e = "minus(x, y)", "minus(slope(f, x), slope(f, y))", f"minus({a}, {b})"
    after, before = f"norm({e})", f"norm({d})"
    closer = f"{after}**2 <= {before}**2"
    with p.spell(FIGURES[name].conclusion) as two:
        two.have("closer sign", two.figure("norm-sign", x=d))
        terms = [*square(two, d), *square(two, e, "-1"), *expand(two, d, g, "-2*eta"), *expand(two, g, g, "eta**2")]
        with two.proof() as squares:
            with squares.case("-eta", closer) as still:
                still.have("no step", "eta == 0")
                still.show(certified(closer, *terms, fact("no step", factor=f"2*inner({d}, {g}) - eta*inner({g}, {g})")))
            squares.have("longest", "beta <= 2/eta")
            smooth = _widen(squares, squares.known("smooth(f, beta, K)"), "smooth(f, 2/eta, K)")
            squares.have("gradients", squares.figure("co-coercive", squares.known("convex(f, K)"), smooth, squares.known("convexset(K)"),
                                                     squares.known("hold 1"), squares.known("hold 2")))
            own = know_equation(squares, squares.figure("norm-square", x=g), "eta**2")
            squares.show(certified(closer, *terms, own, fact("gradients", square="eta")))
        two.have("closer", squares.step)
        two.show(stated(at_most(two, after, before, "closer"), f"{after} <= 1*{before}"))
    return two.step


@script
def _gradient_gap(p: Script, name: str) -> Step:
    """|a - b|^2 = <a, a - b> + <b, b - a> <= 2*L*|a - b| for gradients a and b, and the steps are eta*(a - b) apart."""
    a, b = "slope(f, x)", "slope(g, x)"
    e = "minus(at(gradient(f, eta), x), at(gradient(g, eta), x))"
    with p.spell(FIGURES[name].conclusion) as one:
        one.have_all({"first": one.unfold(one.known("lipschitzloss(f, L, K)"), one.known("hold 1"), x="x"),
                      "second": one.unfold(one.known("lipschitzloss(g, L, K)"), one.known("hold 1"), x="x"),
                      "apart sign": one.figure("norm-sign", x=f"minus({a}, {b})"), "first sign": one.figure("norm-sign", x=a)})
        near, back = f"norm(minus({a}, {b}))", f"norm(minus({b}, {a}))"
        there, here = square(one, f"minus({a}, {b})"), square(one, f"minus({b}, {a})", "-1")
        one.have("apart", certified(f"{back}**2 <= {near}**2", *there, *here))
        one.have("as far", at_most(one, back, near, "apart"))
        one.have_all({"product": one.figure("cauchy-schwarz", x=a, y=f"minus({a}, {b})"),
                      "other product": one.figure("cauchy-schwarz", x=b, y=f"minus({b}, {a})"),
                      "second sign": one.figure("norm-sign", x=b)})
        one.have("far sign", "2*L >= 0")
        terms = [*expand(one, a, f"minus({a}, {b})"), *expand(one, b, f"minus({b}, {a})"), *square(one, f"minus({a}, {b})", "-1")]
        one.have("far", certified(f"{near}**2 <= {near}*(2*L)", fact("product"), fact("other product"), fact("second sign", "as far"),
                                  fact("first", "apart sign"), fact("second", "apart sign"), *terms))
        one.have("gradients", at_most(one, near, "2*L", "far", times="itself"))
        one.have("step sign", "2*eta*L >= 0")
        one.have("whole", f"2*L + {near} >= 0")
        moved = [*square(one, e, "-1"), *square(one, f"minus({a}, {b})", "eta**2")]
        one.have("step", certified(f"norm({e})**2 <= (2*eta*L)**2", *moved, fact("gradients", "whole", square="eta")))
        one.show(at_most(one, f"norm({e})", "2*eta*L", "step"))
    return one.step


# Numbers.


def _power(b: Builder, name: str) -> Step:
    """By induction: c**j is c times c**(j - 1), which is on the same side of 1."""
    falling, strict = name in ("power-at-most-one", "power-below-one"), name in ("power-below-one", "power-above-one")
    side, first = ("<=" if falling else ">="), to_text(FIGURES[name].sides[1 if falling else 0])

    def advance(b: Builder, before: str) -> Step:
        return certified(f"c**j {side} 1", *_factors(before))

    def _factors(before: str) -> tuple[dict[str, object], ...]:
        return (fact(first), fact("c > 0", before)) if falling else (fact(first), fact(before), fact(first, before))

    end = "k - 1" if strict else "k"
    powers = b.at(b.induction("j", "0", end, f"c**j {side} 1", rest=advance), end)
    if not strict:
        return powers
    return b.have("before", powers, lambda b: certified(to_text(FIGURES[name].conclusion), *_factors("before")))


def _log_exp(b: Builder, name: str) -> Step:
    """With y = log(exp(x)), exp(y) = exp(x), so that exp(y - x) = exp(x - y) = 1, and 1 + t <= exp(t) at both."""
    y = "log(exp(x))"
    facts = {"inverse": b.figure("exp-log", x="exp(x)"), "twice": b.figure("exp-sum", x="0", y="0")}

    def one(b: Builder) -> Step:
        more = {f"{t} and {u}": b.figure("exp-sum", x=t, y=f"-{u}") for t in (y, "x") for u in (y, "x")}
        more |= {f"at {t}": b.figure("exp-tangent", x=t) for t in (f"{y} - x", f"x - {y}")}
        return b.suppose_all(more, closed)

    def closed(b: Builder) -> Step:
        own = {t: fact(f"{t} and {t}", times="-1") for t in (y, "x")}
        # exp(x) exp(-x) = 1 = exp(y) exp(-y), and exp(y) = exp(x)
        units = {f"unit {t}": certified(f"exp({t})*exp(-{t}) == 1", own[t], fact("unit")) for t in (y, "x")}
        return b.suppose_all(units, lambda b: b.suppose_all({
            "up": certified(f"exp({y} - x) == 1", fact(f"{y} and x"), fact("inverse", factor="exp(-x)"), fact("unit x")),
            "down": certified(f"exp(x - {y}) == 1", fact(f"x and {y}"), fact("inverse", factor=f"-exp(-{y})"), fact(f"unit {y}"))},
            lambda b: b.suppose_all({
                "low": certified(f"{y} <= x", fact(f"at {y} - x"), fact("up", times="-1")),
                "high": certified(f"{y} >= x", fact(f"at x - {y}"), fact("down", times="-1"))},
                lambda b: step("evident", f"{y} == x", goal=f"{y} == x"))))

    return b.suppose_all(facts, lambda b: b.have("unit", certified("exp(0) == 1", fact("twice", times="-1"), multiplier="exp(0)"), one))


def _log_product(b: Builder, name: str) -> Step:
    """The exponential takes log(x) + log(y) to x*y."""
    facts = {"first": b.figure("exp-log", x="x"), "second": b.figure("exp-log", x="y"), "sum": b.figure("exp-sum", x="log(x)", y="log(y)"),
             "inverse": b.figure("log-exp", x="log(x) + log(y)")}

    def closed(b: Builder) -> Step:
        product = certified("exp(log(x) + log(y)) == x*y", fact("sum"), fact("first", factor="exp(log(y))"), fact("second", factor="x"))
        goal = to_text(FIGURES[name].conclusion)
        return b.have("product", product, lambda b: {**b.known("inverse"), "conclusion": goal})

    return b.suppose_all(facts, closed)


PROOFS: Mapping[str, Callable[[Builder, str], Step]] = {
    **dict.fromkeys(("winf-widen", "moment-widen", "dp-widen", "lipschitz-widen", "gap-widen", "lsi-widen", "zcdp-widen", "apart-narrow"),
                    _wider),
    **dict.fromkeys(("same-law", "moment-same-law", "gdp-same-law", "dp-same-law", "lsi-same-law", "zcdp-same-law"), _same_law),
    "start": _start, "gdp-start": _start, "contraction": _contraction, "gdp-contraction": _contraction,
    "shift-reduction": _shift_reduction, "gdp-shift-reduction": _shift_reduction, "monotone": _monotone, "gdp-monotone": _monotone,
    "spread-contracts": _spread_contracts, "dp-contraction": _dp_contraction, "additivity": _additivity,
    "post-processing": _post_processing, "dp-mixture": _dp_mixture, "renyi-to-dp": _renyi_to_dp,
    "projection": _projection, "gradient-step": _gradient_step, "gradient-gap": _gradient_gap,
    "normal-near": _normal_near, "log-exp": _log_exp, "log-product": _log_product,
    **dict.fromkeys(("power-at-most-one", "power-below-one", "power-above-one", "power-at-least-one"), _power),
}  # fmt: skip
"""How every figure of the kind ``derived`` is proved."""
