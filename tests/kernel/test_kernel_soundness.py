"""Every figure is sound in the Gaussian world: whenever premises and side conditions are true, so is the conclusion."""

from __future__ import annotations

import contextlib
import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.every import every_case
from support.examples import by_day
from support.gaussian_world import (
    BOUND,
    INFINITE,
    Kernel,
    Laplace,
    Line,
    Unknown,
    clamp,
    composed,
    least,
    linear,
    random_thing,
    rational,
    term,
    told_apart,
    true,
)

from pabisym.kernel.rules import FIGURES, Figure
from pabisym.lang.grammar import parse
from pabisym.lang.term import ONE, ZERO, Call, Name

pytestmark = pytest.mark.quick

INSTANCES = 400
"""Instances of every figure that the deterministic test tries; some thousand in all."""


def random_world(rng: random.Random, figure: Figure) -> dict[str, Any]:
    """Things for the letters of a figure, such that its premises have a good chance to be just true."""
    world: dict[str, Any] = {}
    for name, kind in figure.kinds.items():
        if kind != "real":
            world[name] = random_thing(rng, kind, [world[n] for n, k in figure.kinds.items() if k == kind and n in world])
    reals = [name for name, kind in figure.kinds.items() if kind == "real"]
    if figure.premises and {"equal", "gaussian"} & {p.head for p in figure.premises if isinstance(p, Call)} and rng.random() < 0.9:
        _make_equal(figure, world)
    for name in reals:
        if not any(isinstance(p, Call) and p.head in BOUND and p.args[BOUND[p.head]] == Name(name) for p in figure.premises):
            world.setdefault(name, _order(rng) if name == "alpha" else rational(rng))
    for premise in figure.premises:
        _tighten(rng, premise, world)
    for name in reals:
        world.setdefault(name, rational(rng))
    if rng.random() < 0.9:
        _make_stated(figure, world)
    _make_kernel(rng, figure, world)
    _make_coupled(rng, figure, world)
    return world


def _make_kernel(rng: random.Random, figure: Figure, world: dict[str, Any]) -> None:
    """Mechanisms that answer with a bounded map and noise, Laplace noise, noises that add up, and tangents of a power."""
    heads = {p.head for p in figure.premises if isinstance(p, Call)}
    if "spread" in heads and rng.random() < 0.8:
        low = rational(rng)
        world["K"] = Kernel(clamp(low, low + rng.randint(1, 3)), Fraction(rng.randint(1, 4)))
        world |= {law: ((rational(rng), Fraction(0)),) for law in "PQ"}
        world["u"] = least("spread", [world["K"], world["e"]])
        if "d" in figure.kinds:
            world["d"] = told_apart(world["P"], world["Q"], world["e"])
    if "laplace" in heads:
        world["v"] = abs(rational(rng)) + Fraction(1, 2)
        world |= {"Z": Laplace(world["v"]), "P": ((rational(rng), Fraction(0)),), "Q": ((rational(rng), Fraction(0)),)}
        world["a"] = least("winf", [world["P"], world["Q"]]) + rng.choice((0, 0, 1))
    if {"U", "V", "Z"} <= {name for name, kind in figure.kinds.items() if kind == "noise"}:
        world |= {"v": abs(world["v"]), "w": abs(world["w"])}
        world |= {"U": world["v"], "V": world["w"], "Z": world["v"] + world["w"]}
    if "moment" in heads and "h" in figure.kinds:
        world |= {"c": Fraction(rng.randint(0, 2)), "h": Fraction(0), "k": Fraction(rng.randint(0, 2)), "p": Fraction(0), "q": Fraction(0)}
        world["l"] = 1 - world["c"] * world["alpha"] * rng.choice((1, Fraction(1, 2))) if rng.random() < 0.5 else Fraction(1)
        world["h"] = world["c"]
        world["k"] += (world["alpha"] - 1) * world["c"]


