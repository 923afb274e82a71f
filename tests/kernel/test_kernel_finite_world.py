"""The figures about mixtures, mechanisms and events are sound for finite laws, where integer moments are exact rationals."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

from pabisym.divergence.evaluate import decide
from pabisym.kernel.rules import FIGURES
from pabisym.lang.grammar import parse
from pabisym.lang.rational import to_fraction
from pabisym.lang.term import Call, Number, Term, substitute

pytestmark = pytest.mark.quick

Finite = tuple[Fraction, ...]
ROUNDS = 200


def law(rng: random.Random, points: int = 3) -> Finite:
    weights = [rng.randint(1, 9) for _ in range(points)]
    return tuple(Fraction(w, sum(weights)) for w in weights)


def moment(order: int, p: Finite, q: Finite) -> Fraction:
    return sum((x**order / y ** (order - 1) for x, y in zip(p, q, strict=True)), Fraction(0))


def concluded(rule: str, argument: int, **given: Fraction | Term) -> Term:
    """An argument of a figure's conclusion, for numbers in place of its letters."""
    conclusion = FIGURES[rule].conclusion
    assert isinstance(conclusion, Call)
    binding = {n: ((), Number(v) if isinstance(v, Fraction | int) else v) for n, v in given.items()}
    return substitute(conclusion.args[argument], binding)


def at_most(x: Fraction | Term, y: Fraction | Term) -> bool:
    sides = tuple(Number(v) if isinstance(v, Fraction) else v for v in (x, y))
    return decide(Call("<=", sides), {}, 512) != "false"


def divergence(order: int, p: Finite, q: Finite) -> Term:
    return parse(f"log({moment(order, p, q)})/{order - 1}")


@pytest.mark.parametrize("order", [2, 3, 5])
def test_a_mixture_has_at_most_the_mean_moment(order: int) -> None:
    rng, equal = random.Random(order), 0
    for _ in range(ROUNDS):
        p, q, v, w = (law(rng) for _ in range(4))
        if rng.random() < 0.2:
            v, w = p, q
        share = Fraction(rng.randint(0, 4), 4)
        first, second = (tuple(share * x + (1 - share) * y for x, y in zip(*pair, strict=True)) for pair in ((p, v), (q, w)))
        bound = concluded("moment-mixture", 3, w=share, m=moment(order, p, q), u=moment(order, v, w))
        assert at_most(moment(order, first, second), bound)
        equal += at_most(bound, moment(order, first, second))
    assert equal > 20


@pytest.mark.parametrize("order", [2, 3])
def test_answers_that_depend_on_earlier_ones_add_up(order: int) -> None:
    rng = random.Random(order)
    for _ in range(ROUNDS):
        p, q = law(rng), law(rng)
        k, j = [law(rng) for _ in p], [law(rng) for _ in q]
        worst = max((divergence(order, x, y) for x, y in zip(k, j, strict=True)), key=lambda t: moment_of(t))
        joint = [tuple(a * b for a, row in zip(one, rows, strict=True) for b in row) for one, rows in ((p, k), (q, j))]
        assert at_most(divergence(order, *joint), concluded("adaptive", 4, b=divergence(order, p, q), d=worst))


def moment_of(term: Term) -> Fraction:
    """The moment in log(m)/(order - 1)."""
    assert isinstance(term, Call)
    inner = term.args[0] if term.head == "/" else term
    assert isinstance(inner, Call)
    number = inner.args[0]
    assert isinstance(number, Number)
    return to_fraction(number.value)


@pytest.mark.parametrize("order", [2, 4])
def test_a_divergence_bounds_what_any_event_tells(order: int) -> None:
    rng = random.Random(order)
    for _ in range(ROUNDS):
        p, q, delta = law(rng), law(rng), Fraction(1, rng.randint(2, 40))
        level = concluded("renyi-to-dp", 2, alpha=order, b=divergence(order, p, q), d=delta)
        for event in itertools.chain.from_iterable(itertools.combinations(range(3), size) for size in (1, 2)):
            first, second = (sum((one[i] for i in event), Fraction(0)) for one in (p, q))
            right = Call("+", (Call("*", (Call("exp", (level,)), Number(second))), Number(delta)))
            assert decide(Call("<=", (Number(first), right)), {}) == "true"


def test_an_observer_learns_of_a_mixture_at_most_the_mean() -> None:
    rng, equal = random.Random(4), 0
    for _ in range(ROUNDS):
        p, q, v, w = (law(rng) for _ in range(4))
        if rng.random() < 0.2:
            v, w = p, q
        share, gamma = Fraction(rng.randint(0, 4), 4), Fraction(rng.randint(2, 8), 2)
        first, second = (tuple(share * x + (1 - share) * y for x, y in zip(*pair, strict=True)) for pair in ((p, v), (q, w)))
        bound = concluded("dp-mixture", 3, w=share, d=told(p, q, gamma), u=told(v, w, gamma))
        assert at_most(told(first, second, gamma), bound)
        equal += at_most(bound, told(first, second, gamma))
    assert equal > 20


def told(p: Finite, q: Finite, gamma: Fraction) -> Fraction:
    """The least delta with P(O) <= gamma*Q(O) + delta for all events O."""
    points = list(zip(p, q, strict=True))
    events = itertools.product((0, 1), repeat=len(p))
    return max(sum((x - gamma * y for x, y in itertools.compress(points, event)), Fraction(0)) for event in events)


def split(p: Finite, q: Finite, gamma: Fraction, d: Fraction) -> tuple[Finite, Finite]:
    """What ``excess`` and ``deficit`` are, by Hahn and Jordan: the parts of P - gamma*Q, filled up to d and d + gamma - 1."""
    gap = [x - gamma * y for x, y in zip(p, q, strict=True)]
    more, less = ([max(sign * x, Fraction(0)) for x in gap] for sign in (1, -1))
    missing = d - sum(more)
    return tuple((x + missing * y) / d for x, y in zip(more, q, strict=True)), tuple(
        (x + missing * y) / (d + gamma - 1) for x, y in zip(less, q, strict=True))