def _order(rng: random.Random) -> Fraction:
    """Mostly an order above 1; the formula for Gaussians has a value at every other one as well."""
    return 1 + abs(rational(rng)) if rng.random() < 0.95 else rational(rng)


def _make_stated(figure: Figure, world: dict[str, Any]) -> None:
    """A law that a premise equates with a construction is that construction, and maps without a gap are alike."""
    for side in figure.sides:
        if isinstance(side, Call) and side.head == "==" and isinstance(side.args[0], Call) and isinstance(weight := side.args[0].args[0], Name):
            with contextlib.suppress(Unknown, ZeroDivisionError):
                world[weight.name] = term(Call("/", (ONE, side.args[0].args[1])), world)
    for premise in figure.premises:
        if isinstance(premise, Call) and premise.head == "gap" and premise.args[2] == ZERO:
            world[premise.args[1].name] = world[premise.args[0].name]  # type: ignore[union-attr]
        if isinstance(premise, Call) and premise.head == "equal" and isinstance(premise.args[0], Name) and isinstance(premise.args[1], Call):
            with contextlib.suppress(Unknown):
                world[premise.args[0].name] = term(premise.args[1], world)  # type: ignore[union-attr]


def _make_equal(figure: Figure, world: dict[str, Any]) -> None:
    for premise in figure.premises:
        if isinstance(premise, Call) and premise.head in ("equal", "gaussian") and isinstance(premise.args[1], Name):
            world[premise.args[1].name] = world[premise.args[0].name]  # type: ignore[union-attr]
        if isinstance(premise, Call) and premise.head == "equal" and isinstance(premise.args[0], Call):
            world |= {"U": world["P"], "Q": world["V"], "d": Fraction(1)}


def _make_coupled(rng: random.Random, figure: Figure, world: dict[str, Any]) -> None:
    """Lengths that are not negative, and, where a premise couples laws, laws that are: equal ones, or near ones with noise."""
    wanted = [one for one in (*figure.premises, figure.conclusion) if isinstance(one, Call) and one.head == "coupled"]
    if not wanted or rng.random() < 0.1:
        return
    world |= {"w": Fraction(rng.choice((1, 2, 3)), 2)}
    if "Z" in world and rng.random() < 0.9:
        world["Z"] = world["w"] ** 2
    world |= {name: abs(world[name]) for name in "wrcab" if name in world}
    if figure.conclusion in wanted and len(wanted) == 1:
        return
    world |= {"n": Fraction(rng.choice((1, 1, 2, 3)))}
    if "D" in world:
        world |= {"Q": world["P"], "a": world["s"] + world["t"], "r": (world["D"] + world["b"]) * rng.choice((Fraction(1, 3), 1, 1, 2))}
    else:
        (mean, _), variance = world["P"][0], world["w"]**2 + rng.choice((0, 0, 1))
        world |= {"P": ((mean, variance),), "Q": ((mean + rng.choice((0, 1, -1)) * abs(world["x"]), variance),)}


def _tighten(rng: random.Random, premise: Any, world: dict[str, Any]) -> None:
    """Give a letter that bounds a premise the least value with which it is true, or a little more or less."""
    if premise.head not in BOUND or not isinstance(bound := premise.args[BOUND[premise.head]], Name) or bound.name in world:
        return
    try:
        others = [term(arg, world) for i, arg in enumerate(premise.args) if i != BOUND[premise.head]]
        exact = least(premise.head, others)
    except (Unknown, KeyError):
        return
    if exact != INFINITE:
        world[bound.name] = exact + rng.choice((0, 0, 0, Fraction(1, 3), 2, Fraction(-1, 5)))


def judged(figure: Figure, world: dict[str, Any]) -> bool | None:
    """Is the conclusion true; None where a premise or a side condition is not, or the world does not say."""
    try:
        if not all(true(one, world) for one in (*figure.premises, *figure.sides)):
            return None
        return true(figure.conclusion, world)
    except (Unknown, ZeroDivisionError):
        return None


each_figure = pytest.mark.parametrize("rule", FIGURES)


@each_figure
def test_a_figure_is_sound_and_often_applies(rule: str) -> None:
    rng = random.Random(rule)
    found = [judged(FIGURES[rule], random_world(rng, FIGURES[rule])) for _ in range(INSTANCES)]
    assert False not in found
    assert found.count(True) >= 15, "the instances hardly ever satisfy the premises"


@settings(max_examples=by_day(2000), deadline=None)
@given(st.sampled_from(sorted(FIGURES)), st.integers(0, 2**40).map(random.Random))
def test_no_instance_of_any_figure_is_false(rule: str, rng: random.Random) -> None:
    world = random_world(rng, FIGURES[rule])
    assert judged(FIGURES[rule], world) is not False, world


def wrong(rule: str, *, premises: str | None = None, sides: str | None = None, conclusion: str | None = None) -> Figure:
    """A figure with a part replaced."""

    def read(text: str) -> tuple[Any, ...]:
        return tuple(parse(one, "figure", None) for one in text.split(";") if one.strip())

    own = FIGURES[rule]
    return Figure(
        own.kinds,
        own.premises if premises is None else read(premises),
        own.sides if sides is None else read(sides),
        own.conclusion if conclusion is None else read(conclusion)[0],
        "",
        "wrong",
        "believed",
    )


WRONG = {
    "start without its premise": wrong("start", premises=""),
    "start without a shift": wrong("start", conclusion="renyi(alpha, 0, P, Q, 0)"),
    "witness with another law": wrong("witness-in", premises="winf(P, V, z); renyi(alpha, 0, V, P, b)"),
    "a push without the factor": wrong("winf-push", conclusion="winf(push(f, P), push(g, Q), z + s)"),
    "a push without the gap": wrong("winf-push", conclusion="winf(push(f, P), push(g, Q), c*z)"),
    "a contraction without the gap": wrong("contraction", conclusion="renyi(alpha, c*z, push(f, P), push(g, Q), b)"),
    "a contraction by the other map": wrong(
        "contraction", conclusion="renyi(alpha, c*z + s, push(f, P), push(f, Q), b)", premises="renyi(alpha, z, P, Q, b); gap(f, g, s)"
    ),
    "half the price": wrong("shift-reduction", conclusion="renyi(alpha, z, convolve(P, Z), convolve(Q, Z), b + R(alpha, Z, a)/2)"),
    "more shift than is paid for": wrong("shift-reduction", premises="renyi(alpha, z + 2*a, P, Q, b)"),
    "absorbing for nothing": wrong("absorb", conclusion="renyi(alpha, 0, convolve(P, Z), convolve(Q, Z), b)"),
    "monotone the other way": wrong("monotone", sides="y <= z; b <= d"),
    "a bound that falls": wrong("monotone", sides="z <= y; d <= b"),
    "processing with a shift": wrong("post-processing", premises="renyi(alpha, 1, P, Q, b)"),
    "adding only one": wrong("additivity", conclusion="renyi(alpha, 0, product(P, V), product(Q, W), b)"),
    "a magnitude without the order": wrong("gaussian-magnitude", conclusion="R(alpha, Z, a) == a**2/(2*v)"),
    "a magnitude without its variance": wrong("gaussian-magnitude", premises=""),
    "a magnitude of one": wrong("magnitude-zero", conclusion="R(alpha, Z, 1) == 0"),
    "a projection that halves": wrong("projection", conclusion="lipschitz(projection(K), 1/2)"),
    "a large gradient step": wrong("gradient-step", sides="eta >= 0"),
    "a step against the gradient": wrong("gradient-step", sides="eta*beta <= 2"),
    "a step of a loss that is not convex": wrong("gradient-step", premises="smooth(f, beta, K); convexset(K)"),
    "half the gap of gradients": wrong("gradient-gap", conclusion="gapon(gradient(f, eta), gradient(g, eta), K, eta*L)"),
    "a composition of one": wrong("compose", conclusion="lipschitz(compose(f, g), c)"),
    "a gap below": wrong("gap-widen", sides="u <= s"),
    "a constant below": wrong("lipschitz-widen", sides="d <= c"),
    "what is cut off at z": wrong("between-far", conclusion="winf(between(P, Q, z, a), Q, 0)"),
    "near without a cut": wrong("between-near", conclusion="winf(P, between(P, Q, z, a), 0)"),
    "powers of any number": wrong("power-at-most-one", sides="c <= 1; k >= 0"),
    "negative powers": wrong("power-at-most-one", sides="c > 0; c <= 1"),
    "the power nought": wrong("power-below-one", sides="c > 0; c < 1; k >= 0"),
    "a floor above": wrong("floor-low", conclusion="floor(x) >= x"),
    "the smaller one": wrong("maximum", conclusion="max(x, y) == cases(x - y, y, x)"),
    "the larger one": wrong("minimum", conclusion="min(x, y) == cases(y - x, y, x)"),
    "the first one": wrong("minimum", conclusion="min(x, y) == x"),
    "a root of one": wrong("square-root", conclusion="sqrt(x)**2 == 1"),
    "a moment without the order": wrong("moment", conclusion="moment(alpha, P, Q, exp(b))"),
    "a divergence without the order": wrong("from-moment", conclusion="renyi(alpha, 0, P, Q, log(m))", sides="alpha > 1; alpha < 2; m > 0"),
    "a moment below": wrong("moment-widen", sides="u <= m"),
    "a moment turned": wrong("moment-same-law", conclusion="moment(alpha, V, W, m/2)"),
    "the other one of two": wrong("moment-mixture", conclusion="moment(alpha, mix(w, P, V), mix(w, Q, W), w*u + (1 - w)*m)"),
    "answers for nothing": wrong("adaptive", conclusion="renyi(alpha, 0, joint(P, K), joint(Q, J), b)"),
    "an answer for nothing": wrong("forget", conclusion="renyi(alpha, 0, through(K, P), through(J, Q), b/2)"),
    "an answer to another": wrong("forget", premises="renyi(alpha, 0, P, Q, b)"),
    "a divergence that is not negative taken for more": wrong("renyi-sign", conclusion="b >= 1"),
    "private answers for nothing": wrong("gdp-adaptive", conclusion="gdp(0, joint(P, K), joint(Q, J), m)"),
    "private answers to another question": wrong("gdp-adaptive", premises="gdp(1, P, Q, m); gdpclose(K, J, n)"),
    "private answers of any two mechanisms": wrong("gdp-adaptive", premises="gdp(0, P, Q, m)"),
    "a mechanism told from itself": wrong("gdp-close-same", conclusion="gdpclose(K, K, -1)"),
    "a price of privacy for no move": wrong("gdp-magnitude-zero", conclusion="gdpsize(Z, 1) == 0"),
    "noise that hides every move from tests": wrong("gdp-finite-zero", conclusion="gdpfinite(Z, 1)"),
    "a mechanism away from itself": wrong("close-same", conclusion="close(alpha, K, K, -1)"),
    "answers without their gap": wrong("winf-through", conclusion="winf(through(K, P), through(J, Q), c*z)"),
    "answers of any two mechanisms": wrong("winf-through", premises="winf(P, Q, z); steady(K, c)"),
    "a mechanism nearer than itself": wrong("near-same", conclusion="near(K, K, -1)"),
    "a guarantee for nothing": wrong("renyi-to-dp", conclusion="dp(P, Q, 0, d/4)"),
    "a guarantee below": wrong("dp-widen", sides="u <= e; v <= d"),
    "half a gap of one point": wrong("winf-gap", conclusion="winf(push(f, P), push(g, P), s/2)"),
    "a factor forgotten": wrong("exp-sum", conclusion="exp(x + y) == exp(x) + exp(y)"),
    "a steeper tangent": wrong("exp-tangent", conclusion="1 + 2*x <= exp(x)"),
    "no logarithm": wrong("exp-log", conclusion="exp(log(x)) == x + 1"),
    "a product of logarithms": wrong("log-product", conclusion="log(x*y) == log(x)*log(y)"),
    "not the inverse": wrong("log-exp", conclusion="log(exp(x)) == 2*x"),
    "private for nothing": wrong("gdp-start", premises=""),
    "a private contraction without the gap": wrong("gdp-contraction", conclusion="gdp(c*z, push(f, P), push(g, Q), m)"),
    "half the price of privacy": wrong("gdp-shift-reduction", conclusion="gdp(z, convolve(P, Z), convolve(Q, Z), m + gdpsize(Z, a)/2)"),
    "a price that is not squared": wrong("gdp-magnitude", conclusion="gdpsize(Z, a) == a/v"),
    "privacy that grows": wrong("gdp-monotone", sides="z <= y; n <= m"),
    "privacy of other laws": wrong("gdp-same-law", premises="gdp(z, P, Q, m); equal(V, P)"),
    "a bound that is positive": wrong("gdp-sign", conclusion="m >= 1"),
    "a divergence without the root": wrong("gdp-to-dp", conclusion="dp(P, Q, e, theta(exp(e), m/2))"),
    "a divergence despite a shift": wrong("gdp-to-dp", premises="gdp(1, P, Q, m)"),
    "a kernel that forgets": wrong(
        "dp-contraction", conclusion="dp(convolve(push(f, P), Z), convolve(push(g, Q), Z), e, theta(exp(e), D/sqrt(v))*d/2)"
    ),
    "a chance below one": wrong("dp-certain", conclusion="dp(P, Q, e, 1/2)"),
    "an excess of the other law": wrong(
        "dp-excess", conclusion="equal(mix(w, Q, deficit(P, Q, e, d)), mix(w*d, excess(P, Q, e, d), P))"
    ),
    "an excess with other weights": wrong(
        "dp-excess", conclusion="equal(mix(w*d, P, deficit(P, Q, e, d)), mix(w, excess(P, Q, e, d), Q))"
    ),
    "a balance at a higher level": wrong("dp-balance", sides="d > 0; w*(exp(e) + d) == 1"),
    "a balance of unlike mixtures": wrong("dp-balance", premises="dp(U, V, g, f)"),
    "a mixture of which one part goes on": wrong("mix-push", conclusion="equal(push(f, mix(w, P, Q)), mix(w, push(f, P), Q))"),
    "a mixture that turns round": wrong(
        "mix-convolve", conclusion="equal(convolve(mix(w, P, Q), Z), mix(w, convolve(Q, Z), convolve(P, Z)))"
    ),
    "a mixture of which one part is answered": wrong("mix-through", conclusion="equal(through(K, mix(w, P, Q)), mix(w, through(K, P), Q))"),
    "answers that tell less than nothing": wrong("gdp-through", conclusion="gdp(0, through(K, P), through(K, Q), -1)"),
    "values that are near without a bound": wrong("bounded-near", premises=""),
    "half the diameter": wrong("bounded-near", conclusion="winf(push(f, P), push(f, Q), D/2)"),
    "noise that halves a gap": wrong("coupled-start", conclusion="coupled(convolve(P, Z), convolve(Q, Z), w, 1, x/2, r, c, a, b)"),
    "noise that couples any laws": wrong("coupled-start", premises="gaussian(Z, w**2)"),
    "other noise than is counted with": wrong("coupled-start", premises="winf(P, Q, x)"),
    "two steps in one": wrong("coupled-start", conclusion="coupled(convolve(P, Z), convolve(Q, Z), w, 2, x, r, c, a, b)"),
    "a step of maps with any gap": wrong(
        "coupled-step",
        premises="coupled(P, Q, w, n, x, r, c, a, b); lipschitz(p, c); gap(f, p, s); gap(g, p, t); bounded(f, D); gaussian(Z, w**2)"),
    "a step from laws that are not coupled": wrong(
        "coupled-step", premises="lipschitz(p, c); gap(f, p, s); gap(g, p, t); gap(f, g, b); bounded(f, D); gaussian(Z, w**2)"),
    "a largest gap that is too small": wrong("coupled-step", sides="w > 0; a >= 0; s + t <= a + b"),
    "met a step too early": wrong(
        "coupled-met", conclusion="dp(P, Q, 0, survival(n + 1, x/w, r/w, c, a/w, b/w))"),
    "met with lengths over a variance": wrong("coupled-met", conclusion="dp(P, Q, 0, survival(n, x/w**2, r/w**2, c, a/w**2, b/w**2))"),
    "a divergence that grows with its order": wrong("theta-level", conclusion="theta(g, x) <= theta(h, x)"),
    "a third law for nothing": wrong("dp-third-law", conclusion="dp(P, Q, e + f, u)"),
    "a third law at one level": wrong("dp-third-law", conclusion="dp(P, Q, e, d + exp(e)*u)"),
    "laws that change places": wrong("dp-swap", conclusion="dp(Q, P, -e, d)"),
    "nothing told of different laws": wrong("dp-start", premises=""),
    "an observer of other laws": wrong("dp-same-law", premises="dp(P, Q, e, d); equal(V, P)"),
    "an observer of two maps": Figure(
        {**FIGURES["dp-push"].kinds, "g": "map"}, FIGURES["dp-push"].premises, (), parse("dp(push(f, P), push(g, Q), e, d)", "figure", None),
        "", "wrong", "believed",
    ),
    "half of what an observer of a mixture learns": wrong("dp-mixture", conclusion="dp(mix(w, P, V), mix(w, Q, W), e, (w*d + (1 - w)*u)/2)"),
    "the other weight": wrong("dp-mixture", conclusion="dp(mix(w, P, V), mix(w, Q, W), e, (1 - w)*d + w*u)"),
    "a theta below a half": wrong("theta-below-one", conclusion="theta(g, x) < 1/2"),
    "a kernel of two maps": wrong("dp-contraction", premises="dp(P, Q, e, d); bounded(f, D); gaussian(Z, v)"),
    "a kernel of the wrong noise": wrong("dp-contraction", premises="dp(P, Q, e, d); gap(f, g, 0); bounded(f, D)"),
    "a divergence that falls": wrong("theta-monotone", sides="g > 0; x >= 0; y >= 0; y <= x"),
    "a divergence above one half": wrong("theta-positive", conclusion="theta(g, x) > 1/2"),
    "a flatter line": wrong("affine-lipschitz", conclusion="lipschitz(affine(c, s), c/2)"),
    "lines of different slopes": wrong("affine-gap", conclusion="gap(affine(c, s), affine(2*c, t), s - t)"),
    "lines the other way": wrong("affine-gap", sides="t >= s"),
    "white noise of a deviation": wrong("white", conclusion="gaussian(white(v), v**2)"),
    "a variance that is not squared": wrong("normal-step", conclusion="equal(Q, normallaw(c*m + s, c*v + w))"),
    "normal laws nearer than they are": wrong("normal-near", conclusion="winf(P, Q, (m - u)/2)"),
    "normal laws farther than they are": wrong("normal-apart", conclusion="apart(P, Q, 2*(m - u)**2/v)"),
    "farther apart": wrong("apart-narrow", sides="m <= n"),
    "always apart": wrong("apart-not", conclusion="apart(P, Q, 1)"),
    "a log-Sobolev constant without the square": wrong("lsi-push", conclusion="lsi(push(f, P), c*v)"),
    "noise that helps": wrong("lsi-convolve", conclusion="lsi(convolve(P, Z), v)"),
    "a smaller constant": wrong("lsi-widen", sides="w <= v"),
    "a constant at a point": wrong("lsi-point", conclusion="lsi(point(x), -1)"),
    "the constant of another law": wrong("lsi-same-law", premises="lsi(P, v)"),
    "a way without noise": wrong("traced", sides="c**2*v <= x"),
    "a way of one map": wrong("traced", premises="lsi(Q, v); lipschitz(f, c); gaussian(Z, w)"),
    "nothing told of other laws": wrong("zcdp-start", premises=""),
    "concentrated below": wrong("zcdp-widen", sides="u <= r"),
    "concentrated, but not of these laws": wrong("zcdp-same-law", premises="zcdp(P, Q, r); equal(V, P)"),
    "an order for nothing": wrong("zcdp-order", conclusion="renyi(alpha, 0, P, Q, r)"),
    "dynamics of another noise": wrong("dynamics", premises="zcdp(P, Q, r); traced(Q, f, g, Z, v); gap(f, g, s)"),
    "dynamics without the gap": wrong("dynamics", premises="zcdp(P, Q, r); traced(Q, f, g, Z, v); gaussian(Z, w)"),
    "dynamics without the way": wrong("dynamics", premises="zcdp(P, Q, r); gap(f, g, s); gaussian(Z, w)"),
    "dynamics of a quarter": wrong(
        "dynamics", conclusion="zcdp(convolve(push(f, P), Z), convolve(push(g, Q), Z), "
        "exp(-y*w/((1 + y)*v))*r + s**2*v*(1 + y)**2/(8*y*w**2)*(1 - exp(-y*w/((1 + y)*v))))"),
    "dynamics that forget": wrong(
        "dynamics",
        conclusion="zcdp(convolve(push(f, P), Z), convolve(push(g, Q), Z), s**2*v*(1 + y)**2/(2*y*w**2)*(1 - exp(-y*w/((1 + y)*v))))"),
    "processing at any order": wrong("post-processing", sides=""),
    "shift paid by noise that cannot": wrong("shift-reduction", premises="renyi(alpha, z + a, P, Q, b)"),
    "a move absorbed by noise that cannot": wrong("absorb", premises="winf(P, V, a); renyi(alpha, 0, V, Q, b)"),
    "privacy of noise without variance": wrong("gdp-shift-reduction", premises="gdp(z + a, P, Q, m)"),
    "a move hidden by noise without variance": wrong("gdp-absorb", premises="winf(P, V, a); gdp(0, V, Q, m)"),
    "noise without variance": wrong("gaussian-finite", sides="alpha > 1; a >= 0"),
    "private noise without variance": wrong("gdp-finite", sides="a >= 0"),
    "noise that hides every move": wrong("finite-zero", conclusion="finite(alpha, Z, 1)"),
    "a divergence below itself": wrong("renyi-same", conclusion="renyi(alpha, 0, P, P, -1)"),
    "privacy below itself": wrong("gdp-same", conclusion="gdp(0, P, P, -1)"),
    "privacy of another law": wrong("gdp-witness-in", premises="winf(P, V, z); gdp(0, V, P, m)"),
    "privacy with a shift": wrong("gdp-push", premises="gdp(1, P, Q, m)"),
    "half of what the rows tell": wrong("spread-through", conclusion="dp(through(K, P), through(K, Q), e, u/2)"),
    "a kernel that lets through less": wrong("spread-contracts", conclusion="dp(through(K, P), through(K, Q), e, d*u/2)"),
    "an answer to another point": Figure(
        {**FIGURES["answers-through"].kinds, "y": "vector"}, (), (), parse("equal(through(surely(affine(1, 0)), point(x)), point(y))", "figure", None),
        "", "wrong", "believed"),
    "an image of nothing": wrong("surely-through", conclusion="equal(through(surely(f), P), P)"),
    "an answer without its noise": wrong("noisy-answers", conclusion="equal(answers(withnoise(K, Z), x), answers(K, x))"),
    "answers without their noise": wrong("noisy-through", conclusion="equal(through(withnoise(K, Z), P), through(K, P))"),
    "an answer that is the question": wrong("always-answers", conclusion="equal(answers(always(V), x), point(x))"),
    "a pair turned": wrong("always-joint", conclusion="equal(joint(P, always(V)), product(V, P))"),
    "images under two maps": wrong("same-image", premises=""),
    "points that are one": wrong("point-near", conclusion="winf(point(x), point(y), 0)"),
    "deviations that add up": wrong("noise-sum", conclusion="equal(convolve(P, U), convolve(P, Z))"),
    "a slack above a half": wrong("dp-sign", conclusion="d >= 1/2"),
    "farther than the best event": wrong("apart-dp", conclusion="2*theta(exp(e), sqrt(m)) <= d"),
    "a conversion by a flatter line": wrong("moment-to-dp", conclusion="dp(P, Q, e, (c*m + l + k)/4)"),
    "the chance of the other law": wrong("chance-mix", conclusion="chance(mix(w, P, Q), O) == w*chance(Q, O) + (1 - w)*chance(P, O)"),
    "the worst event": wrong(
        "best-event", conclusion="chance(P, O) - exp(e)*chance(Q, O) <= chance(Q, best(P, Q, e)) - exp(e)*chance(P, best(P, Q, e))"),
    "Laplace noise that hides twice as much": wrong("laplace-move", conclusion="dp(convolve(P, Z), convolve(Q, Z), e, max(1 - exp((e - a/(2*v))/2), 0))"),
    "a norm above one": wrong("norm-sign", conclusion="norm(x) >= 1"),
    "a norm that is its square": wrong("norm-square", conclusion="norm(x) == inner(x, x)"),
    "a product turned in sign": wrong("inner-symmetric", conclusion="inner(x, y) == -inner(y, x)"),
    "a sum for a difference": wrong("inner-minus", conclusion="inner(minus(x, y), z) == inner(x, z) + inner(y, z)"),
    "half of Cauchy and Schwarz": wrong("cauchy-schwarz", conclusion="inner(x, y) <= norm(x)*norm(y)/2"),
    "a step up the gradient": wrong("gradient-inner", conclusion="inner(at(gradient(f, eta), x), y) == inner(x, y) + eta*inner(slope(f, x), y)"),
    "the other order": wrong("compose-inner", conclusion="inner(at(compose(f, g), x), y) == inner(at(g, at(f, x)), y)"),
    "every point in the set": wrong("projected", conclusion="member(x, K)"),
    "a nearest point of another set": wrong("nearest", premises="convexset(K)"),
    "gradients of a loss that is not convex": wrong("co-coercive", premises="smooth(f, beta, K); convexset(K); member(x, K); member(y, K)"),
    "gradients that are nearer": wrong(
        "co-coercive", conclusion="norm(minus(slope(f, x), slope(f, y)))**2 <= beta*inner(minus(x, y), minus(slope(f, x), slope(f, y)))/2"),
    "a shift for nothing": wrong("winf-translate", conclusion="winf(P, push(translate(x), P), 0)"),
}