def test_what_two_laws_can_be_told_apart_by_is_two_laws_and_goes_through_kernels() -> None:
    """dp-excess: the two mixtures are one law; dp-balance: after a kernel, with the order that the share of it allows."""
    rng, attained = random.Random(21), 0
    for _ in range(ROUNDS):
        p, q, gamma = law(rng), law(rng), Fraction(rng.randint(2, 8), 2)
        d = max(told(p, q, gamma) + rng.choice((0, 0, Fraction(1, 5))), Fraction(1, 50))
        u, v = split(p, q, gamma, d)
        assert sum(u) == sum(v) == 1
        assert min(*u, *v) >= 0
        weight = 1 / (gamma + d)
        left, right = (
            [w * x + (1 - w) * y for x, y in zip(*pair, strict=True)] for w, pair in ((weight, (p, v)), (weight * d, (u, q))))
        assert left == right
        kernel = [law(rng) for _ in p]
        after = [tuple(sum((x * row[i] for x, row in zip(one, kernel, strict=True)), Fraction(0)) for i in range(3)) for one in (p, q, u, v)]
        order = 1 + (gamma - 1) / d
        bound = concluded("dp-balance", 3, d=d, f=told(after[2], after[3], order))
        assert at_most(told(after[0], after[1], gamma), bound)
        attained += at_most(bound, told(after[0], after[1], gamma))
    assert attained > 20


Sites = tuple[tuple[int, Fraction], ...]
"""A finite law on the integers: pairs of site and weight, in the order of the sites."""


def sites(rng: random.Random) -> Sites:
    places = sorted(rng.sample(range(-6, 7), 3))
    return tuple(zip(places, law(rng), strict=True))


def transport(p: Sites, q: Sites) -> int:
    """W_infinity on the line: the largest distance of two quantiles of the same level."""
    levels = {sum((w for _, w in one[: i + 1]), Fraction(0)) for one in (p, q) for i in range(len(one))}
    return max(abs(quantile(p, level) - quantile(q, level)) for level in levels)


def quantile(p: Sites, level: Fraction) -> int:
    reached = Fraction(0)
    for place, weight in p:
        reached += weight
        if reached >= level:
            return place
    raise AssertionError(level)


def answered(answers: dict[int, Sites], p: Sites) -> Sites:
    """The law of the answer to a random point."""
    weights: dict[int, Fraction] = {}
    for place, weight in p:
        for answer, share in answers[place]:
            weights[answer] = weights.get(answer, Fraction(0)) + weight * share
    return tuple(sorted(weights.items()))


def test_answers_are_as_near_as_points_and_mechanisms_make_them() -> None:
    """winf-through, where the constant of a mechanism is the exact one."""
    rng, attained = random.Random(9), 0
    for _ in range(ROUNDS):
        k, j = ({place: sites(rng) for place in range(-6, 7)} for _ in range(2))
        p, q = sites(rng), sites(rng)
        pairs = itertools.combinations(range(-6, 7), 2)
        steady = max(Fraction(transport(k[x], k[y]), y - x) for x, y in pairs)
        gap = max(transport(k[x], j[x]) for x in k)
        exact = Fraction(transport(answered(k, p), answered(j, q)))
        assert at_most(exact, concluded("winf-through", 2, z=transport(p, q), c=steady, s=gap))
        same = dict.fromkeys(k, k[0])
        attained += transport(answered(same, p), answered(j, q)) == max(transport(same[x], j[x]) for x in k)
    assert attained > 3


@pytest.mark.parametrize("order", [2, 3])
def test_an_answer_alone_tells_no_more_than_with_its_question(order: int) -> None:
    """forget, and close-same where both mechanisms are one."""
    rng = random.Random(order)
    for _ in range(ROUNDS):
        p, q = law(rng), law(rng)
        k, j = [law(rng) for _ in p], [law(rng) for _ in q]
        for rows in ((k, j), (k, k)):
            both = [tuple(a * b for a, row in zip(one, table, strict=True) for b in row) for one, table in zip((p, q), rows, strict=True)]
            alone = [tuple(sum((both[i][3 * x + y] for x in range(3)), Fraction(0)) for y in range(3)) for i in (0, 1)]
            assert at_most(divergence(order, *alone), concluded("forget", 4, b=divergence(order, *both)))
        assert moment(order, alone[0], alone[1]) <= moment(order, p, q)


def test_answers_to_a_mixture_are_a_mixture_and_tell_no_more() -> None:
    """mix-through, and gdp-through: at every order a test of the answers is one of the points that may draw."""
    rng, less = random.Random(22), 0
    for _ in range(ROUNDS):
        p, q, share = law(rng), law(rng), Fraction(rng.randint(0, 4), 4)
        table = [law(rng) for _ in p]

        def seen(one: Finite, table: list[Finite] = table) -> Finite:
            return tuple(sum((x * row[i] for x, row in zip(one, table, strict=True)), Fraction(0)) for i in range(3))

        whole = tuple(share * x + (1 - share) * y for x, y in zip(p, q, strict=True))
        assert seen(whole) == tuple(share * x + (1 - share) * y for x, y in zip(seen(p), seen(q), strict=True))
        for gamma in (Fraction(1, 3), Fraction(1), Fraction(3, 2), Fraction(4)):
            assert told(seen(p), seen(q), gamma) <= told(p, q, gamma)
            less += told(seen(p), seen(q), gamma) < told(p, q, gamma)
    assert less > 100