@every_case(WRONG)
def test_the_world_refutes_wrong_figures(name: str) -> None:
    rng = random.Random(name)
    assert any(judged(WRONG[name], random_world(rng, WRONG[name])) is False for _ in range(4000))


def test_every_judgement_of_the_figures_is_interpreted() -> None:
    heads = {t.head for figure in FIGURES.values() for t in (*figure.premises, figure.conclusion) if isinstance(t, Call)}
    assert heads - {"<=", "<", ">=", ">", "=="} == {
        *BOUND, "equal", "gaussian", "convex", "convexset", "finite", "gdpfinite", "laplace", "member",
        "coupled"}


def test_piecewise_linear_maps_compose_exactly() -> None:
    rng = random.Random(3)
    for _ in range(300):
        low = rational(rng)
        parts: list[Line] = [
            clamp(low, low + 1 + abs(rational(rng))),
            linear(rational(rng), rational(rng)),
            clamp(Fraction(-1), Fraction(2)),
        ]
        rng.shuffle(parts)
        f, g, h = parts
        whole, other = composed(composed(f, g), h), composed(f, composed(g, h))
        for _ in range(6):
            x = rational(rng) + Fraction(rng.randint(-40, 40), 7)
            assert whole(x) == other(x) == f(g(h(x)))
            assert composed(f, g)(x) == f(g(x))
